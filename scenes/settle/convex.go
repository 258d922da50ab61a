package settle

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/physics/decompose"
)

// maxSurface is how many triangles are decomposed: what collides need not be finer.
const maxSurface = 20_000

// Convex returns what a thing of any shape collides with: point sets, whose convex hulls stand for it, and its volume. meshes are its parts in
// one frame, meters. There is one hull where that is at most 5 % larger than the surface, else up to 32 (package decompose). A surface that is
// not closed is closed first; one that encloses nothing, as a sheet, has its hull and no volume. It takes up to some seconds, so that
// callers keep what comes.
func Convex(meshes ...*mesh.Mesh) (pieces [][]geom.Vec3, volume float64) {
	bare := make([]*mesh.Mesh, len(meshes)) // without what keeps vertices of a cell apart
	for i, m := range meshes {
		bare[i] = &mesh.Mesh{Positions: m.Positions, Triangles: m.Triangles}
	}
	whole := mesh.Merge(solid.Simplify(bare, maxSurface)...)
	parts, err := decompose.Mesh(whole.Positions, whole.Triangles, decompose.Options{})
	if err != nil {
		return [][]geom.Vec3{solid.Hull(whole)}, 0
	}
	for _, h := range parts.Hulls {
		vertices, _ := h.Surface()
		pieces = append(pieces, vertices)
	}
	return pieces, parts.Mass.Mass
}
