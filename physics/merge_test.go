package physics

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

const (
	tableLeg   = 0.05 // half of the width of a leg, meters
	tableReach = 0.4  // of the middles of the legs along x and y
)

// table returns a world in which a table of 10 kg stands. cut is how much the leg at +x, +y is short of the others, and center where the
// center of mass is along x and y.
func table(t *testing.T, cut float64, center geom.Vec3) *World {
	t.Helper()
	must := func(s *Shape, err error) *Shape {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	w, err := NewWorld(WorldDef{Gravity: geom.V(0, 0, -9.81), NoSleep: true})
	if err != nil {
		t.Fatal(err)
	}
	add := func(def BodyDef) {
		if _, err := w.AddBody(def); err != nil {
			t.Fatal(err)
		}
	}
	floor := must(NewBox(geom.V(5, 5, 0.5)))
	add(BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -0.5)}, Colliders: []Collider{{Shape: floor, Friction: 1}}})
	var legs []Collider
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			height := 0.3
			if x+y == 2 {
				height -= 0.5 * cut
			}
			leg := must(NewBox(geom.V(tableLeg, tableLeg, height)))
			legs = append(legs, Collider{Shape: leg, Pose: Pose{Position: geom.V(x*tableReach, y*tableReach, -height)}, Friction: 0.7})
		}
	}
	center.Z = -0.3
	add(BodyDef{
		Pose: Pose{Position: geom.V(0, 0, 0.6)}, Colliders: legs,
		Mass: &MassProperties{Mass: 10, Center: center, Inertia: diagonal(1, 1, 1)},
	})
	return w
}

// A table stands on four points, the outer corners of its legs, which carry what statics says.
func TestTableStandsOnFourPoints(t *testing.T) {
	w := table(t, 0, geom.V(0.1, 0.2, 0))
	for range 240 {
		w.Step(1.0 / 240)
	}
	if len(w.constraints) != 1 || len(w.points) != 4 {
		t.Fatalf("%d patches, %d points, want 1 and 4", len(w.constraints), len(w.points))
	}
	var force float64
	var moment geom.Vec3
	contacts := 0
	for c := range w.Contacts() {
		contacts++
		for _, p := range c.Points {
			force += p.Force
			moment = moment.AddScaled(p.Force, p.Position)
			if outer := tableReach + tableLeg; p.Force > 0 && math.Abs(math.Abs(p.Position.X)-outer)+math.Abs(math.Abs(p.Position.Y)-outer) > 1e-3 {
				t.Errorf("a point at %v carries %g N", p.Position, p.Force)
			}
		}
	}
	if contacts != 4 {
		t.Errorf("%d contacts, want 4", contacts)
	}
	if math.Abs(force-98.1) > 1e-3 || math.Abs(moment.X/force-0.1) > 1e-4 || math.Abs(moment.Y/force-0.2) > 1e-4 {
		t.Errorf("the floor bears %g N at %g, %g, want 98.1 at 0.1, 0.2", force, moment.X/force, moment.Y/force)
	}
}

// A table of which a leg is short stands on the inner corners of the two beside it, at x+y = 2*tableLeg: what is near the floor but does
// not touch it stands for nothing.
func TestTableWithShortLeg(t *testing.T) {
	for _, c := range []struct {
		share  float64
		stands bool
	}{{0.95, true}, {1.05, false}} {
		w := table(t, 0.003, geom.V(c.share*tableLeg, c.share*tableLeg, 0))
		for range 480 {
			w.Step(1.0 / 240)
		}
		q := w.bodies[2].pose.Rotation
		turned := 2 * math.Sqrt(q.X*q.X+q.Y*q.Y+q.Z*q.Z)
		// It falls about the line through those corners, until the outer corner of the short leg meets the floor.
		falls := 0.003 / (math.Sqrt2 * tableReach)
		if (turned < 0.05*falls) != c.stands || !c.stands && math.Abs(turned-falls) > 0.05*falls {
			t.Errorf("center of mass at %g of the limit: turned by %g rad, stands should be %t", c.share, turned, c.stands)
		}
	}
}

// What slides on two points and turns slowly keeps turning, if the points lie across its way: friction points backwards at both and has
// no torque. With one of the points ahead of the other it does have one.
func TestSlidingAndTurning(t *testing.T) {
	for _, across := range []bool{true, false} {
		w, err := NewWorld(WorldDef{Gravity: geom.V(0, 0, -9.81), NoSleep: true})
		if err != nil {
			t.Fatal(err)
		}
		floor, _ := NewBox(geom.V(50, 50, 0.5))
		ball, _ := NewSphere(0.1)
		const l, speed, spin, moment = 0.5, 5.0, 0.2, 4.0
		at := geom.V(0, l, 0.1)
		if !across {
			at = geom.V(l, 0, 0.1)
		}
		w.AddBody(BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -0.5)}, Colliders: []Collider{{Shape: floor, Friction: 1}}})
		w.AddBody(BodyDef{
			Velocity: geom.V(speed, 0, 0), AngularVelocity: geom.V(0, 0, spin),
			Colliders: []Collider{
				{Shape: ball, Pose: Pose{Position: at}, Friction: 0.5},
				{Shape: ball, Pose: Pose{Position: geom.V(-at.X, -at.Y, 0.1)}, Friction: 0.5},
			},
			Mass: &MassProperties{Mass: 10, Inertia: diagonal(moment, moment, moment)}, // its center is on the floor, so that it does not pitch
		})
		const seconds = 0.5
		for range int(seconds * 240) {
			w.Step(1.0 / 240)
		}
		// In line, the points move across at w*l: d(ln w) = -m mu g l^2/(I v) dt and dv = -mu g dt.
		left := speed - 0.5*9.81*seconds
		want := spin
		if !across {
			want *= math.Pow(left/speed, 10*l*l/moment)
		}
		m := &w.motions[2]
		if math.Abs(m.w.Z-want) > 0.01*want || math.Abs(m.v.X-left) > 0.02 {
			t.Errorf("across %t: it turns at %g rad/s and goes at %g m/s, want %g and %g", across, m.w.Z, m.v.X, want, left)
		}
	}
}
