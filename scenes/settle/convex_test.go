package settle_test

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/settle"
)

// What is nearly convex has one piece, what is not has more, which fill it; a sheet has one, too.
func TestConvex(t *testing.T) {
	box := solid.BoxBetween(geom.V(0, 0, 0), geom.V(2, 1, 1), 0, 1)
	ell := mesh.Merge(box, solid.BoxBetween(geom.V(0, 0, 0.5), geom.V(1, 1, 3), 0, 1))
	sheet := &mesh.Mesh{Positions: []geom.Vec3{{}, {X: 1}, {X: 1, Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	for _, c := range []struct {
		name   string
		mesh   *mesh.Mesh
		many   bool
		volume float64
	}{{"box", box, false, 2}, {"ell", ell, true, 4}, {"sheet", sheet, false, 0.0005}} {
		s, err := settle.Convex(c.mesh)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if n, volume := len(s.Pieces()), s.Volume(); (n > 1) != c.many || math.Abs(volume-c.volume) > 0.02*c.volume {
			t.Errorf("%s: %d pieces of volume %g, want %g", c.name, n, volume, c.volume)
		}
		half, err := s.Scaled(0.5)
		if err != nil || c.name != "sheet" && math.Abs(half.Volume()-c.volume/8) > 0.02*c.volume/8 { // thickness stays
			t.Errorf("%s: half as long, its volume is %g, %v, want %g", c.name, half.Volume(), err, c.volume/8)
		}
	}
}

// The mass is that of the surface, not of the hull that stands for it: a beam lies with 2 % more than half of its length on a shelf and
// stays, but falls if a notch under its near end, too small for a second piece, makes that end lighter.
func TestConvexHasTheMassOfTheSurface(t *testing.T) {
	shelf := settle.Block{Box: geom.AABB{Min: geom.V(-2, -1, -1), Max: geom.V(0, 1, 0)}, Friction: 0.8}
	stage, err := settle.NewStage(settle.Rules{Gravity: geom.V(0, 0, -9.81), Duration: 2, Steps: 480}, []settle.Block{shelf})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		notch float64 // its length
		stays bool
	}{{0, true}, {0.4, false}} {
		meshes := []*mesh.Mesh{solid.BoxBetween(geom.V(-0.5+c.notch, -0.1, 0), geom.V(0.5, 0.1, 0.2), 0, 1)}
		if c.notch > 0 {
			meshes = append(meshes,
				solid.BoxBetween(geom.V(-0.5, -0.1, 0), geom.V(-0.49, 0.1, 0.2), 0, 1), solid.BoxBetween(geom.V(-0.5, -0.1, 0.02), geom.V(0.5, 0.1, 0.2), 0, 1))
		}
		beam, err := settle.Convex(meshes...)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(beam.Pieces()); n != 1 {
			t.Fatalf("notch of %g m: %d pieces, want 1", c.notch, n)
		}
		at := geom.Transform{M: geom.Identity3, T: geom.V(-0.01, 0, 0)}
		ends, err := stage.Run([]settle.Thing{{Solid: beam, Filled: true, Mass: 1, Friction: 0.8, WorldFromSolid: at}}, settle.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		if stays := ends[0].WorldFromSolid.T.Z > -0.05; stays != c.stays {
			t.Errorf("notch of %g m: the beam ends at %v, stays: %v, want %v", c.notch, ends[0].WorldFromSolid.T, stays, c.stays)
		}
	}
}
