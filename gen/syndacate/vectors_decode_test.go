package syndacate

import (
	"fmt"
	"math"
	"testing"
)

func TestVectorsDecode(t *testing.T) {
	abouts := map[string]*sidecarSource{
		"line": {}, "char": {Classes: charClasses, parts: inspectLines(charShapes)}, "word": {Classes: wordClasses, parts: inspectLines(wordList.shapes)},
	}
	for _, c := range numberCases[struct {
		ID, Level string
		Pred      *lossTensor
		Threshold float32
		Factor    float64 `json:"thickness_factor"`
		Lines     []struct {
			X, Y  [2]float64
			Width float64 `json:"line_width"`
			Alpha float64
		}
	}](t, "decode.json") {
		rows := c.Pred.batch()
		rows.N, rows.Rows = 1, rows.N
		got := decodeRows(rows, 0, abouts[c.Level], c.Threshold, c.Factor)
		if len(got) != len(c.Lines) {
			t.Errorf("%s: %d lines, want %d", c.ID, len(got), len(c.Lines))
			continue
		}
		for i, w := range c.Lines {
			g := got[i]
			far := math.Abs(g.width-w.Width) > 1e-5 || math.Abs(g.alpha-w.Alpha) > 1e-5
			for k := range 2 {
				far = far || math.Abs(g.x[k]-w.X[k]) > 1e-5 || math.Abs(g.y[k]-w.Y[k]) > 1e-5
			}
			if far {
				t.Errorf("%s: line %d is %s, want %+v", c.ID, i, fmt.Sprintf("%+v", g), w)
			}
		}
	}
}
