package shopvrb

import (
	"fmt"
	"math"

	"github.com/go-json-experiment/json"

	"mereo/gen/write"
)

// ParseRecord reads the record of a scene. Keys that are not published are skipped. The error says what is wrong with it: a
// record that is returned has lists of relations for all things, with things that there are, and masks that can be decoded.
func ParseRecord(data []byte) (*Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("shopvrb: record: %w", write.JSONFault(err))
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("shopvrb: record of scene %d: %w", r.ImageIndex, err)
	}
	return &r, nil
}

// check looks at what the readers of a record rely on.
func (r *Record) check() error {
	for _, relation := range []struct {
		name  string
		lists [][]int
	}{
		{"behind", r.Relationships.Behind}, {"front", r.Relationships.Front},
		{"left", r.Relationships.Left}, {"right", r.Relationships.Right},
	} {
		if len(relation.lists) != len(r.Objects) {
			return fmt.Errorf("relationships.%s has %d lists, want %d, one for each object",
				relation.name, len(relation.lists), len(r.Objects))
		}
		for i, list := range relation.lists {
			for k, j := range list {
				if j < 0 || j >= len(r.Objects) || k > 0 && j <= list[k-1] {
					return fmt.Errorf("relationships.%s[%d] is %v, want numbers of objects, ascending", relation.name, i, list)
				}
			}
		}
	}
	for i := range r.Objects {
		if m := r.Objects[i].Mask; m != nil {
			if _, err := m.RLE(); err != nil {
				return fmt.Errorf("objects[%d].mask: %w", i, err)
			}
		}
	}
	return nil
}

// UnmarshalJSON reads [column, row, depth].
func (p *PixelDepth) UnmarshalJSON(data []byte) error {
	var v [3]float64
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("not [column, row, depth]: %w", err)
	}
	if v[0] != math.Trunc(v[0]) || v[1] != math.Trunc(v[1]) || math.Abs(v[0]) > math.MaxInt32 || math.Abs(v[1]) > math.MaxInt32 {
		return fmt.Errorf("column %v and row %v are no whole pixels", v[0], v[1])
	}
	*p = PixelDepth{X: int(v[0]), Y: int(v[1]), Depth: v[2]}
	return nil
}
