package settle

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/physics/decompose"
)

// maxSurface is how many triangles are decomposed: what collides need not be finer.
const maxSurface = 20_000

// Convex makes a solid of a thing of any shape. meshes are its parts in one frame, meters. There is one piece where the convex hull is at
// most 5 % larger than the surface, else there are up to 32 (package decompose). A surface that is not closed is closed first; of one
// that encloses nothing, as a sheet, the hull is the solid. It takes up to some seconds.
func Convex(meshes ...*mesh.Mesh) (*Solid, error) {
	whole := mesh.Merge(solid.Simplify(bare(meshes), maxSurface)...)
	parts, err := decompose.Mesh(whole.Positions, whole.Triangles, decompose.Options{})
	if err != nil {
		return NewSolid([][]geom.Vec3{solid.Hull(whole)})
	}
	var pieces [][]geom.Vec3
	for _, h := range parts.Hulls {
		vertices, _ := h.Surface()
		pieces = append(pieces, vertices)
	}
	s, err := NewSolid(pieces)
	if err == nil {
		s.whole = &parts.Mass
	}
	return s, err
}

// bare are meshes without what keeps vertices at one place apart.
func bare(meshes []*mesh.Mesh) []*mesh.Mesh {
	out := make([]*mesh.Mesh, len(meshes))
	for i, m := range meshes {
		out[i] = &mesh.Mesh{Positions: m.Positions, Triangles: m.Triangles}
	}
	return out
}

// Weigh gives s the volume, center and inertia of the surface for which its pieces stand, which may overlap: meshes are its parts in the frame
// of s. A surface that encloses nothing leaves those of the pieces.
func (s *Solid) Weigh(meshes ...*mesh.Mesh) {
	m := mesh.Merge(bare(meshes)...)
	if mass, err := decompose.Mass(m.Positions, m.Triangles); err == nil {
		s.whole = &mass
	}
}
