package syndacate

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
)

// filmsAcross is how many films an animation has in a row.
const filmsAcross = 5

// animate writes pictures of films, which have so many frames each, as one animated GIF, side by side, at the speed of the films
// and without end. The grays are exact.
func animate(w io.Writer, images []uint8, frames, height, width int) error {
	n := len(images) / (frames * height * width)
	across := min(n, filmsAcross)
	down := (n + across - 1) / across
	bounds := image.Rect(0, 0, across*(width+sheetGap)+sheetGap, down*(height+sheetGap)+sheetGap)
	grays := make(color.Palette, 256)
	for i := range grays {
		grays[i] = color.Gray{Y: uint8(i)}
	}
	movie := &gif.GIF{}
	for t := range frames {
		picture := image.NewPaletted(bounds, grays)
		for i := range picture.Pix {
			picture.Pix[i] = sheetGray
		}
		for i := range n {
			left, top := sheetGap+i%across*(width+sheetGap), sheetGap+i/across*(height+sheetGap)
			from := tiled(images, i*frames+t, height*width)
			for y := range height {
				copy(picture.Pix[picture.PixOffset(left, top+y):], tiled(from, y, width))
			}
		}
		movie.Image = append(movie.Image, picture)
		movie.Delay = append(movie.Delay, int(100*filmInterval)) // in hundredths of a second
	}
	if err := gif.EncodeAll(w, movie); err != nil {
		return fmt.Errorf("syndacate: film: %w", err)
	}
	return nil
}
