package qlevr

import (
	"math"
	"math/bits"
	"slices"
)

// objectTurns is how many turns objects, and rectangular planes, may have: 0 to 180 degrees.
const objectTurns = 181

// objectForm is what all objects of an outline and a size have in common.
type objectForm struct {
	size   string
	turned []outline     // at the proposal point (0, 0), by degrees; a circle has one
	spansX []outlineSpan // of them
	spansY []outlineSpan
	x, y   formReach
}

// objectForms are those of planeShapes as outlines, each in objectSizes.
var objectForms = func() (forms [3][2]objectForm) {
	for i, shape := range planeShapes {
		for j, size := range objectSizes {
			forms[i][j] = newObjectForm(shape, size)
		}
	}
	return forms
}()

// newObjectForm makes a circle about the proposal point; a triangle about it, turned about its upper corner; or a square turned
// about its lower left corner, which is the proposal point.
func newObjectForm(shape, size string) objectForm {
	f := objectForm{size: size}
	r := radiusOf(size)
	switch shape {
	case "circle":
		f.turned = append(f.turned, circleOutline(planPoint{}, r))
	case "triangle":
		half := r * math.Sqrt(3) / 2
		for degrees := range objectTurns {
			left, right := planPoint{-half, -r / 2}, planPoint{half, -r / 2}
			f.turned = append(f.turned, triangleOutline(planPoint{0, r}, left, right, degrees))
		}
	default:
		for degrees := range objectTurns {
			f.turned = append(f.turned, rectangleOutline(planPoint{}, r*math.Sqrt2, r*math.Sqrt2, degrees))
		}
	}
	for i := range f.turned {
		f.spansX = append(f.spansX, f.turned[i].spanX(overlapShareX))
		f.spansY = append(f.spansY, f.turned[i].spanY(overlapShareY))
	}
	f.x, f.y = formReachOf(f.spansX), formReachOf(f.spansY)
	return f
}

// formOf is the form of an outline and a size.
func formOf(shape, size string) *objectForm {
	return &objectForms[slices.Index(planeShapes, shape)][slices.Index(objectSizes, size)]
}

// formReach is how far the spans of a form go from the proposal point, for the turn that suits best.
type formReach struct {
	lo, hi       float64 // the largest lower end, the smallest upper end
	below, above float64 // the largest overlaps
}

func formReachOf(spans []outlineSpan) formReach {
	r := formReach{lo: math.Inf(-1), hi: math.Inf(1)}
	for _, s := range spans {
		r.lo, r.hi = max(r.lo, s.lo), min(r.hi, s.hi)
		r.below, r.above = max(r.below, s.below), max(r.above, s.above)
	}
	return r
}

// formSlack is what coordinates may miss by and still leave hope, in units: no rounding rules out what the exact test allows.
const formSlack = 1e-6

// inside is the proposal coordinates from lo to hi, both rounded down, from which a form may lie between lo and hi.
func (r *formReach) inside(lo, hi float64) (c planCoordinates) {
	c.add(max(int(lo), int(math.Ceil(lo-r.lo-formSlack))), min(int(hi), int(math.Floor(hi-r.hi+formSlack))))
	return c
}

// exclude takes away the proposal coordinates from which a form is clear of an object for no turn: neither above it, where the
// form's lower end has to lie over its upper end, less the overlap, nor below.
func (r *formReach) exclude(c *planCoordinates, object outlineSpan) {
	above := object.hi - min(object.above, r.below) - r.lo
	below := object.lo + min(object.below, r.above) - r.hi
	c.remove(int(math.Ceil(below+formSlack)), int(math.Floor(above-formSlack)))
}

// planCoordinates is a set of whole coordinates of the canvas, one bit each.
type planCoordinates [canvas/64 + 1]uint64

// add adds those from lo to hi.
func (c *planCoordinates) add(lo, hi int) {
	lo, hi = max(lo, 0), min(hi, canvas)
	for w := lo / 64; lo <= hi && w <= hi/64; w++ {
		c[w] |= coordinateMask(w, lo, hi)
	}
}

// remove takes those from lo to hi away.
func (c *planCoordinates) remove(lo, hi int) {
	lo, hi = max(lo, 0), min(hi, canvas)
	for w := lo / 64; lo <= hi && w <= hi/64; w++ {
		c[w] &^= coordinateMask(w, lo, hi)
	}
}

// coordinateMask is the bits from lo to hi that are in a word.
func coordinateMask(word, lo, hi int) uint64 {
	mask := ^uint64(0)
	if word == lo/64 {
		mask <<= lo % 64
	}
	if word == hi/64 {
		mask &= ^uint64(0) >> (63 - hi%64)
	}
	return mask
}

// list appends the coordinates in ascending order.
func (c *planCoordinates) list(to []int16) []int16 {
	for w, word := range c {
		for ; word != 0; word &= word - 1 {
			to = append(to, int16(w*64+bits.TrailingZeros64(word)))
		}
	}
	return to
}
