package engine_test

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/gltest"
)

// tilted is a picture of normals that lean by an angle towards where u grows and v falls.
func tilted(towardsU, towardsV float64) *material.Texture {
	byte8 := func(x float64) uint8 { return uint8(math.Round(127.5 * (x + 1))) }
	su, sv := math.Sin(towardsU), math.Sin(towardsV)
	one := []uint8{byte8(su), byte8(sv), byte8(math.Sqrt(1 - su*su - sv*sv)), 255}
	return &material.Texture{Width: 2, Height: 2, Pix: slices.Repeat(one, 4)}
}

// bumps are normals of a relief of waves.
func bumps() *material.Texture {
	t := &material.Texture{Width: 64, Height: 64}
	for y := range t.Height {
		for x := range t.Width {
			n := geom.V(0.5*math.Sin(float64(x)*math.Pi/16), 0.5*math.Cos(float64(y)*math.Pi/16), 1).Unit()
			t.Pix = append(t.Pix, uint8(math.Round(127.5*(n.X+1))), uint8(math.Round(127.5*(n.Y+1))), uint8(math.Round(127.5*(n.Z+1))), 255)
		}
	}
	return t
}

// A sun from the zenith lights a surface by the cosine to the pictured normal, from both sides, mirrored or turned as the coordinates are.
func TestPicturedNormals(t *testing.T) {
	r := gltest.Renderer(t)
	// Rays of the sun come from +X, 45 degrees high: a surface whose normal leans by a towards +X gets the cosine of 45 degrees - a.
	sun := light.Sun{Dir: geom.V(-1, 0, -1).Unit(), Irradiance: material.RGB{1, 1, 1}}
	const a = 0.3
	lean := func(by float64) float64 { return 0.5 * math.Cos(math.Pi/4-by) / math.Pi }
	uvs := map[string][4][2]float64{ // of the corners (-,-), (+,-), (+,+), (-,+)
		"u to +X": {{0, 1}, {1, 1}, {1, 0}, {0, 0}}, "u to -X": {{1, 1}, {0, 1}, {0, 0}, {1, 0}}, "u to +Y": {{0, 0}, {0, 1}, {1, 1}, {1, 0}},
	}
	for _, c := range []struct {
		name   string
		uv     string
		normal *material.Texture
		below  bool
		want   float64
	}{
		{"towards +X", "u to +X", tilted(a, 0), false, lean(a)},
		{"towards -X", "u to +X", tilted(-a, 0), false, lean(-a)},
		{"mirrored", "u to -X", tilted(a, 0), false, lean(-a)},
		{"v falls towards +Y", "u to +X", tilted(0, a), false, lean(0) * math.Cos(a)},
		{"turned: v grows towards +X", "u to +Y", tilted(0, a), false, lean(-a)},
		// The sheet is turned over about y and shows its back, so u grows towards -X; from behind its normals lean away from there.
		{"back", "u to +X", tilted(a, 0), true, lean(a)},
	} {
		m := square(20)
		corners := uvs[c.uv]
		m.UVs = corners[:]
		pose := geom.Identity
		if c.below {
			pose.M = geom.RotY(math.Pi)
		}
		matt := material.Lambert(material.RGB{0.5, 0.5, 0.5})
		matt.NormalTexture = c.normal
		for _, q := range []frame.Quality{frame.Standard, frame.Reference} {
			f := above()
			f.Quality, f.Suns, f.SPP = q, []light.Sun{sun}, 16
			add(&f, m, pose, matt, 1)
			img, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			if got := center(img)[0]; math.Abs(got-c.want) > 0.02*c.want+0.001 {
				t.Errorf("%s, %s: radiance %.4f, want %.4f", c.name, q, got, c.want)
			}
			if i := 3 * (24*64 + 32); img.Normal[i+2] < 0.999 {
				t.Errorf("%s: the label's normal is %v, want that of the surface", c.name, img.Normal[i:i+3])
			}
		}
	}
}

// A relief looks as in path tracing.
func TestReliefAsPathTracing(t *testing.T) {
	r := gltest.Renderer(t)
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0.3, -3, 1.8), geom.V(0, 0, 0.4), geom.V(0, 0, 1)),
			Width:           160, Height: 120, FocalPx: 190, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
		},
		Lights: []light.Area{{
			WorldFromLight: camera.LookAt(geom.V(1.5, -1, 2), geom.V(0, 0, 0), geom.V(0, 0, 1)), Size: 0.2, PowerW: 60, Color: material.RGB{1, 1, 1},
		}},
		WorldRadiance: material.RGB{0.05, 0.05, 0.05}, SPP: 64,
	}
	floor := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	floor.NormalTexture = bumps()
	tiles := square(6)
	tiles.UVs = [][2]float64{{0, 6}, {6, 6}, {6, 0}, {0, 0}}
	add(f, tiles, geom.Identity, floor, 1)
	round := ball(0.4)
	for _, n := range round.Normals {
		round.UVs = append(round.UVs, [2]float64{math.Atan2(n.Y, n.X) / math.Pi * 2, math.Acos(n.Z) / math.Pi * 2})
	}
	shiny := material.Material{BaseColor: material.RGB{0.1, 0.2, 0.7}, IOR: 1.5, PerceptualRoughness: 0.5, NormalTexture: floor.NormalTexture}
	add(f, withoutSeam(round), geom.Translate(geom.V(0, 0, 0.4)), shiny, 2)
	nearPathTracing(t, r, f, 0.06)
}

// A picture of light shines as it is, in a mirror as well, and colors what is near, as in path tracing.
func TestEmissionTextures(t *testing.T) {
	r := gltest.Renderer(t)
	f := cards()
	f.Instances = f.Instances[:1]
	f.Lights[0].PowerW = 20
	screen := material.Lambert(material.RGB{0.05, 0.05, 0.05})
	screen.Emission = material.RGB{0.9, 0.9, 0.9}
	screen.EmissionTexture = &material.Texture{Width: 2, Height: 2, SRGB: true, Pix: []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}}
	add(f, card(1.2, 1), geom.Transform{M: geom.RotX(math.Pi / 2), T: geom.V(0, 0.6, 0.6)}, screen, 2)
	add(f, ball(0.35), geom.Translate(geom.V(0.3, -0.3, 0.35)), material.Material{BaseColor: material.RGB{0.9, 0.9, 0.9}, Metallic: 1, IOR: 1.5}, 3)
	_, reference, got := nearPathTracing(t, r, f, 0.06)
	f.Instances[1].Material.EmissionTexture = nil
	plain, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	if _, other := flip(t, reference, plain); other < 2*got {
		t.Errorf("without the picture mean FLIP is %.4f, with it %.4f", other, got)
	}
}

// withoutSeam leaves out triangles that reach over the seam of the coordinates.
func withoutSeam(m *mesh.Mesh) *mesh.Mesh {
	m.Triangles = slices.DeleteFunc(m.Triangles, func(t [3]uint32) bool {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range t {
			low, high = min(low, m.UVs[v][0]), max(high, m.UVs[v][0])
		}
		return high-low > 1
	})
	return m
}
