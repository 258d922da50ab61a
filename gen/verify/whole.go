package verify

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// pageSamples is up to how many samples of a dataset the statistics page is made again: the tables of some sets learn from all samples.
const pageSamples = 20000

// pagesAgain tells whether the statistics page is made again.
func (v *verifier) pagesAgain() bool { return v.opt.All || v.total <= pageSamples }

// whole makes again, without writing it, what describes the dataset: joined files, pages and manifest, and compares it with what is there.
// What rests on damaged files, which were reported for themselves, is left out.
func (v *verifier) whole(m *gen.Manifest, found []*page.Gathered) (bad []gen.Problem, err error) {
	if m == nil || slices.ContainsFunc(found, func(g *page.Gathered) bool { return g.Broken }) {
		return nil, nil
	}
	damaged := slices.ContainsFunc(found, func(g *page.Gathered) bool { return g.Damaged })
	pages := page.Pages{Sheet: !damaged, Stats: !damaged && v.pagesAgain(), Card: true}
	for _, g := range found {
		i := slices.IndexFunc(m.Splits, func(s gen.SplitManifest) bool { return s.Split == g.Split })
		if i < 0 {
			return bad, nil // it was told
		}
		listed := m.Splits[i].Joined
		if !g.Damaged {
			g.Job.Out = write.Nowhere
			if err := g.Join(v.ctx, v.set, nil); v.ctx.Err() != nil {
				return nil, v.ctx.Err()
			} else if err != nil {
				bad = append(bad, gen.ProblemOf(gen.PlanPath(g.Split), ruleJoined, err))
				pages.Sheet, pages.Stats = false, false
			} else {
				bad = append(bad, sameFiles(listed, g.Joined, "joining the samples of "+g.Split+" again")...)
			}
		}
		g.Joined = listed // what they are was told above
		if pages.Stats {
			if err := g.Show(v.ctx, v.set); v.ctx.Err() != nil {
				return nil, v.ctx.Err()
			} else if err != nil {
				bad = append(bad, gen.ProblemOf(gen.StatsName, ruleJoined, err))
				pages.Stats = false
			}
		}
	}
	id, err := gen.IdentityOf(v.set, v.job)
	if err != nil {
		return nil, err
	}
	again := page.ManifestOf(id, found)
	v.report.Sums = again.Sums
	out := v.job
	out.Out = write.Nowhere
	made, err := page.WritePages(v.set, out, again, found, pages)
	if err != nil {
		return append(bad, gen.ProblemOf(gen.ManifestFile, ruleJoined, err)), nil
	}
	more, err := v.own(m, again, found, made, pages)
	if err != nil {
		return nil, err
	}
	bad = append(bad, more...)
	data, err := folder.Read(v.job.Root, gen.ManifestFile, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	var own bytes.Buffer
	if err := write.EncodeJSON(&own, again); err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	if d, err := record.First(data, own.Bytes()); err == nil && d != nil {
		return append(bad, gen.Problem{File: gen.ManifestFile, Object: d.Place, Rule: ruleManifest, Detail: fmt.Sprintf("is %s, but the blocks give %s", d.A, d.B)}), nil
	}
	return append(bad, sameForm(gen.ManifestFile, data, own.Bytes())...), nil
}

// own compares the dataset's own files with what is made of the manifest, and completes its list.
func (v *verifier) own(m, again *gen.Manifest, found []*page.Gathered, made []write.File, which page.Pages) (bad []gen.Problem, err error) {
	dataset, err := write.Sum(v.job.Root, gen.DatasetFile)
	if err != nil {
		return nil, err
	}
	want := []write.File{dataset}
	for _, page := range []struct {
		name  string
		again bool
	}{{gen.SheetName, which.Sheet}, {gen.StatsName, which.Stats}, {gen.CardName, which.Card}} {
		from := made
		if !page.again {
			from = m.Files // it is as listed
		}
		if i := slices.IndexFunc(from, func(f write.File) bool { return f.Path == page.name }); i >= 0 {
			want = append(want, from[i])
		}
	}
	packed, err := gen.PackedFiles(v.set, v.job.Root)
	if err != nil {
		return nil, err
	}
	want = append(want, packed...)
	bad = sameFiles(m.Files, want, "making the dataset's pages again")
	again.Files = m.Files
	if p, ok := v.set.(gen.Packer); ok && which.Sheet {
		remade := map[string]map[int]bool{}
		for _, g := range found {
			remade[g.Split] = remadeOf(g.Job, g.Plan, v.opt.Remake)
		}
		more, err := p.CheckPacked(v.ctx, v.job, func(split string, index int) bool { return remade[split][index] })
		if err != nil {
			return nil, err
		}
		bad = append(bad, more...)
	}
	return bad, nil
}

// sameFiles compares files that the manifest lists with those that were made again.
func sameFiles(listed, made []write.File, how string) (bad []gen.Problem) {
	report := func(f write.File, format string, args ...any) {
		bad = append(bad, gen.Problem{File: f.Path, Rule: ruleJoined, Detail: how + " " + fmt.Sprintf(format, args...)})
	}
	byPath := map[string]write.File{}
	for _, f := range made {
		byPath[f.Path] = f
	}
	for _, f := range listed {
		want, ok := byPath[f.Path]
		switch {
		case !ok:
			report(f, "does not give this file, which the manifest lists")
		case f != want:
			report(f, "gives %d bytes with SHA-256 %s, but the manifest has %d with %s", want.Bytes, want.SHA256, f.Bytes, f.SHA256)
		}
		delete(byPath, f.Path)
	}
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		report(byPath[p], "gives this file, which the manifest does not list")
	}
	if len(bad) == 0 && !slices.Equal(listed, made) {
		report(made[0], "gives these files in another order than the manifest")
	}
	return bad
}

// ownProofs say how files are held that belong to no set.
func (v *verifier) ownProofs() []gen.Proof {
	out := []gen.Proof{
		{What: "files", How: "checksums"},
		{What: "samples", How: "made again from the seed", Share: v.opt.Remake < 1},
	}
	if v.colored {
		out = append(out, gen.Proof{What: "color pictures", How: "mean color of each thing"})
	}
	if v.colored && v.report.Remade > 0 && v.report.NotDrawn == "" {
		out = append(out, gen.Proof{What: "color pictures", How: "drawn again: the same bytes by the same driver, much the same mean colors by another",
			Share: v.opt.Remake < 1})
	}
	if v.report.Reasked > 0 {
		out = append(out, gen.Proof{What: "questions", How: "asked again"})
	}
	pages := "made again from the samples"
	out = append(out, gen.Proof{What: "joined files, manifest and card", How: pages})
	if !v.pagesAgain() {
		pages = "checksum alone, of more than 20,000 samples"
	}
	out = append(out, gen.Proof{What: "statistics page", How: pages})
	if files, err := gen.PackedFiles(v.set, v.job.Root); err == nil && files != nil {
		out = append(out, gen.Proof{What: "packed files but pictures", How: "packed again"})
		out = append(out, gen.Proof{What: "packed pictures", How: "made smaller again", Share: v.opt.Remake < 1})
	}
	return out
}
