package hdf5

import (
	"fmt"
	"math/bits"
)

// Type is a type of array elements, which are stored with the lowest byte first.
type Type int

// The types of arrays.
const (
	Uint8 Type = iota
	Int64
	Float32
)

// size is that of an element in bytes.
func (t Type) size() int { return [...]int{1, 8, 4}[t] }

// message is the datatype message (IV.A.2.d), version 1.
func (t Type) message() []byte {
	switch t {
	case Int64: // class 0 (fixed-point), signed, of which the bits 0 to 63 count
		return message(msgDatatype, []byte{0x10, 8, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0})
	case Float32: // class 1 (floating-point): the mantissa's first bit is implied, the sign is bit 31; then IEEE 754
		return message(msgDatatype, []byte{0x11, 2 << 4, 31, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0})
	}
	return uint8Type()
}

// chunkBytes is what a chunk of an Array has at most, unless a single row has more. Who reads rows in random order inflates a
// chunk for each; smaller chunks cost more for who reads all.
const chunkBytes = 1 << 17

// Array is an array that is written row by row; a row is what one value of the first index has. Rows are deflated in chunks.
// Other things may be added to the file in the meantime.
type Array struct {
	group *Group
	name  string
	kind  Type
	shape []int

	chunk  []byte // what was written of the next chunk
	size   int    // bytes of a chunk
	rows   int    // of a chunk
	left   int    // bytes that are still to come
	chunks []chunk
}

// chunk is where a chunk of an Array is.
type chunk struct{ address, size uint64 }

// Array begins an array of the given lengths, one at least and none of them zero. Close adds it to the group.
func (g *Group) Array(name string, kind Type, shape []int) (*Array, error) {
	if len(shape) == 0 || len(shape) > 31 { // the library's limit, less one for the size of elements
		return nil, fmt.Errorf("hdf5: array %q has %d lengths, want 1 to 31", name, len(shape))
	}
	total := uint64(kind.size())
	for _, n := range shape {
		high, low := bits.Mul64(total, uint64(n))
		if n < 1 || high != 0 || low > 1<<62 {
			return nil, fmt.Errorf("hdf5: array %q has lengths %v, want at least 1 each and less than 2^62 bytes", name, shape)
		}
		total = low
	}
	row := int(total) / shape[0]
	if row > 1<<32-1 {
		return nil, fmt.Errorf("hdf5: array %q has rows of %d bytes, want less than 4 GiB", name, row)
	}
	rows := min(max(chunkBytes/row, 1), shape[0])
	g.open++
	return &Array{
		group: g, name: name, kind: kind, shape: shape,
		chunk: make([]byte, 0, rows*row), size: rows * row, rows: rows, left: int(total),
	}, nil
}

// Write appends bytes of elements.
func (a *Array) Write(p []byte) (n int, err error) {
	if len(p) > a.left {
		return 0, fmt.Errorf("hdf5: array %q: %d bytes more than lengths %v have", a.name, len(p)-a.left, a.shape)
	}
	for n < len(p) {
		k := min(a.size-len(a.chunk), len(p)-n)
		a.chunk = append(a.chunk, p[n:n+k]...)
		n += k
		a.left -= k
		if len(a.chunk) == a.size {
			if err := a.flush(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// flush writes the chunk.
func (a *Array) flush() error {
	deflated := Deflate(a.chunk)
	address, err := a.group.w.add(deflated)
	if err != nil {
		return err
	}
	a.chunks = append(a.chunks, chunk{address, uint64(len(deflated))})
	a.chunk = a.chunk[:0]
	return nil
}

// Close adds the array to its group, after all its elements were written.
func (a *Array) Close() error {
	if a.left > 0 {
		return fmt.Errorf("hdf5: array %q: %d bytes are missing from lengths %v", a.name, a.left, a.shape)
	}
	if len(a.chunk) > 0 { // the last chunk is as large as the others
		a.chunk = append(a.chunk, make([]byte, a.size-len(a.chunk))...)
		if err := a.flush(); err != nil {
			return err
		}
	}
	index, err := a.index()
	if err != nil {
		return err
	}
	a.group.open--
	return a.group.object(a.name, objectHeader(
		dataspace(a.shape), a.kind.message(), fillValue(allocateIncrementally), filters(), a.layout(index)))
}

// pageBits is the logarithm of how many chunks a page of the index has: all of them, so that there is one page.
func (a *Array) pageBits() byte { return byte(max(bits.Len(uint(len(a.chunks)-1)), 1)) }

// index writes a fixed array of chunks (VII.C), a header and a data block that is not divided into pages, and returns the
// header's address. An entry is an address, the chunk's size, and no filter left out.
func (a *Array) index() (header uint64, err error) {
	const deflatedChunks = 1 // client: chunks of a dataset with filters
	// The library's way to tell how many bytes hold a chunk's size: one more than what is not deflated needs.
	sizeBytes := min(1+(bits.Len(uint(a.size))-1+8)/8, 8)
	header = a.group.w.end
	block := header + 4 + 4 + 8 + 8 + 4
	b := append([]byte("FAHD"), 0, deflatedChunks, byte(8+sizeBytes+4), a.pageBits())
	b = withChecksum(le.AppendUint64(le.AppendUint64(b, uint64(len(a.chunks))), block))
	if _, err := a.group.w.add(b); err != nil {
		return 0, err
	}
	b = le.AppendUint64(append([]byte("FADB"), 0, deflatedChunks), header)
	for _, c := range a.chunks {
		b = le.AppendUint32(appendNumber(le.AppendUint64(b, c.address), c.size, sizeBytes), 0)
	}
	_, err = a.group.w.add(withChecksum(b))
	return header, err
}

// layout (IV.A.2.i), version 4: class 2; no flags; lengths of a chunk and of an element, as in singleChunk; index type 3, a
// fixed array, its page bits and address.
func (a *Array) layout(index uint64) []byte {
	lengths := append([]int{a.rows}, a.shape[1:]...)
	lengths = append(lengths, a.kind.size())
	longest := 0
	for _, n := range lengths {
		longest = max(longest, n)
	}
	bytesEach := bytesFor(uint64(longest))
	b := []byte{4, 2, 0, byte(len(lengths)), byte(bytesEach)}
	for _, n := range lengths {
		b = appendNumber(b, uint64(n), bytesEach)
	}
	return message(msgLayout, le.AppendUint64(append(b, 3, a.pageBits()), index))
}
