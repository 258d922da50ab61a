package shopvrb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/scenes/place"
)

// NewChecker reads the templates of the questions.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	return s.newChecker(job)
}

func (s *Set) newChecker(job gen.Job) (*checker, error) {
	kinds, err := s.kinds()
	if err != nil {
		return nil, err
	}
	return &checker{cfg: s.cfg, sampler: s.sampler(job), job: job, kinds: kinds}, nil
}

type checker struct {
	cfg     Config
	sampler *sampler
	job     gen.Job
	kinds   []askedKind
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// inspection is the check of one sample.
type inspection struct {
	*checker
	index int
	files sampleFiles
	out   []gen.Problem
}

func (c *checker) inspect(index int) *inspection {
	return &inspection{checker: c, index: index, files: filesOf(c.job.Split, index)}
}

func (f *inspection) report(file, where, rule, format string, args ...any) {
	f.out = append(f.out, gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)})
}

var _ gen.Prover = (*checker)(nil)

// Proofs says what is held by which means.
func (c *checker) Proofs() []gen.Proof {
	const again = "planned again from the seed, byte for byte"
	proofs := []gen.Proof{{What: "record, attempt, rejects, tally", How: again}}
	if c.cfg.Drop {
		proofs = []gen.Proof{
			{What: "record but for how things lie, tally", How: again},
			{What: "masks, pixel_coords, relationships, mereo.middle", How: "derived from 3d_coords and mereo.pose, byte for byte"},
			{What: "3d_coords, rotation, mereo.pose, attempt, rejects", How: "rules: they agree with each other and with the masks"},
			{What: "3d_coords, rotation, mereo.pose, attempt, rejects", How: "dropped again from the seed, byte for byte", Share: true},
		}
	}
	if c.job.Pictures {
		proofs = append(proofs, gen.Proof{What: "ids", How: "derived from the masks"},
			gen.Proof{What: "parts, depth, normals", How: "rules: they agree with each other and with the record"},
			gen.Proof{What: "parts, depth, normals", How: "drawn again from the seed, bit for bit", Share: true})
	}
	return proofs
}

// Check applies every rule to the sample of an item: things agree with the catalog, everything that follows from places and
// camera follows, the record and what the block's file says of the sample are what is planned again from the seed, labels agree with each
// other and with the scene, and every question has the answer that second meanings give. How things come to rest that fall is
// not simulated again. With remake it is, attempts that were given up are repeated, and labels are drawn again. The colors of the
// picture are held against their fingerprint.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	f := c.inspect(item.Index)
	data, r := f.readRecord()
	if r == nil {
		return f.out, ctx.Err()
	}
	f.scene(r)
	if len(f.out) > 0 {
		return f.out, ctx.Err() // what follows relies on the record
	}
	var l *pictureLabels
	if c.job.Pictures {
		if l = f.readLabels(len(r.Objects)); l != nil {
			f.labels(l, r)
			f.out = append(f.out, item.CompareColors(l.colors)...)
		}
	}
	for _, kind := range c.kinds {
		q := questionChecker{c.job.Root, kind, c.cfg.RawQuestions}
		f.out = append(f.out, q.check(c.job.Split, item.Index, data)...)
	}
	sampled, err := f.planned(&item, r, remake)
	if err != nil {
		return f.out, err
	}
	if sampled != nil {
		f.hold(&item, data, sampled)
		if remake && l != nil && len(f.out) == 0 {
			f.remake(sampled, l)
		}
	}
	return f.out, ctx.Err()
}

// planned is the sample again from its seed; nil where the attempt that is told of is not one that was kept.
func (f *inspection) planned(item *gen.Item, r *Record, remake bool) (*sample, error) {
	if remake {
		return f.sampler.Sample(f.index)
	}
	out, err := f.sampler.again(r, item.Attempt, item.Rejects)
	if no := (place.Reject{}); errors.As(err, &no) {
		f.report(gen.BlockPath(f.job.Split, f.index/gen.BlockSize), fmt.Sprintf("sample %d", f.index), "item",
			"attempt is %d, which the seed and the record give up: %s", item.Attempt, no.Reason)
		return nil, nil
	}
	return out, err
}

// hold compares the record, and what the block's file says, with those of the sample made again.
func (f *inspection) hold(item *gen.Item, data []byte, sampled *sample) {
	r := f.sampler.record(sampled, sampled.ids)
	if want := append(r.Append(nil), '\n'); !bytes.Equal(data, want) {
		f.report(f.files.record, "", "remake", "differs from what the seed gives in attempt %d: %s", sampled.rejects.Total(), record.Diff(data, want))
	}
	want := sampled.item(r)
	paths := []string{f.files.record}
	if f.job.Pictures {
		want.Renderer = gen.SomeRenderer
		paths = []string{f.files.picture, f.files.ids, f.files.parts, f.files.depth, f.files.record}
		if f.cfg.Normals {
			paths = slices.Insert(paths, 4, f.files.normals)
		}
	}
	for _, path := range paths {
		want.Files = append(want.Files, write.File{Path: path})
	}
	f.out = append(f.out, item.Compare(f.job.Split, want)...)
}

// readRecord reads the record and its bytes; nil if that is not possible or it is another scene's.
func (f *inspection) readRecord() ([]byte, *Record) {
	name := f.files.record
	data, err := f.job.Read(name)
	if err != nil {
		f.report(name, "", "readable", "%v", err)
		return nil, nil
	}
	r, err := ParseRecord(data)
	if err != nil {
		f.report(name, "", "readable", "%v", err)
		return nil, nil
	}
	if image := imageName(f.job.Split, f.index); r.Split != f.job.Split || r.ImageIndex != f.index || r.ImageFilename != image {
		f.report(name, "", "identity", "is scene %d of split %s with picture %s, want %d, %s and %s",
			r.ImageIndex, r.Split, r.ImageFilename, f.index, f.job.Split, image)
		return nil, nil
	}
	return data, r
}

// remake compares the labels of the picture with those of the sample made again.
func (f *inspection) remake(sampled *sample, l *pictureLabels) {
	again := labelsOf(sceneOf(&sampled.plan))
	type difference struct {
		file string
		at   int // pixel, -1 for none
	}
	found := []difference{
		{f.files.ids, firstDifferent(l.ids, again.Object)},
		{f.files.parts, firstDifferent(l.parts, again.Part)},
		{f.files.depth, firstDifferent(l.depth, again.ViewZ)},
	}
	if f.cfg.Normals {
		at := firstDifferent(l.normals, again.Normal)
		if at >= 0 {
			at /= 3
		}
		found = append(found, difference{f.files.normals, at})
	}
	for _, p := range found {
		if p.at >= 0 {
			f.report(p.file, f.pixel(p.at), "remake", "is not what the seed gives there")
		}
	}
}

// firstDifferent is where two lists of the same length differ first, -1 if they do not.
func firstDifferent[T comparable](a, b []T) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}
