package main

import (
	"context"
	"fmt"
	"image"
	"strings"

	"golang.org/x/image/draw"

	"mereo/engine/frame"
	"mereo/gen/qlevr"
	"mereo/scenes/shoot"
)

// qlevrSheet draws every shape in every material of QLEVR's solids, each alone on the desk, and what covers its planes.
func (a *assets) qlevrSheet(ctx context.Context, c console) error {
	studio, err := shoot.Open(a.gpu)
	if err != nil {
		return fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer studio.Close()

	config := qlevr.DefaultConfig()
	looks := qlevr.ObjectLooks()
	shapes := len(qlevr.Portraits(looks[0], 0, a.size))
	total := len(looks) * shapes
	p := newProgress(c, "solids")
	defer p.end()
	s := sheet{tile: a.size, high: a.size, perFamily: shapes}
	s.heading("Solids of QLEVR in all materials", nil)
	for row, look := range looks {
		var names []string
		var tiles []image.Image
		for i, portrait := range qlevr.Portraits(look, row, a.size) {
			if err := ctx.Err(); err != nil {
				return err
			}
			im, err := studio.Shoot(portrait.Scene, shoot.Options{View: frame.Filmic, SubFrames: config.SubFrames})
			if err != nil {
				return err
			}
			names, tiles = append(names, portrait.Name), append(tiles, rgbImage(im.Width, im.Height, im.RGB))
			p.update(row*shapes+i+1, total)
		}
		s.family(fmt.Sprintf("%s, variant %d: %s", look.Material, look.Variant, strings.Join(names, ", ")), tiles)
	}

	s.heading("What covers its planes, each picture as large as the desk's top", nil)
	var names []string
	var tiles []image.Image
	for _, plane := range qlevr.PlanePictures() {
		full := &image.NRGBA{
			Pix: plane.Picture.Pix, Stride: 4 * plane.Picture.Width,
			Rect: image.Rect(0, 0, plane.Picture.Width, plane.Picture.Height),
		}
		tile := image.NewRGBA(image.Rect(0, 0, a.size, a.size))
		draw.CatmullRom.Scale(tile, tile.Rect, full, full.Rect, draw.Src, nil)
		names, tiles = append(names, plane.Name), append(tiles, tile)
	}
	s.family(strings.Join(names, ", "), tiles)
	if err := a.write(&s); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d solids and %d planes\n", a.out, total, len(tiles))
	return nil
}
