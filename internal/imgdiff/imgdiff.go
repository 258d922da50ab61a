// Package imgdiff compares pictures: with the eye's measure (FLIP), by largest and typical difference of channels, and
// the label buffers (ids, depth) beside them. Tests and the verification of datasets use it; nothing here draws.
//
// Pictures are 8-bit sRGB, three bytes a pixel, rows from the top, as frame.Images.RGB. "Want" is the reference.
package imgdiff

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
)

// Picture is an 8-bit sRGB picture without alpha.
type Picture struct {
	Width, Height int
	RGB           []uint8 // len 3*Width*Height
}

// FromImage copies any picture; what is transparent is seen before black.
func FromImage(img image.Image) *Picture {
	b := img.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(rgba, rgba.Bounds(), img, b.Min, draw.Src)
	p := &Picture{Width: b.Dx(), Height: b.Dy(), RGB: make([]uint8, 3*b.Dx()*b.Dy())}
	for i := range b.Dx() * b.Dy() {
		copy(p.RGB[3*i:3*i+3], rgba.Pix[4*i:4*i+3])
	}
	return p
}

// image returns a copy as a standard picture.
func (p *Picture) image() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, p.Width, p.Height))
	for i := range p.Width * p.Height {
		copy(img.Pix[4*i:4*i+3], p.RGB[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	return img
}

// ReadPNG reads a picture; colors are cut to 8 bits.
func ReadPNG(path string) (*Picture, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("imgdiff: %w", err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("imgdiff: %s: %w", path, err)
	}
	return FromImage(img), nil
}

// writePNG writes a picture.
func (p *Picture) writePNG(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("imgdiff: %w", err)
	}
	err = png.Encode(f, p.image())
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err != nil {
		return fmt.Errorf("imgdiff: %s: %w", path, err)
	}
	return nil
}

// check returns an error unless both pictures are of one size and have the bytes that it promises.
func check(want, got *Picture) error {
	for _, p := range []*Picture{want, got} {
		if p.Width < 1 || p.Height < 1 || len(p.RGB) != 3*p.Width*p.Height {
			return fmt.Errorf("imgdiff: picture of %d x %d has %d bytes, want %d", p.Width, p.Height, len(p.RGB), 3*p.Width*p.Height)
		}
	}
	if want.Width != got.Width || want.Height != got.Height {
		return fmt.Errorf("imgdiff: got a picture of %d x %d, want %d x %d", got.Width, got.Height, want.Width, want.Height)
	}
	return nil
}

// Steps is how far two pictures are apart in steps of 1/255.
type Steps struct {
	Max int // largest difference of any channel
	// Over counts the pixels of which some channel differs by more than the tolerance, OverShare is their share.
	Over      int
	OverShare float64
	X, Y      int // the first pixel, by rows, at which Max occurs
}

// channels compares channel by channel. "At most 5/255 off on 99.9 % of pixels" is OverShare <= 0.001 for tolerance 5.
func channels(want, got *Picture, tolerance int) (Steps, error) {
	if err := check(want, got); err != nil {
		return Steps{}, err
	}
	var s Steps
	for i := range want.Width * want.Height {
		worst := 0
		for c := 3 * i; c < 3*i+3; c++ {
			d := int(want.RGB[c]) - int(got.RGB[c])
			worst = max(worst, d, -d)
		}
		if worst > s.Max {
			s.Max, s.X, s.Y = worst, i%want.Width, i/want.Width
		}
		if worst > tolerance {
			s.Over++
		}
	}
	s.OverShare = float64(s.Over) / float64(want.Width*want.Height)
	return s, nil
}

// WriteDiff writes want, got and the map of FLIP errors side by side as one PNG, making the folder where needed: what a
// failing picture test leaves behind. The map runs from black (same) over red and yellow to white (worst).
func WriteDiff(path string, want, got *Picture) error {
	errs, _, err := FLIP(want, got)
	if err != nil {
		return err
	}
	w, h := want.Width, want.Height
	out := &Picture{Width: 3 * w, Height: h, RGB: make([]uint8, 9*w*h)}
	for y := range h {
		copy(out.RGB[9*w*y:], want.RGB[3*w*y:3*w*(y+1)])
		copy(out.RGB[9*w*y+3*w:], got.RGB[3*w*y:3*w*(y+1)])
		for x := range w {
			e := 3 * errs[y*w+x] // black to red to yellow to white in thirds
			for c := range 3 {
				out.RGB[9*w*y+6*w+3*x+c] = uint8(255 * min(max(e-float64(c), 0), 1))
			}
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("imgdiff: %w", err)
	}
	return out.writePNG(path)
}
