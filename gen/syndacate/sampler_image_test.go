package syndacate

import (
	"bytes"
	"math"
	"testing"

	"mereo/assets/glyph"
)

// Gray levels of the first pictures of published files: their mean, and the shares of pixels above 0 and above 127.
func TestPicturesHavePublishedGrayLevels(t *testing.T) {
	for _, c := range []struct {
		name             string
		config           samplerConfig
		n                int
		mean, within     float64
		notBlack, bright float64 // per cent, within 0.02
	}{
		{"one character", oneChar, 3000, 3.61, 0.01, 2.80, 1.59},
		{"characters", chars, 600, 6.86, 0.01, 5.28, 3.02},
		{"words", wordSet, 400, 4.377, 0.005, 4.36, 1.66},
	} {
		s, err := newSampler(c.config)
		if err != nil {
			t.Fatal(err)
		}
		var e element
		picture := make([]uint8, c.config.width*c.config.height)
		var sum, notBlack, bright float64
		for i := range c.n {
			s.next(&e)
			e.draw(c.config, picture)
			before := notBlack
			for _, v := range picture {
				sum += float64(v)
				if v > 0 {
					notBlack++
				}
				if v > 127 {
					bright++
				}
			}
			if notBlack == before {
				t.Errorf("%s: picture %d is black", c.name, i)
			}
		}
		pixels := float64(c.n * len(picture))
		for _, v := range []struct {
			what              string
			got, want, within float64
		}{
			{"mean", sum / pixels, c.mean, c.within},
			{"per cent above 0", 100 * notBlack / pixels, c.notBlack, 0.02},
			{"per cent above 127", 100 * bright / pixels, c.bright, 0.02},
		} {
			if math.Abs(v.got-v.want) > v.within {
				t.Errorf("%s: %s is %.4f, want %.4f within %v", c.name, v.what, v.got, v.want, v.within)
			}
		}
	}
}

// Pictures painted again from the float32 rows of a file are those of the file, but for the rare end point that rounding moves
// over the edge of a pixel.
func TestPicturesFromStoredRows(t *testing.T) {
	const n = 600
	s, err := newSampler(oneChar)
	if err != nil {
		t.Fatal(err)
	}
	var e element
	same := 0
	for range n {
		s.next(&e)
		parts, _ := rowsOf(oneChar, &e)
		var lines []glyph.Line
		for _, slot := range e.partSlots { // equally bright lines overlap: their order does not show
			r := parts[slot*partWidth : (slot+1)*partWidth]
			lines = append(lines, glyph.Line{X1: float64(r[0]), Y1: float64(r[1]), X2: float64(r[2]), Y2: float64(r[3]),
				Thickness: float64(r[4]), Brightness: float64(r[5])})
		}
		if bytes.Equal(drawLines(lines, oneChar.width, oneChar.height, oneChar.upsample), drawElement(oneChar, &e)) {
			same++
		}
	}
	if same < n*995/1000 {
		t.Errorf("%d of %d pictures are the same, want 99.5 per cent", same, n)
	}
}

func TestSquaresAreWhite(t *testing.T) {
	s, err := newSampler(square5)
	if err != nil {
		t.Fatal(err)
	}
	var e element
	for i := range 100 {
		s.next(&e)
		picture := drawElement(square5, &e)
		for j, p := range e.poses {
			// The pixel around the center, where it is inside the picture by more than half a square.
			x, y := int((p.X+1)*50), int((1-p.Y)*50)
			if x < 2 || x > 97 || y < 2 || y > 97 {
				continue
			}
			if v := picture[y*square5.width+x]; v < 250 {
				t.Errorf("element %d: square %d at (%.3f, %.3f) has grey level %d in its middle, want white", i, j, p.X, p.Y, v)
			}
		}
	}
}

func BenchmarkDrawElement(b *testing.B) {
	for name, c := range samplerBenchmarks() {
		b.Run(name, func(b *testing.B) {
			s, err := newSampler(c)
			if err != nil {
				b.Fatal(err)
			}
			var e element
			picture := make([]uint8, c.width*c.height)
			b.ReportAllocs()
			for b.Loop() {
				s.next(&e)
				e.draw(c, picture)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "elements/s")
		})
	}
}
