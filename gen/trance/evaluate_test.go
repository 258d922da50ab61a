package trance

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/judge"
)

// evalOptions say what is judged, in words of the tests.
type evalOptions struct {
	Data, Split           string
	Setting               Setting
	Predictions, Baseline string
	Human                 string
	Partial               bool
	Seed                  uint64
	Detail                string
}

// scores are those of a row of a setting that is not basic; basicScores those of the basic one.
type (
	scores struct {
		Count                                            int
		AvgDist, AvgNormDist, LooseAcc, Acc, AvgStepDiff float64
	}
	basicScores struct {
		Count                        int
		ObjAcc, AttrAcc, ValAcc, Acc float64
	}
	// evaluation is a report of one task.
	evaluation struct {
		*judge.TaskReport
		*judge.Source
	}
)

func evaluate(t *testing.T, o evalOptions) (*evaluation, error) {
	t.Helper()
	options := judge.Options{
		Data: o.Data, Split: o.Split, Task: string(o.Setting), Human: o.Human, Baseline: o.Baseline, Partial: o.Partial, Seed: o.Seed, Detail: o.Detail,
	}
	if o.Predictions != "" {
		options.Pred = []string{o.Predictions}
	}
	r, err := judge.Run(t.Context(), Judge(), options)
	if err != nil {
		return nil, err
	}
	return &evaluation{r.Tasks[0], r.Tasks[0].Answers[0]}, nil
}

// row finds a row.
func (e *evaluation) row(group, name string) *judge.RowReport {
	for i := range e.Rows {
		if e.Rows[i].Group == group && e.Rows[i].Name == name {
			return &e.Rows[i]
		}
	}
	return &judge.RowReport{Scores: []map[string]*judge.Score{{}}}
}

// value is a score of a row, NaN for none.
func value(r *judge.RowReport, column string) float64 {
	if s := r.Scores[0][column]; s != nil {
		return s.Value
	}
	return math.NaN()
}

// scores are those of a row.
func (e *evaluation) scores(group, name string) scores {
	r := e.row(group, name)
	return scores{r.Count, value(r, "AD"), value(r, "AND"), value(r, "LAcc"), value(r, "Acc"), value(r, "step difference")}
}

// all are the scores of all samples.
func (e *evaluation) all() scores { return e.scores("all", "all") }

// basic are those of the basic setting.
func (e *evaluation) basic() basicScores {
	r := e.row("all", "all")
	return basicScores{r.Count, value(r, "ObjAcc"), value(r, "AttrAcc"), value(r, "ValAcc"), value(r, "Acc")}
}

func TestEvaluateEvent(t *testing.T) {
	data := dataset(t)
	answers := `{"idx": 0, "steps": [[0, "color.red"]]}
{"idx": 1, "steps": [[0, "position.left.2"], [0, "position.front.1"]]}

{"idx": 2, "steps": [[2, "size.medium"]], "note": "ignored"}
{"idx": 3, "steps": [[0, "position.behind.1"], [1, "position.right.1"]]}
`
	file := filepath.Join(writeFile(t, "a.jsonl", answers), "a.jsonl")
	got, err := evaluate(t, evalOptions{Data: data, Split: "test", Setting: EventSetting, Predictions: file})
	if err != nil {
		t.Fatal(err)
	}
	want := map[[2]string]scores{ // sample 2 misses one attribute; sample 3 reaches the end through an overlap
		{"all", "all"}:         {Count: 4, AvgDist: 0.25, AvgNormDist: 0.125, LooseAcc: 0.75, Acc: 0.5, AvgStepDiff: 0},
		{"steps", "1"}:         {Count: 2, LooseAcc: 1, Acc: 1, AvgStepDiff: 0.5},
		{"steps", "2"}:         {Count: 2, AvgDist: 0.5, AvgNormDist: 0.25, LooseAcc: 0.5, Acc: 0, AvgStepDiff: -0.5},
		{"order", "sensitive"}: {Count: 1, LooseAcc: 1, Acc: 0},
	}
	if len(got.Rows) != len(want) {
		t.Errorf("got %d groups, want %d: %+v", len(got.Rows), len(want), got.Rows)
	}
	for at, w := range want {
		s := got.scores(at[0], at[1])
		if s != w {
			t.Errorf("%s: got %+v, want %+v", at, s, w)
		}
		if eo := (s.LooseAcc - s.Acc) / s.LooseAcc; math.Abs(value(got.row(at[0], at[1]), "EO")-eo) > 1e-12 {
			t.Errorf("%s: EO is %v, want %g", at, value(got.row(at[0], at[1]), "EO"), eo)
		}
	}
}

func TestEvaluateBasic(t *testing.T) {
	// Any way out of the visible area counts; the value counts for the wrong object, too.
	file := filepath.Join(writeFile(t, "a.jsonl", `{"idx": 0, "steps": [[1, "color.red"]]}
{"idx": 1, "steps": [[0, "position.front-left.2"]]}`), "a.jsonl")
	got, err := evaluate(t, evalOptions{Data: dataset(t), Split: "test", Setting: BasicSetting, Predictions: file})
	if err != nil {
		t.Fatal(err)
	}
	if want := (basicScores{Count: 2, ObjAcc: 0.5, AttrAcc: 1, ValAcc: 1, Acc: 0.5}); got.basic() != want {
		t.Errorf("got %+v, want %+v", got.basic(), want)
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
	o := evalOptions{Data: dataset(t), Split: "test", Setting: ViewSetting, Predictions: file}
	if _, err := evaluate(t, o); err == nil || !strings.Contains(err.Error(), "1 of 12 samples have no answer, idx 0 (left) is the first") {
		t.Errorf("missing answer: got error %v", err)
	}
	o.Partial = true
	got, err := evaluate(t, o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Missing != 1 || got.all().Count != 12 || got.row("view", "left").Count != 4 || got.row("steps, view", "2 right").Count != 2 {
		t.Errorf("got %d missing, rows %v, want 1 and 12, 4, 2 answers", got.Missing, got.Rows)
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
		got, err := evaluate(t, evalOptions{Data: c.folder, Split: c.split, Setting: EventSetting, Baseline: BaselineReference})
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		case c.want == "" && (err != nil || got.all().Count != 1):
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
		o := evalOptions{Data: data, Setting: c.setting, Predictions: c.predictions, Detail: filepath.Join(t.TempDir(), "detail.jsonl")}
		if _, err := evaluate(t, o); err == nil || strings.Contains(err.Error(), "write:") {
			t.Errorf("%s: missing answers: got error %v", c.setting, err)
		}
		if _, err := os.Stat(o.Detail); err == nil {
			t.Errorf("%s: there is a file though answers are missing", c.setting)
		}
		o.Partial = true
		if _, err := evaluate(t, o); err != nil {
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
