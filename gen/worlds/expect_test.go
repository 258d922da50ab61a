package worlds

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/world"
	"mereo/internal/gltest"
)

// Of each two films one is possible; both are equal until the screen hides a thing, and what has become of it is seen when the screen has fallen.
func TestExpect(t *testing.T) {
	w := builtIn(t, "expect")
	s := &split{World: w, job: gen.Job{Split: "train"}}
	all := plans(t, w, "train", 30)
	changes := map[string]bool{}
	for i := 0; i < len(all); i += 2 {
		a, b := all[i], all[i+1]
		first, err := s.record(&world.Take[*plan]{Index: i, Plan: a})
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.record(&world.Take[*plan]{Index: i + 1, Plan: b})
		if err != nil {
			t.Fatal(err)
		}
		e, f := first.Motion.Expect, second.Motion.Expect
		if e.Possible == f.Possible || e.Pair != i+1 || f.Pair != i || e.Frame != f.Frame || e.Change != f.Change || e.Object != f.Object {
			t.Fatalf("films %d and %d are %+v and %+v", i, i+1, e, f)
		}
		changes[e.Change] = true
		seen := func(p *plan, frame int) []uint16 {
			return s.labels(p, 0, frame).Object
		}
		id := uint16(a.trick.thing + 1)
		count := func(ids []uint16) (n int) {
			for _, v := range ids {
				if v == id {
					n++
				}
			}
			return n
		}
		for _, frame := range []int{0, e.Frame / 2, e.Frame - 1} {
			if !slices.Equal(seen(a, frame), seen(b, frame)) {
				t.Errorf("films %d and %d differ in frame %d, before %d", i, i+1, frame, e.Frame)
			}
		}
		if count(seen(a, e.Frame))+count(seen(b, e.Frame)) > 0 {
			t.Errorf("films %d and %d show the thing when it changes", i, i+1)
		}
		odd, even := a, b
		if e.Possible {
			odd, even = b, a
		}
		was, is := seen(even, 59), seen(odd, 59)
		other := 0
		for k, v := range seen(even, 0) {
			if v != was[k] {
				other++
			}
		}
		if other > 10 { // things settle by less than a pixel
			t.Errorf("film %d ends otherwise than it began, but is possible", i)
		}
		switch same := slices.Equal(was, is); e.Change {
		case changeGone:
			if count(is) > 0 || count(was) == 0 {
				t.Errorf("film %d: the thing is not gone", i)
			}
		case changeElsewhere:
			if same || count(is) == 0 {
				t.Errorf("film %d: the thing is where it was", i)
			}
		case changeColor:
			if !same || e.Becomes["color"] == first.Objects[e.Object].Attributes.find("color") {
				t.Errorf("film %d: the thing becomes %v", i, e.Becomes)
			}
		}
	}
	if len(changes) < 3 {
		t.Errorf("changes are %v", changes)
	}
}

// find is the value of a name.
func (n named[T]) find(name string) (v T) {
	for _, e := range n {
		if e.Name == name {
			return e.Of
		}
	}
	return v
}

// Pictures of a pair are the same bytes before the change.
func TestPairsHaveEqualPictures(t *testing.T) {
	gltest.Renderer(t)
	text, err := Text("expect")
	if err != nil {
		t.Fatal(err)
	}
	small := strings.NewReplacer("frames: 60", "frames: 18", "fps: 25", "fps: 8", "size: [288, 288]", "size: [64, 64]", "sub_frames: 4", "quality: draft, sub_frames: 4").Replace(string(text))
	w := open(t, small)
	root := t.TempDir()
	m, err := New(w).NewMaker(t.Context(), gen.Job{Root: root, Seed: 1, Split: "train", Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for i := range 2 {
		if _, err := m.Make(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(root + "/images/train/expect_train_000000/*.png")
	if err != nil || len(files) != 18 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	equal := true
	for frame, name := range files {
		a, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(strings.Replace(name, "000000", "000001", 1))
		if err != nil {
			t.Fatal(err)
		}
		same := bytes.Equal(a, b)
		if frame < 8 && !same || frame == 17 && same {
			t.Errorf("it is %t that frame %d of both films is equal", same, frame)
		}
		equal = equal && same
	}
	if equal {
		t.Error("both films of a pair are equal")
	}
}

// What a document says wrongly of screens is a sentence.
func TestExpectMistakes(t *testing.T) {
	wantMistakes(t, "expect", [][3]string{
		{"expect: {screen: {shape: screen}", "expect: {screen: {shape: wall}", `motion.expect.screen.shape is "wall", want cube, ball, cylinder, cone or screen`},
		{"turn: 0.5", "changes: [lost]", `motion.expect.changes[0] is "lost", want gone, changed or elsewhere`},
		{"turn: 0.5", "changes: []", "motion.expect.changes is empty, want some of gone, changed or elsewhere"},
		{"frames: 60", "lead: 1\n  frames: 60", "motion.expect stands beside touch or lead, want it alone: a screen rises at its time"},
		{"frames: 60", "frames: 30", "motion.frames is 30, in which the screen does not fall again; want at least 51, or a shorter motion.expect"},
	})
}
