package trance

import (
	"errors"
	"fmt"
	"math"
	"mereo/internal/vectors"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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
			Reason   *string
			Response struct {
				Old, New, Target jsontext.Value
				Attr, Type       string
				Options          jsontext.Value
				Pair             Pair
				Object           int `json:"obj_idx"`
			}
			After jsontext.Value `json:"object_after"`
		}
	}](t, "transitions_generator.json") {
		if !c.Scored {
			t.Logf("%s is an exact tie", c.ID)
			continue
		}
		compared++
		a := trial{step: Step{c.Object, c.Pair}, ignoreFirst: c.Compat == "occlusion_index_0"}
		for i, name := range moveTypeNames {
			if c.Type != nil && *c.Type == name {
				a.moveType = moveType(i)
			}
		}
		for _, i := range c.History {
			a.changed[i] = true
		}
		a.hidden = func(s *State) (hidden [ObjectCount]bool) {
			for _, list := range c.Occluded {
				for _, i := range list {
					hidden[i] = s[i].Position.Visible()
				}
			}
			return hidden
		}
		before := c.Objects
		s := before
		got, want := string(s.try(a)), ""
		if c.Expect.Reason != nil {
			want = *c.Expect.Reason
		}
		same(t, c.ID, "refusal", got, want)
		if got != "" {
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
		at := s[c.Object].center()
		for k, x := range [...]float64{at.X, at.Y, at.Z} {
			if math.Abs(x-where.At[k]) > 1e-5 {
				t.Errorf("%s: centre is %v, want %v", c.ID, at, where.At)
			}
		}
		if c.Pair.Attribute() == Position {
			from := before[c.Object].Position
			sameJSON(t, c.ID, "options", acceptedMoves(from, c.Pair.Move()), c.Expect.Response.Options)
			sameJSON(t, c.ID, "target", c.Pair.Move(), c.Expect.Response.Target)
			sameJSON(t, c.ID, "old", from, c.Expect.Response.Old)
			sameJSON(t, c.ID, "new", s[c.Object].Position, c.Expect.Response.New)
			same(t, c.ID, "type", a.moveType.String(), c.Expect.Response.Type)
		}
	}
	if compared < 200 && vectors.Public() {
		t.Errorf("%d cases were compared, want 200 and more", compared)
	}
}

func TestVectorsPlacement(t *testing.T) {
	type area struct {
		Count int
		Runs  jsontext.Value
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
		var f occupancy
		for _, e := range c.Existing {
			o := Object{Position: e.Position}
			o.values[Size] = uint8(slices.Index(values[Size], e.Size))
			f.block(&o)
		}
		for _, visible := range []bool{true, false} {
			want := c.Expect.Invisible
			if visible {
				want = c.Expect.Visible
			}
			var points []Point
			for _, at := range areas[visible] {
				if f.fits(at, radius(c.Size)) {
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
		var p pixelCounts
		for camera, objects := range c.Pixels {
			for i := range s {
				p[slices.Index(cameraNames[:], camera)][i] = objects[fmt.Sprintf("Object_%d", i)]
			}
		}
		var initial [ObjectCount]status
		for i := range s {
			for k := range cameraID(cameraCount) {
				want := c.Expect.Status[k.String()][fmt.Sprintf("Object_%d", i)]
				same(t, c.ID, fmt.Sprintf("%s of object %d", k, i), p.status(&s, k, i, enoughPixels).String(), want)
			}
			initial[i] = p.status(&s, cameraCenter, i, enoughPixels)
		}
		if got := s.selectable(innerMove, initial); !slices.Equal(got, c.Expect.NonIn) {
			t.Errorf("%s: selectable are %v, want %v", c.ID, got, c.Expect.NonIn)
		}
		if got := s.selectable(inMove, initial); !slices.Equal(got, c.Expect.In) {
			t.Errorf("%s: selectable to move in are %v, want %v", c.ID, got, c.Expect.In)
		}
		a := trial{step: Step{Object: c.Current}, hidden: func(s *State) [ObjectCount]bool { return p.hidden(s, enoughPixels) }}
		for _, i := range c.History {
			a.changed[i] = true
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
