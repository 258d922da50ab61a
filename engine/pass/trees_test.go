//go:build cgo && linux

package pass

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// A mesh's tree is made once, and goes when the mesh does.
func TestTreesLiveAsLongAsTheirMeshes(t *testing.T) {
	m := &mesh.Mesh{Positions: []geom.Vec3{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	key := weak.Make(m)
	if treeOf(m) != treeOf(m) {
		t.Error("the same mesh got two trees")
	}
	if _, ok := trees.Load(key); !ok {
		t.Error("the tree of a mesh that is held is not kept")
	}
	runtime.KeepAlive(m)
	for range 1000 {
		runtime.GC()
		if _, ok := trees.Load(key); !ok {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("the tree of a mesh that nobody holds is kept")
}
