package page

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"mereo/gen"
	"mereo/gen/write"
)

// The contact sheet shows up to sheetTiles pictures in columns, each fitted into sheetWidth pixels. Samples of several pictures
// have a row each, with their caption below.
const (
	sheetTiles   = 12
	sheetRows    = 8 // samples of several pictures
	sheetColumns = 4
	sheetWidth   = 400
	sheetGap     = 4
	captionRoom  = 22
	captionPoint = 14.0
)

// writeSheet writes the contact sheet: the first samples of the largest complete split, by samples and then by bytes. Without pictures it writes nothing and
// returns a File without a path.
func writeSheet(job gen.Job, about gen.About, m *gen.Manifest) (write.File, error) {
	var largest *gen.SplitManifest
	for i := range m.Splits {
		if s := &m.Splits[i]; largest == nil || s.Samples > largest.Samples || s.Samples == largest.Samples && s.Bytes > largest.Bytes {
			largest = s
		}
	}
	if largest == nil || !m.Pictures || len(about.Pictures) == 0 {
		return write.File{}, nil
	}
	columns, samples := sheetColumns, sheetTiles
	if n := len(about.Pictures); n > 1 {
		columns, samples = n, sheetRows
	}
	var shown []gen.Item
	var tiles []image.Image
	for b := 0; b < len(largest.Blocks) && len(shown) < samples; b++ {
		block, err := gen.ReadBlock(job.Root, largest.Split, b)
		if err != nil {
			return write.File{}, err
		}
		for i := 0; i < len(block.Items) && len(shown) < samples; i++ {
			row, err := loadPictures(job.Root, about, largest.Split, block.Items[i].Index)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				return write.File{}, fmt.Errorf("gen: contact sheet: %w", err)
			}
			shown, tiles = append(shown, block.Items[i]), append(tiles, row...)
		}
	}
	if len(tiles) == 0 {
		return write.File{}, nil
	}
	below := 0
	if len(about.Pictures) > 1 {
		below = captionRoom
	}
	b := tiles[0].Bounds()
	width := min(sheetWidth, b.Dx())
	height := int(math.Round(float64(width) * float64(b.Dy()) / float64(b.Dx())))
	rows := (len(tiles) + columns - 1) / columns
	columns = min(len(tiles), columns)
	sheet := image.NewRGBA(image.Rect(0, 0, columns*(width+sheetGap)+sheetGap, rows*(height+below+sheetGap)+sheetGap))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for i, tile := range tiles {
		at := image.Pt(sheetGap+i%columns*(width+sheetGap), sheetGap+i/columns*(height+below+sheetGap))
		r := image.Rectangle{at, at.Add(image.Pt(width, height))}
		draw.CatmullRom.Scale(sheet, r, tile, tile.Bounds(), draw.Src, nil)
	}
	if below > 0 {
		if err := writeCaptions(sheet, shown, height+below+sheetGap); err != nil {
			return write.File{}, err
		}
	}
	return write.Opaque(job.To(), gen.SheetName, sheet)
}

// writeCaptions writes the samples' captions at the lower ends of rows of a height.
func writeCaptions(sheet *image.RGBA, items []gen.Item, row int) error {
	face, err := Face(captionPoint)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: sheet, Src: image.NewUniform(color.Gray{40}), Face: face}
	for i, item := range items {
		d.Dot = fixed.P(2*sheetGap, (i+1)*row-sheetGap)
		d.DrawString(item.Caption)
	}
	return nil
}

// Face is the Go font at a size in points, 72 to the inch: pixels.
func Face(points float64) (font.Face, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("gen: font: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: points, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("gen: font: %w", err)
	}
	return face, nil
}

// loadPictures reads the pictures of an index.
func loadPictures(root string, about gen.About, split string, index int) (tiles []image.Image, err error) {
	for _, pattern := range about.Pictures {
		tile, err := write.ReadPicture(root, fmt.Sprintf(pattern, split, index))
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, tile)
	}
	return tiles, nil
}
