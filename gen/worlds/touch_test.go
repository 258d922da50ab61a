package worlds

import (
	"math"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/rng"
)

// Films of contact are about one red and one yellow thing, of which one moves at the end; in one of each two films they touch, half a second after it, and in
// the other never; and that is what is asked.
func TestTouch(t *testing.T) {
	w := builtIn(t, "contact")
	a := askerOf(t, w)
	s, grammar, session := a.split, a.grammar, a.session()
	all := plans(t, w, "train", 8)
	answers := make([]string, len(all))
	for i, p := range all {
		colors := map[string]int{}
		for k := range p.things {
			if thing := &p.things[k]; thing.values[0] >= 0 {
				color := w.attributes[0].Values[thing.values[0]].Name
				colors[color]++
				if ramp := w.attributes[1].Values[thing.values[1]].Name == "ramp"; ramp && p.film.Frames[0][k].Pose != p.film.Frames[len(p.film.Frames)-1][k].Pose {
					t.Errorf("film %d: a ramp moves", i)
				}
			}
		}
		one, other, ok := w.pair(p)
		if colors["red"] != 1 || colors["yellow"] != 1 || !ok {
			t.Fatalf("film %d has things of colors %v", i, colors)
		}
		touched := math.Inf(1)
		for _, m := range p.film.Touches {
			if m.A == min(one, other) && m.B == max(one, other) {
				touched = float64(m.Frame+1) / 25
			}
		}
		end := p.film.Frames[49]
		if max(end[one].Velocity.Len(), end[other].Velocity.Len()) < going {
			t.Errorf("film %d: nothing moves at the end", i)
		}
		r, err := s.record(&world.Take[*plan]{Index: i, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		data := record.JSON(r)
		k, err := w.knownOf(a.vocabulary, data)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := ask.ReadPlain(data)
		if err != nil {
			t.Fatal(err)
		}
		questions := session.Ask(k, func(family string) *rng.Stream { return rng.At(p.key, "questions "+family) })
		if len(questions) != 1 {
			t.Fatalf("film %d has %d questions", i, len(questions))
		}
		q := a.write(&questions[0], 0)
		outputs := grammar.Library.RunPlain(plain, questions[0].Program)
		if answers[i] = answerText(outputs[len(outputs)-1]); answers[i] != q.Answer {
			t.Errorf("film %d: %q is answered by %s, the second meaning gives %s", i, q.Question, q.Answer, answers[i])
		}
		if yes := q.Answer == "yes"; yes && math.Abs(touched-2.5) > 0.12 || !yes && !math.IsInf(touched, 1) {
			t.Errorf("film %d: %q is answered by %s, but they touch after %.2f s", i, q.Question, q.Answer, touched)
		}
		if i%2 == 1 && answers[i] == answers[i-1] {
			t.Errorf("films %d and %d have the same answer", i-1, i)
		}
	}
}

// What a document says wrongly of touches, of values that one thing has, and of cameras, is a sentence.
func TestTouchMistakes(t *testing.T) {
	wantMistakes(t, "contact", [][3]string{
		{"touch: {one: {color: red}", "touch: {one: {color: pink}", `motion.touch.one.color is "pink", want red, yellow, gray, blue, green, purple or cyan`},
		{"before: 0.5", "before: 2", "motion.after is 1.5, want at least 4, twice motion.touch.before: things touch in that time"},
		{"once: {color: [red, yellow]}", "once: {hue: [red]}", "scene.once.hue is no attribute, want color or shape"},
		{"aim: {color: yellow}", "aim: {colour: yellow}", "motion.start.aim.colour is no attribute, want color or shape"},
		{"  lead: 2\n", "", "motion.touch cuts films out of a longer run, want motion.lead as well, such as lead: 2"},
		{"spread: 12", "spread: 200", "motion.start.spread is 200, want 0 to 180"},
		{"lens: 38", "lens: 38, orbit: 400", "cameras[0].orbit is 400, want 0 to 360"},
		{"after: 1.5", "after: 1.5\n  shutter: 2", "motion.shutter is 2, want 0 to 1"},
	})
}
