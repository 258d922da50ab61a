package worlds

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/scenes/settle"
)

// fixedScene is a folder with scene.glb: a floor, a desk of a top and a foot, a turned cupboard, a lamp and a camera.
func fixedScene(t *testing.T) (string, *frame.Frame) {
	t.Helper()
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	box := func(x0, y0, z0, x1, y1, z1 float64) *mesh.Mesh {
		return solid.BoxBetween(geom.V(x0, y0, z0), geom.V(x1, y1, z1), 0, 1)
	}
	turned := geom.Transform{M: geom.RotZ(0.5), T: geom.V(1.5, 1, 0)}
	f := &frame.Frame{
		Camera: camera.Perspective(geom.V(4, -5, 4), geom.V(0, 0, 0.3), 50, 160, 120),
		Lights: []light.Area{{WorldFromLight: camera.LookAt(geom.V(1, -1, 4), geom.V(0, 0, 0), geom.V(0, 0, 1)), Size: 0.5, PowerW: 60, Color: material.RGB{1, 1, 1}}},
		Instances: []frame.Instance{
			{Mesh: box(-4, -4, -0.1, 4, 4, 0), WorldFromObject: geom.Identity, Material: &gray},
			{Mesh: box(-1, -0.6, 0.7, 1, 0.6, 0.75), WorldFromObject: geom.Identity, Material: &gray, Object: 1, Part: 1},
			{Mesh: box(-0.2, -0.2, 0, 0.2, 0.2, 0.7), WorldFromObject: geom.Identity, Material: &gray, Object: 1, Part: 2},
			{Mesh: box(-0.4, -0.2, 0, 0.4, 0.2, 1.2), WorldFromObject: turned, Material: &gray, Object: 2, Part: 3},
		},
	}
	var b bytes.Buffer
	notes := gltf.Notes{
		Names:        gltf.Names{Objects: []string{"Desk.001", "Tall thing"}, Parts: []string{"top", "foot", "body"}},
		ObjectExtras: []map[string]any{nil, {"class": "Cupboard"}},
	}
	if err := gltf.WriteNoted(&b, f, notes); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "scene.glb"), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return root, f
}

const fixedWorld = `
name: own
things:
  - {model: {primitive: sphere}, scale: 0.1, category: ball, look: {base: red}}
scene: {fixed: {file: scene.glb}, count: 4, place: {region: [[-1.5, 1.5], [-1.5, 1.5]]%s}}
`

// What a file of a scene shows is shown by every sample, with what is drawn beside, on and behind it.
func TestFixed(t *testing.T) {
	root, f := fixedScene(t)
	w, err := Read("own.yaml", []byte("name: own\nscene: {fixed: {file: scene.glb}}\n"), Folder{Path: root}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := plans(t, w, "train", 1)[0]
	s := w.scene(p)
	s.Camera = p.cameras[0].Pinhole
	want, got := ref.Draw(f), ref.Draw(s.Frame())
	differ := 0
	for i := range want.Object {
		if want.Object[i] != got.Object[i] || want.Part[i] != got.Part[i] || math.Abs(float64(want.ViewZ[i]-got.ViewZ[i])) > 1e-3 {
			differ++
		}
	}
	if differ > len(want.Object)/1000 {
		t.Errorf("%d of %d pixels have other labels than the file's scene", differ, len(want.Object))
	}
	var categories []string
	for i := range p.things {
		categories = append(categories, w.class(&p.things[i]))
	}
	if want := []string{"desk", "cupboard"}; !slices.Equal(categories, want) {
		t.Errorf("things are %q, want %q", categories, want)
	}
	if len(p.lamps) != 1 || math.Abs(p.lamps[0].PowerW-60) > 1e-3 || len(s.Backdrop) != 1 {
		t.Errorf("%d lamps and %d surfaces, want those of the file: a lamp of 60 W and a floor", len(p.lamps), len(s.Backdrop))
	}

	onDesk := 0
	for _, c := range []struct {
		rule  string
		rests bool // on the desk, some of them
	}{{"", false}, {", on: {ball: [desk]}", true}, {", drop: {height: 1.4}", true}} {
		w, err := Read("own.yaml", []byte(fmt.Sprintf(fixedWorld, c.rule)), Folder{Path: root}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plans(t, w, "train", 10) {
			if len(p.things) != 6 || p.things[0].pose != geom.Identity || p.things[1].pose != geom.Identity {
				t.Fatalf("%q: %d things, the first at %v, want 6, of which two stay where the file has them", c.rule, len(p.things), p.things[0].pose)
			}
			bodies, err := w.bodies(p, []int{0, 1, 2, 3, 4, 5})
			if err != nil {
				t.Fatal(err)
			}
			for i := 2; i < 6; i++ {
				for k := range i {
					if settle.Overlap(bodies[i], bodies[k], 2e-3) {
						t.Errorf("%q: things %d and %d overlap", c.rule, i, k)
					}
				}
				if at := p.things[i].at(); math.Abs(at.Z-0.85) < 5e-3 {
					onDesk++
				} else if c.rule == "" && math.Abs(at.Z-0.1) > 1e-9 {
					t.Errorf("a ball is at %v, want on the ground", at)
				}
			}
		}
		if (onDesk > 0) != c.rests {
			t.Errorf("%q: %d balls are on the desk", c.rule, onDesk)
		}
		onDesk = 0
	}
}

// Nodes that are named so are no things, and mistakes are told.
func TestFixedMistakes(t *testing.T) {
	root, _ := fixedScene(t)
	read := func(text string) (*World, error) { return Read("own.yaml", []byte(text), Folder{Path: root}, nil) }
	w, err := read("name: own\nscene: {fixed: {file: scene.glb, surroundings: [\"Tall*\"]}}\n")
	if err != nil {
		t.Fatal(err)
	}
	if p := plans(t, w, "train", 1)[0]; len(p.things) != 1 || len(w.backdrop()) != 2 {
		t.Errorf("%d things, want the desk alone", len(p.things))
	}
	for text, want := range map[string]string{
		"scene: {fixed: {file: none.glb}}":                         "line 2, column 23: scene.fixed.file cannot be read: models: none.glb: no such file or directory",
		"scene: {fixed: {file: ../scene.glb}}":                     "line 2, column 23: scene.fixed.file is \"../scene.glb\", want a .glb or .gltf file beside the document",
		"scene: {fixed: {file: scene.obj}}":                        "line 2, column 23: scene.fixed.file is \"scene.obj\", want a .glb or .gltf file beside the document",
		"scene: {fixed: {file: scene.glb, surroundings: [wall]}}":  "line 2, column 49: scene.fixed.surroundings[0] is \"wall\", which no node of scene.glb is called",
		"scene: {fixed: {file: scene.glb, surroundings: [\"[\"]}}": "line 2, column 49: scene.fixed.surroundings[0] is no pattern, want the name of a node, in which * stands for any letters",
		"scene: {fixed: {file: scene.glb}, count: 3}":              "line 2, column 42: scene.count is up to 3, but the document has no things to draw; give it some, or leave this out",
		"things: []": "line 2, column 9: things has 0 things, want 1 to 1000",
		"attributes: {category: [car]}\nscene: {fixed: {file: scene.glb}}": "line 3, column 23: scene.fixed.file is a desk, which is none of attributes.category, want car",
	} {
		if _, err := read("name: own\n" + text + "\n"); err == nil || err.Error() != "own.yaml: "+want {
			t.Errorf("%s:\n got %v\nwant own.yaml: %s", text, err, want)
		}
	}
}
