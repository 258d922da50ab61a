package trance

import (
	"context"
	"fmt"
	"path"
	"slices"

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
			o.lookAtFloor(cfg, job)
		}
		return o, nil
	}, figureList(cfg, made))
}

// observation is what one record shows.
type observation struct {
	*generatedSample
	sample Sample
	order  orderJudgements
	empty  Judgement                // of no steps
	random [randomAnswers]Judgement // of random steps
	floor  []float64                // the level in the middle of the first picture, where it is looked at and seen
}

// stepShown is a step, what it changes, and where the object was.
type stepShown struct {
	Step
	kind moveType
	from Point
}

// randomAnswers to each sample keep what chance does to their shares small beside the bounds.
const randomAnswers = 10

// observe reads a record. It is nil where the record is not made of as many states, objects and steps as every record is, or
// of other values than there are.
func observe(cfg Config, index int, data []byte, random []func(*Record) []Step) *observation {
	var r infoRecord
	if record.Read(data, &r, record.Part) != nil {
		return nil
	}
	m, err := cfg.sampleOf(&r, index)
	if err != nil || m.states[0].visible() == 0 || slices.ContainsFunc(m.steps, func(s Step) bool { return !cfg.uses(s.Pair) }) {
		return nil
	}
	for k := range m.states {
		for i := range m.states[k] {
			if !m.states[k][i].Position.Valid() {
				return nil
			}
		}
	}
	out := &observation{generatedSample: m, sample: Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}}
	out.order, out.empty = out.sample.judgeOrders(), out.sample.Judge(nil)
	for k, answer := range random {
		out.random[k] = out.sample.Judge(answer(&Record{Idx: index, Sample: out.sample}))
	}
	return out
}

// floorSamples is about the number of first pictures in which the floor is looked at.
const floorSamples = 300

// lookAtFloor takes the level, 0 to 255, in the middle of the first picture, unless an object stands there or the picture cannot be read,
// which checking reports.
func (o *observation) lookAtFloor(cfg Config, job gen.Job) {
	x, y := cfg.Width/2, cfg.Height/2
	if o.counter.ids(&o.states[0], cameraCenter)[y*cfg.Width+x] != 0 {
		return
	}
	name := cfg.pictureName(colorPicture, o.index, stageName(0, len(o.steps)), cameraCenter)
	if rgb, err := write.ReadRGBA(job.Root, path.Join(job.Split, "image", name), cfg.Width, cfg.Height); err == nil {
		at := 3 * (y*cfg.Width + x)
		o.floor = figure.One((int(rgb[at]) + int(rgb[at+1]) + int(rgb[at+2])) / 3)
	}
}
