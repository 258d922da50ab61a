package show_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/gen/show"
)

func TestChanges(t *testing.T) {
	var made []string
	note := func(what string) { made = append(made, what) }
	changes := show.Changes{
		Set: "toy", Within: show.Around(2), Keys: "cup or table",
		Handle: func(key string) *show.Handle {
			switch key {
			case "cup":
				return &show.Handle{
					Move: func(x, y float64) { note(fmt.Sprint("moved to ", x, " ", y)) }, Turn: func(by float64) { note(fmt.Sprint("turned ", by)) },
					Colors: []string{"red", "blue"}, Recolor: note, Why: "it cannot be deleted",
				}
			case "table":
				return &show.Handle{Gone: true, Delete: func() { note("deleted twice") }}
			}
			return nil
		},
	}
	for _, c := range []struct {
		edit show.Edit
		want string
	}{
		{show.Edit{Kind: show.EditMove, Entity: "cup", X: 3}, "move cup): the place is (3, 0), want (-2, -2) to (2, 2)"},
		{show.Edit{Kind: show.EditMove, Entity: "cup", Y: math.NaN()}, "move cup): the place is (0, NaN), want (-2, -2) to (2, 2)"},
		{show.Edit{Kind: show.EditTurn, Entity: "cup", Turn: 101}, "turn cup): the turn is 101 radians, want -100 to 100"},
		{show.Edit{Kind: show.EditRecolor, Entity: "cup", Color: strings.Repeat("p", 1000)}, "recolor cup): the color is \"" +
			strings.Repeat("p", 60) + "…\", want one of red, blue"},
		{show.Edit{Kind: show.EditDelete, Entity: "cup"}, "delete cup): it cannot be deleted"},
		{show.Edit{Kind: "melt", Entity: "cup"}, `melt cup): the kind is "melt", want move, turn, recolor, delete or step`},
		{show.Edit{Kind: show.EditStep, Entity: "cup"}, "step cup): it takes no steps"},
		{show.Edit{Kind: show.EditDelete, Entity: "table"}, "delete table): it was deleted"},
		{show.Edit{Kind: show.EditDelete, Entity: "fork"}, "delete fork): there is no such thing, want cup or table"},
	} {
		made = nil
		err := changes.Make([]show.Edit{{Kind: show.EditMove, Entity: "cup", X: 1}, c.edit, {Kind: show.EditTurn, Entity: "cup"}})
		if want := "toy: change 2 (" + c.want; err == nil || err.Error() != want || !slices.Equal(made, []string{"moved to 1 0"}) {
			t.Errorf("%v after %q, want %s after one change", err, made, want)
		}
	}
	made = nil
	err := changes.Make([]show.Edit{{Kind: show.EditTurn, Entity: "cup", Turn: -1}, {Kind: show.EditRecolor, Entity: "cup", Color: "blue"}})
	if want := []string{"turned -1", "blue"}; err != nil || !slices.Equal(made, want) {
		t.Errorf("%v, %q, want %q", err, made, want)
	}
	if err := changes.Make(nil); err != nil {
		t.Error(err)
	}
}
