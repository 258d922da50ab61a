package syndacate

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"mereo/assets/glyph"
	"mereo/gen/judge"
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
		train, features, err := s.features(p, frames)
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
			fitted, err := fitRidge(dense(x, trained), dense(y, trained))
			if err != nil {
				return err
			}
			r2 := determination(dense(testY, tested), fitted.predict(dense(testX, tested)))
			t := judge.Table{
				Title: fmt.Sprintf("object %d in brightness: %d poses, fitted to %d with penalty %g", rank+1, tested, trained, fitted.penalty),
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

// features reads those of the training films and of the split: a row for each of a film's frames, or one row.
func (s *scoredFilms) features(p *arrayFile, frames int) (train, features Batch, err error) {
	file := arrayFile{p.Reader, p.path, "features"}
	read := func(key string, films int) (Batch, error) {
		b, _, err := file.sets(key, wanted{floats, []any{films, frames, some("F")}, ""}, wanted{floats, []any{films, some("F")}, ""})
		if err == nil && b.Width > mostDecodedFeatures {
			err = fmt.Errorf("syndacate: %s: %s has %d numbers in a row, want at most %d", p.path, key, b.Width, mostDecodedFeatures)
		}
		return b, err
	}
	if train, err = read("y_train", s.train.count); err != nil {
		return train, features, err
	}
	if s.split == "train" {
		return train, train.slice(0, s.count), nil
	}
	if features, err = read("y_test", s.count); err != nil {
		return train, features, err
	}
	if train.Rows != features.Rows || train.Width != features.Width {
		err = fmt.Errorf("syndacate: %s: y_train has %d x %d numbers for each film and y_test %d x %d, want equally many", p.path,
			train.Rows, train.Width, features.Rows, features.Width)
	}
	return train, features, err
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
				if !zeroRow(object) {
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
