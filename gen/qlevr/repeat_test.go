package qlevr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
)

// recordsOf are the two records of an index, one after the other.
func recordsOf(s *sampler, index int) []byte {
	g := s.Sample(index)
	return append(encodeRecord(g.plan.record(index)), encodeRecord(g.record())...)
}

// Records do not depend on order, on the number of workers, or on what was made before; they do on seed, split and index.
func TestRecordsRepeat(t *testing.T) {
	const n = 40
	cfg := DefaultConfig()
	var want [n][]byte
	for i := range n {
		want[i] = recordsOf(newSampler(cfg, 11, "train"), i)
	}
	shared := newSampler(cfg, 11, "train")
	var wg sync.WaitGroup
	for i := n - 1; i >= 0; i-- {
		wg.Go(func() {
			if got := recordsOf(shared, i); !bytes.Equal(got, want[i]) {
				t.Errorf("scene %d: %s", i, record.Diff(got, want[i]))
			}
		})
	}
	wg.Wait()
	for name, other := range map[string]*sampler{"seed": newSampler(cfg, 12, "train"), "split": newSampler(cfg, 11, "val")} {
		if bytes.Equal(recordsOf(other, 0), want[0]) {
			t.Errorf("another %s gives the same records", name)
		}
	}
	if bytes.Equal(bytes.Replace(want[1], []byte(`"image_index":1`), []byte(`"image_index":0`), 2), want[0]) {
		t.Error("another index gives the same records")
	}
}

// madeRecords are records and no pictures.
func madeRecords(t testing.TB, s *Set, n int) (gen.Job, []gen.Item) {
	t.Helper()
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Count: n}
	return job, makeSamples(t, s, job, n)
}

// sameFiles expects the same files, as many as there are of the shorter list.
func sameFiles(t testing.TB, what string, got, want []write.File) {
	t.Helper()
	if len(got) == 0 || len(got) > len(want) {
		t.Fatalf("%s: %d files, want 1 to %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: file %d is %+v, want %+v", what, i, got[i], want[i])
		}
	}
}

// The questions of a block depend on its records alone: not on where they are written, nor on what the asker asks at the same
// time or has asked before, and those of the first scenes not on the scenes that follow.
func TestQuestionsRepeat(t *testing.T) {
	s := setOf(t, nil)
	job, items := madeRecords(t, s, 40)
	want := askSamples(t, s, job, items, t.TempDir())
	if want.Count != 400 || want.Rejects[rejectReading] == 0 || len(want.Rejects) > 1 {
		t.Errorf("%d questions, rejects %v, want 400 and those for other readers", want.Count, want.Rejects)
	}
	sameFiles(t, "the first 15 scenes", askSamples(t, s, job, items[:15], t.TempDir()).Files, want.Files)

	a, err := s.NewAsker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for k := range 3 {
		out := t.TempDir()
		wg.Go(func() {
			if _, err := a.AskBlock(context.Background(), items[20:20+5*k], t.TempDir()); err != nil {
				t.Error(err)
			}
			again, err := a.AskBlock(context.Background(), items, out)
			if err != nil {
				t.Error(err)
				return
			}
			sameFiles(t, fmt.Sprint("asker ", k), again.Files, want.Files)
		})
	}
	wg.Wait()

	// History counts inside a block: the second half asked alone comes out otherwise.
	half := askSamples(t, s, job, items[20:], t.TempDir())
	same := 0
	for i := range half.Files {
		if half.Files[i].SHA256 == want.Files[20+i].SHA256 {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d scenes have the same questions with nothing asked before them, want none", same)
	}
	other := job
	other.Seed++
	if askSamples(t, s, other, items[:1], t.TempDir()).Files[0] == want.Files[0] {
		t.Error("another seed gives the same questions")
	}
}

// What is asked does not depend on pictures, nor on the language but for the text.
func TestQuestionsAreTheSameInAllForms(t *testing.T) {
	english := setOf(t, nil)
	job, items := madeRecords(t, english, 12)
	want := askSamples(t, english, job, items, job.Root)

	flat := setOf(t, func(c *Config) { c.Dimension = 2 })
	flatJob, flatItems := madeRecords(t, flat, 12)
	got := askSamples(t, flat, flatJob, flatItems, flatJob.Root)
	for i := range items {
		for k := range items[i].Files {
			if items[i].Files[k] != flatItems[i].Files[k] {
				t.Errorf("scene %d: file %+v of two dimensions, %+v of three", i, flatItems[i].Files[k], items[i].Files[k])
			}
		}
		if got.Files[i].SHA256 != want.Files[i].SHA256 {
			t.Errorf("scene %d: other questions about drawings than about pictures", i)
		}
	}

	german := setOf(t, func(c *Config) { c.Locale = "de" })
	out := t.TempDir()
	askSamples(t, german, job, items, out)
	for _, f := range want.Files {
		a := readFileAs[[]QuestionRecord](t, job, f.Path)
		b := readFileAs[[]QuestionRecord](t, gen.Job{Root: out}, f.Path)
		for i := range a {
			if a[i].Question == b[i].Question {
				t.Errorf("%s: question %d is %q in English and in German", f.Path, i, a[i].Question)
			}
			a[i].Question = b[i].Question
		}
		x, errX := json.Marshal(a)
		y, errY := json.Marshal(b)
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: other programs in English than in German: %s", f.Path, record.Diff(x, y))
		}
	}
}

// Records must not move by themselves: what moves them needs another version.
func TestRecordsAreFrozen(t *testing.T) {
	h := sha256.New()
	s := newSampler(DefaultConfig(), 3, "train")
	for i := range 12 {
		h.Write(recordsOf(s, i))
	}
	const want = "93f36a4919aa60ea"
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("records of 12 scenes: got hash %s, want %s", got, want)
	}
}

// Nor must questions: a change of templates, of sentences, of the search or of the records moves them.
func TestQuestionsAreFrozen(t *testing.T) {
	for locale, want := range map[string]string{"en": "6f8f77905ae4284b", "de": "0a6604fdc6d6e835"} {
		s := setOf(t, func(c *Config) { c.Locale = locale })
		job, items := madeRecords(t, s, 12)
		h := sha256.New()
		for _, f := range askSamples(t, s, job, items, job.Root).Files {
			fmt.Fprintln(h, f.SHA256)
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
			t.Errorf("questions about 12 scenes, %s: got hash %s, want %s", locale, got, want)
		}
	}
}
