package syndacate

import (
	"context"
	"fmt"
	"io"

	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// mostAnimated is how many bytes of pictures an animation has at most.
const mostAnimated = 1 << 28

// InspectFilm writes the films that are asked for as one animated GIF, with the grays of the file (WriteFilm), and returns how
// many they are. Tasks and predictions are of no account. It is an error if the file has single pictures.
func InspectFilm(ctx context.Context, o InspectOptions, w io.Writer) (films int, err error) {
	in, err := openInspectedFilms(o)
	if err != nil {
		return 0, err
	}
	defer in.reader.Close()
	if err := in.checkAnimation(); err != nil {
		return 0, err
	}
	images := make([]uint8, 0, in.count*in.frames*in.height*in.width)
	err = in.eachFilm(ctx, func(_ int, film []uint8) error {
		images = append(images, film...)
		return nil
	})
	if err != nil {
		return 0, err
	}
	shape := []int{in.count, in.frames, 1, in.height, in.width}
	return in.count, WriteFilm(w, npz.Array{Key: keyImages, Shape: shape, Data: images}, 0, in.count)
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
	in, err := openInspectedFilms(o)
	if err != nil {
		return 0, err
	}
	defer in.reader.Close()
	err = in.eachFilm(ctx, func(index int, film []uint8) error {
		for t := range in.frames {
			size := in.height * in.width
			name := fmt.Sprintf("%06d/%03d.png", index, t)
			if _, err := write.Gray(root, name, in.width, in.height, film[t*size:(t+1)*size]); err != nil {
				return fmt.Errorf("syndacate: %w", err)
			}
			frames++
		}
		return nil
	})
	return frames, err
}

func openInspectedFilms(o InspectOptions) (*inspected, error) {
	in, err := openInspected(o)
	if err == nil && in.frames == 0 {
		in.reader.Close()
		return nil, fmt.Errorf("syndacate: %s has single pictures, no films", in.path)
	}
	return in, err
}

// eachFilm reads films, one at a time. They are read into the same memory.
func (in *inspected) eachFilm(ctx context.Context, do func(index int, film []uint8) error) error {
	rows, err := in.reader.Rows(in.prefix + keyImages)
	if err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	defer rows.Close()
	if err := rows.Skip(in.first); err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	film := make([]uint8, in.frames*in.height*in.width)
	for i := range in.count {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := rows.Read(film); err != nil {
			return fmt.Errorf("syndacate: %w", err)
		}
		if err := do(in.first+i, film); err != nil {
			return err
		}
	}
	return nil
}
