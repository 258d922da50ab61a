package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"mereo/gen/write"
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

// files are the files of the block's samples and questions.
func (b *Block) files() []write.File {
	var out []write.File
	for _, item := range b.Items {
		out = append(out, item.Files...)
	}
	if b.Asked != nil {
		out = append(out, b.Asked.Files...)
	}
	return out
}

func blockPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.json", b))
}

func journalPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.journal", b))
}

// plan is what the block has.
func (b *Block) plan() blockPlan { return blockPlan{b.Block, b.Count, max(1, b.Stride)} }

// readBlock reads the file of a finished block and checks what it says of itself.
func readBlock(root, split string, b int) (*Block, error) {
	var block Block
	p := blockPath(split, b)
	if err := readJSON(root, p, &block); err != nil {
		return nil, err
	}
	if block.Split != split || block.Block != b || block.First != b*BlockSize || block.plan().items() != len(block.Items) {
		return nil, fmt.Errorf("gen: %s: says it is block %d of %s with %d samples from %d, but has %d items and should be block %d of %s",
			p, block.Block, block.Split, block.Count, block.First, len(block.Items), b, split)
	}
	for i, item := range block.Items {
		if want := block.plan().index(i); item.Index != want {
			return nil, fmt.Errorf("gen: %s: sample %d has index %d, want %d", p, i, item.Index, want)
		}
	}
	return &block, nil
}

// openBlock is a block that is being made. Its journal has a line for every finished sample, added after the sample's
// files are in place; a last line that was torn by a kill is dropped when the block is opened again.
type openBlock struct {
	job     Job
	want    blockPlan
	done    map[int]Item
	asked   *Asked // questions about just these samples; nil when they have to be asked
	journal *os.File
	written int // how many items the block's file has, all of them in done; 0 when it has to be written again
	counted int // how many samples it says that it has
}

// errBusy: another process has the block open.
var errBusy = errors.New("gen: the block is being made by another process")

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
// samples.
func lockBlock(job Job, want blockPlan) (*openBlock, error) {
	o := &openBlock{job: job, want: want, done: map[int]Item{}}
	name := filepath.Join(job.Root, filepath.FromSlash(journalPath(job.Split, want.number)))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	j, err := lockJournal(name)
	if err != nil {
		return nil, err
	}
	o.journal = j
	if err := o.load(name); err != nil {
		j.Close()
		return nil, err
	}
	return o, nil
}

// lockJournal opens and locks a journal. It tries again when the file it locked has been removed meanwhile by a process
// that finished the block.
func lockJournal(name string) (*os.File, error) {
	for {
		j, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return nil, fmt.Errorf("gen: %w", err)
		}
		if err := flock(j, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			j.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errBusy
			}
			return nil, fmt.Errorf("gen: %s: %w", name, err)
		}
		mine, err := j.Stat()
		if err == nil {
			if there, err := os.Stat(name); err == nil && os.SameFile(mine, there) {
				return j, nil
			}
		}
		j.Close()
	}
}

// load reads the block's file, if the block was finished once, and then its journal.
func (o *openBlock) load(name string) error {
	block, err := readBlock(o.job.Root, o.job.Split, o.want.number)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		o.written, o.counted, o.asked = len(block.Items), block.Count, block.Asked
		for _, item := range block.Items {
			o.done[item.Index] = item
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	good := 0
	for {
		line, _, ok := bytes.Cut(data[good:], []byte{'\n'})
		if !ok {
			break
		}
		var item Item
		if json.Unmarshal(line, &item) != nil || item.Index < 0 || item.Index/BlockSize != o.want.number {
			break
		}
		o.put(item)
		good += len(line) + 1
	}
	if good < len(data) { // torn: what follows would be glued to it
		if err := o.journal.Truncate(int64(good)); err != nil {
			return fmt.Errorf("gen: %w", err)
		}
	}
	return nil
}

// dropDamaged forgets samples that have a file that is not what it was, and the questions when one of theirs is not
// or a sample was forgotten.
func (o *openBlock) dropDamaged(workers int) {
	var mu sync.Mutex
	var indices []int
	for i := range o.done {
		indices = append(indices, i)
	}
	parallel(workers, len(indices), func(k int) {
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

// add remembers a finished sample, on disk first. One write call per line: a kill leaves a whole line or a torn last one.
func (o *openBlock) add(item Item) error {
	line, err := json.Marshal(item)
	if err != nil {
		return fmt.Errorf("gen: sample %d: %w", item.Index, err)
	}
	if _, err := o.journal.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("gen: %s: %w", journalPath(o.job.Split, o.want.number), pathCause(err))
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
		if _, err := write.JSON(o.job.Root, blockPath(o.job.Split, b), block); err != nil {
			return err
		}
	}
	if err := os.Remove(o.journal.Name()); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if err := o.journal.Close(); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	return nil
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

// close gives the block up; its journal stays for the next run, unless it is empty.
func (o *openBlock) close() {
	if info, err := o.journal.Stat(); err == nil && info.Size() == 0 {
		os.Remove(o.journal.Name())
	}
	o.journal.Close()
}

// pathCause strips the operating system's spelling of a path from an error.
func pathCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
