package worlds

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Three things stand in a row: the second is 0.25 left of the first, the third as far left of that; in the picture the third is right of the second. eps is
// 0.2, so that those who want 0.3, or a picture that agrees, see less, and those who go by the picture more.
func TestUnsureDirections(t *testing.T) {
	w := open(t, `name: rows
attributes: {color: {red: red, blue: blue, green: green}}
things: [{category: ball, model: {primitive: sphere}, look: {base: color}}]
relations: {eps: 0.2, unsure: 0.1}
questions: {}
`)
	var objects []string
	for i, o := range []struct{ x, px float64 }{{0, 300}, {-0.25, 200}, {-0.5, 250}} {
		objects = append(objects, fmt.Sprintf(`{"color":%q,"category":"ball","3d_coords":[%g,%g,0],"pixel_coords":[%g,100,5]}`, []string{"red", "blue", "green"}[i], o.x, 10*float64(i), o.px))
	}
	data := `{"split":"train","objects":[` + strings.Join(objects, ",") + `],"directions":{"left":[-1,0,0],"right":[1,0,0],"front":[0,-1,0],"behind":[0,1,0]},
"relationships":{"left":[[1,2],[2],[]],"right":[[],[0],[0,1]],"front":[[],[0],[0,1]],"behind":[[1,2],[2],[]]}}`
	k, err := w.knownOf(w.vocabulary(), []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	readings := k.readings()
	if len(readings) != 2 {
		t.Fatalf("there are %d readings, want 2", len(readings))
	}
	for i, want := range []map[string][]uint64{
		{"left": {0b110, 0b100, 0b010}, "right": {0b000, 0b101, 0b011}, "front": {0b000, 0b001, 0b011}},
		{"left": {0b100, 0b000, 0b000}, "right": {0b000, 0b000, 0b001}, "front": {0b000, 0b001, 0b011}},
	} {
		for name, sets := range want {
			if got := readings[i].Others[slices.Index(k.Relations, name)]; !slices.Equal(got, sets) {
				t.Errorf("reading %d: %s is %03b, want %03b", i, name, got, sets)
			}
		}
	}
}
