package explore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mereo/gen"
	"mereo/gen/show"
)

// words is the length of a set of samples of a block, one bit each.
const words = (gen.BlockSize + 63) / 64

type bitset [words]uint64

func (b *bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b *bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }

// value is a value of a facet.
type value struct{ name, value string }

// index remembers the facets of the samples of a split that were looked at: for each block the set of samples that have a
// value, 128 bytes for each value that occurs in it. A million samples with 200 values in each block take 26 MB.
type index struct {
	split  *split
	guard  func(where string, f func() error) error // runs what may panic
	mu     sync.Mutex
	blocks []indexBlock
	counts map[value]int
	seen   int // samples looked at
}

type indexBlock struct {
	known bitset
	with  map[value]*bitset
}

func newIndex(s *split, guard func(where string, f func() error) error) *index {
	return &index{split: s, guard: guard, blocks: make([]indexBlock, (s.Count+gen.BlockSize-1)/gen.BlockSize), counts: map[value]int{}}
}

// at returns what a sample can be found by, of what is known or from its files. A sample that is not there is looked for again
// the next time.
func (x *index) at(i int) (show.Facets, error) {
	if f, ok := x.remembered(i); ok {
		return f, nil
	}
	var f show.Facets
	err := x.guard(x.title(i), func() (err error) {
		f, err = x.split.reader.Facets(i)
		return err
	})
	if err != nil {
		return nil, err
	}
	x.put(i, f)
	return f, nil
}

// remembered is the part of at without files.
func (x *index) remembered(i int) (show.Facets, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b, k := &x.blocks[i/gen.BlockSize], i%gen.BlockSize
	if !b.known.has(k) {
		return nil, false
	}
	f := show.Facets{}
	for v, set := range b.with {
		if set.has(k) {
			f[v.name] = append(f[v.name], v.value)
		}
	}
	for _, values := range f {
		slices.SortFunc(values, byNumber)
	}
	return f, true
}

func (x *index) put(i int, f show.Facets) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b, k := &x.blocks[i/gen.BlockSize], i%gen.BlockSize
	if b.known.has(k) {
		return // another request was first
	}
	if b.with == nil {
		b.with = map[value]*bitset{}
	}
	b.known.set(k)
	x.seen++
	for name, values := range f {
		for _, text := range values {
			v := value{name, text}
			set := b.with[v]
			if set == nil {
				set = new(bitset)
				b.with[v] = set
			}
			if !set.has(k) {
				set.set(k)
				x.counts[v]++
			}
		}
	}
}

// filter is what samples are looked for by: of each name one of the values.
type filter map[string][]string

// parseFilter reads the parameters "f.NAME=VALUE" of a request.
func parseFilter(q url.Values) filter {
	f := filter{}
	for key, values := range q {
		if name, ok := strings.CutPrefix(key, "f."); ok {
			f[name] = values
		}
	}
	return f
}

func (f filter) matches(have show.Facets) bool {
	for name, wanted := range f {
		if !slices.ContainsFunc(wanted, func(v string) bool { return slices.Contains(have[name], v) }) {
			return false
		}
	}
	return true
}

// matching are the samples of a block that are known to match, and those that were not looked at.
func (x *index) matching(block int, f filter) (match, unknown bitset) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b := &x.blocks[block]
	match = b.known
	for name, wanted := range f {
		var any bitset
		for _, v := range wanted {
			if set := b.with[value{name, v}]; set != nil {
				for i := range any {
					any[i] |= set[i]
				}
			}
		}
		for i := range match {
			match[i] &= any[i]
		}
	}
	for i := range unknown {
		unknown[i] = ^b.known[i]
	}
	return match, unknown
}

// candidates are the samples of a block that match, or that were not looked at.
func (x *index) candidates(block int, f filter) bitset {
	match, unknown := x.matching(block, f)
	for i := range match {
		match[i] |= unknown[i]
	}
	return match
}

// found is a sample of a list.
type found struct {
	Index  int         `json:"index"`
	Title  string      `json:"title"`
	Facets show.Facets `json:"facets"`
	Error  string      `json:"error,omitempty"` // why it cannot be read
}

// scan lists up to limit samples from an index on that match, as far as it gets until the deadline. It returns where to go on, -1
// at the end.
func (x *index) scan(ctx context.Context, f filter, from, limit int, deadline time.Time) (out []found, next int) {
	out = []found{}
	i := from
	for i < x.split.Count {
		block := i / gen.BlockSize
		maybe := x.candidates(block, f)
		for end := min((block+1)*gen.BlockSize, x.split.Count); i < end; i++ {
			k := i % gen.BlockSize
			if rest := maybe[k/64] >> (k % 64); rest == 0 { // nothing in the rest of the word
				i += 63 - k%64
				continue
			} else if skip := bits.TrailingZeros64(rest); skip > 0 {
				i += skip - 1
				continue
			}
			if len(out) == limit || time.Now().After(deadline) || ctx.Err() != nil {
				return out, i
			}
			have, err := x.at(i)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil && len(f) == 0:
				out = append(out, found{i, x.title(i), show.Facets{}, err.Error()})
			case err == nil && f.matches(have):
				out = append(out, found{i, x.title(i), have, ""})
			}
		}
		i = min((block+1)*gen.BlockSize, x.split.Count)
	}
	return out, -1
}

func (x *index) title(i int) string { return fmt.Sprintf("%s/%d", x.split.Split, i) }

// tally counts values of what was looked at.
func (x *index) tally() (values map[string]map[string]int, seen int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	values = map[string]map[string]int{}
	for v, n := range x.counts {
		if values[v.name] == nil {
			values[v.name] = map[string]int{}
		}
		values[v.name][v.value] = n
	}
	return values, x.seen
}

// walk looks at all samples, one after the other, and leaves the processor and the disk to requests while there are any. It tells
// whether some were not there, as of a dataset that is being made.
func (x *index) walk(ctx context.Context, busy *atomic.Int64) (missing bool) {
	for i := range x.split.Count {
		for busy.Load() > 0 && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		if ctx.Err() != nil {
			return false
		}
		_, err := x.at(i) // other errors are told to those who ask for the sample
		missing = missing || errors.Is(err, fs.ErrNotExist)
	}
	return missing
}

// byNumber orders numbers by size and before words.
func byNumber(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil && x < y, errX == nil && errY != nil:
		return -1
	case errX == nil && errY == nil && x > y, errX != nil && errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}
