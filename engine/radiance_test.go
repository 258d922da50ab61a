package engine_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/gltest"
)

// square lies in the plane z = 0 and faces +Z.
func square(side float64) *mesh.Mesh {
	h := side / 2
	return &mesh.Mesh{
		Positions: []geom.Vec3{geom.V(-h, -h, 0), geom.V(h, -h, 0), geom.V(h, h, 0), geom.V(-h, h, 0)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
}

func ball(radius float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	const rings, around = 24, 48
	for i := range rings + 1 {
		for j := range around {
			s, c := math.Sincos(math.Pi * float64(i) / rings)
			y, x := math.Sincos(2 * math.Pi * float64(j) / around)
			n := geom.V(s*x, s*y, c)
			m.Positions, m.Normals = append(m.Positions, n.Scale(radius)), append(m.Normals, n)
		}
	}
	for i := range uint32(rings) {
		for j := range uint32(around) {
			a, b := i*around+j, i*around+(j+1)%around
			m.Triangles = append(m.Triangles, [3]uint32{a, a + around, b}, [3]uint32{b, a + around, b + around})
		}
	}
	return m
}

// above looks straight down from 5 m, 64 x 48 pixels; the whole picture is about 0.64 m x 0.48 m at z = 0.
func above() frame.Frame {
	return frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, 0, 5), geom.V(0, 0, 0), geom.V(0, 1, 0)),
			Width:           64, Height: 48, FocalPx: 500, CenterX: 32, CenterY: 24, Near: 0.1, Far: 50,
		},
		SubFrames: 64,
	}
}

func add(f *frame.Frame, m *mesh.Mesh, t geom.Transform, mat material.Material, object uint16) {
	f.Instances = append(f.Instances, frame.Instance{Mesh: m, WorldFromObject: t, Material: &mat, Object: object, Part: object})
}

// underPlate has a black plate of the given size, seen from beside it, between a floor and a sun at 60 degrees from the zenith.
// The ray to the point in the middle of the picture passes 0.5 m from the plate's middle.
func underPlate(f *frame.Frame, size float64, shadows bool) {
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(0, -4, 1), geom.V(0, 0, 0), geom.V(0, 0, 1))
	add(f, square(20), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
	add(f, square(size), geom.Translate(geom.V(0.5-math.Sqrt(3), 0, 1)), material.Lambert(material.RGB{}), 2)
	f.Suns = []light.Sun{{
		Dir: geom.V(math.Sqrt(3)/2, 0, -0.5), Irradiance: material.RGB{math.Pi, math.Pi, math.Pi}, Shadows: shadows,
	}}
}

// center is the linear radiance of the pixel in the middle.
func center(img *frame.Images) [3]float64 {
	var c [3]float64
	for k := range c {
		c[k] = material.DecodeSRGB(float64(img.RGB[3*(img.Height/2*img.Width+img.Width/2)+k]) / 255)
	}
	return c
}

// A square lamp of side s at height h over the point below its center gives the irradiance
// E = 4 L c/sqrt(1+c^2) atan(c/sqrt(1+c^2)) with c = s/(2h): Lambert's formula for a parallel square.
func irradianceUnderLamp(radiance, s, h float64) float64 {
	c := s / (2 * h)
	q := c / math.Sqrt(1+c*c)
	return 4 * radiance * q * math.Atan(q)
}

func TestRadianceIsKnown(t *testing.T) {
	r := gltest.Renderer(t)
	down := geom.Transform{M: geom.Identity3, T: geom.V(0, 0, 2)}
	lamp := light.Area{WorldFromLight: down, Size: 1, PowerW: 4, Color: material.RGB{1, 0.5, 0.25}}
	under := irradianceUnderLamp(1, 1, 2)
	matt := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	mirror := material.Material{BaseColor: material.RGB{0.8, 0.6, 0.4}, Metallic: 1, IOR: 1.45}
	glass := material.Material{BaseColor: material.RGB{1, 1, 1}, Transmission: 1, IOR: 1.5}
	cases := []struct {
		name  string
		build func(f *frame.Frame)
		want  [3]float64
	}{
		{"matt floor under a uniform sky reflects albedo x radiance", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.WorldRadiance = material.RGB{0.4, 0.6, 0.8}
		}, [3]float64{0.2, 0.3, 0.4}},
		{"nothing in view shows the sky", func(f *frame.Frame) {
			add(f, square(1), geom.Translate(geom.V(30, 0, 0)), matt, 1)
			f.WorldRadiance = material.RGB{0.4, 0.6, 0.8}
		}, [3]float64{0.4, 0.6, 0.8}},
		{"sun at 60 degrees", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.Suns = []light.Sun{{Dir: geom.V(math.Sqrt(3)/2, 0, -0.5), Irradiance: material.RGB{math.Pi, math.Pi, math.Pi}}}
		}, [3]float64{0.25, 0.25, 0.25}},
		{"sun that shines through a plate", func(f *frame.Frame) { underPlate(f, 1.2, false) }, [3]float64{0.25, 0.25, 0.25}},
		{"sun that casts the plate's shadow", func(f *frame.Frame) { underPlate(f, 1.2, true) }, [3]float64{}},
		{"sun that casts the plate's shadow elsewhere", func(f *frame.Frame) { underPlate(f, 0.8, true) }, [3]float64{0.25, 0.25, 0.25}},
		{"square lamp over a matt floor", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.Lights = []light.Area{lamp}
		}, [3]float64{0.5 / math.Pi * under, 0.25 / math.Pi * under, 0.125 / math.Pi * under}},
		{"lamp shines on one side only", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			up := lamp
			up.WorldFromLight.M = geom.RotX(math.Pi)
			f.Lights = []light.Area{up}
		}, [3]float64{}},
		{"umbra under a plate is black", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			add(f, square(1.8), geom.Translate(geom.V(0, 0, 1.2)), material.Lambert(material.RGB{}), 2)
			f.Camera.WorldFromCamera = camera.LookAt(geom.V(0, -4, 1), geom.V(0, 0, 0), geom.V(0, 0, 1))
			f.Lights = []light.Area{lamp}
		}, [3]float64{}},
		{"mirror shows the sky in its own color", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, mirror, 1)
			f.WorldRadiance = material.RGB{0.5, 0.5, 0.5}
		}, [3]float64{0.4, 0.3, 0.2}},
		{"clear glass ball in a uniform sky cannot be seen", func(f *frame.Frame) {
			add(f, ball(1), geom.Identity, glass, 1)
			f.WorldRadiance = material.RGB{0.5, 0.5, 0.5}
		}, [3]float64{0.5, 0.5, 0.5}},
		{"emission", func(f *frame.Frame) {
			m := matt
			m.Emission = material.RGB{0.1, 0.2, 0.3}
			add(f, square(20), geom.Identity, m, 1)
		}, [3]float64{0.1, 0.2, 0.3}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := above()
			c.build(&f)
			img, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			got := center(img)
			for k := range got {
				// 3 % for 64 directions, plus half a step of 8-bit sRGB.
				if math.Abs(got[k]-c.want[k]) > 0.03*c.want[k]+0.003 {
					t.Errorf("radiance: got %.4f, want %.4f", got, c.want)
					break
				}
			}
		})
	}
}

func TestLabelsOfKnownScene(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	add(&f, square(20), geom.Identity, material.Default(), 0)
	add(&f, square(0.196), geom.Translate(geom.V(0, 0, 1)), material.Default(), 7)
	f.LabelsOnly = true
	img, err := r.Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	if img.RGB != nil {
		t.Error("LabelsOnly drew a color picture")
	}
	// 0.196 m at 4 m is 24.5 pixels, from 19.75 to 44.25: the centers of columns 20 to 43.
	for x := range 64 {
		i := 24*64 + x
		object, z := uint16(0), float32(5)
		if x >= 20 && x < 44 {
			object, z = 7, 4
		}
		if img.Object[i] != object || math.Abs(float64(img.ViewZ[i]-z)) > 1e-4 {
			t.Errorf("column %d: got object %d at %g m, want %d at %g", x, img.Object[i], img.ViewZ[i], object, z)
		}
		if n := img.Normal[3*i : 3*i+3]; math.Abs(float64(n[2])-1) > 1e-4 {
			t.Errorf("column %d: got normal %v, want (0, 0, 1)", x, n)
		}
	}
	// The row 0 of Images is the top: the point at +y lies in the upper half.
	f.Instances[1].WorldFromObject = geom.Translate(geom.V(0, 0.1, 1))
	if img, err = r.Render(&f); err != nil {
		t.Fatal(err)
	}
	if top, bottom := img.Object[8*64+32], img.Object[40*64+32]; top != 7 || bottom != 0 {
		t.Errorf("object above the middle: got %d above and %d below, want 7 and 0", top, bottom)
	}
}

func TestRenderRepeatsAndKeepsOrder(t *testing.T) {
	r := gltest.Renderer(t)
	frames := make([]frame.Frame, 4)
	for i := range frames {
		frames[i] = above()
		frames[i].SubFrames = 4
		frames[i].Seed = uint64(i)
		frames[i].Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(1, 0, 3)), Size: 1, PowerW: 40, Color: material.RGB{1, 1, 1}}}
		add(&frames[i], square(20), geom.Identity, material.Default(), 0)
		add(&frames[i], ball(0.1+0.02*float64(i)), geom.Translate(geom.V(0, 0, 0.2)), material.Default(), uint16(i+1))
	}
	alone := make([]*frame.Images, len(frames))
	for i := range frames {
		img, err := r.Render(&frames[i])
		if err != nil {
			t.Fatal(err)
		}
		alone[i] = img
	}
	var wait sync.WaitGroup
	for round := range 3 {
		for i := range frames {
			wait.Add(1)
			go func() {
				defer wait.Done()
				img, err := r.Render(&frames[i])
				if err != nil {
					t.Error(err)
					return
				}
				if !bytes.Equal(img.RGB, alone[i].RGB) || !slices.Equal(img.Object, alone[i].Object) || !slices.Equal(img.ViewZ, alone[i].ViewZ) {
					t.Errorf("round %d, frame %d: drawn together with others it differs from drawn alone", round, i)
				}
			}()
		}
	}
	wait.Wait()
}

func TestRenderRefusesBrokenFrames(t *testing.T) {
	r := gltest.Renderer(t)
	cases := []struct {
		name  string
		spoil func(f *frame.Frame)
		want  string
	}{
		{"vertex that is no number", func(f *frame.Frame) { f.Instances[0].Mesh.Positions[1].Y = math.NaN() }, "mesh: position 1 is not finite"},
		{"index out of range", func(f *frame.Frame) { f.Instances[0].Mesh.Triangles[1][2] = 9 }, "mesh: triangle 1 names vertex 9, but there are 4"},
		{"empty picture", func(f *frame.Frame) { f.Camera.Width = 0 }, "camera: size is 0 x 48"},
		{"too many lamps", func(f *frame.Frame) {
			f.Lights = slices.Repeat([]light.Area{{WorldFromLight: geom.Identity, Size: 1, PowerW: 1}}, 17)
		}, "engine: scene has 17 area lights, at most 16 can be drawn"},
	}
	for _, c := range cases {
		f := above()
		add(&f, square(1), geom.Identity, material.Default(), 1)
		c.spoil(&f)
		if _, err := r.Render(&f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestNewNamesTheDeviceThatIsNotThere(t *testing.T) {
	gltest.Renderer(t)
	_, err := engine.New(engine.Options{GPU: "99"})
	if err == nil || !strings.Contains(err.Error(), `no device "99"`) {
		t.Errorf("got %v, want an error that names device 99", err)
	}
}
