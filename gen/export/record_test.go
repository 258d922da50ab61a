package export_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/export"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/oracle"
)

// relationPairs are the relations of a page as records have them.
func relationPairs(page *show.Page) map[string][][2]string {
	out := map[string][][2]string{}
	for _, r := range page.Relations {
		out[r.Name] = append(out[r.Name], [2]string{r.From, r.To})
	}
	return out
}

const readRecords = `
import json, sys, tarfile
from pathlib import Path
out = []
for name in sorted(Path(sys.argv[1]).glob("train/*.tar")):
    with tarfile.open(name) as tar:
        out += [json.load(tar.extractfile(m)) for m in tar if m.name.endswith(".json")]
print(json.dumps(out))
`

// Records have data, not sentences: numbers are numbers, and what changes has a state for each picture.
func TestTypedRecord(t *testing.T) {
	root := toys(t, map[string]int{"train": 4})
	set := toy{plan: true, unit: 0.1}
	var got []map[string]any
	parsed(t, oracle.Python(t, readRecords, exported(t, set, root, export.Options{Format: "webdataset"})), &got)
	if len(got) != 4 {
		t.Fatalf("%d records, want 4", len(got))
	}
	for index, record := range got {
		reader, err := set.Show(jobOf(root, "train"))
		if err != nil {
			t.Fatal(err)
		}
		made, err := reader.Make(t.Context(), index)
		if err != nil {
			t.Fatal(err)
		}
		page := made.Page()
		same := func(what string, got, want any) {
			t.Helper()
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var plain any
			parsed(t, string(data), &plain)
			if !reflect.DeepEqual(got, plain) {
				t.Errorf("%d: %s is %v, want %s", index, what, got, data)
			}
		}
		same("about", record["about"], map[string]any{
			"steps": 1, "share": 0.25, "physical": false, "moves": []any{map[string]any{"object": "object 1", "by_m": []float64{-2.2, 0}}},
		})
		same("relations", record["relations"], map[string]any{"left": [][]string{{"object 1", "object 2"}, {"object 1", "object 3"}}})
		same("unit", record["unit"], 0.1)
		question := record["questions"].([]any)[0].(map[string]any)
		same("about of a question", question["about"], map[string]any{"type": "count", "family": 7})
		for i, e := range page.Entities[:3] {
			o := record["objects"].([]any)[i].(map[string]any)
			same("attributes", o["attributes"], e.Facts)
			states := o["states"].([]any)
			if len(states) != 4 {
				t.Fatalf("%d: %s has %d states, want 4", index, e.Key, len(states))
			}
			for p, v := range states {
				in, state := e.In(p), v.(map[string]any)
				same("state", state, map[string]any{"class": in.Class, "name": in.Name, "at": in.At, "attributes": in.Facts})
				if changed := i == 0 && p >= 2; changed != (state["class"] != o["class"]) {
					t.Errorf("%d: %s is a %v in picture %d and a %v at first", index, e.Key, state["class"], p, o["class"])
				}
			}
		}
		for p, v := range record["pictures"].([]any) {
			picture := v.(map[string]any)
			if p == 3 {
				if picture["drawing"] != true || picture["camera"] != nil {
					t.Errorf("%d: the plan is %v, want a drawing without a camera", index, picture)
				}
				continue
			}
			if picture["drawing"] != nil {
				t.Errorf("%d: picture %d is said to be a drawing", index, p)
			}
			checkCamera(t, picture["camera"].(map[string]any), made.Views()[p])
		}
	}
}

// checkCamera puts points at pixels as the record says, by hand, and as the view's camera does.
func checkCamera(t *testing.T, camera map[string]any, view show.View) {
	t.Helper()
	matrix := func(name string) (out [3][3]float64) {
		for i, row := range camera[name].([]any) {
			for k, x := range row.([]any) {
				out[i][k] = x.(float64)
			}
		}
		return out
	}
	k, r, shift := matrix("K"), matrix("R"), camera["t"].([]any)
	times := func(m [3][3]float64, v [3]float64) (out [3]float64) {
		for i := range out {
			out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return out
	}
	for _, at := range []geom.Vec3{geom.V(0, 0, 0), geom.V(0.5, -0.3, 0.4), geom.V(-1, 0.6, 0.2)} {
		x := times(r, [3]float64{at.X, at.Y, at.Z})
		for i := range x {
			x[i] += shift[i].(float64)
		}
		uvw := times(k, x)
		u, v, depth := view.Scene.Camera.Project(at)
		if math.Abs(uvw[0]/uvw[2]-u) > 1e-9 || math.Abs(uvw[1]/uvw[2]-v) > 1e-9 || math.Abs(x[2]-depth) > 1e-9 {
			t.Errorf("%v is seen at %g, %g, depth %g by the record, want %g, %g, %g", at, uvw[0]/uvw[2], uvw[1]/uvw[2], x[2], u, v, depth)
		}
	}
	if depth := camera["depth"].(map[string]any); depth["kind"] != "z" || camera["near"] != 0.1 || camera["far"] != 60.0 {
		t.Errorf("the camera is %v, want depth along the axis from 0.1 to 60", camera)
	}
}

// Arrays of toys: classes in each view, cameras, a drawing.
func TestToyArrays(t *testing.T) {
	s := source{toy{plan: true}, toys(t, map[string]int{"train": 4})}
	checkHDF5(t, s, "train")
	checkHDF5(t, source{toy{}, s.root}, "train")
}

// Sentences of rows are in no export.
func TestNoRows(t *testing.T) {
	root := toys(t, map[string]int{"train": 2})
	for _, format := range []string{"coco", "webdataset", "hdf5", "nsvqa", "parquet", "gltf", "bop"} {
		out := exported(t, toy{}, root, export.Options{Format: format})
		for path, text := range files(t, out) {
			for _, words := range []string{"a sentence", "by hand", "seven of them"} {
				if strings.Contains(text, words) {
					t.Errorf("%s: %s has the words %q of a row", format, path, words)
				}
			}
		}
	}
}

// BOP is in millimeters of life.
func TestBOPInLife(t *testing.T) {
	root := toys(t, map[string]int{"train": 1})
	read := func(set toy) (poses map[string][]struct {
		T [3]float64 `json:"cam_t_m2c"`
	}, diameter float64, depth []uint16, info map[string]any) {
		out := exported(t, set, root, export.Options{Format: "bop"})
		var models map[string]struct{ Diameter float64 }
		for name, into := range map[string]any{"train/000000/scene_gt.json": &poses, "models/models_info.json": &models, "dataset_info.json": &info} {
			data, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			parsed(t, string(data), into)
		}
		depth, err := write.ReadGray16(out, "train/000000/depth/000000.png", toyWidth, toyHeight)
		if err != nil {
			t.Fatal(err)
		}
		return poses, models["1"].Diameter, depth, info
	}
	large, d1, z1, _ := read(toy{})
	life, d2, z2, info := read(toy{unit: 0.1})
	if math.Abs(d2*10-d1) > 1e-6*d1 || d1 < 500 || info["unit_m"] != 0.1 {
		t.Errorf("diameters are %g and %g in a tenth, info %v", d1, d2, info)
	}
	for image, list := range large {
		for i, pose := range list {
			for k, x := range pose.T {
				if math.Abs(life[image][i].T[k]*10-x) > 1e-9*math.Abs(x) {
					t.Errorf("image %s: t is %v and %v in a tenth", image, pose.T, life[image][i].T)
				}
			}
		}
	}
	for i := range z1 {
		if math.Abs(float64(z2[i])*10-float64(z1[i])) > 5.5 {
			t.Fatalf("depth is %d and %d in a tenth", z1[i], z2[i])
		}
	}
}
