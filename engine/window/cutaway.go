package window

import (
	"slices"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// cutaway opens rooms to a camera outside of them. It remembers what it made, since the renderer knows meshes by their identity.
type cutaway map[*mesh.Mesh]opened

// opened is a mesh without the triangles that turn their backs to an eye.
type opened struct {
	seen []bool // by triangle
	mesh *mesh.Mesh
}

// open leaves out what the eye sees the back of, of surroundings that are no solids: walls and ceilings between it and the objects.
func (c cutaway) open(f *frame.Frame, eye geom.Vec3) *frame.Frame {
	out := *f
	out.Instances = make([]frame.Instance, 0, len(f.Instances))
	for _, in := range f.Instances {
		if in.Object == 0 && !in.Mesh.Closed {
			in.Mesh = c.facing(in.Mesh, in.WorldFromObject.Inverse().Point(eye))
		}
		if len(in.Mesh.Triangles) > 0 {
			out.Instances = append(out.Instances, in)
		}
	}
	return &out
}

// facing is the mesh with the triangles that face a point in its frame: the mesh itself if all do.
func (c cutaway) facing(m *mesh.Mesh, eye geom.Vec3) *mesh.Mesh {
	seen := make([]bool, len(m.Triangles))
	all := true
	for i, t := range m.Triangles {
		a, b, d := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		seen[i] = b.Sub(a).Cross(d.Sub(a)).Dot(eye.Sub(a)) > 0
		all = all && seen[i]
	}
	if all {
		return m
	}
	if known, ok := c[m]; ok && slices.Equal(known.seen, seen) {
		return known.mesh
	}
	part := *m
	part.Triangles = nil
	for i, t := range m.Triangles {
		if seen[i] {
			part.Triangles = append(part.Triangles, t)
		}
	}
	c[m] = opened{seen, &part}
	return &part
}
