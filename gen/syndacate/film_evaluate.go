package syndacate

import (
	"context"
	"fmt"
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
	// is that of LossChamferMSE, averaged over frames, in the units of all frames of training films.
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
	predictions []*arrayFile
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
		s.split = o.Split
		if s.arrayFile, err = openArrays(o.Data, "task "+o.Task); err != nil {
			return err
		}
		defer s.Close()
		for _, source := range j.Sources {
			p, err := openArrays(source.Predictions, "predictions")
			if err != nil {
				return err
			}
			defer p.Close()
			s.predictions = append(s.predictions, p)
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
	want := wanted{"uint8", []any{some("films"), some("at least 2 frames"), 1, some("height"), some("width")}, ""}
	images, _, err := s.look(keyImages, want)
	if err == nil && images.Shape[1] < 2 {
		err = s.wrong(images, want)
	}
	if err != nil {
		return err
	}
	shape := images.Shape
	if err := s.divide(shape[0], o); err != nil {
		return err
	}
	if size := product(shape[1:]); size > mostFilmBytes {
		return fmt.Errorf("syndacate: %s: a film has %d MB, want %d at most", s.path, size>>20, mostFilmBytes>>20)
	}
	films, err := s.rows(keyImages, s.first)
	if err != nil {
		return err
	}
	defer films.Close()
	var told []*toldFrames
	for _, p := range s.predictions {
		t, err := openFrames(p, s.split, []any{s.count, shape[1] - 1, 1, shape[3], shape[4]})
		if err != nil {
			return err
		}
		defer t.rows.Close()
		told = append(told, t)
	}
	film := make([]uint8, product(shape[1:]))
	truth := film[product(shape[2:]):]
	for i := range s.count {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := readWhole(films, film); err != nil {
			return err
		}
		offBefore, numbers := squaredGrays(film[:len(truth)], truth), float64(len(truth))
		var cells [][]judge.Cell
		for _, t := range told {
			off, err := t.squared(i, truth)
			if err != nil {
				return err
			}
			cells = append(cells, []judge.Cell{
				meanCell(judge.AllGroup, rowSquared, off/numbers, 1), meanCell(groupParts, rowFrameBefore, offBefore/numbers, 1),
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

// openFrames opens predicted frames of a shape.
func openFrames(p *arrayFile, split string, shape []any) (*toldFrames, error) {
	key, err := p.predictionKey(split)
	if err != nil {
		return nil, err
	}
	a, _, err := p.look(key, wanted{"uint8 or float32", shape, ""})
	if err != nil {
		return nil, err
	}
	t := &toldFrames{from: p.path, key: key}
	if size := product(a.Shape[1:]); numberType(a) == "float32" {
		t.shares = make([]float32, size)
	} else {
		t.grays = make([]uint8, size)
	}
	t.rows, err = p.rows(key, 0)
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
	all, shape, err := s.sets(keyObjects, wanted{"float32", []any{some("films"), some("frames"), some("rows"), objectWidth}, ""})
	if err != nil {
		return all, 0, err
	}
	return all, shape[1], s.divide(shape[0], o)
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
		key, err := p.predictionKey(s.split)
		if err != nil {
			return err
		}
		y, _, err := p.sets(key, wanted{floats, []any{s.count, frames, some("any number of rows"), objectWidth}, ""})
		if err != nil {
			return err
		}
		ys = append(ys, y)
	}
	s.task = filmTarget(o.Task)
	s.target = all.slice(s.first*frames, (s.first+s.count)*frames)
	s.trainTarget = all.slice(s.train.first*frames, (s.train.first+s.train.count)*frames)
	metric := s.task.metric()
	if o.Task == TaskFilmTracking {
		metric = metricTracking
	}
	return s.scoreRows(b, ys, frames, metric)
}

// events scores TaskFilmEvents, by the kind of the events too.
func (s *scoredFilms) events(b *judge.Board, o EvaluateOptions) error {
	if o.Slack < 0 {
		return fmt.Errorf("syndacate: slack is %d frames, want at least 0", o.Slack)
	}
	truth, _, err := s.read(keyEvents, wanted{"int32", []any{some("films"), maybe("any number"), 4}, ""})
	if err != nil {
		return err
	}
	if err := s.divide(truth.Shape[0], o); err != nil {
		return err
	}
	var told []npz.Array
	for _, p := range s.predictions {
		y, err := predictedEvents(p, s)
		if err != nil {
			return err
		}
		told = append(told, y)
	}
	of := func(a npz.Array, film int) []int32 { return tiled(a.Data.([]int32), film, product(a.Shape[1:])) }
	for i := range s.count {
		var cells [][]judge.Cell
		for _, y := range told {
			var all eventScore
			cell := []judge.Cell{{}}
			for kind, score := range scoreEvents(of(truth, s.first+i), of(y, i), o.Slack) {
				all = eventScore{all.found + score.found, all.predicted + score.predicted, all.events + score.events}
				cell = append(cell, score.cell(groupKind, filmEventNames[kind]))
			}
			cell[0] = all.cell(judge.AllGroup, judge.AllGroup)
			cells = append(cells, cell)
		}
		if err := addFilm(b, i, cells); err != nil {
			return err
		}
	}
	return nil
}

// predictedEvents reads them.
func predictedEvents(p *arrayFile, s *scoredFilms) (npz.Array, error) {
	key, err := p.predictionKey(s.split)
	if err != nil {
		return npz.Array{}, err
	}
	y, _, err := p.read(key, wanted{"int32", []any{s.count, maybe("any number"), 4}, ""})
	if err != nil {
		return y, err
	}
	guess := y.Data.([]int32)
	for i := 0; i < len(guess); i += 4 {
		if kind := guess[i+1]; guess[i] >= 0 && (kind < 0 || int(kind) >= len(filmEventNames)) {
			row := i / 4
			return y, fmt.Errorf("syndacate: %s: %s has kind %d in row %d of film %d, want 0 to %d", p.path, key, kind, row%y.Shape[1],
				row/y.Shape[1], len(filmEventNames)-1)
		}
	}
	return y, nil
}

// eventScore is how well events of films are found.
type eventScore struct{ found, predicted, events int }

// cell has F1, precision and recall as ratios of counts.
func (s eventScore) cell(group, name string) judge.Cell {
	found := float64(s.found)
	return judge.Cell{Group: group, Name: name, Values: []judge.Value{
		{Sum: 2 * found, Of: float64(s.predicted + s.events)}, {Sum: found, Of: float64(s.predicted)}, {Sum: found, Of: float64(s.events)},
	}}
}

// scoreEvents compares predicted events of a film with its own, both rows of four numbers with -1 in those that are none, and counts by
// kind. A prediction is right when an event that no earlier prediction has found has the same kind and parties (those of a contact
// in any order) and lies at most slack frames away.
func scoreEvents(events, predicted []int32, slack int) (scores [filmEventKinds]eventScore) {
	normal := func(e []int32) [4]int32 {
		if filmEventKind(e[1]) == contactEvent {
			return [4]int32{e[0], e[1], min(e[2], e[3]), max(e[2], e[3])}
		}
		return [4]int32(e)
	}
	var open [][4]int32
	for e := range slices.Chunk(events, 4) {
		if kind := int(e[1]); e[0] >= 0 && kind >= 0 && kind < len(scores) {
			open = append(open, normal(e))
			scores[kind].events++
		}
	}
	for e := range slices.Chunk(predicted, 4) {
		if e[0] < 0 {
			continue
		}
		scores[e[1]].predicted++
		p, nearest, off := normal(e), -1, slack+1
		for i, o := range open {
			if d := int(max(o[0]-p[0], p[0]-o[0])); [3]int32(o[1:]) == [3]int32(p[1:]) && d < off {
				nearest, off = i, d
			}
		}
		if nearest >= 0 {
			scores[e[1]].found++
			open = slices.Delete(open, nearest, nearest+1)
		}
	}
	return scores
}
