package ptr

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
)

// keepsRules holds the record of a fresh sample against what follows from the rest of it, and poses against where objects may be.
func keepsRules(t testing.TB, cfg Config, r *Record) {
	t.Helper()
	if n := r.wrongRelations(); n > 0 {
		t.Errorf("%s: %d lists of relations contradict directions and positions", r.ImageFilename, n)
	}
	if n := r.partitionErrors(); n > 0 && !cfg.Published.PartMasks {
		t.Errorf("%s: part masks of %d objects are not the object", r.ImageFilename, n)
	}
	cam := r.pinhole()
	g := relate.GroundDirections(cam.WorldFromCamera)
	for _, d := range []struct {
		got  [3]float64
		want geom.Vec3
	}{{r.Directions.Left, g.Left}, {r.Directions.Right, g.Right}, {r.Directions.Front, g.Front}, {r.Directions.Behind, g.Behind}} {
		if off := geom.Acos(vec3(d.got).Dot(d.want)) * 180 / math.Pi; off > 0.1 && !cfg.Published.Directions {
			t.Errorf("%s: a direction is %g degrees off the camera's", r.ImageFilename, off)
		}
	}
	for i := range r.Objects {
		o := &r.Objects[i]
		for _, fault := range poseFaults(r, i) {
			t.Errorf("%s: object %d: %s", r.ImageFilename, i, fault.detail)
		}
		u, v, _ := cam.Project(vec3(o.Coords))
		if off := max(math.Abs(u-float64(o.PixelCoords.X)), math.Abs(v-float64(o.PixelCoords.Y))); off > 1 {
			t.Errorf("%s: object %d: pixel_coords are %g pixels off the projection", r.ImageFilename, i, off)
		}
		for j := range i {
			if n := sharedPixels(o.ObjMask, r.Objects[j].ObjMask); n > maxSharedPx {
				t.Errorf("%s: objects %d and %d share %d pixels", r.ImageFilename, i, j, n)
			}
		}
	}
}

// sharedPixels counts the pixels that are set in both masks.
func sharedPixels(a, b annot.RLE) int {
	set := make([]bool, a.Size[0]*a.Size[1])
	a.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			set[y*a.Size[1]+x] = true
		}
	})
	n := 0
	b.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			if set[y*b.Size[1]+x] {
				n++
			}
		}
	})
	return n
}

// wrongRelations is how many lists of relationships are not those that directions and positions give.
func (r *Record) wrongRelations() (n int) {
	is, want := r.Relationships, r.relationships()
	for _, by := range [][2][][]int{{is.Left, want.Left}, {is.Right, want.Right}, {is.Front, want.Front}, {is.Behind, want.Behind}} {
		for i := range by[1] {
			if i >= len(by[0]) || !slices.Equal(by[0][i], by[1][i]) {
				n++
			}
		}
	}
	return n
}

// partitionErrors is how many objects there are whose pixels are not those of their part masks, each in one of them.
func (r *Record) partitionErrors() (n int) {
	for i := range r.Objects {
		o := &r.Objects[i]
		width := o.ObjMask.Size[1]
		seen := make([]bool, o.ObjMask.Size[0]*width)
		covered, wrong := 0, false
		each := func(m annot.RLE, first bool) {
			m.Runs(func(x, y0, y1 int) {
				for at := y0*width + x; at < y1*width+x; at += width {
					wrong = wrong || seen[at] == first
					seen[at] = first
					covered++
				}
			})
		}
		each(o.ObjMask, true)
		area := covered
		for _, masks := range o.PartMask {
			for _, m := range masks {
				each(m, false)
			}
		}
		if wrong || covered != 2*area {
			n++
		}
	}
	return n
}

// keepsRoom looks at the meshes of a fresh sample: what stands on the floor touches it, what leans touches its wall, and no vertex is outside
// of the room.
func keepsRoom(t testing.TB, m *Sample) {
	t.Helper()
	const near = 1e-3 // meters
	room := roomOf(m.Physical)
	for i := range m.Scene.Objects {
		o := &m.Scene.Objects[i]
		box := geom.EmptyAABB()
		for _, p := range o.Parts {
			for _, v := range p.Mesh.Positions {
				box = box.Grow(o.WorldFromObject.Point(v))
			}
		}
		if m.Objects[i].Mode != ModeSupport {
			if off := math.Abs(box.Min.Z - floorZ); off > near {
				t.Errorf("%d: the lowest vertex of object %d is %g m off the floor", m.Key.Index, i, off)
			}
		}
		if !m.Physical {
			continue
		}
		if out := max(floorZ-box.Min.Z, box.Max.Y-room.backY, box.Max.X-room.sideX, -room.sideX-box.Min.X); out > near {
			t.Errorf("%d: object %d is %g m outside of the room", m.Key.Index, i, out)
		}
		if m.Objects[i].Mode == ModeWall {
			if off := min(math.Abs(room.sideX-box.Max.X), math.Abs(room.sideX+box.Min.X)); off > near {
				t.Errorf("%d: leaning object %d is %g m off its wall", m.Key.Index, i, off)
			}
		}
	}
}
