package judge

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// Human is what is told of answers of people besides their scores.
type Human struct {
	File  string   `json:"file"`
	Users []string `json:"users"` // sorted
	// AvgSeconds is the mean time for an answer.
	AvgSeconds float64 `json:"avg_seconds"`
	// Repeated counts answers of users who had answered the same before, and knew the solution. They do not count.
	Repeated int `json:"repeated,omitempty"`
	// Torn is the number of the last line if it is not complete, as after a crash, and 0 otherwise. It does not count.
	Torn int `json:"torn,omitempty"`
}

// Person is an answer as the test of mereo explore stores it: of a line, what scores depend on.
type Person struct {
	User     string         `json:"user"`
	Problem  string         `json:"problem"`
	Split    string         `json:"split"`
	Index    *int           `json:"index"`
	Question *int           `json:"question"` // of the sample's page; nil for tasks
	Answer   jsontext.Value `json:"answer"`
	Seconds  float64        `json:"seconds"`

	line int
	used bool
}

// people are the lines of a file that count.
type people struct {
	told    Human
	problem string
	splits  []string // sorted
	lines   []*Person
	before  map[string]map[int]int // by split and image, how many questions of its page were seen
}

// readPeople reads answers of people to one problem, of one split where one is named.
func readPeople(name, split string) (*people, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	out := &people{told: Human{File: name, Users: []string{}}, before: map[string]map[int]int{}}
	type place struct {
		user, split     string
		index, question int
	}
	seen := map[place]bool{}
	n, seconds := 0, 0.0
	for line := range bytes.Lines(data) {
		if n++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if line[len(line)-1] != '\n' && !jsontext.Value(line).IsValid() {
			out.told.Torn = n
			break
		}
		p := &Person{line: n}
		if err := p.read(line); err != nil {
			return nil, fmt.Errorf("judge: %s:%d: %w", name, n, err)
		}
		if len(out.lines) > 0 && p.Problem != out.problem {
			return nil, fmt.Errorf("judge: %s:%d: the problem is %q, that of the lines before %q; score one problem at a time", name, n,
				p.Problem, out.problem)
		}
		if split != "" && p.Split != split {
			continue
		}
		at := place{user: p.User, split: p.Split, index: *p.Index}
		if p.Question != nil {
			at.question = *p.Question
		}
		if seen[at] {
			out.told.Repeated++
			continue
		}
		seen[at] = true
		out.problem = p.Problem
		out.told.Users, out.splits = append(out.told.Users, p.User), append(out.splits, p.Split)
		out.lines, seconds = append(out.lines, p), seconds+p.Seconds
	}
	switch {
	case len(out.lines) == 0 && split != "":
		return nil, fmt.Errorf("judge: %s has no answers to samples of split %s", name, split)
	case len(out.lines) == 0:
		return nil, fmt.Errorf("judge: %s has no answers", name)
	}
	for _, list := range []*[]string{&out.told.Users, &out.splits} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	out.told.AvgSeconds = seconds / float64(len(out.lines))
	return out, nil
}

// read reads a line.
func (p *Person) read(line []byte) error {
	if err := record.Read(line, p, record.Part|record.Item); err != nil {
		return fmt.Errorf("%w; want an answer as mereo explore stores it", err)
	}
	switch {
	case p.Split == "" || !filepath.IsLocal(p.Split):
		return fmt.Errorf("the split is %q, want the name of one", p.Split)
	case p.Index == nil:
		return fmt.Errorf("has no index, want the number of a sample")
	case p.Answer == nil:
		return fmt.Errorf("has no answer")
	case p.Seconds < 0:
		return fmt.Errorf("seconds is %g, want 0 or more", p.Seconds)
	}
	return nil
}

// check finds an answer to what there is not, after all tasks were judged.
func (p *people) check(data string) error {
	for _, l := range p.lines {
		switch {
		case l.used:
		case l.Question != nil:
			return fmt.Errorf("judge: %s:%d: there is no question %d of %s/%d in %s", p.told.File, l.line, *l.Question, l.Split, *l.Index,
				data)
		default:
			return fmt.Errorf("judge: %s:%d: there is no sample %d of split %s in %s that the problem is about", p.told.File, l.line,
				*l.Index, l.Split, data)
		}
	}
	return nil
}

// nth is the number of the next question of an image on its page.
func (p *people) nth(split string, image int) int {
	of := p.before[split]
	if of == nil {
		of = map[int]int{}
		p.before[split] = of
	}
	of[image]++
	return of[image] - 1
}
