package ptr

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/vary"
)

// Films begin with the picture and its ids, to the byte, and end where verdicts say; verify holds them against the record and against the seed; nothing
// else of a sample changes, and static scenes have none.
func TestFilms(t *testing.T) {
	change := func(film bool) func(*Config) {
		return func(c *Config) { c.Physical, c.Film, c.Write.Depth = 0.5, film, depthNPY }
	}
	s := smallSet(t, change(true))
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "train", Pictures: true}
	items := makeItems(t, s, job, 6)
	plain := job
	plain.Root = t.TempDir()
	makeItems(t, smallSet(t, change(false)), plain, len(items))
	read := func(root, name string) []byte {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	filmed, unstable, damaged := 0, 0, false
	for i, item := range items {
		if err := gen.CheckItem("train", item); err != nil {
			t.Error(err)
		}
		for _, remake := range []bool{false, true} {
			if p := problems(t, s, job, item, remake); len(p) > 0 {
				t.Errorf("sample %d, again %v: problems %v, want none", i, remake, p)
			}
		}
		f := filesOf("train", i)
		data := read(job.Root, f.scene)
		r, err := ParseRecord(data)
		if err != nil {
			t.Fatal(err)
		}
		m := r.Motion
		if (m != nil) != r.Physics {
			t.Errorf("sample %d: a film is %v, of a scene that is physical: %v", i, m != nil, r.Physics)
		}
		r.Motion = nil
		if without := record.Append(nil, record.Indented, r); !bytes.Equal(without, read(plain.Root, f.scene)) {
			t.Errorf("sample %d is another one without films", i)
		}
		if r.Motion = m; m == nil {
			continue
		}
		filmed++
		if len(item.Files) != 4+2*m.Frames {
			t.Errorf("sample %d: %d files of %d frames", i, len(item.Files), m.Frames)
		}
		for _, name := range []string{f.image, f.ids} {
			if first := name[:len(name)-len(".png")] + "/" + world.FrameName(0) + ".png"; !bytes.Equal(read(job.Root, first), read(job.Root, name)) {
				t.Errorf("%s is not %s", first, name)
			}
		}
		for k := range r.Objects {
			if o := &r.Objects[k]; o.Stability == "no" {
				unstable++
				if is := m.States[m.Frames-1][k].Location; vec3(is).Sub(vec3(o.Simulation.EndCoords)).Len() > 1e-6 {
					t.Errorf("sample %d: object %d ends at %v, want %v", i, k, is, o.Simulation.EndCoords)
				}
			}
		}
		if damaged {
			continue
		}
		damaged = true
		for _, frame := range []int{0, 1, m.Frames - 1} {
			m.States[frame][0].Location[0] += 0.01
			if err := os.WriteFile(filepath.Join(job.Root, f.scene), record.Append(nil, record.Indented, r), 0o666); err != nil {
				t.Fatal(err)
			}
			m.States[frame][0].Location[0] -= 0.01
			if p := problems(t, s, job, item, frame == 1); len(p) == 0 || p[0].File != f.scene {
				t.Errorf("frame %d: problems %v, want one of %s", frame, p, f.scene)
			}
		}
		if err := os.WriteFile(filepath.Join(job.Root, f.scene), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if filmed == 0 || filmed == len(items) || unstable == 0 {
		t.Errorf("%d of %d scenes are filmed, %d objects are unstable: the test shows nothing", filmed, len(items), unstable)
	}
}

// A look of its own is that of the picture in all frames, and there are no films where nothing may fall.
func TestFilmsKeepTheirLook(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical, c.Film, c.Style = 1, true, vary.Varied })
	split, err := s.open(gen.Job{Root: t.TempDir(), Seed: 5, Split: "train"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := split.Plan(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := split.Scene(p, 0)
	last, _ := split.Scene(p, p.fall.Frames-1)
	if len(split.Shots(p)) != 1+p.fall.Frames || &first.Backdrop[0] != &last.Backdrop[0] || len(last.Objects) != len(first.Objects) {
		t.Errorf("%d shots of %d frames", len(split.Shots(p)), p.fall.Frames)
	}
	if err := (Config{Film: true}).Validate(); err == nil || !bytes.Contains([]byte(err.Error()), []byte("film is on and physical 0")) {
		t.Errorf("films of static scenes: %v", err)
	}
}
