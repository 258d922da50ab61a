package worlds

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// Speeds of what somebody sees: faster things move, m/s, and slower ones, m/s and rad/s, do not. Of what is between nobody is asked.
const (
	seenMoving  = 0.1
	seenStill   = 0.01
	seenTurning = 0.05
	seenApart   = 0.1            // seconds between events of which somebody sees the order
	slantingCos = 0.866025403784 // of 30 degrees, by which a direction may be off an axis of the picture
)

// check looks whether a record that was read is about n objects.
func (m *motionRecord) check(n int) error {
	if m.Frames < 1 || m.Frames > len(m.States) {
		return fmt.Errorf("motion.frames is %d, of %d states", m.Frames, len(m.States))
	}
	for k := range m.States {
		if len(m.States[k]) != n {
			return fmt.Errorf("motion.states[%d] has %d states, want those of %d objects", k, len(m.States[k]), n)
		}
	}
	outside := func(key string, objects ...int) error {
		for i, o := range objects {
			if o < 0 || o >= n || i > 0 && objects[i-1] >= o {
				return fmt.Errorf("motion.%s has objects %v, want some of %d, ascending", key, objects, n)
			}
		}
		return nil
	}
	var wrong []error
	for _, c := range m.Collisions {
		wrong = append(wrong, outside("collisions", c.Objects[:]...))
	}
	for _, e := range slices.Concat(m.Enters, m.Leaves) {
		wrong = append(wrong, outside("enters and leaves", e.Object))
	}
	runs := slices.Clone(m.WhatIfs)
	if m.Next != nil {
		runs = append(runs, *m.Next)
	}
	for i := range runs {
		wrong = append(wrong, outside("what_ifs", runs[i].Without...), outside("what_ifs", runs[i].Apart...))
		for _, h := range []*happenRecord{&runs[i].happenRecord, &runs[i].Unsure} {
			wrong = append(wrong, outside("what_ifs", h.Leaves...))
			for _, pair := range h.Collisions {
				wrong = append(wrong, outside("what_ifs", pair[:]...))
			}
		}
	}
	return cmp.Or(wrong...)
}

// known is what questions know of a film of n objects; nil where so much happens that nobody keeps it in mind.
func (m *motionRecord) known(n int) *closed.Film {
	last := m.Frames - 1
	f := &closed.Film{Frames: m.Frames, Plausible: m.Expect == nil || m.Expect.Possible, Apart: int(math.Ceil(seenApart * m.FPS))}
	f.Events = []closed.Event{{Kind: closed.EventStart, A: -1, B: -1}}
	one := func(kind string, list []momentRecord) {
		for _, e := range list {
			if e.Frame <= last {
				f.Events = append(f.Events, closed.Event{Kind: kind, A: ask.Object(e.Object), B: -1, Frame: e.Frame})
			}
		}
	}
	one(closed.EventIn, m.Enters)
	one(closed.EventOut, m.Leaves)
	hidden := map[closed.Event]bool{}
	for _, c := range m.Collisions {
		if c.Frame < last {
			e := collision(c.Objects)
			e.Frame = c.Frame
			f.Events = append(f.Events, e)
			hidden[e] = !c.Seen
		}
	}
	slices.SortStableFunc(f.Events, func(a, b closed.Event) int { return a.Frame - b.Frame })
	f.Events = append(f.Events, closed.Event{Kind: closed.EventEnd, A: -1, B: -1, Frame: last})
	if len(f.Events)+n*(n+1)/2 > ask.MaxObjects {
		return nil
	}
	for i, e := range f.Events {
		if hidden[e] {
			f.Seen.Unsure = f.Seen.Unsure.With(ask.Object(i))
		} else {
			f.Seen.Of = f.Seen.Of.With(ask.Object(i))
		}
	}
	number := map[closed.Event]ask.Object{} // of what could happen
	add := func(e closed.Event) ask.Object {
		number[e] = ask.Object(len(f.Events))
		f.Events = append(f.Events, e)
		return number[e]
	}
	for a := range n {
		for b := a + 1; b < n; b++ {
			f.Possible = f.Possible.With(add(collision([2]int{a, b})))
		}
	}
	for a := range n {
		add(closed.Event{Kind: closed.EventOut, A: ask.Object(a), B: -1, Frame: -1})
	}
	outcome := func(o *outcomeRecord) (out closed.Outcome) {
		set := func(r *happenRecord) (s ask.Set) {
			for _, pair := range r.Collisions {
				s = s.With(number[collision(pair)])
			}
			for _, a := range r.Leaves {
				s = s.With(number[closed.Event{Kind: closed.EventOut, A: ask.Object(a), B: -1, Frame: -1}])
			}
			return s
		}
		return closed.Outcome{Of: set(&o.happenRecord), Unsure: set(&o.Unsure)}
	}
	if m.Next != nil {
		f.Next = outcome(m.Next)
	}
	f.Without = make([]closed.Outcome, n)
	apart := map[[2]ask.Object]closed.Outcome{}
	for i := range m.WhatIfs {
		switch o := &m.WhatIfs[i]; {
		case len(o.Without) == 1:
			f.Without[o.Without[0]] = outcome(o)
		case len(o.Apart) == 2:
			apart[[2]ask.Object{ask.Object(o.Apart[0]), ask.Object(o.Apart[1])}] = outcome(o)
		}
	}
	f.Causes = make([]closed.Cause, len(f.Events))
	for i := range f.Seen.Of.All() {
		e := f.Events[i]
		like := e
		like.Frame = -1
		this, ok := number[like]
		if !ok {
			continue
		}
		// judge adds a cause where the event does not happen in a run.
		judge := func(c *closed.Outcome, cause ask.Object, run closed.Outcome) {
			switch {
			case run.Unsure.Has(this):
				c.Unsure = c.Unsure.With(cause)
			case !run.Of.Has(this):
				c.Of = c.Of.With(cause)
			}
		}
		c := &f.Causes[i]
		for k, earlier := range f.Events[:i] {
			k := ask.Object(k)
			switch {
			case earlier.Frame >= e.Frame || earlier.Alike(e):
			case earlier.Kind == closed.EventCollision:
				judge(&c.Events, k, apart[[2]ask.Object{earlier.A, earlier.B}])
			case earlier.Kind == closed.EventIn && earlier.A != e.A && earlier.A != e.B:
				judge(&c.Events, k, f.Without[earlier.A])
			case earlier.Kind == closed.EventIn:
				c.Events.Unsure = c.Events.Unsure.With(k)
			}
		}
		for o := range ask.Object(n) {
			if o == e.A || o == e.B {
				c.Objects.Unsure = c.Objects.Unsure.With(o)
			} else {
				judge(&c.Objects, o, f.Without[o])
			}
		}
	}
	for frame := range m.States {
		sights, ways := make([]closed.Sight, n), make([]string, n)
		for o := range n {
			if sights[o] = m.States[frame][o].sight(); sights[o] == closed.Moving {
				ways[o] = m.way(frame, o)
			}
		}
		f.Sights, f.Ways = append(f.Sights, sights), append(f.Ways, ways)
	}
	return f
}

// collision is that of two objects that could be.
func collision(pair [2]int) closed.Event {
	return closed.Event{Kind: closed.EventCollision, A: ask.Object(pair[0]), B: ask.Object(pair[1]), Frame: -1}
}

// sight is what somebody sees of a state.
func (s *moveState) sight() closed.Sight {
	speed := geom.V(s.Velocity[0], s.Velocity[1], s.Velocity[2]).Len()
	still := speed < seenStill && geom.V(s.Angular[0], s.Angular[1], s.Angular[2]).Len() < seenTurning
	switch {
	case s.Unsure:
		return closed.Unsure
	case !s.InView:
		return closed.Away
	case still:
		return closed.Still
	case speed < seenMoving:
		return closed.Unsure
	}
	return closed.Moving
}

// way is in which direction an object moves in the picture, "" where that is slanting.
func (m *motionRecord) way(frame, object int) string {
	from, to := m.States[max(frame-1, 0)][object].Pixel, m.States[min(frame+1, len(m.States)-1)][object].Pixel
	if from == nil || to == nil {
		return ""
	}
	right, down := to[0]-from[0], to[1]-from[1]
	least := float64(slantingCos * math.Sqrt(float64(right*right)+float64(down*down)))
	switch {
	case right > least:
		return "right"
	case -right > least:
		return "left"
	case down > least:
		return "down"
	case -down > least:
		return "up"
	}
	return ""
}
