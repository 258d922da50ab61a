package gltfmodels_test

import (
	"encoding/base64"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/assets/gltfmodels"
	"mereo/assets/kitchen"
	"mereo/assets/solid"
	"mereo/internal/bound"
)

// jug is a glTF file with a node of three primitives of two materials, and a node without a name; its buffer lies beside it.
const jug = `{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
	"nodes": [{"name": "jug", "mesh": 0, "scale": [0.1, 0.1, 0.1]}, {"mesh": 1, "scale": [0.1, 0.1, 0.1], "translation": [0.2, 0, 0]}],
	"materials": [{"name": "Glaze"}, {"name": "Handle.Changable.001", "pbrMetallicRoughness": {"metallicFactor": 0}}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 1}, {"attributes": {"POSITION": 0}, "indices": 1, "material": 0},
	                           {"attributes": {"POSITION": 0}, "indices": 1, "material": 1}]},
	           {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
	"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4}, {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 12}],
	"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
	"buffers": [{"byteLength": 60, "uri": "jug.bin"}]}`

// saveJug saves the file and its buffer, and returns the file's path.
func saveJug(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jug.gltf")
	save(t, path, jug)
	text := file("[]", "[]")
	from := strings.Index(text, "base64,") + len("base64,")
	data, err := base64.StdEncoding.DecodeString(text[from : from+80])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "jug.bin"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestThingsAreKitchenModels(t *testing.T) {
	path := saveJug(t)
	m, files, err := gltfmodels.Thing{Name: "jug1", Class: "jug", Pool: kitchen.Benchmark, Scale: 1, Mutable: []string{"Glaze"}}.Load(path, bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "jug1" || m.Class != "jug" || m.Pool != kitchen.Benchmark {
		t.Errorf("got %s %s %s", m.Pool, m.Class, m.Name)
	}
	if want := []string{filepath.Join(filepath.Dir(path), "jug.bin")}; !slices.Equal(files, want) {
		t.Errorf("read files %q, want %q", files, want)
	}
	var got []string
	for _, p := range m.Parts {
		got = append(got, fmt.Sprintf("%s %s/%d %v", p.Name, p.Surface.Name, len(p.Mesh.Triangles), p.Mutable))
		if len(p.Colliders) != 1 || !(solid.Volume(p.Mesh) > 0) {
			t.Errorf("%s: %d colliders, volume %g, want one and more than 0", p.Name, len(p.Colliders), solid.Volume(p.Mesh))
		}
		for _, v := range p.Mesh.Positions {
			for _, x := range []float64{v.X, v.Y, v.Z} {
				if x*65536 != math.Trunc(x*65536) {
					t.Fatalf("%s: coordinate %g is not on the grid", p.Name, x)
				}
			}
		}
	}
	want := "jug Handle.Changable.001/8 true; jug-2 Glaze/4 true; part default/4 false"
	if strings.Join(got, "; ") != want {
		t.Errorf("got parts %s, want %s", strings.Join(got, "; "), want)
	}
	// 30 cm wide, 10 cm deep and high; a unit is 6 cm.
	b := m.Bounds()
	for k, d := range []float64{b.Min.X + 2.5, b.Max.X - 2.5, b.Min.Y + 5.0/6, b.Max.Y - 5.0/6, b.Min.Z, b.Max.Z - 5.0/3, m.Box[0] - 5, m.Box[1] - 5.0/3} {
		if math.Abs(d) > 1e-4 {
			t.Errorf("bound %d of %v, box %v, is off by %g", k, b, m.Box, d)
		}
	}
}

func TestThingErrors(t *testing.T) {
	path := saveJug(t)
	for _, c := range []struct {
		thing gltfmodels.Thing
		want  string
	}{
		{gltfmodels.Thing{Scale: 1, Mutable: []string{"Lid"}}, `no material is called "Lid", want some of ["Handle.Changable.001" "Glaze" "default"]`},
		{gltfmodels.Thing{Scale: 1e-9}, "its triangles vanish at scale 1e-09"},
	} {
		_, _, err := c.thing.Load(path, bound.New(0))
		if want := "gltfmodels: " + path + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
