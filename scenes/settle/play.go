package settle

import (
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
)

// Play is what becomes of things when they are let go, and answers whether one of them would stay elsewhere.
type Play struct {
	stage   *Stage
	things  []Thing
	plain   ways
	without []func() (ways, error) // a thing is not there, by its index
}

// ways are where things go in a run.
type ways struct {
	ends  []Outcome
	group []int // of every thing: the lowest index among those that it may meet, directly or through others
}

// apart is the distance, meters, at which two things do not know of each other. The engine looks ahead by a step, which is
// a few centimeters at the speed of what fell down a few meters.
const apart = 0.2

// Play lets things go. It keeps the slice.
func (s *Stage) Play(things []Thing) (*Play, error) {
	ends, err := s.Run(things, Variant{})
	if err != nil {
		return nil, err
	}
	p := &Play{stage: s, things: things, plain: waysOf(ends), without: make([]func() (ways, error), len(things))}
	for i := range things {
		p.without[i] = sync.OnceValues(func() (ways, error) { return p.leaveOut(i) })
	}
	return p, nil
}

// waysOf groups things by what became of them.
func waysOf(ends []Outcome) ways {
	w := ways{ends, make([]int, len(ends))}
	for i := range ends {
		w.group[i] = i
		for k := range i {
			if a, b := w.group[k], w.group[i]; a != b && ends[k].Swept.Pad(apart).Overlaps(ends[i].Swept) {
				for n, g := range w.group {
					if g == a || g == b {
						w.group[n] = min(a, b)
					}
				}
			}
		}
	}
	return w
}

// join adds a group.
func (w *ways) join(in []bool, group int) {
	for k, g := range w.group {
		in[k] = in[k] || g == group
	}
}

// near adds the groups of which the way of one comes near to a box, and reports whether there are any.
func (w *ways) near(in []bool, box geom.AABB) bool {
	found := false
	for k := range w.ends {
		if !in[k] && w.ends[k].Swept.Pad(apart).Overlaps(box) {
			w.join(in, w.group[k])
			found = true
		}
	}
	return found
}

// Ends says what became of each thing. The slice must not be changed.
func (p *Play) Ends() []Outcome { return p.plain.ends }

// leaveOut returns the ways of all others when thing i is not there. Only those are simulated that it may have met.
func (p *Play) leaveOut(i int) (ways, error) {
	in := make([]bool, len(p.things))
	p.plain.join(in, p.plain.group[i])
	for {
		ends := slices.Clone(p.plain.ends)
		ends[i] = Outcome{Swept: geom.EmptyAABB()}
		var cast []Thing
		var numbers []int
		for k := range p.things {
			if in[k] && k != i {
				cast, numbers = append(cast, p.things[k]), append(numbers, k)
			}
		}
		if len(cast) == 0 {
			return waysOf(ends), nil
		}
		out, err := p.stage.Run(cast, Variant{})
		if err != nil {
			return ways{}, err
		}
		more := false
		for n, k := range numbers {
			ends[k] = out[n]
			more = p.plain.near(in, out[n].Swept) || more
		}
		if !more {
			return waysOf(ends), nil
		}
	}
}

// Stays reports whether Outcome.Change of thing i would be at most limit if it started at to and everything else where it was. The answer
// is that of a run of all things.
//
// Things whose ways stay apart do not know of each other. Therefore thing i is simulated alone, and then again together with those whose
// way without it comes near to one of the new ways, until there is none.
func (p *Play) Stays(i int, to geom.Transform, limit float64) (bool, error) {
	rest, err := p.without[i]()
	if err != nil {
		return false, err
	}
	in := make([]bool, len(p.things))
	in[i] = true
	moved := p.things[i]
	moved.WorldFromSolid = to
	below := moved.Solid.Bounds(&to.M)
	below.Min, below.Max = below.Min.Add(to.T), below.Max.Add(to.T)
	below.Min.Z = math.Inf(-1)
	rest.near(in, below) // it would hardly fall past them
	for {
		jury := jury{stage: p.stage, limit: limit}
		var cast []Thing
		for k := range p.things {
			switch {
			case k == i:
				jury.wanted = []int{len(cast)}
				cast = append(cast, moved)
			case in[k]:
				cast = append(cast, p.things[k])
			default:
				jury.others = append(jury.others, other{&p.things[k], rest.ends[k].Swept, rest.ends[k].well})
			}
		}
		out, err := p.stage.run(cast, Variant{}, jury.watch)
		if err != nil {
			return false, err
		}
		alone := true
		for _, o := range out {
			alone = !rest.near(in, o.Swept) && alone
		}
		if alone {
			return out[jury.wanted[0]].Change <= limit, nil
		}
	}
}
