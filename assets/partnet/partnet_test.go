package partnet_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mereo/assets/furniture"
	"mereo/assets/partnet"
	"mereo/engine/geom"
	"mereo/internal/bound"
)

// model writes a folder in the data sets' layout: files by path, with a tetrahedron for every mesh name given. The
// texts pipe, outside and endless stand for what is no file of the folder.
func model(t testing.TB, dir, objs string, meshes []string, files map[string]string) string {
	t.Helper()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch text {
		case "pipe":
			err = errors.Join(err, syscall.Mkfifo(path, 0o644))
		case "outside":
			err = errors.Join(err, os.Symlink("/etc/passwd", path))
		case "endless":
			err = errors.Join(err, os.Symlink("/dev/zero", path))
		default:
			err = errors.Join(err, os.WriteFile(path, []byte(text), 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range meshes {
		write(objs+"/"+name+".obj", tetrahedron(float64(i)))
	}
	for name, text := range files {
		write(name, text)
	}
	return dir
}

// tetrahedron is a file with its corner at (x, 1, 2), y up, with texture and normal numbers and a comment.
func tetrahedron(x float64) string {
	return fmt.Sprintf("# made by hand\nmtllib a.mtl\nv %g 1 2\nv %g 1 2\nv %g 2 2\nv %g 1 3 1.0\nvn 0 0 1\nvt 0 0\n"+
		"f 1/1/1 3/1/1 2/1/1\nf 1 2 4\nf -4//1 -1//1 -2//1\nf 2 3 4 1\n", x, x+1, x, x)
}

const chairTree = `[{"name": "chair", "children": [
  {"name": "chair_arm", "children": [
    {"name": "arm_near_vertical_bar", "objs": ["m1"]}, {"name": "arm_horizontal_bar", "objs": ["m2"]}, {"name": "arm_connector", "objs": ["m3"]}]},
  {"name": "chair_base", "children": [{"name": "regular_leg_base", "children": [
    {"name": "leg", "objs": ["m4"]}, {"name": "leg", "objs": ["m5", "m6"]}, {"name": "runner", "objs": ["m7"]}]}]},
  {"name": "chair_head", "children": [{"name": "headrest", "objs": ["m8"]}, {"name": "connector", "objs": ["m9"]}]},
  {"name": "chair_seat", "objs": ["m10"], "children": [{"name": "seat_surface", "objs": ["m10"]}]}]}]`

const tableTree = `[{"name": "table", "children": [{"name": "regular_table", "children": [
  {"name": "tabletop", "children": [{"name": "tabletop_surface", "objs": ["m0"]}, {"name": "tabletop_frame", "objs": ["m1"]}]},
  {"name": "table_base", "children": [{"name": "drawer_base", "children": [
    {"name": "vertical_side_panel", "objs": ["m2"]}, {"name": "bar_stretcher", "objs": ["m3"]},
    {"name": "drawer", "children": [{"name": "handle", "objs": ["m4"]}, {"name": "drawer_box", "children": [{"name": "drawer_front", "objs": ["m5"]}]}]},
    {"name": "cabinet_door", "children": [{"name": "cabinet_door_surface", "objs": ["m6"]}]}]}]}]}]}]`

const cartTree = `[{"name": "cart", "objs": [], "children": [
  {"name": "base_body", "objs": ["m0"]}, {"name": "wheel", "objs": ["m1"]}, {"name": "wheel", "objs": ["m2"]}, {"name": "others", "objs": ["m3"]}]}]`

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("m%d", i)
	}
	return out
}

// The order is that of the walk, children first; unclaimed meshes follow by name.
func TestPartsOfEachLayout(t *testing.T) {
	for _, c := range []struct {
		name, category, objs string
		meshes               int
		files                map[string]string
		want                 string
	}{
		{"chair with arm bars: the whole arm is not colored, its connector is other; the head is what is left of it",
			"Chair", "objs", 11, map[string]string{"result_after_merging.json": chairTree, "result.json": "not read"},
			"arm_near_vertical_bar arm_horizontal_bar leg leg leg bar connector chair_head chair_seat other other"},
		{"table: panels become frame, stretchers leg bar; drawer and door are inner nodes without color",
			"Table", "objs", 8, map[string]string{"result.json": tableTree},
			"tabletop frame leg bar handle drawer_box cabinet_door_surface other"},
		{"mobility cart", "Cart", "textured_objs", 4, map[string]string{"result.json": cartTree, "mobility.urdf": "<robot/>"},
			"base_body wheel wheel other"},
		{"bed posts are legs, stretchers keep their name", "Bed", "objs", 2,
			map[string]string{"result.json": `[{"name": "bed", "children": [{"name": "bed_post", "objs": ["m0"]}, {"name": "bar_stretcher", "objs": ["m1"]}]}]`},
			"leg bar_stretcher"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := partnet.Load(model(t, filepath.Join(t.TempDir(), "123"), c.objs, names(c.meshes), c.files), c.category, bound.New(0))
			if err != nil {
				t.Fatal(err)
			}
			var labels []string
			seen := map[string]bool{}
			triangles := 0
			for _, p := range m.Parts {
				labels = append(labels, p.Label)
				if seen[p.Name] {
					t.Errorf("name %q occurs twice", p.Name)
				}
				seen[p.Name] = true
				triangles += len(p.Mesh.Triangles)
				if err := p.Mesh.Validate(); err != nil || len(p.Colliders) != 1 || len(p.Colliders[0]) < 4 {
					t.Errorf("%s: %d colliders, %v", p.Name, len(p.Colliders), err)
				}
			}
			if got := strings.Join(labels, " "); got != c.want {
				t.Errorf("labels:\n got %s\nwant %s", got, c.want)
			}
			if triangles != 4*c.meshes {
				t.Errorf("got %d triangles, want 4 of each of %d meshes: parts partition the model", triangles, c.meshes)
			}
			if m.Category != c.category || m.Family != "123" {
				t.Errorf("got %s %q, want %s 123", m.Category, m.Family, c.category)
			}
		})
	}
}

// (x, y, z) of the file, y up and front +z, is (x, -z, y) in the model frame, unmoved and unscaled.
func TestAxesAndOrigin(t *testing.T) {
	m, err := partnet.Load(model(t, t.TempDir(), "objs", names(4), map[string]string{"result.json": cartTree}), "Cart", bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	mesh := m.Parts[2].Mesh
	want := []geom.Vec3{geom.V(2, -2, 1), geom.V(3, -2, 1), geom.V(2, -2, 2), geom.V(2, -3, 1)}
	for i := range want {
		if mesh.Positions[i] != want[i] {
			t.Errorf("vertex %d: got %v, want %v", i, mesh.Positions[i], want[i])
		}
	}
	// Of the face of four corners the first three count; negative numbers count back.
	if got, want := fmt.Sprint(mesh.Triangles), "[[0 2 1] [0 1 3] [0 3 2] [1 2 3]]"; got != want {
		t.Errorf("triangles: got %s, want %s", got, want)
	}
}

func TestLibrary(t *testing.T) {
	root := t.TempDir()
	for _, id := range []string{"20", "3", "100"} {
		model(t, filepath.Join(root, id), "objs", names(4), map[string]string{"meta.json": `{"model_cat": "Cart", "anno_id": 7}`, "result.json": cartTree})
	}
	model(t, filepath.Join(root, "7"), "objs", names(8), map[string]string{"meta.json": `{"model_cat": "Table"}`, "result.json": tableTree})
	model(t, filepath.Join(root, ".cache"), "objs", nil, nil)
	l, err := partnet.Open(root, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(l.IDs("Cart"), l.IDs("Table"), l.IDs("Chair")), "[100 20 3] [7] []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if m, err := l.Load("Cart", "20"); err != nil || len(m.Parts) != 4 {
		t.Errorf("Load: got %v, %v", m, err)
	}
	if _, err := l.Load("Cart", "7"); err == nil || err.Error() != fmt.Sprintf("partnet: %s has no Cart \"7\"", root) {
		t.Errorf("Load of a table as cart: got %v", err)
	}
}

func TestErrors(t *testing.T) {
	cart := map[string]string{"result.json": cartTree}
	with := func(name, text string) map[string]string {
		return map[string]string{"result.json": cartTree, name: text}
	}
	for _, c := range []struct {
		name, category string
		meshes         int
		files          map[string]string
		want           string
	}{
		{"no tree", "Cart", 4, nil, "DIR has no tree file, want result_after_merging.json or result.json"},
		{"no meshes", "Cart", 0, cart, "DIR has no meshes, want .obj files in objs or textured_objs"},
		{"mesh missing", "Cart", 2, cart, `DIR/result.json: node "wheel" names the mesh "m2", but there is no such file`},
		{"category", "Boat", 4, cart, `unknown category "Boat", have ["Chair" "Table" "Bed" "Refrigerator" "Cart"]`},
		{"bad JSON", "Cart", 4, map[string]string{"result.json": "[{\"name\": \"cart\",\n\n \"objs\": [}]"}, "DIR/result.json: line 3: invalid character '}' looking for beginning of value"},
		{"wrong type", "Cart", 4, map[string]string{"result.json": "[\n{\"name\": 4}]"}, "DIR/result.json: line 2: name is JSON number, want text"},
		{"not a list", "Cart", 4, map[string]string{"result.json": "{}"}, "DIR/result.json: line 1: JSON object, want a list"},
		{"empty list", "Cart", 4, map[string]string{"result.json": "[]"}, "DIR/result.json: the list is empty, want the tree as its first entry"},
		{"face out of range", "Cart", 4, with("objs/m9.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), "DIR/objs/m9.obj: line 4: face names vertex 4, but 3 are read so far"},
		{"face too far back", "Cart", 4, with("objs/m9.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n"), "DIR/objs/m9.obj: line 4: face names vertex -4, but 3 are read so far"},
		{"face of two", "Cart", 4, with("objs/m9.obj", "v 0 0 0\nf 1 1\n"), "DIR/objs/m9.obj: line 2: face has 2 corners, want at least 3"},
		{"face of words", "Cart", 4, with("objs/m9.obj", "v 0 0 0\nf a b c\n"), `DIR/objs/m9.obj: line 2: face corner is "a", want a vertex number`},
		{"short vertex", "Cart", 4, with("objs/m9.obj", "\nv 0 0\n"), "DIR/objs/m9.obj: line 2: vertex has 2 numbers, want 3"},
		{"NaN vertex", "Cart", 4, with("objs/m9.obj", "v 0 nan 0\n"), `DIR/objs/m9.obj: line 1: vertex coordinate is "nan", want a finite number`},
		{"deep tree", "Cart", 4, map[string]string{"result.json": "[\n" + strings.Repeat(`{"children": [`, 101)}, "DIR/result.json: line 2: JSON is nested more than 200 deep"},
		{"pipe", "Cart", 4, with("objs/m9.obj", "pipe"), "DIR/objs/m9.obj: is a pipe, want a file"},
		{"tree elsewhere", "Cart", 4, map[string]string{"result.json": "outside"}, "DIR/result.json: leads out of the folder"},
		{"endless mesh", "Cart", 4, with("objs/m9.obj", "endless"), "DIR/objs/m9.obj: leads out of the folder"},
		{"no faces", "Cart", 4, with("objs/m9.obj", "v 0 0 0\n"), "DIR/objs/m9.obj: has 1 vertices and no face, want at least one"},
	} {
		dir := model(t, t.TempDir(), "objs", names(c.meshes), c.files)
		_, err := partnet.Load(dir, c.category, bound.New(0))
		want := "partnet: " + strings.ReplaceAll(c.want, "DIR", dir)
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, want)
		}
	}
	for _, c := range []struct{ name, meta, want string }{
		{"no category", `{}`, `model_cat is missing, want a category such as "Chair"`},
		{"pipe", "pipe", "is a pipe, want a file"},
		{"large", strings.Repeat(" ", 1<<20+1), "has more than 1 MB, which is the most that is read"},
		{"bad meta", "{\n\"model_cat\" 3}", "line 2: invalid character '3' after object key"},
	} {
		root := t.TempDir()
		model(t, filepath.Join(root, "1"), "objs", nil, map[string]string{"meta.json": c.meta})
		_, err := partnet.Open(root, 0)
		want := fmt.Sprintf("partnet: %s: %s", filepath.Join(root, "1", "meta.json"), c.want)
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, want)
		}
	}
	root := t.TempDir()
	model(t, filepath.Join(root, "1"), "objs", names(1), nil)
	if _, err := partnet.Open(root, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder without meta.json: got %v, want an error that the file does not exist", err)
	}
}

// A model takes no more memory than it is given.
func TestMemoryIsBounded(t *testing.T) {
	const want = "takes more than 16MB of memory, the bound that --max-memory sets"
	for name, files := range map[string]map[string]string{
		"DIR/result.json: JSON of 50002 objects and 100004 values": {"result.json": `[{"children": [` + strings.Repeat("{},", 50_000) + "{}]}]"},
		"DIR/objs/m9.obj: line 444444:":                            {"result.json": cartTree, "objs/m9.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + strings.Repeat("f 1 2 3\n", 500_000)},
	} {
		dir := model(t, t.TempDir(), "objs", names(4), files)
		_, err := partnet.Load(dir, "Cart", bound.New(bound.Least))
		if name = "partnet: " + strings.ReplaceAll(name, "DIR", dir); err == nil || !strings.HasPrefix(err.Error(), name[:len(name)-8]) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s %s", err, name, want)
		}
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "partnet")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	files := map[string]string{
		"meta.json":        `{"model_cat": "Table"}`,
		"result.json":      `[{"name": "table", "children": [{"name": "tabletop", "objs": ["original-1"]}]}]`,
		"original-1.obj":   "v 0 1 0\nv 1 1 0\nv 0 1 1\nv 0 0.9 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
		"original-leg.obj": "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
	}
	for name, text := range files {
		path := filepath.Join(dir, "18", name)
		if filepath.Ext(name) == ".obj" {
			path = filepath.Join(dir, "18", "objs", name)
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			fmt.Println(err)
			return
		}
	}
	l, err := partnet.Open(dir, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := l.Load(furniture.Table, l.IDs(furniture.Table)[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range m.Parts {
		fmt.Println(p.Label, "from", p.Name, "with", len(p.Mesh.Triangles), "triangles")
	}
	// Output:
	// tabletop from tabletop-1 with 4 triangles
	// other from original-leg with 4 triangles
}
