package closed

import (
	"encoding/json"
	"math"
	"slices"

	"mereo/gen/ask"
)

// plainEvent is an event as a record tells it. Of unsure ones it is not sure that they happen.
type plainEvent struct {
	kind    string
	objects []ask.Object
	frame   int // -1 of what could happen
	unsure  bool
}

// MarshalJSON writes it as Event does.
func (e plainEvent) MarshalJSON() ([]byte, error) {
	return Event{e.kind, plainNth(e.objects, 0), plainNth(e.objects, 1), e.frame}.MarshalJSON()
}

func plainNth(objects []ask.Object, n int) ask.Object {
	if n < len(objects) {
		return objects[n]
	}
	return -1
}

// same tells whether it is the same event, alike whether it is one of the same kind and objects.
func (e plainEvent) same(o plainEvent) bool { return e.alike(o) && e.frame == o.frame }
func (e plainEvent) alike(o plainEvent) bool {
	return e.kind == o.kind && slices.Equal(e.objects, o.objects)
}

// plainEvents is a set of events in the order of time. That of the causes of an event tells the objects without which it would not be.
type plainEvents struct {
	list           []plainEvent
	causes         bool
	objects, maybe []ask.Object
}

// MarshalJSON writes those that are sure.
func (s plainEvents) MarshalJSON() ([]byte, error) {
	list := []plainEvent{}
	for _, e := range s.list {
		if !e.unsure {
			list = append(list, e)
		}
	}
	return json.Marshal(list)
}

// PlainEvents are the events that a value of a plain run is: a single one, or those of a set that are sure. It is not ok for other values.
func PlainEvents(v ask.Value) (out []Event, single, ok bool) {
	e, single := v.(plainEvent)
	list, set := v.(plainEvents)
	if single {
		list.list = []plainEvent{e}
	}
	for _, e := range list.list {
		if single || !e.unsure {
			out = append(out, Event{e.kind, plainNth(e.objects, 0), plainNth(e.objects, 1), e.frame})
		}
	}
	return out, single, single || set
}

// keep are the events that pass a test.
func (s plainEvents) keep(test func(e plainEvent) bool) (out plainEvents) {
	for _, e := range s.list {
		if test(e) {
			out.list = append(out.list, e)
		}
	}
	return out
}

// sure are the events of a set of which all are sure; there is no answer about others.
func (s plainEvents) sure() []plainEvent {
	for _, e := range s.list {
		if e.unsure {
			ask.Missing("it hangs on a hair what would happen")
		}
	}
	return s.list
}

// has tells whether there is an event like one.
func (s plainEvents) has(like plainEvent) bool {
	unsure := false
	for _, e := range s.list {
		if e.alike(like) {
			if !e.unsure {
				return true
			}
			unsure = true
		}
	}
	if unsure {
		ask.Missing("it hangs on a hair what would happen")
	}
	return false
}

// involve tells whether an object takes part.
func (s plainEvents) involve(o ask.Object) bool {
	sure, unsure := slices.Contains(s.objects, o), slices.Contains(s.maybe, o)
	if !s.causes {
		for _, e := range s.list {
			if slices.Contains(e.objects, o) {
				sure, unsure = sure || !e.unsure, unsure || e.unsure
			}
		}
	}
	if !sure && unsure {
		ask.Missing("it hangs on a hair what would happen")
	}
	return sure
}

// plainFrames is how many frames are shown.
func plainFrames(s *ask.Plain) int { return ask.Whole(ask.At[any](s.Motion, "frames")) }

// plainSeen are the events of a film that somebody sees.
func plainSeen(s *ask.Plain) plainEvents {
	last := plainFrames(s) - 1
	out := []plainEvent{{EventStart, nil, 0, false}}
	for _, list := range []struct{ kind, name string }{{EventIn, "enters"}, {EventOut, "leaves"}} {
		for _, m := range ask.At[[]any](s.Motion, list.name) {
			if frame := ask.Whole(ask.At[any](m, "frame")); frame <= last {
				out = append(out, plainEvent{list.kind, []ask.Object{ask.Object(ask.Whole(ask.At[any](m, "object_id")))}, frame, false})
			}
		}
	}
	for _, c := range ask.At[[]any](s.Motion, "collisions") {
		if frame := ask.Whole(ask.At[any](c, "frame")); frame < last {
			out = append(out, plainEvent{EventCollision, plainObjects(ask.At[[]any](c, "object_ids")), frame, !ask.At[bool](c, "seen")})
		}
	}
	slices.SortStableFunc(out, func(a, b plainEvent) int { return a.frame - b.frame })
	return plainEvents{list: append(out, plainEvent{EventEnd, nil, last, false})}
}

// plainObjects are objects of a list of numbers.
func plainObjects(list []any) (out []ask.Object) {
	for _, v := range list {
		out = append(out, ask.Object(ask.Whole(v)))
	}
	return out
}

// plainOutcome are the events of a run.
func plainOutcome(of any) (out plainEvents) {
	for _, unsure := range []bool{false, true} {
		from := of
		if unsure {
			from = ask.At[any](of, "unsure")
		}
		for _, pair := range ask.At[[]any](from, "collisions") {
			out.list = append(out.list, plainEvent{EventCollision, plainObjects(ask.At[[]any](pair)), -1, unsure})
		}
		for _, o := range ask.At[[]any](from, "leaves") {
			out.list = append(out.list, plainEvent{EventOut, []ask.Object{ask.Object(ask.Whole(o))}, -1, unsure})
		}
	}
	return out
}

// plainWhatIf is the run that leaves out some objects, or lets them go through each other.
func plainWhatIf(s *ask.Plain, key string, objects ...int) any {
	for _, run := range ask.At[[]any](s.Motion, "what_ifs") {
		list, _ := ask.At[map[string]any](run)[key].([]any)
		if slices.EqualFunc(list, objects, func(v any, o int) bool { return ask.Whole(v) == o }) {
			return run
		}
	}
	ask.Missing("the record does not tell what would happen")
	return nil
}

// plainMoves tells whether an object moves in a frame, or in the film where it is -1, and whether it is in the picture.
func plainMoves(s *ask.Plain, o ask.Object, frame int) (moving, seen bool) {
	first, last := 0, plainFrames(s)-1
	if frame >= 0 {
		first, last = max(frame-plainGlance, 0), min(frame+plainGlance, len(ask.At[[]any](s.Motion, "states"))-1)
	}
	doubt, away, rests := false, false, false
	for k := first; k <= last; k++ {
		state := ask.At[map[string]any](s.Motion, "states", k, int(o))
		speed, turning := plainLength(state["velocity"]), plainLength(state["angular_velocity"])
		slow, doubtful := speed < 0.01 && turning < 0.05, state["unsure"] == true
		switch {
		case doubtful, !slow && speed < 0.1 && state["in_view"] == true:
			doubt = true
		case state["in_view"] == true:
			seen, moving, rests = true, moving || !slow, rests || slow
		default:
			away = true
		}
	}
	if frame >= 0 && (doubt || away && seen || moving && rests) {
		ask.Missing("nobody sees in which of two frames the %s begins or ends to move, or is there", o)
	}
	if doubt && !moving {
		ask.Missing("it is hardly seen whether the %s moves", o)
	}
	return moving, seen
}

// plainGlance is by how many frames somebody may be wrong about a moment.
const plainGlance = 2

// plainLength is that of a vector.
func plainLength(v any) float64 {
	sum := 0.0
	for i := range 3 {
		x := ask.At[float64](v, i)
		sum += x * x
	}
	return math.Sqrt(sum)
}

// plainDirection is in which direction the middle of an object goes in the picture, from the frame before to the one after.
func plainDirection(s *ask.Plain, o ask.Object, frame int) ask.Value {
	if frame < 0 {
		return ask.Because("it is asked of one frame")
	}
	if moving, seen := plainMoves(s, o, frame); !moving || !seen {
		return ask.Because("the %s does not move", o)
	}
	states := ask.At[[]any](s.Motion, "states")
	at := func(frame, axis int) float64 {
		return ask.At[float64](states[min(max(frame, 0), len(states)-1)], int(o), "pixel", axis)
	}
	right, down := at(frame+1, 0)-at(frame-1, 0), at(frame+1, 1)-at(frame-1, 1)
	for name, off := range map[string][2]float64{"right": {right, down}, "left": {-right, down}, "down": {down, right}, "up": {-down, right}} {
		if off[0] > 0 && math.Abs(off[1]) < plainSlant*off[0] {
			return name
		}
	}
	return ask.Because("the %s moves slantingly", o)
}

// plainSlant is how far a direction may be off an axis of the picture: the tangent of 30 degrees.
const plainSlant = 0.577350269

// plainSorted tells whether somebody sees which of two events came first: a tenth of a second is between them.
func plainSorted(s *ask.Plain, a, b plainEvent) bool {
	ends := func(e plainEvent) bool { return e.kind == EventStart || e.kind == EventEnd }
	return ends(a) || ends(b) || math.Abs(float64(a.frame-b.frame)) >= math.Ceil(0.1*ask.At[float64](s.Motion, "fps"))
}

// plainAncestors are the causes of an event among some, and its objects.
func plainAncestors(s *ask.Plain, among plainEvents, of plainEvent) plainEvents {
	if !slices.ContainsFunc(plainSeen(s).list, func(e plainEvent) bool { return e.same(of) && !e.unsure }) {
		ask.Missing("the event is not seen in the film")
	}
	out := plainEvents{causes: true}
	// spared tells whether the event would happen all the same.
	happens := func(run any) (is, sure bool) {
		for _, e := range plainOutcome(run).list {
			if e.alike(of) {
				return !e.unsure, !e.unsure
			}
		}
		return false, true
	}
	for _, e := range among.list {
		if e.kind == EventStart || e.kind == EventEnd || e.frame >= of.frame || e.alike(of) {
			continue
		}
		is, sure := false, false
		switch {
		case e.kind == EventCollision:
			is, sure = happens(plainWhatIf(s, "apart", int(e.objects[0]), int(e.objects[1])))
		case e.kind == EventIn && !slices.Contains(of.objects, e.objects[0]):
			is, sure = happens(plainWhatIf(s, "without", int(e.objects[0])))
		case e.kind == EventOut:
			is, sure = true, true // what goes out meets nothing any more
		}
		if !is {
			e.unsure = !sure
			out.list = append(out.list, e)
		}
	}
	for _, o := range s.All() {
		is, sure := false, false
		if !slices.Contains(of.objects, o) {
			is, sure = happens(plainWhatIf(s, "without", int(o)))
		}
		switch {
		case !sure:
			out.maybe = append(out.maybe, o)
		case !is:
			out.objects = append(out.objects, o)
		}
	}
	return out
}

// plainByOrder are the events among some that come before an event by a chain of events of which each next one has an object in common, with none of
// the same object between them.
func plainByOrder(s *ask.Plain, among plainEvents, of plainEvent) (out plainEvents) {
	all := plainSeen(s).list
	wanted := []plainEvent{of}
	for i := slices.IndexFunc(all, of.same) - 1; i >= 0; i-- { // backward: what comes between was looked at
		for _, o := range all[i].objects {
			k := slices.IndexFunc(all[i+1:], func(e plainEvent) bool { return slices.Contains(e.objects, o) })
			if k >= 0 && slices.ContainsFunc(wanted, all[i+1+k].same) && !slices.ContainsFunc(wanted, all[i].same) {
				wanted = append(wanted, all[i])
			}
		}
	}
	for _, e := range among.list {
		if slices.ContainsFunc(wanted[1:], e.same) {
			e.unsure = false
			out.list = append(out.list, e)
		}
	}
	return out
}
