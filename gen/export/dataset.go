package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"mereo/gen"
	"mereo/gen/show"
)

// dataset is what is exported.
type dataset struct {
	set      show.Set
	root     string
	manifest *gen.Manifest
	splits   []gen.SplitManifest // that are exported
	readers  map[string]show.Reader
	classes  map[string][]show.Class // by split
}

// openDataset opens splits of a dataset's folder, all that are complete if names is nil.
func openDataset(set show.Set, root string, names []string) (*dataset, error) {
	m, err := gen.ReadManifest(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("export: %s has no manifest.json, so no split is complete; generate the rest first", root)
	} else if err != nil {
		return nil, err
	}
	d := &dataset{set: set, root: root, manifest: m, readers: map[string]show.Reader{}, classes: map[string][]show.Class{}}
	for _, s := range m.Splits {
		if names == nil || slices.Contains(names, s.Split) {
			d.splits = append(d.splits, s)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(m.Splits, func(s gen.SplitManifest) bool { return s.Split == name }) {
			return nil, fmt.Errorf("export: %s has no complete split %q, want %s", root, name, oneOf(splitNames(m.Splits)))
		}
	}
	for _, s := range d.splits {
		if d.readers[s.Split], err = d.open(s); err != nil {
			return nil, err
		}
		d.classes[s.Split] = d.readers[s.Split].Classes()
	}
	return d, nil
}

func splitNames(splits []gen.SplitManifest) (names []string) {
	for _, s := range splits {
		names = append(names, s.Split)
	}
	return names
}

// mustHaveScenes refuses a dataset whose samples are not made of 3D scenes, judged by the first one.
func (d *dataset) mustHaveScenes(ctx context.Context, format string) error {
	at := slices.IndexFunc(d.splits, func(s gen.SplitManifest) bool { return s.Samples > 0 })
	if at < 0 {
		return nil
	}
	made, err := d.readers[d.splits[at].Split].Make(ctx, 0)
	if err != nil {
		return fmt.Errorf("making %s/0 again: %w", d.splits[at].Split, err)
	}
	if len(made.Views()) == 0 {
		return fmt.Errorf("samples of this dataset (%s) have no 3D scene, so they cannot be exported as %s; want another format",
			d.set.Name(), format)
	}
	return nil
}

// open opens a split, which need not be exported.
func (d *dataset) open(s gen.SplitManifest) (show.Reader, error) {
	return d.set.Show(gen.Job{Root: d.root, Seed: d.manifest.Seed, Split: s.Split, Pictures: d.manifest.Pictures, Count: s.Samples})
}

// Shard is a part of a split whose files are written together: consecutive samples.
type Shard struct {
	Split string `json:"split"`
	Block int    `json:"block"` // -1: the whole split
	First int    `json:"first"` // index
	Count int    `json:"count"`
	// Of is how many blocks the split has, for formats whose files tell it.
	Of int `json:"of,omitempty"`
	// Source is what the samples are made of: SHA-256 of the files of their blocks.
	Source string `json:"source"`
}

// String names the shard in errors.
func (sh Shard) String() string {
	if sh.Block < 0 {
		return sh.Split
	}
	return fmt.Sprintf("%s, block %d", sh.Split, sh.Block)
}

// shards are those of all splits, in order.
func (d *dataset) shards(w wants) (out []Shard) {
	if w.nothing {
		return nil
	}
	for _, s := range d.splits {
		if !w.perBlock {
			source := sourceOf(s)
			if w.whole {
				source = d.whole()
			}
			out = append(out, Shard{Split: s.Split, Block: -1, Count: s.Samples, Source: source})
			continue
		}
		for _, b := range s.Blocks {
			sh := Shard{Split: s.Split, Block: b.Block, First: b.First, Count: b.Count, Source: b.SHA256}
			if w.counted {
				sh.Of = len(s.Blocks)
			}
			out = append(out, sh)
		}
	}
	if w.chained {
		for i := 1; i < len(out); i++ {
			out[i].Source = checksumOf(out[i-1].Source, out[i].Source)
		}
	}
	return out
}

// whole stands for the files of all splits, exported or not.
func (d *dataset) whole() string { return sourceOf(d.manifest.Splits...) }

// sourceOf stands for the files of splits.
func sourceOf(splits ...gen.SplitManifest) string {
	var sums []string
	for _, s := range splits {
		for _, b := range s.Blocks {
			sums = append(sums, b.SHA256)
		}
	}
	return checksumOf(sums...)
}
