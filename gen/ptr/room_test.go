package ptr

import (
	"math"
	"os"
	"strconv"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// No corner of a surface lies inside of another's edge: pixels between an edge and two that together are as long may belong to neither.
func TestRoomEdgesAreShared(t *testing.T) {
	for _, r := range []*interior{&staticRoom, &physicalRoom} {
		list := r.surfaces(1, 1)
		for _, a := range list {
			for _, b := range list {
				for _, p := range a.Mesh.Positions {
					for _, tri := range b.Mesh.Triangles {
						for k := range 3 {
							from, to := b.Mesh.Positions[tri[k]], b.Mesh.Positions[tri[(k+1)%3]]
							if along := p.Sub(from).Dot(to.Sub(from)) / to.Sub(from).Dot(to.Sub(from)); p != from && p != to && along > 0 && along < 1 &&
								p.Sub(from.Add(to.Sub(from).Scale(along))).Len() < 1e-9 {
								t.Errorf("corner %v of the %s lies on the edge from %v to %v of the %s", p, a.Name, from, to, b.Name)
							}
						}
					}
				}
			}
		}
	}
}

// Small pictures of empty rooms have a surface wherever the ray through a pixel meets one, drawn by the renderer and on the CPU.
// MEREO_ROOMS is how many rooms.
func TestRoomsAreWatertight(t *testing.T) {
	r := gltest.Renderer(t)
	rooms := 100
	if n, err := strconv.Atoi(os.Getenv("MEREO_ROOMS")); err == nil {
		rooms = n
	}
	empty := map[bool]*scenes.Scene{}
	for _, physical := range []bool{false, true} {
		empty[physical] = &scenes.Scene{Backdrop: roomOf(physical).surfaces(1, 1)}
	}
	seen := 0
	for i := range rooms {
		physical := i%2 == 1
		room, s := roomOf(physical), empty[physical]
		size := rng.At(rng.Key{Seed: 1, Set: "rooms", Index: i}, "size")
		width, height := 32+size.IntN(129), 24+size.IntN(97)
		s.Camera = drawCamera(width, height, physical, size)
		images, err := shoot.Shoot(r, s, shoot.Options{LabelsOnly: true, NoNormals: true})
		if err != nil {
			t.Fatal(err)
		}
		cpu := ref.Draw(s.Frame())
		for at := range images.ViewZ {
			x, y := at%width, at/width
			if !room.meets(s.Camera.WorldFromCamera.Point(geom.Vec3{}), s.Camera.WorldFromCamera.Dir(s.Camera.Direction(float64(x)+0.5, float64(y)+0.5))) {
				continue
			}
			if seen++; images.ViewZ[at] == 0 || cpu.ViewZ[at] == 0 {
				t.Errorf("room %d of %d x %d: pixel (%d, %d) is at depth %g by the renderer, %g on the CPU", i, width, height, x, y, images.ViewZ[at], cpu.ViewZ[at])
			}
		}
	}
	if seen < 1000*rooms {
		t.Errorf("%d pixels of %d rooms see a surface", seen, rooms)
	}
}

// meets tells whether a ray meets the floor or a wall, away from where they end.
func (r *interior) meets(from, dir geom.Vec3) bool {
	const inside float64 = 1e-2 // m; corners are rounded to 1/256 of a pixel
	for _, c := range []struct {
		axis int
		at   float64
	}{{0, r.sideX}, {0, -r.sideX}, {1, r.backY}, {2, floorZ}} {
		p := from.Add(dir.Scale((c.at - from.At(c.axis)) / dir.At(c.axis)))
		low := -r.floorY
		if c.axis == 0 {
			low = r.frontY
		}
		rim := inside // where floor and wall meet
		if p.Y < max(-r.floorY, r.frontY)+inside {
			rim = -inside // where only one of the two is
		}
		if p.Sub(from).Dot(dir) > 0 && p.Y > low+inside && p.Y < r.backY+inside && p.Z < r.top-inside &&
			(c.axis == 0 || math.Abs(p.X) < r.sideX+rim) && (c.axis == 2 || p.Z > floorZ-rim) {
			return true
		}
	}
	return false
}

// In a look physical scenes fill a third of the width at least, and static ones are those of the set.
func TestLooksFillThePicture(t *testing.T) {
	narrow := 0
	for _, share := range []float64{0, 1} {
		cfg := DefaultConfig()
		cfg.Physical = share
		own, err := NewSampler(cfg, Procedural{}, 52001, "train")
		if err != nil {
			t.Fatal(err)
		}
		cfg.Style = vary.Daylight
		look, err := NewSampler(cfg, Procedural{}, 52001, "train")
		if err != nil {
			t.Fatal(err)
		}
		for index := range 6 {
			a, err := own.plan(index)
			if err != nil {
				t.Fatal(err)
			}
			b, err := look.plan(index)
			if err != nil {
				t.Fatal(err)
			}
			if a.narrow() {
				narrow++
			}
			if b.narrow() {
				t.Errorf("scene %d of %g: the things are less than a third as wide as the picture", index, share)
			}
			want := a.Scene.Camera
			if share == 1 {
				want.FocalPx *= closer
			}
			if b.Scene.Camera.FocalPx != want.FocalPx || share == 0 && !a.narrow() && (b.Scene.Camera != want || len(a.Objects) != len(b.Objects)) {
				t.Errorf("scene %d of %g: camera %+v, want %+v", index, share, b.Scene.Camera, want)
			}
		}
	}
	if narrow == 0 {
		t.Error("no scene of the set is narrow: the test shows nothing")
	}
}
