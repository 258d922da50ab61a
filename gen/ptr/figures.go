package ptr

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"mereo/assets/palette"
	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/write"
)

// measured is what a sample shows.
type measured struct {
	record  *Record
	objects []*shownObject
	picture *shownPicture // nil where it is not looked at
	asked   []*askedQuestion
}

// shownObject is what the record shows of an object.
type shownObject struct {
	*Object
	atRim bool // the mask is at a forbidden rim
	inBox bool // the box contains pixel_coords
	bears bool // another object stands on it
}

// measure looks at a scene file. One that is not even one of its place is an error.
func measure(cfg Config, split string, index int, r *Record) (*measured, error) {
	f := finished{cfg: cfg, split: split, index: index, files: filesOf(split, index), record: r}
	if !f.sizes() {
		return nil, fmt.Errorf("ptr: %s: %s: %s", f.out[0].File, f.out[0].Rule, f.out[0].Detail)
	}
	x := &measured{record: r}
	for i := range r.Objects {
		o := &r.Objects[i]
		box := o.ObjMask.Box()
		x.objects = append(x.objects, &shownObject{
			Object: o, atRim: objectEdges.Touches(box, cfg.Width, cfg.Height), inBox: box.Contains(o.PixelCoords.X, o.PixelCoords.Y),
			bears: slices.ContainsFunc(r.Objects, func(other Object) bool {
				return other.Simulation != nil && other.Simulation.Supporter != nil && *other.Simulation.Supporter == i
			}),
		})
	}
	return x, nil
}

// publishedScenes is how many scenes the published tolerances of shares are meant for.
const publishedScenes = 1000

// tolerances are the published ones; with fewer scenes than those are meant for, some standard deviations if that is more.
type tolerances struct{ scenes *int }

// share wants a share off by some tolerance below and above, or four standard deviations.
func (t tolerances) share(want, below, above float64) figure.Judge {
	return func(name string, n, of int) gen.Figure {
		below, above := below, above
		if *t.scenes < publishedScenes {
			off := 4 * math.Sqrt(want*(1-want)/float64(max(of, 1)))
			below, above = max(below, off), max(above, off)
		}
		lo, hi := max(0, want-below), min(1, want+above)
		got := float64(n) / float64(max(of, 1))
		return figure.Row(name, fmt.Sprintf("%.3f to %.3f", lo, hi), of > 0 && got >= lo && got <= hi, "%.3f of %d", got, of).ByChance()
	}
}

// sceneFigures are those of scenes.
func sceneFigures(cfg Config) figure.List[*measured] {
	scenes, static, physical := 0, 0, 0
	t := tolerances{&scenes}
	list := figure.List[*measured]{
		figure.Sum(&scenes, func(*measured) int { return 1 }),
		figure.If(&static, figure.List[*measured]{figure.Some(func(x *measured) *Record {
			if x.record.Physics {
				return nil
			}
			static++
			return x.record
		}, staticFigures(cfg, t))}),
		figure.Shares("parts in %s", paletteNames, func(int) figure.Judge { return t.share(1/float64(palette.Len), 0.015, 0.015) },
			func(x *measured, colors *figure.Tally) {
				for _, o := range x.objects {
					for _, c := range o.PartColor {
						colors.Add(c.Name)
					}
				}
			}),
	}
	list = append(list, objectFigures()...)
	return append(list, figure.Sum(&physical, func(x *measured) int {
		if x.record.Physics {
			return 1
		}
		return 0
	}), figure.If(&physical, physicalFigures(cfg, t)), figure.Some(func(x *measured) *shownPicture { return x.picture }, pictureFigures()))
}

// paletteNames are those of the colors of parts.
var paletteNames = func() (out []string) {
	for _, c := range palette.All() {
		out = append(out, c.Name)
	}
	return out
}()

// staticFigures are about how many objects static scenes have, as asked for and as placed, and which are drawn.
func staticFigures(cfg Config, t tolerances) figure.List[*Record] {
	numbers, weights, sum := figure.Numbers(cfg.MinObjects, cfg.MaxObjects), cfg.weights(), 0.0
	for _, w := range weights {
		sum += w
	}
	each := 1 / float64(len(numbers))
	return figure.List[*Record]{
		figure.Shares("scenes asked for %s objects", numbers, func(int) figure.Judge { return t.share(each, 0.04, 0.04) },
			func(r *Record, n *figure.Tally) { n.Add(strconv.Itoa(r.Mereo.Slots)) }),
		figure.Shares("scenes with %s objects", numbers, func(i int) figure.Judge {
			below, above := 0.04, 0.04
			switch n := cfg.MinObjects + i; {
			case n == stopObjects:
				above = 0.09
			case n > stopObjects:
				below = 0.09
			}
			return t.share(each, below, above)
		}, func(r *Record, n *figure.Tally) { n.Add(strconv.Itoa(len(r.Objects))) }),
		figure.Shares("draws of %s", CategoryNames()[:len(weights)], func(i int) figure.Judge { return t.share(weights[i]/sum, 0.03, 0.03) },
			func(r *Record, draws *figure.Tally) {
				for category, n := range r.Mereo.Draws {
					for range n {
						draws.Add(category)
					}
				}
			}),
	}
}

// objectFigures are about what must hold for every object.
func objectFigures() figure.List[*measured] {
	objects := func(x *measured) []*shownObject { return x.objects }
	return figure.List[*measured]{
		figure.Of("object masks at the left, right or lower rim", figure.None,
			figure.Among(objects, func(o *shownObject) bool { return o.atRim })),
		figure.Of("objects whose box contains pixel_coords", func(name string, n, of int) gen.Figure {
			got := float64(n) / float64(max(of, 1))
			return figure.Row(name, "at least 0.9", got >= 0.9, "%.3f of %d", got, of).ByChance()
		}, figure.Among(objects, func(o *shownObject) bool { return o.inBox })),
	}
}

// Figures measures a finished split. Of the pictures of large splits 1,000 are looked at, evenly spread.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	every := max(1, job.Count/1000)
	asked := newAskedFigures(s)
	list := append(sceneFigures(s.cfg), figure.Each(func(x *measured) [][]*askedQuestion { return [][]*askedQuestion{x.asked} }, asked.list(ctx, job)))
	return figure.Measure(ctx, job.Count, func(i int) (*measured, error) {
		f := filesOf(job.Split, i)
		data, err := job.Read(f.scene)
		if err != nil {
			return nil, fmt.Errorf("ptr: %w", err)
		}
		r, err := s.cfg.parseRecord(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.scene, err)
		}
		x, err := measure(s.cfg, job.Split, i, r)
		if err != nil {
			return nil, err
		}
		if x.asked, err = s.askedAbout(job, i); err != nil {
			return nil, err
		}
		if job.Pictures && i%every == 0 {
			rgb, err := write.ReadRGB(job.Root, f.image, s.cfg.Width, s.cfg.Height)
			if err != nil {
				return nil, fmt.Errorf("ptr: %w", err)
			}
			x.picture = lookAt(r, rgb)
		}
		return x, nil
	}, list)
}
