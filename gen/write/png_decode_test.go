package write

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// Pictures that image/png encodes with all filters, and ours, are decoded as image/png decodes them, and by our own code.
func TestDecodeRGB(t *testing.T) {
	const width, height = 61, 47
	im := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			alpha := uint8(255)
			if y > 40 {
				alpha = 200
			}
			noise := uint8(x*x*y*y*7919>>3) >> uint(y%8)
			im.SetNRGBA(x, y, color.NRGBA{uint8(3*x + y), uint8(x*y) + noise, noise, alpha})
		}
	}
	opaque := image.NewNRGBA(im.Rect)
	copy(opaque.Pix, im.Pix)
	for i := 3; i < len(opaque.Pix); i += 4 {
		opaque.Pix[i] = 255
	}
	var files [][]byte
	for _, im := range []image.Image{im, opaque} {
		var b bytes.Buffer
		if err := png.Encode(&b, im); err != nil {
			t.Fatal(err)
		}
		files = append(files, b.Bytes())
	}
	var rgb []uint8
	for i := 0; i < len(im.Pix); i += 4 {
		rgb = append(rgb, im.Pix[i], im.Pix[i+1], im.Pix[i+2])
	}
	files = append(files, EncodeRGB(width, height, rgb))
	for k, data := range files {
		got, _, ok := decodeRGB(data)
		if !ok || !slices.Equal(got, rgb) {
			t.Errorf("file %d: known %v, right %v", k, ok, slices.Equal(got, rgb))
		}
		for at := range data {
			bad := slices.Clone(data)
			bad[at] ^= 0x10
			if got, err := DecodeRGB("a.png", bad, width, height); err == nil && !slices.Equal(got, rgb) {
				t.Fatalf("file %d with byte %d changed has other pixels than were encoded, without an error", k, at)
			}
		}
		if _, err := DecodeRGB("a.png", data[:len(data)/2], width, height); err == nil || !strings.HasPrefix(err.Error(), "write: a.png: ") {
			t.Errorf("half of file %d: %v", k, err)
		}
	}
	var gray bytes.Buffer
	if err := png.Encode(&gray, image.NewGray(im.Rect)); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeRGB("b.png", gray.Bytes(), width, height); err == nil || err.Error() != "write: b.png: is not an 8-bit RGB or RGBA PNG" {
		t.Errorf("gray: %v", err)
	}
}

func TestUnfilter(t *testing.T) {
	// ISO/IEC 15948, 9.2, by hand: three bytes of one channel below 10, 20, 200.
	for filter, want := range [][]byte{{1, 2, 3}, {1, 3, 6}, {11, 22, 203}, {6, 15, 110}, {11, 22, 203}} {
		row := []byte{1, 2, 3}
		if ok := unfilter(byte(filter), row, []byte{10, 20, 200}, 1); !ok || !slices.Equal(row, want) {
			t.Errorf("filter %d: %v, want %v", filter, row, want)
		}
	}
	if unfilter(5, []byte{1}, []byte{1}, 1) {
		t.Error("there is no filter 5")
	}
}
