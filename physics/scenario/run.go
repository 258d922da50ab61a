package scenario

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// Outcome is what became of a dynamic body.
type Outcome struct {
	Name                   string
	Mass                   float64      // kg
	CenterStart, CenterEnd geom.Vec3    // of mass, world
	Pose                   physics.Pose // world from body, at the end; W >= 0
	Moved, Turned          float64      // meters of the center of mass, radians
	Verdict                Verdict
	Expected               Verdict // of the file; empty where it says nothing
}

// Result is what a run comes to.
type Result struct {
	Bodies []Outcome // the dynamic ones, in the order of the scenario
	// Flags has NotSettled when a body was awake after the last step; the others if they were set after any.
	Flags physics.Flags
}

// place is where the scenario stands, for errors.
func (s *Scenario) place() string {
	if s.where != "" {
		return s.where
	}
	return "scenario " + s.Name
}

// Build makes the world of a scenario. ids[i] is Bodies[i]. Forces act in Run only.
func (s *Scenario) Build() (w *physics.World, ids []physics.BodyID, err error) {
	w, err = physics.NewWorld(physics.WorldDef{Gravity: s.Gravity, MaxPairs: s.pairs(), FrictionMixing: s.FrictionMixing, RestitutionMixing: s.RestitutionMixing})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.place(), err)
	}
	for i := range s.Bodies {
		id, err := w.AddBody(s.Bodies[i].Def)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: bodies[%d]: %w", s.place(), i, err)
		}
		ids = append(ids, id)
	}
	at := s.places()
	for i := range s.Joints {
		j := &s.Joints[i]
		def := j.Def
		for _, end := range []struct {
			key, name string
			id        *physics.BodyID
		}{{"a", j.A, &def.A}, {"b", j.B, &def.B}} {
			k, ok := at[end.name]
			if !ok {
				return nil, nil, fmt.Errorf("%s: joints[%d].%s is %q, want the name of a body", s.place(), i, end.key, end.name)
			}
			*end.id = ids[k]
		}
		if _, err := w.AddJoint(def); err != nil {
			return nil, nil, fmt.Errorf("%s: joints[%d]: %w", s.place(), i, err)
		}
	}
	for i := range s.Forces {
		f := &s.Forces[i]
		if k, ok := at[f.Body]; !ok || s.Bodies[k].Def.Type != physics.Dynamic {
			return nil, nil, fmt.Errorf("%s: forces[%d].body is %q, want the name of a body that is not fixed and not kinematic", s.place(), i, f.Body)
		}
	}
	return w, ids, nil
}

// Live is a run that is stepped one by one; what is done to the world between steps is the caller's.
type Live struct {
	World *physics.World
	IDs   []physics.BodyID // of Scenario.Bodies
	of    *Scenario
	at    map[string]int
	step  int
}

// Start makes a new world of the scenario, before its first step.
func (s *Scenario) Start() (*Live, error) {
	w, ids, err := s.Build()
	if err != nil {
		return nil, err
	}
	return &Live{w, ids, s, s.places(), 0}, nil
}

// Step goes on by Scenario.Dt, with the scenario's forces. It may go on after Scenario.Steps.
func (l *Live) Step() (physics.Flags, error) {
	l.of.push(l.step, l.World, l.IDs, l.at)
	flags := l.World.Step(l.of.Dt)
	l.step++
	if flags&physics.PairsLimited != 0 {
		return flags, fmt.Errorf("%s: step %d: more than %d pairs of shapes are near each other, want no more", l.of.where, l.step, l.of.pairs())
	}
	return flags, nil
}

// Run steps a new world of the scenario to its end. watch, if it is not nil, sees the world before the first step
// (step 0) and after each; its error ends the run and is returned as it is.
func (s *Scenario) Run(watch func(step int, w *physics.World, ids []physics.BodyID) error) (Result, error) {
	l, err := s.Start()
	if err != nil {
		return Result{}, err
	}
	w, ids := l.World, l.IDs
	var out Result
	var begun []physics.Pose
	for i, id := range ids {
		if s.Bodies[i].Def.Type == physics.Dynamic {
			begun = append(begun, w.Pose(id))
			out.Bodies = append(out.Bodies, Outcome{Name: s.Bodies[i].Name, Mass: w.Mass(id).Mass, CenterStart: w.Center(id)})
		}
	}
	for step := 0; ; step++ {
		if watch != nil {
			if err := watch(step, w, ids); err != nil {
				return Result{}, err
			}
		}
		if step == s.Steps {
			break
		}
		flags, err := l.Step()
		if err != nil {
			return Result{}, err
		}
		out.Flags = flags | out.Flags&^physics.NotSettled
	}
	n := 0
	for i, id := range ids {
		if s.Bodies[i].Def.Type == physics.Dynamic {
			s.judge(&out.Bodies[n], begun[n], w.Pose(id), w.Center(id))
			n++
		}
	}
	return out, nil
}

// pairs is how many of its shapes may be near each other.
func (s *Scenario) pairs() int { return max(minPairs, maxNear*s.shapes()) }

// judge fills in what is known at the end.
func (s *Scenario) judge(o *Outcome, begun, end physics.Pose, center geom.Vec3) {
	turn := end.Rotation.Mul(begun.Rotation.Conj())
	if end.Rotation.W < 0 {
		q := end.Rotation
		end.Rotation = geom.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	o.Pose, o.CenterEnd = end, center
	o.Moved = center.Sub(o.CenterStart).Len()
	o.Turned = 2 * geom.Atan2(geom.V(turn.X, turn.Y, turn.Z).Len(), math.Abs(turn.W))
	o.Verdict = Rests
	if o.Moved > movedLimit || o.Turned > turnedLimit {
		o.Verdict = Moves
	}
	for _, e := range s.Expected {
		if e.Name == o.Name {
			o.Expected = e.Verdict
		}
	}
}
