package bounce

import (
	"math"
	"testing"

	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/skytest"
)

// ambientOf flattens the instances and estimates the light between them.
func ambientOf(f *frame.Frame) material.RGB { return lightOf(f).Mean }

func lightOf(f *frame.Frame) Light {
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
	return Ambient(f, bvh.Build(tris), tris, owner, bounds)
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

// mean of many seeds, and how far chance may move it: five standard deviations. spread is that of one seed.
func mean(f *frame.Frame) (mean, slack, spread float64) {
	const seeds = 200
	var sum, squares float64
	for seed := range uint64(seeds) {
		f.Seed = seed
		a := ambientOf(f)[1]
		sum += a
		squares += a * a
	}
	mean = sum / seeds
	spread = math.Sqrt(max(0, squares/seeds-mean*mean))
	return mean, 5*spread/math.Sqrt(seeds) + 1e-12, spread
}

// In a closed room that reflects everything, all light is lost when the paths end: of each bounce all flux crosses the room once
// more. Chords of a convex room, of light that leaves its walls by the cosine, have a mean length of 4 volume / surface where
// the walls are evenly lit; a lamp in the middle that shines one way makes that true in the long run only, so a few percent are
// left.
func TestAmbientInAClosedRoom(t *testing.T) {
	for _, rho := range []float64{0.2, 0.5, 0.9} {
		paint := material.Lambert(material.RGB{rho, rho, rho})
		f := &frame.Frame{Instances: []frame.Instance{room(&paint)}, Lights: []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1})}}
		got, slack, spread := mean(f)
		flux := math.Pi * f.Lights[0].Size * f.Lights[0].Size * f.Lights[0].Radiance()[1]
		want := 0.0
		for k := 1; k <= depth; k++ {
			want += flux * math.Pow(rho, float64(k)) / (math.Pi * 6 * 16)
		}
		if math.Abs(got-want) > slack+0.06*want {
			t.Errorf("reflectance %.1f: ambient is %.5f, want %.5f within %.5f", rho, got, want, slack+0.06*want)
		}
		if spread > 0.1*got {
			t.Errorf("reflectance %.1f: one estimate is off by %.5f of %.5f, want a tenth at most", rho, spread, got)
		}
	}
}

// All of a level plate's light that goes up under a sun: its radiance is rho E / pi above the plate and 0 below, so the mean over
// all directions is half of that close above it.
func TestAmbientOverAPlate(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	plate := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	thing := &mesh.Mesh{ // says where to look, and is in nobody's way
		Positions: []geom.Vec3{{X: -0.5, Y: -0.5, Z: 0.05}, {X: 0.5, Y: 0.5, Z: 0.05}, {X: 0.5, Y: 0.5, Z: 0.05}, {X: 0, Y: 0, Z: 0.06}},
		Triangles: [][3]uint32{{0, 1, 2}},
	}
	for _, shadows := range []bool{false, true} {
		f := &frame.Frame{
			Suns: []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{1, 1, 1}, Shadows: shadows}},
			Instances: []frame.Instance{
				{Mesh: plate, WorldFromObject: geom.Identity, Material: &paint},
				{Mesh: thing, WorldFromObject: geom.Identity, Material: &paint, Object: 1},
			},
		}
		got, slack, _ := mean(f)
		// The sun's paths are aimed at a disc of the region's radius, outside of which the plate stays dark.
		if want := 0.5 / math.Pi / 2; got < 0.5*want || got > want+slack {
			t.Errorf("shadows %v: ambient is %.4f, want somewhat less than %.4f", shadows, got, want)
		}
	}
}

// Light that comes from below lights what faces down by as much as below it is bright, what faces up not at all, and what faces
// sideways by half of it; in a room in which it comes from everywhere all sides get what the mean over directions says.
func TestFacing(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	plate := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	sun := []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{1, 1, 1}}}
	lamps := []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1}), lamp(geom.V(0, 0, -1), 10, material.RGB{1, 1, 1})}
	lamps[1].WorldFromLight.M = geom.RotX(math.Pi)
	for _, c := range []struct {
		name  string
		frame frame.Frame
		want  [6]float64 // times the mean over all directions
		slack float64
	}{
		{"plate", frame.Frame{Suns: sun, Instances: []frame.Instance{{Mesh: plate, WorldFromObject: geom.Identity, Material: &paint}}},
			[6]float64{1, 1, 1, 1, 0, 2}, 0.6}, // suns' paths end near the region, so light comes more steeply
		{"room", frame.Frame{Lights: lamps, Instances: []frame.Instance{room(&paint)}}, [6]float64{1, 1, 1, 1, 1, 1}, 0.15},
	} {
		if c.name == "plate" { // a region above it, which is no flat box
			thing := &mesh.Mesh{Positions: []geom.Vec3{{Z: 0.5}, {X: 1, Z: 0.5}, {Y: 1, Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
			c.frame.Instances = append(c.frame.Instances, frame.Instance{Mesh: thing, WorldFromObject: geom.Identity, Material: &paint, Object: 1})
		}
		var mean float64
		var facing [6]float64
		for seed := range uint64(100) {
			c.frame.Seed = seed
			l := lightOf(&c.frame)
			mean += l.Mean[1]
			for k := range facing {
				facing[k] += l.Facing[k][1]
			}
		}
		for k := range facing {
			if got := facing[k] / mean; math.Abs(got-c.want[k]) > c.slack {
				t.Errorf("%s: side %d gets %.3f of the mean, want %.2f", c.name, k, got, c.want[k])
			}
		}
	}
}

// Suns without shadows light every surface that faces them; with shadows, the first.
func TestSunsThroughPlates(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	plate := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	ambient := map[bool]float64{}
	for _, shadows := range []bool{false, true} {
		f := &frame.Frame{Suns: []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{1, 1, 1}, Shadows: shadows}}}
		for _, z := range []float64{0, 5} {
			f.Instances = append(f.Instances, frame.Instance{Mesh: plate, WorldFromObject: geom.Translate(geom.V(0, 0, z)), Material: &paint})
		}
		ambient[shadows], _, _ = mean(f)
	}
	if ambient[true] != 0 || ambient[false] <= 0 {
		t.Errorf("between the plates there is %.4f with shadows and %.4f without, want 0 and more", ambient[true], ambient[false])
	}
}

func TestWhatReflectsNothing(t *testing.T) {
	checker := &material.Texture{Width: 2, Height: 1, Pix: []uint8{255, 255, 255, 255, 0, 0, 0, 255}}
	bright, dark := []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1})}, []light.Area{lamp(geom.V(0, 0, 1), 0, material.RGB{1, 1, 1})}
	white := func(rho float64) material.Material {
		return material.Material{BaseColor: material.RGB{rho, rho, rho}, IOR: 1}
	}
	for _, c := range []struct {
		name  string
		paint material.Material
		lamps []light.Area
		like  float64 // reflectance of walls that are diffuse and do the same
	}{
		{"black", material.Material{IOR: 1}, bright, 0},
		{"metal", material.Material{BaseColor: material.RGB{1, 1, 1}, Metallic: 1, IOR: 1}, bright, 0},
		{"glass", material.Material{BaseColor: material.RGB{1, 1, 1}, Transmission: 1, IOR: 1.5}, bright, 0},
		{"half metal", material.Material{BaseColor: material.RGB{1, 1, 1}, Metallic: 0.5, IOR: 1}, bright, 0.5},
		{"a texture counts with its mean", material.Material{BaseColor: material.RGB{0.5, 0.5, 0.5}, BaseColorTexture: checker, IOR: 1}, bright, 0.25},
		{"lamps that are off", white(1), dark, 0},
		{"no lamps", white(1), nil, 0},
	} {
		like := white(c.like)
		got := ambientOf(&frame.Frame{Instances: []frame.Instance{room(&c.paint)}, Lights: c.lamps})
		want := ambientOf(&frame.Frame{Instances: []frame.Instance{room(&like)}, Lights: c.lamps})
		if math.Abs(got[1]-want[1]) > 1e-12 || c.like == 0 && got[1] != 0 {
			t.Errorf("%s: ambient is %v, want %v as of reflectance %.2f", c.name, got, want, c.like)
		}
	}
}

func TestAmbientRepeatsAndMovesWithTheSeed(t *testing.T) {
	paint := material.Lambert(material.RGB{0.5, 0.4, 0.3})
	f := &frame.Frame{Instances: []frame.Instance{room(&paint)}, Lights: []light.Area{lamp(geom.V(0, 0, 1), 10, material.RGB{1, 1, 1})}}
	first := ambientOf(f)
	if again := ambientOf(f); again != first {
		t.Errorf("got %v, then %v", first, again)
	}
	if f.Seed = 1; ambientOf(f) == first {
		t.Error("another seed gives the same")
	}
}

// The length of rays inside of a box, known by hand.
func TestInside(t *testing.T) {
	box := geom.AABB{Min: geom.V(0, 0, 0), Max: geom.V(2, 2, 2)}
	diagonal := geom.V(1, 1, 0).Unit()
	for _, c := range []struct {
		name string
		ray  geom.Ray
		t    float64
		want float64
	}{
		{"through", geom.Ray{Origin: geom.V(-1, 1, 1), Dir: geom.V(1, 0, 0)}, math.Inf(1), 2},
		{"from inside", geom.Ray{Origin: geom.V(0.5, 1, 1), Dir: geom.V(1, 0, 0)}, math.Inf(1), 1.5},
		{"ends inside", geom.Ray{Origin: geom.V(-1, 1, 1), Dir: geom.V(1, 0, 0)}, 1.5, 0.5},
		{"away from it", geom.Ray{Origin: geom.V(-1, 1, 1), Dir: geom.V(-1, 0, 0)}, math.Inf(1), 0},
		{"past it", geom.Ray{Origin: geom.V(-1, 3, 1), Dir: geom.V(1, 0, 0)}, math.Inf(1), 0},
		{"askew", geom.Ray{Origin: geom.V(-1, -1, 1), Dir: diagonal}, math.Inf(1), 2 * math.Sqrt2},
		{"in the plane of a side", geom.Ray{Origin: geom.V(-1, 0, 1), Dir: geom.V(1, 0, 0)}, math.Inf(1), 2},
	} {
		if got := inside(c.ray, c.t, box); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: got %g, want %g", c.name, got, c.want)
		}
	}
}

// Light of an environment from one direction bounces like that of a sun.
func TestAmbientOfAnEnvironment(t *testing.T) {
	white := material.Lambert(material.RGB{1, 1, 1})
	plate := &mesh.Mesh{
		Positions: []geom.Vec3{geom.V(-50, -50, 0), geom.V(50, -50, 0), geom.V(50, 50, 0), geom.V(-50, 50, 0)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	build := func() *frame.Frame {
		f := &frame.Frame{Instances: []frame.Instance{{Mesh: plate, WorldFromObject: geom.Identity, Material: &white}}}
		box := room(&white)
		box.WorldFromObject = geom.Transform{M: geom.Mat3{X: geom.V(0.25, 0, 0), Y: geom.V(0, 0.25, 0), Z: geom.V(0, 0, 0.25)}, T: geom.V(0, 0, 0.5)}
		box.Object = 1
		f.Instances = append(f.Instances, box)
		return f
	}
	const w, h = 64, 32
	p := skytest.Uniform(w, 0)
	for c := range 3 {
		p.Pix[3*(8*w+20)+c] = float32(1 / (2 * math.Pi / w * (math.Cos(math.Pi*8/h) - math.Cos(math.Pi*9/h))))
	}
	one, sun := build(), build()
	one.Environment = &light.Environment{Panorama: p, Strength: 3}
	dir := one.Environment.Dir(20.5/w, 8.5/h).Neg()
	sun.Suns = []light.Sun{{Dir: dir, Irradiance: material.RGB{3, 3, 3}, Shadows: true}}
	got, slackGot, _ := mean(one)
	want, slackWant, _ := mean(sun)
	// What is drawn lies anywhere in the texel and, as radiance is interpolated, beside it.
	if math.Abs(got-want) > slackGot+slackWant+0.01*want || want == 0 {
		t.Errorf("ambient is %.4f +- %.4f, that of a sun %.4f +- %.4f", got, slackGot, want, slackWant)
	}
}
