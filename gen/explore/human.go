package explore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"mereo/gen/show"
	"mereo/scenes/rng"
)

// Kinds of tests: choosing answers to questions, or tasks of the set's own.
const (
	testQuestions = "questions"
	testTask      = "task"
)

// quiz is a test for people.
type quiz struct {
	kind     string            // empty for none
	problems []string          // of questions the splits, of tasks what the set says
	says     map[string]string // what problems are
	split    *split            // of tasks
	tester   show.Tester       // of tasks
}

// test tells what test there is.
func (e *Explorer) test() (q quiz) {
	for _, name := range testSplits {
		s, ok := e.splits[name]
		if !ok {
			continue
		}
		if q.tester = s.reader.Tester(); q.tester == nil {
			break
		}
		q.kind, q.split, q.says = testTask, s, map[string]string{}
		for _, p := range q.tester.Problems() {
			q.problems = append(q.problems, p.Name)
			q.says[p.Name] = p.Value
		}
		return q
	}
	if e.opt.Set.About().Pictures != nil && len(e.splits[e.names[0]].reader.Functions()) > 0 {
		q.kind, q.problems = testQuestions, e.names
	}
	return q
}

// testSplits are the splits whose samples are tasks: the first one that is there.
var testSplits = []string{"test", "val", "train"}

// problem is the split and, for tasks, the tester of a problem.
func (e *Explorer) problem(name string) (*split, show.Tester, error) {
	q := e.test()
	switch {
	case q.kind == "":
		return nil, nil, notFound("%s has no test for people", e.opt.Set.Name())
	case !slices.Contains(q.problems, name):
		return nil, nil, badRequest("the problem is %q, want one of %q", show.Cut(name), q.problems)
	case q.kind == testQuestions:
		return e.splits[name], nil, nil
	}
	return q.split, q.tester, nil
}

// person is who a request is about, and which problem.
func person(r *http.Request) (user, problem string, err error) {
	q := r.URL.Query()
	return q.Get("user"), q.Get("problem"), checkUser(q.Get("user"))
}

// pictureJSON is a picture and where it is.
type pictureJSON struct {
	Name   string  `json:"name"`
	URL    string  `json:"url"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Film   string  `json:"film,omitempty"`
	Time   float64 `json:"time,omitempty"`
}

// next is the task, or question, that a user gets next: the first one in an order drawn by lot for user and problem that has no
// answer yet. All samples come once before one comes a second time.
func (e *Explorer) next(r *http.Request) (any, error) {
	user, problem, err := person(r)
	if err != nil {
		return nil, err
	}
	s, tester, err := e.problem(problem)
	if err != nil {
		return nil, err
	}
	before, err := e.store.lines(user, problem)
	if err != nil {
		return nil, err
	}
	answered := map[int]int{} // by index
	for i := range before {
		if before[i].Split == s.Split {
			answered[before[i].Index]++
		}
	}
	lot := rng.At(rng.Key{Seed: e.opt.Identity.Seed, Set: e.opt.Set.Name(), Split: s.Split}, "human test of "+user+" in "+problem)
	order := lot.Perm(s.Count)
	for round, more := 0, true; more; round++ {
		more = false
		for _, index := range order {
			if err := r.Context().Err(); err != nil {
				return nil, err
			}
			if answered[index] > round {
				more = true
				continue
			}
			var out any
			if tester != nil {
				out, err = task(tester, s, user, problem, index)
			} else {
				out, err = e.question(r, s, user, index, round, before)
			}
			if errors.Is(err, fs.ErrNotExist) || err == nil && out == nil {
				continue
			}
			return out, err
		}
		if tester != nil {
			break
		}
	}
	if len(before) == 0 {
		return nil, notFound("there is nothing to ask in %s yet", problem)
	}
	return nil, notFound("%s has answered everything that there is in %s", user, problem)
}

// task is what the set shows of a sample, and where that is.
func task(t show.Tester, s *split, user, problem string, index int) (any, error) {
	shown, err := t.Task(problem, user, index)
	return struct {
		Split string `json:"split"`
		Index int    `json:"index"`
		*show.Task
	}{s.Split, index, shown}, err
}

// question is a question about a sample that the user has not answered; nil where there is none.
func (e *Explorer) question(r *http.Request, s *split, user string, index, round int, before []line) (any, error) {
	sample, err := e.read(r.Context(), s, index)
	if err != nil {
		return nil, err
	}
	page := sample.Page()
	if len(page.Questions) <= round {
		return nil, nil
	}
	order := rng.At(rng.Key{Seed: e.opt.Identity.Seed, Set: e.opt.Set.Name(), Split: s.Split, Index: index}, "human test of "+user).
		Perm(len(page.Questions))
	for _, n := range order {
		q := page.Questions[n]
		if q.Answer == "" || len(q.Choices) == 0 || slices.ContainsFunc(before, func(l line) bool { return l.about(s.Split, index, &n) }) {
			continue
		}
		pictures := []pictureJSON{}
		for _, p := range page.Pictures {
			if p.Path != "" {
				pictures = append(pictures, pictureJSON{p.Name, (&url.URL{Path: "/file/" + p.Path}).EscapedPath(), p.Width, p.Height, p.Film, p.Time})
			}
		}
		return struct {
			Split    string        `json:"split"`
			Index    int           `json:"index"`
			Question int           `json:"question"`
			Text     string        `json:"text"`
			Choices  []string      `json:"choices"`
			Texts    []show.Row    `json:"texts"`
			Pictures []pictureJSON `json:"pictures"`
		}{s.Split, index, n, q.Text, q.Choices, nonNil(q.Texts), pictures}, nil
	}
	return nil, nil
}

// answerRequest is an answer as the page sends it.
type answerRequest struct {
	User     string          `json:"user"`
	Problem  string          `json:"problem"`
	Split    string          `json:"split"`
	Index    int             `json:"index"`
	Question *int            `json:"question"`
	Answer   json.RawMessage `json:"answer"`
	Started  time.Time       `json:"started"`
	Seconds  float64         `json:"seconds"`
	Mode     string          `json:"mode"`
}

// maxSeconds is the longest time of an answer: a day. The page sends no more, however long a task was left open.
const maxSeconds = 24 * 60 * 60

// answer judges and stores an answer. The same one sent again, as after a lost connection, is not stored again.
func (e *Explorer) answer(r *http.Request, in answerRequest) (any, error) {
	if e.storesNot != "" {
		return nil, statusError{http.StatusForbidden, fmt.Errorf("answers are not stored: %s", e.storesNot)}
	}
	if err := checkUser(in.User); err != nil {
		return nil, err
	}
	s, tester, err := e.problem(in.Problem)
	if err != nil {
		return nil, err
	}
	switch {
	case in.Split != s.Split:
		return nil, badRequest("the split is %q, want %q", show.Cut(in.Split), s.Split)
	case in.Index < 0 || in.Index >= s.Count:
		return nil, badRequest("the index is %d, want 0 to %d", in.Index, s.Count-1)
	case in.Mode != "instant" && in.Mode != "blind":
		return nil, badRequest(`the mode is %q, want "instant" or "blind"`, show.Cut(in.Mode))
	case in.Started.IsZero():
		return nil, badRequest("the answer does not say when it was started")
	case !(in.Seconds >= 0 && in.Seconds <= maxSeconds):
		return nil, badRequest("seconds are %g, want 0 to %d", in.Seconds, maxSeconds)
	case (in.Question == nil) != (tester != nil):
		return nil, badRequest("question is missing, or there where tasks have none")
	}
	l := &line{
		User: in.User, Problem: in.Problem, Split: in.Split, Index: in.Index, Question: in.Question, Answer: in.Answer,
		Started: in.Started.UTC(), Seconds: in.Seconds, Mode: in.Mode, Stored: time.Now().UTC().Truncate(time.Millisecond),
	}
	if tester != nil {
		l.Judgement, err = tester.Judge(in.Problem, in.User, in.Index, in.Answer)
	} else {
		l.Judgement, err = e.judge(r, s, l)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	} else if err != nil {
		return nil, badRequest("%w", err)
	}
	if l, err = e.store.add(l); err != nil {
		return nil, err
	}
	if in.Mode == "blind" {
		return struct {
			Stored bool `json:"stored"`
		}{true}, nil
	}
	return struct {
		Judgement show.Judgement `json:"judgement"`
		Told      *show.Told     `json:"told"`
	}{l.Judgement, tell(tester, l)}, nil
}

// tell says what a judgement is: that of a task, or of an answer to a question.
func tell(t show.Tester, l *line) *show.Told {
	if t != nil {
		return t.Tell(l.Judgement)
	}
	var given string
	var result questionResult
	if json.Unmarshal(l.Answer, &given) != nil || json.Unmarshal(l.Judgement.Result, &result) != nil {
		return nil
	}
	out := &show.Told{
		Verdict: "Right", Rows: []show.Row{{Name: "question", Value: result.Text}, {Name: "answer", Value: given}},
		Reasons: []string{}, Lists: []show.Listed{},
	}
	if !l.Judgement.Correct {
		out.Verdict, out.Reasons = "Wrong", []string{fmt.Sprintf("the answer is %s, yours was %s", result.Answer, given)}
	}
	return out
}

// questionResult is what is kept of an answer to a question.
type questionResult struct {
	Text   string `json:"text"`
	Type   string `json:"type,omitempty"`
	Answer string `json:"answer"` // the right one
}

// judge compares an answer to a question with the right one, in small letters and without space around.
func (e *Explorer) judge(r *http.Request, s *split, l *line) (j show.Judgement, err error) {
	sample, err := e.read(r.Context(), s, l.Index)
	if err != nil {
		return j, err
	}
	questions := sample.Page().Questions
	if *l.Question < 0 || *l.Question >= len(questions) {
		return j, fmt.Errorf("question is %d, want 0 to %d", *l.Question, len(questions)-1)
	}
	q := questions[*l.Question]
	var given string
	if err := json.Unmarshal(l.Answer, &given); err != nil {
		return j, fmt.Errorf("the answer is %s, want a text", show.Cut(string(bytes.TrimSpace(l.Answer))))
	}
	given = strings.TrimSpace(given)
	same := func(choice string) bool { return strings.EqualFold(choice, given) }
	switch {
	case given == "":
		return j, errors.New("the answer is empty")
	case len(q.Choices) == 0:
		return j, fmt.Errorf("question %d has no choices and is none of the test", *l.Question)
	case !slices.ContainsFunc(q.Choices, same):
		return j, fmt.Errorf("the answer is %q, want one of %q", show.Cut(given), q.Choices)
	}
	j.Correct = same(strings.TrimSpace(q.Answer))
	j.Result, err = json.Marshal(questionResult{q.Text, questionType(q), q.Answer})
	return j, err
}

// questionType is what answers are grouped by.
func questionType(q show.Question) string {
	for _, row := range q.Rows {
		if row.Name == "type" {
			return row.Value
		}
	}
	if len(q.Rows) > 0 {
		return q.Rows[0].Value
	}
	return ""
}

// score sums up answers.
type score struct {
	Count int     `json:"answers"`
	Right float64 `json:"right"` // share
	Time  float64 `json:"time"`  // mean, seconds
}

func (s *score) add(l *line) {
	right := 0.0
	if l.Judgement.Correct {
		right = 1
	}
	s.Count++
	s.Right += (right - s.Right) / float64(s.Count)
	s.Time += (l.Seconds - s.Time) / float64(s.Count)
}

// history is what a user has answered, newest first, and what that adds up to.
func (e *Explorer) history(r *http.Request) (any, error) {
	user, problem, err := person(r)
	if err != nil {
		return nil, err
	}
	_, tester, err := e.problem(problem)
	if err != nil {
		return nil, err
	}
	lines, err := e.store.lines(user, problem)
	if err != nil {
		return nil, err
	}
	all := struct {
		score
		Types  map[string]*score `json:"types,omitempty"`  // of questions
		Scores []show.Figures    `json:"scores,omitempty"` // of tasks
	}{Types: map[string]*score{}}
	var judged []show.Judgement
	for i := range lines {
		l := &lines[i]
		judged = append(judged, l.Judgement)
		all.add(l)
		var result questionResult
		if tester != nil || json.Unmarshal(l.Judgement.Result, &result) != nil || result.Type == "" {
			continue
		}
		if all.Types[result.Type] == nil {
			all.Types[result.Type] = &score{}
		}
		all.Types[result.Type].add(l)
	}
	type toldLine struct {
		line
		Told *show.Told `json:"told"`
	}
	var out struct {
		Lines      []toldLine `json:"lines"`
		Statistics any        `json:"statistics"`
	}
	if tester != nil {
		all.Scores = tester.Statistics(problem, judged)
	}
	out.Statistics, out.Lines = all, []toldLine{}
	for i := range slices.Backward(lines) {
		out.Lines = append(out.Lines, toldLine{lines[i], tell(tester, &lines[i])})
	}
	return out, nil
}

// export hands out the lines of a user, of all problems or of one.
func (e *Explorer) export(w http.ResponseWriter, r *http.Request) error {
	user, problem, err := person(r)
	if err != nil {
		return err
	}
	problems := e.test().problems
	if problem != "" {
		if _, _, err := e.problem(problem); err != nil {
			return err
		}
		problems = []string{problem}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, p := range problems {
		lines, err := e.store.lines(user, p)
		if err != nil {
			return err
		}
		for i := range lines {
			if err := encoder.Encode(&lines[i]); err != nil {
				return err
			}
		}
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", safeName(user)+".jsonl"))
	w.Header().Set("Cache-Control", keepNot)
	w.Write(out.Bytes())
	return nil
}
