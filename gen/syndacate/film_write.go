package syndacate

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"

	"mereo/gen/write/npz"
)

// filmsAcross is how many films an animation has in a row.
const filmsAcross = 5

// WriteFilm writes the films first to first+n-1 of an array of images (N, T, 1, height, width) as one animated GIF, side by
// side, at the speed of the films and without end. The grays are exact. It is an error to give images that are no films, or to
// ask for films that are not there.
func WriteFilm(w io.Writer, images npz.Array, first, n int) error {
	f, err := filmOf(images, first, n)
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("syndacate: film: there are 0 films to show, want at least 1")
	}
	across := min(n, filmsAcross)
	down := (n + across - 1) / across
	bounds := image.Rect(0, 0, across*(f.width+sheetGap)+sheetGap, down*(f.height+sheetGap)+sheetGap)
	grays := make(color.Palette, 256)
	for i := range grays {
		grays[i] = color.Gray{Y: uint8(i)}
	}
	movie := &gif.GIF{}
	for t := range f.frames {
		picture := image.NewPaletted(bounds, grays)
		for i := range picture.Pix {
			picture.Pix[i] = sheetGray
		}
		for i := range n {
			left, top := sheetGap+i%across*(f.width+sheetGap), sheetGap+i/across*(f.height+sheetGap)
			from := f.frame(first+i, t)
			for y := range f.height {
				copy(picture.Pix[picture.PixOffset(left, top+y):], from[y*f.width:(y+1)*f.width])
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

// filmPixels are the pictures of films.
type filmPixels struct {
	pix                   []uint8
	frames, height, width int
}

func filmOf(images npz.Array, first, n int) (filmPixels, error) {
	pix, ok := images.Data.([]uint8)
	s := images.Shape
	if !ok || len(s) != 5 || s[2] != 1 {
		return filmPixels{}, fmt.Errorf("syndacate: film: %s has shape %v of %T, want (films, frames, 1, height, width) of []uint8",
			images.Key, s, images.Data)
	}
	if first < 0 || n < 0 || first+n > s[0] {
		return filmPixels{}, fmt.Errorf("syndacate: film: films %d to %d are not there, the file has 0 to %d",
			first, first+n-1, s[0]-1)
	}
	return filmPixels{pix, s[1], s[3], s[4]}, nil
}

// frame is a picture, its rows from the top.
func (f filmPixels) frame(film, t int) []uint8 {
	size := f.height * f.width
	at := (film*f.frames + t) * size
	return f.pix[at : at+size]
}
