package scenario_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
	"mereo/physics/scenario"
)

// A mesh that moves has the mass of the solid inside, not of its hulls, in its place beside other shapes; and a hull beside it
// stays balanced about its origin.
func TestMeshThatMoves(t *testing.T) {
	mesh := fixture.L(0.3, 0.2, 0.05, 0.1)
	array := func(points []geom.Vec3) string {
		var out [][3]float64
		for _, p := range points {
			out = append(out, [3]float64{p.X, p.Y, p.Z})
		}
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	triangles, err := json.Marshal(mesh.Triangles)
	if err != nil {
		t.Fatal(err)
	}
	l := fmt.Sprintf(`{"type": "mesh", "vertices": %s, "triangles": %s, "pos": [0, 0, 1]}`, array(mesh.Vertices), triangles)
	hull := `{"type": "hull", "points": [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]], "pos": [0, 2, 0]}`
	list, errs := load(strings.Replace(drop, `{"type": "sphere", "radius": 0.1}`, l+", "+hull, 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	b := list[0].Bodies[1]
	if n := len(b.Def.Colliders); n != 3 || len(b.Looks) != 2 || b.Looks[0].Shape.Kind() != "mesh" {
		t.Errorf("body has %d colliders and looks like %d shapes, want two hulls of the L and the hull; the mesh and the hull", n, len(b.Looks))
	}
	// Two blocks of 0.3 x 0.1 x 0.05 and 0.05 x 0.1 x 0.15, and a tetrahedron, all at 500 kg/m3.
	foot, arm, stone := 0.75, 0.375, 500*0.001/6
	m := b.Def.Mass
	want := geom.V((foot*0.15+arm*0.025)/(foot+arm+stone), stone*2/(foot+arm+stone), (foot*1.025+arm*1.125)/(foot+arm+stone))
	if math.Abs(m.Mass-foot-arm-stone) > 1e-9 || m.Center.Sub(want).Len() > 1e-9 {
		t.Errorf("mass is %v at %v, want %v at %v", m.Mass, m.Center, foot+arm+stone, want)
	}
	// It is written as the mesh that it was.
	text, err := json.Marshal(list[0])
	if err != nil {
		t.Fatal(err)
	}
	if list, errs = load(string(text)); len(errs) > 0 {
		t.Fatal(errs)
	}
	again := list[0].Bodies[1]
	if len(again.Def.Colliders) != 3 || len(again.Looks) != 2 || *again.Def.Mass != *m {
		t.Errorf("read again: %d colliders, %d shapes, mass %v, want 3, 2 and %v", len(again.Def.Colliders), len(again.Looks), again.Def.Mass, m)
	}
}

// Ten things of a kitchen, all of them hollow, fall onto a table: rings lie in a bowl and on the rim of a mug, a bowl lies in a
// bowl, and all of it comes to rest on the table.
func TestKitchen(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	f, err := os.Open("testdata/kitchen.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s, err := range scenario.Load("kitchen.json", f) {
		if err != nil {
			t.Fatal(err)
		}
		result, err := s.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]geom.Vec3{}
		for _, b := range result.Bodies {
			at[b.Name] = b.CenterEnd
			if b.CenterEnd.Z < 0.005 || b.Expected != "" && b.Verdict != b.Expected {
				t.Errorf("%s %s, at %v, want %s, on the table", b.Name, b.Verdict, b.CenterEnd, b.Expected)
			}
		}
		aside := func(a, b string) float64 { d := at[a].Sub(at[b]); return math.Hypot(d.X, d.Y) }
		// The ring's middle line has a radius of 35 mm, the bowl is 72 mm wide at its rim, 64 mm above the table.
		if aside("ring1", "bowl1") > 0.03 || at["ring1"].Z > 0.06 {
			t.Errorf("ring is at %v, want in the bowl at %v", at["ring1"], at["bowl1"])
		}
		if aside("bowl2", "bowl1") > 0.03 || at["bowl2"].Z < at["bowl1"].Z+0.01 || at["bowl2"].Z > 0.1 {
			t.Errorf("bowl is at %v, want in the bowl at %v", at["bowl2"], at["bowl1"])
		}
		if math.Abs(at["ring2"].Z-fixture.MugHeight-0.01) > 0.001 {
			t.Errorf("ring is at %v, want on the rim of the mug, at height %v", at["ring2"], fixture.MugHeight+0.01)
		}
		if result.Flags&physics.NotSettled != 0 {
			t.Error("things move after six seconds")
		}
	}
}

// Scenes of which everybody knows what happens: Euler's disk goes round, a cradle hands its blow on, an arch bears a load, dominoes fall to the
// last, and a ball leaves one pin standing at most.
func TestFilms(t *testing.T) {
	f, err := os.Open("testdata/films.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s, err := range scenario.Load("films.json", f) {
		if err != nil {
			t.Fatal(err)
		}
		result, err := s.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		n++
		for _, b := range result.Bodies {
			if b.Expected != "" && b.Verdict != b.Expected {
				t.Errorf("%s: %s %s, want %s", s.Name, b.Name, b.Verdict, b.Expected)
			}
			if s.Name == "euler_disk" && b.CenterEnd.Z < 0.99*b.CenterStart.Z {
				t.Errorf("the disk sank from %g to %g m", b.CenterStart.Z, b.CenterEnd.Z)
			}
		}
	}
	if n != 5 {
		t.Errorf("%d films, want 5", n)
	}
}

// A ball on a slope of heights rolls down and comes off below the edge; the ground is written as the mesh that it is.
func TestHeights(t *testing.T) {
	text := strings.Replace(drop, `{"type": "box", "half": [2, 2, 0.5]}`,
		`{"type": "heights", "spacing": [4, 1], "heights": [[0.5, -0.5], [0.5, -0.5], [0.5, -0.5]], "pos": [-2, -1, 0.5]}`, 1)
	text = strings.Replace(text, `"steps": 20`, `"steps": 150`, 1)
	list, errs := load(text)
	if text == drop || len(errs) > 0 {
		t.Fatal(errs)
	}
	shape := list[0].Bodies[0].Def.Colliders[0].Shape
	if vertices, triangles := shape.Surface(); shape.Kind() != "mesh" || len(vertices) != 6 || len(triangles) != 4 || vertices[3] != geom.V(4, 1, -0.5) {
		t.Fatalf("ground is a %s with points %v and %d triangles", shape.Kind(), vertices, len(triangles))
	}
	lowest, right := 1.0, 0.0
	_, err := list[0].Run(func(_ int, w *physics.World, ids []physics.BodyID) error {
		p := w.Pose(ids[1]).Position
		right = p.X
		if p.X < 1.9 { // above the ground, at the height of the slope
			lowest = min(lowest, p.Z+0.25*p.X)
		}
		return nil
	})
	if err != nil || right < 0.2 || lowest < 0.1 {
		t.Errorf("the ball comes to x = %v, its center at least %v above the slope (%v)", right, lowest, err)
	}
	again, err := json.Marshal(list[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, errs = load(string(again)); len(errs) > 0 {
		t.Fatal(errs)
	}
}
