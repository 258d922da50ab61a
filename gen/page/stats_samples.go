package page

import (
	"context"
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"slices"
	"unicode/utf8"

	"mereo/gen"
	"mereo/scenes/rng"
)

// shownSamples is how many samples of a split the statistics page shows.
const shownSamples = 24

// shownIndices are the samples that the page shows: drawn by lot from equal parts of the split, and the same for everybody.
func shownIndices(seed uint64, split string, samples int) []int {
	n := min(shownSamples, samples)
	out := make([]int, n)
	for k := range out {
		first, end := k*samples/n, (k+1)*samples/n
		out[k] = first + rng.At(rng.Key{Seed: seed, Set: "statistics page", Split: split, Index: k}, "sample").IntN(end-first)
	}
	return out
}

// statsSample is a sample as the page shows it.
type statsSample struct {
	Name     string
	Caption  string
	File     string // to open
	Pictures []statsPicture
}

type statsPicture struct {
	gen.Overlay
	Source template.URL
	Lines  []statsLine
	Boxes  []statsBox
	Unit   float64 // how thick the borders of letters are, pixels of the picture
}

type statsLine struct{ Points, Color string }

type statsBox struct {
	X, Y, Width, Height float64
	Name, Label, Color  string
	TextX, TextY        float64
	Letter              float64 // height
	Anchor              string
}

// samplesOf are the samples of a split that the page shows; none of sets that cannot tell what is in their pictures.
func samplesOf(ctx context.Context, set gen.Set, job gen.Job, picked map[int]gen.Item) ([]statsSample, error) {
	overlayer, ok := set.(gen.Overlayer)
	if !ok || !job.Pictures {
		return nil, nil
	}
	overlays, err := overlayer.Overlays(job)
	if err != nil {
		return nil, err
	}
	var out []statsSample
	for _, index := range shownIndices(job.Seed, job.Split, job.Count) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pictures, err := overlays(index)
		if err != nil {
			return nil, fmt.Errorf("gen: statistics page: sample %s/%d: %w", job.Split, index, err)
		}
		item := picked[index-index%set.Stride()]
		s := statsSample{Name: fmt.Sprintf("sample %d", index)}
		if set.Stride() == 1 {
			s.Caption = item.Caption
		}
		for i := range pictures {
			p := &pictures[i]
			if p.Path != "" && s.File == "" {
				s.File = p.Path
			}
			s.Pictures = append(s.Pictures, shownOverlay(p))
		}
		if s.File == "" && len(item.Files) > 0 {
			s.File = item.Files[len(item.Files)-1].Path
		}
		out = append(out, s)
	}
	return out, nil
}

// shownOverlay lays out what is drawn over a picture. Numbers are rounded, so that they are the same on every processor.
func shownOverlay(o *gen.Overlay) statsPicture {
	out := statsPicture{Overlay: *o, Source: template.URL(o.Path), Unit: round(float64(o.Width) / 130)}
	if o.Path == "" {
		out.Source = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(o.PNG))
	}
	letter := round(float64(o.Width) / 30)
	if len(o.Marks) > crowded {
		letter = round(float64(o.Width) / 45)
	}
	for i, m := range o.Marks {
		color := overlayColors[i%len(overlayColors)]
		for _, line := range m.Lines {
			points := ""
			for _, at := range line {
				points += fmt.Sprintf("%g,%g ", round(at[0]), round(at[1]))
			}
			out.Lines = append(out.Lines, statsLine{points, color})
		}
		b := statsBox{
			X: round(m.X0), Y: round(m.Y0), Width: round(m.X1 - m.X0), Height: round(m.Y1 - m.Y0), Name: m.Name, Label: m.Label, Color: color,
			TextX: round(m.X0), TextY: round(m.Y0 - letter/4), Letter: letter,
			Anchor: "start",
		}
		if b.TextY < letter {
			b.TextY = round(min(m.Y1+letter, float64(o.Height)-letter/4)) // below what is at the upper end
		}
		if m.X0 > 0.6*float64(o.Width) {
			b.TextX, b.Anchor = round(m.X1), "end"
		}
		if slices.ContainsFunc(out.Boxes, b.coversLabel) {
			b.Label = "" // its name is told where one points at it
		}
		out.Boxes = append(out.Boxes, b)
	}
	return out
}

// coversLabel tells whether the labels of two boxes would be written over each other; letters are about 0.6 of their height wide.
func (b statsBox) coversLabel(other statsBox) bool {
	span := func(b statsBox) (x0, x1 float64) {
		width := float64(0.6 * b.Letter * float64(utf8.RuneCountInString(b.Label)))
		if b.Anchor == "end" {
			return b.TextX - width, b.TextX
		}
		return b.TextX, b.TextX + width
	}
	a0, a1 := span(b)
	b0, b1 := span(other)
	return b.Label != "" && other.Label != "" && a0 < b1 && b0 < a1 && math.Abs(b.TextY-other.TextY) < 0.9*b.Letter
}

// crowded is how many marks have labels of the usual size.
const crowded = 12

// overlayColors are read on pictures, with a dark border.
var overlayColors = []string{"#ffd54a", "#6fd0ff", "#7dff9b", "#ff9ed2", "#ffb074", "#d3c4ff"}

// round leaves tenths.
func round(x float64) float64 { return math.Round(10*x)/10 + 0 }
