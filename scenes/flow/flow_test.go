package flow

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
)

// shown is a moment of boxes on a ground.
func shown(cam camera.Pinhole, poses []geom.Transform, meshes []*mesh.Mesh) *Moment {
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	f := &frame.Frame{Camera: cam}
	ground := solid.BoxBetween(geom.V(-4, -4, -1), geom.V(4, 4, 0), 0, 1)
	f.Instances = append(f.Instances, frame.Instance{Mesh: ground, WorldFromObject: geom.Identity, Material: &gray})
	for i, m := range meshes {
		f.Instances = append(f.Instances, frame.Instance{Mesh: m, WorldFromObject: poses[i], Material: &gray, Object: uint16(i + 1), Part: uint16(i + 1)})
	}
	drawn := ref.Draw(f)
	return &Moment{Camera: &f.Camera, WorldFromObject: poses, Object: drawn.Object, ViewZ: drawn.ViewZ}
}

// above looks straight down from 5 m: a pixel is a place, and flow has a closed form.
func above(x, y, z float64) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 1, 0), Z: geom.V(0, 0, 1)}, T: geom.V(x, y, z)},
		Width:           160, Height: 120, FocalPx: 200, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
	}
}

// Flow of a thing that is shifted, turned or scaled, and of a camera that is shifted or turned, is that of the closed form to a hundredth of a pixel.
func TestClosedForms(t *testing.T) {
	box := solid.BoxBetween(geom.V(-0.5, -0.4, -0.5), geom.V(0.5, 0.4, 0.5), 0, 1)
	at := geom.Translate(geom.V(0.1, 0.05, 0.5)) // its top is at z = 1, 4 m below the camera
	const f, depth = 200.0, 4.0
	turned := geom.Transform{M: geom.RotZ(0.3), T: at.T}
	scaled := geom.Transform{M: geom.Mat3{X: geom.V(1.2, 0, 0), Y: geom.V(0, 1.2, 0), Z: geom.V(0, 0, 1)}, T: at.T}
	for _, c := range []struct {
		name string
		pose geom.Transform
		cam  camera.Pinhole
		top  func(x, y float64) (float64, float64) // where a world place of the top is seen then, from the picture's middle, y up
	}{
		{"shifted", geom.Translate(geom.V(0.3, -0.1, 0.5)), above(0, 0, 5), func(x, y float64) (float64, float64) { return (x + 0.2) * f / depth, (y - 0.15) * f / depth }},
		{"lifted", geom.Translate(geom.V(0.1, 0.05, 1.5)), above(0, 0, 5), func(x, y float64) (float64, float64) { return x * f / (depth - 1), y * f / (depth - 1) }},
		{"turned", turned, above(0, 0, 5), func(x, y float64) (float64, float64) {
			sin, cos := math.Sincos(0.3)
			x, y = x-0.1, y-0.05
			return (0.1 + x*cos - y*sin) * f / depth, (0.05 + x*sin + y*cos) * f / depth
		}},
		{"scaled", scaled, above(0, 0, 5), func(x, y float64) (float64, float64) {
			return (0.1 + 1.2*(x-0.1)) * f / depth, (0.05 + 1.2*(y-0.05)) * f / depth
		}},
		{"camera shifted", at, above(0.2, 0.1, 5.5), func(x, y float64) (float64, float64) {
			return (x - 0.2) * f / (depth + 0.5), (y - 0.1) * f / (depth + 0.5)
		}},
		{"camera turned", at, func() camera.Pinhole {
			cam := above(0, 0, 5)
			cam.WorldFromCamera.M = geom.RotZ(0.1)
			return cam
		}(), func(x, y float64) (float64, float64) {
			sin, cos := math.Sincos(0.1)
			return (x*cos + y*sin) * f / depth, (y*cos - x*sin) * f / depth
		}},
	} {
		a, b := shown(above(0, 0, 5), []geom.Transform{at}, []*mesh.Mesh{box}), shown(c.cam, []geom.Transform{c.pose}, []*mesh.Mesh{box})
		field := Between(a, b)
		checked, seen := 0, 0
		for i, id := range a.Object {
			if id != 1 || math.Abs(float64(a.ViewZ[i])-depth) > 1e-4 {
				continue
			}
			px, py := float64(i%160)+0.5, float64(i/160)+0.5
			x, y := (px-80)*depth/f, (60-py)*depth/f
			wantX, wantY := c.top(x, y)
			gotX, gotY := px+float64(field.Flow[2*i])-80, 60-py-float64(field.Flow[2*i+1])
			if math.Hypot(gotX-wantX, gotY-wantY) > 0.01 {
				t.Fatalf("%s: pixel %d goes to %.3f, %.3f, want %.3f, %.3f", c.name, i, gotX, gotY, wantX, wantY)
			}
			checked++
			if !field.Hidden[i] {
				seen++
			}
		}
		if checked < 1000 || seen < checked*95/100 {
			t.Errorf("%s: %d pixels, %d of them seen then", c.name, checked, seen)
		}
	}
}

// There and back is where one was, where both see it; what is covered, uncovered or leaves the picture is hidden; and what is far away turns with
// the camera.
func TestThereAndBack(t *testing.T) {
	meshes := []*mesh.Mesh{
		solid.BoxBetween(geom.V(-0.5, -0.4, 0), geom.V(0.5, 0.4, 1), 0.1, 3), solid.BoxBetween(geom.V(-0.2, -0.2, 0), geom.V(0.2, 0.2, 1.5), 0, 1),
	}
	was := []geom.Transform{geom.Translate(geom.V(0, 0, 0)), geom.Translate(geom.V(0.9, -0.6, 0))}
	is := []geom.Transform{{M: geom.RotZ(0.2), T: geom.V(0.1, 0, 0)}, geom.Translate(geom.V(0.4, -0.6, 0))}
	a := shown(camera.Perspective(geom.V(1, -6, 3), geom.V(0, 0, 1.2), 40, 200, 160), was, meshes)
	b := shown(camera.Perspective(geom.V(1.1, -6, 3.05), geom.V(0.1, 0, 1.2), 40, 200, 160), is, meshes)
	there, back := Between(a, b), Between(b, a)
	both, hidden, sky, edges := 0, 0, 0, 0
	for i := range a.Object {
		x, y := float64(i%200)+0.5+float64(there.Flow[2*i]), float64(i/200)+0.5+float64(there.Flow[2*i+1])
		if there.Hidden[i] {
			hidden++
			continue
		}
		if a.ViewZ[i] == 0 {
			sky++
		}
		// The four pixels around the place, where all show the same surface.
		x0, y0 := int(x-0.5), int(y-0.5)
		if x0 < 0 || y0 < 0 || x0 > 198 || y0 > 158 {
			continue
		}
		var fx, fy float64
		same := true
		for k := range 4 {
			j := (y0+k>>1)*200 + x0 + k&1
			wx, wy := math.Abs(x-0.5-float64(x0)-float64(1-k&1)), math.Abs(y-0.5-float64(y0)-float64(1-k>>1))
			same = same && b.Object[j] == a.Object[i] && !back.Hidden[j] && (b.ViewZ[j] > 0) == (a.ViewZ[i] > 0)
			fx, fy = fx+wx*wy*float64(back.Flow[2*j]), fy+wx*wy*float64(back.Flow[2*j+1])
		}
		if !same {
			edges++
			continue
		}
		both++
		if off := math.Hypot(x+fx-float64(i%200)-0.5, y+fy-float64(i/200)-0.5); off > 0.01 { // it bends between pixels at edges of boxes
			edges++
		}
	}
	if both < 20000 || hidden < 300 || sky < 1000 || edges > 2500 {
		t.Errorf("%d pixels there and back, %d hidden, %d of the sky, %d at edges", both, hidden, sky, edges)
	}
}

// Coordinates go back through the pose to the point of the depth.
func TestCoordinates(t *testing.T) {
	m := solid.BoxBetween(geom.V(-0.5, -0.3, 0.1), geom.V(0.7, 0.4, 0.9), 0.1, 3)
	pose := geom.Transform{M: geom.RotZ(0.7).Mul(geom.RotX(0.4)), T: geom.V(0.2, 0.1, 0.5)}
	a := shown(camera.Perspective(geom.V(2, -4, 3), geom.V(0, 0, 0.5), 40, 160, 120), []geom.Transform{pose}, []*mesh.Mesh{m})
	box := m.Bounds()
	out := Coordinates(a, []geom.AABB{box})
	n := 0
	for i, id := range a.Object {
		c := geom.V(float64(out[3*i]), float64(out[3*i+1]), float64(out[3*i+2]))
		if id == 0 {
			if c != (geom.Vec3{}) {
				t.Fatalf("the ground has coordinates %v", c)
			}
			continue
		}
		n++
		size := box.Size()
		p := pose.Point(box.Min.Add(geom.V(c.X*size.X, c.Y*size.Y, c.Z*size.Z)))
		want := a.Camera.Ray(float64(i%160)+0.5, float64(i/160)+0.5).At(float64(a.ViewZ[i]))
		if p.Sub(want).Len() > 1e-3 {
			t.Fatalf("pixel %d: %v, want %v", i, p, want)
		}
	}
	if n < 1000 {
		t.Errorf("%d pixels show the thing", n)
	}
}
