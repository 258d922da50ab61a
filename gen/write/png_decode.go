package write

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/png"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
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

// zlibReaders keeps what inflates for reuse.
var zlibReaders = sync.Pool{}

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
	z, err := inflater(packed)
	if err != nil {
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
			for i, j := 0, 1; i < len(row); i, j = i+3, j+4 {
				row[i], row[i+1], row[i+2] = line[j], line[j+1], line[j+2]
				alpha &= line[j+3]
			}
		}
		line, above = above, line
	}
	if n, err := z.Read(line[:1]); n != 0 || err != io.EOF { // also compares the checksum
		return nil, 0, false
	}
	zlibReaders.Put(z)
	return rgb, alpha, true
}

// inflater reads a zlib stream.
func inflater(packed []byte) (io.Reader, error) {
	if z := zlibReaders.Get(); z != nil {
		return z.(io.Reader), z.(zlib.Resetter).Reset(bytes.NewReader(packed), nil)
	}
	return zlib.NewReader(bytes.NewReader(packed))
}

// unfilter undoes a filter of a row (ISO/IEC 15948, 9.2); above is the row above as it is, zeros for the first. It is false for a filter
// that there is not.
func unfilter(filter byte, row, above []byte, bpp int) bool {
	above = above[:len(row)]
	switch filter {
	case filterNone:
	case filterSub:
		for i := bpp; i < len(row); i++ {
			row[i] += row[i-bpp]
		}
	case filterUp:
		for i := range row {
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
