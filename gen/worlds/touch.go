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

// window is the frame of a run with which a film about a touch begins: it ends shortly before the two things touch or, where they never do, while one of them
// moves. Of each two films they touch in one; in which is drawn. The error is a place.Reject.
func (w *World) window(p *plan) (first int, err error) {
	t, both := w.Motion.Touch, p.key
	both.Index /= 2
	wanted, room := rng.At(both, "motion.touch").Bool(0.5) == (p.key.Index%2 == 0), w.moments()-w.Motion.Frames-int(t.Before*w.Motion.FPS)
	one, other, ok := w.pair(p)
	if !ok {
		return 0, place.Reject{Reason: rejectPair}
	}
	goesOn := func(first int) bool {
		last := first + w.Motion.Frames - 1
		states := p.film.Frames[last]
		if max(states[one].Velocity.Len(), states[other].Velocity.Len()) < going {
			return false
		}
		for _, i := range [2]int{one, other} {
			if !p.pictured(last, p.middleIn(p.film, last, i)) || p.doubtful(p.film, last, i) {
				return false
			}
		}
		return true
	}
	touched := -1
	for _, m := range p.film.Touches {
		if m.A == min(one, other) && m.B == max(one, other) {
			touched = m.Frame
		}
	}
	first = touched + 1 - int(t.Before*w.Motion.FPS) - w.Motion.Frames
	switch {
	case wanted && (touched < 0 || first < 0 || first > room):
		return 0, place.Reject{Reason: rejectTouch}
	case !wanted && touched >= 0:
		return 0, place.Reject{Reason: rejectNear}
	case !wanted:
		var possible []int
		for k := range room + 1 {
			if goesOn(k) {
				possible = append(possible, k)
			}
		}
		if possible == nil {
			return 0, place.Reject{Reason: rejectOver}
		}
		key := p.key
		key.Attempt = p.attempt
		first = rng.Choose(rng.At(key, "motion.touch.first"), possible)
	case !goesOn(first):
		return 0, place.Reject{Reason: rejectOver}
	}
	return first, nil
}

// cut lets a film begin with a frame of its run, if it is sure what comes of it. The error is a place.Reject.
func (w *World) cut(p *plan, first int) error {
	one, other, _ := w.pair(p)
	if p.otherwise[0].happens[[2]int{min(one, other), max(one, other)}] == perhaps {
		return place.Reject{Reason: rejectUnsure}
	}
	p.film = p.film.From(first)
	for i := range p.things {
		t := &p.things[i]
		state := p.film.Frames[0][i]
		pose := state.Pose.Transform()
		if !t.fixed {
			t.lay(&pose)
		}
		if t.begins -= float64(first) / w.Motion.FPS; t.begins <= 0 {
			t.begins, t.velocity, t.spin = 0, state.Velocity, state.Angular
		}
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
