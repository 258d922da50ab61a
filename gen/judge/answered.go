package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
)

// Samples are the samples of a split, whose answers are an A.
type Samples[A any] interface {
	// Form is what predictions look like, and File what they are compared with.
	Form() Form
	File() string
	// Each calls do for the samples in their order.
	Each(ctx context.Context, do func(Sample[A]) error) error
	// Read reads a prediction with the key of its sample. An ErrUnread is one of an answer that says nothing.
	Read(entry Entry) (key string, answer A, err error)
	// Baseline returns what answers the samples in their order; stop ends it.
	Baseline(ctx context.Context, name string) (answer func(Sample[A]) (A, error), stop func(), err error)
}

// Asked are samples that people are asked about.
type Asked[A any] interface {
	// Person reads what a person answered.
	Person(p *Person) (key string, answer A, err error)
}

// Sample is a sample that answers are given to.
type Sample[A any] interface {
	Key() string // as predictions name it
	// Judge scores the answer of a source; ok is whether there is one. detail is what the file of details tells of it. An error is
	// about an answer that does not fit.
	Judge(source int, answer A, ok bool) (cells []Cell, detail any, err error)
}

// ErrUnread is about an answer that says nothing.
type ErrUnread struct{ Err error }

func (e ErrUnread) Error() string { return e.Err.Error() }

// given is an answer of a file.
type given[A any] struct {
	answer A
	line   int
	used   bool
	unread error
	person *Person
}

// answers are those of a source.
type answers[A any] struct {
	source  *Source
	form    Form
	of      map[string][]*given[A] // of people there may be several
	missing string                 // the first sample that has none
	unread  *given[A]              // the first that says nothing

	baseline func(Sample[A]) (A, error)
}

// Answered judges tasks whose answers have keys. What open returns is nil where a split has none of the task's samples.
func Answered[A any](ctx context.Context, j *Job, b *Board, open func(split string) (Samples[A], error)) error {
	splits := []string{j.Split}
	if j.people != nil {
		splits = j.people.splits
	}
	for _, split := range splits {
		samples, err := open(split)
		if err != nil {
			return err
		}
		if samples == nil {
			continue
		}
		if err := answered(ctx, j, b, split, samples); err != nil {
			return err
		}
	}
	return nil
}

func answered[A any](ctx context.Context, j *Job, b *Board, split string, samples Samples[A]) error {
	var sources []*answers[A]
	for _, source := range j.Sources {
		a := &answers[A]{source: source, form: samples.Form(), of: map[string][]*given[A]{}}
		sources = append(sources, a)
		var err error
		switch {
		case j.people != nil:
			err = a.people(j.people, split, samples)
		case source.Baseline != "":
			var stop func()
			if a.baseline, stop, err = samples.Baseline(ctx, source.Baseline); err == nil {
				defer stop()
			}
		default:
			err = a.read(ctx, samples)
		}
		if err != nil {
			return err
		}
	}
	count := 0
	var unfit error // names the file of predictions and not, as the errors of Each, that of the samples
	add := func(s Sample[A], all []*given[A]) error {
		unfit = add(j, b, s, all)
		return unfit
	}
	err := samples.Each(ctx, func(s Sample[A]) error {
		count++
		if j.people != nil {
			for _, g := range sources[0].of[s.Key()] {
				g.person.used = true
				if err := add(s, []*given[A]{g}); err != nil {
					return err
				}
			}
			return nil
		}
		var all []*given[A]
		for _, a := range sources {
			g, err := a.find(s)
			if err != nil {
				return err
			}
			all = append(all, g)
		}
		return add(s, all)
	})
	if err = cmp.Or(unfit, err); err != nil {
		return err
	}
	if count == 0 {
		return fmt.Errorf("judge: %s has no %s; make the split again, or choose another one", samples.File(), samples.Form().Unit)
	}
	for _, a := range sources {
		if err := a.check(samples.File(), count, j.Partial); err != nil && j.people == nil {
			return err
		}
	}
	return nil
}

// add adds a sample with the answers of all sources, nil for none.
func add[A any](j *Job, b *Board, s Sample[A], all []*given[A]) error {
	var cells [][]Cell
	var details []any
	for i, g := range all {
		var said A
		ok := g != nil && g.unread == nil
		if ok {
			said = g.answer
		}
		of, detail, err := s.Judge(i, said, ok)
		switch {
		case err != nil && g != nil && g.line > 0:
			return fmt.Errorf("judge: %s:%d: %w", j.Sources[i].Predictions, g.line, err)
		case err != nil:
			return err
		}
		cells, details = append(cells, of), append(details, detail)
	}
	return b.Add(s.Key(), cells, func(source int) any { return details[source] })
}

// read reads a file of predictions.
func (a *answers[A]) read(ctx context.Context, samples Samples[A]) error {
	return a.form.each(ctx, a.source.Predictions, func(line int, entry Entry) error {
		g := &given[A]{line: line}
		key, answer, err := samples.Read(entry)
		var unread ErrUnread
		if errors.As(err, &unread) {
			g.unread = err
			a.source.Unreadable++
		} else if err != nil {
			return err
		}
		g.answer = answer
		if old := a.of[key]; old != nil {
			return fmt.Errorf("%s %s was answered in line %d already; keep one of the two", a.form.Key, a.form.shown(key), old[0].line)
		}
		a.of[key] = []*given[A]{g}
		return nil
	})
}

// shown is a key in errors.
func (f *Form) shown(key string) string {
	if f.Text {
		return strconv.Quote(key)
	}
	return key
}

// people takes the answers of people to a split.
func (a *answers[A]) people(p *people, split string, samples Samples[A]) error {
	for _, line := range p.lines {
		if line.Split != split {
			continue
		}
		key, answer, err := samples.(Asked[A]).Person(line)
		if err != nil {
			return fmt.Errorf("judge: %s:%d: %w", p.told.File, line.line, err)
		}
		a.of[key] = append(a.of[key], &given[A]{answer: answer, person: line})
	}
	return nil
}

// find is the answer to a sample, nil for none.
func (a *answers[A]) find(s Sample[A]) (*given[A], error) {
	if a.baseline != nil {
		answer, err := a.baseline(s)
		return &given[A]{answer: answer}, err
	}
	list := a.of[s.Key()]
	if list == nil {
		if a.source.Missing++; a.source.Missing == 1 {
			a.missing = s.Key()
		}
		return nil, nil
	}
	g := list[0]
	g.used = true
	if g.unread != nil && (a.unread == nil || g.line < a.unread.line) {
		a.unread = g
	}
	return g, nil
}

// check finds, after all samples were seen, answers without a sample, samples without an answer, and answers that say nothing; the
// last two are no errors with partial.
func (a *answers[A]) check(file string, count int, partial bool) error {
	var unknown *given[A]
	key := ""
	for k, list := range a.of {
		if g := list[0]; !g.used && (unknown == nil || g.line < unknown.line || g.line == unknown.line && k < key) {
			unknown, key = g, k
		}
	}
	from, f := a.source.Predictions, &a.form
	switch {
	case unknown != nil:
		return fmt.Errorf("judge: %s:%d: %s is %s, but %s has no such one among its %d %s; choose the split that was answered with "+
			"--split, and what was asked with --task", from, unknown.line, f.Key, f.shown(key), file, count, f.Unit)
	case a.source.Missing > 0 && !partial:
		return fmt.Errorf("judge: %s: %d of %d %s have no answer, %s %s is the first; add them, or count them as wrong with --partial",
			from, a.source.Missing, count, f.Unit, f.Key, f.shown(a.missing))
	case a.unread != nil && !partial:
		return fmt.Errorf("judge: %s:%d: %w; %d answers are like that, count them as wrong with --partial", from, a.unread.line,
			a.unread.unread, a.source.Unreadable)
	}
	return nil
}
