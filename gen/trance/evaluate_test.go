package trance

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEvaluateEvent(t *testing.T) {
	data := dataset(t)
	answers := `{"idx": 0, "steps": [[0, "color.red"]]}
{"idx": 1, "steps": [[0, "position.left.2"], [0, "position.front.1"]]}

{"idx": 2, "steps": [[2, "size.medium"]], "note": "ignored"}
{"idx": 3, "steps": [[0, "position.behind.1"], [1, "position.right.1"]]}
`
	file := filepath.Join(writeFile(t, "a.jsonl", answers), "a.jsonl")
	got, err := Evaluate(t.Context(), EvalOptions{Data: data, Split: "test", Setting: EventSetting, Predictions: file})
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
	got, err := Evaluate(t.Context(), EvalOptions{Data: dataset(t), Split: "test", Setting: BasicSetting, Predictions: file})
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
	if _, err := Evaluate(t.Context(), o); err == nil || !strings.Contains(err.Error(), "1 answers are missing, that to sample 0 (left)") {
		t.Errorf("missing answer: got error %v", err)
	}
	o.Partial = true
	got, err := Evaluate(t.Context(), o)
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
		got, err := Evaluate(t.Context(), EvalOptions{Data: c.folder, Split: c.split, Setting: EventSetting, Baseline: BaselineReference})
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
		if _, err := Evaluate(t.Context(), o); err == nil || strings.Contains(err.Error(), "write:") {
			t.Errorf("%s: missing answers: got error %v", c.setting, err)
		}
		if _, err := os.Stat(o.Detail); err == nil {
			t.Errorf("%s: there is a file though answers are missing", c.setting)
		}
		o.Partial = true
		if _, err := Evaluate(t.Context(), o); err != nil {
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
