package write

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"

	"mereo/internal/folder"
)

// pngLevel is the deflate level of every PNG. At 4 the compressor looks for matches lazily; with the filters of chooseFilter
// it gives files at most 16 % larger than image/png's default in a tenth of its time. 3 is a tenth faster and 10 % larger,
// 5 a fifth slower and 2 % smaller. Changing it changes every checksum.
const pngLevel = 4

// The filter types of the PNG specification (ISO/IEC 15948, 9.2) that are used here. Average and Paeth cost more than they
// save on rendered pictures.
const (
	filterNone = 0
	filterSub  = 1
	filterUp   = 2
)

// RGBA writes an opaque 8-bit RGBA picture from rgb, sRGB, rows from the top; len(rgb) == 3*width*height.
func RGBA(root, path string, width, height int, rgb []uint8) (File, error) {
	mustLen("RGBA", len(rgb), 3*width*height)
	return encoded(root, path, func() []byte {
		pix := make([]byte, 4*width*height)
		for i, j := 0, 0; i < len(rgb); i, j = i+3, j+4 {
			pix[j], pix[j+1], pix[j+2], pix[j+3] = rgb[i], rgb[i+1], rgb[i+2], 255
		}
		return encodePNG(width, height, 8, 6, 4, pix)
	})
}

// RGB writes an 8-bit RGB picture, rows from the top; len(rgb) == 3*width*height.
func RGB(root, path string, width, height int, rgb []uint8) (File, error) {
	mustLen("RGB", len(rgb), 3*width*height)
	return encoded(root, path, func() []byte { return EncodeRGB(width, height, rgb) })
}

// Opaque writes the colors of a picture whose alpha is 255 everywhere, as RGB does.
func Opaque(root, path string, im *image.RGBA) (File, error) {
	rgb, err := colors(path, im)
	if err != nil {
		return File{}, err
	}
	return RGB(root, path, im.Rect.Dx(), im.Rect.Dy(), rgb)
}

// Gray writes an 8-bit gray picture, rows from the top; len(values) == width*height.
func Gray(root, path string, width, height int, values []uint8) (File, error) {
	mustLen("Gray", len(values), width*height)
	return encoded(root, path, func() []byte { return EncodeGray(width, height, values) })
}

// Gray16 writes a 16-bit gray picture, rows from the top; len(values) == width*height.
func Gray16(root, path string, width, height int, values []uint16) (File, error) {
	mustLen("Gray16", len(values), width*height)
	return encoded(root, path, func() []byte { return EncodeGray16(width, height, values) })
}

// EncodeGray returns an 8-bit gray PNG, rows from the top; len(values) == width*height.
func EncodeGray(width, height int, values []uint8) []byte {
	mustLen("EncodeGray", len(values), width*height)
	return encodePNG(width, height, 8, 0, 1, values)
}

// EncodeRGB returns an 8-bit RGB PNG, rows from the top; len(rgb) == 3*width*height.
func EncodeRGB(width, height int, rgb []uint8) []byte {
	mustLen("EncodeRGB", len(rgb), 3*width*height)
	return encodePNG(width, height, 8, 2, 3, rgb)
}

// EncodePalette returns an 8-bit PNG of indices into a palette of at most 256 colors, sRGB; len(indices) == width*height.
func EncodePalette(width, height int, indices []uint8, palette [][3]uint8) []byte {
	mustLen("EncodePalette", len(indices), width*height)
	return encodePNG(width, height, 8, 3, 1, indices, palette...)
}

// EncodeRGB16 returns a PNG with three numbers of 16 bits a pixel, rows from the top; len(values) == 3*width*height.
func EncodeRGB16(width, height int, values []uint16) []byte {
	mustLen("EncodeRGB16", len(values), 3*width*height)
	return encodePNG(width, height, 16, 2, 6, bigEndian(values))
}

// EncodeGray16 returns a 16-bit gray PNG, rows from the top; len(values) == width*height.
func EncodeGray16(width, height int, values []uint16) []byte {
	mustLen("EncodeGray16", len(values), width*height)
	return encodePNG(width, height, 16, 0, 2, bigEndian(values))
}

func bigEndian(values []uint16) []byte {
	pix := make([]byte, 2*len(values))
	for i, v := range values {
		binary.BigEndian.PutUint16(pix[2*i:], v)
	}
	return pix
}

// MaxPixels is how many pixels a picture may have whose size its reader cannot know.
const MaxPixels = 64 << 20

// ErrSize: a picture or an array is of another size than its reader wants. What follows its header was not looked at.
var ErrSize = errors.New("is of another size")

// ReadGray16 reads a 16-bit gray PNG of that size.
func ReadGray16(root, path string, width, height int) (values []uint16, err error) {
	data, err := ReadPNG(root, path, width, height)
	if err != nil {
		return nil, err
	}
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("write: %s: %w", path, err)
	}
	g, ok := im.(*image.Gray16)
	if !ok {
		return nil, fmt.Errorf("write: %s: is not a 16-bit gray PNG", path)
	}
	values = make([]uint16, width*height)
	for i := range values {
		values[i] = binary.BigEndian.Uint16(g.Pix[2*i:])
	}
	return values, nil
}

// ReadRGB reads an 8-bit color PNG of that size (RGB, or RGBA whose alpha is dropped) as 3 bytes per pixel.
func ReadRGB(root, path string, width, height int) (rgb []uint8, err error) {
	data, err := ReadPNG(root, path, width, height)
	if err != nil {
		return nil, err
	}
	return decode(path, data)
}

// ReadRGBA reads what RGBA writes: an opaque 8-bit RGBA PNG of that size, as 3 bytes per pixel. It refuses all other kinds.
func ReadRGBA(root, path string, width, height int) (rgb []uint8, err error) {
	data, err := ReadPNG(root, path, width, height)
	if err != nil {
		return nil, err
	}
	const rgba = 6
	if depth, kind := data[24], data[25]; depth != 8 || kind != rgba {
		return nil, fmt.Errorf("write: %s: is no 8-bit RGBA picture: its bit depth is %d, its color type %d, want 8 and %d", path, depth, kind, rgba)
	}
	rgb, alpha, ok := decodeRGB(data)
	switch {
	case !ok:
		if _, err = decode(path, data); err == nil {
			err = fmt.Errorf("write: %s: is interlaced", path)
		}
		return nil, err
	case alpha != 255:
		return nil, fmt.Errorf("write: %s: is transparent somewhere, want opaque", path)
	}
	return rgb, nil
}

// ReadPicture reads a PNG of any kind with at most MaxPixels pixels.
func ReadPicture(root, path string) (image.Image, error) {
	data, err := folder.Read(root, path, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err == nil && head.Width*head.Height > MaxPixels {
		err = fmt.Errorf("%w: %d x %d, want at most %d pixels", ErrSize, head.Width, head.Height, MaxPixels)
	}
	var im image.Image
	if err == nil {
		im, err = png.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return im, nil
}

// ReadPNG reads the bytes of a PNG whose header has that size.
func ReadPNG(root, path string, width, height int) ([]byte, error) {
	data, err := folder.Read(root, path, atMost(4*width*height))
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	return data, sized(path, data, width, height)
}

// sized refuses a PNG whose header has another size.
func sized(path string, data []byte, width, height int) error {
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("write: %s: %w", path, err)
	}
	if head.Width != width || head.Height != height {
		return fmt.Errorf("write: %s: %w: %d x %d, want %d x %d", path, ErrSize, head.Width, head.Height, width, height)
	}
	return nil
}

// atMost is how long a file with so many bytes of pixels may be, with what compressors add and what others write beside them.
func atMost(bytes int) int64 { return 2*int64(bytes) + 1<<20 }

// colors are the pixels of a picture without alpha.
func colors(path string, im image.Image) (rgb []uint8, err error) {
	var pix []uint8
	switch im := im.(type) {
	case *image.RGBA: // what image/png makes of RGB without alpha
		pix = im.Pix
	case *image.NRGBA:
		pix = im.Pix
	default:
		return nil, fmt.Errorf("write: %s: is not an 8-bit RGB or RGBA PNG", path)
	}
	rgb = make([]uint8, 0, len(pix)/4*3)
	for i := 0; i < len(pix); i += 4 {
		rgb = append(rgb, pix[i], pix[i+1], pix[i+2])
	}
	return rgb, nil
}

// deflaters keeps compressors of a level for reuse: each has about a megabyte of tables.
func deflaters(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		z, err := zlib.NewWriterLevel(io.Discard, level)
		if err != nil {
			panic("write: " + err.Error()) // levels are constants
		}
		return z
	}}
}

var zlibWriters = deflaters(pngLevel)

// encodePNG returns a PNG of bpp bytes per pixel and the given bit depth and color type (ISO/IEC 15948, 11.2.2), in one
// IDAT chunk. image/png's encoder is not used because it takes eight to fifteen times as long.
func encodePNG(width, height, depth, colorType, bpp int, pix []byte, palette ...[3]uint8) []byte {
	stride := width * bpp
	mustLen("PNG", len(pix), stride*height)
	var out bytes.Buffer
	out.Grow(len(pix)/3 + 1024)
	out.WriteString("\x89PNG\r\n\x1a\n")

	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	header = append(header, byte(depth), byte(colorType), 0, 0, 0)
	appendChunk(&out, "IHDR", header)
	if len(palette) > 0 {
		var colors []byte
		for _, c := range palette {
			colors = append(colors, c[:]...)
		}
		appendChunk(&out, "PLTE", colors)
	}

	var data bytes.Buffer
	data.Grow(len(pix) / 3)
	z := zlibWriters.Get().(*zlib.Writer)
	z.Reset(&data)
	line := make([]byte, 1+stride)
	above := make([]byte, stride)
	for y := range height {
		row := pix[y*stride : (y+1)*stride]
		line[0] = chooseFilter(row, above, bpp)
		if line[0] == filterSub {
			copy(line[1:], row[:bpp])
			subtract(line[1+bpp:], row[bpp:], row)
		} else {
			subtract(line[1:], row, above)
		}
		z.Write(line) // a bytes.Buffer takes everything
		above = row
	}
	z.Close()
	zlibWriters.Put(z)
	appendChunk(&out, "IDAT", data.Bytes())
	appendChunk(&out, "IEND", nil)
	return out.Bytes()
}

// chooseFilter returns the filter, Sub or Up, with the smaller sum of absolute differences (the heuristic of ISO/IEC
// 15948, 12.8) over every eighth pixel: a choice by sample is wrong in few rows and costs an eighth.
func chooseFilter(row, above []byte, bpp int) byte {
	var sub, up int
	for i := bpp; i+bpp <= len(row); i += 8 * bpp {
		for j := i; j < i+bpp; j++ {
			sub += magnitude(row[j] - row[j-bpp])
			up += magnitude(row[j] - above[j])
		}
	}
	if sub < up {
		return filterSub
	}
	return filterUp
}

// magnitude is the absolute value of a byte taken as a signed number.
func magnitude(b byte) int {
	v := int(int8(b))
	if v < 0 {
		return -v
	}
	return v
}

// subtract sets dst[i] = a[i] - b[i], byte by byte modulo 256, for len(dst) bytes, eight at a time: with the top bit of
// every byte set in a and cleared in b no borrow leaves a byte, and the top bits are put right afterwards.
func subtract(dst, a, b []byte) {
	const top = 0x8080808080808080
	n := len(dst)
	a, b = a[:n], b[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(dst[i:], ((x|top)-(y&^top))^((x^^y)&top))
	}
	for ; i < n; i++ {
		dst[i] = a[i] - b[i]
	}
}

func appendChunk(out *bytes.Buffer, kind string, data []byte) {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(len(data)))
	out.Write(b[:])
	start := out.Len()
	out.WriteString(kind)
	out.Write(data)
	binary.BigEndian.PutUint32(b[:], crc32.ChecksumIEEE(out.Bytes()[start:]))
	out.Write(b[:])
}

// mustLen panics when a slice of the caller's has not the promised length.
func mustLen(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("write: %s: %d values, want %d", what, got, want))
	}
}
