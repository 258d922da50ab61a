package export_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/show"
	"mereo/gen/trance"
	"mereo/gen/write"
)

// tranceRecord is what the file of a sample says of its states, read without the set's code.
type tranceRecord struct {
	States []struct {
		Objects []struct {
			Shape, Size, Material, Color string
			At                           [3]float64 `json:"3d_coords"`
		}
		Images map[string]string         // file names by camera
		Pixels map[string]map[string]int `json:"n_pixels"` // by camera and object
	}
}

// unmade is a set whose samples cannot be made again.
type unmade struct{ show.Set }

func (s unmade) Show(job gen.Job) (show.Reader, error) {
	r, err := s.Set.Show(job)
	return unmadeReader{r}, err
}

type unmadeReader struct{ show.Reader }

func (unmadeReader) Make(context.Context, int) (show.Made, error) {
	return nil, errors.New("made again")
}

// COCO's annotations of TRANCE say what the state of that picture is: of all objects of 200 samples, before and after, in all views.
// The pictures are empty, since annotations do not depend on them. Masks are found without making samples again, which takes longer.
func TestTRANCEStates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const count = 200
	s := made(t, must(trance.New(trance.DefaultConfig())), false, count, "train")
	var records [count]tranceRecord
	for i := range records {
		data, err := os.ReadFile(filepath.Join(s.root, fmt.Sprintf("train/info/TRANCE_standard_%06d.json", i)))
		if err == nil {
			err = json.Unmarshal(data, &records[i])
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, state := range records[i].States {
			for _, name := range state.Images {
				if _, err := write.RGB(s.root, "train/image/"+name, 320, 240, make([]uint8, 3*320*240)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	s.set = unmade{s.set}
	data, err := os.ReadFile(filepath.Join(s.exported(t, export.Options{Format: "coco"}), "annotations/instances_train.json"))
	if err != nil {
		t.Fatal(err)
	}
	var coco struct {
		Images []struct {
			ID, Sample int
			View       string
		}
		Annotations []struct {
			Image      int `json:"image_id"`
			Category   int `json:"category_id"`
			Label      int `json:"label_id"`
			Attributes map[string]any
		}
		Categories []struct {
			ID   int
			Name string
		}
	}
	parsed(t, string(data), &coco)
	names := map[int]string{}
	for _, c := range coco.Categories {
		names[c.ID] = c.Name
	}
	// Cameras' names are at the ends of views: "initial", "final, left camera".
	cameras := map[string]string{"initial": "Camera_Center", "left camera": "Camera_Left", "center camera": "Camera_Center", "right camera": "Camera_Right"}
	type where struct {
		sample, state int
		camera        string
	}
	places := map[int]where{}
	for _, im := range coco.Images {
		w := where{sample: im.Sample, camera: cameras[im.View[strings.LastIndex(im.View, ", ")+1:]]}
		if _, of, ok := strings.Cut(im.View, ", "); ok {
			w.camera, w.state = cameras[of], len(records[im.Sample].States)-1
		}
		if w.camera == "" || records[w.sample].States[w.state].Images[w.camera] == "" {
			t.Fatalf("sample %d has no picture %q", im.Sample, im.View)
		}
		places[im.ID] = w
	}
	if len(places) != 4*count {
		t.Fatalf("%d images, want %d", len(places), 4*count)
	}
	changed, found := 0, map[where]int{}
	for _, a := range coco.Annotations {
		w := places[a.Image]
		found[w]++
		object := func(state int) any { return records[w.sample].States[state].Objects[a.Label-1] }
		want := records[w.sample].States[w.state].Objects[a.Label-1]
		if object(0) != object(w.state) {
			changed++
		}
		if names[a.Category] != want.Shape {
			t.Errorf("%v: object %d is a %s, want a %s", w, a.Label, names[a.Category], want.Shape)
		}
		for key, value := range map[string]string{"color": want.Color, "material": want.Material, "size": want.Size, "shape": want.Shape} {
			if a.Attributes[key] != value {
				t.Errorf("%v: object %d has the %s %v, want %s", w, a.Label, key, a.Attributes[key], value)
			}
		}
		at, _ := a.Attributes["position_m"].([]any)
		if len(at) != 3 {
			t.Fatalf("%v: object %d is at %v, want three numbers", w, a.Label, a.Attributes["position_m"])
		}
		for k, x := range at {
			if v, ok := x.(float64); !ok || math.Abs(v-want.At[k]) > 1e-5 {
				t.Errorf("%v: object %d is at %v, want %v", w, a.Label, at, want.At)
			}
		}
	}
	for _, w := range places {
		seen := 0
		for _, n := range records[w.sample].States[w.state].Pixels[w.camera] {
			if n > 0 {
				seen++
			}
		}
		if found[w] != seen {
			t.Errorf("%v: %d objects are annotated, want %d", w, found[w], seen)
		}
	}
	if changed < 100 {
		t.Errorf("%d annotations of objects that are not what they were, want many", changed)
	}
}
