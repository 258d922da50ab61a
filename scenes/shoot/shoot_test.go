package shoot_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

func TestMain(m *testing.M) { gltest.Main(m) }

// plate is a level square of the given side.
func plate(side float64) *mesh.Mesh {
	h := side / 2
	return &mesh.Mesh{
		Positions: []geom.Vec3{{X: -h, Y: -h}, {X: h, Y: -h}, {X: h, Y: h}, {X: -h, Y: h}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
}

// shelf is a floor 5 m below the camera and a board of two parts 1 m over it, side by side.
func shelf() *scenes.Scene {
	part := func(label string, x float64, color material.RGB) scenes.Part {
		return scenes.Part{Label: label, Mesh: plate(0.4).Transformed(geom.Translate(geom.V(x, 0, 0))), Material: material.Lambert(color)}
	}
	return &scenes.Scene{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, 0, 5), geom.V(0, 0, 0), geom.V(0, 1, 0)),
			Width:           64, Height: 48, FocalPx: 200, CenterX: 32, CenterY: 24, Near: 0.1, Far: 50,
		},
		Lights:   []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 4)), Size: 0.5, PowerW: 60, Color: material.RGB{1, 1, 1}}},
		Backdrop: []scenes.Surface{{Name: "floor", Mesh: plate(20), Material: material.Lambert(material.RGB{0.5, 0.5, 0.5})}},
		Objects: []scenes.Object{{
			Category: "Shelf", WorldFromObject: geom.Translate(geom.V(0, 0, 1)),
			Parts: []scenes.Part{part("left", -0.2, material.RGB{0.8, 0.1, 0.1}), part("right", 0.2, material.RGB{0.1, 0.1, 0.8})},
		}},
	}
}

func TestShootGivesColorAndLabelsOfOneView(t *testing.T) {
	r := gltest.Renderer(t)
	img, err := shoot.Shoot(r, shelf(), shoot.Options{SubFrames: 4})
	if err != nil {
		t.Fatal(err)
	}
	// 0.8 m at 4 m are 40 pixels, from 12 to 52; 0.4 m are 20, from 14 to 34.
	for _, c := range []struct {
		x, y         int
		object, part uint16
		z            float64
		channel      int // the brightest; -1 for gray
	}{{5, 24, 0, 0, 5, -1}, {32, 40, 0, 0, 5, -1}, {14, 24, 1, 1, 4, 0}, {30, 16, 1, 1, 4, 0}, {34, 24, 1, 2, 4, 2}, {50, 32, 1, 2, 4, 2}} {
		i := c.y*img.Width + c.x
		if img.Object[i] != c.object || img.Part[i] != c.part || math.Abs(float64(img.ViewZ[i])-c.z) > 1e-4 {
			t.Errorf("pixel (%d, %d): object %d, part %d at %g m, want %d, %d at %g", c.x, c.y, img.Object[i], img.Part[i], img.ViewZ[i],
				c.object, c.part, c.z)
		}
		rgb := img.RGB[3*i : 3*i+3]
		brightest := slices.Index(rgb, slices.Max(rgb))
		if c.channel >= 0 && (brightest != c.channel || rgb[c.channel] < 2*rgb[1]) || c.channel < 0 && slices.Max(rgb) > slices.Min(rgb)+30 {
			t.Errorf("pixel (%d, %d) is %v, want channel %d to stand out", c.x, c.y, rgb, c.channel)
		}
	}
}

func TestOptionsReachTheRenderer(t *testing.T) {
	r := gltest.Renderer(t)
	img, err := shoot.Shoot(r, shelf(), shoot.Options{LabelsOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if img.RGB != nil || len(img.Object) != 64*48 {
		t.Errorf("LabelsOnly: got %d bytes of color and %d ids, want none and %d", len(img.RGB), len(img.Object), 64*48)
	}
	draw := func(o shoot.Options) []uint8 {
		t.Helper()
		img, err := shoot.Shoot(r, shelf(), o)
		if err != nil {
			t.Fatal(err)
		}
		return img.RGB
	}
	one := draw(shoot.Options{SubFrames: 2, Seed: 1})
	if !slices.Equal(one, draw(shoot.Options{SubFrames: 2, Seed: 1})) {
		t.Error("two pictures with the same options differ")
	}
	if slices.Equal(one, draw(shoot.Options{SubFrames: 2, Seed: 2})) {
		t.Error("seeds 1 and 2 give the same picture")
	}
	if slices.Equal(one, draw(shoot.Options{SubFrames: 8, Seed: 1})) {
		t.Error("2 and 8 sub-frames give the same picture")
	}
}

func TestShootFromIsShootFromEachPose(t *testing.T) {
	r := gltest.Renderer(t)
	s, o := shelf(), shoot.Options{SubFrames: 2, TracedSubFrames: 1, Seed: 1, ColorOnly: true}
	poses := []geom.Transform{s.Camera.WorldFromCamera, camera.LookAt(geom.V(1, 0, 5), geom.V(0, 0, 0), geom.V(0, 1, 0))}
	all, err := shoot.ShootFrom(r, s, o, poses...)
	if err != nil {
		t.Fatal(err)
	}
	for i, pose := range poses {
		s.Camera.WorldFromCamera = pose
		want, err := shoot.Shoot(r, s, o)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(all[i].RGB, want.RGB) || want.Object != nil {
			t.Errorf("view %d of %d differs from the picture taken alone, or has labels (%d ids)", i, len(all), len(want.Object))
		}
	}
	if slices.Equal(all[0].RGB, all[1].RGB) {
		t.Error("both views are the same")
	}
}

func TestErrorsSayWhoAsked(t *testing.T) {
	r := gltest.Renderer(t)
	s := shelf()
	s.Camera.Width = 0
	if _, err := shoot.Shoot(r, s, shoot.Options{}); err == nil || !strings.HasPrefix(err.Error(), "shoot: camera: size is 0 x 48") {
		t.Errorf("got %v, want an error that begins with shoot: camera: size is 0 x 48", err)
	}
}

// Ids and depth of a scene, without a color picture. It needs a device that can draw.
// A picture with a fault is drawn again, and the third such one is an error that names the device.
func TestFaultyPicturesAreDrawnAgain(t *testing.T) {
	r := gltest.Renderer(t)
	for _, c := range []struct {
		faults, drawn int
		ok            bool
	}{{0, 1, true}, {2, 3, true}, {3, 3, false}} {
		drawn := 0
		_, err := shoot.Shoot(r, shelf(), shoot.Options{Fault: func(pose int, im *frame.Images) string {
			if drawn++; drawn <= c.faults {
				return "the picture is empty"
			}
			return ""
		}})
		if drawn != c.drawn || (err == nil) != c.ok || err != nil && !strings.HasPrefix(err.Error(), "shoot: the picture is empty; so it is every time by "+r.Info().Renderer) {
			t.Errorf("%d faults: drawn %d times, %v", c.faults, drawn, err)
		}
	}
}
