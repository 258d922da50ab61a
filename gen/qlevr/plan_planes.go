package qlevr

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// What bounds planes, in units.
const (
	maxPlanes   = 5
	planeInset  = 2                                      // of planes from the canvas's border
	planeInner  = canvas - planeInset                    // largest coordinate; its square is what area ratios refer to
	planeBase   = (planeInner - planeInset) * planeInner // square units; what planeRates refer to
	planeGap    = 20                                     // between planes, so that objects near two of them stay apart
	planeOffset = 30                                     // of centers along both axes, so that relations are plain
	planeTries  = 30000                                  // in a plan
	minSine     = 4227                                   // of the angles of a triangle, in 1/10000: that of 25 degrees is 4226.2
)

// planeRates are the shares of planeBase that a plane has at least and at most where n = 1 to 5 planes are wanted.
var planeRates = [maxPlanes + 1][2]float64{{}, {0.10, 0.60}, {0.10, 0.30}, {0.10, 0.20}, {0.05, 0.15}, {0.03, 0.12}}

// drawPlanes draws as many planes as are wanted, 1 to maxPlanes, or as fit in planeTries tries: where no shape fits any more
// the largest of them goes. What counts is the first of the times with the most planes. They are sorted by area and have no
// objects, no material and no color.
func drawPlanes(random *rng.Stream, want int) []planPlane {
	sampler := newPlaneSampler(random, planeRates[want])
	left, perShape := planeTries, planeTries/(3*want)+1
	var planes, best []planPlane
	for len(planes) < want && left > 0 {
		found := false
		for _, shape := range random.Perm(len(planeShapes)) {
			o, tries, ok := sampler.search(planeShapes[shape], planes, min(perShape, left))
			left -= tries
			if found = ok; found {
				planes = append(planes, planPlane{outline: o, areaRatio: o.area() / (planeInner * planeInner)})
				break
			}
		}
		if len(planes) > len(best) {
			best = slices.Clone(planes)
		}
		if !found && len(planes) > 0 {
			largest := 0
			for i := range planes {
				if planes[i].areaRatio > planes[largest].areaRatio {
					largest = i
				}
			}
			planes = slices.Delete(planes, largest, largest+1)
		}
	}
	slices.SortStableFunc(best, func(a, b planPlane) int { return cmp.Compare(a.areaRatio, b.areaRatio) })
	return best
}

// planeSampler proposes planes of one plan.
type planeSampler struct {
	random *rng.Stream
	area   planeRange
	back   float64 // how far left of and below the first corner of a triangle the others are at most
	ahead  float64 // how far right of and above it
}

func newPlaneSampler(random *rng.Stream, rates [2]float64) planeSampler {
	return planeSampler{random, planeRangeOf(rates), float64(5 * planeInner * rates[1]), float64(6 * planeInner * rates[1])}
}

// search tries planes of a shape until one fits, and tells how many it tried.
func (s *planeSampler) search(shape string, there []planPlane, tries int) (o outline, used int, found bool) {
	propose := s.circle
	switch shape {
	case "triangle":
		propose = s.triangle
	case "rectangle":
		propose = s.rectangle
	}
	for used < tries {
		used++
		if propose(&o) && s.area.admits(&o) && planeFits(there, &o) {
			return o, used, true
		}
	}
	return o, used, false
}

// The proposals triangle, rectangle and circle return false once they are seen to leave the frame, as most do: what they would
// draw after that decides nothing.

// inner is uniform over the coordinates of the frame.
func (s *planeSampler) inner() int { return planeInset + s.random.IntN(planeInner-planeInset+1) }

func (s *planeSampler) triangle(o *outline) bool {
	var x, y [3]float64
	if !s.threeCoordinates(&x) || !s.threeCoordinates(&y) {
		return false
	}
	*o = triangleOutline(planPoint{x[0], y[0]}, planPoint{x[1], y[1]}, planPoint{x[2], y[2]}, 0)
	return true
}

// threeCoordinates draws the coordinates of a triangle's corners along one axis, while they lie in the frame.
func (s *planeSampler) threeCoordinates(c *[3]float64) bool {
	c[0] = float64(s.inner())
	lo, hi := int(c[0]-s.back), int(c[0]+s.ahead) // towards zero
	for i := 1; i < 3; i++ {
		v := lo + s.random.IntN(hi-lo+1)
		if v < planeInset || v > planeInner {
			return false
		}
		c[i] = float64(v)
	}
	return true
}

func (s *planeSampler) rectangle(o *outline) bool {
	x, y := float64(s.inner()), float64(s.inner())
	aspect := s.random.Uniform(0.3, 1.01)
	w := float64(s.wholeBetween(math.Sqrt(s.area.min/aspect), math.Sqrt(s.area.max/aspect)))
	h := float64(w * aspect)
	degrees := s.random.IntN(len(turnTable))
	// The corner opposite the first, with some slack for other roundings.
	const slack = 1e-6
	sin, cos := turnTable[degrees][0], turnTable[degrees][1]
	far := planPoint{x + float64(w*cos) + float64(h*sin), y + float64(h*cos) - float64(w*sin)}
	if min(far.x, far.y) < planeInset-slack || max(far.x, far.y) > planeInner+slack {
		return false
	}
	*o = rectangleOutline(planPoint{x, y}, w, h, degrees)
	return true
}

// turnTable is the sine and the cosine of 0 to 180 degrees.
var turnTable = func() (table [objectTurns][2]float64) {
	for degrees := range table {
		table[degrees][0], table[degrees][1] = geom.SinCos(float64(float64(degrees) * (math.Pi / 180)))
	}
	return table
}()

func (s *planeSampler) circle(o *outline) bool {
	x, y := s.inner(), s.inner()
	r := s.wholeBetween(math.Sqrt(s.area.min/math.Pi), math.Sqrt(s.area.max/math.Pi))
	if min(x, y)-r < planeInset || max(x, y)+r > planeInner {
		return false
	}
	*o = circleOutline(planPoint{float64(x), float64(y)}, float64(r))
	return true
}

// wholeBetween is uniform over the integers from lo to hi, both rounded down.
func (s *planeSampler) wholeBetween(lo, hi float64) int {
	return int(lo) + s.random.IntN(int(hi)-int(lo)+1)
}

// planeRange bounds the area of a plane, in square units.
type planeRange struct{ min, max float64 }

func planeRangeOf(rates [2]float64) planeRange {
	return planeRange{float64(planeBase * rates[0]), float64(planeBase * rates[1])}
}

// admits tells whether a plane may be there at all: by its area, its place in the frame, and its angles.
func (r planeRange) admits(o *outline) bool {
	area := o.area()
	return area >= r.min && area <= r.max && o.within(planeInset, planeInner) && (o.shape != "triangle" || bluntTriangle(o, area))
}

// bluntTriangle tells whether all angles of a triangle lie between 25 and 155 degrees: sides a and b enclose one whose sine is
// 2 area / (a b), which is rounded to four digits.
func bluntTriangle(o *outline, area float64) bool {
	var sides [3]float64
	for i := range sides {
		sides[i] = o.corners[(i+1)%3].sub(o.corners[i]).length()
	}
	for i := range sides {
		if math.Round(2*area/(sides[i]*sides[(i+1)%3])*1e4) < minSine {
			return false
		}
	}
	return true
}

// planeFits tells whether a plane keeps away from those that are there.
func planeFits(there []planPlane, o *outline) bool {
	for i := range there {
		d := there[i].center.sub(o.center)
		if math.Abs(d.x) < planeOffset || math.Abs(d.y) < planeOffset {
			return false
		}
	}
	for i := range there {
		if collide(&there[i].outline, o, planeGap) {
			return false
		}
	}
	return true
}
