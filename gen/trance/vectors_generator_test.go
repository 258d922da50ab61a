package trance

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestVectorsTransitionsGenerator: cases whose distance is an exact tie, which the published generator decides by 32-bit
// rounding, are not compared.
func TestVectorsTransitionsGenerator(t *testing.T) {
	compared := 0
	for _, c := range load[struct {
		ID       string
		Objects  State
		Object   int              `json:"obj_idx"`
		Pair     Pair             `json:"pair"`
		Type     *string          `json:"move_type"`
		History  []int            `json:"history_obj_idx"`
		Occluded map[string][]int `json:"occluded_after"`
		Compat   string
		Scored   bool
		Expect   struct {
			Legal    bool
			Reason   *Refusal
			Response struct {
				Old, New, Target json.RawMessage
				Attr, Type       string
				Options          json.RawMessage
				Pair             Pair
				Object           int `json:"obj_idx"`
			}
			After json.RawMessage `json:"object_after"`
		}
	}](t, "transitions_generator.json") {
		if !c.Scored {
			t.Logf("%s is an exact tie", c.ID)
			continue
		}
		compared++
		a := Attempt{Step: Step{c.Object, c.Pair}, IgnoreFirst: c.Compat == "occlusion_index_0"}
		for i, name := range moveTypeNames {
			if c.Type != nil && *c.Type == name {
				a.Type = MoveType(i)
			}
		}
		for _, i := range c.History {
			a.Changed[i] = true
		}
		a.Hidden = func(s *State) (hidden [ObjectCount]bool) {
			for _, list := range c.Occluded {
				for _, i := range list {
					hidden[i] = s[i].Position.Visible()
				}
			}
			return hidden
		}
		before := c.Objects
		s := before
		refusal := s.Change(a)
		want := Refusal("")
		if c.Expect.Reason != nil {
			want = *c.Expect.Reason
		}
		same(t, c.ID, "refusal", refusal, want)
		if refusal != "" {
			same(t, c.ID, "state after refusal", s, before)
			continue
		}
		if !c.Expect.Legal {
			continue
		}
		var after Object
		var where struct {
			At [3]float64 `json:"3d_coords"`
		}
		if err := errors.Join(json.Unmarshal(c.Expect.After, &after), json.Unmarshal(c.Expect.After, &where)); err != nil {
			t.Fatal(err)
		}
		same(t, c.ID, "object", s[c.Object], after)
		at := s[c.Object].Center()
		for k, x := range [...]float64{at.X, at.Y, at.Z} {
			if math.Abs(x-where.At[k]) > 1e-5 {
				t.Errorf("%s: centre is %v, want %v", c.ID, at, where.At)
			}
		}
		if c.Pair.Attribute() == Position {
			from := before[c.Object].Position
			sameJSON(t, c.ID, "options", Options(from, c.Pair.Move()), c.Expect.Response.Options)
			sameJSON(t, c.ID, "target", c.Pair.Move(), c.Expect.Response.Target)
			sameJSON(t, c.ID, "old", from, c.Expect.Response.Old)
			sameJSON(t, c.ID, "new", s[c.Object].Position, c.Expect.Response.New)
			same(t, c.ID, "type", a.Type.String(), c.Expect.Response.Type)
		}
	}
	if compared < 200 {
		t.Errorf("%d cases were compared, want 200 and more", compared)
	}
}

func TestVectorsPlacement(t *testing.T) {
	type area struct {
		Count int
		Runs  json.RawMessage
	}
	for _, c := range load[struct {
		ID       string
		Existing []struct {
			Position Point
			Size     string
		}
		Size   string `json:"new_size"`
		Expect struct{ Visible, Invisible area }
	}](t, "placement.json") {
		radius := func(size string) int { return radii[slices.Index(values[Size], size)] }
		var f Free
		for _, e := range c.Existing {
			o := Object{Position: e.Position}
			o.values[Size] = uint8(slices.Index(values[Size], e.Size))
			f.Block(&o)
		}
		for _, visible := range []bool{true, false} {
			want := c.Expect.Invisible
			if visible {
				want = c.Expect.Visible
			}
			var points []Point
			for _, at := range areas[visible] {
				if f.Fits(at, radius(c.Size)) {
					points = append(points, at)
				}
			}
			same(t, c.ID, fmt.Sprintf("number of places (visible %v)", visible), len(points), want.Count)
			sameJSON(t, c.ID, "places", runs(points), want.Runs)
		}
	}
}

// runs are points in the form of the vectors: [x, [[first y, last y], ...]].
func runs(points []Point) [][]any {
	out := [][]any{}
	var list [][2]int
	for i, p := range points {
		if i == 0 || points[i-1].X != p.X {
			list = nil
			out = append(out, []any{p.X, nil})
		}
		if n := len(list); n > 0 && list[n-1][1] == p.Y-1 {
			list[n-1][1] = p.Y
		} else {
			list = append(list, [2]int{p.Y, p.Y})
		}
		out[len(out)-1][1] = slices.Clone(list)
	}
	return out
}

func sameChances(t *testing.T, id string, got []Chance, none bool, keys []int, probabilities []float64) {
	t.Helper()
	if none != (len(got) == 0) || len(got) != len(keys) {
		t.Errorf("%s: got %v, want none %v, %v", id, got, none, keys)
		return
	}
	for i, c := range got {
		if c.Key != keys[i] || !near(c.Probability, probabilities[i]) {
			t.Errorf("%s: option %d is %v, want %d with %g", id, i, c, keys[i], probabilities[i])
		}
	}
}

func TestVectorsSampling(t *testing.T) {
	for _, c := range load[struct {
		ID        string
		Freq      [][2]any
		Exclude   []any
		Tolerance float64
		Top       int
		Expect    struct {
			None bool
			Keys []any
			Prob []float64
		}
	}](t, "sampling.json") {
		// Keys are numbers or words; what counts is their order.
		var all []any
		for _, f := range c.Freq {
			all = append(all, f[0])
		}
		slices.SortFunc(all, func(a, b any) int {
			if x, ok := a.(float64); ok {
				return cmp.Compare(x, b.(float64))
			}
			return cmp.Compare(a.(string), b.(string))
		})
		rank := func(k any) int { return slices.Index(all, k) }
		var options []Option
		for _, f := range c.Freq {
			options = append(options, Option{rank(f[0]), int(f[1].(float64))})
		}
		var keys []int
		for _, k := range c.Expect.Keys {
			keys = append(keys, rank(k))
		}
		got := Chances(options, func(k int) bool { return slices.Contains(c.Exclude, all[k]) }, c.Tolerance, c.Top)
		sameChances(t, c.ID, got, c.Expect.None, keys, c.Expect.Prob)
	}
}

func TestVectorsSamplerState(t *testing.T) {
	for _, c := range load[struct {
		ID       string
		Valid    json.RawMessage `json:"valid_pairs"`
		Recorded [][][]any
		Removed  []int
		Prefix   []Pair
		Tried    []Pair
		Expect   struct {
			Scores []int
			Top    int
			None   bool
			Keys   []Pair
			Prob   []float64
		}
	}](t, "sampler_state.json") {
		valid := alphabetical[:]
		if string(c.Valid) != `"all"` {
			valid = nil
			if err := json.Unmarshal(c.Valid, &valid); err != nil {
				t.Fatal(err)
			}
		}
		g := NewGrams(len(valid))
		var samples [][]Pair
		for _, sample := range c.Recorded {
			var pairs []Pair
			for _, step := range sample {
				var p Pair
				if err := p.UnmarshalText([]byte(step[1].(string))); err != nil {
					t.Fatal(err)
				}
				pairs = append(pairs, p)
			}
			samples = append(samples, pairs)
			g.AddAll(pairs, 1)
		}
		for _, i := range c.Removed {
			g.AddAll(samples[i], -1)
		}
		g.AddAll(c.Prefix, 1)
		scores := g.Scores(c.Prefix)
		var options []Option
		for rank, p := range valid {
			same(t, c.ID, "score of "+p.String(), scores[p], c.Expect.Scores[rank])
			options = append(options, Option{rank, scores[p]})
		}
		var keys []int
		for _, p := range c.Expect.Keys {
			keys = append(keys, slices.Index(valid, p))
		}
		got := Chances(options, func(k int) bool { return slices.Contains(c.Tried, valid[k]) }, tolerance, c.Expect.Top)
		sameChances(t, c.ID, got, c.Expect.None, keys, c.Expect.Prob)
	}
}

func TestVectorsStatus(t *testing.T) {
	for _, c := range load[struct {
		ID      string
		Objects []struct {
			Size     string
			Position Point
		}
		Pixels  map[string]map[string]int `json:"n_pixels"`
		Current int                       `json:"current_obj_idx"`
		History []int                     `json:"history_obj_idx"`
		Compat  string
		Expect  struct {
			Status    map[string]map[string]string
			NonIn     []int `json:"selectable_for_non_in"`
			In        []int `json:"selectable_for_in"`
			Occlusion *int  `json:"cause_occlusion"`
			Rejected  bool
		}
	}](t, "status.json") {
		var s State
		for i, o := range c.Objects {
			s[i].Position = o.Position
			s[i].values[Size] = uint8(slices.Index(values[Size], o.Size))
		}
		var p Pixels
		for camera, objects := range c.Pixels {
			for i := range s {
				p[slices.Index(cameraNames[:], camera)][i] = objects[fmt.Sprintf("Object_%d", i)]
			}
		}
		var initial [ObjectCount]Status
		for i := range s {
			for k := range Camera(cameraCount) {
				want := c.Expect.Status[k.String()][fmt.Sprintf("Object_%d", i)]
				same(t, c.ID, fmt.Sprintf("%s of object %d", k, i), p.Status(&s, k, i).String(), want)
			}
			initial[i] = p.Status(&s, Center, i)
		}
		if got := s.Selectable(Inner, initial); !slices.Equal(got, c.Expect.NonIn) {
			t.Errorf("%s: selectable are %v, want %v", c.ID, got, c.Expect.NonIn)
		}
		if got := s.Selectable(In, initial); !slices.Equal(got, c.Expect.In) {
			t.Errorf("%s: selectable to move in are %v, want %v", c.ID, got, c.Expect.In)
		}
		a := Attempt{Step: Step{Object: c.Current}, Hidden: p.Hidden}
		for _, i := range c.History {
			a.Changed[i] = true
		}
		first, want := a.firstHidden(&s), -1
		if c.Expect.Occlusion != nil {
			want = *c.Expect.Occlusion
		}
		same(t, c.ID, "first hidden object", first, want)
		rejected := first > 0 || first == 0 && c.Compat == ""
		same(t, c.ID, "rejection", rejected, c.Expect.Rejected)
	}
}
