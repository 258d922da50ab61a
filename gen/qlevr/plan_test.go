package qlevr

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

func planKey(index int) rng.Key { return rng.Key{Seed: 7, Set: "qlevr", Split: "test", Index: index} }

// TestPlanFigures holds 300 plans to what the published set is said to be like.
func TestPlanFigures(t *testing.T) {
	const n = 300
	var planes [maxPlanes + 1]int
	objects := 0
	for i := range n {
		p := drawPlan(planKey(i))
		checkPlan(t, fmt.Sprint("plan ", i), &p)
		planes[len(p.planes)]++
		objects += len(p.objects)
	}
	for k := 1; k <= maxPlanes; k++ {
		if planes[k] < n/10 { // one in five are wanted, and some of them fail
			t.Errorf("%d of %d plans have %d planes, want a fifth or so", planes[k], n, k)
		}
	}
	if mean := float64(objects) / n; mean < 24 || mean > 34 {
		t.Errorf("plans have %.1f objects in the mean, want 24 to 34", mean)
	}
}

// TestPlanAreas holds planes to the areas of how many are wanted, which plans do not tell.
func TestPlanAreas(t *testing.T) {
	for want := 1; want <= maxPlanes; want++ {
		full := 0
		for i := range 60 {
			planes := drawPlanes(rng.At(planKey(i), "areas"), want)
			for _, p := range planes {
				share := p.areaRatio * 158404 / 157608
				if share < planeRates[want][0] || share > planeRates[want][1] {
					t.Errorf("one of %d planes has %v of the area, want %v", want, share, planeRates[want])
				}
			}
			if len(planes) == want {
				full++
			}
		}
		if full < 40 {
			t.Errorf("%d planes were found in %d of 60 plans, want 40 at least", want, full)
		}
	}
}

func TestPlaneFits(t *testing.T) {
	there := []planPlane{{outline: squareOutline(100, 100, 50)}, {outline: circleOutline(planPoint{300, 300}, 40)}}
	for _, c := range []struct {
		name string
		o    outline
		want bool
	}{
		{"20 from the square", squareOutline(170, 130, 50), true},
		{"19.9 from the square", squareOutline(169.9, 130, 50), false},
		{"30 above the square's centre", squareOutline(180, 130, 50), true},
		{"29.9 above the square's centre", squareOutline(180, 129.9, 50), false},
		{"20 from the disc", circleOutline(planPoint{300 - 54, 300 - 72}, 30), true}, // 54, 72, 90
		{"19.9 from the disc", circleOutline(planPoint{300 - 54, 300 - 72}, 30.1), false},
	} {
		if got := planeFits(there, &c.o); got != c.want {
			t.Errorf("%s: the plane fits: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPlaneAngles is of triangles whose sharpest angle is about 25 degrees; rounding its sine is 0.003 degrees.
func TestPlaneAngles(t *testing.T) {
	corner := func(degrees float64) outline {
		sin, cos := geom.SinCos(degrees * math.Pi / 180)
		return triangleOutline(planPoint{200, 150}, planPoint{350, 150}, planPoint{200 + 150*cos, 150 + 150*sin}, 0)
	}
	for _, c := range []struct {
		degrees float64
		want    bool
	}{{24.99, false}, {25.01, true}, {60, true}, {129.99, true}, {130.01, false}} { // 130 leaves 25 for each of the others
		o := corner(c.degrees)
		if got := bluntTriangle(&o, o.area()); got != c.want {
			t.Errorf("a triangle with a corner of %v degrees is blunt: %v, want %v", c.degrees, got, c.want)
		}
	}
}

// checkPlan holds a plan to what is asked of every one.
func checkPlan(t *testing.T, id string, p *plan) {
	t.Helper()
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf(id+": "+format, args...)
	}
	if len(p.planes) > maxPlanes {
		bad("%d planes, want at most %d", len(p.planes), maxPlanes)
	}
	if !slices.IsSortedFunc(p.planes, func(a, b planPlane) int { return int(math.Copysign(1, a.areaRatio-b.areaRatio)) }) {
		bad("planes are not sorted by area")
	}
	// How many planes were wanted is not known, but their areas fit one number that is large enough.
	fits := false
	for n := max(1, len(p.planes)); n <= maxPlanes; n++ {
		area := planeRangeOf(planeRates[n])
		fits = fits || !slices.ContainsFunc(p.planes, func(a planPlane) bool { return !area.admits(&a.outline) })
	}
	if !fits {
		bad("planes that no wanted number of planes admits")
	}
	for i := range p.planes {
		if !planeFits(p.planes[:i], &p.planes[i].outline) {
			bad("plane %d is too near to one before it", i)
		}
	}
	next := 0
	for i := range p.planes {
		if n := len(p.planes[i].objects); n < 1 || n > 10 {
			bad("plane %d has %d objects, want 1 to 10", i, n)
		}
		for _, o := range p.planes[i].objects {
			if o != next || p.objects[o].plane != i {
				bad("plane %d has object %d of plane %d, want %d", i, o, p.objects[o].plane, next)
			}
			if !covers(&p.planes[i].outline, &p.objects[o].outline) {
				bad("object %d is not inside of plane %d", o, i)
			}
			next++
		}
	}
	if n := len(p.objects) - next; n < 1 || n > 12 {
		bad("the desk has %d objects, want 1 to 12", n)
	}
	colors, materials, shapes := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range p.objects {
		o := &p.objects[i]
		if o.plane == len(p.planes) && !deskFits(p.planes, &o.outline) {
			bad("object %d is not on the desk", i)
		}
		if !objectFits(p.objects[:i], &o.outline) {
			bad("object %d is too near to one before it", i)
		}
		if outlineOf(o.shape) != o.outline.shape {
			bad("object %d is a %s with the outline of a %s", i, o.shape, o.outline.shape)
		}
		colors[o.color], materials[o.material], shapes[o.shape] = true, true, true
	}
	for what, n := range map[string]int{"colours": len(colors), "materials": len(materials), "shapes": len(shapes)} {
		if n > 3 {
			bad("%d %s, want 2 or 3", n, what)
		}
	}
}

func BenchmarkPlan(b *testing.B) {
	planes, objects := 0, 0
	for i := range b.N {
		p := drawPlan(planKey(i % 300))
		planes, objects = planes+len(p.planes), objects+len(p.objects)
	}
	b.ReportMetric(float64(planes)/float64(b.N), "planes/op")
	b.ReportMetric(float64(objects)/float64(b.N), "objects/op")
}
