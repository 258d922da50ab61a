//go:build cgo && linux

package gl

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// NewCompute compiles and links a compute shader with the given definitions. Errors are as of NewProgram.
func NewCompute(files fs.FS, name string, defines ...string) (*Program, error) {
	src, err := Load(files, name, defines...)
	if err != nil {
		return nil, err
	}
	text, free := gl.Strs(src.Text + "\x00")
	defer free()
	p := &Program{id: gl.CreateShaderProgramv(gl.COMPUTE_SHADER, 1, text), locations: map[string]int32{}}
	var ok, n int32
	if gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok); ok == 0 {
		gl.GetProgramiv(p.id, gl.INFO_LOG_LENGTH, &n)
		log := strings.Repeat("\x00", int(n)+1)
		gl.GetProgramInfoLog(p.id, n, nil, gl.Str(log))
		return nil, fmt.Errorf("gl: %s does not compile: %s", name, src.explain(strings.TrimRight(log, "\x00\n")))
	}
	return p, nil
}

// Dispatch runs the program in use in w x h groups, after all that was written to images before, and hands the work to the
// device at once: work that piles up in one piece may take longer than drivers let a piece take.
func Dispatch(w, h int) {
	gl.MemoryBarrier(gl.SHADER_IMAGE_ACCESS_BARRIER_BIT)
	gl.DispatchCompute(uint32(w), uint32(h), 1)
	gl.Flush()
}

// DispatchPixels runs the program in use in groups of 8 x 8, one for each pixel of a picture. What it writes to images is there for other
// pictures' dispatches, and for all that follows PixelsDone.
func DispatchPixels(width, height int) {
	gl.DispatchCompute(uint32(width+7)/8, uint32(height+7)/8, 1)
}

// PixelsDone makes what DispatchPixels wrote visible to images, textures and blending.
func PixelsDone() {
	gl.MemoryBarrier(gl.SHADER_IMAGE_ACCESS_BARRIER_BIT | gl.TEXTURE_FETCH_BARRIER_BIT | gl.FRAMEBUFFER_BARRIER_BIT)
}

// DispatchBuffers runs the program in use in at least n groups, in rows of 65535. What it writes to storage blocks is there for all that
// follows.
func DispatchBuffers(n int) {
	const row = 65535 // what every device can do
	if n > 0 {
		gl.DispatchCompute(uint32(min(n, row)), uint32((n+row-1)/row), 1)
	}
	gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT | gl.TEXTURE_FETCH_BARRIER_BIT | gl.VERTEX_ATTRIB_ARRAY_BARRIER_BIT | gl.ELEMENT_ARRAY_BARRIER_BIT)
}

// ImagesDone makes what shaders wrote to images visible to textures and copies that are read from now on.
func ImagesDone() { gl.MemoryBarrier(gl.TEXTURE_FETCH_BARRIER_BIT | gl.TEXTURE_UPDATE_BARRIER_BIT) }

// Finish waits until all that was queued is done.
func Finish() { gl.Finish() }

// BindImage lets shaders read and write a texture as image `unit`.
func (t *Texture) BindImage(unit uint32) {
	gl.BindImageTexture(unit, t.id, 0, false, 0, gl.READ_WRITE, uint32(t.format))
}
