package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// Pairs that are left alone have no patch: rods and boxes without gravity turn about and pass each other, are pushed and put elsewhere, and
// whatever pair a step left alone is searched without a memory.
func TestLeftAlone(t *testing.T) {
	w, err := NewWorld(WorldDef{NoSleep: true})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	shapes := []*Shape{
		shapeOf(t)(NewCylinder(0.3, 0.02)), shapeOf(t)(NewBox(geom.V(0.2, 0.05, 0.1))), shapeOf(t)(NewHull(boulder(2, 12, 0.2))),
		shapeOf(t)(NewCapsule(0.1, 0.05)),
	}
	anywhere := func() Pose {
		turn := rotation(rng).Quat()
		return Pose{direction(rng).Scale(0.6 * math.Cbrt(rng.Float64())), turn}
	}
	var ids []BodyID
	for i := range 24 {
		def := BodyDef{Pose: anywhere(), Colliders: []Collider{{Shape: shapes[i%len(shapes)], Density: 500}}}
		if i%6 == 0 {
			def.Type = Static
		}
		id, err := w.AddBody(def)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	const dt = 1.0 / 240
	left := 0
	for step := range 600 {
		id := ids[rng.IntN(len(ids))]
		switch {
		case step%10 == 0:
			if err := w.SetPose(id, anywhere()); err != nil {
				t.Fatal(err)
			}
		case step%3 == 0 && w.bodies[w.must(id)].typ == Dynamic:
			w.SetVelocity(id, direction(rng).Scale(rng.Float64()), direction(rng).Scale(5*rng.Float64()))
		}
		w.predictBounds(dt)
		w.broadPhase()
		w.narrowPhase(dt)
		for _, i := range w.sorted {
			c := w.contact(i)
			if !w.far(c.a, c.b) {
				continue
			}
			left++
			ca, cb := &w.colliders[c.a], &w.colliders[c.b]
			margin := w.nearby[c.a].pad + w.nearby[c.b].pad
			if m := touch(ca.shape, ca.worldFromShape, cb.shape, cb.worldFromShape, margin); m.count > 0 {
				t.Fatalf("step %d: bodies %d and %d were left alone at the separation %g", step, c.bodyA, c.bodyB, lowestPoint(&m))
			}
		}
		w.Step(dt)
	}
	if left < 1000 {
		t.Errorf("only %d pairs were left alone", left)
	}
}
