//go:build cgo && linux

package gl

import (
	"unsafe"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// Format of a texture's texels.
type Format uint32

const (
	RGBA8     Format = gl.RGBA8
	SRGBA8    Format = gl.SRGB8_ALPHA8
	RGBA16F   Format = gl.RGBA16F
	RGBA32F   Format = gl.RGBA32F
	R32F      Format = gl.R32F
	RG8       Format = gl.RG8
	RGBA16S   Format = gl.RGBA16_SNORM
	RG16UI    Format = gl.RG16UI
	Depth32F  Format = gl.DEPTH_COMPONENT32F
	DepthMark Format = gl.DEPTH32F_STENCIL8 // depth as Depth32F, and a mark of 8 bits
	nearest          = gl.NEAREST
	linear           = gl.LINEAR
	clampEdge        = gl.CLAMP_TO_EDGE
)

// Texture is a 2D texture or, with Layers > 0, an array of them.
type Texture struct {
	id                    uint32
	Width, Height, Layers int
	Levels                int
	attachment            uint32 // of framebuffers, for depth
	format                Format
}

// NewTexture makes a 2D texture with one level, nearest filter and clamped edges.
func NewTexture(f Format, width, height int) *Texture {
	t := &Texture{Width: width, Height: height, Levels: 1, attachment: gl.DEPTH_ATTACHMENT, format: f}
	if f == DepthMark {
		t.attachment = gl.DEPTH_STENCIL_ATTACHMENT
	}
	gl.CreateTextures(gl.TEXTURE_2D, 1, &t.id)
	gl.TextureStorage2D(t.id, 1, uint32(f), int32(width), int32(height))
	t.filter(nearest, nearest, clampEdge)
	return t
}

// Marks lets shaders fetch the marks of a texture of the format DepthMark, as whole numbers.
func (t *Texture) Marks() *Texture {
	m := &Texture{Width: t.Width, Height: t.Height, Levels: 1}
	gl.GenTextures(1, &m.id) // a view needs a name without a kind
	gl.TextureView(m.id, gl.TEXTURE_2D, t.id, uint32(t.format), 0, 1, 0, 1)
	gl.TextureParameteri(m.id, gl.DEPTH_STENCIL_TEXTURE_MODE, gl.STENCIL_INDEX)
	m.filter(nearest, nearest, clampEdge)
	return m
}

// NewDepthArray makes an array of depth maps for comparison: a sampler2DArrayShadow answers the share of the four
// nearest texels for which reference >= texel.
func NewDepthArray(width, height, layers int) *Texture {
	t := &Texture{Width: width, Height: height, Layers: layers, Levels: 1}
	gl.CreateTextures(gl.TEXTURE_2D_ARRAY, 1, &t.id)
	gl.TextureStorage3D(t.id, 1, gl.DEPTH_COMPONENT32F, int32(width), int32(height), int32(layers))
	t.filter(linear, linear, clampEdge)
	gl.TextureParameteri(t.id, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
	gl.TextureParameteri(t.id, gl.TEXTURE_COMPARE_FUNC, gl.GEQUAL)
	return t
}

// NewMipArray makes an array of 8-bit pictures with mip levels, repeated along both axes.
func NewMipArray(f Format, width, height, layers int) *Texture {
	levels := 1
	for s := max(width, height); s > 1; s /= 2 {
		levels++
	}
	t := &Texture{Width: width, Height: height, Layers: layers, Levels: levels}
	gl.CreateTextures(gl.TEXTURE_2D_ARRAY, 1, &t.id)
	gl.TextureStorage3D(t.id, int32(levels), uint32(f), int32(width), int32(height), int32(layers))
	t.filter(gl.LINEAR_MIPMAP_LINEAR, linear, gl.REPEAT)
	return t
}

func (t *Texture) filter(min, mag, wrap int32) {
	gl.TextureParameteri(t.id, gl.TEXTURE_MIN_FILTER, min)
	gl.TextureParameteri(t.id, gl.TEXTURE_MAG_FILTER, mag)
	gl.TextureParameteri(t.id, gl.TEXTURE_WRAP_S, wrap)
	gl.TextureParameteri(t.id, gl.TEXTURE_WRAP_T, wrap)
}

// BufferTexture lets shaders fetch a buffer's content as texels of four floats.
type BufferTexture struct{ id uint32 }

// View makes the texels those of b, as it was last uploaded.
func (t *BufferTexture) View(b *Buffer) {
	if t.id == 0 {
		gl.CreateTextures(gl.TEXTURE_BUFFER, 1, &t.id)
	}
	gl.TextureBuffer(t.id, gl.RGBA32F, b.id)
}

// Bind puts the texture on a unit.
func (t *BufferTexture) Bind(unit uint32) { gl.BindTextureUnit(unit, t.id) }

// UploadLevel writes one level of one layer from RGBA bytes, rows from the top. Level k has half the size of level
// k-1, rounded down, at least 1.
func (t *Texture) UploadLevel(layer, level int, rgba []uint8) {
	w, h := max(1, t.Width>>level), max(1, t.Height>>level)
	gl.TextureSubImage3D(t.id, int32(level), 0, 0, int32(layer), int32(w), int32(h), 1, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&rgba[0]))
}

// Bind puts the texture on a unit.
func (t *Texture) Bind(unit uint32) { gl.BindTextureUnit(unit, t.id) }

// Delete frees the texture; a nil texture is ignored.
func (t *Texture) Delete() {
	if t != nil {
		gl.DeleteTextures(1, &t.id)
	}
}

// Framebuffer is a set of textures to draw into.
type Framebuffer struct {
	id            uint32
	width, height int
	colors        int
}

// NewFramebuffer draws into whole 2D textures; depth may be nil. The color textures get outputs 0, 1, ...
func NewFramebuffer(depth *Texture, color ...*Texture) *Framebuffer {
	f := &Framebuffer{colors: len(color)}
	gl.CreateFramebuffers(1, &f.id)
	var buffers []uint32
	for i, c := range color {
		gl.NamedFramebufferTexture(f.id, gl.COLOR_ATTACHMENT0+uint32(i), c.id, 0)
		buffers = append(buffers, gl.COLOR_ATTACHMENT0+uint32(i))
		f.width, f.height = c.Width, c.Height
	}
	if len(buffers) > 0 {
		gl.NamedFramebufferDrawBuffers(f.id, int32(len(buffers)), &buffers[0])
	}
	if depth != nil {
		gl.NamedFramebufferTexture(f.id, depth.attachment, depth.id, 0)
		f.width, f.height = depth.Width, depth.Height
	}
	return f
}

// AttachDepthLayer redirects depth to one layer of an array.
func (f *Framebuffer) AttachDepthLayer(depth *Texture, layer int) {
	gl.NamedFramebufferTextureLayer(f.id, gl.DEPTH_ATTACHMENT, depth.id, 0, int32(layer))
	f.width, f.height = depth.Width, depth.Height
}

// Bind directs draws to the framebuffer and sets the viewport to all of it.
func (f *Framebuffer) Bind() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.id)
	gl.Viewport(0, 0, int32(f.width), int32(f.height))
}

// BindCorner directs draws and clears to the lower left w x h pixels, until Scissor is turned off.
func (f *Framebuffer) BindCorner(w, h int) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.id)
	gl.Viewport(0, 0, int32(w), int32(h))
	Scissor(true, 0, 0, w, h)
}

// ClearColor fills color output i with floats; ClearUint does so for integer formats.
func (f *Framebuffer) ClearColor(i int, r, g, b, a float32) {
	v := [4]float32{r, g, b, a}
	gl.ClearNamedFramebufferfv(f.id, gl.COLOR, int32(i), &v[0])
}

func (f *Framebuffer) ClearUint(i int) {
	var v [4]uint32
	gl.ClearNamedFramebufferuiv(f.id, gl.COLOR, int32(i), &v[0])
}

// ClearDepthMark fills depth and marks, but for what is converged or kept.
func (f *Framebuffer) ClearDepthMark(d float32, mark int) {
	gl.StencilMask(marks)
	gl.ClearNamedFramebufferfi(f.id, gl.DEPTH_STENCIL, 0, d, int32(mark))
	gl.StencilMask(0xff)
}

// ClearConverged fills depth and marks with 0, so that everything can be drawn.
func (f *Framebuffer) ClearConverged() {
	gl.ClearNamedFramebufferfi(f.id, gl.DEPTH_STENCIL, 0, 0, 0)
}

// ClearDepth fills the depth buffer.
func (f *Framebuffer) ClearDepth(d float32) { gl.ClearNamedFramebufferfv(f.id, gl.DEPTH, 0, &d) }

// ClearCorner fills the lower left w x h texels of a layer of depths with 0. A rasterizer in software writes them, where it would draw them for a
// framebuffer of which a part is cleared.
func (t *Texture) ClearCorner(layer, w, h int) {
	var far float32
	gl.ClearTexSubImage(t.id, 0, 0, 0, int32(layer), int32(w), int32(h), 1, gl.DEPTH_COMPONENT, gl.FLOAT, unsafe.Pointer(&far))
}

// Complete reports what is wrong with the framebuffer on this driver, or nil.
func (f *Framebuffer) Complete() error {
	if s := gl.CheckNamedFramebufferStatus(f.id, gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		return errorf("framebuffer is incomplete: status 0x%04x", s)
	}
	return nil
}

// Delete frees the framebuffer, not its textures; nil is ignored.
func (f *Framebuffer) Delete() {
	if f != nil {
		gl.DeleteFramebuffers(1, &f.id)
	}
}
