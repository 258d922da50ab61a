package shopvrb

import (
	"context"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/figure"
)

// figureScenes is how many scenes the tolerances of figures of scenes are meant for.
const figureScenes = 1000

// figurePictures is how many pictures of a large split are looked at, evenly spread.
const figurePictures = 500

// measured is what a sample shows.
type measured struct {
	record  *Record
	asked   []askedScene // of each kind
	picture *shownScene  // nil where it is not looked at
}

// Figures measures a finished split, in the order of the published figures. Those that only hold for many scenes or questions
// are left out, or have more room, where there are fewer; fast drafts of pictures are not looked at. Memory grows with the split by a few
// bytes for each question: the checksums of their texts.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	c := s.split(job)
	every := max(1, job.Count/figurePictures)
	return figure.Measure(ctx, job.Count, func(i int) (*measured, error) {
		_, r, err := c.readRecord(i)
		if err != nil {
			return nil, err
		}
		x := &measured{record: r}
		for _, k := range c.kinds {
			asked, err := readAsked(c, k, i)
			if err != nil {
				return nil, err
			}
			x.asked = append(x.asked, asked)
		}
		if job.Pictures && s.cfg.Quality != frame.Draft && i%every == 0 {
			if x.picture, err = c.readShown(r); err != nil {
				return nil, err
			}
		}
		return x, nil
	}, c.figures(ctx))
}

// figures are all that a split may have.
func (c *split) figures(ctx context.Context) figure.List[*measured] {
	kinds := make([]*askedFigures, len(c.kinds))
	for i, k := range c.kinds {
		kinds[i] = newAskedFigures(k)
	}
	var out figure.List[*measured]
	each := func(of func(q *askedFigures) figure.List[askedScene]) {
		for i, q := range kinds {
			asked := func(x *measured) []askedScene { return x.asked[i : i+1] }
			out = append(out, figure.Each(asked, figure.List[askedScene]{figure.If(&q.questions, of(q))}))
		}
	}
	each((*askedFigures).counts)
	out = append(out, figuresOfScenes(c.cfg, c.sampler)...)
	each((*askedFigures).usage)
	each((*askedFigures).typeShares)
	each((*askedFigures).balance)
	each((*askedFigures).distinct)
	for _, q := range kinds {
		out = append(out, figure.Figure[*measured]{Rows: func() ([]gen.Figure, error) { return q.overlaps(ctx, c.job) }})
	}
	each((*askedFigures).wording)
	return append(out, figure.Some(func(x *measured) *shownScene { return x.picture }, pictureFigures()))
}
