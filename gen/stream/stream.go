// Package stream makes samples without end and without files of pictures: the samples, records and questions of a dataset, in a fixed order,
// with their arrays in shared memory.
//
// A stream is one of several shards that share the samples of a split: shard r of n has blocks r, r+n, r+2n and so on, each in the order
// of indices, so that questions, which are balanced inside blocks, are asked once. How many workers make it changes nothing.
package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/internal/folder"
)

// Options say what a stream is of, and how it is made.
type Options struct {
	Set show.Set
	// Job says seed, split and GPU, and whether there are pictures. Root and Count are no matter.
	Job gen.Job
	// Arrays are those that samples bring along, of Names and of the set's own. Labels that a dataset of this configuration has no files of are found by the
	// processor, which takes its time.
	Arrays []string
	// Scene has samples bring along what they show. Questions asks the questions of sets that have some.
	// Traces has them tell what each call of their programs yields.
	Scene, Questions, Traces bool
	// Shard of Shards is made. If Shards is 0, 1 is used.
	Shard, Shards int
	// Taken is how many samples of the shard come before the first.
	Taken int
	// Workers make so many samples at once. If 0, 1 is used.
	Workers int
	// Processes has every worker be a process; without, they share one renderer in this one.
	Processes *Processes
}

// Processes says how worker processes are started.
type Processes struct {
	Command func() *exec.Cmd // calls Serve
	Set     json.RawMessage  // for the open function of Serve
	Died    func(why error)  // is told why a process died, where the stream goes on
}

// Stream makes samples. Its methods may be called at once from several goroutines.
type Stream struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu     sync.Mutex
	change sync.Cond
	begun  bool // Next was called
	asked  []*errand
	next   job // that no worker has begun
	taken  int // samples of the shard that Next has returned
	ready  map[int]*Sample
	blocks map[int]*block
	bare   show.Reader // without records and questions; nil before it is needed
	failed error
}

// job is a sample that is to be made: number at of the shard. Records alone are made of those that come before the first one of a stream,
// since questions depend on them.
type job struct {
	at      int
	records bool
	errand  *errand // a sample that is made out of turn
}

// errand is a sample of Make.
type errand struct {
	index  int
	done   chan struct{}
	sample *Sample
	err    error
}

// Open begins a stream. From the first Next on it makes samples ahead: as many again as it has workers.
func Open(ctx context.Context, opt Options) (*Stream, error) {
	opt.Shards, opt.Workers = max(opt.Shards, 1), max(opt.Workers, 1)
	switch {
	case opt.Shard < 0 || opt.Shard >= opt.Shards:
		return nil, fmt.Errorf("stream: shard is %d, want 0 to %d", opt.Shard, opt.Shards-1)
	case opt.Taken < 0:
		return nil, fmt.Errorf("stream: %d samples were taken, want 0 or more", opt.Taken)
	case !gen.ValidSplit(opt.Job.Split):
		return nil, gen.BadSplit(opt.Job.Split)
	}
	opt.Job.Count, opt.Job.Root = 0, ""
	if err := opt.Set.Validate(opt.Job); err != nil {
		return nil, err
	}
	if len(opt.Arrays) > 0 {
		r, err := opt.Set.Show(opt.Job)
		if err != nil {
			return nil, err
		}
		if err := CheckNames(r, opt.Arrays); err != nil {
			return nil, err
		}
	}
	s := &Stream{opt: opt, taken: opt.Taken, ready: map[int]*Sample{}, blocks: map[int]*block{}}
	s.change.L = &s.mu
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.next.at = opt.Taken
	if opt.Questions {
		if before := opt.Taken % gen.BlockSize; before > 0 {
			s.next.at, s.next.records = opt.Taken-before, true
		}
	}
	workers, err := s.openWorkers()
	if err != nil {
		s.cancel()
		return nil, err
	}
	for _, w := range workers {
		s.done.Go(func() { s.work(w) })
	}
	return s, nil
}

// index is that of sample number at of the shard.
func (s *Stream) index(at int) int {
	return (at/gen.BlockSize*s.opt.Shards+s.opt.Shard)*gen.BlockSize + at%gen.BlockSize
}

// fail ends the stream.
func (s *Stream) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = err
	}
	s.cancel()
	s.change.Broadcast()
}

// take waits for something to do; false when the stream has ended.
func (s *Stream) take() (job, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.failed == nil && s.ctx.Err() == nil && len(s.asked) == 0 && (!s.begun || s.next.at >= s.taken+2*s.opt.Workers) {
		s.change.Wait()
	}
	if len(s.asked) > 0 {
		e := s.asked[0]
		s.asked = s.asked[1:]
		return job{errand: e}, s.failed == nil && s.ctx.Err() == nil
	}
	j := s.next
	s.next.at++
	s.next.records = s.next.records && s.next.at < s.opt.Taken
	return j, s.failed == nil && s.ctx.Err() == nil
}

// work makes samples until the stream ends.
func (s *Stream) work(w maker) {
	defer w.close()
	for {
		j, ok := s.take()
		if e := j.errand; e != nil {
			if e.err = errClosed; ok {
				e.sample, e.err = s.hand(w, &Sample{Index: e.index})
			}
			close(e.done)
			continue
		}
		if !ok {
			return
		}
		sample, err := s.make(w, j)
		if err != nil {
			s.fail(err)
			return
		}
		if sample == nil {
			continue
		}
		s.mu.Lock()
		s.ready[j.at] = sample
		s.change.Broadcast()
		s.mu.Unlock()
	}
}

// make makes a sample and files its records; the sample is nil where only these are wanted.
func (s *Stream) make(w maker, j job) (*Sample, error) {
	index := s.index(j.at)
	b, err := s.block(index / gen.BlockSize)
	if err != nil {
		return nil, err
	}
	if j.records {
		made, err := w.make(s.ctx, &wish{Index: index})
		if err == nil {
			b.keep(made)
		}
		return nil, err
	}
	return s.hand(w, &Sample{Index: index, block: b, traces: s.opt.Traces})
}

// hand fills a sample with what is wanted of it, and files its records if it is of a block.
func (s *Stream) hand(w maker, sample *Sample) (*Sample, error) {
	wish := wish{Index: sample.Index, Arrays: s.opt.Arrays, Scene: s.opt.Scene}
	if len(wish.Arrays) > 0 {
		sample.slots = w.slots()
		wish.Slot = sample.slots.take()
		sample.slot = wish.Slot
	}
	made, err := w.make(s.ctx, &wish)
	if err != nil {
		return nil, err
	}
	if sample.block != nil {
		sample.Records = sample.block.keep(made)
	}
	sample.Item, sample.Things, sample.Arrays, sample.scene = made.Item, made.Things, made.Arrays, made.Scene
	if made.FD >= 0 {
		if sample.memory, err = w.memory(wish.Slot, made.FD); err != nil {
			return nil, err
		}
	}
	return sample, nil
}

// Make makes a sample of the split out of turn. It has what others have but for records and questions. The caller gives it back by
// Sample.Release.
func (s *Stream) Make(index int) (*Sample, error) {
	if index < 0 {
		return nil, fmt.Errorf("stream: index is %d, want 0 or more", index)
	}
	e := &errand{index: index, done: make(chan struct{})}
	s.mu.Lock()
	if s.failed != nil {
		s.mu.Unlock()
		return nil, s.failed
	}
	s.asked = append(s.asked, e)
	s.change.Broadcast()
	s.mu.Unlock()
	select {
	case <-e.done:
		return e.sample, e.err
	case <-s.ctx.Done():
		return nil, s.ctx.Err()
	}
}

// Reader makes a sample again. It has its questions if Next has returned it and it is of the last block or the one before; asked says so.
func (s *Stream) Reader(index int) (r show.Reader, asked bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if index < 0 {
		return nil, false, fmt.Errorf("stream: index is %d, want 0 or more", index)
	}
	number := index / gen.BlockSize
	at := number/s.opt.Shards*gen.BlockSize + index%gen.BlockSize
	b := s.blocks[number]
	if b != nil && at >= s.opt.Taken && at < s.taken {
		return b.reader, true, nil
	}
	if s.bare == nil {
		s.bare, err = s.opt.Set.Show(s.opt.Job)
	}
	return s.bare, false, err
}

// Next waits for the next sample. The caller gives it back by Sample.Release.
func (s *Stream) Next() (*Sample, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		s.begun = true
		s.change.Broadcast()
	}
	for {
		if s.failed == errClosed {
			return nil, s.failed
		}
		if sample := s.ready[s.taken]; sample != nil {
			delete(s.ready, s.taken)
			s.taken++
			s.change.Broadcast()
			return sample, nil
		}
		if s.failed != nil {
			return nil, s.failed
		}
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		s.change.Wait()
	}
}

// Close ends the stream: samples that were begun are finished and dropped.
func (s *Stream) Close() {
	s.fail(errClosed)
	s.mu.Lock()
	for _, b := range s.blocks {
		b.memory.Close(errClosed)
	}
	s.mu.Unlock()
	s.done.Wait()
}

var errClosed = errors.New("stream: closed")

// block is a block of which samples are made: its records and questions.
type block struct {
	memory *folder.Memory
	reader show.Reader
	asked  bool // questions are
}

// keep files the records of a sample and returns their paths.
func (b *block) keep(made *handed) (paths []string) {
	for path, data := range made.Files {
		b.memory.Keep(path, []byte(data))
		paths = append(paths, path)
	}
	return paths
}

// block opens a block when its first sample is begun. That before the last one is forgotten: a sample that is still held from there has no
// records any more.
func (s *Stream) block(number int) (*block, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.blocks[number]; b != nil {
		return b, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	b, err := s.openBlock(number)
	if err != nil {
		return nil, err
	}
	s.blocks[number] = b
	if past := number - 2*s.opt.Shards; s.blocks[past] != nil {
		s.blocks[past].memory.Close(errPast)
		delete(s.blocks, past)
	}
	return b, nil
}

var errPast = errors.New("stream: the sample is from two blocks ago, and its records are gone")

// openBlock opens a block and begins to ask about it: each sample is asked about when its record is there.
func (s *Stream) openBlock(number int) (*block, error) {
	b, job := &block{memory: folder.NewMemory(s.opt.Questions)}, s.opt.Job
	job.Root = b.memory.Root()
	var err error
	if b.reader, err = s.opt.Set.Show(job); err != nil || !s.opt.Questions {
		return b, err
	}
	asker, err := s.opt.Set.NewAsker(s.ctx, job)
	if b.asked = asker != nil; err != nil || !b.asked {
		return b, err
	}
	items := make([]gen.Item, gen.BlockSize)
	for i := range items {
		items[i].Index = number*gen.BlockSize + i
	}
	s.done.Go(func() {
		if _, err := asker.AskBlock(s.ctx, items, job.Root); err != nil && s.ctx.Err() == nil {
			b.memory.Close(err)
			s.fail(err)
		}
	})
	return b, nil
}

// Sample is a sample of a stream.
type Sample struct {
	Index   int
	Item    *gen.Item
	Things  int      // objects that it has
	Records []string // their paths
	Arrays  []Array

	block  *block // nil for one of Make
	traces bool
	slots  *slots
	slot   int
	memory *Memory // of the arrays
	scene  *show.Data
}

// Scene is what the sample shows, without its questions; nil where it was not asked for.
func (s *Sample) Scene() *show.Data { return s.scene }

// Questions are those of the sample. They are waited for; there are none where the stream asks none.
func (s *Sample) Questions() ([]show.QuestionData, error) {
	if s.block == nil || !s.block.asked {
		return []show.QuestionData{}, nil
	}
	list, err := s.block.reader.Questions(s.Index)
	questions := show.QuestionsData(list)
	if err != nil || !s.traces {
		return questions, err
	}
	shown, err := s.block.reader.Sample(s.Index)
	if err != nil {
		return nil, err
	}
	return questions, show.Traces(shown, questions)
}

// Record reads one of Records, or a file of questions.
func (s *Sample) Record(path string) ([]byte, error) { return s.block.memory.Read(path, folder.Record) }

// Memory is the file in which the arrays are; nil where they are in none.
func (s *Sample) Memory() *Memory { return s.memory }

// Bytes are the arrays, copied from memory.
func (s *Sample) Bytes() ([]byte, error) {
	last := &s.Arrays[len(s.Arrays)-1]
	data := make([]byte, last.Offset+last.Bytes())
	if _, err := s.memory.ReadAt(data, 0); err != nil {
		return nil, fmt.Errorf("stream: shared memory: %w", err)
	}
	return data, nil
}

// Release gives the arrays back: they may be overwritten from then on.
func (s *Sample) Release() {
	if s.slots != nil {
		s.slots.give(s.slot)
		s.slots = nil
	}
}
