package trance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
)

// figures measures a finished split on its info records, in one pass whose memory does not grow with them except for the
// counts of sequences of pairs.
func figures(ctx context.Context, cfg Config, job gen.Job, items []gen.Item) ([]gen.Figure, error) {
	random, err := baseline(BaselineRandom, job.Seed)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	c := newCounts(cfg)
	err = eachInfo(ctx, cfg, job, items, func(i int, r *measuredRecord) {
		o := observe(cfg, items[i].Index, r, random)
		mu.Lock()
		defer mu.Unlock()
		c.add(o)
	})
	if err != nil {
		return nil, err
	}
	for i := range items {
		c.addItem(&items[i])
	}
	return c.figures(), nil
}

// eachInfo calls do with the info record of every item, on all processors and in any order.
func eachInfo[T any](
	ctx context.Context, cfg Config, job gen.Job, items []gen.Item, do func(i int, r *T),
) error {
	workers := min(runtime.GOMAXPROCS(0), max(len(items), 1))
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(items) && errs[w] == nil; i += workers {
				if errs[w] = ctx.Err(); errs[w] != nil {
					return
				}
				name := cfg.infoPath(job.Split, items[i].Index)
				data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(name)))
				if err != nil {
					errs[w] = fmt.Errorf("trance: %w", err)
					return
				}
				var r T
				if err := json.Unmarshal(data, &r); err != nil {
					errs[w] = fmt.Errorf("trance: %s: %w", name, err)
					return
				}
				do(i, &r)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// measuredRecord is what figures look at in an info record.
type measuredRecord struct {
	States []struct {
		Objects []measuredObject         `json:"objects"`
		Pixels  byCamera[map[string]int] `json:"n_pixels"` // by name
	} `json:"states"`
	Transformations []struct {
		Object  int              `json:"obj_idx"`
		Attr    string           `json:"attr"`
		Val     jsontext.Value   `json:"val"`
		Type    string           `json:"type"`
		Options []jsontext.Value `json:"options"`
	} `json:"transformations"`
}

type measuredObject struct {
	Color    string    `json:"color"`
	Material string    `json:"material"`
	Shape    string    `json:"shape"`
	Size     string    `json:"size"`
	Position []float64 `json:"position"`
}

// object reads an object; ok is false where there is no such value, or no such point of the plane.
func (m *measuredObject) object() (o Object, ok bool) {
	for _, v := range [...]struct {
		of   Attribute
		word string
	}{{Color, m.Color}, {Material, m.Material}, {Shape, m.Shape}, {Size, m.Size}} {
		i := slices.Index(values[v.of], v.word)
		if i < 0 {
			return o, false
		}
		o.values[v.of] = uint8(i)
	}
	if len(m.Position) != 2 {
		return o, false
	}
	x, y := m.Position[0], m.Position[1]
	o.Position = Point{int(x), int(y)}
	return o, x == math.Trunc(x) && y == math.Trunc(y) && o.Position.Valid()
}

// observation is what one record shows.
type observation struct {
	sample  Sample
	options [][]Pair                   // of each step
	words   []string                   // for the move type of each step
	pixels  []byCamera[map[string]int] // of each state
	order   Order
	random  Judgement // of random steps
}

// observe reads a record. It is nil where the record is not made of as many states, objects and steps as every record is, or
// of other values than there are.
func observe(cfg Config, index int, r *measuredRecord, random func(*Record) []Step) *observation {
	n := len(r.Transformations)
	if n < 1 || n > maxSequence || len(r.States) != n+1 {
		return nil
	}
	out := &observation{}
	for i := range r.States {
		if len(r.States[i].Objects) != ObjectCount {
			return nil
		}
		var state State
		for k := range state {
			var ok bool
			if state[k], ok = r.States[i].Objects[k].object(); !ok {
				return nil
			}
		}
		if i == 0 {
			out.sample.Initial = state
		}
		out.sample.Final = state
		out.pixels = append(out.pixels, r.States[i].Pixels)
	}
	if out.sample.Initial.visible() == 0 {
		return nil
	}
	for i := range r.Transformations {
		t := &r.Transformations[i]
		pair, err := pairOf(t.Attr, []byte(t.Val))
		if err != nil || !cfg.uses(pair) || t.Object < 0 || t.Object >= ObjectCount {
			return nil
		}
		var options []Pair
		for _, value := range t.Options {
			option, err := pairOf(t.Attr, []byte(value))
			if err != nil {
				return nil
			}
			options = append(options, option)
		}
		out.sample.Reference = append(out.sample.Reference, Step{t.Object, pair})
		out.options, out.words = append(out.options, options), append(out.words, t.Type)
	}
	out.order = out.sample.Order()
	out.random = out.sample.Judge(random(&Record{Idx: index, Sample: out.sample}))
	return out
}

// visible is how many objects are in the visible area.
func (s *State) visible() (n int) {
	for i := range s {
		if s[i].Position.Visible() {
			n++
		}
	}
	return n
}

// uses tells whether samples have steps with a pair.
func (c Config) uses(p Pair) bool { return c.Problem == ProblemStandard || p.Attribute() == Position }

// pairs are those that samples have steps with, in the order of their numbers.
func (c Config) pairs() (out []Pair) {
	for p := range Pair(PairCount) {
		if c.uses(p) {
			out = append(out, p)
		}
	}
	return out
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
