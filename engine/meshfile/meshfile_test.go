package meshfile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"mereo/engine/mesh"
	"mereo/engine/meshfile"
	"mereo/internal/bound"
	"mereo/internal/hostile"
)

// cubeOBJ is the unit cube in faces of four corners.
const cubeOBJ = `# cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
vn 0 0 1
f 4//1 3//1 2//1 1//1
f 5 6 7 8
f 1 2 6 5
f -6 -5 -1 -2
f 3 4 8 7
f 1 5 8 4
`

// textOf and binaryOf write a mesh as STL.
func textOf(m *mesh.Mesh) string {
	var b strings.Builder
	b.WriteString("solid a thing\n")
	for _, t := range m.Triangles {
		b.WriteString(" facet normal 0 0 0\n  outer loop\n")
		for _, v := range t {
			p := m.Positions[v]
			fmt.Fprintf(&b, "   vertex %g %g %g\n", p.X, p.Y, p.Z)
		}
		b.WriteString("  endloop\n endfacet\n")
	}
	b.WriteString("endsolid\n")
	return b.String()
}

func binaryOf(m *mesh.Mesh, header string) []byte {
	var b bytes.Buffer
	b.WriteString(header + strings.Repeat(" ", 80-len(header)))
	_ = binary.Write(&b, binary.LittleEndian, uint32(len(m.Triangles)))
	for _, t := range m.Triangles {
		_ = binary.Write(&b, binary.LittleEndian, [3]float32{})
		for _, v := range t {
			p := m.Positions[v]
			_ = binary.Write(&b, binary.LittleEndian, [3]float32{float32(p.X), float32(p.Y), float32(p.Z)})
		}
		b.WriteString("ab")
	}
	return b.Bytes()
}

// A closed surface of the volume 1, turned outwards, whatever the format.
func TestCube(t *testing.T) {
	cube, err := meshfile.OBJ([]byte(cubeOBJ), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"text": []byte(textOf(cube)), "binary": binaryOf(cube, "made by hand"), "binary like text": binaryOf(cube, "solid"),
	} {
		m, err := meshfile.STL(data, bound.New(0))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if v := m.Volume(); len(m.Positions) != 8 || len(m.Triangles) != 12 || v != 1 {
			t.Errorf("%s: %d vertices, %d triangles, volume %v; want 8, 12 and 1", name, len(m.Positions), len(m.Triangles), v)
		}
	}
	if len(cube.Positions) != 8 || len(cube.Triangles) != 12 || cube.Volume() != 1 {
		t.Errorf("OBJ: %d vertices, %d triangles, volume %v; want 8, 12 and 1", len(cube.Positions), len(cube.Triangles), cube.Volume())
	}
	if m, err := meshfile.OBJTriangles([]byte(cubeOBJ), bound.New(0)); err != nil || len(m.Triangles) != 6 {
		t.Errorf("first three corners: %v, %v", m, err)
	}
}

func TestFaults(t *testing.T) {
	cube, err := meshfile.OBJ([]byte(cubeOBJ), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	whole := binaryOf(cube, "cut")
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "has 0 bytes, want at least 84"},
		{"cut", string(whole[:len(whole)-1]), "has 683 bytes, want 684 for its 12 triangles"},
		{"none", string(whole[:80]) + "\x00\x00\x00\x00", "has no triangle, want at least one"},
		{"many", string(whole[:80]) + "\xff\xff\xff\xff", "has 84 bytes, want 214748364834 for its 4294967295 triangles"},
		{"not finite", string(whole[:96]) + "\x00\x00\x80\x7f" + string(whole[100:]), "triangle 0 has the corner {+Inf 1 0}, want finite numbers"},
		{"text without triangles", "solid\nendsolid", "has no triangle, want at least one"},
		{"text of words", "solid\nvertex a 0 0", `line 2: vertex coordinate is "a", want a finite number`},
		{"square", "solid\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop", "line 5: facet has 2 corners, want 3"},
	} {
		if _, err := meshfile.STL([]byte(c.data), bound.New(0)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// Nothing that is read makes a panic or indices that are out of range.
func FuzzRead(f *testing.F) {
	f.Add([]byte(cubeOBJ))
	if cube, err := meshfile.OBJ([]byte(cubeOBJ), bound.New(0)); err == nil {
		f.Add([]byte(textOf(cube)))
		f.Add(binaryOf(cube, "solid"))
	}
	for _, files := range []hostile.Files{hostile.OBJ(), hostile.STL()} {
		for _, data := range files.Small() {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte, *bound.Memory) (*mesh.Mesh, error){meshfile.OBJ, meshfile.STL} {
			m, err := read(data, bound.New(64e6))
			if err != nil {
				continue
			}
			for _, tri := range m.Triangles {
				for _, v := range tri {
					if int(v) >= len(m.Positions) {
						t.Fatalf("vertex %d of %d", v, len(m.Positions))
					}
				}
			}
		}
	})
}
