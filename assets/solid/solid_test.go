package solid

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// shapes has one row for every way of making a solid: its mesh, its exact or polygonal volume in m^3 and triangles.
func shapes() []struct {
	name      string
	mesh      *mesh.Mesh
	volume    float64 // known in closed form for the polygonal shape, 0 where only its sign is checked
	triangles int     // 0 where not promised
} {
	// area12 is the area of the 12-gon with circumradius 1: n/2 sin(2 pi/n).
	area12 := 6 * math.Sin(math.Pi/6)
	c := 0.02
	return []struct {
		name      string
		mesh      *mesh.Mesh
		volume    float64
		triangles int
	}{
		{"box", Box(geom.V(1, 2, 3)), 6, 12},
		// The box minus prisms of section c^2/2 along 12 edges shortened by 2c, minus 5/6 of a cube c^3 at 8 corners.
		{"chamfer", RoundedBox(geom.V(1, 2, 3), c, 1), 6 - 2*c*c*(6-6*c) - 20.0/3*c*c*c, 44},
		{"soft edge", RoundedBox(geom.V(1, 2, 3), 0.1, 3), 0, 0},
		{"ball-like box", RoundedBox(geom.V(1, 1, 1), 0.9, 4), 0, 0},
		{"soft box", SoftBox(geom.V(0.5, 0.1, 0.4), 0.03, 2, 4, 1, 3), 0, 4 * (8*5 + 5*7 + 7*8)},
		{"sharp soft box", SoftBox(geom.V(1, 2, 3), 1e-6, 1, 2, 2, 2), 0, 4 * (4*4 + 4*4 + 4*4)},
		{"cylinder", Cylinder(0.5, 2, 0, 12), 2 * 0.25 * area12, 12*2 + 10*2},
		{"beveled cylinder", Cylinder(0.5, 2, 0.05, 12), 0, 12*6 + 10*2},
		{"frustum", Frustum(1, 2, 3, 0, 12), area12 * (1 + 2 + 4), 12*2 + 10*2},
		{"cone", Lathe([]P2{{1, 0}, {0, 3}}, 12), area12, 12 + 10},
		{"two tips", Lathe([]P2{{0, -1}, {1, 0}, {0, 1}}, 12), area12 * 2 / 3, 24},
		{"octahedron", Ellipsoid(geom.V(1, 2, 3), 4, 2), 8, 8},
		{"ellipsoid", Ellipsoid(geom.V(1, 2, 3), 16, 8), 0, 16*2 + 6*32},
		{"torus", Torus(1, 0.25, 24, 8), 0, 24 * 16},
		{"cushion", Cushion(geom.V(0.5, 0.4, 0.1), 4, 3, 24, 6), 0, 0},
		{"concave extrusion", Extrude(Outline{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 2, 0, 0), 10, 6*2 + 4*2},
		{"beveled concave", Extrude(Outline{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 2, 0.1, 2), 0, 0},
		{"bent tube", Tube(RoundedPath([]geom.Vec3{{}, {X: 1}, {X: 1, Z: 1}}, 0.2, 4), 0.05, 8), 0, 0},
		{"tapered tube", TaperedTube(Bezier(geom.V(0, 0, 0), geom.V(0, 0, 1), geom.V(1, 0, 1), geom.V(1, 1, 1), 8), 6, func(s float64) float64 { return 0.1 - 0.05*s }), 0, 0},
		{"swept plank", Sweep(CircleArc(geom.Vec3{}, 1, 0, 1, 6), geom.V(0, 0, 1), func(float64) Outline { return RoundedRect(0.02, 0.2, 0.005, 1) }), 0, 0},
		{"hoop", SweepLoop(CircleArc(geom.Vec3{}, 1, 0, 2*math.Pi, 16)[:16], geom.V(0, 0, 1), RoundedRect(0.02, 0.05, 0.005, 1)), 0, 16 * 16},
		{"leaning leg", Leg(geom.V(1, 1, 0), geom.V(0.5, 0.9, 2), []P2{{0.1, 0}, {0.2, 1}}, Rect(2, 2)), 4 * 2 * (0.01 + 0.02 + 0.04) / 3, 12},
		{"bar", Bar(geom.V(1, 1, 0), geom.V(1, 3, 0), []P2{{0.1, 0}, {0.1, 1}}, Rect(2, 2)), 0.04 * 2, 12},
		{"mirrored", MirrorX(Move(Box(geom.V(1, 2, 3)), geom.V(5, 0, 0))), 6, 12},
		{"flat sheet", Sheet(3, 2, 0.1, func(u, v float64) geom.Vec3 { return geom.V(2*u, 3*v, 0) }), 0.6, 4 * (6 + 3 + 2)},
		{"curved sheet", Sheet(6, 4, 0.02, func(u, v float64) geom.Vec3 { return geom.V(u, v, float64(u*u)) }), 0, 4 * (24 + 6 + 4)},
		{"disc", Disc(Ellipse(1, 1, 12), 2, 0, 0, 3), 2 * area12, 10 + 12*2 + 12*2*2 + 12},
		{"beveled disc", Disc(Superellipse(1, 0.8, 4, 16), 0.2, 0.05, 2, 4), 0, 0},
		{"bent board", Deform(SoftBox(geom.V(1, 0.02, 0.5), 0.005, 1, 8, 1, 2), bend(-0.6)), 0, 0},
	}
}

func TestShapesAreClosedAndFaceOutwards(t *testing.T) {
	for _, c := range shapes() {
		if err := c.mesh.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := CheckClosed(c.mesh); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := Volume(c.mesh)
		if got <= 0 {
			t.Errorf("%s: volume %g, want positive", c.name, got)
		}
		if c.volume != 0 && math.Abs(got-c.volume) > 1e-9*c.volume {
			t.Errorf("%s: volume %.12g, want %.12g", c.name, got, c.volume)
		}
		if n := len(c.mesh.Triangles); c.triangles != 0 && n != c.triangles {
			t.Errorf("%s: %d triangles, want %d", c.name, n, c.triangles)
		}
	}
}

func TestRoundSolidsApproachTheirVolume(t *testing.T) {
	for _, c := range []struct {
		name string
		mesh *mesh.Mesh
		want float64
	}{
		{"ball", Ellipsoid(geom.V(1, 1, 1), 64, 32), 4 * math.Pi / 3},
		{"torus", Torus(1, 0.25, 96, 48), 2 * math.Pi * math.Pi / 16},
		{"rounded box", RoundedBox(geom.V(1, 1, 1), 0.5, 16), math.Pi / 6},
		{"soft box as ball", SoftBox(geom.V(1, 1, 1), 0.5, 8, 1, 1, 1), math.Pi / 6},
	} {
		if got := Volume(c.mesh); math.Abs(got-c.want) > 0.01*c.want {
			t.Errorf("%s: volume %g, want %g within 1 %%", c.name, got, c.want)
		}
	}
}

// bend returns the map that rolls the X axis onto a circle of radius |r| in the XY plane: the ends move towards +Y for
// r > 0 and towards -Y for r < 0. The plane x = 0 and lengths along y = 0 stay as they are.
func bend(r float64) func(p geom.Vec3) geom.Vec3 {
	return func(p geom.Vec3) geom.Vec3 {
		s, c := geom.SinCos(p.X / r)
		return geom.V(float64((r-p.Y)*s), r-float64((r-p.Y)*c), p.Z)
	}
}
