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
		faults.element(first+i, tile(parts, i, c.partRows()*partWidth), tile(objects, i, c.objectRows()*c.objectWidth()))
	}
	return faults.said()
}

// said are the rules that are broken, with the first place of each.
func (f *rowFaults) said() (out []string) {
	for rule, n := range f.counts {
		if n > 0 {
			out = append(out, fmt.Sprintf("%d %s; %s", n, rowRules[rule], f.first[rule]))
		}
	}
	return out
}
