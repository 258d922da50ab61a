package syndacate

import (
	"bytes"
	"compress/zlib"
	"io"
	"testing"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
)

// packedPicture is a gray picture as vectors store it: rows and columns, and its bytes compressed.
type packedPicture struct {
	Shape [2]int
	U8z   []byte // JSON has it in base64
}

func (p packedPicture) unpack(t *testing.T) *canvas.Gray {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(p.U8z))
	if err != nil {
		t.Fatal(err)
	}
	pix, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(pix) != p.Shape[0]*p.Shape[1] {
		t.Fatalf("%d bytes for the shape %v", len(pix), p.Shape)
	}
	return &canvas.Gray{Width: p.Shape[1], Height: p.Shape[0], Pix: pix}
}

// checkPicture reports the first pixel that differs.
func checkPicture(t *testing.T, name string, got []uint8, want *canvas.Gray) {
	t.Helper()
	if len(got) != len(want.Pix) {
		t.Errorf("%s: %d bytes, want %d x %d", name, len(got), want.Width, want.Height)
		return
	}
	differ, first := 0, 0
	for i := range got {
		if got[i] != want.Pix[i] {
			if differ == 0 {
				first = i
			}
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%s: %d pixels differ, the first at (%d, %d): %d, want %d", name, differ,
			first%want.Width, first/want.Width, got[first], want.Pix[first])
	}
}

func TestVectorsRaster(t *testing.T) {
	type call struct {
		Op                   string
		Xy                   []float64
		Fill, Outline, Width int
	}
	type rasterCase struct {
		ID    string
		Size  [2]int
		Calls []call
		Image packedPicture
	}
	ink := func(v int) uint8 { return uint8(min(max(v, 0), 255)) }
	for _, c := range numberCases[rasterCase](t, "raster.json") {
		plain := canvas.NewGray(c.Size[0], c.Size[1])
		var sparse canvas.Sparse
		sparse.Reset(c.Size[0], c.Size[1])
		for _, k := range c.Calls {
			var points []canvas.Point
			for i := 0; i+1 < len(k.Xy); i += 2 {
				points = append(points, canvasPoint(k.Xy[i], k.Xy[i+1]))
			}
			switch k.Op {
			case "line":
				plain.Line(points[0], points[1], k.Width, ink(k.Fill))
				sparse.Line(points[0], points[1], k.Width, ink(k.Fill))
			case "polygon":
				plain.Polygon(points, ink(k.Fill), ink(k.Outline), k.Width)
				sparse.Polygon(points, ink(k.Fill), ink(k.Outline), k.Width)
			default:
				t.Fatalf("%s: call %q", c.ID, k.Op)
			}
		}
		want := c.Image.unpack(t)
		checkPicture(t, c.ID+" plain", plain.Pix, want)
		got := make([]uint8, len(want.Pix))
		sparse.Reduce(got, want.Width, want.Height)
		checkPicture(t, c.ID+" sparse", got, want)
	}
}

func TestVectorsResize(t *testing.T) {
	type resizeCase struct {
		ID      string
		In      packedPicture
		OutSize [2]int `json:"out_size"`
		Out     packedPicture
	}
	for _, c := range numberCases[resizeCase](t, "resize.json") {
		in, want := c.In.unpack(t), c.Out.unpack(t)
		checkPicture(t, c.ID+" plain", in.Reduce(c.OutSize[0], c.OutSize[1]).Pix, want)

		var sparse canvas.Sparse
		sparse.Reset(in.Width, in.Height)
		for i, v := range in.Pix {
			p := canvas.Point{X: i % in.Width, Y: i / in.Width}
			if v != 0 {
				sparse.Line(p, p, 1, v)
			}
		}
		got := make([]uint8, len(want.Pix))
		sparse.Reduce(got, c.OutSize[0], c.OutSize[1])
		checkPicture(t, c.ID+" sparse", got, want)
	}
}

func TestVectorsRender(t *testing.T) {
	type item struct {
		Type string
		Pose []float64
	}
	type renderCase struct {
		ID                      string
		Level                   string
		Items                   []item
		Flip                    bool
		Width, Height, Upsample int
		Image                   packedPicture
	}
	for _, c := range numberCases[renderCase](t, "render.json") {
		want := c.Image.unpack(t)
		if c.Level == "square" {
			var squares []square
			for _, i := range c.Items {
				p := i.Pose
				squares = append(squares, square{p[0], p[1], p[2], p[3], p[4], p[5]})
			}
			squaresByBrightness(squares)
			checkPicture(t, c.ID, drawSquares(squares, c.Width, c.Height, c.Upsample), want)
			continue
		}
		var lines []glyph.Line
		for _, i := range c.Items {
			p := i.Pose
			if c.Level == "line" {
				lines = append(lines, glyph.Line{X1: p[0], Y1: p[1], X2: p[2], Y2: p[3], Thickness: p[4], Brightness: p[5]})
				continue
			}
			make := map[string]func(string, glyph.Pose) ([]glyph.Line, error){"char": glyph.Char, "word": glyph.Word}[c.Level]
			more, err := make(i.Type, glyph.Pose{Wideness: p[0], Italic: p[1], Rotation: p[2], Scale: p[3],
				X: p[4], Y: p[5], Thickness: p[6], Brightness: p[7]})
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			lines = append(lines, more...)
		}
		if c.Flip {
			for _, l := range lines {
				l.X1, l.Y1, l.X2, l.Y2 = l.X2, l.Y2, l.X1, l.Y1
				lines = append(lines, l)
			}
		}
		byBrightness(lines)
		checkPicture(t, c.ID, drawLines(lines, c.Width, c.Height, c.Upsample), want)
	}
}
