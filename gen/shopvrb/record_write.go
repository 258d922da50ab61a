package shopvrb

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/scenes/annot"
)

// Records are written as Python's json.dumps does, with the published keys in the published order, so that files can be
// compared byte by byte.

// Append appends the record as JSON on one line.
func (r *Record) Append(b []byte) []byte {
	b = appendText(append(b, `{"split": `...), r.Split)
	b = strconv.AppendInt(append(b, `, "image_index": `...), int64(r.ImageIndex), 10)
	b = appendText(append(b, `, "image_filename": `...), r.ImageFilename)
	b = appendList(append(b, `, "objects": `...), r.Objects, func(b []byte, o *ObjectRecord) []byte { return o.append(b) })
	b = r.Directions.append(append(b, `, "directions": `...))
	b = r.Relationships.append(append(b, `, "relationships": `...))
	if r.Extra != nil {
		b = r.Extra.append(append(b, `, "mereo": `...))
	}
	return append(b, '}')
}

func (o *ObjectRecord) append(b []byte) []byte {
	b = appendText(append(b, `{"name": `...), o.Name)
	b = appendText(append(b, `, "shape": `...), o.Shape)
	b = appendText(append(b, `, "size": `...), o.Size)
	b = appendText(append(b, `, "material": `...), o.Material)
	b = appendTriple(append(b, `, "3d_coords": `...), o.Position)
	b = appendFloat(append(b, `, "rotation": `...), o.Rotation)
	b = o.Pixel.append(append(b, `, "pixel_coords": `...))
	b = appendText(append(b, `, "color": `...), o.Color)
	b = appendText(append(b, `, "weight": `...), o.Weight)
	b = appendText(append(b, `, "movability": `...), o.Movability)
	b = o.Mask.append(append(b, `, "mask": `...))
	for _, key := range textualKeys(o.Name) {
		b = o.appendTextual(b, key)
	}
	if o.Extra != nil {
		b = appendText(append(b, `, "mereo": {"instance": `...), o.Extra.Instance)
		b = appendFloat(append(b, `, "scale": `...), o.Extra.Scale)
		b = strconv.AppendInt(append(b, `, "description": `...), int64(o.Extra.Description), 10)
		b = appendList(append(b, `, "parts": `...), o.Extra.Parts, func(b []byte, name *string) []byte { return appendText(b, *name) })
		b = o.Extra.appendState(b)
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendState writes how a thing is opened and how it lies, if it is or does.
func (e *ObjectExtra) appendState(b []byte) []byte {
	if e.Joints != nil {
		names := slices.Sorted(maps.Keys(e.Joints))
		b = append(appendMembers(append(b, `, "joints": {`...), names, e.Joints), '}')
	}
	if e.Lie != nil {
		b = appendFloats(append(b, `, "pose": `...), e.Pose[:])
		b = appendFloats(append(b, `, "middle": `...), e.Middle[:])
	}
	return b
}

// appendMembers writes numbers by name.
func appendMembers(b []byte, names []string, values map[string]float64) []byte {
	for i, name := range names {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendFloat(append(appendText(b, name), ": "...), values[name])
	}
	return b
}

// appendTextual writes a property that cannot be seen, if the thing has it.
func (o *ObjectRecord) appendTextual(b []byte, key string) []byte {
	word := ""
	switch key {
	case "picking":
		word = o.Picking
	case "powering":
		word = o.Powering
	case "disassembly":
		word = o.Disassembly
	case "attribute":
		if o.Attribute == nil {
			return b
		}
		b = append(b, `, "attribute": `...)
		return appendList(b, o.Attribute, func(b []byte, word *string) []byte { return appendText(b, *word) })
	}
	if word == "" {
		return b
	}
	b = append(appendText(append(b, ", "...), key), ": "...)
	return appendText(b, word)
}

func (p *PixelDepth) append(b []byte) []byte {
	b = append(strconv.AppendInt(append(b, '['), int64(p.X), 10), ", "...)
	b = append(strconv.AppendInt(b, int64(p.Y), 10), ", "...)
	return append(appendFloat(b, p.Depth), ']')
}

func (m *Mask) append(b []byte) []byte {
	if m == nil {
		return append(b, "null"...)
	}
	b = appendIntegers(append(b, `{"size": `...), m.Size[:])
	return append(appendText(append(b, `, "counts": `...), m.Counts), '}')
}

func (d *Directions) append(b []byte) []byte {
	b = appendTriple(append(b, `{"behind": `...), d.Behind)
	b = appendTriple(append(b, `, "front": `...), d.Front)
	b = appendTriple(append(b, `, "left": `...), d.Left)
	b = appendTriple(append(b, `, "right": `...), d.Right)
	b = appendTriple(append(b, `, "above": `...), d.Above)
	b = appendTriple(append(b, `, "below": `...), d.Below)
	return append(b, '}')
}

func (r *Relationships) append(b []byte) []byte {
	lists := func(b []byte, of [][]int) []byte {
		return appendList(b, of, func(b []byte, list *[]int) []byte { return appendIntegers(b, *list) })
	}
	b = lists(append(b, `{"behind": `...), r.Behind)
	b = lists(append(b, `, "front": `...), r.Front)
	b = lists(append(b, `, "left": `...), r.Left)
	b = lists(append(b, `, "right": `...), r.Right)
	return append(b, '}')
}

func (e *SceneExtra) append(b []byte) []byte {
	b = appendText(append(b, `{"ground": `...), e.Ground)
	b = appendTriple(append(b, `, "camera": `...), e.Camera)
	b = appendTriple(append(b, `, "lamps": {"key": `...), e.Lamps.Key)
	b = appendTriple(append(b, `, "back": `...), e.Lamps.Back)
	b = appendTriple(append(b, `, "fill": `...), e.Lamps.Fill)
	b = append(b, '}')
	if c := e.Calibration; c != nil {
		b = appendCalibration(append(b, `, "calibration": `...), c)
	}
	return append(b, '}')
}

// appendCalibration writes a camera without distortion.
func appendCalibration(b []byte, c *annot.Camera) []byte {
	rows := func(b []byte, m *[3][3]float64) []byte {
		return appendList(b, m[:], func(b []byte, row *[3]float64) []byte { return appendTriple(b, *row) })
	}
	b = rows(append(b, `{"K": `...), &c.K)
	b = rows(append(b, `, "R": `...), &c.R)
	b = appendTriple(append(b, `, "t": `...), c.T)
	b = strconv.AppendInt(append(b, `, "width": `...), int64(c.Width), 10)
	b = strconv.AppendInt(append(b, `, "height": `...), int64(c.Height), 10)
	b = appendFloat(append(b, `, "near": `...), c.Near)
	b = appendFloat(append(b, `, "far": `...), c.Far)
	b = appendText(append(b, `, "depth": {"kind": `...), c.Depth.Kind)
	b = appendFloat(append(b, `, "unit_m": `...), c.Depth.Unit)
	return append(b, "}}"...)
}

// appendList writes a list of what is appended one by one.
func appendList[T any](b []byte, list []T, item func(b []byte, of *T) []byte) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = item(b, &list[i])
	}
	return append(b, ']')
}

func appendIntegers(b []byte, list []int) []byte {
	return appendList(b, list, func(b []byte, n *int) []byte { return strconv.AppendInt(b, int64(*n), 10) })
}

func appendTriple(b []byte, v [3]float64) []byte { return appendFloats(b, v[:]) }

func appendFloats(b []byte, v []float64) []byte {
	return appendList(b, v, func(b []byte, f *float64) []byte { return appendFloat(b, *f) })
}

// appendFloat writes a number as Python does: in the shortest form that is read back as the same, and with a point or an
// exponent. It panics unless the number is finite.
func appendFloat(b []byte, f float64) []byte {
	size := math.Abs(f)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		panic(fmt.Sprintf("shopvrb: a record has the number %v, want a finite one", f))
	}
	if f != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	from := len(b)
	b = strconv.AppendFloat(b, f, 'f', -1, 64)
	if bytes.IndexByte(b[from:], '.') < 0 {
		b = append(b, ".0"...)
	}
	return b
}

// appendText writes a string. The words of records are ASCII.
func appendText(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text) // what is not UTF-8 becomes U+FFFD
	return b
}
