package gen

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"mereo/gen/write"
	"mereo/internal/process"
)

// asks is the set of dots with questions.
func asks(words string) dots { return dots{Side: 5, Words: words} }

// records is train without pictures, which no question needs.
func records(root string) Job { return Job{Root: root, Split: "train"} }

// failOnce is dots.Asking that fails at an index when it comes there for the first time.
func failOnce(index int, err error) func(context.Context, int) error {
	var once sync.Once
	return func(_ context.Context, i int) (failed error) {
		if i == index {
			once.Do(func() { failed = err })
		}
		return failed
	}
}

func mustAsk(t *testing.T, d dots, root string) AskResult {
	t.Helper()
	r, err := Ask(t.Context(), d, Job{Root: root}, AskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// However blocks come to be asked, the folder has the same bytes.
func TestSameQuestionsHowever(t *testing.T) {
	const count = 1100
	dir := t.TempDir()
	want := filepath.Join(dir, "want")
	if r := mustRun(t, asks("what"), records(want), count, Options{Workers: 1}); r.Asked != 2 || !r.Finished {
		t.Fatalf("%+v, want 2 blocks asked and the split finished", r)
	}
	m, err := ReadManifest(want)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Splits[0]
	rejected := s.QuestionRejects["same-answer"]
	if s.QuestionSource != "what" || s.Questions+rejected != count || rejected == 0 || s.Files != 2*count {
		t.Errorf("%d questions from %q, rejected %v, %d files; want %d in all, some rejected, and %d files",
			s.Questions, s.QuestionSource, s.QuestionRejects, s.Files, count, 2*count)
	}

	for _, c := range []struct {
		name  string
		begin bool // with a folder that is like want; else it is empty
		do    func(t *testing.T, root string)
	}{
		{"eight workers", false, func(t *testing.T, root string) {
			mustRun(t, asks("what"), records(root), count, Options{Workers: 8})
		}},
		{"blocks in two runs, the second first", false, func(t *testing.T, root string) {
			mustRun(t, asks("what"), records(root), count, Options{Part: Part{2, 2}})
			mustRun(t, asks("what"), records(root), count, Options{Part: Part{1, 2}})
		}},
		{"merged", false, func(t *testing.T, root string) {
			a, b := t.TempDir(), t.TempDir()
			mustRun(t, asks("what"), records(a), count, Options{Part: Part{1, 2}})
			mustRun(t, asks("what"), records(b), count, Options{Part: Part{2, 2}})
			if left, err := Merge(t.Context(), asks("what"), root, []string{a, b}); err != nil || left["train"] != 0 {
				t.Fatalf("merge: %v, %v", left, err)
			}
		}},
		{"grown inside a block", false, func(t *testing.T, root string) {
			mustRun(t, asks("what"), records(root), 300, Options{})
			short := readFile(t, root, "train/questions/000299.json")
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Kept != 300 || r.Asked != 2 {
				t.Errorf("%+v, want 300 kept and 2 blocks asked", r)
			}
			if long := readFile(t, root, "train/questions/000299.json"); long != short {
				t.Errorf("the last question before growing is %s, after it %s", short, long)
			}
		}},
		{"asking failed once", false, func(t *testing.T, root string) {
			d := asks("what")
			d.Asking = failOnce(1050, errors.New("dots: no words"))
			_, err := Run(t.Context(), d, records(root), count, Options{Workers: 2})
			if got, want := fmt.Sprint(err), "gen: asking block 1 of train: dots: no words"; got != want {
				t.Errorf("error is %q, want %q", got, want)
			}
			if r := mustRun(t, d, records(root), count, Options{}); r.Made != 0 || r.Asked != 1 {
				t.Errorf("%+v, want only block 1 asked", r)
			}
		}},
		{"stopped while asking", false, func(t *testing.T, root string) {
			ctx, cancel := context.WithCancel(t.Context())
			d := asks("what")
			d.Asking = func(ctx context.Context, i int) error {
				if i == 1050 {
					cancel()
				}
				return ctx.Err()
			}
			if _, err := Run(ctx, d, records(root), count, Options{Workers: 2}); !errors.Is(err, context.Canceled) {
				t.Errorf("error is %v, want context.Canceled", err)
			}
			if lines := strings.Count(readFile(t, root, "train/blocks/0001.journal"), "\n"); lines != 101 {
				t.Errorf("the journal has %d lines, want that of the process and 100 samples", lines)
			}
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 0 || r.Asked == 0 {
				t.Errorf("%+v, want blocks asked and no sample made", r)
			}
		}},
		{"damaged and mended", true, func(t *testing.T, root string) {
			writeFile(t, root, "train/questions/000003.json", "[]")
			if err := os.Remove(filepath.Join(root, "train/questions/001050.json")); err != nil {
				t.Fatal(err)
			}
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"a damaged sample", true, func(t *testing.T, root string) {
			writeFile(t, root, "train/records/001070.json", "{}")
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 1 || r.Asked != 1 {
				t.Errorf("%+v, want one sample made and its block asked", r)
			}
		}},
		{"nothing to do", true, func(t *testing.T, root string) {
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 0 || r.Asked != 0 {
				t.Errorf("%+v, want nothing made or asked", r)
			}
		}},
		{"generated with other words", true, func(t *testing.T, root string) {
			mustAsk(t, asks("whither"), root)
			if m, err := ReadManifest(root); err != nil || m.Splits[0].QuestionSource != "whither" {
				t.Errorf("manifest is %+v, %v; want questions from whither", m, err)
			}
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"asked again", true, func(t *testing.T, root string) {
			r := mustAsk(t, asks("what"), root)
			want := AskResult{Samples: count, Questions: s.Questions, Rejects: s.QuestionRejects}
			if !reflect.DeepEqual(r, want) {
				t.Errorf("%+v, want %+v", r, want)
			}
		}},
		{"asked again after a generate that was stopped while asking", false, func(t *testing.T, root string) {
			d := asks("what")
			d.Asking = failOnce(1050, errors.New("dots: no words"))
			if _, err := Run(t.Context(), d, records(root), count, Options{}); err == nil {
				t.Fatal("no error")
			}
			mustAsk(t, d, root)
		}},
		{"asking again with other words failed half way, generated", true, func(t *testing.T, root string) {
			half(t, root)
			if r := mustRun(t, asks("what"), records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"asking again with other words failed half way, asked", true, func(t *testing.T, root string) {
			half(t, root)
			mustAsk(t, asks("what"), root)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "got")
			if c.begin {
				link(t, root, want)
			}
			c.do(t, root)
			sameTree(t, root, want)
		})
	}
}

// half asks block 0 with other words, block 1 to its half, and fails.
func half(t *testing.T, root string) {
	t.Helper()
	d := asks("whither")
	d.Asking = failOnce(1050, errors.New("dots: no words"))
	_, err := Ask(t.Context(), d, Job{Root: root}, AskOptions{Workers: 1})
	if got, want := fmt.Sprint(err), "gen: asking block 1 of train: dots: no words"; got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
}

// link makes a folder like another one. It may be worked on: files are never changed in place.
func link(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		return os.Link(name, filepath.Join(to, rel))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, root, p string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, p))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// writeFile puts another file in the place of the old one, which may have other names.
func writeFile(t *testing.T, root, p, content string) {
	t.Helper()
	if err := os.Remove(filepath.Join(root, p)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, p), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Workers make samples of the next block while a block is asked: the asker waits until they did.
func TestAskingStallsNobody(t *testing.T) {
	const count = 2500
	far := make(chan struct{}) // closed when more samples are made than two blocks have
	once := sync.OnceFunc(func() { close(far) })
	d := asks("what")
	d.Asking = func(ctx context.Context, index int) error {
		if index != 0 {
			return nil
		}
		select {
		case <-far:
			return nil
		case <-time.After(time.Minute):
			return errors.New("dots: nobody makes samples while a block is asked")
		}
	}
	root := t.TempDir()
	r := mustRun(t, d, records(root), count, Options{Workers: 1, Progress: func(done, total int) {
		if done > 2*BlockSize {
			once()
		}
	}})
	if r.Made != count || r.Asked != 3 || !r.Finished {
		t.Errorf("%+v, want %d samples and 3 blocks asked", r, count)
	}
}

// Blocks that lack samples are left as they are; one that another process has open ends the asking.
func TestAskLeavesBlocks(t *testing.T) {
	root := t.TempDir()
	mustRun(t, asks("what"), records(root), 2100, Options{Part: Part{1, 2}}) // blocks 0 and 2
	mustRun(t, asks("what"), Job{Root: root, Split: "val"}, 20, Options{})
	lock, _, err := openJournal(root, "train", 2)
	if err != nil {
		t.Fatal(err)
	}
	before := readFile(t, root, "train/blocks/0002.json")
	_, err = Ask(t.Context(), asks("whither"), Job{Root: root, Split: "train"}, AskOptions{Workers: 1})
	if got, want := fmt.Sprint(err), fmt.Sprintf(
		"gen: block 2 of train in %s is being made by %s; wait until it ends", root, process.This()); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if readFile(t, root, "train/blocks/0002.json") != before {
		t.Error("a block that another process has open was asked")
	}
	lock.close()
	left, err := filepath.Glob(filepath.Join(root, "train/blocks/*.journal"))
	if err != nil || len(left) != 0 {
		t.Errorf("journals are %v, %v; want none", left, err)
	}

	var progress []int
	r, err := Ask(t.Context(), asks("whither"), Job{Root: root, Split: "val"}, AskOptions{Workers: 1, Progress: func(done, total int) {
		progress = append(progress, done, total)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(progress), "[0 20 20 20]"; got != want {
		t.Errorf("progress is %s, want %s", got, want)
	}
	r, err = Ask(t.Context(), asks("what"), Job{Root: root, Split: "train"}, AskOptions{})
	if got, want := fmt.Sprint(r.Samples, r.Incomplete, err), "1100 [train/1] <nil>"; got != want {
		t.Errorf("asked, incomplete, error: %s, want %s", got, want)
	}

	// A block that a kill left with the old questions keeps the split from being described before it is asked, too.
	stopped := asks("whither")
	stopped.Asking = failOnce(2050, errors.New("dots: no words"))
	if _, err = Ask(t.Context(), stopped, Job{Root: root, Split: "train"}, AskOptions{Workers: 1}); err == nil {
		t.Error("asking did not fail")
	}
	_, err = Run(t.Context(), asks("whither"), records(root), 2100, Options{Part: Part{2, 2}})
	if got, want := fmt.Sprint(err), fmt.Sprintf(
		`gen: %s: questions of block 2 of train have source "what", those of block 0 "whither"; ask again`, root); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	r, err = Ask(t.Context(), asks("what"), Job{Root: root, Split: "train"}, AskOptions{})
	if err != nil || r.Samples != 2100 {
		t.Errorf("%+v, %v; want 2100 samples asked about", r, err)
	}
	m, err := ReadManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, s := range m.Splits {
		sources = append(sources, s.Split+" "+s.QuestionSource)
	}
	if got, want := fmt.Sprint(sources), "[train what val whither]"; got != want {
		t.Errorf("sources of questions are %s, want %s", got, want)
	}
}

func TestAskRefuses(t *testing.T) {
	root, empty := t.TempDir(), t.TempDir()
	mustRun(t, asks("what"), train(root), 20, Options{})
	before := checksums(t, root)
	for _, c := range []struct {
		name string
		set  dots
		job  Job
		want string
	}{
		{"no dataset", asks("what"), Job{Root: empty}, "gen: ROOT: no dataset is there: dataset.json is missing"},
		{"another set", dots{Side: 6, Words: "what"}, Job{Root: root},
			"gen: ROOT: the folder holds another configuration: side is 5, asked for 6"},
		{"no split", asks("what"), Job{Root: root, Split: "val"},
			`gen: ROOT: split is "val", want one that is there (train)`},
		{"no questions", asks(""), Job{Root: root}, "gen: ROOT: set dots has no questions"},
	} {
		_, err := Ask(t.Context(), c.set, c.job, AskOptions{})
		if got := strings.ReplaceAll(fmt.Sprint(err), c.job.Root, "ROOT"); got != c.want {
			t.Errorf("%s: error is %q, want %q", c.name, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ask(ctx, asks("whither"), Job{Root: root}, AskOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if checksums(t, root) != before {
		t.Error("a refused or stopped Ask changed the folder")
	}
}

func TestVerifyQuestions(t *testing.T) {
	root := t.TempDir()
	job := train(root)
	mustRun(t, asks("what"), job, 40, Options{})
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	problems := func(d dots) []string {
		t.Helper()
		r, err := Verify(t.Context(), d, root, VerifyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// 120 files of samples and questions, 1 of a block, 1 joined, and dataset.json, sheet.png, stats.html, README.md.
		if r.Files != 126 {
			t.Errorf("%d files checked, want 126", r.Files)
		}
		got := []string{}
		for _, p := range r.Problems {
			got = append(got, p.File+" "+p.Rule)
		}
		return got
	}
	expect := func(name string, d dots, want ...string) {
		t.Helper()
		if got := problems(d); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: problems are %q, want %q", name, got, want)
		}
	}
	// edit changes the block's file and describes the whole anew, so that all checksums agree.
	edit := func(change func(*Block)) {
		t.Helper()
		block, err := ReadBlock(root, "train", 0)
		if err != nil {
			t.Fatal(err)
		}
		change(block)
		if _, err := write.JSON(root, BlockPath("train", 0), block); err != nil {
			t.Fatal(err)
		}
		if _, err := Finish(t.Context(), asks("what"), job); err != nil {
			t.Fatal(err)
		}
	}

	expect("as made", asks("what"))
	expect("other words", asks("whither"), "train/blocks/0000.json questions-source")

	const changed = "train/questions/000007.json"
	old := readFile(t, root, changed)
	writeFile(t, root, changed, `["what green? 1"]`)
	expect("a changed file", asks("what"), changed+" checksum")
	edit(func(b *Block) {
		f, err := write.Sum(root, changed)
		if err != nil {
			t.Fatal(err)
		}
		b.Asked.Files[7] = f
	})
	expect("a changed file with its checksum", asks("what"), changed+" reask")
	writeFile(t, root, changed, old)

	mustAsk(t, asks("what"), root)
	expect("asked again", asks("what"))
	edit(func(b *Block) { b.Asked.Count++; b.Asked.Files[7].Path = "train/questions/none.json" })
	expect("another count and path", asks("what"), "train/questions/none.json checksum",
		"train/questions/none.json reask", changed+" reask", "train/blocks/0000.json reask", changed+" surplus")
	mustAsk(t, asks("what"), root)

	record := readFile(t, root, "train/records/000003.json")
	writeFile(t, root, "train/records/000003.json", "{")
	expect("a damaged record", asks("what"),
		"train/records/000003.json checksum", "train/records/000003.json readable", "train/blocks/0000.json reask")
	writeFile(t, root, "train/records/000003.json", record)

	edit(func(b *Block) { b.Asked = nil })
	r, err := Verify(t.Context(), asks("what"), root, VerifyOptions{})
	if err != nil || len(r.Problems) != 1 || r.Problems[0].Rule != "complete" {
		t.Errorf("not asked: %+v, %v; want one problem of rule complete", r, err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("verify left %v, %v in the folder for temporary files", left, err)
	}
}

// The page and the card count questions, and the page has charts of what the asker counted and rejected.
func TestQuestionsDescribed(t *testing.T) {
	root := t.TempDir()
	mustRun(t, asks("what"), train(root), 40, Options{})
	m, err := ReadManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	n := m.Splits[0].Questions
	page := readFile(t, root, statsName)
	for _, want := range []string{
		"<h3>Answers</h3>", "<h3>Samples of train: ", "<h3>Questions of train: ", "<td>same-answer</td>", "<td>too-ugly</td>",
		fmt.Sprintf(`<td class="n">40</td><td class="n">%d</td>`, n),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the statistics page does not say %q", want)
		}
	}
	if want := fmt.Sprintf("| train | 40 | %d | 120 |", n); !strings.Contains(readFile(t, root, cardName), want) {
		t.Errorf("the card does not say %q", want)
	}
}
