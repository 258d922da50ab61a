package furniture

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// TestNoTwoLabelsShareAFace looks for faces of differently labeled parts that lie in one plane, face the same way and
// can be seen: which of the two a renderer shows there is chance, so the label of the pixels would be, too. Where it
// fails, sink one piece into the other by a millimeter or let it stand out.
func TestNoTwoLabelsShareAFace(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const seeds = 6
	const limit = 3e-4 // m^2 in one model: about what a pixel covers at the dataset's mean distance
	for _, c := range Categories() {
		for _, f := range Families(c) {
			for seed := range uint64(seeds) {
				m := mustMake(t, c, f.Name, seed)
				if area, a, b := sharedArea(m); area > limit {
					t.Errorf("%s/%s/%d: %.1f cm^2 are faces of two labels, most of %s and %s", c, f.Name, seed, area*1e4, a, b)
				}
			}
		}
	}
}

// sharedArea returns the visible area that faces of differently labeled parts share, and the names of the pair that
// shares most. Each triangle is tested at four points, each for a quarter of its area.
func sharedArea(m *Model) (sum float64, first, second string) {
	boxes := make([]geom.AABB, len(m.Parts))
	for i := range m.Parts {
		boxes[i] = m.Parts[i].Mesh.Bounds().Pad(1e-4)
	}
	hidden := func(p geom.Vec3) bool {
		for i := range m.Parts {
			if boxes[i].Contains(p) && contains(m.Parts[i].Mesh, p) {
				return true
			}
		}
		return false
	}
	most := 0.0
	for i := range m.Parts {
		for j := range m.Parts {
			if i == j || m.Parts[i].Label == m.Parts[j].Label || !boxes[i].Overlaps(boxes[j]) {
				continue
			}
			pair := 0.0
			for _, t := range m.Parts[i].Mesh.Triangles {
				a, b, c := at(m.Parts[i].Mesh, t)
				if !geom.Bounds([]geom.Vec3{a, b, c}).Overlaps(boxes[j]) {
					continue
				}
				twice := b.Sub(a).Cross(c.Sub(a))
				n := twice.Unit()
				for _, w := range [4][3]float64{{1, 1, 1}, {3, 1, 1}, {1, 3, 1}, {1, 1, 3}} {
					p := a.Scale(w[0]).Add(b.Scale(w[1])).Add(c.Scale(w[2])).Scale(1 / (w[0] + w[1] + w[2]))
					if onFace(m.Parts[j].Mesh, p, n) && !hidden(p.AddScaled(3e-4, n)) {
						pair += twice.Len() / 8
					}
				}
			}
			sum += pair
			if pair > most {
				most, first, second = pair, m.Parts[i].Name, m.Parts[j].Name
			}
		}
	}
	return sum / 2, first, second // each pair was met from both sides
}

func at(m *mesh.Mesh, t [3]uint32) (a, b, c geom.Vec3) {
	return m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
}

// onFace reports whether p lies within a tenth of a millimeter on a triangle of the mesh that faces along n.
func onFace(m *mesh.Mesh, p, n geom.Vec3) bool {
	for _, t := range m.Triangles {
		a, b, c := at(m, t)
		f := b.Sub(a).Cross(c.Sub(a)).Unit()
		if d := p.Sub(a).Dot(f); d > 1e-4 || d < -1e-4 || f.Dot(n) < 0.9995 {
			continue
		}
		if b.Sub(a).Cross(p.Sub(a)).Dot(f) > 0 && c.Sub(b).Cross(p.Sub(b)).Dot(f) > 0 && a.Sub(c).Cross(p.Sub(c)).Dot(f) > 0 {
			return true
		}
	}
	return false
}

// contains counts how often a ray from p leaves the closed mesh more than it enters it: once or more inside.
// Moeller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
func contains(m *mesh.Mesh, p geom.Vec3) bool {
	dir := geom.V(0.3671, 0.5123, 0.7764) // along no edge that furniture has
	winding := 0
	for _, t := range m.Triangles {
		a, b, c := at(m, t)
		e1, e2 := b.Sub(a), c.Sub(a)
		h := dir.Cross(e2)
		det := e1.Dot(h)
		if det == 0 {
			continue
		}
		s := p.Sub(a)
		q := s.Cross(e1)
		u, v, dist := s.Dot(h)/det, dir.Dot(q)/det, e2.Dot(q)/det
		if u < 0 || v < 0 || u+v > 1 || dist < 0 {
			continue
		}
		if det < 0 {
			winding++
		} else {
			winding--
		}
	}
	return winding > 0
}

func TestSharedAreaSeesTwoBoards(t *testing.T) {
	board := func(x, z float64) *mesh.Mesh {
		return solid.Move(solid.SoftBox(geom.V(0.1, 0.1, 0.01), 1e-4, 1, 10, 10, 1), geom.V(x, 0, z))
	}
	for _, c := range []struct {
		name  string
		x, z  float64
		label string
		want  float64 // cm^2
	}{
		{"one reaches 2 cm into the other", 0.08, 0, "leg bar", 2*2*10 + 2*2*1}, // above, below and two narrow sides
		{"the same, of one label", 0.08, 0, "leg", 0},
		{"sunk by a millimeter", 0.08, 0.001, "leg bar", 2 * 2 * 0.9}, // the narrow sides
		{"side by side", 0.1, 0, "leg bar", 0},
	} {
		b := &builder{model: Model{Category: Chair}}
		b.add("one", "leg", board(0, 0))
		b.add("two", c.label, board(c.x, c.z))
		m, err := b.build()
		if err != nil {
			t.Fatal(err)
		}
		// A triangle is 1 cm wide, and four points of it are looked at.
		if got, _, _ := sharedArea(m); math.Abs(got*1e4-c.want) > 0.15*c.want {
			t.Errorf("%s: %.2f cm^2, want %.2f within 15 %%", c.name, got*1e4, c.want)
		}
	}
}
