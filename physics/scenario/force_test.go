package scenario_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
)

// floating is a ball of 2 kg and 0.008 kg m2 in free space, and what is done to it.
const floating = `{"name": "floating", "gravity": [0, 0, 0], "dt": 0.01, "steps": 20, "bodies": [
  {"name": "ball", "pos": [0, 0, 1], "quat": [0.6, 0.8, 0, 0], "friction": 0.5, "mass": {"mass": 2, "inertia": [0.008, 0.008, 0.008]}%s, "shapes": []}],
 "forces": [%s]}`

// after runs a scenario and returns velocity, angular velocity and center of a body at its end.
func after(t *testing.T, text string, body int) (v, a, center geom.Vec3) {
	t.Helper()
	list, errs := load(text)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	_, err := list[0].Run(func(_ int, w *physics.World, ids []physics.BodyID) error {
		v, a, center = w.Velocity(ids[body]), w.AngularVelocity(ids[body]), w.Center(ids[body])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, a, center
}

// Forces, torques and impulses change momentum and angular momentum by what they are times the seconds, whatever the step.
func TestForces(t *testing.T) {
	// The body's y axis in the world: turned about x by an angle whose half has cosine 0.6 and sine 0.8.
	y := geom.V(0, 0.6*0.6-0.8*0.8, 2*0.6*0.8)
	for _, c := range []struct {
		forces string
		v, a   geom.Vec3
	}{
		{`{"body": "ball", "force": [3, 0, 0]}`, geom.V(0.3, 0, 0), geom.Vec3{}},
		{`{"body": "ball", "force": [3, 0, 0], "from": 0.013, "until": 0.0571}`, geom.V(3*0.0441/2, 0, 0), geom.Vec3{}},
		{`{"body": "ball", "force": [3, 0, 0], "from": 0.021, "until": 0.022}`, geom.V(3*0.001/2, 0, 0), geom.Vec3{}},
		{`{"body": "ball", "force": [0, 3, 0], "local": true, "until": 0.1}`, y.Scale(0.15), geom.Vec3{}},
		{`{"body": "ball", "torque": [0, 0, 0.004], "until": 0.1}`, geom.Vec3{}, geom.V(0, 0, 0.05)},
		{`{"body": "ball", "torque": [0, 0.004, 0], "local": true, "until": 0.1}`, geom.Vec3{}, y.Scale(0.05)},
		{`{"body": "ball", "impulse": [1, 0, 0], "from": 0.05}`, geom.V(0.5, 0, 0), geom.Vec3{}},
		{`{"body": "ball", "impulse": [1, 0, 0], "at": [0, 0.1, 0]}`, geom.V(0.5, 0, 0), y.Scale(0.1).Cross(geom.V(1, 0, 0)).Scale(1 / 0.008)},
		{`{"body": "ball", "impulse": [1, 0, 0], "from": 0.2}`, geom.Vec3{}, geom.Vec3{}},
		{`{"body": "ball", "force": [0, 2, 0], "until": 0.1}, {"body": "ball", "force": [0, -1, 0], "from": 0.1}`, geom.V(0, 0.05, 0), geom.Vec3{}},
		{`{"body": "ball", "force": [1, 0, 0], "torque": [0.004, 0, 0], "until": 0.02}`, geom.V(0.01, 0, 0), geom.V(0.01, 0, 0)},
	} {
		v, a, _ := after(t, fmt.Sprintf(floating, "", c.forces), 0)
		if v.Sub(c.v).Len() > 1e-12 || a.Sub(c.a).Len() > 1e-9 {
			t.Errorf("%s: it moves by %v and turns by %v, want %v and %v", c.forces, v, a, c.v, c.a)
		}
	}
	// A force at a place turns the body and goes round with it: its torque is that of the arm at the time.
	_, a, _ := after(t, fmt.Sprintf(floating, "", `{"body": "ball", "force": [1e-3, 0, 0], "at": [0, 0.1, 0]}`), 0)
	if want := y.Scale(0.1).Cross(geom.V(1e-3*0.2/0.008, 0, 0)); a.Sub(want).Len() > 1e-3*want.Len() {
		t.Errorf("it turns by %v, want %v", a, want)
	}
}

func TestDampingOfAFile(t *testing.T) {
	v, a, _ := after(t, fmt.Sprintf(floating, `, "velocity": [1, 0, 0], "angular_velocity": [0, 0, 1], "linear_damping": 2, "angular_damping": 3`, ""), 0)
	if math.Abs(v.X-math.Exp(-2*0.2)) > 2e-3 || math.Abs(a.Z-math.Exp(-3*0.2)) > 2e-3 {
		t.Errorf("after 0.2 s: %g m/s and %g rad/s, want %g and %g", v.X, a.Z, math.Exp(-2*0.2), math.Exp(-3*0.2))
	}
}

// A kinematic body goes its way and takes along what lies on it; a motor turns a door by speed times time.
func TestDrivenBodies(t *testing.T) {
	const text = `{"name": "driven", "gravity": [0, 0, -9.81], "dt": 0.005, "steps": 200, "bodies": [
	  {"name": "belt", "kinematic": true, "pos": [0, 0, 0], "quat": [1, 0, 0, 0], "friction": 1, "velocity": [0.2, 0, 0],
	   "shapes": [{"type": "box", "half": [1, 1, 0.1]}]},
	  {"name": "parcel", "pos": [0, 0, 0.2], "quat": [1, 0, 0, 0], "friction": 1, "density": 100, "shapes": [{"type": "box", "half": [0.1, 0.1, 0.1]}]},
	  {"name": "post", "fixed": true, "pos": [3, 0, 0], "quat": [1, 0, 0, 0], "friction": 1, "shapes": [{"type": "box", "half": [0.1, 0.1, 1]}]},
	  {"name": "door", "pos": [3.5, 0, 0], "quat": [1, 0, 0, 0], "friction": 1, "density": 100, "shapes": [{"type": "box", "half": [0.4, 0.02, 0.5]}]}],
	 "joints": [{"kind": "hinge", "a": "post", "b": "door", "motor": {"speed": 0.5, "max": 1000}, "limits": [-1, 2]}]}`
	if _, _, at := after(t, text, 0); math.Abs(at.X-0.2) > 1e-12 {
		t.Errorf("the belt is at %v", at)
	}
	// It slips until it is as fast: v^2/(2 mu g) behind.
	if v, _, at := after(t, text, 1); math.Abs(v.X-0.2) > 1e-3 || math.Abs(at.X-(0.2-0.2*0.2/(2*9.81))) > 1e-3 {
		t.Errorf("the parcel is at %v with %v", at, v)
	}
	// From rest, so a step behind.
	if _, a, at := after(t, text, 3); math.Abs(a.Z-0.5) > 1e-6 || at.Sub(geom.V(3+0.5*math.Cos(0.5), 0.5*math.Sin(0.5), 0)).Len() > 0.002 {
		t.Errorf("the door is at %v and turns by %v", at, a)
	}
}

// Surfaces of single shapes: densities, filters, sensors.
func TestSurfacesOfShapes(t *testing.T) {
	list, errs := load(rich)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	w, ids, err := list[0].Build()
	if err != nil {
		t.Fatal(err)
	}
	ball := func(r, density float64) float64 { return density * 4 * math.Pi / 3 * r * r * r }
	if got, want := w.Mass(ids[2]).Mass, ball(0.1, 500)+ball(0.05, 100); math.Abs(got-want) > 1e-12 {
		t.Errorf("two balls weigh %g kg, want %g", got, want)
	}
	if m := w.Mass(ids[3]); m.Mass != 2.5 || m.Center != geom.V(0.01, 0, 0) || m.Inertia.Y != geom.V(0.001, 0.11, 0.003) || m.Inertia.Z != geom.V(0.002, 0.003, 0.12) {
		t.Errorf("b weighs %+v", m)
	}
	// On the ground, through what it does not touch, through a sensor.
	for _, c := range []struct {
		ground string
		z      float64
	}{{``, 0.1}, {`, "category": 2, "mask": 1`, 0.1}, {`, "category": 2, "mask": 2`, 1 - 0.5*9.81}, {`, "sensor": true`, 1 - 0.5*9.81}} {
		text := strings.Replace(strings.Replace(drop, `"half": [2, 2, 0.5]`, `"half": [2, 2, 0.5]`+c.ground, 1), `"steps": 20`, `"steps": 100`, 1)
		if _, _, at := after(t, text, 1); math.Abs(at.Z-c.z) > 0.01 {
			t.Errorf("%s: the ball is at %g m, want %g", c.ground, at.Z, c.z)
		}
	}
}

// What a user meets, word for word, of joints, forces and what bodies have since.
func TestErrorsOfJointsAndForces(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"kind": "hinge"`, `"kind": "rope"`, `joints[0].kind is "rope", want fixed, hinge, slider or ball`},
		{`"a": "a", "b": "b"`, `"a": "x", "b": "b"`, `joints[0].a is "x", want the name of a body`},
		{`"a": "a", "b": "b"`, `"a": "b", "b": "b"`, `joints[0].b is "b", as a`},
		{`"a": "a", "b": "b"`, `"a": "a"`, `joints[0].b is missing`},
		{`"limits": [-1, 0.5]`, `"limits": [-1]`, `joints[0].limits has 1 values, want 2`},
		{`"max": 0.1`, `"max": 0`, `joints[0].motor.max is 0, want more than 0`},
		{`"hertz": 2,`, ``, `joints[1].spring.hertz is missing`},
		{`"quat": [0.8, 0, 0.6, 0]`, `"quat": [0.8, 0, 0, 0]`, `joints[0].a_frame.quat has length 0.8, want 1`},
		{`"name": "rail", `, `"name": "joint0", `, `joints[1].name is "joint0", as that of an earlier joint`},
		{`"kinematic": true`, `"kinematic": true, "fixed": true`, `bodies[1].kinematic is true, but a fixed body stays where it is`},
		{`"kinematic": true`, `"kinematic": true, "linear_damping": 1`, `bodies[1].linear_damping is there, but only bodies that forces move have it`},
		{`"linear_damping": 0.1`, `"linear_damping": -1`, `bodies[2].linear_damping is -1, want at least 0`},
		{`"mask": 7`, `"mask": 0`, `bodies[2].mask is 0, want a whole number from 1 to 4294967295`},
		{`"category": 4`, `"category": 4.5`, `bodies[0].shapes[1].category is 4.5, want a whole number from 1 to 4294967295`},
		{`"sensor": true`, `"sensor": "yes"`, `bodies[0].shapes[1].sensor is a text, want true or false`},
		{`[0.1, 0.11, 0.12]`, `[0.1, 0.11]`, `bodies[4].mass.inertia has 2 values, want 3 or 6`},
		{`"expected"`, `"forces": [{"body": "belt", "force": [1, 0, 0]}], "expected"`,
			`forces[0].body is "belt", want a body that is not fixed and not kinematic`},
		{`"expected"`, `"forces": [{"body": "a"}], "expected"`, `forces[0] has no force, torque or impulse`},
		{`"expected"`, `"forces": [{"body": "a", "force": [1, 0, 0], "impulse": [1, 0, 0]}], "expected"`,
			`forces[0].impulse is there beside a force or torque, want them apart`},
		{`"expected"`, `"forces": [{"body": "a", "torque": [1, 0, 0], "at": [0, 0, 0]}], "expected"`, `forces[0].at is there, but a torque has no place`},
		{`"expected"`, `"forces": [{"body": "a", "impulse": [1, 0, 0], "until": 2}], "expected"`, `forces[0].until is there, but an impulse acts at once`},
		{`"expected"`, `"forces": [{"body": "a", "force": [1, 0, 0], "from": 2, "until": 2}], "expected"`, `forces[0].until is 2, want more than from, 2`},
	} {
		text := strings.Replace(rich, c.old, c.new, 1)
		if text == rich {
			t.Errorf("%q is not in the text", c.old)
		}
		want := `f.json: scenario rich "{[,: ` + c.want
		list, errs := load(text)
		if len(list) != 0 || len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("with %s:\n got %v\nwant %s", c.new, errs, want)
		}
	}
	// What a world refuses of a joint is told with the joint.
	list, errs := load(strings.Replace(rich, `"limits": [-1, 0.5]`, `"limits": [1, 0.5]`, 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := `f.json: scenario rich "{[,: joints[0]: physics: joint: limits are 1 to 0.5, want the lower one first`
	if _, _, err := list[0].Build(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
