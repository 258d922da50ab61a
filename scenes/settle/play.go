package settle

import (
	"slices"

	"mereo/engine/geom"
)

// Play is what becomes of things when they are let go, and answers what would become of one of them elsewhere.
type Play struct {
	stage  *Stage
	things []Thing
	ends   []Outcome
	group  []int // of every thing: the lowest index among those that it may meet, directly or through others
}

// apart is the distance, metres, at which two things do not know of each other. The engine looks ahead by a step, which is
// a few centimetres at the speed of what fell down a few metres.
const apart = 0.2

// Play lets things go. It keeps the slice.
func (s *Stage) Play(things []Thing) (*Play, error) {
	ends, err := s.Run(things, Variant{})
	if err != nil {
		return nil, err
	}
	p := &Play{stage: s, things: things, ends: ends, group: make([]int, len(things))}
	for i := range things {
		p.group[i] = i
		for k := range i {
			if ends[k].Swept.Pad(apart).Overlaps(ends[i].Swept) {
				p.unite(p.group[k], p.group[i])
			}
		}
	}
	return p, nil
}

// unite gives everything in two groups the lower number.
func (p *Play) unite(a, b int) {
	for i, g := range p.group {
		if g == a || g == b {
			p.group[i] = min(a, b)
		}
	}
}

// Ends says what became of each thing. The slice must not be changed.
func (p *Play) Ends() []Outcome { return p.ends }

// Move returns what becomes of thing i when it starts at to and everything else where it was. The result is bit for bit
// that of a run of all things.
//
// Things whose ways stay apart do not know of each other. Therefore only those are simulated that thing i met, and then
// again together with those whose way in the plain run comes near to one of the new ways, until there is none.
func (p *Play) Move(i int, to geom.Transform) (Outcome, error) {
	in := make([]bool, len(p.things))
	join := func(group int) {
		for k, g := range p.group {
			in[k] = in[k] || g == group
		}
	}
	join(p.group[i])
	for {
		var cast []Thing
		at := 0
		for k, t := range p.things {
			if k == i {
				t.WorldFromSolid = to
				at = len(cast)
			}
			if in[k] {
				cast = append(cast, t)
			}
		}
		out, err := p.stage.Run(cast, Variant{})
		if err != nil {
			return Outcome{}, err
		}
		alone := true
		for k, end := range p.ends {
			way := end.Swept.Pad(apart)
			if !in[k] && slices.ContainsFunc(out, func(o Outcome) bool { return o.Swept.Overlaps(way) }) {
				join(p.group[k])
				alone = false
			}
		}
		if alone {
			return out[at], nil
		}
	}
}
