package meshfile

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strconv"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// OBJ reads the vertices and faces of a Wavefront file; all other lines are passed over. A face of more than three corners
// becomes a fan of triangles around its first one. An index before the first slash counts from 1, a negative one from the
// last vertex read.
func OBJ(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	return readOBJ(data, memory, math.MaxInt)
}

// OBJTriangles is OBJ but that of a face only the first three corners count.
func OBJTriangles(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	return readOBJ(data, memory, 3)
}

func readOBJ(data []byte, memory *bound.Memory, corners int) (*mesh.Mesh, error) {
	m := &mesh.Mesh{}
	err := eachLine(data, func(fields [][]byte) error {
		switch string(fields[0]) {
		case "v":
			p, err := vertex(fields[1:])
			if err == nil {
				err = memory.Take(1, vertexBytes)
			}
			if err != nil {
				return err
			}
			m.Positions = append(m.Positions, p)
		case "f":
			at, err := face(fields[1:], len(m.Positions), corners)
			if err == nil {
				err = memory.Take(len(at)-2, triangleBytes)
			}
			if err != nil {
				return err
			}
			for k := 2; k < len(at); k++ {
				m.Triangles = append(m.Triangles, [3]uint32{at[0], at[k-1], at[k]})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(m.Triangles) == 0 {
		return nil, fmt.Errorf("has %d vertices and no face, want at least one", len(m.Positions))
	}
	return m, nil
}

// What pieces of a mesh take while its lists grow, which copies them.
const (
	vertexBytes   = 3 * 24
	triangleBytes = 3 * 12
)

// longest is how many bytes a line may have: faces have many corners.
const longest = 1 << 20

// eachLine goes through the lines that are not blank, cut into words. Errors are those of do, with the line's number.
func eachLine(data []byte, do func(fields [][]byte) error) error {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, longest)
	number := 1
	for ; lines.Scan(); number++ {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) == 0 {
			continue
		}
		if err := do(fields); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if lines.Err() != nil { // of bytes in memory there is no other
		return fmt.Errorf("line %d has more than %d bytes, want fewer", number, longest)
	}
	return nil
}

// vertex reads the first three numbers.
func vertex(fields [][]byte) (geom.Vec3, error) {
	var v [3]float64
	if len(fields) < 3 {
		return geom.Vec3{}, fmt.Errorf("vertex has %d numbers, want 3", len(fields))
	}
	for i := range v {
		f, err := strconv.ParseFloat(string(fields[i]), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return geom.Vec3{}, fmt.Errorf("vertex coordinate is %.40q, want a finite number", fields[i])
		}
		v[i] = f
	}
	return geom.V(v[0], v[1], v[2]), nil
}

// face reads at most most corners of a face among vertices.
func face(fields [][]byte, vertices, most int) ([]uint32, error) {
	if len(fields) < 3 {
		return nil, fmt.Errorf("face has %d corners, want at least 3", len(fields))
	}
	at := make([]uint32, min(len(fields), most))
	for i := range at {
		text, _, _ := bytes.Cut(fields[i], []byte("/"))
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return nil, fmt.Errorf("face corner is %.40q, want a vertex number", fields[i])
		}
		v := n - 1
		if n < 0 {
			v = vertices + n
		}
		if n == 0 || v < 0 || v >= vertices {
			return nil, fmt.Errorf("face names vertex %d, but %d are read so far", n, vertices)
		}
		at[i] = uint32(v)
	}
	return at, nil
}
