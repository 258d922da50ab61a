package annot

import "fmt"

// RLE is a mask as run lengths, the uncompressed form of COCO: pixels are read down the first column, then down the
// second, and so on; Counts are the lengths of the runs of 0 and of 1 in turn, starting with 0 (so the first count is 0
// when the first pixel is set). The last run is always written, and the counts sum to the number of pixels.
type RLE struct {
	Counts []int  `json:"counts"`
	Size   [2]int `json:"size"` // height, width
}

// Validate reports counts that do not fill the picture.
func (r RLE) Validate() error {
	sum := 0
	for i, n := range r.Counts {
		if n < 0 || (n == 0 && i > 0) {
			return fmt.Errorf("annot: run %d of a mask has length %d, want more than 0", i, n)
		}
		sum += n
	}
	if r.Size[0] < 1 || r.Size[1] < 1 || sum != r.Size[0]*r.Size[1] {
		return fmt.Errorf("annot: runs of a mask sum to %d, want %d x %d", sum, r.Size[0], r.Size[1])
	}
	return nil
}

// Area is the number of set pixels.
func (r RLE) Area() int {
	n := 0
	for i := 1; i < len(r.Counts); i += 2 {
		n += r.Counts[i]
	}
	return n
}

// Runs calls f for every vertical run of set pixels: column x, rows y0 <= y < y1. A run that goes on in the next column
// is handed over in pieces. The mask must be valid.
func (r RLE) Runs(f func(x, y0, y1 int)) {
	h := r.Size[0]
	at := 0
	for i, n := range r.Counts {
		if i&1 == 1 {
			for k, end := at, at+n; k < end; {
				x, y := k/h, k%h
				stop := min(end, (x+1)*h)
				f(x, y, y+stop-k)
				k = stop
			}
		}
		at += n
	}
}

// Box is the tight box of the set pixels; empty for an empty mask.
func (r RLE) Box() Box {
	b := Box{}
	r.Runs(func(x, y0, y1 int) { b = b.Union(Box{x, y0, x + 1, y1}) })
	return b
}

// Box is the half-open pixel rectangle [X0, X1) x [Y0, Y1), x right and y down from the top left corner. It is empty
// when X0 >= X1, and the empty box is written as zeros.
type Box struct{ X0, Y0, X1, Y1 int }

// Empty reports whether no pixel is inside.
func (b Box) Empty() bool { return b.X0 >= b.X1 || b.Y0 >= b.Y1 }

// Union is the smallest box around both.
func (b Box) Union(c Box) Box {
	switch {
	case b.Empty():
		return c
	case c.Empty():
		return b
	}
	return Box{min(b.X0, c.X0), min(b.Y0, c.Y0), max(b.X1, c.X1), max(b.Y1, c.Y1)}
}

// Intersect is the common part, the zero box when there is none.
func (b Box) Intersect(c Box) Box {
	d := Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
	if d.Empty() {
		return Box{}
	}
	return d
}

// Contains reports whether pixel (x, y) is inside.
func (b Box) Contains(x, y int) bool { return x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 }
