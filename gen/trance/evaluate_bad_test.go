package trance

import (
	"path/filepath"
	"strings"
	"testing"
)

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
		{"long step", `{"idx": 0, "steps": [["` + strings.Repeat("long", 20) + `"]]}`, "event", `a.jsonl:1: steps[0]: ["longlonglonglonglonglonglonglonglonglonglonglonglonglonglo... is no step, want`},
		{"null for steps", `{"idx": 0, "steps": null}`, "event", "a.jsonl:1: has no steps; write {"},
		{"null for idx", `{"idx": null, "steps": []}`, "event", "a.jsonl:1: has no idx"},
		{"fraction", `{"idx": 0.5, "steps": []}`, "event", `a.jsonl:1: idx is 0.5, want a whole number; write {"idx": 7,`},
		{"sample", good + "\n" + `{"idx": 7, "steps": []}`, "event", "a.jsonl:3: idx is 7, but "},
		{"twice", good + good, "event", "a.jsonl:2: idx 0 was answered in line 1 already"},
		{"length", `{"idx": 0, "steps": [[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"],[0,"color.red"]]}`, "event", "a.jsonl:1: has 5 steps, task event wants at most 4"},
		{"basic length", `{"idx": 0, "steps": []}`, "basic", "a.jsonl:1: has 0 steps, task basic wants 1"},
		{"basic sample", `{"idx": 2, "steps": [[0, "color.red"]]}`, "basic",
			"a.jsonl:1: idx is 2, but "},
		{"basic samples", good + `{"idx": 3, "steps": [[0, "color.red"]]}` + "\n" + `{"idx": 2, "steps": [[0, "color.red"]]}`, "basic",
			"a.jsonl:2: idx is 3, but "},
		{"no view", good, "view", "a.jsonl:1: has no view"},
		{"wrong view", `{"idx": 0, "view": "top", "steps": []}`, "view", `a.jsonl:1: view is "top"`},
		{"view elsewhere", `{"idx": 0, "view": "left", "steps": []}`, "event", "a.jsonl:1: view is left"},
		{"no idx", `{"steps": []}`, "event", "a.jsonl:1: has no idx"},
		{"no steps", `{"idx": 0}`, "event", "a.jsonl:1: has no steps"},
		{"other steps", `{"idx": 0, "steps": 3}`, "event", "a.jsonl:1: steps is 3, want a list; write {"},
		{"no JSON", `steps`, "event", `a.jsonl: want one {"idx": 7, `},
		{"missing", good, "event", "3 of 4 samples have no answer, idx 1 is the first"},
	} {
		file := filepath.Join(writeFile(t, "a.jsonl", c.answers), "a.jsonl")
		_, err := evaluate(t, evalOptions{Data: data, Split: "test", Setting: Setting(c.setting), Predictions: file})
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
		{"number for a colour", changed(good, `"color":"gray"`, `"color":3`), `data.jsonl:1: states[0].objects[0].color is 3, want a text`},
		{"no position", changed(good, `,"position":[-20,0]`, ``), "data.jsonl:1: states[0].objects[0].position is missing"},
		{"null for a position", changed(good, `[-20,0]`, `null`), "data.jsonl:1: states[0].objects[0].position is missing"},
		{"null in a position", changed(good, `[-20,0]`, `[null,0]`), "data.jsonl:1: states[0].objects[0].position is wrong: no place [null,0], want two whole numbers"},
		{"position off the plane", changed(good, `[-20,0]`, `[-20,41]`), "data.jsonl:1: states[0].objects[0].position is [-20, 41], want -40 to 40"},
		{"position of thousands", changed(good, `[-20,0]`, `[9223372036854775807,0]`), "states[0].objects[0].position is [9223372036854775807, 0], want"},
		{"null for an object", changed(good, `{"objects":[`, `{"objects":[null,`), "data.jsonl:1: states[0].objects[0] is null, want a group of keys"},
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
		{"key twice", `{"idx":0,"idx":1}`, "data.jsonl:1: idx is there twice"},
		{"cut", good[:40], "data.jsonl:1: the text ends within a value"},
		{"empty", "\n \r\n", "data.jsonl has no samples"},
	} {
		folder := writeFile(t, "data.jsonl", c.data)
		_, err := evaluate(t, evalOptions{Data: folder, Setting: EventSetting, Baseline: BaselineEmpty})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
	two := line(t, 0, far(), Step{0, pair(t, "color.red")}, Step{1, pair(t, "color.red")})
	folder := writeFile(t, "data.jsonl", two)
	_, err := evaluate(t, evalOptions{Data: folder, Setting: BasicSetting, Baseline: BaselineEmpty})
	if err == nil || !strings.Contains(err.Error(), "data.jsonl has no samples with one step") {
		t.Errorf("no sample with one step: got error %v", err)
	}
}

// What shall be judged must be said.
func TestEvaluateBadOptions(t *testing.T) {
	data := dataset(t)
	for _, c := range []struct {
		o    evalOptions
		want string
	}{
		{evalOptions{Setting: "all", Baseline: BaselineEmpty}, `judge: trance has no task "all", choose one of event, basic, view with --task`},
		{evalOptions{Setting: EventSetting, Baseline: "best"},
			`judge: trance has no baseline "best", want one of random, empty, reversed, greedy, oracle`},
	} {
		c.o.Data = data
		if _, err := evaluate(t, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%+v: error is %v, want %s", c.o, err, c.want)
		}
	}
}
