package trance

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"

	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// checkPictures checks a sample's pictures: that they are there and of the right kind, that in identity pictures each object has the
// pixels that the record says, and that normals are those of the surfaces. colors are the fingerprints of color pictures. m is what
// checkRecord returned.
func (c Config) checkPictures(job gen.Job, index int, m *generatedSample) (colors map[string]string, out []gen.Problem) {
	report := func(file, where, rule, format string, args ...any) {
		out = append(out, problem(file, where, rule, format, args...))
	}
	if !job.Pictures {
		return nil, nil
	}
	colors = map[string]string{}
	pictures, counter := c.pictures(job.Split, index, len(m.steps)), newCounter(&m.sceneSetup)
	for _, p := range pictures {
		if p.kind == normalPicture {
			normals, err := c.readNormals(job.Root, p.path)
			if err != nil {
				report(p.path, "", "picture", "%v", err)
			} else if at := firstOther(normals, m.surfaces(p).Normal); at >= 0 {
				report(p.path, "", "normals", "are others than those of the surfaces at pixel (%d, %d)", at/3%c.Width, at/3/c.Width)
			}
			continue
		}
		im, err := c.readPicture(job.Root, p.path)
		if err != nil {
			report(p.path, "", "picture", "%v", err)
			continue
		}
		if p.kind == colorPicture {
			ids := counter.ids(&m.states[p.stage], p.camera)
			colors[p.path] = fingerprint.Of(withoutAlpha(im), ids, ObjectCount).String()
			continue
		}
		count, unknown := countIDs(im)
		if unknown > 0 {
			report(p.path, "", "id-colors", "%d pixels have the color of no object", unknown)
		}
		for i, n := range count {
			if want := m.pixels[p.stage][p.camera][i]; n != want {
				report(p.path, objectAt(p.stage, i), "id-pixels", "has %d pixels, n_pixels says %d", n, want)
			}
		}
	}
	return colors, out
}

// withoutAlpha are the levels of a picture, three for each pixel.
func withoutAlpha(im *image.NRGBA) []uint8 {
	rgb := make([]uint8, 0, len(im.Pix)/4*3)
	for at := 0; at < len(im.Pix); at += 4 {
		rgb = append(rgb, im.Pix[at:at+3]...)
	}
	return rgb
}

// readNormals reads the normals of a picture, 3 numbers for each pixel, rows from the top.
func (c Config) readNormals(root, path string) ([]float32, error) {
	return write.ReadNPY[float32](root, path, c.Height, c.Width, 3)
}

// firstOther is the place of the first number that differs, -1 if there is none.
func firstOther(got, want []float32) int {
	for k := range want {
		if got[k] != want[k] {
			return k
		}
	}
	return -1
}

// readPicture reads an 8-bit RGBA picture of the right size without transparency.
func (c Config) readPicture(root, path string) (*image.NRGBA, error) {
	data, err := write.ReadPNG(root, path, c.Width, c.Height)
	if err != nil {
		return nil, err
	}
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	const rgba = 6
	im, ok := decoded.(*image.NRGBA)
	// image/png makes the same image of RGBA as of gray with alpha; its header tells them apart.
	switch depth, colorType := data[24], data[25]; {
	case !ok || depth != 8 || colorType != rgba:
		return nil, fmt.Errorf("is no 8-bit RGBA picture: its bit depth is %d, its color type %d, want 8 and %d", depth,
			colorType, rgba)
	case !im.Opaque():
		return nil, fmt.Errorf("is transparent somewhere, want opaque")
	}
	return im, nil
}

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

// countIDs counts the pixels of objects in an identity picture, and those that are neither an object's nor background.
func countIDs(im *image.NRGBA) (count [ObjectCount]int, unknown int) {
	for at := 0; at < len(im.Pix); at += 4 {
		c := [3]uint8(im.Pix[at : at+3])
		if i := slices.Index(idColors[:], c); i >= 0 {
			count[i]++
		} else if c != idBackground {
			unknown++
		}
	}
	return count, unknown
}
