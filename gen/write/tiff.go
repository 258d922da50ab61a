package write

import (
	"encoding/binary"
	"math"
)

// EncodeTIFF returns a TIFF of one float32 a pixel, rows from the top, uncompressed and in one strip, little-endian; len(values) == width*height.
// The fields are those of a grayscale image in TIFF 6.0 (Adobe 1992), section 4, with SampleFormat of section 19.
func EncodeTIFF(width, height int, values []float32) []byte {
	mustLen("EncodeTIFF", len(values), width*height)
	const (
		short, long = 3, 4 // types of fields
		at          = 8    // of the directory, behind the head
		ieee        = 3    // what samples are
	)
	fields := [][3]uint32{ // tag, type, value
		{256, long, uint32(width)}, {257, long, uint32(height)},
		{258, short, 32},                 // bits
		{259, short, 1}, {262, short, 1}, // no compression; 0 is black
		{273, long, 0}, {277, short, 1}, // where the strip is; samples a pixel
		{278, long, uint32(height)}, {279, long, uint32(4 * len(values))}, // rows and bytes of the strip
		{339, short, ieee},
	}
	data := uint32(at + 2 + 12*len(fields) + 4)
	fields[5][2] = data
	out := make([]byte, 0, int(data)+4*len(values))
	out = binary.LittleEndian.AppendUint32(append(out, 'I', 'I', 42, 0), at)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(fields)))
	for _, f := range fields {
		out = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(out, uint16(f[0])), uint16(f[1]))
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, 1), f[2])
	}
	out = binary.LittleEndian.AppendUint32(out, 0) // no other directory
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}
