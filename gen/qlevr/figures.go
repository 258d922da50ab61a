package qlevr

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/gen/write"
)

// measured is what a sample shows.
type measured struct {
	plan    *plan
	faults  []string // of the plan
	record  *Record
	again   Scene // as it follows from the plan and the recorded camera
	asked   []*ranQuestion
	picture *shownPicture // nil where it is not looked at
}

// measure holds a scene against its plan.
func measure(o optics, drawn *PlanRecord, r *Record) (*measured, error) {
	p, err := drawn.plan()
	if err != nil {
		return nil, err
	}
	if err := secondSceneFault(&r.Scene); err != nil {
		return nil, err
	}
	again := recordScene(p.toView(r.ImageIndex), o, r.View.CameraAt, r.View.CameraTurned)
	if len(again.Objects) != len(r.Objects) {
		return nil, fmt.Errorf("the plan has %d objects, the scene %d", len(again.Objects), len(r.Objects))
	}
	if r.Mereo.Preset < 0 || r.Mereo.Preset >= presets {
		return nil, fmt.Errorf("preset is %d, want 0 to %d", r.Mereo.Preset, presets-1)
	}
	return &measured{plan: p, faults: p.faults(), record: r, again: again}, nil
}

// presets is how many views there are, from steep to flat.
const presets = 3

func near3(a, b [3]float64, by float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= by) {
			return false
		}
	}
	return true
}

func sameRelations(a, b *Relations) bool {
	same := func(a, b [][]int) bool { return slices.EqualFunc(a, b, slices.Equal[[]int]) }
	return same(a.Behind, b.Behind) && same(a.Front, b.Front) && same(a.Left, b.Left) && same(a.Right, b.Right)
}

func inBoth(a, b []int) (n int) {
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}

// manyValues tells whether objects have more than three colors, materials or shapes.
func (p *plan) manyValues() bool {
	var found [3]map[string]bool
	for k := range found {
		found[k] = map[string]bool{}
		for i := range p.objects {
			o := &p.objects[i]
			found[k][[3]string{o.color, o.material, o.shape}[k]] = true
		}
	}
	return slices.ContainsFunc(found[:], func(values map[string]bool) bool { return len(values) > 3 })
}

// seesAsPublished tells whether pictures show what published ones show, with more or fewer pixels.
func (o optics) seesAsPublished() bool {
	p := publishedOptics
	return o.focalMM == p.focalMM && o.width*p.height == o.height*p.width
}

// publishedScenes is how many the bounds of their mean number of objects are meant for.
const publishedScenes = 300

// sceneFigures are those of scenes and of pictures.
func sceneFigures(o optics) figure.List[*measured] {
	off := 0.0 // pixels that rounding may cost boxes in pictures of another size than the published one, where none is small enough for that
	if o != publishedOptics {
		off = 1
	}
	count := func(name, format string, of func(x *measured) (n, of int)) figure.Figure[*measured] {
		return figure.Of(name, figure.NoneAs(format), of)
	}
	// objects are those of a scene, by number, of which something is true.
	objects := func(is func(x *measured, i int) bool) func(x *measured) (n, of int) {
		return func(x *measured) (n, of int) {
			for i := range x.record.Objects {
				if is(x, i) {
					n++
				}
			}
			return n, len(x.record.Objects)
		}
	}
	planes := func(of func(p *planPlane) float64) func(x *measured) []float64 {
		return func(x *measured) (out []float64) {
			for i := range x.plan.planes {
				out = append(out, of(&x.plan.planes[i]))
			}
			return out
		}
	}
	larger := o.focalMM * float64(o.width) / (publishedOptics.focalMM * float64(publishedOptics.width))
	least, widest := float64(10*larger)-off, float64(45*larger)+off
	firstFault := ""
	return figure.List[*measured]{
		count("scenes with more than five areas", "%d of %d", figure.Is(func(x *measured) bool { return len(x.plan.planes) > maxPlanes })),
		figure.Seen(planes(func(p *planPlane) float64 { return p.areaRatio }), figure.Span("share of the frame that an area takes", "0.03 to 0.60", "%.3f", 0.029, 0.61)),
		figure.Of("plans that break a rule of distances and covering", func(name string, n, _ int) gen.Figure {
			return figure.Row(name, "0", n == 0, "%d%s", n, firstFault)
		}, figure.Is(func(x *measured) bool {
			if len(x.faults) > 0 && firstFault == "" {
				firstFault = fmt.Sprintf(": scene %d: %s", x.record.ImageIndex, x.faults[0])
			}
			return len(x.faults) > 0
		})),
		figure.Seen(planes(func(p *planPlane) float64 { return float64(len(p.objects)) }), figure.Span("objects on an area", "1 to 10", "%.0f", 1, 10)),
		figure.Seen(func(x *measured) []float64 {
			onDesk := len(x.plan.objects)
			for i := range x.plan.planes {
				onDesk -= len(x.plan.planes[i].objects)
			}
			return figure.One(onDesk)
		}, figure.Span("objects on the desk", "1 to 12", "%.0f", 1, 12)),
		figure.Seen(func(x *measured) []float64 { return figure.One(len(x.plan.objects)) }, func(objects *figure.Values) gen.Figure {
			slack := 0.0
			if objects.N < publishedScenes {
				slack = 4 * 6 / math.Sqrt(float64(objects.N)) // four standard deviations; that of one scene is 6
			}
			return figure.Within("objects in a scene, mean", 24-slack, 34+slack, "%.1f", "%.1[1]f")(objects)
		}),
		count("scenes with more than three colours, materials or shapes", "%[1]d", figure.Is(func(x *measured) bool { return x.plan.manyValues() })),
		count("objects whose 3d_coords are not those of the plan", "%d of %d", objects(func(x *measured, i int) bool {
			return !near3(x.record.Objects[i].Position, x.again.Objects[i].Position, 1e-6)
		})),
		count("objects whose pixel_coords are not projected by the recorded camera", "%d of %d", objects(func(x *measured, i int) bool {
			return x.record.Objects[i].Center != x.again.Objects[i].Center
		})),
		count("relations that do not follow from places and directions", "%[1]d", func(x *measured) (n, of int) {
			if !sameRelations(&x.record.ObjectRelations, &x.again.ObjectRelations) {
				n++
			}
			if !sameRelations(&x.record.PlaneRelations, &x.again.PlaneRelations) {
				n++
			}
			return n, 2
		}),
		count("pairs on both sides of each other", "%[1]d", func(x *measured) (n, of int) {
			r := &x.record.ObjectRelations
			for i := range x.record.Objects {
				n += inBoth(r.Left[i], r.Right[i]) + inBoth(r.Front[i], r.Behind[i])
			}
			return n, 0
		}),
		viewFigure(o),
		count("objects whose box does not hold their pixel", "%d of %d", objects(func(x *measured, i int) bool {
			b, at := x.record.Objects[i].Box, x.record.Objects[i].Center
			return at[0] < b.Left-off || at[0] > b.Left+b.Width+off || at[1] < b.Top-off || at[1] > b.Top+b.Height+off
		})),
		figure.Seen(func(x *measured) (widths []float64) {
			for i := range x.record.Objects {
				widths = append(widths, x.record.Objects[i].Box.Width)
			}
			return widths
		}, figure.Span("width of an object's box, pixels", fmt.Sprintf("%.4g to %.4g", least, widest), "%g", least, widest)),
		figure.Some(func(x *measured) *shownPicture { return x.picture }, pictureFigures(o)),
	}
}

// viewFigure is how often each view was taken. In small pictures objects are missed between the centers of pixels, and flat views are
// given up for that.
func viewFigure(o optics) figure.Figure[*measured] {
	var taken [presets]int
	return figure.Counted(func(x *measured) { taken[x.record.Mereo.Preset]++ }, func() []gen.Figure {
		if !o.seesAsPublished() || o.areaScale() < 0.01 {
			return nil
		}
		n := float64(max(1, taken[0]+taken[1]+taken[2]))
		spread := 3 * math.Sqrt(n*2/9)
		fine := float64(slices.Min(taken[:])) >= 0.2*n-spread && float64(taken[0]) >= float64(slices.Max(taken[:]))-spread
		return []gen.Figure{figure.Row("shares of the views, from steep to flat", "each 0.20 or more, the steepest most", fine,
			"%.2f, %.2f, %.2f", float64(taken[0])/n, float64(taken[1])/n, float64(taken[2])/n).ByChance()}
	})
}

// shownPicture is what a picture shows.
type shownPicture struct {
	level   float64   // mean of all
	desk    []float64 // mean of the free desk around its middle, where any of it is seen
	objects []int     // by number, pixels
	flat    bool      // not of the steepest view
}

// lookAt measures a picture by its object ids and its plane ids.
func lookAt(o optics, r *Record, width, height int, rgb []uint8, ids, planes []uint16) *shownPicture {
	p := &shownPicture{objects: make([]int, len(r.Objects)), flat: r.Mereo.Preset > 0}
	sum := 0
	for _, v := range rgb {
		sum += int(v)
	}
	p.level = float64(sum) / float64(len(rgb))
	for _, id := range ids {
		if id > 0 && int(id) <= len(p.objects) {
			p.objects[id-1]++
		}
	}
	if level, ok := deskLevel(o, r, width, height, rgb, planes); ok {
		p.desk = figure.One(level)
	}
	return p
}

// pictureFigures are those of pictures.
func pictureFigures(o optics) figure.List[*shownPicture] {
	pictures := 0
	bright := func(name, target string, low, high float64, levels func(p *shownPicture) []float64) figure.Figure[*shownPicture] {
		return figure.Seen(levels, func(v *figure.Values) gen.Figure {
			row := figure.Within(name, low, high, "%.0f", "%.1f over %d pictures")(v)
			row.Target = target
			return row
		})
	}
	list := figure.List[*shownPicture]{
		figure.Sum(&pictures, func(*shownPicture) int { return 1 }),
		figure.Of(fmt.Sprintf("objects of flatter views with less than %.4g visible pixels", o.fewestPixels()), figure.NoneAs("%d in %d pictures"),
			func(p *shownPicture) (n, of int) {
				for _, pixels := range p.objects {
					if p.flat && float64(pixels) < o.fewestPixels() {
						n++
					}
				}
				return n, 1
			}),
	}
	if o.seesAsPublished() {
		list = append(list, bright("mean brightness of pictures", "150 +- 15", 135, 165, func(p *shownPicture) []float64 { return figure.One(p.level) }))
	}
	list = append(list, bright("mean brightness of the middle of the desk", "172 +- 12", 160, 184, func(p *shownPicture) []float64 { return p.desk }))
	return figure.List[*shownPicture]{figure.If(&pictures, list)}
}

// Figures measures a finished split. Of the pictures of large splits 500 are looked at, evenly spread.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	o, every := s.cfg.optics(), max(1, job.Count/500)
	asked := newAskedFigures(s.cfg.templates(), s.cfg.Questions)
	read := func(name string, v any) error {
		data, err := job.Read(name)
		if err == nil {
			err = record.Read(data, v, record.Part)
		}
		if err != nil {
			return fmt.Errorf("qlevr: %s: %w", name, err)
		}
		return nil
	}
	list := sceneFigures(o)
	if s.cfg.Questions > 0 {
		list = append(list, figure.Each(func(x *measured) [][]*ranQuestion { return [][]*ranQuestion{x.asked} }, asked.list()),
			figure.Figure[*measured]{Rows: func() ([]gen.Figure, error) {
				overlaps, err := Judge().Tasks[0].Overlaps(ctx, job.Root)
				others := func(o judge.Overlap) bool { return o.Split != job.Split }
				return overlapFigures(slices.DeleteFunc(overlaps, others)), err
			}},
			figure.Figure[*measured]{Rows: func() ([]gen.Figure, error) { return s.cfg.readerFigures(ctx, job) }})
	}
	return figure.Measure(ctx, job.Count, func(i int) (*measured, error) {
		f := s.cfg.filesOf(job.Split, i)
		var drawn PlanRecord
		var questions []QuestionRecord
		r := new(Record)
		if err := read(f.record2D, &drawn); err != nil {
			return nil, err
		}
		if err := read(f.record3D, r); err != nil {
			return nil, err
		}
		x, err := measure(o, &drawn, r)
		if err != nil {
			return nil, fmt.Errorf("qlevr: %s/%d: %w", job.Split, i, err)
		}
		if s.cfg.Questions > 0 {
			if err = read(f.questions, &questions); err == nil {
				x.asked, err = asked.run(&r.Scene, questions)
			}
			if err != nil {
				return nil, err
			}
		}
		if job.Pictures && s.cfg.Dimension == 3 && i%every == 0 {
			rgb, errRGB := write.ReadRGB(job.Root, f.picture, o.width, o.height)
			ids, errIDs := write.ReadGray16(job.Root, f.ids, o.width, o.height)
			planes, errPlanes := write.ReadGray16(job.Root, f.planes, o.width, o.height)
			if err := cmp.Or(errRGB, errIDs, errPlanes); err != nil {
				return nil, fmt.Errorf("qlevr: %w", err)
			}
			x.picture = lookAt(o, r, o.width, o.height, rgb, ids, planes)
		}
		return x, nil
	}, list)
}
