package syndacate

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"mereo/gen"
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

// Check reads a shard and compares it with what its source promises, and with the shard made again.
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
	if !remake {
		return found, nil
	}
	again, err := c.source.elements(ctx, item.Index, shardElements, c.job.Pictures)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %s/%d: %w", c.job.Split, item.Index, err)
	}
	keys := func(arrays []npz.Array) (out []string) {
		for _, a := range arrays {
			out = append(out, a.Key)
		}
		return out
	}
	if !slices.Equal(keys(arrays), keys(again)) {
		report("", ruleRemake, "arrays are %q, made again %q", keys(arrays), keys(again))
		return found, nil
	}
	for i := range again {
		if !reflect.DeepEqual(arrays[i], again[i]) {
			report(again[i].Key, ruleRemake, "the array differs from the one made again")
		}
	}
	return found, nil
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
