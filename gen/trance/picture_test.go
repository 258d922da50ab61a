package trance

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

// atBases is the setup before jitter.
func atBases() *sceneSetup {
	return &sceneSetup{lens: publishedLens, cameras: cameraBases, lamps: lampBases}
}

// scattered has one object outside of the visible area for each of the others, and differs in all attributes.
func scattered() *State {
	var st State
	for i := range st {
		o := &st[i]
		o.values[Color] = uint8(i % len(values[Color]))
		o.values[Material] = uint8(i % len(values[Material]))
		o.values[Shape] = uint8(i / 2 % len(values[Shape]))
		o.values[Size] = uint8(i % len(values[Size]))
		o.Position = Point{8*i - 40, visibleHalf + i%2} // i is visible when it is even and |8i - 40| <= 20
	}
	return &st
}

func TestSceneHasTheObjectsOfTheVisibleArea(t *testing.T) {
	s := atBases()
	st := scattered()
	// Objects 4 and 6 stand at x = -8 and 8 on the border of the area, which belongs to it. Objects 3, 5 and 7 stand beyond it.
	want := []int{4, 6}
	for c := range cameraID(cameraCount) {
		scene := s.scene(st, c)
		if len(scene.Objects) != ObjectCount {
			t.Fatalf("%v: %d objects, want %d", c, len(scene.Objects), ObjectCount)
		}
		for i := range st {
			if parts := len(scene.Objects[i].Parts); parts > 0 != slices.Contains(want, i) {
				t.Errorf("%v: object %d has %d parts, want some in the visible area alone", c, i, parts)
			}
		}
		for k, i := range want {
			o := &st[i]
			got, center := scene.Objects[i], geom.V(Unit*float64(o.Position.X), Unit*float64(o.Position.Y), 0)
			if at := got.WorldFromObject.T; math.Hypot(at.X-center.X, at.Y-center.Y) > 1e-12 {
				t.Errorf("%v: object %d stands at %v, want %v", c, k, at, center)
			}
			if name := o.Value(Color) + " " + o.Value(Material); len(got.Parts) != 1 || got.Parts[0].Material.Name != name {
				t.Errorf("%v: object %d has parts %+v, want one of %s", c, k, got.Parts, name)
			}
			if got.Category != o.Value(Shape) {
				t.Errorf("%v: object %d is a %s, want %s", c, k, got.Category, o.Value(Shape))
			}
		}
		if err := scene.Frame().Validate(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
		if got, want := scene.Camera.WorldFromCamera.T, s.cameras[c]; got != want {
			t.Errorf("%v stands at %v, want %v", c, got, want)
		}
	}
}

func TestEveryObjectHasAMaterial(t *testing.T) {
	for c := range values[Color] {
		for m := range values[Material] {
			var o Object
			o.values[Color], o.values[Material] = uint8(c), uint8(m)
			got := o.material(publishedFinish)
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
			kind, metal, glass := o.Value(Material), got.Metallic == 1, got.Transmission == 1
			if metal != (kind == "metal") || glass != (kind == "glass") {
				t.Errorf("%s: metallic %g, transmission %g", got.Name, got.Metallic, got.Transmission)
			}
		}
	}
	var gray Object
	if got := gray.material(publishedFinish).BaseColor[0]; got != 87.0/255 {
		t.Errorf("gray reflects %g, want 87/255, not decoded", got)
	}
}

// What is seen through glass has its color once, as published at each of its two surfaces.
func TestGlassHasItsColorOnce(t *testing.T) {
	var o Object
	o.values[Material] = uint8(slices.Index(values[Material], "glass"))
	for c := range values[Color] {
		o.values[Color] = uint8(c)
		dark := publishedFinish
		dark.darkGlass = true
		plain, published, own := o.material(publishedFinish).BaseColor, o.material(dark).BaseColor, paint(c).Linear()
		for k := range own {
			if math.Abs(plain[k]*plain[k]-own[k]) > 1e-15 || published[k] != own[k] {
				t.Errorf("%s glass: a surface has %v, as published %v, want the root of %v and that", o.Value(Color), plain, published, own)
			}
		}
	}
}

// At the origin the floor receives 0.237, 0.796 and 0.125 from the lamps and 0.400 from the sun.
func TestLightAtTheOrigin(t *testing.T) {
	want := [lampCount]float64{0.237, 0.796, 0.125}
	for i, l := range atBases().areaLights() {
		at := l.WorldFromLight.T
		if got := l.PowerW / 4 * at.Unit().Z / at.Len2(); math.Abs(got-want[i]) > 1e-3 {
			t.Errorf("%s gives %.4f W/m^2, want %.3f", lampNames[i], got, want[i])
		}
	}
	if got := -sun.Dir.Z * sun.Irradiance[1]; math.Abs(got-0.4) > 1e-3 {
		t.Errorf("the sun gives %.4f W/m^2, want 0.400", got)
	}
}

// empty is the visible area without objects.
func empty() *State {
	var st State
	for i := range st {
		st[i].Position = Point{planeHalf, planeHalf}
	}
	return &st
}

func TestFloorIsAsBrightAsPublished(t *testing.T) {
	r := gltest.Renderer(t)
	im, err := shoot.Shoot(r, atBases().scene(empty(), cameraCenter), shoot.Options{SubFrames: 16})
	if err != nil {
		t.Fatal(err)
	}
	// The corners are of a path traced picture; its floor bends up beyond the area, which ours only looks like.
	for _, c := range []struct {
		name         string
		x, y         int
		want, within float64
	}{
		{"origin", 159, 119, 169, 3},
		{"top left", 0, 0, 106, 12}, {"top right", 319, 0, 110, 12},
		{"bottom left", 0, 239, 173, 8}, {"bottom right", 319, 239, 137, 8},
	} {
		if got := green(im, c.x, c.y); math.Abs(got-c.want) > c.within {
			t.Errorf("%s has the level %g, want %g +- %g", c.name, got, c.want, c.within)
		}
	}
}

// green is the level of a pixel.
func green(im *frame.Images, x, y int) float64 { return float64(im.RGB[3*(y*im.Width+x)+1]) }

func TestLinesAreBrighterThanTheFloor(t *testing.T) {
	r := gltest.Renderer(t)
	s := atBases()
	for c := range cameraID(cameraCount) {
		with := s.scene(empty(), c)
		without := *with
		without.Backdrop = with.Backdrop[:len(with.Backdrop)-4]
		lines := with.Backdrop[len(without.Backdrop):]
		a, err := shoot.Shoot(r, with, shoot.Options{SubFrames: 16})
		if err != nil {
			t.Fatal(err)
		}
		b, err := shoot.Shoot(r, &without, shoot.Options{SubFrames: 16})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			// The brightest pixel beside each of some points of the line, above the same pixel without it.
			box := l.Mesh.Bounds()
			sum, n := 0.0, 0
			for k := range 19 {
				x, y, _ := with.Camera.Project(box.Min.Lerp(box.Max, float64(k+1)/20))
				most := math.Inf(-1)
				for d := range 9 {
					px, py := int(x)-1+d%3, int(y)-1+d/3
					if px >= 0 && px < a.Width && py >= 0 && py < a.Height {
						most = max(most, green(a, px, py)-green(b, px, py))
					}
				}
				if !math.IsInf(most, -1) {
					sum, n = sum+most, n+1
				}
			}
			if mean := sum / float64(n); n < 10 || mean < 1 || mean > 12 {
				t.Errorf("%v: the %s is %.1f levels brighter than the floor at %d points, want 1 to 12", c, l.Name, mean, n)
			} else {
				t.Logf("%v: the %s is %.1f levels brighter than the floor", c, l.Name, mean)
			}
		}
	}
}
