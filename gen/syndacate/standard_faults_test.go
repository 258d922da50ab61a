package syndacate

import (
	"fmt"

	"mereo/gen/write/npz"
)

// rules are those of rows.
func (s *standardSource) rules(first int, arrays []npz.Array) []string {
	var parts, objects []float32
	n := 0
	for _, a := range arrays {
		switch a.Key {
		case keyParts:
			parts = a.Data.([]float32)
		case keyObjects:
			objects = a.Data.([]float32)
			n = a.Shape[0]
		}
	}
	c := s.config
	faults := newRowFaults(c)
	for i := range n {
		faults.element(tiled(parts, i, c.partRows()*partWidth), tiled(objects, i, c.objectRows()*c.objectWidth()))
	}
	return faults.said()
}

// said are the rules that are broken.
func (f *rowFaults) said() (out []string) {
	for rule, n := range f.counts {
		if n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, rowRules[rule]))
		}
	}
	return out
}
