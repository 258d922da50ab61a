package decompose_test

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
	"mereo/physics/decompose"
)

var identity = physics.Pose{Rotation: geom.Quat{W: 1}}

// stage is a world with a floor at z = 0.
type stage struct {
	*testing.T
	*physics.World
}

func newStage(t *testing.T) stage {
	t.Helper()
	w, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		t.Fatal(err)
	}
	s := stage{t, w}
	s.block(physics.Static, geom.V(0, 0, -0.5), geom.V(5, 5, 0.5))
	return s
}

func (s stage) body(def physics.BodyDef) physics.BodyID {
	s.Helper()
	id, err := s.AddBody(def)
	if err != nil {
		s.Fatal(err)
	}
	return id
}

func (s stage) block(kind physics.BodyType, at, half geom.Vec3) physics.BodyID {
	s.Helper()
	box, err := physics.NewBox(half)
	if err != nil {
		s.Fatal(err)
	}
	return s.body(physics.BodyDef{
		Type: kind, Pose: physics.Pose{Position: at, Rotation: geom.Quat{W: 1}},
		Colliders: []physics.Collider{{Shape: box, Pose: identity, Density: 600, Friction: 0.7}},
	})
}

// solid adds a body of a mesh.
func (s stage) solid(m fixture.Mesh, pose physics.Pose, density float64) physics.BodyID {
	s.Helper()
	colliders, mass, err := decompose.Body(m.Vertices, m.Triangles, identity, physics.Collider{Density: density, Friction: 0.7}, decompose.Options{})
	if err != nil {
		s.Fatal(err)
	}
	return s.body(physics.BodyDef{Pose: pose, Colliders: colliders, Mass: &mass})
}

func (s stage) run(seconds float64) (settled bool) {
	flags := physics.Flags(0)
	for range int(seconds * 240) {
		flags = s.Step(fixture.Dt)
	}
	return flags&physics.NotSettled == 0
}

func at(x, y, z float64) physics.Pose {
	return physics.Pose{Position: geom.V(x, y, z), Rotation: geom.Quat{W: 1}}
}

// A ring falls over a peg that is thicker than nothing and thinner than its hole: the hole is there. It slides down to the
// floor and stays around the peg when it is pushed.
func TestRingStaysOnPeg(t *testing.T) {
	s := newStage(t)
	peg, err := physics.NewCylinder(0.1, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	s.body(physics.BodyDef{Type: physics.Static, Pose: at(0, 0, 0.1), Colliders: []physics.Collider{{Shape: peg, Pose: identity, Friction: 0.3}}})
	ring := s.solid(fixture.Torus(0.05, 0.015, 64, 24), at(0.006, 0, 0.3), 800)
	s.run(1)
	if c := s.Center(ring); math.Abs(c.Z-0.015) > 0.001 {
		t.Fatalf("ring lies at %v, want on the floor around the peg, at height 0.015", c)
	}
	s.SetVelocity(ring, geom.V(1.2, 0.7, 0), geom.Vec3{})
	settled := s.run(3)
	// The hole has radius 0.035: the peg lets the ring move by 0.015.
	if c := s.Center(ring); !settled || math.Abs(c.Z-0.015) > 0.001 || geom.V(c.X, c.Y, 0).Len() > 0.0165 {
		t.Errorf("ring is at %v (settled: %v), want around the peg, which lets it move by 0.015", c, settled)
	}
}

// A mug that lies on a floor with its handle up rolls until the handle lies on the floor, too, and stops.
func TestMugRollsOntoHandle(t *testing.T) {
	s := newStage(t)
	// The axis of the mug along y, its handle up and a little to the side.
	lie := geom.AxisAngle(geom.V(1, 0, 0), -math.Pi/2)
	turn := geom.AxisAngle(geom.V(0, 1, 0), -math.Pi/2+0.3)
	mug := s.solid(fixture.Mug(48), physics.Pose{
		Position: geom.V(0, 0, fixture.MugRadius+0.001), Rotation: turn.Mul(lie).Quat(),
	}, 1800)
	settled := s.run(8)
	handle := s.Pose(mug).Rotation.Rotate(geom.V(1, 0, 0))
	// It touches with its side and the end of its handle: the lowest points of both, at the angle a below the horizon, are at
	// one height. The bow of the handle is a circle of 25 mm about the mug's side, its tube has 5 mm.
	axis := s.Pose(mug).Position.Z
	low := math.Inf(1)
	for _, v := range fixture.Mug(48).Vertices {
		low = min(low, s.Pose(mug).Transform().Point(v).Z)
	}
	if !settled || handle.Z > -0.3 || math.Abs(low) > 0.001 || axis > fixture.MugRadius+0.003 {
		t.Errorf("mug lies with its handle towards %v, its axis at %v, its lowest point at %v (settled: %v); want on handle and side",
			handle, axis, low, settled)
	}
}

// A ball dropped into a standing mug stays inside, on its floor, and so it does when the mug is carried off its place.
func TestBallStaysInMug(t *testing.T) {
	s := newStage(t)
	mug := s.solid(fixture.Mug(48), at(0, 0, 0.001), 1800)
	const r = 0.015
	ball, err := physics.NewSphere(r)
	if err != nil {
		t.Fatal(err)
	}
	id := s.body(physics.BodyDef{Pose: at(0.01, 0.005, 0.2), Colliders: []physics.Collider{{Shape: ball, Pose: identity, Density: 1000, Friction: 0.7}}})
	s.run(1)
	s.SetVelocity(mug, geom.V(0.3, 0.2, 0), geom.Vec3{})
	s.run(5)
	p := s.Pose(mug).Transform().RigidInverse().Point(s.Center(id))
	if math.Abs(p.Z-fixture.MugFloor-r) > 0.001 || geom.V(p.X, p.Y, 0).Len() > fixture.MugRadius-fixture.MugWall-r+0.001 {
		t.Errorf("ball is at %v in the mug, want on its floor, within its wall", p)
	}
	if up := s.Pose(mug).Rotation.Rotate(geom.V(0, 0, 1)); up.Z < 0.999 {
		t.Errorf("mug's axis is along %v, want upright", up)
	}
}

// A chair of one mesh stands where that of boxes stands, and falls where that falls.
func TestChairAsOfBoxes(t *testing.T) {
	boxes := func(s stage, pose physics.Pose) physics.BodyID {
		def := physics.BodyDef{Pose: pose}
		for _, b := range fixture.ChairBoxes() {
			shape, err := physics.NewBox(b.Size().Scale(0.5))
			if err != nil {
				t.Fatal(err)
			}
			def.Colliders = append(def.Colliders, physics.Collider{
				Shape: shape, Pose: physics.Pose{Position: b.Center(), Rotation: geom.Quat{W: 1}}, Density: 600, Friction: 0.7,
			})
		}
		return s.body(def)
	}
	mesh := func(s stage, pose physics.Pose) physics.BodyID { return s.solid(fixture.Chair(), pose, 600) }
	for _, c := range []struct {
		name  string
		lean  float64 // radians, towards the back
		falls bool
	}{
		// The center of mass is 0.085 m behind the middle and 0.46 m high; the back legs end at 0.22 m.
		{"upright", 0, false}, {"leaning by less than balance", 0.2, false}, {"leaning by more", 0.4, true},
	} {
		var ends [2]geom.Vec3
		for i, build := range []func(stage, physics.Pose) physics.BodyID{boxes, mesh} {
			s := newStage(t)
			turn := geom.AxisAngle(geom.V(1, 0, 0), -c.lean)
			edge := geom.V(0, 0.22, 0) // of the back legs, which it is turned about
			id := build(s, physics.Pose{Position: edge.Sub(turn.MulVec(edge)), Rotation: turn.Quat()})
			s.run(4)
			ends[i] = s.Pose(id).Rotation.Rotate(geom.V(0, 0, 1))
			if fell := ends[i].Z < 0.9; fell != c.falls {
				t.Errorf("%s, build %d: the chair's axis is along %v, want fallen: %v", c.name, i, ends[i], c.falls)
			}
		}
		if !c.falls && ends[0].Sub(ends[1]).Len() > 0.002 {
			t.Errorf("%s: axes are along %v and %v, want the same", c.name, ends[0], ends[1])
		}
	}
}

// An L lies with its long leg over the edge of a table, up to where its center of mass is beyond the edge.
func TestLOverEdge(t *testing.T) {
	const long, high, thick = 0.3, 0.2, 0.05
	foot, arm := long*thick, (high-thick)*thick
	center := (foot*long/2 + arm*thick/2) / (foot + arm)
	for _, c := range []struct {
		beyond float64 // of the center of mass, of the edge
		falls  bool
	}{{-0.002, false}, {0.002, true}} {
		s := newStage(t)
		s.block(physics.Static, geom.V(-1, 0, 0.5), geom.V(1, 0.5, 0.5))
		id := s.solid(fixture.L(long, high, thick, 0.1), at(c.beyond-center, 0, 1), 700)
		s.run(4)
		if z := s.Center(id).Z; (z < 0.9) != c.falls {
			t.Errorf("with its center of mass %v m beyond the edge, the L is at %v, want fallen: %v", c.beyond, s.Center(id), c.falls)
		}
	}
}
