package syndacate

import (
	"flag"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/gen/judge"
	"mereo/gen/write/npz"
)

// evaluateFile samples the file of a task into a folder. Pictures are left out; evaluation needs none but for BaselineNearest.
func evaluateFile(t *testing.T, dir, task string) {
	t.Helper()
	arrays := evaluateArrays(t, task, false)
	data, err := TaskByName(task)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := npz.Write(dir, data.File(), arrays); err != nil {
		t.Fatal(err)
	}
}

// evaluateArrays samples the arrays of a task's file.
func evaluateArrays(t *testing.T, name string, pictures bool) (arrays []npz.Array) {
	t.Helper()
	task, err := TaskByName(name)
	if err != nil {
		t.Fatal(err)
	}
	c := task.sampler
	s, err := newSampler(c)
	if err != nil {
		t.Fatal(err)
	}
	n, partSize, objectSize := c.numElements, c.partRows()*partWidth, c.objectRows()*c.objectWidth()
	if c.parts() == 0 {
		partSize = 0
	}
	parts, objects := make([]float32, n*partSize), make([]float32, n*objectSize)
	var images []uint8
	var e element
	for i := range n {
		s.next(&e)
		if partSize > 0 {
			e.putParts(c, parts[i*partSize:(i+1)*partSize])
		}
		e.putObjects(c, objects[i*objectSize:(i+1)*objectSize])
		if pictures {
			images = append(images, drawElement(c, &e)...)
		}
	}
	if pictures {
		arrays = append(arrays, npz.Array{Key: "images", Shape: []int{n, 1, c.height, c.width}, Data: images})
	}
	if partSize > 0 {
		arrays = append(arrays, npz.Array{Key: "part_poses", Shape: []int{n, c.partRows(), partWidth}, Data: parts})
	}
	return append(arrays, npz.Array{Key: "object_poses", Shape: []int{n, c.objectRows(), c.objectWidth()}, Data: objects})
}

// evalOptions are EvaluateOptions with the file of predictions.
type evalOptions struct {
	EvaluateOptions
	Predictions string
}

// evaluation is a report of a task.
type evaluation struct {
	*judge.TaskReport
	Metric   string
	Value    float64
	Elements int
}

func evaluate(t *testing.T, o evalOptions) (*evaluation, error) {
	t.Helper()
	set := Judge()
	var f flag.FlagSet
	set.Flags(&f)
	if err := f.Parse([]string{"--count", strconv.Itoa(o.Count), "--known", strconv.Itoa(o.Train), "--slack", strconv.Itoa(o.Slack)}); err != nil {
		t.Fatal(err)
	}
	options := judge.Options{Data: o.Data, Split: o.Split, Task: o.Task, Baseline: o.Baseline}
	if o.Predictions != "" {
		options.Pred = []string{o.Predictions}
	}
	r, err := judge.Run(t.Context(), set, options)
	if err != nil {
		return nil, err
	}
	e := &evaluation{TaskReport: r.Tasks[0]}
	row := e.Rows[0]
	e.Metric, e.Elements = row.Name, row.Count
	e.Value = row.Scores[0][e.Columns[0]].Value
	return e, nil
}

// row is a score of a row, in the first column unless another one is named; nil for none.
func (e *evaluation) row(group, name string, column ...string) *judge.Score {
	for _, r := range e.Rows {
		if r.Group == group && r.Name == name {
			return r.Scores[0][append(column, e.Columns[0])[0]]
		}
	}
	return nil
}

// errors are the mean absolute errors by entry.
func (e *evaluation) errors() map[string]float64 {
	out := map[string]float64{}
	for _, r := range e.Rows {
		if r.Group == groupErrors {
			out[r.Name] = r.Scores[0]["value"].Value
		}
	}
	return out
}

// std is the unit of a column.
func (e *evaluation) std(d int) float64 { return e.Tables[0].Rows[d][1].(judge.Fixed).Value }

// What needs no network, and the weights, on the official files: Levi and van der Wilk's generator gives these numbers.
func TestOfficialFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("samples four files of 70,000 elements")
	}
	type baseline struct{ task, name, want string }
	for _, f := range []struct {
		task      string // whose file and standard deviations these are
		baselines []baseline
		std       []float64
	}{
		{"ImToParts", []baseline{
			{"ImToParts", BaselineZero, "8.996"}, {"ImToParts", BaselineMean, "8.886"}, {"ImToParts", BaselinePadding, "6.672"},
			{"ImToClass", BaselineMajority, "0.1035"}, {"PartsToClass", BaselineLines, "0.4058"},
			{"ImToSingleChar", BaselineMean, "3.7913"},
		}, []float64{0.339426, 0.362551, 0.339426, 0.362551, 1.424636, 0.377055}},
		{"PartsToChars", []baseline{
			{"PartsToChars", BaselineZero, "22.239"}, {"PartsToChars", BaselineMean, "18.009"},
			{"PartsToChars", BaselinePadding, "13.131"},
		}, []float64{
			0.214517, 0.244829, 0.214231, 0.125563, 0.176538, 0.243877, 0.213555, 0.244753, 0.176262, 0.213267,
			0.386885, 0.158885, 0.196630, 0.184243, 0.393040, 0.392274, 3.869048, 0.386734,
		}},
		{"ImToChars", []baseline{
			{"ImToChars", BaselineZero, "22.815"}, {"ImToChars", BaselineMean, "22.818"},
		}, []float64{
			0.219171, 0.217428, 0.217747, 0.217773, 0.219282, 0.219871, 0.218014, 0.217928, 0.216581, 0.217601,
			0.388631, 0.161275, 0.204847, 0.185479, 0.408324, 0.408709, 3.885283, 0.388638,
		}},
		{"Words", []baseline{
			{"Words", BaselineZero, "22.827"}, {"Words", BaselineMean, "22.831"},
		}, []float64{
			0.216832, 0.219009, 0.217290, 0.216668, 0.219342, 0.216823, 0.216685, 0.219632, 0.219871, 0.219248,
			0.389093, 0.161279, 0.204311, 0.185435, 0.409070, 0.409216, 2.042565, 0.388721,
		}},
	} {
		dir := t.TempDir()
		evaluateFile(t, dir, f.task)
		for i, b := range f.baselines {
			metric, value, err := Evaluate(t.Context(), EvaluateOptions{Task: b.task, Data: dir, Baseline: b.name})
			if err != nil {
				t.Fatal(err)
			}
			digits := len(b.want) - 1 - strings.Index(b.want, ".")
			if got := strconv.FormatFloat(value, 'f', digits, 64); got != b.want {
				t.Errorf("%s, %s: %s is %s, want %s", b.task, b.name, metric, got, b.want)
			}
			if i > 0 {
				continue
			}
			data, err := openScored(EvaluateOptions{Task: b.task, Data: dir})
			if err != nil {
				t.Fatal(err)
			}
			data.Close()
			weights := LossWeights(data.trainTarget)
			for d, want := range f.std {
				if got := 1 / weights[d]; math.Abs(got-want) > 1e-4*want {
					t.Errorf("%s: std %d is %.6f, want %g", b.task, d, got, want)
				}
			}
		}
	}
}

// The nearest of 100 training pictures has the class of 261 of the first 2,000 test elements.
func TestOfficialNearest(t *testing.T) {
	task, err := TaskByName("ImToClass")
	if err != nil {
		t.Fatal(err)
	}
	draw := func(first, n int, do func(picture []uint8, class int)) {
		s, err := newSampler(task.sampler)
		if err != nil {
			t.Fatal(err)
		}
		s.skip(first)
		var e element
		for range n {
			s.next(&e)
			do(drawElement(task.sampler, &e), e.classes[0])
		}
	}
	var known sparsePictures
	var classes []int
	draw(fullTestElements, 100, func(picture []uint8, class int) {
		known.add(picture)
		classes = append(classes, class)
	})
	right := 0
	draw(0, 2000, func(picture []uint8, class int) {
		if classes[known.nearest(picture)] == class {
			right++
		}
	})
	if right != 261 {
		t.Errorf("%d are right, want 261", right)
	}
}

func TestNearestOfEqualPicturesIsTheFirst(t *testing.T) {
	var known sparsePictures
	for _, p := range [][]uint8{{0, 9, 0}, {5, 0, 1}, {5, 0, 1}, {0, 0, 0}} {
		known.add(p)
	}
	for _, c := range []struct {
		picture []uint8
		want    int
	}{{[]uint8{5, 0, 1}, 1}, {[]uint8{0, 8, 0}, 0}, {[]uint8{0, 1, 0}, 3}, {[]uint8{255, 255, 255}, 0}} {
		if got := known.nearest(c.picture); got != c.want {
			t.Errorf("nearest of %v is %d, want %d", c.picture, got, c.want)
		}
	}
}

// evaluateTarget is what a task's split has as targets, as predictions.
func evaluateTarget(t *testing.T, dir, task, split string) (npz.Array, *scored) {
	t.Helper()
	s, err := openScored(EvaluateOptions{Task: task, Data: dir, Split: split})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s.task.Loss == LossCrossEntropy {
		return npz.Array{Key: "y", Shape: []int{s.count}, Data: s.targetClass}, s
	}
	return npz.Array{Key: "y", Shape: append([]int{s.count}, s.task.TShape()...), Data: slices.Clone(s.target.Data)}, s
}

// Whoever predicts the targets has no error, in both splits, and rows of a set may come in any order and twice.
func TestEvaluatePerfect(t *testing.T) {
	dir := t.TempDir()
	for _, task := range []string{
		"ImToPartsSmall", "ImToParts1eSmall", "PartsToCharsSmall", "ImToCharsSmall", "WordsSmall", "MultiSquaresSmall",
		"SingleSquaresSmall", "ImToSingleCharSmall", "PartsToClassSmall", "Parts2eToClassNfSmall",
	} {
		evaluateFile(t, dir, task)
		for _, split := range []string{"test", "train"} {
			y, s := evaluateTarget(t, dir, task, split)
			if s.task.Loss == LossChamferMSE {
				var rows []float32
				for i := range s.count {
					set := s.target.set(i)
					rows = append(append(rows, set[len(set)/2/s.task.width*s.task.width:]...), set...)
				}
				y.Shape[1], y.Data = len(rows)/s.count/s.task.width, rows
			}
			if split == "train" {
				y.Key = "y_train"
			}
			name := filepath.Join(dir, "y.npz")
			if _, err := npz.Write(dir, "y.npz", []npz.Array{{Key: "noise", Shape: []int{1}, Data: []uint8{1}}, y}); err != nil {
				t.Fatal(err)
			}
			e, err := evaluate(t, evalOptions{EvaluateOptions{Task: task, Data: dir, Split: split}, name})
			if err != nil {
				t.Fatalf("%s, %s: %v", task, split, err)
			}
			want := 0.0
			if s.task.Loss == LossCrossEntropy {
				want = 1
			}
			if s.task.Loss == LossCrossEntropy {
				e.Metric = "accuracy"
			}
			if e.Value != want || e.Elements != 200 {
				t.Errorf("%s, %s: %s is %g of %d elements, want %g of 200", task, split, e.Metric, e.Value, e.Elements, want)
			}
			if a := e.row(groupRows, rowClass); a != nil && a.Value != 1 {
				t.Errorf("%s, %s: class accuracy is %g, want 1", task, split, a.Value)
			}
			for entry, mean := range e.errors() {
				if mean != 0 {
					t.Errorf("%s, %s: error of %s is %g, want 0", task, split, entry, mean)
				}
			}
		}
	}
}

// A shift of x by 0.25 in the predictions of aligned sets costs (0.25/std)^2 and is the error of x alone.
func TestEvaluateShift(t *testing.T) {
	dir := t.TempDir()
	evaluateFile(t, dir, "PartsToCharsSmall")
	y, s := evaluateTarget(t, dir, "PartsToCharsSmall", "test")
	data := make([]float64, 0, len(y.Data.([]float32)))
	for i, v := range y.Data.([]float32) {
		data = append(data, float64(v))
		if i%18 == 14 {
			data[i] += 0.25
		}
	}
	y.Data = data
	if _, err := npz.Write(dir, "y.npz", []npz.Array{y}); err != nil {
		t.Fatal(err)
	}
	e, err := evaluate(t, evalOptions{
		EvaluateOptions{Task: "PartsToCharsSmall", Data: filepath.Join(dir, s.task.File())}, filepath.Join(dir, "y.npz"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := 0.25 * 0.25 / (e.std(14) * e.std(14))
	if math.Abs(e.Value-want) > 1e-5*want {
		t.Errorf("metric is %g, want %g", e.Value, want)
	}
	if len(e.errors()) != 8 {
		t.Errorf("errors are %v, want those of 8 entries", e.errors())
	}
	for entry, mean := range e.errors() {
		want := 0.0
		if entry == "x" {
			want = 0.25
		}
		if math.Abs(mean-want) > 1e-6 {
			t.Errorf("error of %s is %g, want %g", entry, mean, want)
		}
	}
}

// Logits: ties take the first class, and figures of classes count targets by row.
func TestEvaluateLogits(t *testing.T) {
	dir := t.TempDir()
	evaluateFile(t, dir, "PartsToClassSmall")
	_, s := evaluateTarget(t, dir, "PartsToClassSmall", "test")
	y := npz.Array{Key: "y_test", Shape: []int{3, 10}, Data: make([]float32, 30)}
	y.Data.([]float32)[10+int(s.targetClass[1])] = 2
	if _, err := npz.Write(dir, "y.npz", []npz.Array{y}); err != nil {
		t.Fatal(err)
	}
	e, err := evaluate(t, evalOptions{EvaluateOptions{Task: "PartsToClassSmall", Data: dir, Count: 3}, filepath.Join(dir, "y.npz")})
	if err != nil {
		t.Fatal(err)
	}
	// The first elements of the stream are L, X and W: the one with a logit is right, the others are taken for A.
	confusion := make([][]int, 10)
	for i := range confusion {
		confusion[i] = make([]int, 10)
	}
	confusion[4][0], confusion[8][8], confusion[7][0] = 1, 1, 1
	for class, row := range e.Tables[0].Rows {
		for k, n := range row[1:] {
			if n != confusion[class][k] {
				t.Errorf("confusion of %v is %v, want %v", row[0], row[1:], confusion[class])
			}
		}
	}
	wantLoss := (2*math.Log(10) + math.Log(9+math.Exp(2)) - 2) / 3
	if loss := e.row("all", "all", "cross entropy").Value; e.Value != 1./3 || math.Abs(loss-wantLoss) > 1e-12 {
		t.Errorf("accuracy is %g and loss %g, want 1/3 and %g", e.Value, loss, wantLoss)
	}
	if e.row(groupClass, "A") != nil || e.row(groupClass, "X").Value != 1 || e.row(groupClass, "L").Value != 0 {
		t.Errorf("accuracies are %v", e.Rows)
	}
}

func TestEvaluateErrors(t *testing.T) {
	dir := t.TempDir()
	evaluateFile(t, dir, "ImToPartsSmall")
	evaluateFile(t, dir, "PartsToCharsSmall")
	numbers := func(n int) []float32 { return make([]float32, n) }
	nan := numbers(200 * 2 * 6)
	nan[6*(2*5+1)+3] = float32(math.NaN())
	files := map[string]npz.Array{
		"none":   {Key: "z", Shape: []int{1}, Data: numbers(1)},
		"narrow": {Key: "y", Shape: []int{200, 9, 5}, Data: numbers(200 * 9 * 5)},
		"few":    {Key: "y_test", Shape: []int{199, 9, 6}, Data: numbers(199 * 9 * 6)},
		"empty":  {Key: "y", Shape: []int{200, 0, 6}, Data: numbers(0)},
		"bytes":  {Key: "y", Shape: []int{200, 9, 6}, Data: make([]uint8, 200*9*6)},
		"nan":    {Key: "y", Shape: []int{200, 2, 6}, Data: nan},
		"rows":   {Key: "y", Shape: []int{200, 24, 18}, Data: numbers(200 * 24 * 18)},
		"flat":   {Key: "y", Shape: []int{200, 9}, Data: numbers(200 * 9)},
		"labels": {Key: "y", Shape: []int{200}, Data: append(make([]int32, 199), 10)},
	}
	for name, a := range files {
		if _, err := npz.Write(dir, name+".npz", []npz.Array{a}); err != nil {
			t.Fatal(err)
		}
	}
	constant := npz.Array{Key: "part_poses", Shape: []int{400, 9, 6}, Data: numbers(400 * 9 * 6)}
	if _, err := npz.Write(dir, "constant.npz", []npz.Array{constant}); err != nil {
		t.Fatal(err)
	}
	constant.Shape = []int{100, 36, 6}
	if _, err := npz.Write(dir, "wide.npz", []npz.Array{constant}); err != nil {
		t.Fatal(err)
	}
	constant.Shape, constant.Data = []int{150, 9, 6}, numbers(150*9*6)
	if _, err := npz.Write(dir, "short.npz", []npz.Array{constant}); err != nil {
		t.Fatal(err)
	}
	const parts, chars = "ImToPartsSmall", "PartsToCharsSmall"
	for _, c := range []struct {
		o    evalOptions
		want string // DIR stands for the folder
	}{
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: "Foo", Baseline: "zero"}},
			`syndacate: no task "Foo", there are ImToParts, `},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: "WordsSmall", Baseline: "zero"}},
			`syndacate: DIR/words_h100n400o3s0u10w100.npz is not there, task WordsSmall is read from it; `},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Split: "val", Baseline: "zero"}},
			`syndacate: no split "val", want test or train`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Count: 201, Baseline: "zero"}},
			`syndacate: the first 201 elements of split test, want 1 to 200`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Baseline: "lines"}},
			`judge: syndacate has no baseline "lines", want one of nearest, zero, mean, padding`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: "PartsToClassSmall", Baseline: "zero"}},
			`judge: syndacate has no baseline "zero", want one of majority, lines`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Baseline: "mean", Train: 5}},
			`syndacate: 5 training elements for baseline mean, only nearest takes ` +
				`less than all`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Baseline: "nearest", Train: 201}},
			`syndacate: the first 201 training elements, want 1 to 200`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Baseline: "nearest"}},
			`syndacate: baseline nearest: npz: DIR/`},
		{evalOptions{EvaluateOptions{Task: parts}, "none"},
			`syndacate: DIR/none.npz has no array y_test or y, there are z`},
		{evalOptions{EvaluateOptions{Task: parts}, "narrow"},
			`syndacate: DIR/narrow.npz: y is float32 (200, 9, 5), want float32 or ` +
				`float64 (200, any number of rows, 6)`},
		{evalOptions{EvaluateOptions{Task: parts}, "few"},
			`syndacate: DIR/few.npz: y_test is float32 (199, 9, 6), want float32 or ` +
				`float64 (200, any number of rows, 6)`},
		{evalOptions{EvaluateOptions{Task: parts}, "empty"},
			`syndacate: DIR/empty.npz: y is float32 (200, 0, 6), want float32 or ` +
				`float64 (200, any number of rows, 6)`},
		{evalOptions{EvaluateOptions{Task: parts}, "bytes"},
			`syndacate: DIR/bytes.npz: y is uint8 (200, 9, 6), want float32 or ` +
				`float64 (200, any number of rows, 6)`},
		{evalOptions{EvaluateOptions{Task: parts}, "nan"},
			`syndacate: DIR/nan.npz: y is NaN in column 3 of row 1 of element 5, want ` +
				`finite numbers`},
		{evalOptions{EvaluateOptions{Task: chars}, "rows"},
			`syndacate: DIR/rows.npz: y is float32 (200, 24, 18), want float32 or ` +
				`float64 (200, 25, 18)`},
		{evalOptions{EvaluateOptions{Task: "ImToClassSmall"}, "flat"},
			`syndacate: DIR/flat.npz: y is float32 (200, 9), want float32 or ` +
				`float64 (200, 10), logits, or integers (200,), labels`},
		{evalOptions{EvaluateOptions{Task: "ImToClassSmall"}, "labels"},
			`syndacate: DIR/labels.npz: y is 10 in element 199, want 0 to 9`},
		{evalOptions{EvaluateOptions{Task: "ImToSingleCharSmall"}, "flat"},
			`syndacate: DIR/flat.npz: y is float32 (200, 9), want ` +
				`float32 or float64 (200, 18)`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Data: "constant.npz", Baseline: "zero"}},
			`syndacate: DIR/constant.npz: column 0 of the targets is ` +
				`the same in all 200 training elements: it has no unit to compare in; make more elements`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Data: "wide.npz", Baseline: "zero"}},
			`syndacate: DIR/wide.npz: part_poses is float32 (100, 36, 6), ` +
				`want float32 (N, 9, 6); task ImToPartsSmall needs syndacate_aFfTh100n400o1p4rTs1u10w100.npz`},
		{evalOptions{EvaluateOptions: EvaluateOptions{Task: parts, Data: "short.npz", Baseline: "zero"}},
			`syndacate: DIR/short.npz has 150 elements, want more than 200: ` +
				`the first 200 are the test split, and the metric takes its weights from what follows`},
	} {
		o := c.o
		o.Data = filepath.Join(dir, o.Data)
		if o.Predictions != "" {
			o.Predictions = filepath.Join(dir, o.Predictions+".npz")
		}
		_, err := evaluate(t, o)
		if err == nil {
			t.Errorf("%+v: no error, want %s", c.o, c.want)
		} else if got := strings.ReplaceAll(err.Error(), dir, "DIR"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: error is\n%s, want\n%s", c.o, got, c.want)
		}
	}
}
