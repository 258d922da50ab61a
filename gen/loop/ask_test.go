package loop

import (
	"context"
	"errors"
	"fmt"
	"mereo/gen"
	"mereo/gen/verify"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"mereo/gen/write"
	"mereo/internal/dots"
	"mereo/internal/process"
)

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

func mustAsk(t *testing.T, d dots.Set, root string) AskResult {
	t.Helper()
	r, err := Ask(t.Context(), d, gen.Job{Root: root}, AskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// However blocks come to be asked, the folder has the same bytes.
func TestSameQuestionsHowever(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const count = 1100
	dir := t.TempDir()
	want := filepath.Join(dir, "want")
	if r := mustRun(t, dots.Asks("what"), dots.Records(want), count, Options{Workers: 1}); r.Asked != 2 || !r.Finished {
		t.Fatalf("%+v, want 2 blocks asked and the split finished", r)
	}
	m, err := gen.ReadManifest(want)
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
			mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{Workers: 8})
		}},
		{"blocks in two runs, the second first", false, func(t *testing.T, root string) {
			mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{Part: Part{2, 2}})
			mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{Part: Part{1, 2}})
		}},
		{"merged", false, func(t *testing.T, root string) {
			a, b := t.TempDir(), t.TempDir()
			mustRun(t, dots.Asks("what"), dots.Records(a), count, Options{Part: Part{1, 2}})
			mustRun(t, dots.Asks("what"), dots.Records(b), count, Options{Part: Part{2, 2}})
			if left, err := Merge(t.Context(), dots.Asks("what"), root, []string{a, b}); err != nil || left["train"] != 0 {
				t.Fatalf("merge: %v, %v", left, err)
			}
		}},
		{"grown inside a block", false, func(t *testing.T, root string) {
			mustRun(t, dots.Asks("what"), dots.Records(root), 300, Options{})
			short := dots.Read(t, root, "train/questions/000299.json")
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Kept != 300 || r.Asked != 2 {
				t.Errorf("%+v, want 300 kept and 2 blocks asked", r)
			}
			if long := dots.Read(t, root, "train/questions/000299.json"); long != short {
				t.Errorf("the last question before growing is %s, after it %s", short, long)
			}
		}},
		{"asking failed once", false, func(t *testing.T, root string) {
			d := dots.Asks("what")
			d.Asking = failOnce(1050, errors.New("dots: no words"))
			_, err := Run(t.Context(), d, dots.Records(root), count, Options{Workers: 2})
			if got, want := fmt.Sprint(err), "gen: asking block 1 of train: dots: no words"; got != want {
				t.Errorf("error is %q, want %q", got, want)
			}
			if r := mustRun(t, d, dots.Records(root), count, Options{}); r.Made != 0 || r.Asked != 1 {
				t.Errorf("%+v, want only block 1 asked", r)
			}
		}},
		{"stopped while asking", false, func(t *testing.T, root string) {
			ctx, cancel := context.WithCancel(t.Context())
			d := dots.Asks("what")
			d.Asking = func(ctx context.Context, i int) error {
				if i == 1050 {
					cancel()
				}
				return ctx.Err()
			}
			if _, err := Run(ctx, d, dots.Records(root), count, Options{Workers: 2}); !errors.Is(err, context.Canceled) {
				t.Errorf("error is %v, want context.Canceled", err)
			}
			if lines := strings.Count(dots.Read(t, root, "train/blocks/0001.journal"), "\n"); lines != 101 {
				t.Errorf("the journal has %d lines, want that of the process and 100 samples", lines)
			}
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 0 || r.Asked == 0 {
				t.Errorf("%+v, want blocks asked and no sample made", r)
			}
		}},
		{"damaged and mended", true, func(t *testing.T, root string) {
			dots.Write(t, root, "train/questions/000003.json", "[]")
			if err := os.Remove(filepath.Join(root, "train/questions/001050.json")); err != nil {
				t.Fatal(err)
			}
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"a damaged sample", true, func(t *testing.T, root string) {
			dots.Write(t, root, "train/records/001070.json", "{}")
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 1 || r.Asked != 1 {
				t.Errorf("%+v, want one sample made and its block asked", r)
			}
		}},
		{"nothing to do", true, func(t *testing.T, root string) {
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 0 || r.Asked != 0 {
				t.Errorf("%+v, want nothing made or asked", r)
			}
		}},
		{"generated with other words", true, func(t *testing.T, root string) {
			mustAsk(t, dots.Asks("whither"), root)
			if m, err := gen.ReadManifest(root); err != nil || m.Splits[0].QuestionSource != "whither" {
				t.Errorf("manifest is %+v, %v; want questions from whither", m, err)
			}
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"asked again", true, func(t *testing.T, root string) {
			r := mustAsk(t, dots.Asks("what"), root)
			want := AskResult{Samples: count, Questions: s.Questions, Rejects: s.QuestionRejects}
			if !reflect.DeepEqual(r, want) {
				t.Errorf("%+v, want %+v", r, want)
			}
		}},
		{"asked again after a generate that was stopped while asking", false, func(t *testing.T, root string) {
			d := dots.Asks("what")
			d.Asking = failOnce(1050, errors.New("dots: no words"))
			if _, err := Run(t.Context(), d, dots.Records(root), count, Options{}); err == nil {
				t.Fatal("no error")
			}
			mustAsk(t, d, root)
		}},
		{"asking again with other words failed half way, generated", true, func(t *testing.T, root string) {
			half(t, root)
			if r := mustRun(t, dots.Asks("what"), dots.Records(root), count, Options{}); r.Made != 0 || r.Asked != 2 {
				t.Errorf("%+v, want no sample made and 2 blocks asked", r)
			}
		}},
		{"asking again with other words failed half way, asked", true, func(t *testing.T, root string) {
			half(t, root)
			mustAsk(t, dots.Asks("what"), root)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "got")
			if c.begin {
				dots.Link(t, root, want)
			}
			c.do(t, root)
			dots.SameTree(t, root, want)
		})
	}
}

// half asks block 0 with other words, block 1 to its half, and fails.
func half(t *testing.T, root string) {
	t.Helper()
	d := dots.Asks("whither")
	d.Asking = failOnce(1050, errors.New("dots: no words"))
	_, err := Ask(t.Context(), d, gen.Job{Root: root}, AskOptions{Workers: 1})
	if got, want := fmt.Sprint(err), "gen: asking block 1 of train: dots: no words"; got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
}

// Workers make samples of the next block while a block is asked: the asker waits until they did.
func TestAskingStallsNobody(t *testing.T) {
	const count = 2500
	far := make(chan struct{}) // closed when more samples are made than two blocks have
	once := sync.OnceFunc(func() { close(far) })
	d := dots.Asks("what")
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
	r := mustRun(t, d, dots.Records(root), count, Options{Workers: 1, Progress: func(done, total int) {
		if done > 2*gen.BlockSize {
			once()
		}
	}})
	if r.Made != count || r.Asked != 3 || !r.Finished {
		t.Errorf("%+v, want %d samples and 3 blocks asked", r, count)
	}
}

// Blocks that lack samples are left as they are; one that another process has open ends the asking.
func TestAskLeavesBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	root := t.TempDir()
	mustRun(t, dots.Asks("what"), dots.Records(root), 2100, Options{Part: Part{1, 2}}) // blocks 0 and 2
	mustRun(t, dots.Asks("what"), gen.Job{Root: root, Split: "val"}, 20, Options{})
	lock, _, err := openJournal(root, "train", 2)
	if err != nil {
		t.Fatal(err)
	}
	before := dots.Read(t, root, "train/blocks/0002.json")
	_, err = Ask(t.Context(), dots.Asks("whither"), gen.Job{Root: root, Split: "train"}, AskOptions{Workers: 1})
	if got, want := fmt.Sprint(err), fmt.Sprintf(
		"gen: block 2 of train in %s is being made by %s; wait until it ends", root, process.This()); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if dots.Read(t, root, "train/blocks/0002.json") != before {
		t.Error("a block that another process has open was asked")
	}
	lock.close()
	left, err := filepath.Glob(filepath.Join(root, "train/blocks/*.journal"))
	if err != nil || len(left) != 0 {
		t.Errorf("journals are %v, %v; want none", left, err)
	}

	var progress []int
	r, err := Ask(t.Context(), dots.Asks("whither"), gen.Job{Root: root, Split: "val"}, AskOptions{Workers: 1, Progress: func(done, total int) {
		progress = append(progress, done, total)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(progress), "[0 20 20 20]"; got != want {
		t.Errorf("progress is %s, want %s", got, want)
	}
	r, err = Ask(t.Context(), dots.Asks("what"), gen.Job{Root: root, Split: "train"}, AskOptions{})
	if got, want := fmt.Sprint(r.Samples, r.Incomplete, err), "1100 [train/1] <nil>"; got != want {
		t.Errorf("asked, incomplete, error: %s, want %s", got, want)
	}

	// A block that a kill left with the old questions keeps the split from being described before it is asked, too.
	stopped := dots.Asks("whither")
	stopped.Asking = failOnce(2050, errors.New("dots: no words"))
	if _, err = Ask(t.Context(), stopped, gen.Job{Root: root, Split: "train"}, AskOptions{Workers: 1}); err == nil {
		t.Error("asking did not fail")
	}
	_, err = Run(t.Context(), dots.Asks("whither"), dots.Records(root), 2100, Options{Part: Part{2, 2}})
	if got, want := fmt.Sprint(err), fmt.Sprintf(
		`gen: %s: questions of block 2 of train have source "what", those of block 0 "whither"; ask again`, root); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	r, err = Ask(t.Context(), dots.Asks("what"), gen.Job{Root: root, Split: "train"}, AskOptions{})
	if err != nil || r.Samples != 2100 {
		t.Errorf("%+v, %v; want 2100 samples asked about", r, err)
	}
	m, err := gen.ReadManifest(root)
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
	mustRun(t, dots.Asks("what"), dots.Train(root), 20, Options{})
	before := dots.Checksums(t, root)
	for _, c := range []struct {
		name string
		set  dots.Set
		job  gen.Job
		want string
	}{
		{"no dataset", dots.Asks("what"), gen.Job{Root: empty}, "gen: ROOT: no dataset is there: dataset.json is missing"},
		{"another set", dots.Set{Side: 6, Words: "what"}, gen.Job{Root: root},
			"gen: ROOT: the folder holds another configuration: side is 5, asked for 6"},
		{"no split", dots.Asks("what"), gen.Job{Root: root, Split: "val"},
			`gen: ROOT: split is "val", want one that is there (train)`},
		{"no questions", dots.Asks(""), gen.Job{Root: root}, "gen: ROOT: set dots has no questions"},
	} {
		_, err := Ask(t.Context(), c.set, c.job, AskOptions{})
		if got := strings.ReplaceAll(fmt.Sprint(err), c.job.Root, "ROOT"); got != c.want {
			t.Errorf("%s: error is %q, want %q", c.name, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ask(ctx, dots.Asks("whither"), gen.Job{Root: root}, AskOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if dots.Checksums(t, root) != before {
		t.Error("a refused or stopped Ask changed the folder")
	}
}

func TestVerifyQuestions(t *testing.T) {
	root := t.TempDir()
	job := dots.Train(root)
	mustRun(t, dots.Asks("what"), job, 40, Options{})
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	problems := func(d dots.Set) []string {
		t.Helper()
		r, err := verify.Dataset(t.Context(), d, root, verify.Options{})
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
	expect := func(name string, d dots.Set, want ...string) {
		t.Helper()
		if got := problems(d); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: problems are %q, want %q", name, got, want)
		}
	}
	// edit changes the block's file and describes the whole anew, so that all checksums agree.
	edit := func(change func(*gen.Block)) {
		t.Helper()
		block, err := gen.ReadBlock(root, "train", 0)
		if err != nil {
			t.Fatal(err)
		}
		change(block)
		if _, err := write.JSON(root, gen.BlockPath("train", 0), block); err != nil {
			t.Fatal(err)
		}
		if _, err := Finish(t.Context(), dots.Asks("what"), job); err != nil {
			t.Fatal(err)
		}
	}

	expect("as made", dots.Asks("what"))
	expect("other words", dots.Asks("whither"), "train/blocks/0000.json questions-source")

	const changed = "train/questions/000007.json"
	old := dots.Read(t, root, changed)
	dots.Write(t, root, changed, `["what green? 1"]`)
	expect("a changed file", dots.Asks("what"), changed+" checksum")
	edit(func(b *gen.Block) {
		f, err := write.Sum(root, changed)
		if err != nil {
			t.Fatal(err)
		}
		b.Asked.Files[7] = f
	})
	expect("a changed file with its checksum", dots.Asks("what"), changed+" reask")
	dots.Write(t, root, changed, old)

	mustAsk(t, dots.Asks("what"), root)
	expect("asked again", dots.Asks("what"))
	edit(func(b *gen.Block) { b.Asked.Count++; b.Asked.Files[7].Path = "train/questions/none.json" })
	expect("another count and path", dots.Asks("what"), "train/questions/none.json checksum",
		"train/questions/none.json reask", changed+" reask", "train/blocks/0000.json reask", changed+" surplus")
	mustAsk(t, dots.Asks("what"), root)

	record := dots.Read(t, root, "train/records/000003.json")
	dots.Write(t, root, "train/records/000003.json", "{")
	expect("a damaged record", dots.Asks("what"),
		"train/records/000003.json checksum", "train/records/000003.json readable", "train/blocks/0000.json reask")
	dots.Write(t, root, "train/records/000003.json", record)

	edit(func(b *gen.Block) { b.Asked = nil })
	r, err := verify.Dataset(t.Context(), dots.Asks("what"), root, verify.Options{})
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
	mustRun(t, dots.Asks("what"), dots.Train(root), 40, Options{})
	m, err := gen.ReadManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	n := m.Splits[0].Questions
	page := dots.Read(t, root, gen.StatsName)
	for _, want := range []string{
		"<h3>Answers</h3>", "<h3>Samples of train: ", "<h3>Questions of train: ", "<td>same-answer</td>", "<td>too-ugly</td>",
		fmt.Sprintf(`<td class="n">40</td><td class="n">%d</td>`, n),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the statistics page does not say %q", want)
		}
	}
	if want := fmt.Sprintf("| train | 40 | %d | 120 |", n); !strings.Contains(dots.Read(t, root, gen.CardName), want) {
		t.Errorf("the card does not say %q", want)
	}
}
