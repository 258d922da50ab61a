package trance

import (
	"context"
	"fmt"
	"path"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/record"
	"mereo/gen/write"
)

// figures measures a finished split on its info records, and the floor on some pictures, in one pass whose memory does not
// grow with them except for the counts of sequences of pairs.
func figures(ctx context.Context, cfg Config, job gen.Job, made *gen.Counts) ([]gen.Figure, error) {
	var random []func(*Record) []Step
	for k := range uint64(randomAnswers) {
		random = append(random, baseline(BaselineRandom, job.Seed+k))
	}
	apart := 1 + job.Count/floorSamples
	return figure.Measure(ctx, job.Count, func(i int) (*observation, error) {
		data, err := job.Read(cfg.infoPath(job.Split, i))
		if err != nil {
			return nil, fmt.Errorf("trance: %w", err)
		}
		o := observe(cfg, i, data, random)
		if o != nil && job.Pictures && i%apart == 0 {
			o.lookAtFloor(job)
		}
		return o, nil
	}, figureList(cfg, made))
}

// observation is what one record shows.
type observation struct {
	*infoSample
	sample Sample
	steps  []stepShown
	order  orderJudgements
	empty  Judgement                // of no steps
	random [randomAnswers]Judgement // of random steps
	floor  []float64                // the level in the middle of the first picture, where it is looked at and seen
}

// stepShown is what a record shows of a step.
type stepShown struct {
	Step
	before, after  Object
	kind, recorded moveType // by the places, and by the record
	changed        bool     // the object was changed before
	options        []Pair
	from, to       [3]float64 // where the Center camera sees the object: pixels from the left and from the bottom
	// Of a move or a change of size: the objects changed so far that should be seen, and those of them that some camera does not see well.
	shown, hidden int
}

// randomAnswers to each sample keep what chance does to their shares small beside the bounds.
const randomAnswers = 10

// observe reads a record. It is nil where the record is not made of as many states, objects and steps as every record is, or
// of other values than there are.
func observe(cfg Config, index int, data []byte, random []func(*Record) []Step) *observation {
	out := &observation{infoSample: &infoSample{cfg: cfg, index: index}}
	r, m := &out.info, &out.made
	if record.Read(data, r, record.Part) != nil || out.take() != nil || m.states[0].visible() == 0 {
		return nil
	}
	for k := range m.states {
		for i := range m.states[k] {
			if !m.states[k][i].Position.Valid() {
				return nil
			}
		}
	}
	if !out.observeSteps() {
		return nil
	}
	out.sample = Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}
	out.order, out.empty = out.sample.judgeOrders(), out.sample.Judge(nil)
	for k, answer := range random {
		out.random[k] = out.sample.Judge(answer(&Record{Idx: index, Sample: out.sample}))
	}
	return out
}

// observeSteps carries the steps out, and tells whether their values are those that there are.
func (o *observation) observeSteps() bool {
	state := o.made.states[0]
	var changed [ObjectCount]bool
	for i := range o.info.Transformations {
		t, step := &o.info.Transformations[i], o.made.steps[i]
		pair, err := readPair(t.Attr, t.Val)
		if err != nil || pair != t.Pair || !o.cfg.uses(pair) {
			return false
		}
		object := step.Object
		s := stepShown{Step: step, before: state[object], recorded: o.made.types[i], changed: changed[object], kind: noMove}
		s.from, s.to = o.info.States[i].Objects[object].ViewCoords.Center, o.info.States[i+1].Objects[object].ViewCoords.Center
		for _, value := range t.Options {
			option, err := readPair(t.Attr, value)
			if err != nil {
				return false
			}
			s.options = append(s.options, option)
		}
		state.Apply(step)
		s.after, changed[object] = state[object], true
		if a := pair.Attribute(); a == Position || a == Size {
			hidden := o.made.pixels[i+1].hidden(&state, o.made.enough())
			for k := range state {
				if changed[k] && state[k].Position.Visible() {
					s.shown++
					if hidden[k] {
						s.hidden++
					}
				}
			}
			if a == Position {
				s.kind = moveTypeOf(s.before.Position, s.after.Position)
			}
		}
		o.steps = append(o.steps, s)
	}
	return true
}

// floorSamples is about the number of first pictures in which the floor is looked at.
const floorSamples = 300

// lookAtFloor takes the level, 0 to 255, in the middle of the first picture, unless an object stands there or the picture cannot be read,
// which checking reports.
func (o *observation) lookAtFloor(job gen.Job) {
	x, y := o.cfg.Width/2, o.cfg.Height/2
	if newCounter(&o.made.sceneSetup).ids(&o.made.states[0], cameraCenter)[y*o.cfg.Width+x] != 0 {
		return
	}
	name := o.cfg.pictureName(colorPicture, o.index, stageName(0, len(o.made.steps)), cameraCenter)
	if rgb, err := write.ReadRGBA(job.Root, path.Join(job.Split, "image", name), o.cfg.Width, o.cfg.Height); err == nil {
		at := 3 * (y*o.cfg.Width + x)
		o.floor = figure.One((int(rgb[at]) + int(rgb[at+1]) + int(rgb[at+2])) / 3)
	}
}
