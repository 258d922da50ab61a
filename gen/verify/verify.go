// Package verify checks a dataset's folder against what its set promises: checksums, records, questions, joined files and pages.
// Dataset does all of it; what is wrong is a gen.Problem.
package verify

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/gen/write"
)

// VerifyOptions say how deep to look.
type Options struct {
	// Workers is how many samples are checked at once. If 0, as many as there are processors.
	Workers int
	// Remake is the share of samples, from 0 to 1, that are made again from the seed and compared: ten of a split at least,
	// unless it is 0.
	Remake float64
	// All: every sample is made again, and what is otherwise compared for a share, or left out of large datasets, is compared whole.
	All     bool
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
	Set      string        `json:"set"`
	Samples  int           `json:"samples"`
	Files    int           `json:"files"` // files whose checksum was compared
	Remade   int           `json:"remade"`
	Reasked  int           `json:"reasked,omitempty"` // blocks that were asked again
	Problems []gen.Problem `json:"problems"`          // of the folder, then by split, block, index and file; the first maxProblems
	More     int           `json:"more,omitempty"`    // problems that are not listed here
	Figures  []Figures     `json:"figures,omitempty"`
	gen.Sums
	// Proofs say what of samples is held by which means.
	Proofs []gen.Proof `json:"proofs,omitempty"`
	// Beside are files and folders that are no part of the dataset.
	Beside []string `json:"beside,omitempty"`
	// NotDrawn says why no picture was drawn again, of a dataset with pictures by a renderer.
	NotDrawn string `json:"not_drawn,omitempty"`
	// Note says why there was nothing to check; empty where there was.
	Note string `json:"note,omitempty"`
}

// maxProblems is how many problems a Report lists: a large folder of which everything is wrong has millions.
const maxProblems = 1000

// Figures are the figures of one split.
type Figures struct {
	Split   string       `json:"split"`
	Figures []gen.Figure `json:"figures"`
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
	ruleForm     = "form"             // a file says something, but not as the program writes it
	ruleJoined   = "joined"           // joining the samples again gives something else
	ruleSurplus  = "surplus"          // nothing lists the file
	ruleSource   = "questions-source" // questions were made from other templates than those of the set
	ruleReask    = "reask"            // asking again gives something else
)

// Verify checks a dataset's folder: that the manifest's files, the blocks' files and the samples' files are there
// with their checksums and nothing else is among them, and for every sample what the set promises. Every block is asked again, every
// split joined again, and the manifest built again from the blocks, and compared with what is there. What is wrong with the data
// is a Problem; an error means that checking could not go on. One block is held in memory at a time, and nothing is written but the report.
func Dataset(ctx context.Context, set gen.Set, root string, opt Options) (*Report, error) {
	if opt.All {
		opt.Remake = 1
	}
	job, err := gen.JobOf(set, root)
	if err != nil {
		return nil, err
	}
	job.GPU = opt.GPU
	v := &verifier{ctx: ctx, set: set, job: job, opt: opt, report: &Report{Set: set.Name(), Problems: []gen.Problem{}}}
	if v.file, err = openReport(ctx, opt, job, set); err != nil {
		return nil, err
	}
	defer v.file.close()
	complete, bad, err := v.splits()
	if err != nil {
		return nil, err
	}
	m, err := gen.ReadManifest(root)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && complete == nil && bad == nil:
		v.report.Note = "no split was begun here; single samples, as --index makes them, have no checksums to compare"
		return v.report, v.file.write(reportLine{End: v.report})
	case missing:
		bad = append(bad, gen.Problem{File: gen.ManifestFile, Rule: ruleMissing, Detail: "the manifest is missing; generate again to write it"})
	case err != nil:
		bad = append(bad, gen.ProblemOf(gen.ManifestFile, ruleManifest, err))
	}
	v.tell()
	more, err := v.outside(m, complete)
	if err != nil {
		return nil, err
	}
	if err := v.folder(append(bad, more...)); err != nil {
		return nil, err
	}
	var found []*page.Gathered
	for _, s := range complete {
		g, err := v.split(s.name, s.plan)
		if err != nil {
			return nil, err
		}
		found = append(found, g)
	}
	whole, err := v.whole(m, found)
	if err != nil {
		return nil, err
	}
	surplus, err := v.surplus(m, found)
	if err != nil {
		return nil, err
	}
	if err := v.folder(append(whole, surplus...)); err != nil {
		return nil, err
	}
	if v.report.Samples > 0 {
		v.report.Proofs = append(v.ownProofs(), v.report.Proofs...)
	}
	return v.report, v.file.write(reportLine{End: v.report})
}

type verifier struct {
	ctx   context.Context
	set   gen.Set
	job   gen.Job
	opt   Options
	total int // samples in all splits
	file  *reportFile

	drawing sync.Mutex // of painter.open
	colored bool       // there are fingerprints of color pictures
	mu      sync.Mutex
	report  *Report
}

func (v *verifier) add(p ...gen.Problem) {
	n := min(len(p), maxProblems-len(v.report.Problems))
	v.report.Problems = append(v.report.Problems, p[:n]...)
	v.report.More += len(p) - n
}

// folder adds problems with files that belong to no sample.
func (v *verifier) folder(p []gen.Problem) error {
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

// files compares checksums and counts the files.
func (v *verifier) files(files []write.File) (bad []gen.Problem) {
	for _, f := range files {
		if err := f.Check(v.job.Root); err != nil {
			detail := strings.TrimPrefix(err.Error(), "write: "+f.Path+": ") // which the problem names itself
			bad = append(bad, gen.Problem{File: f.Path, Rule: ruleChecksum, Detail: detail})
		}
	}
	v.mu.Lock()
	v.report.Files += len(files)
	v.mu.Unlock()
	return bad
}
