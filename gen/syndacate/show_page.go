package syndacate

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/glyph"
	"mereo/engine/camera"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// showSample is an element, whose pictures are drawings.
type showSample struct {
	show.NoPrograms
	show.NoIDs
	in      *inspected
	element *inspectedElement
	objects []inspectedObject
	frames  []shownFrame    // the pictures of the page
	camera  *camera.Pinhole // of strokes in space
	page    *show.Page
}

// showMade is an element that was made again. It has no scene: its pictures are painted.
type showMade struct {
	*showSample
	show.NoEdits
	show.NoPhysics
}

// Views has none.
func (showMade) Views() []show.View { return nil }

// Labels are those of all pictures, which only strokes in space have.
func (m showMade) Labels(int) *show.Labels { return m.labels() }

// newSample tells of an element.
func (r *showReader) newSample(index int, in *inspected, e *inspectedElement) (*showSample, error) {
	s, err := newDrawing(in, e)
	if err == nil {
		s.page = r.pageOf(s, index)
	}
	return s, err
}

// newDrawing is an element without its page.
func newDrawing(in *inspected, e *inspectedElement) (*showSample, error) {
	s := &showSample{NoPrograms: setName, in: in, element: e, objects: in.objects(e)}
	numbers := make([]int, max(in.frames, 1))
	for k := range numbers {
		numbers[k] = k
	}
	s.frames = in.pictures(e, s.objects, numbers)
	var err error
	s.camera, err = cameraOf(e.camera, in.width, in.height)
	return s, err
}

// pageOf tells of an element.
func (r *showReader) pageOf(s *showSample, index int) *show.Page {
	page := &show.Page{
		Title: fmt.Sprintf("%s/%d", r.job.Split, index), Pictures: []show.Picture{}, Entities: s.entities(),
		Relations: []show.Relation{}, Questions: []show.Question{},
	}
	s.tell(page, r.job, index)
	var seenBy *annot.Camera
	if s.camera != nil {
		c := annot.CameraOf(s.camera, 1)
		seenBy = &c
	}
	for _, f := range s.frames {
		page.Pictures = append(page.Pictures, show.Picture{
			Name: f.Title, Width: s.in.width, Height: s.in.height, Film: f.film, Time: f.time, Camera: seenBy,
		})
	}
	return page
}

// Page is made when the sample is.
func (s *showSample) Page() *show.Page { return s.page }

// Drawing is a picture as it is in the file.
func (s *showSample) Drawing(p int) []uint8 {
	out := make([]uint8, 0, 3*len(s.frames[p].Picture))
	for _, v := range s.frames[p].Picture {
		out = append(out, v, v, v)
	}
	return out
}

// labels are nil where there are none.
func (s *showSample) labels() *show.Labels {
	if s.element.mask == nil || s.element.depth == nil {
		return nil
	}
	h := len(s.element.mask) / max(s.in.width, 1)
	out := &show.Labels{Width: s.in.width, Height: h, Object: make([]uint16, len(s.element.mask)), ViewZ: s.element.depth}
	for i, number := range s.element.mask {
		out.Object[i] = uint16(number)
	}
	return out
}

// tell tells of the whole element, people by rows and programs by facts.
func (s *showSample) tell(page *show.Page, job gen.Job, index int) {
	list := show.Attributes{{Name: "objects", Key: "object_count", Value: len(s.objects)}}
	if job.Count > 0 {
		split := "train"
		if index < testOf(s.in.about, job.Count) {
			split = "test"
		}
		list = append(list, show.Attribute{Name: "split", Key: "split", Value: split})
	}
	if n := s.in.noise; n != nil {
		list = append(list, show.Attribute{
			Name: "noise", Key: "noise", Value: show.Facts{"kind": n.kind.name, "level": noiseLevels[n.level], "amount": n.amount},
			Text: fmt.Sprintf("%s %s: %s", n.kind.name, noiseLevels[n.level], n.says()),
		})
	}
	if s.in.frames > 0 {
		events := []show.Facts{}
		for event := range slices.Chunk(s.element.events, 4) {
			if fact, says := s.event(event); fact != nil {
				events = append(events, fact)
				list = append(list, show.Attribute{Name: fmt.Sprintf("frame %d", event[0]), Text: says})
			}
		}
		list = append(list, show.Attribute{Key: "frame_count", Value: s.in.frames}, show.Attribute{Key: "interval_s", Value: filmInterval},
			show.Attribute{Key: "events", Value: events})
	}
	page.Rows, page.Facts = list.Rows(), list.Facts()
}

// walls are where films end.
var walls = [...]string{leftWall: "left", rightWall: "right", bottomWall: "bottom", topWall: "top"}

// event is what happens in a film by a row of four numbers; nil for padding and for what has no kind that is known.
func (s *showSample) event(row []int32) (fact show.Facts, says string) {
	frame, kind, rows := row[0], int(row[1]), []int{int(row[2])}
	if frame < 0 || kind < 0 || kind >= len(filmEventNames) {
		return nil, ""
	}
	if filmEventKind(kind) == contactEvent {
		rows = append(rows, int(row[3]))
	}
	objects, called := []string{}, []string{}
	for _, r := range rows {
		i := slices.IndexFunc(s.objects, func(o inspectedObject) bool { return o.row == r })
		if i < 0 {
			called = append(called, fmt.Sprintf("row %d", r))
			continue
		}
		objects, called = append(objects, objectKey(i)), append(called, fmt.Sprintf("%s (%s)", s.objectName(i), objectKey(i)))
	}
	fact = show.Facts{"frame": int(frame), "kind": filmEventNames[kind], "rows": rows, "objects": objects}
	switch wall := row[3]; filmEventKind(kind) {
	case wallEvent:
		if wall >= 0 && int(wall) < len(walls) {
			fact["wall"], says = walls[wall], fmt.Sprintf("%s meets the %s wall", called[0], walls[wall])
		}
	case contactEvent:
		says = fmt.Sprintf("%s and %s touch", called[0], called[1])
	case enterEvent:
		says = called[0] + " enters"
	case leaveEvent:
		says = called[0] + " leaves"
	}
	return fact, says
}

// objectKey is the key of an object by its place among those of the element.
func objectKey(i int) string { return show.Key("object", i+1) }

// objectName is the class of an object; squares have none.
func (s *showSample) objectName(i int) string {
	if s.objects[i].name == "" {
		return "square"
	}
	return s.objects[i].name
}

// objectKind says what objects are.
func (s *sidecarSource) objectKind() string {
	switch {
	case s.parts == nil:
		return "square"
	case !slices.ContainsFunc(s.Classes, func(c string) bool { return len(c) > 1 }):
		return "character"
	case s.shapes != nil:
		return "word"
	}
	return "object"
}

// entities are objects with their parts, and lines that belong to none.
func (s *showSample) entities() []show.Entity {
	lines := s.lineEntities()
	out := []show.Entity{}
	for i, o := range s.objects {
		e := show.Entity{Key: objectKey(i), Name: s.objectName(i), Kind: s.in.about.objectKind()}
		if e.Class = o.class; e.Class == "" {
			e.Class = e.Name
		}
		if s.element.mask != nil {
			e.Channel, e.ID = show.ChannelObject, i+1
		}
		s.draw(&e, func(_ int, m *Mark) bool { return m.Object == i }, true)
		s.tellObject(&e, i)
		if e.Entities = lines[i]; lines[i] == nil {
			e.Entities = s.letters(i)
		}
		out = append(out, e)
	}
	return append(out, lines[-1]...)
}

// draw gives an entity the lines and boxes of the marks of pictures that are its own.
func (s *showSample) draw(e *show.Entity, own func(p int, m *Mark) bool, clean bool) {
	for p := range s.frames {
		f := &s.frames[p]
		lines := [][][2]float64{}
		box := show.Rect{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for k := range f.Targets {
			m := &f.Targets[k]
			if f.clean && !clean || !own(p, m) {
				continue
			}
			lines = append(lines, [][2]float64{{m.X[0], m.Y[0]}, {m.X[1], m.Y[1]}})
			half := m.Width / decodeTarget / 2
			box.X0, box.X1 = min(box.X0, m.X[0]-half, m.X[1]-half), max(box.X1, m.X[0]+half, m.X[1]+half)
			box.Y0, box.Y1 = min(box.Y0, m.Y[0]-half, m.Y[1]-half), max(box.Y1, m.Y[0]+half, m.Y[1]+half)
		}
		e.Lines = append(e.Lines, lines)
		e.Boxes = append(e.Boxes, within(box, float64(s.in.width), float64(s.in.height)))
	}
}

// within is what of a box is in the picture; zero if nothing is.
func within(b show.Rect, width, height float64) show.Rect {
	b = show.Rect{X0: max(b.X0, 0), Y0: max(b.Y0, 0), X1: min(b.X1, width), Y1: min(b.Y1, height)}
	if b.X0 >= b.X1 || b.Y0 >= b.Y1 {
		return show.Rect{}
	}
	return b
}

// lineEntities are the rows of part_poses by the object that they belong to, -1 for those that noise added. What is told once in
// each direction is one entity.
func (s *showSample) lineEntities() map[int][]show.Entity {
	type told struct {
		row    []float64
		object int
		at     int // in out[object]
	}
	parts := s.element.seen.parts
	out := map[int][]show.Entity{}
	var before []told
	for r := range parts.Rows {
		stored := firstRow(parts, r)
		object, ok := s.objectOfRow(r)
		if !ok {
			continue
		}
		row := make([]float64, len(stored))
		widen(row, stored)
		flipped := flippedRow(row)
		if k := slices.IndexFunc(before, func(b told) bool { return b.object == object && slices.Equal(b.row, flipped) }); k >= 0 {
			addRow(&out[object][before[k].at], r)
			continue
		}
		before = append(before, told{row, object, len(out[object])})
		e := show.Entity{Key: fmt.Sprintf("part %d", r), Name: "line", Kind: "part"}
		if n := len(stored); n != partWidth && n != solidPartWidth {
			e.Name = partOfRow(row).Kind.String()
		}
		e.Class = e.Name
		if object < 0 {
			e.Name = "false " + e.Name
		}
		s.draw(&e, func(_ int, m *Mark) bool { return m.Row == r }, false)
		s.tellPart(&e, r, object)
		out[object] = append(out[object], e)
	}
	return out
}

// objectOfRow is the object that a row of part_poses belongs to, in the first picture where it is seen.
func (s *showSample) objectOfRow(r int) (object int, ok bool) {
	for _, f := range s.frames {
		if f.clean {
			break
		}
		if k := slices.IndexFunc(f.Targets, func(m Mark) bool { return m.Row == r }); k >= 0 {
			return f.Targets[k].Object, true
		}
	}
	return 0, false
}

// letters are those of a word, by the lines that the shape has for each.
func (s *showSample) letters(i int) (out []show.Entity) {
	name := s.objects[i].class
	class := slices.Index(s.in.about.Classes, name)
	if s.in.about.shapes == nil || s.element.seen.parts.N > 0 || class < 0 {
		return nil
	}
	shape := s.in.about.shapes[class]
	for letter, char := range []rune(name) {
		e := show.Entity{
			Key: fmt.Sprintf("%s letter %d", objectKey(i), letter+1), Name: string(char), Kind: "character", Class: string(char), Rows: []show.Row{},
			Facts: show.Facts{"class": string(char), "place": letter + 1},
		}
		picture, line := -1, 0 // marks of an object are in the order of its shape's lines, since all are equally bright
		s.draw(&e, func(p int, m *Mark) bool {
			if m.Object != i {
				return false
			}
			if p != picture {
				picture, line = p, 0
			}
			line++
			return shape.LetterOf(line-1) == letter
		}, true)
		out = append(out, e)
	}
	return out
}

// Classes are those of the split's file, the kinds of its parts, and the letters of its words.
func (r *showReader) Classes() []show.Class {
	about := r.source.about()
	names := about.Classes
	if len(names) == 0 {
		names = []string{"square"}
	}
	out := show.ClassesOf(about.objectKind(), names...)
	parts := []string{"line"}
	if n := about.partWidth(); n > 0 && n != partWidth && n != solidPartWidth {
		parts = nil
		for k := range glyph.PartKind(glyph.PartKinds) {
			parts = append(parts, k.String())
		}
	}
	out = append(out, show.ClassesOf("part", parts...)...)
	var letters []string
	for _, name := range names {
		for _, char := range name {
			letters = append(letters, string(char))
		}
	}
	slices.Sort(letters)
	return append(out, show.ClassesOf("character", slices.Compact(letters)...)...)
}
