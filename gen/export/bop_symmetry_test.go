package export

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// The symmetries of solids that geometry tells.
func TestSymmetries(t *testing.T) {
	bottle := []solid.P2{{X: 0, Y: 0}, {X: 0.3, Y: 0}, {X: 0.3, Y: 0.6}, {X: 0.1, Y: 0.8}, {X: 0.1, Y: 1}, {X: 0, Y: 1}}
	prism := func(n int) *mesh.Mesh { return solid.Extrude(solid.Regular(0.4, n), 0.7, 0, 1) }
	mug := mesh.Merge(solid.Cylinder(0.4, 0.8, 0, 48), solid.Move(solid.Box(geom.V(0.3, 0.1, 0.3)), geom.V(0.5, 0, 0.4)))
	for _, c := range []struct {
		name     string
		mesh     *mesh.Mesh
		discrete int
		round    int
	}{
		{"box", solid.Box(geom.V(0.5, 0.7, 1.1)), 3, 0},
		{"square box", solid.Box(geom.V(0.5, 0.5, 1.1)), 7, 0},
		{"cube", solid.Box(geom.V(0.5, 0.5, 0.5)), 23, 0},
		{"rounded cube", solid.RoundedBox(geom.V(0.5, 0.5, 0.5), 0.05, 3), 23, 0},
		{"nearly a cube", solid.Box(geom.V(0.5, 0.5, 0.55)), 7, 0},
		{"cylinder", solid.Cylinder(0.4, 1, 0.02, 48), 1, 1},
		{"lying cylinder", solid.Turn(solid.Cylinder(0.4, 1, 0.02, 48), geom.RotX(math.Pi/2)), 1, 1},
		{"cone", solid.Frustum(0.4, 0.1, 1, 0, 48), 0, 1},
		{"bottle", solid.Lathe(bottle, 40), 0, 1},
		{"ball", solid.Ellipsoid(geom.V(0.5, 0.5, 0.5), 48, 24), 0, 3},
		{"egg", solid.Ellipsoid(geom.V(0.5, 0.5, 0.7), 48, 24), 1, 1},
		{"flat egg", solid.Ellipsoid(geom.V(0.5, 0.6, 0.7), 48, 24), 3, 0},
		{"hexagonal prism", prism(6), 11, 0},
		{"ring", solid.Torus(0.5, 0.1, 64, 32), 1, 1},
		{"mug", mug, 1, 0}, // half a turn about its handle swaps ends that are alike
		{"wedge", solid.Extrude(solid.Trapezoid(0.5, 0.2, 0.4), 0.7, 0, 1), 1, 0},
		{"bent box", mesh.Merge(solid.Box(geom.V(1, 0.2, 0.3)), solid.Move(solid.Box(geom.V(0.2, 0.9, 0.3)), geom.V(0.4, 0.5, 0)),
			solid.Move(solid.Box(geom.V(0.1, 0.1, 0.6)), geom.V(-0.4, 0, 0.2))), 0, 0},
	} {
		o := scenes.Object{WorldFromObject: geom.Identity, Parts: []scenes.Part{{Mesh: c.mesh}}}
		m := modelOf(&o, 1)
		m.build()
		if len(m.info.Discrete) != c.discrete || len(m.info.Continuous) != c.round {
			t.Errorf("%s: %d discrete symmetries and %d axes, want %d and %d: %v %v", c.name, len(m.info.Discrete), len(m.info.Continuous),
				c.discrete, c.round, m.info.Discrete, m.info.Continuous)
		}
		// Each turn is a rotation that is none of the others, and takes corners of the model near its surface: to be told by a search
		// among all of its triangles.
		for i, d := range m.info.Discrete {
			turn := geom.Mat3{X: geom.V(d[0], d[4], d[8]), Y: geom.V(d[1], d[5], d[9]), Z: geom.V(d[2], d[6], d[10])}
			if math.Abs(turn.Det()-1) > 1e-9 || d[15] != 1 || d[3] != 0 || d[12] != 0 || turn.X.X+turn.Y.Y+turn.Z.Z > 3-1e-6 {
				t.Errorf("%s: %v is no rotation, or turns nothing", c.name, d)
			}
			for _, other := range m.info.Discrete[:i] {
				if other == d {
					t.Errorf("%s: %v is there twice", c.name, d)
				}
			}
			box := geom.Bounds(c.mesh.Positions)
			for k := 0; k < len(c.mesh.Positions); k += 1 + len(c.mesh.Positions)/50 {
				p := turn.MulVec(c.mesh.Positions[k].Sub(box.Center())).Add(box.Center())
				best := math.Inf(1)
				for _, tri := range c.mesh.Triangles {
					q := closest(p, c.mesh.Positions[tri[0]], c.mesh.Positions[tri[1]], c.mesh.Positions[tri[2]])
					best = min(best, p.Sub(q).Len())
				}
				if best > 0.011*m.info.Diameter/1000 {
					t.Fatalf("%s: %v takes a corner %g m off the surface", c.name, d, best)
				}
			}
		}
	}
}

// A point's nearest point of a triangle is as near as any of many points of it.
func TestClosest(t *testing.T) {
	a, b, c := geom.V(0.1, 0, 0.2), geom.V(1, 0.3, 0), geom.V(0.2, 0.9, 0.5)
	for i := range 200 {
		f := float64(i)
		p := geom.V(2*math.Sin(f), 2*math.Sin(1.7*f+1), math.Sin(2.3*f+2))
		best := math.Inf(1)
		const n = 100
		for u := range n + 1 {
			for v := range n + 1 - u {
				q := a.Add(b.Sub(a).Scale(float64(u) / n)).Add(c.Sub(a).Scale(float64(v) / n))
				best = min(best, p.Sub(q).Len())
			}
		}
		if d := p.Sub(closest(p, a, b, c)).Len(); d > best+1e-12 || d < best-0.011 {
			t.Errorf("%v is %g from the triangle, want %g", p, d, best)
		}
	}
}
