package gen

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/ordered"
)

// Block is a finished block as it lies in <split>/blocks/NNNN.json.
type Block struct {
	Split string `json:"split"`
	Block int    `json:"block"`
	First int    `json:"first"` // index of the first sample
	Count int    `json:"count"` // samples
	// Stride is how many samples an item has; 0 is 1. The last item may have more than belong to the split.
	Stride int    `json:"stride,omitempty"`
	Items  []Item `json:"items"` // in index order, without gaps
	// Asked are the questions about these samples; nil in sets without questions.
	Asked *Asked `json:"asked,omitempty"`
}

// Files are the files of the block's samples and questions.
func (b *Block) Files() []write.File {
	var out []write.File
	for _, item := range b.Items {
		out = append(out, item.Files...)
	}
	if b.Asked != nil {
		out = append(out, b.Asked.Files...)
	}
	return out
}

// BlockPath is the file of a finished block, below the dataset's folder.
func BlockPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.json", b))
}

func journalPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.journal", b))
}

// plan is what the block has.
func (b *Block) plan() blockPlan { return blockPlan{b.Block, b.Count, max(1, b.Stride)} }

// ReadBlock reads the file of a finished block and checks what it says of itself.
func ReadBlock(root, split string, b int) (*Block, error) {
	var block Block
	p := BlockPath(split, b)
	if err := readJSON(root, p, &block); err != nil {
		return nil, err
	}
	if err := block.Check(split, b); err != nil {
		return nil, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	return &block, nil
}

// readBlockPlan reads what a finished block has, and none of its samples.
func readBlockPlan(root, split string, b int) (blockPlan, error) {
	p := BlockPath(split, b)
	f, err := folder.Open(root, p)
	if err != nil {
		return blockPlan{}, fmt.Errorf("gen: %w", err)
	}
	defer f.Close()
	var head Block
	fields := map[string]any{"split": &head.Split, "block": &head.Block, "first": &head.First, "count": &head.Count, "stride": &head.Stride}
	if whole, err := endsWhole(f); err != nil {
		return blockPlan{}, fmt.Errorf("gen: %s: %w", p, pathCause(err))
	} else if !whole {
		return blockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, errCut, runAgain)
	}
	d := json.NewDecoder(bufio.NewReaderSize(f, 1024))
	if _, err := d.Token(); err != nil {
		return blockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	for {
		key, err := d.Token()
		if err != nil {
			return blockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
		}
		into, ok := fields[fmt.Sprint(key)]
		if !ok { // the samples
			break
		}
		if err := d.Decode(into); err != nil {
			return blockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
		}
	}
	if head.Split != split || head.Block != b || head.First != b*BlockSize {
		return blockPlan{}, fmt.Errorf("gen: %s: says it is block %d of %s from sample %d, but should be block %d of %s; %s",
			p, head.Block, head.Split, head.First, b, split, removeIt)
	}
	return head.plan(), nil
}

// openBlock is a block that is being made.
type openBlock struct {
	job     Job
	want    blockPlan
	done    map[int]Item
	asked   *Asked // questions about just these samples; nil when they have to be asked
	journal *journal
	written int // how many items the block's file has, all of them in done; 0 when it has to be written again
	counted int // how many samples it says that it has
}

// openBlockAt locks a block for this process and reads what is finished of it. Samples whose files are not there with the
// right size and checksum count as not finished, and so do the questions when one of their files is not.
func openBlockAt(job Job, want blockPlan, workers int) (*openBlock, error) {
	o, err := lockBlock(job, want)
	if err != nil {
		return nil, err
	}
	o.dropDamaged(workers)
	return o, nil
}

// lockBlock locks a block for this process and reads what is finished of it, without looking at the files of its
// samples: the block's file, if the block was finished once, and then its journal.
func lockBlock(job Job, want blockPlan) (*openBlock, error) {
	j, items, err := openJournal(job.Root, job.Split, want.number)
	if err != nil {
		return nil, err
	}
	o := &openBlock{job: job, want: want, done: map[int]Item{}, journal: j}
	block, err := ReadBlock(job.Root, job.Split, want.number)
	if err == nil {
		o.written, o.counted, o.asked = len(block.Items), block.Count, block.Asked
		for _, item := range block.Items {
			o.done[item.Index] = item
		}
	} else if !absent(err) {
		j.close()
		return nil, err
	}
	for _, item := range items {
		o.put(item)
	}
	return o, nil
}

// dropDamaged forgets samples that have a file that is not what it was, and the questions when one of theirs is not
// or a sample was forgotten.
func (o *openBlock) dropDamaged(workers int) {
	var mu sync.Mutex
	var indices []int
	for i := range o.done {
		indices = append(indices, i)
	}
	ordered.Each(workers, len(indices), func(k int) {
		mu.Lock()
		item := o.done[indices[k]]
		mu.Unlock()
		for _, f := range item.Files {
			if f.Check(o.job.Root) != nil {
				mu.Lock()
				delete(o.done, item.Index)
				o.written, o.asked = 0, nil
				mu.Unlock()
				return
			}
		}
	})
	damaged := func(f write.File) bool { return f.Check(o.job.Root) != nil }
	if o.asked != nil && slices.ContainsFunc(o.asked.Files, damaged) {
		o.asked = nil
	}
}

// missing lists the indices that are not finished, in order.
func (o *openBlock) missing() []int {
	var out []int
	for i := range o.want.items() {
		if index := o.want.index(i); !o.has(index) {
			out = append(out, index)
		}
	}
	return out
}

func (o *openBlock) has(index int) bool {
	_, ok := o.done[index]
	return ok
}

// samples is how many wanted samples are finished.
func (o *openBlock) samples() (n int) {
	for i := range o.want.items() {
		if index := o.want.index(i); o.has(index) {
			n += o.want.of(index)
		}
	}
	return n
}

// add remembers a finished sample, on disk first.
func (o *openBlock) add(item Item) error {
	if err := o.journal.add(item); err != nil {
		return err
	}
	o.put(item)
	return nil
}

// put takes a sample that the block's file does not have, or has otherwise.
func (o *openBlock) put(item Item) {
	o.done[item.Index] = item
	o.written, o.asked = 0, nil
}

// items are the samples in index order. Every sample is there.
func (o *openBlock) items() []Item {
	items := make([]Item, o.want.items())
	for i := range items {
		items[i] = o.done[o.want.index(i)]
	}
	return items
}

// finish writes the block's file, unless it is there already, and removes the journal. Every sample is there.
func (o *openBlock) finish() error {
	if o.written != o.want.items() || o.counted != o.want.samples {
		b := o.want.number
		block := Block{
			Split: o.job.Split, Block: b, First: o.want.index(0), Count: o.want.samples, Items: o.items(), Asked: o.asked,
		}
		if o.want.stride != 1 {
			block.Stride = o.want.stride
		}
		// Not before all its files are on the disk, also those that were there: they may be of a run that was killed a moment ago.
		if _, err := write.CommitJSON(o.job.Root, BlockPath(o.job.Split, b), block.Files(), block); err != nil {
			return err
		}
	}
	return o.journal.remove()
}

// ask asks about the block's samples and writes the question files; the block's file has yet to be written. Every
// sample is there.
func (o *openBlock) ask(ctx context.Context, asker Asker) error {
	asked, err := asker.AskBlock(ctx, o.items(), o.job.Root)
	if err != nil {
		return fmt.Errorf("gen: asking block %d of %s: %w", o.want.number, o.job.Split, err)
	}
	asked.Source = asker.Source()
	o.asked, o.written = asked, 0
	return nil
}

// close gives the block up; its journal stays for the next run.
func (o *openBlock) close() { o.journal.close() }

// pathCause strips the operating system's spelling of a path from an error.
func pathCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
