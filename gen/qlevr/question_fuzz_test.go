package qlevr

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"mereo/gen/record"
)

// What is read is written so that it is read as the same.
func FuzzParseQuestion(f *testing.F) {
	for _, q := range append(evalQuestions(), askedQuestion()) {
		f.Add(record.JSON(q))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		q, err := parseQuestion(data)
		if err != nil {
			return
		}
		text := record.JSON(q)
		again, err := parseQuestion(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if second := record.JSON(again); string(second) != string(text) {
			t.Errorf("%s is written as %s and then as %s", data, text, second)
		}
	})
}

// Whatever the nodes and values are, a question is run, rejected, or an error.
func FuzzSecondRun(f *testing.F) {
	add := func(nodes []TemplateNode, vals [][]Value) {
		var list []any
		for _, n := range nodes {
			list = append(list, []any{n.Type, n.Kind, n.Inputs, n.Slots})
		}
		a, errA := json.Marshal(list)
		b, errB := json.Marshal(vals)
		if errA != nil || errB != nil {
			f.Fatal(errA, errB)
		}
		f.Add(a, b)
	}
	templates := evalTemplates()
	for i, q := range evalQuestions()[:3] {
		in, err := q.instance(&templates[min(i, 1)])
		if err != nil {
			f.Fatal(err)
		}
		add(in.Template.Nodes, in.Vals)
	}
	if dir := os.Getenv("MEREO_VECTORS"); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, "qlevr", "programs.json"))
		var cases []secondCase
		if err == nil && json.Unmarshal(data, &cases) == nil {
			for _, c := range cases {
				add(c.instance().Template.Nodes, c.Vals)
			}
		}
	}
	f.Fuzz(func(t *testing.T, nodes, vals []byte) {
		var c secondCase
		if json.Unmarshal(nodes, &c.Nodes) != nil || json.Unmarshal(vals, &c.Vals) != nil {
			return
		}
		c.Template = QuestionTemplate{"all.json", []int{0}}
		r, err := runSecond(secondDesk(), c.instance())
		if err != nil {
			return
		}
		again, err := runSecond(secondDesk(), c.instance())
		if err != nil || again.answer != r.answer || again.rejected != r.rejected || !reflect.DeepEqual(again.outputs, r.outputs) {
			t.Errorf("%s with %s: %+v, then %+v, %v", nodes, vals, r, again, err)
		}
		if r.rejected < 0 {
			r.numbersFault(secondDesk())
		}
	})
}
