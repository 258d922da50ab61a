package trance

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

func TestUnitMeshes(t *testing.T) {
	// Volumes in closed form; inscribed meshes have a little less. A rounded cube is a cube of half side a, six plates, twelve
	// quarters of a superelliptic cylinder and the eight octants of a superellipsoid; from the cylinder each rim takes a ring
	// of section (1 - pi/4)*r^2 at a radius of about 1 - 0.22*r.
	const r, a, e, rim = 0.232, 0.768, 8. / 3, 0.09
	g := math.Gamma
	quarter, octant := g(1+1/e)*g(1+1/e)/g(1+2/e), g(1+1/e)*g(1+1/e)*g(1+1/e)/g(1+3/e)
	cube := 8*a*a*a + 24*a*a*r + 24*a*r*r*quarter + 8*r*r*r*octant
	const sphere, cylinder = 4 * math.Pi / 3, 2*math.Pi - 2*(1-math.Pi/4)*rim*rim*2*math.Pi*(1-0.22*rim)
	for shape, c := range []struct {
		triangles int
		// How far it reaches along the level diagonal and to its farthest point, and how far its top is flat along x.
		level, space, flat float64
		volume, lost       float64 // what the solid has, and what part of it the mesh may lack
	}{
		{588, 1.34, 1.60, 0.768, cube, 0.003},
		{1520, 1, 1, 0, sphere, 0.015},
		{640, 1, math.Sqrt2 - rim*(math.Sqrt2-1), 1 - rim, cylinder, 0.006},
	} {
		name, m := values[Shape][shape], shapeMesh(uint8(shape))
		if err := m.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := solid.CheckClosed(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		same(t, name, "number of triangles", len(m.Triangles), c.triangles)
		b := m.Bounds()
		for k := range 3 {
			if math.Abs(b.Min.At(k)+1) > 1e-12 || math.Abs(b.Max.At(k)-1) > 1e-12 {
				t.Errorf("%s: reaches from %v to %v, want -1 to 1", name, b.Min, b.Max)
			}
		}
		if v := m.Volume(); v > c.volume || v < (1-c.lost)*c.volume {
			t.Errorf("%s: volume is %g, want hardly less than %g", name, v, c.volume)
		}
		level, farthest, flat := 0.0, 0.0, 0.0
		for _, p := range m.Positions {
			level, farthest = max(level, (p.X+p.Y)/math.Sqrt2), max(farthest, p.Len())
			if p.Z > 1-1e-12 {
				flat = max(flat, p.X)
			}
		}
		if math.Abs(level-c.level) > 0.005 {
			t.Errorf("%s: reaches %g along the level diagonal, want %g", name, level, c.level)
		}
		if math.Abs(flat-c.flat) > 1e-9 {
			t.Errorf("%s: is flat at the top as far as %g, want %g", name, flat, c.flat)
		}
		if math.Abs(farthest-c.space) > 0.005 {
			t.Errorf("%s: farthest point at %g, want %g", name, farthest, c.space)
		}
	}
}

// Light falls on the surface that is meant: normals are those of facets within half of the angle between two of them, facets
// that lie in a flat face have exactly its normal.
func TestUnitMeshNormals(t *testing.T) {
	for shape := range values[Shape] {
		name, m := values[Shape][shape], shapeMesh(uint8(shape))
		flat := 0
		for _, tri := range m.Triangles {
			a, b, c := m.Positions[tri[0]], m.Positions[tri[1]], m.Positions[tri[2]]
			facet := b.Sub(a).Cross(c.Sub(a)).Unit()
			if facet.Dot(a) <= 0 {
				t.Fatalf("%s: triangle %v faces inwards", name, tri)
			}
			mean := geom.Vec3{}
			for _, v := range tri {
				mean = mean.Add(m.Normals[v])
				if d := m.Normals[v].Dot(facet); d < math.Cos(0.29) {
					t.Fatalf("%s: triangle %v with normal %v has normal %v at a corner", name, tri, facet, m.Normals[v])
				}
			}
			if math.Abs(facet.Z) > 1-1e-12 {
				flat++
				if mean.Scale(1./3).Sub(facet).Len() > 1e-12 {
					t.Errorf("%s: normals %v of a level facet", name, mean.Scale(1./3))
				}
			}
		}
		if want := []int{4, 0, 80}[shape]; flat != want {
			t.Errorf("%s: %d level facets, want %d", name, flat, want)
		}
	}
}
