package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mereo/gen/write"
)

// Manifest describes a dataset of which at least one split is complete. It lies in manifest.json and is a function of the
// samples: however they came about, it has the same bytes.
type Manifest struct {
	Identity
	Sums                   // of all splits, with the identity
	Splits []SplitManifest `json:"splits"` // complete splits, by name
	Files  []write.File    `json:"files"`  // the dataset's own files except the manifest itself
}

// SplitManifest describes a complete split.
type SplitManifest struct {
	Split   string `json:"split"`
	Samples int    `json:"samples"`
	Sums
	// Shorter are smaller numbers of samples that were joined, too.
	Shorter  []int `json:"shorter,omitempty"`
	Files    int   `json:"files"` // of the samples and questions
	Bytes    int64 `json:"bytes"` // of the samples and questions
	Attempts int   `json:"attempts"`
	// Rejects counts why attempts, or steps inside attempts, were rejected.
	Rejects map[string]int `json:"rejects"`
	// Renderers counts the samples drawn by each driver.
	Renderers map[string]int `json:"renderers"`
	Questions int            `json:"questions,omitempty"`
	// QuestionRejects counts why questions were not kept.
	QuestionRejects map[string]int `json:"question_rejects,omitempty"`
	// QuestionSource is what all questions were made from (Asker.Source).
	QuestionSource string          `json:"question_source,omitempty"`
	Blocks         []BlockManifest `json:"blocks"`
	Joined         []write.File    `json:"joined"` // files that join samples
}

// BlockManifest names a block's file, which has the checksums of every file of the block's samples and questions.
type BlockManifest struct {
	Block int `json:"block"`
	First int `json:"first"`
	Count int `json:"count"`
	write.File
}

// ReadManifest reads the manifest of a dataset's folder.
func ReadManifest(root string) (*Manifest, error) {
	var m Manifest
	if err := readJSON(root, ManifestFile, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("gen: %s: %w; %s", ManifestFile, err, removeIt)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, m.Config); err != nil {
		return nil, fmt.Errorf("gen: %s: config: %w", ManifestFile, err)
	}
	m.Config = compact.Bytes()
	return &m, nil
}

// Finish writes what describes a dataset, from the files of its finished blocks, when job.Split is complete: joined files,
// statistics page, contact sheet, dataset card and manifest. Otherwise it writes nothing. It returns how many blocks of
// job.Split are not there.
func Finish(ctx context.Context, set Set, job Job) (left int, err error) {
	missing, err := MissingBlocks(job.Root, job.Split)
	if err != nil {
		return 0, err
	}
	if len(missing) > 0 {
		return len(missing), nil
	}
	return 0, withLock(job.Root, func() error { return describe(ctx, set, job) })
}

// describe writes the files of the whole. The manifest comes last, so that it never names what is not there, also on the disk.
func describe(ctx context.Context, set Set, job Job) error {
	id, err := identityOf(set, job)
	if err != nil {
		return err
	}
	names, err := splits(job.Root)
	if err != nil {
		return err
	}
	before := joinedBefore(job.Root, id)
	var found []*gathered
	for _, name := range names {
		job.Split = name
		g, err := gatherSplit(job)
		if errors.Is(err, errIncomplete) {
			continue
		}
		if err == nil {
			err = g.join(ctx, set, before[name])
		}
		if err == nil {
			err = g.show(ctx, set)
		}
		if err != nil {
			return err
		}
		found = append(found, g)
	}
	m := manifestOf(id, found)
	dataset, err := write.Sum(job.Root, DatasetFile)
	if err != nil {
		return err
	}
	pages, err := writePages(set, job, m, found, wholePages)
	if err != nil {
		return err
	}
	packed, err := packedFiles(set, job.Root)
	if err != nil {
		return err
	}
	m.Files = slices.Concat([]write.File{dataset}, pages, packed)
	_, err = write.CommitJSON(job.Root, ManifestFile, m.Named(), m)
	return err
}

// manifestOf is the manifest of splits, without the dataset's own files.
func manifestOf(id Identity, splits []*gathered) *Manifest {
	m := &Manifest{Identity: id, Splits: []SplitManifest{}, Files: []write.File{}}
	for _, g := range splits {
		m.Splits = append(m.Splits, g.SplitManifest)
	}
	m.Sums = sumsOf(id, m.Splits)
	return m
}

// pages are what people read of a dataset.
type pages struct{ sheet, stats, card bool }

var wholePages = pages{true, true, true}

// writePages writes contact sheet, statistics page and card below job.To.
func writePages(set Set, job Job, m *Manifest, splits []*gathered, which pages) (files []write.File, err error) {
	stats := map[string]*splitStats{}
	for _, g := range splits {
		stats[g.Split] = &g.stats
	}
	for _, f := range []struct {
		wanted bool
		write  func() (write.File, error)
	}{
		{which.sheet, func() (write.File, error) { return writeSheet(job, set.About(), m) }},
		{which.stats, func() (write.File, error) { return writeStats(job.To(), set.About(), m, stats) }},
		{which.card, func() (write.File, error) { return writeCard(job.To(), set.About(), m) }},
	} {
		if !f.wanted {
			continue
		}
		file, err := f.write()
		if err != nil {
			return nil, err
		}
		if file.Path != "" {
			files = append(files, file)
		}
	}
	return files, nil
}

// Named are the files that the manifest names.
func (m *Manifest) Named() []write.File {
	names := slices.Clone(m.Files)
	for _, s := range m.Splits {
		names = append(names, s.Joined...)
		for _, b := range s.Blocks {
			names = append(names, b.File)
		}
	}
	return names
}

// joinedBefore are the splits that a manifest of the same dataset describes, by name; none where there is no such manifest.
func joinedBefore(root string, id Identity) map[string]*SplitManifest {
	m, err := ReadManifest(root)
	if err != nil || id.Differ(m.Identity) != "" {
		return nil
	}
	out := map[string]*SplitManifest{}
	for i := range m.Splits {
		out[m.Splits[i].Split] = &m.Splits[i]
	}
	return out
}

// stillJoined tells whether the joined files of a split are those that were made of the same blocks, byte for byte. A folder
// may have many splits, and the end of one is no reason to join the others again.
func (s *SplitManifest) stillJoined(root string, now *SplitManifest) bool {
	if s == nil || !slices.Equal(s.Blocks, now.Blocks) || !slices.Equal(s.Shorter, now.Shorter) {
		return false
	}
	return !slices.ContainsFunc(s.Joined, func(f write.File) bool { return f.Check(root) != nil })
}

// errIncomplete: a split has blocks that are not there.
var errIncomplete = errors.New("gen: the split is not complete")

// gathered is what the blocks of a split say of it, added up one after the other, so that memory does not grow with the split.
type gathered struct {
	SplitManifest
	job    Job
	plan   plan
	counts Counts
	picked map[int]Item // that the statistics page shows
	sums   sums
	stats  splitStats
	// Files in the split's folders.
	folders map[string]bool
	listed  pathSum
	// Of Verify: a block cannot be read; a sample's file is not what its checksum says.
	broken, damaged bool
}

func newGathered(job Job, p plan) *gathered {
	job.Count = p.Count
	g := &gathered{
		job: job, plan: p, picked: map[int]Item{}, sums: newSums(), folders: map[string]bool{job.Split: true},
		SplitManifest: SplitManifest{
			Split: job.Split, Samples: p.Count, Shorter: p.Shorter, Rejects: map[string]int{}, Renderers: map[string]int{},
			QuestionRejects: map[string]int{}, Blocks: []BlockManifest{}, Joined: []write.File{},
		},
	}
	g.counts = Counts{Rejects: g.Rejects, Tally: tally{}}
	stride := max(1, p.Stride)
	for _, index := range shownIndices(job.Seed, job.Split, job.Count) {
		g.picked[index-index%stride] = Item{}
	}
	return g
}

// gatherSplit reads the blocks of job.Split. It is an error when the questions of its blocks have different sources.
func gatherSplit(job Job) (*gathered, error) {
	p, err := readPlan(job.Root, job.Split)
	if err != nil {
		return nil, err
	}
	g := newGathered(job, p)
	for b := range p.blocks() {
		block, err := ReadBlock(job.Root, job.Split, b)
		if absent(err) || err == nil && block.plan() != p.block(b) {
			return nil, errIncomplete
		} else if err != nil {
			return nil, err
		}
		f, err := write.Sum(job.Root, BlockPath(job.Split, b))
		if err == nil {
			err = g.add(block, f)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

// add adds a block, whose file is f.
func (g *gathered) add(block *Block, f write.File) error {
	for i := range block.Items {
		item := &block.Items[i]
		g.Attempts += item.Attempt + 1
		if item.Renderer != "" {
			g.Renderers[item.Renderer]++
		}
		g.counts.Add(item)
		if _, ok := g.picked[item.Index]; ok {
			g.picked[item.Index] = *item
		}
	}
	var source string // none: not asked
	if a := block.Asked; a != nil {
		source = a.Source
		g.Questions += a.Count
		for reason, n := range a.Rejects {
			g.QuestionRejects[reason] += n
		}
		addTally(g.counts.Tally, a.Tally)
	}
	if block.Block == 0 {
		g.QuestionSource = source
	} else if source != g.QuestionSource {
		return fmt.Errorf("gen: %s: questions of block %d of %s have source %q, those of block 0 %q; ask again",
			g.job.Root, block.Block, g.Split, source, g.QuestionSource)
	}
	for _, f := range block.Files() {
		g.Files++
		g.Bytes += f.Bytes
		g.sums.add(f)
		g.lists(f.Path)
	}
	g.SplitManifest.Sums = g.sums.named()
	g.Blocks = append(g.Blocks, BlockManifest{block.Block, block.First, block.Count, f})
	return nil
}

// join joins the samples of the split where before does not say that they are.
func (g *gathered) join(ctx context.Context, set Set, before *SplitManifest) error {
	if before.stillJoined(g.job.Root, &g.SplitManifest) {
		g.Joined = before.Joined
		return nil
	}
	for _, n := range append(slices.Clone(g.plan.Shorter), g.plan.Count) {
		part := g.job
		part.Count = n
		joined, err := set.Assemble(ctx, part)
		if err != nil {
			return err
		}
		g.Joined = append(g.Joined, joined...)
	}
	return nil
}

// show gathers what the statistics page shows of the split.
func (g *gathered) show(ctx context.Context, set Set) (err error) {
	g.stats.tally = g.counts.Tally
	if g.stats.tables, err = set.Tables(ctx, g.job); err != nil {
		return err
	}
	g.stats.samples, err = samplesOf(ctx, set, g.job, g.picked)
	return err
}

// Splits lists the complete splits of a dataset's folder and those that are not, by name.
func Splits(root string) (complete, incomplete []string, err error) {
	names, err := splits(root)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		missing, err := MissingBlocks(root, name)
		switch {
		case err != nil:
			return nil, nil, err
		case len(missing) > 0:
			incomplete = append(incomplete, name)
		default:
			complete = append(complete, name)
		}
	}
	return complete, incomplete, nil
}

// picturePath is a color picture of an index below root, with slashes.
func picturePath(pattern, split string, index int) string {
	return fmt.Sprintf(pattern, split, index)
}
