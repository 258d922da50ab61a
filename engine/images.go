//go:build cgo && linux

package engine

import (
	"encoding/binary"
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
		out.Object, out.Part, out.ViewZ, out.Normal = make([]uint16, n), make([]uint16, n), make([]float32, n), make([]float32, 3*n)
		ids, viewZ, normal := d.ids[4*at:], floats(d.viewZ)[at:], floats(d.normal)[4*at:]
		for y := range h {
			from, to := (h-1-y)*w, y*w
			for x := range w {
				out.Object[to+x] = binary.NativeEndian.Uint16(ids[4*(from+x):])
				out.Part[to+x] = binary.NativeEndian.Uint16(ids[4*(from+x)+2:])
			}
			copy(out.ViewZ[to:to+w], viewZ[from:from+w])
			src, dst := normal[4*from:4*(from+w)], out.Normal[3*to:3*(to+w)]
			for x := range w {
				dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x], src[4*x+1], src[4*x+2]
			}
		}
	}
	if !f.LabelsOnly {
		out.RGB = make([]uint8, 3*n)
		color := d.color[4*at:]
		for y := range h {
			src, dst := color[4*(h-1-y)*w:], out.RGB[3*y*w:3*(y+1)*w]
			for x := range w {
				dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x], src[4*x+1], src[4*x+2]
			}
		}
	}
	return out
}

func floats(b []byte) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(&b[0])), len(b)/4)
}
