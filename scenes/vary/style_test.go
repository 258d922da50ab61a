package vary

import (
	"math"
	"reflect"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// quad is a rectangle from a corner along two sides, seen from the side to which the first turns into the second counter-clockwise.
func quad(at, a, b geom.Vec3) *mesh.Mesh {
	return &mesh.Mesh{Positions: []geom.Vec3{at, at.Add(a), at.Add(a).Add(b), at.Add(b)}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}}}
}

// chamber is a room of 8 m x 8 m between two walls 6 m high, a rug that belongs to the scene, and a box; the camera stands at -Y.
func chamber() *scenes.Scene {
	lamps, suns, _ := room()
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	return &scenes.Scene{
		Camera: camera.Perspective(geom.V(0, -9, 4), geom.V(0, 0, 0), 50, 160, 120), Lights: lamps, Suns: suns,
		Backdrop: []scenes.Surface{
			{Name: "floor", Use: scenes.Floor, Mesh: quad(geom.V(-4, -4, 0), geom.V(8, 0, 0), geom.V(0, 8, 0)), Material: gray},
			{Name: "back", Use: scenes.Wall, Mesh: quad(geom.V(-4, 4, 0), geom.V(8, 0, 0), geom.V(0, 0, 6)), Material: gray},
			{Name: "right", Use: scenes.Wall, Mesh: quad(geom.V(4, 4, 0), geom.V(0, -8, 0), geom.V(0, 0, 6)), Material: gray},
			{Name: "rug", Mesh: quad(geom.V(-1, -1, 0.001), geom.V(2, 0, 0), geom.V(0, 2, 0)), Material: gray},
		},
		Objects: []scenes.Object{{Category: "box", WorldFromObject: geom.Translate(geom.V(1, 0, 0)), Parts: []scenes.Part{{Mesh: quad(geom.V(0, 0, 1), geom.V(1, 0, 0), geom.V(0, 1, 0)), Material: gray}}}},
	}
}

// Whatever is drawn, what a scene says stays: camera, objects, content, and where floors and walls are. A key has one look.
func TestDressKeepsWhatScenesSay(t *testing.T) {
	for _, style := range []Style{Daylight, Varied} {
		lamps, windows, floors := 0, 0, map[string]bool{}
		for index := range 30 {
			own := chamber()
			got, again := chamber(), chamber()
			key := rng.Key{Seed: 7, Index: index}
			sky := style.Dress(got, Around(got), key, 1)
			if other := style.Dress(again, Around(again), key, 1); !reflect.DeepEqual(got, again) || !reflect.DeepEqual(sky, other) {
				t.Fatalf("look %d of index %d: two looks of one key", style, index)
			}
			if !reflect.DeepEqual(got.Camera, own.Camera) || !reflect.DeepEqual(got.Objects, own.Objects) || !reflect.DeepEqual(got.Backdrop[3], own.Backdrop[3]) {
				t.Errorf("look %d of index %d changes camera, objects or content", style, index)
			}
			for i := range own.Backdrop {
				if !reflect.DeepEqual(got.Backdrop[i].Mesh.Positions, own.Backdrop[i].Mesh.Positions) {
					t.Errorf("look %d of index %d moves the %s", style, index, own.Backdrop[i].Name)
				}
			}
			for i := range got.Backdrop {
				if err := got.Backdrop[i].Mesh.Validate(); err != nil {
					t.Errorf("%s: %v", got.Backdrop[i].Name, err)
				}
				if err := got.Backdrop[i].Material.Validate(); err != nil {
					t.Errorf("%s: %v", got.Backdrop[i].Name, err)
				}
				if got.Backdrop[i].Name == "windows" {
					windows++
				}
			}
			floors[got.Backdrop[0].Material.Name] = true
			if sky == nil {
				lamps++
				// White paper between the lamps is three fifths of white, times the exposure's factor.
				white := onFloor(got.Lights, got.Suns, Around(got))
				if l := (0.2126*white[0] + 0.7152*white[1] + 0.0722*white[2]) / math.Pi; l < 0.5 || l > 0.71 {
					t.Errorf("index %d: white paper between the lamps is %.2f", index, l)
				}
				continue
			}
			if err := sky.Validate(); err != nil || len(got.Lights)+len(got.Suns) > 0 || got.WorldRadiance != (material.RGB{}) {
				t.Errorf("index %d: beside the sky, which is %v, there is other light", index, err)
			}
			if l := sky.Strength / math.Pi; l < 0.75 || l > 1.03 {
				t.Errorf("index %d: white paper in the sun is %.2f", index, l)
			}
		}
		if (lamps > 0) != (style == Varied) || windows == 0 || windows == 60 || len(floors) < 5 {
			t.Errorf("look %d: of 30 rooms %d have lamps, %d walls have windows, and there are %d floors", style, lamps, windows, len(floors))
		}
	}
	own, got := chamber(), chamber()
	if sky := Published.Dress(got, Around(got), rng.Key{}, 1); sky != nil || !reflect.DeepEqual(got, own) {
		t.Error("the published look changes a scene")
	}
}

// The sun reaches the things over walls, and is not behind the camera.
func TestSunReachesTheThings(t *testing.T) {
	for index := range 40 {
		s := chamber()
		sky := Daylight.Dress(s, Around(s), rng.Key{Seed: 3, Index: index}, 1)
		if !sunlit(s, Around(s), sky.Turn, skies[0].elevation) {
			t.Errorf("index %d: the box stands in the shade of a wall", index)
		}
		aside := math.Abs(math.Remainder(sky.Turn+math.Pi/2, 2*math.Pi))
		if aside > sunAsideMax+0.2 || aside > 0.2 && aside < sunAsideMin-0.2 { // the box stands 0.11 radians aside
			t.Errorf("index %d: the sun is %.0f degrees from the camera", index, aside*180/math.Pi)
		}
	}
	s := chamber()
	for _, c := range []struct {
		azimuth, elevation float64
		lit                bool
	}{{math.Pi / 2, 0.9, false}, {math.Pi / 2, 1.2, true}, {0, 0.9, false}, {-math.Pi / 2, 0.3, true}, {math.Pi, 0.3, true}} {
		if got := sunlit(s, Around(s), c.azimuth, c.elevation); got != c.lit {
			t.Errorf("a sun at azimuth %.2f, %.2f high: lit is %v", c.azimuth, c.elevation, got)
		}
	}
}

// A level floor receives 1 W/m^2 of every sky in each channel, half of it and more from a sun where the air is clear; a clear sky is bluest away from
// the sun, clouds are three times as bright above as at the horizon (the standard's formula).
func TestSkies(t *testing.T) {
	for i := range skies {
		p := skies[i].panorama()
		e := light.Environment{Panorama: p}
		if err := e.Validate(); err != nil {
			t.Fatal(err)
		}
		var floor [3]float64
		brightest, top := 0.0, 0
		for at := range p.Width * p.Height {
			row := at / p.Width
			dir := e.Dir((float64(at%p.Width)+0.5)/float64(p.Width), (float64(row)+0.5)/float64(p.Height))
			solid := 2 * math.Pi / float64(p.Width) * (math.Cos(math.Pi*float64(row)/float64(p.Height)) - math.Cos(math.Pi*float64(row+1)/float64(p.Height)))
			for c := range floor {
				floor[c] += max(0, dir.Z) * solid * float64(p.Pix[3*at+c])
			}
			if l := float64(p.Pix[3*at+1]) * solid * max(0, dir.Z); l > brightest {
				brightest, top = l, at
			}
		}
		for c := range floor {
			if math.Abs(floor[c]-1) > 1e-4 {
				t.Errorf("sky %d: the floor receives %.4f", i, floor)
			}
		}
		texel := func(u, v float64) []float32 {
			at := 3 * (int(v*float64(p.Height))*p.Width + int(u*float64(p.Width)))
			return p.Pix[at : at+3]
		}
		if i == len(skies)-1 {
			if up, low := texel(0, 0)[1], texel(0, 0.495)[1]; brightest > 0.01 || math.Abs(float64(up/low)-3) > 0.12 {
				t.Errorf("clouds: %g above, %g at the horizon, a texel gives the floor %g", up, low, brightest)
			}
			continue
		}
		dir := e.Dir((float64(top%p.Width)+0.5)/float64(p.Width), (float64(top/p.Width)+0.5)/float64(p.Height))
		if got := math.Asin(dir.Z); math.Abs(got-skies[i].elevation) > 0.01 || math.Abs(dir.Y) > 0.01 || brightest < 0.4 || brightest > 0.95 {
			t.Errorf("sky %d: the sun is %.3f high, want %.3f, and gives the floor %.2f of its light", i, got, skies[i].elevation, brightest)
		}
		if away := texel(0, 0.25); away[2] < 1.2*away[0] {
			t.Errorf("sky %d: opposite of the sun it is %v, want blue", i, away)
		}
	}
}

// Luminance and chromaticity at the zenith, by the paper's formulas written out apart, for turbidity 3 and a sun 45 degrees high.
func TestPreethamKnownAnswer(t *testing.T) {
	sun := geom.V(math.Sqrt2/2, 0, math.Sqrt2/2)
	got := preetham(3, sun)(geom.V(0, 0, 1))
	const luminance, x, y = 7.32036, 0.245678, 0.251476 // kcd/m^2, CIE 1931
	want := linear(luminance*x/y, luminance, luminance*(1-x-y)/y)
	for c := range got {
		if math.Abs(got[c]/want[c]-1) > 1e-4 {
			t.Fatalf("at the zenith %v, want %v", got, want)
		}
	}
}

func TestPanels(t *testing.T) {
	p, upright := panelOf(quad(geom.V(4, 4, 1), geom.V(0, -8, 0), geom.V(0, 0, 6)))
	if !upright || p.out.Sub(geom.V(-1, 0, 0)).Len() > 1e-9 || p.across.Sub(geom.V(0, -1, 0)).Len() > 1e-9 || p.origin != geom.V(4, 4, 1) || p.width != 8 || p.high != 6 {
		t.Errorf("the right wall is %+v, %v", p, upright)
	}
	if b := p.box(1, 0, 2, 3, 0.1, 4).Bounds(); b.Min.Sub(geom.V(3.9, 1, 3)).Len() > 1e-9 || b.Max.Sub(geom.V(4, 3, 5)).Len() > 1e-9 {
		t.Errorf("a box on it is %+v", b)
	}
	for name, m := range map[string]*mesh.Mesh{
		"a floor": quad(geom.V(0, 0, 0), geom.V(1, 0, 0), geom.V(0, 1, 0)),
		"a bend":  mesh.Merge(quad(geom.V(0, 0, 0), geom.V(1, 0, 0), geom.V(0, 0, 1)), quad(geom.V(0, 0, 1), geom.V(1, 0, 0), geom.V(0, 1, 1))),
		"nothing": {},
	} {
		if _, upright := panelOf(m); upright {
			t.Errorf("%s is taken for a wall", name)
		}
	}
}

func TestStylesAreWords(t *testing.T) {
	for i, name := range []string{"published", "daylight", "varied"} {
		var s Style
		if err := s.UnmarshalText([]byte(name)); err != nil || int(s) != i {
			t.Errorf("%s is %d, %v", name, s, err)
		}
		if text, err := s.MarshalText(); err != nil || string(text) != name {
			t.Errorf("look %d is %q, %v", i, text, err)
		}
	}
	var s Style
	if err := s.UnmarshalText([]byte("night")); err == nil || err.Error() != `vary: look is "night", want one of published, daylight, varied` {
		t.Error(err)
	}
}
