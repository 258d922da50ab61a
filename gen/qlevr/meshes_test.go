package qlevr

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

func TestUnitMeshesAreClosedSolids(t *testing.T) {
	for _, shape := range objectShapes {
		m := unitMesh(shape)
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", shape, err)
		}
		if err := solid.CheckClosed(m); err != nil {
			t.Errorf("%s: %v", shape, err)
		}
		if !m.Closed || len(m.Normals) != len(m.Positions) || len(m.Triangles) > 600 {
			t.Errorf("%s: closed %v, %d normals of %d positions, %d triangles, want at most 600",
				shape, m.Closed, len(m.Normals), len(m.Positions), len(m.Triangles))
		}
		if b := m.Bounds(); math.Abs(b.Min.Z+1) > 1e-12 || math.Abs(b.Max.Z-1) > 1e-12 {
			t.Errorf("%s: z from %g to %g, want -1 to 1", shape, b.Min.Z, b.Max.Z)
		}
		t.Logf("%s: %d triangles, %d vertices", shape, len(m.Triangles), len(m.Positions))
		for i, tri := range m.Triangles {
			a, b, c := m.Positions[tri[0]], m.Positions[tri[1]], m.Positions[tri[2]]
			facet := b.Sub(a).Cross(c.Sub(a)).Unit()
			for _, v := range tri {
				if d := m.Normals[v].Dot(facet); d < 0.6 {
					t.Errorf("%s: normal %v of triangle %d is far from its facet's %v", shape, m.Normals[v], i, facet)
				}
			}
		}
	}
}

// Solids are convex: pixels are counted, and hidden ones found, by that.
func TestUnitMeshesAreConvex(t *testing.T) {
	for _, shape := range objectShapes {
		m := unitMesh(shape)
		for i, tri := range m.Triangles {
			a, b, c := m.Positions[tri[0]], m.Positions[tri[1]], m.Positions[tri[2]]
			facet := b.Sub(a).Cross(c.Sub(a)).Unit()
			for _, p := range m.Positions {
				if d := p.Sub(a).Dot(facet); d > 1e-9 {
					t.Fatalf("%s: %v lies %g outside of triangle %d", shape, p, d, i)
				}
			}
		}
	}
}

func TestFlatFacesOfUnitMeshesAreFlat(t *testing.T) {
	// The faces of a cube, of a prism and of a pyramid: the normal of their middle, and how many corners share it.
	slant := func(bottom, top float64) geom.Vec3 { return geom.V(0, -2, bottom-top).Unit() }
	for _, c := range []struct {
		shape  string
		normal geom.Vec3
	}{
		{"cube", geom.V(0, -1, 0)},
		{"cube", geom.V(0, 0, 1)},
		{"triangular prism", geom.V(0, -1, 0)},
		{"triangular pyramid", slant(0.5, 0.03655)},
		{"square pyramid", slant(1.0382/math.Sqrt2, 0.0665*1.0382/math.Sqrt2)},
	} {
		m, count := unitMesh(c.shape), 0
		for _, n := range m.Normals {
			if n.Sub(c.normal).Len() < 1e-9 {
				count++
			}
		}
		if count < 4 {
			t.Errorf("%s: %d corners have the normal %v of a face, want at least 4", c.shape, count, c.normal)
		}
	}
}
