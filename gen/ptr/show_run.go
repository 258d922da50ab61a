package ptr

import (
	"fmt"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
)

// shown is what a record tells, and what programs find in it.
type shown struct {
	page     *show.Page
	library  *ask.Library[*known]
	known    *known
	plain    func() (*ask.Plain, error) // read when a program runs first
	keys     []string                   // of the known objects
	parts    []map[string][]string      // keys of the visible parts of each, by name
	programs []ask.Program              // of the page's questions
}

// run runs a program on the record of the scene.
func run(t *world.Take[*plan], program show.Program) (*show.Trace, error) {
	s := t.Plan.shown
	p, err := show.ReadProgram(s.library, program)
	if err != nil {
		return nil, err
	}
	plain, err := s.plain()
	if err != nil {
		return nil, err
	}
	outputs, why := s.library.TellPlain(plain, p)
	return show.Run(p, outputs, why, func(n ask.Node, in []ask.Value, v ask.Value) show.Result {
		return show.Result{Text: s.say(v), Entities: s.about(n, in, v)}
	}), nil
}

// answers are those that the programs of the page's questions give now.
func (s *shown) answers() error {
	plain, err := s.plain()
	if err != nil {
		return err
	}
	for i, p := range s.programs {
		answer := ""
		if outputs := s.library.RunPlain(plain, p); outputs[len(outputs)-1] != ask.Invalid {
			answer = s.say(outputs[len(outputs)-1])
		}
		s.page.Questions[i].Answer = answer
	}
	return nil
}

// name is what the page calls a known object.
func (s *shown) name(o ask.Object) string { return s.page.Entities[o].Name }

// say puts a value into words.
func (s *shown) say(v ask.Value) string {
	switch v := v.(type) {
	case []ask.Object:
		names := show.KeysOf(v, s.name)
		text := show.Count(len(names), "object")
		if names != nil {
			text += ": " + strings.Join(names, ", ")
		}
		return text
	case ask.Object:
		return s.name(v)
	case geometry:
		switch {
		case !valid(v.Vector):
			return v.Kind + " without a common direction"
		case v.Kind == kindLine:
			return "line along " + show.Triple(v.Vector)
		}
		return "plane facing " + show.Triple(v.Vector)
	case geometricRelation:
		return fmt.Sprintf("a %s %s to a %s", v.B, v.Relation, v.A)
	case bearing:
		if v == 0 {
			return "in no direction"
		}
		return strings.Join(v.names(), " and ")
	}
	return answerText(v)
}

// about are the keys of what a call yields or looks at: objects of sets, and the parts that a query asks for.
func (s *shown) about(n ask.Node, in []ask.Value, v ask.Value) []string {
	switch v := v.(type) {
	case []ask.Object:
		return show.KeysOf(v, func(o ask.Object) string { return s.keys[o] })
	case ask.Object:
		return []string{s.keys[v]}
	}
	if len(in) == 0 {
		return nil
	}
	i, ok := in[0].(ask.Object)
	relation, kind, search := partSearch(n.Function)
	switch {
	case search:
		g := in[1].(geometry)
		names, _ := s.known.objects[i].matching(kind, func(v [3]float64) bool { return lies(relation, g.Kind, kind, g.Vector, v, 1) })
		return s.partsOf(i, names...)
	case n.Function == "query_part-color" || n.Function == "query_part-count":
		return s.partsOf(i, n.Side[0].(string))
	case n.Function == "query_part-category":
		return s.partsOf(i, v.(string))
	case n.Function == "query_part-geometry":
		return s.partsOf(i, s.colored(i, n.Side[0].(paint))...)
	case strings.HasPrefix(n.Function, "query_geometric-analogy-"):
		r, c, o := in[0].(geometricRelation), in[1].(geometry), in[2].(ask.Object)
		names, _ := s.known.objects[o].matching(r.B, func(v [3]float64) bool { return lies(r.Relation, r.A, r.B, c.Vector, v, 1) })
		return s.partsOf(o, names...)
	case ok: // a question about an object
		return []string{s.keys[i]}
	}
	return nil
}

func (s *shown) partsOf(o ask.Object, names ...string) []string {
	var keys []string
	for _, name := range names {
		keys = append(keys, s.parts[o][name]...)
	}
	return keys
}

// colored are the visible parts of an object that have a color.
func (s *shown) colored(o ask.Object, c paint) (names []string) {
	k := &s.known.objects[o]
	for _, p := range k.parts {
		if k.color[p] == c {
			names = append(names, p)
		}
	}
	return names
}
