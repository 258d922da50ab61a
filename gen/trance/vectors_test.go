package trance

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/internal/vectors"
)

// load reads the cases of a vector file.
func load[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "trance"), name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []T }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(file.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return file.Cases
}

// Objects and steps are JSON in vectors and in the data that tests make; elsewhere they are parts of records.

// MarshalJSON writes the object as released records have it.
func (o Object) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedObject{o.Value(Color), o.Value(Material), o.Value(Shape), o.Value(Size), &o.Position})
}

// UnmarshalJSON reads an object wherever it is; some vectors take one off the plane.
func (o *Object) UnmarshalJSON(data []byte) error {
	var s storedObject
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	out, err := objectOf([...]string{s.Color, s.Material, s.Shape, s.Size}, *s.Position)
	*o = out
	return err
}

// MarshalJSON writes [0, "color.red"].
func (s Step) MarshalJSON() ([]byte, error) { return json.Marshal([]any{s.Object, s.Pair}) }

// UnmarshalJSON reads [0, "color.red"].
func (s *Step) UnmarshalJSON(data []byte) (err error) {
	*s, err = readStep(data)
	return err
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

func same[T comparable](t *testing.T, id, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s is %v, want %v", id, what, got, want)
	}
}

// sameJSON compares values as they are written.
func sameJSON(t *testing.T, id, what string, got any, want json.RawMessage) {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(data, &a) != nil || json.Unmarshal(want, &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%s: %s is %s, want %s", id, what, data, want)
	}
}

func TestVectorsGeometry(t *testing.T) {
	for _, c := range load[struct {
		ID       string
		Position [2]int
		Expect   struct {
			Valid   bool
			Visible *bool
			RealXY  [2]float64                                    `json:"real_xy"`
			Options *struct{ Visible, Invisible json.RawMessage } `json:"move_options"`
		}
	}](t, "geometry.json") {
		p := Point{c.Position[0], c.Position[1]}
		same(t, c.ID, "valid", p.Valid(), c.Expect.Valid)
		if c.Expect.Visible != nil {
			same(t, c.ID, "visible", p.Visible(), *c.Expect.Visible)
		}
		at := (&Object{Position: p}).Center()
		if !near(at.X, c.Expect.RealXY[0]) || !near(at.Y, c.Expect.RealXY[1]) {
			t.Errorf("%s: in the world at %v, want %v", c.ID, at, c.Expect.RealXY)
		}
		if o := c.Expect.Options; o != nil {
			visible, invisible := p.Moves()
			sameJSON(t, c.ID, "visible options", append([]Move{}, visible...), o.Visible)
			sameJSON(t, c.ID, "invisible options", append([]Move{}, invisible...), o.Invisible)
		}
	}
}

func TestVectorsTransitionsEvaluator(t *testing.T) {
	for _, c := range load[struct {
		ID       string
		Objects  State
		Sequence []Step
		Expect   struct {
			Steps []struct {
				Overlap    bool
				OutOfPlane bool   `json:"out_of_plane"`
				After      Object `json:"object_after"`
				Area       string
			}
			Overlap bool `json:"err_overlap"`
			Invalid bool `json:"err_invalid_position"`
			Final   State
		}
	}](t, "transitions_evaluator.json") {
		s, all := c.Objects, Faults{}
		for i, step := range c.Sequence {
			f, want, id := s.Simulate(step), c.Expect.Steps[i], fmt.Sprintf("%s step %d", c.ID, i)
			all = all.or(f)
			same(t, id, "faults", f, Faults{want.Overlap, want.OutOfPlane})
			o := s[step.Object]
			same(t, id, "object", o, want.After)
			area := map[bool]string{true: "visible", false: "invisible"}[o.Position.Visible()]
			if !o.Position.Valid() {
				area = "invalid"
			}
			same(t, id, "area", area, want.Area)
		}
		same(t, c.ID, "faults", all, Faults{c.Expect.Overlap, c.Expect.Invalid})
		same(t, c.ID, "final state", s, c.Expect.Final)
	}
}

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
		if !near(j.Normed(), e.NormDist) {
			t.Errorf("%s: normed distance is %g, want %g", c.ID, j.Normed(), e.NormDist)
		}
		same(t, c.ID, "predicted numbers", fmt.Sprint(numbers(c.Prediction)), fmt.Sprint(e.PredIndex))
		same(t, c.ID, "target numbers", fmt.Sprint(numbers(c.Sample.Reference)), fmt.Sprint(e.TargetIndex))
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
		got, e := c.Sample.Order(), c.Expect
		same(t, c.ID, "dependence", got.Depends, e.Depends)
		same(t, c.ID, "sensitivity", got.Sensitive, e.Sensitive)
		same(t, c.ID, "number of orders", len(got.Permutations), len(e.Permutations))
		var all Faults
		orders := permutations(len(c.Sample.Reference))
		for i, p := range got.Permutations {
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
			pairs := []Pair{r.Pair}
			if r.TiedPair != nil {
				pairs = append(pairs, *r.TiedPair)
			}
			slices.Sort(pairs)
			j := JudgeBasic(r.Target, r.Options, Guess{r.Object, pairs})
			want := BasicJudgement{c.Expect.Object[i], c.Expect.Attr[i], c.Expect.Value[i], c.Expect.Correct[i]}
			same(t, fmt.Sprintf("%s row %d", c.ID, i), "judgement", j, want)
			for k, ok := range [...]bool{j.Correct, j.Object, j.Attribute, j.Value} {
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
			View       json.RawMessage
		}
		Expect struct {
			Metrics map[string]*float64
			EO      *float64 `json:"EO_from_formula"`
		}
	}](t, "evaluate_metrics.json") {
		b := NewBoard()
		for _, item := range c.Items {
			j := item.Sample.Judge(item.Prediction)
			b.Add(&j, viewOf(t, item.View))
		}
		for name, want := range c.Expect.Metrics {
			group, metric := "", name
			if i := strings.LastIndexByte(name, '/'); i >= 0 {
				group, metric = name[:i], name[i+1:]
			}
			s := b.Scores(group)
			if want == nil {
				same(t, c.ID, "number of "+group, s.Count, 0)
				continue
			}
			got, ok := map[string]float64{
				"acc": s.Acc, "loose_acc": s.LooseAcc, "avg_dist": s.AvgDist, "avg_norm_dist": s.AvgNormDist,
				"avg_step_diff": s.AvgStepDiff,
			}[metric]
			if !ok || math.Abs(got-*want) > 1e-5 {
				t.Errorf("%s: %s is %g, want %g", c.ID, name, got, *want)
			}
		}
		if got, want := b.Scores("").EO, c.Expect.EO; (got == nil) != (want == nil) || got != nil && math.Abs(*got-*want) > 1e-5 {
			t.Errorf("%s: EO is %v, want %v", c.ID, deref(got), deref(want))
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
func viewOf(t *testing.T, data json.RawMessage) View {
	t.Helper()
	for v := range View(viewCount) {
		if text := strings.ToLower(string(data)); strings.Contains(text, v.String()) || text == fmt.Sprint(int(v)) {
			return v
		}
	}
	if len(data) > 0 && string(data) != "null" {
		t.Fatalf("view %s", data)
	}
	return ViewCenter
}

// Numbers that stand for no pair and no object in the published tensors.
const (
	pairEnd, pairPad     = 33, 34
	objectEnd, objectPad = 10, 11
)

// describe is a state as the published loaders hand it to a network: for each object x and y from 0 to 1, and for material,
// color, shape and size a one in the place of its value and zeros elsewhere.
func describe(s *State) (out [ObjectCount][19]float32) {
	for i := range s {
		o, row := &s[i], out[i][:0]
		for _, x := range [...]int{o.Position.X, o.Position.Y} {
			row = append(row, float32(x+planeHalf)/(2*planeHalf))
		}
		for _, a := range [...]Attribute{Material, Color, Shape, Size} {
			at := len(row)
			row = row[:at+len(values[a])]
			row[at+int(o.values[a])] = 1
		}
	}
	return out
}

func TestVectorsVectorizer(t *testing.T) {
	for _, c := range load[struct {
		ID              string
		Objects         State
		Transformations []struct {
			Object int `json:"obj_idx"`
			Attr   string
			Val    json.RawMessage
		}
		Expect struct {
			Describe [][]float32 `json:"init_desc"`
			Objects  []int       `json:"obj_target"`
			Pairs    []int       `json:"pair_target"`
		}
	}](t, "vectorizer.json") {
		for i, row := range describe(&c.Objects) {
			if !slices.Equal(row[:], c.Expect.Describe[i]) {
				t.Errorf("%s: object %d is %v, want %v", c.ID, i, row, c.Expect.Describe[i])
			}
		}
		for i, s := range c.Transformations {
			name := strings.NewReplacer(`"`, "", "[", "", "]", "", ", ", ".", ",", ".").Replace(s.Attr + "." + string(s.Val))
			var p Pair
			if err := p.UnmarshalText([]byte(name)); err != nil {
				t.Fatal(err)
			}
			same(t, c.ID, "pair", int(p), c.Expect.Pairs[i])
			same(t, c.ID, "object", s.Object, c.Expect.Objects[i])
		}
		n := len(c.Transformations)
		for i := n; i < len(c.Expect.Pairs); i++ {
			pair, object := pairPad, objectPad
			if i == n {
				pair, object = pairEnd, objectEnd
			}
			same(t, c.ID, "padding", [2]int{c.Expect.Objects[i], c.Expect.Pairs[i]}, [2]int{object, pair})
		}
	}
}
