package syndacate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// scored is a task's file, open, with the targets of the split that is evaluated and of all training elements.
type scored struct {
	*arrayFile
	task  *scoredTask
	split string
	first int // element of the file, of the split's first
	count int // elements that are compared
	train struct{ first, count int }

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

// openScored opens the file and reads its targets. The caller closes the file.
func openScored(o EvaluateOptions) (_ *scored, err error) {
	task, err := findScored(o.Task)
	if err != nil {
		return nil, err
	}
	path := o.Data
	if isFolder(path) {
		path = filepath.Join(path, task.File())
	}
	file, err := task.openFile(path)
	if err != nil {
		return nil, err
	}
	s := &scored{arrayFile: file, task: task, split: o.Split}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if task.hasFeatures() {
		return s, s.readPretrained(o)
	}
	all, err := s.readTargets()
	if err != nil {
		return nil, err
	}
	if err := s.divide(all.N, o); err != nil {
		return nil, err
	}
	s.target = all.slice(s.first, s.first+s.count)
	s.trainTarget = all.slice(s.train.first, s.train.first+s.train.count)
	if task.Loss == LossCrossEntropy {
		s.targetClass, s.trainClass = bestClasses(s.target, task.width), bestClasses(s.trainTarget, task.width)
	}
	return s, nil
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
	a, _, err := s.read(key, wanted{"int64", []any{some("N")}, ", classes"})
	if err != nil {
		return nil, err
	}
	labels := a.Data.([]int64)
	return labels, checkClasses(s.path, key, labels, len(s.task.classes))
}

// readTargets reads the targets of all elements of a file; of class tasks the objects that have them.
func (s *scored) readTargets() (Batch, error) {
	task, key := s.task, s.task.key
	if clean := key + cleanSuffix; key == keyParts && slices.Contains(s.Keys(), clean) {
		key = clean // of a noisy file, whose part_poses are what a model sees
	}
	needs := fmt.Sprintf("; task %s needs %s", task.Name, task.File())
	b, _, err := s.sets(key, wanted{"float32", []any{some("N"), task.rows, task.storedWidth}, needs})
	if err == nil && task.width < task.storedWidth {
		b.Data, b.Width = firstColumns(b.Data, task.storedWidth, task.width), task.width
	}
	return b, err
}

// bestClasses are the classes of the first rows of sets, which begin with the scores of so many.
func bestClasses(b Batch, classes int) []int64 {
	out := make([]int64, b.N)
	for i := range out {
		out[i] = bestClass(b.row(i, 0)[:classes])
	}
	return out
}

// predicted are predictions: rows, or labels of class tasks.
type predicted struct {
	rows   Batch
	labels []int64
}

// anyCount is for predictions of any number of elements.
const anyCount = -1

// readPredictions reads the array of the split, or else y, with count elements.
func (t *scoredTask) readPredictions(path, split string, count int) (*predicted, error) {
	file, err := openArrays(path, "predictions")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	key, err := file.predictionKey(split)
	if err != nil {
		return nil, err
	}
	var n any = some("N")
	if count != anyCount {
		n = count
	}
	wants := map[Loss][]wanted{
		LossCrossEntropy:  {{floats, []any{n, t.width}, ", logits"}, {integers, []any{n}, ", labels"}},
		LossMSE:           {{floats, []any{n, t.width}, ""}},
		LossAlignedSetMSE: {{floats, []any{n, t.rows, t.width}, ""}},
		LossChamferMSE:    {{floats, []any{n, some("any number of rows"), t.width}, ""}},
	}
	a, which, err := file.read(key, wants[t.Loss]...)
	if err != nil {
		return nil, err
	}
	if which == 1 {
		labels := int64s(a.Data)
		return &predicted{labels: labels}, checkClasses(path, key, labels, t.width)
	}
	rows, err := file.batch(a)
	return &predicted{rows: rows}, err
}
