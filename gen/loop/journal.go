package loop

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sync"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

func journalPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.journal", b))
}

// openBlock is a block that is being made.
type openBlock struct {
	job     gen.Job
	want    gen.BlockPlan
	done    map[int]gen.Item
	asked   *gen.Asked // questions about just these samples; nil when they have to be asked
	journal *journal
	written int // how many items the block's file has, all of them in done; 0 when it has to be written again
	counted int // how many samples it says that it has
}

// openBlockAt locks a block for this process and reads what is finished of it. Samples whose files are not there with the
// right size and checksum count as not finished, and so do the questions when one of their files is not.
func openBlockAt(job gen.Job, want gen.BlockPlan, workers int) (*openBlock, error) {
	o, err := lockBlock(job, want)
	if err != nil {
		return nil, err
	}
	o.dropDamaged(workers)
	return o, nil
}

// lockBlock locks a block for this process and reads what is finished of it, without looking at the files of its
// samples: the block's file, if the block was finished once, and then its journal.
func lockBlock(job gen.Job, want gen.BlockPlan) (*openBlock, error) {
	j, items, err := openJournal(job.Root, job.Split, want.Number)
	if err != nil {
		return nil, err
	}
	o := &openBlock{job: job, want: want, done: map[int]gen.Item{}, journal: j}
	block, err := gen.ReadBlock(job.Root, job.Split, want.Number)
	if err == nil {
		o.written, o.counted, o.asked = len(block.Items), block.Count, block.Asked
		for _, item := range block.Items {
			o.done[item.Index] = item
		}
	} else if !gen.Absent(err) {
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
	for i := range o.want.Items() {
		if index := o.want.Index(i); !o.has(index) {
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
	for i := range o.want.Items() {
		if index := o.want.Index(i); o.has(index) {
			n += o.want.Of(index)
		}
	}
	return n
}

// add remembers a finished sample, on disk first.
func (o *openBlock) add(item gen.Item) error {
	if err := o.journal.add(item); err != nil {
		return err
	}
	o.put(item)
	return nil
}

// put takes a sample that the block's file does not have, or has otherwise.
func (o *openBlock) put(item gen.Item) {
	o.done[item.Index] = item
	o.written, o.asked = 0, nil
}

// items are the samples in index order. Every sample is there.
func (o *openBlock) items() []gen.Item {
	items := make([]gen.Item, o.want.Items())
	for i := range items {
		items[i] = o.done[o.want.Index(i)]
	}
	return items
}

// finish writes the block's file, unless it is there already, and removes the journal. Every sample is there.
func (o *openBlock) finish() error {
	if o.written != o.want.Items() || o.counted != o.want.Samples {
		b := o.want.Number
		block := gen.Block{
			Split: o.job.Split, Block: b, First: o.want.Index(0), Count: o.want.Samples, Items: o.items(), Asked: o.asked,
		}
		if o.want.Stride != 1 {
			block.Stride = o.want.Stride
		}
		// Not before all its files are on the disk, also those that were there: they may be of a run that was killed a moment ago.
		if _, err := write.CommitJSON(o.job.Root, gen.BlockPath(o.job.Split, b), block.Files(), block); err != nil {
			return err
		}
	}
	return o.journal.remove()
}

// ask asks about the block's samples and writes the question files; the block's file has yet to be written. Every
// sample is there.
func (o *openBlock) ask(ctx context.Context, asker gen.Asker) error {
	asked, err := asker.AskBlock(ctx, o.items(), o.job.Root)
	if err != nil {
		return fmt.Errorf("gen: asking block %d of %s: %w", o.want.Number, o.job.Split, err)
	}
	asked.Source = asker.Source()
	o.asked, o.written = asked, 0
	return nil
}

// close gives the block up; its journal stays for the next run.
func (o *openBlock) close() { o.journal.close() }
