//go:build cgo && linux

package engine

import (
	"unsafe"

	"mereo/engine/frame"
	"mereo/internal/phase"
)

// drawn is what came back of a batch: the bytes of all its pictures, one after the other, of 4, 4, 16 and 4 for each pixel.
type drawn struct{ ids, viewZ, normal, color []byte }

// images are those of a picture of the batch, with the first row at the top.
func (d *drawn) images(f *frame.Frame, picture int) *frame.Images {
	defer phase.Begin(phase.Draw).End() // which is around ReadBack
	defer phase.Begin(phase.ReadBack).End()
	w, h := f.Camera.Width, f.Camera.Height
	n := w * h
	at := picture * n
	out := &frame.Images{Width: w, Height: h}
	if !f.ColorOnly {
		out.Object, out.Part, out.ViewZ = make([]uint16, n), make([]uint16, n), make([]float32, n)
		ids, viewZ := as[[2]uint16](d.ids)[at:at+n], as[float32](d.viewZ)[at:at+n]
		for y := range h {
			src, object := ids[(h-1-y)*w:(h-y)*w], out.Object[y*w:(y+1)*w]
			part := out.Part[y*w : (y+1)*w][:len(object)]
			for x := range object {
				object[x], part[x] = src[x][0], src[x][1]
			}
			copy(out.ViewZ[y*w:(y+1)*w], viewZ[(h-1-y)*w:])
		}
	}
	if !f.ColorOnly && !f.NoNormals {
		out.Normal = make([]float32, 3*n)
		turn(as[[3]float32](out.Normal), as[[4]float32](d.normal)[at:at+n], w)
	}
	if !f.LabelsOnly {
		out.RGB = make([]uint8, 3*n)
		turn(as[[3]uint8](out.RGB), as[[4]uint8](d.color)[at:at+n], w)
	}
	return out
}

// turn copies three of four numbers of each pixel, rows in the other order.
func turn[T any](dst [][3]T, src [][4]T, w int) {
	for ; len(src) > 0; dst, src = dst[w:], src[:len(src)-w] {
		row := src[len(src)-w:]
		for x := range dst[:len(row)] {
			dst[x] = [3]T(row[x][:])
		}
	}
}

// as is memory as numbers, or groups of them, of another type.
func as[To, From any](b []From) []To {
	var from From
	var to To
	return unsafe.Slice((*To)(unsafe.Pointer(&b[0])), len(b)*int(unsafe.Sizeof(from))/int(unsafe.Sizeof(to)))
}
