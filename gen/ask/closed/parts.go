package closed

import (
	"slices"

	"mereo/gen/ask"
)

// Parted is a scene whose objects have parts of some kinds, as a chair has legs.
type Parted interface {
	Scene
	// Pieces are the parts of a kind that an object has.
	Pieces(o ask.Object, kind string) Pieces
	// Kinds are those that objects like this one can have.
	Kinds(o ask.Object) []PartKind
}

// PartKind is a kind of parts that objects of some sort can have.
type PartKind struct {
	Kind    ask.Value
	Several bool // some of these objects have several, which makes them worth counting
	Always  bool // all of these objects have such parts, so that nobody needs to ask
}

// Pieces are the parts of a kind of an object.
type Pieces struct {
	N   int
	Has []ask.Value // by attribute: the value that all of them have, or nil
}

// has is a value, or Invalid.
func (p *Pieces) has(attribute int) ask.Value {
	if p.N == 0 || p.Has[attribute] == nil {
		return ask.Invalid
	}
	return p.Has[attribute]
}

// PartRecord says how records tell of parts: each object may have a list under "parts".
type PartRecord struct {
	Kind  func(name string) string // of a part, by its "name"; empty where no kind has it
	Least int                      // "visible_px" from which a part counts
}

// pieces are the parts of a kind in a record.
func (r *PartRecord) pieces(s *ask.Plain, o ask.Object, kind ask.Value) (out []any) {
	parts, _ := ask.At[map[string]any](s.Objects, int(o))["parts"].([]any)
	for _, p := range parts {
		if r.Kind(ask.At[string](p, "name")) == kind && ask.Whole(ask.At[float64](p, "visible_px")) >= r.Least {
			out = append(out, p)
		}
	}
	return out
}

// value is what all parts of a kind have of an attribute; nil where there is none, or they differ.
func (r *PartRecord) value(s *ask.Plain, o ask.Object, kind ask.Value, attribute string) (value any) {
	for i, p := range r.pieces(s, o, kind) {
		of, _ := ask.At[map[string]any](p)["attributes"].(map[string]any)
		if i > 0 && of[attribute] != value {
			return nil
		}
		value = of[attribute]
	}
	return value
}

// Parts adds the functions of things with parts: what filters by a kind of parts, counts the parts of an object and finds whether there are any,
// and, for each attribute that parts have, what asks for it and finds other objects whose parts have the same. In templates each proposes
// the kinds that are worth asking for. Of a number more than most there is no answer.
func Parts[S Parted](l *ask.Library[S], part ask.Type, attributes []Attribute, record PartRecord, most int) {
	side := []ask.Type{part}
	l.Add(
		ask.Function[S]{
			Name: "filter_part", In: oneSet, Side: side, Out: ask.TypeSet,
			Help: "The objects of a set that show such a part.",
			Eval: func(s S, in, side []ask.Value) ask.Value {
				var out ask.Set
				for o := range in[0].(ask.Set).All() {
					if s.Pieces(o, side[0].(string)).N > 0 {
						out = out.With(o)
					}
				}
				return out
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				return ask.Keep(in[0].([]ask.Object), func(o ask.Object) bool { return len(record.pieces(s, o, side[0])) > 0 })
			},
		},
		ask.Function[S]{
			Name: "count_part", In: oneObject, Side: side, Out: ask.TypeInteger,
			Help: "How many such parts an object shows; there is no answer if it shows none.",
			Eval: func(s S, in, side []ask.Value) ask.Value {
				if n := s.Pieces(in[0].(ask.Object), side[0].(string)).N; n > 0 {
					return UpTo(most, n)
				}
				return ask.Invalid
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				switch n := len(record.pieces(s, in[0].(ask.Object), side[0])); {
				case n == 0:
					return ask.Because("the %s shows no %s", in[0], side[0])
				case n > most:
					return ask.Because("the %s shows too many parts to be counted: %s", in[0], side[0])
				default:
					return n
				}
			},
		},
		ask.Function[S]{
			Name: "exist_part", In: oneObject, Side: side, Out: ask.TypeBool,
			Help: "Whether an object shows such a part.",
			Eval: func(s S, in, side []ask.Value) ask.Value { return s.Pieces(in[0].(ask.Object), side[0].(string)).N > 0 },
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				return len(record.pieces(s, in[0].(ask.Object), side[0])) > 0
			},
		},
	)
	always := func(PartKind) bool { return true }
	proposed := map[string]func(PartKind) bool{
		"filter_part": always, "count_part": func(k PartKind) bool { return k.Several }, "exist_part": func(k PartKind) bool { return !k.Always },
	}
	for i, a := range attributes {
		query, same := "query_part_"+a.Key, "same_part_"+a.Key
		proposed[query], proposed[same] = always, always
		l.Add(
			ask.Function[S]{
				Name: query, In: oneObject, Side: side, Out: a.Type,
				Help: "The " + a.Key + " that all such parts of an object have.",
				Eval: func(s S, in, side []ask.Value) ask.Value {
					p := s.Pieces(in[0].(ask.Object), side[0].(string))
					return p.has(i)
				},
				Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
					if value := record.value(s, in[0].(ask.Object), side[0], a.Key); value != nil {
						return value
					}
					return ask.Because("the %s shows no such part of one "+a.Key+": %s", in[0], side[0])
				},
			},
			ask.Function[S]{
				Name: same, In: oneObject, Side: side, Out: ask.TypeSet,
				Help: "The other objects whose such parts have the same " + a.Key + ".",
				Eval: func(s S, in, side []ask.Value) ask.Value {
					as, kind := in[0].(ask.Object), side[0].(string)
					p := s.Pieces(as, kind)
					value := p.has(i)
					if value == ask.Invalid {
						return value
					}
					var out ask.Set
					for o := range ask.AllOf(s.Len()).Without(as).All() {
						if other := s.Pieces(o, kind); other.has(i) == value {
							out = out.With(o)
						}
					}
					return out
				},
				Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
					value := record.value(s, in[0].(ask.Object), side[0], a.Key)
					if value == nil {
						return ask.Because("the %s shows no such part of one "+a.Key+": %s", in[0], side[0])
					}
					return ask.Keep(s.Others(in[0].(ask.Object)), func(o ask.Object) bool { return record.value(s, o, side[0], a.Key) == value })
				},
			},
		)
	}
	for name, worth := range proposed {
		l.AddMacro(kindsOf(l.Function(name), worth))
	}
}

// kindsOf proposes the kinds of parts for which a function is worth calling.
func kindsOf[S Parted](f *ask.Function[S], worth func(PartKind) bool) ask.Macro[S] {
	return ask.Macro[S]{
		Name: f.Name, In: f.In, Slots: f.Side, Out: f.Out,
		Expand: func(q *ask.Search[S], n *ask.TemplateNode, room *[]ask.Branch) []ask.Branch {
			in := q.Output(n.Inputs[0])
			of, ok := in.(ask.Set)
			if !ok {
				of = of.With(in.(ask.Object))
			}
			var kinds []ask.Value
			for o := range of.All() {
				for _, k := range q.Scene.Kinds(o) {
					if worth(k) && !slices.Contains(kinds, k.Kind) {
						kinds = append(kinds, k.Kind)
					}
				}
			}
			*room = (*room)[:0]
			for _, kind := range kinds {
				said := []ask.Value{kind}
				if v := f.Eval(q.Scene, []ask.Value{in}, said); v != ask.Invalid {
					*room = append(*room, ask.Branch{Slots: said, Steps: []ask.Step{{Function: f.Name, Side: said, Output: v}}})
				}
			}
			return *room
		},
	}
}
