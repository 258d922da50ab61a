package bounce

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// lightsOf flattens the instances and asks for their virtual lights.
func lightsOf(f *frame.Frame) []Light {
	var tris []bvh.Triangle
	var owner []uint32
	bounds := geom.EmptyAABB()
	for i := range f.Instances {
		in := &f.Instances[i]
		m := in.Mesh.Transformed(in.WorldFromObject)
		bounds = bounds.Union(m.Bounds())
		for _, t := range m.Triangles {
			tris = append(tris, bvh.Triangle{A: m.Positions[t[0]], B: m.Positions[t[1]], C: m.Positions[t[2]]})
			owner = append(owner, uint32(i))
		}
	}
	return Lights(f, bvh.Build(tris), tris, owner, bounds)
}

// room is a closed cube of 4 m around the origin, seen from inside.
func room(paint *material.Material) frame.Instance {
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Positions = append(m.Positions, geom.AABB{Min: geom.V(-2, -2, -2), Max: geom.V(2, 2, 2)}.Corner(i))
	}
	for _, q := range [6][4]uint32{{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return frame.Instance{Mesh: m, WorldFromObject: geom.Identity, Material: paint}
}

func lamp(at geom.Vec3, power float64, color material.RGB) light.Area {
	return light.Area{WorldFromLight: geom.Translate(at), Size: 0.5, PowerW: power, Color: color}
}

// flux draws the frame with many seeds and returns the mean of what the lights that count send out, and how far chance
// may move it: five standard deviations.
func flux(f *frame.Frame, counts func(l *Light) bool) (mean, slack material.RGB) {
	const seeds = 200
	var sum, squares material.RGB
	for seed := range uint64(seeds) {
		f.Seed = seed
		var one material.RGB
		lights := lightsOf(f)
		for i := range lights {
			if counts(&lights[i]) {
				for c := range one {
					one[c] += lights[i].Flux[c]
				}
			}
		}
		for c := range one {
			sum[c] += one[c]
			squares[c] += one[c] * one[c]
		}
	}
	for c := range sum {
		mean[c] = sum[c] / seeds
		slack[c] = 5*math.Sqrt(max(0, squares[c]/seeds-mean[c]*mean[c])/seeds) + 1e-9
	}
	return mean, slack
}

func every(*Light) bool { return true }

// emitted is the flux of the frame's lamps: radiance * area * pi.
func emitted(f *frame.Frame) material.RGB {
	var sum material.RGB
	for i := range f.Lights {
		l := f.Lights[i].Radiance()
		for c := range sum {
			sum[c] += math.Pi * l[c] * f.Lights[i].Size * f.Lights[i].Size
		}
	}
	return sum
}

// In a closed room nothing is lost: the first bounce sends out the lamps' flux times the reflectance, the second that
// times the reflectance again, and the third likewise; there it ends.
func TestFluxIsKeptInAClosedRoom(t *testing.T) {
	rho := material.RGB{0.6, 0.4, 0.2}
	paint := material.Lambert(rho)
	f := &frame.Frame{
		Instances: []frame.Instance{room(&paint)},
		Lights:    []light.Area{lamp(geom.V(0, 0, 1.5), 40, material.RGB{1, 0.8, 0.5}), lamp(geom.V(1, 1, 0), 20, material.RGB{0.1, 0.9, 0.9})},
	}
	got, slack := flux(f, every)
	for c, in := range emitted(f) {
		want := in * (rho[c] + rho[c]*rho[c] + rho[c]*rho[c]*rho[c])
		if math.Abs(got[c]-want) > slack[c] || slack[c] > 0.1*want {
			t.Errorf("channel %d: flux is %.3f, want %.3f within %.3f, and that below a tenth", c, got[c], want, slack[c])
		}
	}
}

func TestLightsLieOnSurfaces(t *testing.T) {
	paint := material.Lambert(material.RGB{0.6, 0.4, 0.2})
	f := &frame.Frame{Instances: []frame.Instance{room(&paint)}, Lights: []light.Area{lamp(geom.V(0, 0, 1.5), 40, material.RGB{1, 1, 1})}}
	lights := lightsOf(f)
	if len(lights) < Max/2 || len(lights) > Max {
		t.Errorf("got %d lights, want %d to %d", len(lights), Max/2, Max)
	}
	for i, l := range lights {
		on := max(math.Abs(l.Position.X), math.Abs(l.Position.Y), math.Abs(l.Position.Z))
		inwards := l.Normal.Dot(l.Position.Neg())
		if math.Abs(on-2) > 1e-9 || math.Abs(inwards-2) > 1e-9 || !(l.Area > 0) || math.IsInf(l.Area, 0) {
			t.Fatalf("light %d is at %v with normal %v and area %v; want it on a wall, facing inwards", i, l.Position, l.Normal, l.Area)
		}
	}
}

// By Lambert's law half of a lamp's flux leaves within 45 degrees of its axis, wherever its paths are aimed at.
func TestFluxLeavesALampWithTheCosine(t *testing.T) {
	const rho = 1e-6 // later bounces send out nothing
	paint := material.Lambert(material.RGB{rho, rho, rho})
	in := room(&paint)
	in.WorldFromObject = geom.Transform{M: geom.Mat3{X: geom.V(1000, 0, 0), Y: geom.V(0, 1000, 0), Z: geom.V(0, 0, 1)}}
	near := func(l *Light) bool { return math.Hypot(l.Position.X, l.Position.Y) < 1 && l.Position.Z < 0 }
	// The lamp is so small that it is a point, 1 m over the floor.
	small := light.Area{WorldFromLight: geom.Translate(geom.V(0, 0, -1)), Size: 0.01, PowerW: 1e6, Color: material.RGB{1, 1, 1}}
	for _, c := range []struct {
		name   string
		object uint16
		at     geom.Vec3
	}{{"nothing to aim at", 0, geom.Vec3{}}, {"an object below", 1, geom.V(0, 0, -1.9)}, {"an object aside", 1, geom.V(0.8, 0, -1.5)}} {
		f := &frame.Frame{Instances: []frame.Instance{in}, Lights: []light.Area{small}}
		if c.object > 0 {
			thing := room(&paint)
			thing.WorldFromObject = geom.Transform{M: geom.Mat3{X: geom.V(0.05, 0, 0), Y: geom.V(0, 0.05, 0), Z: geom.V(0, 0, 0.02)}, T: c.at}
			thing.Object = c.object
			f.Instances = append(f.Instances, thing)
		}
		got, slack := flux(f, near)
		if want := emitted(f)[0] * rho / 2; math.Abs(got[0]-want) > slack[0] || slack[0] > 0.1*want {
			t.Errorf("%s: within 45 degrees leave %.4f W, want %.4f within %.4f, and that below a tenth", c.name, got[0], want, slack[0])
		}
	}
}

func TestLightsRepeatAndMoveWithTheSeed(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	f := &frame.Frame{Instances: []frame.Instance{room(&paint)}, Lights: []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1})}}
	a, b := lightsOf(f), lightsOf(f)
	if !slices.Equal(a, b) {
		t.Error("two calls with equal input differ")
	}
	f.Seed = 1
	if c := lightsOf(f); slices.Equal(a, c) {
		t.Error("seeds 0 and 1 give the same lights")
	}
}

func TestWhatReflectsNothing(t *testing.T) {
	checker := &material.Texture{Width: 2, Height: 1, Pix: []uint8{255, 255, 255, 255, 0, 0, 0, 255}}
	bright, dark := []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1})}, []light.Area{lamp(geom.V(0, 0, 1), 0, material.RGB{1, 1, 1})}
	for _, c := range []struct {
		name  string
		paint material.Material
		lamps []light.Area
		want  float64 // reflectance of the walls
	}{
		{"white", material.Material{BaseColor: material.RGB{1, 1, 1}, IOR: 1}, bright, 1},
		{"black", material.Material{IOR: 1}, bright, 0},
		{"metal", material.Material{BaseColor: material.RGB{1, 1, 1}, Metallic: 1, IOR: 1}, bright, 0},
		{"glass", material.Material{BaseColor: material.RGB{1, 1, 1}, Transmission: 1, IOR: 1.5}, bright, 0},
		{"half metal", material.Material{BaseColor: material.RGB{1, 1, 1}, Metallic: 0.5, IOR: 1}, bright, 0.5},
		{"a texture counts with its mean", material.Material{BaseColor: material.RGB{0.5, 0.5, 0.5}, BaseColorTexture: checker, IOR: 1}, bright, 0.25},
		{"lamps that are off", material.Material{BaseColor: material.RGB{1, 1, 1}, IOR: 1}, dark, 0},
		{"no lamps", material.Material{BaseColor: material.RGB{1, 1, 1}, IOR: 1}, nil, 0},
	} {
		f := &frame.Frame{Instances: []frame.Instance{room(&c.paint)}, Lights: c.lamps}
		got, slack := flux(f, every)
		in := emitted(f)[1]
		if want := in * (c.want + c.want*c.want + c.want*c.want*c.want); math.Abs(got[1]-want) > slack[1] || slack[1] > 0.1*in+1e-8 {
			t.Errorf("%s: bounces send out %.3f W, want %.3f within %.3f, and that below a tenth", c.name, got[1], want, slack[1])
		}
	}
}

// Suns cast no shadows: a ray lights every surface that faces it, not only the first.
func TestSunLightsEverySurfaceThatFacesIt(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	plate := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	f := &frame.Frame{Suns: []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{1, 1, 1}}}}
	for _, z := range []float64{0, 5} {
		f.Instances = append(f.Instances, frame.Instance{Mesh: plate, WorldFromObject: geom.Translate(geom.V(0, 0, z)), Material: &paint})
	}
	low, high := 0, 0
	for _, l := range lightsOf(f) {
		switch math.Round(l.Position.Z*1e9) / 1e9 {
		case 0:
			low++
		case 5:
			high++
		default:
			t.Fatalf("a light is at %v, on neither plate", l.Position)
		}
	}
	if low == 0 || high == 0 {
		t.Errorf("%d lights below and %d above, want some on both plates", low, high)
	}
}

// A disc of flux F and area A sends F/pi * cos * A/(r^2 + A/pi) / A to a point; Ambient is its mean over the sphere.
func TestAmbientKnownAnswer(t *testing.T) {
	l := []Light{{Normal: geom.V(0, 0, 1), Flux: material.RGB{math.Pi, 2 * math.Pi, 0}, Area: math.Pi}}
	for _, c := range []struct {
		name string
		p    geom.Vec3
		want float64
	}{
		{"2 m over it", geom.V(0, 0, 2), 1.0 / 5 / (4 * math.Pi)},
		{"at 60 degrees", geom.V(math.Sqrt(3), 0, 1), 0.5 / 5 / (4 * math.Pi)},
		{"behind it", geom.V(0, 0, -1), 0},
	} {
		got := Ambient(l, c.p)
		if math.Abs(got[0]-c.want) > 1e-15 || math.Abs(got[1]-2*c.want) > 1e-15 || got[2] != 0 {
			t.Errorf("%s: got %v, want %v and twice that", c.name, got, c.want)
		}
	}
}
