package ptr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/palette"
	"mereo/gen/qa"
	"mereo/gen/show"
)

// shown is what a record tells, and what programs find in it.
type shown struct {
	show.NoDrawings
	show.NoIDs
	page     *show.Page
	library  *qa.Library[*known]
	lexicon  func() *show.Lexicon
	known    *known
	keys     []string              // of the known objects
	parts    []map[string][]string // keys of the visible parts of each, by name
	programs []qa.Program          // of the page's questions
}

// Page is the page.
func (s *shown) Page() *show.Page { return s.page }

// Run runs a program on what questions know of the scene.
func (s *shown) Run(program show.Program) (*show.Trace, error) {
	p, err := parseShown(s.library, program)
	if err != nil {
		return nil, err
	}
	inputs := func(call int, outputs []qa.Value) (in []qa.Value) {
		for _, from := range p[call].Inputs {
			in = append(in, outputs[from])
		}
		return in
	}
	return show.Run(s.library, s.known, p, func(call int, outputs []qa.Value) show.Result {
		v := outputs[call]
		return show.Result{Text: s.say(v), Entities: s.about(p[call], inputs(call, outputs), v)}
	}, func(call int, outputs []qa.Value) string { return s.nothing(p[call], inputs(call, outputs)) }), nil
}

// answers are those that the programs of the page's questions give now.
func (s *shown) answers() {
	for i, p := range s.programs {
		answer := ""
		if v := s.library.Answer(s.known, p); v != qa.Invalid {
			answer = s.say(v)
		}
		s.page.Questions[i].Answer = answer
	}
}

// name is what the page calls a known object.
func (s *shown) name(o qa.Object) string { return s.page.Entities[o].Name }

// say puts a value into words.
func (s *shown) say(v qa.Value) string {
	switch v := v.(type) {
	case qa.Set:
		var names []string
		for o := range v.All() {
			names = append(names, s.name(o))
		}
		text := show.Count(len(names), "object")
		if names != nil {
			text += ": " + strings.Join(names, ", ")
		}
		return text
	case qa.Object:
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
		var names []string
		for r, name := range relationNames {
			if v>>r&1 == 1 {
				names = append(names, name)
			}
		}
		if names == nil {
			return "in no direction"
		}
		return strings.Join(names, " and ")
	}
	return answerText(v)
}

// about are the keys of what a call yields or looks at: objects of sets, and the parts that a query asks for.
func (s *shown) about(n qa.Node, in []qa.Value, v qa.Value) []string {
	switch v := v.(type) {
	case qa.Set:
		var keys []string
		for o := range v.All() {
			keys = append(keys, s.keys[o])
		}
		return keys
	case qa.Object:
		return []string{s.keys[v]}
	}
	if len(in) == 0 {
		return nil
	}
	i, ok := in[0].(qa.Object)
	relation, kind, search := partSearch(n.Function)
	switch {
	case search:
		g := in[1].(geometry)
		names, _ := s.known.objects[i].matching(kind, func(v [3]float64) bool { return lies(relation, g.Kind, kind, g.Vector, v) })
		return s.partsOf(i, names...)
	case n.Function == "query_part-color" || n.Function == "query_part-count":
		return s.partsOf(i, n.Side[0].(string))
	case n.Function == "query_part-category":
		return s.partsOf(i, v.(string))
	case n.Function == "query_part-geometry":
		return s.partsOf(i, s.colored(i, n.Side[0].(paint))...)
	case strings.HasPrefix(n.Function, "query_geometric-analogy-"):
		r, c, o := in[0].(geometricRelation), in[1].(geometry), in[2].(qa.Object)
		names, _ := s.known.objects[o].matching(r.B, func(v [3]float64) bool { return lies(r.Relation, r.A, r.B, c.Vector, v) })
		return s.partsOf(o, names...)
	case ok: // a question about an object
		return []string{s.keys[i]}
	}
	return nil
}

func (s *shown) partsOf(o qa.Object, names ...string) []string {
	var keys []string
	for _, name := range names {
		keys = append(keys, s.parts[o][name]...)
	}
	return keys
}

// colored are the visible parts of an object that have a color.
func (s *shown) colored(o qa.Object, c paint) (names []string) {
	k := &s.known.objects[o]
	for _, p := range k.parts {
		if k.color[p] == c {
			names = append(names, p)
		}
	}
	return names
}

// programOf writes a program for the page.
func programOf(p qa.Program) show.Program {
	out := make(show.Program, len(p))
	for i, n := range p {
		out[i] = show.Call{Function: n.Function, Inputs: append([]int{}, n.Inputs...), Side: []string{}}
		for _, v := range n.Side {
			out[i].Side = append(out[i].Side, sideText(v))
		}
	}
	return out
}

// sideText is a side input as the page has it: a word; "leg: red"; "leg: 4".
func sideText(v qa.Value) string {
	switch v := v.(type) {
	case partColor:
		return v.Part + ": " + v.Color
	case partNumber:
		return v.Part + ": " + strconv.Itoa(v.N)
	case paint:
		return v.Name
	}
	return fmt.Sprint(v)
}

// parseShown reads a program of the page.
func parseShown(l *qa.Library[*known], program show.Program) (qa.Program, error) {
	p := make(qa.Program, len(program))
	for i, c := range program {
		p[i] = qa.Node{Function: c.Function, Inputs: c.Inputs}
		f := l.Function(c.Function)
		if f == nil || len(c.Side) != len(f.Side) {
			for range c.Side {
				p[i].Side = append(p[i].Side, "")
			}
			continue // Check says it
		}
		for k, text := range c.Side {
			v, ok := sideValue(l, f.Side[k], text)
			if !ok {
				return nil, fmt.Errorf("ptr: program: node %d (%s): side input %d is %q, want %s", i, c.Function, k, text, wantedSide(l, f.Side[k]))
			}
			p[i].Side = append(p[i].Side, v)
		}
	}
	return p, l.Check(p)
}

// sideValue reads what sideText writes.
func sideValue(l *qa.Library[*known], t qa.Type, text string) (qa.Value, bool) {
	part, rest, _ := strings.Cut(text, ": ")
	switch t {
	case typePartColor:
		return partColor{part, rest}, slices.Contains(partNames, part) && slices.Contains(colorNames, rest)
	case typePartNumber:
		n, err := strconv.Atoi(rest)
		return partNumber{part, n}, err == nil && n >= 0 && slices.Contains(partNames, part)
	case typePaint:
		c, ok := palette.Named(text)
		return paint{c.Name, [3]int{int(c.RGB[0]), int(c.RGB[1]), int(c.RGB[2])}}, ok
	}
	return text, slices.Contains(sideOptions(l, t), text)
}

func wantedSide(l *qa.Library[*known], t qa.Type) string {
	switch t {
	case typePartColor:
		return `a part and a color such as "leg: red"`
	case typePartNumber:
		return `a part and a number such as "leg: 4"`
	}
	return "one of " + strings.Join(sideOptions(l, t), ", ")
}
