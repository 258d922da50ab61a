// Package hdf5 writes HDF5 files of groups, arrays, strings and attributes, one object after the other: a group with millions of
// members takes 12 bytes of memory for each. Bytes depend on nothing but what is written; there are no times in a file.
//
// It is our own because github.com/scigolib/hdf5 v0.14.0 fails at the 258th member of a group and writes deflated data that
// the HDF5 library refuses, and because gonum.org/v1/hdf5 needs cgo and the C library.
//
// Layout, by the HDF5 File Format Specification version 3.0 (The HDF Group), whose section numbers the comments give:
// superblock 3; object headers of version 2; groups of at most eight members have links in their header, others a fractal
// heap of links with an index by name; an array has deflated chunks; strings of a list are in global heaps. HDF5 1.10 (2016) and later read it.
package hdf5

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

var le = binary.LittleEndian

// undefined is the address of what is not there.
const undefined = ^uint64(0)

// superblockSize is the room at the beginning for what is known in the end.
const superblockSize = 48

// compactLinks is how many links a group's header holds, the HDF5 library's default. More are looked up by an index.
const compactLinks = 8

// File is what is written to: an empty file that may be read as well.
type File interface {
	io.Writer
	io.WriterAt
	io.ReaderAt
}

// Writer writes one file. It is not for several goroutines at once.
type Writer struct {
	// Root is the group "/".
	Root *Group

	file File
	buf  *bufio.Writer
	end  uint64 // address of the next byte
}

// NewWriter begins an HDF5 file. Close completes it; without, it cannot be read.
func NewWriter(f File) (*Writer, error) {
	w := &Writer{file: f, buf: bufio.NewWriterSize(f, 1<<20)}
	w.Root = &Group{w: w, path: "/"}
	_, err := w.add(make([]byte, superblockSize))
	return w, err
}

// add writes at the end and returns the address.
func (w *Writer) add(p []byte) (address uint64, err error) {
	address = w.end
	if _, err := w.buf.Write(p); err != nil {
		return 0, err
	}
	w.end += uint64(len(p))
	return address, nil
}

// End is where the next byte comes.
func (w *Writer) End() int64 { return int64(w.end) }

// patch writes over what was added before.
func (w *Writer) patch(p []byte, address uint64) error {
	if err := w.buf.Flush(); err != nil {
		return err
	}
	_, err := w.file.WriteAt(p, int64(address))
	return err
}

// Close completes the root group and the file, which stays open. All other groups must have been closed.
func (w *Writer) Close() error {
	root, err := w.Root.finish()
	if err != nil {
		return err
	}
	b := append([]byte("\x89HDF\r\n\x1a\n"), 3, 8, 8, 0) // II.A: version, size of addresses, size of lengths, flags
	for _, v := range []uint64{0, undefined, w.end, root} {
		b = le.AppendUint64(b, v) // base address, superblock extension, end of file, root group's header
	}
	return w.patch(withChecksum(b), 0)
}

// Group is a folder of an HDF5 file.
type Group struct {
	w      *Writer
	parent *Group
	path   string   // ends with "/"
	few    [][]byte // link messages, while there are at most compactLinks
	many   *heap    // all of them, when there are more
	notes  [][]byte // attribute messages
	noted  []string // names of attributes
	open   int      // groups in this one that are not closed
}

// Group adds a group. It must be closed before the group that it is in.
func (g *Group) Group(name string) *Group {
	g.open++
	return &Group{w: g.w, parent: g, path: g.path + name + "/"}
}

// Close completes the group.
func (g *Group) Close() error {
	header, err := g.finish()
	if err != nil {
		return err
	}
	g.parent.open--
	return g.parent.link(g.path[len(g.parent.path):len(g.path)-1], header)
}

// String adds a scalar string of fixed length, UTF-8. It must not end with a NUL, which readers take for padding.
func (g *Group) String(name, text string) error {
	if strings.HasSuffix(text, "\x00") || uint64(len(text)) > 1<<32-1 {
		return fmt.Errorf("hdf5: string %q: %d bytes, want fewer than 4 GB that end with no NUL", name, len(text))
	}
	data := []byte(text)
	if len(data) == 0 {
		data = []byte{0} // no type has size 0
	}
	address, err := g.w.add(data)
	if err != nil {
		return err
	}
	return g.object(name, objectHeader(
		dataspace(nil), stringType(len(data)), fillValue(allocateLate), contiguous(address, uint64(len(data)))))
}

// Bytes adds an array of unsigned 8-bit numbers of the given lengths, one at least, the last of which runs fastest.
// deflated is what Deflate makes of them.
func (g *Group) Bytes(name string, shape []int, deflated []byte) error {
	address, err := g.w.add(deflated)
	if err != nil {
		return err
	}
	return g.object(name, objectHeader(
		dataspace(shape), Uint8.message(), fillValue(allocateIncrementally), filters(),
		singleChunk(shape, address, uint64(len(deflated)))))
}

// object adds an object header and a link to it.
func (g *Group) object(name string, header []byte) error {
	address, err := g.w.add(header)
	if err != nil {
		return err
	}
	return g.link(name, address)
}

// link makes the object with the given header a member of the group.
func (g *Group) link(name string, header uint64) error {
	if name == "" || name == "." || len(name) > 255 || strings.ContainsAny(name, "/\x00") {
		return fmt.Errorf(`hdf5: name %q: want 1 to 255 bytes without "/" and NUL, and not "."`, name)
	}
	message := linkMessage(name, header)
	if g.many == nil && len(g.few) < compactLinks {
		for _, other := range g.few {
			if bytes.Equal(linkName(other), []byte(name)) {
				return twice(g.path, name)
			}
		}
		g.few = append(g.few, message)
		return nil
	}
	if g.many == nil {
		var err error
		if g.many, err = newHeap(g.w); err != nil {
			return err
		}
		for _, m := range g.few {
			if err := g.many.add(m); err != nil {
				return err
			}
		}
		g.few = nil
	}
	return g.many.add(message)
}

// finish writes the group's header and returns its address.
func (g *Group) finish() (header uint64, err error) {
	if g.open != 0 {
		panic(fmt.Sprintf("hdf5: group %s is closed before %d groups in it", g.path, g.open))
	}
	messages := [][]byte{linkInfo(undefined, undefined), groupInfo()}
	if g.many != nil {
		names, err := g.many.finish(g.path)
		if err != nil {
			return 0, err
		}
		messages[0] = linkInfo(g.many.header, names)
		g.many = nil
	}
	for _, m := range g.few {
		messages = append(messages, message(msgLink, m))
	}
	messages = append(messages, g.notes...)
	return g.w.add(objectHeader(messages...))
}

func twice(group, name string) error {
	return fmt.Errorf("hdf5: group %s has two members named %q", group, name)
}
