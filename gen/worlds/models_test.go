package worlds

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen"
)

// fileOf writes a mesh as OBJ.
func fileOf(t *testing.T, m *mesh.Mesh, path ...string) {
	t.Helper()
	var b strings.Builder
	for _, p := range m.Positions {
		fmt.Fprintf(&b, "v %g %g %g\n", p.X, p.Y, p.Z)
	}
	for _, f := range m.Triangles {
		fmt.Fprintf(&b, "f %d %d %d\n", f[0]+1, f[1]+1, f[2]+1)
	}
	textOf(t, b.String(), path...)
}

func textOf(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const ownWorld = `
name: own
attributes:
  color: {red: "#ff0000", blue: "#0000ff"}
things:
  - {model: {file: "m/*/*", up: z%s}, look: {base: color}}
scene: {count: 3, place: {gap: 0.1}}
cameras: [{at: [7, -7, 5], lens: 35}]
lights: [{area: 1, energy: 100, at: [4, -4, 6]}]
`

// Files of a user become kinds with their categories; their checksums are part of the identity.
func TestFiles(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	root := t.TempDir()
	box := solid.BoxBetween(geom.V(0, 0, 0), geom.V(1, 0.5, 0.25), 0, 1)
	ell := mesh.Merge(box, solid.BoxBetween(geom.V(0, 0, 0.125), geom.V(0.25, 0.5, 1), 0, 1))
	fileOf(t, box, root, "m", "box", "a.obj")
	fileOf(t, ell, root, "m", "ell", "b.obj")
	textOf(t, `{"friction": 0.25}`, root, "m", "ell", "b.json")
	from := Folder{Path: root}
	document := []byte(fmt.Sprintf(ownWorld, ""))
	w, err := Read("own.yaml", document, from, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.kinds) != 2 || w.kinds[0].category != "box" || *w.kinds[1].file.Friction != 0.25 || len(w.Models) != 3 || len(w.ModelNotes) != 0 {
		t.Fatalf("%d kinds, models %v, notes %q", len(w.kinds), w.Models, w.ModelNotes)
	}
	for i, many := range []bool{false, true} {
		b, err := w.kinds[i].body()
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.solid()
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := b.solid(); (len(s.Pieces()) > 1) != many || again != s {
			t.Errorf("%s: %d pieces", w.kinds[i].model, len(s.Pieces()))
		}
	}
	p, err := w.planner(gen.Job{Split: "train", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		made, err := p.plan(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if scene := w.scene(made); len(scene.Objects) != 3 || scene.Objects[0].Parts[0].Label != "part" {
			t.Errorf("scene %+v", scene.Objects)
		}
	}

	config, err := json.Marshal(w.Config())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(config, from); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ name, want string }{
		{"m/box/a.obj", "world: the model m/box/a.obj is another one than the dataset was made with; put that back, or begin another dataset"},
		{"m/ell/c.obj", "world: the model m/ell/c.obj is new since the dataset was made; take it away, or begin another dataset"},
		{"m/ell/b.json", "world: the model m/ell/b.json is missing, with which the dataset was made; put it back"},
	} {
		before, err := os.ReadFile(filepath.Join(root, c.name))
		if strings.HasSuffix(c.name, ".json") {
			err = os.Remove(filepath.Join(root, c.name))
		} else {
			fileOf(t, ell, root, c.name)
		}
		if _, got := Open(config, from); got == nil || got.Error() != c.want {
			t.Errorf("got %v, want %s", got, c.want)
		}
		if err == nil {
			textOf(t, string(before), root, c.name)
		} else if err := os.Remove(filepath.Join(root, c.name)); err != nil {
			t.Fatal(err)
		}
	}

	textOf(t, "v 1\n", root, "m", "ell", "z.obj")
	for skip, want := range map[string]string{
		"": "own.yaml: line 6, column 20: things[0].model.file cannot be opened: models: m/ell/z.obj: line 1: vertex has 1 numbers, want 3; mend the file or take it away, or have broken ones left out with --skip-broken, or in the document with skip_broken: true", ", skip_broken: true": "",
	} {
		w, err := Read("own.yaml", []byte(fmt.Sprintf(ownWorld, skip)), from, nil)
		if got := fmt.Sprint(err); want != "" && got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if want == "" && (err != nil || len(w.kinds) != 2 || len(w.ModelNotes) != 1) {
			t.Errorf("skipping: %v", err)
		}
	}
	// The flag does the same, and a dataset remembers it.
	skipping := from
	skipping.SkipBroken = true
	if w, err = Read("own.yaml", document, skipping, nil); err != nil {
		t.Fatal(err)
	}
	if config, err = json.Marshal(w.Config()); err != nil {
		t.Fatal(err)
	}
	if again, err := Open(config, from); err != nil || len(again.kinds) != 2 || len(again.ModelNotes) != 1 {
		t.Errorf("skipping by the flag: %v", err)
	}
	_, err = Read("own.yaml", document, Folder{}, nil)
	if want := "own.yaml: models are files beside the document, m/*/*; give the command in the document's folder, or name it with --models"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
