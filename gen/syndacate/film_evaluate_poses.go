package syndacate

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"mereo/assets/glyph"
	"mereo/gen/judge"
	"mereo/gen/write/npz"
)

// Bounds of what is decoded. The time of a regression grows with the third power of the number of features.
const (
	mostDecodedFeatures = 4096
	leastDecodedTrain   = 20 // see fitRidge
	leastDecodedTest    = 2
)

// decoded scores TaskFilmPoses: how much features tell of the poses of the objects of each rank in brightness, 1 the brightest.
func (s *scoredFilms) decoded(b *judge.Board, o EvaluateOptions) error {
	all, frames, err := s.readObjects(o)
	if err != nil {
		return err
	}
	of := Batch{all.N / frames, frames, all.Rows * all.Width, all.Data} // films
	targets, trainTargets := of.slice(s.first, s.first+s.count), of.slice(s.train.first, s.train.first+s.train.count)
	for source, p := range s.predictions {
		train, features, err := p.features(s, frames)
		if err != nil {
			return err
		}
		for rank := range all.Rows {
			x, y := posesByRank(train, trainTargets, rank)
			testX, testY := posesByRank(features, targets, rank)
			trained, tested := len(y)/len(glyph.PoseNames), len(testY)/len(glyph.PoseNames)
			if trained < leastDecodedTrain || tested < leastDecodedTest {
				if rank > 0 {
					break // what is darker is rarer
				}
				return fmt.Errorf("syndacate: %s: poses of %d training and %d other frames, want at least %d and %d", s.path, trained,
					tested, leastDecodedTrain, leastDecodedTest)
			}
			dense := func(data []float64, rows int) *mat.Dense { return mat.NewDense(rows, len(data)/rows, data) }
			r2, penalty, err := DecodePoses(dense(x, trained), dense(y, trained), dense(testX, tested), dense(testY, tested))
			if err != nil {
				return err
			}
			t := judge.Table{
				Title: fmt.Sprintf("object %d in brightness: %d poses, fitted to %d with penalty %g", rank+1, tested, trained, penalty),
				Head:  []string{"entry", "R^2"},
			}
			mean := 0.0
			for k, v := range r2 {
				t.Rows = append(t.Rows, []any{glyph.PoseNames[k], judge.Fixed{Value: v, Digits: 4}})
				mean += v / float64(len(glyph.PoseNames))
			}
			b.Table(t)
			if rank == 0 {
				b.Derive(source, judge.AllGroup, rowR2, 0, mean, tested)
			}
		}
	}
	return nil
}

// features reads those of the training films and of the split.
func (p *filmPredictions) features(s *scoredFilms, frames int) (train, features Batch, err error) {
	if train, err = p.readFeatures("y_train", s.train.count, frames); err != nil {
		return train, features, err
	}
	if s.split == "train" {
		return train, train.slice(0, s.count), nil
	}
	if features, err = p.readFeatures("y_test", s.count, frames); err != nil {
		return train, features, err
	}
	if train.Rows != features.Rows || train.Width != features.Width {
		err = fmt.Errorf("syndacate: %s: y_train has %d x %d numbers for each film and y_test %d x %d, want equally many", p.from,
			train.Rows, train.Width, features.Rows, features.Width)
	}
	return train, features, err
}

// readFeatures reads the features of n films: a row for each of their frames, or one row.
func (p *filmPredictions) readFeatures(key string, n, frames int) (Batch, error) {
	a, err := readArray(p.Reader, key, "features", func(a npz.Array) error {
		_, ok := float32s(a.Data)
		dims := len(a.Shape)
		if !ok || dims < 2 || dims > 3 || a.Shape[0] != n || dims == 3 && a.Shape[1] != frames || a.Shape[dims-1] < 1 ||
			a.Shape[dims-1] > mostDecodedFeatures {
			return wrongArray(p.from, a, fmt.Sprintf("float32 or float64 (%d, %d, F) or (%d, F), F at most %d", n, frames, n,
				mostDecodedFeatures))
		}
		return nil
	})
	if err != nil {
		return Batch{}, err
	}
	data, _ := float32s(a.Data)
	b := Batch{n, 1, a.Shape[len(a.Shape)-1], data}
	if len(a.Shape) == 3 {
		b.Rows = frames
	}
	return b, checkFinite(p.from, key, b)
}

// posesByRank pairs features with the poses of the objects that have the rank in brightness, row by row. Features of one row
// belong to the last frame of their film. Frames with fewer objects have none.
func posesByRank(features, films Batch, rank int) (x, y []float64) {
	const brightness = objectWidth - 1
	var objects [][]float32
	for i := range features.N {
		for r := range features.Rows {
			objects = objects[:0]
			for object := range slices.Chunk(films.row(i, films.Rows-features.Rows+r), objectWidth) {
				if !isPadding(object) {
					objects = append(objects, object)
				}
			}
			if rank >= len(objects) {
				continue
			}
			slices.SortStableFunc(objects, func(a, b []float32) int { return cmp.Compare(b[brightness], a[brightness]) })
			for _, v := range features.row(i, r) {
				x = append(x, float64(v))
			}
			for _, v := range objects[rank][objectWidth-len(glyph.PoseNames):] {
				y = append(y, float64(v))
			}
		}
	}
	return x, y
}
