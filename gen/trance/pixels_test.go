package trance

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/scenes/rng"
)

// The published numbers of pixels of lone objects are of ideal shapes, turned by 0.3. Their cube has sharp edges, of which
// rounding takes about a tenth of the pixels away; a sharp one that stands and is turned as ours has the published numbers.
func TestPixelsOfLoneObjects(t *testing.T) {
	places := [...]Point{{-20, 0}, {-20, -20}, {-20, 20}, {0, 0}, {20, 0}, {20, -20}, {20, 20}}
	const cube, sphere, cylinder = 0, 1, 2
	const large, medium, small = 0, 1, 2
	setup := unjittered()
	for i := range setup.rotations {
		setup.rotations[i] = 0.3
	}
	for _, c := range []struct {
		camera      cameraID
		size, shape uint8
		want        [len(places)]int // 0 where none is published
	}{
		{cameraCenter, small, cube, [...]int{190, 167, 200, 270, 464, 463, 527}},
		{cameraCenter, small, sphere, [...]int{184, 191, 191, 270, 458, 482, 482}},
		{cameraCenter, small, cylinder, [...]int{302, 299, 299, 432, 742, 782, 782}},
		{cameraLeft, small, cube, [...]int{209, 283, 158, 282, 384, 583, 268}},
		{cameraLeft, small, sphere, [...]int{196, 260, 150, 258, 382, 557, 283}},
		{cameraRight, small, cube, [...]int{186, 156, 227, 261, 409, 310, 556}},
		{cameraRight, small, sphere, [...]int{196, 150, 260, 258, 382, 283, 557}},
		{cameraCenter, medium, cube, [...]int{745, 0, 0, 1121, 1894, 0, 0}},
		{cameraCenter, medium, sphere, [...]int{764, 0, 0, 1136, 1906, 0, 0}},
		{cameraCenter, medium, cylinder, [...]int{1200, 0, 0, 1818, 3076, 0, 0}},
		{cameraCenter, large, cube, [...]int{1707, 0, 0, 2588, 4388, 0, 0}},
		{cameraCenter, large, sphere, [...]int{1764, 0, 0, 2646, 4482, 0, 0}},
		{cameraCenter, large, cylinder, [...]int{2774, 0, 0, 4222, 7230, 0, 0}},
	} {
		for k, want := range c.want {
			if want == 0 {
				continue
			}
			st := hiddenState()
			st[k].values[Shape], st[k].values[Size], st[k].Position = c.shape, c.size, places[k]
			what := fmt.Sprintf("%s %s at %v", st[k].Value(Size), st[k].Value(Shape), places[k])
			n := newCounter(&setup).pixels(st)
			got := n[c.camera][k]
			if c.shape == cube {
				cam := setup.pinhole(c.camera)
				sharp := ref.DrawAlone(&cam, setup.pose(k, &st[k]), []*mesh.Mesh{solid.Box(geom.V(2, 2, 2))}).PixelsPerPart(1)[0]
				if share := float64(got) / float64(sharp); share < 0.84 || share > 0.95 {
					t.Errorf("%v: %s has %d pixels, want about 0.91 of the %d of a sharp cube", c.camera, what, got, sharp)
				}
				got = sharp
			}
			if math.Abs(float64(got-want)) > 0.08*float64(want) {
				t.Errorf("%v: %s has %d pixels, want about %d", c.camera, what, got, want)
			}
			for cam := range n {
				for i, count := range n[cam] {
					if i != k && count != 0 {
						t.Errorf("%v: object %d, out of the visible area, has %d pixels", cameraID(cam), i, count)
					}
				}
			}
		}
	}
}

// hiddenState has all objects beside the visible area.
func hiddenState() *State {
	var st State
	for i := range st {
		st[i].Position = Point{-36 + 8*i, 30}
	}
	return &st
}

// randomState has objects of all kinds, all but a few of them in the visible area, where they may touch and overlap.
func randomState(s *rng.Stream) *State {
	var st State
	for i := range st {
		o := &st[i]
		for _, a := range [...]Attribute{Color, Material, Shape, Size} {
			o.values[a] = uint8(s.IntN(len(values[a])))
		}
		o.Position = Point{s.IntN(44) - 22, s.IntN(44) - 22}
	}
	return &st
}

// drawWhole draws all visible objects of a state at once.
func drawWhole(setup *sceneSetup, st *State, cam cameraID) *ref.Buffer {
	f := &frame.Frame{Camera: setup.pinhole(cam)}
	m := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	for i := range st {
		if st[i].Position.Visible() {
			f.Instances = append(f.Instances, frame.Instance{
				Mesh: shapeMesh(st[i].values[Shape]), WorldFromObject: setup.pose(i, &st[i]), Material: &m, Object: uint16(i + 1),
			})
		}
	}
	return ref.Draw(f)
}

func TestPixelsAreThoseOfTheWholeScene(t *testing.T) {
	hidden := 0
	for seed := range uint64(20) {
		stream := rng.At(rng.Key{Seed: seed, Set: "trance"}, "test")
		setup := newSceneSetup(publishedLens, stream)
		c := newCounter(&setup)
		st := randomState(stream)
		for step := range 3 {
			if step > 0 { // one object moves, so that the others are those that the counter remembers
				st[seed%ObjectCount] = randomState(stream)[0]
			}
			n := c.pixels(st)
			for cam := range cameraID(cameraCount) {
				want, ids := drawWhole(&setup, st, cam), c.ids(st, cam)
				var counts, idCounts [ObjectCount]int
				wrong := 0
				for k, id := range ids {
					if uint16(id) != want.Object[k] {
						wrong++
					}
					if id != 0 {
						idCounts[id-1]++
					}
					if want.Object[k] != 0 {
						counts[want.Object[k]-1]++
					}
				}
				if wrong > 0 || n[cam] != counts || idCounts != counts {
					t.Errorf("seed %d, step %d, %v: %d pixels differ, counts %v and %v, want %v", seed, step, cam, wrong, n[cam],
						idCounts, counts)
				}
			}
			for _, h := range n.hidden(st, enoughPixels) {
				if h {
					hidden++
				}
			}
		}
	}
	if hidden < 20 {
		t.Errorf("%d objects are hidden, so occlusion is hardly tested", hidden)
	}
}

// What was counted before must not show: neither the order of states, nor attributes that do not matter.
func TestCounterForgetsNothingAndMixesNothing(t *testing.T) {
	stream := rng.At(rng.Key{Seed: 1, Set: "trance"}, "test")
	setup := newSceneSetup(publishedLens, stream)
	states := []*State{randomState(stream), hiddenState(), randomState(stream), randomState(stream)}
	repainted := *states[0]
	for i := range repainted {
		repainted[i].values[Color], repainted[i].values[Material] = 7, 2
	}
	states = append(states, &repainted)
	for i := range repainted {
		turned := *states[2]
		turned[i].values[Shape] = (turned[i].values[Shape] + 1) % 3
		resized := *states[2]
		resized[i].values[Size] = (resized[i].values[Size] + 1) % 3
		states = append(states, &turned, &resized)
	}
	// Two cubes that change places differ by how they are turned.
	cubes := *states[1]
	cubes[3].values[Shape], cubes[3].Position, cubes[8].values[Shape], cubes[8].Position = 0, Point{5, 5}, 0, Point{-9, 2}
	swapped := cubes
	swapped[3], swapped[8] = cubes[8], cubes[3]
	states = append(states, &cubes, &swapped)

	c := newCounter(&setup)
	var first []pixelCounts
	for _, st := range states {
		first = append(first, c.pixels(st))
	}
	for i, st := range slices.Backward(states) {
		if got := c.pixels(st); got != first[i] {
			t.Errorf("state %d: the second count is %v, the first was %v", i, got, first[i])
		}
		if got := newCounter(&setup).pixels(st); got != first[i] {
			t.Errorf("state %d: counted alone %v, counted after others %v", i, got, first[i])
		}
	}
	if first[4] != first[0] {
		t.Errorf("colours and materials change counts: %v, want %v", first[4], first[0])
	}
}

// fiveVisible has five objects in the visible area.
func fiveVisible() *State {
	st := hiddenState()
	for i, p := range []Point{{0, 0}, {12, -10}, {-10, 14}, {16, 8}, {-14, -12}} {
		st[i].Position = p
		st[i].values[Shape], st[i].values[Size] = uint8((i+1)%3), uint8(i%3)
	}
	return st
}

func BenchmarkPixelsFirst(b *testing.B) {
	s, st := unjittered(), fiveVisible()
	b.ReportAllocs()
	for b.Loop() {
		newCounter(&s).pixels(st)
	}
}

func BenchmarkPixelsOneMoved(b *testing.B) {
	s, st := unjittered(), fiveVisible()
	c := newCounter(&s)
	b.ReportAllocs()
	for b.Loop() {
		c.pixels(st)
		for cam := range cameraID(cameraCount) {
			delete(c.windows, windowKey{0, cam, st[0].values[Shape], st[0].values[Size], st[0].Position})
		}
	}
}
