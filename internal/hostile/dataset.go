package hostile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// run is a deflate stream that gives head and then n times b. One piece of it is packed and repeated: each ends with a flush at a whole
// byte and looks back at nothing before it.
func run(head []byte, b byte, n int64) []byte {
	const size = 1 << 20
	piece := func(data []byte) []byte {
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, flate.BestCompression)
		if err != nil {
			panic(err) // the level is a constant
		}
		w.Write(data)
		w.Flush()
		return out.Bytes()
	}
	out := piece(head)
	whole := piece(bytes.Repeat([]byte{b}, size))
	out = append(out, bytes.Repeat(whole, int(n/size))...)
	out = append(out, piece(bytes.Repeat([]byte{b}, int(n%size)))...)
	return append(out, 1, 0, 0, 0xff, 0xff) // an empty last block
}

// feed writes what run's stream gives.
func feed(w io.Writer, head []byte, b byte, n int64) {
	w.Write(head)
	piece := bytes.Repeat([]byte{b}, 1<<20)
	for ; n > 0; n -= int64(len(piece)) {
		w.Write(piece[:min(n, int64(len(piece)))])
	}
}

// zlib is run as a zlib stream (RFC 1950).
func zlib(head []byte, b byte, n int64) []byte {
	sum := adler32.New()
	feed(sum, head, b, n)
	return sum.Sum(append([]byte{0x78, 0xda}, run(head, b, n)...))
}

// PNG is a whole picture of black pixels of 8 bits, in color type 0 (gray), 2 (RGB) or 6 (RGBA), or of 16 bits of gray where deep.
func PNG(width, height int, colorType byte, deep bool) []byte {
	depth, row := byte(8), int64(width)*map[byte]int64{0: 1, 2: 3, 6: 4}[colorType]
	if deep {
		depth, row = 16, 2*row
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		start := len(out)
		out = append(append(out, kind...), data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	chunk("IHDR", append(head, depth, colorType, 0, 0, 0))
	chunk("IDAT", zlib(nil, 0, (1+row)*int64(height)))
	chunk("IEND", nil)
	return out
}

// EXR is a whole picture of the kind that datasets have, with the same small number everywhere.
func EXR(width, height int) []byte {
	var out bytes.Buffer
	word := func(v ...uint32) {
		for _, x := range v {
			out.Write(binary.LittleEndian.AppendUint32(nil, x))
		}
	}
	attribute := func(name, kind string, size uint32) {
		out.WriteString(name + "\x00" + kind + "\x00")
		word(size)
	}
	const lines = 16
	word(20000630, 2)
	attribute("channels", "chlist", 3*18+1)
	for _, name := range []string{"B", "G", "R"} {
		out.WriteString(name + "\x00")
		word(2, 0, 1, 1)
	}
	out.WriteByte(0)
	attribute("compression", "compression", 1)
	out.WriteByte(3)
	for _, name := range []string{"dataWindow", "displayWindow"} {
		attribute(name, "box2i", 16)
		word(0, 0, uint32(width-1), uint32(height-1))
	}
	attribute("lineOrder", "lineOrder", 1)
	out.WriteByte(0)
	out.WriteByte(0)
	chunks := (height + lines - 1) / lines
	chunk := func(rows int) []byte { // differences of 0, which are stored as 128
		return zlib([]byte{0}, 128, int64(rows)*12*int64(width)-1)
	}
	whole, last := chunk(lines), chunk(height-lines*(chunks-1))
	at := out.Len() + 8*chunks
	for i := range chunks {
		out.Write(binary.LittleEndian.AppendUint64(nil, uint64(at+i*(8+len(whole)))))
	}
	for i := range chunks {
		data := whole
		if i == chunks-1 {
			data = last
		}
		word(uint32(lines*i), uint32(len(data)))
		out.Write(data)
	}
	return out.Bytes()
}

// NPY is the beginning of a numpy array that says that it has this shape, of elements that numpy calls descr.
func NPY(descr string, shape ...int) []byte {
	dims := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ", "), "[]")
	if len(shape) == 1 {
		dims += ","
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }\n", descr, dims)
	out := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(dict)))
	return append(out, dict...)
}

// NPZ is an archive with one array of zeros, of elements of size bytes that numpy calls descr.
func NPZ(key, descr string, size int, shape ...int) []byte {
	n := int64(size)
	for _, d := range shape {
		n *= int64(d)
	}
	head, name := NPY(descr, shape...), key+".npy"
	packed := run(head, 0, n)
	sum := crc32.NewIEEE()
	feed(sum, head, 0, n)
	var fields []byte // of a member, APPNOTE.TXT 4.3.7 and 4.3.12, from the version needed on
	for _, v := range []uint16{20, 0, 8, 0, 33} {
		fields = binary.LittleEndian.AppendUint16(fields, v)
	}
	for _, v := range []uint32{sum.Sum32(), uint32(len(packed)), uint32(int64(len(head)) + n), uint32(len(name))} {
		fields = binary.LittleEndian.AppendUint32(fields, v) // the last is the length of the name and that of nothing
	}
	out := append(append([]byte("PK\x03\x04"), fields...), name...)
	out = append(out, packed...)
	at := len(out)
	out = append(append(append(out, "PK\x01\x02\x14\x00"...), fields...), make([]byte, 14)...)
	out = append(out, name...)
	size = len(out) - at
	out = append(out, "PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(size))
	out = binary.LittleEndian.AppendUint32(out, uint32(at))
	return append(out, 0, 0)
}

// jsonOf is nested as deep as its length allows.
func jsonOf(length int) []byte { return bytes.Repeat([]byte{'['}, length) }

// Bomb is the bytes of a file that kills a reader who believes it, by the end of the file's name; nil for files without one. They
// unpack to 1.6 GB or more.
func Bomb(ending string) []byte {
	switch ending {
	case ".png":
		return PNG(20000, 20000, 6, false)
	case ".exr":
		return EXR(16384, 16384)
	case ".npy":
		return NPY("<f4", 1<<20, 1<<12)
	case ".npz":
		return NPZ("part_poses", "<f4", 4, 20000, 20000)
	case ".json", ".jsonl":
		return jsonOf(4 << 20)
	}
	return nil
}

// Damage is something that lies in place of a file.
type Damage struct {
	Name string
	Put  func(name string) error // name has nothing before
}

// Damages are a pipe, links to an endless device and to a file outside, which must stay as it is, a folder, a file of 1 TB without
// blocks, an empty file and, where there is one for the file's name, a bomb.
func Damages(outside string) []Damage {
	return []Damage{
		{"a pipe", func(name string) error { return syscall.Mkfifo(name, 0o666) }},
		{"a link to a device", func(name string) error { return os.Symlink("/dev/zero", name) }},
		{"a link out of the folder", func(name string) error { return os.Symlink(outside, name) }},
		{"a folder", func(name string) error { return os.Mkdir(name, 0o777) }},
		{"a huge file", func(name string) error {
			if err := os.WriteFile(name, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(name, 1<<40)
		}},
		{"an empty file", func(name string) error { return os.WriteFile(name, nil, 0o666) }},
		{"a bomb", func(name string) error { return os.WriteFile(name, Bomb(filepath.Ext(name)), 0o666) }},
	}
}
