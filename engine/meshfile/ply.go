package meshfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// PLY reads a Stanford polygon file: ASCII, or binary of either byte order. A face of more than three corners becomes triangles that lie
// in it. Normals of vertices are read where all three components are there and none is zero. mean is the mean color of
// the vertices, linear, of "red", "green" and "blue" in sRGB; nil where there are none. Other elements and properties are passed over.
func PLY(data []byte, memory *bound.Memory) (m *mesh.Mesh, mean *material.RGB, err error) {
	r := plyReader{memory: memory}
	elements, err := r.header(data)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range elements {
		if err := r.element(e); err != nil {
			return nil, nil, err
		}
	}
	m = &r.mesh
	if len(m.Triangles) == 0 {
		return nil, nil, fmt.Errorf("has %d vertices and no face, want at least one", len(m.Positions))
	}
	for i, t := range m.Triangles {
		if v := max(t[0], t[1], t[2]); int64(v) >= int64(len(m.Positions)) {
			return nil, nil, fmt.Errorf("triangle %d names vertex %d, but there are %d", i, v, len(m.Positions))
		}
	}
	var cut cutter
	for _, fan := range r.fans {
		cut.concave(m.Positions, m.Triangles[fan[0]:fan[1]])
	}
	if r.plain {
		m.Normals = nil
	}
	if r.colored {
		mean = new(material.RGB)
		for c := range mean {
			for v, n := range r.histogram[c] {
				mean[c] += float64(material.DecodeSRGB(float64(v)/math.MaxUint8) * float64(n))
			}
			mean[c] /= float64(len(m.Positions))
		}
	}
	return m, mean, nil
}

// plyTypes are how many bytes a type takes, by its two names.
var plyTypes = map[string]int{
	"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4, "double": 8,
	"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "float32": 4, "float64": 8,
}

// plyElement is a table of the file.
type plyElement struct {
	name       string
	count      int
	properties []plyProperty
}

type plyProperty struct {
	name  string
	kind  string // of the value, or of a list's items
	count string // of a list's length; empty where it is no list
	slot  int    // of the vertex; -1 for what is passed over
}

// Slots of what is read of a vertex.
var plySlots = []string{"x", "y", "z", "nx", "ny", "nz", "red", "green", "blue"}

type plyReader struct {
	memory    *bound.Memory
	data      []byte // of the file
	at        int    // in it
	order     binary.ByteOrder
	mesh      mesh.Mesh
	fans      [][2]int // where the triangles of faces of more than three corners begin and end; vertices may come after faces
	plain     bool     // a vertex has no normal
	colored   bool
	histogram [3][256]int
}

// Lists of a header are short. More is somebody's joke.
const maxPLY = 1000

// fanBytes is what an entry of fans takes while the list grows.
const fanBytes = 3 * 16

// header reads up to "end_header".
func (r *plyReader) header(data []byte) (out []plyElement, err error) {
	r.data = data
	for number := 1; ; number++ {
		line, _, ended := bytes.Cut(data[r.at:], []byte("\n"))
		if !ended || len(line) > 1<<16 {
			return nil, errors.New(`is no PLY file: its header does not end with "end_header"`)
		}
		r.at += len(line) + 1
		words := strings.Fields(string(line))
		if number == 1 && (len(words) != 1 || words[0] != "ply") {
			return nil, errors.New(`is no PLY file: its first line is not "ply"`)
		}
		if len(words) == 1 && words[0] == "end_header" {
			return out, nil
		}
		if out, err = r.headerLine(words, out); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

func (r *plyReader) headerLine(words []string, out []plyElement) ([]plyElement, error) {
	if len(words) == 0 {
		return out, nil
	}
	switch words[0] {
	case "format":
		orders := map[string]binary.ByteOrder{"ascii": nil, "binary_little_endian": binary.LittleEndian, "binary_big_endian": binary.BigEndian}
		order, ok := orders[strings.Join(words[1:min(2, len(words))], "")]
		if !ok {
			return nil, fmt.Errorf("format is %.40q, want ascii, binary_little_endian or binary_big_endian", strings.Join(words[1:], " "))
		}
		r.order = order
	case "element":
		n, err := strconv.Atoi(words[len(words)-1])
		if len(words) != 3 || err != nil || n < 0 || len(out) == maxPLY {
			return nil, fmt.Errorf("%.40q is no element, want its name and how many there are", strings.Join(words, " "))
		}
		if slices.ContainsFunc(out, func(e plyElement) bool { return e.name == words[1] }) {
			return nil, fmt.Errorf("element %.40q is there twice", words[1])
		}
		out = append(out, plyElement{name: words[1], count: n})
	case "property":
		p := plyProperty{name: words[len(words)-1], slot: -1}
		switch {
		case len(words) == 3:
			p.kind = words[1]
		case len(words) == 5 && words[1] == "list":
			p.count, p.kind = words[2], words[3]
		}
		if plyTypes[p.kind] == 0 || p.count != "" && (plyTypes[p.count] == 0 || isFloat(p.count)) || len(out) == 0 || len(out[len(out)-1].properties) == maxPLY {
			return nil, fmt.Errorf("%.60q is no property of an element, want its type and name", strings.Join(words, " "))
		}
		e := &out[len(out)-1]
		if e.name == "vertex" && p.count == "" {
			p.slot = slices.Index(plySlots, p.name)
		}
		e.properties = append(e.properties, p)
	}
	return out, nil
}

// isFloat tells whether a type has fractions.
func isFloat(kind string) bool { return strings.HasPrefix(kind, "float") || kind == "double" }

// element reads a table.
func (r *plyReader) element(e plyElement) error {
	if len(e.properties) == 0 {
		return nil // there is nothing of it in the file
	}
	vertices := e.name == "vertex"
	var have [9]bool
	scale := [9]float64{}
	for _, p := range e.properties {
		if p.slot >= 0 {
			have[p.slot] = true
			scale[p.slot] = 1
			if p.slot >= 6 && isFloat(p.kind) {
				scale[p.slot] = math.MaxUint8
			} else if p.slot >= 6 && plyTypes[p.kind] == 2 {
				scale[p.slot] = 1.0 / 257
			}
		}
	}
	if vertices && !(have[0] && have[1] && have[2]) {
		return errors.New("vertices have no x, y and z")
	}
	if vertices {
		r.plain = !(have[3] && have[4] && have[5])
		r.colored = have[6] && have[7] && have[8]
	}
	for i := range e.count {
		var v [9]float64
		for k := range e.properties {
			p := &e.properties[k]
			err := r.property(p, &v, e.name == "face" && (p.name == "vertex_indices" || p.name == "vertex_index"))
			if err != nil {
				return fmt.Errorf("%s%s %d: %s: %w", r.place(), e.name, i, p.name, err)
			}
		}
		if !vertices {
			continue
		}
		if err := r.memory.Take(1, 2*vertexBytes); err != nil {
			return err
		}
		r.mesh.Positions = append(r.mesh.Positions, geom.V(v[0], v[1], v[2]))
		if !r.plain {
			n := geom.V(v[3], v[4], v[5]).Unit()
			r.plain = n == geom.Vec3{}
			r.mesh.Normals = append(r.mesh.Normals, n)
		}
		for c := range r.histogram {
			r.histogram[c][int(math.Round(min(max(v[6+c]*scale[6+c], 0), math.MaxUint8)))]++
		}
	}
	return nil
}

// place is the line of an ASCII file that is read.
func (r *plyReader) place() string {
	if r.order != nil {
		return ""
	}
	return fmt.Sprintf("line %d: ", 1+bytes.Count(r.data[:min(r.at, len(r.data))], []byte("\n")))
}

// property reads a value into v, or a list, which are the corners of a face or passed over.
func (r *plyReader) property(p *plyProperty, v *[9]float64, corners bool) error {
	if p.count == "" {
		x, err := r.number(p.kind)
		if err == nil && p.slot >= 0 {
			v[p.slot] = x
		}
		return err
	}
	n, err := r.number(p.count)
	if err != nil {
		return err
	}
	if !(n >= 0 && n <= float64(len(r.data)-r.at)) {
		return fmt.Errorf("list has %g items, but %d bytes are left", n, len(r.data)-r.at)
	}
	if corners && n > 0 && n < 3 {
		return fmt.Errorf("face has %g corners, want at least 3", n)
	}
	var first, last uint32
	for k := range int(n) {
		x, err := r.number(p.kind)
		if err != nil {
			return err
		}
		if !corners {
			continue
		}
		at := uint32(x)
		if x < 0 || float64(at) != x {
			return fmt.Errorf("face corner is %g, want a vertex number", x)
		}
		switch {
		case k == 0:
			first = at
		case k > 1:
			if err := r.memory.Take(1, triangleBytes); err != nil {
				return err
			}
			r.mesh.Triangles = append(r.mesh.Triangles, [3]uint32{first, last, at})
		}
		last = at
	}
	if corners && n > 3 {
		end := len(r.mesh.Triangles)
		r.fans = append(r.fans, [2]int{end + 2 - int(n), end})
		return r.memory.Take(1, fanBytes)
	}
	return nil
}

// number reads the next number, which is finite.
func (r *plyReader) number(kind string) (x float64, err error) {
	if r.order == nil {
		return r.word()
	}
	n := plyTypes[kind]
	if len(r.data)-r.at < n {
		return 0, errors.New("file is cut short")
	}
	b := r.data[r.at : r.at+n]
	r.at += n
	switch kind {
	case "char", "int8":
		x = float64(int8(b[0]))
	case "uchar", "uint8":
		x = float64(b[0])
	case "short", "int16":
		x = float64(int16(r.order.Uint16(b)))
	case "ushort", "uint16":
		x = float64(r.order.Uint16(b))
	case "int", "int32":
		x = float64(int32(r.order.Uint32(b)))
	case "uint", "uint32":
		x = float64(r.order.Uint32(b))
	case "float", "float32":
		x = float64(math.Float32frombits(r.order.Uint32(b)))
	case "double", "float64":
		x = math.Float64frombits(r.order.Uint64(b))
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("is %g, want a finite number", x)
	}
	return x, nil
}

// word reads the next number of an ASCII file.
func (r *plyReader) word() (float64, error) {
	isSpace := func(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
	for r.at < len(r.data) && isSpace(r.data[r.at]) {
		r.at++
	}
	from := r.at
	for r.at < len(r.data) && !isSpace(r.data[r.at]) && r.at-from < 400 {
		r.at++
	}
	if from == r.at {
		return 0, errors.New("file is cut short")
	}
	return finite(r.data[from:r.at], "number")
}
