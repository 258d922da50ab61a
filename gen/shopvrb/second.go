package shopvrb

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// secondScene executes programs a second time, to check the executor that makes the questions. It shares no code with that one
// and none with the reader of records: it takes plain JSON values and prefers the obvious to the fast.
type secondScene struct {
	objects       []map[string]any
	relationships map[string][][]int
}

// secondInvalid is the result of a function that has no answer.
const secondInvalid = "__INVALID__"

// secondCall is a node of a program.
type secondCall struct {
	Function    string
	Inputs      []int
	ValueInputs []string `json:"value_inputs"`
}

// newSecondScene reads a record.
func newSecondScene(record []byte) (*secondScene, error) {
	var file struct {
		Objects       []map[string]any
		Relationships map[string][][]int
	}
	if err := json.Unmarshal(record, &file); err != nil {
		return nil, fmt.Errorf("shopvrb: record cannot be read: %w", err)
	}
	return &secondScene{file.Objects, file.Relationships}, nil
}

// run evaluates a program, a JSON list of {"function", "inputs", "value_inputs"}, up to the first invalid result. Results are
// []int, int, bool, string or []any, a list of strings. What is no program, or does not go with the scene, is an error that names
// the node.
func (s *secondScene) run(program []byte) (outputs []any, err error) {
	var calls []secondCall
	if err := json.Unmarshal(program, &calls); err != nil {
		return nil, fmt.Errorf("shopvrb: program cannot be read: %w", err)
	}
	if len(calls) == 0 {
		return nil, fmt.Errorf("shopvrb: program has no node")
	}
	for i, c := range calls {
		var in []any
		for _, from := range c.Inputs {
			if from < 0 || from >= i {
				return nil, fmt.Errorf("shopvrb: program: node %d (%s) takes node %d, want an earlier one", i, c.Function, from)
			}
			in = append(in, outputs[from])
		}
		v, err := s.call(c.Function, in, c.ValueInputs)
		if err != nil {
			return nil, fmt.Errorf("shopvrb: program: node %d (%s): %w", i, c.Function, err)
		}
		outputs = append(outputs, v)
		if v == any(secondInvalid) {
			break
		}
	}
	return outputs, nil
}

// call evaluates one function. Inputs of wrong number or kind are an error.
func (s *secondScene) call(function string, in []any, values []string) (out any, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("inputs %v and values %v do not suit it: %v", in, values, r)
		}
	}()
	if wantIn, wantValues := secondTakes(function); len(in) != wantIn || len(values) != wantValues {
		return nil, fmt.Errorf("has %d inputs and %d values, want %d and %d", len(in), len(values), wantIn, wantValues)
	}
	switch function {
	case "scene":
		return s.keep(func(int) bool { return true }), nil
	case "unique":
		if set := in[0].([]int); len(set) == 1 {
			return secondObject(set[0]), nil
		}
		return secondInvalid, nil
	case "relate":
		related := s.relationships[values[0]][in[0].(secondObject)]
		return s.keep(func(o int) bool { return slices.Contains(related, o) }), nil
	case "union":
		a, b := in[0].([]int), in[1].([]int)
		return s.keep(func(o int) bool { return slices.Contains(a, o) || slices.Contains(b, o) }), nil
	case "intersect":
		a, b := in[0].([]int), in[1].([]int)
		return s.keep(func(o int) bool { return slices.Contains(a, o) && slices.Contains(b, o) }), nil
	case "count":
		return len(in[0].([]int)), nil
	case "exist":
		return len(in[0].([]int)) > 0, nil
	case "less_than":
		return in[0].(int) < in[1].(int), nil
	case "greater_than":
		return in[0].(int) > in[1].(int), nil
	}
	verb, key, _ := strings.Cut(function, "_")
	switch verb {
	case "equal":
		return reflect.DeepEqual(in[0], in[1]), nil
	case "filter":
		from := in[0].([]int)
		return s.keep(func(o int) bool { return slices.Contains(from, o) && s.isOrHas(o, key, values[0]) }), nil
	case "same":
		as := in[0].(secondObject)
		return s.keep(func(o int) bool { return o != int(as) && reflect.DeepEqual(s.objects[o][key], s.objects[as][key]) }), nil
	}
	return s.query(int(in[0].(secondObject)), key), nil
}

// secondObject is an object as a result, so that it is no number.
type secondObject int

// secondKeys are the properties that things have.
var secondKeys = strings.Fields("size weight color material movability shape name powering disassembly picking attribute")

// secondTakes says how many inputs and values a function takes, -1 for one that there is not.
func secondTakes(function string) (inputs, values int) {
	switch function {
	case "scene":
		return 0, 0
	case "unique", "count", "exist":
		return 1, 0
	case "relate":
		return 1, 1
	case "union", "intersect", "less_than", "greater_than", "equal_integer", "equal_object":
		return 2, 0
	}
	verb, key, _ := strings.Cut(function, "_")
	if !slices.Contains(secondKeys, key) {
		return -1, -1
	}
	switch verb {
	case "filter":
		return 1, 1
	case "query", "same":
		return 1, 0
	case "equal":
		return 2, 0
	}
	return -1, -1
}

// keep are the objects that pass a test, ascending.
func (s *secondScene) keep(test func(o int) bool) []int {
	set := []int{}
	for o := range s.objects {
		if test(o) {
			set = append(set, o)
		}
	}
	return set
}

// isOrHas tells whether a property is a value, or for "attribute" has it in its list.
func (s *secondScene) isOrHas(o int, key, value string) bool {
	p := s.objects[o][key]
	if items, ok := p.([]any); ok && key == "attribute" {
		return slices.Contains(items, any(value))
	}
	return p == any(value)
}

// query is a property; of a list its only item, or for "attribute" the whole list.
func (s *secondScene) query(o int, key string) any {
	items, isList := s.objects[o][key].([]any)
	switch {
	case s.objects[o][key] == nil || isList && len(items) != 1 && key != "attribute":
		return secondInvalid
	case len(items) == 1:
		return items[0]
	}
	return s.objects[o][key]
}

// secondReleased is an answer in the released form.
func secondReleased(answer any) string {
	switch v := answer.(type) {
	case bool:
		return map[bool]string{false: "no", true: "yes"}[v]
	case []any:
		text := "["
		for i, item := range v {
			if i > 0 {
				text += ", "
			}
			quote := "'"
			if strings.Contains(item.(string), "'") && !strings.Contains(item.(string), `"`) {
				quote = `"`
			}
			text += quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote).Replace(item.(string)) + quote
		}
		return text + "]"
	}
	return fmt.Sprint(answer)
}
