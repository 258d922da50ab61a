package worlds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/motion"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// Bounds of films.
const (
	maxFrames = 1000
	maxMove   = 60.0 // seconds
	sharp     = 0.25 // bevel of primitives up to which they collide as if they had none
)

// checkMotion looks at how things move.
func (w *World) checkMotion(Folder) {
	m := w.Motion
	if w.fault != nil || m == nil {
		return
	}
	if m.Frames == 0 && !w.given("motion.frames") {
		m.Frames = 24
	}
	if m.FPS == 0 && !w.given("motion.fps") {
		m.FPS = 12
	}
	w.number("motion.frames", float64(m.Frames), 2, maxFrames)
	w.number("motion.fps", m.FPS, 1, 1000)
	w.number("motion.after", m.After, 0, maxMove)
	w.number("motion.gravity", or(m.Gravity, gravity), 0, 1000)
	w.number("motion.friction", or(m.Friction, 0.5), 0, 10)
	w.number("motion.restitution", or(m.Restitution, 0.4), 0, 1)
	w.number("motion.rolling", m.Rolling, 0, 10)
	w.number("motion.shutter", m.Shutter, 0, 1)
	w.number("motion.lead", m.Lead, 0, maxMove)
	s := &m.Start
	w.number("motion.start.at_rest", s.AtRest, 0, 1)
	w.number("motion.start.outside", s.Outside, 0, 1)
	if s.Outside > 0 && s.From.Max <= 0 {
		w.wrong("motion.start.outside", "is %s, but start.from does not say how far outside, want a distance such as from: 4..9", plain(s.Outside))
	}
	for _, v := range []struct {
		key  string
		span Span
		most float64
	}{{"height", s.Height, 1000}, {"speed", s.Speed, 100}, {"spin", s.Spin, 200}, {"from", s.From, 1e4}, {"times", s.Times, maxMove}} {
		w.number("motion.start."+v.key, v.span.Min, 0, v.most)
		w.number("motion.start."+v.key, v.span.Max, 0, v.most)
	}
	for key, c := range map[string]*Condition{"movers": s.Movers, "aim": s.Aim} {
		if c != nil {
			w.condition("motion.start."+key, c.Named)
		}
	}
	if s.Spread == 0 && !w.given("motion.start.spread") {
		s.Spread = 5
	}
	w.number("motion.start.spread", s.Spread, 0, 180)
	if t := m.Touch; t != nil {
		w.condition("motion.touch.one", t.One.Named)
		w.condition("motion.touch.other", t.Other.Named)
		if t.Before == 0 && !w.given("motion.touch.before") {
			t.Before = 0.5
		}
		w.number("motion.touch.before", t.Before, 0, maxMove)
		if m.After < 2*t.Before {
			w.wrong("motion.after", "is %s, want at least %s, twice motion.touch.before: things touch in that time", plain(m.After), plain(2*t.Before))
		}
		if m.Lead == 0 {
			w.wrong("motion.touch", "cuts films out of a longer run, want motion.lead as well, such as lead: 2")
		}
	}
	w.checkExpect()
	if s.Towards != "" {
		w.word("motion.start.towards", s.Towards, towardsMiddle, towardsThings, towardsAny)
	}
	if w.Scene.Place.Drop != nil {
		w.wrong("scene.place.drop", "lets things fall before the film, want motion.start.height in its place")
	}
}

const towardsMiddle, towardsThings, towardsAny = "middle", "things", "any"

// or is a number that may be left out.
func or(v *float64, usual float64) float64 {
	if v == nil {
		return usual
	}
	return *v
}

// frames is how many frames a sample has.
func (w *World) frames() int {
	if w.Motion == nil {
		return 1
	}
	return w.Motion.Frames
}

// begin gives things their first motion, and lays a screen before one of them. The error is a place.Reject.
func (p *plan) begin(w *World, stream func(purpose string) *rng.Stream) error {
	s, region := &w.Motion.Start, w.Scene.Place.Region
	middle := geom.V((region[0][0]+region[0][1])/2, (region[1][0]+region[1][1])/2, 0)
	rest, heights, speeds := stream("motion.start.at_rest"), stream("motion.start.height"), stream("motion.start.speed")
	ways, spins, outside := stream("motion.start.towards"), stream("motion.start.spin"), stream("motion.start.outside")
	times := stream("motion.start.times")
	between := func(s *rng.Stream, of Span) float64 { return s.Uniform(of.Min, math.Nextafter(of.Max, math.Inf(1))) }
	var targets []int // those that stand still
	moves := make([]bool, len(p.things))
	for i := range p.things {
		t := &p.things[i]
		moves[i] = !t.fixed && !t.Static && !rest.Bool(s.AtRest) && (s.Movers == nil || w.meets(t, s.Movers))
		if s.Aim == nil && !moves[i] || s.Aim != nil && w.meets(t, s.Aim) {
			targets = append(targets, i)
		}
	}
	for i := range p.things {
		t := &p.things[i]
		if !moves[i] {
			continue
		}
		if outside.Bool(s.Outside) {
			if !p.comesIn(w, i, middle, func() (angle, far float64) { return outside.Uniform(0, 2*math.Pi), between(outside, s.From) }) {
				return place.Reject{Reason: rejectRoom}
			}
			if s.Times.Max > 0 {
				t.begins = between(times, s.Times)
			}
		} else {
			t.pose.T.Z += between(heights, s.Height)
		}
		at := t.at()
		way := ways.Uniform(0, 2*math.Pi)
		switch {
		case (s.Towards == towardsThings || s.Aim != nil) && len(targets) > 0:
			to := p.things[targets[ways.IntN(len(targets))]].at()
			way = geom.Atan2(to.Y-at.Y, to.X-at.X) + float64((way-math.Pi)/180*s.Spread)
		case s.Towards != towardsAny:
			way = geom.Atan2(middle.Y-at.Y, middle.X-at.X) + float64((way-math.Pi)/6)
		}
		sin, cos := geom.SinCos(way)
		t.velocity = geom.V(cos, sin, 0).Scale(between(speeds, s.Speed))
		z, turn := spins.Uniform(-1, 1), spins.Uniform(0, 2*math.Pi)
		sin, cos = geom.SinCos(turn)
		flat := math.Sqrt(1 - float64(z*z))
		t.spin = geom.V(float64(flat*cos), float64(flat*sin), z).Scale(between(spins, s.Spin))
	}
	if w.Motion.Expect != nil {
		return w.set(p, stream)
	}
	return nil
}

// comesIn puts thing i where it begins away from the middle, on the ground and away from others; false where there is no room.
func (p *plan) comesIn(w *World, i int, middle geom.Vec3, draw func() (angle, far float64)) bool {
	t := &p.things[i]
	for range w.Scene.Place.Tries {
		angle, far := draw()
		sin, cos := geom.SinCos(angle)
		t.stand(middle.X+float64(far*cos), middle.Y+float64(far*sin))
		at := t.at()
		free := w.Motion.Start.Times.Max == 0 || !p.shows(i, at) // nobody sees it wait
		for k := range p.things {
			off := p.things[k].at().Sub(at)
			off.Z = 0
			free = free && (k == i || off.Len() >= t.claim+p.things[k].claim+w.Scene.Place.Gap)
		}
		if free {
			return true
		}
	}
	return false
}

// setup is how a film of a plan begins.
func (w *World) setup(p *plan) (*motion.Setup, error) {
	m := w.Motion
	setup := &motion.Setup{
		Gravity: geom.V(0, 0, -or(m.Gravity, gravity)), Blocks: w.blocks(w.friction()), Restitution: or(m.Restitution, 0.4), Rolling: m.Rolling,
	}
	for i := range p.things {
		t := &p.things[i]
		s, err := w.solidOf(t)
		if err != nil {
			return nil, err
		}
		body := motion.Body{Thing: s, Velocity: t.velocity, Angular: t.spin, Begins: t.begins, Missing: t.gone || p.trick != nil && i == p.trick.screen}
		if t.Model.Bevel <= sharp {
			if body.Exact, err = motion.Exact(t.Model.Primitive, t.box.Size().Scale(t.scale/2)); err != nil {
				return nil, err
			}
		}
		setup.Bodies = append(setup.Bodies, body)
	}
	return setup, nil
}

// rules are those of films.
func (w *World) rules() motion.Rules { return motion.Rules{FPS: w.Motion.FPS} }

// moments is how many frames are simulated: those of the film, and what happens next.
func (w *World) moments() int { return w.Motion.Frames + int(math.Ceil(w.Motion.After*w.Motion.FPS)) }

// Reasons to draw again.
const (
	rejectFast       = "a thing became too fast"
	rejectCollisions = "too few or too many collisions"
)

// shoot films a plan; what happens after the film, and what would happen otherwise, only where the document takes what is shown. What somebody changed is
// taken as it is. The error may be a place.Reject.
func (w *World) shoot(ctx context.Context, p *plan, changed bool) error {
	var setup *motion.Setup
	var run *motion.Run
	film := func(frames int) (err error) {
		if run == nil {
			if setup, err = w.setup(p); err != nil {
				return err
			}
			if run, err = setup.Begin(w.rules()); err != nil {
				return err
			}
		}
		if err := run.To(ctx, frames); err != nil && ctx.Err() == nil {
			return place.Reject{Reason: rejectFast}
		} else if err != nil {
			return err
		}
		p.film = run.Film()
		return nil
	}
	if lead := int(w.Motion.Lead * w.Motion.FPS); !changed && lead > 0 {
		if err := film(lead + w.moments()); err != nil {
			return err
		}
		first, err := w.window(p, lead)
		if err != nil {
			return err
		}
		p.restart(first)
		run = nil
	}
	if err := film(w.Motion.Frames); err != nil {
		return err
	}
	if !changed {
		if err := w.lively(p); err != nil {
			return err
		}
	}
	if err := film(w.moments()); err != nil {
		return err
	}
	p.plain = p.film
	w.raise(p)
	if !changed {
		if err := w.hidden(p); err != nil {
			return err
		}
	}
	p.otherwise = nil
	if w.Questions != nil || w.Motion.Touch != nil {
		if err := w.imagine(ctx, p, setup, run); err != nil {
			return err
		}
	}
	if w.Motion.Touch != nil && !changed {
		return w.touches(p)
	}
	return nil
}

// lively wants as many collisions in the film as the document.
func (w *World) lively(p *plan) error {
	if want := w.Motion.Collisions; want != (Count{}) {
		if n := w.shown(p); n < want.Min || n > want.Max {
			return place.Reject{Reason: rejectCollisions}
		}
	}
	return nil
}

// still is below which speed a thing rests, m/s and rad/s.
const still = 0.01

// oneCollision is the time within which impacts of two things are one collision, seconds.
const oneCollision = 0.25

// collisions are those of a film, of things with each other.
func (p *plan) collisions() []motion.Collision { return p.film.Collisions(oneCollision) }

// shown is how many of them are in the frames of the film.
func (w *World) shown(p *plan) int {
	all := p.collisions()
	return sort.Search(len(all), func(i int) bool { return all[i].Frame >= w.Motion.Frames-1 })
}

// sceneAt is what the cameras of a plan see in a frame, or between two.
func (w *World) sceneAt(p *plan, frame float64) *scenes.Scene {
	if p.film == nil || frame == 0 {
		return w.scene(p)
	}
	at := *p
	at.things = slices.Clone(p.things)
	for i := range at.things {
		if t := &at.things[i]; !t.fixed {
			pose := p.film.Between(frame, i).Transform()
			t.lay(&pose)
		}
	}
	p.trick.becomes(at.things, frame)
	return w.scene(&at)
}

// exposures is of how many moments a blurred picture is the mean; none is blurred where it is 0.
func (w *World) exposures() int {
	if w.Motion == nil || w.Motion.Shutter == 0 || w.Render.Quality == frame.Draft {
		return 0
	}
	return min(w.Render.SubFrames, 8)
}

// blur are the moments of a camera's picture, around that of the frame. States of moments come behind those of frames.
func (s *split) blur(p *plan, camera, frame int) (out []world.Exposure) {
	n, frames, m := len(p.cameras), s.frames(), s.exposures()
	for k := range m {
		state := frames*n + (frame*m+k)*n + lens(p.cameras, camera)
		seen := p.cameras[camera].at(s.momentOf(p, state) / p.fps)
		seen.Distortion = s.Render.Realism.Distortion
		out = append(out, world.Exposure{Pinhole: seen, State: state})
	}
	return out
}

// momentOf is when a state is, in frames.
func (w *World) momentOf(p *plan, state int) float64 {
	k, frames, m := state/len(p.cameras), w.frames(), w.exposures()
	if k < frames || m == 0 {
		return float64(k)
	}
	k -= frames
	return max(0, float64(k/m)+float64(w.Motion.Shutter*((float64(k%m)+0.5)/float64(m)-0.5)))
}

// frameFile is the name of a frame's file in the folder of its film, without its extension.
func frameFile(frame int) string { return fmt.Sprintf("%05d", frame) }

// frameName is fileName, in films that of a frame.
func (s *split) frameName(index int, camera string, frame int) string {
	name := s.fileName(index, camera)
	if s.Motion != nil {
		name += "/" + frameFile(frame)
	}
	return name
}
