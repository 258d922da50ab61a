package trance

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
)

type judged struct {
	Dist     float64
	NormDist float64 `json:"norm_dist"`
	Loose    bool    `json:"loose_correct"`
	Overlap  bool    `json:"err_overlap"`
	Invalid  bool    `json:"err_invalid_position"`
	Correct  bool
}

func TestVectorsEvaluateEvent(t *testing.T) {
	for _, c := range load[struct {
		ID         string
		Sample     Sample
		Prediction []Step
		Expect     struct {
			judged
			PredStep    int      `json:"pred_step"`
			TargetStep  int      `json:"target_step"`
			PredIndex   [][2]int `json:"pred_index"`
			TargetIndex [][2]int `json:"target_index"`
		}
	}](t, "evaluate_event.json") {
		j, e := c.Sample.Judge(c.Prediction), c.Expect
		want := Judgement{int(e.Dist), Faults{e.Overlap, e.Invalid}, e.Loose, e.Correct, e.PredStep, e.TargetStep}
		same(t, c.ID, "judgement", j, want)
		if !near(j.NormDistance(), e.NormDist) {
			t.Errorf("%s: normed distance is %g, want %g", c.ID, j.NormDistance(), e.NormDist)
		}
		same(t, c.ID, "predicted numbers", fmt.Sprint(stepNumbers(c.Prediction)), fmt.Sprint(e.PredIndex))
		same(t, c.ID, "target numbers", fmt.Sprint(stepNumbers(c.Sample.Reference)), fmt.Sprint(e.TargetIndex))
	}
}

func TestVectorsOrderSensitive(t *testing.T) {
	for _, c := range load[struct {
		ID     string
		Sample Sample
		Expect struct {
			AnyOverlap   bool `json:"any_overlap"`
			AnyOut       bool `json:"any_out_of_plane"`
			Depends      bool `json:"final_state_depends_on_order"`
			Sensitive    bool `json:"order_sensitive"`
			Permutations []struct {
				Order []int
				judged
			}
		}
	}](t, "order_sensitive.json") {
		got, e := c.Sample.judgeOrders(), c.Expect
		same(t, c.ID, "dependence", got.depends, e.Depends)
		same(t, c.ID, "sensitivity", got.sensitive, e.Sensitive)
		same(t, c.ID, "number of orders", len(got.permutations), len(e.Permutations))
		var all Faults
		orders := permutations(len(c.Sample.Reference))
		for i, p := range got.permutations {
			w := e.Permutations[i]
			all = all.or(p.Faults)
			if !slices.Equal(orders[i], w.Order) || p.Distance != int(w.Dist) || p.Faults != (Faults{w.Overlap, w.Invalid}) ||
				p.Loose != w.Loose || p.Correct != w.Correct {
				t.Errorf("%s: permutation %d is %+v, want %+v", c.ID, i, p, w)
			}
		}
		same(t, c.ID, "faults", all, Faults{e.AnyOverlap, e.AnyOut})
	}
}

func TestVectorsEvaluateBasic(t *testing.T) {
	for _, c := range load[struct {
		ID   string
		Rows []struct {
			Target   Step
			Options  []Pair
			Object   int   `json:"predicted_obj"`
			Pair     Pair  `json:"predicted_pair"`
			TiedPair *Pair `json:"tied_pair"`
		}
		Expect struct {
			Object  []bool `json:"obj_correct"`
			Value   []bool `json:"pair_correct"`
			Attr    []bool `json:"attr_correct"`
			Correct []bool
			Sums    [4]int `json:"-"`
			SumAcc  int    `json:"sum_acc"`
			SumObj  int    `json:"sum_acc_obj"`
			SumAttr int    `json:"sum_acc_attr"`
			SumPair int    `json:"sum_acc_pair"`
		}
	}](t, "evaluate_basic.json") {
		var sums [4]int
		for i, r := range c.Rows {
			// The published evaluator takes the pair with the largest score. Of several the first one tells the attribute, and
			// any of them may be the value.
			j := judgeBasic(r.Target, r.Options, Step{r.Object, r.Pair})
			if r.TiedPair != nil {
				tied := judgeBasic(r.Target, r.Options, Step{r.Object, *r.TiedPair})
				if *r.TiedPair < r.Pair {
					j.attribute = tied.attribute
				}
				j.value, j.correct = j.value || tied.value, j.correct || tied.correct
			}
			want := basicJudgement{c.Expect.Object[i], c.Expect.Attr[i], c.Expect.Value[i], c.Expect.Correct[i]}
			same(t, fmt.Sprintf("%s row %d", c.ID, i), "judgement", j, want)
			for k, ok := range [...]bool{j.correct, j.object, j.attribute, j.value} {
				if ok {
					sums[k]++
				}
			}
		}
		same(t, c.ID, "sums", sums, [4]int{c.Expect.SumAcc, c.Expect.SumObj, c.Expect.SumAttr, c.Expect.SumPair})
	}
}

func TestVectorsEvaluateMetrics(t *testing.T) {
	for _, c := range load[struct {
		ID      string
		Setting string
		Items   []struct {
			Sample     Sample
			Prediction []Step
			View       jsontext.Value
		}
		Expect struct {
			Metrics map[string]*float64
			EO      *float64 `json:"EO_from_formula"`
		}
	}](t, "evaluate_metrics.json") {
		b := judge.NewBoard(eventColumns)
		for _, item := range c.Items {
			j := item.Sample.Judge(item.Prediction)
			b.Sum(eventCells(&j, viewOf(t, item.View), ViewSetting, false))
		}
		for name, want := range c.Expect.Metrics {
			group, metric := "", name
			if i := strings.LastIndexByte(name, '/'); i >= 0 {
				group, metric = name[:i], name[i+1:]
			}
			row := judge.Row{Group: judge.AllGroup, Name: judge.AllGroup}
			steps, view, both := strings.Cut(strings.TrimPrefix(group, "step_"), "/")
			switch {
			case both:
				row = judge.Row{Group: groupStepsView, Name: steps + " " + view}
			case strings.HasPrefix(group, "step_"):
				row = judge.Row{Group: groupSteps, Name: steps}
			case group != "":
				row = judge.Row{Group: groupView, Name: group}
			}
			if want == nil {
				same(t, c.ID, "number of "+group, b.Count(0, row.Group, row.Name), 0)
				continue
			}
			column, ok := map[string]int{
				"acc": columnAcc, "loose_acc": columnLAcc, "avg_dist": columnAD, "avg_norm_dist": columnAND, "avg_step_diff": columnSteps,
			}[metric]
			got := b.Total(0, row.Group, row.Name, column)
			if !ok || math.Abs(got-*want) > 1e-5 {
				t.Errorf("%s: %s is %g, want %g", c.ID, name, got, *want)
			}
		}
		got := b.Total(0, judge.AllGroup, judge.AllGroup, columnEO)
		if want := c.Expect.EO; math.IsNaN(got) != (want == nil) || want != nil && math.Abs(got-*want) > 1e-5 {
			t.Errorf("%s: EO is %v, want %v", c.ID, got, deref(want))
		}
	}
}

// deref is for messages.
func deref(x *float64) any {
	if x == nil {
		return "undefined"
	}
	return *x
}

// viewOf reads a view's name or number; null and no view are the center.
func viewOf(t *testing.T, data jsontext.Value) view {
	t.Helper()
	for v := range view(viewCount) {
		if text := strings.ToLower(string(data)); strings.Contains(text, v.String()) || text == fmt.Sprint(int(v)) {
			return v
		}
	}
	if len(data) > 0 && string(data) != "null" {
		t.Fatalf("view %s", data)
	}
	return viewCenter
}
