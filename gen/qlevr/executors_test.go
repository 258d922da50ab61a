package qlevr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// TestExecutorsAgree draws questions from all templates and runs them with both executors, as they are and with other values in
// a node. Either executor may refuse a question only where the other does, too, unless it is for a reason that just the first
// one knows: a constraint of the template, or words of an exception that the words for the planes give away.
func TestExecutorsAgree(t *testing.T) {
	const scenes, scenesOfTemplate, changes = 10, 2, 4
	var drawn [scenes]Scene
	var indices [scenes]sceneIndex
	for i := range drawn {
		key := rng.Key{Seed: 1, Set: setName, Split: "executors", Index: i}
		p := drawPlan(key)
		drawn[i], _ = drawView(&p, i, publishedOptics, key)
		if err := indices[i].load(&drawn[i]); err != nil {
			t.Fatal(err)
		}
	}
	list := templates()
	all, err := compileTemplates(list, compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	stream := rng.Named("executors")
	a := attempt{stream: stream, results: make([]nodeResult, all.nodes)}
	asked, changed, refused := 0, 0, 0
	for i := range list {
		for k := range scenesOfTemplate {
			at := (i + k*scenes/scenesOfTemplate) % scenes
			s := &drawn[at]
			a.scene = &indices[at]
			a.begin()
			refuses := 0
			for try := 0; try < 60 && refuses >= 0; try++ {
				refuses = a.run(all.programs[i])
			}
			if refuses >= 0 {
				continue
			}
			asked++
			in := Instance{Template: &list[i], Vals: a.values()}
			if got, want := secondEvaluation(t, s, &in), (evaluation{-1, a.answer, a.outputs()}); !sameEvaluation(got, want) {
				t.Errorf("scene %d, %s %v: %v, second executor %v", at, list[i].name(), in.Vals, want, got)
			}
			for range changes {
				other := changedValues(stream, s, &in)
				changed++
				if compareExecutors(t, s, &other) >= 0 {
					refused++
				}
			}
		}
	}
	if asked < len(list) || refused < changed/4 || refused > changed*3/4 {
		t.Errorf("%d questions were drawn, of %d with other values %d refused", asked, changed, refused)
	}
}

// compareExecutors runs a question with both executors and returns the node at which the first refuses it.
func compareExecutors(t *testing.T, s *Scene, in *Instance) int {
	t.Helper()
	first, err := evaluateInstance(*in, s, compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	second := secondEvaluation(t, s, in)
	at := first.refusedBy
	earlier := at >= 0 && (second.refusedBy < 0 || at < second.refusedBy)
	if sameEvaluation(first, second) || earlier && refusedForWords(t, s, in, at) {
		return at
	}
	t.Errorf("scene %d, %s %v: %v, second executor %v", s.ImageIndex, in.Template.name(), in.Vals, first, second)
	return at
}

// refusedForWords tells whether a node refuses a question for a reason that only the first executor knows, or for a number that
// the second one looks at last.
func refusedForWords(t *testing.T, s *Scene, in *Instance, at int) bool {
	t.Helper()
	n := &in.Template.Nodes[at]
	switch {
	case n.Type == "attributes_subset_no_except":
		return true
	case n.Kind == "plane":
		return secondEvaluation(t, s, &Instance{Template: in.Template, Vals: in.Vals[:at+1]}).refusedBy == at
	}
	free := *in.Template
	free.Constraints = nil
	e, err := evaluateInstance(Instance{Template: &free, Vals: in.Vals}, s, compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return e.refusedBy != at
}

// secondEvaluation is what the second executor makes of a question.
func secondEvaluation(t *testing.T, s *Scene, in *Instance) evaluation {
	t.Helper()
	r, err := runSecond(s, in)
	if err != nil {
		t.Fatalf("%s %v: %v", in.Template.name(), in.Vals, err)
	}
	if r.rejected < 0 {
		r.rejected = r.numbersFault(s)
	}
	return evaluation{r.rejected, r.answer, r.outputs}
}

// sameEvaluation compares refusals, and of questions that are not refused answers and outputs.
func sameEvaluation(a, b evaluation) bool {
	if a.refusedBy >= 0 || b.refusedBy >= 0 {
		return a.refusedBy == b.refusedBy
	}
	return a.answer == b.answer && slices.EqualFunc(a.outputs, b.outputs, func(x, y NodeOutput) bool {
		return sortedOutput(x) == sortedOutput(y)
	})
}

// changedValues are the values of a question with one or two others in a random node.
func changedValues(stream *rng.Stream, s *Scene, in *Instance) Instance {
	var nodes []int
	for i, n := range in.Template.Nodes {
		meant := func(slot string) bool {
			kind, _ := slotKind(slot)
			return kind != suffixSlot
		}
		if len(in.Vals[i]) > 0 && slices.ContainsFunc(n.Slots, meant) {
			nodes = append(nodes, i)
		}
	}
	out := Instance{Template: in.Template, Vals: slices.Clone(in.Vals)}
	if len(nodes) == 0 {
		return out
	}
	node := rng.Choose(stream, nodes)
	n, values := &in.Template.Nodes[node], slices.Clone(in.Vals[node])
	out.Vals[node] = values
	for changes := 1 + stream.IntN(2); changes > 0; {
		i := stream.IntN(len(values))
		kind, which := slotKind(n.Slots[i])
		switch kind {
		case suffixSlot:
			continue
		case numberSlot:
			number, _ := strconv.Atoi(values[i].Word) // from the engine
			values[i] = saidValue(strconv.Itoa(max(0, number+stream.IntN(9)-4)))
		case fractionSlot:
			under := 2 + stream.IntN(30)
			values[i] = saidValue(fmt.Sprintf("%d/%d", 1+stream.IntN(under), under))
		case directionSlot:
			values[i] = saidValue(directionWords[stream.IntN(len(directionWords))])
		case attributeSlot:
			values[i] = Value{}
			switch counts := strings.Contains(n.Type, "contain"); {
			case stream.Bool(0.3):
			case n.Kind == "plane" && !counts:
				p := rng.Choose(stream, s.Planes)
				word := [...]string{"", p.Color, p.Material, p.Shape}[which]
				values[i] = Value{word, word != ""}
			default:
				o := rng.Choose(stream, s.Objects)
				values[i] = saidValue([...]string{o.Size, o.Color, o.Material, o.Shape}[which])
			}
		}
		changes--
	}
	return out
}
