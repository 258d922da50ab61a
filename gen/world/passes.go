package world

import (
	"fmt"
	"io/fs"
	"math"
	"slices"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/flow"
)

// ids is the field of a pass of ids, floats that of a pass of numbers, with how many each pixel has; nil for other passes.
func (p Pass) ids(l *show.Labels) *[]uint16 {
	return map[Pass]*[]uint16{Object: &l.Object, Part: &l.Part, Region: &l.Region}[p]
}

func (p Pass) floats(l *show.Labels) (field *[]float32, numbers int) {
	switch p {
	case ViewZ, RayDist:
		return &l.ViewZ, 1
	case Normal:
		return &l.Normal, 3
	case Flow:
		return &l.Flow, 3
	case BackFlow:
		return &l.BackFlow, 3
	case Coordinates:
		return &l.Coordinates, 3
	}
	return nil, 0
}

// shape is that of the array of a pass.
func (p Pass) shape(l *show.Labels) []int {
	if _, numbers := p.floats(l); numbers > 1 {
		return []int{l.Height, l.Width, numbers}
	}
	return []int{l.Height, l.Width}
}

// drawing are labels of a shot that have a pass: the device's, or of the processor those that are cheapest.
func (t *Take[P]) drawing(shot int, p Pass) *show.Labels {
	if p == Flow || p == BackFlow || p == Coordinates {
		return t.follow(shot, p)
	}
	if l := t.drawn[shot]; l != nil {
		return l
	}
	if ids := t.Shots[shot].IDs; ids != nil && p.ids(&show.Labels{}) != nil {
		if l := ids(); l != nil && *p.ids(l) != nil {
			return l
		}
	}
	return t.Labels(shot)
}

// follow are labels with the pass alone, which follows from ids, depth and poses.
func (t *Take[P]) follow(shot int, p Pass) *show.Labels {
	from := t.moment(shot)
	out := &show.Labels{Width: from.Camera.Width, Height: from.Camera.Height}
	if p == Coordinates {
		scene, _ := t.split.Scene(t.Plan, t.Shots[shot].State)
		out.Coordinates = flow.Coordinates(from, boxesOf(scene))
		return out
	}
	next, moves := t.Shots[shot].Next, make([]float32, 3*len(from.Object))
	if out.Flow = moves; p == BackFlow {
		next, out.Flow, out.BackFlow = t.Shots[shot].Before, nil, moves
	}
	field := flow.Between(from, t.moment(next))
	for i, hidden := range field.Hidden {
		if x, y := field.Flow[2*i], field.Flow[2*i+1]; x == x { // what is behind the camera is not a number there
			moves[3*i], moves[3*i+1] = x, y
		}
		if hidden {
			moves[3*i+2] = 1
		}
	}
	return out
}

// moment is what a shot shows.
func (t *Take[P]) moment(shot int) *flow.Moment {
	s, l := &t.Shots[shot], t.drawing(shot, ViewZ)
	scene, _ := t.split.Scene(t.Plan, s.State)
	return &flow.Moment{Camera: &s.Pinhole, WorldFromObject: scene.Poses(), Object: l.Object, ViewZ: l.ViewZ}
}

// boxesOf are those of the objects, in their frames.
func boxesOf(s *scenes.Scene) []geom.AABB {
	out := make([]geom.AABB, len(s.Objects))
	for i := range s.Objects {
		out[i] = geom.EmptyAABB()
		for _, p := range s.Objects[i].Parts {
			out[i] = out[i].Union(p.Mesh.Bounds())
		}
	}
	return out
}

// write writes a picture. rgb is what was drawn of a color picture.
func (t *Take[P]) write(f *File, rgb []uint8) (write.File, error) {
	root, s := t.split.Job.Root, &t.Shots[f.Shot]
	if f.Pass == Color {
		if s.Draw != nil {
			rgb = s.Draw()
		}
		w, h := s.size()
		return write.RGBA(root, f.Path, w, h, rgb)
	}
	l := t.drawing(f.Shot, f.Pass)
	if ids := f.Pass.ids(l); ids != nil {
		if f.Palette != nil {
			return write.RGBA(root, f.Path, l.Width, l.Height, painted(*ids, f.Palette))
		}
		return write.Gray16(root, f.Path, l.Width, l.Height, *ids)
	}
	if f.Pass == RayDist {
		return write.EXR(root, f.Path, l.Width, l.Height, RayDists(&s.Pinhole, l.ViewZ))
	}
	field, _ := f.Pass.floats(l)
	return write.NPY(root, f.Path, f.Pass.shape(l), *field)
}

// readLabels reads the label pictures of a shot; nil where there are none. What cannot be read is told. Objects follow from parts, and the
// depth from the distances along rays, where only these are written.
func (t *Take[P]) readLabels(shot int, fail func(f *File, err error)) *show.Labels {
	l, found, things := &show.Labels{}, false, t.things()
	l.Width, l.Height = t.Shots[shot].size()
	for _, f := range t.split.files(t) {
		if f.Shot != shot || f.Bytes != nil || f.Pass == Color {
			continue
		}
		if err := t.readPass(&f, things, l); err != nil {
			fail(&f, err)
		} else {
			found = true
		}
	}
	if !found {
		return nil
	}
	if l.Object == nil && l.Part != nil {
		l.Object = things.objects(l.Part)
	}
	return l
}

// readPass reads a label picture into its field.
func (t *Take[P]) readPass(f *File, things Things, into *show.Labels) error {
	root, w, h := t.split.Job.Root, into.Width, into.Height
	if root == "" || folder.InMemory(root) != nil { // which has records only
		return fs.ErrNotExist
	}
	if ids := f.Pass.ids(into); ids != nil {
		var err error
		if f.Palette != nil {
			*ids, err = readPainted(root, f.Path, w, h, f.Palette)
		} else {
			*ids, err = write.ReadGray16(root, f.Path, w, h)
		}
		most := things.most(show.Channel(f.Pass))
		if at := slices.IndexFunc(*ids, func(id uint16) bool { return int(id) > most }); at >= 0 {
			*ids, err = nil, fmt.Errorf("%s: %s %d at pixel (%d, %d), want %d at most", f.Path, f.Pass, (*ids)[at], at%w, at/w, most)
		}
		return err
	}
	field, _ := f.Pass.floats(into)
	if f.Pass != RayDist {
		var err error
		*field, err = write.ReadNPY[float32](root, f.Path, f.Pass.shape(into)...)
		return err
	}
	dist, err := write.ReadEXR(root, f.Path, w, h)
	if err == nil && *field == nil {
		*field = AxisDists(&t.Shots[f.Shot].Pinhole, dist)
	}
	return err
}

// objects maps part ids to object ids.
func (t Things) objects(parts []uint16) []uint16 {
	object := []uint16{0}
	for i, n := range t.Parts {
		for range n {
			object = append(object, uint16(i+1))
		}
	}
	out := make([]uint16, len(parts))
	for at, id := range parts {
		out[at] = object[id]
	}
	return out
}

// painted are ids in the colors of a palette.
func painted(ids []uint16, palette [][3]uint8) []uint8 {
	rgb := make([]uint8, 0, 3*len(ids))
	for _, id := range ids {
		rgb = append(rgb, palette[id][:]...)
	}
	return rgb
}

// readPainted is the inverse of painted.
func readPainted(root, path string, width, height int, palette [][3]uint8) ([]uint16, error) {
	rgb, err := write.ReadRGBA(root, path, width, height)
	if err != nil {
		return nil, err
	}
	ids := make([]uint16, width*height)
	for at := range ids {
		c := [3]uint8(rgb[3*at : 3*at+3])
		id := slices.Index(palette, c)
		if id < 0 {
			return nil, fmt.Errorf("%s: the color %v at pixel (%d, %d) is that of no object", path, c, at%width, at/width)
		}
		ids[at] = uint16(id)
	}
	return ids, nil
}

// RayDists turns distances along the camera's axis into distances along the ray of each pixel's center, meters; 0 stays 0.
func RayDists(cam *camera.Pinhole, viewZ []float32) []float32 {
	return alongRays(cam, viewZ, func(z, perMeter float64) float64 { return z * perMeter })
}

// AxisDists is the inverse of RayDists. There and back a distance changes by its two roundings to float32, 1.2e-7 of it at most.
func AxisDists(cam *camera.Pinhole, rayDist []float32) []float32 {
	return alongRays(cam, rayDist, func(d, perMeter float64) float64 { return d / perMeter })
}

// alongRays converts every pixel's distance. perMeter is how much longer the way along its ray is than along the axis.
func alongRays(cam *camera.Pinhole, dist []float32, convert func(d, perMeter float64) float64) []float32 {
	defer phase.Begin(phase.Encode).End()
	out := make([]float32, len(dist))
	for y := range cam.Height {
		for x := range cam.Width {
			d := cam.Direction(float64(x)+0.5, float64(y)+0.5)
			at := y*cam.Width + x
			out[at] = float32(convert(float64(dist[at]), math.Sqrt(1+float64(d.X*d.X)+float64(d.Y*d.Y))))
		}
	}
	return out
}
