package sets

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/stream"
	"mereo/gen/write"
	"mereo/internal/gltest"
)

// What a stream hands over is what a dataset has in its files: records, questions, pages, pictures and labels.
func TestStreamsAreDatasets(t *testing.T) {
	gltest.Renderer(t)
	config := filepath.Join(t.TempDir(), "small.json")
	if err := os.WriteFile(config, []byte(`{"width": 96, "height": 72}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, e := range All {
		if e.Flat {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			small := config
			if e.Name == Worlds[0].Name {
				small = ""
			}
			spec, err := e.Spec(small, "", Sources{})
			if err != nil {
				t.Fatal(err)
			}
			set, err := spec.Open()
			if err != nil {
				t.Fatal(err)
			}
			const samples = 4
			job := gen.Job{Root: t.TempDir(), Seed: 11, Split: "train", Pictures: true}
			if _, err := loop.Run(t.Context(), set, job, samples, loop.Options{Workers: 2}); err != nil {
				t.Fatal(err)
			}
			reader, err := set.(show.Set).Show(job)
			if err != nil {
				t.Fatal(err)
			}
			opt := stream.Options{Set: set.(show.Set), Job: job, Arrays: stream.Names, Scene: true, Questions: true, Workers: 2}
			next := func(s *stream.Stream, want int) *stream.Sample {
				t.Helper()
				sample, err := s.Next()
				if err != nil {
					t.Fatal(err)
				}
				if sample.Index != want {
					t.Fatalf("sample %d comes where %d should", sample.Index, want)
				}
				return sample
			}
			open := func(opt stream.Options) *stream.Stream {
				t.Helper()
				s, err := stream.Open(t.Context(), opt)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			s := open(opt)
			for i := range samples {
				sample := next(s, i)
				sameSample(t, reader, job, sample)
				sample.Release()
			}
			s.Close()
			opt.Taken, opt.Workers = samples-1, 1
			s = open(opt)
			sameSample(t, reader, job, next(s, samples-1))
			s.Close()
			opt = stream.Options{Set: opt.Set, Job: job, Shard: 1, Shards: 3, Taken: gen.BlockSize - 1}
			opt.Job.Pictures = false
			s = open(opt)
			next(s, 2*gen.BlockSize-1)
			next(s, 4*gen.BlockSize)
			s.Close()
			if _, err := s.Next(); err == nil {
				t.Error("a closed stream has samples")
			}
		})
	}
}

// sameSample compares a sample of a stream with the files of a dataset.
func sameSample(t *testing.T, reader show.Reader, job gen.Job, sample *stream.Sample) {
	t.Helper()
	for _, path := range sample.Records {
		got, err := sample.Record(path)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := job.Read(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is another one than in files, %v", path, err)
		}
	}
	read, err := reader.Sample(sample.Index)
	if err != nil {
		t.Fatal(err)
	}
	got := *sample.Scene()
	if got.Questions, err = sample.Questions(); err != nil {
		t.Fatal(err)
	}
	pictures := read.Page().Pictures
	if want := read.Page().Data(); !reflect.DeepEqual(&got, want) {
		t.Errorf("sample %d is told of otherwise than in files: %s", sample.Index, record.Diff(record.JSON(&got), record.JSON(want)))
	}
	if len(sample.Arrays) == 0 {
		t.Error("there are no arrays")
	}
	for _, a := range sample.Arrays {
		p := pictures[a.Picture]
		is := make([]byte, a.Bytes())
		if _, err := sample.Memory().ReadAt(is, int64(a.Offset)); err != nil {
			t.Fatal(err)
		}
		if a.Name == stream.RGB {
			rgb, err := write.ReadRGB(job.Root, p.Path, p.Width, p.Height)
			if err != nil || !bytes.Equal(is, rgb) {
				t.Errorf("picture %d of sample %d differs, %v", a.Picture, sample.Index, err)
			}
			continue
		}
		labels, err := reader.Labels(sample.Index, a.Picture)
		if err != nil {
			t.Fatal(err)
		}
		if labels == nil {
			continue // the dataset has no files of them
		}
		if want := stream.BytesOf(labels, a.Name); want != nil && !bytes.Equal(is, want) {
			t.Errorf("%s of picture %d of sample %d differ", a.Name, a.Picture, sample.Index)
		}
	}
}
