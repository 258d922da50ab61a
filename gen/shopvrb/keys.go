package shopvrb

import (
	"math/bits"
	"slices"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// naming says which properties a group of slots may name, and which of these it must: bits in the order of attributes. A group
// has the first slots of them.
type naming struct {
	slots      int
	may, shall uint16
}

// key is a description that fits things of the scene.
type key struct {
	values []ask.Value // of a group's slots, "" where nothing is said
	fit    uint64      // the things that it fits
}

// keyTable lists the descriptions that a naming allows and that fit things of the scene: those of any thing by any of its
// properties. Where things have lists, one value of the list is named.
type keyTable struct {
	naming
	keys []key
	fits []uint64 // different sets of things that keys fit
	// beside are, for each of Relations and each key, the values of a group's slots behind one for the relation.
	beside [4][][]ask.Value
	room   valueRoom
}

// table is that of a naming.
func (k *known) table(n naming) *keyTable {
	t := k.tables[n]
	if t == nil {
		t = k.newTable(n)
		k.tables[n] = t
	}
	return t
}

func (k *known) newTable(n naming) *keyTable {
	t := &keyTable{naming: n}
	for i := range k.count {
		for said := n.shall; ; said = (said - n.may) & n.may { // the subsets of n.may from n.shall on
			if said&n.shall == n.shall {
				k.describe(t, i, said)
			}
			if said == n.may {
				break
			}
		}
	}
	for i := range t.keys {
		if !slices.Contains(t.fits, t.keys[i].fit) {
			t.fits = append(t.fits, t.keys[i].fit)
		}
	}
	return t
}

// describe adds the keys that say some properties of a thing, unless an earlier thing has them, too.
func (k *known) describe(t *keyTable, thing int, said uint16) {
	fit := k.all()
	for left := said &^ (1 << listAttribute); left != 0; left &= left - 1 {
		a := bits.TrailingZeros16(left)
		if _, ok := k.properties[thing][a].(string); !ok {
			return // a list of colors is not said
		}
		fit &= k.same[a][thing]
	}
	add := func(fit uint64, item ask.Value) {
		if bits.TrailingZeros64(fit) != thing {
			return
		}
		values := t.room.take(t.slots)
		for a := range values {
			switch {
			case said>>a&1 == 0:
				values[a] = ""
			case a == listAttribute:
				values[a] = item
			default:
				values[a] = k.properties[thing][a]
			}
		}
		t.keys = append(t.keys, key{values, fit})
	}
	if said>>listAttribute&1 == 0 {
		add(fit, "")
		return
	}
	for _, item := range k.lists[thing] {
		add(fit&k.holders[listAttribute][item], item)
	}
}

// relation are the values of a group's slots with a relation before them, for each key.
func (t *keyTable) relation(r int) [][]ask.Value {
	if t.beside[r] == nil {
		for i := range t.keys {
			values := t.room.take(1 + t.slots)
			values[0] = Relations[r]
			copy(values[1:], t.keys[i].values)
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

// vocabulary are the values of attributes as values of slots, so that drawing one makes none.
type vocabulary [attributeCount][]ask.Value

// newVocabulary are the published values, and classes beside the published ones.
func newVocabulary(classes ...string) *vocabulary {
	out := &vocabulary{}
	for a := range attributes {
		out[a] = domain(attributes[a].Values)
	}
	out[nameAttribute] = append(out[nameAttribute], domain(classes)...)
	return out
}

// vocabularyOf are the values that questions of a library know.
func vocabularyOf(l *ask.Library[*known]) *vocabulary {
	out := &vocabulary{}
	for a := range attributes {
		out[a] = l.Domain(typeOf(a))
	}
	return out
}

// published are the published values.
var published = newVocabulary()

// drawKey draws each property that may be said, or that it is not, all equally likely. What is drawn may fit nothing.
func (k *known) drawKey(s *rng.Stream, n naming, values []ask.Value) (fit uint64) {
	fit = k.all()
	for a := range values {
		values[a] = ""
		if n.may>>a&1 == 0 {
			continue
		}
		unsaid := 1
		if n.shall>>a&1 == 1 {
			unsaid = 0
		}
		if v := s.IntN(len(k.words[a])+unsaid) - unsaid; v >= 0 {
			values[a] = k.words[a][v]
			fit &= k.having[a][v]
		}
	}
	return fit
}
