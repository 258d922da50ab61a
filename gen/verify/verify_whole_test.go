package verify

import (
	"fmt"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/page"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/write"
	"mereo/internal/dots"
	"mereo/internal/tamper"
)

// consistent writes a file of a dataset and brings the checksums of block, manifest and what lists it into line, as somebody would who
// wants it to pass.
func consistent(t *testing.T, root, path string, change func(data []byte) []byte) {
	t.Helper()
	data := change([]byte(dots.Read(t, root, path)))
	dots.Write(t, root, path, string(data))
	sum, err := write.Sum(root, path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := gen.ReadManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	listed := func(files []write.File) {
		for i := range files {
			if files[i].Path == path {
				files[i] = sum
			}
		}
	}
	listed(m.Files)
	var found []*page.Gathered
	for i := range m.Splits {
		s := &m.Splits[i]
		listed(s.Joined)
		for b := range s.Blocks {
			block, err := gen.ReadBlock(root, s.Split, b)
			if err != nil {
				t.Fatal(err)
			}
			for k := range block.Items {
				listed(block.Items[k].Files)
			}
			if block.Asked != nil {
				listed(block.Asked.Files)
			}
			if _, err := write.JSON(root, gen.BlockPath(s.Split, b), block); err != nil {
				t.Fatal(err)
			}
		}
		g, err := page.GatherSplit(gen.Job{Root: root, Split: s.Split, Seed: m.Seed})
		if err != nil {
			t.Fatal(err)
		}
		g.Joined = s.Joined
		found = append(found, g)
	}
	again := page.ManifestOf(m.Identity, found)
	again.Files = m.Files
	if _, err := write.JSON(root, gen.ManifestFile, again); err != nil {
		t.Fatal(err)
	}
}

// rules are file and rule of all problems.
func rules(t *testing.T, set gen.Set, root string, opt Options) (out []string) {
	t.Helper()
	r, err := Dataset(t.Context(), set, root, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		out = append(out, strings.Join(strings.Fields(p.File+" "+p.Object+" "+p.Rule), " "))
	}
	return out
}

// What joins or describes samples is compared with the samples: a change passes no checksum's help. The same command mends it.
func TestVerifyMakesTheWholeAgain(t *testing.T) {
	root := t.TempDir()
	set := dots.Set{Side: 5, Words: "what"}
	make := func() {
		t.Helper()
		mustRun(t, set, dots.Train(root), 30, loop.Options{})
		mustRun(t, set, gen.Job{Root: root, Split: "val", Pictures: true}, 12, loop.Options{})
	}
	make()
	if got := rules(t, set, root, Options{}); got != nil {
		t.Fatalf("nothing was changed: %q", got)
	}
	appended := func(data []byte) []byte { return append(data, '\n') }
	for path, want := range map[string]string{
		"train/records.json": "train/records.json joined", "val/records.json": "val/records.json joined",
		gen.StatsName: gen.StatsName + " joined", gen.CardName: gen.CardName + " joined", gen.SheetName: gen.SheetName + " joined",
	} {
		before := dots.Read(t, root, path)
		consistent(t, root, path, appended)
		if got := rules(t, set, root, Options{}); fmt.Sprint(got) != fmt.Sprint([]string{want}) {
			t.Errorf("%s and its checksums: problems are %q, want %q", path, got, want)
		}
		dots.Write(t, root, path, before+"x")
		make()
		if dots.Read(t, root, path) != before {
			t.Errorf("%s was not mended", path)
		}
	}
	manifest := dots.Read(t, root, gen.ManifestFile)
	changes, err := tamper.Changes([]byte(manifest), 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		dots.Write(t, root, gen.ManifestFile, string(changes[i].Data()))
		if got := rules(t, set, root, Options{}); got == nil {
			t.Errorf("manifest.json, %s: no problem", changes[i].Where)
		}
	}
	if len(changes) < 200 {
		t.Errorf("%d changes of the manifest, want more", len(changes))
	}
	dots.Write(t, root, gen.ManifestFile, manifest)
}

// What is absent, and what nobody lists, is a problem; so is a file that says the right things in other words.
func TestVerifyAbsenceAndSurplus(t *testing.T) {
	root := t.TempDir()
	set := dots.Set{Side: 5, Words: "what"}
	mustRun(t, set, dots.Train(root), 20, loop.Options{})
	mustRun(t, set, gen.Job{Root: root, Split: "val", Pictures: true}, 12, loop.Options{})
	gone := func(path string) func() {
		return func() {
			if err := os.RemoveAll(filepath.Join(root, path)); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := func(path string, change func(string) string) func() {
		return func() { dots.Put(t, root, path, change(dots.Read(t, root, path))) }
	}
	with := func(old, new string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("no %s in %s", old, s)
			}
			return strings.Replace(s, old, new, 1)
		}
	}
	for _, c := range []struct {
		name string
		do   func()
		want []string // beginnings
	}{
		{"a plan is gone", gone("val/blocks/plan.json"), []string{"val/blocks/plan.json complete", "manifest.json val complete"}},
		{"a split's blocks are gone", gone("val/blocks"), []string{"manifest.json val complete"}},
		{"a split is gone", gone("val"), []string{"manifest.json val complete"}},
		{"all splits are gone", func() { gone("val")(); gone("train")() }, []string{"manifest.json train complete", "manifest.json val complete"}},
		{"files of nobody", func() {
			dots.Put(t, root, "train/records/more.json", "{}")
			dots.Put(t, root, "val/notes.txt", "")
		}, []string{"train/records/more.json surplus", "val/notes.txt surplus"}},
		{"a key of another case in a block", text("train/blocks/0000.json", with(`"count"`, `"cOunt"`)), []string{"train/blocks/plan.json complete"}},
		{"keys in another order", text("train/blocks/plan.json", func(string) string {
			return strings.ReplaceAll(`{"of": "OF", "count": 20}`, "OF", gen.Identity{}.Sum())
		}), []string{"train/blocks/plan.json form", "train/blocks/plan.json form"}},
		{"another case in a plan", text("train/blocks/plan.json", with(`"count"`, `"Count"`)), []string{"train/blocks/plan.json form"}},
		{"spaces", text(gen.DatasetFile, with(`"seed"`, `"seed" `)), []string{gen.DatasetFile + " form"}},
		{"spaces at the end", text("val/blocks/plan.json", func(s string) string { return s + "\n" }), []string{"val/blocks/plan.json form"}},
		{"spaces in the manifest", text(gen.ManifestFile, func(s string) string { return strings.TrimSpace(s) }), []string{"manifest.json form"}},
		{"an unknown key in the manifest", text(gen.ManifestFile, with(`"seed"`, `"seeds"`)), []string{"manifest.json manifest"}},
		{"another seed in the manifest", text(gen.ManifestFile, with(`"seed": 0`, `"seed": 777`)), []string{"manifest.json seed manifest"}},
		{"a path out of the folder", text(gen.ManifestFile, with(`"path": "dataset.json"`, `"path": "../dataset.json"`)), []string{"manifest.json manifest"}},
	} {
		before := snapshot(t, root)
		c.do()
		got := rules(t, set, root, Options{})
		for _, want := range c.want {
			if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, want) }) {
				t.Errorf("%s: problems are %q, want %q", c.name, got, c.want)
			}
		}
		gone("train")()
		gone("val")()
		for path, data := range before {
			dots.Put(t, root, path, data)
		}
	}
	dots.Put(t, root, "notes.txt", "")
	dots.Put(t, root, "mine/list.txt", "")
	r, err := Dataset(t.Context(), set, root, Options{})
	if err != nil || !r.Pass() || fmt.Sprint(r.Beside) != "[mine/ notes.txt]" {
		t.Errorf("files beside the dataset: %+v, %v", r, err)
	}
}

// snapshot is the content of all files below a folder.
func snapshot(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		path, _ := filepath.Rel(root, name)
		out[path] = dots.Read(t, root, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Everything is made again where it is asked for, and what is proved of a share is told with the share.
func TestVerifyAll(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 30, loop.Options{})
	r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{All: true})
	if err != nil || r.Remade != 30 || !r.Pass() || slices.ContainsFunc(r.Proofs, func(p gen.Proof) bool { return p.Share }) {
		t.Errorf("%+v, %v; want all of 30 made again, and nothing proved of a share", r, err)
	}
	r, err = Dataset(t.Context(), dots.Set{Side: 5}, root, Options{Remake: 1e-9})
	if err != nil || !slices.ContainsFunc(r.Proofs, func(p gen.Proof) bool { return p.Share }) {
		t.Errorf("%+v, %v; want a share", r, err)
	}
}

// The names of a dataset depend on identity, samples and questions, and not on what drew them or in which parts.
func TestSums(t *testing.T) {
	sums := func(set gen.Set, job gen.Job) gen.Sums {
		job.Root = t.TempDir()
		mustRun(t, set, job, 30, loop.Options{})
		m, err := gen.ReadManifest(job.Root)
		if err != nil {
			t.Fatal(err)
		}
		return m.Sums
	}
	a := sums(dots.Set{Side: 5, Words: "what"}, dots.Train(""))
	if b := sums(dots.Set{Side: 5, Words: "what"}, dots.Train("")); b != a {
		t.Error("the same dataset has another name")
	}
	if b := sums(dots.Set{Side: 5, Words: "what", Driver: "chalk"}, dots.Train("")); b != a {
		t.Error("another driver's name changes that of the dataset")
	}
	if b := sums(dots.Set{Side: 5, Words: "who"}, dots.Train("")); b.Data == a.Data || b.Records == a.Records {
		t.Error("other questions do not change the name")
	}
	other := dots.Train("")
	other.Seed = 1
	if b := sums(dots.Set{Side: 5, Words: "what"}, other); b.Data == a.Data || b.Records == a.Records {
		t.Error("another seed does not change the name")
	}
}
