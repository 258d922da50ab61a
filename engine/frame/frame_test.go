package frame_test

import (
	"fmt"
	"image"
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
)

// triangle is a frame that shows one triangle, under one lamp.
func triangle() *frame.Frame {
	paint := material.Default()
	return &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, -5, 1), geom.V(0, 0, 0), geom.V(0, 0, 1)),
			Width:           64, Height: 48, FocalPx: 60, CenterX: 32, CenterY: 24, Near: 0.1, Far: 50,
		},
		Instances: []frame.Instance{{
			Mesh:            &mesh.Mesh{Positions: []geom.Vec3{{}, {X: 1}, {Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}},
			WorldFromObject: geom.Identity, Material: &paint, Object: 1, Part: 1,
		}},
		Lights: []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 3)), Size: 1, PowerW: 10, Color: material.RGB{1, 1, 1}}},
	}
}

func TestValidateNamesTheInstanceAndTheLamp(t *testing.T) {
	if err := triangle().Validate(); err != nil {
		t.Errorf("got %v for a good frame", err)
	}
	for _, c := range []struct {
		name  string
		spoil func(f *frame.Frame)
		want  []string
	}{
		{"camera", func(f *frame.Frame) { f.Camera.Far = 0 }, []string{"camera: clip range is 0.1 to 0, want 0 < near < far"}},
		{"lamp", func(f *frame.Frame) { f.Lights = append(f.Lights, light.Area{Size: -1}) }, []string{"light 1: light: Size is -1, want more than 0"}},
		{"no mesh", func(f *frame.Frame) { f.Instances[0].Mesh = nil }, []string{"instance 0 has no mesh or no material"}},
		{"no material", func(f *frame.Frame) { f.Instances[0].Material = nil }, []string{"instance 0 has no mesh or no material"}},
		{"mesh and material", func(f *frame.Frame) {
			f.Instances = append(f.Instances, f.Instances[0])
			f.Instances[1].Mesh = &mesh.Mesh{Triangles: [][3]uint32{{0, 0, 0}}}
			f.Instances[1].Material = &material.Material{Name: "fog", IOR: 0}
		}, []string{"instance 1: mesh: triangle 0 names vertex 0, but there are 0", `material: "fog": IOR is 0, want 1 to 10`}},
		{"several things", func(f *frame.Frame) {
			f.Camera.FocalPx = math.NaN()
			f.Lights[0].PowerW = -1
		}, []string{"camera: FocalPx is NaN", "light 0: light: PowerW is -1"}},
	} {
		f := triangle()
		c.spoil(f)
		err := f.Validate()
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want an error with %q", c.name, err, want)
			}
		}
	}
}

// A frame is checked before it is drawn; the message says which instance is at fault.
func ExampleFrame_Validate() {
	f := triangle()
	f.Instances[0].Mesh.Triangles[0][2] = 7
	fmt.Println(f.Validate())
	// Output: instance 0: mesh: triangle 0 names vertex 7, but there are 3
}

func TestImageIsTheColorPicture(t *testing.T) {
	got := (&frame.Images{Width: 1, Height: 2, RGB: []uint8{1, 2, 3, 4, 5, 6}}).Image()
	if want := []uint8{1, 2, 3, 255, 4, 5, 6, 255}; got.Bounds() != image.Rect(0, 0, 1, 2) || !slices.Equal(got.Pix, want) {
		t.Errorf("got %v of %v, want %v", got.Pix, got.Bounds(), want)
	}
}
