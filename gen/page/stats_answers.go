package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
)

// mostAnswers is how many answers the chart of a type has; the rarer ones are added up as others.
const mostAnswers = 12

// answers are the answers of a split: by type and template, then by answer.
type answers map[string]map[string]map[string]int

func answersOf(t tally) (answers, error) {
	out := answers{}
	for value, n := range t[gen.AnswersKey] {
		f := strings.Split(value, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("gen: %s counts %q, want a type, a template and an answer with tabs between", gen.AnswersKey, value)
		}
		if out[f[0]] == nil {
			out[f[0]] = map[string]map[string]int{}
		}
		if out[f[0]][f[1]] == nil {
			out[f[0]][f[1]] = map[string]int{}
		}
		out[f[0]][f[1]][f[2]] += n
	}
	return out, nil
}

// Checksums adds up the answers of a type.
func (a answers) sums(kind string) map[string]int {
	out := map[string]int{}
	for _, template := range a[kind] {
		for answer, n := range template {
			out[answer] += n
		}
	}
	return out
}

// answerCharts are the charts of all types that came up, and what they show.
func answerCharts(about gen.About, splits map[string]answers) ([]gen.Chart, map[string]tally) {
	var kinds []string
	charts := slices.Clone(about.Answers)
	for _, a := range splits {
		kinds = append(kinds, slices.Collect(maps.Keys(a))...)
	}
	slices.Sort(kinds)
	for _, kind := range slices.Compact(kinds) {
		if !slices.ContainsFunc(charts, func(c gen.Chart) bool { return c.Key == kind }) {
			charts = append(charts, gen.Chart{Key: kind})
		}
	}
	tallies := map[string]tally{}
	for split := range splits {
		tallies[split] = tally{}
	}
	for i := range charts {
		c := &charts[i]
		c.Title, c.XLabel = cmp.Or(c.Title, c.Key), cmp.Or(c.XLabel, "answer")
		all := map[string]int{}
		for split, a := range splits {
			tallies[split][c.Key] = a.sums(c.Key)
			for answer, n := range tallies[split][c.Key] {
				all[answer] += n
			}
		}
		rare := rareAnswers(all, c.Values)
		if len(rare) == 0 {
			continue
		}
		others := fmt.Sprintf("%d others", len(rare))
		for _, t := range tallies {
			for _, answer := range rare {
				t[c.Key][others] += t[c.Key][answer]
				delete(t[c.Key], answer)
			}
		}
		kept := slices.Collect(maps.Keys(all))
		kept = slices.DeleteFunc(kept, func(a string) bool { return slices.Contains(rare, a) })
		slices.SortFunc(kept, byCount(all))
		c.Values = append(kept, others)
	}
	return charts, tallies
}

// rareAnswers are those that a chart has no room for; none where all of them are its own values.
func rareAnswers(counts map[string]int, own []string) []string {
	all := slices.SortedFunc(maps.Keys(counts), byCount(counts))
	if len(all) <= mostAnswers || len(own) > 0 && !slices.ContainsFunc(all, func(a string) bool { return !slices.Contains(own, a) }) {
		return nil
	}
	return all[mostAnswers-1:]
}

// byCount compares words by how often they came up, the most frequent first, and then as words.
func byCount(counts map[string]int) func(a, b string) int {
	return func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) }
}

// guessTable tells how often somebody is right who knows the most frequent answer, and sees no picture.
func guessTable(a answers, charts []gen.Chart) gen.Table {
	t := gen.Table{
		Title: "What can be guessed without a picture",
		Note: "Answers in percent that are right when the same answer is always given: one of those of the type, drawn uniformly; " +
			"the most frequent one of the type; and the most frequent one of the question's template.",
		Head: []string{"type of question", "questions", "answers", "uniform", "frequent in type", "frequent in template"},
	}
	var all guessed
	for _, c := range charts {
		if len(a[c.Key]) == 0 {
			continue
		}
		sums := a.sums(c.Key)
		g := guessed{answers: len(sums)}
		for _, n := range sums {
			g.questions += n
			g.kind = max(g.kind, n)
		}
		for _, template := range a[c.Key] {
			g.template += slices.Max(slices.Collect(maps.Values(template)))
		}
		g.uniform = float64(g.questions) / float64(len(sums))
		t.Rows = append(t.Rows, g.row(c.Title))
		all.questions, all.kind, all.template = all.questions+g.questions, all.kind+g.kind, all.template+g.template
		all.uniform += g.uniform
	}
	if len(t.Rows) > 1 {
		t.Rows = append(t.Rows, all.row("all together"))
	}
	return t
}

// guessed counts questions that are answered right.
type guessed struct {
	questions, answers int
	uniform            float64
	kind, template     int
}

func (g guessed) row(name string) []string {
	share := func(n float64) string { return fmt.Sprintf("%.1f", 100*n/float64(g.questions)) }
	several := ""
	if g.answers > 0 {
		several = strconv.Itoa(g.answers)
	}
	return []string{name, strconv.Itoa(g.questions), several, share(g.uniform), share(float64(g.kind)), share(float64(g.template))}
}
