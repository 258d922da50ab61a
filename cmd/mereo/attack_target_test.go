package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/verify"
	"mereo/gen/write"
)

// target is a small dataset of one split that is attacked. Its files as they were made are kept, to bring it back after each try.
type target struct {
	t     *testing.T
	name  string
	dir   string
	set   gen.Set
	job   gen.Job
	files map[string][]byte

	random *rand.Rand
}

// newTarget makes a dataset by the program's own command. Verify finds nothing in it, so that what it finds later was done to it.
func newTarget(t *testing.T, name, config string, held verify.Options, args ...string) *target {
	t.Helper()
	a := &target{t: t, name: name, random: rand.New(rand.NewPCG(1, uint64(len(args)+len(config)))), dir: filepath.Join(t.TempDir(), "target"), files: map[string][]byte{}}
	make := append([]string{"generate"}, args...)
	make = append(make, "--workers", "2", "--out", a.dir)
	if config != "" {
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
		make = append(make, "--config", file)
	}
	mustMereo(t, "", make...)
	err := a.walk(func(p string) error {
		data, err := os.ReadFile(filepath.Join(a.dir, p))
		a.files[p] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	m := must(gen.ReadManifest(a.dir))
	a.set, _, err = sets.Dataset(a.dir, sets.Sources{})
	if err != nil || len(m.Splits) != 1 || len(m.Splits[0].Blocks) != 1 {
		t.Fatalf("%s: %v, want a dataset of one split and one block", name, err)
	}
	a.job = gen.Job{Root: a.dir, Seed: m.Seed, Pictures: m.Pictures, Split: m.Splits[0].Split, Count: m.Splits[0].Samples}
	if p := a.problems(held); p != "" {
		t.Fatalf("%s has problems as it was made: %s", name, p)
	}
	return a
}

// walk visits all files that belong to the dataset, and others that lie beside them.
func (a *target) walk(visit func(p string) error) error {
	return fs.WalkDir(os.DirFS(a.dir), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".runs":
			return fs.SkipDir
		case d.IsDir() || !noticed(p):
			return nil
		}
		return visit(p)
	})
}

// names are the paths of the dataset's files.
func (a *target) names() []string { return slices.Sorted(maps.Keys(a.files)) }

// mend brings all files back.
func (a *target) mend() {
	there := map[string]bool{}
	err := a.walk(func(p string) error {
		want, ok := a.files[p]
		if !ok {
			return os.Remove(filepath.Join(a.dir, p))
		}
		data, err := os.ReadFile(filepath.Join(a.dir, p))
		there[p] = bytes.Equal(data, want)
		return err
	})
	for p, data := range a.files {
		if err == nil && !there[p] {
			err = a.put(p, data)
		}
	}
	if err != nil {
		a.t.Fatal(err)
	}
}

// put writes a file.
func (a *target) put(p string, data []byte) error {
	return os.WriteFile(filepath.Join(a.dir, p), data, 0o666)
}

func (a *target) problems(opt verify.Options) string {
	set := a.set
	if data, err := os.ReadFile(filepath.Join(a.dir, gen.DatasetFile)); err != nil || !bytes.Equal(data, a.files[gen.DatasetFile]) {
		if set, _, err = sets.Dataset(a.dir, sets.Sources{}); err != nil {
			return err.Error()
		}
	}
	opt.Workers, opt.GPU = 1, "software"
	report, err := verify.Dataset(a.t.Context(), set, a.dir, opt)
	switch {
	case err != nil:
		return err.Error()
	case report.Count() > 0:
		return fmt.Sprint(report.Problems)
	}
	return ""
}

// found tells whether verify says that something is wrong.
func (a *target) found(opt verify.Options) bool { return a.problems(opt) != "" }

// block is what the block's file says.
func (a *target) block() *gen.Block { return must(gen.ReadBlock(a.dir, a.job.Split, 0)) }

// askAgain asks the questions of the block again of the records as they are now, where there are questions and these can be asked.
func (a *target) askAgain() {
	asker, err := a.set.NewAsker(a.t.Context(), a.job)
	block := a.block()
	if err != nil || asker == nil || block.Asked == nil {
		return
	}
	for i := range block.Items {
		a.sumsOf(block.Items[i].Files)
	}
	asked, err := asker.AskBlock(a.t.Context(), block.Items, a.dir)
	if err != nil {
		return
	}
	asked.Source = block.Asked.Source
	block.Asked = asked
	must(write.JSON(a.dir, gen.BlockPath(a.job.Split, 0), block))
}

func (a *target) sumsOf(files []write.File) {
	for i, f := range files {
		if sum, err := write.Sum(a.dir, f.Path); err == nil {
			files[i] = sum
		}
	}
}

// inLine brings everything into line with changed files of samples and questions: the block's file, and, by the program's own functions,
// joined files, pages and manifest. Where these refuse, checksums alone are brought into line.
func (a *target) inLine() {
	block := a.block()
	for i := range block.Items {
		a.sumsOf(block.Items[i].Files)
	}
	if block.Asked != nil {
		a.sumsOf(block.Asked.Files)
	}
	must(write.JSON(a.dir, gen.BlockPath(a.job.Split, 0), block))
	if _, err := loop.Finish(a.t.Context(), a.set, a.job); err != nil {
		a.checksums()
	}
}

// checksums brings those of the manifest into line with the files, and what the card says of them. How the hashes are made is told
// in docs/verify.md.
func (a *target) checksums() {
	m := must(gen.ReadManifest(a.dir))
	before := m.Sums
	s := &m.Splits[0]
	a.sumsOf(s.Joined)
	for i := range s.Blocks {
		s.Blocks[i].File = must(write.Sum(a.dir, s.Blocks[i].Path))
	}
	data, records := sha256.New(), sha256.New()
	s.Bytes = 0
	for _, f := range a.block().Files() {
		fmt.Fprintf(data, "%s  %s\n", f.SHA256, f.Path)
		if path.Ext(f.Path) == ".json" {
			fmt.Fprintf(records, "%s  %s\n", f.SHA256, f.Path)
		}
		s.Bytes += f.Bytes
	}
	s.Data, s.Records = fmt.Sprintf("%x", data.Sum(nil)), fmt.Sprintf("%x", records.Sum(nil))
	id := must(json.Marshal(m.Identity))
	whole := func(sum string) string {
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\n%s  %s\n", id, sum, s.Split)))
	}
	m.Data, m.Records = whole(s.Data), whole(s.Records)
	if card, err := os.ReadFile(filepath.Join(a.dir, "README.md")); err == nil {
		card := strings.NewReplacer(before.Data, m.Data, before.Records, m.Records).Replace(string(card))
		if err := a.put("README.md", []byte(card)); err != nil {
			a.t.Fatal(err)
		}
	}
	a.sumsOf(m.Files)
	must(write.JSON(a.dir, gen.ManifestFile, m))
}
