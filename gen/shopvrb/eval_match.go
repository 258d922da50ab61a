package shopvrb

import (
	"cmp"
	"fmt"
	"slices"

	"mereo/scenes/annot"
)

// How predicted and true objects of a scene are matched.
const (
	MatchMask  = "mask"  // by the intersection over union of their masks
	MatchBox   = "box"   // by that of their boxes
	MatchOrder = "order" // the first with the first, and so on
)

// Matches are their names.
var Matches = []string{MatchMask, MatchBox, MatchOrder}

// unmatched is where a true object has no predicted one.
const unmatched = -1

// overlaps are the intersections over unions of true objects with predicted ones.
type overlaps [][]float64

// overlapsOf are those of the objects of two scenes.
func overlapsOf(truth, predicted *evalPicture, of func(t, p *evalObject) float64) overlaps {
	out := make(overlaps, len(truth.objects))
	for t := range out {
		for p := range predicted.objects {
			out[t] = append(out[t], of(&truth.objects[t], &predicted.objects[p]))
		}
	}
	return out
}

func byMasks(t, p *evalObject) float64 { return maskOverlap(*t.mask, *p.mask) }

func byBoxes(t, p *evalObject) float64 { return boxOverlap(*t.box, *p.box) }

// match finds for each true object the predicted one: of all pairs that overlap by more than a threshold the one that overlaps
// most, then of those left, and so on; of equal ones the first. Where true masks are disjoint and the threshold is at least one
// half, a predicted mask can go with one true object only, so that no other assignment matches more.
func (o overlaps) match(threshold float64) []int {
	type pair struct{ t, p int }
	var pairs []pair
	out := make([]int, len(o))
	for t := range o {
		out[t] = unmatched
		for p, overlap := range o[t] {
			if overlap > threshold {
				pairs = append(pairs, pair{t, p})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(o[b.t][b.p], o[a.t][a.p]) })
	for _, c := range pairs {
		if out[c.t] == unmatched && !slices.Contains(out, c.p) {
			out[c.t] = c.p
		}
	}
	return out
}

// maskOverlap is the intersection over union of masks of one size.
func maskOverlap(a, b annot.RLE) float64 {
	both := sharedPixels(a.Counts, b.Counts)
	all := a.Area() + b.Area() - both
	return float64(both) / float64(max(1, all))
}

// sharedPixels goes along the runs of two masks and counts the pixels that both have set.
func sharedPixels(a, b []int) (n int) {
	i, j, endA, endB, at := 0, 0, a[0], b[0], 0
	for {
		next := min(endA, endB)
		if i&1 == 1 && j&1 == 1 {
			n += next - at
		}
		at = next
		if endA == next {
			if i++; i == len(a) {
				return n
			}
			endA += a[i]
		}
		if endB == next {
			if j++; j == len(b) {
				return n
			}
			endB += b[j]
		}
	}
}

// boxOverlap is the intersection over union of boxes that hold their last column and row.
func boxOverlap(a, b pixelBox) float64 {
	w := min(a.x1, b.x1) - max(a.x0, b.x0) + 1
	h := min(a.y1, b.y1) - max(a.y0, b.y0) + 1
	if w <= 0 || h <= 0 {
		return 0
	}
	both := float64(w * h)
	return both / (a.area() + b.area() - both)
}

func (b pixelBox) area() float64 { return float64((b.x1 - b.x0 + 1) * (b.y1 - b.y0 + 1)) }

// check tells whether the objects of a scene have what a way of matching needs.
func (p *evalPicture) check(match string) error {
	for i := range p.objects {
		switch o := &p.objects[i]; {
		case match == MatchMask && o.mask == nil:
			return fmt.Errorf("objects[%d] has no mask; add it, or choose --match %s or %s", i, MatchBox, MatchOrder)
		case match != MatchOrder && o.box == nil:
			return fmt.Errorf("objects[%d] has neither a bbox nor a mask with pixels; add one, or choose --match %s", i, MatchOrder)
		}
	}
	return nil
}

// fits tells whether predicted objects can be compared with true ones.
func (p *evalPicture) fits(truth *evalPicture, match string) error {
	if p.filename != "" && p.filename != truth.filename {
		return fmt.Errorf("image_filename is %q, but %q is image_index %d of the split; choose the split that was predicted with --split",
			p.filename, truth.filename, truth.index)
	}
	if match == MatchOrder && len(p.objects) != len(truth.objects) {
		return fmt.Errorf("%d objects are predicted, want %d: --match %s takes one for each true object, in their order",
			len(p.objects), len(truth.objects), MatchOrder)
	}
	if match != MatchMask || len(truth.objects) == 0 {
		return nil
	}
	for i := range p.objects {
		if got, want := p.objects[i].mask.Size, truth.objects[0].mask.Size; got != want {
			return fmt.Errorf("objects[%d].mask has size %v, want %v, that of the picture", i, got, want)
		}
	}
	return nil
}

// inOrder matches each of n objects with the predicted one of the same number.
func inOrder(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
