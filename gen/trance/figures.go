package trance

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json"

	"mereo/gen"
)

// figures measures a finished split on its info records, and the floor on some pictures, in one pass whose memory does not
// grow with them except for the counts of sequences of pairs.
func figures(ctx context.Context, cfg Config, job gen.Job, items []gen.Item) ([]gen.Figure, error) {
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
	apart := 1 + len(items)/floorSamples
	err := eachInfo(ctx, cfg, job, items, func(i int, data []byte) {
		o := observe(cfg, items[i].Index, data, random)
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
	for i := range items {
		c.addItem(&items[i])
	}
	return c.figures(), nil
}

// eachInfo calls do with the bytes of every item's info record, on all processors and in any order. The error is that of the
// first item that has one.
func eachInfo(ctx context.Context, cfg Config, job gen.Job, items []gen.Item, do func(i int, data []byte)) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	var (
		wg      sync.WaitGroup
		next    atomic.Int64
		mu      sync.Mutex
		failed  = len(items)
		failure error
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for running.Err() == nil { // what was taken is done: items before one that fails were taken before
				i := int(next.Add(1) - 1)
				if i >= len(items) {
					return
				}
				data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(cfg.infoPath(job.Split, items[i].Index))))
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
	*finished
	sample  Sample
	options [][]Pair // of each step
	order   Order
	random  [randomAnswers]Judgement // of random steps
}

// randomAnswers to each sample keep what chance does to their shares small beside the bounds.
const randomAnswers = 10

// observe reads a record. It is nil where the record is not made of as many states, objects and steps as every record is, or
// of other values than there are.
func observe(cfg Config, index int, data []byte, random []func(*Record) []Step) *observation {
	out := &observation{finished: &finished{cfg: cfg, index: index}}
	r, m := &out.info, &out.made
	if json.Unmarshal(data, r) != nil || !out.sizes() || !out.rebuild() || !out.setup() || m.States[0].visible() == 0 {
		return nil
	}
	for k := range m.States {
		for i := range m.States[k] {
			if !m.States[k][i].Position.Valid() {
				return nil
			}
		}
	}
	for i := range r.Transformations {
		t := &r.Transformations[i]
		pair, err := pairOf(t.Attr, t.Val)
		if err != nil || pair != t.Pair || !cfg.uses(pair) {
			return nil
		}
		var options []Pair
		for _, value := range t.Options {
			option, err := pairOf(t.Attr, value)
			if err != nil {
				return nil
			}
			options = append(options, option)
		}
		out.options = append(out.options, options)
	}
	out.sample = Sample{Initial: m.States[0], Final: m.States[len(m.Steps)], Reference: m.Steps}
	out.order = out.sample.Order()
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
	const x, y = pictureWidth / 2, pictureHeight / 2
	if newCounter(&o.made.Setup).ids(&o.made.States[0], Center)[y*pictureWidth+x] != 0 {
		return 0, false
	}
	name := o.cfg.pictureName("img", o.index, stageName(0, len(o.made.Steps)), Center)
	im, err := readPicture(job.Root, path.Join(job.Split, "image", name))
	if err != nil {
		return 0, false
	}
	c := im.NRGBAAt(x, y)
	return (int(c.R) + int(c.G) + int(c.B)) / 3, true
}

// publishedSamples is the smaller number of samples that the published figures are stated for.
const publishedSamples = 3000

// figureList collects figures.
type figureList struct {
	samples int
	out     []gen.Figure
}

func (l *figureList) add(pass bool, name, target, format string, args ...any) {
	l.out = append(l.out, gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass})
}

// none wants that nothing of a kind is there.
func (l *figureList) none(name string, got, of int) {
	l.add(got == 0, name, "0", "%d of %d", got, of)
}

// even wants counts that differ by no more than a bound.
func (l *figureList) even(name string, counts []int, bound int) {
	low, high := slices.Min(counts), slices.Max(counts)
	l.add(high-low <= bound, name, fmt.Sprintf("differ by at most %d", bound), "%d to %d", low, high)
}

// share wants k of n to be a share of lo to hi, written in percent. Nothing is said when n is 0.
func (l *figureList) share(name string, k, n int, lo, hi float64) {
	if n == 0 {
		return
	}
	deviation := func(p float64) float64 { return 100 * math.Sqrt(float64(p*(1-p))/float64(n)) }
	below, above := deviation(lo), min(deviation(hi), 100*(1-hi)/chance)
	l.inside(name, " %", 100*float64(k)/float64(n), n, interval{100 * lo, 100 * hi}, below, above)
}

// enoughToSpread is how many values must be there for their own spread to tell how far off their mean may be.
const enoughToSpread = 30

// mean wants the mean of what was observed to be lo to hi. Nothing is said of less than enoughToSpread.
func (l *figureList) mean(name string, m *moments, scale func(steps int) int, lo, hi float64) {
	if got, deviation, n := m.mean(scale); n >= enoughToSpread {
		l.inside(name, "", got, n, interval{lo, hi}, deviation, deviation)
	}
}

// chance is by how many standard errors few samples may miss an interval.
const chance = 3

// inside wants a value inside an interval, which for few samples is wider by the given standard errors times chance.
func (l *figureList) inside(name, unit string, got float64, n int, want interval, belowLo, aboveHi float64) {
	target := want.String() + unit
	if l.samples < publishedSamples {
		want.lo -= float64(chance * belowLo)
		want.hi += float64(chance * aboveHi)
		target = fmt.Sprintf("%v%s: %s, %d standard errors wider", want, unit, target, chance)
	}
	l.add(got >= want.lo && got <= want.hi, name, target, "%.4g%s of %d", got, unit, n)
}

type interval struct{ lo, hi float64 }

func (i interval) String() string {
	if i.lo <= 0 {
		return fmt.Sprintf("at most %.4g", i.hi)
	}
	return fmt.Sprintf("%.4g to %.4g", i.lo, i.hi)
}
