package chart

import (
	"image/color"
	"math"
	"strings"
	"testing"
)

func TestPercentTicks(t *testing.T) {
	for _, c := range []struct {
		longest float64
		want    string
	}{
		{0, "0 1"}, {0.3, "0 1"}, {6, "0 1 2 3 4 5 6"}, {7, "0 2 4 6 8"}, {25, "0 5 10 15 20 25"}, {55, "0 10 20 30 40 50 60"}, {100, "0 20 40 60 80 100"},
	} {
		got := ""
		for i, tick := range percentTicks(c.longest) {
			if i > 0 {
				got += " "
			}
			got += tick.Label
		}
		if got != c.want {
			t.Errorf("ticks for %g %%: %s, want %s", c.longest, got, c.want)
		}
	}
}

// Bars can be told from white and from dark pages: by a contrast of 3 to 1, as WCAG 2.2 asks for what is not text.
func TestContrast(t *testing.T) {
	for i, c := range Colors {
		of := luminance(c)
		for name, page := range map[string]color.RGBA{"white": {255, 255, 255, 255}, "dark": {0x15, 0x17, 0x1a, 255}} {
			p := luminance(page)
			if ratio := (max(of, p) + 0.05) / (min(of, p) + 0.05); ratio < 3 {
				t.Errorf("color %s on %s has a contrast of %.2f", Hex(i), name, ratio)
			}
		}
	}
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		if x := float64(v) / 255; x > 0.04045 {
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func TestBars(t *testing.T) {
	for n := 1; n < 4; n++ {
		b := Bars{Label: "answer", Series: []Series{{}, {}}}
		for i := range n {
			b.Values = append(b.Values, strings.Repeat("<long> ", 9*i+1))
			b.Series[0].Counts = append(b.Series[0].Counts, i+1)
			b.Series[1].Counts = append(b.Series[1].Counts, 0) // nothing was counted in this one
			b.Series[0].Targets = append(b.Series[0].Targets, Target{1 / float64(n), 0.1, 1})
		}
		svg, err := b.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if s := string(svg); strings.Count(s, "fill:#0072B2") != n || strings.Contains(s, "NaN") || strings.Contains(s, "://") ||
			strings.Contains(s, "<long") || strings.Count(s, "stroke-width:1.6") != n {
			t.Errorf("%d values: %s", n, s)
		}
	}
}
