package bodies

import (
	"testing"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/physics"
)

// Scenes show bodies where they were when they were asked for; static ones belong to the backdrop.
func TestSceneShowsWhereBodiesAre(t *testing.T) {
	w, err := NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		t.Fatal(err)
	}
	ball, err := physics.NewSphere(0.1)
	if err != nil {
		t.Fatal(err)
	}
	add := func(typ physics.BodyType, z float64) physics.BodyID {
		id, err := w.Add("ball", physics.BodyDef{
			Type: typ, Pose: physics.Pose{Position: geom.V(0, 0, z)}, Colliders: []physics.Collider{{Shape: ball, Density: 100}},
		}, material.Lambert(material.RGB{1}))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	add(physics.Static, 0)
	falling := add(physics.Dynamic, 2)
	before := w.Scene()
	for range 10 {
		w.Step(0.01)
	}
	after := w.Scene()
	if len(before.Backdrop) != 1 || len(before.Objects) != 1 {
		t.Fatalf("%d pieces of backdrop and %d objects, want 1 and 1", len(before.Backdrop), len(before.Objects))
	}
	if got := before.Objects[0].WorldFromObject.T.Z; got != 2 {
		t.Errorf("before: the ball is at %v m, want 2", got)
	}
	if got, want := after.Objects[0].WorldFromObject, w.Pose(falling).Transform(); got != want || got.T.Z >= 2 {
		t.Errorf("after: the ball is at %v, want %v", got, want)
	}
	if _, err := w.Add("none", physics.BodyDef{Type: physics.Dynamic}, material.Default()); err == nil {
		t.Error("a body without mass is added")
	}
}
