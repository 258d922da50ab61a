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
	}{{"box", box, false, 2}, {"ell", ell, true, 4}, {"sheet", sheet, false, 0}} {
		pieces, volume := settle.Convex(c.mesh)
		if (len(pieces) > 1) != c.many || math.Abs(volume-c.volume) > 0.02*c.volume {
			t.Errorf("%s: %d pieces of volume %g, want %g", c.name, len(pieces), volume, c.volume)
		}
		if _, err := settle.NewSolid(pieces); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
