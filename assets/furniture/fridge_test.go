package furniture

import (
	"testing"

	"mereo/engine/geom"
)

// unitSeeds is how many models of each family the property tests look at.
const unitSeeds = 40

// eachModel runs f on models of all families of a category, each validated.
func eachModel(t *testing.T, category string, f func(t *testing.T, m *Model)) {
	t.Helper()
	if len(Families(category)) < 6 {
		t.Errorf("%s has %d families, want at least 6", category, len(Families(category)))
	}
	for _, family := range Families(category) {
		t.Run(family.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(unitSeeds) {
				m, err := Make(category, family.Name, seed)
				if err != nil {
					t.Fatal(err)
				}
				if err := m.Validate(); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				if n := m.triangles(); n < 600 || n > 5000 {
					t.Errorf("seed %d: %d triangles, want 600 to 5000", seed, n)
				}
				f(t, m)
			}
		})
	}
}

func TestRefrigerators(t *testing.T) {
	doors := map[string][2]int{
		"larder": {1, 1}, "top-freezer": {2, 2}, "bottom-freezer": {2, 2}, "side-by-side": {2, 2}, "french-door": {3, 4},
		"four-door": {4, 4}, "retro": {1, 2}, "mini-bar": {1, 1}, "wine-cooler": {1, 2}, "commercial": {1, 4},
	}
	eachModel(t, Refrigerator, func(t *testing.T, m *Model) {
		counts := m.LabelCounts()
		if n, want := counts["door_frame"], doors[m.Family]; n < want[0] || n > want[1] {
			t.Errorf("seed %d: %d doors, want %d to %d", m.Seed, n, want[0], want[1])
		}
		if counts["handle"] != counts["door_frame"] || counts["frame"] != 1 || counts["base"] != 1 {
			t.Errorf("seed %d: labels are %v, want a handle for each door, one body and one base", m.Seed, counts)
		}
		if len(m.Supports) == 0 {
			t.Errorf("seed %d: nothing can stand on it", m.Seed)
		}
		size := m.Bounds().Size()
		if size.X < 0.4 || size.X > 1.4 || size.Y < 0.45 || size.Y > 1.0 || size.Z < 0.45 || size.Z > 2.0 {
			t.Errorf("seed %d: size is %v, want that of a refrigerator", m.Seed, size)
		}
		for _, p := range m.Parts {
			if p.Label != "door_frame" {
				continue
			}
			// Doors are upright plates that face the front, and lie before the middle of the cabinet.
			if p.Primitive.Kind != Plane || p.Primitive.Dir.Y > -0.99 {
				t.Errorf("seed %d: %s has the primitive %+v, want a plane with normal -Y", m.Seed, p.Name, p.Primitive)
			}
			if y := p.Mesh.Bounds().Center().Y; y > -0.1 {
				t.Errorf("seed %d: %s lies at y = %g, want it in front", m.Seed, p.Name, y)
			}
		}
		checkApart(t, m, "door_frame", 0.002)
	})
}

// checkApart reports parts of one label whose boxes come nearer than gap meters.
func checkApart(t *testing.T, m *Model, label string, gap float64) {
	t.Helper()
	var boxes []geom.AABB
	for _, p := range m.Parts {
		if p.Label == label {
			boxes = append(boxes, p.Mesh.Bounds())
		}
	}
	for i := range boxes {
		for j := range i {
			if boxes[i].Pad(gap).Overlaps(boxes[j]) {
				t.Errorf("seed %d: parts %d and %d labeled %s touch", m.Seed, i, j, label)
			}
		}
	}
}
