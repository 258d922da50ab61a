package sets

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/stream"
	"mereo/gen/syndacate"
	"mereo/gen/write"
	"mereo/gen/write/npz"
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

// What a stream of elements hands over is what their files have: every array, and what is told of them. Elements out of turn are the same.
func TestStreamsOfElements(t *testing.T) {
	for _, c := range []struct{ name, why string }{
		{"ImToChars", "a task"},
		{"syndacate_aTfTh40n230o3p12rFs9u2w60.npz", "rows of objects follow those of parts; another size"},
		{"words_h100o3s0u10w100", "no parts"},
		{"syndacateood_rotation_aFfTh40o1p4rTs0t200u2w40_noise-clutter-mid", "arrays with fewer rows, and without noise"},
		{"syndacateplus_pictograms_aFfTh100o1p7rTs0u10w100", "parts of several kinds"},
		{"syndacate3d_h40o3s0w40", "labels"},
		{"vindacate_aFdFfTh40o2s0t4u2w40", "films"},
	} {
		t.Run(c.name, func(t *testing.T) {
			stem, err := syndacateEntry.Streamed(c.name, 0)
			if err != nil {
				t.Fatal(err)
			}
			const samples, probes = 230, 3
			set, job := syndacate.Set{}, gen.Job{Root: t.TempDir(), Split: stem, Pictures: true}
			if _, err := loop.Run(t.Context(), set, job, samples, loop.Options{Workers: 2}); err != nil {
				t.Fatal(err)
			}
			reader, err := set.Show(job)
			if err != nil {
				t.Fatal(err)
			}
			name, err := syndacate.FileName(stem, samples, true)
			if err != nil {
				t.Fatal(err)
			}
			file, err := npz.ReadAll(filepath.Join(job.Root, name), 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			own := reader.(show.ArrayReader).ArrayNames()
			opt := stream.Options{Set: set, Job: job, Scene: true, Workers: 2, Arrays: append(slices.Clone(stream.Names), stream.Own(own)...)}
			s, err := stream.Open(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			same := func(sample *stream.Sample, err error, index int) {
				t.Helper()
				if err != nil || sample.Index != index {
					t.Fatalf("sample %d, %v, want %d", sample.Index, err, index)
				}
				sameElement(t, reader, file, sample)
				sample.Release()
			}
			for i := range probes {
				sample, err := s.Next()
				same(sample, err, i)
			}
			for _, i := range []int{samples - 1, 137, 199, 200} {
				sample, err := s.Make(i)
				same(sample, err, i)
			}
			opt.Taken = probes
			again, err := stream.Open(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			sample, err := again.Next()
			same(sample, err, probes)
		})
	}
}

// sameElement compares an element of a stream with a file and its shards.
func sameElement(t *testing.T, reader show.Reader, file []npz.Array, sample *stream.Sample) {
	t.Helper()
	read, err := reader.Sample(sample.Index)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sample.Scene(), read.Page().Data(); !reflect.DeepEqual(record.JSON(got), record.JSON(want)) {
		t.Errorf("element %d is told of otherwise than in files: %s", sample.Index, record.Diff(record.JSON(got), record.JSON(want)))
	}
	rows, err := reader.(show.ArrayReader).Arrays(sample.Index, reader.(show.ArrayReader).ArrayNames())
	if err != nil {
		t.Fatal(err)
	}
	bytesOf := map[string][]byte{}
	for _, a := range sample.Arrays {
		is := make([]byte, a.Bytes())
		if _, err := sample.Memory().ReadAt(is, int64(a.Offset)); err != nil {
			t.Fatal(err)
		}
		bytesOf[a.Name] = is
		if a.Name == stream.RGB && !bytes.Equal(is, read.Drawing(a.Picture)) {
			t.Errorf("picture %d of element %d differs", a.Picture, sample.Index)
		}
	}
	for _, a := range file {
		if len(a.Shape) == 0 {
			continue // n
		}
		row := slices.IndexFunc(rows, func(r npz.Array) bool { return r.Key == a.Key })
		is, has := bytesOf[a.Key]
		if sample.Index >= a.Shape[0] {
			if row >= 0 || has {
				t.Errorf("element %d has a row of %s, which has %d", sample.Index, a.Key, a.Shape[0])
			}
			continue
		}
		data := reflect.ValueOf(a.Data)
		size := data.Len() / a.Shape[0]
		want := data.Slice(sample.Index*size, (sample.Index+1)*size).Interface()
		if !reflect.DeepEqual(rows[row].Data, want) || !slices.Equal(rows[row].Shape, a.Shape[1:]) {
			t.Errorf("row %d of %s is read as another one", sample.Index, a.Key)
		}
		var b bytes.Buffer
		if err := binary.Write(&b, binary.LittleEndian, want); err != nil {
			t.Fatal(err)
		}
		if !has || !bytes.Equal(is, b.Bytes()) {
			t.Errorf("row %d of %s is another one in the stream", sample.Index, a.Key)
		}
	}
}

// Without pictures rows and scenes are the same, and pictures are refused.
func TestStreamsOfElementsUnpainted(t *testing.T) {
	opt := stream.Options{Set: syndacate.Set{}, Job: gen.Job{Split: "syndacate_aFfTh100o3p12rTs3u10w100"}, Scene: true, Arrays: []string{"part_poses"}}
	painted := opt
	painted.Job.Pictures = true
	var told [2]*stream.Sample
	for i, o := range []stream.Options{opt, painted} {
		s, err := stream.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if told[i], err = s.Make(7); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := record.JSON(told[0].Scene()), record.JSON(told[1].Scene()); !bytes.Equal(a, b) {
		t.Errorf("scenes differ: %s", record.Diff(a, b))
	}
	a, err := told[0].Bytes()
	b, err2 := told[1].Bytes()
	if err != nil || err2 != nil || len(a) != 25*6*4 || !bytes.Equal(a, b) {
		t.Errorf("rows differ, or are not 25 of 6 numbers: %d bytes, %v, %v", len(a), err, err2)
	}
	opt.Arrays = []string{"images"}
	_, err = stream.Open(t.Context(), opt)
	const want = `stream: array is "images", want one of [rgb depth ids parts regions normals part_poses object_poses]`
	if err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
