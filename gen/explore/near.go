package explore

import (
	"context"
	"math/bits"
	"net/http"
	"time"

	"mereo/gen"
)

// near tells where a sample stands among those that match, as far as it is found within a moment. Asked again, it gets farther.
func (e *Explorer) near(r *http.Request) (any, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	var out struct {
		Previous int  `json:"previous"` // -1 for none
		Next     int  `json:"next"`
		Place    int  `json:"place"` // from 1; 0 of a sample that does not match
		Of       int  `json:"of"`
		Complete bool `json:"complete"` // all samples were looked at
	}
	f, now := parseFilter(r.URL.Query()), time.Now()
	var before, after bool
	out.Next, after = s.index.nearest(r.Context(), f, i, 1, now.Add(patience/2))
	out.Previous, before = s.index.nearest(r.Context(), f, i, -1, now.Add(patience))
	out.Place, out.Of = s.index.rank(f, i)
	_, seen := s.index.tally()
	out.Complete = before && after && seen == s.Count
	return out, nil
}

// nearest is the sample that matches nearest to another one in a direction, -1 for none. It is not sure of that when the deadline
// came first.
func (x *index) nearest(ctx context.Context, f filter, i, step int, deadline time.Time) (n int, sure bool) {
	var maybe bitset
	block := -1
	for n = i + step; n >= 0 && n < x.split.Count; n += step {
		if n/gen.BlockSize != block {
			block = n / gen.BlockSize
			maybe = x.candidates(block, f)
		}
		if !maybe.has(n % gen.BlockSize) {
			continue
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return -1, false
		}
		if have, err := x.at(n); err == nil && f.matches(have) {
			return n, true
		}
	}
	return -1, true
}

// rank counts the samples that are known to match: place is the number of a sample among them, from 1, or 0 where it does not match.
func (x *index) rank(f filter, i int) (place, of int) {
	for block := range x.blocks {
		match, _ := x.matching(block, f)
		for w, word := range match {
			first := block*gen.BlockSize + 64*w
			switch {
			case first+63 <= i:
				place += bits.OnesCount64(word)
			case first <= i:
				place += bits.OnesCount64(word & (2<<(i-first) - 1))
			}
			of += bits.OnesCount64(word)
		}
	}
	if match, _ := x.matching(i/gen.BlockSize, f); !match.has(i % gen.BlockSize) {
		place = 0
	}
	return place, of
}
