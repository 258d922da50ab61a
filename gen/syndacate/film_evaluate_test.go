package syndacate

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/judge"
	"mereo/gen/write/npz"
)

// filmsFile writes films of 5 frames without pictures and returns its path and objects.
func filmsFile(t *testing.T, dir string, films, objects int) (path string, poses npz.Array) {
	t.Helper()
	o := DefaultFilmOptions()
	o.Objects, o.Frames = objects, 5
	stem, err := FilmStem(o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openFilmSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := elements(t.Context(), s, 0, films, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range arrays {
		if a.Key == keyObjects {
			poses = a
		}
	}
	return writeFilms(t, dir, "films.npz", arrays...), poses
}

func writeFilms(t *testing.T, dir, name string, arrays ...npz.Array) string {
	t.Helper()
	if _, err := npz.Write(dir, name, arrays); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

func evaluateFilmTask(t *testing.T, o evalOptions) *evaluation {
	t.Helper()
	e, err := evaluate(t, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// All grays of frame t are 51 t, a fifth of white brighter than the frame before.
func TestEvaluateNextFrame(t *testing.T) {
	const n, frames, size = 20, 4, 2 * 3
	dir := t.TempDir()
	pix := make([]uint8, n*frames*size)
	told := make([]uint8, 0, n*(frames-1)*size)
	for i := range pix {
		frame := i / size % frames
		pix[i] = uint8(51 * frame)
		if frame > 0 {
			told = append(told, pix[i])
		}
	}
	data := writeFilms(t, dir, "films.npz", npz.Array{Key: keyImages, Shape: []int{n, frames, 1, 2, 3}, Data: pix})
	shifted := make([]float32, len(told))
	for i, v := range told {
		shifted[i] = float32(v)/255 - 0.1
	}
	test := 2 * (frames - 1) * size
	shape := func(n int) []int { return []int{n, frames - 1, 1, 2, 3} }
	for _, c := range []struct {
		split string
		y     npz.Array
		want  float64
	}{
		{"test", npz.Array{Key: "y_test", Shape: shape(2), Data: told[:test]}, 0},
		{"train", npz.Array{Key: "y_train", Shape: shape(18), Data: told[test:]}, 0},
		{"test", npz.Array{Key: "y", Shape: shape(2), Data: shifted[:test]}, 0.01},
		{"test", npz.Array{Key: "y", Shape: shape(2), Data: make([]uint8, test)}, (0.04 + 0.16 + 0.36) / 3},
	} {
		e := evaluateFilmTask(t, evalOptions{EvaluateOptions{Task: TaskFilmNextFrame, Data: data, Split: c.split},
			writeFilms(t, dir, "y.npz", c.y)})
		before := e.row(groupParts, rowFrameBefore).Value
		if math.Abs(e.Value-c.want) > 1e-8 || math.Abs(before-0.04) > 1e-12 || e.Elements != c.y.Shape[0] {
			t.Errorf("%s, %T: %s is %g, of the frame before %g, of %d films, want %g, 0.04 and %d", c.split, c.y.Data, e.Metric,
				e.Value, before, e.Elements, c.want, c.y.Shape[0])
		}
	}
}

// A shift of x by 0.25 in films of one object costs (0.25/std)^2 there and back.
func TestEvaluateFilmChars(t *testing.T) {
	dir := t.TempDir()
	data, poses := filmsFile(t, dir, 200, 1)
	size := product(poses.Shape[1:])
	y := npz.Array{Key: "y", Shape: append([]int{20}, poses.Shape[1:]...), Data: slices.Clone(poses.Data.([]float32)[:20*size])}
	o := evalOptions{EvaluateOptions{Task: TaskFilmChars, Data: data}, writeFilms(t, dir, "y.npz", y)}
	e := evaluateFilmTask(t, o)
	if class := e.row(groupRows, rowClass); e.Value != 0 || e.Metric != "ChamferMse" || class.Value != 1 || class.Of != 20*5 {
		t.Errorf("the targets: %s is %g, class accuracy %+v", e.Metric, e.Value, *class)
	}
	for i := 14; i < len(y.Data.([]float32)); i += objectWidth {
		y.Data.([]float32)[i] += 0.25
	}
	o.Predictions = writeFilms(t, dir, "y.npz", y)
	e = evaluateFilmTask(t, o)
	train := Batch{180 * 5, 1, objectWidth, poses.Data.([]float32)[20*size:]}
	if want := 2 * math.Pow(0.25*LossWeights(train)[14], 2); math.Abs(e.Value-want) > 1e-5*want {
		t.Errorf("metric is %g, want %g", e.Value, want)
	}
}

// Rows that change places once, in the last of 5 frames, are the same from frame to frame in 3 cases of 4.
func TestEvaluateFilmTracking(t *testing.T) {
	dir := t.TempDir()
	data, poses := filmsFile(t, dir, 200, 3)
	frames, rows := poses.Shape[1], poses.Shape[2]
	size := product(poses.Shape[1:])
	for _, c := range []struct {
		changed func(frame int) bool
		want    float64
	}{
		{func(int) bool { return false }, 1},
		{func(frame int) bool { return frame == 4 }, 0.75},
		{func(frame int) bool { return frame%2 == 1 }, 0},
	} {
		y := npz.Array{Key: "y_test", Shape: append([]int{20}, poses.Shape[1:]...)}
		values := slices.Clone(poses.Data.([]float32)[:20*size])
		for i := range 20 * frames {
			if set := values[i*rows*objectWidth:][:rows*objectWidth]; c.changed(i % frames) {
				copy(set, append(slices.Clone(set[objectWidth:]), set[:objectWidth]...))
			}
		}
		y.Data = values
		e := evaluateFilmTask(t, evalOptions{EvaluateOptions{Task: TaskFilmTracking, Data: data}, writeFilms(t, dir, "y.npz", y)})
		if class := e.row(groupRows, rowClass); e.Value != c.want || class.Value != 1 || float64(e.Elements) != class.Of/5*4 {
			t.Errorf("%s is %g of %d, class accuracy %+v, want %g", e.Metric, e.Value, e.Elements, *class, c.want)
		}
	}
}

func TestEvaluateFilmEvents(t *testing.T) {
	dir := t.TempDir()
	film := []int32{3, 0, 1, 2, 5, 1, 0, 3, 6, 3, 1, -1, -1, -1, -1, -1}
	data := writeFilms(t, dir, "films.npz", npz.Array{Key: keyEvents, Shape: []int{10, 4, 4}, Data: slices.Repeat(film, 10)})
	for _, c := range []struct {
		name  string
		y     []int32
		slack int
		found [4]int // of each kind
		f1    float64
	}{
		{"itself", film, 0, [4]int{1, 1, 0, 1}, 1},
		{"nothing", []int32{-1, -1, -1, -1}, 1, [4]int{}, 0},
		{"a frame late", []int32{4, 0, 1, 2, 6, 1, 3, 0, 7, 3, 1, -1}, 0, [4]int{}, 0},
		{"a frame late, slack", []int32{4, 0, 1, 2, 6, 1, 3, 0, 7, 3, 1, -1}, 1, [4]int{1, 1, 0, 1}, 1},
		{"one of two", []int32{4, 0, 1, 2, 4, 2, 1, -1}, 1, [4]int{1, 0, 0, 0}, 2. / 5},
	} {
		y := npz.Array{Key: "y", Shape: []int{1, len(c.y) / 4, 4}, Data: c.y}
		e := evaluateFilmTask(t, evalOptions{EvaluateOptions{Task: TaskFilmEvents, Data: data, Slack: c.slack},
			writeFilms(t, dir, "y.npz", y)})
		var found [4]int
		for k, kind := range filmEventNames {
			if recall := e.row(groupKind, kind, "recall"); recall != nil {
				found[k] = int(recall.Value*recall.Of + 0.5)
			}
		}
		if found != c.found || math.Abs(e.Value-c.f1) > 1e-15 {
			t.Errorf("%s: found %v with F1 %g, want %v and %g", c.name, found, e.Value, c.found, c.f1)
		}
	}
}

// The poses themselves tell the poses, of the last frame too, and x alone tells x.
func TestEvaluateFilmPoses(t *testing.T) {
	dir := t.TempDir()
	data, poses := filmsFile(t, dir, 300, 1)
	all := poses.Data.([]float32)
	film := product(poses.Shape[1:])
	predictions := func(dims, first, n int) string {
		var arrays []npz.Array
		for _, part := range []struct {
			key        string
			from, till int
		}{{"y_train", 30, 300}, {"y_test", 0, 30}} {
			var values []float32
			for i := part.from; i < part.till; i++ {
				for frame := range 5 {
					if dims == 3 || frame == 4 {
						values = append(values, all[i*film+frame*objectWidth+first:][:n]...)
					}
				}
			}
			shape := []int{part.till - part.from, n}
			if dims == 3 {
				shape = []int{part.till - part.from, 5, n}
			}
			arrays = append(arrays, npz.Array{Key: part.key, Shape: shape, Data: values})
		}
		return writeFilms(t, dir, "y.npz", arrays...)
	}
	for _, c := range []struct{ dims, first, n, trained int }{{3, 10, 8, 270 * 5}, {2, 10, 8, 270}, {3, 14, 1, 270 * 5}} {
		e := evaluateFilmTask(t, evalOptions{EvaluateOptions{Task: TaskFilmPoses, Data: data}, predictions(c.dims, c.first, c.n)})
		if fitted := fmt.Sprintf("fitted to %d with", c.trained); len(e.Tables) != 1 || !strings.Contains(e.Tables[0].Title, fitted) {
			t.Fatalf("decoded is %+v, want one rank, %s", e.Tables, fitted)
		}
		for k, row := range e.Tables[0].Rows {
			r2 := row[1].(judge.Fixed).Value
			if told := c.first-10 <= k && k < c.first-10+c.n; told && math.Abs(r2-1) > 1e-6 || !told && r2 > 0.2 {
				t.Errorf("%+v: R^2 of %s is %g", c, row[0], r2)
			}
		}
	}
}

// Objects go by brightness, whatever their rows, and the features of a film without a second object are left out.
func TestPosesByRank(t *testing.T) {
	const dark, bright, none = 0.5, 1, 0
	films := Batch{2, 2, 3 * objectWidth, nil}
	for _, brightness := range []float32{none, dark, bright, bright, none, dark, none, bright, none, dark, none, none} {
		row := make([]float32, objectWidth)
		row[objectWidth-1] = brightness
		films.Data = append(films.Data, row...)
	}
	for _, c := range []struct {
		rows, rank int
		x, y       []float64
	}{
		{2, 0, []float64{1, 2, 3, 4}, []float64{bright, bright, bright, dark}},
		{2, 1, []float64{1, 2}, []float64{dark, dark}},
		{1, 0, []float64{1, 2}, []float64{bright, dark}},
	} {
		x, y := posesByRank(Batch{2, c.rows, 1, []float32{1, 2, 3, 4}}, films, c.rank)
		var got []float64
		for pose := range slices.Chunk(y, 8) {
			got = append(got, pose[7])
		}
		if !slices.Equal(x, c.x) || !slices.Equal(got, c.y) {
			t.Errorf("%d rows, rank %d: features %v and brightness %v, want %v and %v", c.rows, c.rank, x, got, c.x, c.y)
		}
	}
}

func TestEvaluateFilmErrors(t *testing.T) {
	dir := t.TempDir()
	numbers := func(n int) []float32 { return make([]float32, n) }
	writeFilms(t, dir, "films.npz",
		npz.Array{Key: keyImages, Shape: []int{10, 3, 1, 2, 2}, Data: make([]uint8, 10*3*4)},
		npz.Array{Key: keyObjects, Shape: []int{10, 3, 4, 18}, Data: numbers(10 * 3 * 4 * 18)},
		npz.Array{Key: keyEvents, Shape: []int{10, 1, 4}, Data: make([]int32, 40)})
	writeFilms(t, dir, "still.npz", npz.Array{Key: keyObjects, Shape: []int{10, 4, 18}, Data: numbers(10 * 4 * 18)})
	writeFilms(t, dir, "few.npz", npz.Array{Key: keyEvents, Shape: []int{9, 1, 4}, Data: make([]int32, 36)})
	writeFilms(t, dir, "flat.npz", npz.Array{Key: "y", Shape: []int{1, 2}, Data: numbers(2)})
	writeFilms(t, dir, "bright.npz", npz.Array{Key: "y", Shape: []int{1, 2, 1, 2, 2}, Data: append(numbers(7), 255)})
	writeFilms(t, dir, "kind.npz", npz.Array{Key: "y", Shape: []int{1, 1, 4}, Data: []int32{0, 4, 0, 0}})
	for _, c := range []struct {
		o    evalOptions // with names without folder and .npz
		want string
	}{
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: TaskFilmChars, Baseline: "zero"}},
			`judge: task FilmChars of syndacate has no baselines; give predictions with --pred`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: "Foo", Baseline: "zero"}},
			`syndacate: no task "Foo", there are ImToParts, `},
		{evalOptions{EvaluateOptions{Task: TaskFilmChars, Data: "."}, "flat"},
			`syndacate: DIR is a folder, want the file of films, vindacate_....npz`},
		{evalOptions{EvaluateOptions{Task: TaskFilmChars, Data: "still.npz"}, "flat"},
			`syndacate: DIR/still.npz: object_poses is float32 (10, 4, 18), want float32 (films, frames, rows, 18)`},
		{evalOptions{EvaluateOptions{Task: TaskFilmEvents, Data: "few.npz"}, "flat"},
			`syndacate: DIR/few.npz has 9 films, want at least 10: the first tenth is the test split`},
		{evalOptions{EvaluateOptions{Task: TaskFilmEvents, Data: "films.npz", Slack: -1}, "flat"},
			`syndacate: slack is -1 frames, want at least 0`},
		{evalOptions{EvaluateOptions{Task: TaskFilmNextFrame, Data: "films.npz"}, "flat"},
			`syndacate: DIR/flat.npz: y is float32 (1, 2), want uint8 or float32 (1, 2, 1, 2, 2)`},
		{evalOptions{EvaluateOptions{Task: TaskFilmNextFrame, Data: "films.npz"}, "bright"},
			`syndacate: DIR/bright.npz: y is 255 in film 0, want 0 to 1`},
		{evalOptions{EvaluateOptions{Task: TaskFilmTracking, Data: "films.npz"}, "flat"},
			`syndacate: DIR/flat.npz: y is float32 (1, 2), want float32 or float64 (1, 3, any number of rows, 18)`},
		{evalOptions{EvaluateOptions{Task: TaskFilmEvents, Data: "films.npz"}, "flat"},
			`syndacate: DIR/flat.npz: y is float32 (1, 2), want int32 (1, any number, 4)`},
		{evalOptions{EvaluateOptions{Task: TaskFilmEvents, Data: "films.npz"}, "kind"},
			`syndacate: DIR/kind.npz: y has kind 4 in row 0 of film 0, want 0 to 3`},
		{evalOptions{EvaluateOptions{Task: TaskFilmPoses, Data: "films.npz"}, "flat"},
			`syndacate: features: npz: DIR/flat.npz: no array "y_train", there are y`},
	} {
		o := c.o
		o.Data = filepath.Join(dir, o.Data)
		if o.Predictions != "" {
			o.Predictions = filepath.Join(dir, o.Predictions+".npz")
		}
		_, err := evaluate(t, o)
		if err == nil {
			t.Errorf("%+v: no error, want %s", c.o, c.want)
		} else if got := strings.ReplaceAll(err.Error(), dir, "DIR"); !strings.HasPrefix(got, c.want) ||
			c.o.Task == "Foo" && !strings.HasSuffix(got, "; of films there are "+strings.Join(FilmTasks, ", ")) {
			t.Errorf("%+v: error is\n%s, want\n%s", c.o, got, c.want)
		}
	}
}
