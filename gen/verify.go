package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sort"
	"sync"

	"mereo/gen/write"
	"mereo/scenes/rng"
)

// VerifyOptions say how deep to look.
type VerifyOptions struct {
	// Workers is how many samples are checked at once. If 0, as many as there are processors.
	Workers int
	// Remake is the share of samples, from 0 to 1, that are made again from the seed and compared: one of a split at least,
	// unless it is 0.
	Remake  float64
	Figures bool   // also measure the set's published figures
	GPU     string // as engine.Options.GPU
	// Progress is called, never twice at once, with how many samples were checked. Nil is fine.
	Progress func(done, total int)
}

// Report is what Verify found.
type Report struct {
	Set      string    `json:"set"`
	Samples  int       `json:"samples"`
	Files    int       `json:"files"` // files whose checksum was compared
	Remade   int       `json:"remade"`
	Reasked  int       `json:"reasked,omitempty"` // blocks that were asked again
	Problems []Problem `json:"problems"`          // by split, index and file
	Figures  []Figures `json:"figures,omitempty"`
}

// Figures are the figures of one split.
type Figures struct {
	Split   string   `json:"split"`
	Figures []Figure `json:"figures"`
}

// Pass tells whether nothing is wrong.
func (r *Report) Pass() bool {
	for _, f := range r.Figures {
		for _, g := range f.Figures {
			if !g.Pass {
				return false
			}
		}
	}
	return len(r.Problems) == 0
}

// Rules of integrity; sets add their own.
const (
	ruleMissing  = "complete"
	ruleChecksum = "checksum"
	ruleManifest = "manifest"
	ruleSource   = "questions-source" // questions were made from other templates than those of the set
	ruleReask    = "reask"            // asking again gives something else
)

// Verify checks a dataset's folder: that the manifest's files, the blocks' files and the samples' files are there
// with their checksums, that the manifest's counts are those of the blocks, and for every sample what the set
// promises. Every block is asked again, into a temporary folder, and the files compared. What is wrong with the data
// is a Problem; an error means that checking could not go on.
func Verify(ctx context.Context, set Set, root string, opt VerifyOptions) (*Report, error) {
	job, err := jobOf(set, root)
	if err != nil {
		return nil, err
	}
	job.GPU = opt.GPU
	v := &verifier{ctx: ctx, set: set, job: job, opt: opt, report: &Report{Set: set.Name(), Problems: []Problem{}}}
	complete, incomplete, err := Splits(root)
	if err != nil {
		return nil, err
	}
	for _, name := range incomplete {
		v.add(Problem{File: planPath(name), Rule: ruleMissing, Detail: fmt.Sprintf("split %s has blocks that are not there; generate it again", name)})
	}
	if len(complete)+len(incomplete) == 0 {
		v.add(Problem{File: datasetName, Rule: ruleMissing, Detail: "the folder has no split"})
	}
	blocks := map[string][]*Block{}
	for _, name := range complete {
		if blocks[name], err = readBlocks(root, name); err != nil {
			return nil, err
		}
		for _, block := range blocks[name] {
			v.total += block.Count
		}
	}
	v.manifest(complete, blocks)
	for _, name := range complete {
		if err := v.split(name, blocks[name]); err != nil {
			return nil, err
		}
		if err := v.questions(name, blocks[name]); err != nil {
			return nil, err
		}
	}
	return v.report, nil
}

// jobOf is the job of a dataset's folder, without a split. The folder must hold what set makes.
func jobOf(set Set, root string) (Job, error) {
	id, err := ReadIdentity(root)
	if err != nil {
		return Job{}, err
	}
	job := Job{Root: root, Seed: id.Seed, Pictures: id.Pictures}
	if want, err := identityOf(set, job); err != nil {
		return Job{}, err
	} else if d := id.differ(want); d != "" {
		return Job{}, fmt.Errorf("gen: %s: the folder holds %s", root, d)
	}
	return job, nil
}

type verifier struct {
	ctx   context.Context
	set   Set
	job   Job
	opt   VerifyOptions
	total int // samples in all splits

	mu     sync.Mutex
	report *Report
}

func (v *verifier) add(p ...Problem) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.report.Problems = append(v.report.Problems, p...)
}

// manifest compares the manifest with the folder.
func (v *verifier) manifest(complete []string, blocks map[string][]*Block) {
	m, err := ReadManifest(v.job.Root)
	if errors.Is(err, fs.ErrNotExist) {
		v.add(Problem{File: manifestName, Rule: ruleMissing, Detail: "the manifest is missing; generate again to write it"})
		return
	} else if err != nil {
		v.add(Problem{File: manifestName, Rule: ruleManifest, Detail: err.Error()})
		return
	}
	v.add(v.files(m.Files)...)
	listed := map[string]bool{}
	for _, s := range m.Splits {
		listed[s.Split] = true
		samples, questions := 0, 0
		for _, block := range blocks[s.Split] {
			samples += block.Count
			if block.Asked != nil {
				questions += block.Asked.Count
			}
		}
		for _, c := range []struct {
			what        string
			says, there int
		}{{"samples", s.Samples, samples}, {"questions", s.Questions, questions}} {
			if c.says != c.there {
				v.add(Problem{File: manifestName, Object: s.Split, Rule: ruleManifest,
					Detail: fmt.Sprintf("%d %s, but the blocks have %d", c.says, c.what, c.there)})
			}
		}
		v.add(v.files(s.Joined)...)
		for _, b := range s.Blocks {
			v.add(v.files([]write.File{b.File})...)
		}
	}
	for _, name := range complete {
		if !listed[name] {
			v.add(Problem{File: manifestName, Object: name, Rule: ruleManifest, Detail: "the split is complete but not listed; generate again"})
		}
	}
}

// files compares checksums and counts the files.
func (v *verifier) files(files []write.File) (bad []Problem) {
	for _, f := range files {
		if err := f.Check(v.job.Root); err != nil {
			bad = append(bad, Problem{File: f.Path, Rule: ruleChecksum, Detail: err.Error()})
		}
	}
	v.mu.Lock()
	v.report.Files += len(files)
	v.mu.Unlock()
	return bad
}

// split checks every sample of a complete split.
func (v *verifier) split(name string, blocks []*Block) error {
	job := v.job
	job.Split = name
	var samples []int // of each item
	for _, block := range blocks {
		job.Count += block.Count
		for _, item := range block.Items {
			samples = append(samples, block.plan().of(item.Index))
		}
	}
	items := itemsOf(blocks)
	again := make([]bool, len(items))
	for i, item := range items {
		again[i] = remade(job, item.Index, v.opt.Remake)
	}
	if v.opt.Remake > 0 && !slices.Contains(again, true) {
		again[0] = true // a small split is not left out
	}
	checker, err := v.set.NewChecker(v.ctx, job)
	if err != nil {
		return err
	}
	defer checker.Close()
	found := make([][]Problem, len(items))
	var failed error
	parallel(workerCount(v.opt.Workers), len(items), func(i int) {
		v.mu.Lock()
		stop := failed != nil
		v.mu.Unlock()
		if stop || v.ctx.Err() != nil {
			return
		}
		found[i] = v.files(items[i].Files)
		problems, err := checker.Check(v.ctx, items[i], again[i])
		found[i] = append(found[i], problems...)
		v.mu.Lock()
		defer v.mu.Unlock()
		if err != nil && failed == nil {
			failed = fmt.Errorf("gen: checking %s/%d: %w", name, items[i].Index, err)
		}
		v.report.Samples += samples[i]
		if again[i] {
			v.report.Remade += samples[i]
		}
		if v.opt.Progress != nil {
			v.opt.Progress(v.report.Samples, v.total)
		}
	})
	if err := v.ctx.Err(); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	for _, problems := range found {
		sort.SliceStable(problems, func(a, b int) bool { return problems[a].File < problems[b].File })
		v.add(problems...)
	}
	if v.opt.Figures {
		figures, err := v.set.Figures(v.ctx, job, items)
		if err != nil {
			return err
		}
		v.report.Figures = append(v.report.Figures, Figures{name, figures})
	}
	return nil
}

// remade decides by the sample's place whether it is made again, so that two people who verify the same data look at the
// same samples.
func remade(job Job, index int, share float64) bool {
	key := rng.Key{Seed: job.Seed, Set: "verify", Split: job.Split, Index: index}
	return rng.At(key, "remake").Bool(share)
}

// questions checks what was asked about the blocks of a complete split.
func (v *verifier) questions(name string, blocks []*Block) error {
	job := v.job
	job.Split = name
	asker, err := v.set.NewAsker(v.ctx, job)
	if err != nil || asker == nil {
		return err
	}
	found := make([][]Problem, len(blocks))
	errs := make([]error, len(blocks))
	parallel(workerCount(v.opt.Workers), len(blocks), func(i int) {
		if v.ctx.Err() == nil {
			found[i], errs[i] = v.reask(asker, blocks[i])
		}
	})
	if err := v.ctx.Err(); err != nil {
		return err
	}
	for i := range blocks {
		if errs[i] != nil {
			return errs[i]
		}
		v.add(found[i]...)
	}
	return nil
}

// reask compares the question files of a block with their checksums and with what asking again gives.
func (v *verifier) reask(asker Asker, block *Block) ([]Problem, error) {
	p := blockPath(block.Split, block.Block)
	if block.Asked == nil {
		return []Problem{{File: p, Rule: ruleMissing, Detail: "the block has no questions; ask again"}}, nil
	}
	found := v.files(block.Asked.Files)
	if got, want := block.Asked.Source, asker.Source(); got != want {
		return append(found, Problem{File: p, Rule: ruleSource, Detail: fmt.Sprintf(
			"questions were made from other templates (%s) than these (%s); verify with the same --templates", got, want)}), nil
	}
	out, err := os.MkdirTemp("", "mereo-verify-")
	if err != nil {
		return nil, fmt.Errorf("gen: asking again: %w", err)
	}
	defer os.RemoveAll(out)
	again, err := asker.AskBlock(v.ctx, block.Items, out)
	if err != nil { // of a damaged record, which was reported for itself
		return append(found, Problem{File: p, Rule: ruleReask, Detail: err.Error()}), nil
	}
	v.mu.Lock()
	v.report.Reasked++
	v.mu.Unlock()
	return append(found, differences(p, block.Asked, again)...), nil
}

// differences says what differs between what was asked about the block with file p and what asking again gives.
func differences(p string, asked, again *Asked) []Problem {
	var found []Problem
	report := func(file, format string, args ...any) {
		found = append(found, Problem{File: file, Rule: ruleReask, Detail: fmt.Sprintf(format, args...)})
	}
	other := map[string]string{}
	for _, f := range again.Files {
		other[f.Path] = f.SHA256
	}
	for _, f := range asked.Files {
		if sum, ok := other[f.Path]; !ok {
			report(f.Path, "asking again does not write this file")
		} else if sum != f.SHA256 {
			report(f.Path, "SHA-256 is %s, asking again gives %s", f.SHA256, sum)
		}
		delete(other, f.Path)
	}
	for _, path := range sortedKeys(other) {
		report(path, "asking again writes this file, the block has none")
	}
	a, b := *asked, *again
	a.Files, b.Files, b.Source = nil, nil, a.Source
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	if errX != nil || errY != nil || !bytes.Equal(x, y) {
		report(p, "the block counts %s, asking again %s", x, y)
	}
	return found
}
