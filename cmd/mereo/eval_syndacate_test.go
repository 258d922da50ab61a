package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/syndacate"
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
	code, out, stderr := mereo(t, "eval", "syndacate", "--task", "ImToClassSmall", "--data", dir, "--pred", pred)
	want := `task ImToClassSmall, 200 elements of split test, predictions of FILE

accuracy                     0.2500

              A      E      F      I      L      M      N      W      X      Z  accuracy
A             0      0      0      0      0      0      0      0      0      0         -
E             0      0      0      0      0      0      0      0      0      0         -
F             0      0      0      0      0      0      0      0      0      0         -
I             0      0      0      0      0      0      0      0      0      0         -
L           150      0      0      0     50      0      0      0      0      0    0.2500
M             0      0      0      0      0      0      0      0      0      0         -
N             0      0      0      0      0      0      0      0      0      0         -
W             0      0      0      0      0      0      0      0      0      0         -
X             0      0      0      0      0      0      0      0      0      0         -
Z             0      0      0      0      0      0      0      0      0      0         -
rows are classes of targets, columns what is predicted
`
	if got := strings.ReplaceAll(out, pred, "FILE"); code != 0 || got != want {
		t.Errorf("exit code %d, %s, printed\n%s, want\n%s", code, stderr, got, want)
	}

	// The nearest of equal pictures is the first training element, an I in the middle of the picture.
	code, out, stderr = mereo(t, "eval", "syndacate", "--task", "ImToSingleCharSmall", "--data", dir, "--baseline", "nearest",
		"--train", "3", "--json")
	var e syndacate.Evaluation
	if err := json.Unmarshal([]byte(out), &e); code != 0 || err != nil {
		t.Fatalf("exit code %d, %s, %v in %s", code, stderr, err, out)
	}
	value := 2.0
	for i := range 200 {
		v := float64(i) / 200
		value += (2 + 0.25) * v * v / 200
	}
	if e.Metric != "Mse" || e.Trained != 3 || math.Abs(e.Value-value) > 1e-6 {
		t.Errorf("%s is %g of %d training elements, want Mse of %g and 3", e.Metric, e.Value, e.Trained, value)
	}

	// --small is the same task by another word, and named where the full file is not there.
	plain := mustMereo(t, "Mse", "eval", "syndacate", "--task", "ImToSingleCharSmall", "--data", dir, "--baseline", "zero")
	if got := mustMereo(t, "Mse", "eval", "syndacate", "--task", "ImToSingleChar", "--small", "--data", dir, "--baseline", "zero"); got != plain {
		t.Errorf("with --small: %s, want %s", got, plain)
	}
	for _, command := range []string{"eval syndacate --baseline zero --data DIR", "inspect DIR --out DIR/x.png",
		"export DIR --to npz --out DIR/x.npz", "train syndacate --model cnn --out DIR/run --data DIR"} {
		args := strings.Fields(strings.ReplaceAll(command, "DIR", dir) + " --task ImToSingleChar")
		const want = "; the file of 400 elements is there, for task ImToSingleCharSmall: add --small\n"
		if code, _, stderr := mereo(t, args...); code != 1 || !strings.HasSuffix(stderr, want) {
			t.Errorf("%s: exit code %d, %s, want %s", command, code, stderr, want)
		}
	}

	help := "\n" + `run "mereo help" or add --help to a command` + "\n"
	for args, want := range map[string]string{
		"--data a --baseline zero":                   "mereo: eval syndacate: --task is missing" + help,
		"--task ImToParts --baseline zero":           "mereo: eval syndacate: --data is missing" + help,
		"--task ImToParts --data a":                  "mereo: eval syndacate: --pred or --baseline is missing" + help,
		"--task FilmChars --small --data a --pred b": `mereo: eval syndacate: --small: syndacate: no task "FilmChars"`,
		"--task ImToParts --data a --baseline x": `mereo: eval syndacate: --baseline is "x", want majority, lines, nearest, zero, ` +
			"mean, padding" + help,
		"--task ImToParts --data a --pred b --partial":   "mereo: eval syndacate: unknown flag: --partial" + help,
		"--task ImToParts --data /none --baseline zero ": `mereo: syndacate: /none is not there, task ImToParts is read from it; `,
	} {
		if code, _, stderr := mereo(t, append([]string{"eval", "syndacate"}, strings.Fields(args)...)...); code == 0 ||
			!strings.HasPrefix(stderr, want) {
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
	for _, c := range []struct{ args, want string }{
		{"--task FilmNextFrame --pred DIR/frames.npz", `task FilmNextFrame, 1 elements of split test, predictions of DIR/frames.npz

mean squared error         0.000000
  of the frame before      0.040000
`},
		{"--task FilmEvents --pred DIR/events.npz", `task FilmEvents, 1 elements of split test, predictions of DIR/events.npz

F1                           0.6667

within 1 frames           precision     recall         F1      found  predicted     events
  wall                       0.0000     1.0000     0.0000          0          1          0
  contact                    1.0000     1.0000     1.0000          1          1          1
  enter                      1.0000     1.0000     1.0000          0          0          0
  leave                      1.0000     1.0000     1.0000          0          0          0
`},
		{"--task FilmEvents --slack 0 --pred DIR/events.npz --json", `{
  "task": "FilmEvents",
  "data": "DIR/films.npz",
  "split": "test",
  "elements": 1,
  "predictions": "DIR/events.npz",
  "metric": "F1",
  "value": 0,
  "films": {
    "slack": 0,
    "events": [
`},
	} {
		args := strings.Fields("eval syndacate --data DIR/films.npz " + c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "DIR", dir)
		}
		code, out, stderr := mereo(t, args...)
		if got := strings.ReplaceAll(out, dir, "DIR"); code != 0 || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: exit code %d, %s, printed\n%s, want\n%s", c.args, code, stderr, got, c.want)
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
	want := mustMereo(t, "Mse", "eval", "syndacate", "--task", "ImToSingleCharSmall", "--data", dir, "--baseline", "zero")
	if got := mustMereo(t, "Mse", "eval", "syndacate", "--task", "ImToSingleChar", "--small", "--data", dir, "--baseline", "zero"); got != want {
		t.Errorf("with --small: %s, want %s", got, want)
	}
	for _, command := range []string{"eval syndacate --baseline zero --data DIR", "inspect DIR --out DIR/x.png",
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
