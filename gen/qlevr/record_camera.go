package qlevr

import (
	"strconv"

	"mereo/scenes/annot"
)

// The keys around the rows of K and R, in the order of a record.
var cameraRows = [...]string{`{"K":[`, ",", ",", `],"R":[`, ",", ","}

// appendCamera writes a camera without distortion.
func appendCamera(b []byte, c *annot.Camera) []byte {
	for i, key := range cameraRows {
		b = appendNumbers(append(b, key...), cameraRow(c, i))
	}
	b = appendNumbers(append(b, `],"t":`...), c.T[:])
	b = strconv.AppendInt(append(b, `,"width":`...), int64(c.Width), 10)
	b = strconv.AppendInt(append(b, `,"height":`...), int64(c.Height), 10)
	b = appendNumber(append(b, `,"near":`...), c.Near)
	b = appendNumber(append(b, `,"far":`...), c.Far)
	b = appendWord(b, `,"depth":{"kind":`, c.Depth.Kind)
	b = appendNumber(append(b, `,"unit_m":`...), c.Depth.Unit)
	return append(b, "}}"...)
}

// cameraRow is a row of K, or, from 3 on, of R.
func cameraRow(c *annot.Camera, i int) []float64 {
	if i < len(c.K) {
		return c.K[i][:]
	}
	return c.R[i-len(c.K)][:]
}

// camera reads what appendCamera writes.
func (s *recordScanner) camera(to *annot.Camera) {
	for i, key := range cameraRows {
		s.numbers(key, cameraRow(to, i))
	}
	s.numbers(`],"t":`, to.T[:])
	s.literal(`,"width":`)
	to.Width = s.integer()
	s.literal(`,"height":`)
	to.Height = s.integer()
	to.Near = s.numberOf(`,"near":`)
	to.Far = s.numberOf(`,"far":`)
	to.Depth.Kind = s.word(`,"depth":{"kind":`)
	to.Depth.Unit = s.numberOf(`,"unit_m":`)
	s.literal("}}")
}
