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
// becomes triangles that lie in it. An index before the first slash counts from 1, a negative one from the last vertex read.
func OBJ(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	return readOBJ(data, memory, math.MaxInt)
}

// OBJTriangles is OBJ but that of a face only the first three corners count.
func OBJTriangles(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
	return readOBJ(data, memory, 3)
}

func readOBJ(data []byte, memory *bound.Memory, corners int) (*mesh.Mesh, error) {
	m := &mesh.Mesh{}
	var cut cutter
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
			at, err := face(fields[1:], [3]int{len(m.Positions)}, 1, corners)
			if err == nil {
				err = memory.Take(len(at)-2, triangleBytes)
			}
			if err != nil {
				return err
			}
			for k := 2; k < len(at); k++ {
				m.Triangles = append(m.Triangles, [3]uint32{at[0][0] - 1, at[k-1][0] - 1, at[k][0] - 1})
			}
			cut.concave(m.Positions, m.Triangles[len(m.Triangles)-(len(at)-2):])
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
	v, err := numbers(fields, "vertex", "vertex coordinate")
	return geom.V(v[0], v[1], v[2]), err
}

// numbers reads the first three numbers of a thing.
func numbers(fields [][]byte, thing, number string) (v [3]float64, err error) {
	if len(fields) < len(v) {
		return v, fmt.Errorf("%s has %d numbers, want %d", thing, len(fields), len(v))
	}
	for i := range v {
		if v[i], err = finite(fields[i], number); err != nil {
			return v, err
		}
	}
	return v, nil
}

// finite reads a number.
func finite(field []byte, what string) (float64, error) {
	f, err := strconv.ParseFloat(string(field), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s is %.40q, want a finite number", what, field)
	}
	return f, nil
}

// cornerParts are what the numbers of a corner name.
var cornerParts = [3]string{"vertex", "texture coordinate", "normal"}

// face reads at most most corners of a face. A corner names a vertex, a texture coordinate and a normal, the first parts of these are read.
// have says how many of each there are so far. The numbers count from 1; 0 stands for none, which no vertex is.
func face(fields [][]byte, have [3]int, parts, most int) ([][3]uint32, error) {
	if len(fields) < 3 {
		return nil, fmt.Errorf("face has %d corners, want at least 3", len(fields))
	}
	at := make([][3]uint32, min(len(fields), most))
	for i := range at {
		rest := fields[i]
		for k := range parts {
			var text []byte
			if text, rest, _ = bytes.Cut(rest, []byte("/")); len(text) == 0 && k > 0 {
				continue
			}
			n, err := strconv.Atoi(string(text))
			if err != nil {
				return nil, fmt.Errorf("face corner is %.40q, want a %s number", fields[i], cornerParts[k])
			}
			v := n
			if n < 0 {
				v = have[k] + n + 1
			}
			if n == 0 || v < 1 || v > have[k] {
				return nil, fmt.Errorf("face names %s %d, but %d are read so far", cornerParts[k], n, have[k])
			}
			at[i][k] = uint32(v)
		}
	}
	return at, nil
}
