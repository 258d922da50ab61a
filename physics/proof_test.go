package physics_test

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/scenario"
)

// The verdicts of the vectors come from another engine. Where ours differs, something independent must speak for it:
//
//   - a body that we say rests is in equilibrium: weight and contact forces cancel, and all forces lie in Coulomb's cones;
//   - a beam that tips over the edge of its pillar slides off along the path of the exact equations of motion. What it does
//     to the pillars later has no closed form; there all verdicts must stay the same with steps a quarter as long.
//
// prove returns what was shown, or an error.
func prove(s *scenario.Scenario, got scenario.Outcome) (string, error) {
	if s.Family == "bridge" {
		path, err := proveTipping(s)
		if err == nil {
			err = sameWhenFiner(s)
		}
		return path + ", and finer steps give the same verdicts", err
	}
	if got.Verdict == scenario.Rests && got.Moved < 1e-3 && got.Turned < 1e-3 {
		return proveEquilibrium(s, got.Name)
	}
	return "", fmt.Errorf("there is no proof for this")
}

// proveEquilibrium shows that after 3 s awake the named body, and all that touch it, are in equilibrium where they began.
func proveEquilibrium(s *scenario.Scenario, name string) (string, error) {
	w, ids, err := awake(s)
	if err != nil {
		return "", err
	}
	begun := map[physics.BodyID]geom.Vec3{}
	for _, id := range ids {
		begun[id] = w.Center(id)
	}
	for range s.Steps {
		w.Step(s.Dt)
	}
	const n = 8 // means over some steps, since forces tremble by some thousandths
	force, torque := map[physics.BodyID]geom.Vec3{}, map[physics.BodyID]geom.Vec3{}
	worst := 0.0 // share of friction that is used
	for range n {
		w.Step(s.Dt)
		for c := range w.Contacts() {
			a, b := s.Bodies[indexOf(ids, c.A.Body)].Def.Colliders[c.A.Collider], s.Bodies[indexOf(ids, c.B.Body)].Def.Colliders[c.B.Collider]
			mu := a.Friction * b.Friction
			for _, p := range c.Points {
				if p.Force < 0 {
					return "", fmt.Errorf("a contact pulls with %g N", -p.Force)
				}
				if p.Friction.Len() > mu*p.Force*(1+1e-9)+1e-9 {
					return "", fmt.Errorf("friction is %g N at a normal force of %g N and coefficient %g", p.Friction.Len(), p.Force, mu)
				}
				if p.Force > 0 {
					worst = max(worst, p.Friction.Len()/(mu*p.Force))
				}
				f := c.Normal.Scale(p.Force).Add(p.Friction).Scale(1.0 / n)
				force[c.B.Body] = force[c.B.Body].Add(f)
				force[c.A.Body] = force[c.A.Body].Sub(f)
				torque[c.B.Body] = torque[c.B.Body].Add(p.Position.Sub(w.Center(c.B.Body)).Cross(f))
				torque[c.A.Body] = torque[c.A.Body].Sub(p.Position.Sub(w.Center(c.A.Body)).Cross(f))
			}
		}
	}
	left := 0.0
	for i, id := range ids {
		if s.Bodies[i].Def.Type != physics.Dynamic {
			continue
		}
		weight := s.Gravity.Scale(w.Mass(id).Mass)
		left = max(left, force[id].Add(weight).Len()/weight.Len(), torque[id].Len()/weight.Len())
		if d := w.Center(id).Sub(begun[id]).Len(); d > 1e-3 {
			return "", fmt.Errorf("%s strayed %g m", s.Bodies[i].Name, d)
		}
	}
	if left > 2e-3 {
		return "", fmt.Errorf("forces do not cancel: %g of the weight is left", left)
	}
	return fmt.Sprintf("%s is in equilibrium: forces and torques cancel to %.1g of the weight, with at most %.3f of the friction that Coulomb allows", name, left, worst), nil
}

// sameWhenFiner compares all verdicts with those of steps a quarter as long.
func sameWhenFiner(s *scenario.Scenario) error {
	coarse, err := s.Run(nil)
	if err != nil {
		return err
	}
	finer := *s
	finer.Dt, finer.Steps = s.Dt/4, 4*s.Steps
	fine, err := finer.Run(nil)
	if err != nil {
		return err
	}
	for i, c := range coarse.Bodies {
		if f := fine.Bodies[i]; f.Verdict != c.Verdict {
			return fmt.Errorf("%s %s, with finer steps it %s", c.Name, c.Verdict, f.Verdict)
		}
	}
	return nil
}

func indexOf(ids []physics.BodyID, id physics.BodyID) int {
	for i := range ids {
		if ids[i] == id {
			return i
		}
	}
	panic("unknown body")
}

// awake builds a scenario in which nothing sleeps.
func awake(s *scenario.Scenario) (*physics.World, []physics.BodyID, error) {
	w, err := physics.NewWorld(physics.WorldDef{Gravity: s.Gravity, NoSleep: true})
	if err != nil {
		return nil, nil, err
	}
	var ids []physics.BodyID
	for i := range s.Bodies {
		id, err := w.AddBody(s.Bodies[i].Def)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, id)
	}
	return w, ids, nil
}

// proveTipping compares a level beam that overhangs one pillar with the equations of a bar on an edge, in the plane, until
// it has slid some centimeters or turned by 0.6 rad; the pillar is as good as fixed so long.
//
// With the bar's tilt th, the unit vectors t down along it and n out of its top, and the edge at s t + c n behind the
// center of mass, m the mass, I = m (L^2 + c^2)/3 the inertia of a bar of half length L and half thickness c, normal force
// N and friction F along t:
//
//	s'' + c th'' - s th'^2           = F/m + g sin th
//	-2 s' th' - c th'^2 - s th''     = N/m - g cos th
//	I th''                           = N s - F c
//
// and s” = s' = 0 while |F| <= mu N, else F = -mu N.
func proveTipping(s *scenario.Scenario) (string, error) {
	at := map[string]int{}
	for i, b := range s.Bodies {
		at[b.Name] = i
	}
	beam := s.Bodies[at["beam"]].Def
	half, from := beam.Colliders[0].Shape.Bounds().Max, beam.Pose.Position
	edge, sign := 0.0, 0.0 // of the pillar below, and the side to which the beam tips
	mu := 0.0
	for _, name := range []string{"left", "right"} {
		p := s.Bodies[at[name]].Def
		h := p.Colliders[0].Shape.Bounds().Max
		lo, hi := p.Pose.Position.X-h.X, p.Pose.Position.X+h.X
		if from.X-half.X >= hi || from.X+half.X <= lo {
			continue // the beam does not reach this one
		}
		if mu != 0 {
			return "", fmt.Errorf("the beam lies on both pillars")
		}
		mu = p.Colliders[0].Friction * beam.Colliders[0].Friction
		switch {
		case from.X < lo:
			edge, sign = lo, -1
		case from.X > hi:
			edge, sign = hi, 1
		default:
			return "", fmt.Errorf("the beam does not overhang")
		}
	}
	if mu == 0 {
		return "", fmt.Errorf("the beam lies on no pillar")
	}
	w, ids, err := awake(s)
	if err != nil {
		return "", err
	}

	g, c := -s.Gravity.Z, half.Z
	inertia := (half.X*half.X + c*c) / 3 // per mass
	start := math.Abs(from.X - edge)
	th, turn, slid, speed, sliding := 0.0, 0.0, start, 0.0, false
	const fine = 1000 // steps of the equations in one of the engine
	h := s.Dt / fine
	worst := 0.0
	for step := 1; step <= s.Steps; step++ {
		w.Step(s.Dt)
		for range fine {
			sin, cos := math.Sincos(th)
			var a, b float64 // second derivatives of th and s
			if !sliding {
				a = ((g*cos-c*turn*turn)*slid + c*(slid*turn*turn+g*sin)) / (inertia + slid*slid + c*c)
				n := g*cos - c*turn*turn - slid*a
				sliding = math.Abs(c*a-slid*turn*turn-g*sin) > mu*n
			}
			if sliding {
				k := (slid + mu*c) / inertia
				n := (g*cos - 2*speed*turn - c*turn*turn) / (1 + slid*k)
				a = n * k
				b = -mu*n + g*sin - c*a + slid*turn*turn
			}
			turn += a * h
			speed += b * h
			th += turn * h
			slid += speed * h
		}
		sin, cos := math.Sincos(th)
		want := geom.V(edge+sign*(slid*cos+c*sin), from.Y, from.Z-c-slid*sin+c*cos)
		worst = max(worst, w.Center(ids[at["beam"]]).Sub(want).Len())
		if slid-start > 0.02 || th > 0.6 {
			if worst > 0.002 {
				return "", fmt.Errorf("the beam is off its path by %.4f m when it has slid %.4f m", worst, slid-start)
			}
			return fmt.Sprintf("the beam keeps to the exact path within %.1f mm while it tips by %.2f rad and slides %.1f mm", 1e3*worst, th, 1e3*(slid-start)), nil
		}
	}
	return "", fmt.Errorf("the beam does not tip")
}
