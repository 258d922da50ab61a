package ptr

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// secondSignature says what a function takes and gives: kinds of its inputs, of its side input ("" is none) and of its
// result.
type secondSignature struct {
	in       []string
	side     string
	out      string
	optional bool // without input the result is invalid, not the program
}

// secondSignatures are those of all functions. Kinds of results are listed at secondScene.run.
var secondSignatures = map[string]secondSignature{
	"scene":                  {out: "set"},
	"filter_object-category": {in: []string{"set"}, side: "text", out: "set"},
	"filter_part-category":   {in: []string{"set"}, side: "text", out: "set"},
	"filter_color":           {in: []string{"set"}, side: "{part: color}", out: "set"},
	"filter_part-count":      {in: []string{"set"}, side: "{part: number}", out: "set"},
	"filter_stability":       {in: []string{"set"}, out: "set"},
	"filter_unstability":     {in: []string{"set"}, out: "set"},
	"unique":                 {in: []string{"set"}, out: "object"},
	"relate":                 {in: []string{"object"}, side: "text", out: "set"},
	"union":                  {in: []string{"set", "set"}, out: "set"},
	"intersect":              {in: []string{"set", "set"}, out: "set"},
	"count":                  {in: []string{"set"}, out: "number"},
	"exist":                  {in: []string{"set"}, out: "bool"},

	"same_object-category": {in: []string{"object"}, out: "set"},
	"same_part-color":      {in: []string{"object"}, side: "text", out: "set"},
	"same_part-count":      {in: []string{"object"}, side: "text", out: "set"},

	"query_object-category": {in: []string{"object"}, out: "text"},
	"query_part-color":      {in: []string{"object"}, side: "text or null", out: "text"},
	"query_part-count":      {in: []string{"object"}, side: "text or null", out: "number"},
	"query_part-category":   {in: []string{"object"}, side: "text or null", out: "text"},
	"query_part-geometry":   {in: []string{"object"}, side: "[name, [r, g, b]] or null", out: "geometry"},
	"query_stability":       {in: []string{"object"}, out: "bool", optional: true},
	"query_unstability":     {in: []string{"object"}, out: "bool", optional: true},
	"query_change":          {in: []string{"object"}, side: "text", out: "bool"},
	"query_direction":       {in: []string{"object"}, out: "text", optional: true},

	"equal_part-color":      {in: []string{"text", "text"}, out: "bool"},
	"equal_part-count":      {in: []string{"number", "number"}, out: "bool"},
	"equal_integer":         {in: []string{"number", "number"}, out: "bool"},
	"equal_part-category":   {in: []string{"text", "text"}, out: "bool"},
	"equal_object-category": {in: []string{"text", "text"}, out: "bool"},
	"equal_object":          {in: []string{"object", "object"}, out: "bool"},
	"less_than":             {in: []string{"number", "number"}, out: "bool"},
	"greater_than":          {in: []string{"number", "number"}, out: "bool"},
	"sum":                   {in: []string{"number", "number"}, out: "number"},
	"minus_more":            {in: []string{"number", "number"}, out: "number"},
	"minus_less":            {in: []string{"number", "number"}, out: "number"},

	"count_parallel_line":             {in: []string{"object", "geometry"}, out: "number"},
	"count_parallel_plane":            {in: []string{"object", "geometry"}, out: "number"},
	"count_perpendicular_line":        {in: []string{"object", "geometry"}, out: "number"},
	"count_perpendicular_plane":       {in: []string{"object", "geometry"}, out: "number"},
	"exist_parallel_line":             {in: []string{"object", "geometry"}, out: "bool"},
	"exist_parallel_plane":            {in: []string{"object", "geometry"}, out: "bool"},
	"exist_perpendicular_line":        {in: []string{"object", "geometry"}, out: "bool"},
	"exist_perpendicular_plane":       {in: []string{"object", "geometry"}, out: "bool"},
	"query_parallel_line_color":       {in: []string{"object", "geometry"}, out: "text"},
	"query_parallel_plane_color":      {in: []string{"object", "geometry"}, out: "text"},
	"query_perpendicular_line_color":  {in: []string{"object", "geometry"}, out: "text"},
	"query_perpendicular_plane_color": {in: []string{"object", "geometry"}, out: "text"},
	"query_geometric-relation":        {in: []string{"geometry", "geometry"}, out: "relation"},
	"parallel":                        {in: []string{"relation"}, out: "bool"},
	"perpendicular":                   {in: []string{"relation"}, out: "bool"},
	"query_geometric-analogy-count":   {in: []string{"relation", "geometry", "object"}, out: "number"},
	"query_geometric-analogy-color":   {in: []string{"relation", "geometry", "object"}, out: "text"},

	"query_positional-relation":         {in: []string{"object", "object"}, out: "relations"},
	"query_positional-analogy-category": {in: []string{"relations", "object"}, out: "text"},
	"query_positional-analogy-count":    {in: []string{"relations", "object"}, out: "number"},
	"query_positional-analogy-exist":    {in: []string{"relations", "object"}, out: "bool"},
}

// secondNode is one call that is known to fit its signature.
type secondNode struct {
	function string
	inputs   []int
	sides    []any
}

// secondNodes reads a program. Errors name the node and its function.
func secondNodes(program []byte) ([]secondNode, error) {
	var list []any
	if err := json.Unmarshal(program, &list); err != nil {
		return nil, fmt.Errorf("ptr: program is not a JSON list: %w", err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("ptr: program has no nodes")
	}
	var nodes []secondNode
	for i, v := range list {
		n, err := readSecondNode(v, nodes)
		if err != nil {
			return nil, fmt.Errorf("ptr: program: node %d, %.80q: %w", i, n.function, err)
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// readSecondNode reads the node that follows those before it.
func readSecondNode(v any, before []secondNode) (n secondNode, err error) {
	fields, ok := v.(map[string]any)
	if !ok {
		return n, fmt.Errorf("%s, want an object with type and inputs", jsonText(v))
	}
	n.function, ok = fields["type"].(string)
	signature, known := secondSignatures[n.function]
	if !ok || !known {
		return n, fmt.Errorf("unknown function")
	}

	// inputs: earlier nodes whose results are of the right kind
	inputs, ok := jsonList(fields["inputs"])
	if !ok {
		return n, fmt.Errorf("inputs are %s, want a list", jsonText(fields["inputs"]))
	}
	if len(inputs) != len(signature.in) && !(signature.optional && len(inputs) == 0) {
		return n, fmt.Errorf("%d inputs, want %d", len(inputs), len(signature.in))
	}
	for i, input := range inputs {
		from, ok := input.(float64)
		if !ok || from != math.Floor(from) || from < 0 || from >= float64(len(before)) {
			return n, fmt.Errorf("input %d is %s, want an earlier node", i, jsonText(input))
		}
		source := before[int(from)].function
		if got := secondSignatures[source].out; got != signature.in[i] {
			return n, fmt.Errorf("input %d is %s of node %v, %q, want %s", i, got, from, source, signature.in[i])
		}
		n.inputs = append(n.inputs, int(from))
	}

	// side inputs: side_inputs in files of one picture, value_inputs in files of all
	side, ok1 := jsonList(fields["side_inputs"])
	value, ok2 := jsonList(fields["value_inputs"])
	if !ok1 || !ok2 {
		return n, fmt.Errorf("side_inputs and value_inputs are %s and %s, want lists",
			jsonText(fields["side_inputs"]), jsonText(fields["value_inputs"]))
	}
	if len(side) > 0 && len(value) > 0 {
		return n, fmt.Errorf("both side_inputs and value_inputs, want one of them")
	}
	n.sides = append(side, value...)
	want := 1
	if signature.side == "" {
		want = 0
	}
	if len(n.sides) != want {
		return n, fmt.Errorf("%d side inputs, want %d", len(n.sides), want)
	}
	if want == 1 && !secondSideFits(n.sides[0], signature.side) {
		return n, fmt.Errorf("side input is %s, want %s", jsonText(n.sides[0]), signature.side)
	}
	return n, nil
}

func jsonList(v any) (list []any, ok bool) {
	if v == nil {
		return nil, true
	}
	list, ok = v.([]any)
	return list, ok
}

// secondSideFits tells whether a side input is of a kind.
func secondSideFits(v any, kind string) bool {
	isText := func(v any) bool { _, ok := v.(string); return ok }
	isNumber := func(v any) bool { _, ok := v.(float64); return ok }
	isWhole := func(v any) bool { return isNumber(v) && v.(float64) == math.Floor(v.(float64)) }
	switch kind {
	case "text":
		return isText(v)
	case "text or null":
		return v == nil || isText(v)
	case "{part: color}", "{part: number}":
		m, ok := v.(map[string]any)
		if !ok || len(m) != 1 {
			return false
		}
		_, value := jsonOnly(m)
		return kind == "{part: color}" && isText(value) || kind == "{part: number}" && isWhole(value)
	case "[name, [r, g, b]] or null":
		if v == nil {
			return true
		}
		pair, ok := v.([]any)
		if !ok || len(pair) != 2 || !isText(pair[0]) {
			return false
		}
		rgb, ok := pair[1].([]any)
		return ok && len(rgb) == 3 && !slices.ContainsFunc(rgb, func(c any) bool { return !isNumber(c) })
	}
	panic(fmt.Sprintf("ptr: side input of kind %q", kind))
}

// secondMissing is the panic by which a function ends that needs what is not there.
type secondMissing struct{}

// jsonAt walks from v along keys of maps (strings) and indices of lists (ints) to a value of type T.
func jsonAt[T any](v any, path ...any) T {
	for _, step := range path {
		ok := false
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v, ok = m[step]
		case int:
			list, _ := v.([]any)
			if ok = 0 <= step && step < len(list); ok {
				v = list[step]
			}
		}
		if !ok {
			panic(secondMissing{})
		}
	}
	t, ok := v.(T)
	if !ok {
		panic(secondMissing{})
	}
	return t
}

// jsonWhole is a JSON number as an int.
func jsonWhole(v any) int {
	f := jsonAt[float64](v)
	if f != math.Floor(f) || math.Abs(f) > math.MaxInt32 {
		panic(secondMissing{})
	}
	return int(f)
}

// jsonOnly is the one entry of a map.
func jsonOnly(v any) (key string, value any) {
	for key, value = range jsonAt[map[string]any](v) {
	}
	return key, value
}

func jsonHas(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

func jsonKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// jsonText is the beginning of a value as JSON, for messages.
func jsonText(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("ptr: %v is no JSON value: %v", v, err))
	}
	return fmt.Sprintf("%.80s", data)
}
