package syndacate

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
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
func Inspect(ctx context.Context, o InspectOptions) ([]InspectedSample, error) {
	in, err := openInspected(o)
	if err != nil {
		return nil, err
	}
	defer in.reader.Close()
	streams, err := in.openStreams()
	defer streams.close()
	if err != nil {
		return nil, err
	}
	if err := in.readPredictions(o); err != nil {
		return nil, err
	}
	var out []InspectedSample
	for i := range in.count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e, err := streams.next(in, in.first+i)
		if err != nil {
			return nil, err
		}
		s, err := in.sample(i, e)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// inspected is a file of which elements were asked for.
type inspected struct {
	reader *npz.Reader
	path   string
	task   *scoredTask  // nil if not given
	form   inspectForm  // of the rows
	noise  *noiseSource // nil without noise
	prefix string       // of keys

	first, count  int
	n             int // elements of the file
	test          int // elements of split test, the first
	width, height int // of pictures
	frames        int // of a film; 0 if elements are single pictures

	decoder        decoder // of predicted objects
	predicted      *predicted
	predictedFirst int // element of predicted, of the first sample
}

// openInspected finds and opens the file, and finds out which elements it has.
func openInspected(o InspectOptions) (_ *inspected, err error) {
	in := &inspected{path: o.Data}
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
	if isFolder(o.Data) {
		if in.task != nil {
			in.path = filepath.Join(o.Data, in.task.File())
		} else {
			files, err := filepath.Glob(filepath.Join(o.Data, "*"+fileExtension))
			if err != nil || len(files) != 1 {
				return nil, fmt.Errorf("syndacate: %s has %d %s files, want one; name the file or the task", o.Data, len(files),
					fileExtension)
			}
			in.path = files[0]
		}
	}
	if in.task != nil {
		in.reader, err = openData(in.path, in.task.Task)
	} else if in.reader, err = npz.Open(in.path); err != nil {
		err = fmt.Errorf("syndacate: %w", err)
	}
	if err != nil {
		return nil, err
	}
	if err = in.choose(o); err == nil {
		err = in.identify()
	}
	if err != nil {
		in.reader.Close()
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
	dtype, shape, err := in.reader.Header(in.prefix + keyImages)
	if err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	if k := len(shape); dtype != "|u1" || k != 4 && k != 5 || shape[k-3] != 1 || product(shape[1:]) == 0 {
		return fmt.Errorf("syndacate: %s: %s is %s %s, want |u1 (N, 1, H, W) or, of films, (N, T, 1, H, W)", in.path,
			in.prefix+keyImages, dtype, shapeText(shape))
	}
	in.n, in.height, in.width = shape[0], shape[len(shape)-2], shape[len(shape)-1]
	if len(shape) == 5 {
		in.frames = shape[1]
	}
	in.first, in.count = o.Index, o.Count
	if in.count == 0 {
		in.count = max(1, min(inspectCount, in.n-o.Index))
	}
	if o.Index < 0 || in.count < 1 || o.Index+in.count > in.n {
		return fmt.Errorf("syndacate: elements %d to %d of %s, want some of 0 to %d", o.Index, o.Index+in.count-1, in.path, in.n-1)
	}
	return nil
}

// has tells whether the file has an array.
func (in *inspected) has(key string) bool { return slices.Contains(in.reader.Keys(), in.prefix+key) }

// identify finds out from the file's name, or the task's, what its rows are.
func (in *inspected) identify() error {
	name := filepath.Base(in.path)
	if in.task != nil {
		name = in.task.File()
	}
	stem, _, err := stemOf(name)
	if err != nil {
		return fmt.Errorf("%w, so that nobody knows what is in it; give it the name that it had, or name the task", err)
	}
	src, err := openSource(stem)
	if err != nil {
		return err
	}
	about := src.about()
	in.test = testOf(about, in.n)
	if t, said, err := testElementsOfStem(stem); err == nil && said {
		in.test = min(t, in.n)
	}
	in.understand(src)
	in.decoder = decoder{wordClasses, glyph.Word}
	if in.has(keyParts) {
		in.decoder = decoder{charClasses, glyph.Char}
	}
	return in.checkRows()
}

// understand finds out from the source what rows are.
func (in *inspected) understand(src source) {
	if noise, ok := src.(*noiseSource); ok {
		in.noise, src = noise, noise.base
	}
	in.form = inspectFormOf(src)
}

// checkRows compares the shapes of rows with those of the task or of the kind of file.
func (in *inspected) checkRows() error {
	shapes := [2][]int{{0, 0}, {0, 0}}
	for k, key := range [...]string{keyObjects, keyParts} {
		if k == 1 && !in.has(key) {
			continue
		}
		_, shape, err := in.reader.Header(in.prefix + key)
		if err != nil {
			return fmt.Errorf("syndacate: %w", err)
		}
		want, first := []int{in.n, in.frames}, 2
		if in.frames == 0 {
			want, first = want[:1], 1
		}
		if len(shape) != first+2 || !slices.Equal(shape[:first], want) || product(shape) == 0 {
			return fmt.Errorf("syndacate: %s: %s has shape %s, want (%s, rows, columns)", in.path, in.prefix+key, shapeText(shape),
				strings.Trim(shapeText(want), "(,)"))
		}
		shapes[k] = shape[first:]
	}
	objects, parts := shapes[0], shapes[1]
	if in.task != nil {
		wantObjects, wantParts := in.task.stored(ObjectLoader), []int{0, 0}
		if in.task.sampler.sampler == syndacateSampler {
			wantParts = in.task.stored(PartLoader)
		}
		if in.frames > 0 || !slices.Equal(objects, wantObjects) || !slices.Equal(parts, wantParts) {
			return fmt.Errorf("syndacate: %s: an element has objects %s and parts %s, want %s and %s; task %s needs %s", in.path,
				shapeText(objects), shapeText(parts), shapeText(wantObjects), shapeText(wantParts), in.task.Name, in.task.File())
		}
	}
	f := &in.form
	if objects[1] != f.objectWidth || parts[1] != 0 && parts[1] != f.partWidth {
		return fmt.Errorf("syndacate: %s: rows of objects have %d numbers and those of parts %d, want %d and %d", in.path, objects[1],
			parts[1], f.objectWidth, f.partWidth)
	}
	for _, of := range []struct {
		key, dtype string
		numbers    int
	}{{keyDepth, "<f4", in.width * in.height}, {keyMask, "|u1", in.width * in.height}, {keyCamera, "<f4", 16}} {
		if f.partWidth != solidPartWidth {
			break
		}
		dtype, shape, err := in.reader.Header(of.key)
		if err != nil {
			return fmt.Errorf("syndacate: %w", err)
		}
		if len(shape) < 2 || shape[0] != in.n || dtype != of.dtype || product(shape[1:]) != of.numbers {
			return fmt.Errorf("syndacate: %s: %s is %s %s, want %s with %d numbers for each of %d elements", in.path, of.key, dtype,
				shapeText(shape), of.dtype, of.numbers, in.n)
		}
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

// split is that of an element.
func (in *inspected) split(index int) string {
	switch {
	case in.prefix != "":
		return strings.TrimSuffix(in.prefix, "_")
	case index < in.test:
		return "test"
	}
	return "train"
}
