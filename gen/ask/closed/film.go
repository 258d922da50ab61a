package closed

import (
	"encoding/json"

	"mereo/gen/ask"
)

// Types of values that films have.
const (
	TypeEvent     ask.Type = "Event"
	TypeEvents    ask.Type = "EventSet"
	TypeFrame     ask.Type = "Frame"
	TypeOrder     ask.Type = "order"
	TypeDirection ask.Type = "direction"
)

// Orders and Directions are the values of these types.
var (
	Orders     = []ask.Value{"first", "second", "last"}
	Directions = []ask.Value{"left", "right", "up", "down"}
)

// Kinds of events.
const (
	EventStart     = "start"
	EventEnd       = "end"
	EventIn        = "in"
	EventOut       = "out"
	EventCollision = "collision"
)

// Event is something that happens, or could. Two objects take part in a collision, the smaller number first, one comes in or goes out.
type Event struct {
	Kind  string
	A, B  ask.Object // -1 for none
	Frame int        // -1 of what could happen
}

// Alike tells whether two events are of one kind and of the same objects.
func (e Event) Alike(o Event) bool { return e.Kind == o.Kind && e.A == o.A && e.B == o.B }

// Objects are those that take part.
func (e Event) Objects() (s ask.Set) {
	for _, o := range []ask.Object{e.A, e.B} {
		if o >= 0 {
			s = s.With(o)
		}
	}
	return s
}

// MarshalJSON writes the kind, the objects and the frame.
func (e Event) MarshalJSON() ([]byte, error) {
	out := struct {
		Kind    string  `json:"event"`
		Objects ask.Set `json:"objects"`
		Frame   *int    `json:"frame,omitempty"`
	}{Kind: e.Kind, Objects: e.Objects()}
	if e.Frame >= 0 {
		out.Frame = &e.Frame
	}
	return json.Marshal(out)
}

// Events is a set of events of a film.
type Events struct {
	film *Film
	of   ask.Set // numbers of events
	// unsure are events of which it is not sure whether they belong to the set.
	unsure ask.Set
	// Of causes: the objects without which it would not have been, and those of which that is not sure.
	causes         bool
	objects, maybe ask.Set
}

// MarshalJSON writes the list of the events.
func (s Events) MarshalJSON() ([]byte, error) {
	list := []Event{}
	for i := range s.of.All() {
		list = append(list, s.film.Events[i])
	}
	return json.Marshal(list)
}

// participants are the objects of events.
func (f *Film) participants(of ask.Set) (out ask.Set) {
	for i := range of.All() {
		out = out.Or(f.Events[i].Objects())
	}
	return out
}

// Outcome are events, by number, that happen in a run, and those of which it is not sure.
type Outcome struct{ Of, Unsure ask.Set }

// Cause is what an event comes from: earlier events, and objects.
type Cause struct{ Events, Objects Outcome }

// Sight is whether somebody sees that an object moves.
type Sight uint8

// Sights.
const (
	Unsure Sight = iota // it is hardly seen, or hardly moves
	Away                // it is not in the picture
	Moving
	Still
)

// Film is what questions know of a film. Events are the first and the last frame, what is seen, in the order of time, what comes about after that, and
// what could: at most ask.MaxObjects.
type Film struct {
	Events    []Event
	Possible  ask.Set
	Seen      Outcome
	Next      Outcome
	Without   []Outcome  // by object
	Frames    int        // that are shown
	Plausible bool       // nothing happened behind a screen that cannot happen
	Causes    []Cause    // by event
	Sights    [][]Sight  // by frame and object, also of frames that are not shown
	Ways      [][]string // by frame and object: in which direction it moves in the picture; "" where that is not sure
	Apart     int        // frames between events of which somebody sees the order, at least
}

// Filmed is a scene with a film.
type Filmed interface {
	Scene
	AsFilm() *Film
}

// glance is by how many frames somebody may be wrong about a moment.
const glance = 2

// sight is that of an object in a frame, or in the whole film where it is -1.
func (f *Film) sight(frame int, o ask.Object) Sight {
	if frame >= 0 {
		s := f.Sights[frame][o]
		for k := max(frame-glance, 0); k <= min(frame+glance, len(f.Sights)-1); k++ {
			if f.Sights[k][o] != s {
				return Unsure
			}
		}
		return s
	}
	all := Away
	for _, row := range f.Sights[:f.Frames] {
		switch s := row[o]; {
		case s == Moving:
			return Moving
		case s == Unsure || all == Unsure:
			all = Unsure
		case s == Still:
			all = Still
		}
	}
	return all
}

// alike tells whether a set has an event like one.
func (f *Film) alike(e Event, of ask.Set) bool {
	for i := range of.All() {
		if f.Events[i].Alike(e) {
			return true
		}
	}
	return false
}

// before are the events that come before one on the way of one of its objects, and before these.
func (f *Film) before(event ask.Object) (out ask.Set) {
	happened := f.Seen.Of.Or(f.Seen.Unsure)
	for _, o := range []ask.Object{f.Events[event].A, f.Events[event].B} {
		last := ask.Object(-1)
		for i := range happened.All() {
			if e := f.Events[i]; i < event && o >= 0 && (e.A == o || e.B == o) {
				last = i
			}
		}
		if last >= 0 {
			out = out.With(last).Or(f.before(last))
		}
	}
	return out
}

// sorted tells whether somebody sees which of two events came first.
func (f *Film) sorted(a, b Event) bool {
	return a.Kind == EventStart || b.Kind == EventStart || a.Kind == EventEnd || b.Kind == EventEnd || max(a.Frame-b.Frame, b.Frame-a.Frame) >= f.Apart
}
