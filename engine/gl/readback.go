//go:build cgo && linux

package gl

import (
	"unsafe"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// Readback is a pending copy of textures into memory. The copy runs on the device while other work goes on.
type Readback struct {
	id        uint32
	allocated int // bytes
	size      int // bytes of the pending copy
	mapped    bool
	fence     uintptr
}

// Start copies the first layers of a stack, rows of each from the bottom. What Wait returned before may not be read any more.
func (r *Readback) Start(s *Stack, layers int, layout Layout) {
	if r.id == 0 {
		gl.CreateBuffers(1, &r.id)
	}
	if r.mapped {
		gl.UnmapNamedBuffer(r.id)
		r.mapped = false
	}
	w, h := s.array.Width, s.array.Height
	if r.size = w * h * layers * layout.bytes; r.size > r.allocated {
		gl.NamedBufferData(r.id, r.size, nil, gl.STREAM_READ)
		r.allocated = r.size
	}
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, r.id)
	gl.GetTextureSubImage(s.array.id, 0, 0, 0, 0, int32(w), int32(h), int32(layers), layout.format, layout.kind, int32(r.size), nil)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	r.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
}

// Layout is the form of texels in memory.
type Layout struct {
	format, kind uint32
	bytes        int // of a texel
}

var (
	LayoutRGBA8   = Layout{gl.RGBA, gl.UNSIGNED_BYTE, 4}
	LayoutRG16UI  = Layout{gl.RG_INTEGER, gl.UNSIGNED_SHORT, 4}
	LayoutR32F    = Layout{gl.RED, gl.FLOAT, 4}
	LayoutRGBA32F = Layout{gl.RGBA, gl.FLOAT, 16}
)

// Wait blocks until the copy is done and returns its bytes, layer after layer. They may be read, on any thread, until Start.
func (r *Readback) Wait() ([]byte, error) {
	for {
		s := gl.ClientWaitSync(r.fence, gl.SYNC_FLUSH_COMMANDS_BIT, 1_000_000_000)
		if s == gl.WAIT_FAILED {
			return nil, errorf("waiting for the device failed: %w", Check("ClientWaitSync"))
		}
		if s != gl.TIMEOUT_EXPIRED {
			break
		}
	}
	gl.DeleteSync(r.fence)
	p := gl.MapNamedBufferRange(r.id, 0, r.size, gl.MAP_READ_BIT)
	if p == nil {
		return nil, errorf("read-back of %d bytes cannot be mapped: %w", r.size, Check("MapNamedBufferRange"))
	}
	r.mapped = true
	return unsafe.Slice((*byte)(p), r.size), nil
}
