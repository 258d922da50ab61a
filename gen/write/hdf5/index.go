package hdf5

// The index of a group's links is a B-tree of version 2 (III.A.2) of records of type 5: hash of the name, id in the heap.
// It is built at once from sorted records, so nodes are filled evenly.
const (
	indexType  = 5
	nodeSize   = 4096
	nodeFixed  = 10 // bytes of a node besides records and pointers: signature, version, type, checksum
	recordSize = 4 + heapIDSize
)

// level says how nodes at a height above the leaves are laid out.
type level struct {
	records   int    // at most, in the node
	total     uint64 // at most, in the node and all below
	totalSize int    // bytes of a number up to total; 0 for leaves, whose total is not written
}

// index is a tree that is being written.
type index struct {
	w         *Writer
	levels    []level
	countSize int // bytes of a number of records in a node
}

// writeIndex writes the tree and returns the address of its header. There is at least one record.
func writeIndex(w *Writer, sorted []object) (address uint64, err error) {
	leaf := (nodeSize - nodeFixed) / recordSize
	t := index{w: w, levels: []level{{records: leaf, total: uint64(leaf)}}, countSize: bytesFor(uint64(leaf))}
	for below := t.levels[0]; below.total < uint64(len(sorted)); {
		pointer := 8 + t.countSize + below.totalSize
		n := (nodeSize - nodeFixed - pointer) / (recordSize + pointer)
		total := uint64(n+1)*below.total + uint64(n)
		below = level{n, total, bytesFor(total)}
		t.levels = append(t.levels, below)
	}
	depth := len(t.levels) - 1
	root, count, err := t.node(depth, sorted)
	if err != nil {
		return 0, err
	}
	b := append([]byte("BTHD"), 0, indexType)
	b = le.AppendUint32(b, nodeSize)
	b = le.AppendUint16(le.AppendUint16(b, recordSize), uint16(depth))
	b = append(b, 100, 40) // percentages at which the library splits and merges nodes, its defaults
	b = le.AppendUint16(le.AppendUint64(b, root), uint16(count))
	return w.add(withChecksum(le.AppendUint64(b, uint64(len(sorted)))))
}

// bytesFor is how many bytes hold numbers up to limit.
func bytesFor(limit uint64) int {
	n := 1
	for limit >>= 8; limit > 0; limit >>= 8 {
		n++
	}
	return n
}

// node writes the nodes that hold the records, and returns the address of the topmost and how many records are in it.
func (t *index) node(height int, sorted []object) (address uint64, count int, err error) {
	if height == 0 {
		b := []byte{'B', 'T', 'L', 'F', 0, indexType}
		for _, o := range sorted {
			b = appendRecord(b, o)
		}
		address, err = t.add(b)
		return address, len(sorted), err
	}
	// As few children as can hold all that does not stand between them, with equal shares.
	below := t.levels[height-1]
	children := int((uint64(len(sorted)) + 1 + below.total) / (below.total + 1))
	shared := len(sorted) - (children - 1)
	records := []byte{'B', 'T', 'I', 'N', 0, indexType}
	var pointers []byte
	at := 0
	for i := range children {
		n := shared*(i+1)/children - shared*i/children
		child, count, err := t.node(height-1, sorted[at:at+n])
		if err != nil {
			return 0, 0, err
		}
		pointers = le.AppendUint64(pointers, child)
		pointers = appendNumber(pointers, uint64(count), t.countSize)
		pointers = appendNumber(pointers, uint64(n), below.totalSize)
		if at += n; i < children-1 {
			records = appendRecord(records, sorted[at])
			at++
		}
	}
	address, err = t.add(append(records, pointers...))
	return address, children - 1, err
}

func appendRecord(b []byte, o object) []byte {
	return append(le.AppendUint32(b, o.hash), o.id()...)
}

// appendNumber writes v with size bytes, the lowest first.
func appendNumber(b []byte, v uint64, size int) []byte {
	for ; size > 0; size-- {
		b = append(b, byte(v))
		v >>= 8
	}
	return b
}

// add writes a node. Its checksum follows what it holds; the rest of it is zeros.
func (t *index) add(b []byte) (address uint64, err error) {
	b = withChecksum(b)
	return t.w.add(append(b, make([]byte, nodeSize-len(b))...))
}
