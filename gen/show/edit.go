package show

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Editor is a sample that can be changed.
type Editable interface {
	Made
	// Edit returns the sample with changes made one after the other, numbered and named as before: ids, keys and the order of
	// objects stay, and what is deleted has no pixels and no entity. The page's pictures have no paths, boxes and masks are those
	// that Labels finds, its questions the same ones with the answers that their programs give now, "" where they give none.
	// Warnings are sentences about what no sample of the set would have: things that overlap or are out of sight. An error is
	// a sentence that names the change; it wraps a *Refused where that is a step that the set's rules forbid.
	Edit(ctx context.Context, edits []Edit) (changed Made, warnings []string, err error)
}

// EditKind is what is done.
type EditKind string

// Kinds of changes.
const (
	EditMove    EditKind = "move"
	EditTurn    EditKind = "turn"
	EditRecolor EditKind = "recolor"
	EditDelete  EditKind = "delete"
	EditStep    EditKind = "step" // one step by the set's own rules, which may forbid it: see Refused
)

// Edit is one change.
type Edit struct {
	Kind   EditKind `json:"kind"`
	Entity string   `json:"entity"` // its key
	// X, Y are where a moved entity's At is then, world meters; it stands there as it stood before.
	X float64 `json:"x,omitempty"`
	Y float64 `json:"y,omitempty"`
	// Turn is by how much it is turned about the vertical, radians.
	Turn  float64 `json:"turn,omitempty"`
	Color string  `json:"color,omitempty"` // one of Entity.Colors
	// Change is that of a step, in the words of the set: "color.red", "left.0.5".
	Change string `json:"change,omitempty"`
}

// Refused is why the rules of a set forbid a step, in words that go on with the entity: "it comes too close to another object".
type Refused struct{ Why string }

func (r *Refused) Error() string { return r.Why }

// Handle is what can be done to an entity. A function that is nil is a change that it does not take.
type Handle struct {
	Gone    bool // it was deleted
	Move    func(x, y float64)
	Turn    func(by float64)
	Recolor func(color string) // one of Colors
	Delete  func()
	Step    func(change string) error // a *Refused where the rules forbid it
	Colors  []string
	Why     string // why it does not take the others: "planes can only be recolored"
}

// Changes are how a set changes its samples: what can be done to which entities.
type Changes struct {
	Set    string
	Within Rect                     // where entities can be put, ends included
	Handle func(key string) *Handle // nil where there is no such entity
	Keys   string                   // which there are: "object 1 to object 5"
}

// mostTurn is how far an entity is turned at once at most, radians.
const mostTurn = 100

// Make makes changes one after the other. The error names the change, the first one being 1:
// "SET: change 2 (move object 3): it was deleted". Words too long to be any are cut before.
func (c *Changes) Make(edits []Edit) error {
	for i, e := range edits {
		e.Kind, e.Entity, e.Color, e.Change = EditKind(Cut(string(e.Kind))), Cut(e.Entity), Cut(e.Color), Cut(e.Change)
		if err := c.make(e); err != nil {
			return fmt.Errorf("%s: change %d (%s %s): %w", c.Set, i+1, e.Kind, e.Entity, err)
		}
	}
	return nil
}

func (c *Changes) make(e Edit) error {
	h := c.Handle(e.Entity)
	switch {
	case h == nil:
		return fmt.Errorf("there is no such thing, want %s", c.Keys)
	case h.Gone:
		return errors.New("it was deleted")
	}
	r := &c.Within
	switch {
	case e.Kind == EditMove && h.Move != nil:
		if !(e.X >= r.X0 && e.X <= r.X1 && e.Y >= r.Y0 && e.Y <= r.Y1) {
			return fmt.Errorf("the place is (%g, %g), want (%g, %g) to (%g, %g)", e.X, e.Y, r.X0, r.Y0, r.X1, r.Y1)
		}
		h.Move(e.X, e.Y)
	case e.Kind == EditTurn && h.Turn != nil:
		if !(math.Abs(e.Turn) <= mostTurn) {
			return fmt.Errorf("the turn is %g radians, want -%d to %d", e.Turn, mostTurn, mostTurn)
		}
		h.Turn(e.Turn)
	case e.Kind == EditRecolor && h.Recolor != nil:
		if !slices.Contains(h.Colors, e.Color) {
			return fmt.Errorf("the color is %q, want one of %s", e.Color, strings.Join(h.Colors, ", "))
		}
		h.Recolor(e.Color)
	case e.Kind == EditDelete && h.Delete != nil:
		h.Delete()
	case e.Kind == EditStep && h.Step != nil:
		return h.Step(e.Change)
	case e.Kind == EditStep:
		return errors.New("it takes no steps")
	case !slices.Contains([]EditKind{EditMove, EditTurn, EditRecolor, EditDelete}, e.Kind):
		return fmt.Errorf("the kind is %q, want move, turn, recolor, delete or step", e.Kind)
	default:
		return errors.New(h.Why)
	}
	return nil
}

// Around is a square around the origin.
func Around(half float64) Rect { return Rect{X0: -half, Y0: -half, X1: half, Y1: half} }
