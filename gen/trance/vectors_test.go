package trance

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/internal/vectors"
)

// load reads the cases of a vector file.
func load[T any](t *testing.T, name string) []T {
	t.Helper()
	return vectors.Cases[T](t, "trance", name)
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
	out, err := newObject([...]string{s.Color, s.Material, s.Shape, s.Size}, *s.Position)
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
func sameJSON(t *testing.T, id, what string, got any, want jsontext.Value) {
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
			RealXY  [2]float64                                   `json:"real_xy"`
			Options *struct{ Visible, Invisible jsontext.Value } `json:"move_options"`
		}
	}](t, "geometry.json") {
		p := Point{c.Position[0], c.Position[1]}
		same(t, c.ID, "valid", p.Valid(), c.Expect.Valid)
		if c.Expect.Visible != nil {
			same(t, c.ID, "visible", p.Visible(), *c.Expect.Visible)
		}
		at := (&Object{Position: p}).center()
		if !near(at.X, c.Expect.RealXY[0]) || !near(at.Y, c.Expect.RealXY[1]) {
			t.Errorf("%s: in the world at %v, want %v", c.ID, at, c.Expect.RealXY)
		}
		if o := c.Expect.Options; o != nil {
			visible, invisible := p.moves()
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
