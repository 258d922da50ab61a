package fingerprint

import (
	"bytes"
	"testing"
)

// A picture of 40 x 20 pixels: gray behind, a red and a blue square, and a thing of id 3 that is not seen.
func picture() (rgb []uint8, ids []uint16) {
	for y := range 20 {
		for x := range 40 {
			id := uint16(0)
			if y >= 4 && y < 16 && x >= 4 && x < 36 && x%20 >= 4 && x%20 < 16 {
				id = uint16(1 + x/20)
			}
			ids = append(ids, id)
			rgb = append(rgb, [][]uint8{{128, 128, 128}, {200, 30, 30}, {30, 30, 200}}[id]...)
		}
	}
	return rgb, ids
}

var redAndBlue = []*[3]float64{nil, {0.6, 0.01, 0.01}, {0.01, 0.01, 0.6}, {0.1, 0.6, 0.1}}

func TestString(t *testing.T) {
	rgb, ids := picture()
	if got, want := Of(rgb, ids, 3).String(), "808080 c81e1e 1e1ec8 -"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		got, want string
		levels    int
		fault     string
	}{
		{"808080 c81e1e -", "808080 c81e1e -", 0, ""},
		{"808080 c81e1e -", "807f81 c81e1e -", 1, ""},
		{"808080 c81e1e -", "807e80 c81e1e -", 1, "the mean color of id 0 is 808080, want 807e80"},
		{"808080 c81e1e -", "808080 c81e1e 000000", 255, "the mean color of id 2 is -, want 000000"},
		{"808080", "808080 c81e1e", 0, "there are mean colors of 1 things, want 2"},
		{"808080", "", 0, "there are mean colors of 1 things, want 0"},
		{"808080", "80808x", 255, "the mean color of id 0 is 808080, want 80808x"},
	} {
		if fault := Compare(c.got, c.want, c.levels); fault != c.fault {
			t.Errorf("%q against %q: %q, want %q", c.got, c.want, fault, c.fault)
		}
	}
}

func TestFault(t *testing.T) {
	rgb, ids := picture()
	swapped := bytes.Clone(rgb)
	for at := 0; at < len(rgb); at += 3 {
		swapped[at], swapped[at+2] = rgb[at+2], rgb[at]
	}
	moved := append(bytes.Clone(rgb[3*10:]), rgb[:3*10]...)
	dim := bytes.Clone(rgb)
	for at := range dim {
		dim[at] /= 4
	}
	for _, c := range []struct {
		name string
		rgb  []uint8
		ok   bool
	}{
		{"as it is", rgb, true}, {"at dusk", dim, true}, {"black", make([]uint8, len(rgb)), false}, {"gray", bytes.Repeat([]uint8{90}, len(rgb)), false},
		{"red and blue swapped", swapped, false}, {"of other places", moved, false},
	} {
		if fault := Of(c.rgb, ids, 3).Fault(redAndBlue); (fault == "") != c.ok {
			t.Errorf("%s: %q", c.name, fault)
		}
	}
	if fault := Of(make([]uint8, len(rgb)), ids, 3).Fault(nil); fault == "" {
		t.Error("an empty picture of things with any color passes")
	}
	if fault := Of(bytes.Repeat([]uint8{90}, len(rgb)), ids, 3).Fault(nil); fault != "" {
		t.Errorf("a gray one of such things: %s", fault)
	}
}
