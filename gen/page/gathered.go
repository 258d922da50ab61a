package page

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/write"
)

// ManifestOf is the manifest of splits, without the dataset's own files.
func ManifestOf(id gen.Identity, splits []*Gathered) *gen.Manifest {
	m := &gen.Manifest{Identity: id, Splits: []gen.SplitManifest{}, Files: []write.File{}}
	for _, g := range splits {
		m.Splits = append(m.Splits, g.SplitManifest)
	}
	m.Sums = gen.SumsOf(id, m.Splits)
	return m
}

// JoinedBefore are the splits that a manifest of the same dataset describes, by name; none where there is no such manifest.
func JoinedBefore(root string, id gen.Identity) map[string]*gen.SplitManifest {
	m, err := gen.ReadManifest(root)
	if err != nil || id.Differ(m.Identity) != "" {
		return nil
	}
	out := map[string]*gen.SplitManifest{}
	for i := range m.Splits {
		out[m.Splits[i].Split] = &m.Splits[i]
	}
	return out
}

// ErrIncomplete: a split has blocks that are not there.
var ErrIncomplete = errors.New("gen: the split is not complete")

// Gathered is what the blocks of a split say of it, added up one after the other, so that memory does not grow with the split.
type Gathered struct {
	gen.SplitManifest
	Job    gen.Job
	Plan   gen.Plan
	counts gen.Counts
	picked map[int]gen.Item // that the statistics page shows
	sums   gen.Checksums
	stats  splitStats
	// Files in the split's folders.
	Folders map[string]bool
	Listed  PathSum
	// Of Verify: a block cannot be read; a sample's file is not what its checksum says.
	Broken, Damaged bool
}

func NewGathered(job gen.Job, p gen.Plan) *Gathered {
	job.Count = p.Count
	g := &Gathered{
		Job: job, Plan: p, picked: map[int]gen.Item{}, sums: gen.NewChecksums(), Folders: map[string]bool{job.Split: true},
		SplitManifest: gen.SplitManifest{
			Split: job.Split, Samples: p.Count, Shorter: p.Shorter, Rejects: map[string]int{}, Renderers: map[string]int{},
			QuestionRejects: map[string]int{}, Blocks: []gen.BlockManifest{}, Joined: []write.File{},
		},
	}
	g.counts = gen.Counts{Rejects: g.Rejects, Tally: tally{}}
	stride := max(1, p.Stride)
	for _, index := range shownIndices(job.Seed, job.Split, job.Count) {
		g.picked[index-index%stride] = gen.Item{}
	}
	return g
}

// GatherSplit reads the blocks of job.Split. It is an error when the questions of its blocks have different sources.
func GatherSplit(job gen.Job) (*Gathered, error) {
	p, err := gen.ReadPlan(job.Root, job.Split)
	if err != nil {
		return nil, err
	}
	g := NewGathered(job, p)
	for b := range p.Blocks() {
		block, err := gen.ReadBlock(job.Root, job.Split, b)
		if gen.Absent(err) || err == nil && block.Plan() != p.Block(b) {
			return nil, ErrIncomplete
		} else if err != nil {
			return nil, err
		}
		f, err := write.Sum(job.Root, gen.BlockPath(job.Split, b))
		if err == nil {
			err = g.Add(block, f)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Add adds a block, whose file is f.
func (g *Gathered) Add(block *gen.Block, f write.File) error {
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
		g.counts.Tally.Sum(a.Tally)
	}
	if block.Block == 0 {
		g.QuestionSource = source
	} else if source != g.QuestionSource {
		return fmt.Errorf("gen: %s: questions of block %d of %s have source %q, those of block 0 %q; ask again",
			g.Job.Root, block.Block, g.Split, source, g.QuestionSource)
	}
	for _, f := range block.Files() {
		g.Files++
		g.Bytes += f.Bytes
		g.sums.Add(f)
		g.Lists(f.Path)
	}
	g.SplitManifest.Sums = g.sums.Named()
	g.Blocks = append(g.Blocks, gen.BlockManifest{Block: block.Block, First: block.First, Count: block.Count, File: f})
	return nil
}

// Join joins the samples of the split where before does not say that they are.
func (g *Gathered) Join(ctx context.Context, set gen.Set, before *gen.SplitManifest) error {
	if before.StillJoined(g.Job.Root, &g.SplitManifest) {
		g.Joined = before.Joined
		return nil
	}
	for _, n := range append(slices.Clone(g.Plan.Shorter), g.Plan.Count) {
		part := g.Job
		part.Count = n
		joined, err := set.Assemble(ctx, part)
		if err != nil {
			return err
		}
		g.Joined = append(g.Joined, joined...)
	}
	return nil
}

// Show gathers what the statistics page shows of the split.
func (g *Gathered) Show(ctx context.Context, set gen.Set) (err error) {
	g.stats.tally = g.counts.Tally
	if g.stats.tables, err = set.Tables(ctx, g.Job); err != nil {
		return err
	}
	g.stats.samples, err = samplesOf(ctx, set, g.Job, g.picked)
	return err
}

// PathSum tells sets of paths apart in no memory: how many they are, and the sum of their hashes.
type PathSum struct {
	n   int
	sum uint64
}

var PathSeed = maphash.MakeSeed()

func (f *PathSum) Add(path string) {
	f.n++
	f.sum += maphash.String(PathSeed, path)
}

// splitFolder is the folder of a split in which a file lies, such as train of train/info/x.json and images/train of images/train/x.png.
func splitFolder(split, file string) (dir string, ok bool) {
	parts := strings.Split(file, "/")
	i := slices.Index(parts[:len(parts)-1], split)
	return strings.Join(parts[:i+1], "/"), i >= 0
}

// Lists adds a file, where it is in a folder of the split.
func (g *Gathered) Lists(file string) {
	if dir, ok := splitFolder(g.Split, file); ok {
		g.Folders[dir] = true
		g.Listed.Add(file)
	}
}
