package syndacate

import (
	"context"
	"fmt"
	"io"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// Tasks of films. The first tenth of a file's N films is for testing; T is the number of frames. Predictions y stand in an .npz
// file as those of other tasks do.
const (
	// TaskFilmNextFrame tells frames 1 to T-1 from those before: y uint8, or float32 from 0 to 1, (N, T-1, 1, height, width).
	// The metric is the mean squared error of grays from 0 to 1.
	TaskFilmNextFrame = "FilmNextFrame"
	// TaskFilmChars tells the objects of every frame, words too: y float32 or float64 (N, T, any number of rows, 18). The metric
	// is ChamferMSE, averaged over frames, in the units of all frames of training films.
	TaskFilmChars = "FilmChars"
	// TaskFilmTracking has the y of TaskFilmChars. The metric is the share of objects in frames, but for the first where each is
	// seen, whose nearest predicted row is that of the frame before. One row for all objects always is: errors of poses tell.
	TaskFilmTracking = "FilmTracking"
	// TaskFilmEvents tells events: y int32 (N, any number, 4), rows as in files, with -1 in rows that are none. The metric is the
	// F1 of all kinds together.
	TaskFilmEvents = "FilmEvents"
	// TaskFilmPoses decodes poses from a frozen model's features by ridge regression: y float32 or float64 (N, T, F) for the poses
	// of each frame, or (N, F) for those of the last one; both y_train, of all training films, and y_test. Rows of objects are
	// random, hence an object is known by its rank in brightness, which is constant in time. The metric is the mean R^2 of the
	// entries of the brightest object's pose.
	TaskFilmPoses = "FilmPoses"
)

// FilmTasks are their names.
var FilmTasks = []string{TaskFilmNextFrame, TaskFilmChars, TaskFilmTracking, TaskFilmEvents, TaskFilmPoses}

// FilmFigures are what an Evaluation knows of films only.
type FilmFigures struct {
	// FrameBefore is the metric of TaskFilmNextFrame for the frame before as a prediction.
	FrameBefore *float64 `json:"frame_before,omitempty"`
	// Tracked is how many (object, frame) have a frame before.
	Tracked int `json:"tracked,omitempty"`
	// Slack is how many frames an event may be away, Events have an entry for each kind.
	Slack  *int           `json:"slack,omitempty"`
	Events []EventFigures `json:"events,omitempty"`
	// Decoded has an entry for each rank in brightness that enough films have.
	Decoded []DecodedPoses `json:"decoded,omitempty"`
}

// EventFigures say how well events of a kind are found.
type EventFigures struct {
	Kind      string  `json:"kind"`
	Found     int     `json:"found"`
	Predicted int     `json:"predicted"`
	Events    int     `json:"events"`
	Precision float64 `json:"precision"` // 1 without any prediction
	Recall    float64 `json:"recall"`    // 1 without any event
	F1        float64 `json:"f1"`        // 1 without either
}

// filmEventNames are by filmEventKind.
var filmEventNames = []string{"wall", "contact", "enter", "leave"}

// scoredFilms is a file of films, open, with what is compared.
type scoredFilms struct {
	scored
	predictions *npz.Reader
	from        string // file of predictions
}

// evaluateFilms is Evaluate for FilmTasks.
func evaluateFilms(ctx context.Context, o EvaluateOptions) (_ *Evaluation, err error) {
	if o.Baseline != "" {
		return nil, fmt.Errorf("syndacate: no baseline %q of task %s, want predictions", o.Baseline, o.Task)
	}
	if isFolder(o.Data) {
		return nil, fmt.Errorf("syndacate: %s is a folder, want the file of films, vindacate_....npz", o.Data)
	}
	s := &scoredFilms{from: o.Predictions}
	s.path, s.split = o.Data, o.Split
	if s.reader, err = npz.Open(o.Data); err != nil {
		return nil, fmt.Errorf("syndacate: task %s: %w", o.Task, err)
	}
	defer s.reader.Close()
	if s.predictions, err = npz.Open(o.Predictions); err != nil {
		return nil, fmt.Errorf("syndacate: predictions: %w", err)
	}
	defer s.predictions.Close()
	e := &Evaluation{Task: o.Task, Data: o.Data, Predictions: o.Predictions, Films: &FilmFigures{}}
	switch o.Task {
	case TaskFilmNextFrame:
		err = s.nextFrames(ctx, e, o)
	case TaskFilmChars, TaskFilmTracking:
		err = s.objects(e, o)
	case TaskFilmEvents:
		err = s.events(e, o)
	case TaskFilmPoses:
		err = s.decoded(e, o)
	}
	if err != nil {
		return nil, err
	}
	e.Split, e.Elements = s.split, s.count
	return e, nil
}

// mostFilmBytes is far more than 1,000 frames of the usual size have; some copies of one film are held.
const mostFilmBytes = 64 << 20

// divide finds the split and the training films among n.
func (s *scoredFilms) divide(n int, o EvaluateOptions) error {
	test := filmTestElements(n)
	if test == 0 {
		return fmt.Errorf("syndacate: %s has %d films, want at least 10: the first tenth is the test split", s.path, n)
	}
	s.train.first, s.train.count = test, n-test
	return s.choose(test, o)
}

// nextFrames fills the figures of TaskFilmNextFrame. One film is held at a time.
func (s *scoredFilms) nextFrames(ctx context.Context, e *Evaluation, o EvaluateOptions) error {
	dtype, shape, err := s.reader.Header(keyImages)
	if err != nil {
		return fmt.Errorf("syndacate: task %s: %w", o.Task, err)
	}
	if dtype != npz.Dtype([]uint8{}) || len(shape) != 5 || shape[1] < 2 || shape[2] != 1 || product(shape[1:]) == 0 {
		return fmt.Errorf("syndacate: %s: %s is %s %s, want |u1 (films, at least 2 frames, 1, height, width)", s.path, keyImages,
			dtype, shapeText(shape))
	}
	if err := s.divide(shape[0], o); err != nil {
		return err
	}
	key, err := predictionKey(s.predictions, s.from, s.split)
	if err != nil {
		return err
	}
	dtype, got, err := s.predictions.Header(key)
	if err != nil {
		return fmt.Errorf("syndacate: predictions: %w", err)
	}
	want := []int{s.count, shape[1] - 1, 1, shape[3], shape[4]}
	float := dtype == npz.Dtype([]float32{})
	if !float && dtype != npz.Dtype([]uint8{}) || !slices.Equal(got, want) {
		return fmt.Errorf("syndacate: %s: %s is %s %s, want |u1 or <f4 %s", s.from, key, dtype, shapeText(got), shapeText(want))
	}

	if size := product(shape[1:]); size > mostFilmBytes {
		return fmt.Errorf("syndacate: %s: a film has %d MB, want %d at most", s.path, size>>20, mostFilmBytes>>20)
	}
	films, err := s.reader.Rows(keyImages)
	if err != nil {
		return err
	}
	defer films.Close()
	predictions, err := s.predictions.Rows(key)
	if err != nil {
		return err
	}
	defer predictions.Close()
	if err := films.Skip(s.first); err != nil {
		return err
	}
	film := npz.Array{Key: keyImages, Shape: append([]int{1}, shape[1:]...), Data: make([]uint8, product(shape[1:]))}
	size := product(want[1:])
	grays, shares := make([]uint8, size), make([]float32, size)
	off, offBefore := 0.0, 0.0
	for i := range s.count {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := readWhole(films, film.Data); err != nil {
			return err
		}
		before, after, err := NextFrames(film)
		if err != nil {
			return err
		}
		told := after.Data.([]uint8)
		offBefore += squaredGrays(before.Data.([]uint8), told)
		if !float {
			if err := readWhole(predictions, grays); err != nil {
				return err
			}
			off += squaredGrays(grays, told)
			continue
		}
		if err := readWhole(predictions, shares); err != nil {
			return err
		}
		for k, v := range shares {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("syndacate: %s: %s is %g in film %d, want 0 to 1", s.from, key, v, i)
			}
			d := float64(v) - float64(told[k])/255
			off += float64(d * d)
		}
	}
	numbers := float64(s.count) * float64(size)
	e.Metric, e.Value = "mean squared error", off/numbers
	offBefore /= numbers
	e.Films.FrameBefore = &offBefore
	return nil
}

// readWhole fills data.
func readWhole(rows *npz.Rows, data any) error {
	_, err := rows.Read(data)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// squaredGrays is the sum of squared differences of grays from 0 to 1.
func squaredGrays(a, b []uint8) float64 {
	sum := 0
	for i, v := range a {
		d := int(v) - int(b[i])
		sum += d * d
	}
	return float64(sum) / (255 * 255)
}

// readObjects reads the objects of all films, a set for each frame.
func (s *scoredFilms) readObjects(o EvaluateOptions) (all Batch, frames int, err error) {
	a, err := readArray(s.reader, keyObjects, "task "+o.Task, func(a npz.Array) error {
		if _, ok := a.Data.([]float32); !ok || len(a.Shape) != 4 || a.Shape[3] != objectWidth || product(a.Shape[1:]) == 0 {
			return wrongArray(s.path, a, fmt.Sprintf("float32 (films, frames, rows, %d)", objectWidth))
		}
		return nil
	})
	if err != nil {
		return all, 0, err
	}
	all = Batch{a.Shape[0] * a.Shape[1], a.Shape[2], objectWidth, a.Data.([]float32)}
	if err := checkFinite(s.path, a.Key, all); err != nil {
		return all, 0, err
	}
	return all, a.Shape[1], s.divide(a.Shape[0], o)
}

// objects fills the figures of TaskFilmChars and TaskFilmTracking.
func (s *scoredFilms) objects(e *Evaluation, o EvaluateOptions) error {
	all, frames, err := s.readObjects(o)
	if err != nil {
		return err
	}
	key, err := predictionKey(s.predictions, s.from, s.split)
	if err != nil {
		return err
	}
	a, err := readArray(s.predictions, key, "predictions", func(a npz.Array) error {
		_, ok := float32s(a.Data)
		if !ok || len(a.Shape) != 4 || a.Shape[0] != s.count || a.Shape[1] != frames || a.Shape[2] == 0 || a.Shape[3] != objectWidth {
			return wrongArray(s.from, a, fmt.Sprintf("float32 or float64 (%d, %d, any number of rows, %d)", s.count, frames, objectWidth))
		}
		return nil
	})
	if err != nil {
		return err
	}
	data, _ := float32s(a.Data)
	y := Batch{s.count * frames, a.Shape[2], objectWidth, data}
	if err := checkFinite(s.from, key, y); err != nil {
		return err
	}
	s.task = &scoredTask{
		Task: Task{Name: o.Task, Loss: LossChamferMSE}, width: objectWidth, classes: charClasses, entries: glyph.PoseNames[:],
	}
	s.target = all.slice(s.first*frames, (s.first+s.count)*frames)
	s.trainTarget = all.slice(s.train.first*frames, (s.train.first+s.train.count)*frames)
	e.Metric = string(LossChamferMSE)
	if err := e.scoreRows(&s.scored, y); err != nil || o.Task == TaskFilmChars {
		return err
	}

	same, rows := 0, s.target.Rows
	for i := range s.target.N {
		if i%frames == 0 {
			continue
		}
		for r := range rows {
			if isPadding(s.target.row(i, r)) || isPadding(s.target.row(i-1, r)) {
				continue
			}
			e.Films.Tracked++
			if e.Rows.nearest[i*rows+r] == e.Rows.nearest[(i-1)*rows+r] {
				same++
			}
		}
	}
	e.Metric, e.Value = "same row as before", shareOf(same, e.Films.Tracked)
	return nil
}

// events fills the figures of TaskFilmEvents.
func (s *scoredFilms) events(e *Evaluation, o EvaluateOptions) error {
	if o.Slack < 0 {
		return fmt.Errorf("syndacate: slack is %d frames, want at least 0", o.Slack)
	}
	truth, err := readArray(s.reader, keyEvents, "task "+o.Task, func(a npz.Array) error {
		if _, ok := a.Data.([]int32); !ok || len(a.Shape) != 3 || a.Shape[2] != 4 {
			return wrongArray(s.path, a, "int32 (films, any number, 4)")
		}
		return nil
	})
	if err != nil {
		return err
	}
	rows := truth.Data.([]int32)
	if err := s.divide(truth.Shape[0], o); err != nil {
		return err
	}
	size := truth.Shape[1] * 4
	truth.Shape[0], truth.Data = s.count, rows[s.first*size:(s.first+s.count)*size]
	key, err := predictionKey(s.predictions, s.from, s.split)
	if err != nil {
		return err
	}
	y, err := readArray(s.predictions, key, "predictions", func(a npz.Array) error {
		if _, ok := a.Data.([]int32); !ok || len(a.Shape) != 3 || a.Shape[0] != s.count || a.Shape[2] != 4 {
			return wrongArray(s.from, a, fmt.Sprintf("int32 (%d, any number, 4)", s.count))
		}
		return nil
	})
	if err != nil {
		return err
	}
	guess := y.Data.([]int32)
	for i := 0; i < len(guess); i += 4 {
		if kind := guess[i+1]; guess[i] >= 0 && (kind < 0 || int(kind) >= len(filmEventNames)) {
			row := i / 4
			return fmt.Errorf("syndacate: %s: %s has kind %d in row %d of film %d, want 0 to %d", s.from, key, kind, row%y.Shape[1],
				row/y.Shape[1], len(filmEventNames)-1)
		}
	}

	var all EventScore
	for kind, name := range filmEventNames {
		score, err := ScoreEvents(eventsOf(truth, kind), eventsOf(y, kind), o.Slack)
		if err != nil {
			return err
		}
		e.Films.Events = append(e.Films.Events, EventFigures{name, score.Found, score.Predicted, score.Events, score.Precision(),
			score.Recall(), score.F1()})
		all.Found, all.Predicted, all.Events = all.Found+score.Found, all.Predicted+score.Predicted, all.Events+score.Events
	}
	e.Metric, e.Value, e.Films.Slack = "F1", all.F1(), &o.Slack
	return nil
}

// eventsOf are the events of a kind, with padding in place of the others.
func eventsOf(a npz.Array, kind int) npz.Array {
	rows := slices.Clone(a.Data.([]int32))
	for row := range slices.Chunk(rows, 4) {
		if int(row[1]) != kind {
			row[0] = -1
		}
	}
	a.Data = rows
	return a
}
