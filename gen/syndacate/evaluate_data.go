package syndacate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/write/npz"
)

// scored is a task's file, open, with the targets of the split that is evaluated and of all training elements.
type scored struct {
	task   *scoredTask
	path   string
	reader *npz.Reader
	split  string
	first  int // element of the file, of the split's first
	count  int // elements that are compared
	train  struct{ first, count int }

	target, trainTarget     Batch   // of tasks with poses
	targetClass, trainClass []int64 // of class tasks
}

// findScored is scoredTaskOf for a name that may be meant to be a task of films.
func findScored(name string) (*scoredTask, error) {
	task, err := scoredTaskOf(name)
	if err != nil {
		err = fmt.Errorf("%w; of films there are %s", err, strings.Join(FilmTasks, ", "))
	}
	return task, err
}

// openScored opens the file and reads its targets. The caller closes the reader.
func openScored(o EvaluateOptions) (_ *scored, err error) {
	task, err := findScored(o.Task)
	if err != nil {
		return nil, err
	}
	s := &scored{task: task, path: o.Data, split: o.Split}
	if isFolder(o.Data) {
		s.path = filepath.Join(o.Data, task.File())
	}
	if s.reader, err = openData(s.path, task.Task); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.reader.Close()
		}
	}()
	if task.hasFeatures() {
		return s, s.readPretrained(o)
	}
	all, err := readTargets(s.reader, s.path, task)
	if err != nil {
		return nil, err
	}
	if err := s.divide(all.N, o); err != nil {
		return nil, err
	}
	s.target = all.slice(s.first, s.first+s.count)
	s.trainTarget = all.slice(s.train.first, s.train.first+s.train.count)
	if task.Loss == LossCrossEntropy {
		s.targetClass, s.trainClass = bestClasses(s.target), bestClasses(s.trainTarget)
	}
	return s, nil
}

// readArray reads an array after fits has seen its type and shape. what is read is for errors.
func readArray(r *npz.Reader, key, what string, fits func(a npz.Array) error) (npz.Array, error) {
	a, err := r.Look(key)
	if err == nil {
		if err := fits(a); err != nil {
			return a, err
		}
		a, err = r.Read(key)
	}
	if err != nil {
		err = fmt.Errorf("syndacate: %s: %w", what, err)
	}
	return a, err
}

// openData opens a task's file.
func openData(path string, t Task) (*npz.Reader, error) {
	reader, err := npz.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("syndacate: %s is not there, task %s is read from it; %s", path, t.Name,
			t.maker(filepath.Dir(path)))
	} else if err != nil {
		return nil, fmt.Errorf("syndacate: task %s: %w", t.Name, err)
	}
	return reader, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// divide finds the split and the training elements among n: the first elements are the test split.
func (s *scored) divide(n int, o EvaluateOptions) error {
	test := testElements(n)
	if n <= test {
		return fmt.Errorf("syndacate: %s has %d elements, want more than %d: the first %d are the test split, and the metric "+
			"takes its weights from what follows", s.path, n, smallTestElements, smallTestElements)
	}
	s.train.first, s.train.count = test, n-test
	return s.choose(test, o)
}

// choose finds the elements that are compared.
func (s *scored) choose(test int, o EvaluateOptions) error {
	size := test
	switch s.split {
	case "", "test":
		s.split = "test"
	case "train":
		s.first, size = s.train.first, s.train.count
	default:
		return fmt.Errorf("syndacate: no split %q, want test or train", s.split)
	}
	s.count = size
	if o.Count < 0 || o.Count > size {
		return fmt.Errorf("syndacate: the first %d elements of split %s, want 1 to %d", o.Count, s.split, size)
	} else if o.Count > 0 {
		s.count = o.Count
	}
	return nil
}

// readPretrained reads the targets of a file of features, which has its splits apart.
func (s *scored) readPretrained(o EvaluateOptions) error {
	var err error
	if s.targetClass, err = s.readLabels("t_test"); err != nil {
		return err
	}
	if s.trainClass, err = s.readLabels("t_train"); err != nil {
		return err
	}
	test := len(s.targetClass)
	s.train.first, s.train.count = test, len(s.trainClass)
	if err := s.choose(test, o); err != nil {
		return err
	}
	if s.split == "train" {
		s.targetClass = s.trainClass
	}
	s.targetClass = s.targetClass[:s.count]
	return nil
}

func (s *scored) readLabels(key string) ([]int64, error) {
	a, err := readArray(s.reader, key, "task "+s.task.Name, func(a npz.Array) error {
		if _, ok := a.Data.([]int64); !ok || len(a.Shape) != 1 || a.Shape[0] == 0 {
			return wrongArray(s.path, a, "int64 (N,), classes")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	labels := a.Data.([]int64)
	return labels, checkClasses(s.path, key, labels, len(s.task.classes))
}

// readTargets reads the targets of all elements of a file; of class tasks the objects that have them.
func readTargets(reader *npz.Reader, path string, task *scoredTask) (Batch, error) {
	key := task.key
	if clean := key + cleanSuffix; key == keyParts && slices.Contains(reader.Keys(), clean) {
		key = clean // of a noisy file, whose part_poses are what a model sees
	}
	a, err := readArray(reader, key, "task "+task.Name, func(a npz.Array) error {
		if _, ok := a.Data.([]float32); !ok || len(a.Shape) != 3 || a.Shape[1] != task.rows || a.Shape[2] != task.storedWidth {
			return fmt.Errorf("%w; task %s needs %s", wrongArray(path, a, fmt.Sprintf("float32 (N, %d, %d)", task.rows,
				task.storedWidth)), task.Name, task.File())
		}
		return nil
	})
	if err != nil {
		return Batch{}, err
	}
	data := a.Data.([]float32)
	b := Batch{a.Shape[0], task.rows, task.storedWidth, data}
	if err := checkFinite(path, a.Key, b); err != nil {
		return Batch{}, err
	}
	if task.width < task.storedWidth {
		b.Data, b.Width = firstColumns(data, task.storedWidth, task.width), task.width
	}
	return b, nil
}

// bestClasses are the classes of the first rows of sets.
func bestClasses(b Batch) []int64 {
	out := make([]int64, b.N)
	for i := range out {
		out[i] = bestClass(b.row(i, 0))
	}
	return out
}

// predicted are predictions: rows, or labels of class tasks.
type predicted struct {
	rows   Batch
	labels []int64
}

// predictionKey is the array of the split, or else y.
func predictionKey(reader *npz.Reader, path, split string) (string, error) {
	keys := reader.Keys()
	for _, key := range []string{"y_" + split, "y"} {
		if slices.Contains(keys, key) {
			return key, nil
		}
	}
	return "", fmt.Errorf("syndacate: %s has no array y_%s or y, there are %s", path, split, reader.Names())
}

// anyCount is for predictions of any number of elements.
const anyCount = -1

// readPredictions reads the array of the split, or else y, with count elements.
func (t *scoredTask) readPredictions(path, split string, count int) (*predicted, error) {
	reader, err := npz.Open(path)
	if err != nil {
		return nil, fmt.Errorf("syndacate: predictions: %w", err)
	}
	defer reader.Close()
	key, err := predictionKey(reader, path, split)
	if err != nil {
		return nil, err
	}
	n := "N"
	if count != anyCount {
		n = strconv.Itoa(count)
	}
	rows, width, labels := t.rows, t.width, false
	a, err := readArray(reader, key, "predictions", func(a npz.Array) error {
		found := func(shape ...int) bool { // of one element; 0 is any length but 0
			return len(a.Shape) == len(shape)+1 && (count == anyCount || a.Shape[0] == count) &&
				slices.EqualFunc(a.Shape[1:], shape, func(got, want int) bool { return got > 0 && (want == 0 || got == want) })
		}
		_, float := float32s(a.Data)
		_, whole := int64s(a.Data)
		var want string
		switch t.Loss {
		case LossCrossEntropy:
			labels = whole && found()
			if rows = 1; labels || float && found(width) {
				return nil
			}
			want = fmt.Sprintf("(%s, %d), logits, or integers (%s,), labels", n, width, n)
		case LossMSE:
			if rows = 1; float && found(width) {
				return nil
			}
			want = fmt.Sprintf("(%s, %d)", n, width)
		case LossAlignedSetMSE:
			if float && found(rows, width) {
				return nil
			}
			want = fmt.Sprintf("(%s, %d, %d)", n, rows, width)
		case LossChamferMSE:
			if float && found(0, width) {
				rows = a.Shape[1]
				return nil
			}
			want = fmt.Sprintf("(%s, any number of rows, %d)", n, width)
		}
		return wrongArray(path, a, "float32 or float64 "+want)
	})
	if err != nil {
		return nil, err
	}
	p := &predicted{}
	if labels {
		p.labels, _ = int64s(a.Data)
		return p, checkClasses(path, key, p.labels, width)
	}
	data, _ := float32s(a.Data)
	p.rows = Batch{a.Shape[0], rows, width, data}
	return p, checkFinite(path, key, p.rows)
}

// float32s are the numbers of an array of floating point.
func float32s(data any) ([]float32, bool) {
	switch d := data.(type) {
	case []float32:
		return d, true
	case []float64:
		return converted[float32](d), true
	}
	return nil, false
}

// int64s are the numbers of an array of integers.
func int64s(data any) ([]int64, bool) {
	switch d := data.(type) {
	case []int64:
		return d, true
	case []int32:
		return converted[int64](d), true
	case []uint8:
		return converted[int64](d), true
	}
	return nil, false
}

func converted[To, From float32 | float64 | int64 | int32 | uint8](data []From) []To {
	out := make([]To, len(data))
	for i, v := range data {
		out[i] = To(v)
	}
	return out
}

// wrongArray is the error about an array of another type or shape.
func wrongArray(path string, a npz.Array, want string) error {
	return fmt.Errorf("syndacate: %s: %s is %s %s, want %s", path, a.Key, strings.TrimPrefix(fmt.Sprintf("%T", a.Data), "[]"),
		shapeText(a.Shape), want)
}

// checkFinite finds the first number that is NaN or infinite.
func checkFinite(path, key string, b Batch) error {
	for i, v := range b.Data {
		if v-v != 0 {
			row := i / b.Width
			return fmt.Errorf("syndacate: %s: %s is %g in column %d of row %d of element %d, want finite numbers", path, key, v,
				i%b.Width, row%b.Rows, row/b.Rows)
		}
	}
	return nil
}

// checkClasses finds the first label that is no class.
func checkClasses(path, key string, labels []int64, classes int) error {
	for i, v := range labels {
		if v < 0 || v >= int64(classes) {
			return fmt.Errorf("syndacate: %s: %s is %d in element %d, want 0 to %d", path, key, v, i, classes-1)
		}
	}
	return nil
}
