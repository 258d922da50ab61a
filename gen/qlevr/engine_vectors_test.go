package qlevr

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// vectorsAs reads a file of the published cases as a type.
func vectorsAs[T any](t testing.TB, name string) (cases T) {
	t.Helper()
	readVectors(t, name, &cases)
	return cases
}

// engineFile is a template as vectors have it: ["all.json", 5], [type, kind, inputs, slots], {type, params}.
type engineFile struct{ Template }

func (e *engineFile) UnmarshalJSON(data []byte) error {
	var file struct {
		Template    []json.RawMessage
		Nodes       [][4]json.RawMessage
		Constraints []engineConstraint
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return err
	}
	t := &e.Template
	into := []any{&t.File, &t.Family}
	for i, part := range file.Template {
		if i < len(into) {
			if err := json.Unmarshal(part, into[i]); err != nil {
				return err
			}
			continue
		}
		var v int
		if err := json.Unmarshal(part, &v); err != nil {
			return err
		}
		t.Variant = append(t.Variant, v)
	}
	for _, parts := range file.Nodes {
		var n TemplateNode
		for i, field := range []any{&n.Type, &n.Kind, &n.Inputs, &n.Slots} {
			if err := json.Unmarshal(parts[i], field); err != nil {
				return err
			}
		}
		t.Nodes = append(t.Nodes, n)
	}
	for _, c := range file.Constraints {
		t.Constraints = append(t.Constraints, c.Constraint)
	}
	return nil
}

type engineConstraint struct{ Constraint }

func (e *engineConstraint) UnmarshalJSON(data []byte) error {
	var file struct {
		Type   string
		Params []any
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return err
	}
	e.Type = file.Type
	for _, p := range file.Params {
		switch p := p.(type) {
		case float64:
			e.Nodes = append(e.Nodes, int(p))
		case string:
			e.Words = append(e.Words, p)
		}
	}
	return nil
}

// engineCase is a template in a scene with values.
type engineCase struct {
	ID    string
	Scene string
	engineFile
	Vals   [][]Value
	Node   int
	Expect struct {
		Status  string
		Answer  bool
		Outputs []json.RawMessage
		Node    int
		Reason  string
	}
	Candidates []engineOption
	PReject    float64 `json:"p_reject"`
}

func (c *engineCase) UnmarshalJSON(data []byte) error {
	if err := c.engineFile.UnmarshalJSON(data); err != nil {
		return err
	}
	type plain struct {
		ID, Scene  string
		Vals       [][]Value
		Node       int
		Expect     json.RawMessage
		Candidates []engineOption
		PReject    float64 `json:"p_reject"`
	}
	var p plain
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	c.ID, c.Scene, c.Vals, c.Node, c.Candidates, c.PReject = p.ID, p.Scene, p.Vals, p.Node, p.Candidates, p.PReject
	if p.Expect == nil {
		return nil
	}
	return json.Unmarshal(p.Expect, &c.Expect)
}

// engineOption is a row of a table: its key as it is written, and what it picks out.
type engineOption struct {
	Key    []any
	Set    []int
	Usable *bool
	Vals   []any
	Prob   float64
}

// text is a row as one string.
func engineText(key any, set []int) string {
	data, err := json.Marshal(key)
	if err != nil {
		panic(err)
	}
	return fmt.Sprint(string(data), set)
}

func engineMembers(set uint64) []int {
	list := []int{}
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

func engineSet(members []int) (set uint64) {
	for _, m := range members {
		set |= 1 << m
	}
	return set
}

func TestVectorsPrograms(t *testing.T) {
	scenes := vectorsAs[map[string]*Scene](t, "scenes.json")
	for _, c := range vectorsAs[[]engineCase](t, "programs.json") {
		e, err := evaluateInstance(Instance{Template: &c.Template, Vals: c.Vals}, scenes[c.Scene], compileOptions{Published: true})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if c.Expect.Status == "rejected" {
			if e.refusedBy != c.Expect.Node {
				t.Errorf("%s: node %d refuses, want %d (%s): %s",
					c.ID, e.refusedBy, c.Expect.Node, c.Expect.Reason, engineNodeTypes(&c.Template))
			}
			continue
		}
		if e.refusedBy >= 0 {
			t.Errorf("%s: node %d refuses, want none: %s %v", c.ID, e.refusedBy, engineNodeTypes(&c.Template), c.Vals)
			continue
		}
		if e.answer != c.Expect.Answer {
			t.Errorf("%s: answer is %t, want %t", c.ID, e.answer, c.Expect.Answer)
		}
		for i, o := range e.outputs {
			text, err := o.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			got, want := normalEngineOutput(t, text), normalEngineOutput(t, c.Expect.Outputs[i])
			if got != want {
				t.Errorf("%s: output of node %d is %s, want %s", c.ID, i, got, want)
			}
		}
	}
}

func engineNodeTypes(t *Template) string {
	var types []string
	for _, n := range t.Nodes {
		types = append(types, n.Type)
	}
	return strings.Join(types, ", ")
}

// normalEngineOutput is an output with the lists of a pair in order.
func normalEngineOutput(t *testing.T, data []byte) string {
	t.Helper()
	var pair [][]int
	if json.Unmarshal(data, &pair) == nil {
		for _, list := range pair {
			slices.Sort(list)
		}
		return fmt.Sprint(pair)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return fmt.Sprint(v)
}

// What a program was given is what it writes, but for the words that a coin chose.
func TestVectorsProgramValues(t *testing.T) {
	scenes := vectorsAs[map[string]*Scene](t, "scenes.json")
	for _, c := range vectorsAs[[]engineCase](t, "programs.json") {
		if c.Expect.Status != "ok" {
			continue
		}
		p, err := compileProgram(&c.Template, compileOptions{Published: true})
		if err != nil {
			t.Fatal(err)
		}
		a := attempt{scene: &sceneIndex{}, given: c.Vals, taker: givenTaker{}, results: make([]nodeResult, len(p.nodes))}
		if err := a.scene.load(scenes[c.Scene]); err != nil {
			t.Fatal(err)
		}
		a.run(p)
		if got := a.values(); fmt.Sprint(got) != fmt.Sprint(c.Vals) {
			t.Errorf("%s: values are %v, want %v", c.ID, got, c.Vals)
		}
	}
}

func TestVectorsCandidates(t *testing.T) {
	scenes := vectorsAs[map[string]*Scene](t, "scenes.json")
	for _, c := range vectorsAs[[]engineCase](t, "candidates.json") {
		p, err := compileProgram(&c.Template, compileOptions{Published: true})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		a := attempt{scene: &sceneIndex{}, given: c.Vals, taker: givenTaker{}, results: make([]nodeResult, len(p.nodes))}
		if err := a.scene.load(scenes[c.Scene]); err != nil {
			t.Fatal(err)
		}
		if at := a.run(p); at != c.Node {
			t.Errorf("%s: node %d refuses, want %d, which has no values", c.ID, at, c.Node)
			continue
		}
		n := &p.nodes[c.Node]
		if n.pairs != nil {
			checkEngineExceptions(t, &c, &a, n)
			continue
		}
		got, want := map[string]bool{}, map[string]bool{}
		for _, at := range a.passing {
			k, _ := n.candidate(&a, n, int(at))
			got[engineText(engineKey(n, k), engineMembers(k.set))] = true
		}
		for _, o := range c.Candidates {
			want[engineText(o.Key, o.Set)] = true
		}
		for k := range want {
			if !got[k] {
				t.Errorf("%s: %s has no %s", c.ID, c.Nodes[c.Node].Type, k)
			}
		}
		for k := range got {
			if !want[k] {
				t.Errorf("%s: %s has %s, want it not", c.ID, c.Nodes[c.Node].Type, k)
			}
		}
	}
}

// engineKey is a key as vectors write it.
func engineKey(n *compiledNode, k keyCandidate) (key []any) {
	numbers := []uint8{k.low, k.high}
	for _, slot := range n.slots {
		switch kind, a := slotKind(slot); kind {
		case numberSlot:
			key, numbers = append(key, numbers[0]), numbers[1:]
		case directionSlot:
			key = append(key, directionWords[k.direction])
		case attributeSlot:
			key = append(key, k.key.word(a))
		}
	}
	return key
}

// checkEngineExceptions compares all that an exception node can draw, with the probabilities.
func checkEngineExceptions(t *testing.T, c *engineCase, a *attempt, n *compiledNode) {
	t.Helper()
	got, refused := map[string]float64{}, 0.0
	keys := a.scene.exceptionKeys(a.planes)
	for _, k := range keys {
		n.pairs(a, n, k)
		p := 1 / float64(len(keys))
		if len(a.exceptions) == 0 {
			refused += p
		}
		p /= float64(len(a.exceptions))
		for _, pair := range a.exceptions {
			for forms := range uint8(4) {
				r := nodeResult{planes: a.planes, keyCandidate: keyCandidate{key: pair.excepted}, second: pair.predicate, forms: forms}
				if pair.excepted.value(shapeAttribute) != 0 {
					r.forms &^= exceptedObject
				}
				if pair.predicate.value(shapeAttribute) != 0 {
					r.forms &^= predicateObject
				}
				got[engineText(a.nodeValues(n, &r), nil)] += p / 4
			}
		}
	}
	if math.Abs(refused-c.PReject) > 1e-6 {
		t.Errorf("%s: refused with probability %g, want %g", c.ID, refused, c.PReject)
	}
	for _, o := range c.Candidates {
		k := engineText(o.Vals, nil)
		if math.Abs(got[k]-o.Prob) > 1e-6 {
			t.Errorf("%s: %s has probability %g, want %g", c.ID, k, got[k], o.Prob)
		}
		delete(got, k)
	}
	for k, p := range got {
		t.Errorf("%s: %s has probability %g, want 0", c.ID, k, p)
	}
}
