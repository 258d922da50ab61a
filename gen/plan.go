package gen

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// Place is a block of a dataset's folder.
type Place struct {
	Split string
	Block int
}

// String is "train/3".
func (p Place) String() string { return fmt.Sprintf("%s/%d", p.Split, p.Block) }

var splitName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

func BadSplit(name string) error {
	if slices.Contains(besides, name) {
		return fmt.Errorf("gen: split is %q, which is the name of a folder beside those of splits", name)
	}
	return fmt.Errorf("gen: split is %q, want letters, digits, - and _", name)
}

// MaxCount keeps indices inside six digits, which is what published file names have.
const MaxCount = 1000000

// Plan is how many samples a split shall have, and how they are made; it lies in <split>/blocks/plan.json.
type Plan struct {
	Count int `json:"count"`
	// Stride is Set.Stride; 0 is 1.
	Stride int `json:"stride,omitempty"`
	// Shorter are smaller counts that were asked for, too, ascending, of sets whose stride is not 1: their joined files are
	// kept beside that of all samples.
	Shorter []int `json:"shorter,omitempty"`
	// Of is the Identity.sum of the dataset, by which a dataset.json that was lost is known again.
	Of string `json:"of"`
}

// With is the plan with another count besides.
func (p Plan) With(count int) Plan {
	counts := append(slices.Clone(p.Shorter), p.Count, count)
	slices.Sort(counts)
	counts = slices.Compact(counts)
	last := len(counts) - 1
	return Plan{counts[last], p.Stride, counts[:last:last], p.Of}
}

// Same tells whether two plans are of the same samples.
func (p Plan) Same(q Plan) bool { return p.Count == q.Count && p.Stride == q.Stride }

// NewPlan is the plan of count samples of a set.
func NewPlan(set Set, count int) Plan {
	p := Plan{Count: count}
	if stride := set.Stride(); stride != 1 {
		p.Stride = stride
	}
	return p
}

// Blocks is how many blocks the samples make.
func (p Plan) Blocks() int { return (p.Count + BlockSize - 1) / BlockSize }

// Block is the part of the plan that block b is.
func (p Plan) Block(b int) BlockPlan {
	return BlockPlan{Number: b, Samples: min(BlockSize, p.Count-b*BlockSize), Stride: max(1, p.Stride)}
}

// BlockPlan is what a block shall have.
type BlockPlan struct{ Number, Samples, Stride int }

// Items is how many items have the samples; the last may have more than are wanted.
func (p BlockPlan) Items() int { return (p.Samples + p.Stride - 1) / p.Stride }

// Index is the first sample of item i of the block.
func (p BlockPlan) Index(i int) int { return p.Number*BlockSize + i*p.Stride }

// Of is how many wanted samples the item from an index on has.
func (p BlockPlan) Of(index int) int { return min(p.Stride, p.Number*BlockSize+p.Samples-index) }

// PlanPath is the file that says how many samples a split shall have, below the dataset's folder.
func PlanPath(split string) string { return path.Join(split, "blocks", "plan.json") }

func ReadPlan(root, split string) (Plan, error) {
	var p Plan
	err := readJSON(root, PlanPath(split), &p)
	if err == nil {
		if err = p.check(); err != nil {
			err = fmt.Errorf("gen: %s: %w", PlanPath(split), err)
		}
	}
	return p, err
}

// check says what is wrong with a plan.
func (p Plan) check() error {
	switch {
	case p.Count < 1 || p.Count > MaxCount:
		return fmt.Errorf("count is %d, want 1 to %d", p.Count, MaxCount)
	case p.Stride < 0 || p.Stride > 0 && BlockSize%p.Stride != 0:
		return fmt.Errorf("stride is %d, want a divisor of %d", p.Stride, BlockSize)
	case slices.ContainsFunc(p.Shorter, func(n int) bool { return n < 1 || n >= p.Count }):
		return fmt.Errorf("shorter is %d, want counts below %d", p.Shorter, p.Count)
	}
	return nil
}

// Planned is how many samples a split shall have, as the content of a plan's file says.
func Planned(data []byte) (int, error) {
	var p Plan
	if err := record.Read(data, &p, record.Lacking); err != nil {
		return 0, err
	}
	return p.Count, p.check()
}

// SplitNames lists the splits of a dataset's folder that have a plan, sorted.
func SplitNames(root string) ([]string, error) {
	found, err := fs.Glob(folder.FS(root), PlanPath("*"))
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	var names []string
	for _, f := range found {
		names = append(names, path.Dir(path.Dir(f)))
	}
	slices.Sort(names)
	return names, nil
}

// readBlockPlan reads what a finished block has, and none of its samples.
func readBlockPlan(root, split string, b int) (BlockPlan, error) {
	p := BlockPath(split, b)
	f, err := folder.Open(root, p)
	if err != nil {
		return BlockPlan{}, fmt.Errorf("gen: %w", err)
	}
	defer f.Close()
	var head Block
	fields := map[string]any{"split": &head.Split, "block": &head.Block, "first": &head.First, "count": &head.Count, "stride": &head.Stride}
	if whole, err := endsWhole(f); err != nil {
		return BlockPlan{}, fmt.Errorf("gen: %s: %w", p, PathCause(err))
	} else if !whole {
		return BlockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, ErrCut, runAgain)
	}
	d := json.NewDecoder(bufio.NewReaderSize(f, 1024))
	_, err = d.Token()
	for err == nil {
		var key json.Token
		if key, err = d.Token(); err != nil {
			break
		}
		into, ok := fields[fmt.Sprint(key)]
		if !ok { // the samples
			break
		}
		err = d.Decode(into)
	}
	if err != nil {
		return BlockPlan{}, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	if head.Split != split || head.Block != b || head.First != b*BlockSize {
		return BlockPlan{}, fmt.Errorf("gen: %s: says it is block %d of %s from sample %d, but should be block %d of %s; %s",
			p, head.Block, head.Split, head.First, b, split, removeIt)
	}
	return head.Plan(), nil
}

// MissingBlocks lists the blocks of a split that are not there, in order.
func MissingBlocks(root, split string) ([]int, error) {
	p, err := ReadPlan(root, split)
	if err != nil {
		return nil, err
	}
	var missing []int
	for b := range p.Blocks() {
		there, err := readBlockPlan(root, split, b)
		if Absent(err) || err == nil && there != p.Block(b) {
			missing = append(missing, b)
		} else if err != nil {
			return nil, err
		}
	}
	return missing, nil
}
