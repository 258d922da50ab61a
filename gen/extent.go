package gen

import (
	"mereo/internal/folder"
)

// Extent is how far a split has come.
type Extent struct {
	Split    string
	Count    int // samples that it shall have
	Finished int // samples of finished blocks
}

// Extents lists the splits of a dataset's folder by name. No block is read: folders with a million samples take no longer
// than their lists of names.
func Extents(root string) ([]Extent, error) {
	names, err := SplitNames(root)
	if err != nil {
		return nil, err
	}
	var out []Extent
	for _, name := range names {
		p, err := ReadPlan(root, name)
		if err != nil {
			return nil, err
		}
		e := Extent{Split: name, Count: p.Count}
		for b := range p.Blocks() {
			if _, err := folder.Stat(root, BlockPath(name, b)); err == nil {
				e.Finished += p.Block(b).Samples
			}
		}
		out = append(out, e)
	}
	return out, nil
}
