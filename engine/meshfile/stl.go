package meshfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// STL reads a file of stereolithography, binary or text. Corners at one place become one vertex; the normals of the file
// are passed over, as the order of the corners says the same.
func STL(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	// Some binary files begin with "solid", too: the length decides.
	if n, ok := stlCount(data); ok && len(data) >= stlHeader+n*stlTriangle {
		return binarySTL(data, n, memory)
	}
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("solid")) {
		return textSTL(data, memory)
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

func binarySTL(data []byte, n int, memory *bound.Memory) (*mesh.Mesh, error) {
	if n == 0 {
		return nil, errors.New("has no triangle, want at least one")
	}
	w := welder{at: map[geom.Vec3]uint32{}, memory: memory}
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
			var err error
			if t[k], err = w.vertex(p); err != nil {
				return nil, err
			}
		}
		if err := w.triangle(t); err != nil {
			return nil, err
		}
	}
	return &w.mesh, nil
}

func textSTL(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	w := welder{at: map[geom.Vec3]uint32{}, memory: memory}
	var loop []uint32
	err := eachLine(data, func(fields [][]byte) error {
		switch string(fields[0]) {
		case "outer":
			loop = loop[:0]
		case "vertex":
			p, err := vertex(fields[1:])
			if err != nil {
				return err
			}
			at, err := w.vertex(p)
			loop = append(loop, at)
			return err
		case "endloop":
			if len(loop) != 3 {
				return fmt.Errorf("facet has %d corners, want 3", len(loop))
			}
			return w.triangle([3]uint32(loop))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(w.mesh.Triangles) == 0 {
		return nil, errors.New("has no triangle, want at least one")
	}
	return &w.mesh, nil
}

// weldBytes is what the place of a vertex takes while the map of them grows.
const weldBytes = 160

// welder makes one vertex of corners at one place.
type welder struct {
	mesh   mesh.Mesh
	at     map[geom.Vec3]uint32
	memory *bound.Memory
}

func (w *welder) vertex(p geom.Vec3) (uint32, error) {
	i, ok := w.at[p]
	if !ok {
		if err := w.memory.Take(1, vertexBytes+weldBytes); err != nil {
			return 0, err
		}
		i = uint32(len(w.mesh.Positions))
		w.at[p] = i
		w.mesh.Positions = append(w.mesh.Positions, p)
	}
	return i, nil
}

func (w *welder) triangle(t [3]uint32) error {
	w.mesh.Triangles = append(w.mesh.Triangles, t)
	return w.memory.Take(1, triangleBytes)
}
