package trance

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen/show"
	"mereo/scenes/annot"
)

// factRecord is a record as somebody else reads it, by its published keys and our own.
type factRecord struct {
	States []struct {
		Objects []struct {
			Color, Material, Shape, Size string
			Rotation                     float64
			Position                     [2]int
			Coords                       [3]float64            `json:"3d_coords"`
			Views                        map[string][3]float64 `json:"view_coords"`
		} `json:"objects"`
		Pixels map[string]map[string]int    `json:"n_pixels"`
		Status map[string]map[string]string `json:"status"`
	} `json:"states"`
	Transformations []struct {
		Object     int `json:"obj_idx"`
		Attr, Pair string
		Type       string
		Old, New   any
		Options    []any
	} `json:"transformations"`
	Mereo struct {
		Cameras map[string]annot.Camera `json:"cameras"`
	} `json:"mereo"`
}

func readFactRecord(t *testing.T, r *shownSplit, index int) (out factRecord) {
	t.Helper()
	name := fmt.Sprintf("TRANCE_standard_%06d.json", index)
	data, err := os.ReadFile(filepath.Join(r.job.Root, "test", "info", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &out, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	return out
}

// takenOf says which state a picture of the page shows, and from where, by its name.
func takenOf(t *testing.T, name string, last int) (stage int, camera string) {
	t.Helper()
	names := map[string]string{"center": "Camera_Center", "left": "Camera_Left", "right": "Camera_Right"}
	if name == "initial" {
		return 0, names["center"]
	}
	var side string
	if n, _ := fmt.Sscanf(name, "final, %s camera", &side); n == 1 {
		return last, names[side]
	}
	if n, _ := fmt.Sscanf(name, "after step %d, %s camera", &stage, &side); n != 2 {
		t.Fatalf("a picture is called %q", name)
	}
	return stage, names[side]
}

// What the page has as data is what the record says, for all objects, all states and all views.
func TestFactsAreTheRecords(t *testing.T) {
	for _, between := range []bool{false, true} {
		cfg := DefaultConfig()
		cfg.Between = between
		count := 200
		if between {
			count = shownCount
		}
		r := shownSamples(t, cfg, count)
		changed := map[string]int{} // attributes that are others than at first, by name
		for index := range count {
			record, page := readFactRecord(t, r, index), pageOf(t, r, index)
			last := len(record.States) - 1
			for p, picture := range page.Pictures {
				stage, camera := takenOf(t, picture.Name, last)
				taken, state := record.Mereo.Cameras[camera], &record.States[stage]
				if picture.Camera == nil || !reflect.DeepEqual(*picture.Camera, taken) {
					t.Fatalf("sample %d: the camera of %s is %+v, want %+v", index, picture.Name, picture.Camera, taken)
				}
				for i, e := range page.Entities[2:] {
					o, got := &state.Objects[i], e.In(p)
					name := fmt.Sprintf("Object_%d", i)
					want := show.Facts{
						"object": i, "color": o.Color, "material": o.Material, "shape": o.Shape, "size": o.Size, "rotation_rad": o.Rotation,
						"lattice": o.Position[:], "visible_px": state.Pixels[camera][name], "status": state.Status[camera][name],
						"in_visible_area": max(o.Position[0], -o.Position[0], o.Position[1], -o.Position[1]) <= 20,
						"position_m":      *got.At,
					}
					if !reflect.DeepEqual(got.Facts, want) {
						t.Errorf("sample %d: %s of %s: %v, want %v", index, e.Key, picture.Name, got.Facts, want)
					}
					if words := fmt.Sprintf("%d: %s %s %s %s", i, o.Size, o.Color, o.Material, o.Shape); got.Name != words || got.Class != o.Shape {
						t.Errorf("sample %d: %s of %s is %q of class %q, want %q", index, e.Key, picture.Name, got.Name, got.Class, words)
					}
					for axis, at := range got.At {
						if math.Abs(at-o.Coords[axis]) > 1e-6 {
							t.Errorf("sample %d: %s of %s is at %v, want %v", index, e.Key, picture.Name, *got.At, o.Coords)
						}
					}
					seenWhere(t, fmt.Sprintf("sample %d: %s of %s", index, e.Key, picture.Name), &taken, *got.At, o.Views[camera])
					if err := got.Facts.Check(); err != nil {
						t.Error(err)
					}
					for key, value := range got.Facts {
						if !reflect.DeepEqual(value, e.Facts[key]) {
							changed[key]++
						}
					}
					if p == 0 && (!reflect.DeepEqual(e.Facts, got.Facts) || e.Name != got.Name || e.Class != got.Class || *e.At != *got.At) {
						t.Errorf("sample %d: %s is %+v, in the first picture %+v", index, e.Key, e, got)
					}
				}
			}
			stepFactsAre(t, index, page, &record)
		}
		for _, key := range []string{"color", "material", "shape", "size", "lattice", "visible_px", "status", "in_visible_area"} {
			if changed[key] < 10 {
				t.Errorf("%s is another one in %d views, so hardly anything is tested", key, changed[key])
			}
		}
	}
}

// seenWhere projects by the equations of annot.Camera. The record counts rows from the bottom and rounds to whole pixels.
func seenWhere(t *testing.T, what string, c *annot.Camera, at, view [3]float64) {
	t.Helper()
	var p, u [3]float64
	for row := range p {
		p[row] = c.T[row]
		for k := range at {
			p[row] += c.R[row][k] * at[k]
		}
	}
	for row := range u {
		for k := range p {
			u[row] += c.K[row][k] * p[k]
		}
	}
	x, y := u[0]/u[2], float64(c.Height)-u[1]/u[2]
	if math.Abs(x-view[0]) > 0.5+1e-9 || math.Abs(y-view[1]) > 0.5+1e-9 || math.Abs(p[2]-view[2]) > 1e-9 {
		t.Errorf("%s is seen at (%g, %g), %g m off, want %v", what, x, y, p[2], view)
	}
}

// stepFactsAre compares what the page says of the whole sample with its record.
func stepFactsAre(t *testing.T, index int, page *show.Page, record *factRecord) {
	t.Helper()
	if err := page.Facts.Check(); err != nil {
		t.Error(err)
	}
	steps := page.Facts["transformations"].([]show.Facts)
	if len(steps) != len(record.Transformations) {
		t.Fatalf("sample %d: %d steps, want %d", index, len(steps), len(record.Transformations))
	}
	settings := []string{"event", "view"}
	if len(steps) == 1 {
		settings = []string{"basic", "event", "view"}
	}
	visible := 0
	for _, e := range page.Entities[2:] {
		if e.Facts["in_visible_area"] == true {
			visible++
		}
	}
	if got := page.Facts; got["problem"] != "standard" || !reflect.DeepEqual(got["settings"], settings) || got["visible_objects"] != visible {
		t.Errorf("sample %d: %v, want %d visible objects and settings %q", index, got, visible, settings)
	}
	for k, want := range record.Transformations {
		got := steps[k]
		if got["object"] != want.Object || got["key"] != fmt.Sprintf("object %d", want.Object) || got["attribute"] != want.Attr ||
			got["target"] != want.Pair || want.Pair != fmt.Sprintf("%s.%s", want.Attr, got["value"]) {
			t.Errorf("sample %d: step %d is %v, want %+v", index, k, got, want)
		}
		// Of moves: [direction, steps].
		word := func(v any) string {
			if list, ok := v.([]any); ok {
				return fmt.Sprintf("%v.%v", list[0], list[1])
			}
			return v.(string)
		}
		var options []string
		for _, o := range want.Options {
			options = append(options, word(o))
		}
		accepted := got["accepted"].([]string)
		if !slices.Equal(accepted, options) || !slices.Contains(accepted, got["value"].(string)) {
			t.Errorf("sample %d: step %d accepts %q, want %q", index, k, accepted, options)
		}
		if fmt.Sprint(got["from"], got["to"]) != fmt.Sprint(want.Old, want.New) {
			t.Errorf("sample %d: step %d goes from %v to %v, want %v to %v", index, k, got["from"], got["to"], want.Old, want.New)
		}
		moves := want.Attr == "position"
		if moved := fmt.Sprintf("%v.%v", got["direction"], got["steps"]); moves && (moved != got["value"] || got["move_type"] != want.Type) {
			t.Errorf("sample %d: step %d moves %s, %v, want %v, %s", index, k, moved, got["move_type"], got["value"], want.Type)
		} else if _, ok := got["direction"]; ok != moves {
			t.Errorf("sample %d: step %d of %s has a direction: %v", index, k, want.Attr, ok)
		}
	}
}

// Areas have their corners as data and are the same in all pictures.
func TestFactsOfAreas(t *testing.T) {
	page := pageOf(t, shownSamples(t, DefaultConfig(), 1), 0)
	for i, want := range []show.Facts{
		{"lattice_min": []int{-40, -40}, "lattice_max": []int{40, 40}, "side_m": 12.0},
		{"lattice_min": []int{-20, -20}, "lattice_max": []int{20, 20}, "side_m": 6.0},
	} {
		if e := page.Entities[i]; !reflect.DeepEqual(e.Facts, want) || !reflect.DeepEqual(e.In(3).Facts, want) || want.Check() != nil {
			t.Errorf("%s has %v, want %v", e.Key, e.Facts, want)
		}
	}
}

// Changed samples tell what they have become.
func TestFactsOfEdits(t *testing.T) {
	m := madeAgain(t, shownSamples(t, DefaultConfig(), 1), 0)
	e := &m.Page().Entities[2+3]
	x, y := 0.15*float64(e.Facts["lattice"].([]int)[0]), 0.15*float64(e.Facts["lattice"].([]int)[1])
	color := "gray"
	if e.Facts["color"] == color {
		color = "cyan"
	}
	edited, _, err := m.Edit(t.Context(), []show.Edit{
		{Kind: show.EditRecolor, Entity: e.Key, Color: color}, {Kind: show.EditMove, Entity: e.Key, X: x + 0.15, Y: y},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := edited.Page().Entities[2+3].Facts
	if at := got["lattice"].([]int); got["color"] != color || at[0] != e.Facts["lattice"].([]int)[0]+1 {
		t.Errorf("the facts are %v, they were %v", got, e.Facts)
	}
}
