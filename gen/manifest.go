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
	Splits []SplitManifest `json:"splits"` // complete splits, by name
	Files  []write.File    `json:"files"`  // the dataset's own files except the manifest itself
}

// SplitManifest describes a complete split.
type SplitManifest struct {
	Split   string `json:"split"`
	Samples int    `json:"samples"`
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
	m := &Manifest{Identity: id, Splits: []SplitManifest{}, Files: []write.File{}}
	names, err := splits(job.Root)
	if err != nil {
		return err
	}
	joined := joinedBefore(job.Root, id)
	stats := map[string]*splitStats{}
	for _, name := range names {
		job.Split = name
		s, shown, err := describeSplit(ctx, set, job, joined[name])
		if errors.Is(err, errIncomplete) {
			continue
		} else if err != nil {
			return err
		}
		m.Splits = append(m.Splits, *s)
		stats[name] = shown
	}

	for _, f := range []func() (write.File, error){
		func() (write.File, error) { return write.Sum(job.Root, DatasetFile) },
		func() (write.File, error) { return writeSheet(job.Root, set.About(), m) },
		func() (write.File, error) { return writeStats(job.Root, set.About(), m, stats) },
		func() (write.File, error) { return writeCard(job.Root, set.About(), m) },
	} {
		file, err := f()
		if err != nil {
			return err
		}
		if file.Path != "" {
			m.Files = append(m.Files, file)
		}
	}
	_, err = write.CommitJSON(job.Root, ManifestFile, m.Named(), m)
	return err
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

// describeSplit reads the blocks of job.Split one after the other, so that memory does not grow with the split, joins its samples where
// before does not say that they are, and gathers what the statistics page shows of it. It is an error when the questions of its blocks
// have different sources.
func describeSplit(ctx context.Context, set Set, job Job, before *SplitManifest) (*SplitManifest, *splitStats, error) {
	p, err := readPlan(job.Root, job.Split)
	if err != nil {
		return nil, nil, err
	}
	job.Count = p.Count
	s := &SplitManifest{
		Split: job.Split, Samples: p.Count, Shorter: p.Shorter, Rejects: map[string]int{}, Renderers: map[string]int{},
		QuestionRejects: map[string]int{}, Blocks: []BlockManifest{}, Joined: []write.File{},
	}
	stride := max(1, p.Stride)
	counts, picked := Counts{Rejects: s.Rejects, Tally: tally{}}, map[int]Item{}
	for _, index := range shownIndices(job.Seed, job.Split, job.Count) {
		picked[index-index%stride] = Item{}
	}
	for b := range p.blocks() {
		block, err := ReadBlock(job.Root, job.Split, b)
		if absent(err) || err == nil && block.plan() != p.block(b) {
			return nil, nil, errIncomplete
		} else if err != nil {
			return nil, nil, err
		}
		for i := range block.Items {
			item := &block.Items[i]
			s.Attempts += item.Attempt + 1
			if item.Renderer != "" {
				s.Renderers[item.Renderer]++
			}
			counts.Add(item)
			if _, ok := picked[item.Index]; ok {
				picked[item.Index] = *item
			}
		}
		var source string // none: not asked
		if a := block.Asked; a != nil {
			source = a.Source
			s.Questions += a.Count
			for reason, n := range a.Rejects {
				s.QuestionRejects[reason] += n
			}
			addTally(counts.Tally, a.Tally)
		}
		if block.Block == 0 {
			s.QuestionSource = source
		} else if source != s.QuestionSource {
			return nil, nil, fmt.Errorf("gen: %s: questions of block %d of %s have source %q, those of block 0 %q; ask again",
				job.Root, block.Block, job.Split, source, s.QuestionSource)
		}
		for _, f := range block.Files() {
			s.Files++
			s.Bytes += f.Bytes
		}
		f, err := write.Sum(job.Root, BlockPath(job.Split, block.Block))
		if err != nil {
			return nil, nil, err
		}
		s.Blocks = append(s.Blocks, BlockManifest{block.Block, block.First, block.Count, f})
	}
	if before.stillJoined(job.Root, s) {
		s.Joined = before.Joined
	} else {
		for _, n := range append(slices.Clone(p.Shorter), p.Count) {
			part := job
			part.Count = n
			joined, err := set.Assemble(ctx, part)
			if err != nil {
				return nil, nil, err
			}
			s.Joined = append(s.Joined, joined...)
		}
	}
	tables, err := set.Tables(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	samples, err := samplesOf(ctx, set, job, picked)
	if err != nil {
		return nil, nil, err
	}
	return s, &splitStats{counts.Tally, tables, samples}, nil
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

// picturePath is a colour picture of an index below root, with slashes.
func picturePath(pattern, split string, index int) string {
	return fmt.Sprintf(pattern, split, index)
}
