package explore

import (
	"encoding/json"

	"mereo/engine/mesh"
	"mereo/gen/show"
	"mereo/scenes"
)

// sizeOf is about what a sample made again takes, in bytes: its labels, whether they were drawn yet or not, its meshes, and the rest. Of a
// film the labels of a few frames are kept.
func sizeOf(m show.Made) int64 {
	const rest, pixel, few = 1 << 20, 22, 8 // pixel as show.Labels has it
	pictures := m.Page().Pictures
	size := int64(rest)
	counted := map[*mesh.Mesh]bool{}
	for i, v := range m.Views() {
		if i >= few && i < len(pictures) && pictures[i].Film != "" {
			continue
		}
		size += pixel * int64(v.Scene.Camera.Width) * int64(v.Scene.Camera.Height)
		size += sizeOfMeshes(v.Scene, counted)
	}
	return size
}

// sizeOfMeshes is what the meshes of a scene take that were not counted yet, with the trees of triangles that the renderer keeps of them.
func sizeOfMeshes(s *scenes.Scene, counted map[*mesh.Mesh]bool) (size int64) {
	const point, triangle = 64, 76
	add := func(m *mesh.Mesh) {
		if m != nil && !counted[m] {
			counted[m] = true
			size += point*int64(len(m.Positions)) + triangle*int64(len(m.Triangles))
		}
	}
	for i := range s.Backdrop {
		add(s.Backdrop[i].Mesh)
	}
	for i := range s.Objects {
		for k := range s.Objects[i].Parts {
			add(s.Objects[i].Parts[k].Mesh)
		}
	}
	return size
}

// sizeOfEdits is what a list of changes takes.
func sizeOfEdits(edits []show.Edit) int64 {
	text, err := json.Marshal(edits)
	if err != nil {
		panic(err) // it came as JSON
	}
	return 1<<10 + 4*int64(len(text))
}
