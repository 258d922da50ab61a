package qlevr

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/internal/vectors"
)

// secondCase is a case of programs.json.
type secondCase struct {
	ID       string
	Scene    string
	Template QuestionTemplate
	Nodes    []secondCaseNode
	Vals     [][]Value
	// Constraints are only counted.
	Constraints []struct{}
	Expect      struct {
		Status  string
		Answer  bool
		Outputs []NodeOutput
		Node    int
		Reason  string
	}
}

// secondCaseNode is [type, kind, inputs, slots].
type secondCaseNode TemplateNode

func (n *secondCaseNode) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&n.Type, &n.Kind, &n.Inputs, &n.Slots})
}

func readSecondVectors[T any](t testing.TB, name string) (out T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "qlevr"), name))
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

func (c *secondCase) instance() *Instance {
	t := &Template{File: c.Template.File, Family: c.Template.Path[0], Variant: c.Template.Path[1:]}
	for _, n := range c.Nodes {
		t.Nodes = append(t.Nodes, TemplateNode(n))
	}
	return &Instance{Template: t, Vals: c.Vals}
}

// sortedOutput is an output whose lists are in ascending order.
func sortedOutput(o NodeOutput) string {
	slices.Sort(o.First)
	slices.Sort(o.Second)
	data, _ := json.Marshal(o)
	return string(data)
}

// notOfMeaning tells whether constraints of a template, or words of an exception that those for the planes give away, may be
// what refuses the objects of a case, although they make sense.
func notOfMeaning(c *secondCase) bool {
	if c.Nodes[c.Expect.Node].Type == "attributes_subset_no_except" {
		return true
	}
	return len(c.Constraints) > 0 && strings.Contains(c.Nodes[c.Expect.Node].Type, "filter") &&
		c.Nodes[c.Expect.Node].Kind == "object"
}

func TestVectorsSecondExecutor(t *testing.T) {
	scenes := readSecondVectors[map[string]*Scene](t, "scenes.json")
	ran, refused, drawn := 0, 0, 0
	passed := map[string]bool{}
	for _, c := range readSecondVectors[[]secondCase](t, "programs.json") {
		s := scenes[c.Scene]
		if err := secondSceneFault(s); err != nil {
			t.Fatal(err)
		}
		if c.Expect.Status == "ok" {
			ran++
			checkSecondRun(t, s, &c)
			continue
		}
		in := c.instance()
		tried := 0
		for vals := range madeUpVals(s, in.Template, c.Vals, c.Expect.Node) {
			tried++
			in.Vals = vals
			r, err := runSecond(s, in)
			switch {
			case err != nil:
				t.Errorf("%s: %v", c.ID, err)
			case r.rejected == c.Expect.Node:
			case r.rejected >= 0:
				t.Errorf("%s: node %d is refused, want node %d", c.ID, r.rejected, c.Expect.Node)
			case r.numbersFault(s) == c.Expect.Node:
				drawn++
			case notOfMeaning(&c):
				passed[c.ID] = true
			default:
				t.Errorf("%s: %s: node %d is not refused with %v", c.ID, c.Expect.Reason, c.Expect.Node, vals[c.Expect.Node])
			}
		}
		if tried == 0 {
			t.Errorf("%s: nothing was tried", c.ID)
		}
		refused++
	}
	if vectors.Public() && (ran == 0 || refused == 0 || drawn == 0) {
		t.Errorf("%d cases were run, %d refused, %d for their numbers", ran, refused, drawn)
	}
	if len(passed) > refused/8 {
		t.Errorf("%d of %d refusals were taken for constraints", len(passed), refused)
	}
}

func checkSecondRun(t *testing.T, s *Scene, c *secondCase) {
	t.Helper()
	r, err := runSecond(s, c.instance())
	if err != nil || r.rejected >= 0 {
		t.Errorf("%s: rejected, error %v", c.ID, err)
		return
	}
	if r.answer != c.Expect.Answer {
		t.Errorf("%s: answer is %v, want %v", c.ID, r.answer, c.Expect.Answer)
	}
	for i, want := range c.Expect.Outputs {
		if got, want := sortedOutput(r.outputs[i]), sortedOutput(want); got != want {
			t.Errorf("%s: node %d (%s): output is %s, want %s", c.ID, i, c.Nodes[i].Type, got, want)
		}
	}
	if at := r.numbersFault(s); at >= 0 {
		t.Errorf("%s: node %d (%s): %v is never drawn", c.ID, at, c.Nodes[at].Type, c.Vals[at])
	}
}
