package shopvrb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/internal/bound"
)

// thingFile is a glTF file with two tetrahedra, each with corners at its origin and size meters along each axis, one on the other:
// a body and a lid, of materials with the names.
func thingFile(size float64, body, lid string) string {
	// Four positions, float32 little endian: 0 0 0, 1 0 0, 0 1 0, 0 0 1; then indices 0 2 1, 0 1 3, 0 3 2, 1 2 3.
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [
	{"name": "body", "mesh": 0, "scale": [%[1]g, %[1]g, %[1]g]},
	{"name": "lid", "mesh": 1, "scale": [%[1]g, %[1]g, %[1]g], "translation": [0, %[1]g, 0]}],
	"materials": [{"name": %[2]q, "pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.2, 0.3, 1], "metallicFactor": 0, "roughnessFactor": 0.4}},
	              {"name": %[3]q, "extensions": {"KHR_materials_transmission": {"transmissionFactor": 1}, "KHR_materials_ior": {"ior": 1.3}}}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]},
	           {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 1}]}],
	"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4}, {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 12}],
	"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
	"buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID"}]}`,
		size, body, lid)
}

// The rows of two things, in YAML and as published.
const ownTable = `
squeezer1:
  name: lemon squeezer
  shape: irregularly shaped
  weight: light
  movability: portable
  change_size: true
  size1: medium-sized
  size2: small
  change_material: true
  material1: glass
  color1: transparent
  material2: plastic
  change_color2: true
  mutable: [Glaze]
mug9:
  name: mug
  shape: cylindrical
  weight: medium-weight
  movability: portable
  size1: medium-sized
  material1: ceramic
  change_color1: true
  scale: 0.5
  origin: file
`

const ownTableJSON = `{
	"squeezer1": {"change_color1": false, "change_color2": true, "change_material": true, "change_size": true, "color1": "transparent",
		"color2": "all plastic", "material1": "glass", "material2": "plastic", "movability": "portable", "name": "lemon squeezer",
		"shape": "irregularly shaped", "size1": "medium-sized", "size2": "small", "weight": "light", "mutable": ["Glaze"]},
	"mug9": {"change_color1": true, "change_color2": false, "change_material": false, "change_size": false, "color1": "all like plastic",
		"color2": "-", "material1": "ceramic", "material2": "-", "movability": "portable", "name": "mug", "shape": "cylindrical",
		"size1": "medium-sized", "size2": "-", "weight": "medium-weight", "scale": 0.5, "origin": "file"}
}`

const squeezerTextual = `
lemon squeezer:
  picking: graspable
  powering: non-powered
  disassembly: non-dismantable
  attribute:
    default: [dishwasher safe, easy to clean]
    material:plastic: [dishwasher safe, easy to clean, recyclable]
`

// ownFiles are the files of a folder with two things.
func ownFiles() map[string]string {
	return map[string]string{
		"object_properties.yaml": ownTable, "textual_properties.yaml": squeezerTextual,
		"squeezer1.gltf": thingFile(0.1, "Glaze", "Clear"), "mug9.gltf": thingFile(0.2, "Body_Changable", "Lid"),
	}
}

// folderOf is a folder with files.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func openedModels(t testing.TB, files map[string]string) *ownModels {
	t.Helper()
	m, err := openModels(folderOf(t, files), 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Lengths are meters: a tenth of one is 10 cm, a unit of the scene at the bigger scale.
func TestOwnModelsAreThings(t *testing.T) {
	m := openedModels(t, ownFiles())
	want := []catalogRow{
		{"squeezer1", "lemon squeezer", "irregularly shaped", "light", "portable", sizes{"medium-sized", "small"},
			options{{"glass", "transparent"}, {"plastic", anyColor}}, box{1 / 0.6, 1 / 0.6}, 0},
		{"mug9", "mug", "cylindrical", "medium-weight", "portable", sizes{"medium-sized"}, options{{"ceramic", anyColor}}, box{2 / 0.6, 2 / 0.6}, 0},
	}
	got := slices.Clone(m.rows[kitchen.Training])
	for i := range got {
		for _, pair := range [][2]*float64{{&got[i].box.w, &want[i].box.w}, {&got[i].box.h, &want[i].box.h}} {
			if math.Abs(*pair[0]-*pair[1]) < 1e-4 {
				*pair[0] = *pair[1] // to the grid of coordinates
			}
		}
	}
	if !reflect.DeepEqual(got, want) || len(m.rows[kitchen.Benchmark]) != 0 {
		t.Errorf("got rows %+v, want %+v", got, want)
	}
	if !slices.Equal(m.classes, []string{"lemon squeezer"}) {
		t.Errorf("new classes are %q, want the lemon squeezer alone", m.classes)
	}
	for i, c := range []struct {
		low, high [3]float64
		mutable   []string
	}{
		// The tetrahedra lie in front of x and behind y, which glTF calls x and -z, and on each other.
		{[3]float64{-0.5, -0.5, 0}, [3]float64{0.5, 0.5, 2}, []string{"body"}},
		{[3]float64{0, -1, 0}, [3]float64{1, 0, 2}, []string{"body"}},
	} {
		model, err := m.model(kitchen.Training, &m.rows[kitchen.Training][i])
		if err != nil {
			t.Fatal(err)
		}
		b := model.Bounds()
		for k, pair := range [][2]float64{
			{b.Min.X, c.low[0]}, {b.Min.Y, c.low[1]}, {b.Min.Z, c.low[2]}, {b.Max.X, c.high[0]}, {b.Max.Y, c.high[1]}, {b.Max.Z, c.high[2]},
		} {
			if math.Abs(0.6*pair[0]-pair[1]) > 1e-4 {
				t.Errorf("%s: bound %d is %g at scale 0.6, want %g", model.Name, k, 0.6*pair[0], pair[1])
			}
		}
		var mutable []string
		for _, p := range model.Parts {
			if p.Mutable {
				mutable = append(mutable, p.Name)
			}
		}
		if !slices.Equal(mutable, c.mutable) || len(model.Parts) != 2 {
			t.Errorf("%s: mutable parts are %q of %d, want %q of 2", model.Name, mutable, len(model.Parts), c.mutable)
		}
		body, lid := model.Parts[0].Surface, model.Parts[1].Surface
		if body.BaseColor != [3]float64{0.1, 0.2, 0.3} || body.PerceptualRoughness != 0.4 || lid.Transmission != 1 || lid.IOR != 1.3 {
			t.Errorf("%s: surfaces are %+v and %+v, want those of the file", model.Name, body, lid)
		}
	}
}

func TestPublishedJSONAndYAMLTablesAreTheSame(t *testing.T) {
	files := ownFiles()
	fromYAML := openedModels(t, files)
	delete(files, "object_properties.yaml")
	files["object_properties.json"] = ownTableJSON
	fromJSON := openedModels(t, files)
	if !reflect.DeepEqual(fromYAML.rows, fromJSON.rows) {
		t.Errorf("YAML gives %+v, JSON %+v", fromYAML.rows, fromJSON.rows)
	}
}

func TestChangedModelsHaveAnotherChecksum(t *testing.T) {
	first := openedModels(t, ownFiles()).sum
	if again := openedModels(t, ownFiles()).sum; again != first {
		t.Errorf("the same files in another folder have checksum %s, want %s", again, first)
	}
	for name := range ownFiles() {
		files := ownFiles()
		files[name] += "\n"
		if openedModels(t, files).sum == first {
			t.Errorf("a change of %s does not show in the checksum", name)
		}
	}
	files := ownFiles()
	files["notes.txt"] = "not read"
	if got := openedModels(t, files).sum; got != first {
		t.Errorf("with a file that is not read the checksum is %s, want %s", got, first)
	}
}

// Models are files of their folder, and take no more memory than they may.
func TestModelsOfStrangers(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte(thingFile(0.2, "Body_Changable", "Lid")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file  string
		place func(path string) error
		most  bound.Size
		want  string
	}{
		{"mug9.gltf", func(path string) error { return os.Symlink(outside, path) }, 0, "DIR/object_properties.yaml: mug9: mug9.gltf: leads out of the folder"},
		{"mug9.gltf", func(path string) error { return os.Symlink("/dev/zero", path) }, 0, "DIR/object_properties.yaml: mug9: gltf: DIR/mug9.gltf: is a device, want a file"},
		{"mug9.gltf", func(path string) error { return syscall.Mkfifo(path, 0o644) }, 0, "DIR/object_properties.yaml: mug9: gltf: DIR/mug9.gltf: is a pipe, want a file"},
		{"object_properties.yaml", func(path string) error { return syscall.Mkfifo(path, 0o644) }, 0, "DIR/object_properties.yaml: is a pipe, want a file"},
		{"textual_properties.yaml", func(path string) error { return os.Symlink("/etc/passwd", path) }, 0, "DIR/textual_properties.yaml: leads out of the folder"},
		{"descriptions.json", func(path string) error { return os.WriteFile(path, make([]byte, maxTable+1), 0o644) }, 0,
			"DIR/descriptions.json: has more than 4 MB, which is the most that is read"},
		{"descriptions.json", func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("[", 1000)), 0o644) }, 0,
			"DIR/descriptions.json: line 1: JSON is nested more than 200 deep"},
		{"mug9.gltf", func(path string) error {
			large := `"asset": {"version": "2.0", "extras": [` + strings.Repeat("0,", 200_000) + `0]}`
			return os.WriteFile(path, []byte(strings.Replace(thingFile(0.2, "Body_Changable", "Lid"), `"asset": {"version": "2.0"}`, large, 1)), 0o644)
		}, bound.Least, "DIR/object_properties.yaml: mug9: gltf: DIR/mug9.gltf: JSON of 21 objects and 200079 values takes more than 16MB of memory, the bound that --max-memory sets"},
	} {
		files := ownFiles()
		delete(files, c.file)
		dir := folderOf(t, files)
		if err := c.place(filepath.Join(dir, c.file)); err != nil {
			t.Fatal(err)
		}
		_, err := New(DefaultConfig(), Sources{Models: dir, MaxMemory: c.most})
		if want := "shopvrb: models: " + strings.ReplaceAll(c.want, "DIR", dir); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

func TestFaultsOfModelsAreNamed(t *testing.T) {
	const table = "DIR/object_properties.yaml"
	values := func(key string) string { return fmt.Sprintf("%q", valuesFor(key)) }
	row := func(old, text string) func(map[string]string) {
		return func(files map[string]string) {
			if !strings.Contains(files["object_properties.yaml"], old) {
				t.Fatalf("the table has no %q", old)
			}
			files["object_properties.yaml"] = strings.Replace(files["object_properties.yaml"], old, text, 1)
		}
	}
	textual := func(old, text string) func(map[string]string) {
		return func(files map[string]string) {
			files["textual_properties.yaml"] = strings.Replace(files["textual_properties.yaml"], old, text, 1)
		}
	}
	for _, c := range []struct {
		name   string
		change func(files map[string]string)
		want   string
	}{
		{"no table", func(f map[string]string) { delete(f, "object_properties.yaml") }, "DIR has no table, want object_properties.yaml or .json"},
		{"two tables", func(f map[string]string) { f["object_properties.json"] = "{}" },
			"there are both DIR/object_properties.yaml and DIR/object_properties.json, want one table"},
		{"empty table", func(f map[string]string) { f["object_properties.yaml"] = "{}" }, table + ": no things, want {name of a thing: {key: value}}"},
		{"no YAML", func(f map[string]string) { f["object_properties.yaml"] = "a: [" }, table + ": line 1: is no YAML: did not find expected node content"},
		{"no row", row("\nmug9:\n", "\nmug8: 3\nmug9:\n"), table + ": mug8: is 3, want keys with values"},
		{"unknown key", row("size1: medium-sized\n  material1: ceramic", "sice1: medium-sized\n  material1: ceramic"),
			table + `: mug9: key "sice1" is unknown, want some of ` + fmt.Sprintf("%q", propertiesKeys)},
		{"missing key", row("  weight: medium-weight\n", ""), table + ": mug9: weight is missing, want one of " + values("weight")},
		{"wrong value", row("weight: medium-weight", "weight: medium"), table + `: mug9: weight is "medium", want one of ` + values("weight")},
		{"wrong kind", row("weight: medium-weight", "weight: 3"), table + ": mug9: weight is 3, want one of " + values("weight")},
		{"wrong flag", row("change_color1: true", "change_color1: sure"), table + `: mug9: change_color1 is "sure", want true or false`},
		{"no second size", row("  size2: small\n", ""), table + ": squeezer1: size2 is missing, want one of " + values("size")},
		{"one size twice", row("size2: small", "size2: medium-sized"), table + `: squeezer1: size2 is "medium-sized", like size1, want another`},
		{"no color", row("  change_color1: true\n", ""), table + ": mug9: color1 is missing, want one of " + values("color")},
		{"second material", row("material2: plastic", "material2: glass"),
			table + `: squeezer1: material2 is "glass", want one of ["rubber" "plastic" "metal"]`},
		{"second color", row("change_color2: true", "color2: red"), table + `: squeezer1: color2 is "red", want one of ["white"]`},
		{"no class", row("  name: mug\n", ""), table + ": mug9: name is missing, want one of " + values("name") + " or a new class"},
		{"class without properties", row("name: mug", "name: whisk"),
			table + `: mug9: name is "whisk", a class that is not in the table textual_properties; write it there or take one of ` + values("name")},
		{"class with an odd plural", row("name: mug", "name: pastry brush"),
			table + `: mug9: name is "pastry brush", which does not take an s for several, as questions do; want another word or one of ` + values("name")},
		{"class in capitals", row("name: mug", "name: Whisk"), table + `: mug9: name is "Whisk", want a class in small letters such as "lemon squeezer"`},
		{"scale", row("scale: 0.5", "scale: 0"), table + ": mug9: scale is 0, want a number of more than 0"},
		{"small model", row("scale: 0.5", "scale: 0.001"),
			table + ": mug9: scale: the longest side of DIR/mug9.gltf is 0.04 cm, want 2 to 60: scale times the file's lengths are meters"},
		{"origin", row("origin: file", "origin: top"), table + `: mug9: origin is "top", want one of ["base" "file"]`},
		{"mutable", row("mutable: [Glaze]", "mutable: [Glue]"),
			table + `: squeezer1: DIR/squeezer1.gltf: no material is called "Glue", want some of ["Glaze" "Clear"]`},
		{"nothing mutable", row("  mutable: [Glaze]\n", ""), table +
			`: squeezer1: mutable: no material of DIR/squeezer1.gltf changes, but the thing does: ` +
			`name some of ["Glaze" "Clear"], or have "Changable" in their names`},
		{"file outside", row("scale: 0.5", "file: ../mug9.gltf"), table + `: mug9: file is "../mug9.gltf", want the name of a file in DIR`},
		{"no model", func(f map[string]string) { delete(f, "mug9.gltf") },
			table + ": mug9: file is missing, and DIR has 0 of mug9.glb and mug9.gltf, want one"},
		{"two models", func(f map[string]string) { f["mug9.glb"] = "" },
			table + ": mug9: file is missing, and DIR has 2 of mug9.glb and mug9.gltf, want one"},
		{"bad model", func(f map[string]string) { f["mug9.gltf"] = "{}" }, table + ": mug9: gltf: DIR/mug9.gltf: asset is required"},
		{"textual property missing", textual("  powering: non-powered\n", ""),
			`DIR/textual_properties.yaml: lemon squeezer: powering is missing, want values out of ["socket-powered" "non-powered"]`},
		{"textual value", textual("non-powered", "steam-powered"),
			`DIR/textual_properties.yaml: lemon squeezer: powering: is "steam-powered", want one of ["socket-powered" "non-powered"]`},
		{"textual key", textual("powering", "power"),
			`DIR/textual_properties.yaml: lemon squeezer: powering is missing, want values out of ["socket-powered" "non-powered"]`},
		{"textual list", textual("picking: graspable", "picking: [graspable]"), "DIR/textual_properties.yaml: lemon squeezer: picking: is a list, want a word"},
		{"criterion", textual("material:plastic", "material:paper"),
			`DIR/textual_properties.yaml: lemon squeezer: attribute: criterion "material:paper" is none that a thing can meet, such as "material:rubber"`},
		{"texts", func(f map[string]string) { f["descriptions.json"] = `{"lemon squeezer": "It squeezes."}` },
			"DIR/descriptions.json: lemon squeezer is a text, want a list; the table is {class: [text, ...]}"},
		{"texts of no class", func(f map[string]string) { f["descriptions.json"] = `{"whisk": ["It whisks."]}` },
			"DIR/descriptions.json: whisk is no new class of the table textual_properties"},
		{"texts of a published class", func(f map[string]string) { f["descriptions.json"] = `{"mug": ["It holds tea."]}` },
			"DIR/descriptions.json: mug is no new class of the table textual_properties"},
		{"no texts", func(f map[string]string) { f["descriptions.json"] = `{"lemon squeezer": []}` },
			"DIR/descriptions.json: lemon squeezer has no texts"},
		{"key twice", func(f map[string]string) { f["descriptions.json"] = `{"mug": ["A."], "mug": ["B."]}` },
			"DIR/descriptions.json: mug is there twice"},
		{"key twice in YAML", row("scale: 0.5", "name: mug"), table + ": line 24, column 3: mug9.name is there twice, first in line 17"},
	} {
		files := ownFiles()
		c.change(files)
		dir := folderOf(t, files)
		_, err := New(DefaultConfig(), Sources{Models: dir})
		if want := "shopvrb: models: " + strings.ReplaceAll(c.want, "DIR", dir); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, want)
		}
	}
	missing := filepath.Join(t.TempDir(), "none")
	_, err := New(DefaultConfig(), Sources{Models: missing})
	want := "shopvrb: models: " + missing + " is no folder, want one with models and the table object_properties.yaml or .json"
	if err == nil || err.Error() != want {
		t.Errorf("no folder: got %v, want %s", err, want)
	}
}

// ownSet is a set of a folder's models.
func ownSet(t testing.TB, cfg Config, dir string) *Set {
	t.Helper()
	s, err := New(cfg, Sources{Models: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOwnThingsReplaceOrJoinTheBuiltInOnes(t *testing.T) {
	dir := folderOf(t, ownFiles())
	for _, join := range []bool{false, true} {
		cfg := DefaultConfig()
		cfg.JoinModels = join
		s := ownSet(t, cfg, dir).sampler(gen.Job{Seed: 1, Split: "train"})
		own, builtIn := 0, 0
		for index := range 40 {
			m, err := s.Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			r := s.record(m, m.seen.Object)
			for i := range r.Objects {
				o := &r.Objects[i]
				switch o.Extra.Instance {
				case "squeezer1":
					own++
					want := []string{"dishwasher safe", "easy to clean"}
					if o.Material == "plastic" {
						want = append(want, "recyclable")
					}
					if o.Name != "lemon squeezer" || o.Picking != "graspable" || !slices.Equal(o.Attribute, want) {
						t.Errorf("%d: squeezer1 is recorded as %+v", index, o)
					}
					if o.Extra.Description != noDescription || !slices.Equal(o.Extra.Parts, []string{"body", "lid"}) {
						t.Errorf("%d: squeezer1 has %+v, want no description and its parts", index, o.Extra)
					}
				case "mug9":
					own++
				default:
					builtIn++
				}
			}
		}
		if own == 0 || (builtIn > 0) != join {
			t.Errorf("join %v: %d own things, %d built-in ones", join, own, builtIn)
		}
	}
}

// The published table of what cannot be seen says nothing new; another one makes the built-in texts untrue.
func TestPublishedClassesMayHaveOtherProperties(t *testing.T) {
	files := ownFiles()
	delete(files, "textual_properties.yaml")
	files["object_properties.yaml"] = strings.Replace(ownTable, "lemon squeezer", "kettle", 1)
	mug := ObjectRecord{Name: "mug", Material: "ceramic", Color: "red"}
	for _, c := range []struct {
		picking string
		texts   int
	}{{"handle-pickable", descriptionsPerClass}, {"graspable", 0}} {
		text := strings.Replace(string(textualFile), `"mug": {
    "picking": "handle-pickable"`, `"mug": {
    "picking": "`+c.picking+`"`, 1)
		files["textual_properties.json"] = text
		m := openedModels(t, files)
		o := mug
		m.textualOf("mug").appendTo(&o)
		if o.Picking != c.picking || o.Powering != "non-powered" || len(o.Attribute) == 0 {
			t.Errorf("a mug is recorded as %+v, want picking %s", o, c.picking)
		}
		if n := len(m.descriptions()["mug"]); n != c.texts || len(m.fitting(&o)) > n || len(m.descriptions()["bowl"]) != descriptionsPerClass {
			t.Errorf("picking %s: there are %d texts about mugs, %d of them fitting, want %d", c.picking, n, len(m.fitting(&o)), c.texts)
		}
	}
}

func TestBenchmarkThingsAreOfTheBenchmarkAlone(t *testing.T) {
	files := ownFiles()
	s := ownSet(t, DefaultConfig(), folderOf(t, files))
	want := fmt.Sprintf("shopvrb: split benchmark: no model of %s is for it: none has benchmark: true", s.from.Models)
	if err := s.Validate(gen.Job{Split: "benchmark"}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	files["object_properties.yaml"] += "  benchmark: true\n"
	s = ownSet(t, DefaultConfig(), folderOf(t, files))
	for split, name := range map[string]string{"val": "squeezer1", "benchmark": "mug9"} {
		if rows := s.sampler(gen.Job{Split: split}).rows; len(rows) != 1 || rows[0].name != name || s.Validate(gen.Job{Split: split}) != nil {
			t.Errorf("split %s has %+v, want %s", split, rows, name)
		}
	}
}

func TestConfigurationsNameTheirModels(t *testing.T) {
	files := ownFiles()
	dir := folderOf(t, files)
	cfg := ownSet(t, DefaultConfig(), dir).Config().(Config)
	ownSet(t, cfg, folderOf(t, files))
	joined := DefaultConfig()
	joined.JoinModels = true
	files["mug9.gltf"] = thingFile(0.3, "Body_Changable", "Lid")
	other := folderOf(t, files)
	files = ownFiles()
	files["object_properties.yaml"] = strings.Replace(ownTable, "mug9:", "mug1:\n  file: mug9.gltf", 1)
	clash := folderOf(t, files)
	for _, c := range []struct {
		cfg    Config
		models string
		want   string
	}{
		{cfg, "", "models: the configuration is for models with SHA-256 " + cfg.Models + ": name their folder with --models"},
		{joined, "", "join_models is set, but there are no models to join: name their folder with --models"},
		{cfg, other, fmt.Sprintf("models: %s: the SHA-256 of the models is %s, want %s: they are others, or were changed",
			other, ownSet(t, DefaultConfig(), other).cfg.Models, cfg.Models)},
		{joined, clash, "models: " + clash + ": mug1: a built-in thing has this name, too: join_models needs another"},
	} {
		if _, err := New(c.cfg, Sources{Models: c.models}); err == nil || err.Error() != "shopvrb: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// Things of new classes fall like the others.
func TestOwnThingsFall(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Drop = true
	s := ownSet(t, cfg, folderOf(t, ownFiles())).sampler(gen.Job{Seed: 2, Split: "train"})
	squeezers := 0
	for index := range 3 {
		m, err := s.Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.objects {
			if m.objects[i].rest == nil {
				t.Errorf("%d: thing %d has not come to rest", index, i)
			}
			if m.objects[i].in.class == "lemon squeezer" {
				squeezers++
			}
		}
	}
	if squeezers == 0 {
		t.Error("no squeezer fell")
	}
}
