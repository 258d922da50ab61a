package syndacate

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// filmRows reads arrays of finished films.
type filmRows struct {
	options             FilmOptions
	config              samplerConfig
	n                   int
	parts               []float32 // nil for words
	objects, velocities []float32
	events              []int32
	mass, offsets       []float32 // of collisions
	inertia             []float32
}

// filmRowsOf finds the arrays of films, or says which one is missing or has another shape or type.
func filmRowsOf(o FilmOptions, arrays []npz.Array) (*filmRows, string) {
	if len(arrays) == 0 || len(arrays[0].Shape) == 0 {
		return nil, "there are no films"
	}
	n, pictures := arrays[0].Shape[0], arrays[0].Key == keyImages
	wanted := newTable(columnsOf(&filmSource{o, o.config()}, pictures), 0, 0).arrays
	if len(arrays) != len(wanted) {
		return nil, fmt.Sprintf("there are %d arrays, want %d", len(arrays), len(wanted))
	}
	r := &filmRows{options: o, config: o.config(), n: n}
	for i, want := range wanted {
		got := arrays[i]
		want.Shape[0] = n
		if got.Key != want.Key || !slices.Equal(got.Shape, want.Shape) || reflect.TypeOf(got.Data) != reflect.TypeOf(want.Data) {
			return nil, fmt.Sprintf("array %d is %s of shape %v and type %T, want %s of %v and %T", i, got.Key, got.Shape, got.Data,
				want.Key, want.Shape, want.Data)
		}
		floats, _ := got.Data.([]float32)
		switch want.Key {
		case keyParts:
			r.parts = floats
		case keyObjects:
			r.objects = floats
		case keyVelocities:
			r.velocities = floats
		case keyEvents:
			r.events = got.Data.([]int32)
		case keyMass:
			r.mass = floats
		case keyInertia:
			r.inertia = floats
		case keyMassOffsets:
			r.offsets = floats
		}
	}
	return r, ""
}

// object is a row of object_poses.
func (r *filmRows) object(film, frame, row int) []float32 {
	at := ((film*r.options.Frames+frame)*r.config.objectRows() + row) * objectWidth
	return r.objects[at : at+objectWidth]
}

// velocity is a row of velocities.
func (r *filmRows) velocity(film, frame, row int) []float32 {
	at := ((film*r.options.Frames+frame)*r.config.objectRows() + row) * 3
	return r.velocities[at : at+3]
}

// part is a row of part_poses.
func (r *filmRows) part(film, frame, row int) []float32 {
	at := ((film*r.options.Frames+frame)*r.config.partRows() + row) * partWidth
	return r.parts[at : at+partWidth]
}

// event is a row of events.
func (r *filmRows) event(film, k int) (frame int, kind filmEventKind, a, b int) {
	e := r.events[(film*filmEvents+k)*4:]
	return int(e[0]), filmEventKind(e[1]), int(e[2]), int(e[3])
}

// pose is the class and pose of a row, false for one of zeros.
func (r *filmRows) pose(film, frame, row int) (class int, p glyph.Pose, ok bool) {
	values := r.object(film, frame, row)
	for class < len(r.config.classes()) && values[class] == 0 {
		class++
	}
	if class == len(r.config.classes()) {
		return 0, p, false
	}
	v := values[objectWidth-len(glyph.PoseNames):]
	return class, glyph.Pose{Wideness: float64(v[0]), Italic: float64(v[1]), Rotation: float64(v[2]), Scale: float64(v[3]),
		X: float64(v[4]), Y: float64(v[5]), Thickness: float64(v[6]), Brightness: float64(v[7])}, true
}

func allZero(row []float32) bool {
	return !slices.ContainsFunc(row, func(v float32) bool { return v != 0 })
}

// filmTolerance is for numbers that come from rounded ones.
const filmTolerance = 2e-5

// check finds what is wrong in a film by the rules of all films: an object is one object in all frames, its lines are
// those of its pose, and what is not there has zeros.
func (r *filmRows) check(film int, fault filmFault) {
	for row := range r.config.objectRows() {
		class, first, seen := 0, glyph.Pose{}, false
		for frame := range r.options.Frames {
			c, p, ok := r.pose(film, frame, row)
			if !ok {
				if !allZero(r.velocity(film, frame, row)) || !allZero(r.object(film, frame, row)) {
					fault("frame %d, object row %d has no class but other numbers", frame, row)
				}
				continue
			}
			if seen && (c != class || p.Brightness != first.Brightness || p.Thickness != first.Thickness) {
				fault("frame %d, object row %d is another object than before", frame, row)
			}
			class, first, seen = c, p, true
		}
	}
	for frame := range r.options.Frames {
		if r.parts != nil && !r.partsMatch(film, frame) {
			fault("frame %d: part rows are not the lines of the objects", frame)
		}
	}
	last := 0
	for k := range filmEvents {
		frame, kind, a, b := r.event(film, k)
		if frame < 0 {
			last = math.MaxInt
			continue
		}
		if frame < last || frame >= r.options.Frames || kind < wallEvent || kind > leaveEvent || a < 0 || a >= r.config.objectRows() {
			fault("event %d is (%d, %d, %d, %d), which is out of order or range", k, frame, kind, a, b)
			return
		}
		last = frame
	}
}

// partsMatch tells whether the rows of parts are the lines of the objects, each in one row (or one for each direction).
func (r *filmRows) partsMatch(film, frame int) bool {
	taken := make([]bool, r.config.partRows())
	find := func(l glyph.Line) bool {
		for row := range taken {
			v := r.part(film, frame, row)
			if taken[row] || v[5] == 0 {
				continue
			}
			off := 0.0
			for i, want := range [...]float64{l.X1, l.Y1, l.X2, l.Y2, l.Thickness, l.Brightness} {
				off = max(off, math.Abs(float64(v[i])-want))
			}
			if off <= filmTolerance {
				taken[row] = true
				return true
			}
		}
		return false
	}
	for row := range r.config.objectRows() {
		class, p, ok := r.pose(film, frame, row)
		if !ok {
			continue
		}
		lines := r.config.shapes()[class].Append(nil, p)
		if r.options.Flips {
			n := len(lines)
			lines = append(lines, lines...)
			glyph.Flip(lines[n:])
		}
		for _, l := range lines {
			if !find(l) {
				return false
			}
		}
	}
	for row := range taken {
		if !taken[row] && !allZero(r.part(film, frame, row)) {
			return false
		}
	}
	return true
}

// filmFaults checks films one after the other: what holds for all, then more. Of each film the first fault is named.
func filmFaults(
	o FilmOptions, first int, arrays []npz.Array, more func(r *filmRows, film int, fault filmFault),
) (faults []string) {
	r, wrong := filmRowsOf(o, arrays)
	if r == nil {
		return []string{wrong}
	}
	for film := range r.n {
		before := len(faults)
		fault := func(format string, args ...any) {
			if len(faults) == before {
				faults = append(faults, fmt.Sprintf("film %d, ", first+film)+fmt.Sprintf(format, args...))
			}
		}
		r.check(film, fault)
		more(r, film, fault)
	}
	return faults
}

// filmFault says what is wrong with a film.
type filmFault func(format string, args ...any)

// rules are those of all films, and of bodies or of objects that move freely: the center keeps within walls, rotation goes on evenly, and
// speed along each axis stays the same but for its sign.
func (s *filmSource) rules(first int, arrays []npz.Array) []string {
	if s.options.Collide {
		return s.bodyRules(first, arrays)
	}
	return filmFaults(s.options, first, arrays, func(r *filmRows, film int, fault filmFault) {
		for row := range r.config.objectRows() {
			r.checkFree(film, row, fault)
		}
	})
}

func (r *filmRows) checkFree(film, row int, fault filmFault) {
	for frame := 1; frame < r.options.Frames; frame++ {
		_, before, was := r.pose(film, frame-1, row)
		_, p, is := r.pose(film, frame, row)
		if !was || !is {
			continue
		}
		if max(math.Abs(p.X), math.Abs(p.Y)) > 1+filmTolerance {
			fault("frame %d, object row %d is at (%v, %v), beyond the walls", frame, row, p.X, p.Y)
		}
		u, v := r.velocity(film, frame-1, row), r.velocity(film, frame, row)
		if math.Abs(float64(u[0])) != math.Abs(float64(v[0])) || math.Abs(float64(u[1])) != math.Abs(float64(v[1])) || u[2] != v[2] {
			fault("frame %d, object row %d goes at %v after %v", frame, row, v, u)
		}
		turned := p.Rotation - before.Rotation
		if math.Abs(turned-float64(filmInterval*float64(v[2]))) > filmTolerance {
			fault("frame %d, object row %d turns by %v at %v rad/s", frame, row, turned, v[2])
		}
		x0, y0 := centerOf(before)
		x, y := centerOf(p)
		if !r.options.Drift && u[0] == v[0] && u[1] == v[1] &&
			max(math.Abs(x-x0-float64(filmInterval*float64(v[0]))), math.Abs(y-y0-float64(filmInterval*float64(v[1])))) > filmTolerance {
			fault("frame %d, object row %d moves by (%v, %v) at %v", frame, row, x-x0, y-y0, v)
		}
	}
}
