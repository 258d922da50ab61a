package shopvrb

import (
	"context"
	"fmt"
	"math"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/internal/ordered"
)

// figureScenes is how many scenes the tolerances of figures of scenes are meant for.
const figureScenes = 1000

// figurePictures is how many pictures of a large split are looked at, evenly spread.
const figurePictures = 500

// Figures measures a finished split, in the order of the published figures. Those that only hold for many scenes or questions
// are left out, or have more room, where there are fewer; fast drafts of pictures are not looked at. Memory grows with the split by a few bytes for each question: the
// checksums of their texts.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	c, err := s.newChecker(job)
	if err != nil {
		return nil, err
	}
	scenes, pictures := newSceneTallies(s.cfg, c.sampler), newPictureTallies()
	questions := make([]*questionTallies, len(c.kinds))
	for i, k := range c.kinds {
		questions[i] = newQuestionTallies(k)
	}
	every := max(1, job.Count/figurePictures)
	type loaded struct {
		record  *Record
		faults  []gen.Problem
		asked   []askedScene
		picture *shownScene
	}
	err = ordered.Do(ctx, job.Count, func(i int) (*loaded, error) {
		f := c.inspect(i)
		data, r := f.readRecord()
		if r == nil {
			return nil, fmt.Errorf("shopvrb: %s: %s", f.out[0].File, f.out[0].Detail)
		}
		f.scene(r)
		l := &loaded{record: r, faults: f.out}
		for _, k := range c.kinds {
			asked, err := readAsked(c, k, i, data)
			if err != nil {
				return nil, err
			}
			l.asked = append(l.asked, asked)
		}
		if job.Pictures && s.cfg.Quality != frame.Draft && i%every == 0 {
			var err error
			if l.picture, err = f.readShown(r); err != nil {
				return nil, err
			}
		}
		return l, nil
	}, func(i int, l *loaded) error {
		scenes.add(l.record, l.faults)
		for k := range l.asked {
			questions[k].add(i, l.asked[k])
		}
		if l.picture != nil {
			pictures.add(l.picture)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return allFigures(ctx, job, scenes, questions, pictures)
}

// allFigures puts the figures in their order.
func allFigures(ctx context.Context, job gen.Job, scenes *sceneTallies, kinds []*questionTallies, p *pictureTallies) ([]gen.Figure, error) {
	var out []gen.Figure
	each := func(of func(*questionTallies) []gen.Figure) {
		for _, q := range kinds {
			if q.questions > 0 {
				out = append(out, of(q)...)
			}
		}
	}
	for _, q := range kinds {
		q.endPeriod()
	}
	each((*questionTallies).correctness)
	out = append(out, scenes.figures()...)
	each((*questionTallies).usage)
	each((*questionTallies).typeShares)
	each((*questionTallies).balance)
	each((*questionTallies).distinct)
	for _, q := range kinds {
		overlaps, err := q.overlaps(ctx, job)
		if err != nil {
			return nil, err
		}
		out = append(out, overlaps...)
	}
	each((*questionTallies).wording)
	out = append(out, scenes.textualFigure())
	return append(out, p.figures()...), nil
}

// none is a figure that counts what must not be.
func none(name string, n, of int) gen.Figure {
	return gen.Figure{Name: name, Target: "0", Value: fmt.Sprintf("%d of %d", n, of), Pass: n == 0}
}

// within is a figure whose value lies in a range.
func within(name string, value, from, to float64, format string) gen.Figure {
	return gen.Figure{
		Name: name, Target: fmt.Sprintf(format+" to "+format, from, to), Value: fmt.Sprintf(format, value), Pass: value >= from && value <= to,
	}.ByChance()
}

// share is a figure of n of all, in percent, that may be off by some points.
func share(name string, n, of int, want, off float64) gen.Figure {
	got := percent(n, of)
	return gen.Figure{
		Name: name, Target: fmt.Sprintf("%.1f %% +- %.1f", want, off),
		Value: fmt.Sprintf("%.1f %% of %d", got, of), Pass: math.Abs(got-want) <= off,
	}.ByChance()
}

// leastShare is a figure of n of all that may not be less than some percent.
func leastShare(name string, n, of int, least float64) gen.Figure {
	got := percent(n, of)
	return gen.Figure{
		Name: name, Target: fmt.Sprintf("at least %g %%", least), Value: fmt.Sprintf("%.2f %% of %d", got, of), Pass: got >= least,
	}.ByChance()
}

// byChance is how far a share of n, in percent, may be off by chance, four standard deviations; nothing where there are enough.
func byChance(share float64, n int, enough bool) float64 {
	if enough {
		return 0
	}
	p := share / 100
	return 400 * math.Sqrt(p*(1-p)/float64(max(1, n)))
}
