package trance

import (
	"bytes"
	"testing"
)

// A picture of one color keeps it, and black and white stay within their range beside an edge.
func TestResizeKnown(t *testing.T) {
	flat := bytes.Repeat([]byte{3, 255, 128}, 320*240)
	if got := resize(flat, 320, 240, 160, 120); !bytes.Equal(got, flat[:3*160*120]) {
		t.Errorf("one colour becomes %v ...", got[:12])
	}
	// When a line is halved, a new pixel has weights (-3, -9, 29, 111, 111, 29, -9, -3)/256, half the cubic at the distances
	// 1/4, 3/4, 5/4 and 7/4. Of a step from 0 to 255 between pixels 7 and 8, new pixel 3 sees the last three, pixel 2 the last.
	line := append(make([]byte, 3*8), bytes.Repeat([]byte{255}, 3*8)...)
	got := resize(line, 16, 1, 8, 1)
	for x, want := range []uint8{0, 0, 0, 17, 238, 255, 255, 255} {
		if got[3*x] != want {
			t.Errorf("pixel %d is %d, want %d; the line is %v", x, got[3*x], want, got)
		}
	}
}
