package show

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"

	"mereo/gen"
)

// Overlays is gen.Overlayer for a set: the pictures of these names, or the first one where no name is given, with the entities
// that a page has and what of them are objects themselves. Drawings that lie in no file are given as they are.
func Overlays(set Set, job gen.Job, names ...string) (func(index int) ([]gen.Overlay, error), error) {
	reader, err := set.Show(job)
	if err != nil {
		return nil, err
	}
	return OverlaysOf(reader, names...), nil
}

// OverlaysOf are those of the samples of a reader.
func OverlaysOf(reader Reader, names ...string) func(index int) ([]gen.Overlay, error) {
	return func(index int) ([]gen.Overlay, error) {
		sample, err := reader.Sample(index)
		if err != nil {
			return nil, err
		}
		var out []gen.Overlay
		page := sample.Page()
		for p, picture := range page.Pictures {
			if len(names) == 0 && p > 0 || len(names) > 0 && !slices.Contains(names, picture.Name) {
				continue
			}
			o := gen.Overlay{Path: picture.Path, Width: picture.Width, Height: picture.Height, Marks: marks(nil, page.Entities, p, picture.Width)}
			if len(names) > 0 {
				o.Name = picture.Name
			}
			if o.Path == "" {
				if o.PNG, err = drawnPNG(sample, p, picture); err != nil {
					return nil, err
				}
			}
			out = append(out, o)
		}
		return out, nil
	}
}

// longestLabel is how many letters of a name fit a picture; longer ones give way to the class.
const longestLabel = 12

// backdrop is the share of a picture's width from which on a thing is what others stand on, and has no box.
const backdrop = 0.95

// marks adds where entities are seen in a picture, those that hold others first.
func marks(out []gen.Mark, entities []Entity, p, width int) []gen.Mark {
	for i := range entities {
		e := &entities[i]
		if p < len(e.Boxes) && e.Boxes[p] != (Rect{}) {
			b := e.Boxes[p]
			m := gen.Mark{Name: e.Name, X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1}
			if p < len(e.Lines) {
				m.Lines = e.Lines[p]
			}
			if m.Label = e.Name; len(m.Label) > longestLabel && e.Class != "" {
				m.Label = strings.ToLower(e.Class)
			}
			if m.X1-m.X0 < backdrop*float64(width) {
				out = append(out, m)
			}
		}
		out = marks(out, slices.DeleteFunc(slices.Clone(e.Entities), func(e Entity) bool { return e.Channel != ChannelObject }), p, width)
	}
	return out
}

// drawnPNG is a drawing that lies in no file.
func drawnPNG(sample Sample, p int, picture Picture) ([]byte, error) {
	rgb := sample.Drawing(p)
	if len(rgb) != 3*picture.Width*picture.Height {
		return nil, fmt.Errorf("show: %s: the picture %q has no file and no drawing", sample.Page().Title, picture.Name)
	}
	img := image.NewRGBA(image.Rect(0, 0, picture.Width, picture.Height))
	for i := range picture.Width * picture.Height {
		copy(img.Pix[4*i:], rgb[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}
