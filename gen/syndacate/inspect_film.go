package syndacate

import (
	"context"
	"fmt"
	"io"

	"mereo/gen/write"
)

// mostAnimated is how many bytes of pictures an animation has at most.
const mostAnimated = 1 << 28

// InspectFilm writes the films that are asked for as one animated GIF, with the grays of the file, and returns how many
// they are. Tasks and predictions are of no account. It is an error if the file has single pictures.
func InspectFilm(ctx context.Context, o InspectOptions, w io.Writer) (films int, err error) {
	in, err := openFilms(o)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	if err := in.checkAnimation(); err != nil {
		return 0, err
	}
	var images []uint8
	err = in.each(ctx, []string{keyImages}, func(_ int, e *inspectedElement) error {
		images = append(images, e.seen.pictures...)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return in.count, animate(w, images, in.frames, in.height, in.width)
}

// checkAnimation tells whether there are too many pictures.
func (in *inspected) checkAnimation() error {
	if most := mostAnimated / (in.frames * in.height * in.width); in.count > most {
		return fmt.Errorf("syndacate: %d films of %d frames of %d x %d pixels are too much for one animation, want at most %d",
			in.count, in.frames, in.width, in.height, most)
	}
	return nil
}

// InspectFrames writes every frame of the films that are asked for as a PNG FILM/FRAME.png below root, by their numbers in the
// file, such as 000040/007.png, and returns how many they are. The errors are those of InspectFilm and of writing.
func InspectFrames(ctx context.Context, o InspectOptions, root string) (frames int, err error) {
	in, err := openFilms(o)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	err = in.each(ctx, []string{keyImages}, func(index int, e *inspectedElement) error {
		for t := range in.frames {
			picture := tiled(e.seen.pictures, t, in.height*in.width)
			if _, err := write.Gray(root, fmt.Sprintf("%06d/%03d.png", index, t), in.width, in.height, picture); err != nil {
				return fmt.Errorf("syndacate: %w", err)
			}
			frames++
		}
		return nil
	})
	return frames, err
}

// openFilms opens a file of films.
func openFilms(o InspectOptions) (*inspected, error) {
	in, err := openInspected(o)
	if err == nil && in.frames == 0 {
		in.Close()
		err = fmt.Errorf("syndacate: %s has single pictures, no films", in.path)
	}
	return in, err
}
