package shopvrb

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"sync"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/scenes/annot"
	"mereo/scenes/place"
)

// mugsAt is a plan with mugs in places.
func mugsAt(t *testing.T, at ...pose) plan {
	p := plan{pool: kitchen.Training, optics: publishedOptics, cameraAt: cameraBase}
	mug := instanceNamed(t, kitchen.Training, "mug1")
	for _, a := range at {
		o := draw{in: mug}.object()
		var err error
		if o.model, err = kitchen.Get(p.pool, mug.name); err != nil {
			t.Fatal(err)
		}
		o.x, o.y, o.rotationDeg = a.x, a.y, a.rotationDeg
		p.objects = append(p.objects, o)
	}
	return p
}

func TestThingsStandOnTheTable(t *testing.T) {
	p := mugsAt(t, pose{1, -2, 30})
	if _, err := p.look(); err != nil {
		t.Fatal(err)
	}
	o := &p.objects[0]
	to := o.worldFromModel()
	low := math.Inf(1)
	for _, part := range o.model.Parts {
		for _, v := range part.Mesh.Positions {
			low = min(low, to.Point(v).Z)
		}
	}
	if math.Abs(low) > 1e-12 {
		t.Errorf("the lowest point is at height %g, want 0", low)
	}
	// A turn of 30 degrees is counter-clockwise seen from above; the scale is 0.6.
	cos, sin := 0.6*math.Sqrt(3)/2, 0.6*0.5
	for _, c := range []struct{ axis, want geom.Vec3 }{
		{geom.V(1, 0, 0), geom.V(cos, sin, 0)}, {geom.V(0, 1, 0), geom.V(-sin, cos, 0)}, {geom.V(0, 0, 1), geom.V(0, 0, 0.6)},
	} {
		if got := to.Dir(c.axis); got.Sub(c.want).Len() > 1e-12 {
			t.Errorf("the model's axis %v becomes %v, want %v", c.axis, got, c.want)
		}
	}
	if to.T.X != 1 || to.T.Y != -2 {
		t.Errorf("the model's origin is at %v, want (1, -2)", to.T)
	}
}

// Ids put together from things drawn alone are those of a picture of all things: at each pixel the nearest.
func TestIDsAreThoseOfTheNearestThings(t *testing.T) {
	p := mugsAt(t, pose{0, 0, 0}, pose{-1, 0.6, 40}, pose{0.4, -0.5, -100}, pose{2, 2, 0})
	seen, err := p.look()
	var reject place.Reject
	if err != nil && !errors.As(err, &reject) {
		t.Fatal(err)
	}
	cam := p.camera()
	var windows []*ref.Window
	for i := range p.objects {
		windows = append(windows, ref.DrawAlone(&cam, p.objects[i].worldFromModel(), meshesOf(p.objects[i].model)))
	}
	hidden := 0
	for at, got := range seen.Object {
		x, y := at%cam.Width, at/cam.Width
		want, nearest, covers := uint16(0), float32(math.Inf(1)), 0
		for i, w := range windows {
			if w.PartAt(x, y) == 0 {
				continue
			}
			covers++
			if z := w.ViewZ[(y-w.Y0)*(w.X1-w.X0)+x-w.X0]; z < nearest {
				want, nearest = uint16(i+1), z
			}
		}
		if covers > 1 {
			hidden++
		}
		if got != want {
			t.Fatalf("pixel (%d, %d): id %d, want %d", x, y, got, want)
		}
	}
	if hidden == 0 {
		t.Error("no thing stands before another, so nothing was tested")
	}
}

func TestHiddenThingsAreRejected(t *testing.T) {
	for _, c := range []struct {
		name string
		at   []pose
		want error
	}{
		{"side by side", []pose{{0, 0, 0}, {2, 2, 0}, {-2, -2, 0}}, nil},
		// Of equally near surfaces the first is seen.
		{"one in another", []pose{{0, 0, 0}, {0, 0, 0}}, place.Reject{Reason: rejectHidden}},
		{"out of the picture", []pose{{0, 0, 0}, {30, 30, 0}}, place.Reject{Reason: rejectHidden}},
	} {
		p := mugsAt(t, c.at...)
		seen, err := p.look()
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got error %v, want %v", c.name, err, c.want)
		}
		if err != nil {
			continue
		}
		for i, n := range annot.Whole(640, 480, seen.Object).Tally(len(c.at)).Pixels {
			if n < minPixels {
				t.Errorf("%s: thing %d has %d pixels, want %d or more", c.name, i, n, minPixels)
			}
		}
	}
}

// It does not matter whether what hides a thing is drawn before it or after it.
func TestHiddenThingsAreRejectedInAnyOrder(t *testing.T) {
	behind, before := pose{0, 0, 0}, pose{0.68, -0.59, 0} // the camera is along (7.5, -6.5)
	for _, c := range []struct {
		name string
		at   []pose
		want error
	}{
		{"alone", []pose{behind}, nil},
		{"hidden by a later one", []pose{behind, before}, place.Reject{Reason: rejectHidden}},
		{"hidden by an earlier one", []pose{before, behind}, place.Reject{Reason: rejectHidden}},
	} {
		p := mugsAt(t, c.at...)
		for i, at := range c.at {
			if at == behind {
				p.objects[i].scale = 0.2
			}
		}
		if _, err := p.look(); !errors.Is(err, c.want) {
			t.Errorf("%s: got error %v, want %v", c.name, err, c.want)
		}
	}
}

func TestSamplesAreSeenAndRecorded(t *testing.T) {
	for _, split := range []string{"train", benchmarkSplit} {
		cfg := DefaultSceneConfig()
		cfg.Extra = true
		s := newSampler(cfg, 1, split)
		for index := range 40 {
			m, err := s.Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			r := s.record(m, m.seen.Object)
			checkSample(t, m, r)
			if cam, want := r.Extra.Camera, triple(m.cameraAt); cam != want {
				t.Errorf("%s/%d: camera is at %v, want %v", split, index, cam, want)
			}
		}
	}
}

// checkSample checks a record against the sample and what is published about all records.
func checkSample(t *testing.T, m *sample, r *Record) {
	t.Helper()
	if r.ImageIndex != m.index || len(r.Objects) != len(m.objects) || r.Directions != publishedDirections {
		t.Errorf("%d: record has index %d, %d objects, directions %v", m.index, r.ImageIndex, len(r.Objects), r.Directions)
	}
	covered := make([]bool, len(m.seen.Object))
	for i := range r.Objects {
		o := &r.Objects[i]
		mask, err := o.Mask.RLE()
		if err != nil {
			t.Fatalf("%d: %v", m.index, err)
		}
		if o.Mask.Size != [2]int{480, 640} || mask.Area() < minPixels {
			t.Errorf("%d: mask %d has size %v and %d pixels", m.index, i, o.Mask.Size, mask.Area())
		}
		mask.Runs(func(x, y0, y1 int) {
			for y := y0; y < y1; y++ {
				if covered[y*640+x] {
					t.Errorf("%d: pixel (%d, %d) is in two masks", m.index, x, y)
				}
				covered[y*640+x] = true
			}
		})
		if o.Picking == "" || o.Powering == "" || o.Disassembly == "" || len(o.Attribute) == 0 {
			t.Errorf("%d: thing %d, a %s, has no properties to be read up", m.index, i, o.Name)
		}
	}
	if got := Relate(r.Objects, r.Directions, relationEps); !reflect.DeepEqual(got, r.Relationships) {
		t.Errorf("%d: relations are %v, want %v", m.index, r.Relationships, got)
	}
}

func TestSamplesDoNotDependOnWorkers(t *testing.T) {
	s := newSampler(DefaultSceneConfig(), 3, "val")
	line := func(index int) []byte {
		m, err := s.Sample(index)
		if err != nil {
			t.Error(err)
			return nil
		}
		return s.record(m, m.seen.Object).Append(nil)
	}
	const n = 16
	var alone, together [n][]byte
	for i := range n {
		alone[i] = line(i)
	}
	var wait sync.WaitGroup
	for i := n - 1; i >= 0; i-- {
		wait.Go(func() { together[i] = line(i) })
	}
	wait.Wait()
	for i := range n {
		if !bytes.Equal(alone[i], together[i]) {
			t.Errorf("scene %d differs between one worker and many:\n%s\n%s", i, alone[i], together[i])
		}
	}
}

func BenchmarkSample(b *testing.B) {
	s := newSampler(DefaultSceneConfig(), 1, "train")
	for i := range b.N {
		if _, err := s.Sample(i); err != nil {
			b.Fatal(err)
		}
	}
}
