package syndacate

import (
	"math"
	"sync"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
	"mereo/engine/geom"
	"mereo/scenes/numpyrng"
)

// normals are normally distributed numbers of mean 0 and deviation 1 from a stream of uniform ones.
type normals struct {
	generator *numpyrng.Generator
	spare     float64
	has       bool
}

// next is one of two independent numbers sqrt(-2 ln u) (cos 2 pi v, sin 2 pi v) for u uniform in (0, 1] and v in [0, 1): Box
// and Muller 1958, "A Note on the Generation of Random Normal Deviates". (NumPy has other normal numbers for the same stream.)
func (n *normals) next() float64 {
	if n.has {
		n.has = false
		return n.spare
	}
	u := 1 - n.generator.Float64()
	sin, cos := geom.SinCos(2 * math.Pi * n.generator.Float64())
	radius := math.Sqrt(-2 * geom.Log(u))
	n.spare, n.has = float64(radius*sin), true
	return float64(radius * cos)
}

// grayOf rounds to a gray value, halves up.
func grayOf(v float64) uint8 { return uint8(min(max(math.Floor(v+0.5), 0), 255)) }

func addGaussian(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	normal := normals{generator: g}
	for i, v := range e.images {
		e.images[i] = grayOf(float64(v) + float64(s.amount*normal.next()))
	}
}

// addSaltAndPepper takes one uniform number for each pixel: those below half of the share make it black, those up to the
// share white.
func addSaltAndPepper(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	for i := range e.images {
		switch u := g.Float64(); {
		case u < s.amount/2:
			e.images[i] = 0
		case u < s.amount:
			e.images[i] = 255
		}
	}
}

// addSpeckle takes normal numbers for pixels that are not black; the others would stay so.
func addSpeckle(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	normal := normals{generator: g}
	for i, v := range e.images {
		if v > 0 {
			e.images[i] = grayOf(float64(float64(v) * (1 + float64(s.amount*normal.next()))))
		}
	}
}

// blur convolves rows, then columns, and rounds once.
func blur(s *noiseSource, _ *numpyrng.Generator, e *noisyElement, _ []float64) {
	for at := 0; at < len(e.images); at += e.width * e.height {
		blurPicture(e.images[at:][:e.width*e.height], e.width, e.height, s.amount)
	}
}

// blurPicture convolves a picture with a Gaussian of a deviation in pixels, cut at the radius ceil(3 deviations) and
// normalized. Pixels outside are those of the border next to them.
func blurPicture(pix []uint8, width, height int, deviation float64) {
	radius := int(math.Ceil(3 * deviation))
	weights := make([]float64, 2*radius+1)
	total := 0.0
	for k := range weights {
		d := float64(k - radius)
		weights[k] = geom.Exp(-float64(d*d) / (2 * float64(deviation*deviation)))
		total += weights[k]
	}
	for k := range weights {
		weights[k] /= total
	}
	across := make([]float64, len(pix))
	for y := range height {
		row := pix[y*width:][:width]
		for x := range row {
			sum := 0.0
			for k, w := range weights {
				sum += float64(w * float64(row[min(max(x+k-radius, 0), width-1)]))
			}
			across[y*width+x] = sum
		}
	}
	for y := range height {
		for x := range width {
			sum := 0.0
			for k, w := range weights {
				sum += float64(w * across[min(max(y+k-radius, 0), height-1)*width+x])
			}
			pix[y*width+x] = grayOf(sum)
		}
	}
}

// backgroundGrid is the number of gray values of a background along each side; the outermost are at the centers of the
// picture's outermost pixels.
const backgroundGrid = 8

// addBackground paints the lines again, on a background. Each of its pixels is a square of the canvas, so that edges of
// lines are mixed with what is behind them.
func addBackground(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	if len(e.images) == 0 {
		return
	}
	var grid [backgroundGrid][backgroundGrid]float64
	for y := range grid {
		for x := range grid[y] {
			grid[y][x] = g.Uniform(0, s.amount)
		}
	}
	for y := range e.height {
		for x := range e.width {
			e.images[y*e.width+x] = grayOf(bilinear(&grid, gridPlace(x, e.width), gridPlace(y, e.height)))
		}
	}
	drawLinesOn(e.images, e.lines, e.width, e.height, s.upsample)
}

// drawLinesOn is drawLinesTo over a picture that is there: it is enlarged, painted on and reduced. Most rows of the canvas
// have no lines, and those of one row of the picture are alike: of these only one is reduced along x. Rows are independent
// there, so that it makes no difference.
func drawLinesOn(pix []uint8, lines []glyph.Line, width, height, upsample int) {
	p := papers.Get().(*paper)
	defer papers.Put(p)
	w, h := width*upsample, height*upsample
	if p.Width != w || p.Height != h {
		p.Gray, p.across = *canvas.NewGray(w, h), *canvas.NewGray(width, h)
	}

	// Enlarge the picture and paint.
	for y := range height {
		rows := p.Pix[y*upsample*w:][:upsample*w]
		for x := range w {
			rows[x] = pix[y*width+x/upsample]
		}
		for k := 1; k < upsample; k++ {
			copy(rows[k*w:], rows[:w])
		}
	}
	painted := make([]bool, h)
	for _, l := range lines {
		at := imageCoordinates(l, float64(w), float64(h))
		thickness := canvasWidth(l.Thickness, upsample)
		p.Line(canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3]), thickness, canvasInk(l.Brightness))
		top, bottom := int(min(at[1], at[3]))-thickness-1, int(max(at[1], at[3]))+thickness+2
		for y := max(top, 0); y < min(bottom, h); y++ {
			painted[y] = true
		}
	}

	// Reduce along x what differs, then along y everything.
	var from []int // the row that each row of the canvas is like, among those that differ
	distinct := &p.rows
	distinct.Width, distinct.Height, distinct.Pix = w, 0, distinct.Pix[:0]
	for y := range h {
		if y%upsample > 0 && !painted[y] && !painted[y-1] {
			from = append(from, from[y-1])
			continue
		}
		from = append(from, distinct.Height)
		distinct.Height++
		distinct.Pix = append(distinct.Pix, p.Pix[y*w:][:w]...)
	}
	reduced := distinct.Reduce(width, distinct.Height)
	for y, row := range from {
		copy(p.across.Pix[y*width:][:width], reduced.Pix[row*width:])
	}
	copy(pix, p.across.Reduce(width, height).Pix)
}

// paper is room for painting on a picture.
type paper struct {
	canvas.Gray
	across canvas.Gray // reduced along x
	rows   canvas.Gray // those that differ
}

var papers = sync.Pool{New: func() any { return new(paper) }}

// gridPlace is where a pixel of n lies on the grid, from 0 to backgroundGrid-1.
func gridPlace(pixel, n int) float64 {
	return float64(pixel*(backgroundGrid-1)) / float64(max(n-1, 1))
}

func bilinear(grid *[backgroundGrid][backgroundGrid]float64, x, y float64) float64 {
	i, j := min(int(x), backgroundGrid-2), min(int(y), backgroundGrid-2)
	u, v := x-float64(i), y-float64(j)
	upper := float64((1-u)*grid[j][i]) + float64(u*grid[j][i+1])
	lower := float64((1-u)*grid[j+1][i]) + float64(u*grid[j+1][i+1])
	return float64((1-v)*upper) + float64(v*lower)
}

// addClutter paints further lines among the others.
func addClutter(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	if len(e.images) == 0 {
		return
	}
	lines := append([]glyph.Line(nil), e.lines...)
	for range int(s.amount) {
		lines = append(lines, randomLine(g))
	}
	if s.flips {
		n := len(lines)
		lines = append(lines, lines[len(e.lines):]...)
		glyph.Flip(lines[n:])
	}
	byBrightness(lines)
	drawLinesTo(e.images, lines, e.width, e.height, s.upsample)
}

// Ranges of lines that belong to nothing, in units of the plane and pixels.
const (
	falseShortest, falseLongest = 0.1, 0.4
	falseThinnest, falseThick   = 1, 4
	falseDarkest, falseBright   = 0.3, 0.9
)

// randomLine draws ends uniformly until the line has an allowed length: one of about nine pairs has.
func randomLine(g *numpyrng.Generator) glyph.Line {
	for range 10_000 {
		l := glyph.Line{X1: g.Uniform(-1, 1), Y1: g.Uniform(-1, 1), X2: g.Uniform(-1, 1), Y2: g.Uniform(-1, 1)}
		dx, dy := l.X2-l.X1, l.Y2-l.Y1
		if square := float64(dx*dx) + float64(dy*dy); square >= falseShortest*falseShortest && square <= falseLongest*falseLongest {
			l.Thickness, l.Brightness = g.Uniform(falseThinnest, falseThick), g.Uniform(falseDarkest, falseBright)
			return l
		}
	}
	panic("syndacate: 10000 pairs of random points have no line of allowed length between them")
}
