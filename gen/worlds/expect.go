package worlds

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/scenes/motion"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// What becomes of a thing behind a screen.
const (
	changeGone      = "gone"
	changeColor     = "changed"
	changeElsewhere = "elsewhere"
)

var changeNames = []string{changeGone, changeColor, changeElsewhere}

// Reasons to draw a film with a screen again.
const (
	rejectScreen = "no place for a screen before a thing"
	rejectSeen   = "the screen does not hide the thing"
	rejectOther  = "no other place behind the screen, or no other color"
)

// trick is what becomes of a thing behind a screen.
type trick struct {
	screen, thing int
	frame         int // the first one after the change
	how           string
	possible      bool // nothing comes of it in this film
	// What it becomes.
	values []int
	pose   geom.Transform
}

// checkExpect looks at screens.
func (w *World) checkExpect() {
	e := w.Motion.Expect
	if e == nil {
		return
	}
	w.condition("motion.expect.screen", e.Screen.Named)
	if e.Changes == nil {
		e.Changes = changeNames
	}
	for i, name := range e.Changes {
		w.word(fmt.Sprintf("motion.expect.changes[%d]", i), name, changeNames...)
	}
	if len(e.Changes) == 0 {
		w.wrong("motion.expect.changes", "is empty, want some of %s", listed(changeNames))
	}
	if e.Turn == 0 && !w.given("motion.expect.turn") {
		e.Turn = 0.5
	}
	if e.Stay == 0 && !w.given("motion.expect.stay") {
		e.Stay = 0.6
	}
	w.number("motion.expect.turn", e.Turn, 0.01, maxMove)
	w.number("motion.expect.stay", e.Stay, 0, maxMove)
	w.number("motion.expect.rise", e.Rise.Min, 0, maxMove)
	w.number("motion.expect.rise", e.Rise.Max, 0, maxMove)
	if all := e.Rise.Max + 2*e.Turn + e.Stay; w.fault == nil && float64(w.Motion.Frames-1) < all*w.Motion.FPS {
		w.wrong("motion.frames", "is %d, in which the screen does not fall again; want at least %d, or a shorter motion.expect", w.Motion.Frames, int(math.Ceil(all*w.Motion.FPS))+1)
	}
	if w.Motion.Touch != nil || w.Motion.Lead > 0 {
		w.wrong("motion.expect", "stands beside touch or lead, want it alone: a screen rises at its time")
	}
}

// other are the values of a thing with another color, that of the screen left out; not ok where it has none.
func (w *World) other(t, screen *thing, s *rng.Stream) (values []int, ok bool) {
	a := w.painted(t)
	if a < 0 {
		return nil, false
	}
	var others []int
	for v := range w.attributes[a].Values {
		if v != t.values[a] && v != screen.values[a] {
			others = append(others, v)
		}
	}
	if others == nil {
		return nil, false
	}
	values = slices.Clone(t.values)
	values[a] = rng.Choose(s, others)
	return values, true
}

// set lays the screen before a thing that stands still, and draws what becomes of that. The error is a place.Reject.
func (w *World) set(p *plan, stream func(purpose string) *rng.Stream) error {
	e := w.Motion.Expect
	s := stream("motion.expect")
	t := &trick{screen: -1, how: rng.Choose(rng.At(p.key, "motion.expect.changes"), e.Changes)} // of all attempts: some changes find a place less often
	var targets []int
	for i := range p.things {
		switch thing := &p.things[i]; {
		case t.screen < 0 && w.meets(thing, &e.Screen):
			t.screen = i
		case !thing.fixed && !thing.Static && !thing.carried && thing.velocity == (geom.Vec3{}) && !w.meets(thing, &e.Screen):
			targets = append(targets, i)
		}
	}
	if t.screen < 0 || targets == nil {
		return place.Reject{Reason: rejectScreen}
	}
	t.thing = rng.Choose(s, targets)
	begins := s.Uniform(e.Rise.Min, math.Nextafter(e.Rise.Max, math.Inf(1)))
	t.frame = int(math.Round((begins + e.Turn + e.Stay/2) * w.Motion.FPS))
	// Half of the pairs have what can be first.
	t.possible = rng.At(p.key, "motion.expect.first").Bool(0.5) == (p.second == 0)
	screen, thing := &p.things[t.screen], &p.things[t.thing]
	at := thing.at()
	eye := p.cameras[0].WorldFromCamera.T
	away := geom.V(at.X-eye.X, at.Y-eye.Y, 0).Unit()
	half := screen.box.Size().Scale(screen.scale / 2)
	hinge := at.AddScaled(-(thing.claim + 0.1), away)
	hinge.Z = 0
	for i := range p.things { // nothing lies under the screen
		off := p.things[i].at().Sub(hinge)
		along, across := -off.Dot(away), off.Dot(geom.V(-away.Y, away.X, 0))
		if claim := p.things[i].claim; i != t.screen && along > -claim && along < 2*half.Y+claim && math.Abs(across) < half.X+claim {
			return place.Reject{Reason: rejectScreen}
		}
	}
	p.lies = func(angle float64) geom.Transform {
		turn := geom.RotZ(geom.Atan2(away.Y, away.X) - math.Pi/2) // y is away from the camera
		tilt := geom.RotX(-angle)
		m := turn.Mul(tilt)
		middle := hinge.Add(m.MulVec(geom.V(0, -half.Y, half.Z)))
		return geom.Transform{M: m, T: middle.Sub(m.MulVec(screen.middle().Scale(screen.scale)))}
	}
	p.rise = begins
	var ok bool
	t.values, t.pose = thing.values, thing.pose
	switch t.how {
	case changeColor:
		if t.values, ok = w.other(thing, screen, s); !ok {
			return place.Reject{Reason: rejectOther}
		}
	case changeElsewhere:
		side := geom.V(-away.Y, away.X, 0).Scale(float64(s.Sign() * s.Uniform(0.5, 1) * (half.X - thing.claim)))
		back := away.Scale(s.Uniform(0, thing.claim))
		if side.Len() < 1.2*thing.claim {
			return place.Reject{Reason: rejectOther}
		}
		t.pose.T = t.pose.T.Add(side).Add(back)
		for i := range p.things {
			off := p.things[i].at().Sub(at.Add(side).Add(back))
			if off.Z = 0; i != t.thing && i != t.screen && off.Len() < p.things[i].claim+thing.claim {
				return place.Reject{Reason: rejectOther}
			}
		}
	}
	p.trick = t
	down := p.lies(0)
	screen.lay(&down)
	return nil
}

// angle is how far the screen has risen at a time, radians.
func (w *World) angle(p *plan, seconds float64) float64 {
	e := w.Motion.Expect
	up := (seconds - p.rise) / e.Turn
	down := (seconds - p.rise - e.Turn - e.Stay) / e.Turn
	share := min(max(up, 0), 1) - min(max(down, 0), 1)
	return float64(math.Pi / 2 * float64(share*share*(3-float64(2*share))))
}

// raise moves the screen in a film that was simulated without it.
func (w *World) raise(p *plan) {
	if p.trick == nil {
		return
	}
	f := *p.film
	f.Frames = slices.Clone(f.Frames)
	for frame := range f.Frames {
		now := p.seconds(frame)
		const step = 1e-3
		at, next := p.lies(w.angle(p, now)), p.lies(w.angle(p, now+step))
		middle := p.things[p.trick.screen].middle().Scale(p.things[p.trick.screen].scale)
		turned := float64((w.angle(p, now+step) - w.angle(p, now)) / step)
		f.Frames[frame] = slices.Clone(f.Frames[frame])
		f.Frames[frame][p.trick.screen] = motion.StateAt(at, next.Point(middle).Sub(at.Point(middle)).Scale(1/step), at.M.X.Scale(-turned))
	}
	p.film = &f
	if p.trick.possible {
		return
	}
	for frame := p.trick.frame; frame < len(f.Frames); frame++ {
		state := &f.Frames[frame][p.trick.thing]
		state.Pose.Position = state.Pose.Position.Add(p.trick.pose.T.Sub(p.things[p.trick.thing].pose.T))
	}
}

// becomes changes things as they are in a frame.
func (t *trick) becomes(things []thing, frame float64) {
	if t == nil || t.possible || frame < float64(t.frame) {
		return
	}
	thing := &things[t.thing]
	thing.gone, thing.values = t.how == changeGone, t.values
}

// hidden wants that the first camera sees nothing of the thing when it changes, whichever way. The error is a place.Reject.
func (w *World) hidden(p *plan) error {
	t := p.trick
	if t == nil {
		return nil
	}
	for _, possible := range []bool{true, false} {
		at := *p
		other := *t
		other.possible = possible
		at.trick = &other
		at.film = p.plain
		w.raise(&at)
		scene := w.sceneAt(&at, float64(t.frame))
		scene.Camera = *p.camera(t.frame)
		if slices.Contains(ref.DrawIDs(scene.Frame()).Object, uint16(t.thing+1)) {
			return place.Reject{Reason: rejectSeen}
		}
	}
	return nil
}

// expectRecord tells a trick.
type expectRecord struct {
	Possible bool   `json:"possible"`
	Change   string `json:"change"` // what becomes of the object in that film of the pair which is not possible
	Object   int    `json:"object_id"`
	Screen   int    `json:"screen_id"`
	Frame    int    `json:"frame"` // the first one after the change, while the screen hides it
	Pair     int    `json:"pair"`  // the index of the other film
	// Becomes are the values that a changed object has after that.
	Becomes map[string]string `json:"becomes,omitempty"`
}

// record tells a trick, with the numbers that things have in the record.
func (t *trick) record(w *World, p *plan, number []int) *expectRecord {
	r := &expectRecord{Possible: t.possible, Change: t.how, Object: number[t.thing], Screen: number[t.screen], Frame: t.frame, Pair: 2*p.key.Index + 1 - p.second, Becomes: map[string]string{}}
	for a, v := range t.values {
		if v != p.things[t.thing].values[a] {
			r.Becomes[w.attributes[a].Name] = w.attributes[a].Values[v].Name
		}
	}
	return r
}

// vanished tells whether a thing is not there any more in a frame.
func (t *trick) vanished(i, frame int) bool {
	return t != nil && i == t.thing && !t.possible && t.how == changeGone && frame >= t.frame
}
