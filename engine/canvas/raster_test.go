package canvas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// literalThin is Bresenham's line with its running error, every pixel up to the end tested against the canvas.
func literalThin(g *Gray, a, b Point, ink uint8) {
	point := func(p Point) {
		if p.X >= 0 && p.X < g.Width && p.Y >= 0 && p.Y < g.Height {
			g.Pix[p.Y*g.Width+p.X] = ink
		}
	}
	dx, dy, step := b.X-a.X, b.Y-a.Y, Point{1, 1}
	if dx < 0 {
		dx, step.X = -dx, -1
	}
	if dy < 0 {
		dy, step.Y = -dy, -1
	}
	p := a
	if dx > dy {
		e := 2*dy - dx
		for range dx {
			point(p)
			if e >= 0 {
				p.Y += step.Y
				e -= 2 * dx
			}
			e += 2 * dy
			p.X += step.X
		}
	} else {
		e := 2*dx - dy
		for range dy {
			point(p)
			if e >= 0 {
				p.X += step.X
				e -= 2 * dy
			}
			e += 2 * dx
			p.Y += step.Y
		}
	}
	point(b)
}

// literalFill is the rule of filling, row by row and edge by edge.
func literalFill(g *Gray, points []Point, ink uint8) {
	run := func(y, from, to int) {
		for x := from; x <= to; x++ {
			if x >= 0 && x < g.Width && y >= 0 && y < g.Height {
				g.Pix[y*g.Width+x] = ink
			}
		}
	}
	top, bottom := g.Height-1, 0
	for i, a := range points {
		b := points[(i+1)%len(points)]
		top, bottom = min(top, a.Y, b.Y), max(bottom, a.Y, b.Y)
		if a.Y == b.Y {
			run(a.Y, max(min(a.X, b.X), -1), min(max(a.X, b.X), g.Width))
		}
	}
	bottom = min(bottom, g.Height)
	for y := max(top, 0); y <= bottom; y++ {
		var at []float32
		for i, a := range points {
			b := points[(i+1)%len(points)]
			if a.Y == b.Y || y < min(a.Y, b.Y) || y > max(a.Y, b.Y) {
				continue
			}
			slope := float32(b.X-a.X) / float32(b.Y-a.Y)
			v := float32(float32(y-a.Y)*slope) + float32(a.X)
			at = append(at, v)
			if y == max(a.Y, b.Y) && y < bottom {
				at = append(at, v)
			}
		}
		slices.Sort(at)
		for i := 0; i+1 < len(at); i += 2 {
			from := math.Floor(math.Abs(float64(at[i])) + 0.5)
			to := math.Ceil(math.Abs(float64(at[i+1])) - 0.5)
			if at[i] < 0 {
				from = -from
			}
			if at[i+1] < 0 {
				to = -to
			}
			run(y, int(max(from, -1)), int(min(to, float64(g.Width))))
		}
	}
}

// check reports the first pixel that differs.
func check(t *testing.T, name string, got, want []uint8, width int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d pixels, want %d", name, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: pixel (%d, %d) is %d, want %d", name, i%width, i/width, got[i], want[i])
		}
	}
}

// randomPoint lies on the canvas or up to its size away from it, rarely very far.
func randomPoint(r *rand.Rand, size int) Point {
	p := Point{r.IntN(3*size) - size, r.IntN(3*size) - size}
	if r.IntN(20) == 0 {
		p.X *= 1000
	}
	if r.IntN(20) == 0 {
		p.Y *= 1000
	}
	return p
}

func TestThinLinesAreBresenhams(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 0))
		a, b := randomPoint(r, 24), randomPoint(r, 24)
		if r.IntN(3) == 0 {
			b.X = a.X + (b.Y - a.Y) // a diagonal
		}
		got, want := NewGray(24, 20), NewGray(24, 20)
		got.Line(a, b, int(seed%3)-1, 9)
		literalThin(want, a, b, 9)
		check(t, fmt.Sprintf("seed %d: %v to %v", seed, a, b), got.Pix, want.Pix, 24)
	}
}

func TestPolygonsFollowTheRuleOfRows(t *testing.T) {
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 1))
		points := make([]Point, 3+r.IntN(7))
		for i := range points {
			points[i] = randomPoint(r, 24)
			if i > 0 && r.IntN(4) == 0 {
				points[i].Y = points[i-1].Y
			}
		}
		got, want := NewGray(24, 20), NewGray(24, 20)
		got.Polygon(points, 9, 9, 0)
		literalFill(want, points, 9)
		check(t, fmt.Sprintf("seed %d: %v", seed, points), got.Pix, want.Pix, 24)
	}
}

// text shows a small picture, a row a line: . for black, # for any ink.
func text(g *Gray) string {
	var b strings.Builder
	for y := range g.Height {
		for x := range g.Width {
			b.WriteByte(".#"[min(g.Pix[y*g.Width+x], 1)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestSmallLines(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to Point
		width    int
		want     string
	}{
		{"a wide line has its width and flat ends", Point{1, 2}, Point{5, 2}, 3, ".......\n.#####.\n.#####.\n.#####.\n.......\n"},
		{"an even width lies to one side", Point{1, 2}, Point{5, 2}, 2, ".......\n.......\n.#####.\n.#####.\n.......\n"},
		{"its other direction lies to the other", Point{5, 2}, Point{1, 2}, 2, ".......\n.#####.\n.#####.\n.......\n.......\n"},
		{"a wide line without length is a pixel", Point{3, 2}, Point{3, 2}, 9, ".......\n.......\n...#...\n.......\n.......\n"},
		{"a thin line has both ends", Point{0, 0}, Point{6, 3}, 1, "#......\n.##....\n...##..\n.....##\n.......\n"},
		{"no width is thin, too", Point{2, 4}, Point{2, 1}, 0, ".......\n..#....\n..#....\n..#....\n..#....\n"},
		{"outside", Point{-9, -9}, Point{-2, 40}, 4, strings.Repeat(".......\n", 5)},
	} {
		g := NewGray(7, 5)
		g.Line(c.from, c.to, c.width, 1)
		if got := text(g); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestSmallPolygons(t *testing.T) {
	for _, c := range []struct {
		name    string
		points  []Point
		fill    uint8
		outline uint8
		width   int
		want    string
	}{
		{"a rectangle has its edges", []Point{{1, 1}, {4, 1}, {4, 3}, {1, 3}}, 1, 1, 0,
			".......\n.####..\n.####..\n.####..\n.......\n"},
		{"a closed one is the same", []Point{{1, 1}, {4, 1}, {4, 3}, {1, 3}, {1, 1}}, 1, 1, 0,
			".......\n.####..\n.####..\n.####..\n.......\n"},
		{"a border", []Point{{0, 0}, {6, 0}, {6, 4}, {0, 4}}, 0, 1, 1, "#######\n#.....#\n#.....#\n#.....#\n#######\n"},
		{"a wide border grows inwards", []Point{{1, 0}, {6, 0}, {6, 4}, {1, 4}}, 0, 1, 2,
			".######\n.######\n.##..##\n.######\n.######\n"},
		{"nothing", nil, 1, 2, 3, strings.Repeat(".......\n", 5)},
		{"a point", []Point{{2, 2}}, 1, 1, 1, ".......\n.......\n..#....\n.......\n.......\n"},
	} {
		g := NewGray(7, 5)
		g.Polygon(c.points, c.fill, c.outline, c.width)
		if got := text(g); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestRounding(t *testing.T) {
	below := math.Nextafter32(0.5, 0)
	for _, c := range []struct {
		v        float32
		up, down int
	}{{0, 0, 0}, {.5, 1, 0}, {-.5, -1, 0}, {1.5, 2, 1}, {-1.5, -2, -1}, {2.4, 2, 2}, {2.6, 3, 3}, {-2.6, -3, -3}, {below, 1, 0}} {
		if up, down := roundHalfUp(c.v), roundHalfDown(c.v); up != c.up || down != c.down {
			t.Errorf("%v rounds to %d and %d, want %d and %d", c.v, up, down, c.up, c.down)
		}
	}
}
