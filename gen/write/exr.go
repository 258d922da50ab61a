package write

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zlib"

	"mereo/internal/folder"
)

// The subset of OpenEXR written here ("OpenEXR File Layout", openexr.com): one part, scan lines, ZIP compression with 16
// lines per chunk, increasing lines, FLOAT channels B, G, R. It is our own because the picture is always three times the
// same plane, so bytes are parted once for three channels, and because the deflate level can be chosen: 800 x 600 take 15 ms
// on one core where github.com/mrjoshuak/go-openexr v1.4.20 takes 36 ms, for a file 10 % larger. Tests read it with the
// format's reference library.
const (
	exrMagic   = 20000630
	exrVersion = 2
	exrZIP     = 3  // compression attribute
	exrLines   = 16 // per chunk with ZIP
	exrFloat   = 2  // pixel type
)

// exrLevel is the deflate level of EXR chunks. The stored bytes are mantissa noise and three equal planes; higher levels
// find nothing more than the repetition that 1 finds. Changing it changes every checksum.
const exrLevel = 1

var exrWriters = deflaters(exrLevel)

// EXR writes values, rows from the top, into each of the three float channels B, G and R; len(values) == width*height.
func EXR(root, path string, width, height int, values []float32) (File, error) {
	mustLen("EXR", len(values), width*height)
	return encoded(root, path, func() []byte { return encodeEXR(width, height, values) })
}

func encodeEXR(width, height int, values []float32) []byte {
	var out bytes.Buffer
	out.Grow(len(values)*3 + 1024)
	put32 := func(v uint32) { out.Write(binary.LittleEndian.AppendUint32(nil, v)) }
	attribute := func(name, kind string, value []byte) {
		out.WriteString(name + "\x00" + kind + "\x00")
		put32(uint32(len(value)))
		out.Write(value)
	}
	words := func(v ...uint32) []byte {
		var b []byte
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
		return b
	}

	// Header.
	put32(exrMagic)
	put32(exrVersion)
	var channels []byte
	for _, name := range []string{"B", "G", "R"} {
		channels = append(channels, name...)
		channels = append(channels, 0)
		channels = append(channels, words(exrFloat, 0, 1, 1)...) // type, not perceptually linear, sampling
	}
	window := words(0, 0, uint32(width-1), uint32(height-1)) // inclusive
	one := math.Float32bits(1)
	attribute("channels", "chlist", append(channels, 0))
	attribute("compression", "compression", []byte{exrZIP})
	attribute("dataWindow", "box2i", window)
	attribute("displayWindow", "box2i", window)
	attribute("lineOrder", "lineOrder", []byte{0})
	attribute("pixelAspectRatio", "float", words(one))
	attribute("screenWindowCenter", "v2f", words(0, 0))
	attribute("screenWindowWidth", "float", words(one))
	out.WriteByte(0)

	// Table of offsets, filled as chunks are written.
	chunks := (height + exrLines - 1) / exrLines
	table := out.Len()
	out.Write(make([]byte, 8*chunks))

	z := exrWriters.Get().(*zlib.Writer)
	defer exrWriters.Put(z)
	// One line of a chunk is 12*width bytes: the plane three times. ZIP puts the bytes of even places of the whole chunk
	// first, then those of odd places, and stores differences of neighbors plus 128; the three copies are made after the
	// bytes are parted, the differences last.
	stride := 12 * width
	parted, packable := make([]byte, exrLines*stride), make([]byte, exrLines*stride)
	var packed bytes.Buffer
	for c := range chunks {
		y := c * exrLines
		lines := min(exrLines, height-y)
		half := lines * stride / 2
		parted, packable := parted[:2*half], packable[:2*half]
		for l := range lines {
			even, odd := parted[l*stride/2:(l+1)*stride/2], parted[half+l*stride/2:half+(l+1)*stride/2]
			for x, v := range values[(y+l)*width : (y+l+1)*width] {
				b := math.Float32bits(v)
				even[2*x], odd[2*x], even[2*x+1], odd[2*x+1] = byte(b), byte(b>>8), byte(b>>16), byte(b>>24)
			}
			for _, part := range [][]byte{even, odd} {
				copy(part[2*width:4*width], part)
				copy(part[4*width:], part[:2*width])
			}
		}
		packable[0] = parted[0]
		subtract(packable[1:], parted[1:], parted)
		flipTops(packable[1:])
		packed.Reset()
		z.Reset(&packed)
		z.Write(packable) // a bytes.Buffer takes everything
		z.Close()

		binary.LittleEndian.PutUint64(out.Bytes()[table+8*c:], uint64(out.Len()))
		data := packed.Bytes()
		if len(data) >= len(packable) {
			data = joinBytes(packable) // full size is the format's way to say "not compressed", then in plain order
		}
		put32(uint32(y))
		put32(uint32(len(data)))
		out.Write(data)
	}
	return out.Bytes()
}

// flipTops adds 128 to every byte modulo 256, which is to flip its top bit.
func flipTops(b []byte) {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		binary.LittleEndian.PutUint64(b[i:], binary.LittleEndian.Uint64(b[i:])^0x8080808080808080)
	}
	for ; i < len(b); i++ {
		b[i] ^= 0x80
	}
}

// joinBytes undoes what ZIP does to a chunk before deflating it: it adds up the differences (in place) and returns the bytes
// of the first and the second half in turn. The length is even.
func joinBytes(packable []byte) []byte {
	for i := 1; i < len(packable); i++ {
		packable[i] += packable[i-1] - 128
	}
	half := len(packable) / 2
	out := make([]byte, len(packable))
	for i := range half {
		out[2*i], out[2*i+1] = packable[i], packable[half+i]
	}
	return out
}

// ReadEXR reads a file of the kind that EXR writes, of that size, and returns its B channel, after checking that G and R are the same.
// Other kinds of EXR are an error.
func ReadEXR(root, path string, width, height int) (values []float32, err error) {
	data, err := folder.Read(root, path, atMost(12*width*height))
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	values, err = decodeEXR(data, width, height)
	if err != nil {
		return nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return values, nil
}

// ReadAnyEXR is ReadEXR of a file of any size that its bytes can hold.
func ReadAnyEXR(root, path string) (width, height int, values []float32, err error) {
	data, err := folder.Read(root, path, folder.Image)
	if err != nil {
		return 0, 0, nil, fmt.Errorf("write: %w", err)
	}
	head, err := exrHeader(data)
	const shrunk = 1032 // what deflate saves at most
	if err == nil && (head.width < 1 || head.height < 1 || head.width > MaxPixels/head.height || 12*head.width*head.height > shrunk*len(data)) {
		err = fmt.Errorf("%w: %d x %d in %d bytes", ErrSize, head.width, head.height, len(data))
	}
	if err == nil {
		values, err = decodeEXR(data, head.width, head.height)
	}
	if err != nil {
		return 0, 0, nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return head.width, head.height, values, nil
}

var errCut = errors.New("the EXR file is cut short")

func decodeEXR(data []byte, width, height int) (values []float32, err error) {
	head, err := exrHeader(data)
	if err != nil {
		return nil, err
	}
	if head.width != width || head.height != height {
		return nil, fmt.Errorf("%w: %d x %d, want %d x %d", ErrSize, head.width, head.height, width, height)
	}
	chunks := (height + exrLines - 1) / exrLines
	if len(data)-head.end < 8*chunks {
		return nil, errCut
	}
	stride := 12 * width
	for c := range chunks {
		at := binary.LittleEndian.Uint64(data[head.end+8*c:])
		if at > uint64(len(data)) || len(data)-int(at) < 8 {
			return nil, errCut
		}
		y := c * exrLines
		if got := binary.LittleEndian.Uint32(data[at:]); got != uint32(y) {
			return nil, fmt.Errorf("chunk %d begins at line %d, want %d", c, got, y)
		}
		size := binary.LittleEndian.Uint32(data[at+4:])
		body := data[at+8:]
		if uint64(size) > uint64(len(body)) {
			return nil, errCut
		}
		raw := body[:size]
		if want := min(exrLines, height-y) * stride; len(raw) != want {
			z, err := zlib.NewReader(bytes.NewReader(raw))
			if err != nil {
				return nil, fmt.Errorf("chunk %d: %w", c, err)
			}
			packable := make([]byte, want)
			if _, err := io.ReadFull(z, packable); err != nil {
				return nil, fmt.Errorf("chunk %d: %w", c, err)
			}
			raw = joinBytes(packable)
		}
		for ; len(raw) > 0; raw = raw[stride:] {
			b, g, r := raw[:4*width], raw[4*width:8*width], raw[8*width:stride]
			if !bytes.Equal(b, g) || !bytes.Equal(b, r) {
				return nil, fmt.Errorf("channels differ in a line of chunk %d", c)
			}
			for x := 0; x < len(b); x += 4 {
				values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(b[x:])))
			}
		}
	}
	return values, nil
}

// exrHead is what decodeEXR needs of a header; end is where the table of offsets begins.
type exrHead struct{ width, height, end int }

func exrHeader(data []byte) (exrHead, error) {
	if len(data) < 8 || binary.LittleEndian.Uint32(data) != exrMagic {
		return exrHead{}, errors.New("not an EXR file")
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != exrVersion {
		return exrHead{}, fmt.Errorf("EXR version and flags are %#x, want %#x: one part of scan lines", v, exrVersion)
	}
	var h exrHead
	at := 8
	for {
		if at >= len(data) {
			return h, errCut
		}
		if data[at] == 0 {
			break
		}
		name, rest, ok := bytes.Cut(data[at:], []byte{0})
		kind, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < 4 {
			return h, errCut
		}
		size := int64(binary.LittleEndian.Uint32(rest))
		if size > int64(len(rest)-4) {
			return h, errCut
		}
		value := rest[4 : 4+size]
		at += len(name) + 1 + len(kind) + 1 + 4 + len(value)
		switch string(name) {
		case "compression":
			if len(value) != 1 || value[0] != exrZIP {
				return h, fmt.Errorf("compression is %v, want %d (ZIP)", value, exrZIP)
			}
		case "channels":
			if len(value) != 3*18+1 || value[0] != 'B' || value[18] != 'G' || value[36] != 'R' {
				return h, errors.New("channels are not B, G, R")
			}
			for i := 2; i < 3*18; i += 18 {
				if kind := binary.LittleEndian.Uint32(value[i:]); kind != exrFloat {
					return h, fmt.Errorf("a channel has pixel type %d, want %d (FLOAT)", kind, exrFloat)
				}
			}
		case "dataWindow":
			if len(value) != 16 {
				return h, errors.New("dataWindow is not a box")
			}
			x0, y0 := int32(binary.LittleEndian.Uint32(value)), int32(binary.LittleEndian.Uint32(value[4:]))
			x1, y1 := int32(binary.LittleEndian.Uint32(value[8:])), int32(binary.LittleEndian.Uint32(value[12:]))
			if x0 != 0 || y0 != 0 || x1 < 0 || y1 < 0 || x1 > 16383 || y1 > 16383 {
				return h, fmt.Errorf("dataWindow is (%d,%d)-(%d,%d), want (0,0) to at most (16383,16383)", x0, y0, x1, y1)
			}
			h.width, h.height = int(x1)+1, int(y1)+1
		}
	}
	if h.width == 0 {
		return h, errors.New("dataWindow is missing")
	}
	h.end = at + 1
	return h, nil
}
