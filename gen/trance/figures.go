package trance

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"sync"
	"sync/atomic"

	"mereo/gen"
	"mereo/gen/record"
)

// figures measures a finished split on its info records, and the floor on some pictures, in one pass whose memory does not
// grow with them except for the counts of sequences of pairs.
func figures(ctx context.Context, cfg Config, job gen.Job, made *gen.Counts) ([]gen.Figure, error) {
	var random []func(*Record) []Step
	for k := range uint64(randomAnswers) {
		answer, err := baseline(BaselineRandom, job.Seed+k)
		if err != nil {
			return nil, err
		}
		random = append(random, answer)
	}
	var mu sync.Mutex
	c := newCounts(cfg)
	apart := 1 + job.Count/floorSamples
	err := eachInfo(ctx, cfg, job, func(i int, data []byte) {
		o := observe(cfg, i, data, random)
		level, seen := 0, false
		if o != nil && job.Pictures && i%apart == 0 {
			level, seen = o.floor(job)
		}
		mu.Lock()
		defer mu.Unlock()
		c.add(o)
		if seen {
			c.floor.add(0, level)
		}
	})
	if err != nil {
		return nil, err
	}
	c.addMaking(made)
	return c.figures(), nil
}

// eachInfo calls do with the bytes of every sample's info record, on all processors and in any order. The error is that of the
// first sample that has one.
func eachInfo(ctx context.Context, cfg Config, job gen.Job, do func(i int, data []byte)) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	var (
		wg      sync.WaitGroup
		next    atomic.Int64
		mu      sync.Mutex
		failed  = job.Count
		failure error
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for running.Err() == nil { // what was taken is done: samples before one that fails were taken before
				i := int(next.Add(1) - 1)
				if i >= job.Count {
					return
				}
				data, err := job.Read(cfg.infoPath(job.Split, i))
				if err == nil {
					do(i, data)
					continue
				}
				stop()
				mu.Lock()
				if i < failed {
					failed, failure = i, fmt.Errorf("trance: %w", err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failure != nil {
		return failure
	}
	return ctx.Err()
}

// observation is what one record shows.
type observation struct {
	*infoSample
	sample  Sample
	options [][]Pair // of each step
	order   orderJudgements
	random  [randomAnswers]Judgement // of random steps
}

// randomAnswers to each sample keep what chance does to their shares small beside the bounds.
const randomAnswers = 10

// observe reads a record. It is nil where the record is not made of as many states, objects and steps as every record is, or
// of other values than there are.
func observe(cfg Config, index int, data []byte, random []func(*Record) []Step) *observation {
	out := &observation{infoSample: &infoSample{cfg: cfg, index: index}}
	r, m := &out.info, &out.made
	if record.Read(data, r, record.Part) != nil || !out.sizes() || !out.rebuild() || !out.setup() || m.states[0].visible() == 0 {
		return nil
	}
	for k := range m.states {
		for i := range m.states[k] {
			if !m.states[k][i].Position.Valid() {
				return nil
			}
		}
	}
	for i := range r.Transformations {
		t := &r.Transformations[i]
		pair, err := readPair(t.Attr, t.Val)
		if err != nil || pair != t.Pair || !cfg.uses(pair) {
			return nil
		}
		var options []Pair
		for _, value := range t.Options {
			option, err := readPair(t.Attr, value)
			if err != nil {
				return nil
			}
			options = append(options, option)
		}
		out.options = append(out.options, options)
	}
	out.sample = Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}
	out.order = out.sample.judgeOrders()
	for k, answer := range random {
		out.random[k] = out.sample.Judge(answer(&Record{Idx: index, Sample: out.sample}))
	}
	return out
}

// floorSamples is about the number of first pictures in which the floor is looked at.
const floorSamples = 300

// floor is the level, 0 to 255, in the middle of the first picture; ok is false where an object stands there, or where the
// picture cannot be read, which checking reports.
func (o *observation) floor(job gen.Job) (level int, ok bool) {
	x, y := o.cfg.Width/2, o.cfg.Height/2
	if newCounter(&o.made.sceneSetup).ids(&o.made.states[0], cameraCenter)[y*o.cfg.Width+x] != 0 {
		return 0, false
	}
	name := o.cfg.pictureName(colorPicture, o.index, stageName(0, len(o.made.steps)), cameraCenter)
	im, err := o.cfg.readPicture(job.Root, path.Join(job.Split, "image", name))
	if err != nil {
		return 0, false
	}
	c := im.NRGBAAt(x, y)
	return (int(c.R) + int(c.G) + int(c.B)) / 3, true
}
