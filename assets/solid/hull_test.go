package solid

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// outside returns how far the mesh reaches beyond a point set in the worst of 2000 directions, as a share of its size.
func outside(m *mesh.Mesh, hull []geom.Vec3) float64 {
	reach := func(ps []geom.Vec3, d geom.Vec3) float64 {
		r := math.Inf(-1)
		for _, p := range ps {
			r = max(r, p.Dot(d))
		}
		return r
	}
	worst := 0.0
	for _, d := range directions(2000, 0) {
		worst = max(worst, reach(m.Positions, d)-reach(hull, d))
	}
	s := m.Bounds().Size()
	return worst / max(s.X, s.Y, s.Z)
}

func TestHullReachesAsFarAsItsMesh(t *testing.T) {
	for _, c := range shapes() {
		h := Hull(c.mesh)
		if len(h) > 160 {
			t.Errorf("%s: hull of %d points, want at most 160", c.name, len(h))
		}
		if got := outside(c.mesh, h); got > 0.035 {
			t.Errorf("%s: mesh reaches %.4f of its size beyond its hull, want at most 0.035", c.name, got)
		}
	}
}

func TestSlicesCoverTheMeshTogether(t *testing.T) {
	arc := Deform(SoftBox(geom.V(1, 0.02, 0.3), 0.005, 1, 12, 1, 2), bend(0.5))
	x := geom.V(1, 0, 0)
	slices := Slices(arc, x, 5)
	if len(slices) != 5 {
		t.Fatalf("%d slices, want 5", len(slices))
	}
	box := arc.Bounds()
	step := box.Size().X / 5
	for i, s := range slices {
		b := geom.Bounds(s)
		lo, hi := box.Min.X+float64(i)*step, box.Min.X+float64(i+1)*step
		if math.Abs(b.Min.X-lo) > 1e-9 || math.Abs(b.Max.X-hi) > 1e-9 {
			t.Errorf("slice %d runs from x = %g to %g, want %g to %g", i, b.Min.X, b.Max.X, lo, hi)
		}
	}
	// The hollow of the arc stays free: its whole hull would be as deep as the bow, a slice in the middle is not.
	if d := geom.Bounds(slices[2]).Size().Y; d > 0.05 {
		t.Errorf("middle slice is %g m deep, want under 0.05", d)
	}
}

func TestSectorsLeaveTheHoleFree(t *testing.T) {
	const n = 10
	wedges := Sectors(Torus(0.2, 0.02, 20, 6), n)
	if len(wedges) != n {
		t.Fatalf("%d wedges, want %d", len(wedges), n)
	}
	for i, w := range wedges {
		// The chord of a wedge, half a piece wider than its share, comes nearest to the axis in its middle.
		var mean geom.Vec3
		for _, p := range w {
			mean = mean.Add(p)
		}
		dir := geom.V(mean.X, mean.Y, 0).Unit()
		for _, p := range w {
			if r := p.Dot(dir); r < 0.15 {
				t.Errorf("wedge %d comes within %.3f m of the axis, want over 0.15", i, r)
			}
		}
	}
}

func TestTubePiecesFollowThePath(t *testing.T) {
	path := RoundedPath([]geom.Vec3{{}, {X: 1}, {X: 1, Y: 1}}, 0.2, 4)
	pieces := TubePieces(path, 0.01, 2)
	if want := (len(path) - 1 + 1) / 2; len(pieces) != want {
		t.Errorf("%d pieces, want %d", len(pieces), want)
	}
	for i, p := range pieces {
		if b := geom.Bounds(p); b.Contains(geom.V(0.5, 0.5, 0)) {
			t.Errorf("piece %d fills the corner: %v", i, b)
		}
	}
}

func TestCheckClosedFindsAHole(t *testing.T) {
	m := Box(geom.V(1, 1, 1))
	if err := CheckClosed(m.Faceted()); err != nil {
		t.Errorf("box with split vertices: %v", err)
	}
	m.Triangles = m.Triangles[:11]
	if err := CheckClosed(m); err == nil {
		t.Error("box without its last triangle passes, want an error")
	}
	m = Box(geom.V(1, 1, 1))
	m.Triangles[3][0], m.Triangles[3][1] = m.Triangles[3][1], m.Triangles[3][0]
	if err := CheckClosed(m); err == nil {
		t.Error("box with one triangle turned round passes, want an error")
	}
}

func TestSmoothBreaksNormalsAtCreases(t *testing.T) {
	// A cylinder of 24 sides: walls bend by 15 degrees, rims by 90.
	m := Smooth(Cylinder(1, 2, 0, 24), 0.7)
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	for i, n := range m.Normals {
		p := m.Positions[i]
		up, out := geom.V(0, 0, 1), geom.V(p.X, p.Y, 0).Unit()
		if math.Abs(n.Dot(up)) < 0.999 && n.Dot(out) < 0.999 {
			t.Errorf("normal at %v is %v, want along the axis or along the radius", p, n)
		}
	}
	if got, want := len(m.Positions), 4*24; got != want {
		t.Errorf("%d vertices, want %d: each rim twice", got, want)
	}
	if flat := Smooth(Box(geom.V(1, 1, 1)), 0.7); len(flat.Positions) != 24 {
		t.Errorf("box has %d vertices, want 24", len(flat.Positions))
	}
	if round := Smooth(Box(geom.V(1, 1, 1)), 3); len(round.Positions) != 8 {
		t.Errorf("box without creases has %d vertices, want 8", len(round.Positions))
	}
}
