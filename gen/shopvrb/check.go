package shopvrb

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
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

// Check applies every rule to the sample of an item: things agree with the catalog, everything that follows from places and
// camera follows, labels agree with each other and with the scene, and every question has the answer that the second executor
// gives. With remake the sample is made again from its seed: record and labels must come out the same. The colors of the
// picture are not compared: they are another renderer's elsewhere.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	f := c.inspect(item.Index)
	f.listed(item)
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
		if l = f.readLabels(); l != nil {
			f.labels(l, r)
		}
	}
	for _, kind := range c.kinds {
		q := questionChecker{c.job.Root, kind, c.cfg.RawQuestions}
		f.out = append(f.out, q.check(c.job.Split, item.Index, data)...)
	}
	if remake && len(f.out) == 0 {
		if err := f.remake(data, l); err != nil {
			return f.out, err
		}
	}
	return f.out, ctx.Err()
}

// listed holds the files of an item against those that it should have.
func (f *inspection) listed(item gen.Item) {
	want := []string{f.files.record}
	if f.job.Pictures {
		want = append(want, f.files.picture, f.files.ids, f.files.parts, f.files.depth)
		if f.cfg.Normals {
			want = append(want, f.files.normals)
		}
	}
	for _, file := range item.Files {
		if !slices.Contains(want, file.Path) {
			f.report(file.Path, "", "files", "is listed among the files of sample %d, which has no such file", f.index)
		}
	}
	for _, name := range want {
		if !slices.ContainsFunc(item.Files, func(w write.File) bool { return w.Path == name }) {
			f.report(name, "", "files", "is not listed among the files of sample %d", f.index)
		}
	}
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

// remake compares the sample with what its seed gives. l are the labels of its picture, if it has one.
func (f *inspection) remake(data []byte, l *pictureLabels) error {
	sampled, err := f.sampler.Sample(f.index)
	if err != nil {
		return err
	}
	want := append(f.sampler.record(sampled, sampled.ids).Append(nil), '\n')
	if !bytes.Equal(data, want) {
		f.report(f.files.record, "", "remake", "differs from what the seed gives: %s", differs(data, want))
	}
	if l == nil {
		return nil
	}
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
	return nil
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

// differs says where two texts differ first.
func differs(x, y []byte) string {
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	from := max(0, at-20)
	return fmt.Sprintf("%.60q, want %.60q", x[from:], y[from:])
}
