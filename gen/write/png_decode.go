package write

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/png"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// The filter types that this package does not use (ISO/IEC 15948, 9.2).
const (
	filterAverage = 3
	filterPaeth   = 4
)

// DecodeRGB is ReadRGB of a file's bytes. Path is for errors.
func DecodeRGB(path string, data []byte, width, height int) (rgb []uint8, err error) {
	if err := sized(path, data, width, height); err != nil {
		return nil, err
	}
	return decode(path, data)
}

// decode reads the colors of a PNG.
//
// PNG files of 8-bit RGB and RGBA without interlacing are inflated here, which takes two thirds of image/png's time; that package has all
// others, and the words for what is wrong.
func decode(path string, data []byte) (rgb []uint8, err error) {
	if rgb, _, ok := decodeRGB(data); ok {
		return rgb, nil
	}
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return colors(path, im)
}

// inflaters keeps what inflates for reuse.
var inflaters = sync.Pool{}

// decodeRGB is false for what it does not know, and for what is damaged. alpha is 255 where all pixels are opaque.
func decodeRGB(data []byte) (rgb []uint8, alpha uint8, ok bool) {
	const signature, headerSize = "\x89PNG\r\n\x1a\n", 13
	if !bytes.HasPrefix(data, []byte(signature)) {
		return nil, 0, false
	}
	data = data[len(signature):]
	width, height, bpp := 0, 0, 0
	var packed []byte
	for kind := ""; kind != "IEND"; {
		if len(data) < 12 {
			return nil, 0, false
		}
		n := int(binary.BigEndian.Uint32(data))
		if n > len(data)-12 {
			return nil, 0, false
		}
		kind = string(data[4:8])
		body, sum := data[8:8+n], binary.BigEndian.Uint32(data[8+n:])
		if crc32.ChecksumIEEE(data[4:8+n]) != sum {
			return nil, 0, false
		}
		data = data[12+n:]
		switch kind {
		case "IHDR":
			if n != headerSize || body[8] != 8 || body[9] != 2 && body[9] != 6 || body[10] != 0 || body[11] != 0 || body[12] != 0 {
				return nil, 0, false
			}
			width, height = int(binary.BigEndian.Uint32(body)), int(binary.BigEndian.Uint32(body[4:]))
			bpp = map[byte]int{2: 3, 6: 4}[body[9]]
		case "IDAT":
			if packed == nil {
				packed = body
			} else {
				packed = append(packed[:len(packed):len(packed)], body...)
			}
		case "tRNS":
			return nil, 0, false
		}
	}
	if bpp == 0 || width <= 0 || height <= 0 || width > 1<<15 || height > 1<<15 {
		return nil, 0, false
	}
	z, ok := inflater(packed)
	if !ok {
		return nil, 0, false
	}
	stride := width * bpp
	rgb, alpha = make([]uint8, 3*width*height), 255
	line, above := make([]byte, 1+stride), make([]byte, 1+stride)
	for y := range height {
		if _, err := io.ReadFull(z, line); err != nil || !unfilter(line[0], line[1:], above[1:], bpp) {
			return nil, 0, false
		}
		row := rgb[3*y*width:][:3*width]
		if bpp == 3 {
			copy(row, line[1:])
		} else {
			alpha &= dropAlpha(row, line[1:])
		}
		line, above = above, line
	}
	if n, err := z.Read(line[:1]); n != 0 || err != io.EOF {
		return nil, 0, false
	}
	inflaters.Put(z)
	return rgb, alpha, true
}

// dropAlpha copies the colors of RGBA pixels and returns the bitwise and of their alphas.
func dropAlpha(rgb, rgba []byte) (alpha uint8) {
	all := uint32(0xff000000)
	for len(rgb) > 3 { // four bytes are written of which the last is the next pixel's
		v := binary.LittleEndian.Uint32(rgba)
		binary.LittleEndian.PutUint32(rgb, v)
		all &= v
		rgb, rgba = rgb[3:], rgba[4:]
	}
	copy(rgb, rgba[:3])
	return uint8(all>>24) & rgba[3]
}

// inflater reads the deflate data of a zlib stream (RFC 1950). Its checksum is not compared: those of the chunks cover the same bytes. It is
// false for what is no such stream.
func inflater(packed []byte) (io.ReadCloser, bool) {
	const header, checksum = 2, 4
	if len(packed) < header+checksum {
		return nil, false
	}
	method, flags := packed[0], packed[1]
	if method&0xf != 8 || method>>4 > 7 || flags&0x20 != 0 || (uint(method)<<8|uint(flags))%31 != 0 {
		return nil, false
	}
	data := bytes.NewReader(packed[header : len(packed)-checksum])
	if z := inflaters.Get(); z != nil {
		return z.(io.ReadCloser), z.(flate.Resetter).Reset(data, nil) == nil
	}
	return flate.NewReader(data), true
}

// unfilter undoes a filter of a row (ISO/IEC 15948, 9.2); above is the row above as it is, zeros for the first. It is false for a filter
// that there is not.
func unfilter(filter byte, row, above []byte, bpp int) bool {
	above = above[:len(row)]
	switch filter {
	case filterNone:
	case filterSub:
		unfilterSub(row, bpp)
	case filterUp:
		n := len(row) &^ 7
		for i := 0; i < n; i += 8 {
			sum := addBytes(binary.LittleEndian.Uint64(row[i:]), binary.LittleEndian.Uint64(above[i:]))
			binary.LittleEndian.PutUint64(row[i:], sum)
		}
		for i := n; i < len(row); i++ {
			row[i] += above[i]
		}
	case filterAverage:
		for i := range row {
			left := 0
			if i >= bpp {
				left = int(row[i-bpp])
			}
			row[i] += byte((left + int(above[i])) / 2)
		}
	case filterPaeth:
		for i := range row {
			var left, corner int
			if i >= bpp {
				left, corner = int(row[i-bpp]), int(above[i-bpp])
			}
			row[i] += byte(paeth(left, int(above[i]), corner))
		}
	default:
		return false
	}
	return true
}

// unfilterSub adds to each pixel the one to the left of it. Sums of pixels of three and four bytes are kept in registers, which takes a
// third of the time.
func unfilterSub(row []byte, bpp int) {
	switch bpp {
	case 3:
		var r, g, b byte
		for ; len(row) >= 3; row = row[3:] {
			r, g, b = r+row[0], g+row[1], b+row[2]
			row[0], row[1], row[2] = r, g, b
		}
	case 4:
		sum := uint64(0)
		for ; len(row) >= 4; row = row[4:] {
			sum = addBytes(sum, uint64(binary.LittleEndian.Uint32(row)))
			binary.LittleEndian.PutUint32(row, uint32(sum))
		}
	default:
		for i := bpp; i < len(row); i++ {
			row[i] += row[i-bpp]
		}
	}
}

// addBytes adds the bytes of two words without carries between them.
func addBytes(a, b uint64) uint64 {
	const high = 0x8080808080808080
	return ((a &^ high) + (b &^ high)) ^ (a^b)&high
}

// paeth is that of left, above and corner which is nearest to left + above - corner, the earlier of equals.
func paeth(left, above, corner int) int {
	distance := func(x int) int {
		d := left + above - corner - x
		return max(d, -d)
	}
	switch l, a, c := distance(left), distance(above), distance(corner); {
	case l <= a && l <= c:
		return left
	case a <= c:
		return above
	}
	return corner
}
