package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// cut is a cross-section of a blade: where its back and its edge are.
type cut struct{ y, back, edge float64 }

// whet is a blade along Y through the cuts, thick at its back and ground from both sides to an edge; its middle is at height z and
// the ground bevel takes the share bevel of its width. The back may lie on either side of the edge.
func whet(cuts []cut, z, thick, bevel float64) *mesh.Mesh {
	var sections [][]geom.Vec3
	for _, c := range cuts {
		var section []geom.Vec3
		half := min(thick, math.Abs(c.edge-c.back)/4) / 2
		// Two lines close together keep the bevel's ridge crisp. The back is chamfered.
		for _, p := range []solid.P2{{X: 0, Y: 0.7}, {X: 0.04, Y: 1}, {X: 1 - bevel - 0.015, Y: 0.84},
			{X: 1 - bevel + 0.015, Y: 0.76}, {X: 0.985, Y: 0.16}, {X: 1, Y: 0.06}} {
			section = append(section, geom.V(c.back+float64((c.edge-c.back)*p.X), c.y, float64(p.Y*half)))
		}
		for k := len(section) - 1; k >= 0; k-- {
			section = append(section, geom.V(section[k].X, section[k].Y, -section[k].Z))
		}
		for k := range section {
			section[k].Z += z
		}
		sections = append(sections, section)
	}
	return solid.Loft(sections...)
}

// smoothCuts is a smooth run through the given cuts with n pieces between each two.
func smoothCuts(n int, points ...cut) []cut {
	var path []geom.Vec3
	for _, p := range points {
		path = append(path, geom.V(p.back, p.y, p.edge))
	}
	var out []cut
	for _, p := range solid.CatmullRom(path, n) {
		out = append(out, cut{p.Y, p.X, p.Z})
	}
	return out
}

// steelBlade is the piece of a blade through smoothed cuts.
func steelBlade(z, thick, bevel float64, points ...cut) piece {
	return sliced(geom.V(0, 1, 0), 6, whet(smoothCuts(3, points...), z, thick, bevel))
}
