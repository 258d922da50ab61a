package shopvrb

import (
	"fmt"

	"mereo/scenes/annot"
)

// A mask's runs are written in groups of five bits, the lowest first, each as a character from maskZero on. From the fourth
// run on what is written is by how much the run is longer than the last one of its kind.
const (
	maskZero = '0'
	maskSign = 0x10 // of the last group
	maskMore = 0x20 // another group follows
)

// encodeMask writes a mask in COCO's compressed code.
func encodeMask(r annot.RLE) *Mask {
	counts := make([]byte, 0, 2*len(r.Counts))
	for k, n := range r.Counts {
		if k > 2 {
			n -= r.Counts[k-2]
		}
		for more := true; more; {
			c := n & 0x1f
			n >>= 5
			if more = n != 0; c&maskSign != 0 {
				more = n != -1
			}
			if more {
				c |= maskMore
			}
			counts = append(counts, byte(c+maskZero))
		}
	}
	return &Mask{Size: r.Size, Counts: string(counts)}
}

// RLE reads a mask. The error says what is wrong with its code.
func (m *Mask) RLE() (annot.RLE, error) {
	r := annot.RLE{Size: m.Size}
	n, shift := 0, 0
	for i := range len(m.Counts) {
		c := int(m.Counts[i]) - maskZero
		if c < 0 || c > 0x3f || shift > 30 {
			return annot.RLE{}, fmt.Errorf("shopvrb: byte %d of the mask is %q, which is no part of a run", i, m.Counts[i])
		}
		n |= (c & 0x1f) << shift
		shift += 5
		if c&maskMore != 0 {
			continue
		}
		if c&maskSign != 0 {
			n |= -1 << shift
		}
		if k := len(r.Counts); k > 2 {
			n += r.Counts[k-2]
		}
		r.Counts = append(r.Counts, n)
		n, shift = 0, 0
	}
	if shift > 0 {
		return annot.RLE{}, fmt.Errorf("shopvrb: the mask ends within run %d", len(r.Counts))
	}
	if err := r.Validate(); err != nil {
		return annot.RLE{}, fmt.Errorf("shopvrb: %w", err)
	}
	return r, nil
}
