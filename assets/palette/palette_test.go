package palette_test

import (
	"fmt"
	"testing"

	"mereo/assets/palette"
	"mereo/engine/material"
)

// The order and the values are part of every data set; they must never move.
func TestColorsAreFixed(t *testing.T) {
	want := []palette.Color{
		{Name: "gray", RGB: [3]uint8{87, 87, 87}}, {Name: "red", RGB: [3]uint8{173, 35, 35}},
		{Name: "blue", RGB: [3]uint8{42, 75, 215}}, {Name: "green", RGB: [3]uint8{29, 105, 20}},
		{Name: "brown", RGB: [3]uint8{129, 74, 25}}, {Name: "purple", RGB: [3]uint8{129, 38, 192}},
		{Name: "cyan", RGB: [3]uint8{41, 208, 208}}, {Name: "yellow", RGB: [3]uint8{255, 238, 51}},
	}
	got := palette.All()
	if len(got) != len(want) || palette.Len != len(want) {
		t.Fatalf("got %d colors, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("color %d: got %v, want %v", i, got[i], want[i])
		}
		if c, ok := palette.Named(want[i].Name); !ok || c != want[i] {
			t.Errorf("Named(%q): got %v, %v", want[i].Name, c, ok)
		}
	}
	got[0].Name = "changed"
	if palette.All()[0].Name != "gray" {
		t.Error("All hands out the table itself")
	}
	if _, ok := palette.Named("pink"); ok {
		t.Error("Named(pink): found")
	}
}

func TestSRGBEncodesBack(t *testing.T) {
	for _, c := range palette.All() {
		l := c.SRGB()
		for i := range l {
			if got := material.EncodeSRGB(l[i]) * 255; got < float64(c.RGB[i])-1e-9 || got > float64(c.RGB[i])+1e-9 {
				t.Errorf("%s channel %d: got %g, want %d", c.Name, i, got, c.RGB[i])
			}
		}
	}
}

func Example() {
	c, _ := palette.Named("brown")
	fmt.Printf("%s %v, as reflectance %.2f\n", c.Name, c.RGB, c.Linear())
	// Output: brown [129 74 25], as reflectance [0.51 0.29 0.10]
}
