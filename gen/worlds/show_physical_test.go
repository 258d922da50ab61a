package worlds

import (
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
)

// The film of a fall begins above the ground and ends where the sample has the things; what nobody moves stays there, and worlds in which nothing
// falls have no films.
func TestFallIsShownAgain(t *testing.T) {
	w := builtIn(t, "stereo")
	p, err := w.planner(gen.Job{Split: "train", Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for i, of := range plans(t, w, "train", 3) {
		l := p.physics(nil, &world.Take[*plan]{Index: i, Plan: of})
		ifs := l.WhatIfs()
		if len(ifs) < 2 || ifs[1].Name != "the fall" {
			t.Fatalf("sample %d: %+v", i, ifs)
		}
		for _, what := range ifs[:2] {
			film, err := l.Film(t.Context(), what)
			if err != nil {
				t.Fatal(err)
			}
			for k := range of.things {
				want, end, begin := of.things[k].pose, film.Ends[k].WorldFromSolid, film.Instants[0].WorldFromSolid[k]
				reach := of.things[k].claim
				if fell := begin.T.Z - end.T.Z; (what.Name == "the fall") != (fell > reach/2) {
					t.Errorf("sample %d, %s: thing %d falls by %v", i, what.Name, k, fell)
				}
				if off := end.T.Sub(want.T).Len(); off > 0.02*reach {
					t.Errorf("sample %d, %s: thing %d ends %v from where it lies", i, what.Name, k, off)
				}
			}
		}
	}
	clevr := builtIn(t, "clevr")
	if p, err = clevr.planner(gen.Job{Split: "train"}); err != nil {
		t.Fatal(err)
	}
	if l := p.physics(nil, &world.Take[*plan]{Plan: plans(t, clevr, "train", 1)[0]}); l != show.Physical(nil) {
		t.Errorf("things of clevr fall: %v", l)
	}
}

// Edits are told of when no sample is like what comes out.
func TestWarnings(t *testing.T) {
	w := builtIn(t, "clevr")
	s := &split{World: w, job: gen.Job{Split: "train", Seed: 7}}
	before := plans(t, w, "train", 1)[0]
	edits := s.edits()
	after := edits.Copy(before)
	for i := range after.things[3:] {
		after.things[3+i].gone = true
	}
	a, b := &after.things[0], &after.things[1]
	at := b.at()
	edits.Handle(after, show.Key("object", 1)).Move(at.X, at.Y)
	edits.Handle(after, show.Key("object", 3)).Move(30, 30)
	after.things[2].gone = false
	after.things[1].pose.T.Z += 4 * b.claim
	a.pose.T.Z += 4 * b.claim
	warnings, err := s.warnings(before, after)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"overlap", "off the region", "hangs in the air"} {
		if !strings.Contains(strings.Join(warnings, "\n"), want) {
			t.Errorf("no warning has %q: %q", want, warnings)
		}
	}
}

// What is in a mug is inside; what is in its box, beside its body, is not.
func TestInside(t *testing.T) {
	w := open(t, `
name: inside
things:
  - {model: {kitchen: mug}}
  - {model: {primitive: sphere}, scale: 0.2, look: {base: red}}
`)
	made := func(k *kind) thing {
		b, err := k.body()
		if err != nil {
			t.Fatal(err)
		}
		out := thing{kind: k, body: b, scale: w.measure(&k.Scale, nil, 1)}
		out.stand(0, 0)
		return out
	}
	mug, ball := made(w.kinds[0]), made(w.kinds[len(w.kinds)-1])
	box := mug.bounds()
	around := 0
	for i := range 21 {
		for j := range 21 {
			size := box.Size()
			ball.stand(box.Min.X+size.X*float64(i)/20, box.Min.Y+size.Y*float64(j)/20)
			ball.pose.T.Z += size.Z / 2
			if ball.inside(&mug) {
				around++
			}
		}
	}
	if around == 0 || around > 21*21*2/3 {
		t.Errorf("a ball is inside at %d of 441 places in the box of a %s, want a good part, but not those at its handle and corners", around, mug.model)
	}
	ball.pose.T.Z += box.Size().Z
	if ball.inside(&mug) {
		t.Error("a ball above a mug is inside")
	}
}
