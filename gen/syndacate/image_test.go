package syndacate

import (
	"bytes"
	"math"
	"sync"
	"testing"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
	"mereo/scenes/numpyrng"
)

// drawLinesPlainly is drawLines on a canvas of all its pixels.
func drawLinesPlainly(lines []glyph.Line, width, height, upsample int) []uint8 {
	g := canvas.NewGray(width*upsample, height*upsample)
	for _, l := range lines {
		at := imageCoordinates(l, float64(g.Width), float64(g.Height))
		g.Line(canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3]), canvasWidth(l.Thickness, upsample), canvasInk(l.Brightness))
	}
	return g.Reduce(width, height).Pix
}

// randomGlyphs returns the lines of one picture in painting order: n letters or words in random poses of the usual ranges,
// followed, if flip is true, by their flipped copies.
func randomGlyphs(tb testing.TB, seed uint64, n int, words, flip bool) []glyph.Line {
	tb.Helper()
	r := numpyrng.New(seed)
	letters := []string{"A", "E", "F", "I", "L", "M", "N", "W", "X", "Z"}
	names := []string{"Ai", "Hi", "Me", "Aim", "Fan", "Him", "Fail", "Film", "Lime", "Mile"}
	var lines []glyph.Line
	for range n {
		class := r.Integers(0, 10)
		p := glyph.Pose{Wideness: r.Uniform(.5, 1), Italic: r.Uniform(0, .5), Rotation: r.Uniform(-.5, .5), Scale: r.Uniform(.2, .5),
			X: r.Uniform(-1, 1), Y: r.Uniform(-1, 1), Thickness: r.Uniform(5, 10), Brightness: r.Uniform(.5, 1)}
		one, err := glyph.Char(letters[class], p)
		if words {
			p.Thickness = r.Uniform(3, 5)
			one, err = glyph.Word(names[class], p)
		}
		if err != nil {
			tb.Fatal(err)
		}
		lines = append(lines, one...)
	}
	if flip {
		back := append([]glyph.Line(nil), lines...)
		glyph.Flip(back)
		lines = append(lines, back...)
	}
	byBrightness(lines)
	return lines
}

func TestPicturesOfBothPaintersAgree(t *testing.T) {
	for seed := range uint64(12) {
		for _, kind := range pictureKinds {
			lines := randomGlyphs(t, seed, kind.n, kind.words, kind.flip)
			got, want := drawLines(lines, 100, 100, 10), drawLinesPlainly(lines, 100, 100, 10)
			if !bytes.Equal(got, want) {
				t.Errorf("seed %d, %s: the pictures differ", seed, kind.name)
			}
		}
	}
}

func TestPicturesAtOnceAreTheSame(t *testing.T) {
	var wait sync.WaitGroup
	defer wait.Wait()
	for seed := range uint64(4) {
		lines := randomGlyphs(t, seed, 3, false, true)
		want := drawLines(lines, 100, 100, 10)
		for i := range 4 {
			wait.Go(func() {
				drawLines(lines, 64, 32, 1+i) // leaves another size in the pool
				if !bytes.Equal(drawLines(lines, 100, 100, 10), want) {
					t.Errorf("seed %d: goroutine %d has another picture", seed, i)
				}
			})
		}
	}
}

func TestPictureOfNothingIsBlack(t *testing.T) {
	for i, v := range drawLines(nil, 20, 10, 10) {
		if v != 0 {
			t.Fatalf("pixel %d is %d", i, v)
		}
	}
}

func TestPaintingOrderIsStable(t *testing.T) {
	var lines []glyph.Line
	for i, brightness := range []float64{.7, .5, .7, .6, .5} {
		lines = append(lines, glyph.Line{X1: float64(i + 1), Brightness: brightness})
	}
	byBrightness(lines)
	for i, want := range []float64{2, 5, 4, 1, 3} {
		if lines[i].X1 != want {
			t.Fatalf("lines are %v", lines)
		}
	}
}

func TestNumbersAreTruncated(t *testing.T) {
	for _, c := range []struct {
		v         float64
		low, high int
		want      int
	}{
		{254.99, 0, 255, 254}, {255, 0, 255, 255}, {300, 0, 255, 255}, {-.5, 0, 255, 0},
		{-.9, -10, 10, 0}, {-1.9, -10, 10, -1}, {1.9, -10, 10, 1},
		{math.Inf(1), -8, 8, 8}, {math.Inf(-1), -8, 8, -8}, {math.NaN(), -8, 8, -8},
	} {
		if got := truncated(c.v, c.low, c.high); got != c.want {
			t.Errorf("truncated(%v, %d, %d) = %d, want %d", c.v, c.low, c.high, got, c.want)
		}
	}
}

func TestSquareWithBorder(t *testing.T) {
	// On a canvas of its own size: a square from pixel 5 to 15, a border of two pixels inwards.
	got := drawSquares([]square{{Length: 1, Thickness: 2, Brightness: 1, Fill: .5}}, 20, 20, 1)
	for y := range 20 {
		for x := range 20 {
			want := uint8(0)
			switch inward := min(x-5, 15-x, y-5, 15-y); {
			case inward >= 2:
				want = 127
			case inward >= 0:
				want = 255
			}
			if got[y*20+x] != want {
				t.Errorf("pixel (%d, %d) is %d, want %d", x, y, got[y*20+x], want)
			}
		}
	}
}

// pictureKinds are the pictures of the large files.
var pictureKinds = []struct {
	name        string
	n           int
	words, flip bool
}{{"one-character", 1, false, true}, {"three-characters", 3, false, true}, {"three-words", 3, true, false}}

func benchmarkPictures(b *testing.B, draw func(dst []uint8, lines []glyph.Line)) {
	dst := make([]uint8, 100*100)
	for _, kind := range pictureKinds {
		var scenes [256][]glyph.Line
		for i := range scenes {
			scenes[i] = randomGlyphs(b, uint64(i), kind.n, kind.words, kind.flip)
		}
		b.Run(kind.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				draw(dst, scenes[i%len(scenes)])
			}
		})
	}
}

func BenchmarkDrawLines(b *testing.B) {
	benchmarkPictures(b, func(dst []uint8, lines []glyph.Line) { drawLinesTo(dst, lines, 100, 100, 10) })
}

func BenchmarkDrawLinesPlainly(b *testing.B) {
	benchmarkPictures(b, func(_ []uint8, lines []glyph.Line) { drawLinesPlainly(lines, 100, 100, 10) })
}
