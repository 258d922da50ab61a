package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/write/npz"
)

// lettersFile writes the 400 elements of the small tasks with one letter, by hand: an upright L in test elements, an upright I
// in training elements, of changing places and brightness, on black pictures.
func lettersFile(t *testing.T, dir string) {
	t.Helper()
	const n = 400
	parts, objects := make([]float32, n*9*6), make([]float32, n*18)
	for i := range n {
		class, lines := 4, 2 // L
		if i >= 200 {
			class, lines = 3, 1
		}
		v := float32(i%200) / 200
		object := objects[i*18:]
		object[class] = 1
		copy(object[10:18], []float32{1, 0, 0, 0.5, v, -v, 10, 0.5 + v/2})
		for r := range lines {
			copy(parts[(i*9+3*r)*6:], []float32{v, -v, v, float32(r), 1 + v, 0.5 + v/2})
		}
	}
	arrays := []npz.Array{
		{Key: "images", Shape: []int{n, 1, 100, 100}, Data: make([]uint8, n*10_000)},
		{Key: "part_poses", Shape: []int{n, 9, 6}, Data: parts},
		{Key: "object_poses", Shape: []int{n, 1, 18}, Data: objects},
		{Key: "n", Data: []int64{n}},
	}
	if _, err := npz.Write(dir, "syndacate_aFfTh100n400o1p4rTs1u10w100.npz", arrays); err != nil {
		t.Fatal(err)
	}
}

func TestEvalSyndacate(t *testing.T) {
	dir := t.TempDir()
	lettersFile(t, dir)
	labels := npz.Array{Key: "y", Shape: []int{200}, Data: make([]uint8, 200)}
	for i := range 50 {
		labels.Data.([]uint8)[i] = 4
	}
	if _, err := npz.Write(dir, "labels.npz", []npz.Array{labels}); err != nil {
		t.Fatal(err)
	}

	pred := filepath.Join(dir, "labels.npz")
	out := mustMereo(t, "", "eval", dir, "--task", "ImToClassSmall", "--pred", pred)
	for _, want := range []string{
		"syndacate, split test, task ImToClassSmall, answers of " + pred + "\n", "all         200    0.2500  [0.195 0.314]  -\n",
		"class  L    200    0.2500  [0.195 0.314]  -\n", "L  150  0  0  0  50  0  0  0  0  0\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("printed\n%s, which has no %q", out, want)
		}
	}

	// The nearest of equal pictures is the first training element, an I in the middle of the picture.
	task := reported(t, dir, "--task", "ImToSingleCharSmall", "--baseline", "nearest", "--known", "3").Tasks[0]
	value := 2.0
	for i := range 200 {
		v := float64(i) / 200
		value += (2 + 0.25) * v * v / 200
	}
	if r := task.Rows[0]; r.Name != "Mse" || task.Answers[0].Notes[0] != "3 training elements are known" || math.Abs(r.Scores[0]["value"].Value-value) > 1e-6 {
		t.Errorf("%+v of %+v, want Mse of %g and 3", r.Scores[0]["value"], task.Answers[0], value)
	}

	// --small is the same task by another word, and named where the full file is not there.
	plain := mustMereo(t, "Mse", "eval", dir, "--task", "ImToSingleCharSmall", "--baseline", "zero")
	if got := mustMereo(t, "Mse", "eval", dir, "--task", "ImToSingleChar", "--small", "--baseline", "zero"); got != plain {
		t.Errorf("with --small: %s, want %s", got, plain)
	}
	for _, command := range []string{"eval DIR --baseline zero", "inspect DIR --out DIR/x.png",
		"export DIR --to npz --out DIR/x.npz", "train syndacate --model cnn --out DIR/run --data DIR"} {
		args := strings.Fields(strings.ReplaceAll(command, "DIR", dir) + " --task ImToSingleChar")
		const want = "; the file of 400 elements is there, for task ImToSingleCharSmall: add --small\n"
		if code, _, stderr := mereo(t, args...); code != 1 || !strings.HasSuffix(stderr, want) {
			t.Errorf("%s: exit code %d, %s, want %s", command, code, stderr, want)
		}
	}

	for args, want := range map[string]string{
		"--task FilmChars --small --pred b": `mereo: --small: syndacate: no task "FilmChars"`,
		"--task ImToParts --baseline x":     `mereo: judge: syndacate has no baseline "x", want one of nearest, zero, mean, padding`,
		"--task WordsSmall --baseline zero": "mereo: syndacate: DIR/words_h100n400o3s0u10w100.npz is not there, task WordsSmall is read from it; ",
		"--human DIR/none":                  "mereo: judge: DIR/none: no such file or directory",
	} {
		args = strings.ReplaceAll("eval DIR --set syndacate "+args, "DIR", dir)
		if code, _, stderr := mereo(t, strings.Fields(args)...); code == 0 || !strings.HasPrefix(strings.ReplaceAll(stderr, dir, "DIR"), want) {
			t.Errorf("%s: exit code %d and\n%s, want\n%s", args, code, stderr, want)
		}
	}
}

func TestEvalSyndacateFilms(t *testing.T) {
	dir := t.TempDir()
	pix := make([]uint8, 10*3*4)
	for i := range pix {
		pix[i] = uint8(51 * (i / 4 % 3)) // a fifth of white brighter in every frame
	}
	event := []int32{3, 1, 0, 2}
	for name, arrays := range map[string][]npz.Array{
		"films.npz": {
			{Key: "images", Shape: []int{10, 3, 1, 2, 2}, Data: pix},
			{Key: "events", Shape: []int{10, 1, 4}, Data: slices.Repeat(event, 10)},
		},
		"frames.npz": {{Key: "y_test", Shape: []int{1, 2, 1, 2, 2}, Data: pix[4:12]}},
		"events.npz": {{Key: "y", Shape: []int{1, 2, 4}, Data: []int32{4, 1, 2, 0, 4, 0, 2, 0}}},
	} {
		if _, err := npz.Write(dir, name, arrays); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, group, name, column string
		want                      float64
	}{
		{"--task FilmNextFrame --pred DIR/frames.npz", "all", "mean squared error", "value", 0},
		{"--task FilmNextFrame --pred DIR/frames.npz", "of it", "of the frame before", "value", 0.04},
		{"--task FilmEvents --pred DIR/events.npz", "all", "all", "F1", 2. / 3},
		{"--task FilmEvents --pred DIR/events.npz", "kind", "contact", "precision", 1},
		{"--task FilmEvents --pred DIR/events.npz", "kind", "wall", "precision", 0},
		{"--task FilmEvents --slack 0 --pred DIR/events.npz", "all", "all", "F1", 0},
	} {
		task := reported(t, strings.Fields(strings.ReplaceAll("DIR/films.npz "+c.args, "DIR", dir))...).Tasks[0]
		found := false
		for _, r := range task.Rows {
			if r.Group == c.group && r.Name == c.name {
				found = true
				if got := r.Scores[0][c.column]; math.Abs(got.Value-c.want) > 1e-9 {
					t.Errorf("%s: %s %s is %g, want %g", c.args, c.name, c.column, got.Value, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no row %s %s in %+v", c.args, c.group, c.name, task.Rows)
		}
	}
}

func TestInspect(t *testing.T) {
	dir := t.TempDir()
	lettersFile(t, dir)
	// Predicted are points at the middle of the picture, of which 9 lie on each other, and one at x = 0.5, y = 0.5.
	y := npz.Array{Key: "y", Shape: []int{2, 10, 2}, Data: make([]float32, 40)}
	copy(y.Data.([]float32)[18:], []float32{0.5, 0.5})
	if _, err := npz.Write(dir, "y.npz", []npz.Array{y}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "sheet.png")
	code, out, stderr := mereo(t, "inspect", dir, "--task", "ImToParts1eSmall", "--pred", filepath.Join(dir, "y.npz"),
		"--count", "2", "--out", name)
	if code != 0 || out != name+": 2 elements\n" {
		t.Fatalf("exit code %d: %s%s", code, out, stderr)
	}
	width, height, rgb := readPicture(t, dir, "sheet.png")
	left, top := inspectGap, 2*inspectGap+inspectLine
	if w, h := 2*600+3*inspectGap, top+600+inspectLine+inspectGap; width != w || height != h {
		t.Fatalf("sheet is %d x %d, want %d x %d", width, height, w, h)
	}
	at := func(x, y int) [3]uint8 { return [3]uint8(rgb[3*((top+y)*width+left+x):]) }
	object := inspectColors[0]
	for _, c := range []struct {
		x, y int
		want [3]uint8
		why  string
	}{
		{300, 300, [3]uint8{object.R, object.G, object.B}, "the end (0, 0) of both lines"},
		{450, 150, [3]uint8{115, 27, 90}, "0.45 of the color of a prediction"},
		{100, 100, [3]uint8{}, "black"},
	} {
		if got := at(c.x, c.y); got != c.want {
			t.Errorf("pixel (%d, %d) is %v, want %v: %s", c.x, c.y, got, c.want, c.why)
		}
	}

	// --small is the same task by another word, and named where the full file is not there.
	want := mustMereo(t, "Mse", "eval", dir, "--task", "ImToSingleCharSmall", "--baseline", "zero")
	if got := mustMereo(t, "Mse", "eval", dir, "--task", "ImToSingleChar", "--small", "--baseline", "zero"); got != want {
		t.Errorf("with --small: %s, want %s", got, want)
	}
	for _, command := range []string{"eval DIR --baseline zero", "inspect DIR --out DIR/x.png",
		"export DIR --to npz --out DIR/x.npz", "train syndacate --model cnn --out DIR/run --data DIR"} {
		args := strings.Fields(strings.ReplaceAll(command, "DIR", dir) + " --task ImToSingleChar")
		const want = "; the file of 400 elements is there, for task ImToSingleCharSmall: add --small\n"
		if code, _, stderr := mereo(t, args...); code != 1 || !strings.HasSuffix(stderr, want) {
			t.Errorf("%s: exit code %d, %s, want %s", command, code, stderr, want)
		}
	}

	help := "\n" + `run "mereo help" or add --help to a command` + "\n"
	for args, want := range map[string]string{
		"a":                        "mereo: inspect: --out is missing" + help,
		"--out a.png":              "mereo: inspect: 0 arguments, want 1: DIR|FILE.npz" + help,
		"a --out a.jpg":            `mereo: inspect: --out is "a.jpg", want a name that ends with .png, or .gif for films` + help,
		"a --out a.png --pred b":   "mereo: inspect: --pred needs --task" + help,
		"a --out a.png --count 0":  "mereo: inspect: --count is 0, want 1 to 200" + help,
		"a --out a.png --index -1": "mereo: inspect: --index is -1, want at least 0" + help,
	} {
		if code, _, stderr := mereo(t, append([]string{"inspect"}, strings.Fields(args)...)...); code != 2 || stderr != want {
			t.Errorf("%s: exit code %d and\n%s, want 2 and\n%s", args, code, stderr, want)
		}
	}
}
