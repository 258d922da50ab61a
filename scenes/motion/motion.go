// Package motion films rigid bodies: where they are and how they move in each frame, and which of them meet in between. Equal worlds give equal bits.
package motion

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// stepsPerSecond is how many steps a second has at least.
const stepsPerSecond = 240

// Rules of a film.
type Rules struct {
	FPS    float64
	Frames int // the first one is before anything moves
	// Impacts is how many there may be at most. If 0, there is no bound.
	Impacts int
}

// Film is what bodies do.
type Film struct {
	FPS     float64
	Frames  [][]State // by frame and body
	Impacts []Impact  // in the order of time
	Touches []Touch   // the first of each two bodies, in the order of time
}

// Touch is that two bodies, A the smaller number, touched, at whatever speed.
type Touch struct{ A, B, Frame int } // Frame is the last one before it

// State is how a body is in a frame.
type State struct {
	Pose              physics.Pose // world from body
	Velocity, Angular geom.Vec3    // of the center of mass, m/s, and rad/s, world
}

// From is the film from a frame on, which is its first one.
func (f *Film) From(frame int) *Film {
	out := &Film{FPS: f.FPS, Frames: f.Frames[frame:]}
	for _, m := range f.Impacts {
		if m.Time -= float64(frame) / f.FPS; m.Time >= 0 {
			out.Impacts = append(out.Impacts, m)
		}
	}
	for _, m := range f.Touches {
		if m.Frame -= frame; m.Frame >= 0 {
			out.Touches = append(out.Touches, m)
		}
	}
	return out
}

// Between is where a body is at a time in frames: on the straight way between two frames, turning evenly. After the last frame it stays.
func (f *Film) Between(frame float64, body int) physics.Pose {
	k := min(int(frame), len(f.Frames)-1)
	share := frame - float64(k)
	a := f.Frames[k][body].Pose
	if share == 0 || k+1 == len(f.Frames) {
		return a
	}
	b := f.Frames[k+1][body].Pose
	q := b.Rotation
	if dot := float64(a.Rotation.W*q.W) + float64(a.Rotation.X*q.X) + float64(a.Rotation.Y*q.Y) + float64(a.Rotation.Z*q.Z); dot < 0 {
		q = geom.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	mix := func(from, to float64) float64 { return from + float64(share*(to-from)) }
	return physics.Pose{
		Position: geom.V(mix(a.Position.X, b.Position.X), mix(a.Position.Y, b.Position.Y), mix(a.Position.Z, b.Position.Z)),
		Rotation: geom.Quat{W: mix(a.Rotation.W, q.W), X: mix(a.Rotation.X, q.X), Y: mix(a.Rotation.Y, q.Y), Z: mix(a.Rotation.Z, q.Z)}.Unit(),
	}
}

// StateAt is that of a body with a rigid pose.
func StateAt(worldFromBody geom.Transform, velocity, angular geom.Vec3) State {
	return State{physics.Pose{Position: worldFromBody.T, Rotation: worldFromBody.M.Quat()}, velocity, angular}
}

// Impact is that two bodies met at 0.1 m/s or more.
type Impact struct {
	Time     float64 // seconds from the first frame
	A, B     int     // numbers of the bodies; -1 for one that is not filmed, such as a floor
	Position geom.Vec3
	Normal   geom.Vec3 // unit, from A to B
	Impulse  geom.Vec3 // that B got, N s, with friction
}

// Shoot lets a world go on and films bodies of it, which it changes. ctx ends it between two steps. An error is a sentence without a subject before it.
func Shoot(ctx context.Context, w *physics.World, ids []physics.BodyID, r Rules) (*Film, error) {
	t := begin(w, ids, nil, r)
	if err := t.shoot(ctx, r.Frames); err != nil {
		return nil, err
	}
	return t.film, nil
}

// take is a world while it is filmed.
type take struct {
	world   *physics.World
	ids     []physics.BodyID
	numbers map[physics.BodyID]int
	rules   Rules
	film    *Film
	later   []late
}

// late is a body that begins later.
type late struct {
	body  int
	frame int // the first one that it is in
	def   physics.BodyDef
}

// begin films the first frame of a world.
func begin(w *physics.World, ids []physics.BodyID, later []late, r Rules) *take {
	t := &take{world: w, ids: ids, rules: r, film: &Film{FPS: r.FPS}, later: later}
	t.ready()
	t.add()
	return t
}

// ready makes a take ready to go on.
func (t *take) ready() {
	t.numbers = map[physics.BodyID]int{}
	for i, id := range t.ids {
		if id != (physics.BodyID{}) {
			t.numbers[id] = i
		}
	}
	t.world.RecordEvents(true)
}

// come lets bodies begin whose time it is and whose place is free.
func (t *take) come(frame int) (err error) {
	if len(t.later) == 0 {
		return nil
	}
	t.later = slices.DeleteFunc(slices.Clone(t.later), func(l late) bool {
		if err != nil || l.frame > frame || slices.ContainsFunc(l.def.Colliders, func(c physics.Collider) bool {
			touching := t.world.Overlap(c.Shape, l.def.Pose)
			return slices.ContainsFunc(touching, func(r physics.ShapeRef) bool { return t.number(r.Body) >= 0 })
		}) {
			return false
		}
		if t.ids[l.body], err = t.world.AddBody(l.def); err == nil {
			t.numbers[t.ids[l.body]] = l.body
		}
		return err == nil
	})
	return err
}

// number is that of a body, -1 for one that is not filmed.
func (t *take) number(id physics.BodyID) int {
	if i, ok := t.numbers[id]; ok {
		return i
	}
	return -1
}

// StepRate is how many steps a second has in a film of so many frames a second: as many in each frame.
func StepRate(fps float64) float64 { return fps * math.Ceil(stepsPerSecond/fps) }

// shoot goes on until there are so many frames.
func (t *take) shoot(ctx context.Context, frames int) error {
	w, r := t.world, &t.rules
	steps := math.Ceil(stepsPerSecond / r.FPS)
	dt := 1 / StepRate(r.FPS)
	for k := len(t.film.Frames); k < frames; k++ {
		if err := t.come(k - 1); err != nil {
			return err
		}
		if t.rests() {
			t.film.Frames = append(t.film.Frames, slices.Clone(t.film.Frames[k-1]))
			continue
		}
		for i := range int(steps) {
			if err := ctx.Err(); err != nil {
				return err
			}
			began := (float64(k-1) + float64(i)/steps) / r.FPS
			flags := w.Step(dt)
			if flags&physics.NotFinite != 0 {
				return fmt.Errorf("a thing became too fast for numbers after %.3g s; give it less speed, or more mass", began)
			}
			if flags&physics.PairsLimited != 0 {
				return fmt.Errorf("too many pairs of things were near each other after %.3g s; put them farther apart", began)
			}
			for e := range w.Events() {
				a, b := t.number(e.A.Body), t.number(e.B.Body)
				switch e.Kind {
				case physics.ContactBegin:
					t.touch(Touch{min(a, b), max(a, b), k - 1})
				case physics.Impact:
					if r.Impacts > 0 && len(t.film.Impacts) >= r.Impacts {
						return fmt.Errorf("more than %d contacts came about within %.3g s; make a shorter film", r.Impacts, began)
					}
					t.film.Impacts = append(t.film.Impacts, Impact{max(0, began+e.Time), a, b, e.Position, e.Normal, e.Impulse})
				}
			}
		}
		t.add()
	}
	return nil
}

// rests tells whether nothing moves any more before another body begins.
func (t *take) rests() bool {
	return !slices.ContainsFunc(t.ids, func(id physics.BodyID) bool { return id != (physics.BodyID{}) && t.world.Awake(id) })
}

// touch adds a touch of two bodies that are filmed, if it is their first one.
func (t *take) touch(m Touch) {
	if m.A >= 0 && !slices.ContainsFunc(t.film.Touches, func(o Touch) bool { return o.A == m.A && o.B == m.B }) {
		t.film.Touches = append(t.film.Touches, m)
	}
}

// add adds a frame.
func (t *take) add() {
	states := make([]State, len(t.ids))
	for i, id := range t.ids {
		if id != (physics.BodyID{}) {
			states[i] = State{t.world.Pose(id), t.world.Velocity(id), t.world.AngularVelocity(id)}
		}
	}
	for _, l := range t.later {
		states[l.body].Pose = l.def.Pose
	}
	t.film.Frames = append(t.film.Frames, states)
}

// Collision is that two bodies came together, whatever they do until they part.
type Collision struct {
	Impact
	Frame int // the last one before it, from 0
	// Last is the time of the last impact of the two that belongs to it; Impulse is the sum of all of them.
	Last float64
}

// Collisions are those of bodies with each other, in the order of time. Impacts of two bodies belong together that follow each other within a time.
func (f *Film) Collisions(within float64) []Collision {
	var out []Collision
	last := map[[2]int]int{} // the last collision of two bodies
	for _, m := range f.Impacts {
		if m.A < 0 || m.B < 0 {
			continue
		}
		if m.A > m.B {
			m.A, m.B, m.Normal, m.Impulse = m.B, m.A, m.Normal.Scale(-1), m.Impulse.Scale(-1)
		}
		pair := [2]int{m.A, m.B}
		if i, ok := last[pair]; ok && m.Time-out[i].Last <= within {
			out[i].Last, out[i].Impulse = m.Time, out[i].Impulse.Add(m.Impulse)
			continue
		}
		last[pair] = len(out)
		out = append(out, Collision{Impact: m, Frame: min(int(m.Time*f.FPS), len(f.Frames)-1), Last: m.Time})
	}
	return out
}
