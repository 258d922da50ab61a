// Package annot turns id pictures into labels: masks, boxes and numbers of visible pixels.
//
// Pixels are counted from the top left, x right and y down; boxes are half-open. Ids are 0 for background and count from
// 1. Masks are run-length coded by columns (RLE). An id picture may cover a part of the whole only, a Window, so that
// an object drawn alone costs no more than its own rectangle.
package annot

import "fmt"

// Window is a rectangle of ids out of a picture of Width x Height pixels; everything outside of it is background.
type Window struct {
	Width, Height int      // the whole picture
	Box           Box      // the rectangle, inside the picture
	ID            []uint16 // row by row, len = (X1-X0)*(Y1-Y0)
}

// Whole is the window over all of a picture. It panics when the lengths differ: ids of another picture are an error of
// the caller.
func Whole(width, height int, ids []uint16) Window {
	if len(ids) != width*height {
		panic(fmt.Sprintf("annot: %d ids for %d x %d pixels", len(ids), width, height))
	}
	return Window{Width: width, Height: height, Box: Box{0, 0, width, height}, ID: ids}
}

// Tally holds for every id from 1 (index id-1) the number of its pixels and their tight box.
type Tally struct {
	Pixels []int
	Boxes  []Box
}

// Tally counts the ids 1..n. It panics on an id above n, which means that picture and scene do not belong together.
func (w Window) Tally(n int) Tally {
	t := Tally{Pixels: make([]int, n), Boxes: make([]Box, n)}
	stride := w.Box.X1 - w.Box.X0
	for y := w.Box.Y0; y < w.Box.Y1; y++ {
		row := w.ID[(y-w.Box.Y0)*stride:][:stride]
		for i := 0; i < stride; {
			id := row[i]
			from := i
			for i++; i < stride && row[i] == id; i++ {
			}
			if id == 0 {
				continue
			}
			if int(id) > n {
				panic(fmt.Sprintf("annot: id %d at pixel (%d, %d), highest is %d", id, w.Box.X0+from, y, n))
			}
			t.Pixels[id-1] += i - from
			t.Boxes[id-1] = t.Boxes[id-1].Union(Box{w.Box.X0 + from, y, w.Box.X0 + i, y + 1})
		}
	}
	return t
}

// Mask codes the pixels of one id. Only the given box is looked at; it must hold all of them, as Tally's box does.
func (w Window) Mask(id uint16, box Box) RLE {
	return w.MaskOf(box, func(i uint16) bool { return i == id })
}

// MaskOf codes the pixels inside the box whose id is wanted. Background pixels outside of the window are never wanted.
func (w Window) MaskOf(box Box, want func(id uint16) bool) RLE {
	r := RLE{Size: [2]int{w.Height, w.Width}}
	box = box.Intersect(w.Box)
	stride := w.Box.X1 - w.Box.X0
	run, set := 0, false // the open run
	emit := func(value bool, n int) {
		if n == 0 {
			return
		}
		if value != set {
			r.Counts = append(r.Counts, run)
			run, set = 0, value
		}
		run += n
	}
	emit(false, box.X0*w.Height)
	for x := box.X0; x < box.X1; x++ {
		emit(false, box.Y0)
		at := (box.Y0-w.Box.Y0)*stride + x - w.Box.X0
		for y := box.Y0; y < box.Y1; y++ {
			emit(want(w.ID[at]), 1)
			at += stride
		}
		emit(false, w.Height-box.Y1)
	}
	emit(false, (w.Width-max(box.X1, box.X0))*w.Height)
	r.Counts = append(r.Counts, run)
	return r
}
