package trance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// HumanOptions say which answers of people EvaluateHuman scores.
type HumanOptions struct {
	Data  string // the dataset's folder
	Split string // if empty, answers to all splits count
	File  string // answers to one problem, as the test stores them: a JSON object on each line
}

// HumanAnswers are what is told of answers of people besides their scores.
type HumanAnswers struct {
	File  string   `json:"file"`
	Users []string `json:"users"` // sorted
	// AvgSeconds is the mean time for an answer.
	AvgSeconds float64 `json:"avg_seconds"`
	// Repeated counts answers of users who had answered the same sample before, and knew the solution. They do not count.
	Repeated int `json:"repeated,omitzero"`
	// Torn is the number of the last line if it is not complete, as after a crash, and 0 otherwise. It does not count.
	Torn int `json:"torn,omitzero"`
}

// humanLine is a stored answer: of a line, what scores depend on.
type humanLine struct {
	User    *string        `json:"user"`
	Problem *Setting       `json:"problem"`
	Split   *string        `json:"split"`
	Index   *int           `json:"index"`
	Answer  jsontext.Value `json:"answer"`
	Seconds *float64       `json:"seconds"`

	n     int // of the line
	steps []Step
}

// humanAnswers are the lines of a file that count.
type humanAnswers struct {
	setting Setting
	bySplit map[string]map[int][]*humanLine // by index, in the order of the file
	told    HumanAnswers
}

// EvaluateHuman compares answers of people with the references, by the published metrics. The problem and the splits are those
// of the lines. Errors name the file and the line.
func EvaluateHuman(ctx context.Context, o HumanOptions) (*Evaluation, error) {
	answers, err := readHuman(ctx, o)
	if err != nil {
		return nil, err
	}
	e := &evaluator{
		EvalOptions: EvalOptions{Setting: answers.setting}, board: newScoreboard(),
		out: &Evaluation{Setting: answers.setting, Data: o.Data, Human: &answers.told},
	}
	for _, split := range slices.Sorted(maps.Keys(answers.bySplit)) {
		if err := e.addHuman(ctx, o, split, answers.bySplit[split]); err != nil {
			return nil, err
		}
	}
	e.summarize()
	return e.out, nil
}

// readHuman reads the lines.
func readHuman(ctx context.Context, o HumanOptions) (*humanAnswers, error) {
	type place struct {
		user, split string
		index       int
	}
	out := &humanAnswers{bySplit: map[string]map[int][]*humanLine{}, told: HumanAnswers{File: o.File, Users: []string{}}}
	seen := map[place]bool{}
	count, seconds := 0, 0.0
	err := eachLine(ctx, o.File, func(n int, line []byte) error {
		if line[len(line)-1] != '\n' && !jsontext.Value(line).IsValid() {
			out.told.Torn = n
			return nil
		}
		l, err := readHumanLine(line)
		switch {
		case err != nil:
			return err
		case out.setting != "" && *l.Problem != out.setting:
			return fmt.Errorf("the problem is %q, that of the lines before %q; score one problem at a time", *l.Problem, out.setting)
		}
		out.setting = *l.Problem
		at := place{*l.User, *l.Split, *l.Index}
		switch {
		case o.Split != "" && *l.Split != o.Split:
			return nil
		case seen[at]:
			out.told.Repeated++
			return nil
		}
		seen[at] = true
		if !slices.Contains(out.told.Users, *l.User) {
			out.told.Users = append(out.told.Users, *l.User)
		}
		l.n = n
		if out.bySplit[*l.Split] == nil {
			out.bySplit[*l.Split] = map[int][]*humanLine{}
		}
		out.bySplit[*l.Split][*l.Index] = append(out.bySplit[*l.Split][*l.Index], l)
		count, seconds = count+1, seconds+*l.Seconds
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case count == 0 && o.Split != "":
		return nil, fmt.Errorf("trance: %s has no answers to samples of split %s", o.File, o.Split)
	case count == 0:
		return nil, fmt.Errorf("trance: %s has no answers", o.File)
	}
	slices.Sort(out.told.Users)
	out.told.AvgSeconds = seconds / float64(count)
	return out, nil
}

// readHumanLine reads a line.
func readHumanLine(line []byte) (*humanLine, error) {
	l := &humanLine{}
	if err := json.Unmarshal(line, l); err != nil {
		return nil, write.JSONFault(err)
	}
	switch {
	case l.User == nil:
		return nil, errors.New("has no user, want a name")
	case l.Problem == nil:
		return nil, fmt.Errorf("has no problem, want one of %q", Settings)
	case !slices.Contains(Settings, *l.Problem):
		return nil, fmt.Errorf("the problem is %q, want one of %q", *l.Problem, Settings)
	case l.Split == nil || *l.Split == "":
		return nil, errors.New("has no split, want the name of one")
	case !filepath.IsLocal(*l.Split):
		return nil, fmt.Errorf("the split is %q, want the name of one", *l.Split)
	case l.Index == nil:
		return nil, errors.New("has no index, want the number of a sample")
	case l.Seconds == nil:
		return nil, errors.New("has no seconds, want how long the answer took")
	case *l.Seconds < 0:
		return nil, fmt.Errorf("seconds is %g, want 0 or more", *l.Seconds)
	}
	var err error
	l.steps, err = readHumanAnswer(l.Answer, *l.Problem)
	return l, err
}

// errAllFound ends the reading of a data.jsonl early.
var errAllFound = errors.New("all samples were found")

// addHuman judges the answers to the samples of a split.
func (e *evaluator) addHuman(ctx context.Context, o HumanOptions, split string, asked map[int][]*humanLine) error {
	name, err := dataFile(o.Data, split)
	if err != nil {
		return err
	}
	left := maps.Clone(asked)
	err = EachRecord(ctx, name, func(r *Record) error {
		sensitive := len(left[r.Idx]) > 0 && r.judgeOrders().sensitive
		for _, l := range left[r.Idx] {
			if e.Setting != BasicSetting {
				j := r.Judge(l.steps)
				e.board.add(&j, humanView(e.Setting, *l.User, split, r.Idx))
				if sensitive {
					e.board.addTo("order_sensitive", &j)
				}
				continue
			}
			if n := len(r.Reference); n != 1 {
				return fmt.Errorf("sample %d has %d steps, and %s:%d answers it for the problem basic, which asks about samples with one",
					r.Idx, n, o.File, l.n)
			}
			e.countBasic(judgeBasic(r.Reference[0], r.Options[0], l.steps[0]))
		}
		delete(left, r.Idx)
		if len(left) == 0 {
			return errAllFound
		}
		return nil
	})
	if err != nil && !errors.Is(err, errAllFound) {
		return err
	}
	for _, index := range slices.Sorted(maps.Keys(left)) {
		return fmt.Errorf("trance: %s:%d: there is no sample %d in %s", o.File, left[index][0].n, index, filepath.ToSlash(name))
	}
	return nil
}
