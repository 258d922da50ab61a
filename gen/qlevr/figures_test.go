package qlevr

import (
	"context"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/internal/backup"
)

// outOf are the names of the figures that do not pass.
func outOf(figures []gen.Figure) (out []string) {
	for _, f := range figures {
		if !f.Pass {
			out = append(out, f.Name)
		}
	}
	return out
}

// rowsOf are the figures of a list.
func rowsOf[T any](t *testing.T, l figure.List[T]) []gen.Figure {
	t.Helper()
	out, err := l.Rows()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func addScene(t *testing.T, to figure.List[*measured], drawn *PlanRecord, r *Record) {
	t.Helper()
	x, err := measure(drawn, r)
	if err != nil {
		t.Fatal(err)
	}
	to.Add(x)
}

// A damaged record makes the figures fail that are about what is damaged, and no other.
func TestSceneFiguresOfDamage(t *testing.T) {
	const (
		many   = "scenes with more than five areas"
		sizes  = "share of the frame that an area takes"
		onArea = "objects on an area"
		onDesk = "objects on the desk"
		mean   = "objects in a scene, mean"
		values = "scenes with more than three colors, materials or shapes"
		views  = "shares of the views, from steep to flat"
		widths = "width of an object's box, pixels"
	)
	const scenes = 60
	sampler := newSampler(DefaultConfig(), 3, "train")
	var drawn [scenes]PlanRecord
	var records [scenes]*Record
	for i := range scenes {
		g := sampler.Sample(i)
		drawn[i], records[i] = *g.plan.record(i), g.record()
	}
	// measured are the figures after a change of scene 0, which is made anew.
	measured := func(change func(p *PlanRecord, r *Record)) []gen.Figure {
		g := sampler.Sample(0)
		p, r := *g.plan.record(0), g.record()
		change(&p, r)
		tally := sceneFigures(publishedOptics)
		for i := range scenes {
			if i > 0 {
				p, r = drawn[i], records[i]
			}
			addScene(t, tally, &p, r)
		}
		return rowsOf(t, tally)
	}
	desk := len(drawn[0].Planes) - 1
	if desk == 0 || len(drawn[0].Planes[desk].Objects) == 0 {
		t.Fatal("scene 0 has no area, or nothing on the desk")
	}
	for _, c := range []struct {
		name   string
		change func(p *PlanRecord, r *Record)
		want   []string
	}{
		{"nothing", func(p *PlanRecord, r *Record) {}, nil},
		{"six more areas", func(p *PlanRecord, r *Record) {
			p.Planes = slices.Concat(p.Planes[:1], slices.Repeat(p.Planes[:1], 6), p.Planes[1:])
			for i := 1; i <= 6; i++ {
				p.Planes[i].Objects = []int{}
			}
		}, []string{many, onArea}},
		{"a tiny area", func(p *PlanRecord, r *Record) { p.Planes[0].AreaRatio.Value.Value = 0.02 }, []string{sizes}},
		{"a huge area", func(p *PlanRecord, r *Record) { p.Planes[desk-1].AreaRatio.Value.Value = 0.7 }, []string{sizes}},
		{"all on the desk", func(p *PlanRecord, r *Record) {
			p.Planes[desk].Objects = nil
			for i := range p.Objects {
				p.Planes[desk].Objects = append(p.Planes[desk].Objects, i)
			}
			for i := range desk {
				p.Planes[i].Objects = []int{}
			}
		}, []string{onArea, onDesk}},
		{"many colours", func(p *PlanRecord, r *Record) {
			for i := range 4 {
				p.Objects[i].Color = objectColors[i]
			}
		}, []string{values}},
		{"a narrow box", func(p *PlanRecord, r *Record) {
			b, x := &r.Objects[0].Box, r.Objects[0].Center[0]
			b.Left, b.Width = x-4, 9
		}, []string{widths}},
		{"a wide box", func(p *PlanRecord, r *Record) {
			b, x := &r.Objects[0].Box, r.Objects[0].Center[0]
			b.Left, b.Width = x-20, 46
		}, []string{widths}},
	} {
		if got := outOf(measured(c.change)); !slices.Equal(got, c.want) {
			t.Errorf("%s: figures %q are out, want %q", c.name, got, c.want)
		}
	}

	// Too many scenes of one kind.
	objects := func(i, j *Record) int { return len(i.Objects) - len(j.Objects) }
	for _, c := range []struct {
		name string
		all  *Record
		want string
	}{
		{"flat views only", slices.MaxFunc(records[:], func(i, j *Record) int { return i.Mereo.Preset - j.Mereo.Preset }), views},
		{"crowded scenes only", slices.MaxFunc(records[:], objects), mean},
		{"empty scenes only", slices.MinFunc(records[:], objects), mean},
	} {
		tally := sceneFigures(publishedOptics)
		for range publishedScenes {
			addScene(t, tally, &drawn[c.all.ImageIndex], c.all)
		}
		if got := outOf(rowsOf(t, tally)); !slices.Contains(got, c.want) {
			t.Errorf("%s: figures %q are out, want %q among them", c.name, got, c.want)
		}
	}

	// What cannot be measured is an error.
	for _, c := range []struct {
		name   string
		change func(p *PlanRecord, r *Record)
	}{
		{"no planes", func(p *PlanRecord, r *Record) { p.Planes = nil }},
		{"no such view", func(p *PlanRecord, r *Record) { r.Mereo.Preset = 3 }},
	} {
		g := sampler.Sample(0)
		p, r := *g.plan.record(0), g.record()
		c.change(&p, r)
		if _, err := measure(&p, r); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

// Pictures are measured for their brightness, and for objects that hardly show where none may.
func TestPictureFigures(t *testing.T) {
	const hidden, bright = "objects of flatter views with less than 100 visible pixels", "mean brightness of pictures"
	ids := slices.Concat(slices.Repeat([]uint16{1}, 100), slices.Repeat([]uint16{2}, 99), slices.Repeat([]uint16{0}, 201))
	for _, c := range []struct {
		name   string
		preset int
		id     uint16 // of the pixel after those of object 2
		level  uint8
		want   []string
	}{
		{"as it should be", 1, 2, 150, nil},
		{"a pixel too few", 1, 0, 150, []string{hidden}},
		{"a pixel too few in the steepest view", 0, 0, 150, nil},
		{"dark", 2, 2, 134, []string{bright}},
		{"just not dark", 2, 2, 135, nil},
		{"just not bright", 2, 2, 165, nil},
		{"bright", 2, 2, 166, []string{bright}},
		{"an id of nobody", 2, 9, 150, []string{hidden}},
	} {
		seen := slices.Clone(ids)
		seen[199] = c.id
		tally := pictureFigures(publishedOptics)
		r := &Record{Scene: Scene{Objects: make([]Object, 2)}, Mereo: Extra{Preset: c.preset}}
		tally.Add(lookAt(publishedOptics, r, 20, 20, slices.Repeat([]uint8{c.level}, 3*len(seen)), seen, make([]uint16, len(seen))))
		var got []string
		for _, name := range outOf(rowsOf(t, tally)) {
			if name == hidden || name == bright {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: figures %q are out, want %q", c.name, got, c.want)
		}
	}
}

// All figures of a set pass as it is made, however small, and those do not that are about what is changed.
func TestFiguresOfADataset(t *testing.T) {
	s := setOf(t, nil)
	for n, want := range map[int]int{2: 16, 135: 67} { // shares are told when each family had two turns
		job, items := madeRecords(t, s, n)
		askSamples(t, s, job, items, job.Root)
		if _, err := s.Assemble(context.Background(), job); err != nil {
			t.Fatal(err)
		}
		figures, err := s.Figures(context.Background(), job, &gen.Counts{})
		if got := outOf(figures); err != nil || len(got) > 0 || len(figures) != want {
			t.Errorf("%d scenes: %d figures, want %d; %q are out, %v", n, len(figures), want, got, err)
		}
	}
	job, items := madeRecords(t, s, 40)
	askSamples(t, s, job, items, job.Root)
	if _, err := s.Assemble(context.Background(), job); err != nil {
		t.Fatal(err)
	}
	measure := func() []string {
		t.Helper()
		figures, err := s.Figures(context.Background(), job, &gen.Counts{})
		if err != nil {
			t.Fatal(err)
		}
		return outOf(figures)
	}
	if got := measure(); len(got) > 0 {
		t.Errorf("as it is made: figures %q are out", got)
	}
	f := s.cfg.filesOf(job.Split, 20)
	kept := backup.Of(t, job.Root, f.questions, f.record3D)
	changed(kept, f.questions, func(q *[]QuestionRecord) { *q = (*q)[:9] })()
	if got, want := measure(), []string{"images with 10 questions"}; !slices.Equal(got, want) {
		t.Errorf("a question less: figures %q are out, want %q", got, want)
	}
	kept.Mend()
	kept.Write(f.record3D, []byte("{"))
	if _, err := s.Figures(context.Background(), job, &gen.Counts{}); err == nil {
		t.Error("half a scene file: no error")
	}
}
