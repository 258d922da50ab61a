package worlds

import (
	"context"
	"fmt"
	"slices"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/judge"
	"mereo/gen/record"
)

// shownFilm is what a film shows.
type shownFilm struct {
	collisions int // in its frames
	asked      []question
}

// Figures measures what films have; nil of other worlds.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	w := s.world
	if w.Motion == nil {
		return nil, nil
	}
	of := &split{World: w, job: job}
	var told []judge.Told
	out, err := figure.Measure(ctx, job.Count, func(i int) (*shownFilm, error) {
		path := of.recordPath(i)
		data, err := job.Read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name, err)
		}
		var r struct {
			Motion motionRecord `json:"motion"`
		}
		if err := record.Read(data, &r, record.Part); err != nil {
			return nil, fmt.Errorf("%s: %s: %w; generate the sample again", w.Name, path, err)
		}
		x := &shownFilm{}
		for _, c := range r.Motion.Collisions {
			if c.Frame < r.Motion.Frames-1 {
				x.collisions++
			}
		}
		x.asked, err = of.asked(i)
		return x, err
	}, append(figure.List[*shownFilm]{collisionFigure(w.Motion.Collisions, job.Count)}, w.choiceFigures(&told)...))
	if err != nil || len(told) == 0 {
		return out, err
	}
	for _, r := range judge.InOrder(judge.Probe(told), filmKinds) {
		if kind := r.Kind; kind != "descriptive" {
			most := 55 + figure.Chance(50, r.Count)
			out = append(out,
				figure.Row(kind+" choices that the most frequent answer of the family gets right", fmt.Sprintf("at most %.1f %%", most), r.Frequency <= most, "%.1f %% of %d", r.Frequency, r.Count).ByChance(),
				figure.Row(kind+" choices that words alone get right", fmt.Sprintf("at most %.1f %%", most), r.Words <= most, "%.1f %% of %d", r.Words, r.Count).ByChance())
		}
	}
	return out, nil
}

// collisionFigure is how many films have no, one, two, and more collisions.
func collisionFigure(want Count, films int) figure.Figure[*shownFilm] {
	var n [4]int
	outside := 0
	return figure.Counted(func(x *shownFilm) {
		n[min(x.collisions, 3)]++
		if want != (Count{}) && (x.collisions < want.Min || x.collisions > want.Max) {
			outside++
		}
	}, func() []gen.Figure {
		target := "any"
		if want != (Count{}) {
			target = fmt.Sprintf("%d to %d in all", want.Min, want.Max)
		}
		p := func(k int) float64 { return figure.Percent(n[k], films) }
		return []gen.Figure{figure.Row("films with 0, 1, 2, 3 or more collisions", target, outside == 0, "%.1f, %.1f, %.1f, %.1f %% of %d", p(0), p(1), p(2), p(3), films)}
	})
}

// choiceFigures are how many questions there are of each kind, and how many of their choices are right. They gather what can be guessed of choices.
func (w *World) choiceFigures(told *[]judge.Told) figure.List[*shownFilm] {
	if w.Questions == nil {
		return nil
	}
	questions, choices, right, films := map[string]int{}, map[string]int{}, map[string]int{}, 0
	return figure.List[*shownFilm]{figure.Counted(func(x *shownFilm) {
		var groups []int
		for _, q := range x.asked {
			kind := kindOf(q.Program)
			if q.Group == 0 {
				questions[kind]++
				continue
			}
			if !slices.Contains(groups, q.Group) {
				groups = append(groups, q.Group)
				questions[kind]++
			}
			choices[kind]++
			if q.Answer == answerText(true) {
				right[kind]++
			}
			if len(*told) < judge.MostProbed {
				*told = append(*told, judge.Told{Text: q.Question, Family: q.Family, Kind: kind, Answer: q.Answer, Choices: 2, Picture: films})
			}
		}
		films++
	}, func() (rows []gen.Figure) {
		for _, kind := range filmKinds {
			if questions[kind] > 0 {
				rows = append(rows, figure.Row(kind+" questions of a film", "any", true, "%.2f", float64(questions[kind])/float64(films)))
			}
		}
		for _, kind := range filmKinds {
			if choices[kind] > 0 {
				rows = append(rows, figure.Share(50, 5, figure.Chance)("right choices of "+kind+" questions", right[kind], choices[kind]))
			}
		}
		return rows
	})}
}
