package hdf5

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// Types of header messages (IV.A.2).
const (
	msgDataspace = 0x01
	msgLinkInfo  = 0x02
	msgDatatype  = 0x03
	msgFillValue = 0x05
	msgLink      = 0x06
	msgLayout    = 0x08
	msgGroupInfo = 0x0a
	msgFilters   = 0x0b
	msgAttribute = 0x0c
)

// When room for data is made (IV.A.2.f); it follows from the layout.
const (
	allocateLate          = 2
	allocateIncrementally = 3
)

// deflateLevel is that of array chunks. Drawn pictures of 160 x 120 pixels take a fifth less time with 3 and are 4 % larger,
// and twice the time with 7 and are 4 % smaller. Changing it changes every file.
const deflateLevel = 4

var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, deflateLevel)
	if err != nil {
		panic("hdf5: " + err.Error()) // the level is a constant
	}
	return z
}}

// Deflate returns data as the deflate filter stores it, a zlib stream. It may be called by several goroutines at once.
func Deflate(data []byte) []byte {
	var out bytes.Buffer
	z := deflaters.Get().(*zlib.Writer)
	z.Reset(&out)
	z.Write(data) // a bytes.Buffer takes everything
	z.Close()
	deflaters.Put(z)
	return out.Bytes()
}

// message is a header message of an object header of version 2 (IV.A.1.b), without flags.
func message(kind byte, body []byte) []byte {
	return append(append(le.AppendUint16([]byte{kind}, uint16(len(body))), 0), body...)
}

// objectHeader joins messages (IV.A.1.b). Flag 1 says that their size has two bytes; there are no times.
func objectHeader(messages ...[]byte) []byte {
	body := bytes.Join(messages, nil)
	if len(body) > 1<<16-1 {
		panic(fmt.Sprintf("hdf5: object header of %d bytes, want at most %d", len(body), 1<<16-1))
	}
	b := le.AppendUint16([]byte("OHDR\x02\x01"), uint16(len(body)))
	return withChecksum(append(b, body...))
}

// withChecksum appends the checksum that ends all metadata of these versions.
func withChecksum(b []byte) []byte {
	return le.AppendUint32(b, lookup3(b))
}

// dataspace (IV.A.2.b), version 2; no lengths make a scalar.
func dataspace(shape []int) []byte {
	return message(msgDataspace, dataspaceBody(shape))
}

func dataspaceBody(shape []int) []byte {
	simple := byte(1)
	if shape == nil {
		simple = 0
	}
	b := []byte{2, byte(len(shape)), 0, simple}
	for _, n := range shape {
		b = le.AppendUint64(b, uint64(n))
	}
	return b
}

// attribute (IV.A.2.m), version 3: no flags; sizes of the name with its NUL, of the type and of the dataspace; UTF-8.
func attribute(name string, kind Type, shape []int, data []byte) []byte {
	datatype, space := kind.datatype(), dataspaceBody(shape)
	b := []byte{3, 0}
	for _, n := range []int{len(name) + 1, len(datatype), len(space)} {
		b = le.AppendUint16(b, uint16(n))
	}
	b = append(append(b, 1), name...)
	return message(msgAttribute, slices.Concat(b, []byte{0}, datatype, space, data))
}

// stringType (IV.A.2.d): version 1, class 3 (string), padded with NUL, UTF-8.
func stringType(size int) []byte {
	return message(msgDatatype, le.AppendUint32([]byte{0x13, 0x11, 0, 0}, uint32(size)))
}

// fillValue (IV.A.2.f), version 3: the default value, written when it was set by a user.
func fillValue(allocate byte) []byte {
	return message(msgFillValue, []byte{3, allocate | 2<<2})
}

// contiguous is a layout (IV.A.2.i), version 4: class 1, address and size of the data.
func contiguous(address, size uint64) []byte {
	return message(msgLayout, le.AppendUint64(le.AppendUint64([]byte{4, 1}, address), size))
}

// singleChunk is a layout (IV.A.2.i), version 4: class 2; flag 2, the chunk is filtered; lengths of the chunk and of an
// element, in as few bytes as hold the largest, which HDF5 2.0 insists on; index type 1, there is one chunk; its size, no
// filter left out, its address.
func singleChunk(shape []int, address, size uint64) []byte {
	b := append(chunked(2, shape, Uint8), 1)
	b = le.AppendUint32(le.AppendUint64(b, size), 0)
	return message(msgLayout, le.AppendUint64(b, address))
}

// chunked begins a layout in chunks.
func chunked(flags byte, chunk []int, kind Type) []byte {
	lengths := append(slices.Clone(chunk), kind.size())
	bytesEach := bytesFor(uint64(slices.Max(lengths)))
	b := []byte{4, 2, flags, byte(len(lengths)), byte(bytesEach)}
	for _, n := range lengths {
		b = appendNumber(b, uint64(n), bytesEach)
	}
	return b
}

// filters (IV.A.2.l), version 2: one, deflate (1), not optional, with its level.
func filters() []byte {
	return message(msgFilters, []byte{2, 1, 1, 0, 0, 0, 1, 0, deflateLevel, 0, 0, 0})
}

// linkInfo (IV.A.2.c): addresses of the fractal heap with links and of their index by name.
func linkInfo(heap, names uint64) []byte {
	return message(msgLinkInfo, le.AppendUint64(le.AppendUint64([]byte{0, 0}, heap), names))
}

// groupInfo (IV.A.2.k) with the default numbers.
func groupInfo() []byte { return message(msgGroupInfo, []byte{0, 0}) }

// linkMessage is the body of a hard link (IV.A.2.g) to an object header: version 1; flag 16, the character set is given, and
// the name's length has one byte; UTF-8.
func linkMessage(name string, header uint64) []byte {
	b := append([]byte{1, 16, 1, byte(len(name))}, name...)
	return le.AppendUint64(b, header)
}

// linkName is the name in what linkMessage returns.
func linkName(message []byte) []byte { return message[4 : len(message)-8] }
