package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/ordered"
	"mereo/scenes/rng"
)

// split checks the blocks of a complete split, one after the other, and adds up what they say. What cannot be read is a problem, and the
// split is broken then.
func (v *verifier) split(name string, p gen.Plan) (*page.Gathered, error) {
	job := v.job
	job.Split, job.Count = name, p.Count
	checker, err := v.set.NewChecker(v.ctx, job)
	if err != nil {
		return nil, err
	}
	defer checker.Close()
	if prover, ok := checker.(gen.Prover); ok && v.report.Proofs == nil {
		v.report.Proofs = prover.Proofs()
	}
	asker, err := v.set.NewAsker(v.ctx, job)
	if err != nil {
		return nil, err
	}
	again := remadeOf(job, p, v.opt.Remake)
	draw := &painter{v: v, job: job}
	defer draw.close()
	all := page.NewGathered(job, p)
	var counts gen.Counts // of all samples, for the figures
	for b := range p.Blocks() {
		file := gen.BlockPath(name, b)
		sum, err := write.Sum(job.Root, file)
		if err != nil {
			return nil, err
		}
		block, err := gen.ReadBlock(job.Root, name, b)
		var bad []gen.Problem
		if err == nil {
			bad = form(job.Root, file, block)
			err = all.Add(block, sum)
		}
		if err != nil {
			all.Broken = true
			bad = append(bad, gen.ProblemOf(file, ruleForm, err))
		}
		if err := v.folder(bad); err != nil {
			return nil, err
		}
		if block == nil {
			continue
		}
		all.Broken = all.Broken || asker != nil && block.Asked == nil // which is told below
		if v.opt.Figures {
			for i := range block.Items {
				counts.Add(&block.Items[i])
			}
		}
		done, ok := v.file.has(name, b, sum.SHA256)
		if !ok {
			if done, err = v.block(checker, asker, draw, block, again); err != nil {
				return nil, err
			}
			done.Sum = sum.SHA256
			if err := v.file.write(reportLine{Block: &done}); err != nil {
				return nil, err
			}
		} else {
			v.report.Samples += done.Samples
			v.report.Files += done.Files
		}
		v.report.Remade += done.Remade
		v.report.Reasked += done.Reasked
		all.Damaged = all.Damaged || slices.ContainsFunc(done.Problems, func(p gen.Problem) bool { return p.Rule == ruleChecksum })
		v.add(done.Problems...)
		v.tell()
	}
	if v.opt.Figures && !all.Broken {
		figures, err := v.set.Figures(v.ctx, job, &counts)
		if err != nil {
			return nil, err
		}
		for i := range figures {
			figures[i].Judge(p.Count)
		}
		v.report.Figures = append(v.report.Figures, Figures{name, figures})
	}
	return all, nil
}

// block checks the samples of a block, several at once, and beside them asks it again.
func (v *verifier) block(checker gen.Checker, asker gen.Asker, draw *painter, block *gen.Block, again map[int]bool) (verified verifiedBlock, err error) {
	out := verifiedBlock{Split: block.Split, Block: block.Block, Samples: block.Count}
	before := v.report.Files
	v.colored = v.colored || slices.ContainsFunc(block.Items, func(i gen.Item) bool { return len(i.Colors) > 0 })
	found := make([][]gen.Problem, len(block.Items)+1) // the last are those of the questions
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
	ordered.Each(ordered.Workers(v.opt.Workers), len(found), func(i int) {
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
		if found[i-1] = append(problems, more...); again[item.Index] && len(found[i-1]) == 0 {
			found[i-1] = draw.check(&item)
		}
		n := block.Plan().Of(item.Index)
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
	out.Files = v.report.Files - before
	return out, nil
}

// remadeOf are the first samples of the items of a split that are made again.
func remadeOf(job gen.Job, p gen.Plan, share float64) map[int]bool {
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
func remade(job gen.Job, index int, share float64) bool {
	key := rng.Key{Seed: job.Seed, Set: "verify", Split: job.Split, Index: index}
	return rng.At(key, "remake").Bool(share)
}

// reask compares the question files of a block with their checksums and with what asking again gives.
func (v *verifier) reask(asker gen.Asker, block *gen.Block) (found []gen.Problem, reasked int, err error) {
	p := gen.BlockPath(block.Split, block.Block)
	if block.Asked == nil {
		return []gen.Problem{{File: p, Rule: ruleMissing, Detail: "the block has no questions; ask again"}}, 0, nil
	}
	found = v.files(block.Asked.Files)
	if got, want := block.Asked.Source, asker.Source(); got != want {
		return append(found, gen.Problem{File: p, Rule: ruleSource, Detail: fmt.Sprintf(
			"questions were made from other templates (%s) than these (%s); verify with the same --templates", got, want)}), 0, nil
	}
	again, err := asker.AskBlock(v.ctx, block.Items, write.Nowhere)
	if err != nil { // of a damaged record, which was reported for itself
		return append(found, gen.Problem{File: p, Rule: ruleReask, Detail: err.Error()}), 0, nil
	}
	found = append(found, differences(p, block.Asked, again)...)
	if len(found) > 0 {
		places := v.places(asker, block)
		for i := range found {
			if place := places[found[i].File]; place != "" {
				found[i].Detail += ": " + place
			}
		}
	}
	return found, 1, nil
}

// places are where question files differ from what asking again writes, by their paths; what cannot be read differs nowhere.
func (v *verifier) places(asker gen.Asker, block *gen.Block) map[string]string {
	dir, err := os.MkdirTemp("", "mereo-verify-")
	if err != nil {
		return nil
	}
	defer os.RemoveAll(dir)
	again, err := asker.AskBlock(v.ctx, block.Items, dir)
	if err != nil {
		return nil
	}
	out := map[string]string{}
	for _, f := range again.Files {
		data, err := folder.Read(v.job.Root, f.Path, folder.Record)
		want, err2 := folder.Read(dir, f.Path, folder.Record)
		if err == nil && err2 == nil {
			out[f.Path] = record.Diff(data, want)
		}
	}
	return out
}

// differences says what differs between what was asked about the block with file p and what asking again gives.
func differences(p string, asked, again *gen.Asked) []gen.Problem {
	var found []gen.Problem
	report := func(file, format string, args ...any) {
		found = append(found, gen.Problem{File: file, Rule: ruleReask, Detail: fmt.Sprintf(format, args...)})
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
	for _, path := range slices.Sorted(maps.Keys(other)) {
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
