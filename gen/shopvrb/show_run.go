package shopvrb

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// parse reads a program and looks whether its words are known.
func (r *showReader) parse(nodes []QuestionNode) (ask.Program, error) {
	data, err := json.Marshal(nodes)
	if err != nil {
		return nil, err
	}
	p, err := r.library.ParseProgram(data)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "ask: "))
	}
	for i, n := range p {
		for k, t := range r.library.Function(n.Function).Side {
			if of := r.library.Domain(t); !slices.Contains(of, n.Side[k]) {
				return nil, fmt.Errorf("program: node %d (%s): %q is no %s, want one of %s", i, n.Function, n.Side[k], t, strings.Join(wordsOf(of), ", "))
			}
		}
	}
	return p, nil
}

// wordsOf are values as words.
func wordsOf(domain []ask.Value) []string {
	words := make([]string, len(domain))
	for i := range domain {
		words[i] = fmt.Sprint(domain[i])
	}
	return words
}

// parseShown reads a program of a page.
func (r *showReader) parseShown(p show.Program) (ask.Program, error) {
	nodes := make([]QuestionNode, len(p))
	for i, c := range p {
		nodes[i] = QuestionNode{Function: c.Function, Inputs: c.Inputs, ValueInputs: append([]string{}, c.Side...)}
	}
	return r.parse(nodes)
}

// Run runs a program on the scene.
func (s *showSample) Run(program show.Program) (*show.Trace, error) {
	p, err := s.reader.parseShown(program)
	if err != nil {
		return nil, err
	}
	return show.Run(s.reader.library, s.known, p, func(call int, outputs []ask.Value) show.Result { return s.result(outputs[call]) },
		func(call int, outputs []ask.Value) string { return s.nothing(p[call], outputs) }), nil
}

// result tells a value.
func (s *showSample) result(v ask.Value) show.Result {
	switch v := v.(type) {
	case ask.Object:
		return show.Result{Text: thingName(&s.record.Objects[v]), Entities: []string{show.Key("object", s.ids[v])}}
	case ask.Set:
		out := show.Result{Text: show.Count(v.Len(), "object")}
		for o := range v.All() {
			out.Entities = append(out.Entities, show.Key("object", s.ids[o]))
		}
		return out
	}
	return show.Result{Text: spokenAnswer(v)}
}

// nothing says why a call has no result.
func (s *showSample) nothing(n ask.Node, outputs []ask.Value) string {
	in := s.result(outputs[n.Inputs[0]])
	if n.Function == "unique" {
		return "it needs exactly one object and has " + in.Text
	}
	return fmt.Sprintf("the %s has no such value", in.Text)
}

// choices are the answers that a question may have that ends with a function; nil where lists are answers.
func (r *showReader) choices(function string) (out []string) {
	t, _ := r.library.AnswerType(function)
	info := r.library.Type(t)
	if info.Open {
		return nil
	}
	for _, v := range info.Domain {
		out = append(out, spokenAnswer(v))
	}
	if t == ask.TypeBool {
		slices.Reverse(out) // yes before no
	}
	return out
}

// verbs are the functions that there are for each attribute, and what they do to it.
var verbs = []struct{ name, help string }{
	{"filter_", "The objects of a set that have this %s."},
	{"query_", "The %s of an object."},
	{"same_", "The other objects with the same %s."},
	{"equal_", "Whether two answers about the %s are the same."},
}

// plainFunctions are the functions that are not about an attribute.
var plainFunctions = []struct{ name, help string }{
	{"scene", "All objects."},
	{"unique", "The only object of a set; there is no answer if there are none or several."},
	{"relate", "The objects that lie in a direction from an object."},
	{"union", "The objects of either set."},
	{"intersect", "The objects that are in both sets."},
	{"count", "How many objects there are."},
	{"exist", "Whether there is any object."},
	{"equal_integer", "Whether two numbers are the same."},
	{"less_than", "Whether the first number is less than the second."},
	{"greater_than", "Whether the first number is greater than the second."},
	{"equal_object", "Whether two objects are the same one."},
}

// Functions are those of both kinds of questions.
func (r *showReader) Functions() []show.Function {
	var out []show.Function
	add := func(name, help string) {
		out = append(out, show.FunctionOf(r.library, name, help, func(t ask.Type) []string { return wordsOf(r.library.Domain(t)) }))
	}
	for _, f := range plainFunctions {
		add(f.name, f.help)
	}
	for _, verb := range verbs {
		for _, a := range attributes {
			help := fmt.Sprintf(verb.help, a.Key)
			if a.Key == attributes[listAttribute].Key {
				help = listHelp[verb.name]
			}
			add(verb.name+a.Key, help)
		}
	}
	return out
}

// listHelp is for the attribute of which an object has several values.
var listHelp = map[string]string{
	"filter_": "The objects of a set that have this among their attributes.",
	"query_":  "All attributes of an object.",
	"same_":   "The other objects with exactly the same attributes.",
	"equal_":  "Whether two answers about attributes are the same.",
}
