package furniture

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// tablesAndBeds are 40 models of every table and bed family, made once for all tests, which do not change them.
var tablesAndBeds = sync.OnceValues(func() (map[string][]*Model, error) {
	out := map[string][]*Model{}
	for _, category := range []string{Table, Bed} {
		for _, family := range Families(category) {
			for seed := range uint64(40) {
				m, err := Make(category, family.Name, seed)
				if err != nil {
					return nil, err
				}
				out[category+"/"+family.Name] = append(out[category+"/"+family.Name], m)
			}
		}
	}
	return out, nil
})

// eachTableAndBed runs f on all of them, in a subtest for each family.
func eachTableAndBed(t *testing.T, f func(t *testing.T, m *Model)) {
	t.Helper()
	models, err := tablesAndBeds()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(models)) {
		t.Run(name, func(t *testing.T) {
			for _, m := range models[name] {
				f(t, m)
			}
		})
	}
}

func TestTablesAndBedsAreValid(t *testing.T) {
	eachTableAndBed(t, func(t *testing.T, m *Model) {
		if err := m.Validate(); err != nil {
			t.Errorf("seed %d: %v", m.Seed, err)
		}
	})
}

// No part hangs in the air: boxes of parts, 1 mm wider, form one connected heap.
func TestTablesAndBedsHoldTogether(t *testing.T) {
	eachTableAndBed(t, func(t *testing.T, m *Model) {
		boxes := make([]geom.AABB, len(m.Parts))
		for i := range boxes {
			boxes[i] = m.Parts[i].Mesh.Bounds().Pad(0.0005)
		}
		reached := make([]bool, len(boxes))
		queue := []int{0}
		reached[0] = true
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for j := range boxes {
				if !reached[j] && boxes[i].Overlaps(boxes[j]) {
					reached[j] = true
					queue = append(queue, j)
				}
			}
		}
		for i, ok := range reached {
			if !ok {
				t.Errorf("seed %d: part %s touches nothing", m.Seed, m.Parts[i].Name)
			}
		}
	})
}

// A support is a face one can stand on: the part's surface lies at its height, or for a mattress at most 4 cm below,
// seen from above over the polygon's middle and towards its corners.
func TestTableAndBedSupportsLieOnTheirParts(t *testing.T) {
	eachTableAndBed(t, func(t *testing.T, m *Model) {
		if len(m.Supports) == 0 {
			t.Errorf("seed %d: has no support", m.Seed)
		}
		below := 0.0005
		if m.Category == Bed {
			below = 0.04
		}
		for _, s := range m.Supports {
			var middle geom.Vec3
			for _, p := range s.Polygon {
				middle = middle.AddScaled(1/float64(len(s.Polygon)), p)
			}
			for _, corner := range s.Polygon {
				for _, share := range []float64{0, 0.5, 0.9} {
					p := middle.Lerp(corner, share)
					mesh := m.Parts[s.Part].Mesh
					// The middle may fall into the gap between two planks.
					z := max(topAt(mesh, p.X, p.Y), topAt(mesh, p.X, p.Y-0.014), topAt(mesh, p.X, p.Y+0.014))
					if z > s.Z+0.002 || z < s.Z-below {
						t.Errorf("seed %d: surface of %s at (%.2f, %.2f) is at %.4f, want %.4f", m.Seed, m.Parts[s.Part].Name, p.X, p.Y,
							z, s.Z)
						return
					}
				}
			}
		}
	})
}

// topAt returns the height of the highest point of the mesh over (x, y), minus infinity where there is none.
func topAt(m *mesh.Mesh, x, y float64) float64 {
	best := math.Inf(-1)
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		cross := func(p, q geom.Vec3) float64 { return (p.X-x)*(q.Y-y) - (p.Y-y)*(q.X-x) }
		u, v, w := cross(b, c), cross(c, a), cross(a, b)
		if sum := u + v + w; sum > 0 && u >= 0 && v >= 0 && w >= 0 {
			best = max(best, (u*a.Z+v*b.Z+w*c.Z)/sum)
		}
	}
	return best
}

// What each family promises to have, in every seed: label and least and largest number of parts.
func TestTableAndBedParts(t *testing.T) {
	type span struct {
		label  string
		lo, hi int
	}
	want := map[string][]span{
		"Table/dining-tapered": {{"tabletop", 1, 1}, {"leg", 4, 4}},
		"Table/dining-turned":  {{"tabletop", 1, 1}, {"leg", 4, 4}},
		"Table/dining-splayed": {{"tabletop", 1, 1}, {"leg", 4, 4}},
		"Table/conference-six": {{"tabletop", 1, 1}, {"leg", 6, 6}, {"leg bar", 0, 4}},
		"Table/trestle":        {{"tabletop", 1, 1}, {"leg", 2, 4}, {"leg bar", 1, 3}},
		"Table/picnic":         {{"tabletop", 1, 1}, {"leg", 4, 4}, {"leg bar", 2, 4}, {Other, 2, 2}},
		"Table/pedestal-round": {{"tabletop", 1, 1}, {"central_support", 1, 1}, {"pedestal", 0, 1}, {"leg", 0, 0}},
		"Table/tulip-oval":     {{"tabletop", 1, 1}, {"central_support", 1, 1}, {"pedestal", 1, 1}, {"leg", 0, 0}},
		"Table/tripod":         {{"tabletop", 1, 1}, {"leg", 3, 3}},
		"Table/star-base":      {{"tabletop", 1, 1}, {"central_support", 1, 1}, {"leg", 4, 5}, {"caster", 0, 5}},
		"Table/desk-drawers": {{"tabletop", 1, 1}, {"drawer_box", 3, 9}, {"cabinet_door_surface", 0, 0},
			{"keyboard_tray", 0, 1}},
		"Table/desk-cabinet":      {{"tabletop", 1, 1}, {"drawer_box", 3, 6}, {"cabinet_door_surface", 1, 1}},
		"Table/sideboard":         {{"tabletop", 1, 1}, {"cabinet_door_surface", 2, 4}, {"handle", 3, 12}},
		"Table/tv-stand":          {{"tabletop", 1, 1}, {"shelf", 1, 4}},
		"Table/side-drawer":       {{"tabletop", 1, 1}, {"drawer_box", 1, 2}, {"leg", 4, 4}},
		"Table/coffee-shelf":      {{"tabletop", 1, 1}, {"shelf", 1, 1}, {"leg", 4, 4}, {"caster", 0, 4}},
		"Table/console-stretcher": {{"tabletop", 1, 1}, {"leg", 4, 4}, {"leg bar", 3, 4}, {"drawer_box", 0, 3}},
		"Table/folding":           {{"tabletop", 1, 1}, {"leg", 4, 4}, {"leg bar", 2, 4}},
		"Table/office-frame":      {{"tabletop", 1, 1}, {"leg", 2, 2}, {"foot", 2, 2}, {"leg bar", 1, 1}},
		"Table/sled-tube":         {{"tabletop", 1, 1}, {"leg", 2, 2}, {"leg bar", 1, 2}},
		"Bed/platform":            {{"bed_sleep_area", 1, 1}, {"headboard", 0, 1}, {"leg", 4, 6}, {"bar_stretcher", 0, 2}},
		"Bed/slat-headboard":      {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}},
		"Bed/upholstered":         {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}},
		"Bed/four-poster":         {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}},
		"Bed/box-base":            {{"bed_sleep_area", 1, 1}, {"headboard", 0, 1}, {"surface_base", 1, 1}, {"leg", 0, 0}},
		"Bed/sleigh":              {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}},
		"Bed/child-rails":         {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}, {"bar_stretcher", 2, 4}},
		"Bed/metal-tube":          {{"bed_sleep_area", 1, 1}, {"headboard", 1, 1}, {"leg", 4, 4}, {"bar_stretcher", 0, 2}},
	}
	for _, category := range []string{Table, Bed} {
		for _, f := range Families(category) {
			if len(want[category+"/"+f.Name]) == 0 {
				t.Errorf("%s/%s: this test knows no counts for it", category, f.Name)
			}
		}
	}
	eachTableAndBed(t, func(t *testing.T, m *Model) {
		counts := m.LabelCounts()
		for _, w := range want[m.Category+"/"+m.Family] {
			if n := counts[w.label]; n < w.lo || n > w.hi {
				t.Errorf("seed %d: %d parts %q, want %d to %d", m.Seed, n, w.label, w.lo, w.hi)
			}
		}
	})
}

// Straight legs are lines that stand up, tops and shelves are level planes: what geometry questions are asked about.
func TestTableDirections(t *testing.T) {
	for _, c := range []struct {
		family, label string
		kind          Kind
		least         float64 // of |Dir.Z|
	}{
		{"dining-tapered", "tabletop", Plane, 0.9999},
		{"dining-tapered", "leg", Line, 0.99},
		{"dining-turned", "leg", Line, 0.9999},
		{"dining-splayed", "leg", Line, 0.95},
		{"coffee-shelf", "shelf", Plane, 0.9999},
		{"conference-six", "leg", Line, 0.99},
		{"tulip-oval", "central_support", Line, 0.9999},
		{"tulip-oval", "pedestal", Plane, 0.9999},
		{"star-base", "central_support", Line, 0.9999},
		{"pedestal-round", "central_support", Line, 0.9999},
	} {
		for seed := range uint64(20) {
			m, err := Make(Table, c.family, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range m.Parts {
				if p.Label == c.label && (p.Primitive.Kind != c.kind || math.Abs(p.Primitive.Dir.Z) < c.least) {
					t.Errorf("%s, seed %d: %s is %+v, want kind %d with |z| at least %g", c.family, seed, p.Name, p.Primitive,
						c.kind, c.least)
				}
			}
		}
	}
}

func ExampleMake_table() {
	m, err := Make(Table, "tripod", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	counts := m.LabelCounts()
	fmt.Println(counts["tabletop"], "top on", counts["leg"], "legs")
	// Output: 1 top on 3 legs
}

func BenchmarkMakeTable(b *testing.B) {
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := ByNumber(Table, int(seed%Count)); err != nil {
			b.Fatal(err)
		}
	}
}
