package qlevr

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"mereo/scenes/rng"
)

// Baselines that need no predictions.
const (
	// BaselineQType answers with the more frequent training answer of the template's family.
	BaselineQType = "q-type"
	// BaselineOracle runs the program on the scene, with an executor that questions are not made with.
	BaselineOracle = "oracle"
	// BaselineRandom tosses a coin.
	BaselineRandom = "random"
)

// Baselines are their names.
var Baselines = []string{BaselineQType, BaselineOracle, BaselineRandom}

// baseline returns a function that answers questions, ok if there is an answer; stop ends it.
func (e *Evaluation) baseline(
	ctx context.Context, o EvalOptions,
) (answer func(q *QuestionRecord) (answer, ok bool, err error), stop func(), err error) {
	stop = func() {}
	switch o.Baseline {
	case BaselineRandom:
		return func(q *QuestionRecord) (bool, bool, error) {
			key := rng.Key{Seed: o.Seed, Set: "qlevr", Split: o.Split, Index: q.QuestionIndex}
			return rng.At(key, "baseline").Bool(0.5), true, nil
		}, stop, nil
	case BaselineQType:
		e.TrainedOn = "train"
		name, err := questionFileOf(o.Data, e.TrainedOn)
		if err != nil {
			e.TrainedOn, name = e.Split, e.Questions
		}
		trained := majorities{}
		err = eachQuestion(ctx, name, func(q *QuestionRecord) error {
			trained.add(q)
			return nil
		})
		return func(q *QuestionRecord) (bool, bool, error) { return trained.answer(q), true, nil }, stop, err
	case BaselineOracle:
		name := filepath.Join(o.Data, "3d_scene", o.Split, "scenes_3d_"+o.Split+".json")
		answer, stop = e.oracle(ctx, name, o.Templates)
		return answer, stop, nil
	}
	return nil, nil, fmt.Errorf("qlevr: baseline is %q, want one of %q", o.Baseline, Baselines)
}

// majorities count answers by family: false, true.
type majorities map[string]*[2]int

func (m majorities) add(q *QuestionRecord) {
	family := q.Template.FamilyKey()
	if m[family] == nil {
		m[family] = &[2]int{}
	}
	if q.Answer {
		m[family][1]++
	} else {
		m[family][0]++
	}
}

// answer is the more frequent answer of the question's family, false where both are as frequent.
func (m majorities) answer(q *QuestionRecord) bool {
	n := m[q.Template.FamilyKey()]
	return n != nil && n[1] > n[0]
}

// templateTable finds templates by their names as tuples.
type templateTable map[string]*Template

func newTemplateTable(templates []Template) templateTable {
	out := templateTable{}
	for i := range templates {
		out[templates[i].name().String()] = &templates[i]
	}
	return out
}

// run runs a question on its scene a second time. A question that makes no sense there has rejected set in the result.
func (t templateTable) run(s *Scene, q *QuestionRecord) (*secondRun, error) {
	template := t[q.Template.String()]
	if template == nil {
		return nil, fmt.Errorf("there is no template %s", q.Template)
	}
	in, err := q.instance(template)
	if err != nil {
		return nil, err
	}
	return runSecond(s, in)
}

// oracle reads scenes along with the questions, whose pictures must come in the same order.
func (e *Evaluation) oracle(
	ctx context.Context, name string, templates []Template,
) (answer func(q *QuestionRecord) (answer, ok bool, err error), stop func()) {
	table := newTemplateTable(templates)
	next, stop := iter.Pull2(func(yield func(*Scene, error) bool) {
		stopped := errors.New("stopped")
		err := eachStoredScene(ctx, name, func(s *Scene) error {
			if !yield(s, nil) {
				return stopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(nil, err)
		}
	})
	var scene *Scene
	return func(q *QuestionRecord) (bool, bool, error) {
		for scene == nil || scene.ImageIndex < q.ImageIndex {
			s, err, ok := next()
			if err != nil {
				return false, false, err
			}
			if !ok {
				return false, false, fmt.Errorf("picture %d is not in %s", q.ImageIndex, name)
			}
			scene = s
		}
		if scene.ImageIndex != q.ImageIndex {
			return false, false, fmt.Errorf("picture %d is not in %s, or not in the questions' order", q.ImageIndex, name)
		}
		r, err := table.run(scene, q)
		if err != nil {
			return false, false, err
		}
		sense := r.rejected < 0
		if e.FirstWrong == "" && !sense {
			e.FirstWrong = fmt.Sprintf("question %d: makes no sense on its scene: node %d has no result", q.QuestionIndex, r.rejected)
		} else if e.FirstWrong == "" && r.answer != q.Answer {
			e.FirstWrong = fmt.Sprintf("question %d: its program gives %v, stored is %v", q.QuestionIndex, r.answer, q.Answer)
		}
		return r.answer, sense, nil
	}, stop
}
