package show

import (
	"context"
	"fmt"
)

// Editor is a sample that can be changed.
type Editable interface {
	Made
	// Edit returns the sample with changes made one after the other, numbered and named as before: ids, keys and the order of
	// objects stay, and what is deleted has no pixels and no entity. The page's pictures have no paths, boxes and masks are those
	// that Labels finds, its questions the same ones with the answers that their programs give now, "" where they give none.
	// Warnings are sentences about what no sample of the set would have: things that overlap or are out of sight. An error is
	// a sentence that names the change.
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
)

// Edit is one change.
type Edit struct {
	Kind   EditKind `json:"kind"`
	Entity string   `json:"entity"` // its key
	// X, Y are where a moved entity's At is then, world metres; it stands there as it stood before.
	X float64 `json:"x,omitempty"`
	Y float64 `json:"y,omitempty"`
	// Turn is by how much it is turned about the vertical, radians.
	Turn  float64 `json:"turn,omitempty"`
	Color string  `json:"color,omitempty"` // one of Entity.Colors
}

// Apply makes changes of a sample of a set one after the other. The error names the change, the first one being 1:
// "SET: change 2 (move object 3): there is no such object". Words too long to be any are cut before apply sees them.
func Apply(set string, edits []Edit, apply func(e Edit) error) error {
	for i, e := range edits {
		e.Kind, e.Entity, e.Color = EditKind(Cut(string(e.Kind))), Cut(e.Entity), Cut(e.Color)
		if err := apply(e); err != nil {
			return fmt.Errorf("%s: change %d (%s %s): %w", set, i+1, e.Kind, e.Entity, err)
		}
	}
	return nil
}
