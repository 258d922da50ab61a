package main

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"mereo/assets/furniture"
	"mereo/gen/page"
)

// sheet lays out a contact sheet: headings with a legend, and under each the families, side by side as far as the width
// goes. Call heading and family in reading order, then draw.
type sheet struct {
	tile, high int // width and height of a picture, pixels
	perFamily  int // pictures
	widest     int // pixels of the sheet; 0 is 2400
	sections   []section
}

type section struct {
	title    string
	legend   []swatch
	families []familyRow
}

type familyRow struct {
	name  string
	tiles []image.Image
}

// swatch is a label and its color.
type swatch struct {
	label string
	color color.RGBA
}

func (s *sheet) heading(title string, legend []swatch) {
	s.sections = append(s.sections, section{title: title, legend: legend})
}

func (s *sheet) family(name string, tiles []image.Image) {
	last := &s.sections[len(s.sections)-1]
	last.families = append(last.families, familyRow{name, tiles})
}

// legend lists the labels of a category.
func legend(category string, colors map[string][3]uint8) []swatch {
	var out []swatch
	for _, label := range append(furniture.Labels(category), furniture.Other) {
		c := colors[label]
		out = append(out, swatch{label, color.RGBA{c[0], c[1], c[2], 255}})
	}
	return out
}

// Measures of the sheet, pixels.
const (
	sheetMargin  = 24
	sheetGap     = 10   // between pictures of a family
	sheetApart   = 28   // between families
	captionRoom  = 34   // under pictures
	titleRoom    = 54   // for a heading
	legendRoom   = 30   // a line of the legend
	sheetWidest  = 2400 // where a sheet says nothing
	captionPoint = 17.0
	titlePoint   = 32.0
)

// draw paints the sheet.
func (s *sheet) draw() (*image.RGBA, error) {
	caption, err := page.Face(captionPoint)
	if err != nil {
		return nil, err
	}
	title, err := page.Face(titlePoint)
	if err != nil {
		return nil, err
	}
	family := s.perFamily*(s.tile+sheetGap) - sheetGap
	columns := max(1, (cmp.Or(s.widest, sheetWidest)-2*sheetMargin+sheetApart)/(family+sheetApart))
	most := 0
	for _, sec := range s.sections {
		most = max(most, len(sec.families))
	}
	columns = min(columns, max(1, most))
	width := max(640, 2*sheetMargin+columns*(family+sheetApart)-sheetApart)

	// The first round measures, the second paints.
	var img *image.RGBA
	height := 0
	for round := range 2 {
		if round == 1 {
			img = image.NewRGBA(image.Rect(0, 0, width, height))
			draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		}
		y := sheetMargin
		for _, sec := range s.sections {
			text(img, title, sheetMargin, y+36, sec.title)
			y += titleRoom
			x := sheetMargin
			for _, sw := range sec.legend {
				w := 22 + font.MeasureString(caption, sw.label).Ceil() + 20
				if x+w > width-sheetMargin && x > sheetMargin {
					x, y = sheetMargin, y+legendRoom
				}
				if img != nil {
					draw.Draw(img, image.Rect(x, y+3, x+16, y+19), image.NewUniform(sw.color), image.Point{}, draw.Src)
				}
				text(img, caption, x+22, y+17, sw.label)
				x += w
			}
			y += legendRoom + 10
			for i := 0; i < len(sec.families); i += columns {
				for j, f := range sec.families[i:min(i+columns, len(sec.families))] {
					x := sheetMargin + j*(family+sheetApart)
					if img != nil {
						for k, tile := range f.tiles {
							at := image.Pt(x+k*(s.tile+sheetGap), y)
							draw.Draw(img, image.Rectangle{at, at.Add(tile.Bounds().Size())}, tile, tile.Bounds().Min, draw.Src)
						}
					}
					text(img, caption, x, y+s.high+20, f.name)
				}
				y += s.high + captionRoom
			}
			y += sheetMargin
		}
		height = y
	}
	return img, nil
}

// text writes s with its baseline's left end at (x, y); on no picture it does nothing.
func text(img *image.RGBA, f font.Face, x, y int, s string) {
	if img == nil {
		return
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{40}), Face: f, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// rgbImage wraps 3 bytes per pixel.
func rgbImage(width, height int, rgb []uint8) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		copy(img.Pix[4*i:], rgb[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	return img
}
