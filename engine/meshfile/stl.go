package meshfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// STL reads a file of stereolithography, binary or text. Corners at one place become one vertex; the normals of the file
// are passed over, as the order of the corners says the same.
func STL(data []byte) (*mesh.Mesh, error) {
	// Some binary files begin with "solid", too: the length decides.
	if n, ok := stlCount(data); ok && len(data) >= stlHeader+n*stlTriangle {
		return binarySTL(data, n)
	}
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("solid")) {
		return textSTL(data)
	}
	if n, ok := stlCount(data); ok {
		return nil, fmt.Errorf("has %d bytes, want %d for its %d triangles", len(data), stlHeader+n*stlTriangle, n)
	}
	return nil, fmt.Errorf("has %d bytes, want at least %d", len(data), stlHeader)
}

// A binary file has 80 bytes of anything and the number of triangles; a triangle is a normal and three corners of float32,
// and two bytes of anything.
const (
	stlHeader   = 84
	stlTriangle = 50
)

func stlCount(data []byte) (int, bool) {
	if len(data) < stlHeader {
		return 0, false
	}
	return int(binary.LittleEndian.Uint32(data[80:])), true
}

func binarySTL(data []byte, n int) (*mesh.Mesh, error) {
	if n == 0 {
		return nil, errors.New("has no triangle, want at least one")
	}
	w := welder{at: make(map[geom.Vec3]uint32, n/2)}
	for i := range n {
		item := data[stlHeader+i*stlTriangle:]
		var t [3]uint32
		for k := range t {
			float := func(j int) float64 {
				return float64(math.Float32frombits(binary.LittleEndian.Uint32(item[12+12*k+4*j:])))
			}
			p := geom.V(float(0), float(1), float(2))
			if !p.IsFinite() {
				return nil, fmt.Errorf("triangle %d has the corner %v, want finite numbers", i, p)
			}
			t[k] = w.vertex(p)
		}
		w.mesh.Triangles = append(w.mesh.Triangles, t)
	}
	return &w.mesh, nil
}

func textSTL(data []byte) (*mesh.Mesh, error) {
	w := welder{at: map[geom.Vec3]uint32{}}
	var loop []uint32
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) == 0 {
			continue
		}
		switch string(fields[0]) {
		case "outer":
			loop = loop[:0]
		case "vertex":
			p, err := vertex(fields[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			loop = append(loop, w.vertex(p))
		case "endloop":
			if len(loop) != 3 {
				return nil, fmt.Errorf("line %d: facet has %d corners, want 3", number, len(loop))
			}
			w.mesh.Triangles = append(w.mesh.Triangles, [3]uint32(loop))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(w.mesh.Triangles) == 0 {
		return nil, errors.New("has no triangle, want at least one")
	}
	return &w.mesh, nil
}

// welder makes one vertex of corners at one place.
type welder struct {
	mesh mesh.Mesh
	at   map[geom.Vec3]uint32
}

func (w *welder) vertex(p geom.Vec3) uint32 {
	i, ok := w.at[p]
	if !ok {
		i = uint32(len(w.mesh.Positions))
		w.at[p] = i
		w.mesh.Positions = append(w.mesh.Positions, p)
	}
	return i
}
