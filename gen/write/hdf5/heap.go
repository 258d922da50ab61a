package hdf5

import (
	"bytes"
	"fmt"
	"slices"
)

// A fractal heap (III.G) is a table of blocks whose offsets in the heap follow each other. Rows 0 and 1 of the table have
// blocks of the starting size, which is the largest size for blocks of data here, too, so that two rows wide enough hold
// everything and there are no tables below the table.
const (
	blockBits   = 16
	blockSize   = 1 << blockBits
	blockHead   = 21      // bytes before the first object of a block
	heapBits    = 32      // of an offset in the heap
	heapIDSize  = 7       // flags, 4 bytes of offset, 2 bytes of length
	maxObject   = 4096    // bytes
	headerBytes = 142 + 4 // of the heap's header, with its checksum
	minWidth    = 4       // of the table
	maxBlocks   = 1 << (heapBits - blockBits)
)

// heap holds the links of a group. Full blocks are written at once.
type heap struct {
	w       *Writer
	header  uint64 // address
	block   []byte // being filled
	blocks  []uint64
	free    uint64 // bytes in blocks that hold nothing
	objects []object
}

// object is where in the heap a link message is, and its name's hash.
type object struct {
	hash, offset uint32
	size         uint16
}

// id in the heap (III.G, Managed Objects).
func (o object) id() []byte {
	return le.AppendUint16(le.AppendUint32([]byte{0}, o.offset), o.size)
}

func newHeap(w *Writer) (*heap, error) {
	address, err := w.add(make([]byte, headerBytes))
	return &heap{w: w, header: address}, err
}

// add puts a link message into the heap.
func (h *heap) add(link []byte) error {
	if len(h.block)+len(link) > blockSize {
		if err := h.flush(); err != nil {
			return err
		}
	}
	if len(h.blocks) == maxBlocks {
		return fmt.Errorf("hdf5: a group has %d members, and their names exceed 4 GB", len(h.objects))
	}
	if len(h.block) == 0 {
		h.block = append(h.block, h.preamble("FHDB", uint32(len(h.blocks)*blockSize))...)
		h.block = append(h.block, 0, 0, 0, 0) // checksum
	}
	offset := len(h.blocks)*blockSize + len(h.block)
	h.objects = append(h.objects, object{lookup3(linkName(link)), uint32(offset), uint16(len(link))})
	h.block = append(h.block, link...)
	return nil
}

// preamble begins a block: signature, version, address of the heap's header, offset in the heap.
func (h *heap) preamble(signature string, offset uint32) []byte {
	return le.AppendUint32(le.AppendUint64(append([]byte(signature), 0), h.header), offset)
}

// flush writes the block that is being filled. Its checksum is taken with zeros in its place.
func (h *heap) flush() error {
	h.free += uint64(blockSize - len(h.block))
	h.block = append(h.block, make([]byte, blockSize-len(h.block))...)
	le.PutUint32(h.block[blockHead-4:], lookup3(h.block))
	address, err := h.w.add(h.block)
	if err != nil {
		return err
	}
	h.blocks = append(h.blocks, address)
	h.block = h.block[:0]
	return nil
}

// finish writes the rest of the heap and the index of names, whose address it returns. The group's path is for errors.
func (h *heap) finish(group string) (names uint64, err error) {
	if err := h.flush(); err != nil {
		return 0, err
	}
	width := minWidth
	for 2*width < len(h.blocks) {
		width *= 2
	}
	rows := (len(h.blocks) + width - 1) / width
	table := h.preamble("FHIB", 0)
	for i := range rows * width {
		address := undefined
		if i < len(h.blocks) {
			address = h.blocks[i]
		}
		table = le.AppendUint64(table, address)
	}
	root, err := h.w.add(withChecksum(table))
	if err != nil {
		return 0, err
	}
	if err := h.w.patch(h.head(width, rows, root), h.header); err != nil {
		return 0, err
	}
	if err := h.sort(group); err != nil {
		return 0, err
	}
	return writeIndex(h.w, h.objects)
}

// head is the heap's header.
func (h *heap) head(width, rows int, root uint64) []byte {
	used := uint64(len(h.blocks)) * blockSize
	b := append([]byte("FRHP"), 0, heapIDSize, 0, 0, 0, 2) // version, size of ids, no filters, blocks have checksums
	b = le.AppendUint32(b, maxObject)
	for _, v := range []uint64{
		0, undefined, // next id and index of huge objects, of which there are none
		h.free, undefined, // free bytes; no list of them
		uint64(rows*width) * blockSize, used, used, // size of the rows, of the blocks, where the next block goes
		uint64(len(h.objects)),
		0, 0, 0, 0, // size and number of huge and of tiny objects
	} {
		b = le.AppendUint64(b, v)
	}
	b = le.AppendUint16(b, uint16(width))
	b = le.AppendUint64(le.AppendUint64(b, blockSize), blockSize) // starting size, largest size
	b = le.AppendUint16(le.AppendUint16(b, heapBits), 1)          // rows in the beginning
	b = le.AppendUint16(le.AppendUint64(b, root), uint16(rows))
	if b = withChecksum(b); len(b) != headerBytes {
		panic(fmt.Sprintf("hdf5: heap header of %d bytes, want %d", len(b), headerBytes))
	}
	return b
}

// sort orders objects by hash and then by name, as the index has them. Names are read back where hashes are equal.
func (h *heap) sort(group string) error {
	slices.SortFunc(h.objects, func(a, b object) int {
		if a.hash != b.hash {
			return int(int64(a.hash) - int64(b.hash))
		}
		return int(int64(a.offset) - int64(b.offset))
	})
	for i, n := 0, 0; i < len(h.objects); i += n {
		for n = 1; i+n < len(h.objects) && h.objects[i+n].hash == h.objects[i].hash; n++ {
		}
		if n == 1 {
			continue
		}
		same := make([]named, n)
		for k, o := range h.objects[i : i+n] {
			link := make([]byte, o.size)
			address := h.blocks[o.offset>>blockBits] + uint64(o.offset&(blockSize-1))
			if _, err := h.w.file.ReadAt(link, int64(address)); err != nil {
				return err
			}
			same[k] = named{o, linkName(link)}
		}
		slices.SortFunc(same, func(a, b named) int { return bytes.Compare(a.name, b.name) })
		for k, s := range same {
			if k > 0 && bytes.Equal(s.name, same[k-1].name) {
				return twice(group, string(s.name))
			}
			h.objects[i+k] = s.object
		}
	}
	return nil
}

type named struct {
	object
	name []byte
}
