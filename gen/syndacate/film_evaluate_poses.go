package syndacate

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// DecodedPoses say how much of the poses of the objects of one rank in brightness features tell.
type DecodedPoses struct {
	Rank    int      `json:"rank"`    // 1 is the brightest object
	Trained int      `json:"trained"` // poses that the regression is fitted to
	Tested  int      `json:"tested"`  // poses that R^2 is of
	Penalty float64  `json:"penalty"` // of squared weights, as a share of the number of poses
	R2      []PoseR2 `json:"r2"`
}

// PoseR2 is the coefficient of determination of an entry of poses.
type PoseR2 struct {
	Entry string  `json:"entry"`
	R2    float64 `json:"r2"`
}

// Bounds of what is decoded. The time of a regression grows with the third power of the number of features.
const (
	mostDecodedFeatures = 4096
	leastDecodedTrain   = 20 // see fitRidge
	leastDecodedTest    = 2
)

// decoded fills the figures of TaskFilmPoses.
func (s *scoredFilms) decoded(e *Evaluation, o EvaluateOptions) error {
	all, frames, err := s.readObjects(o)
	if err != nil {
		return err
	}
	train, err := s.readFeatures("y_train", s.train.count, frames)
	if err != nil {
		return err
	}
	features := train
	if s.split == "train" {
		features = train.slice(0, s.count)
	} else if features, err = s.readFeatures("y_test", s.count, frames); err != nil {
		return err
	}
	if train.Rows != features.Rows || train.Width != features.Width {
		return fmt.Errorf("syndacate: %s: y_train has %d x %d numbers for each film and y_test %d x %d, want equally many", s.from,
			train.Rows, train.Width, features.Rows, features.Width)
	}
	of := Batch{all.N / frames, frames, all.Rows * all.Width, all.Data} // films
	targets, trainTargets := of.slice(s.first, s.first+s.count), of.slice(s.train.first, s.train.first+s.train.count)
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
		d := DecodedPoses{Rank: rank + 1, Trained: trained, Tested: tested, Penalty: penalty}
		for k, v := range r2 {
			d.R2 = append(d.R2, PoseR2{glyph.PoseNames[k], v})
		}
		e.Films.Decoded = append(e.Films.Decoded, d)
	}
	e.Metric = "R^2"
	for _, v := range e.Films.Decoded[0].R2 {
		e.Value += v.R2 / float64(len(glyph.PoseNames))
	}
	return nil
}

// readFeatures reads the features of n films: a row for each of their frames, or one row.
func (s *scoredFilms) readFeatures(key string, n, frames int) (Batch, error) {
	a, err := readArray(s.predictions, key, "features", func(a npz.Array) error {
		_, ok := float32s(a.Data)
		dims := len(a.Shape)
		if !ok || dims < 2 || dims > 3 || a.Shape[0] != n || dims == 3 && a.Shape[1] != frames || a.Shape[dims-1] < 1 ||
			a.Shape[dims-1] > mostDecodedFeatures {
			return wrongArray(s.from, a, fmt.Sprintf("float32 or float64 (%d, %d, F) or (%d, F), F at most %d", n, frames, n,
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
	return b, checkFinite(s.from, key, b)
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
