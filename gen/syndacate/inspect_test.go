package syndacate

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/write/npz"
)

// inspectFile samples a task's file with pictures.
func inspectFile(t *testing.T, dir, task string) {
	t.Helper()
	data, err := TaskByName(task)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := npz.Write(dir, data.File(), evaluateArrays(t, task, true)); err != nil {
		t.Fatal(err)
	}
}

// onStrokes tells whether the picture is bright at the middle of a mark, which nothing darker covers.
func onStrokes(s *InspectedSample, m Mark) bool {
	x, y := int((m.X[0]+m.X[1])/2), int((m.Y[0]+m.Y[1])/2)
	return s.Panels[0][0].Picture[y*s.Width+x] > 64
}

// The first element of seed 1 is an L: two lines, each in both orders, which lie on the picture's strokes and have half
// their width, 1.5 thirds.
func TestInspectParts(t *testing.T) {
	dir := t.TempDir()
	inspectFile(t, dir, "ImToPartsSmall")
	samples, err := Inspect(t.Context(), InspectOptions{Data: dir, Count: 3}) // the only file, no task
	if err != nil {
		t.Fatal(err)
	}
	s := &samples[0]
	targets := s.Panels[0][0].Targets
	if len(samples) != 3 || !slices.Equal(s.Objects, []string{"L"}) || s.Split != "test" || s.Width != 100 || len(targets) != 4 {
		t.Fatalf("%d samples, the first %s, %v, %d wide, %d marks; want 3, test, [L], 100, 4", len(samples), s.Split, s.Objects,
			s.Width, len(targets))
	}
	for _, m := range targets {
		if !onStrokes(s, m) || m.Object != 0 {
			t.Errorf("mark %+v is of no stroke", m)
		}
		// Thickness 7.045996 at scale 0.293549, brightness 0.774797: the first element of the stream.
		if want := 1.5 * 7.045996 * 0.293549; math.Abs(m.Width-want) > 1e-5 || math.Abs(m.Alpha-0.774797) > 1e-6 {
			t.Errorf("width is %g and alpha %g, want %g and 0.774797", m.Width, m.Alpha, want)
		}
	}
}

// Lines have the color of the object that they belong to, in sets that are aligned and in such that are not.
func TestInspectObjectsOfParts(t *testing.T) {
	for _, c := range []struct {
		task  string
		first []string // sorted
		lines map[string]int
	}{
		{"ImToCharsSmall", []string{"A", "E", "F"}, map[string]int{"A": 3, "E": 4, "F": 3}},
		{"PartsToCharsSmall", []string{"A", "E", "F"}, map[string]int{"A": 3, "E": 4, "F": 3}},
	} {
		dir := t.TempDir()
		inspectFile(t, dir, c.task)
		for _, task := range []string{"", c.task} {
			samples, err := Inspect(t.Context(), InspectOptions{Data: dir, Task: task, Count: 1})
			if err != nil {
				t.Fatal(err)
			}
			s := &samples[0]
			if got := slices.Sorted(slices.Values(s.Objects)); !slices.Equal(got, c.first) {
				t.Fatalf("%s: objects are %v, want %v", c.task, got, c.first)
			}
			times := 2 // both orders of ends
			if task != "" {
				times = 1
			}
			counts := map[string]int{}
			for _, m := range s.Panels[0][0].Targets {
				counts[s.Objects[m.Object]]++
			}
			for class, want := range c.lines {
				if counts[class] != times*want {
					t.Errorf("%s, task %q: %s has %d lines, want %d", c.task, task, class, counts[class], times*want)
				}
			}
		}
	}
}

func TestInspectPredictions(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		task   string
		width  float64 // of a prediction by that of its target
		sorted bool    // rows have classes
	}{
		{"ImToPartsSmall", 3, false}, {"ImToParts2eSmall", 3, false}, {"ImToParts1eSmall", 3, false}, {"MultiSquaresSmall", 3, false},
		{"ImToSingleCharSmall", 3, true}, {"ImToCharsSmall", 3, true}, {"PartsToCharsSmall", 3, true}, {"WordsSmall", 2, true},
	} {
		inspectFile(t, dir, c.task)
		y, s := evaluateTarget(t, dir, c.task, "train")
		y.Key = "y_train"
		if _, err := npz.Write(dir, "y.npz", []npz.Array{y}); err != nil {
			t.Fatal(err)
		}
		first := s.train.first
		samples, err := Inspect(t.Context(), InspectOptions{
			Data: dir, Task: c.task, Index: first, Count: 2, Predictions: filepath.Join(dir, "y.npz"),
		})
		if err != nil {
			t.Fatalf("%s: %v", c.task, err)
		}
		for _, s := range samples {
			if s.Split != "train" || len(s.Predicted) == 0 {
				t.Fatalf("%s: %d marks are predicted of split %s", c.task, len(s.Predicted), s.Split)
			}
			// Perfect predictions lie on the marks of targets.
			for _, p := range s.Predicted {
				near := slices.IndexFunc(s.Panels[0][0].Targets, func(m Mark) bool {
					return math.Abs(m.X[0]-p.X[0]) < 1e-3 && math.Abs(m.Y[0]-p.Y[0]) < 1e-3 && math.Abs(m.X[1]-p.X[1]) < 1e-3
				})
				if near < 0 {
					t.Errorf("%s: predicted %+v lies on no target", c.task, p)
					continue
				}
				if m := s.Panels[0][0].Targets[near]; math.Abs(p.Width-c.width*m.Width) > 1e-4 || p.Object != -1 {
					t.Errorf("%s: predicted %+v, want %g times the width of %+v", c.task, p, c.width, m)
				}
				if c.sorted != slices.Contains(s.Objects, p.Class) {
					t.Errorf("%s: predicted %q of %v", c.task, p.Class, s.Objects)
				}
			}
		}
	}
}

func TestInspectClasses(t *testing.T) {
	dir := t.TempDir()
	inspectFile(t, dir, "ImToClassSmall")
	labels := npz.Array{Key: "y", Shape: []int{2}, Data: []int64{4, 7}}
	if _, err := npz.Write(dir, "labels.npz", []npz.Array{labels}); err != nil {
		t.Fatal(err)
	}
	o := InspectOptions{Data: dir, Task: "ImToClassSmall", Count: 2, Predictions: filepath.Join(dir, "labels.npz")}
	samples, err := Inspect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := samples[0].Classified, samples[1].Classified; a != "L" || b != "W" {
		t.Errorf("classes are %s and %s, want L and W", a, b)
	}
}

func TestInspectErrors(t *testing.T) {
	dir := t.TempDir()
	inspectFile(t, dir, "ImToPartsSmall")
	inspectFile(t, dir, "WordsSmall")
	labels := npz.Array{Key: "y", Shape: []int{3, 1, 6}, Data: make([]float32, 18)}
	if _, err := npz.Write(dir, "few.npz", []npz.Array{labels}); err != nil {
		t.Fatal(err)
	}
	few := filepath.Join(dir, "few.npz")
	file := filepath.Join(dir, "words_h100n400o3s0u10w100.npz")
	for _, c := range []struct {
		o    InspectOptions
		want string
	}{
		{InspectOptions{Data: dir, Count: 1},
			"syndacate: DIR has 3 .npz files, want one; name the file or the task"},
		{InspectOptions{Data: file, Index: 399, Count: 2},
			"syndacate: elements 399 to 400 of DIR/words_h100n400o3s0u10w100.npz, want " +
				"some of 0 to 399"},
		{InspectOptions{Data: few, Count: 1}, `syndacate: npz: DIR/few.npz: no array "images", there are y`},
		{InspectOptions{Data: file, Count: 1, Predictions: few},
			"syndacate: predictions of which task? DIR/few.npz does not say"},
		{InspectOptions{Data: dir, Task: "PreTrainedPartsToClass", Count: 1},
			"syndacate: task PreTrainedPartsToClass has features, no " +
				"pictures"},
		{InspectOptions{Data: dir, Task: "ImToPartsSmall", Index: 199, Count: 2, Predictions: few},
			"syndacate: elements 199 to 200 are of " +
				"two splits, whose predictions are apart; choose some of one"},
		{InspectOptions{Data: dir, Task: "ImToPartsSmall", Index: 2, Count: 2, Predictions: few},
			"syndacate: DIR/few.npz has predictions " +
				"of 3 elements, want 4 for element 3"},
		{InspectOptions{Data: dir, Task: "WordsSmall", Count: 1, Predictions: few},
			"syndacate: DIR/few.npz: y is float32 (3, 1, 6), want " +
				"float32 or float64 (N, any number of rows, 18)"},
		{InspectOptions{Data: file, Task: "ImToPartsSmall", Count: 1},
			"syndacate: DIR/words_h100n400o3s0u10w100.npz: object_poses " +
				"is float32 (400, 4, 18), want float32 (400, 1, 18); task ImToPartsSmall needs " +
				"syndacate_aFfTh100n400o1p4rTs1u10w100.npz"},
	} {
		_, err := Inspect(t.Context(), c.o)
		if err == nil {
			t.Errorf("%+v: no error, want %s", c.o, c.want)
		} else if got := strings.ReplaceAll(err.Error(), dir, "DIR"); got != c.want {
			t.Errorf("%+v: error is\n%s, want\n%s", c.o, got, c.want)
		}
	}
}
