package main

import (
	"fmt"
	"image/jpeg"
	"strings"
	"testing"

	"mereo/gen/show"
)

// What becomes of a move is told, and drawn as a strip, of moves that the labels know and of one's own.
func TestFilmsOfMoves(t *testing.T) {
	address := explored(t, "ptr")
	type list struct {
		Samples []struct{ Index int }
	}
	found := fetch[list](t, "GET", address+"/api/samples?split=train&f.physical=yes", "").Samples
	if len(found) == 0 {
		t.Fatal("no sample is physical")
	}
	place := fmt.Sprintf("train/%d", found[0].Index)
	known := fetch[struct{ WhatIfs []show.WhatIf }](t, "GET", address+"/api/whatifs/"+place, "").WhatIfs
	if len(known) < 2 {
		t.Fatalf("what can be tried is %+v", known)
	}
	type film struct {
		WhatIf                show.WhatIf
		N                     string
		Times                 []float64
		Frames, Width, Height int
		Verdicts              []show.Verdict
		Moved                 [][]struct {
			T [3]float64
			Q [4]float64
		}
	}
	own := fmt.Sprintf(`{"object": %d, "direction": %q, "distance": %g}`, known[1].Object, known[1].Direction, known[1].Distance)
	labeled := fetch[film](t, "GET", address+"/api/film/"+place+"/1", "")
	asked := fetch[film](t, "POST", address+"/api/film/"+place, own)
	if asked.N == labeled.N || fmt.Sprint(asked.Moved, asked.Verdicts) != fmt.Sprint(labeled.Moved, labeled.Verdicts) {
		t.Errorf("the move of the labels and the same of one's own differ: %+v and %+v", labeled.Verdicts, asked.Verdicts)
	}
	for _, f := range []film{labeled, asked} {
		if f.Frames < 2 || len(f.Times) != f.Frames || len(f.Moved) != f.Frames || f.Times[0] != 0 || len(f.Verdicts) != len(f.Moved[0]) {
			t.Errorf("film %s: %d frames, times %v, %d verdicts", f.N, f.Frames, f.Times, len(f.Verdicts))
		}
		status, data := call(t, "GET", fmt.Sprintf("%s/api/film/%s/%s/strip.jpg", address, place, f.N), "")
		strip, err := jpeg.Decode(strings.NewReader(data))
		if status != 200 || err != nil || strip.Bounds().Dx() != f.Frames*f.Width || strip.Bounds().Dy() != f.Height {
			t.Errorf("strip of %s: status %d, %v", f.N, status, err)
		}
	}
	if known[1].Outcome != "" && labeled.Verdicts[known[1].Object].Stable != (known[1].Outcome == "stable") {
		t.Errorf("the labels say %s, the film %+v", known[1].Outcome, labeled.Verdicts[known[1].Object])
	}
	// Let go after a change: what was removed is nowhere, and the others stand where the change has put them.
	const changes = `"edits": [{"kind": "delete", "entity": "object 1"}]`
	changed := fetch[film](t, "POST", address+"/api/film/"+place, `{"object": -1, `+changes+`}`)
	if len(changed.Moved[0]) != len(labeled.Moved[0]) || changed.WhatIf.Name != "as it stands" {
		t.Errorf("after a change %+v falls, %d objects, want as many as before", changed.WhatIf, len(changed.Moved[0]))
	}
	if again := fetch[film](t, "GET", address+"/api/film/"+place+"/"+changed.N, ""); fmt.Sprint(again) != fmt.Sprint(changed) {
		t.Errorf("its name leads to %+v, want %+v", again, changed)
	}
	status, whole := call(t, "GET", address+"/api/film/"+place+"/0/strip.jpg", "")
	statusLess, less := call(t, "GET", address+"/api/film/"+place+"/"+changed.N+"/strip.jpg", "")
	if status != 200 || statusLess != 200 || whole == less {
		t.Errorf("strips: status %d and %d, the same: %v", status, statusLess, whole == less)
	}
	for body, want := range map[string]string{
		`{"object": 0, "direction": "left", "distance": 1, ` + changes + `}`: `ptr: ` + place + `: move of object 0: there is no such object, want 0 to 2, or -1 for none`,
		`{"object": 99, "direction": "left", "distance": 1}`:                 `object is 99, want 0 to 2`,
		`{"object": 0, "direction": "up", "distance": 1}`:                    `direction is \"up\", want one of [\"left\" \"right\" \"front\" \"behind\"]`,
		`{"object": 0, "direction": "left", "distance": 1e9}`:                `distance is 1e+09, want more than 0 and at most 10`,
	} {
		if status, text := call(t, "POST", address+"/api/film/"+place, body); status != 400 || text != `{"error":"`+want+`"}` {
			t.Errorf("%s: status %d, %s, want %s", body, status, text, want)
		}
	}
}
