//go:build cgo && linux

package pass

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// towards is a small picture of what lies around the origin, 32 x 24 pixels of 0.01 m, from 5 m away in a direction that is
// tilted from +z to -y.
func towards(tilt float64) *frame.Frame {
	s, c := math.Sincos(tilt)
	return &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, -5*s, 5*c), geom.V(0, 0, 0), geom.V(0, 1, 0)),
			Width:           32, Height: 24, FocalPx: 500, CenterX: 16, CenterY: 12, Near: 0.1, Far: 50,
		},
		Quality: frame.Reference,
	}
}

// sheet is a square around the origin in the plane z = 0, facing +Z.
func sheet(side float64) *mesh.Mesh {
	h := side / 2
	return &mesh.Mesh{
		Positions: []geom.Vec3{geom.V(-h, -h, 0), geom.V(h, -h, 0), geom.V(h, h, 0), geom.V(-h, h, 0)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
}

// block is a box around the origin, its triangles facing outwards.
func block(size geom.Vec3) *mesh.Mesh {
	m := &mesh.Mesh{}
	for k := range 8 {
		m.Positions = append(m.Positions, geom.V(size.X*(float64(k&1)-0.5), size.Y*(float64(k>>1&1)-0.5), size.Z*(float64(k>>2)-0.5)))
	}
	for _, q := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

// sphere has smooth normals.
func sphere(radius float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	const rings, around = 48, 96
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

func put(f *frame.Frame, m *mesh.Mesh, t geom.Transform, surface material.Material) {
	f.Instances = append(f.Instances, frame.Instance{Mesh: m, WorldFromObject: t, Material: &surface})
}

func gray(v float64) material.RGB { return material.RGB{v, v, v} }

// reflected is the share of uniform light that a dielectric sends to a viewer, by the definition in shaders/path/lobes.glsl: coat
// and diffuse lobe integrated over the hemisphere, no more than all.
func reflected(base, roughness, ior, cosine float64) float64 {
	coat := albedosGGX(cosine, roughness, ior, 1<<13).coat
	const n = 400
	diffuse, sine := 0.0, math.Sqrt(1-cosine*cosine)
	for i := range n {
		z := math.Sqrt((float64(i) + 0.5) / n) // density 2 z: the cosine
		for j := range n {
			x := math.Sqrt(1-z*z) * math.Cos(2*math.Pi*(float64(j)+0.5)/n)
			loh2 := (1 + x*sine + z*cosine) / 2
			k := 2*loh2*roughness - 0.5
			diffuse += (1 + k*math.Pow(1-z, 5)) * (1 + k*math.Pow(1-cosine, 5)) / (n * n)
		}
	}
	return min(1, coat+base*diffuse)
}

// In uniform light a surface that keeps nothing cannot be seen, and others have their albedo.
func TestWhiteFurnace(t *testing.T) {
	type furnace struct {
		name    string
		surface material.Material
		tilt    float64
		want    float64
		below   bool // seen from the side that the sheet does not face: from inside
		shape   *mesh.Mesh
	}
	var cases []furnace
	for _, base := range []float64{0, 0.2, 0.5, 0.8, 1} {
		cases = append(cases, furnace{name: fmt.Sprintf("diffuser of %g", base), surface: material.Lambert(gray(base)), tilt: 0.8, want: base})
	}
	for _, tilt := range []float64{0.1, 1.2} {
		for _, roughness := range []float64{0, 0.05, 0.2, 0.4, 0.7, 1} {
			metal := material.Material{BaseColor: gray(1), Metallic: 1, IOR: 1.5, PerceptualRoughness: roughness}
			cases = append(cases, furnace{name: fmt.Sprintf("white metal %g", roughness), surface: metal, tilt: tilt, want: 1})
			for _, ior := range []float64{1.2, 1.45, 2} {
				glossy := material.Material{BaseColor: gray(1), IOR: ior, PerceptualRoughness: roughness}
				cases = append(cases, furnace{name: fmt.Sprintf("white dielectric %g, index %g", roughness, ior), surface: glossy, tilt: tilt,
					want: reflected(1, roughness, ior, math.Cos(tilt))})
				glossy.BaseColor = gray(0.4)
				cases = append(cases, furnace{name: fmt.Sprintf("gray dielectric %g, index %g", roughness, ior), surface: glossy, tilt: tilt,
					want: reflected(0.4, roughness, ior, math.Cos(tilt))})
				cases = append(cases, furnace{name: fmt.Sprintf("back of a gray dielectric %g, index %g", roughness, ior), surface: glossy,
					tilt: tilt, want: reflected(0.4, roughness, ior, math.Cos(tilt)), below: true})
				glass := material.Material{BaseColor: gray(1), IOR: ior, PerceptualRoughness: roughness, Transmission: 1}
				cases = append(cases, furnace{name: fmt.Sprintf("glass %g, index %g", roughness, ior), surface: glass, tilt: tilt, want: 1},
					furnace{name: fmt.Sprintf("glass %g, index %g from inside", roughness, ior), surface: glass, tilt: tilt, want: 1, below: true})
			}
		}
	}
	half := material.Material{BaseColor: gray(1), Metallic: 0.5, IOR: 1.5, PerceptualRoughness: 0.3, Transmission: 0.5}
	cases = append(cases, furnace{name: "half metal, half glass", surface: half, tilt: 0.3, want: 1})
	// Near the outline of a sphere light goes round inside and is not out after twelve bounces, so the picture shows the middle.
	for _, roughness := range []float64{0, 0.2, 0.5} {
		glass := material.Material{BaseColor: gray(1), IOR: 1.45, PerceptualRoughness: roughness, Transmission: 1}
		cases = append(cases, furnace{name: fmt.Sprintf("ball of glass %g", roughness), surface: glass, want: 1, shape: sphere(0.13)})
	}
	for _, c := range cases {
		f := towards(c.tilt)
		f.Camera.Width, f.Camera.Height, f.Camera.CenterX, f.Camera.CenterY = 16, 16, 8, 8
		f.WorldRadiance = gray(1)
		pose := geom.Identity
		if c.below {
			pose.M = geom.RotX(math.Pi)
		}
		if c.shape == nil {
			c.shape = sheet(20)
		}
		put(f, c.shape, pose, c.surface)
		samples := 32
		if c.surface.Transmission > 0 && c.surface.PerceptualRoughness > 0.3 {
			samples = 256 // what comes out counts for much that does not
		}
		got := mean(radiance(t, f, bothWays, samples))[0]
		if math.Abs(got-c.want) > 0.01*c.want+1e-6 {
			t.Errorf("%s, seen %.1f rad from the normal: got %.4f of the light, want %.4f", c.name, c.tilt, got, c.want)
		}
	}
}

// irradiance of a square lamp at a point: Lambert's formula, a sum over its edges of the angle that an edge is seen at times the
// cosine between the surface's normal and the normal of the plane through edge and point. All of the lamp lies before the surface.
func irradiance(l *light.Area, p, normal geom.Vec3) float64 {
	var corners [4]geom.Vec3
	for k, c := range [4][2]float64{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}} {
		corners[k] = l.WorldFromLight.Point(geom.V(c[0]*l.Size/2, c[1]*l.Size/2, 0)).Sub(p).Unit()
	}
	var sum float64
	for k, a := range corners {
		b := corners[(k+1)%4]
		sum += math.Acos(a.Dot(b)) * a.Cross(b).Unit().Dot(normal)
	}
	return math.Abs(sum) / 2 * l.Radiance()[0]
}

func TestPathRadianceIsKnown(t *testing.T) {
	matt := material.Lambert(gray(0.5))
	black := material.Lambert(material.RGB{})
	glow := black
	glow.Emission = gray(1)
	lamp := light.Area{WorldFromLight: geom.Transform{M: geom.RotX(0.5), T: geom.V(0.8, 0.4, 1.2)}, Size: 1, PowerW: 8, Color: gray(1)}
	sun := light.Sun{Dir: geom.V(math.Sqrt(3)/2, 0, -0.5), Irradiance: gray(math.Pi), Shadows: true}
	ball := func(b light.Ball) light.Area {
		return light.Area{WorldFromLight: geom.Translate(geom.V(0.8, 0, 1.2)), Size: 0.2, PowerW: 8, Color: gray(1), Ball: &b}
	}
	square := func(x float64) float64 { return x * x }
	plate := geom.Translate(geom.V(-math.Sqrt(3), 0, 1)) // in the way of the sun to the origin
	const r = 0.04                                       // of an interface with index 1.5, from the front
	tint := 0.8
	glass := material.Material{BaseColor: gray(tint), IOR: 1.5, Transmission: 1}
	slab := func(f *frame.Frame, m material.Material) {
		put(f, block(geom.V(20, 20, 0.2)), geom.Identity, m)
		put(f, sheet(40), geom.Translate(geom.V(0, 0, -1)), glow)
	}
	fresnel := fresnelDielectric(math.Cos(1), 1/1.5)
	for _, c := range []struct {
		name      string
		tilt      float64
		build     func(f *frame.Frame)
		want, tol float64
	}{
		{"sky where nothing is", 0, func(f *frame.Frame) { f.WorldRadiance = gray(0.7) }, 0.7, 1e-5},
		{"diffuser under a tilted lamp", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Lights = []light.Area{lamp}
		}, 0.5 / math.Pi * irradiance(&lamp, geom.Vec3{}, geom.V(0, 0, 1)), 0.005},
		// A ball sends L A_seen cos / d^2 to a point, whatever its size (Lambert).
		{"diffuser under a ball", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Lights = []light.Area{ball(light.Ball{Outer: math.Pi})}
		}, 0.5 / math.Pi * 2 * 1.2 / math.Pow(1.2*1.2+0.8*0.8, 1.5), 0.005},
		{"ball that shines in a cone", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Lights = []light.Area{ball(light.Ball{Inner: 0, Outer: 1.2})}
		}, 0.5 / math.Pi * 2 * 1.2 / math.Pow(1.2*1.2+0.8*0.8, 1.5) * square((1.2/math.Hypot(1.2, 0.8)-math.Cos(1.2))/(1-math.Cos(1.2))), 0.01},
		{"ball whose light ends", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Lights = []light.Area{ball(light.Ball{Outer: math.Pi, Range: 2})}
		}, 0.5 / math.Pi * 2 * 1.2 / math.Pow(1.2*1.2+0.8*0.8, 1.5) * (1 - square((1.2*1.2+0.8*0.8)/4)), 0.02},
		{"ball in a perfect mirror", 0, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, material.Material{BaseColor: gray(0.6), Metallic: 1, IOR: 1.5})
			l := ball(light.Ball{Outer: math.Pi})
			l.WorldFromLight.T = geom.V(0, 0, 7)
			f.Lights = []light.Area{l}
		}, 0.6 * 2 / (math.Pi * 0.1 * 0.1), 0.001},
		{"lamp that is turned away", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			up := lamp
			up.WorldFromLight.M = geom.RotX(math.Pi)
			f.Lights = []light.Area{up}
		}, 0, 0},
		{"cameras do not see lamps", 0, func(f *frame.Frame) {
			put(f, sheet(20), geom.Translate(geom.V(0, 0, -1)), black)
			f.Lights = []light.Area{{WorldFromLight: geom.Transform{M: geom.RotX(math.Pi)}, Size: 1, PowerW: 4, Color: gray(1)}}
		}, 0, 0},
		{"lamp in a perfect mirror", 0, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, material.Material{BaseColor: gray(0.6), Metallic: 1, IOR: 1.5})
			f.Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 7)), Size: 1, PowerW: 4, Color: gray(1)}}
		}, 0.6, 0.001},
		{"sun", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Suns = []light.Sun{sun}
		}, 0.25, 1e-4},
		{"sun behind a plate", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			put(f, sheet(0.5), plate, black)
			f.Suns = []light.Sun{sun}
		}, 0, 0},
		{"sun through a plate", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			put(f, sheet(0.5), plate, black)
			s := sun
			s.Shadows = false
			f.Suns = []light.Sun{s}
		}, 0.25, 1e-4},
		{"lamp and suns share the samples", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, matt)
			f.Lights, f.Suns = []light.Area{lamp, lamp}, []light.Sun{sun, sun}
		}, 0.5 + 2*0.5/math.Pi*irradiance(&lamp, geom.Vec3{}, geom.V(0, 0, 1)), 0.01},
		{"lamps without light beside one that shines", 0.3, func(f *frame.Frame) {
			put(f, sheet(20), geom.Identity, material.Material{BaseColor: gray(0.6), Metallic: 1, IOR: 1.5})
			dark := light.Area{WorldFromLight: geom.Translate(geom.V(0, 0, 3)), Size: 20}
			bright := dark
			bright.WorldFromLight.T.Z, bright.PowerW, bright.Color = 7, 4*20*20, gray(1)
			f.Lights = []light.Area{dark, bright}
		}, 0.6, 0.001},
		{"inside of a glowing diffuser", 0.3, func(f *frame.Frame) {
			m := matt
			m.Emission = gray(0.3)
			put(f, block(geom.V(20, 20, 20)), geom.Identity, m)
		}, 0.3 / (1 - 0.5), 0.005},
		// Light that is reflected an even number of times inside: t^2 (1-r)^2 (1 + r^2 + ...).
		{"slab of glass", 0, func(f *frame.Frame) { slab(f, glass) }, tint * tint * (1 - r) * (1 - r) / (1 - r*r), 0.005},
		{"slab whose reflections are tinted", 0, func(f *frame.Frame) {
			m := glass
			m.TintedReflection = true
			slab(f, m)
		}, tint * tint * (1 - r) * (1 - r) / (1 - tint*tint*r*r), 0.005},
		{"slab seen at a slant", 1, func(f *frame.Frame) { slab(f, glass) },
			tint * tint * (1 - fresnel) * (1 - fresnel) / (1 - fresnel*fresnel), 0.005},
		{"glass on a glowing table that it touches", 0, func(f *frame.Frame) {
			put(f, block(geom.V(10, 10, 0.2)), geom.Translate(geom.V(0, 0, 0.1)), glass)
			put(f, sheet(40), geom.Identity, glow)
		}, tint * tint * (1 - r) * (1 - r) / (1 - r*r), 0.005},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := towards(c.tilt)
			// Where light and angles change little.
			f.Camera.FocalPx = 50000
			c.build(f)
			if got := mean(radiance(t, f, bothWays, 64))[0]; math.Abs(got-c.want) > c.tol*c.want {
				t.Errorf("radiance: got %.5f, want %.5f within %g %%", got, c.want, 100*c.tol)
			}
		})
	}
}

// Pictures of materials count as in the standard renderer: base color by factor, roughness from green, metal from blue.
func TestPathReadsPictures(t *testing.T) {
	f := towards(0.3)
	m := sheet(0.6)
	dark, pale := []uint8{0, 0, 0, 255}, []uint8{188, 188, 188, 255}
	m.UVs = [][2]float64{{0, 0.9}, {1, 0.9}, {1, 0.1}, {0, 0.1}}
	put(f, m, geom.Identity, material.Material{
		BaseColor: material.RGB{1, 0.5, 1}, Metallic: 1, IOR: 1, PerceptualRoughness: 1,
		BaseColorTexture:         &material.Texture{Width: 4, Height: 1, Pix: slices.Concat(dark, dark, pale, pale), SRGB: true},
		MetallicRoughnessTexture: &material.Texture{Width: 1, Height: 1, Pix: []uint8{255, 128, 0, 255}},
	})
	f.Suns = []light.Sun{{Dir: geom.V(math.Sqrt(3)/2, 0, -0.5), Irradiance: gray(math.Pi)}}
	got := radiance(t, f, bothWays, 16)
	v := material.DecodeSRGB(188.0/255) * 0.5
	for i, c := range got {
		want := [3]float64{}
		switch x := i % f.Camera.Width; {
		case x > 25:
			want = [3]float64{v, v / 2, v}
		case x > 6:
			continue // between the centers of two texels, 0.15 m apart
		}
		for k := range want {
			if math.Abs(c[k]-want[k]) > 1e-3 {
				t.Fatalf("pixel %d of row %d: got %.4f, want %.4f", i%f.Camera.Width, i/f.Camera.Width, c, want)
			}
		}
	}
}

// Whatever the materials, one sample that is no number would spoil its pixel.
func TestRadianceIsANumber(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 0))
		some := func(of ...float64) float64 { return of[r.IntN(len(of))] }
		f := towards(1)
		f.Camera.FocalPx, f.Caustics, f.Seed = 30, seed%2 == 0, seed
		f.WorldRadiance = gray(some(0, 0.2))
		surface := func() material.Material {
			return material.Material{
				BaseColor: material.RGB{some(0, 0.5, 1), some(0, 0.5, 1), some(0, 0.5, 1)}, Metallic: some(0, 0, 0.5, 1),
				PerceptualRoughness: some(0, 0.01, 0.035, 0.1, 0.5, 1), IOR: some(1, 1.0001, 1.45, 10), Transmission: some(0, 0, 0.5, 1),
				Emission: gray(some(0, 0, 0, 1)), TintedReflection: r.IntN(2) == 0,
			}
		}
		put(f, sheet(20), geom.Identity, surface())
		for range 6 {
			at := geom.Translate(geom.V(3*r.Float64()-1.5, 3*r.Float64()-1.5, 0.3))
			put(f, sphere(0.3), at, surface())
			put(f, block(geom.V(0.4, 0.6, 0.6)), at, surface()) // one inside of the other
		}
		for range 3 {
			from := geom.V(4*r.Float64()-2, 4*r.Float64()-2, 0.3+2*r.Float64())
			f.Lights = append(f.Lights, light.Area{WorldFromLight: camera.LookAt(from, geom.V(0, 0, 0), geom.V(0, 1, 0)), Size: some(0.001, 0.5, 3),
				PowerW: some(0, 10, 1000), Color: gray(1)})
		}
		f.Suns = []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: gray(some(0, 1)), Shadows: true}}
		for i, c := range radiance(t, f, bothWays, 64) {
			if sum := c[0] + c[1] + c[2]; !(min(c[0], c[1], c[2]) >= 0) || math.IsInf(sum, 0) {
				t.Fatalf("seed %d: radiance of pixel %d is %g", seed, i, c)
			}
		}
	}
}

// strategiesAgree compares the means of pictures that paths of each strategy make, and returns their standard errors.
func strategiesAgree(t *testing.T, samples int, build func(seed uint64) *frame.Frame) (spread [3]float64) {
	t.Helper()
	const runs = 8
	var value [3]float64
	ways := []strategy{bothWays, lampsOnly, lobesOnly}
	for i, how := range ways {
		var sum, squares float64
		for seed := range uint64(runs) {
			m := mean(radiance(t, build(seed), how, samples))
			v := (m[0] + m[1] + m[2]) / 3
			sum, squares = sum+v, squares+v*v
		}
		value[i] = sum / runs
		spread[i] = math.Sqrt((squares/runs - value[i]*value[i]) / (runs - 1))
		t.Logf("%-5s %.5f +- %.5f", how, value[i], spread[i])
		if spread[i] > 0.01*value[i] {
			t.Errorf("%s: standard error is %.5f of %.5f, too much to tell anything", how, spread[i], value[i])
		}
	}
	for i := 1; i < len(ways); i++ {
		if d := math.Abs(value[i] - value[0]); d > 4*math.Hypot(spread[i], spread[0]) {
			t.Errorf("%s gives %.5f +- %.5f, %s %.5f +- %.5f", ways[i], value[i], spread[i], ways[0], value[0], spread[0])
		}
	}
	return spread
}

// Whether paths look for lamps, run into them or do both, the mean is the same.
func TestStrategiesAgree(t *testing.T) {
	for name, ball := range map[string]*light.Ball{"squares": nil, "balls": {Outer: math.Pi}, "cones": {Inner: 0.2, Outer: 0.6, Range: 9}} {
		t.Run(name, func(t *testing.T) { testStrategies(t, ball) })
	}
}

func testStrategies(t *testing.T, ball *light.Ball) {
	const samples = 48
	build := func(seed uint64) *frame.Frame {
		f := towards(0.9)
		f.Camera.FocalPx = 40
		f.Caustics, f.Seed = true, seed
		put(f, sheet(20), geom.Identity, material.Material{BaseColor: material.RGB{0.8, 0.5, 0.2}, IOR: 1.5, PerceptualRoughness: 0.4})
		metal := material.Material{BaseColor: material.RGB{0.9, 0.7, 0.4}, Metallic: 1, IOR: 1.5, PerceptualRoughness: 0.35}
		glass := material.Material{BaseColor: material.RGB{0.9, 1, 0.9}, IOR: 1.5, PerceptualRoughness: 0.4, Transmission: 1}
		put(f, sphere(0.4), geom.Translate(geom.V(-0.5, 0, 0.4)), metal)
		put(f, sphere(0.4), geom.Translate(geom.V(0.5, 0, 0.4)), glass)
		for _, x := range []float64{-1.2, 1.5} {
			f.Lights = append(f.Lights, light.Area{
				WorldFromLight: camera.LookAt(geom.V(x, -0.5, 2), geom.V(0, 0, 0), geom.V(0, 1, 0)), Size: 1.2,
				PowerW: 10 + x, Color: material.RGB{1, 0.9, 0.8}, Ball: ball,
			})
		}
		f.WorldRadiance = gray(0.1)
		return f
	}
	spread := strategiesAgree(t, samples, build)
	if spread[0] > 1.5*min(spread[1], spread[2]) {
		t.Errorf("both ways together have the standard error %.5f, the ways alone %.5f and %.5f", spread[0], spread[1], spread[2])
	}
}

// What a floor gets through glass: its shadow, or all.
func TestCausticsAreLeftOut(t *testing.T) {
	lamp := light.Area{WorldFromLight: geom.Translate(geom.V(0, 0, 1)), Size: 0.4, PowerW: 1, Color: gray(1)}
	// The slab lifts the lamp's image by thickness * (1 - 1/n), towards the floor, and reflects away what falls on it: all but
	// (1-r)/(1+r) near its normal.
	near := lamp
	near.WorldFromLight.T.Z -= 0.1 * (1 - 1/1.5)
	want := 0.1 / math.Pi * irradiance(&near, geom.Vec3{}, geom.V(0, 0, 1)) * (1 - 0.04) / (1 + 0.04)
	for _, caustics := range []bool{false, true} {
		f := towards(1.5) // below the slab
		f.Camera.FocalPx, f.Caustics = 50000, caustics
		put(f, sheet(20), geom.Identity, material.Lambert(gray(0.1)))
		put(f, block(geom.V(4, 4, 0.1)), geom.Translate(geom.V(0, 0, 0.5)), material.Material{BaseColor: gray(1), IOR: 1.5, Transmission: 1})
		f.Lights = []light.Area{lamp}
		got := mean(radiance(t, f, bothWays, 256))[0]
		if !caustics && got != 0 || caustics && math.Abs(got-want) > 0.02*want {
			t.Errorf("caustics %v: got radiance %.5f, want none without and %.5f with them", caustics, got, want)
		}
	}
}

func TestQuantilesAreThoseOfTheFilter(t *testing.T) {
	q := quantiles()
	const last = filterQuantiles - 1
	if q[0] != -filterWidth/2.0 || q[last] != filterWidth/2.0 {
		t.Errorf("the filter reaches from %g to %g, want %g to both sides", q[0], q[last], filterWidth/2.0)
	}
	var variance float64
	for i := range q {
		if math.Abs(float64(q[i]+q[last-i])) > 1e-3 || i > 0 && q[i] <= q[i-1] {
			t.Errorf("quantile %d is %g, its mirror image %g, want an odd, growing function", i, q[i], q[last-i])
		}
		variance += float64(q[i]*q[i]) / last
	}
	variance -= filterWidth * filterWidth / 4.0 / last // the two ends count for half
	// The window is the sum of a_k cos(2 pi k x) around its middle; by parts, x^2 cos(2 pi k x) has the integral
	// (-1)^k / (2 pi^2 k^2) over its width of 1.
	want := 1.0 / 12
	for k, a := range map[float64]float64{1: -0.48829, 2: 0.14128, 3: -0.01168} {
		want += a / 0.35875 / (2 * math.Pi * math.Pi * k * k)
	}
	if want *= filterWidth * filterWidth; math.Abs(variance-want) > 0.01*want {
		t.Errorf("variance is %.4f square pixels, want %.4f", variance, want)
	}
}
