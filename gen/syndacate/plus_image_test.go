package syndacate

import (
	"math"
	"slices"
	"testing"

	"mereo/assets/glyph"
)

// area is the sum of gray values over that of white, in squares of the plane's unit.
func area(pix []uint8, side int) float64 {
	sum := 0
	for _, v := range pix {
		sum += int(v)
	}
	return float64(sum) / 255 * 4 / float64(side*side)
}

func paintParts(side int, parts ...glyph.Part) []uint8 {
	pix := make([]uint8, side*side)
	drawPartsTo(pix, parts, side, side, 10)
	return pix
}

func TestDrawPartsLines(t *testing.T) {
	s, err := glyph.AlphabetShape("B")
	if err != nil {
		t.Fatal(err)
	}
	p := glyph.Pose{Wideness: .7, Italic: .2, Rotation: .4, Scale: .45, X: .3, Y: -.2, Thickness: 8, Brightness: .8}
	if !slices.Equal(paintParts(100, s.Figure().Append(nil, p)...), drawLines(s.Append(nil, p), 100, 100, 10)) {
		t.Error("lines as parts are painted otherwise")
	}
}

// What is painted has the area that geometry says.
func TestDrawPartsAreas(t *testing.T) {
	const side, half = 200, 100 // pixels, and those of a unit of the plane
	at := func(p ...float64) (points [4]glyph.Point) {
		for i := 0; i < len(p); i += 2 {
			points[i/2] = glyph.Point{X: p[i], Y: p[i+1]}
		}
		return points
	}
	arc := glyph.Part{Kind: glyph.ArcPart, Points: at(-.5, -.5, 0, .9, .5, -.5), Thickness: 16, Brightness: 1}
	length := 0.0
	for i := range 1000 { // of the parabola x = -.5+t, y = -.5+2.8t(1-t)
		t := (float64(i) + .5) / 1000
		length += math.Hypot(1, 2.8*(1-2*t)) / 1000
	}
	for _, c := range []struct {
		name string
		part glyph.Part
		want float64
	}{
		{"disc", glyph.Part{Kind: glyph.DiscPart, Points: at(.1, .2), Radius: .4, Brightness: 1}, math.Pi * .16},
		{"triangle", glyph.Part{Kind: glyph.TrianglePart, Points: at(-.5, -.5, .5, -.5, 0, .5), Brightness: 1, Fill: 1}, .5},
		{"square", glyph.Part{Kind: glyph.QuadPart, Points: at(-.5, -.5, .5, -.5, .5, .5, -.5, .5), Brightness: 1, Fill: 1}, 1},
		{"frame", glyph.Part{Kind: glyph.QuadPart, Points: at(-.5, -.5, .5, -.5, .5, .5, -.5, .5), Thickness: 10, Brightness: 1},
			1 - .8*.8},
		{"arc", arc, length * 16 / half},
	} {
		if got := area(paintParts(side, c.part), side); math.Abs(got-c.want) > .015*c.want {
			t.Errorf("%s has the area %.4f, want %.4f", c.name, got, c.want)
		}
	}
}

// The outer edge of an arc has no notches: along the curve, just inside the edge, all is white.
func TestArcsAreSmooth(t *testing.T) {
	const side = 200
	p := glyph.Part{Kind: glyph.ArcPart, Points: [4]glyph.Point{{X: -.5, Y: -.3}, {X: 0, Y: 1.2}, {X: .5, Y: -.3}}, Thickness: 24,
		Brightness: 1}
	pix := paintParts(side, p)
	for i := 20; i <= 980; i++ { // x = -.5+u, y = -.3+3u(1-u), with the normal (-y', 1)
		u := float64(i) / 1000
		slope := 3 * (1 - 2*u)
		l := math.Hypot(1, slope)
		x, y := -.5+u-slope/l*.10, -.3+3*u*(1-u)+1/l*.10
		if v := pix[int((1-y)*side/2)*side+int((1+x)*side/2)]; v < 250 {
			t.Fatalf("at %.3f along the arc the edge is %d", u, v)
		}
	}
}
