package trance

import (
	"fmt"
	"image"
	"image/png"

	"mereo/internal/folder"
)

// pictureSize reads the size of a PNG alone, so that no memory is taken for one of any size. Errors name the file.
func pictureSize(root, path string) (image.Point, error) {
	in, err := folder.Open(root, path)
	if err != nil {
		return image.Point{}, err
	}
	defer in.Close()
	head, err := png.DecodeConfig(in)
	if err != nil {
		return image.Point{}, fmt.Errorf("%s: %w", path, err)
	}
	return image.Pt(head.Width, head.Height), nil
}
