package trance

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
func line(t testing.TB, idx int, initial State, steps ...Step) string {
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
	want := map[string]Scores{ // sample 2 misses one attribute; sample 3 reaches the end through an overlap
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
		w.EO = r.EO
		if r.Scores != w {
			t.Errorf("%s: got %+v, want %+v", r.Group, r.Scores, w)
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
		{"object", good + `{"idx": 1, "steps": [[10, "color.red"]]}`, "event", "a.jsonl:2: steps[0]: object is 10, want 0 to 9"},
		{"pair", `{"idx": 0, "steps": [[0, "color.pink"]]}`, "event", `a.jsonl:1: steps[0]: no pair "color.pink", want one such as color.red`},
		{"number of a pair", `{"idx": 0, "steps": [[0, 3]]}`, "event", `a.jsonl:1: steps[0]: [0, 3] is no step, want [object, "pair"] such as [0, "color.red"]`},
		{"step", `{"idx": 0, "steps": [[0]]}`, "event", `a.jsonl:1: steps[0]: [0] is no step, want [object, "pair"]`},
		{"null for a step", `{"idx": 0, "steps": [null]}`, "event", `a.jsonl:1: steps[0]: null is no step, want`},
		{"null for an object", `{"idx": 0, "steps": [[null, "color.red"]]}`, "event", `a.jsonl:1: steps[0]: [null, "color.red"] is no step, want`},
		{"null for a pair", `{"idx": 0, "steps": [[0, null]]}`, "event", `a.jsonl:1: steps[0]: [0, null] is no step, want`},
		{"nulls", `{"idx": 0, "steps": [[null, null]]}`, "event", `a.jsonl:1: steps[0]: [null, null] is no step, want`},
		{"long step", `{"idx": 0, "steps": [["` + strings.Repeat("long", 20) + `"]]}`, "event", `a.jsonl:1: steps[0]: an array is no step, want`},
		{"null for steps", `{"idx": 0, "steps": null}`, "event", "a.jsonl:1: has no steps; write {"},
		{"null for idx", `{"idx": null, "steps": []}`, "event", "a.jsonl:1: has no idx"},
		{"fraction", `{"idx": 0.5, "steps": []}`, "event", `a.jsonl:1: idx is 0.5, want a whole number; write {"idx": 7,`},
		{"long line", good + strings.Repeat(" ", maxLine+1), "event", "a.jsonl:2: is longer than 1048576 bytes"},
		{"sample", good + "\n" + `{"idx": 7, "steps": []}`, "event", "a.jsonl:3: there is no sample 7"},
		{"twice", good + good, "event", "a.jsonl:2: sample 0 (center) was answered in line 1 already"},
		{"length", `{"idx": 0, "steps": [[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"]]}`, "event", "a.jsonl:1: has 5 steps, setting event wants at most 4"},
		{"basic length", `{"idx": 0, "steps": []}`, "basic", "a.jsonl:1: has 0 steps, setting basic wants 1"},
		{"basic sample", `{"idx": 2, "steps": [[0, "color.red"]]}`, "basic",
			"a.jsonl:1: sample 2 has 2 steps, setting basic asks about samples with one; leave it out"},
		{"basic samples", good + `{"idx": 3, "steps": [[0, "color.red"]]}` + "\n" + `{"idx": 2, "steps": [[0, "color.red"]]}`, "basic",
			"a.jsonl:2: sample 3 has 2 steps"},
		{"no view", good, "view", "a.jsonl:1: has no view"},
		{"wrong view", `{"idx": 0, "view": "top", "steps": []}`, "view", `a.jsonl:1: view is "top"`},
		{"view elsewhere", `{"idx": 0, "view": "left", "steps": []}`, "event", "a.jsonl:1: view is left"},
		{"no idx", `{"steps": []}`, "event", "a.jsonl:1: has no idx"},
		{"no steps", `{"idx": 0}`, "event", "a.jsonl:1: has no steps"},
		{"other steps", `{"idx": 0, "steps": 3}`, "event", "a.jsonl:1: steps is a number, want an array; write {"},
		{"no JSON", `steps`, "event", "a.jsonl:1: no JSON at byte 0: "},
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
	move := line(t, 0, far(), Step{0, pair(t, "position.behind.1")})
	changed := func(line, old, by string) string {
		t.Helper()
		if !strings.Contains(line, old) {
			t.Fatalf("no %s in %s", old, line)
		}
		return strings.Replace(line, old, by, 1)
	}
	for _, c := range []struct{ name, data, want string }{
		{"colour", changed(good, `"color":"gray"`, `"color":"grey"`), `data.jsonl:1: states[0].objects[0].color is "grey", want one of ["gray" "red"`},
		{"no colour", changed(good, `"color":"gray",`, ``), `data.jsonl:1: states[0].objects[0].color is "", want`},
		{"number for a colour", changed(good, `"color":"gray"`, `"color":3`), `data.jsonl:1: states[0].objects[0].color is a number, want a string`},
		{"no position", changed(good, `,"position":[-20,0]`, ``), "data.jsonl:1: states[0].objects[0].position is missing"},
		{"null for a position", changed(good, `[-20,0]`, `null`), "data.jsonl:1: states[0].objects[0].position is missing"},
		{"null in a position", changed(good, `[-20,0]`, `[null,0]`), "data.jsonl:1: states[0].objects[0].position: no place [null,0], want two whole numbers"},
		{"position off the plane", changed(good, `[-20,0]`, `[-20,41]`), "data.jsonl:1: states[0].objects[0].position is [-20, 41], want -40 to 40"},
		{"position of thousands", changed(good, `[-20,0]`, `[9223372036854775807,0]`), "states[0].objects[0].position is [9223372036854775807, 0], want"},
		{"null for an object", changed(good, `{"objects":[`, `{"objects":[null,`), "data.jsonl:1: states[0].objects: has 11, want 10"},
		{"nine objects", `{"idx": 0, "states": [{"objects": []}, {"objects": []}], "transformations": [{}]}`, "data.jsonl:1: states[0].objects: has 0, want 10"},
		{"one state", `{"idx": 0, "states": [{"objects": []}]}`, "data.jsonl:1: states: has 1"},
		{"fraction of a step", changed(move, `"val":["behind",1]`, `"val":["behind",1.5]`), `data.jsonl:1: transformations[0].val is ["behind",1.5], want a direction and 1 or 2 steps`},
		{"null steps", changed(move, `"val":["behind",1]`, `"val":["behind",null]`), `data.jsonl:1: transformations[0].val is ["behind",null], want a direction`},
		{"no direction", changed(move, `"options":[["behind",1]]`, `"options":[["up",1]]`), `data.jsonl:1: transformations[0].options[0] is ["up",1], want a direction`},
		{"no value", changed(good, `,"val":"red"`, ``), "data.jsonl:1: transformations[0].val is missing, want one of"},
		{"null for a value", changed(good, `"val":"red"`, `"val":null`), "data.jsonl:1: transformations[0].val is null, want one of"},
		{"value of another attribute", changed(good, `"val":"red"`, `"val":"small"`), `data.jsonl:1: transformations[0].val is "small", want one of ["gray" "red"`},
		{"attribute with a dot", changed(changed(good, `"attr":"color"`, `"attr":"position.front"`), `"val":"red"`, `"val":"1"`),
			`data.jsonl:1: transformations[0].attr is "position.front", want one of ["color" "material"`},
		{"no attribute", changed(good, `"attr":"color",`, ``), `data.jsonl:1: transformations[0].attr is "", want`},
		{"no object", changed(good, `"obj_idx":0`, `"obj_idx":null`), "data.jsonl:1: transformations[0].obj_idx is missing"},
		{"other object", changed(good, `"obj_idx":0`, `"obj_idx":10`), "data.jsonl:1: transformations[0].obj_idx is 10, want 0 to 9"},
		{"no idx", changed(good, `"idx":0,`, ``), "data.jsonl:1: idx is missing"},
		{"twice", good + good, "data.jsonl:2: idx 0 is there twice"},
		{"key twice", `{"idx":0,"idx":1}`, "data.jsonl:1: key idx is there twice"},
		{"cut", good[:40], "data.jsonl:1: no JSON at byte 40: unexpected EOF"},
		{"empty", "\n \r\n", "data.jsonl has no samples"},
	} {
		folder := writeFile(t, "data.jsonl", c.data)
		_, err := Evaluate(context.Background(), EvalOptions{Data: folder, Setting: EventSetting, Baseline: BaselineEmpty})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
	two := line(t, 0, far(), Step{0, pair(t, "color.red")}, Step{1, pair(t, "color.red")})
	folder := writeFile(t, "data.jsonl", two)
	_, err := Evaluate(context.Background(), EvalOptions{Data: folder, Setting: BasicSetting, Baseline: BaselineEmpty})
	if err == nil || !strings.Contains(err.Error(), "data.jsonl has no samples with one step") {
		t.Errorf("no sample with one step: got error %v", err)
	}
}

// A file of all splits is read where no split is named, and only there.
func TestEvaluateSplits(t *testing.T) {
	good := line(t, 0, far(), Step{0, pair(t, "color.red")})
	published, made := writeFile(t, "data.jsonl", "\r\n"+good+"\r\n"), writeFile(t, "test/data.jsonl", good)
	for _, c := range []struct{ name, folder, split, want string }{
		{"published", published, "", ""},
		{"published, split", published, "test", "data.jsonl has no splits; put the split's lines into the former"},
		{"no split", made, "", ""},
		{"split", made, "test", ""},
		{"other split", made, "val", "there is neither val/data.jsonl nor data.jsonl"},
		{"folder of the split", filepath.Join(made, "test"), "", ""},
		{"nothing", t.TempDir(), "", "there is neither test/data.jsonl nor data.jsonl"},
	} {
		got, err := Evaluate(context.Background(), EvalOptions{Data: c.folder, Split: c.split, Setting: EventSetting, Baseline: BaselineReference})
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		case c.want == "" && (err != nil || got.Rows[0].Count != 1):
			t.Errorf("%s: got %+v and %v, want one sample", c.name, got, err)
		}
	}
}

// A line for each answer, word for word; none where something is wrong.
func TestEvaluateDetail(t *testing.T) {
	data := dataset(t)
	answers := filepath.Join(writeFile(t, "a.jsonl", `{"idx": 1, "steps": [[1, "position.front-left.2"]]}`), "a.jsonl")
	views := filepath.Join(writeFile(t, "a.jsonl", `{"idx": 3, "view": "left", "steps": [[0, "position.behind.1"], [1, "position.right.1"]]}`), "a.jsonl")
	for _, c := range []struct {
		setting     Setting
		predictions string
		lines       int
		want        string // one of the lines
	}{
		{BasicSetting, answers, 2, `{"correct":false,"obj_correct":false,"pair_correct":true,"obj_pred":1,"obj_target":0,` +
			`"pair_pred":20,"pair_target":11,"attr_pred":2,"attr_target":2,"sample_id":1}`},
		{BasicSetting, answers, 2, `{"correct":false,"obj_correct":false,"pair_correct":false,"obj_pred":null,"obj_target":0,` +
			`"pair_pred":null,"pair_target":1,"attr_pred":null,"attr_target":0,"sample_id":0}`},
		{EventSetting, answers, 4, `{"dist":2,"norm_dist":1,"loose_correct":false,"err_overlap":false,"err_invalid_position":false,` +
			`"correct":false,"pred":[],"target":[[0,1],[2,31]],"pred_step":0,"target_step":2,"sample_id":2}`},
		{ViewSetting, views, 12, `{"dist":0,"norm_dist":0,"loose_correct":true,"err_overlap":true,"err_invalid_position":false,` +
			`"correct":false,"pred":[[0,13],[1,17]],"target":[[1,17],[0,13]],"pred_step":2,"target_step":2,"sample_id":3,"view_idx":1}`},
	} {
		o := EvalOptions{Data: data, Setting: c.setting, Predictions: c.predictions, Detail: filepath.Join(t.TempDir(), "detail.jsonl")}
		if _, err := Evaluate(context.Background(), o); err == nil || strings.Contains(err.Error(), "write:") {
			t.Errorf("%s: missing answers: got error %v", c.setting, err)
		}
		if _, err := os.Stat(o.Detail); err == nil {
			t.Errorf("%s: there is a file though answers are missing", c.setting)
		}
		o.Partial = true
		if _, err := Evaluate(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(o.Detail)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(got), "\n"); n != c.lines || !strings.Contains("\n"+string(got), "\n"+c.want+"\n") {
			t.Errorf("%s: got %d lines\n%s\nwant %d, one of them\n%s", c.setting, n, got, c.lines, c.want)
		}
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
	first, errFirst := baseline(BaselineRandom, 1)
	other, errOther := baseline(BaselineRandom, 2)
	r := &Record{Sample: Sample{Reference: make([]Step, maxSequence)}}
	if errFirst != nil || errOther != nil || slices.Equal(first(r), other(r)) {
		t.Errorf("seeds 1 and 2 draw %v and %v, %v, %v, want different steps", first(r), other(r), errFirst, errOther)
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
