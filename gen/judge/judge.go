// Package judge scores answers: predictions of files, those of people, and those of baselines, for any set.
//
// A Set has one or several Tasks. A task's Judge gives a Board the scores of each sample, and the board makes of them a Report: a
// table whose rows are groups of samples and whose columns are means with 95 % confidence intervals, of one source of answers or of
// two that are compared sample by sample. Answered is the way of tasks whose answers have keys, and Questions of those that ask
// questions.
package judge

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// Set is a kind of dataset whose answers can be judged.
type Set struct {
	Name string
	// Layout are the files that answers of a split are compared with, below the dataset's folder, of which one is enough:
	// "{split}/questions.json". A file matches by its name.
	Layout []string
	// Split chooses the split where one is named or none is; nil for test, or else the first that Layout finds.
	Split func(root, asked string) (string, error)
	// Flags declares the set's own options, and Check finds wrong use of them; nil for none.
	Flags func(f *flag.FlagSet)
	Check func() error
	Tasks []*Task // the first one is judged where neither the options nor the predictions name one
	// Find is the task of a name that is not in Tasks, where a set knows too many for a list; nil for none.
	Find func(name string) (*Task, error)
	// Without are general options that mean nothing to the set.
	Without []string
	// TaskOf tells from a prediction what task it is for, "" if it does not know; nil where that cannot be seen.
	TaskOf func(entry Entry) string
	// Together is the name of all tasks with the same columns, which are summed up where several are judged at once: answers of people
	// and baselines are then judged for all tasks. "" where they are for the first one.
	Together string
}

// Task is what answers are judged for.
type Task struct {
	Name    string // "" for the only one of a set
	Columns []Column
	// Rows are shown in their order, even empty ones that have published figures, and then others that samples name, by Groups.
	Rows   func(split string) []Row
	Groups []string
	Papers []string // heads of published figures
	Note   string   // where these are from, and other words below the table
	// Baselines are the names of those that the task has; "q-type" is another name of "frequency".
	Baselines []string
	// Judge adds the scores of all samples of a split to the board.
	Judge func(ctx context.Context, job *Job, board *Board) error
	// Overlaps counts what is repeated in the splits of a folder and between them; nil where that makes no sense.
	Overlaps func(ctx context.Context, root string) ([]Overlap, error)

	NoPeople bool // people are not asked

	chance bool // baseline Random has a column of what is expected of it
}

// unpublished are the rows without what is published of the task alone.
func (t *Task) unpublished(split string) (out []Row) {
	for _, r := range t.Rows(split) {
		out = append(out, Row{Group: r.Group, Name: r.Name})
	}
	return out
}

// Options say what is judged. Pred, Human and Baseline exclude each other.
type Options struct {
	Data     string // the dataset's folder
	Split    string // if empty, the set's choice
	Task     string
	Pred     []string // files of predictions; two are compared with each other
	Human    string   // a file of people's answers
	Baseline string
	Train    string // the split that baselines learn from; if empty, train if it is there, else the judged one
	Partial  bool   // what has no prediction counts as wrong and is no error
	Seed     uint64 // of what is drawn
	Detail   string // a file to write: how each answer was judged, and of two predictions those that differ
	Overlap  bool   // count what splits share, too
}

// Job is one split with the sources of answers.
type Job struct {
	Options
	Set     *Set
	Sources []*Source
	people  *people // the answers of Human
}

// all tells whether all tasks of the set are judged that have samples.
func (j *Job) all() bool { return j.Task == "" && len(j.Pred) == 0 && j.Set.Together != "" }

// Source is where answers are from, and what became of them as a whole.
type Source struct {
	Predictions string   `json:"predictions,omitempty"` // a file
	Human       *Human   `json:"human,omitempty"`
	Baseline    string   `json:"baseline,omitempty"`
	TrainedOn   string   `json:"trained_on,omitempty"` // the split that a baseline learned from
	Missing     int      `json:"missing,omitempty"`    // samples without a prediction, counted as wrong
	Unreadable  int      `json:"unreadable,omitempty"` // answers that say nothing, counted as wrong
	Notes       []string `json:"notes,omitempty"`
}

// name is how tables call a source.
func (s *Source) name() string {
	switch {
	case s.Human != nil:
		return "answers of people in " + s.Human.File
	case s.Baseline != "":
		return "baseline " + s.Baseline
	}
	return "answers of " + s.Predictions
}

// Names of baselines that several tasks have.
const (
	Oracle    = "oracle"    // the truth, found a second time where there is a way
	Random    = "random"    // a uniform draw of the answers that are possible
	Frequency = "frequency" // the most frequent training answer of the question's family
	Words     = "words"     // what a classifier guesses from the words of the question
)

// aliases are further names of baselines.
var aliases = map[string]string{"q-type": Frequency, "reference": Oracle}

// Run judges answers.
func Run(ctx context.Context, set *Set, o Options) (*Report, error) {
	if alias := aliases[o.Baseline]; alias != "" {
		o.Baseline = alias
	}
	job := &Job{Options: o, Set: set}
	if err := job.choose(); err != nil {
		return nil, err
	}
	tasks, err := job.tasks(ctx)
	if err != nil {
		return nil, err
	}
	r := &Report{Set: set.Name, Data: o.Data, Split: job.Split}
	if len(o.Pred) == 0 && o.Human == "" && o.Baseline == "" {
		return r, r.overlaps(ctx, tasks, o)
	}
	judge := func(detail io.Writer) error { return job.judge(ctx, tasks, r, detail) }
	if o.Detail == "" {
		err = judge(nil)
	} else {
		// What is wrong with answers or data is no fault of the file of details.
		var wrong error
		_, err = write.Stream(filepath.Dir(o.Detail), filepath.Base(o.Detail), func(w io.Writer) error {
			wrong = judge(w)
			return wrong
		})
		err = cmp.Or(wrong, err)
	}
	if err != nil {
		return nil, err
	}
	return r, r.overlaps(ctx, tasks, o)
}

// judge fills the report, task by task.
func (j *Job) judge(ctx context.Context, tasks []*Task, r *Report, detail io.Writer) error {
	var together *Board
	if len(tasks) > 1 && j.Set.Together != "" {
		first := tasks[0]
		together = newBoard(&Task{
			Name: j.Set.Together, Columns: first.Columns, Rows: first.unpublished, Groups: first.Groups, chance: first.chance,
		}, j, nil)
	}
	added := 0
	for _, task := range tasks {
		j.sources()
		board := newBoard(task, j, detail)
		if together != nil && slices.EqualFunc(board.columns, together.columns, func(a, b Column) bool { return a.Name == b.Name }) {
			board.together = together
		}
		if err := task.Judge(ctx, j, board); err != nil {
			return err
		}
		if board.samples == 0 && len(tasks) > 1 {
			continue
		}
		r.Tasks = append(r.Tasks, board.report(j.Sources))
		if board.together != nil {
			added++
		}
	}
	if j.people != nil {
		if err := j.people.check(j.Data); err != nil {
			return err
		}
	}
	if len(r.Tasks) == 0 {
		return fmt.Errorf("judge: %s: split %s has nothing to judge; choose another split, or ask its questions", j.Data, j.Split)
	}
	if added > 1 {
		r.Tasks = append(r.Tasks, together.report([]*Source{{Baseline: j.Baseline, Human: j.Sources[0].Human}}))
	}
	return nil
}

// sources begins with what nothing is known of yet.
func (j *Job) sources() {
	j.Sources = nil
	switch {
	case j.people != nil:
		j.Sources = []*Source{{Human: &j.people.told}}
	case j.Baseline != "":
		j.Sources = []*Source{{Baseline: j.Baseline}}
	}
	for _, name := range j.Pred {
		j.Sources = append(j.Sources, &Source{Predictions: name})
	}
}

// choose finds the split, and reads the answers of people, who say themselves what they answered.
func (j *Job) choose() (err error) {
	if j.Human != "" {
		if j.people, err = readPeople(j.Human, j.Split); err != nil {
			return err
		}
		if len(j.people.splits) == 1 {
			j.Split = j.people.splits[0]
		}
	}
	if j.Set.Split != nil {
		j.Split, err = j.Set.Split(j.Data, j.Split)
		return err
	}
	there, err := j.Set.splits(j.Data)
	split := cmp.Or(j.Split, "test")
	if j.Split == "" && len(there) > 0 && !slices.Contains(there, split) {
		split = there[0]
	}
	switch {
	case err != nil:
		return err
	case len(there) == 0:
		return fmt.Errorf("judge: %s: no split has its %s; generate a split in full, or ask its questions", j.Data,
			strings.Join(j.Set.Layout, " or "))
	case !slices.Contains(there, split):
		return fmt.Errorf("judge: %s: split %s has no %s; choose one of %s with --split, or ask its questions", j.Data, split,
			strings.ReplaceAll(strings.Join(j.Set.Layout, " or "), "{split}", split), strings.Join(there, ", "))
	}
	j.Split = split
	return nil
}

// splits are those that Layout finds in a folder.
func (s *Set) splits(root string) (out []string, err error) {
	for _, pattern := range s.Layout {
		files, err := fs.Glob(folder.FS(root), strings.ReplaceAll(pattern, "{split}", "*"))
		if err != nil {
			return nil, fmt.Errorf("judge: %s: %w", root, err)
		}
		before, behind, named := strings.Cut(pattern, "{split}")
		behind, _, _ = strings.Cut(behind, "{split}")
		for _, f := range files {
			split, _, _ := strings.Cut(strings.TrimPrefix(f, before), behind)
			if named && strings.ReplaceAll(pattern, "{split}", split) == f {
				out = append(out, split)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Recognize tells whether a folder, or a file, has the layout of the set.
func (s *Set) Recognize(root string) bool {
	for _, pattern := range s.Layout {
		pattern = strings.ReplaceAll(pattern, "{split}", "*")
		if files, err := fs.Glob(folder.FS(root), pattern); err == nil && len(files) > 0 {
			return true
		}
		if ok, err := path.Match(pattern, filepath.Base(root)); ok && err == nil {
			return true
		}
	}
	return false
}

// File is the first file of patterns like Layout that the split has.
func (j *Job) File(split string, patterns ...string) (string, error) {
	var names []string
	for _, pattern := range patterns {
		name := strings.ReplaceAll(pattern, "{split}", split)
		if isFile(j.Data, name) {
			return filepath.Join(j.Data, filepath.FromSlash(name)), nil
		}
		names = append(names, name)
	}
	return "", fmt.Errorf("judge: %s: split %s has no %s; choose another split, or ask its questions: %w", j.Data, split,
		strings.Join(names, " or "), fs.ErrNotExist)
}

func isFile(root, name string) bool {
	_, err := folder.Stat(root, name)
	return !errors.Is(err, fs.ErrNotExist)
}

// tasks are those that are judged: the one that is asked for or that predictions are for, or with people and baselines all.
func (j *Job) tasks(ctx context.Context) ([]*Task, error) {
	var names []string
	for _, t := range j.Set.Tasks {
		names = append(names, t.Name)
	}
	name := j.Task
	if name == "" && len(j.Pred) > 0 && j.Set.TaskOf != nil {
		var err error
		if name, err = firstTask(ctx, j.Pred[0], j.Set.TaskOf); err != nil {
			return nil, err
		}
	}
	if j.people != nil && j.people.problem != "" && slices.Contains(names, j.people.problem) {
		name = j.people.problem
	}
	i := slices.Index(names, name)
	switch {
	case i >= 0 && !(name == "" && j.all()):
		return j.fit(j.Set.Tasks[i])
	case j.Set.Find != nil:
		t, err := j.Set.Find(name)
		if err != nil {
			return nil, err
		}
		return j.fit(t)
	case name != "":
		return nil, fmt.Errorf("judge: %s has no task %q, choose one of %s with --task", j.Set.Name, name, strings.Join(names, ", "))
	case !j.all():
		return j.fit(j.Set.Tasks[0])
	}
	return j.fit(j.Set.Tasks...)
}

// fit are those of some tasks that have the baseline, and are asked of people where these are judged.
func (j *Job) fit(all ...*Task) (out []*Task, err error) {
	var names []string
	for _, t := range all {
		if (j.Baseline == "" || slices.Contains(t.Baselines, j.Baseline)) && (j.people == nil || !t.NoPeople) {
			out = append(out, t)
		}
		for _, b := range t.Baselines {
			if !slices.Contains(names, b) {
				names = append(names, b)
			}
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case j.people != nil:
		return nil, fmt.Errorf("judge: people are not asked about %s; give predictions with --pred", j.Set.Name)
	case names == nil:
		return nil, fmt.Errorf("judge: task %s of %s has no baselines; give predictions with --pred", all[0].Name, j.Set.Name)
	}
	return nil, fmt.Errorf("judge: %s has no baseline %q, want one of %s", j.Set.Name, j.Baseline, strings.Join(names, ", "))
}

// Entry is an entry of a file of predictions: an object.
type Entry []byte

// Decode reads the members of an entry that a struct has; others are ignored.
func (e Entry) Decode(into any) error {
	return record.Read(e, into, record.Part|record.Item)
}
