package shopvrb

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
)

// pictureLabels are the labels of a picture, rows from the top.
type pictureLabels struct {
	ids, parts []uint16
	depth      []float32         // units along the camera's axis, 0 where nothing is
	colors     map[string]string // fingerprint of the picture by its path
	normals    []float32         // three for each pixel, unit, world; nil where they are not written
}

// readLabels reads the labels of a picture of so many things, and its colors; nil if that is not possible.
func (f *inspection) readLabels(objects int) *pictureLabels {
	w, h := f.cfg.Width, f.cfg.Height
	whole := true
	report := func(name string, err error) {
		if err != nil {
			f.out, whole = append(f.out, gen.Unreadable(name, err)), false
		}
	}
	var l pictureLabels
	rgb, err := write.ReadRGB(f.job.Root, f.files.picture, w, h)
	report(f.files.picture, err)
	l.ids, err = write.ReadGray16(f.job.Root, f.files.ids, w, h)
	report(f.files.ids, err)
	l.parts, err = write.ReadGray16(f.job.Root, f.files.parts, w, h)
	report(f.files.parts, err)
	l.depth, err = write.ReadNPY[float32](f.job.Root, f.files.depth, h, w)
	report(f.files.depth, err)
	if f.cfg.Normals {
		l.normals, err = write.ReadNPY[float32](f.job.Root, f.files.normals, h, w, 3)
		report(f.files.normals, err)
	}
	if !whole {
		return nil
	}
	l.colors = map[string]string{f.files.picture: fingerprint.Of(rgb, l.ids, objects).String()}
	return &l
}

// pixel names a pixel by its position.
func (f *inspection) pixel(at int) string {
	return fmt.Sprintf("pixel (%d, %d)", at%f.cfg.Width, at/f.cfg.Width)
}

// labels holds ids, parts and depth against each other and against the scene. One pixel of each kind is enough.
func (f *inspection) labels(l *pictureLabels, r *Record) {
	for at, id := range l.ids {
		if int(id) > len(r.Objects) {
			f.report(f.files.ids, f.pixel(at), "object-ids", "has id %d, but there are %d objects", id, len(r.Objects))
			return
		}
	}
	masked := make([]uint16, len(l.ids)) // ids of the masks
	for i := range r.Objects {
		r.mask(i).Runs(func(x, y0, y1 int) {
			for y := y0; y < y1; y++ {
				masked[y*f.cfg.Width+x] = uint16(i + 1)
			}
		})
	}
	if at := firstDifferent(l.ids, masked); at >= 0 {
		f.report(f.files.ids, f.pixel(at), "mask-ids", "has id %d, the masks of the scene file have %d", l.ids[at], masked[at])
	}
	f.partLabels(l, r)
	f.depthLabels(l, r)
	f.normalLabels(l, r)
}

// partLabels looks whether parts divide their things. Their ids count through all things in order; where the record does not name
// the parts of a thing, the first pixel with a part's id tells whose it is.
func (f *inspection) partLabels(l *pictureLabels, r *Record) {
	owner := map[uint16]uint16{}
	next := uint16(1)
	for i := range r.Objects {
		if e := r.Objects[i].Extra; e != nil {
			for range e.Parts {
				owner[next] = uint16(i + 1)
				next++
			}
		}
	}
	for at, part := range l.parts {
		id := l.ids[at]
		if _, known := owner[part]; !known && !f.cfg.Extra && part != 0 {
			owner[part] = id
		}
		if owner[part] != id || part != 0 && id == 0 {
			f.report(f.files.parts, f.pixel(at), "parts-partition-object", "has part %d, which is of object id %d, but object id %d",
				part, owner[part], id)
			return
		}
	}
}

// How far off the ground, and how far outside of its thing, a pixel may lie that was found from its depth, in units. Where a
// thing's surface is seen edge-on, the plane of a triangle runs on beyond its rounded corner: by 0.011 at most in 1,000 scenes.
const groundTolerance, thingTolerance = 5e-3, 3e-2

// depthLabels holds depth against the scene: what a pixel of a thing shows lies in the box around the thing, all else is on the
// ground. Published records do not tell how far things are open.
func (f *inspection) depthLabels(l *pictureLabels, r *Record) {
	cam := f.cfg.optics().cameraAt(f.sampler.cameraOf(r))
	boxes := make([][]modelBox, len(r.Objects))
	for i := range r.Objects {
		for _, row := range f.rowsOf(&r.Objects[i]) {
			boxes[i] = append(boxes[i], f.sampler.modelBox(row, &r.Objects[i]))
		}
	}
	sheet, _ := sheetProfile()
	for at, id := range l.ids {
		d := cam.Direction(float64(at%cam.Width)+0.5, float64(at/cam.Width)+0.5)
		p := cam.WorldFromCamera.Point(d.Scale(float64(l.depth[at])))
		switch {
		case id == 0 && !(offSheet(sheet, p) <= groundTolerance):
			f.report(f.files.depth, f.pixel(at), "depth-ground", "is at %v, %g off the ground", p, offSheet(sheet, p))
			return
		case id != 0 && (f.cfg.Extra || !f.cfg.Articulate) &&
			!slices.ContainsFunc(boxes[id-1], func(b modelBox) bool { return b.contains(p) }):
			f.report(f.files.depth, f.pixel(at), "depth-objects", "is at %v, outside of object %d, of which it is by its id", p, id-1)
			return
		}
	}
}

// How far the length of a normal may be off 1, and how much of it may point away from the camera: it is rounded to float32.
const normalTolerance = 1e-5

// normalLabels looks whether there is a unit vector towards the camera wherever there is depth, and nothing elsewhere.
func (f *inspection) normalLabels(l *pictureLabels, r *Record) {
	if l.normals == nil {
		return
	}
	cam := f.cfg.optics().cameraAt(f.sampler.cameraOf(r))
	for at, z := range l.depth {
		n := geom.V(float64(l.normals[3*at]), float64(l.normals[3*at+1]), float64(l.normals[3*at+2]))
		if z == 0 && n == (geom.Vec3{}) {
			continue
		}
		ray := cam.WorldFromCamera.M.MulVec(cam.Direction(float64(at%cam.Width)+0.5, float64(at/cam.Width)+0.5)).Unit()
		if !(z != 0 && math.Abs(n.Len()-1) <= normalTolerance && n.Dot(ray) <= normalTolerance) {
			f.report(f.files.normals, f.pixel(at), "normals", "is %v, want a unit vector towards the camera where there is depth, and 0 elsewhere", n)
			return
		}
	}
}

// modelBox is the box around a thing in its model's frame.
type modelBox struct {
	modelFromWorld geom.Transform
	bounds         geom.AABB // with some room
}

func (s *sampler) modelBox(row *catalogRow, o *ObjectRecord) modelBox {
	thing := s.placed(row, o)
	room := thingTolerance / thing.scale
	bounds := thing.model.Bounds()
	bounds.Min, bounds.Max = bounds.Min.Sub(geom.V(room, room, room)), bounds.Max.Add(geom.V(room, room, room))
	return modelBox{thing.worldFromModel().Inverse(), bounds}
}

func (b *modelBox) contains(p geom.Vec3) bool {
	q := b.modelFromWorld.Point(p)
	lo, hi := b.bounds.Min, b.bounds.Max
	return lo.X <= q.X && q.X <= hi.X && lo.Y <= q.Y && q.Y <= hi.Y && lo.Z <= q.Z && q.Z <= hi.Z
}

// offSheet is how far a point is off the sheet of a profile.
func offSheet(profile [][2]float64, p geom.Vec3) float64 {
	s := p.Dot(sheetBack)
	off := math.Inf(1)
	for i := 1; i < len(profile); i++ {
		a, b := profile[i-1], profile[i]
		along := [2]float64{b[0] - a[0], b[1] - a[1]}
		to := [2]float64{s - a[0], p.Z - a[1]}
		t := (float64(to[0]*along[0]) + float64(to[1]*along[1])) / (float64(along[0]*along[0]) + float64(along[1]*along[1]))
		t = min(max(t, 0), 1)
		x, y := to[0]-float64(t*along[0]), to[1]-float64(t*along[1])
		off = min(off, math.Sqrt(float64(x*x)+float64(y*y)))
		if off <= groundTolerance {
			break
		}
	}
	return off
}
