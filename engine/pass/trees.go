//go:build cgo && linux

package pass

import (
	"runtime"
	"sync"
	"weak"

	"mereo/engine/bvh"
	"mereo/engine/mesh"
)

// trees holds *bvh.Tree of meshes in their own frames by weak.Pointer[mesh.Mesh], for as long as somebody holds the mesh: frames
// share meshes, and a tree costs more than all else that is made of a mesh.
var trees sync.Map

// treeOf is the tree of a mesh, which nobody may change any more.
func treeOf(m *mesh.Mesh) *bvh.Tree {
	key := weak.Make(m)
	if t, ok := trees.Load(key); ok {
		return t.(*bvh.Tree)
	}
	tris := make([]bvh.Triangle, len(m.Triangles))
	for i, t := range m.Triangles {
		tris[i] = bvh.Triangle{A: m.Positions[t[0]], B: m.Positions[t[1]], C: m.Positions[t[2]]}
	}
	t, there := trees.LoadOrStore(key, bvh.Build(tris))
	if !there {
		runtime.AddCleanup(m, func(key weak.Pointer[mesh.Mesh]) { trees.Delete(key) }, key)
	}
	return t.(*bvh.Tree)
}
