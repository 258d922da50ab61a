package gltfmodels_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/assets/furniture"
	"mereo/assets/gltfmodels"
	"mereo/engine/geom"
	"mereo/internal/bound"
)

// file is a glTF text whose mesh 0 is a tetrahedron with corners at the origin and one meter along each axis; nodes
// and roots are JSON.
func file(nodes, roots string) string {
	// Four positions, float32 little endian: 0 0 0, 1 0 0, 0 1 0, 0 0 1; then indices 0 2 1, 0 1 3, 0 3 2, 1 2 3.
	return `{"asset": {"version": "2.0"}, "scenes": [{"nodes": ` + roots + `}], "nodes": ` + nodes + `,
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]},
	           {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}, {"attributes": {"POSITION": 0}, "indices": 1}]}],
	"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4}, {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 12}],
	"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
	"buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID"}]}`
}

func save(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLibrary(t *testing.T) {
	root := t.TempDir()
	one := file(`[{"mesh": 0}]`, "[0]")
	save(t, filepath.Join(root, "Chair", "b.gltf"), one)
	save(t, filepath.Join(root, "Chair", "A.GLTF"), one)
	save(t, filepath.Join(root, "Chair", "notes.txt"), "")
	save(t, filepath.Join(root, "Bed", "c.gltf"), one)
	save(t, filepath.Join(root, "readme.md"), "")
	l, err := gltfmodels.Open(root, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(l.IDs("Chair"), l.IDs("Bed"), l.IDs("Cart")), "[A.GLTF b.gltf] [c.gltf] []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if m, err := l.Load("Bed", "c.gltf"); err != nil || m.Family != "c" || m.Category != "Bed" {
		t.Errorf("Load: got %+v, %v", m, err)
	}
	if _, err := l.Load("Bed", "b.gltf"); err == nil || err.Error() != fmt.Sprintf("gltfmodels: %s has no Bed \"b.gltf\"", root) {
		t.Errorf("Load of what is not there: got %v", err)
	}
	save(t, filepath.Join(root, "Chairs", "d.gltf"), one)
	_, err = gltfmodels.Open(root, 0)
	want := fmt.Sprintf(`gltfmodels: folder %s is not named like a category, want one of ["Chair" "Table" "Bed" "Refrigerator" "Cart"]`, filepath.Join(root, "Chairs"))
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Short and raw labels are the same; labels are inherited; primitives of a node are one part; the front turns to -Y.
func TestParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my chair.gltf")
	save(t, path, file(`[
		{"name": "legs", "children": [1, 2], "extras": {"label": "leg"}},
		{"name": "post", "mesh": 0, "translation": [1, 2, 3]},
		{"name": "post", "mesh": 0, "scale": [-1, 1, 1]},
		{"name": "sit", "mesh": 1, "extras": {"label": "seat"}},
		{"mesh": 0, "extras": {"label": "chair_back"}},
		{"name": "screw", "mesh": 0}]`, "[0, 3, 4, 5]"))
	m, err := gltfmodels.Load(path, furniture.Chair, bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range m.Parts {
		got = append(got, fmt.Sprintf("%s=%s/%d", p.Name, p.Label, len(p.Mesh.Triangles)))
		if v := p.Mesh.Volume(); !(v > 0) {
			t.Errorf("%s: volume %g, want it to face outwards", p.Name, v)
		}
		if len(p.Colliders) != 1 || geom.Bounds(p.Colliders[0]) != p.Mesh.Bounds() {
			t.Errorf("%s: colliders %v, want one as large as the mesh", p.Name, p.Colliders)
		}
	}
	if want := "post=leg/4 post-2=leg/4 sit=chair_seat/8 chair_back=chair_back/4 screw=other/4"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
	if got, want := m.Parts[0].Mesh.Positions[0], geom.V(1, -3, 2); got != want {
		t.Errorf("the node's origin: got %v, want %v", got, want)
	}
}

// Every raw label has itself as a name, and every short one leads to a raw one of its category.
func TestLabels(t *testing.T) {
	for _, category := range furniture.Categories() {
		for _, label := range furniture.Labels(category) {
			if got := labelOf(t, category, label); got != label {
				t.Errorf("%s %q: got %q", category, label, got)
			}
		}
	}
	for _, c := range [][3]string{
		{"Refrigerator", "door", "door_frame"}, {"Refrigerator", "body", "frame"}, {"Cart", "body", "base_body"},
		{"Table", "door", "cabinet_door_surface"}, {"Table", "top", "tabletop"}, {"Bed", "back", "headboard"},
		{"Bed", "sleep area", "bed_sleep_area"}, {"Chair", "wheel", "caster"}, {"Cart", "others", "other"}, {"Cart", "", "other"},
	} {
		if got := labelOf(t, c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: got %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func labelOf(t *testing.T, category, label string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.gltf")
	save(t, path, file(fmt.Sprintf(`[{"mesh": 0, "extras": {"label": %q}}]`, label), "[0]"))
	m, err := gltfmodels.Load(path, category, bound.New(0))
	if err != nil {
		t.Error(err)
		return ""
	}
	return m.Parts[0].Label
}

func TestErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltf")
	for _, c := range []struct{ name, category, text, want string }{
		{"unknown label", "Cart", file(`[{"name": "w", "mesh": 0, "extras": {"label": "wing"}}]`, "[0]"),
			`FILE: node 0 "w": label "wing" is unknown for Cart, want one of ["base_body" "handle" "wheel"] or their short names`},
		{"label of another category", "Cart", file(`[{"mesh": 0, "extras": {"label": "seat"}}]`, "[0]"),
			`FILE: node 0 "": label "seat" is unknown for Cart, want one of ["base_body" "handle" "wheel"] or their short names`},
		{"category", "Boat", file(`[{"mesh": 0}]`, "[0]"), `unknown category "Boat", have ["Chair" "Table" "Bed" "Refrigerator" "Cart"]`},
		{"bad file", "Cart", "{}", "gltf: FILE: asset is required"},
		{"bad extras", "Cart", file(`[{"name": "w", "mesh": 0, "extras": {"label": 3}}]`, "[0]"), `gltf: FILE: node 0 "w": extras: label is JSON number, want text`},
	} {
		save(t, path, c.text)
		_, err := gltfmodels.Load(path, c.category, bound.New(0))
		if want := "gltfmodels: " + strings.ReplaceAll(c.want, "FILE", path); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, want)
		}
	}
}

// Models that would be ignored are told about.
func TestFoldersWithoutModels(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"another format", "Chair/a.obj", "ROOT/Chair/a.obj: a model is read as .glb or .gltf; export it so, from Blender for example"},
		{"files at the top", "a.glb", `ROOT has no folder of models, want one or more of ["Chair" "Table" "Bed" "Refrigerator" "Cart"] in it`},
		{"a folder of none of the categories", "chair/a.glb", `folder ROOT/chair is not named like a category, want one of ["Chair" "Table" "Bed" "Refrigerator" "Cart"]`},
	} {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, c.file)), 0o755); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(root, c.file), "")
		_, err := gltfmodels.Open(root, 0)
		if want := "gltfmodels: " + strings.ReplaceAll(c.want, "ROOT", root); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, want)
		}
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "Chair"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.obj", "a.mtl", "a.glb", "wood.png"} {
		save(t, filepath.Join(root, "Chair", name), "")
	}
	if l, err := gltfmodels.Open(root, 0); err != nil || len(l.IDs("Chair")) != 1 {
		t.Errorf("a model that is there as glTF, too: %v", err)
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "models")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	text := file(`[{"name": "tub", "mesh": 0, "extras": {"label": "body"}}, {"name": "disc", "mesh": 0, "extras": {"label": "wheel"}}]`, "[0, 1]")
	path := filepath.Join(dir, furniture.Cart, "barrow.gltf")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		fmt.Println(err)
		return
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	l, err := gltfmodels.Open(dir, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range l.IDs(furniture.Cart) {
		m, err := l.Load(furniture.Cart, id)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Family, "has", m.LabelCounts())
	}
	// Output: barrow has map[base_body:1 wheel:1]
}
