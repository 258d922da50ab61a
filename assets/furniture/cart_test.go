package furniture

import (
	"math"
	"testing"
)

func TestCarts(t *testing.T) {
	wheels := map[string][2]int{
		"hand-truck": {2, 2}, "garden-wagon": {4, 4}, "shopping-cart": {4, 4}, "wheelbarrow": {1, 1}, "three-wheeler": {3, 3},
		"platform-trolley": {4, 4}, "tea-trolley": {4, 4}, "farm-cart": {2, 2}, "rickshaw": {2, 2}, "street-stall": {2, 4},
	}
	eachModel(t, Cart, func(t *testing.T, m *Model) {
		counts := m.LabelCounts()
		if n, want := counts["wheel"], wheels[m.Family]; n < want[0] || n > want[1] {
			t.Errorf("seed %d: %d wheels, want %d to %d", m.Seed, n, want[0], want[1])
		}
		if counts["base_body"] != 1 || counts["handle"] < 1 || counts["handle"] > 2 {
			t.Errorf("seed %d: labels are %v, want one body and one or two handles", m.Seed, counts)
		}
		box := m.Bounds()
		if s := box.Size(); s.X < 0.35 || s.X > 1.3 || s.Y < 0.35 || s.Y > 2.4 || s.Z < 0.42 || s.Z > 2.2 {
			t.Errorf("seed %d: size is %v, want that of a cart", m.Seed, s)
		}
		for _, p := range m.Parts {
			if p.Label != "wheel" {
				continue
			}
			b := p.Mesh.Bounds()
			if math.Abs(b.Min.Z-box.Min.Z) > 2e-6 {
				t.Errorf("seed %d: %s ends %g m above the ground", m.Seed, p.Name, b.Min.Z-box.Min.Z)
			}
			// Wheels are round about X and narrower than high.
			if s := b.Size(); math.Abs(s.Y-s.Z) > 0.03*s.Z || s.X > 0.75*s.Z {
				t.Errorf("seed %d: %s has the size %v, want it round about X", m.Seed, p.Name, s)
			}
		}
		checkApart(t, m, "wheel", 0.005)
		// Nobody's cart leans: the wheels on the right mirror those on the left.
		var sum float64
		for _, p := range m.Parts {
			if p.Label == "wheel" {
				sum += p.Mesh.Bounds().Center().X
			}
		}
		if math.Abs(sum) > 1e-5 {
			t.Errorf("seed %d: the wheels' middles sum up to x = %g, want 0", m.Seed, sum)
		}
	})
}
