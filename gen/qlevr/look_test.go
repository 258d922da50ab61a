package qlevr

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// lookPinhole is the published camera at a place, turned by Euler angles in degrees: a lens of 50 mm before a sensor of 36 mm.
func lookPinhole(at, turnedDeg [3]float64, width, height int) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: geom.Transform{M: viewTurn(turnedDeg), T: geom.V(at[0], at[1], at[2])},
		Width:           width, Height: height, FocalPx: float64(width) * 50 / 36,
		CenterX: float64(width) / 2, CenterY: float64(height) / 2, Near: 0.1, Far: 1000,
	}
}

// lookSquare is an outline around a place.
func lookSquare(x, y, side float64) outline {
	h := side / 2
	return polygonOutline("rectangle", 4, [4]planPoint{{x - h, y - h}, {x - h, y + h}, {x + h, y + h}, {x + h, y - h}}, 0)
}

// lookOptions are those that the scene's calibration is made for, for standard pictures.
func lookOptions(seed uint64) shoot.Options {
	return shoot.Options{View: frame.Filmic, SubFrames: 8, Seed: seed}
}

// lookOfEverything has a plane of every kind and an object of every shape and finish, and the variants of these.
func lookOfEverything() (p *plan, variants []int) {
	p = &plan{}
	for i, m := range planeMaterials {
		for j, c := range planeColors {
			p.planes = append(p.planes, planPlane{outline: lookSquare(80+120*float64(j), 130+140*float64(i), 90), material: m, color: c})
		}
	}
	for _, m := range objectMaterials {
		for v := 1; v <= 2; v++ {
			for _, s := range objectShapes {
				i := len(p.objects)
				o := planObject{
					outline: lookSquare(30+35*float64(i%10), 30+50*float64(i/10), 5*math.Sqrt2), size: objectSizes[i%2],
					color: objectColors[i%len(objectColors)], material: m, shape: s, rotation: 10 * i,
				}
				if i%3 == 0 {
					o.plane = len(p.planes)
				}
				p.objects, variants = append(p.objects, o), append(variants, v)
			}
		}
	}
	return p, variants
}

func TestSceneHasObjectsInOrderAndTheRestBehind(t *testing.T) {
	p, variants := lookOfEverything()
	s := sceneOf(p, variants, &view{camera: lookPinhole([3]float64{2, -3, 5.5}, [3]float64{40, 0, 0}, 960, 720)})
	f := s.Frame()
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	background := 2 + len(p.planes)
	if len(f.Instances) != background+len(p.objects) {
		t.Fatalf("got %d instances, want desk, sweep, %d planes and %d objects", len(f.Instances), len(p.planes), len(p.objects))
	}
	for i := range f.Instances {
		in := &f.Instances[i]
		if want := uint16(max(0, i-background+1)); in.Object != want {
			t.Errorf("instance %d is object %d, want %d", i, in.Object, want)
		}
		if i < background {
			continue
		}
		o := &p.objects[i-background]
		box := in.Mesh.Transformed(in.WorldFromObject).Bounds()
		c := box.Center()
		if math.Abs(box.Min.Z) > 1e-9 || math.Hypot(c.X-o.center.x/100, c.Y-o.center.y/100) > 0.03 {
			t.Errorf("object %d is in %v, want it on the desk around (%g, %g)", i-background, box, o.center.x/100, o.center.y/100)
		}
		if textured, want := in.Material.BaseColorTexture != nil, o.material != "metal" && o.material != "rubber"; textured != want {
			t.Errorf("%s has a picture: %v, want %v", in.Material.Name, textured, want)
		}
	}
	// Two scenes of the same plan share what is large.
	again := sceneOf(p, variants, &view{})
	for i := range s.Backdrop {
		a, b := s.Backdrop[i].Material.BaseColorTexture, again.Backdrop[i].Material.BaseColorTexture
		if a != b || i < 2 && s.Backdrop[i].Mesh != again.Backdrop[i].Mesh {
			t.Errorf("%s is made again for every scene", s.Backdrop[i].Name)
		}
	}
}

func TestColorsAreReflectances(t *testing.T) {
	o := planObject{color: "red", material: "metal", shape: "cube"}
	if got, want := o.part(1).Material.BaseColor, (material.RGB{173.0 / 255, 35.0 / 255, 35.0 / 255}); got != want {
		t.Errorf("red metal reflects %v, want %v: not decoded from sRGB", got, want)
	}
	defer func() {
		if got, want := fmt.Sprint(recover()), "qlevr: nothing looks like variant 3 of a red metal cube"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}()
	o.part(3)
}

// The variants of wood, marble and leather show different parts of the picture; those of metal and rubber do not differ.
func TestVariantsDiffer(t *testing.T) {
	for _, m := range objectMaterials {
		o := planObject{color: "red", material: m, shape: "sphere"}
		first := o.part(1)
		differ := !slices.Equal(first.Mesh.UVs, o.part(2).Mesh.UVs)
		if want := m != "metal" && m != "rubber"; differ != want {
			t.Errorf("%s: variants differ: %v, want %v", m, differ, want)
		}
	}
}

func TestPlanesLieOnTheDeskWithTheirPieceOfThePicture(t *testing.T) {
	// A rectangle with its corners clockwise, as in plans, and a circle.
	for _, c := range []struct {
		plane     planPlane
		area      float64 // square meters
		roughness float64
	}{
		{planPlane{outline: lookSquare(100, 300, 80), material: "wooden", color: "brown"}, 0.64, 0.694},
		{planPlane{outline: circleOutline(planPoint{200, 100}, 50), material: "marble", color: "black"}, math.Pi / 4, 0.0194},
	} {
		s := c.plane.surface()
		if s.Material.PerceptualRoughness != c.roughness {
			t.Errorf("%s: roughness %g, want %g", s.Name, s.Material.PerceptualRoughness, c.roughness)
		}
		area := 0.0
		for _, v := range s.Mesh.Triangles {
			a, b, d := s.Mesh.Positions[v[0]], s.Mesh.Positions[v[1]], s.Mesh.Positions[v[2]]
			n := b.Sub(a).Cross(d.Sub(a))
			if !(n.Z > 0) {
				t.Fatalf("%s: a triangle looks down", s.Name)
			}
			area += n.Z / 2
		}
		if math.Abs(area-c.area) > 0.001 {
			t.Errorf("%s: %.4f square metres, want %.4f", s.Name, area, c.area)
		}
		for i, p := range s.Mesh.Positions {
			uv := s.Mesh.UVs[i]
			if math.Abs(uv[0]-p.X/4) > 1e-12 || math.Abs(uv[1]-(1-p.Y/4)) > 1e-12 || !(p.Z > 0 && p.Z < 0.001) {
				t.Fatalf("%s: %v shows (%g, %g), want a quarter of it, the back at the top", s.Name, p, uv[0], uv[1])
			}
		}
	}
}

func TestDeskIsWherePublished(t *testing.T) {
	surfaces := map[string]scenes.Surface{}
	for _, s := range deskFurniture() {
		if err := s.Mesh.Validate(); err != nil {
			t.Fatal(err)
		}
		surfaces[s.Name] = s
	}
	near := func(a, b geom.Vec3) bool { return a.Sub(b).Len() < 1e-9 }
	if b := surfaces["desk"].Mesh.Bounds(); !near(b.Min, geom.V(-0.5, -0.5, -1)) || !near(b.Max, geom.V(4.5, 4.5, 0)) {
		t.Errorf("the desk is in %v", b)
	}
	if b := surfaces["sweep"].Mesh.Bounds(); !near(b.Min, geom.V(-2.875, -1.15, -1)) || !near(b.Max, geom.V(6.875, 6.515, 4.1)) {
		t.Errorf("the sweep is in %v", b)
	}
	// Normals look out of the block, and from the sweep up and to the front.
	m := surfaces["desk"].Mesh
	for i, p := range m.Positions {
		if n := m.Normals[i]; n.Dot(p.Sub(geom.V(2, 2, -0.5))) <= 0 || math.Abs(n.Len()-1) > 1e-9 {
			t.Fatalf("the desk's normal at %v is %v", p, n)
		}
	}
	m = surfaces["sweep"].Mesh
	for _, v := range m.Triangles {
		a, b, c := m.Positions[v[0]], m.Positions[v[1]], m.Positions[v[2]]
		if n := b.Sub(a).Cross(c.Sub(a)).Unit(); n.Z <= 0 || n.Dot(m.Normals[v[0]]) < 0.95 {
			t.Fatalf("the sweep's triangle at %v looks along %v, its normal is %v", a, n, m.Normals[v[0]])
		}
	}
}

// The directions are those of the Euler angles, worked out by hand: (-sin y cos z, -sin y sin z, -cos y).
func TestLampsShineWherePublished(t *testing.T) {
	lamps := deskLamps([areaLampCount]viewLamp{})
	for i, want := range [...]struct {
		dir      geom.Vec3
		radiance float64
	}{
		{geom.V(0.4205, 0.8622, -0.2823), 60 / (4 * 0.16)},
		{geom.V(-0.8430, 0.4332, -0.3190), 40 / (4 * 0.25)},
		{geom.V(0.7899, -0.5090, -0.3420), 40 / (4 * 0.24)},
	} {
		l := &lamps[i]
		if got := l.WorldFromLight.M.Z.Neg(); got.Sub(want.dir).Len() > 1e-3 {
			t.Errorf("lamp %d shines along %v, want %v", i, got, want.dir)
		}
		brightest := max(l.Color[0], l.Color[1], l.Color[2])
		if got := l.Radiance(); math.Abs(max(got[0], got[1], got[2])/(deskExposure*brightest)-want.radiance) > 1e-9 {
			t.Errorf("lamp %d has radiance %v, want %g times its color", i, got, want.radiance*deskExposure)
		}
	}
	jitter := [areaLampCount]viewLamp{{Shift: geom.V(0.1, 0, -0.1), TurnDeg: [3]float64{0, 16.4, 26}, PowerW: 10}}
	moved := deskLamps(jitter)
	if at := moved[0].WorldFromLight.T; at.Sub(geom.V(0.111, -2.039, 1.2)).Len() > 1e-9 {
		t.Errorf("the key lamp is moved to %v", at)
	}
	// 90 degrees about Y and 270 about Z: along +Y.
	if dir := moved[0].WorldFromLight.M.Z.Neg(); dir.Sub(geom.V(0, 1, 0)).Len() > 1e-9 {
		t.Errorf("the key lamp is turned to %v, want along +Y", dir)
	}
	if got := moved[0].PowerW; math.Abs(got-deskExposure*70) > 1e-9 {
		t.Errorf("the key lamp has %g W, want %g", got, deskExposure*70)
	}
	if same := []light.Area{moved[1], moved[2]}; !slices.Equal(same, lamps[1:]) {
		t.Error("the jitter of one lamp moves others")
	}
}
