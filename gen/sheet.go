package gen

import (
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"

	"golang.org/x/image/draw"

	"mereo/gen/write"
)

// The contact sheet has up to sheetTiles pictures in columns, each fitted into sheetWidth pixels.
const (
	sheetName    = "sheet.png"
	sheetTiles   = 12
	sheetColumns = 4
	sheetWidth   = 400
	sheetGap     = 4
)

// writeSheet writes the contact sheet: the first pictures of the largest complete split. Without pictures it writes
// nothing and returns a File without a path.
func writeSheet(root string, about About, m *Manifest) (write.File, error) {
	var largest *SplitManifest
	for i := range m.Splits {
		if largest == nil || m.Splits[i].Samples > largest.Samples {
			largest = &m.Splits[i]
		}
	}
	if largest == nil || !m.Pictures {
		return write.File{}, nil
	}
	var tiles []image.Image
	for _, p := range pictures(root, about, *largest, sheetTiles) {
		tile, err := loadPNG(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			return write.File{}, err
		}
		tiles = append(tiles, tile)
	}
	if len(tiles) == 0 {
		return write.File{}, nil
	}
	b := tiles[0].Bounds()
	width := min(sheetWidth, b.Dx())
	height := int(math.Round(float64(width) * float64(b.Dy()) / float64(b.Dx())))
	rows := (len(tiles) + sheetColumns - 1) / sheetColumns
	columns := min(len(tiles), sheetColumns)
	sheet := image.NewRGBA(image.Rect(0, 0, columns*(width+sheetGap)+sheetGap, rows*(height+sheetGap)+sheetGap))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for i, tile := range tiles {
		at := image.Pt(sheetGap+i%sheetColumns*(width+sheetGap), sheetGap+i/sheetColumns*(height+sheetGap))
		r := image.Rectangle{at, at.Add(image.Pt(width, height))}
		draw.CatmullRom.Scale(sheet, r, tile, tile.Bounds(), draw.Src, nil)
	}
	rgb := make([]uint8, 0, 3*sheet.Rect.Dx()*sheet.Rect.Dy())
	for i := 0; i < len(sheet.Pix); i += 4 {
		rgb = append(rgb, sheet.Pix[i:i+3]...)
	}
	return write.RGB(root, sheetName, sheet.Rect.Dx(), sheet.Rect.Dy(), rgb)
}

func loadPNG(name string) (image.Image, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return png.Decode(in)
}
