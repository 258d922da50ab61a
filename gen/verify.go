package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sort"
	"strings"
	"sync"

	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/scenes/rng"
)

// VerifyOptions say how deep to look.
type VerifyOptions struct {
	// Workers is how many samples are checked at once. If 0, as many as there are processors.
	Workers int
	// Remake is the share of samples, from 0 to 1, that are made again from the seed and compared: ten of a split at least,
	// unless it is 0.
	Remake  float64
	Figures bool   // also measure the set's published figures; it holds what is told of all samples in memory
	GPU     string // as engine.Options.GPU
	// File is written as a report of lines of JSON: what is checked, a line for each block, and at the end the Report. When it is
	// there without an end, its blocks are not checked again. None is fine.
	File string
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
	Problems []Problem `json:"problems"`          // of the folder, then by split, block, index and file; the first maxProblems
	More     int       `json:"more,omitempty"`    // problems that are not listed here
	Figures  []Figures `json:"figures,omitempty"`
	// Note says why there was nothing to check; empty where there was.
	Note string `json:"note,omitempty"`
}

// maxProblems is how many problems a Report lists: a large folder of which everything is wrong has millions.
const maxProblems = 1000

// Figures are the figures of one split.
type Figures struct {
	Split   string   `json:"split"`
	Figures []Figure `json:"figures"`
}

// Count is the number of problems.
func (r *Report) Count() int { return len(r.Problems) + r.More }

// Pass tells whether nothing is wrong.
func (r *Report) Pass() bool {
	for _, f := range r.Figures {
		for _, g := range f.Figures {
			if !g.Pass && g.NotJudged == "" {
				return false
			}
		}
	}
	return r.Count() == 0
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
// is a Problem; an error means that checking could not go on. One block is held in memory at a time.
func Verify(ctx context.Context, set Set, root string, opt VerifyOptions) (*Report, error) {
	job, err := jobOf(set, root)
	if err != nil {
		return nil, err
	}
	job.GPU = opt.GPU
	complete, incomplete, err := Splits(root)
	if err != nil {
		return nil, err
	}
	v := &verifier{ctx: ctx, set: set, job: job, opt: opt, report: &Report{Set: set.Name(), Problems: []Problem{}}}
	if v.file, err = openReport(ctx, opt, job, set); err != nil {
		return nil, err
	}
	defer v.file.close()
	var folder []Problem
	for _, name := range incomplete {
		folder = append(folder, Problem{File: PlanPath(name), Rule: ruleMissing, Detail: fmt.Sprintf("split %s has blocks that are not there; generate it again", name)})
	}
	if len(complete)+len(incomplete) == 0 {
		begun, err := hasBegun(root)
		if err != nil {
			return nil, err
		}
		if !begun {
			v.report.Note = "no split was begun here; single samples, as --index makes them, have no checksums to compare"
			return v.report, v.file.write(reportLine{End: v.report})
		}
		folder = append(folder, Problem{File: DatasetFile, Rule: ruleMissing, Detail: "the folder has no split"})
	}
	plans := map[string]plan{}
	for _, name := range complete {
		if plans[name], err = readPlan(root, name); err != nil {
			return nil, err
		}
		v.total += plans[name].Count
	}
	v.tell()
	m, err := ReadManifest(root)
	if errors.Is(err, fs.ErrNotExist) {
		folder = append(folder, Problem{File: ManifestFile, Rule: ruleMissing, Detail: "the manifest is missing; generate again to write it"})
	} else if err != nil {
		folder = append(folder, Problem{File: ManifestFile, Rule: ruleManifest, Detail: err.Error()})
	} else {
		folder = append(folder, v.manifest(m, complete)...)
	}
	if err := v.folder(folder); err != nil {
		return nil, err
	}
	for _, name := range complete {
		questions, err := v.split(name, plans[name])
		if err != nil {
			return nil, err
		}
		if m == nil {
			continue
		}
		if err := v.folder(v.counts(m, name, plans[name].Count, questions)); err != nil {
			return nil, err
		}
	}
	return v.report, v.file.write(reportLine{End: v.report})
}

// hasBegun tells whether a folder without a plan has anything else of a split: then its plan was lost.
func hasBegun(root string) (bool, error) {
	for _, pattern := range []string{"*/blocks/*", ManifestFile} {
		found, err := fs.Glob(folder.FS(root), pattern)
		if err != nil {
			return false, fmt.Errorf("gen: %w", err)
		}
		if len(found) > 0 {
			return true, nil
		}
	}
	return false, nil
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
	} else if d := id.Differ(want); d != "" {
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
	file  *reportFile

	mu     sync.Mutex
	report *Report
}

func (v *verifier) add(p ...Problem) {
	n := min(len(p), maxProblems-len(v.report.Problems))
	v.report.Problems = append(v.report.Problems, p[:n]...)
	v.report.More += len(p) - n
}

// folder adds problems with files that belong to no sample.
func (v *verifier) folder(p []Problem) error {
	if len(p) == 0 {
		return nil
	}
	v.add(p...)
	return v.file.write(reportLine{Folder: p})
}

func (v *verifier) tell() {
	if v.opt.Progress != nil {
		v.opt.Progress(v.report.Samples, v.total)
	}
}

// manifest compares the manifest's files with the folder. Those of blocks are compared when the blocks are read.
func (v *verifier) manifest(m *Manifest, complete []string) (bad []Problem) {
	bad = v.files(m.Files)
	listed := map[string]bool{}
	for _, s := range m.Splits {
		listed[s.Split] = true
		bad = append(bad, v.files(s.Joined)...)
		for _, b := range s.Blocks {
			bad = append(bad, v.files([]write.File{b.File})...)
		}
	}
	for _, name := range complete {
		if !listed[name] {
			bad = append(bad, Problem{File: ManifestFile, Object: name, Rule: ruleManifest, Detail: "the split is complete but not listed; generate again"})
		}
	}
	return bad
}

// counts compares the manifest's counts of a split with those of its blocks.
func (v *verifier) counts(m *Manifest, split string, samples, questions int) (bad []Problem) {
	for _, s := range m.Splits {
		if s.Split != split {
			continue
		}
		for _, c := range []struct {
			what        string
			says, there int
		}{{"samples", s.Samples, samples}, {"questions", s.Questions, questions}} {
			if c.says != c.there {
				bad = append(bad, Problem{File: ManifestFile, Object: split, Rule: ruleManifest,
					Detail: fmt.Sprintf("%d %s, but the blocks have %d", c.says, c.what, c.there)})
			}
		}
	}
	return bad
}

// files compares checksums and counts the files.
func (v *verifier) files(files []write.File) (bad []Problem) {
	for _, f := range files {
		if err := f.Check(v.job.Root); err != nil {
			detail := strings.TrimPrefix(err.Error(), "write: "+f.Path+": ") // which the problem names itself
			bad = append(bad, Problem{File: f.Path, Rule: ruleChecksum, Detail: detail})
		}
	}
	v.mu.Lock()
	v.report.Files += len(files)
	v.mu.Unlock()
	return bad
}

// split checks the blocks of a complete split, one after the other, and returns how many questions they have.
func (v *verifier) split(name string, p plan) (questions int, err error) {
	job := v.job
	job.Split, job.Count = name, p.Count
	checker, err := v.set.NewChecker(v.ctx, job)
	if err != nil {
		return 0, err
	}
	defer checker.Close()
	asker, err := v.set.NewAsker(v.ctx, job)
	if err != nil {
		return 0, err
	}
	again := remadeOf(job, p, v.opt.Remake)
	var counts Counts // of all blocks, for the figures
	for b := range p.blocks() {
		sum, err := write.Sum(job.Root, BlockPath(name, b))
		if err != nil {
			return 0, err
		}
		done, ok := v.file.has(name, b, sum.SHA256)
		if !ok || v.opt.Figures {
			block, err := ReadBlock(job.Root, name, b)
			if err != nil {
				return 0, err
			}
			if v.opt.Figures {
				for i := range block.Items {
					counts.Add(&block.Items[i])
				}
			}
			if !ok {
				if done, err = v.block(checker, asker, block, again); err != nil {
					return 0, err
				}
				done.Sum = sum.SHA256
				if err := v.file.write(reportLine{Block: &done}); err != nil {
					return 0, err
				}
			}
		}
		if ok {
			v.report.Samples += done.Samples
			v.report.Files += done.Files
		}
		v.report.Remade += done.Remade
		v.report.Reasked += done.Reasked
		v.add(done.Problems...)
		questions += done.Questions
		v.tell()
	}
	if v.opt.Figures {
		figures, err := v.set.Figures(v.ctx, job, &counts)
		if err != nil {
			return 0, err
		}
		for i := range figures {
			figures[i].Judge(p.Count)
		}
		v.report.Figures = append(v.report.Figures, Figures{name, figures})
	}
	return questions, nil
}

// block checks the samples of a block, several at once, and beside them asks it again.
func (v *verifier) block(checker Checker, asker Asker, block *Block, again map[int]bool) (verified verifiedBlock, err error) {
	out := verifiedBlock{Split: block.Split, Block: block.Block, Samples: block.Count}
	before := v.report.Files
	found := make([][]Problem, len(block.Items)+1) // the last are those of the questions
	var failed error
	fail := func(err error) {
		v.mu.Lock()
		defer v.mu.Unlock()
		if failed == nil {
			failed = err
		}
	}
	stopped := func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return failed != nil || v.ctx.Err() != nil
	}
	parallel(workerCount(v.opt.Workers), len(found), func(i int) {
		if stopped() {
			return
		}
		if i == 0 { // first, since it takes longest
			if asker == nil {
				return
			}
			problems, reasked, err := v.reask(asker, block)
			if err != nil {
				fail(err)
				return
			}
			found[len(block.Items)], out.Reasked = problems, reasked
			return
		}
		item := block.Items[i-1]
		problems := v.files(item.Files)
		more, err := checker.Check(v.ctx, item, again[item.Index])
		if err != nil {
			fail(fmt.Errorf("gen: checking %s/%d: %w", block.Split, item.Index, err))
			return
		}
		found[i-1] = append(problems, more...)
		n := block.plan().of(item.Index)
		v.mu.Lock()
		defer v.mu.Unlock()
		if again[item.Index] {
			out.Remade += n
		}
		v.report.Samples += n
		v.tell()
	})
	if err := v.ctx.Err(); err != nil {
		return out, err
	}
	if failed != nil {
		return out, failed
	}
	for i, problems := range found {
		if i < len(block.Items) {
			sort.SliceStable(problems, func(a, b int) bool { return problems[a].File < problems[b].File })
		}
		out.Problems = append(out.Problems, problems...)
	}
	if block.Asked != nil {
		out.Questions = block.Asked.Count
	}
	out.Files = v.report.Files - before
	return out, nil
}

// remadeOf are the first samples of the items of a split that are made again.
func remadeOf(job Job, p plan, share float64) map[int]bool {
	again := map[int]bool{}
	if share <= 0 {
		return again
	}
	stride := max(1, p.Stride)
	items := (p.Count + stride - 1) / stride
	for least := share; len(again) < min(10, items); least *= 2 { // a small split is not left out
		for i := range items {
			if remade(job, i*stride, least) {
				again[i*stride] = true
			}
		}
	}
	return again
}

// remade decides by the sample's place whether it is made again, so that two people who verify the same data look at the
// same samples.
func remade(job Job, index int, share float64) bool {
	key := rng.Key{Seed: job.Seed, Set: "verify", Split: job.Split, Index: index}
	return rng.At(key, "remake").Bool(share)
}

// reask compares the question files of a block with their checksums and with what asking again gives.
func (v *verifier) reask(asker Asker, block *Block) (found []Problem, reasked int, err error) {
	p := BlockPath(block.Split, block.Block)
	if block.Asked == nil {
		return []Problem{{File: p, Rule: ruleMissing, Detail: "the block has no questions; ask again"}}, 0, nil
	}
	found = v.files(block.Asked.Files)
	if got, want := block.Asked.Source, asker.Source(); got != want {
		return append(found, Problem{File: p, Rule: ruleSource, Detail: fmt.Sprintf(
			"questions were made from other templates (%s) than these (%s); verify with the same --templates", got, want)}), 0, nil
	}
	out, err := os.MkdirTemp("", "mereo-verify-")
	if err != nil {
		return nil, 0, fmt.Errorf("gen: asking again: %w", err)
	}
	defer os.RemoveAll(out)
	again, err := asker.AskBlock(v.ctx, block.Items, out)
	if err != nil { // of a damaged record, which was reported for itself
		return append(found, Problem{File: p, Rule: ruleReask, Detail: err.Error()}), 0, nil
	}
	return append(found, differences(p, block.Asked, again)...), 1, nil
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
