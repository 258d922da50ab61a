// Package texfile decodes PNG and JPEG files into textures. What is decoded takes no more than the memory that the caller gives it.
package texfile

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // the two formats of textures
	_ "image/png"

	"mereo/engine/material"
	"mereo/internal/bound"
)

// maxPixels bounds a texture: 16384 x 4096 or the like. Decoded it takes 256 MB.
const maxPixels = 1 << 26

// Decode decodes a picture. srgb says that its colors are sRGB encoded, as those of base colors are.
func Decode(data []byte, srgb bool, memory *bound.Memory) (*material.Texture, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("not a PNG or JPEG picture: %w", err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxPixels/config.Height {
		return nil, fmt.Errorf("is %d x %d pixels, want 1 to %d in all", config.Width, config.Height, maxPixels)
	}
	if err := memory.Take(config.Width*config.Height, 4+pixelBytes(data, format, config)); err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("picture cannot be decoded: %w", err)
	}
	b := picture.Bounds()
	t := &material.Texture{Width: b.Dx(), Height: b.Dy(), SRGB: srgb, Pix: make([]uint8, 0, 4*b.Dx()*b.Dy())}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
			t.Pix = append(t.Pix, c.R, c.G, c.B, c.A)
		}
	}
	return t, t.Validate()
}

// pixelBytes is what a pixel takes while package image decodes a picture. Pictures in passes are kept once more: interlaced PNG for the
// pass, progressive JPEG (its marker 0xffc2 is nowhere else, or this is too much) as four bytes of each of up to four components.
func pixelBytes(data []byte, format string, c image.Config) bound.Size {
	const interlaced = 28 // where the first chunk of PNG says so
	size := bound.Size(4)
	switch {
	case format == "jpeg" && bytes.Contains(data, []byte{0xff, 0xc2}):
		size += 16
	case c.ColorModel == color.RGBA64Model || c.ColorModel == color.NRGBA64Model:
		size = 8
	}
	if format == "png" && data[interlaced] != 0 {
		size *= 2
	}
	return size
}
