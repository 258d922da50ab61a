package world

import (
	"bytes"
	"context"
	"fmt"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/write"
)

// checker checks the samples of a split.
type checker[P any] struct{ *Split[P] }

// Close has nothing to give back.
func (*checker[P]) Close() error { return nil }

// Proofs says what is held by which means.
func (c *checker[P]) Proofs() []gen.Proof {
	if c.Split.Proofs != nil {
		return c.Split.Proofs
	}
	const planned = "planned again from the seed"
	out := []gen.Proof{
		{What: "record", How: planned + ", byte for byte"},
		{What: "attempt, rejects, tally, caption and files of the sample in its block", How: planned},
	}
	if c.Job.Pictures {
		out = append(out, gen.Proof{What: "label pictures", How: "drawn again on the processor", Share: c.Costly})
	}
	return out
}

// Finding is a finished sample while it is checked, with all that is wrong with it.
type Finding[P any] struct {
	*Take[P] // nil while Split.Replan runs
	Item     gen.Item
	Remake   bool
	Problems []gen.Problem
}

// Report adds a problem; where is the thing, pixel or place that it is about, or nothing.
func (f *Finding[P]) Report(file, where, rule, format string, args ...any) {
	f.Problems = append(f.Problems, gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)})
}

// Check plans the sample again: its records must come out byte for byte, and what its block says of it. Its label pictures must be those of
// the processor, and the colors of its pictures those of their fingerprints.
func (c *checker[P]) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	f := &Finding[P]{Item: item, Remake: remake}
	var p P
	var err error
	if c.Replan != nil {
		p, err = c.Replan(ctx, f)
	} else {
		p, err = c.Plan(ctx, item.Index)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		f.Report(gen.BlockPath(c.Job.Split, item.Index/gen.BlockSize), fmt.Sprintf("sample %d", item.Index), "remake", "the seed gives no sample: %v", err)
	}
	if len(f.Problems) > 0 {
		return f.Problems, nil
	}
	f.Take = c.take(item.Index, p)
	f.stored = true
	files := c.files(f.Take)
	c.labels(f, files)
	if err := c.records(f, files); err != nil {
		return nil, c.fail(err)
	}
	want := c.Split.Item(f.Take)
	for i := range files {
		want.Files = append(want.Files, write.File{Path: files[i].Path})
	}
	if c.device() {
		want.Renderer = gen.SomeRenderer
	}
	f.Problems = append(f.Problems, item.Compare(c.Job.Split, want)...)
	if c.Split.Check != nil {
		if err := c.Split.Check(ctx, f); err != nil {
			return f.Problems, err
		}
	}
	return f.Problems, ctx.Err()
}

// records compares records with those of the plan.
func (c *checker[P]) records(f *Finding[P], files []File) error {
	for i := range files {
		if files[i].Bytes == nil {
			continue
		}
		path := files[i].Path
		want, err := files[i].Bytes()
		if err != nil {
			return err
		}
		if data, err := c.Job.Read(path); err != nil {
			f.Report(path, "", "readable", "%v", err)
		} else if !bytes.Equal(data, want) {
			f.Report(path, "", "remake", "differs from what the seed gives: %s", record.Diff(data, want))
		}
	}
	return nil
}

// labels reads all pictures, and compares label pictures with those of the plan, and colors with their fingerprints.
func (c *checker[P]) labels(f *Finding[P], files []File) {
	colors, shots := map[string]string{}, map[int]bool{}
	for i := range files {
		file := &files[i]
		if file.Bytes != nil {
			continue
		}
		if shot := file.Shot; !shots[shot] {
			shots[shot] = true
			before := len(f.Problems)
			l := f.readLabels(shot, func(bad *File, err error) { f.Problems = append(f.Problems, gen.Unreadable(bad.Path, err)) })
			if len(f.Problems) == before {
				f.keep(shot, l)
				c.compare(f, files, shot, l)
			} else {
				f.keep(shot, nil)
			}
		}
		if file.Pass != Color {
			continue
		}
		shot := &f.Shots[file.Shot]
		w, h := shot.size()
		rgb, err := write.ReadRGBA(c.Job.Root, file.Path, w, h)
		switch {
		case err != nil:
			f.Problems = append(f.Problems, gen.Unreadable(file.Path, err))
		case shot.Draw == nil:
			l := f.IDs(file.Shot)
			colors[file.Path] = c.fingerprint(rgb, l, f.things())
			if shot.Name == "" {
				f.keep(file.Shot, nil) // or memory would grow with the frames of a film
			}
		case f.Remake && !bytes.Equal(rgb, shot.Draw()):
			f.Report(file.Path, "", "remake", "is not what the seed gives")
		}
	}
	if len(f.Problems) == 0 {
		f.Problems = f.Item.CompareColors(colors)
	}
}

// compare holds the labels of a shot against the processor's, and regions against those that follow from the other labels.
func (c *checker[P]) compare(f *Finding[P], files []File, shot int, l *show.Labels) {
	s := &f.Shots[shot]
	if l == nil || s.Draw != nil {
		return
	}
	due := f.Remake || s.Labels != nil && !c.Costly
	for i := range files {
		file := &files[i]
		if file.Shot != shot || file.Bytes != nil || file.Pass == Color {
			continue
		}
		if file.Pass == Region && c.Region != nil {
			exact(f, file, l.Region, c.Region(f.Plan, shot, l), 1)
		} else if due && s.Labels != nil {
			want := f.drawing(shot, file.Pass)
			if ids := file.Pass.ids(l); ids != nil {
				exact(f, file, *ids, *file.Pass.ids(want), 1)
			} else {
				got, numbers := file.Pass.floats(l)
				all, _ := file.Pass.floats(want)
				exact(f, file, *got, *all, numbers)
			}
		}
	}
	if due && s.Labels == nil {
		c.alike(f, files, shot, l)
	}
}

// exact reports the first pixel in which a file is another one. A pixel has so many numbers.
func exact[P any, T comparable](f *Finding[P], file *File, got, want []T, numbers int) {
	width, _ := f.Shots[file.Shot].size()
	for at := range got {
		if got[at] != want[at] {
			pixel := at / numbers
			f.Report(file.Path, fmt.Sprintf("pixel (%d, %d)", pixel%width, pixel/width), "labels", "is %v, want %v", got[at], want[at])
			return
		}
	}
}

// What labels of the device and of the processor may differ by, away from silhouettes.
const (
	sameShare  = 0.999 // share of pixels that must be equal
	sameDepth  = 1e-4  // relative
	sameNormal = 2e-3  // of each coordinate
	sameFlow   = 0.02  // pixels; of coordinates in boxes a tenth
)

// alike holds labels that the device drew against those of the processor. Pixels are judged where the processor sees one part in all
// directions up to two pixels away.
func (c *checker[P]) alike(f *Finding[P], files []File, shot int, got *show.Labels) {
	want := f.Labels(shot)
	w, judged := want.Width, 0
	wrong := map[Pass]int{}
	follow := func(p Pass, got []float32) (out []float32) {
		if got != nil {
			field, _ := p.floats(f.follow(shot, p))
			out = *field
		}
		return out
	}
	moves, back, lies := follow(Flow, got.Flow), follow(BackFlow, got.BackFlow), follow(Coordinates, got.Coordinates)
	for y := 2; y < want.Height-2; y++ {
		for x := 2; x < w-2; x++ {
			at := y*w + x
			if !uniform(want.Part, w, at) {
				continue
			}
			judged++
			if got.Object != nil && got.Object[at] != want.Object[at] {
				wrong[Object]++
			}
			if got.Part != nil && got.Part[at] != want.Part[at] {
				wrong[Part]++
			}
			if got.ViewZ != nil && !near(got.ViewZ[at], want.ViewZ[at], sameDepth*want.ViewZ[at]) {
				wrong[ViewZ]++
			}
			for k := 3 * at; got.Normal != nil && k < 3*at+3; k++ {
				if !near(got.Normal[k], want.Normal[k], sameNormal) {
					wrong[Normal]++
					break
				}
			}
			if k := 3 * at; moves != nil && !(near(got.Flow[k], moves[k], sameFlow) && near(got.Flow[k+1], moves[k+1], sameFlow)) {
				wrong[Flow]++
			}
			if k := 3 * at; back != nil && !(near(got.BackFlow[k], back[k], sameFlow) && near(got.BackFlow[k+1], back[k+1], sameFlow)) {
				wrong[BackFlow]++
			}
			for k := 3 * at; lies != nil && k < 3*at+3; k++ {
				if !near(got.Coordinates[k], lies[k], sameFlow/10) {
					wrong[Coordinates]++
					break
				}
			}
		}
	}
	share := c.Alike
	if share == 0 {
		share = sameShare
	}
	wrong[RayDist] = wrong[ViewZ]
	limit := int(float64(judged) * (1 - share))
	for i := range files {
		if file := &files[i]; file.Shot == shot && file.Bytes == nil && wrong[file.Pass] > limit {
			f.Report(file.Path, "", "remake-"+string(file.Pass),
				"%d of %d pixels away from silhouettes are others than the seed gives, at most %d may", wrong[file.Pass], judged, limit)
		}
	}
}

// near tells whether two numbers differ by at most so much.
func near(a, b, by float32) bool { return max(a-b, b-a) <= by }

// uniform reports whether the 5 x 5 pixels around at have one id.
func uniform(ids []uint16, width, at int) bool {
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if ids[at+dy*width+dx] != ids[at] {
				return false
			}
		}
	}
	return true
}
