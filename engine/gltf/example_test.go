package gltf_test

import (
	"fmt"
	"os"
	"path/filepath"

	"mereo/engine/gltf"
	"mereo/internal/bound"
)

// A file with one triangle, read without camera or lamps: both are supplied.
func Example() {
	const file = `{
	  "asset": {"version": "2.0"},
	  "scenes": [{"nodes": [0]}],
	  "nodes": [{"name": "sail", "mesh": 0, "extras": {"id": 5, "label": "cloth"}}],
	  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
	  "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}],
	  "bufferViews": [{"buffer": 0, "byteLength": 36}],
	  "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}]
	}`
	dir, err := os.MkdirTemp("", "gltf")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "sail.gltf")
	if err := os.WriteFile(path, []byte(file), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	s, err := gltf.LoadScene(path, bound.New(0))
	if err != nil {
		fmt.Println(err)
		return
	}
	in := s.Frame.Instances[0]
	fmt.Printf("%s, part label %q, object %d\n", s.Nodes[0].Name, s.Nodes[0].Label, in.Object)
	fmt.Println("the file's highest point in the house frame:", in.WorldFromObject.Point(in.Mesh.Positions[2]))
	fmt.Println(len(s.Frame.Lights), "lamps,", s.Frame.Camera.Width, "x", s.Frame.Camera.Height)
	// Output:
	// sail, part label "cloth", object 5
	// the file's highest point in the house frame: {0 0 2}
	// 2 lamps, 800 x 600
}
