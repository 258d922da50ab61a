package show_test

import (
	"errors"
	"strings"
	"testing"

	"mereo/gen/show"
)

func TestApply(t *testing.T) {
	var made []show.Edit
	edits := []show.Edit{
		{Kind: show.EditMove, Entity: "object 3", X: 1}, {Kind: show.EditRecolor, Entity: "object 4", Color: strings.Repeat("p", 1000)},
		{Kind: show.EditDelete, Entity: "object 5"},
	}
	err := show.Apply("toy", edits, func(e show.Edit) error {
		made = append(made, e)
		if e.Kind == show.EditRecolor {
			return errors.New("the color is " + e.Color)
		}
		return nil
	})
	want := "toy: change 2 (recolor object 4): the color is " + strings.Repeat("p", 60) + "…"
	if err == nil || err.Error() != want || len(made) != 2 || made[0] != edits[0] {
		t.Errorf("%v after %v, want %s after two changes", err, made, want)
	}
	if err := show.Apply("toy", nil, nil); err != nil {
		t.Error(err)
	}
}
