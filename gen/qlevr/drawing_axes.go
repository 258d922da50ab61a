package qlevr

import (
	"image"
	"image/draw"
	"strconv"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// inkedPixel is a pixel of the full drawing that axes make black, as far as alpha/255.
type inkedPixel struct {
	x, y  int
	alpha uint8
}

// axesInk is a frame around the plan, and ticks with their numbers on the left and below, the same in all drawings.
var axesInk = sync.OnceValue(func() (ink []inkedPixel) {
	mask := image.NewAlpha(image.Rect(0, 0, drawnWidth, drawnRows))
	black := func(x0, y0, x1, y1 int) {
		draw.Draw(mask, image.Rect(x0, y0, x1, y1), image.Opaque, image.Point{}, draw.Src)
	}
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 10, DPI: 100, Hinting: font.HintingFull})
	if err != nil {
		panic(err)
	}
	pen := font.Drawer{Dst: mask, Src: image.Opaque, Face: face}
	_, zero, _, _, _ := face.Glyph(fixed.Point26_6{}, '0')
	digitHeight := zero.Bounds().Dy()
	const left, top, right, bottom = drawnLeft, drawnTop, drawnLeft + planPx, drawnTop + planPx
	black(left-1, top-1, right+1, top)
	black(left-1, bottom, right+1, bottom+1)
	black(left-1, top-1, left, bottom+1)
	black(right, top-1, right+1, bottom+1)
	const step, tick, gap = 50, 5, 5 // units between ticks; pixels of a tick, and from it to its number
	for v := 0; v <= canvas; v += step {
		at := (2*v*planPx + canvas) / (2 * canvas) // rounded
		black(left+at-1, bottom+1, left+at, bottom+1+tick)
		black(left-1-tick, bottom-at, left-1, bottom-at+1)
		text := strconv.Itoa(v)
		width := pen.MeasureString(text).Ceil()
		pen.Dot = fixed.P(left+at-width/2, bottom+1+tick+gap+digitHeight)
		pen.DrawString(text)
		pen.Dot = fixed.P(left-1-tick-gap-width, bottom-at+digitHeight/2)
		pen.DrawString(text)
	}
	for y := range drawnRows {
		for x := range drawnWidth {
			if a := mask.AlphaAt(x, y).A; a > 0 {
				ink = append(ink, inkedPixel{x, y, a})
			}
		}
	}
	return ink
})
