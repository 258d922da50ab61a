package gen

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"sync"

	"mereo/gen/write"
	"mereo/scenes/rng"
)

// VerifyOptions say how deep to look.
type VerifyOptions struct {
	// Workers is how many samples are checked at once. If 0, as many as there are processors.
	Workers int
	// Remake is the share of samples, from 0 to 1, that are made again from the seed and compared.
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
	Problems []Problem `json:"problems"` // by split, index and file
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
)

// Verify checks a dataset's folder: that the manifest's files, the blocks' files and the samples' files are there with
// their checksums, that the manifest's counts are those of the blocks, and for every sample what the set promises. What is
// wrong with the data is a Problem; an error means that checking could not go on.
func Verify(ctx context.Context, set Set, root string, opt VerifyOptions) (*Report, error) {
	id, err := ReadIdentity(root)
	if err != nil {
		return nil, err
	}
	job := Job{Root: root, Seed: id.Seed, Pictures: id.Pictures, GPU: opt.GPU}
	if want, err := identityOf(set, job); err != nil {
		return nil, err
	} else if d := id.differ(want); d != "" {
		return nil, fmt.Errorf("gen: %s: the folder holds %s", root, d)
	}
	v := &verifier{ctx: ctx, set: set, job: job, opt: opt, report: &Report{Set: id.Set, Problems: []Problem{}}}
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
	items := map[string][]Item{}
	total := 0
	for _, name := range complete {
		if items[name], err = ReadItems(root, name); err != nil {
			return nil, err
		}
		total += len(items[name])
	}
	v.total = total
	v.manifest(complete, items)
	for _, name := range complete {
		if err := v.split(name, items[name]); err != nil {
			return nil, err
		}
	}
	return v.report, nil
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
func (v *verifier) manifest(complete []string, items map[string][]Item) {
	m, err := ReadManifest(v.job.Root)
	if errors.Is(err, fs.ErrNotExist) {
		v.add(Problem{File: manifestName, Rule: ruleMissing, Detail: "the manifest is missing; generate again to write it"})
		return
	} else if err != nil {
		v.add(Problem{File: manifestName, Rule: ruleManifest, Detail: err.Error()})
		return
	}
	v.files(m.Files)
	listed := map[string]bool{}
	for _, s := range m.Splits {
		listed[s.Split] = true
		if s.Samples != len(items[s.Split]) {
			v.add(Problem{File: manifestName, Object: s.Split, Rule: ruleManifest,
				Detail: fmt.Sprintf("%d samples, but the blocks have %d", s.Samples, len(items[s.Split]))})
		}
		v.files(s.Joined)
		for _, b := range s.Blocks {
			v.files([]write.File{b.File})
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
	v.add(bad...)
	v.mu.Lock()
	v.report.Files += len(files)
	v.mu.Unlock()
	return bad
}

// split checks every sample of a complete split.
func (v *verifier) split(name string, items []Item) error {
	job := v.job
	job.Split = name
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
		for _, f := range items[i].Files {
			if err := f.Check(v.job.Root); err != nil {
				found[i] = append(found[i], Problem{File: f.Path, Rule: ruleChecksum, Detail: err.Error()})
			}
		}
		remake := remade(job, items[i].Index, v.opt.Remake)
		problems, err := checker.Check(v.ctx, items[i], remake)
		found[i] = append(found[i], problems...)
		v.mu.Lock()
		defer v.mu.Unlock()
		if err != nil && failed == nil {
			failed = fmt.Errorf("gen: checking %s/%d: %w", name, items[i].Index, err)
		}
		v.report.Samples++
		v.report.Files += len(items[i].Files)
		if remake {
			v.report.Remade++
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
