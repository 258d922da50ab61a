//go:build cgo && linux

package gl

import (
	"unsafe"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// NewPanorama makes a texture that repeats along x and ends along y, with mip levels, linear filter.
func NewPanorama(f Format, width, height, levels int) *Texture {
	t := &Texture{Width: width, Height: height, Levels: levels}
	gl.CreateTextures(gl.TEXTURE_2D, 1, &t.id)
	gl.TextureStorage2D(t.id, int32(levels), uint32(f), int32(width), int32(height))
	t.filter(gl.LINEAR_MIPMAP_LINEAR, linear, gl.REPEAT)
	gl.TextureParameteri(t.id, gl.TEXTURE_WRAP_T, clampEdge)
	return t
}

// UploadFloats writes one level of a 2D texture from numbers, as many for each texel as channels says: 1 or 3. The first row
// has the texture coordinate 0.
func (t *Texture) UploadFloats(level, channels int, data []float32) {
	format := uint32(gl.RED)
	if channels == 3 {
		format = gl.RGB
	}
	w, h := max(1, t.Width>>level), max(1, t.Height>>level)
	gl.TextureSubImage2D(t.id, int32(level), 0, 0, int32(w), int32(h), format, gl.FLOAT, unsafe.Pointer(&data[0]))
}
