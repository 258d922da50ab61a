package qlevr

// tableCache remembers lists that tries of the same program in the same scene need again and again, each under a tag that says
// all that the list depends on. A list may be lost to another; then it is made again.
type tableCache[T any] struct {
	tags  [tableCacheSlots]uint64
	parts [tableCacheSlots]storeRange
	store []T
}

const (
	tableCacheSlots = 1 << 9
	tableCacheLimit = 1 << 18 // entries; beyond, all is forgotten
	tagReferences   = 2       // keys of other nodes that there is room for in a tag
)

// tableTag is the tag of a node's list in what the attempt has come to, for a key that the list is about.
func (a *attempt) tableTag(n *compiledNode, about packedKey) uint64 {
	tag := uint64(1)<<63 | uint64(n.index)<<56 | a.planes<<48 | uint64(about)
	for i, other := range n.references {
		tag |= uint64(a.results[other].key) << (16 * (i + 1))
	}
	return tag
}

// slot is where a tag belongs (Knuth 1973, The Art of Computer Programming 3, section 6.4, multiplicative hashing).
func (c *tableCache[T]) slot(tag uint64) uint64 { return tag * 0x9e3779b97f4a7c15 >> (64 - 9) }

// forget empties the cache.
func (c *tableCache[T]) forget() {
	clear(c.tags[:])
	c.store = c.store[:0]
}

// get finds the list of a tag.
func (c *tableCache[T]) get(tag uint64) (list []T, ok bool) {
	slot := c.slot(tag)
	if c.tags[slot] != tag {
		return nil, false
	}
	return c.store[c.parts[slot].from:c.parts[slot].to], true
}

// put keeps a copy of a list.
func (c *tableCache[T]) put(tag uint64, list []T) {
	if len(c.store)+len(list) > tableCacheLimit {
		c.forget()
	}
	slot, from := c.slot(tag), int32(len(c.store))
	c.store = append(c.store, list...)
	c.tags[slot], c.parts[slot] = tag, storeRange{from: from, to: int32(len(c.store))}
}
