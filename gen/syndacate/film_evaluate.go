package syndacate

import (
	"context"
	"fmt"
	"io"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/judge"
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

// filmEventNames are by filmEventKind.
var filmEventNames = []string{"wall", "contact", "enter", "leave"}

// scoredFilms is a file of films, open, with what is compared.
type scoredFilms struct {
	scored
	predictions []*filmPredictions
}

// filmPredictions are a file of predictions, open.
type filmPredictions struct {
	*npz.Reader
	from string
}

// Groups and rows of scores of films.
const (
	groupKind      = "kind"
	rowSquared     = "mean squared error"
	rowFrameBefore = "of the frame before"
	rowR2          = "R^2"
)

// filmTask judges one of FilmTasks.
func filmTask(o EvaluateOptions) *judge.Task {
	t := &judge.Task{
		Name: o.Task, Columns: rowColumns, NoPeople: true, Groups: []string{judge.AllGroup, groupParts},
	}
	switch o.Task {
	case TaskFilmChars:
		t.Rows = filmTarget(o.Task).scoreRows
	case TaskFilmTracking:
		t.Rows = func(split string) []judge.Row {
			return append([]judge.Row{{Group: judge.AllGroup, Name: metricTracking}}, filmTarget(o.Task).scoreRows(split)...)
		}
	case TaskFilmNextFrame:
		t.Columns = []judge.Column{{Name: "value", Digits: 6}}
	case TaskFilmEvents:
		t.Columns = []judge.Column{{Name: "F1", Digits: 4}, {Name: "precision", Digits: 4}, {Name: "recall", Digits: 4}}
		t.Rows = func(string) []judge.Row {
			out := []judge.Row{{Group: judge.AllGroup, Name: judge.AllGroup}}
			for _, kind := range filmEventNames {
				out = append(out, judge.Row{Group: groupKind, Name: kind})
			}
			return out
		}
		t.Note = fmt.Sprintf("within %d frames", o.Slack)
	}
	t.Judge = func(ctx context.Context, j *judge.Job, b *judge.Board) (err error) {
		o := o
		o.Data, o.Split = j.Data, j.Split
		if isFolder(o.Data) {
			return fmt.Errorf("syndacate: %s is a folder, want the file of films, vindacate_....npz", o.Data)
		}
		s := &scoredFilms{}
		s.path, s.split = o.Data, o.Split
		if s.reader, err = npz.Open(o.Data); err != nil {
			return fmt.Errorf("syndacate: task %s: %w", o.Task, err)
		}
		defer s.reader.Close()
		for _, source := range j.Sources {
			p, err := npz.Open(source.Predictions)
			if err != nil {
				return fmt.Errorf("syndacate: predictions: %w", err)
			}
			defer p.Close()
			s.predictions = append(s.predictions, &filmPredictions{p, source.Predictions})
		}
		switch o.Task {
		case TaskFilmNextFrame:
			return s.nextFrames(ctx, b, o)
		case TaskFilmEvents:
			return s.events(b, o)
		case TaskFilmPoses:
			return s.decoded(b, o)
		}
		return s.objects(b, o)
	}
	return t
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

// nextFrames scores TaskFilmNextFrame. One film is held at a time.
func (s *scoredFilms) nextFrames(ctx context.Context, b *judge.Board, o EvaluateOptions) error {
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
	if size := product(shape[1:]); size > mostFilmBytes {
		return fmt.Errorf("syndacate: %s: a film has %d MB, want %d at most", s.path, size>>20, mostFilmBytes>>20)
	}
	films, err := s.reader.Rows(keyImages)
	if err != nil {
		return err
	}
	defer films.Close()
	if err := films.Skip(s.first); err != nil {
		return err
	}
	var told []*toldFrames
	for _, p := range s.predictions {
		t, err := p.frames(s, []int{s.count, shape[1] - 1, 1, shape[3], shape[4]})
		if err != nil {
			return err
		}
		defer t.rows.Close()
		told = append(told, t)
	}
	film := npz.Array{Key: keyImages, Shape: append([]int{1}, shape[1:]...), Data: make([]uint8, product(shape[1:]))}
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
		truth := after.Data.([]uint8)
		offBefore, numbers := squaredGrays(before.Data.([]uint8), truth), float64(len(truth))
		var cells [][]judge.Cell
		for _, t := range told {
			off, err := t.squared(i, truth)
			if err != nil {
				return err
			}
			cells = append(cells, []judge.Cell{
				{Group: judge.AllGroup, Name: rowSquared, Values: []judge.Value{{Sum: off / numbers, Of: 1}}},
				{Group: groupParts, Name: rowFrameBefore, Values: []judge.Value{{Sum: offBefore / numbers, Of: 1}}},
			})
		}
		if err := addFilm(b, i, cells); err != nil {
			return err
		}
	}
	return nil
}

// addFilm adds the scores of a film.
func addFilm(b *judge.Board, i int, cells [][]judge.Cell) error {
	return b.Add(fmt.Sprint(i), cells, func(k int) any {
		v := cells[k][0].Values[0]
		return &struct {
			Film  int     `json:"film"`
			Value float64 `json:"value"`
		}{i, v.Sum / max(1, v.Of)}
	})
}

// toldFrames are predicted frames, film by film, as bytes or as shares of white.
type toldFrames struct {
	from, key string
	rows      *npz.Rows
	grays     []uint8
	shares    []float32 // nil for bytes
}

// frames opens predicted frames of a shape.
func (p *filmPredictions) frames(s *scoredFilms, want []int) (*toldFrames, error) {
	key, err := predictionKey(p.Reader, p.from, s.split)
	if err != nil {
		return nil, err
	}
	dtype, got, err := p.Header(key)
	if err != nil {
		return nil, fmt.Errorf("syndacate: predictions: %w", err)
	}
	float := dtype == npz.Dtype([]float32{})
	if !float && dtype != npz.Dtype([]uint8{}) || !slices.Equal(got, want) {
		return nil, fmt.Errorf("syndacate: %s: %s is %s %s, want |u1 or <f4 %s", p.from, key, dtype, shapeText(got), shapeText(want))
	}
	t := &toldFrames{from: p.from, key: key, grays: make([]uint8, product(want[1:]))}
	if float {
		t.shares = make([]float32, product(want[1:]))
	}
	t.rows, err = p.Rows(key)
	return t, err
}

// squared is the sum of squared differences of the grays of the next film, the i-th, from 0 to 1.
func (t *toldFrames) squared(i int, truth []uint8) (off float64, err error) {
	if t.shares == nil {
		err = readWhole(t.rows, t.grays)
		return squaredGrays(t.grays, truth), err
	}
	if err := readWhole(t.rows, t.shares); err != nil {
		return 0, err
	}
	for k, v := range t.shares {
		if !(v >= 0 && v <= 1) {
			return 0, fmt.Errorf("syndacate: %s: %s is %g in film %d, want 0 to 1", t.from, t.key, v, i)
		}
		d := float64(v) - float64(truth[k])/255
		off += float64(d * d)
	}
	return off, nil
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

// filmTarget says what TaskFilmChars and TaskFilmTracking compare.
func filmTarget(task string) *scoredTask {
	return &scoredTask{Task: Task{Name: task, Loss: LossChamferMSE}, width: objectWidth, classes: charClasses, entries: glyph.PoseNames[:]}
}

// objects scores TaskFilmChars and TaskFilmTracking.
func (s *scoredFilms) objects(b *judge.Board, o EvaluateOptions) error {
	all, frames, err := s.readObjects(o)
	if err != nil {
		return err
	}
	var ys []Batch
	for _, p := range s.predictions {
		key, err := predictionKey(p.Reader, p.from, s.split)
		if err != nil {
			return err
		}
		a, err := readArray(p.Reader, key, "predictions", func(a npz.Array) error {
			_, ok := float32s(a.Data)
			if !ok || len(a.Shape) != 4 || a.Shape[0] != s.count || a.Shape[1] != frames || a.Shape[2] == 0 || a.Shape[3] != objectWidth {
				return wrongArray(p.from, a, fmt.Sprintf("float32 or float64 (%d, %d, any number of rows, %d)", s.count, frames, objectWidth))
			}
			return nil
		})
		if err != nil {
			return err
		}
		data, _ := float32s(a.Data)
		y := Batch{s.count * frames, a.Shape[2], objectWidth, data}
		if err := checkFinite(p.from, key, y); err != nil {
			return err
		}
		ys = append(ys, y)
	}
	s.task = filmTarget(o.Task)
	s.target = all.slice(s.first*frames, (s.first+s.count)*frames)
	s.trainTarget = all.slice(s.train.first*frames, (s.train.first+s.train.count)*frames)
	if o.Task == TaskFilmTracking {
		return s.scoreRows(b, ys, frames, metricTracking)
	}
	return s.scoreRows(b, ys, frames, s.task.metric())
}

// events scores TaskFilmEvents, by the kind of the events too.
func (s *scoredFilms) events(b *judge.Board, o EvaluateOptions) error {
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
	if err := s.divide(truth.Shape[0], o); err != nil {
		return err
	}
	var told []npz.Array
	for _, p := range s.predictions {
		y, err := p.events(s)
		if err != nil {
			return err
		}
		told = append(told, y)
	}
	for i := range s.count {
		var cells [][]judge.Cell
		for _, y := range told {
			var all EventScore
			var of []judge.Cell
			for kind, name := range filmEventNames {
				score, err := ScoreEvents(eventsOf(truth, s.first+i, kind), eventsOf(y, i, kind), o.Slack)
				if err != nil {
					return err
				}
				all.Found, all.Predicted, all.Events = all.Found+score.Found, all.Predicted+score.Predicted, all.Events+score.Events
				of = append(of, score.cell(groupKind, name))
			}
			cells = append(cells, append([]judge.Cell{all.cell(judge.AllGroup, judge.AllGroup)}, of...))
		}
		if err := addFilm(b, i, cells); err != nil {
			return err
		}
	}
	return nil
}

// cell has F1, precision and recall as ratios of counts.
func (s EventScore) cell(group, name string) judge.Cell {
	found := float64(s.Found)
	return judge.Cell{Group: group, Name: name, Values: []judge.Value{
		{Sum: 2 * found, Of: float64(s.Predicted + s.Events)}, {Sum: found, Of: float64(s.Predicted)}, {Sum: found, Of: float64(s.Events)},
	}}
}

// events reads predicted events.
func (p *filmPredictions) events(s *scoredFilms) (npz.Array, error) {
	key, err := predictionKey(p.Reader, p.from, s.split)
	if err != nil {
		return npz.Array{}, err
	}
	y, err := readArray(p.Reader, key, "predictions", func(a npz.Array) error {
		if _, ok := a.Data.([]int32); !ok || len(a.Shape) != 3 || a.Shape[0] != s.count || a.Shape[2] != 4 {
			return wrongArray(p.from, a, fmt.Sprintf("int32 (%d, any number, 4)", s.count))
		}
		return nil
	})
	if err != nil {
		return y, err
	}
	guess := y.Data.([]int32)
	for i := 0; i < len(guess); i += 4 {
		if kind := guess[i+1]; guess[i] >= 0 && (kind < 0 || int(kind) >= len(filmEventNames)) {
			row := i / 4
			return y, fmt.Errorf("syndacate: %s: %s has kind %d in row %d of film %d, want 0 to %d", p.from, key, kind, row%y.Shape[1],
				row/y.Shape[1], len(filmEventNames)-1)
		}
	}
	return y, nil
}

// eventsOf are the events of a kind in a film, with padding in place of the others.
func eventsOf(a npz.Array, film, kind int) npz.Array {
	size := a.Shape[1] * 4
	rows := slices.Clone(a.Data.([]int32)[film*size:][:size])
	for row := range slices.Chunk(rows, 4) {
		if int(row[1]) != kind {
			row[0] = -1
		}
	}
	return npz.Array{Key: a.Key, Shape: []int{1, a.Shape[1], 4}, Data: rows}
}
