package canvas

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
)

// painter is what both canvases can do.
type painter interface {
	Line(from, to Point, width int, ink uint8)
	Polygon(points []Point, fill, outline uint8, width int)
}

// checkSparse paints on both canvases and compares them as they are and at another size, twice.
func checkSparse(t *testing.T, name string, s *Sparse, size, reduced Point, paint func(painter)) {
	t.Helper()
	want := NewGray(size.X, size.Y)
	paint(want)
	s.Reset(size.X, size.Y)
	paint(s)
	checkRuns(t, name, s)
	got := make([]uint8, len(want.Pix))
	s.Reduce(got, size.X, size.Y)
	check(t, name, got, want.Pix, size.X)
	small, smallGot := want.Reduce(reduced.X, reduced.Y), make([]uint8, reduced.X*reduced.Y)
	for range 2 {
		s.Reduce(smallGot, reduced.X, reduced.Y)
		check(t, name+", reduced", smallGot, small.Pix, reduced.X)
	}
}

// checkRuns tests the promises about runs: inside the canvas, not empty, sorted, and joined where they touch in one ink.
func checkRuns(t *testing.T, name string, s *Sparse) {
	t.Helper()
	for y := range s.height {
		at := run{to: -1}
		for n := s.runs[y].next; n != 0; n = s.runs[n].next {
			r := s.runs[n]
			if r.from < 0 || r.to > int32(s.width) || r.from >= r.to || r.from < at.to || (r.from == at.to && r.ink == at.ink) {
				t.Fatalf("%s: row %d has %+v after %+v", name, y, r, at)
			}
			at = r
		}
		if s.runs[y].next != 0 && (y < s.top || y >= s.bottom) {
			t.Fatalf("%s: row %d has runs outside %d to %d", name, y, s.top, s.bottom)
		}
	}
}

// strokes paints n random lines and polygons on and around a canvas of that size. Few inks make runs join.
func strokes(r *rand.Rand, n int, size Point, inks int) func(painter) {
	var calls []func(painter)
	for range n {
		side := max(size.X, size.Y)
		a, b, width := randomPoint(r, side), randomPoint(r, side), r.IntN(max(side/8, 2))
		fill, outline := uint8(r.IntN(inks)*255/inks), uint8(r.IntN(256))
		switch r.IntN(8) {
		case 0:
			corners := []Point{a, b, randomPoint(r, side), randomPoint(r, side)}
			calls = append(calls, func(p painter) { p.Polygon(corners, fill, fill, 0) })
		case 1:
			corners := []Point{a, b, randomPoint(r, side)}
			calls = append(calls, func(p painter) { p.Polygon(corners, fill, outline, width) })
		case 2: // a line and back
			calls = append(calls, func(p painter) { p.Line(a, b, width, fill); p.Line(b, a, width, fill) })
		default:
			calls = append(calls, func(p painter) { p.Line(a, b, width, fill) })
		}
	}
	return func(p painter) {
		for _, call := range calls {
			call(p)
		}
	}
}

func TestSparseEqualsGray(t *testing.T) {
	var s Sparse // the same for all, so that what one picture leaves would show in the next
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 2))
		reduced := Point{1 + r.IntN(20), 1 + r.IntN(20)}
		factor := 1 + r.IntN(10)
		size := Point{reduced.X * factor, reduced.Y * factor}
		if r.IntN(3) == 0 {
			size = Point{1 + r.IntN(100), 1 + r.IntN(100)}
		}
		n := r.IntN(6)
		if seed%10 == 0 {
			n = 200
		}
		name := fmt.Sprintf("seed %d: %d strokes on %v, reduced to %v", seed, n, size, reduced)
		checkSparse(t, name, &s, size, reduced, strokes(r, n, size, 1+r.IntN(5)))
	}
}

func TestSparseEqualsGrayAtFullSize(t *testing.T) {
	var s Sparse
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := int(1 + seed*seed*3)
		size := Point{1000, 1000}
		checkSparse(t, fmt.Sprintf("seed %d: %d strokes", seed, n), &s, size, Point{100, 100}, strokes(r, n, size, 6))
	}
}

// Noise has a run for every pixel, and stripes of the strongest contrast reach the largest sums.
func TestSparseEqualsGrayOnDensePictures(t *testing.T) {
	var s Sparse
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 4))
		noise := make([]uint8, 60*40)
		for i := range noise {
			noise[i] = uint8(r.IntN(256))
			if seed%2 == 0 {
				noise[i] = uint8(255 * (i / int(3+seed) % 2))
			}
		}
		checkSparse(t, fmt.Sprintf("seed %d", seed), &s, Point{60, 40}, Point{6 + int(seed), 4}, func(p painter) {
			for i, v := range noise {
				at := Point{i % 60, i / 60}
				p.Line(at, at, 1, v)
			}
		})
	}
}

// Random bytes are strokes of any place, width and ink on a canvas of any size: nothing panics or leaves the canvas, and
// both painters agree.
func FuzzStrokes(f *testing.F) {
	f.Add([]byte{40, 40, 4, 4, 0, 5, 0, 5, 0, 30, 0, 20, 0, 7, 0, 200})
	f.Add([]byte{1, 1, 9, 9, 255, 255, 255, 255, 127, 255, 127, 255, 127, 255, 2, 1})
	f.Add([]byte{60, 7, 6, 7, 0, 0, 0, 0, 0, 59, 0, 6, 0, 3, 3, 90, 0, 9, 0, 1, 0, 9, 0, 6, 0, 1, 1, 255})
	var s Sparse
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 {
			return
		}
		size := Point{1 + int(data[0])%120, 1 + int(data[1])%120}
		reduced := Point{1 + int(data[2])%130, 1 + int(data[3])%130}
		var calls [][12]byte
		for data = data[4:]; len(data) >= 12 && len(calls) < 100; data = data[12:] {
			calls = append(calls, [12]byte(data))
		}
		checkSparse(t, "fuzz", &s, size, reduced, func(p painter) {
			for _, c := range calls {
				at := func(i int) int { return int(int16(binary.BigEndian.Uint16(c[2*i:]))) }
				a, b := Point{at(0), at(1)}, Point{at(2), at(3)}
				width, ink := at(4), c[11]
				switch c[10] % 8 {
				case 1:
					p.Polygon([]Point{a, b, {b.X, a.Y}}, ink, ink, width)
				case 2:
					p.Polygon([]Point{a, b, {a.Y, b.X}, {width, b.Y}}, ink, ink/2, width)
				case 3:
					far := func(q Point) Point { return Point{q.X << 15, q.Y << 15} }
					p.Line(far(a), far(b), width, ink)
				case 4:
					p.Line(a, b, width<<15, ink)
				default:
					p.Line(a, b, width, ink)
				}
			}
		})
	})
}

func TestSparseAllocatesNothing(t *testing.T) {
	var s Sparse
	out := make([]uint8, 100)
	paint := func() {
		s.Reset(100, 100)
		s.Line(Point{10, 20}, Point{70, 90}, 12, 200)
		s.Line(Point{90, 20}, Point{20, 70}, 1, 220)
		s.Reduce(out, 10, 10)
	}
	paint()
	if got := testing.AllocsPerRun(20, paint); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
