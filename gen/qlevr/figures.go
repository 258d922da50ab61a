package qlevr

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

// sceneTallies adds up what the figures of scenes are made of. All are integers, extremes and sums in the order of scenes.
type sceneTallies struct {
	optics          optics
	scenes          int
	manyPlanes      int        // scenes with more than 5 areas
	sizes           [2]float64 // the least and the largest share of the frame that an area takes
	planFaults      int        // scenes whose plan breaks a rule
	firstFault      string
	onPlane, onDesk [2]int // the least and the most objects
	objects         int
	manyValues      int        // scenes with more than 3 colors, materials or shapes
	places          int        // objects whose place does not follow from the plan
	projected       int        // objects whose pixel does not follow from place and camera
	relations       int        // scenes whose relations do not follow
	contrary        int        // pairs that are in a direction and in its opposite
	presets         [3]int     // scenes
	outside         int        // objects whose box does not hold their pixel
	boxes           [2]float64 // the least and the largest width, pixels
	hidden          int        // objects of the flatter views of which too few pixels are seen
	pictures        int
	sum             float64 // of the means of pictures
	desks           int     // pictures that show the middle of the desk
	deskSum         float64 // of the mean levels there
}

func newSceneTallies(o optics) *sceneTallies {
	t := &sceneTallies{optics: o}
	t.sizes, t.boxes = [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	t.onPlane, t.onDesk = [2]int{math.MaxInt, 0}, [2]int{math.MaxInt, 0}
	return t
}

// widen makes an interval hold a number.
func widen[N int | float64](interval *[2]N, n N) {
	interval[0], interval[1] = min(interval[0], n), max(interval[1], n)
}

// add adds a scene and its plan.
func (t *sceneTallies) add(drawn *PlanRecord, r *Record) error {
	p, err := drawn.plan()
	if err != nil {
		return err
	}
	if err := secondSceneFault(&r.Scene); err != nil {
		return err
	}
	t.scenes++
	if len(p.planes) > maxPlanes {
		t.manyPlanes++
	}
	if faults := p.faults(); len(faults) > 0 {
		t.planFaults++
		if t.firstFault == "" {
			t.firstFault = fmt.Sprintf("scene %d: %s", r.ImageIndex, faults[0])
		}
	}
	onDesk := len(p.objects)
	for i := range p.planes {
		widen(&t.sizes, p.planes[i].areaRatio)
		widen(&t.onPlane, len(p.planes[i].objects))
		onDesk -= len(p.planes[i].objects)
	}
	widen(&t.onDesk, onDesk)
	t.objects += len(p.objects)
	for _, of := range []func(*planObject) string{
		func(o *planObject) string { return o.color },
		func(o *planObject) string { return o.material },
		func(o *planObject) string { return o.shape },
	} {
		found := map[string]bool{}
		for i := range p.objects {
			found[of(&p.objects[i])] = true
		}
		if len(found) > 3 {
			t.manyValues++
			break
		}
	}

	again := recordScene(p.toView(r.ImageIndex), t.optics, r.View.CameraAt, r.View.CameraTurned)
	if len(again.Objects) != len(r.Objects) {
		return fmt.Errorf("the plan has %d objects, the scene %d", len(again.Objects), len(r.Objects))
	}
	for i := range r.Objects {
		o, want := &r.Objects[i], &again.Objects[i]
		if !near3(o.Position, want.Position, 1e-6) {
			t.places++
		}
		if o.Center != want.Center {
			t.projected++
		}
		b, off := o.Box, t.roundedOff()
		if x, y := o.Center[0], o.Center[1]; x < b.Left-off || x > b.Left+b.Width+off || y < b.Top-off || y > b.Top+b.Height+off {
			t.outside++
		}
		widen(&t.boxes, b.Width)
	}
	for _, pair := range [][2]Relations{{r.ObjectRelations, again.ObjectRelations}, {r.PlaneRelations, again.PlaneRelations}} {
		if !sameRelations(&pair[0], &pair[1]) {
			t.relations++
		}
	}
	for i := range r.Objects {
		rel := &r.ObjectRelations
		t.contrary += inBoth(rel.Left[i], rel.Right[i]) + inBoth(rel.Front[i], rel.Behind[i])
	}
	if r.Mereo.Preset < 0 || r.Mereo.Preset >= len(t.presets) {
		return fmt.Errorf("preset is %d, want 0 to %d", r.Mereo.Preset, len(t.presets)-1)
	}
	t.presets[r.Mereo.Preset]++
	return nil
}

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

// roundedOff is how many pixels rounding may cost boxes in pictures of another size than the published one, where none is small
// enough for that.
func (t *sceneTallies) roundedOff() float64 {
	if t.optics == publishedOptics {
		return 0
	}
	return 1
}

// seesAsPublished tells whether pictures show what published ones show, with more or fewer pixels.
func (o optics) seesAsPublished() bool {
	p := publishedOptics
	return o.focalMM == p.focalMM && o.width*p.height == o.height*p.width
}

// addPicture adds a picture, its object ids and its plane ids.
func (t *sceneTallies) addPicture(r *Record, width, height int, rgb []uint8, ids, planes []uint16) {
	t.pictures++
	sum := 0
	for _, v := range rgb {
		sum += int(v)
	}
	t.sum += float64(sum) / float64(len(rgb))
	seen := make([]int, len(r.Objects)+1)
	for _, id := range ids {
		if int(id) < len(seen) {
			seen[id]++
		}
	}
	if level, ok := deskLevel(t.optics, r, width, height, rgb, planes); ok {
		t.desks++
		t.deskSum += level
	}
	for _, n := range seen[1:] {
		if r.Mereo.Preset > 0 && float64(n) < t.optics.fewestPixels() {
			t.hidden++
		}
	}
}

// publishedScenes is how many the bounds of their mean number of objects are meant for.
const publishedScenes = 300

// figures are the acceptance figures of scenes.
func (t *sceneTallies) figures() []gen.Figure {
	var out []gen.Figure
	add := func(pass bool, name, target, format string, args ...any) {
		out = append(out, gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass})
	}
	chance := func(pass bool, name, target, format string, args ...any) {
		add(pass, name, target, format, args...)
		out[len(out)-1] = out[len(out)-1].ByChance()
	}
	n := float64(max(1, t.scenes))
	add(t.manyPlanes == 0, "scenes with more than five areas", "0", "%d of %d", t.manyPlanes, t.scenes)
	add(t.sizes[0] > 0.029 && t.sizes[1] < 0.61, "share of the frame that an area takes", "0.03 to 0.60", "%.3f to %.3f", t.sizes[0], t.sizes[1])
	fault := ""
	if t.firstFault != "" {
		fault = ": " + t.firstFault
	}
	add(t.planFaults == 0, "plans that break a rule of distances and covering", "0", "%d%s", t.planFaults, fault)
	add(t.onPlane[0] >= 1 && t.onPlane[1] <= 10, "objects on an area", "1 to 10", "%d to %d", t.onPlane[0], t.onPlane[1])
	add(t.onDesk[0] >= 1 && t.onDesk[1] <= 12, "objects on the desk", "1 to 12", "%d to %d", t.onDesk[0], t.onDesk[1])
	mean, slack := float64(t.objects)/n, 0.0
	if t.scenes < publishedScenes {
		slack = 4 * 6 / math.Sqrt(n) // four standard deviations; that of one scene is 6
	}
	chance(mean >= 24-slack && mean <= 34+slack, "objects in a scene, mean",
		fmt.Sprintf("%.1f to %.1f", 24-slack, 34+slack), "%.1f", mean)
	add(t.manyValues == 0, "scenes with more than three colours, materials or shapes", "0", "%d", t.manyValues)
	add(t.places == 0, "objects whose 3d_coords are not those of the plan", "0", "%d of %d", t.places, t.objects)
	add(t.projected == 0, "objects whose pixel_coords are not projected by the recorded camera", "0", "%d of %d", t.projected, t.objects)
	add(t.relations == 0, "relations that do not follow from places and directions", "0", "%d", t.relations)
	add(t.contrary == 0, "pairs on both sides of each other", "0", "%d", t.contrary)
	o := t.optics
	// In smaller pictures objects are missed between the centers of pixels, and flat views are given up for that.
	if o.seesAsPublished() && o.areaScale() >= 0.01 {
		most := slices.Max(t.presets[:])
		spread := 3 * math.Sqrt(n*2/9)
		chance(float64(slices.Min(t.presets[:])) >= 0.2*n-spread && float64(t.presets[0]) >= float64(most)-spread, "shares of the views, from steep to flat",
			"each 0.20 or more, the steepest most", "%.2f, %.2f, %.2f", float64(t.presets[0])/n, float64(t.presets[1])/n, float64(t.presets[2])/n)
	}
	add(t.outside == 0, "objects whose box does not hold their pixel", "0", "%d of %d", t.outside, t.objects)
	larger := o.focalMM * float64(o.width) / (publishedOptics.focalMM * float64(publishedOptics.width))
	least, widest := float64(10*larger)-t.roundedOff(), float64(45*larger)+t.roundedOff()
	add(t.boxes[0] >= least && t.boxes[1] <= widest, "width of an object's box, pixels", fmt.Sprintf("%.4g to %.4g", least, widest),
		"%g to %g", t.boxes[0], t.boxes[1])
	if t.pictures > 0 {
		add(t.hidden == 0, fmt.Sprintf("objects of flatter views with less than %.4g visible pixels", o.fewestPixels()), "0", "%d in %d pictures", t.hidden, t.pictures)
	}
	if t.pictures > 0 && o.seesAsPublished() {
		bright := t.sum / float64(t.pictures)
		chance(bright >= 135 && bright <= 165, "mean brightness of pictures", "150 +- 15", "%.1f over %d pictures", bright, t.pictures)
	}
	if t.desks > 0 {
		level := t.deskSum / float64(t.desks)
		chance(level >= 160 && level <= 184, "mean brightness of the middle of the desk", "172 +- 12", "%.1f over %d pictures", level, t.desks)
	}
	return out
}

// Figures measures a finished split. Of the pictures of large splits 500 are looked at, evenly spread.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	o := s.cfg.optics()
	w, h := o.width, o.height
	t, q := newSceneTallies(o), newQuestionTallies(s.cfg.templates(), s.cfg.Questions)
	type loaded struct {
		drawn     PlanRecord
		record    *Record
		questions []QuestionRecord
		rgb       []uint8
		ids       []uint16
		planes    []uint16
	}
	every := max(1, job.Count/500)
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
	err := ordered.Do(ctx, job.Count, func(i int) (*loaded, error) {
		f := s.cfg.filesOf(job.Split, i)
		l := &loaded{record: new(Record)}
		if err := read(f.record2D, &l.drawn); err != nil {
			return nil, err
		}
		if err := read(f.record3D, l.record); err != nil {
			return nil, err
		}
		if s.cfg.Questions > 0 {
			if err := read(f.questions, &l.questions); err != nil {
				return nil, err
			}
		}
		if job.Pictures && s.cfg.Dimension == 3 && i%every == 0 {
			var err error
			if l.rgb, err = write.ReadRGB(job.Root, f.picture, w, h); err != nil {
				return nil, fmt.Errorf("qlevr: %w", err)
			}
			if l.ids, err = write.ReadGray16(job.Root, f.ids, w, h); err != nil {
				return nil, fmt.Errorf("qlevr: %w", err)
			}
			if l.planes, err = write.ReadGray16(job.Root, f.planes, w, h); err != nil {
				return nil, fmt.Errorf("qlevr: %w", err)
			}
		}
		return l, nil
	}, func(i int, l *loaded) error {
		if err := t.add(&l.drawn, l.record); err != nil {
			return fmt.Errorf("qlevr: %s/%d: %w", job.Split, i, err)
		}
		if l.rgb != nil {
			t.addPicture(l.record, w, h, l.rgb, l.ids, l.planes)
		}
		if s.cfg.Questions == 0 {
			return nil
		}
		return q.add(&l.record.Scene, l.questions)
	})
	if err != nil {
		return nil, err
	}
	out := t.figures()
	if s.cfg.Questions == 0 {
		return out, nil
	}
	out = append(out, q.figures()...)
	overlaps, err := Judge().Tasks[0].Overlaps(ctx, job.Root)
	if err != nil {
		return nil, err
	}
	for i := range overlaps {
		if overlaps[i].Split == job.Split {
			out = append(out, overlapFigures(overlaps[i:i+1])...)
		}
	}
	readers, err := s.cfg.readerFigures(ctx, job)
	return append(out, readers...), err
}
