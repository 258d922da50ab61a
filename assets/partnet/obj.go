package partnet

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// readOBJ reads the vertices and faces of a Wavefront file into the model frame; all other lines are passed over. Of a
// face the first three corners count, as in the data set's own tools: its files hold triangles only. An index before
// the first slash counts from 1, a negative one from the last vertex read.
func readOBJ(path string) (*mesh.Mesh, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("partnet: %w", err)
	}
	m, err := parseOBJ(data)
	if err != nil {
		return nil, fmt.Errorf("partnet: %s: %w", path, err)
	}
	return m, nil
}

func parseOBJ(data []byte) (*mesh.Mesh, error) {
	m := &mesh.Mesh{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20) // faces of many corners
	for number := 1; lines.Scan(); number++ {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) == 0 {
			continue
		}
		switch string(fields[0]) {
		case "v":
			p, err := vertex(fields[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			m.Positions = append(m.Positions, p)
		case "f":
			t, err := face(fields[1:], len(m.Positions))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			m.Triangles = append(m.Triangles, t)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(m.Triangles) == 0 {
		return nil, fmt.Errorf("has %d vertices and no face, want at least one", len(m.Positions))
	}
	return m, nil
}

// vertex reads the first three numbers and turns y up into z up.
func vertex(fields [][]byte) (geom.Vec3, error) {
	var v [3]float64
	if len(fields) < 3 {
		return geom.Vec3{}, fmt.Errorf("vertex has %d numbers, want 3", len(fields))
	}
	for i := range v {
		f, err := strconv.ParseFloat(string(fields[i]), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return geom.Vec3{}, fmt.Errorf("vertex coordinate is %q, want a finite number", fields[i])
		}
		v[i] = f
	}
	return geom.V(v[0], -v[2], v[1]), nil
}

// face reads the first three corners of a face among vertices.
func face(fields [][]byte, vertices int) ([3]uint32, error) {
	var t [3]uint32
	if len(fields) < 3 {
		return t, fmt.Errorf("face has %d corners, want at least 3", len(fields))
	}
	for i := range t {
		text, _, _ := bytes.Cut(fields[i], []byte("/"))
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return t, fmt.Errorf("face corner is %q, want a vertex number", fields[i])
		}
		v := n - 1
		if n < 0 {
			v = vertices + n
		}
		if n == 0 || v < 0 || v >= vertices {
			return t, fmt.Errorf("face names vertex %d, but %d are read so far", n, vertices)
		}
		t[i] = uint32(v)
	}
	return t, nil
}
