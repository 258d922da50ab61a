package syndacate

import (
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// checker checks shards.
type checker struct {
	source source
	job    gen.Job
}

// Close has nothing to give back.
func (*checker) Close() error { return nil }

// The rules of shards.
const (
	ruleReadable = "readable"
	ruleArrays   = "arrays"
	ruleRemake   = "remake"
)

var _ gen.Prover = (*checker)(nil)

// Proofs says what is held by which means.
func (c *checker) Proofs() []gen.Proof {
	return []gen.Proof{{What: "files of shards, tally", How: "made again from the seed, byte for byte", Every: true}}
}

// Check makes a shard again, whether or not it is one of the share, and compares its files byte for byte: that takes no longer than
// making it did, and leaves nothing to be believed. Of arrays that differ it tells where.
func (c *checker) Check(ctx context.Context, item gen.Item, _ bool) (found []gen.Problem, err error) {
	again := maker{c.source, c.job}
	again.job.Root = write.Nowhere
	want, err := again.Make(ctx, item.Index)
	if err != nil {
		return nil, err
	}
	want.Renderer = again.Renderer()
	for _, f := range want.Files {
		if f.Check(c.job.Root) == nil {
			continue
		}
		bad := gen.Problem{File: f.Path, Rule: ruleRemake, Detail: "the file differs from the one made again"}
		if f.Path == shardPath(c.job.Split, item.Index) {
			if err := c.tellDifference(ctx, &bad, item.Index); err != nil {
				return nil, err
			}
		}
		if bad.Rule == ruleArrays { // another file altogether: the rest says nothing new
			return []gen.Problem{bad}, nil
		}
		found = append(found, bad)
	}
	return append(found, item.Compare(c.job.Split, want)...), nil
}

// tellDifference says more about a shard that differs: the first array, element and number that do.
func (c *checker) tellDifference(ctx context.Context, bad *gen.Problem, first int) error {
	want, err := elements(ctx, c.source, first, shardElements, c.job.Pictures)
	if err != nil {
		return err
	}
	const other = 8 // arrays of a wider type are read, and told
	got, err := npz.ReadAll(filepath.Join(c.job.Root, filepath.FromSlash(bad.File)), other*npz.Size(want...))
	if err != nil {
		bad.Rule, bad.Detail = ruleReadable, err.Error()
		return nil
	}
	if is, want := kindsOf(got), kindsOf(want); is != want {
		bad.Rule, bad.Detail = ruleArrays, fmt.Sprintf("arrays are %s, want %s", is, want)
		return nil
	}
	for i, w := range want {
		if at := firstDifference(got[i].Data, w.Data); at >= 0 {
			each := product(w.Shape[1:])
			bad.Object, bad.Detail = w.Key, fmt.Sprintf("number %d of element %d is %v, made again it is %v", at%each, first+at/each,
				reflect.ValueOf(got[i].Data).Index(at), reflect.ValueOf(w.Data).Index(at))
			return nil
		}
	}
	return nil
}

// firstDifference is the first place where numbers differ in their bits, -1 where there is none. Both have the same type and length.
func firstDifference(a, b any) int {
	n := reflect.ValueOf(a).Len()
	p, _ := binary.Append(nil, binary.LittleEndian, a) // fails for types alone that arrays have not
	q, _ := binary.Append(nil, binary.LittleEndian, b)
	for i := range p {
		if p[i] != q[i] {
			return i / (len(p) / n)
		}
	}
	return -1
}

// kindsOf says keys, types and shapes of arrays.
func kindsOf(arrays []npz.Array) string {
	var out []string
	for _, a := range arrays {
		out = append(out, fmt.Sprintf("%s %T %d", a.Key, a.Data, a.Shape))
	}
	return strings.Join(out, ", ")
}
