package shopvrb

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/world"
	"mereo/internal/gltest"
)

// filmSet has small pictures that are quickly drawn.
func filmSet(t *testing.T) *Set {
	return setOf(t, func(c *Config) {
		c.Drop, c.Film, c.Width, c.Height, c.SubFrames, c.TracedSubFrames, c.Visual, c.Textual = true, true, 160, 120, 1, 1, 1, 1
	})
}

// The last frame of a film is the picture with its labels, to the byte; verify holds films against the seed; and who reads the record has the same film.
func TestFilmsEndWithThePicture(t *testing.T) {
	gltest.Renderer(t)
	s := filmSet(t)
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	item := makeSamples(t, s, job, 0)[0]
	if err := gen.CheckItem("train", item); err != nil {
		t.Error(err)
	}
	split, err := s.open(job)
	if err != nil {
		t.Fatal(err)
	}
	told, err := split.Told(0)
	if err != nil {
		t.Fatal(err)
	}
	fall, files := told.record.Extra.Motion, filesOf("train", 0)
	if len(item.Files) != 5+3*fall.Frames || len(split.Shots(told)) != 1+fall.Frames {
		t.Errorf("%d files and %d shots of %d frames", len(item.Files), len(split.Shots(told)), fall.Frames)
	}
	for _, name := range []string{files.picture, files.ids, files.parts} {
		is, err := os.ReadFile(filepath.Join(job.Root, name))
		if err != nil {
			t.Fatal(err)
		}
		suffix := filepath.Ext(name)
		last := filepath.Join(strings.TrimSuffix(name, suffix), world.FrameName(fall.Frames-1)+suffix)
		if frame, err := os.ReadFile(filepath.Join(job.Root, last)); err != nil || !bytes.Equal(frame, is) {
			t.Errorf("%s, %v, is not %s", last, err, name)
		}
	}
	c, err := s.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	for _, remake := range []bool{false, true} {
		if problems, err := c.Check(t.Context(), item, remake); err != nil || len(problems) > 0 {
			t.Errorf("again %v: problems %v, %v, want none", remake, problems, err)
		}
	}
	// What the record says of the way is found out by making it again, what it says of the end at once.
	record := filepath.Join(job.Root, files.record)
	was, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range []int{1, fall.Frames - 1} {
		told.record.Extra.Motion.States[frame][0].Location[2] += 0.01
		if err := os.WriteFile(record, told.bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		told.record.Extra.Motion.States[frame][0].Location[2] -= 0.01
		if problems, err := c.Check(t.Context(), item, frame == 1); err != nil || len(problems) == 0 || problems[0].File != files.record {
			t.Errorf("frame %d: problems %v, %v, want one of the record", frame, problems, err)
		}
	}
	if err := os.WriteFile(record, was, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Films begin where things are held and end where they lie, go on little by little, and change nothing else of a sample.
func TestFilmsAreFalls(t *testing.T) {
	cfg := dropConfig()
	cfg.Film = true
	touches := 0
	s := newSampler(cfg, 1, "train")
	for i, plain := range droppedScenes(t)[:8] {
		m, err := s.Sample(i)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.plan, plain.plan) || !reflect.DeepEqual(m.rejects, plain.rejects) {
			t.Errorf("scene %d is another one with a film", i)
		}
		r := s.record(m, m.seen.Object)
		if fault := r.fallFault(true); fault != "" {
			t.Errorf("scene %d: %s", i, fault)
		}
		f := m.fall
		touches += len(f.Collisions)
		moved := false
		for frame := 1; frame < f.Frames; frame++ {
			for k := range m.objects {
				was, _ := f.States[frame-1][k].At()
				is, _ := f.States[frame][k].At()
				moved = moved || was != is
				if far := is.Sub(was).Len(); far > 1 {
					t.Errorf("scene %d, frame %d: thing %d moves by %g", i, frame, k, far)
				}
			}
		}
		if !moved || f.FPS != 24 || f.Frames > 73 {
			t.Errorf("scene %d: %d frames, %g a second, moves %v", i, f.Frames, f.FPS, moved)
		}
		if first := m.stateOf(1); first.objects[0].rest.at == m.objects[0].rest.at {
			t.Errorf("scene %d: the first thing lies at %v when it is held", i, first.objects[0].rest.at)
		}
		for _, c := range f.Collisions {
			if c.Objects[0] >= c.Objects[1] || c.Objects[1] >= len(m.objects) || c.Frame >= f.Frames || float64(c.Frame) > c.Time*f.FPS {
				t.Errorf("scene %d: %+v", i, c)
			}
		}
	}
	if touches == 0 {
		t.Error("nothing touches: the test shows nothing")
	}
	cfg.Drop = false
	if err := cfg.faults().Err(); err == nil || !strings.Contains(err.Error(), "film is on and drop off") {
		t.Errorf("a film without a fall: %v", err)
	}
}
