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
	Uint16
	Int32
	Uint64
	Float64
	text // of variable length, UTF-8; see Strings
)

// size is that of an element in bytes.
func (t Type) size() int { return [...]int{1, 8, 4, 2, 4, 8, 8, textSize}[t] }

// datatype is the body of the datatype message (IV.A.2.d), version 1.
func (t Type) datatype() []byte {
	switch t {
	case Float32: // class 1 (floating-point): the mantissa's first bit is implied, the sign is bit 31; then IEEE 754
		return []byte{0x11, 2 << 4, 31, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0}
	case Float64: // the same with the sign in bit 63, an exponent of 11 bits from bit 52 and a mantissa of 52
		return []byte{0x11, 2 << 4, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 255, 3, 0, 0}
	case text: // class 9 (variable length): a string, ended with NUL, UTF-8; then the type of its bytes
		return append(le.AppendUint32([]byte{0x19, 1, 1, 0}, textSize), Uint8.datatype()...)
	}
	signed := byte(0) // class 0 (fixed-point), of which all bits count
	if t == Int64 || t == Int32 {
		signed = 8
	}
	size := byte(t.size())
	return []byte{0x10, signed, 0, 0, size, 0, 0, 0, 0, 0, 8 * size, 0}
}

func (t Type) message() []byte { return message(msgDatatype, t.datatype()) }

// chunkBytes is what a chunk of an Array has at most, unless a single row has more. Who reads rows in random order inflates a
// chunk for each; smaller chunks cost more for who reads all.
const chunkBytes = 1 << 17

// maxBytes is how many bytes an array may have.
const maxBytes = 1 << 62

// Array is an array that is written row by row; a row is what one value of the first index has. Rows are deflated in chunks.
// Other things may be added to the file in the meantime.
type Array struct {
	group *Group
	name  string
	kind  Type
	shape []int
	grows bool // it has as many rows as are written

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
		if n < 1 || high != 0 || low > maxBytes {
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

// Growing begins an array with as many rows as will be written, none included. Row has the lengths of a row; none for an array of
// single elements.
func (g *Group) Growing(name string, kind Type, row []int) (*Array, error) {
	a, err := g.Array(name, kind, append([]int{1}, row...))
	if err != nil {
		return nil, err
	}
	a.rows = max(chunkBytes/a.size, 1)
	a.size *= a.rows
	a.shape[0], a.grows, a.left = 0, true, maxBytes
	return a, nil
}

// Chunked is Growing for an array each row of which is a chunk of its own, written with Chunk.
func (g *Group) Chunked(name string, kind Type, row []int) (*Array, error) {
	a, err := g.Growing(name, kind, row)
	if err != nil {
		return nil, err
	}
	a.size /= a.rows
	a.rows = 1
	return a, nil
}

// Chunk appends a row of a Chunked array, as Deflate returns it.
func (a *Array) Chunk(deflated []byte) error {
	if a.rows != 1 || len(a.chunk) > 0 {
		panic(fmt.Sprintf("hdf5: array %q: a chunk of one row in an array with chunks of %d, %d bytes of which are written", a.name, a.rows, len(a.chunk)))
	}
	a.left -= a.size
	return a.store(deflated)
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
	a.chunk = a.chunk[:0]
	return a.store(deflated)
}

// store writes a deflated chunk.
func (a *Array) store(deflated []byte) error {
	address, err := a.group.w.add(deflated)
	if err == nil {
		a.chunks = append(a.chunks, chunk{address, uint64(len(deflated))})
	}
	return err
}

// Close adds the array to its group, after all its elements were written.
func (a *Array) Close() error {
	if a.grows {
		row := a.size / a.rows
		if part := len(a.chunk) % row; part > 0 {
			return fmt.Errorf("hdf5: array %q: %d bytes of a row of %d are missing", a.name, row-part, row)
		}
		a.shape[0] = len(a.chunks)*a.rows + len(a.chunk)/row
		if len(a.chunks) == 0 && a.shape[0] > 0 { // no chunk may be longer than the array
			a.rows, a.size = a.shape[0], len(a.chunk)
		}
	} else if a.left > 0 {
		return fmt.Errorf("hdf5: array %q: %d bytes are missing from lengths %v", a.name, a.left, a.shape)
	}
	if len(a.chunk) > 0 { // the last chunk is as large as the others
		a.chunk = append(a.chunk, make([]byte, a.size-len(a.chunk))...)
		if err := a.flush(); err != nil {
			return err
		}
	}
	a.group.open--
	if len(a.chunks) == 0 {
		return a.group.object(a.name, objectHeader(
			dataspace(a.shape), a.kind.message(), fillValue(allocateLate), contiguous(undefined, 0)))
	}
	index, err := a.index()
	if err != nil {
		return err
	}
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
	b := chunked(0, append([]int{a.rows}, a.shape[1:]...), a.kind)
	return message(msgLayout, le.AppendUint64(append(b, 3, a.pageBits()), index))
}
