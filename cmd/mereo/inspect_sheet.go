package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"mereo/gen/page"
	"mereo/gen/syndacate"
)

// Measures of the sheet, pixels. A picture is enlarged to inspectSide, or beyond when that is less than inspectZoom times;
// where there are others beside it, only to inspectBeside, and in films to inspectFrame.
const (
	inspectSide    = 600
	inspectBeside  = 400
	inspectFrame   = 300
	inspectZoom    = 5
	inspectGap     = 14
	inspectColumns = 4           // of pictures, where an element has no more
	inspectPoint   = 24.0        // of text
	inspectLine    = 34          // of text, with room
	inspectPixels  = 100_000_000 // of a sheet at most
	// A mark's width is in points of the published drawings. With a third of a picture's pixel to the point, targets are half
	// as wide as the strokes they mark, and predictions half as wide again.
	inspectPixelsPerPoint = 1.0 / 3
	inspectThinnest       = 1.5
	inspectDot            = 1.2 // height of single end points, pixels of the picture for each point of width
	// How much of what is below a prediction hides, and all that lie on each other.
	inspectEach = 0.6
	inspectAll  = 0.75
)

// Colors of objects (the first five after Okabe and Ito 2008, "Color Universal Design"; nine are as many as a film has), and of
// predictions.
var (
	inspectColors = [...]color.RGBA{
		{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 190, 130, 255}, {240, 228, 66, 255}, {213, 94, 0, 255},
		{150, 120, 255, 255}, {150, 220, 40, 255}, {255, 190, 210, 255}, {170, 120, 80, 255},
	}
	inspectPrediction = color.RGBA{255, 60, 200, 255}
	inspectFalse      = color.RGBA{255, 70, 70, 255} // of lines that noise adds
	inspectBack       = color.RGBA{24, 24, 28, 255}
	inspectText       = color.RGBA{205, 205, 210, 255}
)

// inspectLayout is where things are in a sheet.
type inspectLayout struct {
	face                font.Face
	zoom                int
	width, height       int // of a picture
	across, down, title int // pictures of an element, and the height of their titles
	captions            int // lines
	columns             int
}

// inspectLayoutOf makes room for samples, which are of one file and so alike.
func inspectLayoutOf(samples []syndacate.InspectedSample) (l inspectLayout, err error) {
	if l.face, err = page.Face(inspectPoint); err != nil {
		return l, err
	}
	first := &samples[0]
	l.across, l.down = len(first.Panels[0]), len(first.Panels)
	side := inspectSide
	switch {
	case l.across > inspectColumns:
		side = inspectFrame
	case l.across > 1:
		side = inspectBeside
	}
	l.zoom = max(side/max(first.Width, first.Height), 1)
	if l.across == 1 {
		l.zoom = max(l.zoom, inspectZoom)
	}
	l.width, l.height = l.zoom*first.Width, l.zoom*first.Height
	if l.across*l.down > 1 {
		l.title = inspectLine
	}
	for i := range samples {
		width, _ := l.tile()
		l.captions = max(l.captions, l.write(nil, 0, 0, width, inspectCaption(&samples[i])))
	}
	l.columns = max(1, min(inspectColumns/l.across, len(samples)))
	return l, nil
}

// tile is how much room an element takes, without gaps around it.
func (l *inspectLayout) tile() (width, height int) {
	return l.across*(l.width+inspectGap) - inspectGap, l.pictures() + l.captions*inspectLine
}

// pictures is the height of an element's pictures with their titles.
func (l *inspectLayout) pictures() int { return l.down*(l.height+l.title+inspectGap) - inspectGap }

// inspectSheet draws samples in rows, with a legend above and a caption below each.
func inspectSheet(samples []syndacate.InspectedSample) (*image.RGBA, error) {
	l, err := inspectLayoutOf(samples)
	if err != nil {
		return nil, err
	}
	width, height := l.tile()
	rows := (len(samples) + l.columns - 1) / l.columns
	legend, across := inspectLegend(samples), l.columns*(width+inspectGap)-inspectGap
	top := inspectGap + l.write(nil, 0, 0, across, legend)*inspectLine
	bounds := image.Rect(0, 0, inspectGap+l.columns*(width+inspectGap), top+inspectGap+rows*(height+inspectGap))
	if bounds.Dx()*bounds.Dy() > inspectPixels {
		return nil, fmt.Errorf("inspect: %d elements need a picture of %d x %d pixels, want at most %d million; "+
			"ask for fewer by --count", len(samples), bounds.Dx(), bounds.Dy(), inspectPixels/1_000_000)
	}
	img := image.NewRGBA(bounds)
	draw.Draw(img, img.Rect, image.NewUniform(inspectBack), image.Point{}, draw.Src)

	l.write(img, inspectGap, inspectGap+26, across, legend)
	for i := range samples {
		s := &samples[i]
		at := image.Pt(inspectGap+i%l.columns*(width+inspectGap), top+inspectGap+i/l.columns*(height+inspectGap))
		for down, panels := range s.Panels {
			for across := range panels {
				p := &panels[across]
				from := at.Add(image.Pt(across*(l.width+inspectGap), down*(l.height+l.title+inspectGap)))
				tile := img.SubImage(image.Rectangle{from, from.Add(image.Pt(l.width, l.height))}).(*image.RGBA)
				inspectPicture(tile, s, p, l.zoom)
				if down == 0 && across == 0 {
					inspectWash(tile, s.Predicted, l.zoom)
				}
				for _, m := range p.Targets {
					inspectMark(tile, m, float64(l.zoom), inspectObject(m.Object))
				}
				if l.title > 0 {
					l.write(img, from.X, from.Y+l.height+27, l.width, []inspectPhrase{{inspectText, p.Title, 0}})
				}
			}
		}
		l.write(img, at.X, at.Y+l.pictures()+27, width, inspectCaption(s))
	}
	return img, nil
}

// inspectPhrase is words that stay together, with a gap behind them; without words a line begins.
type inspectPhrase struct {
	ink   color.RGBA
	words string
	gap   int
}

// write writes phrases in lines of a width from a place on, the first baseline's left end, and returns how many lines that takes. Without
// img nothing is written.
func (l *inspectLayout) write(img *image.RGBA, x, y, width int, phrases []inspectPhrase) (lines int) {
	at := fixed.P(x, y)
	lines = 1
	for _, p := range phrases {
		d := font.Drawer{Src: image.NewUniform(p.ink), Face: l.face}
		room := d.MeasureString(p.words).Ceil()
		if p.words == "" || at.X > fixed.I(x) && at.X+fixed.I(room) > fixed.I(x+width) {
			at = fixed.P(x, y+lines*inspectLine)
			lines++
		}
		if d.Dot = at; img != nil {
			d.Dst = img
			d.DrawString(p.words)
		}
		at.X += fixed.I(room + p.gap)
	}
	return lines
}

// inspectLegend says above the samples what is drawn.
func inspectLegend(samples []syndacate.InspectedSample) []inspectPhrase {
	out := []inspectPhrase{{inspectText, "thin: targets, one color per object", inspectLine}}
	if slices.ContainsFunc(samples, func(s syndacate.InspectedSample) bool { return len(s.Predicted) > 0 }) {
		out = append(out, inspectPhrase{inspectPrediction, "wide: predictions", inspectLine})
	}
	if slices.ContainsFunc(samples, func(s syndacate.InspectedSample) bool { return s.False }) {
		out = append(out, inspectPhrase{inspectFalse, "red: false lines", inspectLine})
	}
	if first := &samples[0]; first.Noise != "" {
		out = append(out, inspectPhrase{})
		for word := range strings.FieldsSeq(first.Noise + ": " + first.NoiseSays) {
			out = append(out, inspectPhrase{inspectText, word, 7})
		}
	}
	return out
}

// inspectPicture draws a picture.
func inspectPicture(tile *image.RGBA, s *syndacate.InspectedSample, p *syndacate.InspectedPanel, zoom int) {
	for y := range tile.Rect.Dy() {
		for x := range tile.Rect.Dx() {
			v := p.Picture[y/zoom*s.Width+x/zoom]
			c := color.RGBA{v, v, v, 255}
			if p.Numbered && v > 0 {
				c = inspectObject(int(v) - 1)
			}
			tile.SetRGBA(tile.Rect.Min.X+x, tile.Rect.Min.Y+y, c)
		}
	}
}

// inspectObject is the color of an object.
func inspectObject(object int) color.RGBA {
	if object < 0 {
		return inspectFalse
	}
	return inspectColors[object%len(inspectColors)]
}

// inspectWash draws predictions, all together as one wash, so that many in one place hide nothing. Targets go on top of it.
func inspectWash(tile *image.RGBA, predicted []syndacate.Mark, zoom int) {
	wash := image.NewAlpha(tile.Rect)
	for _, m := range predicted {
		inspectMark(wash, m, float64(zoom), color.Alpha{uint8(math.Round(255 * inspectEach * m.Alpha))})
	}
	for i, a := range wash.Pix {
		wash.Pix[i] = uint8(math.Round(inspectAll * float64(a)))
	}
	draw.DrawMask(tile, tile.Rect, image.NewUniform(inspectPrediction), image.Point{}, wash, tile.Rect.Min, draw.Over)
}

// inspectMark draws a mark.
func inspectMark(tile draw.Image, m syndacate.Mark, zoom float64, ink color.Color) {
	x, y := [2]float64{m.X[0] * zoom, m.X[1] * zoom}, [2]float64{m.Y[0] * zoom, m.Y[1] * zoom}
	dx, dy := x[1]-x[0], y[1]-y[0]
	length := math.Hypot(dx, dy)
	if length == 0 { // a diamond
		half := inspectDot * m.Width * zoom / 2
		inspectFill(tile, [4][2]float64{{x[0] - half, y[0]}, {x[0], y[0] - half}, {x[0] + half, y[0]}, {x[0], y[0] + half}}, ink)
		return
	}
	half := max(m.Width*inspectPixelsPerPoint*zoom, inspectThinnest) / 2
	nx, ny := -dy/length*half, dx/length*half
	inspectFill(tile, [4][2]float64{
		{x[0] + nx, y[0] + ny}, {x[1] + nx, y[1] + ny}, {x[1] - nx, y[1] - ny}, {x[0] - nx, y[0] - ny},
	}, ink)
}

// inspectFill fills a polygon, whose points are in pixels from the tile's corner, as far as it lies in the tile.
func inspectFill(tile draw.Image, points [4][2]float64, ink color.Color) {
	size := tile.Bounds().Size()
	low, high := points[0], points[0]
	for i, p := range points {
		for k, edge := range [2]int{size.X, size.Y} {
			// Far outside, where numbers may be too large for pixels, a little error does not show.
			points[i][k] = min(max(p[k], -10*float64(edge)), 10*float64(edge))
			low[k], high[k] = min(low[k], points[i][k]), max(high[k], points[i][k])
		}
	}
	box := image.Rect(int(math.Floor(low[0])), int(math.Floor(low[1])), int(math.Ceil(high[0])), int(math.Ceil(high[1])))
	box = box.Intersect(image.Rectangle{Max: size})
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range points {
		x, y := float32(p[0]-float64(box.Min.X)), float32(p[1]-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(tile, box.Add(tile.Bounds().Min), image.NewUniform(ink), image.Point{})
}

// inspectCaption says below an element's pictures which it is, its classes, its noise and what is predicted.
func inspectCaption(s *syndacate.InspectedSample) []inspectPhrase {
	out := []inspectPhrase{{inspectText, fmt.Sprintf("%s %d", s.Split, s.Index), 12}}
	for i, name := range s.Objects {
		out = append(out, inspectPhrase{inspectObject(i), name, 12})
	}
	if s.Noise != "" {
		out = append(out, inspectPhrase{}, inspectPhrase{inspectText, s.Noise, 12})
	}
	if names := predictedNames(s); len(names) > 0 {
		out = append(out, inspectPhrase{}, inspectPhrase{inspectText, "predicted", 12})
		for _, name := range names {
			out = append(out, inspectPhrase{inspectPrediction, name, 12})
		}
	}
	return out
}

// predictedNames are the predicted classes in the order of their first rows, with how often they come if more than once.
func predictedNames(s *syndacate.InspectedSample) (names []string) {
	if s.Classified != "" {
		return []string{s.Classified}
	}
	counts := map[string]int{}
	for i, m := range s.Predicted { // the marks of a letter or word follow each other
		if m.Class == "" || i > 0 && m.Row == s.Predicted[i-1].Row {
			continue
		}
		if counts[m.Class] == 0 {
			names = append(names, m.Class)
		}
		counts[m.Class]++
	}
	for i, name := range names {
		if n := counts[name]; n > 1 {
			names[i] = fmt.Sprintf("%s×%d", name, n)
		}
	}
	return names
}
