package shopvrb

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// lookBase is an empty table without jitter, lit as published.
func lookBase(pool kitchen.Pool, ground string) *plan {
	return &plan{
		pool: pool, ground: ground, optics: publishedOptics, published: asPublished, cameraAt: geom.V(7.481131553649902, -6.5076398849487305, 5.34366512298584),
		lamps: [3]geom.Vec3{
			keyLamp: geom.V(6.4467, -2.9052, 4.2584), backLamp: geom.V(-1.1685, 2.6460, 5.8157), fillLamp: geom.V(-4.6711, -4.0136, 3.0112),
		},
	}
}

// lookColors are the random colors, linear.
var lookColors = map[string]material.RGB{
	"red": {173, 35, 35}, "blue": {42, 75, 215}, "green": {29, 105, 20}, "brown": {129, 74, 25}, "purple": {129, 38, 192},
	"cyan": {41, 208, 208}, "yellow": {255, 238, 51},
}

func lookColor(name string) material.RGB {
	c := lookColors[name]
	return material.RGB{c[0] / 255, c[1] / 255, c[2] / 255}
}

// put adds a thing.
func (p *plan) put(t testing.TB, name string, x, y, rotationDeg float64, a appearance) {
	t.Helper()
	m, err := kitchen.Get(p.pool, name)
	if err != nil {
		t.Fatal(err)
	}
	p.objects = append(p.objects, planObject{model: m, x: x, y: y, rotationDeg: rotationDeg, scale: 0.6, appearance: a})
}

// lookShot draws a plan as standard pictures are.
func lookShot(t testing.TB, p *plan) *frame.Images {
	t.Helper()
	return lookShoot(t, sceneOf(p), shoot.Options{SubFrames: 8, TracedSubFrames: 4, Seed: 1})
}

func lookShoot(t testing.TB, s *scenes.Scene, o shoot.Options) *frame.Images {
	t.Helper()
	im, err := shoot.Shoot(gltest.Renderer(t), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// lookSmall is a scene whose picture has a quarter of the size.
func lookSmall(p *plan) *scenes.Scene {
	s := sceneOf(p)
	c := &s.Camera
	c.Width, c.Height, c.FocalPx, c.CenterX, c.CenterY = c.Width/4, c.Height/4, c.FocalPx/4, c.CenterX/4, c.CenterY/4
	return s
}

// lookMean is the mean color of the pixels that are chosen, 0 to 255.
func lookMean(im *frame.Images, chosen func(x, y int) bool) (mean [3]float64) {
	n := 0.0
	for i := range im.Width * im.Height {
		if chosen(i%im.Width, i/im.Width) {
			n++
			for c := range mean {
				mean[c] += float64(im.RGB[3*i+c])
			}
		}
	}
	for c := range mean {
		mean[c] /= n
	}
	return mean
}

// lookWrite writes a picture where MEREO_SHEETS names a folder.
func lookWrite(t testing.TB, im *frame.Images, name string) {
	t.Helper()
	folder := os.Getenv("MEREO_SHEETS")
	if folder == "" {
		return
	}
	out := image.NewRGBA(image.Rect(0, 0, im.Width, im.Height))
	for i := range im.Width * im.Height {
		out.SetRGBA(i%im.Width, i/im.Width, color.RGBA{im.RGB[3*i], im.RGB[3*i+1], im.RGB[3*i+2], 255})
	}
	w, err := os.Create(filepath.Join(folder, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(w, out); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPlainGroundIsAsBrightAsPublished(t *testing.T) {
	im := lookShot(t, lookBase(kitchen.Training, "plain"))
	lookWrite(t, im, "plain")
	sum := lookMean(im, func(_, y int) bool { return y >= im.Height/2 })
	middle := im.RGB[3*(im.Width*im.Height/2+im.Width/2):][:3]
	for c, v := range sum {
		if v < 110 || v > 165 {
			t.Errorf("channel %d of the lower half has mean %.1f, want 110 to 165", c, v)
		}
		if want := 255 * 0.56; math.Abs(float64(middle[c])-want) > 14 {
			t.Errorf("channel %d of the middle is %d, want about %.0f", c, middle[c], want)
		}
	}
}

// With MEREO_SHEETS set to a folder, some things on each ground are drawn there, to be looked at.
func TestWriteGrounds(t *testing.T) {
	if os.Getenv("MEREO_SHEETS") == "" {
		t.Skip("MEREO_SHEETS names no folder")
	}
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, ground := range []string{"texture1", "texture2", "texture3", "texture4", "texture5", "plain"} {
			p := lookBase(kitchen.Training, ground)
			p.put(t, "mug1", 0, 0, 20, appearance{recolor: true, color: lookColor("cyan")})
			p.put(t, "mug1", 2.5, 0.5, -70, appearance{replace: "Metal", color: lookColor("yellow")})
			p.put(t, "mug1", -2.5, 1.5, 120, appearance{replace: "Plastic", color: lookColor("red")})
			p.put(t, "mug1", 0.5, 3, 120, appearance{replace: "Rubber", color: lookColor("blue")})
			p.pool = pool
			lookWrite(t, lookShot(t, p), fmt.Sprintf("ground %s %s", pool, ground))
		}
	}
}

// With MEREO_SHEETS set to a folder, all models are drawn there on two grounds, as the first option has them.
func TestWriteThings(t *testing.T) {
	if os.Getenv("MEREO_SHEETS") == "" {
		t.Skip("MEREO_SHEETS names no folder")
	}
	const row, column = 3, 2
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		names := kitchen.Names(pool)
		for first := 0; first < len(names); first += row * column {
			for _, ground := range []string{"plain", "texture4"} {
				p := lookBase(pool, ground)
				for i, name := range names[first:min(first+row*column, len(names))] {
					at := sheetAcross.Scale(3 * float64(i%row-1)).Add(sheetBack.Scale(4*float64(i/row) - 2))
					p.put(t, name, at.X, at.Y, 25, appearance{})
				}
				lookWrite(t, lookShot(t, p), fmt.Sprintf("things %s %s %02d", pool, ground, first))
			}
		}
	}
}
