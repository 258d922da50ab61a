// Package diff says how two datasets differ: in what they are, in labels, in pixels, or in the driver that drew alone. Folders is the way in.
package diff

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/ordered"
)

// Kinds of differences, in the order in which they are told.
const (
	DiffIdentity = "identity"
	DiffFiles    = "files"  // that one dataset lacks, or that have other bytes
	DiffLabels   = "labels" // records, questions and what blocks say of samples
	DiffPixels   = "pixels" // labels, depth, colors, arrays
)

// Difference is the first of a kind.
type Difference struct {
	Kind  string `json:"kind"`
	Files int    `json:"files"` // that differ so
	File  string `json:"file"`  // the first of them
	// Place is in the file: objects[3].color, or the name of an array.
	Place  string `json:"place,omitempty"`
	Detail string `json:"detail"`
	// Of pixels: what they are, how many differ in all files, and the largest difference.
	What    string  `json:"what,omitempty"`
	Values  int     `json:"values,omitempty"`
	Of      int     `json:"of,omitempty"` // values of the files that differ
	Largest float64 `json:"largest,omitempty"`
}

// DiffReport is what Diff found.
type Report struct {
	A           gen.Sums     `json:"a"`
	B           gen.Sums     `json:"b"`
	Samples     int          `json:"samples"` // compared
	Differences []Difference `json:"differences"`
	// Drivers are the names of what drew samples in A and in B that otherwise have the same files, where these differ; the names are in the
	// files of blocks, the manifest, the card and the statistics page.
	Drivers []string `json:"drivers,omitempty"`
}

// Equal tells whether nothing differs; OnlyDriver, whether nothing does but the name of the driver.
func (r *Report) Equal() bool { return len(r.Differences) == 0 && r.Drivers == nil }

func (r *Report) OnlyDriver() bool { return len(r.Differences) == 0 && r.Drivers != nil }

// Diff compares the datasets of two folders: identity, files, labels, pixels. It reads the bytes of all files, so it holds of what is
// there and not of what checksums say. One block is held in memory at a time.
func Folders(ctx context.Context, a, b string, progress func(done, total int)) (*Report, error) {
	d := differ{ctx: ctx, roots: [2]string{a, b}, report: &Report{Differences: []Difference{}}}
	var plans [2]map[string]gen.Plan
	for i, root := range d.roots {
		var err error
		if d.ids[i], err = gen.ReadIdentity(root); err != nil {
			return nil, err
		}
		names, err := gen.SplitNames(root)
		if err != nil {
			return nil, err
		}
		plans[i] = map[string]gen.Plan{}
		for _, name := range names {
			if plans[i][name], err = gen.ReadPlan(root, name); err != nil {
				return nil, fmt.Errorf("gen: %s: %w", root, err)
			}
		}
	}
	if err := d.identity(); err != nil {
		return nil, err
	}
	names := slices.Compact(slices.Sorted(slices.Values(append(slices.Sorted(maps.Keys(plans[0])), slices.Sorted(maps.Keys(plans[1]))...))))
	total := 0
	for _, name := range names {
		total += max(plans[0][name].Count, plans[1][name].Count)
	}
	for _, name := range names {
		p, q := plans[0][name], plans[1][name]
		if !p.Same(q) {
			d.add(Difference{Kind: DiffFiles, File: gen.PlanPath(name), Detail: fmt.Sprintf("%d samples in A, %d in B", p.Count, q.Count)})
		}
		own := [2]gen.Checksums{gen.NewChecksums(), gen.NewChecksums()}
		for n := range max(p.Blocks(), q.Blocks()) {
			if err := d.block(name, n, own); err != nil {
				return nil, err
			}
			d.report.Samples = min(d.report.Samples+gen.BlockSize, total)
			if progress != nil {
				progress(d.report.Samples, total)
			}
		}
		for i := range own {
			if _, ok := plans[i][name]; ok {
				d.splits[i] = append(d.splits[i], gen.SplitManifest{Split: name, Sums: own[i].Named()})
			}
		}
	}
	d.report.A, d.report.B = gen.SumsOf(d.ids[0], d.splits[0]), gen.SumsOf(d.ids[1], d.splits[1])
	if err := d.described(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(d.report.Differences, func(a, b Difference) int { return rank(a.Kind) - rank(b.Kind) })
	return d.report, nil
}

func rank(kind string) int {
	return slices.Index([]string{DiffIdentity, DiffFiles, DiffLabels, DiffPixels}, kind)
}

// differ is one call of Diff. What is of A comes first.
type differ struct {
	ctx    context.Context
	roots  [2]string
	ids    [2]gen.Identity
	splits [2][]gen.SplitManifest
	report *Report
}

// add counts a difference, of which the first of a kind, and of pixels of each sort, is told.
func (d *differ) add(n Difference) {
	n.Files = 1
	for i := range d.report.Differences {
		if f := &d.report.Differences[i]; f.Kind == n.Kind && f.What == n.What {
			f.Files++
			f.Values += n.Values
			f.Of += n.Of
			f.Largest = max(f.Largest, n.Largest)
			return
		}
	}
	d.report.Differences = append(d.report.Differences, n)
}

func (d *differ) identity() error {
	return d.values(DiffIdentity, gen.DatasetFile, d.ids[0], d.ids[1])
}

// values compares what a file of each says.
func (d *differ) values(kind, file string, a, b any) error {
	var text [2][]byte
	for i, v := range [2]any{a, b} {
		var err error
		if text[i], err = json.Marshal(v); err != nil {
			return fmt.Errorf("gen: %w", err)
		}
	}
	j, err := record.First(text[0], text[1])
	if j != nil {
		d.add(Difference{Kind: kind, File: file, Place: j.Place, Detail: j.Words()})
	}
	return err
}

// block compares a block of a split, and adds the files of each to own.
func (d *differ) block(split string, n int, own [2]gen.Checksums) error {
	var blocks [2]*gen.Block
	for i, root := range d.roots {
		block, err := gen.ReadBlock(root, split, n)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return fmt.Errorf("gen: %s: %w", root, err)
		}
		for _, f := range block.Files() {
			own[i].Add(f)
		}
		blocks[i] = block
	}
	file := gen.BlockPath(split, n)
	if blocks[0] == nil || blocks[1] == nil {
		if blocks[0] != blocks[1] {
			d.lacks(file, blocks[0] != nil)
		}
		return nil
	}
	if err := d.files(blocks[0].Files(), blocks[1].Files()); err != nil {
		return err
	}
	var drivers [2]string
	for i, block := range blocks {
		for k := range block.Items {
			item := &block.Items[k]
			if drivers[i] == "" {
				drivers[i] = item.Renderer
			}
			item.Renderer, item.Files = "", nil
		}
		if block.Asked != nil {
			block.Asked.Files = nil
		}
	}
	if drivers[0] != drivers[1] && d.report.Drivers == nil {
		d.report.Drivers = drivers[:]
	}
	return d.values(DiffLabels, file, blocks[0], blocks[1])
}

// lacks tells of a file of which one dataset has none.
func (d *differ) lacks(file string, inA bool) {
	where := "in B alone"
	if inA {
		where = "in A alone"
	}
	d.add(Difference{Kind: DiffFiles, File: file, Detail: where})
}

// files compares the files of samples and questions, several at once.
func (d *differ) files(a, b []write.File) error {
	inB := map[string]bool{}
	for _, f := range b {
		inB[f.Path] = true
	}
	var both []string
	for _, f := range a {
		if inB[f.Path] {
			both = append(both, f.Path)
		} else {
			d.lacks(f.Path, true)
		}
		delete(inB, f.Path)
	}
	for _, p := range slices.Sorted(maps.Keys(inB)) {
		d.lacks(p, false)
	}
	found, errs := make([][]Difference, len(both)), make([]error, len(both))
	ordered.Each(ordered.Workers(0), len(both), func(i int) {
		if errs[i] = d.ctx.Err(); errs[i] == nil {
			found[i], errs[i] = d.file(both[i])
		}
	})
	for _, list := range found {
		for _, n := range list {
			d.add(n)
		}
	}
	return cmp.Or(errs...)
}

// file compares one file.
func (d *differ) file(p string) ([]Difference, error) {
	same, err := sameBytes(d.roots, p)
	if err != nil {
		return nil, err
	}
	if same {
		return nil, nil
	}
	found := []Difference{{Kind: DiffFiles, File: p, Detail: "other bytes"}}
	var more []Difference
	switch path.Ext(p) {
	case ".json":
		more, err = d.labels(p)
	case ".png", ".exr", ".npy", ".npz":
		more, err = d.pixels(p)
	}
	if err != nil {
		found[0].Detail = fmt.Sprintf("other bytes; %v", err)
	}
	return append(found, more...), nil
}

func (d *differ) labels(p string) ([]Difference, error) {
	var text [2][]byte
	for i, root := range d.roots {
		var err error
		if text[i], err = folder.Read(root, p, folder.Record); err != nil {
			return nil, err
		}
	}
	n := Difference{Kind: DiffLabels, File: p, Detail: "the same in other bytes"}
	j, err := record.First(text[0], text[1])
	if j != nil {
		n.Place, n.Detail = j.Place, j.Words()
	}
	return []Difference{n}, err
}

// sameBytes compares the bytes of a file of two folders.
func sameBytes(roots [2]string, p string) (bool, error) {
	var in [2]io.Reader
	var size [2]int64
	for i, root := range roots {
		f, err := folder.Open(root, p)
		if err != nil {
			return false, fmt.Errorf("gen: %s: %w", root, err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return false, fmt.Errorf("gen: %s: %w", root, err)
		}
		in[i], size[i] = f, info.Size()
	}
	if size[0] != size[1] {
		return false, nil
	}
	var buf [2][1 << 15]byte
	for {
		n, err := io.ReadFull(in[0], buf[0][:])
		m, err2 := io.ReadFull(in[1], buf[1][:])
		if !bytes.Equal(buf[0][:n], buf[1][:m]) {
			return false, nil
		}
		for _, err := range []error{err, err2} {
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return false, fmt.Errorf("gen: %s: %w", p, err)
			}
		}
		if err != nil || err2 != nil {
			return true, nil
		}
	}
}
