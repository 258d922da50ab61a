package qlevr

import (
	"math"
	"slices"
	"testing"
)

// squareOutline is an upright one with its lower left corner at x, y.
func squareOutline(x, y, side float64) outline {
	return rectangleOutline(planPoint{x, y}, side, side, 0)
}

func TestOutlineTurn(t *testing.T) {
	// Clockwise by 30 degrees about (10, 20): up becomes (1/2, root 3 / 2), right becomes (root 3 / 2, -1/2).
	o := rectangleOutline(planPoint{10, 20}, 4, 2, 30)
	h := math.Sqrt(3) / 2
	want := []planPoint{{10, 20}, {11, 20 + 2*h}, {11 + 4*h, 20 + 2*h - 2}, {10 + 4*h, 18}}
	for i, w := range want {
		if d := o.corners[i].sub(w).length(); d > 1e-12 {
			t.Errorf("corner %d is %v, want %v", i, o.corners[i], w)
		}
	}
	if d := o.center.sub(planPoint{10 + 2*h + 0.5, 20 + h - 1}).length(); d > 1e-12 {
		t.Errorf("the centre is %v", o.center)
	}
	if a := o.area(); math.Abs(a-8) > 1e-12 {
		t.Errorf("the area is %v, want 8", a)
	}
}

func TestOutlineCollide(t *testing.T) {
	unit := squareOutline(0, 0, 10)
	diamond := rectangleOutline(planPoint{20 - 5*math.Sqrt2, 5}, 10, 10, 45) // left corner 20 - 7.07 - 10 = 2.93 from the square
	for _, c := range []struct {
		name   string
		b      outline
		margin float64
		want   bool
	}{
		{"touching", squareOutline(10, 0, 10), 0, false},
		{"overlapping by little", squareOutline(9.999, 0, 10), 0, true},
		{"at the margin", squareOutline(30, 0, 10), 20, false},
		{"within the margin", squareOutline(29.999, 0, 10), 20, true},
		{"inside", squareOutline(4, 4, 1), 0, true},
		{"circle at the margin of an edge", circleOutline(planPoint{5, 18}, 5), 3, false},
		{"circle within the margin of an edge", circleOutline(planPoint{5, 17.999}, 5), 3, true},
		{"circle 3 from a corner", circleOutline(planPoint{10 + 8*0.6, 10 + 8*0.8}, 5), 2.999, false},
		{"circle within the margin of a corner", circleOutline(planPoint{10 + 8*0.6, 10 + 8*0.8}, 5), 3.001, true},
		{"circle about a corner", circleOutline(planPoint{10, 10}, 1), 0, true},
		{"corner before an edge", diamond, 2.9, false},
		{"corner nearer to an edge", diamond, 3, true},
		// Corners that are 5 root 2 apart are 5 apart along both edges' normals, which is what counts.
		{"corners apart", squareOutline(15, 15, 10), 5, false},
		{"corners that count as nearer than they are", squareOutline(15, 15, 10), 6, true},
	} {
		if got := collide(&unit, &c.b, c.margin); got != c.want {
			t.Errorf("%s: collide is %v, want %v", c.name, got, c.want)
		}
		if got := collide(&c.b, &unit, c.margin); got != c.want {
			t.Errorf("%s, the other way round: collide is %v, want %v", c.name, got, c.want)
		}
	}
	a, b := circleOutline(planPoint{0, 0}, 3), circleOutline(planPoint{6, 8}, 4)
	if collide(&a, &b, 3) || !collide(&a, &b, 3.001) {
		t.Error("circles 3 apart collide at a margin of 3, or not at 3.001")
	}
}

func TestOutlineCovers(t *testing.T) {
	plate, disc := squareOutline(0, 0, 20), circleOutline(planPoint{10, 10}, 10)
	for _, c := range []struct {
		name   string
		plane  *outline
		object outline
		want   bool
	}{
		{"square on square", &plate, squareOutline(1, 1, 5), true},
		{"square at the border of a square", &plate, squareOutline(0, 1, 5), false},
		{"square beside a square", &plate, squareOutline(25, 1, 5), false},
		{"disc on square", &plate, circleOutline(planPoint{6, 10}, 5), true},
		{"disc that touches a border", &plate, circleOutline(planPoint{5, 10}, 5), false},
		{"disc beside a square, far from its edges", &plate, circleOutline(planPoint{40, 10}, 5), false},
		{"disc on disc", &disc, circleOutline(planPoint{13, 14}, 4), true},
		{"disc that touches a disc from inside", &disc, circleOutline(planPoint{13, 14}, 5), true},
		{"disc over a disc's border", &disc, circleOutline(planPoint{13, 14}, 5.001), false},
		{"square with a corner on a disc's border", &disc, squareOutline(10, 10, 6), true},
		{"square with a corner over a disc's border", &disc, squareOutline(10, 10, 8), false},
	} {
		if c.name == "square with a corner on a disc's border" {
			c.object = rectangleOutline(planPoint{10, 10}, 6, 8, 0) // 6, 8, 10
		}
		if got := covers(c.plane, &c.object); got != c.want {
			t.Errorf("%s: covers is %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOutlineSpanClear(t *testing.T) {
	// Halves of 10, of which 2.5 may overlap; and halves of 4 and 6, of which 1 and 1.5 may.
	a := outlineSpan{0, 20, 2.5, 2.5}
	at := func(lo float64) outlineSpan { return outlineSpan{lo, lo + 10, 1, 1.5} }
	for _, c := range []struct {
		lo   float64
		want bool
	}{{30, true}, {20, true}, {19.001, true}, {19, false}, {5, false}, {-8.5, false}, {-8.501, true}, {-10, true}} {
		if got := a.clear(at(c.lo)); got != c.want {
			t.Errorf("a span from %v is clear: %v, want %v", c.lo, got, c.want)
		}
		if got := at(c.lo).clear(a); got != c.want {
			t.Errorf("a span from %v is clear, the other way round: %v, want %v", c.lo, got, c.want)
		}
	}
}

// Points on borders are where rules differ. What is wanted follows by hand from the published one: a corner, or the x of an edge that
// is not level, to the last bit, or an odd number of edges to the right.
func TestOutlineContains(t *testing.T) {
	tilted := []planPoint{{10, 10}, {60, 20}, {30, 70}}
	tent, funnel := []planPoint{{0, 0}, {40, 0}, {20, 30}}, []planPoint{{20, 0}, {40, 30}, {0, 30}}
	wall := []planPoint{{0, 0}, {0, 40}, {30, 20}}
	folded := []planPoint{{0, 0}, {20, 0}, {20, 0}, {0, 30}} // one edge is none
	dot := []planPoint{{5, 5}, {5, 5}, {5, 5}}
	left := 30 + float64((41-70)*(10-30))/(10-70) // of tilted's edge from its last corner to its first, at y = 41
	for _, c := range []struct {
		name    string
		corners []planPoint
		p       planPoint
		want    bool
		once    bool // another first corner, or the other way round, may give an edge another last bit
	}{
		{"corner", tilted, planPoint{60, 20}, true, false},
		{"left edge", tilted, planPoint{20, 40}, true, false},
		{"right edge", tilted, planPoint{45, 45}, true, false},
		{"left edge between whole numbers", tilted, planPoint{left, 41}, true, true},
		{"a bit before the left edge", tilted, planPoint{math.Nextafter(left, 0), 41}, false, true},
		{"a bit behind the left edge", tilted, planPoint{math.Nextafter(left, 60), 41}, true, true},
		{"a bit behind the right edge", tilted, planPoint{math.Nextafter(45, 60), 45}, false, true},
		{"beside, level with a corner", tilted, planPoint{5, 20}, false, false},
		{"beside the highest corner", tilted, planPoint{29, 70}, false, false},
		{"inside, level with a corner", tilted, planPoint{30, 20}, true, false},
		{"level edge below", tent, planPoint{20, 0}, false, false},
		{"end of a level edge below", tent, planPoint{40, 0}, true, false},
		{"before a level edge below", tent, planPoint{-5, 0}, false, false},
		{"level edge above", funnel, planPoint{20, 30}, true, false},
		{"end of a level edge above", funnel, planPoint{0, 30}, true, false},
		{"before a level edge above", funnel, planPoint{-5, 30}, false, false},
		{"behind a level edge above", funnel, planPoint{45, 30}, false, false},
		{"upright edge", wall, planPoint{0, 20}, true, false},
		{"a bit before an upright edge", wall, planPoint{math.Nextafter(0, -1), 20}, false, false},
		{"edge without length", folded, planPoint{20, 0}, true, false},
		{"level edge below, beside one without length", folded, planPoint{10, 0}, false, false},
		{"inside, with an edge without length", folded, planPoint{5, 5}, true, false},
		{"polygon without extent", dot, planPoint{5, 5}, true, false},
		{"beside a polygon without extent", dot, planPoint{4, 5}, false, false},
	} {
		forms := [][]planPoint{c.corners}
		if !c.once {
			backwards := slices.Clone(c.corners)
			slices.Reverse(backwards)
			for i := range c.corners {
				forms = append(forms, slices.Concat(c.corners[i:], c.corners[:i]), slices.Concat(backwards[i:], backwards[:i]))
			}
		}
		for _, corners := range forms {
			o := outline{count: len(corners)}
			copy(o.corners[:], corners)
			if got := o.contains(c.p); got != c.want {
				t.Errorf("%s: %v contains %v: %v, want %v", c.name, corners, c.p, got, c.want)
			}
		}
	}
}

func TestLineDistance(t *testing.T) {
	for _, c := range []struct {
		name    string
		p, a, b planPoint
		want    float64
	}{
		{"level", planPoint{3, 7}, planPoint{-1, 2}, planPoint{9, 2}, 5},
		{"beyond both points", planPoint{20, 20}, planPoint{0, 0}, planPoint{4, 3}, 4},
		{"on the line", planPoint{8, 6}, planPoint{0, 0}, planPoint{4, 3}, 0},
		{"one point", planPoint{4, 6}, planPoint{1, 2}, planPoint{1, 2}, 5},
		{"one point, at it", planPoint{1, 2}, planPoint{1, 2}, planPoint{1, 2}, 0},
	} {
		if got := lineDistance(c.p, c.a, c.b); !(math.Abs(got-c.want) <= 1e-12) {
			t.Errorf("%s: %v from the line through %v and %v is %v, want %v", c.name, c.p, c.a, c.b, got, c.want)
		}
	}
}

// A plane one of whose edges has no length covers no polygon, as published: nothing lies between two equal numbers.
func TestOutlineWithAnEdgeWithoutLength(t *testing.T) {
	folded := polygonOutline("rectangle", 4, [4]planPoint{{0, 0}, {40, 0}, {40, 0}, {0, 40}}, 0)
	disc, square := circleOutline(planPoint{10, 10}, 5), squareOutline(5, 5, 5)
	if !covers(&folded, &disc) || covers(&folded, &square) {
		t.Errorf("covers a disc: %v, a square: %v, want true and false", covers(&folded, &disc), covers(&folded, &square))
	}
}
