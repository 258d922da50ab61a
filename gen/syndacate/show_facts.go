package syndacate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"mereo/assets/glyph"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/show"
)

// cameraOf is the camera of strokes in space that an array tells of; nil without one. Only its direction is read: that it looks at the
// origin from its distance, and what it sees, is held against the other numbers.
func cameraOf(stored []float32, width, height int) (*camera.Pinhole, error) {
	if stored == nil || width == 0 {
		return nil, nil
	}
	c := solidCamera(geom.V(-float64(stored[12]), -float64(stored[13]), -float64(stored[14])).Unit(), width, height)
	for i, want := range clipFromWorld(&c) {
		if !(math.Abs(float64(stored[i])-want) <= 1e-5) {
			return nil, fmt.Errorf("syndacate: number %d of the camera is %g, want %g with its direction", i, stored[i], want)
		}
	}
	return &c, nil
}

// rowFacts gives an entity the facts of its row in the first picture, and those in each picture where there are several. rowIn is the
// row that it has in a picture, nil or padding for none; of elements without pictures it is first. tell adds what a row says to facts,
// which begin with those that no picture changes, and returns the class.
func (s *showSample) rowFacts(e *show.Entity, same show.Facts, first []float32, rowIn func(f *shownFrame) []float32, tell func(row []float32, f show.Facts) string) {
	state := func(row []float32, several bool) (class string, f show.Facts) {
		f, class = maps.Clone(same), e.Class
		present := row != nil && !zeroRow(row)
		if several {
			f["present"] = present
		}
		if present {
			class = tell(row, f)
		}
		f["class"] = class
		return class, f
	}
	if len(s.frames) < 2 {
		_, e.Facts = state(first, false)
		return
	}
	for p := range s.frames {
		class, f := state(rowIn(&s.frames[p]), true)
		name := e.Name
		if class != e.Class {
			name = class
		}
		e.States = append(e.States, show.State{Name: name, Class: class, At: e.At, Facts: f})
	}
	e.Facts = e.States[0].Facts
}

// objectFacts are those of object i.
func (s *showSample) objectFacts(e *show.Entity, i int) {
	o := s.objects[i]
	same := show.Facts{"row": o.row}
	if s.element.mask != nil {
		pixels := 0
		for _, number := range s.element.mask {
			if int(number) == i+1 {
				pixels++
			}
		}
		same["visible_px"] = pixels
	}
	rowIn := func(f *shownFrame) []float32 {
		if f.clean {
			return s.element.clean.objects.row(f.number, o.cleanRow)
		}
		return s.element.seen.objects.row(f.number, o.row)
	}
	s.rowFacts(e, same, firstRow(s.element.seen.objects, o.row), rowIn, func(row []float32, f show.Facts) string {
		s.poseFacts(row[len(s.in.form.classes):], f)
		if len(s.in.form.classes) == 0 {
			return e.Class
		}
		return s.in.class(row)
	})
}

// factKeys are names of columns that say their unit as facts; those of quaternions are told together.
var factKeys = map[string]string{"rotation": "angle_rad", "thickness": "thickness_px", "qw": "", "qx": "", "qy": "", "qz": ""}

// poseFacts adds the numbers of a pose: those of the file, and where its center is. Angles of letters in the plane are clockwise.
func (s *showSample) poseFacts(pose []float32, f show.Facts) {
	value := map[string]float64{}
	for k, name := range s.in.form.poseNames {
		value[name] = float64(pose[k])
		if key, other := factKeys[name]; key != "" || !other {
			f[cmp.Or(key, name)] = value[name]
		}
	}
	room := 1 - value["scale"] // the center of what is smaller may be nearer to the border; squares have no scale
	at := geom.V(value["x"]*room, value["y"]*room, value["z"])
	if _, turned := value["qw"]; turned {
		f["rotation_wxyz"] = [4]float64{value["qw"], value["qx"], value["qy"], value["qz"]}
		f["position_m"] = [3]float64{at.X, at.Y, at.Z}
	}
	if s.hasPixels() {
		f["position_px"] = s.pixelOf(at)
	}
}

// hasPixels tells whether it is known how points of the plane, or of space, get into pictures.
func (s *showSample) hasPixels() bool {
	return s.in.width > 0 && (s.camera != nil || s.in.form.partWidth != solidPartWidth)
}

// pixelOf is where a point of the plane, or of space, is in pictures: pixels from the top left.
func (s *showSample) pixelOf(at geom.Vec3) [2]float64 {
	if s.camera != nil {
		x, y, _ := s.camera.Project(at)
		return [2]float64{x, y}
	}
	p := imageCoordinates(glyph.Line{X1: at.X, Y1: at.Y}, float64(s.in.width), float64(s.in.height))
	return [2]float64{p[0], p[1]}
}

// partFacts are those of row r of part_poses.
func (s *showSample) partFacts(e *show.Entity, r, object int) {
	same := show.Facts{"rows": []int{r}}
	if s.in.noise != nil && s.in.noise.kind.addsRows {
		same["spurious"] = object < 0
	}
	seen := s.element.seen.parts
	rowIn := func(f *shownFrame) []float32 {
		if !f.clean {
			return seen.row(f.number, r)
		}
		clean := s.element.clean.parts
		if !s.in.noise.kind.addsRows {
			return clean.row(f.number, r)
		}
		if row := seen.row(f.number, r); hasRow(clean, f.number, row) { // at another place
			return row
		}
		return nil
	}
	s.rowFacts(e, same, firstRow(seen, r), rowIn, func(row []float32, f show.Facts) string {
		s.lineFacts(row, f)
		return e.Class
	})
}

// addRow tells that a line also has row r, the other way round.
func addRow(e *show.Entity, r int) {
	rows := append(slices.Clone(e.Facts["rows"].([]int)), r)
	e.Facts["rows"] = rows
	for i := range e.States {
		e.States[i].Facts["rows"] = rows
	}
}

// lineFacts adds the numbers of a row of part_poses.
func (s *showSample) lineFacts(stored []float32, f show.Facts) {
	row := make([]float64, len(stored))
	widen(row, stored)
	ends := func(name string, points ...geom.Vec3) {
		var px [][2]float64
		for _, p := range points {
			px = append(px, s.pixelOf(p))
		}
		if s.hasPixels() {
			f[name+"_px"] = px
		}
	}
	switch len(row) {
	case solidPartWidth:
		f["ends_m"] = [][3]float64{[3]float64(row[0:3]), [3]float64(row[3:6])}
		f["thickness_px"], f["brightness"] = row[6], row[7]
		ends("ends", geom.V(row[0], row[1], row[2]), geom.V(row[3], row[4], row[5]))
	default:
		p := partOfRow(row)
		var points [][2]float64
		var at []geom.Vec3
		for _, q := range p.Points[:partPoints[p.Kind]] {
			points, at = append(points, [2]float64{q.X, q.Y}), append(at, geom.V(q.X, q.Y, 0))
		}
		name := "points"
		if len(row) == partWidth {
			name = "ends"
		}
		f[name], f["brightness"] = points, p.Brightness
		ends(name, at...)
		if p.Kind == glyph.DiscPart {
			f["radius"] = p.Radius
		} else {
			f["thickness_px"] = p.Thickness
		}
		if p.Kind == glyph.TrianglePart || p.Kind == glyph.QuadPart {
			f["fill"] = p.Fill
		}
	}
}
