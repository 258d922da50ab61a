package ask

import (
	"fmt"
	"math/bits"
	"strconv"
)

// Value is what a node yields, a side input is, or a slot holds: a bool, an int, a string, an Object, a Set, Invalid, or a
// comparable type of the set's own that can be written as JSON. Values are compared with ==. An empty slot holds "".
type Value = any

// Object is the index of an object in its scene.
type Object int

// MaxObjects is how many objects a scene may have.
const MaxObjects = 128

// Set is a set of objects, a bit for each. In JSON it is the ascending list of indices.
type Set [MaxObjects / 64]uint64

// AllOf is the set of the objects 0 to n-1. It panics for n > MaxObjects.
func AllOf(n int) Set {
	if n > MaxObjects {
		panic(fmt.Sprintf("ask: a set of %d objects, at most %d", n, MaxObjects))
	}
	var s Set
	for i := range s {
		if here := min(max(n-64*i, 0), 64); here > 0 {
			s[i] = ^uint64(0) >> (64 - here)
		}
	}
	return s
}

// SetOf is the set of some objects.
func SetOf(objects ...Object) Set {
	var s Set
	for _, o := range objects {
		s = s.With(o)
	}
	return s
}

// Has tells whether o is in the set.
func (s Set) Has(o Object) bool { return s[o/64]>>(o%64)&1 == 1 }

// With is the set and o.
func (s Set) With(o Object) Set {
	s[o/64] |= 1 << (o % 64)
	return s
}

// Without is the set without o.
func (s Set) Without(o Object) Set {
	s[o/64] &^= 1 << (o % 64)
	return s
}

// And is the intersection.
func (s Set) And(t Set) Set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// Or is the union.
func (s Set) Or(t Set) Set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// Len is the number of objects.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty tells whether there is no object.
func (s Set) Empty() bool { return s == Set{} }

// Only is the single object of a set of one.
func (s Set) Only() (o Object, ok bool) {
	if s.Len() != 1 {
		return 0, false
	}
	for o := range s.All() {
		return o, true
	}
	return 0, false
}

// All yields the objects in ascending order.
func (s Set) All() func(yield func(Object) bool) {
	return func(yield func(Object) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Object(64*i + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// MarshalJSON writes the ascending list of indices.
func (s Set) MarshalJSON() ([]byte, error) {
	list := []byte{'['}
	for o := range s.All() {
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, int64(o), 10)
	}
	return append(list, ']'), nil
}

type invalid struct{}

// Invalid is the result of a call that has no answer: the only one of several, a number above the largest. It ends a
// program and is its answer.
var Invalid Value = invalid{}

// MarshalJSON writes "__INVALID__", as the published engines do.
func (invalid) MarshalJSON() ([]byte, error) { return []byte(`"__INVALID__"`), nil }

func (invalid) String() string { return "invalid" }
