package qlevr

import (
	"cmp"
	"context"
	"errors"
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
	record  *Record
	asked   []*countedQuestion
	picture *shownPicture // nil where it is not looked at
}

// measure takes the plan and the scene of a sample. That they follow from the seed is for verify to say.
func measure(drawn *PlanRecord, r *Record) (*measured, error) {
	p, err := drawn.plan()
	if err != nil {
		return nil, err
	}
	if fault := r.extraFault(len(r.Objects)); fault != "" {
		return nil, errors.New(fault)
	}
	return &measured{plan: p, record: r}, nil
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
	return figure.List[*measured]{
		figure.Of("scenes with more than five areas", figure.None, figure.Is(func(x *measured) bool { return len(x.plan.planes) > maxPlanes })),
		figure.Seen(planes(func(p *planPlane) float64 { return p.areaRatio }), figure.Span("share of the frame that an area takes", "0.03 to 0.60", "%.3f", 0.029, 0.61)),
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
		figure.Of("scenes with more than three colors, materials or shapes", figure.NoneAs("%[1]d"),
			figure.Is(func(x *measured) bool { return x.plan.manyValues() })),
		viewFigure(o),
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
	var taken [len(cameraPresets)]int
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
		list = append(list, figure.Each(func(x *measured) [][]*countedQuestion { return [][]*countedQuestion{x.asked} }, asked.list()),
			figure.Figure[*measured]{Rows: func() ([]gen.Figure, error) {
				overlaps, err := Judge().Tasks[0].Overlaps(ctx, job.Root)
				others := func(o judge.Overlap) bool { return o.Split != job.Split }
				return overlapFigures(slices.DeleteFunc(overlaps, others)), err
			}})
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
		x, err := measure(&drawn, r)
		if err != nil {
			return nil, fmt.Errorf("qlevr: %s/%d: %w", job.Split, i, err)
		}
		if s.cfg.Questions > 0 {
			if err = read(f.questions, &questions); err == nil {
				x.asked, err = asked.of(questions)
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

// deskMiddle is how far from the middle of the desk, meters, the free parts of it are looked at.
const deskMiddle = 0.75

// deskLevel is the mean level of the free desk around its middle, 0 to 255, and whether any of it is seen.
func deskLevel(o optics, r *Record, width, height int, rgb []uint8, planes []uint16) (level float64, seen bool) {
	cam := o.camera(r.View.CameraAt, r.View.CameraTurned)
	desk := uint16(len(r.Planes))
	middle := deskPoint(planPoint{canvas / 2, canvas / 2})
	sum, n := 0, 0
	for y := range height {
		for x := range width {
			at := y*width + x
			if planes[at] != desk {
				continue
			}
			d := cam.WorldFromCamera.Dir(cam.Direction(float64(x)+0.5, float64(y)+0.5))
			p := cam.WorldFromCamera.T.AddScaled(-cam.WorldFromCamera.T.Z/d.Z, d)
			if off := p.Sub(middle); math.Max(math.Abs(off.X), math.Abs(off.Y)) > deskMiddle {
				continue
			}
			for k := range 3 {
				sum += int(rgb[3*at+k])
			}
			n += 3
		}
	}
	if n == 0 {
		return 0, false
	}
	return float64(sum) / float64(n), true
}
