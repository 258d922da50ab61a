package worlds

import (
	"slices"

	"mereo/gen/ask"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// Reasons to draw a film about a touch again.
const (
	rejectPair   = "no two things that could touch"
	rejectTouch  = "the two things do not touch when they should"
	rejectNear   = "the two things touch where they should not"
	rejectOver   = "nothing goes on when the film ends, or it is not seen"
	rejectUnsure = "it hangs on a hair whether the two things touch"
)

// meets tells whether a thing has the values of a condition.
func (w *World) meets(t *thing, c *Condition) bool {
	for _, e := range c.Named {
		a := w.attribute(e.Name)
		if v := t.values[a]; v < 0 || !slices.Contains(e.Of, w.attributes[a].Values[v].Name) {
			return false
		}
	}
	return true
}

// pair are the things that a film is about; not ok where they are not there.
func (w *World) pair(p *plan) (one, other int, ok bool) {
	find := func(c *Condition, but int) int {
		for i := range p.things {
			if t := &p.things[i]; i != but && !t.gone && w.meets(t, c) {
				return i
			}
		}
		return -1
	}
	one = find(&w.Motion.Touch.One, -1)
	other = find(&w.Motion.Touch.Other, one)
	return one, other, one >= 0 && other >= 0
}

// going is how fast one of the two things moves at least when the film ends, m/s: else a standstill would tell that they do not touch.
const going = 0.3

// wanted tells whether the two things are to touch: of each two films in one; in which is drawn.
func (p *plan) wanted() bool {
	both := p.key
	both.Index /= 2
	return rng.At(both, "motion.touch").Bool(0.5) == (p.key.Index%2 == 0)
}

// window is the frame of a run with which a film begins, 0 to lead. A film about a touch ends shortly before the two things touch or, where they never do, while
// one of them moves; others end when two things that are seen are about to collide, if there are such. The error is a place.Reject.
func (w *World) window(p *plan, lead int) (first int, err error) {
	key := p.key
	key.Attempt = p.attempt
	s := rng.At(key, "motion.lead")
	if w.Motion.Touch != nil {
		return w.untouched(p, lead, s)
	}
	var possible []int
	for _, c := range p.collisions() {
		k := c.Frame - w.Motion.Frames - int(s.Uniform(soonest, latest)*w.Motion.FPS)
		if k >= 0 && k <= lead && p.clear(k+w.Motion.Frames-1, c.A, c.B) {
			possible = append(possible, k)
		}
	}
	if possible == nil {
		return s.IntN(lead + 1), nil
	}
	return rng.Choose(s, possible), nil
}

// A collision that is about to happen is so many seconds away.
const soonest, latest = 0.15, 0.8

// clear tells whether some things are clearly in the first camera's picture in a frame.
func (p *plan) clear(frame int, things ...int) bool {
	for _, i := range things {
		if !p.pictured(frame, p.middleIn(p.film, frame, i)) || p.doubtful(p.film, frame, i) {
			return false
		}
	}
	return true
}

// untouched is where a film about a touch begins. The error is a place.Reject.
func (w *World) untouched(p *plan, lead int, s *rng.Stream) (first int, err error) {
	one, other, ok := w.pair(p)
	if !ok {
		return 0, place.Reject{Reason: rejectPair}
	}
	if p.wanted() {
		first = w.touched(p, one, other) + 1 - int(w.Motion.Touch.Before*w.Motion.FPS) - w.Motion.Frames
		if first < 0 || first > lead {
			return 0, place.Reject{Reason: rejectTouch}
		}
		return first, nil
	}
	if w.touched(p, one, other) >= 0 {
		return 0, place.Reject{Reason: rejectNear}
	}
	var possible []int
	for k := range lead + 1 {
		if w.goesOn(p, k+w.Motion.Frames-1, one, other) {
			possible = append(possible, k)
		}
	}
	if possible == nil {
		return 0, place.Reject{Reason: rejectOver}
	}
	return rng.Choose(s, possible), nil
}

// touched is the last frame before two things first touch; -1 where they do not.
func (w *World) touched(p *plan, one, other int) int {
	for _, m := range p.film.Touches {
		if m.A == min(one, other) && m.B == max(one, other) {
			return m.Frame
		}
	}
	return -1
}

// goesOn tells whether one of two things moves in a frame, and both are clearly seen.
func (w *World) goesOn(p *plan, frame, one, other int) bool {
	states := p.film.Frames[frame]
	return max(states[one].Velocity.Len(), states[other].Velocity.Len()) >= going && p.clear(frame, one, other)
}

// restart lets a film begin as its run is in a frame.
func (p *plan) restart(first int) {
	for i := range p.things {
		t, state := &p.things[i], &p.film.Frames[first][i]
		if t.begins -= p.seconds(first); t.begins > 0 {
			continue
		}
		if pose := state.Pose.Transform(); !t.fixed {
			t.lay(&pose)
		}
		t.begins, t.velocity, t.spin = 0, state.Velocity, state.Angular
	}
}

// touches looks whether a film is one about a touch: whether and when the things touch, that it is sure, and that it is not over before. The error is a
// place.Reject.
func (w *World) touches(p *plan) error {
	one, other, _ := w.pair(p)
	ends := w.Motion.Frames - 1
	expected, at := ends+int(w.Motion.Touch.Before*w.Motion.FPS), w.touched(p, one, other)
	switch {
	case !w.goesOn(p, ends, one, other):
		return place.Reject{Reason: rejectOver}
	case p.otherwise[0].happens[[2]int{min(one, other), max(one, other)}] == perhaps:
		return place.Reject{Reason: rejectUnsure}
	case p.wanted() && (at < expected-2 || at > expected+2):
		return place.Reject{Reason: rejectTouch}
	case !p.wanted() && at >= 0:
		return place.Reject{Reason: rejectNear}
	}
	return nil
}

// pairOf are the objects that a film is about, by their properties; -1 for none.
func (w *World) pairOf(properties [][]ask.Value) [2]ask.Object {
	find := func(c *Condition, but ask.Object) ask.Object {
		for i := range properties {
			if ask.Object(i) != but && !slices.ContainsFunc(c.Named, func(e Entry[Values]) bool {
				value, _ := properties[i][w.attribute(e.Name)].(string)
				return !slices.Contains(e.Of, value)
			}) {
				return ask.Object(i)
			}
		}
		return -1
	}
	one := find(&w.Motion.Touch.One, -1)
	return [2]ask.Object{one, find(&w.Motion.Touch.Other, one)}
}
