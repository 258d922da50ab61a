package ptr

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/write"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
)

// measured is what a sample shows.
type measured struct {
	record          *Record
	relationErrors  int
	partitionErrors int       // objects whose part masks are not the object
	overlap         int       // largest number of pixels that two masks share
	directions      []float64 // angles between the stored directions and the camera's, degrees
	objects         []*shownObject
	made            madeMeshes    // where it is made again
	picture         *shownPicture // nil where it is not looked at
	asked           []*ranQuestion
}

// shownObject is what the record shows of an object.
type shownObject struct {
	*Object
	badPose  bool    // yaw or position out of range
	atRim    bool    // the mask is at a forbidden rim
	inBox    bool    // the box contains pixel_coords
	pixelOff float64 // distance of pixel_coords to the projection, pixels
	bears    bool    // another object stands on it
}

// measure holds a scene file against its rules. A file that is not even one of its place is an error.
func measure(cfg Config, split string, index int, r *Record) (*measured, error) {
	f := finished{cfg: cfg, split: split, index: index, files: filesOf(split, index), record: r}
	if !f.sizes() {
		return nil, fmt.Errorf("ptr: %s: %s: %s", f.out[0].File, f.out[0].Rule, f.out[0].Detail)
	}
	x := &measured{record: r, relationErrors: r.wrongRelations(), partitionErrors: r.partitionErrors()}
	cam := r.pinhole()
	g := relate.GroundDirections(cam.WorldFromCamera)
	for _, d := range []struct {
		got  [3]float64
		want geom.Vec3
	}{{r.Directions.Left, g.Left}, {r.Directions.Right, g.Right}, {r.Directions.Front, g.Front}, {r.Directions.Behind, g.Behind}} {
		x.directions = append(x.directions, geom.Acos(vec3(d.got).Dot(d.want))*180/math.Pi)
	}
	for i := range r.Objects {
		o := &r.Objects[i]
		box := o.ObjMask.Box()
		u, v, _ := cam.Project(vec3(o.Coords))
		x.objects = append(x.objects, &shownObject{
			Object: o, badPose: len(poseFaults(r, i)) > 0, atRim: objectEdges.Touches(box, cfg.Width, cfg.Height),
			inBox:    box.Contains(o.PixelCoords.X, o.PixelCoords.Y),
			pixelOff: max(math.Abs(u-float64(o.PixelCoords.X)), math.Abs(v-float64(o.PixelCoords.Y))),
			bears: slices.ContainsFunc(r.Objects, func(other Object) bool {
				return other.Simulation != nil && other.Simulation.Supporter != nil && *other.Simulation.Supporter == i
			}),
		})
		for j := range i {
			if a, b := o.ObjMask, r.Objects[j].ObjMask; !a.Box().Intersect(b.Box()).Empty() {
				x.overlap = max(x.overlap, sharedPixels(a, b))
			}
		}
	}
	return x, nil
}

// sharedPixels counts the pixels that are set in both masks.
func sharedPixels(a, b annot.RLE) int {
	set := make([]bool, a.Size[0]*a.Size[1])
	a.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			set[y*a.Size[1]+x] = true
		}
	})
	n := 0
	b.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			if set[y*b.Size[1]+x] {
				n++
			}
		}
	})
	return n
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
	list = append(list, objectFigures(cfg)...)
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
func objectFigures(cfg Config) figure.List[*measured] {
	objects := func(x *measured) []*shownObject { return x.objects }
	list := figure.List[*measured]{
		figure.Seen(func(x *measured) []float64 { return figure.One(x.overlap) },
			figure.Top("pixels shared by two object masks", maxSharedPx, "%.0[1]f")),
		figure.Of("object masks at the left, right or lower rim", figure.None,
			figure.Among(objects, func(o *shownObject) bool { return o.atRim })),
		figure.Of("yaws or positions out of range", figure.None, figure.Among(objects, func(o *shownObject) bool { return o.badPose })),
		figure.Seen(func(x *measured) []float64 { return x.made.lowest }, figure.Top("lowest vertex off the floor, metres", 1e-3, "%.2g over %d objects")),
		figure.Of("relations that directions and positions contradict", figure.NoneAs("%d in %d scenes"),
			func(x *measured) (n, of int) { return x.relationErrors, 1 }),
	}
	if !cfg.Published.Directions {
		list = append(list, figure.Seen(func(x *measured) []float64 { return x.directions }, figure.Top("directions off the camera's, degrees", 0.1, "%.2[1]g")))
	}
	list = append(list,
		figure.Each(objects, figure.List[*shownObject]{
			figure.Seen(func(o *shownObject) []float64 { return figure.One(o.pixelOff) },
				figure.Top("pixel_coords off the projection, pixels", 1, "%.2[1]f")),
			figure.Of("objects whose box contains pixel_coords", func(name string, n, of int) gen.Figure {
				got := float64(n) / float64(max(of, 1))
				return figure.Row(name, "at least 0.9", got >= 0.9, "%.3f of %d", got, of).ByChance()
			}, figure.Is(func(o *shownObject) bool { return o.inBox })),
		}))
	if !cfg.Published.PartMasks {
		list = append(list, figure.Of("objects whose part masks are not the object", figure.None,
			func(x *measured) (n, of int) { return x.partitionErrors, len(x.objects) }))
	}
	return list
}

// remadeScenes is how many scenes of a finished set are made again to measure their meshes.
const remadeScenes = 100

// Figures measures a finished split. Of the pictures of large splits 1,000 are looked at, evenly spread.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	everyPicture, everyRemake := max(1, job.Count/1000), max(1, job.Count/remadeScenes)
	asked := newAskedFigures(s)
	list := append(sceneFigures(s.cfg), figure.Each(func(x *measured) [][]*ranQuestion { return [][]*ranQuestion{x.asked} }, asked.list(ctx, job)))
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
		if x.asked, err = s.runQuestions(job, i, data); err != nil {
			return nil, err
		}
		if i%everyRemake == 0 {
			m, err := sampler.Sample(i)
			if err != nil {
				return nil, err
			}
			x.made = measureMeshes(m)
		}
		if job.Pictures && i%everyPicture == 0 {
			w, h := s.cfg.Width, s.cfg.Height
			part, errID := write.ReadGray16(job.Root, f.ids, w, h)
			dist, errDist := s.cfg.Write.readRayDist(job.Root, f, r)
			rgb, errRGB := write.ReadRGB(job.Root, f.image, w, h)
			if err := cmp.Or(errID, errDist, errRGB); err != nil {
				return nil, fmt.Errorf("ptr: %w", err)
			}
			x.picture = lookAt(r, part, dist, rgb)
		}
		return x, nil
	}, list)
}
