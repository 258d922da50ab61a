package syndacate

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
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
	ruleElements = "elements"
	ruleRemake   = "remake"
)

var _ gen.Prover = (*checker)(nil)

// Proofs says what is held by which means.
func (c *checker) Proofs() []gen.Proof {
	const again = "made again from the seed, bit for bit"
	proofs := []gen.Proof{{What: "tally", How: "derived from the arrays"}}
	if _, ok := c.source.(costlySource); ok {
		proofs = append(proofs, gen.Proof{What: "the first frame of films, masses, joints, removed", How: again},
			gen.Proof{What: "later frames, events, impulses", How: "rules"},
			gen.Proof{What: "later frames, events, impulses", How: again, Share: true})
	} else {
		proofs = append(proofs, gen.Proof{What: "arrays but pictures", How: again})
	}
	if !c.job.Pictures {
		return append(proofs, gen.Proof{What: "file of the shard", How: "made again from the seed, byte for byte", Share: true})
	}
	return append(proofs, gen.Proof{What: "pictures, sheet, file of the shard", How: "made again from the seed, byte for byte", Share: true})
}

// Check reads a shard, makes it again without its pictures and without what is costly, and compares; with remake the pictures are painted again, too, and files
// compared byte for byte. What its source promises of elements is looked at beside that.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) (found []gen.Problem, err error) {
	p := shardPath(c.job.Split, item.Index)
	report := func(object, rule, format string, args ...any) {
		found = append(found, gen.Problem{File: p, Object: object, Rule: rule, Detail: fmt.Sprintf(format, args...)})
	}
	sample, err := c.source.elements(ctx, item.Index, 1, c.job.Pictures)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %s/%d: %w", c.job.Split, item.Index, err)
	}
	const other = 8 // arrays of a wider type are read, and told
	arrays, err := npz.ReadAll(filepath.Join(c.job.Root, filepath.FromSlash(p)), other*shardElements*npz.Size(sample...))
	if err != nil {
		report("", ruleReadable, "%v", err)
		return found, nil
	}
	if fault := wrongArrays(arrays, sample, shardElements); fault != "" {
		report("", ruleArrays, "%s", fault)
		return found, nil
	}
	for _, fault := range c.source.rules(item.Index, arrays) {
		report("", ruleElements, "%s", fault)
	}
	again, err := c.again(ctx, item.Index, remake)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %s/%d: %w", c.job.Split, item.Index, err)
	}
	for _, want := range again {
		i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == want.Key })
		if i < 0 || !rowsBegin(arrays[i], want) {
			report(want.Key, ruleRemake, "the array differs from the one made again")
		}
	}
	if remake && len(found) == 0 {
		var file bytes.Buffer
		if err := npz.Encode(&file, again); err != nil {
			return nil, fmt.Errorf("syndacate: %s/%d: %w", c.job.Split, item.Index, err)
		}
		c.sameFile(p, file.Bytes(), report)
		if c.job.Pictures {
			s := sheetOf(again)
			p = sheetPath(c.job.Split, item.Index)
			c.sameFile(p, write.EncodeGray(s.width, s.height, s.pix), report)
		}
	}
	return append(found, item.Compare(c.job.Split, c.item(item.Index, arrays))...), nil
}

// sameFile reports a file that has other bytes than those wanted.
func (c *checker) sameFile(name string, want []byte, report func(object, rule, format string, args ...any)) {
	if got, err := c.job.Read(name); err != nil {
		report("", ruleReadable, "%v", err)
	} else if !bytes.Equal(got, want) {
		report("", ruleRemake, "the file differs from the one made again")
	}
}

// item is what the block's file is to say of a shard.
func (c *checker) item(index int, arrays []npz.Array) *gen.Item {
	m := &maker{c.source, c.job}
	out := m.item(index, arrays)
	out.Renderer = m.Renderer()
	if c.job.Pictures {
		out.Files = append(out.Files, write.File{Path: sheetPath(c.job.Split, index)})
	}
	out.Files = append(out.Files, write.File{Path: shardPath(c.job.Split, index)})
	return out
}

// again makes a shard again: with remake all of it, else all but its pictures and what is costly.
func (c *checker) again(ctx context.Context, first int, remake bool) ([]npz.Array, error) {
	if s, ok := c.source.(costlySource); ok && !remake {
		return s.beginnings(ctx, first, shardElements)
	}
	return c.source.elements(ctx, first, shardElements, c.job.Pictures && remake)
}

// rowsBegin tells whether each row of an array begins with that of another one, bit for bit: zeros with and without a sign differ.
func rowsBegin(got, want npz.Array) bool {
	if len(got.Shape) == 0 || len(want.Shape) == 0 || got.Shape[0] != want.Shape[0] {
		return false
	}
	n := product(want.Shape[1:])
	switch data := got.Data.(type) {
	case []float32:
		wanted, ok := want.Data.([]float32)
		return ok && rowsBeginWith(data, wanted, got.Shape[0], n, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
	case []int32:
		wanted, ok := want.Data.([]int32)
		return ok && rowsBeginWith(data, wanted, got.Shape[0], n, func(a, b int32) bool { return a == b })
	case []uint8:
		wanted, ok := want.Data.([]uint8)
		return ok && rowsBeginWith(data, wanted, got.Shape[0], n, func(a, b uint8) bool { return a == b })
	}
	return false
}

// rowsBeginWith compares the first n numbers of each of the rows of got with those of want, which has no others.
func rowsBeginWith[T any](got, want []T, rows, n int, same func(a, b T) bool) bool {
	for i := range rows {
		if len(got)/rows < n || !slices.EqualFunc(got[i*(len(got)/rows):][:n], want[i*n:][:n], same) {
			return false
		}
	}
	return true
}

// wrongArrays says which array is not of the kind that a source makes, whose sample has one row where an array has rows at all:
// then n are wanted.
func wrongArrays(arrays, sample []npz.Array, n int) string {
	kinds := func(arrays []npz.Array, rows int) (out []string) {
		for _, a := range arrays {
			shape := slices.Clone(a.Shape)
			if len(shape) > 0 {
				shape[0] *= rows
			}
			out = append(out, fmt.Sprintf("%s %T %d", a.Key, a.Data, shape))
		}
		return out
	}
	if got, want := kinds(arrays, 1), kinds(sample, n); !slices.Equal(got, want) {
		return fmt.Sprintf("arrays are %s, want %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	return ""
}
