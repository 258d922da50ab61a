package imgdiff

import (
	"fmt"
	"math"
	"slices"
)

// IDs is how far two buffers of ids agree.
type IDs struct {
	Equal float64 // share of all pixels with equal ids
	// Inner is the number of pixels at least margin pixels away from any other id in want, InnerEqual the share of them
	// with equal ids (1 where there are none).
	Inner      int
	InnerEqual float64
	FirstInner int // index of the first inner pixel with other ids, -1 for none
}

// CompareIDs compares ids of one picture. A pixel is inner when all pixels within margin columns and rows of it, as far
// as they are in the picture, have one id in want: beside silhouettes rounding may decide, inside it may not.
func CompareIDs(want, got []uint16, width, margin int) (IDs, error) {
	if len(want) != len(got) || width < 1 || len(want) == 0 || len(want)%width != 0 {
		return IDs{}, fmt.Errorf("imgdiff: %d and %d ids in rows of %d, want equal counts of whole rows", len(want), len(got), width)
	}
	same, innerSame := 0, 0
	r := IDs{FirstInner: -1, InnerEqual: 1}
	inner := Uniform(want, width, margin)
	for i := range want {
		equal := want[i] == got[i]
		if equal {
			same++
		}
		if !inner[i] {
			continue
		}
		r.Inner++
		if equal {
			innerSame++
		} else if r.FirstInner < 0 {
			r.FirstInner = i
		}
	}
	r.Equal = float64(same) / float64(len(want))
	if r.Inner > 0 {
		r.InnerEqual = float64(innerSame) / float64(r.Inner)
	}
	return r, nil
}

// Uniform tells for each pixel whether all within margin columns and rows of it have the same id.
func Uniform(ids []uint16, width, margin int) []bool {
	h := len(ids) / width
	// Lowest and highest id along the row, then down the columns: a square is uniform when they meet.
	type span struct{ lo, hi uint16 }
	rows, out := make([]span, len(ids)), make([]bool, len(ids))
	for y := range h {
		for x := range width {
			s := span{ids[y*width+x], ids[y*width+x]}
			for u := max(0, x-margin); u <= min(width-1, x+margin); u++ {
				s.lo, s.hi = min(s.lo, ids[y*width+u]), max(s.hi, ids[y*width+u])
			}
			rows[y*width+x] = s
		}
	}
	for y := range h {
		for x := range width {
			s := rows[y*width+x]
			for v := max(0, y-margin); v <= min(h-1, y+margin); v++ {
				s.lo, s.hi = min(s.lo, rows[v*width+x].lo), max(s.hi, rows[v*width+x].hi)
			}
			out[y*width+x] = s.lo == s.hi
		}
	}
	return out
}

// Depths is how far two buffers of ViewZ agree, by |got - want| / want over the pixels compared.
type Depths struct {
	Compared   int // pixels in which both are more than 0 and which where selects
	Missing    int // pixels that where selects in which only one is more than 0
	Median     float64
	Max        float64
	WithinTol  float64 // share of the compared pixels at most the tolerance off; 1 when none is compared
	WorstPixel int     // index of the first pixel with the largest difference, -1 for none
}

// CompareDepths compares ViewZ. where selects pixels; nil selects all.
func CompareDepths(want, got []float32, where []bool, tolerance float64) (Depths, error) {
	if len(want) != len(got) || where != nil && len(where) != len(want) {
		return Depths{}, fmt.Errorf("imgdiff: %d and %d depths under a mask of %d, want equal counts", len(want), len(got), len(where))
	}
	d := Depths{WithinTol: 1, WorstPixel: -1}
	var rel []float64
	within := 0
	for i := range want {
		if where != nil && !where[i] {
			continue
		}
		if (want[i] > 0) != (got[i] > 0) {
			d.Missing++
			continue
		}
		if !(want[i] > 0) {
			continue
		}
		r := math.Abs(float64(got[i])-float64(want[i])) / float64(want[i])
		rel = append(rel, r)
		if r <= tolerance {
			within++
		}
		if r > d.Max || d.WorstPixel < 0 {
			d.Max, d.WorstPixel = r, i
		}
	}
	if d.Compared = len(rel); d.Compared > 0 {
		slices.Sort(rel)
		d.Median = rel[len(rel)/2]
		d.WithinTol = float64(within) / float64(len(rel))
	}
	return d, nil
}
