package closed

import (
	"math/bits"
	"slices"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// Naming says which properties a group of slots may name, and which of these it must: bits in the order of attributes. A group
// has the first slots of them.
type Naming struct {
	Slots      int
	May, Shall uint16
}

// Key is a description that fits objects of the scene.
type Key struct {
	Values []ask.Value // of a group's slots, "" where nothing is said
	Fit    uint64      // the objects that it fits
}

// keyTable lists the descriptions that a naming allows and that fit objects of the scene: those of any object by any of its
// properties. Where objects have lists, one value of the list is named.
type keyTable struct {
	Naming
	keys []Key
	fits []uint64 // different sets of objects that keys fit
	// beside are, for each relation and each key, the values of a group's slots behind one for the relation.
	beside [][][]ask.Value
	room   valueRoom
}

// Keys are the descriptions that a naming allows.
func (g *Graph) Keys(n Naming) []Key { return g.table(n).keys }

// table is that of a naming.
func (g *Graph) table(n Naming) *keyTable {
	t := g.tables[n]
	if t == nil {
		t = g.newTable(n)
		g.tables[n] = t
	}
	return t
}

func (g *Graph) newTable(n Naming) *keyTable {
	t := &keyTable{Naming: n, beside: make([][][]ask.Value, len(g.Relations))}
	for i := range g.Properties {
		for said := n.Shall; ; said = (said - n.May) & n.May { // the subsets of n.May from n.Shall on
			if said&n.Shall == n.Shall {
				g.describe(t, i, said)
			}
			if said == n.May {
				break
			}
		}
	}
	for i := range t.keys {
		if !slices.Contains(t.fits, t.keys[i].Fit) {
			t.fits = append(t.fits, t.keys[i].Fit)
		}
	}
	return t
}

// describe adds the keys that say some properties of an object, unless an earlier object has them, too. Of listed attributes at most one
// is said: the last one.
func (g *Graph) describe(t *keyTable, object int, said uint16) {
	fit, listed := g.all(), -1
	for left := said; left != 0; left &= left - 1 {
		a := bits.TrailingZeros16(left)
		if g.Attributes[a].Listed {
			listed = a
			continue
		}
		if _, ok := g.Properties[object][a].(string); !ok {
			return // a list of colors is not said
		}
		fit &= g.same[a][object]
	}
	add := func(fit uint64, item ask.Value) {
		if bits.TrailingZeros64(fit) != object {
			return
		}
		values := t.room.take(t.Slots)
		for a := range values {
			switch {
			case said>>a&1 == 0:
				values[a] = ""
			case a == listed:
				values[a] = item
			default:
				values[a] = g.Properties[object][a]
			}
		}
		t.keys = append(t.keys, Key{values, fit})
	}
	if listed < 0 {
		add(fit, "")
		return
	}
	if l, ok := g.Properties[object][listed].(List); ok {
		for _, item := range l.Items() {
			add(fit&g.holders[listed][item], item)
		}
	}
}

// relation are the values of a group's slots with a relation before them, for each key.
func (t *keyTable) relation(g *Graph, r int) [][]ask.Value {
	if t.beside[r] == nil {
		for i := range t.keys {
			values := t.room.take(1 + t.Slots)
			values[0] = g.Relations[r]
			copy(values[1:], t.keys[i].Values)
			t.beside[r] = append(t.beside[r], values)
		}
	}
	return t.beside[r]
}

// valueRoom is space for many short lists of values.
type valueRoom []ask.Value

// take takes space for n values.
func (r *valueRoom) take(n int) []ask.Value {
	if len(*r) < n {
		*r = make([]ask.Value, 64*n)
	}
	out := (*r)[:n:n]
	*r = (*r)[n:]
	return out
}

// drawKey draws each property that may be said, or that it is not, all equally likely. What is drawn may fit nothing.
func (g *Graph) drawKey(s *rng.Stream, n Naming, values []ask.Value) (fit uint64) {
	fit = g.all()
	for a := range values {
		values[a] = ""
		if n.May>>a&1 == 0 {
			continue
		}
		unsaid := 1
		if n.Shall>>a&1 == 1 {
			unsaid = 0
		}
		if v := s.IntN(len(g.Words[a])+unsaid) - unsaid; v >= 0 {
			values[a] = g.Words[a][v]
			fit &= g.having[a][v]
		}
	}
	return fit
}
