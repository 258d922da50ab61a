//go:build viewer

package window

import (
	"fmt"
	"strings"

	"github.com/g3n/engine/gui"
	"github.com/g3n/engine/gui/assets/icon"
	"github.com/g3n/engine/math32"
	"github.com/g3n/engine/text"
	"golang.org/x/image/font/gofont/goregular"
)

// Colors of the panels.
var (
	colorBar    = rgba(0x20, 0x24, 0x2b, 255)
	colorPanel  = rgba(0x27, 0x2c, 0x34, 255)
	colorField  = rgba(0x1c, 0x20, 0x26, 255)
	colorButton = rgba(0x38, 0x3f, 0x4a, 255)
	colorOver   = rgba(0x4a, 0x53, 0x61, 255)
	colorEdge   = rgba(0x16, 0x19, 0x1e, 255)
	colorText   = rgba(0xec, 0xef, 0xf4, 255)
	colorDim    = rgba(0x9a, 0xa5, 0xb4, 255)
	colorOff    = rgba(0x66, 0x6f, 0x7c, 255)
	colorAccent = rgba(0x2f, 0x6f, 0xd6, 255)
	colorGood   = rgba(0x6f, 0xcf, 0x7f, 255)
	colorBad    = rgba(0xff, 0x8a, 0x7a, 255)
	colorShade  = rgba(0x0c, 0x0e, 0x12, 150)
)

func rgba(r, g, b, a uint8) math32.Color4 {
	return math32.Color4{R: float32(r) / 255, G: float32(g) / 255, B: float32(b) / 255, A: float32(a) / 255}
}

// Sizes of text, screen units.
const (
	textSize = 14
	headSize = 16
)

// fontOf is the panels' font for measuring text of a size.
func fontOf(size float64) *text.Font {
	s := gui.StyleDefault()
	attributes := s.Label.FontAttributes
	attributes.PointSize = size
	s.Font.SetAttributes(&attributes)
	return s.Font
}

// newStyle is the panels' style: g3n's dark one with a clearer font and stronger contrast.
func newStyle() (*gui.Style, error) {
	s := gui.NewDarkStyle()
	font, err := text.NewFontFromData(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	s.Font = font
	s.Label.PointSize = textSize
	s.Label.FgColor = colorText
	s.Color.Text, s.Color.BgNormal = colorText, colorPanel

	s.Button = buttonStyles(colorButton, colorText)
	none := math32.Color4{}
	s.ItemScroller.Normal.BgColor, s.ItemScroller.Normal.BorderColor = colorField, colorEdge
	s.ItemScroller.Over, s.ItemScroller.Focus, s.ItemScroller.Disabled = s.ItemScroller.Normal, s.ItemScroller.Normal, s.ItemScroller.Normal
	s.Scroller.BgColor, s.Scroller.BorderColor = colorPanel, none
	s.Scroller.Border = gui.RectBounds{}

	item := s.List.Item
	item.Normal.Padding = gui.RectBounds{Left: 4}
	item.Normal.Border = gui.RectBounds{}
	item.Normal.FgColor, item.Normal.BgColor = colorText, none
	item.Over = item.Normal
	item.Over.BgColor = colorButton
	item.Selected = item.Normal
	item.Selected.BgColor = colorAccent
	item.Highlighted, item.SelHigh = item.Over, item.Selected
	s.Tree.Padlevel = 18
	s.Tree.Node.Normal.FgColor = colorText
	s.Tree.Node.Normal.Icons = [2]string{icon.ChevronRight, icon.ExpandMore}

	s.Slider.Normal.BgColor, s.Slider.Normal.BorderColor = colorField, colorEdge
	s.Slider.Normal.FgColor = colorAccent
	s.Slider.Over, s.Slider.Focus = s.Slider.Normal, s.Slider.Normal
	s.Slider.Over.FgColor = rgba(0x45, 0x88, 0xf0, 255)
	s.Slider.Disabled = s.Slider.Normal
	s.Slider.Disabled.FgColor = colorButton
	return s, nil
}

func buttonStyles(bg, fg math32.Color4) gui.ButtonStyles {
	normal := gui.ButtonStyle{}
	normal.Border = gui.RectBounds{Top: 1, Right: 1, Bottom: 1, Left: 1}
	normal.Padding = gui.RectBounds{Top: 3, Right: 8, Bottom: 3, Left: 8}
	normal.BorderColor, normal.BgColor, normal.FgColor = colorEdge, bg, fg
	over := normal
	if bg != colorAccent {
		over.BgColor = colorOver
	}
	off := normal
	off.BgColor, off.FgColor = colorBar, colorOff
	return gui.ButtonStyles{Normal: normal, Over: over, Focus: normal, Pressed: over, Disabled: off}
}

// wrapped breaks text into lines of at most width screen units at spaces, or inside of words that are longer.
func wrapped(font *text.Font, s string, width int) []string {
	fits := func(t string) bool {
		w, _ := font.MeasureText(t)
		return w <= width
	}
	var out []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		next := word
		if line != "" {
			next = line + " " + word
		}
		if fits(next) {
			line = next
			continue
		}
		if line != "" {
			out = append(out, line)
		}
		for !fits(word) {
			runes, n := []rune(word), 1
			for n < len(runes) && fits(string(runes[:n+1])) {
				n++
			}
			if n == len(runes) {
				break
			}
			out = append(out, string(runes[:n]))
			word = string(runes[n:])
		}
		line = word
	}
	return append(out, line)
}
