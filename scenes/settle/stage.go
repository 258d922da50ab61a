package settle

import (
	"errors"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// Stage is what things move on and by which rules. A Stage does not change; make it with NewStage.
type Stage struct {
	rules  Rules
	blocks []physics.BodyDef
	walls  []Thing     // the blocks again, for overlaps
	boxes  []geom.AABB // and again
}

// Rules are the rules of motion of a stage.
type Rules struct {
	Gravity geom.Vec3 // m/s2
	// Damping is the rate in 1/s by which linear and angular velocity fall.
	Damping  float64
	Duration float64 // seconds of a run
	Steps    int     // of a run
	Substeps int     // of a step. If 0, the engine's default is used.
}

// NewStage returns a stage with fixed blocks.
func NewStage(r Rules, blocks []Block) (*Stage, error) {
	if !(r.Duration > 0) || math.IsInf(r.Duration, 0) || r.Steps < 1 {
		return nil, fmt.Errorf("settle: %d steps in %g s, want at least 1 in more than 0", r.Steps, r.Duration)
	}
	s := &Stage{rules: r}
	for i := range blocks {
		b := &blocks[i]
		shape, err := physics.NewBox(b.Box.Size().Scale(0.5))
		if err != nil {
			return nil, fmt.Errorf("settle: block %d: %w", i, err)
		}
		s.blocks = append(s.blocks, physics.BodyDef{
			Type:      physics.Static,
			Pose:      physics.Pose{Position: b.Box.Center()},
			Colliders: []physics.Collider{{Shape: shape, Friction: b.Friction}},
		})
		s.boxes = append(s.boxes, b.Box)
		s.walls = append(s.walls, Thing{
			Solid:          boxSolid(shape),
			WorldFromSolid: geom.Translate(b.Box.Center()),
		})
	}
	return s, nil
}

// Variant is a run that differs from the plain one; the zero value is the plain one.
type Variant struct {
	// Nudges move the things before they start, one for each; nil leaves all where they are.
	Nudges []Nudge
	// Friction multiplies the friction of all things. If 0, 1 is used.
	Friction float64
	// Finer divides every step into this many. If 0, 1 is used.
	Finer int
	// Full simulates every step to the end, also of what rests.
	Full bool
}

// Nudge is a displacement of a thing: a turn about its origin, then a shift. The zero Turn stands for none.
type Nudge struct {
	Shift geom.Vec3
	Turn  geom.Quat
}

// Outcome is what became of a thing.
type Outcome struct {
	// Change is the largest absolute change, from the start to the end, of a coordinate of the origin (meters) or of a
	// component of the orientation as a unit quaternion with positive real part, which is 1 at the start.
	Change         float64
	WorldFromSolid geom.Transform // at the end
	// Rests says that the thing came to rest, as did all that touches it: a longer run ends the same.
	Rests bool
	// Swept is a box around all places where the thing was after a step, and before the first.
	Swept geom.AABB
	well  float64 // J: less does not tip over what stayed where it was and rests; 0 for others
}

// ErrNotFinite is returned, wrapped, when numbers overflow in a run.
var ErrNotFinite = errors.New("a velocity or pose overflowed")

// Run simulates things from rest and returns what became of each. It ends early when all of them rest, because then
// nothing changes any more.
func (s *Stage) Run(things []Thing, v Variant) ([]Outcome, error) { return s.run(things, v, nil) }

// running is a run after some step.
type running struct {
	stage  *Stage
	world  *physics.World
	things []Thing
	actors []actor
	out    []Outcome // of which only Swept is up to date
}

// begin puts things into a world, before the first step.
func (s *Stage) begin(things []Thing, v Variant) (*running, error) {
	// Blocks come first, so that they are numbered the same in all runs.
	w, err := physics.NewWorld(physics.WorldDef{Gravity: s.rules.Gravity, Substeps: s.rules.Substeps, NoSleep: v.Full})
	if err != nil {
		return nil, fmt.Errorf("settle: %w", err)
	}
	for _, b := range s.blocks {
		if _, err := w.AddBody(b); err != nil {
			return nil, fmt.Errorf("settle: %w", err)
		}
	}
	actors, out := make([]actor, len(things)), make([]Outcome, len(things))
	for i := range things {
		def := s.body(&things[i], v, i)
		a := &actors[i]
		a.start, a.corners = def.Pose, things[i].corners()
		if a.id, err = w.AddBody(def); err != nil {
			return nil, fmt.Errorf("settle: thing %d: %w", i, err)
		}
		out[i].Swept = a.around(geom.EmptyAABB(), a.start)
	}
	return &running{s, w, things, actors, out}, nil
}

// run is Run; watch, unless it is nil, sees the run before the first step and after each one, and ends it by saying so or with an error.
// left is the time until the end, seconds.
func (s *Stage) run(things []Thing, v Variant, watch func(r *running, step int, left float64) (end bool, err error)) ([]Outcome, error) {
	now, err := s.begin(things, v)
	if err != nil {
		return nil, err
	}
	w, actors, out := now.world, now.actors, now.out

	// Let it go.
	steps := s.rules.Steps * max(v.Finer, 1)
	dt := s.rules.Duration / float64(steps)
	var flags physics.Flags
	for step := 0; ; step++ {
		if watch != nil {
			end, err := watch(now, step, float64(steps-step)*dt)
			if err != nil {
				return nil, err
			}
			if end {
				break
			}
		}
		if step == steps || step > 0 && flags&physics.NotSettled == 0 && !v.Full {
			break
		}
		if flags = w.Step(dt); flags&physics.NotFinite != 0 {
			return nil, fmt.Errorf("settle: %w", ErrNotFinite)
		}
		for i := range actors {
			if a := &actors[i]; w.Awake(a.id) {
				out[i].Swept = a.around(out[i].Swept, w.Pose(a.id))
			}
		}
	}

	// Compare.
	wells := now.wells()
	for i := range actors {
		a := &actors[i]
		end := w.Pose(a.id)
		turn := end.Rotation.Mul(a.start.Rotation.Conj())
		out[i].Rests = !w.Awake(a.id)
		out[i].Change = change(end.Position.Sub(a.start.Position), turn)
		if out[i].Change < errHeight {
			out[i].well = wells[i]
		}
		out[i].WorldFromSolid = geom.Transform{M: end.Rotation.Mat3().Mul(things[i].WorldFromSolid.M), T: end.Position}
	}
	return out, nil
}

// actor is a thing in a run.
type actor struct {
	id      physics.BodyID
	start   physics.Pose
	corners [8]geom.Vec3 // of a box around it, in the frame of its body
}

// around grows a box to hold the actor at a pose.
func (a *actor) around(box geom.AABB, p physics.Pose) geom.AABB {
	t := p.Transform()
	for _, c := range a.corners {
		box = box.Grow(t.Point(c))
	}
	return box
}

// body is thing number i as the engine takes it: its body starts along the axes of the world, turned by its nudge.
func (s *Stage) body(t *Thing, v Variant, i int) physics.BodyDef {
	friction := t.Friction
	if v.Friction != 0 {
		friction = float64(friction * v.Friction)
	}
	def := physics.BodyDef{
		Pose:           physics.Pose{Position: t.WorldFromSolid.T, Rotation: geom.Quat{W: 1}},
		LinearDamping:  s.rules.Damping,
		AngularDamping: s.rules.Damping,
	}
	if t.Fixed {
		def = physics.BodyDef{Type: physics.Static, Pose: def.Pose}
	}
	density := 0.0
	turn := physics.Pose{Rotation: t.WorldFromSolid.M.Quat()}
	if whole := t.Solid.whole; t.Fixed {
	} else if t.Filled && whole != nil {
		mass := whole.Rotated(turn.Rotation).Scaled(t.Mass / whole.Mass)
		def.Mass = &mass
	} else if t.Filled {
		density = t.Mass / t.Solid.Volume()
	} else {
		mass := t.mass()
		def.Mass = &mass
	}
	if v.Nudges != nil {
		n := &v.Nudges[i]
		def.Pose.Position = def.Pose.Position.Add(n.Shift)
		if n.Turn != (geom.Quat{}) {
			def.Pose.Rotation = n.Turn
		}
	}
	for i := range t.Solid.pieces {
		shape := t.Solid.pieces[i].shape()
		def.Colliders = append(def.Colliders, physics.Collider{Shape: shape, Pose: turn, Density: density, Friction: friction})
	}
	return def
}

// change is that of Outcome.
func change(moved geom.Vec3, turned geom.Quat) float64 {
	if turned.W < 0 {
		turned = geom.Quat{W: -turned.W, X: -turned.X, Y: -turned.Y, Z: -turned.Z}
	}
	out := 0.0
	for _, x := range [...]float64{moved.X, moved.Y, moved.Z, turned.X, turned.Y, turned.Z, turned.W - 1} {
		out = max(out, math.Abs(x))
	}
	return out
}
