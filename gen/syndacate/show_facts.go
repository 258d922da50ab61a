package syndacate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

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

// told gives an entity the attributes of its row, in the first picture and in each where there are several: those that no picture
// changes, and what tell says of a row. rowIn is the row that it has in a picture, nil or padding for none; of elements without pictures
// it is first. class is that of a row.
func (s *showSample) told(
	e *show.Entity, same show.Attributes, first []float32, rowIn func(f *shownFrame) []float32, tell func(row []float32) show.Attributes,
	class func(row []float32) string,
) {
	e.Rows = append(same.Rows(), tell(first).Rows()...)
	state := func(row []float32, several bool) show.State {
		state := show.State{Name: e.Name, Class: e.Class, At: e.At, Facts: same.Facts()}
		present := row != nil && !zeroRow(row)
		if several {
			state.Facts["present"] = present
		}
		if present {
			maps.Copy(state.Facts, tell(row).Facts())
			if state.Class = class(row); state.Class != e.Class {
				state.Name = state.Class
			}
		}
		state.Facts["class"] = state.Class
		return state
	}
	if len(s.frames) < 2 {
		e.Facts = state(first, false).Facts
		return
	}
	for p := range s.frames {
		e.States = append(e.States, state(rowIn(&s.frames[p]), true))
	}
	e.Facts = e.States[0].Facts
}

// tellObject tells of object i.
func (s *showSample) tellObject(e *show.Entity, i int) {
	o := s.objects[i]
	same := show.Attributes{{Name: "row", Key: "row", Value: o.row}}
	if s.element.mask != nil {
		pixels := 0
		for _, number := range s.element.mask {
			if int(number) == i+1 {
				pixels++
			}
		}
		same = append(same, show.Attribute{Key: "visible_px", Value: pixels})
	}
	rowIn := func(f *shownFrame) []float32 {
		if f.clean {
			return s.element.clean.objects.row(f.number, o.cleanRow)
		}
		return s.element.seen.objects.row(f.number, o.row)
	}
	s.told(e, same, firstRow(s.element.seen.objects, o.row), rowIn, s.pose, func(row []float32) string {
		if len(s.in.about.Classes) == 0 {
			return e.Class
		}
		return s.in.class(row)
	})
}

// numberOf is a number of a row, of which programs are told under a key if there is one.
func numberOf(name, key string, v float32) show.Attribute {
	return show.Attribute{Name: name, Key: key, Value: float64(v), Text: strconv.FormatFloat(float64(v), 'f', 3, 64)}
}

// factKeys are names of columns that say their unit as facts; those of quaternions are told together.
var factKeys = map[string]string{"rotation": "angle_rad", "thickness": "thickness_px", "qw": "", "qx": "", "qy": "", "qz": ""}

// pose tells the numbers of a row of object_poses, and where its center is. Angles of letters in the plane are clockwise.
func (s *showSample) pose(row []float32) (out show.Attributes) {
	value := map[string]float64{}
	for k, name := range s.in.about.Pose {
		v := row[len(s.in.about.Classes)+k]
		key, other := factKeys[name]
		if !other {
			key = name
		}
		value[name], out = float64(v), append(out, numberOf(name, key, v))
	}
	room := 1 - value["scale"] // the center of what is smaller may be nearer to the border; squares have no scale
	at := geom.V(value["x"]*room, value["y"]*room, value["z"])
	if _, turned := value["qw"]; turned {
		out = append(out, show.Attribute{Key: "rotation_wxyz", Value: [4]float64{value["qw"], value["qx"], value["qy"], value["qz"]}},
			show.Attribute{Key: "position_m", Value: [3]float64{at.X, at.Y, at.Z}})
	}
	if s.hasPixels() {
		out = append(out, show.Attribute{Key: "position_px", Value: s.pixelOf(at)})
	}
	return out
}

// hasPixels tells whether it is known how points of the plane, or of space, get into pictures.
func (s *showSample) hasPixels() bool {
	return s.in.width > 0 && (s.camera != nil || s.in.about.partWidth() != solidPartWidth)
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

// tellPart tells of row r of part_poses.
func (s *showSample) tellPart(e *show.Entity, r, object int) {
	same := show.Attributes{{Name: "row", Key: "rows", Value: []int{r}, Text: strconv.Itoa(r)}}
	if s.in.noise != nil && s.in.noise.kind.addsRows {
		same = append(same, show.Attribute{Key: "spurious", Value: object < 0})
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
	s.told(e, same, firstRow(seen, r), rowIn, s.part, func([]float32) string { return e.Class })
}

// addRow tells that a line also has row r, the other way round.
func addRow(e *show.Entity, r int) {
	e.Rows[0].Value += fmt.Sprintf(", and the other way round %d", r)
	rows := append(slices.Clone(e.Facts["rows"].([]int)), r)
	e.Facts["rows"] = rows
	for i := range e.States {
		e.States[i].Facts["rows"] = rows
	}
}

// part tells the numbers of a row of part_poses: people in their order, programs as what they are.
func (s *showSample) part(stored []float32) (out show.Attributes) {
	for k, name := range s.in.about.PartPose {
		out = append(out, numberOf(name, "", stored[k]))
	}
	add := func(key string, value any) { out = append(out, show.Attribute{Key: key, Value: value}) }
	points := func(key string, at ...geom.Vec3) {
		var px [][2]float64
		for _, p := range at {
			px = append(px, s.pixelOf(p))
		}
		if s.hasPixels() {
			add(key+"_px", px)
		}
	}
	row := make([]float64, len(stored))
	widen(row, stored)
	if len(row) == solidPartWidth {
		add("ends_m", [][3]float64{[3]float64(row[0:3]), [3]float64(row[3:6])})
		points("ends", geom.V(row[0], row[1], row[2]), geom.V(row[3], row[4], row[5]))
		add("thickness_px", row[6])
		add("brightness", row[7])
		return out
	}
	p := partOfRow(row)
	var plane [][2]float64
	var at []geom.Vec3
	for _, q := range p.Points[:partPoints[p.Kind]] {
		plane, at = append(plane, [2]float64{q.X, q.Y}), append(at, geom.V(q.X, q.Y, 0))
	}
	key := "points"
	if len(row) == partWidth {
		key = "ends"
	}
	add(key, plane)
	points(key, at...)
	add("brightness", p.Brightness)
	if p.Kind == glyph.DiscPart {
		add("radius", p.Radius)
	} else {
		add("thickness_px", p.Thickness)
	}
	if p.Kind == glyph.TrianglePart || p.Kind == glyph.QuadPart {
		add("fill", p.Fill)
	}
	return out
}
