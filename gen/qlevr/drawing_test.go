package qlevr

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/internal/gltest"
	"mereo/internal/vectors"
	"mereo/scenes/shoot"
)

func (d *drawing) at(x, y int) [3]uint8 { return [3]uint8(d.RGB[3*(y*d.Width+x):]) }

func checkDrawnPixel(t *testing.T, d *drawing, x, y int, want [3]uint8, what string) {
	t.Helper()
	if got := d.at(x, y); got != want {
		t.Errorf("pixel (%d, %d) is %v, want %v: %s", x, y, got, want, what)
	}
}

var drawnWhite = [3]uint8{255, 255, 255}

// A square of 100 x 100 units around (100, 300) covers pixels 46.125 to 138.375 from the left and from the top.
func drawnPlan(materialName string) *plan {
	return &plan{planes: []planPlane{{outline: lookSquare(100, 300, 100), material: materialName, color: "gray"}}}
}

func TestMaterialMapHasTheGraysOfMaterials(t *testing.T) {
	for name, level := range map[string]uint8{"wooden": 217, "marble": 38} {
		d := drawMaterialMap(drawnPlan(name))
		if d.Width != 369 || d.Height != 369 || len(d.RGB) != 3*369*369 {
			t.Fatalf("%d x %d with %d bytes", d.Width, d.Height, len(d.RGB))
		}
		inside := [3]uint8{level, level, level}
		for _, at := range []int{47, 92, 137} {
			checkDrawnPixel(t, d, at, at, inside, "inside of the plane")
		}
		for _, at := range []int{0, 45, 139, 368} {
			checkDrawnPixel(t, d, at, 92, drawnWhite, "beside the plane")
			checkDrawnPixel(t, d, 92, at, drawnWhite, "above or below the plane")
		}
		// 3/8 of the last pixel are covered, 7/8 of the first.
		for at, share := range map[int]float64{138: 0.375, 46: 0.875} {
			want := 255 - share*(255-float64(level))
			if got := float64(d.at(at, 92)[0]); math.Abs(got-want) > 2 {
				t.Errorf("%s: the edge at %d is %g, want %.1f", name, at, got, want)
			}
		}
	}
}

func TestTextureShowsThePicturesOfPlanes(t *testing.T) {
	plane := func(square outline) *plan {
		return &plan{planes: []planPlane{{outline: square, material: "wooden", color: "brown"}}}
	}
	d := drawTexture(plane(lookSquare(200, 200, 400))) // a plane over all: the whole picture
	var sum [3]float64
	for i, v := range d.RGB {
		sum[i%3] += float64(v) / (369 * 369)
	}
	for k, want := range [3]float64{119, 65, 44} {
		if math.Abs(sum[k]-want) > 1 {
			t.Errorf("channel %d has mean %.1f, want %g", k, sum[k], want)
		}
	}
	// The picture is registered to the desk: a part of it is the same in a small plane.
	part := drawTexture(plane(lookSquare(100, 300, 100)))
	for y := 47; y < 138; y++ {
		for x := 47; x < 138; x++ {
			if part.at(x, y) != d.at(x, y) {
				t.Fatalf("pixel (%d, %d) is %v in the part and %v in the whole", x, y, part.at(x, y), d.at(x, y))
			}
		}
	}
	checkDrawnPixel(t, part, 200, 200, drawnWhite, "beside the plane")
}

func TestFullDrawingHasAxesAndObjects(t *testing.T) {
	p := drawnPlan("wooden")
	p.objects = []planObject{{outline: circleOutline(planPoint{200, 200}, 8), color: "cyan", plane: len(p.planes)}}
	d := drawFull(p)
	if d.Width != 640 || d.Height != 480 {
		t.Fatalf("%d x %d", d.Width, d.Height)
	}
	checkDrawnPixel(t, d, 143+184, 58+184, [3]uint8{41, 208, 208}, "the middle of the object")
	for _, c := range []struct {
		x, y int
		want [3]uint8
		what string
	}{
		{0, 0, drawnWhite, "the corner"}, {143, 58, drawnWhite, "inside of the frame"},
		{142, 200, [3]uint8{}, "frame on the left"}, {512, 200, [3]uint8{}, "on the right"},
		{300, 57, [3]uint8{}, "above"}, {300, 427, [3]uint8{}, "below"},
		{142, 430, [3]uint8{}, "tick of 0"}, {511, 430, [3]uint8{}, "tick of 400"}, {140, 242, [3]uint8{}, "tick of 200"},
		{160, 430, drawnWhite, "between ticks"},
	} {
		checkDrawnPixel(t, d, c.x, c.y, c.want, c.what)
	}
	// Numbers: something dark below the ticks at 0 and 400, nothing between them and those beside.
	dark := func(x0, x1 int) (n int) {
		for y := 434; y < 460; y++ {
			for x := x0; x < x1; x++ {
				if d.at(x, y)[0] < 128 {
					n++
				}
			}
		}
		return n
	}
	if dark(135, 150) < 10 || dark(500, 525) < 30 || dark(160, 172) != 0 {
		t.Errorf("%d, %d and %d dark pixels below 0, 400 and between 0 and 50", dark(135, 150), dark(500, 525), dark(160, 172))
	}
}

// What lies on a plane has a faint white line around it.
func TestObjectsOnPlanesHaveALine(t *testing.T) {
	brightest := func(onDesk bool) (best uint8) {
		p := &plan{planes: []planPlane{{outline: lookSquare(200, 200, 400), material: "marble", color: "black"}}}
		p.objects = []planObject{{outline: lookSquare(100, 300, 16), color: "blue"}}
		if onDesk {
			p.objects[0].plane = len(p.planes)
		}
		d := drawFull(p)
		for x := 143 + 92 - 9; x < 143+92+9; x++ {
			best = max(best, d.at(x, 58+92)[0]) // red, of which blue and black have little
		}
		return best
	}
	with, without := brightest(false), brightest(true)
	if int(with) < int(without)+20 {
		t.Errorf("the brightest red along a cut is %d with a line and %d without", with, without)
	}
}

func TestDrawingsAreFixed(t *testing.T) {
	p, _ := lookOfEverything()
	for name, c := range map[string]struct {
		d    *drawing
		want string
	}{
		"full":    {drawFull(p), "fecb1b5aa63d1024"},
		"texture": {drawTexture(p), "fe7f84d2001f3fad"},
		"map":     {drawMaterialMap(p), "6f2f717420458175"},
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256(c.d.RGB))[:16]; got != c.want {
			t.Errorf("%s: hash %s, want %s", name, got, c.want)
		}
	}
}

// lookVector is a scene of the vectors as pictures need it.
type lookVector struct {
	Planes []struct {
		Shape           string
		Coordinates     any `json:"coordinate_points"`
		Material, Color string
		Objects         []int `json:"internal_objs"`
	}
	Objects []struct {
		Coordinates           []any `json:"coordinate_points"`
		Rotation              int
		Size, Color, Material string
		Outline               string `json:"shape"`
		Shape                 string `json:"shape_3d"`
	}
}

func (v *lookVector) plan() (p *plan, variants []int) {
	outlineOf := func(shape string, points []any) outline {
		point := func(p any) planPoint { return planPoint{p.([]any)[0].(float64), p.([]any)[1].(float64)} }
		if shape == "circle" {
			return circleOutline(point(points[0]), points[1].(float64))
		}
		var corners [4]planPoint
		for i, p := range points {
			corners[i] = point(p)
		}
		return polygonOutline(shape, len(points), corners, 0)
	}
	p = &plan{}
	for i, o := range v.Objects {
		p.objects = append(p.objects, planObject{
			outline: outlineOf(o.Outline, o.Coordinates), size: o.Size, color: o.Color, material: o.Material, shape: o.Shape, rotation: o.Rotation,
		})
		variants = append(variants, 1+i%2)
	}
	for i, plane := range v.Planes {
		for _, o := range plane.Objects {
			p.objects[o].plane = i
		}
		if plane.Shape != deskShape {
			of := outlineOf(plane.Shape, plane.Coordinates.([]any))
			p.planes = append(p.planes, planPlane{outline: of, material: plane.Material, color: plane.Color})
		}
	}
	return p, variants
}

// Objects of the published scenes are drawn in their colors where they lie. With MEREO_PICTURES set to a folder all drawings
// and pictures are written there, to be looked at.
func TestVectorsDrawings(t *testing.T) {
	read := func(name string, to any) {
		data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "qlevr"), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, to, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var plans map[string]*lookVector
	var views map[string]*Scene
	read("scenes2d.json", &plans)
	read("scenes.json", &views)
	if len(plans) == 0 {
		t.Fatal("no scenes")
	}
	dir := os.Getenv("MEREO_PICTURES")
	for name, v := range plans {
		p, variants := v.plan()
		full := drawFull(p)
		for i := range p.objects {
			o := &p.objects[i]
			x, y := 143+int(o.center.x*369/400), 58+int(369-o.center.y*369/400)
			if got, want := full.at(x, y), lookSRGB(o.color); got != want {
				t.Errorf("%s: object %d at (%d, %d) is %v, want %v", name, i, x, y, got, want)
			}
		}
		if dir == "" {
			continue
		}
		writeLookPicture(t, dir, name+"-full", full.Width, full.RGB)
		writeLookPicture(t, dir, name+"-texture", planPx, drawTexture(p).RGB)
		writeLookPicture(t, dir, name+"-map", planPx, drawMaterialMap(p).RGB)
		seen := &views[name].View
		s := sceneOf(p, variants, &view{camera: lookPinhole(seen.CameraAt, seen.CameraTurned, 960, 720)})
		im, err := shoot.Shoot(gltest.Renderer(t), s, lookOptions(1))
		if err != nil {
			t.Fatal(err)
		}
		writeLookPicture(t, dir, name, im.Width, im.RGB)
	}
}

func lookSRGB(name string) [3]uint8 {
	return map[string][3]uint8{
		"gray": {87, 87, 87}, "red": {173, 35, 35}, "blue": {42, 75, 215}, "green": {29, 105, 20},
		"brown": {129, 74, 25}, "purple": {129, 38, 192}, "cyan": {41, 208, 208}, "yellow": {255, 238, 51},
	}[name]
}

func writeLookPicture(t *testing.T, dir, name string, width int, rgb []uint8) {
	t.Helper()
	im := image.NewRGBA(image.Rect(0, 0, width, len(rgb)/3/width))
	for i := range len(rgb) / 3 {
		copy(im.Pix[4*i:], rgb[3*i:3*i+3])
		im.Pix[4*i+3] = 255
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, im); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
