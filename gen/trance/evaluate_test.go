package trance

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// far puts small gray rubber cubes where none disturbs another, the first few in the visible area.
func far() (s State) {
	for i := range s {
		s[i].values[Size] = 2
		s[i].Position = Point{-40 + 8*i, 35}
		if i < 5 {
			s[i].Position = Point{-20 + 10*i, 0}
		}
	}
	return s
}

// line is a sample's line of data.jsonl; the final state is where the steps lead.
func line(t *testing.T, idx int, initial State, steps ...Step) string {
	t.Helper()
	final, _ := initial.Run(steps)
	var transformations []map[string]any
	at := initial
	for _, s := range steps {
		a := s.Pair.Attribute()
		step := map[string]any{"obj_idx": s.Object, "attr": a.String()}
		if a == Position {
			step["val"], step["options"] = s.Pair.Move(), Options(at[s.Object].Position, s.Pair.Move())
		} else {
			step["val"] = values[a][s.Pair.Value()]
			step["options"] = []any{step["val"]}
		}
		at.Apply(s)
		transformations = append(transformations, step)
	}
	data, err := json.Marshal(map[string]any{
		"idx": idx, "states": []any{map[string]any{"objects": initial}, map[string]any{"objects": final}},
		"transformations": transformations,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "\n"
}

func pair(t *testing.T, name string) (p Pair) {
	t.Helper()
	if err := p.UnmarshalText([]byte(name)); err != nil {
		t.Fatal(err)
	}
	return p
}

// dataset has four samples: a recolouring, a move out of the visible area, two changes of different objects, and two moves of
// which the second must wait for the first.
func dataset(t *testing.T) string {
	t.Helper()
	train := far()
	train[0].Position, train[1].Position, train[2].Position = Point{-10, 0}, Point{0, 0}, Point{20, 20}
	lines := line(t, 0, far(), Step{0, pair(t, "color.red")}) +
		line(t, 1, far(), Step{0, pair(t, "position.front.1")}) +
		line(t, 2, far(), Step{0, pair(t, "color.red")}, Step{2, pair(t, "size.medium")}) +
		line(t, 3, train, Step{1, pair(t, "position.right.1")}, Step{0, pair(t, "position.behind.1")})
	return writeFile(t, "test/data.jsonl", lines)
}

func writeFile(t *testing.T, name, text string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestEvaluateEvent(t *testing.T) {
	data := dataset(t)
	answers := `{"idx": 0, "steps": [[0, "color.red"]]}
{"idx": 1, "steps": [[0, "position.left.2"], [0, "position.front.1"]]}

{"idx": 2, "steps": [[2, "size.medium"]], "note": "ignored"}
{"idx": 3, "steps": [[0, "position.behind.1"], [1, "position.right.1"]]}
`
	file := filepath.Join(writeFile(t, "a.jsonl", answers), "a.jsonl")
	got, err := Evaluate(context.Background(), EvalOptions{Data: data, Split: "test", Setting: EventSetting, Predictions: file})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Row{ // sample 2 misses one attribute; sample 3 reaches the end through an overlap
		"all":             {Count: 4, AvgDist: 0.25, AvgNormDist: 0.125, LooseAcc: 0.75, Acc: 0.5, AvgStepDiff: 0},
		"step_1":          {Count: 2, LooseAcc: 1, Acc: 1, AvgStepDiff: 0.5},
		"step_2":          {Count: 2, AvgDist: 0.5, AvgNormDist: 0.25, LooseAcc: 0.5, Acc: 0, AvgStepDiff: -0.5},
		"order_sensitive": {Count: 1, LooseAcc: 1, Acc: 0},
	}
	if len(got.Rows) != len(want) {
		t.Errorf("got %d groups, want %d: %+v", len(got.Rows), len(want), got.Rows)
	}
	for _, r := range got.Rows {
		w := want[r.Group]
		w.Group, w.EO = r.Group, r.EO
		if r != w {
			t.Errorf("got %+v, want %+v", r, w)
		}
		if eo := (r.LooseAcc - r.Acc) / r.LooseAcc; r.EO == nil || math.Abs(*r.EO-eo) > 1e-12 {
			t.Errorf("%s: EO is %v, want %g", r.Group, r.EO, eo)
		}
	}
}

func TestEvaluateBasic(t *testing.T) {
	// Any way out of the visible area counts; the value counts for the wrong object, too.
	file := filepath.Join(writeFile(t, "a.jsonl", `{"idx": 0, "steps": [[1, "color.red"]]}
{"idx": 1, "steps": [[0, "position.front-left.2"]]}`), "a.jsonl")
	got, err := Evaluate(context.Background(), EvalOptions{Data: dataset(t), Split: "test", Setting: BasicSetting, Predictions: file})
	if err != nil {
		t.Fatal(err)
	}
	if want := (BasicScores{Count: 2, ObjAcc: 0.5, AttrAcc: 1, ValAcc: 1, Acc: 0.5}); *got.Basic != want {
		t.Errorf("got %+v, want %+v", *got.Basic, want)
	}
}

func TestEvaluateView(t *testing.T) {
	var answers strings.Builder
	for i := range 4 {
		for _, v := range viewNames {
			if i == 0 && v == "left" {
				continue
			}
			fmt.Fprintf(&answers, `{"idx": %d, "view": %q, "steps": []}`+"\n", i, v)
		}
	}
	file := filepath.Join(writeFile(t, "a.jsonl", answers.String()), "a.jsonl")
	o := EvalOptions{Data: dataset(t), Split: "test", Setting: ViewSetting, Predictions: file}
	if _, err := Evaluate(context.Background(), o); err == nil || !strings.Contains(err.Error(), "1 answers are missing, that to sample 0 (left)") {
		t.Errorf("missing answer: got error %v", err)
	}
	o.Partial = true
	got, err := Evaluate(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, r := range got.Rows {
		counts[r.Group] = r.Count
	}
	if got.Missing != 1 || counts["all"] != 12 || counts["left"] != 4 || counts["step_2/right"] != 2 {
		t.Errorf("got %d missing, groups %v, want 1 and 12, 4, 2 answers", got.Missing, counts)
	}
}

func TestEvaluateBadInput(t *testing.T) {
	data := dataset(t)
	good := `{"idx": 0, "steps": [[0, "color.red"]]}` + "\n"
	for _, c := range []struct{ name, answers, setting, want string }{
		{"object", good + `{"idx": 1, "steps": [[10, "color.red"]]}`, "event", "a.jsonl:2: step 0: trance: step: object is 10, want 0 to 9"},
		{"pair", `{"idx": 0, "steps": [[0, "color.pink"]]}`, "event", `a.jsonl:1: step 0: trance: no pair "color.pink"`},
		{"step", `{"idx": 0, "steps": [[0]]}`, "event", `a.jsonl:1: step 0: trance: step is [0], want [object, "pair"]`},
		{"sample", good + "\n" + `{"idx": 7, "steps": []}`, "event", "a.jsonl:3: there is no sample 7"},
		{"twice", good + good, "event", "a.jsonl:2: sample 0 (center) was answered in line 1 already"},
		{"length", `{"idx": 0, "steps": [[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"]]}`, "event", "a.jsonl:1: has 5 steps, setting event wants at most 4"},
		{"basic length", `{"idx": 0, "steps": []}`, "basic", "a.jsonl:1: has 0 steps, setting basic wants 1"},
		{"basic sample", `{"idx": 2, "steps": [[0, "color.red"]]}`, "basic", "sample 2 has 2 steps"},
		{"no view", good, "view", "a.jsonl:1: has no view"},
		{"wrong view", `{"idx": 0, "view": "top", "steps": []}`, "view", `a.jsonl:1: view is "top"`},
		{"view elsewhere", `{"idx": 0, "view": "left", "steps": []}`, "event", "a.jsonl:1: view is left"},
		{"no idx", `{"steps": []}`, "event", "a.jsonl:1: has no idx"},
		{"no steps", `{"idx": 0}`, "event", "a.jsonl:1: has no list of steps"},
		{"no JSON", `steps`, "event", "a.jsonl:1: want {"},
		{"missing", good, "event", "3 answers are missing, that to sample 1 (center) is the first"},
	} {
		file := filepath.Join(writeFile(t, "a.jsonl", c.answers), "a.jsonl")
		_, err := Evaluate(context.Background(), EvalOptions{Data: data, Split: "test", Setting: Setting(c.setting), Predictions: file})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestEvaluateBadData(t *testing.T) {
	good := line(t, 0, far(), Step{0, pair(t, "color.red")})
	for _, c := range []struct{ name, data, want string }{
		{"colour", strings.Replace(good, `"color":"gray"`, `"color":"pink"`, 1), `data.jsonl:1: trance: object: color is "pink"`},
		{"nine objects", `{"idx": 0, "states": [{"objects": []}, {"objects": []}], "transformations": [{}]}`, "data.jsonl:1: states[0].objects: has 0, want 10"},
		{"one state", `{"idx": 0, "states": [{"objects": []}]}`, "data.jsonl:1: states: has 1"},
		{"fraction of a step", strings.Replace(line(t, 0, far(), Step{0, pair(t, "position.behind.1")}), `"val":["behind",1]`, `"val":["behind",1.5]`, 1), "data.jsonl:1: transformations[0].val: is"},
		{"twice", good + good, "data.jsonl:2: idx 0 is there twice"},
		{"cut", good[:40], "data.jsonl:1: unexpected end"},
	} {
		folder := writeFile(t, "data.jsonl", c.data)
		_, err := Evaluate(context.Background(), EvalOptions{Data: folder, Split: "test", Setting: EventSetting, Baseline: BaselineEmpty})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
	_, err := Evaluate(context.Background(), EvalOptions{Data: t.TempDir(), Split: "test", Setting: EventSetting, Baseline: BaselineEmpty})
	if err == nil || !strings.Contains(err.Error(), "there is neither test/data.jsonl nor data.jsonl") {
		t.Errorf("empty folder: got error %v", err)
	}
}

func TestBaselines(t *testing.T) {
	data := dataset(t)
	for name, want := range map[string][2]float64{ // LAcc, Acc
		BaselineReference: {1, 1}, BaselineEmpty: {0, 0}, BaselineReversed: {1, 0.75}, BaselineGreedy: {1, 1},
	} {
		got, err := Evaluate(context.Background(), EvalOptions{Data: data, Split: "test", Setting: EventSetting, Baseline: name})
		if err != nil {
			t.Fatal(err)
		}
		if r := got.Rows[0]; r.LooseAcc != want[0] || r.Acc != want[1] {
			t.Errorf("%s: LAcc %g, Acc %g, want %v", name, r.LooseAcc, r.Acc, want)
		}
	}
	o := EvalOptions{Data: data, Split: "test", Setting: EventSetting, Baseline: BaselineRandom, Seed: 1}
	a, errA := Evaluate(context.Background(), o)
	b, errB := Evaluate(context.Background(), o)
	if errA != nil || errB != nil || a.Rows[0].AvgDist != b.Rows[0].AvgDist || a.Rows[0].AvgStepDiff != 0 {
		t.Errorf("random twice: %+v and %+v, %v, %v", a, b, errA, errB)
	}
}

// TestRepairReachesTheEnd: perfect perception leads to the final state of every sample of the vectors, and rarely in more steps
// than the reference has.
func TestRepairReachesTheEnd(t *testing.T) {
	longer, all := 0, 0
	for _, c := range load[struct {
		ID     string
		Sample Sample
	}](t, "evaluate_event.json") {
		steps := Repair(&c.Sample.Initial, &c.Sample.Final)
		if j := c.Sample.Judge(steps); !j.Loose {
			t.Errorf("%s: %v ends at distance %d", c.ID, steps, j.Distance)
		}
		all++
		if len(steps) > len(c.Sample.Reference) {
			longer++
		}
	}
	if 20*longer > all {
		t.Errorf("%d of %d answers are longer than the reference", longer, all)
	}
}
