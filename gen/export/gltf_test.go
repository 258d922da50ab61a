package export_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/export"
	"mereo/gen/show"
	"mereo/internal/oracle"
)

// validate reads all .glb files below a folder with Khronos' validator.
const validate = `
import fs from "node:fs";
import path from "node:path";
import validator from "gltf-validator";
const root = process.argv[2], out = {files: 0, triangles: 0, messages: []};
for (const name of fs.readdirSync(root, {recursive: true}).sort()) {
  if (!name.endsWith(".glb")) continue;
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(root, name))), {uri: name, maxIssues: 20});
  out.files++;
  out.triangles += report.info.totalTriangleCount;
  for (const m of report.issues.messages) if (m.severity <= 1) out.messages.push(name + ": " + m.code + ": " + m.message + " " + (m.pointer ?? ""));
}
console.log(JSON.stringify(out));
`

// glbJSON is the JSON of a file.
type glbJSON struct {
	Scene  int
	Scenes []struct {
		Name   string
		Nodes  []int
		Extras struct{ Record *export.Record }
	}
	Nodes   []glbNode
	Cameras []struct{ Name string }
}

type glbNode struct {
	Name     string
	Children []int
	Extras   struct {
		ID         int
		Part       int
		Collider   int `json:"collider_of"`
		Key        string
		Class      string
		Attributes map[string]any
		Body       *show.Body
		Moves      []show.WhatIf
	}
}

func parseGLB(t *testing.T, name string) (out glbJSON) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(data, []byte("glTF\x02\x00\x00\x00")) || string(data[16:20]) != "JSON" {
		t.Fatalf("%s begins with %q", name, data[:20])
	}
	if err := json.Unmarshal(data[20:20+binary.LittleEndian.Uint32(data[12:])], &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// checkGLTF exports a dataset, validates the files and compares what they hold with the samples. It tells what it has seen.
func checkGLTF(t *testing.T, set show.Set, root string, r show.Reader, split string, count int) map[string]int {
	t.Helper()
	out := exported(t, set, root, export.Options{Format: "gltf", Colliders: true})
	bare := exported(t, set, root, export.Options{Format: "gltf"})
	var report struct {
		Files, Triangles int
		Messages         []string
	}
	text := oracle.Node(t, validate, out)
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatalf("the validator prints %s", text)
	}
	if len(report.Messages) > 0 {
		t.Errorf("the validator complains:\n%s", strings.Join(report.Messages, "\n"))
	}
	seen := map[string]int{"validated": report.Files, "triangles": report.Triangles}
	for i := range count {
		made, err := r.Make(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(filepath.Join(out, split, sixDigits(i)+"*.glb"))
		if err != nil || len(names) == 0 {
			t.Fatalf("sample %d has no file: %v", i, err)
		}
		slices.SortFunc(names, func(a, b string) int { return len(a) - len(b) }) // 000000.glb before 000000.1.glb
		views := made.Views()
		cameras := 0
		for _, name := range names {
			seen["files"]++
			doc := parseGLB(t, name)
			first := slices.IndexFunc(made.Page().Pictures, func(p show.Picture) bool { return p.Name == doc.Cameras[0].Name })
			loaded, err := gltf.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			sameFrame(t, name, loaded, views[first].Scene.Frame())
			cameras += len(doc.Cameras)
			rel, _ := filepath.Rel(out, name)
			if plain := parseGLB(t, filepath.Join(bare, rel)); len(plain.Scenes) != 1 || len(plain.Nodes) > len(doc.Nodes) ||
				slices.ContainsFunc(plain.Nodes, func(n glbNode) bool { return n.Extras.Collider != 0 }) {
				t.Errorf("%s has colliders that nobody asked for", rel)
			}
			checkExtras(t, name, &doc, made, first, seen)
		}
		if cameras != len(views) {
			t.Errorf("sample %d: %d cameras in %d files, want %d", i, cameras, len(names), len(views))
		}
	}
	if seen["files"] != report.Files {
		t.Errorf("%d files, of which %d were validated", seen["files"], report.Files)
	}
	return seen
}

func sixDigits(i int) string {
	return string([]byte{'0', '0', '0', '0', byte('0' + i/10), byte('0' + i%10)})
}

// sameFrame wants geometry, ids and camera of a file to be those of a frame, as far as float32 can tell.
func sameFrame(t *testing.T, name string, got, want *frame.Frame) {
	t.Helper()
	if len(got.Instances) != len(want.Instances) {
		t.Errorf("%s: %d instances, want %d", name, len(got.Instances), len(want.Instances))
		return
	}
	near := func(p, q geom.Vec3, tolerance float64) bool { return p.Sub(q).Len() <= tolerance*(1+q.Len()) }
	for i := range want.Instances {
		a, b := &got.Instances[i], &want.Instances[i]
		if a.Object != b.Object || b.Object != 0 && a.Part != b.Part {
			t.Errorf("%s: instance %d is object %d, part %d, want %d, %d", name, i, a.Object, a.Part, b.Object, b.Part)
		}
		if !reflect.DeepEqual(a.Mesh.Triangles, b.Mesh.Triangles) || len(a.Mesh.Positions) != len(b.Mesh.Positions) {
			t.Errorf("%s: instance %d has other triangles", name, i)
			continue
		}
		for k, p := range b.Mesh.Positions {
			if q := a.Mesh.Positions[k]; !near(q, p, 1e-6) || !near(a.WorldFromObject.Point(q), b.WorldFromObject.Point(p), 1e-5) {
				t.Errorf("%s: vertex %d of instance %d is %v, want %v", name, k, i, q, p)
				break
			}
		}
	}
	c, d := &got.Camera, &want.Camera
	if c.Width != d.Width || c.Height != d.Height || math.Abs(c.FocalPx-d.FocalPx) > 1e-3 || c.CenterX != d.CenterX || c.CenterY != d.CenterY ||
		!near(c.WorldFromCamera.T, d.WorldFromCamera.T, 1e-6) || !near(c.WorldFromCamera.M.Z, d.WorldFromCamera.M.Z, 1e-6) {
		t.Errorf("%s: camera is %+v, want %+v", name, c, d)
	}
	sameLamps(t, name, got, want)
	a, b := ref.Draw(got), ref.Draw(want)
	differ := 0
	for i := range b.Part {
		if a.Object[i] != b.Object[i] || a.Object[i] != 0 && a.Part[i] != b.Part[i] {
			differ++
		}
	}
	if differ > len(b.Part)/1000 {
		t.Errorf("%s: %d of %d pixels have another id", name, differ, len(b.Part))
	}
}

// sameLamps wants the lamps, suns and the world's light of a file to be those of a frame.
func sameLamps(t *testing.T, name string, got, want *frame.Frame) {
	t.Helper()
	if len(got.Lights) != len(want.Lights) || len(got.Suns) != len(want.Suns) || got.WorldRadiance != want.WorldRadiance {
		t.Errorf("%s: %d lamps, %d suns, world %v, want %d, %d, %v", name, len(got.Lights), len(got.Suns), got.WorldRadiance,
			len(want.Lights), len(want.Suns), want.WorldRadiance)
		return
	}
	for i, l := range want.Lights {
		g := got.Lights[i]
		far := max(g.WorldFromLight.T.Sub(l.WorldFromLight.T).Len(), g.WorldFromLight.M.Y.Sub(l.WorldFromLight.M.Y).Len(),
			g.WorldFromLight.M.Z.Sub(l.WorldFromLight.M.Z).Len())
		if g.WorldFromLight = l.WorldFromLight; far > 1e-12 || g != l {
			t.Errorf("%s: lamp %d is %+v, want %+v", name, i+1, got.Lights[i], l)
		}
	}
	for i, s := range want.Suns {
		if g := got.Suns[i]; g.Dir.Sub(s.Dir).Len() > 1e-12 || g.Irradiance != s.Irradiance || g.Shadows != s.Shadows {
			t.Errorf("%s: sun %d is %+v, want %+v", name, i+1, g, s)
		}
	}
}

// checkExtras looks at what a file that begins with a view says beside its geometry.
func checkExtras(t *testing.T, name string, doc *glbJSON, made show.Made, first int, seen map[string]int) {
	t.Helper()
	page := made.Page()
	record := doc.Scenes[0].Extras.Record
	if doc.Scene != 0 || record == nil || len(record.Objects) != len(page.Entities) || len(record.Questions) != len(page.Questions) ||
		!reflect.DeepEqual(record.Relations, relationPairs(page)) {
		t.Fatalf("%s: the record is %+v", name, record)
	}
	physical := made.Physics()
	var bodies []show.Body
	var colliders [][]*mesh.Mesh
	if physical != nil && first == 0 {
		bodies, colliders = physical.Bodies(), physical.Colliders()
	}
	scene := made.Views()[first].Scene
	for _, e := range objectsOf(page.Entities) {
		if len(scene.Objects[e.ID-1].Parts) == 0 {
			continue // out of the game
		}
		at := slices.IndexFunc(doc.Nodes, func(n glbNode) bool {
			return n.Extras.ID == e.ID
		})
		if at < 0 {
			t.Errorf("%s: %s has no node", name, e.Key)
			continue
		}
		n := &doc.Nodes[at]
		seen["objects"]++
		is := e.In(first)
		if n.Name != is.Name || n.Extras.Key != e.Key || is.Class != "" && n.Extras.Class != is.Class || len(n.Extras.Attributes) == 0 {
			t.Errorf("%s: %s is %+v", name, e.Key, n)
		}
		for _, p := range e.Entities {
			if p.Channel == show.ChannelPart && slices.ContainsFunc(n.Children, func(c int) bool {
				x := &doc.Nodes[c].Extras
				return x.Part == p.ID && x.Key == p.Key && x.Class == p.Class
			}) {
				seen["parts"]++
			}
		}
		if bodies == nil {
			continue
		}
		if n.Extras.Body == nil || !reflect.DeepEqual(*n.Extras.Body, bodies[e.ID-1]) || n.Extras.Body.Mass <= 0 {
			t.Errorf("%s: the body of %s is %+v, want %+v", name, e.Key, n.Extras.Body, bodies[e.ID-1])
		}
		seen["bodies"]++
		if n.Extras.Body.Verdict != nil {
			seen["verdicts"]++
		}
		seen["moves"] += len(n.Extras.Moves)
		if len(doc.Scenes) < 2 || doc.Scenes[1].Name != "colliders" {
			t.Errorf("%s: there is no scene of colliders", name)
			continue
		}
		for _, c := range doc.Nodes[doc.Scenes[1].Nodes[0]].Children {
			if node := &doc.Nodes[c]; node.Extras.Collider == e.ID {
				seen["colliders"]++
				if len(node.Children) != len(colliders[e.ID-1]) {
					t.Errorf("%s: %s has %d colliders, want %d", name, e.Key, len(node.Children), len(colliders[e.ID-1]))
				}
			}
		}
	}
}

// objectsOf are the objects among entities and in them.
func objectsOf(all []show.Entity) (out []show.Entity) {
	for _, e := range all {
		if e.Channel == show.ChannelObject {
			out = append(out, e)
		}
		out = append(out, objectsOf(e.Entities)...)
	}
	return out
}

func TestGLTF(t *testing.T) {
	root := toys(t, map[string]int{"train": 4})
	seen := checkGLTF(t, toy{}, root, toyReader{set: toy{}, job: jobOf(root, "train")}, "train", 4)
	atLeast(t, "gltf", seen, map[string]int{"validated": 8, "objects": 21, "parts": 42})
	// A sample has a file for each scene, and a scene a camera for each picture.
	var names []string
	for _, c := range parseGLB(t, filepath.Join(exported(t, toy{}, root, export.Options{Format: "gltf"}), "train/000002.glb")).Cameras {
		names = append(names, c.Name)
	}
	if want := toyViews[:2]; !slices.Equal(names, want) {
		t.Errorf("cameras are %q, want %q", names, want)
	}
}

// Files with colliders are another export.
func TestGLTFCollidersAreInTheIdentity(t *testing.T) {
	root, out := toys(t, map[string]int{"train": 2}), t.TempDir()
	exported(t, toy{}, root, export.Options{Format: "gltf", Out: out, Colliders: true})
	_, err := export.Run(t.Context(), toy{}, root, export.Options{Format: "gltf", Out: out})
	if want := "export: " + out + " holds an export of something else (gltf with colliders of toy, "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error is %v, want %s", err, want)
	}
	r, err := export.Run(t.Context(), toy{}, root, export.Options{Format: "gltf", Out: out, Colliders: true})
	if err != nil || r.Kept != r.Shards {
		t.Errorf("%+v, %v, want all shards kept", r, err)
	}
}
