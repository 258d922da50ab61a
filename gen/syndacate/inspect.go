package syndacate

import (
	"context"
	"fmt"
	"path/filepath"
)

// InspectOptions say what Inspect reads.
type InspectOptions struct {
	Data        string // a file, or a folder that has the task's file or one .npz file only
	Task        string // whose targets are shown; if empty, the lines of the file, or what else it has
	Index       int    // first element
	Count       int    // elements; if 0, 12, or all that there are
	IID         bool   // those of the arrays test_iid_*, of a file of shifted elements
	Predictions string // an .npz file, as Evaluate takes it, with the task; y is for split test, as y_test is
}

// inspectCount is how many elements are shown where nobody says otherwise.
const inspectCount = 12

// inspectFrames is how many frames of a film are shown at most.
const inspectFrames = 10

// InspectedSample is an element of a file to look at.
type InspectedSample struct {
	Index         int
	Split         string // test, train or test_iid
	Width, Height int    // of the pictures
	// Objects are the classes, in the order of rows, without padding and repetition. Squares have none. Those that noise
	// changed say what they were.
	Objects []string
	// Noise is kind and level of noise, NoiseSays what that is; both are empty without.
	Noise, NoiseSays string
	// Panels are the pictures, in rows. The first has what a model sees; behind it come the picture without noise, depth and
	// the places of objects, where the file has them. Of a film there are frames in equal steps from the first to the last,
	// and below them those without noise.
	Panels     [][]InspectedPanel
	False      bool   // there are lines that belong to no object
	Predicted  []Mark // on the first picture
	Classified string // predicted class of class tasks
}

// InspectedPanel is a picture of an element.
type InspectedPanel struct {
	Title    string  // what it is; empty for the only one
	Picture  []uint8 // gray, the first row on top
	Numbered bool    // Picture has numbers of objects, not grays: 1 for the first of Objects and so on, 0 for none
	Targets  []Mark  // in the order of painting
}

// Mark is a line, or a point where both ends are the same, in pixels of the picture, from its upper left corner. Arcs, discs
// and polygons are as many lines as are drawn for them.
type Mark struct {
	X, Y   [2]float64
	Width  float64 // thickness with the factor of the code release: 1.5 of targets, 4.5 or, of words, 3 of predictions
	Alpha  float64 // brightness, 0 to 1
	Object int     // its index in Objects; -1 of predictions, and of false lines, which belong to none
	Row    int     // of the set that it is from
	Class  string  // of a predicted letter or word
}

// Inspect reads elements with what is to be found in them. Memory is for what is shown, however large the file.
func Inspect(ctx context.Context, o InspectOptions) (out []InspectedSample, err error) {
	in, err := openInspected(o)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if err := in.readPredictions(o); err != nil {
		return nil, err
	}
	err = in.each(ctx, elementKeys, func(index int, e *inspectedElement) error {
		out = append(out, in.sample(index, e))
		return nil
	})
	return out, err
}

// openInspected finds and opens the file, and finds out which elements it has.
func openInspected(o InspectOptions) (_ *inspected, err error) {
	in := &inspected{}
	if o.Task != "" {
		if in.task, err = scoredTaskOf(o.Task); err != nil {
			return nil, err
		}
		if in.task.hasFeatures() {
			return nil, fmt.Errorf("syndacate: task %s has features, no pictures", o.Task)
		}
	} else if o.Predictions != "" {
		return nil, fmt.Errorf("syndacate: predictions of which task? %s does not say", o.Predictions)
	}
	path := o.Data
	switch {
	case !isFolder(o.Data):
	case in.task != nil:
		path = filepath.Join(o.Data, in.task.File())
	default:
		files, err := filepath.Glob(filepath.Join(o.Data, "*"+fileExtension))
		if err != nil || len(files) != 1 {
			return nil, fmt.Errorf("syndacate: %s has %d %s files, want one; name the file or the task", o.Data, len(files), fileExtension)
		}
		path = files[0]
	}
	if in.task != nil {
		in.arrayFile, err = in.task.openFile(path)
	} else {
		in.arrayFile, err = openArrays(path, "")
	}
	if err != nil {
		return nil, err
	}
	if err = in.choose(o); err == nil {
		err = in.identify()
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// choose finds the elements that are asked for.
func (in *inspected) choose(o InspectOptions) error {
	if o.IID {
		in.prefix = testPrefix
		if !in.has(keyImages) {
			return fmt.Errorf("syndacate: %s has no %s: only files of shifted elements have", in.path, testPrefix+keyImages)
		}
	}
	picture := []any{1, some("H"), some("W")}
	images, _, err := in.look(in.prefix+keyImages, wanted{"uint8", append([]any{some("N")}, picture...), ""},
		wanted{"uint8", append([]any{some("N"), some("T")}, picture...), ", of films"})
	if err != nil {
		return err
	}
	in.measure(images.Shape)
	in.first, in.count = o.Index, o.Count
	if in.count == 0 {
		in.count = max(1, min(inspectCount, in.n-o.Index))
	}
	if o.Index < 0 || in.count < 1 || o.Index+in.count > in.n {
		return fmt.Errorf("syndacate: elements %d to %d of %s, want some of 0 to %d", o.Index, o.Index+in.count-1, in.path, in.n-1)
	}
	return nil
}

// readPredictions reads what is predicted, if that is asked for.
func (in *inspected) readPredictions(o InspectOptions) (err error) {
	if o.Predictions == "" {
		return nil
	}
	split := in.split(in.first)
	last := in.first + in.count - 1
	if in.split(last) != split {
		return fmt.Errorf("syndacate: elements %d to %d are of two splits, whose predictions are apart; choose some of one",
			in.first, last)
	}
	if in.predicted, err = in.task.readPredictions(o.Predictions, split, anyCount); err != nil {
		return err
	}
	in.predictedFirst = in.first
	if split == "train" {
		in.predictedFirst -= in.test
	}
	if have := max(in.predicted.rows.N, len(in.predicted.labels)); in.predictedFirst+in.count > have {
		return fmt.Errorf("syndacate: %s has predictions of %d elements, want %d for element %d", o.Predictions, have,
			in.predictedFirst+in.count, last)
	}
	return nil
}
