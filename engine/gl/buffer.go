//go:build cgo && linux

package gl

import (
	"unsafe"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// Buffer is memory on the device.
type Buffer struct {
	id   uint32
	size int // bytes allocated
}

// Upload replaces the content. The old storage is orphaned, so a draw in flight is not waited for.
func Upload[T any](b *Buffer, data []T) {
	var t T
	b.orphan(len(data)*int(unsafe.Sizeof(t)), gl.STREAM_DRAW)
	Write(b, 0, data)
}

// Make makes room for at least n bytes that shaders write, or Write does for many frames. Their content is undefined; the old storage is
// orphaned.
func (b *Buffer) Make(n int) { b.orphan(n, gl.DYNAMIC_COPY) }

func (b *Buffer) orphan(n int, usage uint32) {
	if b.id == 0 {
		gl.CreateBuffers(1, &b.id)
	}
	if n > b.size {
		b.size = n + n/2
	}
	gl.NamedBufferData(b.id, max(b.size, 16), nil, usage)
}

// Write replaces a part of the content, from a byte on.
func Write[T any](b *Buffer, at int, data []T) {
	if len(data) > 0 {
		gl.NamedBufferSubData(b.id, at, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(&data[0]))
	}
}

// Read waits for the device and copies content from the buffer's first byte on.
func Read[T any](b *Buffer, into []T) {
	if len(into) > 0 {
		gl.GetNamedBufferSubData(b.id, 0, len(into)*int(unsafe.Sizeof(into[0])), unsafe.Pointer(&into[0]))
	}
}

// BindStorage makes the buffer visible to shaders as shader storage block `binding`.
func (b *Buffer) BindStorage(binding uint32) {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, binding, b.id)
}

// BindUniform makes the buffer visible to shaders as uniform block `binding`.
func (b *Buffer) BindUniform(binding uint32) { gl.BindBufferBase(gl.UNIFORM_BUFFER, binding, b.id) }

// Attribute describes one vertex attribute.
type Attribute struct {
	Location   uint32
	Components int32
	Type       AttributeType
	Offset     uint32 // bytes from the start of the vertex
}

// AttributeType says how an attribute is stored and what the shader sees.
type AttributeType int

const (
	Float32 AttributeType = iota // float
	Snorm16                      // int16 -> float in [-1, 1]
	Unorm16                      // uint16 -> float in [0, 1]
	Uint32                       // uint
)

// VertexArray joins a vertex buffer and an index buffer of uint32.
type VertexArray struct{ id uint32 }

// NewVertexArray describes vertices of the given stride in bytes.
func NewVertexArray(stride int32, attributes ...Attribute) *VertexArray {
	v := &VertexArray{}
	gl.CreateVertexArrays(1, &v.id)
	for _, a := range attributes {
		gl.EnableVertexArrayAttrib(v.id, a.Location)
		switch a.Type {
		case Float32:
			gl.VertexArrayAttribFormat(v.id, a.Location, a.Components, gl.FLOAT, false, a.Offset)
		case Snorm16:
			gl.VertexArrayAttribFormat(v.id, a.Location, a.Components, gl.SHORT, true, a.Offset)
		case Unorm16:
			gl.VertexArrayAttribFormat(v.id, a.Location, a.Components, gl.UNSIGNED_SHORT, true, a.Offset)
		case Uint32:
			gl.VertexArrayAttribIFormat(v.id, a.Location, a.Components, gl.UNSIGNED_INT, a.Offset)
		}
		gl.VertexArrayAttribBinding(v.id, a.Location, 0)
	}
	return v
}

// Attach names the buffers that the next draws read.
func (v *VertexArray) Attach(vertices, indices *Buffer, stride int32) {
	gl.VertexArrayVertexBuffer(v.id, 0, vertices.id, 0, stride)
	gl.VertexArrayElementBuffer(v.id, indices.id)
}

// Range is a run of indices.
type Range struct{ First, Count int }

// Draw draws triangles from the index ranges, in order; ranges that follow on each other take one call.
func (v *VertexArray) Draw(ranges ...Range) {
	gl.BindVertexArray(v.id)
	for i := 0; i < len(ranges); {
		first, count := ranges[i].First, ranges[i].Count
		for i++; i < len(ranges) && ranges[i].First == first+count; i++ {
			count += ranges[i].Count
		}
		gl.DrawElementsWithOffset(gl.TRIANGLES, int32(count), gl.UNSIGNED_INT, uintptr(4*first))
	}
}

// DrawScreen draws one triangle that covers the viewport; the vertex shader makes it from gl_VertexID.
func (v *VertexArray) DrawScreen() {
	gl.BindVertexArray(v.id)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
}
