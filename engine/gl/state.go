//go:build cgo && linux

package gl

import (
	"errors"
	"fmt"

	"github.com/go-gl/gl/v4.5-core/gl"
)

func errorf(format string, a ...any) error { return fmt.Errorf("gl: "+format, a...) }

// Init loads the functions for the current context and sets the state that never changes: depth in [0, 1], reversed
// (near is 1), seamless sampling off, dithering off.
func Init() error {
	if err := gl.Init(); err != nil {
		return errorf("functions cannot be loaded: %w", err)
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if major*10+minor < 45 {
		return errorf("OpenGL is %d.%d, need at least 4.5", major, minor)
	}
	gl.ClipControl(gl.LOWER_LEFT, gl.ZERO_TO_ONE)
	gl.Disable(gl.DITHER)
	gl.DepthFunc(gl.GREATER)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	return nil
}

// Strings returns GL_VENDOR, GL_RENDERER and GL_VERSION.
func Strings() (vendor, renderer, version string) {
	return gl.GoStr(gl.GetString(gl.VENDOR)), gl.GoStr(gl.GetString(gl.RENDERER)), gl.GoStr(gl.GetString(gl.VERSION))
}

// MaxStorage is how many bytes a storage block may have.
func MaxStorage() int {
	var n int64
	gl.GetInteger64v(gl.MAX_SHADER_STORAGE_BLOCK_SIZE, &n)
	return int(n)
}

// DepthTest switches test and writing of depth together.
func DepthTest(on bool) { set(gl.DEPTH_TEST, on) }

// Bits of marks that stay from draw to draw: of pixels at which nothing is drawn any more, and of pixels at which something
// that was drawn once is kept. The marks themselves are the bits below.
const (
	converged = 0x80
	kept      = 0x40
	marks     = kept - 1
)

// StencilMark writes a mark, less than 64, wherever depth passes and pixels are not converged.
func StencilMark(mark int) {
	stencil(gl.EQUAL, mark, converged, gl.REPLACE, marks)
}

// StencilEqual lets only pixels with the mark pass that are not converged, and leaves marks unchanged.
func StencilEqual(mark int) {
	stencil(gl.EQUAL, mark, converged|marks, gl.KEEP, 0)
}

// SetMark tells a compute shader what StencilEqual lets pass, and SetOpen what StencilOpen does.
func SetMark(p *Program, mark int) { p.setMarks(mark, converged|marks) }

func SetOpen(p *Program) { p.setMarks(0, converged|kept) }

func (p *Program) setMarks(value int, compared uint32) {
	p.Uint("uMark", uint32(value))
	p.Uint("uMarks", compared)
}

// StencilZero writes the mark 0 where there is the given one, and draws nothing else, until StencilOff.
func StencilZero(mark int) {
	stencil(gl.EQUAL, mark, converged|marks, gl.ZERO, marks)
	gl.ColorMask(false, false, false, false)
}

// StencilConverge ends pixels where something is drawn, until StencilOff; those that are converged already do not pass.
func StencilConverge() {
	stencil(gl.NOTEQUAL, converged, converged, gl.REPLACE, converged)
}

// StencilKeep keeps pixels where something is drawn, and draws nothing else, until StencilOff.
func StencilKeep() {
	stencil(gl.ALWAYS, kept, 0xff, gl.REPLACE, kept)
	gl.ColorMask(false, false, false, false)
}

// StencilOpen lets pixels pass that are neither converged nor kept, and leaves marks unchanged.
func StencilOpen() {
	stencil(gl.EQUAL, 0, converged|kept, gl.KEEP, 0)
}

// StencilOff ends each of them.
func StencilOff() {
	set(gl.STENCIL_TEST, false)
	gl.StencilMask(0xff)
	gl.ColorMask(true, true, true, true)
}

// stencil compares bits of what is there with those of value, and where that and depth pass, writes some of its bits.
func stencil(compare uint32, value, compared int, write uint32, written int) {
	set(gl.STENCIL_TEST, true)
	gl.StencilFunc(compare, int32(value), uint32(compared))
	gl.StencilOp(gl.KEEP, gl.KEEP, write)
	gl.StencilMask(uint32(written))
}

// BlendAdd adds what is drawn to what is there. Of the second color the larger one is kept instead.
func BlendAdd() {
	set(gl.BLEND, true)
	gl.BlendFunc(gl.ONE, gl.ONE)
	gl.BlendEquationi(1, gl.MAX)
}

// BlendMultiply multiplies what is there by what is drawn.
func BlendMultiply() {
	set(gl.BLEND, true)
	gl.BlendFunc(gl.ZERO, gl.SRC_COLOR)
}

// BlendOff ends both.
func BlendOff() {
	set(gl.BLEND, false)
	gl.BlendEquationi(1, gl.FUNC_ADD)
}

// Cull drops triangles whose corners are counter-clockwise (or else clockwise) in the picture.
func Cull(on, counterClockwise bool) {
	set(gl.CULL_FACE, on)
	if counterClockwise {
		gl.CullFace(gl.FRONT)
	} else {
		gl.CullFace(gl.BACK)
	}
}

// Scissor limits drawing and clearing to a rectangle; off with on = false.
func Scissor(on bool, x, y, w, h int) {
	set(gl.SCISSOR_TEST, on)
	if on {
		gl.Scissor(int32(x), int32(y), int32(w), int32(h))
	}
}

func set(capability uint32, on bool) {
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}

// Check returns the errors that GL has collected since the last call, naming the place.
func Check(place string) error {
	var errs []error
	for range 8 {
		code := gl.GetError()
		if code == gl.NO_ERROR {
			break
		}
		names := map[uint32]string{gl.INVALID_ENUM: "invalid enum", gl.INVALID_VALUE: "invalid value", gl.INVALID_OPERATION: "invalid operation",
			gl.OUT_OF_MEMORY: "out of memory", gl.INVALID_FRAMEBUFFER_OPERATION: "invalid framebuffer operation"}
		errs = append(errs, errorf("%s: %s (0x%04x)", place, names[code], code))
	}
	return errors.Join(errs...)
}
