package closed

import (
	"slices"

	"mereo/gen/ask"
)

// AddFilms adds what programs say of films. Names and meanings are those of Yi et al. 2020, "CLEVRER: CoLlision Events for Video REpresentation and
// Reasoning", but for three things: functions of sets of events have names of their own; causes are what runs without them show, not what came before;
// and there is no answer where perturbed runs disagree, or where somebody could take one thing for the other. The constraint FIRST wants that the
// first of two nodes yields the object with the smaller number, so that a pair is not named twice.
func AddFilms[S Filmed](l *ask.Library[S]) {
	l.AddType(TypeEvent, ask.TypeInfo{})
	l.AddType(TypeEvents, ask.TypeInfo{})
	l.AddType(TypeFrame, ask.TypeInfo{})
	l.AddType(TypeOrder, ask.TypeInfo{Domain: Orders})
	l.AddType(TypeDirection, ask.TypeInfo{Domain: Directions})
	l.AddConstraint(ask.Constraint[S]{Name: "FIRST", Params: "nn", Violated: func(q *ask.Search[S], p []int) bool {
		a, ok := q.Output(p[0]).(ask.Object)
		b, both := q.Output(p[1]).(ask.Object)
		return ok && both && a >= b
	}})
	kind := func(name, help string) ask.Function[S] {
		return ask.Function[S]{
			Name: "filter_" + name, In: []ask.Type{TypeEvents, ask.TypeSet}, Out: TypeEvents, Help: help,
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				from, objects := in[0].(Events), in[1].(ask.Set)
				pick := func(of ask.Set) (out ask.Set) {
					for i := range of.All() {
						if e := from.film.Events[i]; e.Kind == name && !e.Objects().And(objects).Empty() {
							out = out.With(i)
						}
					}
					return out
				}
				return Events{film: from.film, of: pick(from.of), unsure: pick(from.unsure)}
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				return in[0].(plainEvents).keep(func(e plainEvent) bool {
					return e.kind == name && slices.ContainsFunc(e.objects, func(o ask.Object) bool { return slices.Contains(in[1].([]ask.Object), o) })
				})
			},
		}
	}
	order := func(name, help string, keep func(e, than int) bool) ask.Function[S] {
		return ask.Function[S]{
			Name: "filter_" + name, In: []ask.Type{TypeEvents, TypeEvent}, Out: TypeEvents, Help: help + " There is no answer where that can hardly be seen.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				from, than := in[0].(Events), in[1].(Event)
				out := Events{film: from.film, unsure: from.unsure}
				for i := range from.of.All() {
					e := from.film.Events[i]
					if e == than {
						continue
					}
					if !from.film.sorted(e, than) {
						return ask.Invalid
					}
					if keep(e.Frame, than.Frame) {
						out.of = out.of.With(i)
					}
				}
				return out
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				than := in[1].(plainEvent)
				return in[0].(plainEvents).keep(func(e plainEvent) bool {
					if !e.same(than) && !e.unsure && !plainSorted(s, e, than) {
						ask.Missing("nobody sees which of two events came first")
					}
					return !e.same(than) && (e.unsure || keep(e.frame, than.frame))
				})
			},
		}
	}
	moves := func(name, help string, is Sight) ask.Function[S] {
		return ask.Function[S]{
			Name: "filter_" + name, In: []ask.Type{ask.TypeSet, TypeFrame}, Out: ask.TypeSet, Help: help + " There is no answer where that can hardly be seen of one of them.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				var out ask.Set
				for o := range in[0].(ask.Set).All() {
					switch s.AsFilm().sight(in[1].(int), o) {
					case Unsure:
						return ask.Invalid
					case is:
						out = out.With(o)
					}
				}
				return out
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return ask.Keep(in[0].([]ask.Object), func(o ask.Object) bool {
					moving, seen := plainMoves(s, o, in[1].(int))
					return seen && moving == (is == Moving)
				})
			},
		}
	}
	ends := func(kind, help string) ask.Function[S] {
		return ask.Function[S]{
			Name: "filter_" + kind, In: []ask.Type{TypeEvents}, Out: TypeEvent, Help: help,
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				s := in[0].(Events)
				for i := range s.of.All() {
					if s.film.Events[i].Kind == kind {
						return s.film.Events[i]
					}
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				for _, e := range in[0].(plainEvents).list {
					if e.kind == kind {
						return e
					}
				}
				return ask.Because("the %s of the film is not among them", kind)
			},
		}
	}
	l.Add(
		ask.Function[S]{
			Name: "plausible", Out: ask.TypeBool, Help: "Whether what the film shows can happen: nothing is gone, changed or elsewhere after a screen hid it.",
			Eval: func(s S, _, _ []ask.Value) ask.Value { return s.AsFilm().Plausible },
			Plain: func(s *ask.Plain, _, _ []ask.Value) ask.Value {
				expect, ok := ask.At[map[string]any](s.Motion)["expect"]
				return !ok || ask.At[bool](expect, "possible")
			},
		},
		ask.Function[S]{
			Name: "single", In: oneObject, Out: ask.TypeSet, Help: "The set of one object alone.",
			Eval:  func(_ S, in, _ []ask.Value) ask.Value { return ask.SetOf(in[0].(ask.Object)) },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return []ask.Object{in[0].(ask.Object)} },
		},
		ask.Function[S]{
			Name: "events", Out: TypeEvents, Help: "All that is seen in the film: its first and its last frame, what comes in and goes out, and collisions.",
			Eval: func(s S, _, _ []ask.Value) ask.Value {
				f := s.AsFilm()
				return Events{film: f, of: f.Seen.Of, unsure: f.Seen.Unsure}
			},
			Plain: func(s *ask.Plain, _, _ []ask.Value) ask.Value { return plainSeen(s) },
		},
		ask.Function[S]{
			Name: "unseen_events", Out: TypeEvents, Help: "All that happens after the film.",
			Eval: func(s S, _, _ []ask.Value) ask.Value {
				f := s.AsFilm()
				return Events{film: f, of: f.Next.Of, unsure: f.Next.Unsure}
			},
			Plain: func(s *ask.Plain, _, _ []ask.Value) ask.Value { return plainOutcome(ask.At[any](s.Motion, "next")) },
		},
		ask.Function[S]{
			Name: "all_events", Out: TypeEvents, Help: "All collisions of two objects that there could be.",
			Eval: func(s S, _, _ []ask.Value) ask.Value { return Events{film: s.AsFilm(), of: s.AsFilm().Possible} },
			Plain: func(s *ask.Plain, _, _ []ask.Value) ask.Value {
				out := plainEvents{}
				for _, a := range s.All() {
					for _, b := range s.All()[a+1:] {
						out.list = append(out.list, plainEvent{EventCollision, []ask.Object{a, b}, -1, false})
					}
				}
				return out
			},
		},
		ask.Function[S]{
			Name: "counterfact_events", In: oneObject, Out: TypeEvents, Help: "The collisions that would happen in the time of the film without an object.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				f := s.AsFilm()
				without := f.Without[in[0].(ask.Object)]
				return Events{film: f, of: without.Of.And(f.Possible), unsure: without.Unsure.And(f.Possible)}
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return plainOutcome(plainWhatIf(s, "without", int(in[0].(ask.Object)))).keep(func(e plainEvent) bool { return e.kind == EventCollision })
			},
		},
		ask.Function[S]{
			Name: "filter_counterfact", In: []ask.Type{TypeEvents, ask.TypeObject}, Out: TypeEvents,
			Help: "The events of a set that would happen without an object, too; there is no answer where that is not sure of one of them.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				from := in[0].(Events)
				without := from.film.Without[in[1].(ask.Object)]
				out := Events{film: from.film, unsure: from.unsure}
				for i := range from.of.All() {
					if from.film.alike(from.film.Events[i], without.Unsure) {
						return ask.Invalid
					}
					if from.film.alike(from.film.Events[i], without.Of) {
						out.of = out.of.With(i)
					}
				}
				return out
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				without := plainOutcome(plainWhatIf(s, "without", int(in[1].(ask.Object))))
				return in[0].(plainEvents).keep(func(e plainEvent) bool { return e.unsure || without.has(e) })
			},
		},
		kind(EventIn, "The events of a set in which one of some objects comes in."),
		kind(EventOut, "The events of a set in which one of some objects goes out."),
		kind(EventCollision, "The collisions of a set in which one of some objects takes part."),
		ends(EventStart, "The first frame."),
		ends(EventEnd, "The last frame."),
		ask.Function[S]{
			Name: "filter_order", In: []ask.Type{TypeEvents}, Side: []ask.Type{TypeOrder}, Out: TypeEvent,
			Help: "The first, second or last event of a set; there is no answer where that can hardly be seen.",
			Eval: func(_ S, in, side []ask.Value) ask.Value {
				s := in[0].(Events)
				var list []Event
				for i := range s.of.All() {
					list = append(list, s.film.Events[i])
				}
				k := slices.Index(Orders, side[0])
				if k == 2 {
					k = len(list) - 1
				}
				if s.unsure != (ask.Set{}) || k < 0 || k >= len(list) || k > 0 && !s.film.sorted(list[k-1], list[k]) || k+1 < len(list) && !s.film.sorted(list[k], list[k+1]) {
					return ask.Invalid
				}
				return list[k]
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				list := in[0].(plainEvents).sure()
				at := map[any]int{"first": 0, "second": 1, "last": len(list) - 1}[side[0]]
				if at < 0 || at >= len(list) {
					return ask.Because("there are not so many events")
				}
				for i, e := range list {
					if i != at && !plainSorted(s, e, list[at]) {
						return ask.Because("nobody sees which of two events came first")
					}
				}
				return list[at]
			},
		},
		order("before", "The events of a set that are before an event.", func(e, than int) bool { return e < than }),
		order("after", "The events of a set that are after an event.", func(e, than int) bool { return e > than }),
		ask.Function[S]{
			Name: "filter_ancestor", In: []ask.Type{TypeEvents, TypeEvent}, Out: TypeEvents,
			Help: "The events of a set without which an event would not have been: it does not happen where their objects go through each other, or are not there.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				from, of := in[0].(Events), in[1].(Event)
				i := slices.Index(from.film.Events, of)
				if i < 0 || !from.film.Seen.Of.Has(ask.Object(i)) {
					return ask.Invalid
				}
				c := &from.film.Causes[i]
				return Events{
					film: from.film, of: from.of.And(c.Events.Of), unsure: from.of.And(c.Events.Unsure), causes: true, objects: c.Objects.Of, maybe: c.Objects.Unsure,
				}
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return plainAncestors(s, in[0].(plainEvents), in[1].(plainEvent))
			},
		},
		ask.Function[S]{
			Name: "filter_ancestor_by_order", In: []ask.Type{TypeEvents, TypeEvent}, Out: TypeEvents,
			Help: "The events of a set that come before an event on the way of one of its objects, and those that come before these, as CLEVRER's executor has it.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				from := in[0].(Events)
				i := slices.Index(from.film.Events, in[1].(Event))
				if i < 0 {
					return ask.Invalid
				}
				before := from.film.before(ask.Object(i))
				return Events{film: from.film, of: from.of.Or(from.unsure).And(before)}
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return plainByOrder(s, in[0].(plainEvents), in[1].(plainEvent))
			},
		},
		ask.Function[S]{
			Name: "unique_event", In: []ask.Type{TypeEvents}, Out: TypeEvent, Help: "The only event of a set; there is no answer if there are none or several.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				s := in[0].(Events)
				if i, ok := s.of.Only(); ok && s.unsure == (ask.Set{}) {
					return s.film.Events[i]
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				if list := in[0].(plainEvents).sure(); len(list) == 1 {
					return list[0]
				}
				return ask.Because("it needs exactly one event")
			},
		},
		ask.Function[S]{
			Name: "count_events", In: []ask.Type{TypeEvents}, Out: ask.TypeInteger, Help: "How many events there are.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				if s := in[0].(Events); s.unsure == (ask.Set{}) {
					return UpTo(MostObjects, s.of.Len())
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				if n := len(in[0].(plainEvents).sure()); n <= MostObjects {
					return n
				}
				return ask.Because("they are too many")
			},
		},
		ask.Function[S]{
			Name: "exist_event", In: []ask.Type{TypeEvents}, Out: ask.TypeBool, Help: "Whether there is any event.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				s := in[0].(Events)
				if s.of.Empty() && !s.unsure.Empty() {
					return ask.Invalid
				}
				return !s.of.Empty()
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				list := in[0].(plainEvents)
				return slices.ContainsFunc(list.list, func(e plainEvent) bool { return !e.unsure }) || len(list.sure()) > 0
			},
		},
		ask.Function[S]{
			Name: "belong_to", In: []ask.Type{TypeEvent, TypeEvents}, Out: ask.TypeBool, Help: "Whether a set has an event of the same kind and objects.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				e, s := in[0].(Event), in[1].(Events)
				if s.film.alike(e, s.of) {
					return true
				}
				if s.film.alike(e, s.unsure) {
					return ask.Invalid
				}
				return false
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return in[1].(plainEvents).has(in[0].(plainEvent)) },
		},
		ask.Function[S]{
			Name: "object_belong_to", In: []ask.Type{ask.TypeObject, TypeEvents}, Out: ask.TypeBool,
			Help: "Whether an object takes part in events of a set; of the causes of an event, whether that would not have been without it.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				o, s := in[0].(ask.Object), in[1].(Events)
				is, maybe := s.objects, s.maybe
				if !s.causes {
					is, maybe = s.film.participants(s.of), s.film.participants(s.unsure)
				}
				if is.Has(o) {
					return true
				}
				if maybe.Has(o) {
					return ask.Invalid
				}
				return false
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				return in[1].(plainEvents).involve(in[0].(ask.Object))
			},
		},
		ask.Function[S]{
			Name: "negate", In: []ask.Type{ask.TypeBool}, Out: ask.TypeBool, Help: "Whether it is not so.",
			Eval:  func(_ S, in, _ []ask.Value) ask.Value { return !in[0].(bool) },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return in[0] == ask.Value(false) },
		},
		ask.Function[S]{
			Name: "query_frame", In: []ask.Type{TypeEvent}, Out: TypeFrame, Help: "The frame of an event.",
			Eval:  func(_ S, in, _ []ask.Value) ask.Value { return in[0].(Event).Frame },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return in[0].(plainEvent).frame },
		},
		ask.Function[S]{
			Name: "whole_film", Out: TypeFrame, Help: "All frames of the film.",
			Eval:  func(S, []ask.Value, []ask.Value) ask.Value { return -1 },
			Plain: func(*ask.Plain, []ask.Value, []ask.Value) ask.Value { return -1 },
		},
		moves("moving", "The objects of a set that are in the picture and move.", Moving),
		moves("stationary", "The objects of a set that are in the picture and do not move.", Still),
		ask.Function[S]{
			Name: "query_direction", In: []ask.Type{ask.TypeObject, TypeFrame}, Out: TypeDirection,
			Help: "In which direction an object moves in the picture: left, right, up or down; there is no answer where it does not, or slantingly.",
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				f, o := s.AsFilm(), in[0].(ask.Object)
				if frame := in[1].(int); frame >= 0 && f.sight(frame, o) == Moving && f.Ways[frame][o] != "" {
					return f.Ways[frame][o]
				}
				return ask.Invalid
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return plainDirection(s, in[0].(ask.Object), in[1].(int))
			},
		},
		ask.Function[S]{
			Name: "query_object", In: []ask.Type{TypeEvent}, Out: ask.TypeObject, Help: "The object that comes in or goes out.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				if e := in[0].(Event); e.Kind == EventIn || e.Kind == EventOut {
					return e.A
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				if e := in[0].(plainEvent); len(e.objects) == 1 {
					return e.objects[0]
				}
				return ask.Because("it needs an event of one object")
			},
		},
		ask.Function[S]{
			Name: "query_collision_partner", In: []ask.Type{TypeEvent, ask.TypeObject}, Out: ask.TypeObject, Help: "The other object of a collision.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				switch e := in[0].(Event); {
				case e.Kind != EventCollision:
				case e.A == in[1]:
					return e.B
				case e.B == in[1]:
					return e.A
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				e := in[0].(plainEvent)
				at := slices.Index(e.objects, in[1].(ask.Object))
				if len(e.objects) != 2 || at < 0 {
					return ask.Because("the %s takes no part in a collision", in[1])
				}
				return e.objects[1-at]
			},
		},
	)
}
