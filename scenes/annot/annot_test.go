package annot_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"mereo/scenes/annot"
	"mereo/scenes/rng"
)

func TestMaskKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		ids  []uint16
		want []int
	}{
		{"nothing set", 2, 2, []uint16{0, 0, 0, 0}, []int{4}},
		{"all set starts with an empty run", 2, 2, []uint16{1, 1, 1, 1}, []int{0, 4}},
		{"columns before rows", 2, 3, []uint16{1, 0, 1, 0, 0, 1}, []int{0, 2, 3, 1}},
		{"a run over the column's end", 2, 2, []uint16{0, 1, 1, 0}, []int{1, 2, 1}},
		{"another id is background", 3, 1, []uint16{2, 1, 2}, []int{1, 1, 1}},
	} {
		w := annot.Whole(c.w, c.h, c.ids)
		got := w.Mask(1, w.Tally(2).Boxes[0])
		if !reflect.DeepEqual(got.Counts, c.want) || got.Size != [2]int{c.h, c.w} {
			t.Errorf("%s: got %v of %v, want %v of [%d %d]", c.name, got.Counts, got.Size, c.want, c.h, c.w)
		}
	}
}

// TestMaskProperties compares masks, boxes and counts of random pictures with the plainest code there is.
func TestMaskProperties(t *testing.T) {
	for seed := range 200 {
		s := rng.Named(fmt.Sprint("annot/", seed))
		w, h := 1+s.IntN(9), 1+s.IntN(9)
		ids := make([]uint16, w*h)
		for i := range ids {
			if s.Bool(0.5) {
				ids[i] = uint16(s.IntN(4))
			}
		}
		win := annot.Whole(w, h, ids)
		tally := win.Tally(3)
		for id := uint16(1); id <= 3; id++ {
			r := win.Mask(id, tally.Boxes[id-1])
			if err := r.Validate(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			back := make([]bool, w*h)
			r.Runs(func(x, y0, y1 int) {
				for y := y0; y < y1; y++ {
					back[y*w+x] = true
				}
			})
			area := 0
			for i, set := range back {
				if set != (ids[i] == id) {
					t.Fatalf("seed %d: pixel %d of id %d: got %v, want %v", seed, i, id, set, ids[i] == id)
				}
				if set {
					area++
				}
			}
			if r.Area() != area || tally.Pixels[id-1] != area {
				t.Errorf("seed %d: area of id %d: mask %d, tally %d, want %d", seed, id, r.Area(), tally.Pixels[id-1], area)
			}
			if r.Box() != tally.Boxes[id-1] {
				t.Errorf("seed %d: box of id %d: mask %v, tally %v", seed, id, r.Box(), tally.Boxes[id-1])
			}
		}
	}
}

// TestWindowIsPicture: a window gives what the whole picture with zeros around it gives.
func TestWindowIsPicture(t *testing.T) {
	box := annot.Box{X0: 2, Y0: 1, X1: 5, Y1: 3}
	part := []uint16{1, 0, 1, 2, 1, 1}
	win := annot.Window{Width: 6, Height: 4, Box: box, ID: part}
	all := make([]uint16, 24)
	for i, id := range part {
		all[(box.Y0+i/3)*6+box.X0+i%3] = id
	}
	whole := annot.Whole(6, 4, all)
	if got, want := win.Tally(2), whole.Tally(2); !reflect.DeepEqual(got, want) {
		t.Errorf("tally: got %v, want %v", got, want)
	}
	for id := uint16(1); id <= 2; id++ {
		if got, want := win.Mask(id, win.Box), whole.Mask(id, whole.Box); !reflect.DeepEqual(got, want) {
			t.Errorf("mask of %d: got %v, want %v", id, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name string
		rle  annot.RLE
		want string
	}{
		{"sum", annot.RLE{Counts: []int{3, 2}, Size: [2]int{2, 3}}, "annot: runs of a mask sum to 5, want 2 x 3"},
		{"zero run", annot.RLE{Counts: []int{3, 0, 3}, Size: [2]int{2, 3}}, "annot: run 1 of a mask has length 0, want more than 0"},
	} {
		if err := c.rle.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestBox(t *testing.T) {
	a, b := annot.Box{X0: 0, Y0: 0, X1: 2, Y1: 2}, annot.Box{X0: 1, Y0: 1, X1: 4, Y1: 3}
	if got, want := a.Union(b), (annot.Box{X0: 0, Y0: 0, X1: 4, Y1: 3}); got != want {
		t.Errorf("union: got %v, want %v", got, want)
	}
	if got, want := a.Intersect(b), (annot.Box{X0: 1, Y0: 1, X1: 2, Y1: 2}); got != want {
		t.Errorf("intersection: got %v, want %v", got, want)
	}
	if got := a.Intersect(annot.Box{X0: 2, Y0: 0, X1: 3, Y1: 2}); got != (annot.Box{}) {
		t.Errorf("neighbors: got %v, want the zero box", got)
	}
	if a.Contains(2, 0) || !a.Contains(1, 1) {
		t.Error("the right and lower edge do not belong to a box, the others do")
	}
}

func ExampleWindow_Mask() {
	picture := annot.Whole(4, 3, []uint16{
		0, 1, 1, 0,
		0, 1, 1, 2,
		0, 0, 1, 2,
	})
	tally := picture.Tally(2)
	mask, _ := json.Marshal(picture.Mask(1, tally.Boxes[0]))
	fmt.Println(tally.Pixels, tally.Boxes[0], string(mask))
	// Output: [5 2] {1 0 3 3} {"counts":[3,2,1,3,3],"size":[3,4]}
}
