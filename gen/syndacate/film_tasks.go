package syndacate

import (
	"fmt"

	"mereo/gen/write/npz"
)

// NextFrames cuts films for predicting the next frame: what is seen are the frames 0 to T-2, what is to be told 1 to T-1, both
// with the shape (N, T-1, 1, height, width). It is an error to give images that are no films.
func NextFrames(images npz.Array) (seen, told npz.Array, err error) {
	f, err := filmOf(images, 0, 0)
	if err != nil {
		return seen, told, err
	}
	shape := []int{images.Shape[0], f.frames - 1, 1, f.height, f.width}
	size := (f.frames - 1) * f.height * f.width
	x, t := make([]uint8, 0, shape[0]*size), make([]uint8, 0, shape[0]*size)
	for film := range shape[0] {
		whole := f.pix[film*f.frames*f.height*f.width:]
		x = append(x, whole[:size]...)
		t = append(t, whole[f.height*f.width:][:size]...)
	}
	return npz.Array{Key: "x", Shape: shape, Data: x}, npz.Array{Key: "t", Shape: shape, Data: t}, nil
}

// EventScore is how well events of films are found.
type EventScore struct{ Found, Predicted, Events int }

// Precision is the share of predictions that are right, 1 without any.
func (s EventScore) Precision() float64 { return shareOf(s.Found, s.Predicted) }

// Recall is the share of events that are found, 1 without any.
func (s EventScore) Recall() float64 { return shareOf(s.Found, s.Events) }

// F1 is the harmonic mean of precision and recall, 1 without predictions and events.
func (s EventScore) F1() float64 { return shareOf(2*s.Found, s.Predicted+s.Events) }

func shareOf(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// ScoreEvents compares predicted events with those of the file, both int32 (N, any number, 4) with rows of -1 as padding. A
// prediction is right when an event of its film that no earlier prediction has found has the same kind and parties (those of a
// contact in any order) and lies at most slack frames away. It is an error to give other arrays.
func ScoreEvents(events, predicted npz.Array, slack int) (s EventScore, err error) {
	truth, ok := events.Data.([]int32)
	guess, ok2 := predicted.Data.([]int32)
	if !ok || !ok2 || len(events.Shape) != 3 || len(predicted.Shape) != 3 || events.Shape[0] != predicted.Shape[0] ||
		events.Shape[2] != 4 || predicted.Shape[2] != 4 {
		return s, fmt.Errorf("syndacate: events: shapes %v of %T and %v of %T, want (films, any number, 4) of []int32 with equal "+
			"numbers of films", events.Shape, events.Data, predicted.Shape, predicted.Data)
	}
	normal := func(e []int32) [4]int32 {
		if filmEventKind(e[1]) == contactEvent {
			return [4]int32{e[0], e[1], min(e[2], e[3]), max(e[2], e[3])}
		}
		return [4]int32(e[:4])
	}
	for film := range events.Shape[0] {
		var open [][4]int32
		for k := range events.Shape[1] {
			if e := truth[(film*events.Shape[1]+k)*4:]; e[0] >= 0 {
				open = append(open, normal(e))
			}
		}
		s.Events += len(open)
		for k := range predicted.Shape[1] {
			e := guess[(film*predicted.Shape[1]+k)*4:]
			if e[0] < 0 {
				continue
			}
			s.Predicted++
			p, nearest, off := normal(e), -1, slack+1
			for i, o := range open {
				if d := int(max(o[0]-p[0], p[0]-o[0])); [3]int32(o[1:]) == [3]int32(p[1:]) && d < off {
					nearest, off = i, d
				}
			}
			if nearest >= 0 {
				s.Found++
				open = append(open[:nearest], open[nearest+1:]...)
			}
		}
	}
	return s, nil
}
