package qlevr

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/ref"
	"mereo/scenes/rng"
)

// crowdedPlan is a plan of a circle, a triangle and many objects anywhere, the circles around whose outlines are at least gap
// units apart.
func crowdedPlan(seed, objects int, gap float64) *plan {
	s := rng.Named(fmt.Sprintf("qlevr crowded plan %d", seed))
	p := &plan{planes: []planPlane{
		{outline: circleOutline(planPoint{120, 130}, 60), material: "marble", color: "black"},
		{outline: triangleOutline(planPoint{220, 180}, planPoint{370, 200}, planPoint{280, 340}, 0), material: "wooden", color: "gray"},
	}}
	for len(p.objects) < objects {
		o := planObject{
			size: rng.Choose(s, objectSizes), shape: rng.Choose(s, objectShapes), color: rng.Choose(s, objectColors),
			material: rng.Choose(s, objectMaterials), rotation: s.IntN(181),
			outline: outline{center: planPoint{s.Uniform(8, 392), s.Uniform(8, 392)}}, plane: len(p.objects) * 3 / objects,
		}
		clear := true
		for i := range p.objects {
			other := &p.objects[i]
			distance := deskPoint(o.center).Sub(deskPoint(other.center)).Len() * unitsPerMeter
			clear = clear && distance >= radiusOf(o.size)+radiusOf(other.size)+gap
		}
		if clear {
			p.objects = append(p.objects, o)
		}
	}
	return p
}

// referencePixels counts the pixels of each object that engine/ref sees.
func referencePixels(cam *camera.Pinhole, p *plan) []int {
	f := &frame.Frame{Camera: *cam}
	for i := range p.objects {
		o := &p.objects[i]
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: unitMesh(o.shape), WorldFromObject: o.worldFromObject(), Material: &material.Material{},
			Object: uint16(i + 1), Part: uint16(i + 1),
		})
	}
	count := make([]int, len(p.objects)+1)
	for _, id := range ref.Draw(f).Object {
		count[id]++
	}
	return count[1:]
}

func TestPixelsSeenAreThoseOfTheReferenceRasterizer(t *testing.T) {
	hidden := 0
	for seed := range 12 {
		p := crowdedPlan(seed, 90, 1)
		at, turned := drawCamera(rng.Named(fmt.Sprint("qlevr pixels ", seed)), seed%len(cameraPresets))
		cam := publishedOptics.camera(at, turned)
		var scratch silhouetteScratch
		seen := make([]silhouette, len(p.objects))
		for i := range p.objects {
			seen[i] = scratch.silhouette(&cam, &p.objects[i])
		}
		want := referencePixels(&cam, p)
		for i := range p.objects {
			got := pixelsSeen(&cam, p.objects, seen, i)
			if got != want[i] {
				t.Errorf("plan %d: %d pixels of object %d (%s) are seen, want %d", seed, got, i, p.objects[i].shape, want[i])
			}
			if got != seen[i].pixels {
				hidden++
			}
		}
	}
	if hidden < 100 {
		t.Errorf("%d of 1080 objects are partly hidden, want at least 100 for the test to mean something", hidden)
	}
}

// A picture may be cut off at any side: what lies outside is no pixel.
func TestSilhouettesEndAtThePicture(t *testing.T) {
	cam := publishedOptics.camera([3]float64{2, -3, 5.5}, [3]float64{40, 0, 0})
	for _, c := range []struct {
		x, y float64
	}{{-22, 30}, {422, 30}, {200, -58}, {-400, 30}, {200, -200}, {200, 700}} {
		o := planObject{size: "large", shape: "cube", outline: outline{center: planPoint{c.x, c.y}}}
		p := &plan{objects: []planObject{o}}
		var scratch silhouetteScratch
		if got, want := scratch.silhouette(&cam, &o).pixels, referencePixels(&cam, p)[0]; got != want {
			t.Errorf("cube at (%g, %g): %d pixels, want %d", c.x, c.y, got, want)
		}
	}
}

func TestObjectsVisibleNeedsAHundredPixels(t *testing.T) {
	cam := publishedOptics.camera([3]float64{2, -4.8, 3.5}, [3]float64{62, 0, 0})
	ball := func(size string, x, y float64) planObject {
		return planObject{size: size, shape: "sphere", outline: outline{center: planPoint{x, y}}}
	}
	for _, c := range []struct {
		name    string
		objects []planObject
		want    bool
	}{
		{"nothing", nil, true},
		{"far ball", []planObject{ball("small", 200, 395)}, true},
		{"far pyramid", []planObject{{size: "small", shape: "triangular pyramid", outline: outline{center: planPoint{200, 395}}}}, false},
		{"ball behind a ball", []planObject{ball("small", 200, 216), ball("large", 200, 200)}, false},
		{"ball in front of a ball", []planObject{ball("small", 200, 184), ball("large", 200, 200)}, true},
	} {
		if got := objectsVisible(&cam, c.objects, minVisiblePixels); got != c.want {
			pixels := referencePixels(&cam, &plan{objects: c.objects})
			t.Errorf("%s: visible %v, want %v; pixels %v", c.name, got, c.want, pixels)
		}
	}
}

func TestDrawViewTakesOnlyFlatViewsThatShowEverything(t *testing.T) {
	var presets [len(cameraPresets)]int
	for seed := range 300 {
		p := crowdedPlan(seed, 28, 12)
		scene, v := drawView(p, seed, publishedOptics, rng.Key{Set: "qlevr", Split: "test", Index: seed})
		presets[v.preset]++
		if v.preset > 0 && !objectsVisible(&v.camera, p.objects, minVisiblePixels) {
			t.Errorf("plan %d: preset %d hides objects", seed, v.preset)
		}
		base := &cameraPresets[v.preset]
		for i, want := range []float64{base.at.X, base.at.Y, base.at.Z} {
			if d := math.Abs(scene.View.CameraAt[i] - want); d > cameraShiftJitter {
				t.Errorf("plan %d: camera is %g m from its preset %d along axis %d", seed, d, v.preset, i)
			}
		}
		for i, want := range []float64{base.pitch, 0, 0} {
			if d := math.Abs(scene.View.CameraTurned[i] - want); d > cameraTurnJitter {
				t.Errorf("plan %d: camera is turned %g degrees from its preset %d about axis %d", seed, d, v.preset, i)
			}
		}
		for i, l := range v.lamps {
			if l.Shift == (geom.Vec3{}) || math.Abs(l.PowerW) > lampPowerJitter {
				t.Errorf("plan %d: lamp %d is jittered by %+v", seed, i, l)
			}
		}
	}
	t.Logf("presets %v", presets)
	if presets[0] <= presets[2] || presets[2] == 0 {
		t.Errorf("presets were taken %v times, want the steepest most often and each sometimes", presets)
	}
}

func TestDrawViewRepeatsItself(t *testing.T) {
	p, key := crowdedPlan(7, 28, 12), rng.Key{Seed: 3, Set: "qlevr", Split: "val", Index: 7}
	a, va := drawView(p, 7, publishedOptics, key)
	b, vb := drawView(p, 7, publishedOptics, key)
	if !reflect.DeepEqual(a, b) || va != vb {
		t.Errorf("two views of one key differ: %+v and %+v", va, vb)
	}
	key.Index++
	if c, vc := drawView(p, 7, publishedOptics, key); reflect.DeepEqual(a, c) || va.lamps == vc.lamps {
		t.Errorf("views of two keys are alike: %+v", vc)
	}
}

func TestRecordSceneNumbersObjectsByPlane(t *testing.T) {
	p := crowdedPlan(1, 9, 12)
	s := recordScene(p, 1, publishedOptics, [3]float64{2, -3, 5.5}, [3]float64{40, 0, 0})
	for i, want := range [][]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}} {
		if got := s.Planes[i].Objects; !reflect.DeepEqual(got, want) {
			t.Errorf("objects of plane %d are %v, want %v", i, got, want)
		}
	}
	desk := s.Planes[2]
	depth := desk.Center[2]
	desk.Center[2] = 0
	// The published scenes with this camera say so.
	want := Plane{deskShape, "", deskColor, []int{6, 7, 8}, PixelDepth{480, 307, 0}, Box{0, 34, 960, 686}}
	if !reflect.DeepEqual(desk, want) || math.Abs(depth-7.427182485587075) > 1e-12 {
		t.Errorf("desk is %+v at depth %g, want %+v at 7.427182485587075", desk, depth, want)
	}
	for i, o := range s.Objects {
		if !(o.Box.Width >= 10 && o.Box.Width <= 45) || o.Center[0] < o.Box.Left || o.Center[0] > o.Box.Left+o.Box.Width ||
			o.Center[1] < o.Box.Top || o.Center[1] > o.Box.Top+o.Box.Height {
			t.Errorf("object %d: box %+v around pixel %v", i, o.Box, o.Center)
		}
	}
	for _, d := range [][3]float64{s.View.Directions.Front, s.View.Directions.Left, s.View.Directions.Above} {
		for _, x := range d {
			if x == 0 && math.Signbit(x) {
				t.Errorf("directions %+v hold -0", s.View.Directions)
			}
		}
	}
}

func TestProjectPointMovesIntoThePictureOnlyFromItsSides(t *testing.T) {
	cam := publishedOptics.camera([3]float64{0, 0, 10}, [3]float64{}) // looks straight down: 1333.3 px at 10 m is 133.3 px a meter
	for _, c := range []struct {
		name   string
		at     geom.Vec3
		px, py float64
	}{
		{"middle", geom.V(0, 0, 0), 480, 360},
		{"inside", geom.V(1.5, -1.5, 0), 680, 560},
		{"right", geom.V(6, 0, 0), 960, 360},
		{"right and below", geom.V(6, -6, 0), 960, 720},
		{"left and above", geom.V(-6, 6, 0), 0, 0},
		{"above", geom.V(0, 3, 0), 480, -40},
		{"below", geom.V(0, -3, 0), 480, 760},
		{"half up to even", geom.V(0.01125, 0, 0), 482, 360},   // 481.5
		{"half down to even", geom.V(0.01875, 0, 0), 482, 360}, // 482.5
	} {
		if got := projectPoint(&cam, c.at); got != (PixelDepth{c.px, c.py, 10}) {
			t.Errorf("%s: %v is seen at %v, want (%g, %g)", c.name, c.at, got, c.px, c.py)
		}
	}
}

func BenchmarkDrawView(b *testing.B) {
	p := crowdedPlan(1, 30, 12)
	for i := 0; b.Loop(); i++ {
		drawView(p, i, publishedOptics, rng.Key{Set: "qlevr", Index: i})
	}
}

func BenchmarkRecordScene(b *testing.B) {
	p := crowdedPlan(1, 30, 12)
	for b.Loop() {
		recordScene(p, 1, publishedOptics, [3]float64{2, -4.8, 3.5}, [3]float64{62, 0, 0})
	}
}

func BenchmarkObjectsVisible(b *testing.B) {
	p := crowdedPlan(1, 30, 12)
	cam := publishedOptics.camera([3]float64{2, -4.8, 3.5}, [3]float64{62, 0, 0})
	var scratch silhouetteScratch
	for b.Loop() {
		scratch.runs = scratch.runs[:0]
		seen := make([]silhouette, len(p.objects))
		for i := range p.objects {
			seen[i] = scratch.silhouette(&cam, &p.objects[i])
		}
		for i := range p.objects {
			pixelsSeen(&cam, p.objects, seen, i)
		}
	}
}
