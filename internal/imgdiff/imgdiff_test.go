package imgdiff

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"mereo/internal/vectors"
)

func filled(w, h int, at func(x, y, c int) uint8) *Picture {
	p := &Picture{Width: w, Height: h, RGB: make([]uint8, 3*w*h)}
	for i := range p.RGB {
		p.RGB[i] = at(i/3%w, i/3/w, i%3)
	}
	return p
}

func pattern(x, y, c int) uint8 { return uint8(x*7 + y*13 + c*50) }

// The expected figures were computed with an independent implementation (shared/tools/compare.py) from the same
// formulas.
func TestFLIPKnownFigures(t *testing.T) {
	base := filled(60, 40, pattern)
	dot := filled(60, 40, pattern)
	for c := range 3 {
		dot.RGB[3*(20*60+30)+c] ^= 255
	}
	for _, c := range []struct {
		name      string
		want, got *Picture
		mean      float64
	}{
		{"the same", base, base, 0},
		{"inverted", base, filled(60, 40, func(x, y, c int) uint8 { return 255 - pattern(x, y, c) }), 0.9207699},
		{"one pixel to the right", base, filled(60, 40, func(x, y, c int) uint8 { return pattern(max(x-1, 0), y, c) }), 0.2808498},
		{"one inverted pixel", base, dot, 0.0024087},
		{"even gray", base, filled(60, 40, func(x, y, c int) uint8 { return 128 }), 0.7886655},
		{"black and white", filled(9, 9, func(x, y, c int) uint8 { return 0 }), filled(9, 9, func(x, y, c int) uint8 { return 255 }), 0.9673805},
		{"green and blue", filled(9, 9, func(x, y, c int) uint8 { return []uint8{0, 255, 0}[c] }), filled(9, 9, func(x, y, c int) uint8 { return []uint8{0, 0, 255}[c] }), 1},
	} {
		errs, got, err := FLIP(c.want, c.got)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if math.Abs(got-c.mean) > 2e-7 {
			t.Errorf("%s: mean error %.7f, want %.7f", c.name, got, c.mean)
		}
		worst := 0
		for i, e := range errs {
			if e < 0 || e > 1 {
				t.Fatalf("%s: error of pixel %d is %v, want 0 to 1", c.name, i, e)
			}
			if e > errs[worst] {
				worst = i
			}
		}
		if c.name == "one inverted pixel" && worst != 20*60+30 {
			t.Errorf("%s: the worst pixel is (%d, %d), want (30, 20)", c.name, worst%60, worst/60)
		}
	}
}

// The same tool on the reference pictures moved by (3, -2) before black, and darkened to int(0.7 v).
func TestVectorsRenderFLIP(t *testing.T) {
	dir := vectors.Dir(t, "render")
	files, err := filepath.Glob(filepath.Join(dir, "*_rgb.png"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no *_rgb.png in %s (%v)", dir, err)
	}
	known := map[string][2]float64{
		"desk_1": {0.0995, 0.3569}, "kitchen_1": {0.2140, 0.4621}, "room_1": {0.2185, 0.5312}, "tabletop_1": {0.0888, 0.4538},
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), "_rgb.png")
		p, err := ReadPNG(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, mean, err := FLIP(p, p); err != nil || mean != 0 {
			t.Errorf("%s: error against itself is %v, %v; want 0", name, mean, err)
		}
		want, ok := known[name]
		if !ok {
			continue // a picture that no figure was computed for
		}
		moved := filled(p.Width, p.Height, func(x, y, c int) uint8 {
			if x < 3 || y+2 >= p.Height {
				return 0
			}
			return p.RGB[3*((y+2)*p.Width+x-3)+c]
		})
		dark := filled(p.Width, p.Height, func(x, y, c int) uint8 { return uint8(float64(p.RGB[3*(y*p.Width+x)+c]) * 0.7) })
		for k, other := range []*Picture{moved, dark} {
			_, got, err := FLIP(p, other)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got-want[k]) > 1e-4 {
				t.Errorf("%s, change %d: mean error %.5f, want %.4f", name, k, got, want[k])
			}
		}
	}
}

func TestChannels(t *testing.T) {
	want := filled(4, 3, func(x, y, c int) uint8 { return 100 })
	got := filled(4, 3, func(x, y, c int) uint8 {
		switch {
		case x == 1 && y == 2 && c == 1:
			return 91
		case x == 2 && y == 2:
			return 105
		}
		return 100
	})
	s, err := channels(want, got, 5)
	if want := (Steps{Max: 9, Over: 1, OverShare: 1.0 / 12, X: 1, Y: 2}); err != nil || s != want {
		t.Errorf("got %+v, %v; want %+v", s, err, want)
	}
}

func TestUnequalSizesAreErrors(t *testing.T) {
	a, b := filled(4, 3, pattern), filled(3, 4, pattern)
	const want = "imgdiff: got a picture of 3 x 4, want 4 x 3"
	if _, err := channels(a, b, 0); err == nil || err.Error() != want {
		t.Errorf("Channels: %v, want %s", err, want)
	}
	if _, _, err := FLIP(a, b); err == nil || err.Error() != want {
		t.Errorf("FLIP: %v, want %s", err, want)
	}
	a.RGB = a.RGB[1:]
	const short = "imgdiff: picture of 4 x 3 has 35 bytes, want 36"
	if _, err := channels(a, a, 0); err == nil || err.Error() != short {
		t.Errorf("Channels: %v, want %s", err, short)
	}
	if _, err := CompareIDs([]uint16{1}, []uint16{1, 2}, 1, 0); err == nil {
		t.Error("CompareIDs takes buffers of different length")
	}
	if _, err := CompareDepths([]float32{1}, []float32{1}, []bool{}, 0); err == nil {
		t.Error("CompareDepths takes a mask of another length")
	}
}

func TestCompareIDs(t *testing.T) {
	want := []uint16{
		1, 1, 1, 1, 2,
		1, 1, 1, 1, 2,
		1, 1, 1, 1, 2,
	}
	got := []uint16{
		1, 1, 1, 2, 2,
		1, 7, 1, 1, 2,
		1, 1, 1, 1, 2,
	}
	for _, c := range []struct {
		margin int
		want   IDs
	}{
		{0, IDs{Equal: 13.0 / 15, Inner: 15, InnerEqual: 13.0 / 15, FirstInner: 3}},
		{1, IDs{Equal: 13.0 / 15, Inner: 9, InnerEqual: 8.0 / 9, FirstInner: 6}},
		{5, IDs{Equal: 13.0 / 15, Inner: 0, InnerEqual: 1, FirstInner: -1}},
	} {
		if r, err := CompareIDs(want, got, 5, c.margin); err != nil || r != c.want {
			t.Errorf("margin %d: got %+v, %v; want %+v", c.margin, r, err, c.want)
		}
	}
}

func TestCompareDepths(t *testing.T) {
	want := []float32{0, 1, 2, 4, 8, 1}
	got := []float32{0, 1, 2.5, 4, 0, 9}
	where := []bool{true, true, true, true, true, false}
	r, err := CompareDepths(want, got, where, 0.1)
	if w := (Depths{Compared: 3, Missing: 1, Median: 0, Max: 0.25, WithinTol: 2.0 / 3, WorstPixel: 2}); err != nil || r != w {
		t.Errorf("got %+v, %v; want %+v", r, err, w)
	}
}

func TestWriteDiffShowsAllThree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "diff.png")
	want, got := filled(20, 10, pattern), filled(20, 10, func(x, y, c int) uint8 { return 255 - pattern(x, y, c) })
	if err := WriteDiff(path, want, got); err != nil {
		t.Fatal(err)
	}
	p, err := ReadPNG(path)
	if err != nil {
		t.Fatal(err)
	}
	if p.Width != 60 || p.Height != 10 {
		t.Fatalf("picture is %d x %d, want 60 x 10", p.Width, p.Height)
	}
	errs, _, _ := FLIP(want, got)
	for _, i := range []int{0, 5*20 + 7, 199} {
		x, y := i%20, i/20
		if g, w := p.RGB[3*(y*60+x)], want.RGB[3*i]; g != w {
			t.Errorf("pixel %d of want: red %d, want %d", i, g, w)
		}
		if g, w := p.RGB[3*(y*60+20+x)], got.RGB[3*i]; g != w {
			t.Errorf("pixel %d of got: red %d, want %d", i, g, w)
		}
		if g, w := p.RGB[3*(y*60+40+x)], uint8(255*min(3*errs[i], 1)); g != w {
			t.Errorf("pixel %d of the map: red %d, want %d", i, g, w)
		}
	}
}

func ExampleFLIP() {
	gray := func(v uint8) *Picture {
		p := &Picture{Width: 32, Height: 32, RGB: make([]uint8, 3*32*32)}
		for i := range p.RGB {
			p.RGB[i] = v
		}
		return p
	}
	for _, v := range []uint8{128, 129, 140, 255} {
		_, mean, _ := FLIP(gray(128), gray(v))
		fmt.Printf("%d: %.3f\n", v, mean)
	}
	// Output:
	// 128: 0.000
	// 129: 0.030
	// 140: 0.169
	// 255: 0.845
}

func BenchmarkFLIP(b *testing.B) {
	p, q := filled(800, 600, pattern), filled(800, 600, func(x, y, c int) uint8 { return pattern(x+1, y, c) })
	for b.Loop() {
		if _, _, err := FLIP(p, q); err != nil {
			b.Fatal(err)
		}
	}
}
