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

// In a closed room nothing is lost: the first bounce sends out the lamps' flux times the reflectance, the second that
// times the reflectance again, and so on. A lamp's flux is radiance * area * pi.
func TestFluxIsKeptInAClosedRoom(t *testing.T) {
	rho := material.RGB{0.6, 0.4, 0.2}
	paint := material.Lambert(rho)
	f := &frame.Frame{
		Instances: []frame.Instance{room(&paint)},
		Lights:    []light.Area{lamp(geom.V(0, 0, 1.5), 40, material.RGB{1, 0.8, 0.5}), lamp(geom.V(1, 1, 0), 20, material.RGB{0.1, 0.9, 0.9})},
		Seed:      5,
	}
	lights := lightsOf(f)
	if len(lights) == 0 || len(lights) > Max || len(lights)%depth != 0 {
		t.Fatalf("got %d lights, want a multiple of %d up to %d", len(lights), depth, Max)
	}
	var emitted material.RGB
	for i := range f.Lights {
		l := f.Lights[i].Radiance()
		for c := range emitted {
			emitted[c] += math.Pi * l[c] * f.Lights[i].Size * f.Lights[i].Size
		}
	}
	for bounce := range depth {
		var sum material.RGB
		for i := bounce; i < len(lights); i += depth {
			for c := range sum {
				sum[c] += lights[i].Flux[c]
			}
		}
		for c := range sum {
			if want := emitted[c] * math.Pow(rho[c], float64(bounce+1)); math.Abs(sum[c]-want) > 1e-9*want {
				t.Errorf("bounce %d, channel %d: flux is %v, want %v", bounce+1, c, sum[c], want)
			}
		}
	}
	for i, l := range lights {
		on := max(math.Abs(l.Position.X), math.Abs(l.Position.Y), math.Abs(l.Position.Z))
		inwards := l.Normal.Dot(l.Position.Neg())
		if math.Abs(on-2) > 1e-9 || math.Abs(inwards-2) > 1e-9 || !(l.Area > 0) || math.IsInf(l.Area, 0) {
			t.Fatalf("light %d is at %v with normal %v and area %v; want it on a wall, facing inwards", i, l.Position, l.Normal, l.Area)
		}
	}
}

// A lamp under the ceiling lights the lower half first; by Lambert's law half of the paths stay within 45 degrees.
func TestPathsLeaveALampWithTheCosine(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	in := room(&paint)
	in.WorldFromObject = geom.Transform{M: geom.Mat3{X: geom.V(1000, 0, 0), Y: geom.V(0, 1000, 0), Z: geom.V(0, 0, 1)}}
	steep, total := 0, 0
	for seed := range uint64(40) {
		f := &frame.Frame{Instances: []frame.Instance{in}, Lights: []light.Area{lamp(geom.V(0, 0, -1), 1, material.RGB{1, 1, 1})}, Seed: seed}
		for i, l := range lightsOf(f) {
			if i%depth == 0 {
				if total++; math.Hypot(l.Position.X, l.Position.Y) < 1 { // 1 m above the floor
					steep++
				}
			}
		}
	}
	// The square of 0.5 m is not a point: its spread moves the share by under 0.01, chance by 0.009 (one sigma).
	if share := float64(steep) / float64(total); math.Abs(share-0.5) > 0.04 {
		t.Errorf("%.3f of %d paths meet the floor within 1 m of the foot of a lamp 1 m up, want 0.5", share, total)
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
		want  float64 // flux of the first bounce over the lamps'
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
		sum := 0.0
		for i, l := range lightsOf(f) {
			if i%depth == 0 {
				sum += l.Flux[1]
			}
		}
		if want := c.want * 10.0 / 4 * math.Pi; math.Abs(sum-want) > 1e-9 {
			t.Errorf("%s: first bounces send out %v W, want %v", c.name, sum, want)
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
