package qlevr

import (
	"fmt"
	"math"

	"mereo/gen"
	"mereo/gen/judge"
)

// wording holds texts, numbers and answers against what they should be.
func (t *questionTallies) wording() []gen.Figure {
	n := float64(t.questions)
	unique := 100 * float64(len(t.texts)) / n
	leastUnique := 99.9 - t.chance(99.9, t.questions)
	mean := float64(t.words) / n
	room := 0.0
	if t.questions < publishedQuestions {
		room = 4 * math.Sqrt(max(0, float64(t.squares)/n-float64(mean*mean))/n)
	}
	return []gen.Figure{
		gen.Figure{
			Name: "questions whose text is the only one of its kind", Target: fmt.Sprintf("at least %.2f %%", leastUnique),
			Value: fmt.Sprintf("%.2f %% of %d", unique, t.questions), Pass: unique >= leastUnique,
		}.ByChance(),
		gen.Figure{
			Name: "mean number of words", Target: fmt.Sprintf("%.1f to %.1f", 28-room, 33+room),
			Value: fmt.Sprintf("%.1f", mean), Pass: 28-room <= mean && mean <= 33+room,
		}.ByChance(),
		{
			Name: "numbers of words", Target: "8 to 60", Value: fmt.Sprintf("%d to %d", t.shortest, t.longest),
			Pass: t.shortest >= 8 && t.longest <= 60,
		},
		questionsNone("fractions not between 0 and 1, not in lowest terms, or of more than 62 parts", t.badFractions, t.fractions),
		questionsNone("questions with a number that gives the answer away", t.undrawn, t.questions),
		questionsNone("questions whose program gives another answer", t.wrong, t.questions),
		questionsNone("questions whose program gives other outputs", t.outputs, t.questions),
	}
}

// overlapFigures hold what splits share against what they may: 0.15 % of the later one's questions.
func overlapFigures(overlaps []judge.Overlap) []gen.Figure {
	var out []gen.Figure
	for _, o := range overlaps {
		for _, s := range o.Shared {
			share := 100 * float64(s.Questions) / float64(max(1, o.Questions))
			most := 0.15
			if o.Questions < publishedQuestions {
				most += 400 * math.Sqrt(0.0015*0.9985/float64(max(1, o.Questions)))
			}
			out = append(out, gen.Figure{
				Name: fmt.Sprintf("questions of %s that are in %s", o.Split, s.With), Target: fmt.Sprintf("at most %.2f %%", most),
				Value: fmt.Sprintf("%.2f %% of %d", share, o.Questions), Pass: share <= most,
			}.ByChance())
		}
	}
	return out
}
