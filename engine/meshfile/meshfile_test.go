package meshfile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/material"
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

// wellPLY has what is read and what is passed over.
const wellPLY = `ply
format ascii 1.0
comment a tetrahedron
element note 2
property list uchar int of
element vertex 4
property float x
property float y
property float z
property float nx
property float ny
property float nz
property float s
property ushort red
property ushort green
property ushort blue
element face 3
property uchar kind
property list uchar int vertex_indices
end_header
2 7 7
0
0 0 0 0 0 -2 0.5 65535 0 0
1 0 0 1 0 0 0.5 0 65535 0
0 1 0 0 1 0 0.5 65535 0 0
0 0 1 0 0 1 0.5 0 65535 0
1 3 0 2 1
1 4 0 1 3 2
1 0
`

func TestPLY(t *testing.T) {
	m, mean, err := meshfile.PLY([]byte(wellPLY), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Positions) != 4 || fmt.Sprint(m.Triangles) != "[[0 2 1] [0 1 3] [0 3 2]]" || m.Normals[0] != geom.V(0, 0, -1) || m.Positions[3] != geom.V(0, 0, 1) {
		t.Errorf("got %+v", m)
	}
	if *mean != (material.RGB{0.5, 0.5, 0}) {
		t.Errorf("mean color %v, want half red, half green", *mean)
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"no header", "ply\n", "", `is no PLY file: its first line is not "ply"`},
		{"endless header", "end_header", "", `is no PLY file: its header does not end with "end_header"`},
		{"format", "ascii", "utf8", `line 2: format is "utf8 1.0", want ascii, binary_little_endian or binary_big_endian`},
		{"count", "element face 3", "element face x", `line 17: "element face x" is no element, want its name and how many there are`},
		{"type", "uchar kind", "quad kind", `line 18: "property quad kind" is no property of an element, want its type and name`},
		{"twice", "element face", "element vertex", `line 17: element "vertex" is there twice`},
		{"no z", "property float z", "property float w", "vertices have no x, y and z"},
		{"word", "1 0 0 1 0 0", "1 a 0 1 0 0", `line 24: vertex 1: y: number is "a", want a finite number`},
		{"cut", "1 0\n", "1 3 100000 1", "line 29: face 2: vertex_indices: file is cut short"},
		{"corner", "3 0 2 1", "3 0 2 9", "triangle 0 names vertex 9, but there are 4"},
		{"half a corner", "3 0 2 1", "3 0 2 0.5", "line 27: face 0: vertex_indices: face corner is 0.5, want a vertex number"},
		{"list", "1 0\n", "1 1e9", "line 29: face 2: vertex_indices: list has 1e+09 items, but 0 bytes are left"},
		{"points", "vertex_indices", "other", "has 4 vertices and no face, want at least one"},
	} {
		text := strings.Replace(wellPLY, c.from, c.to, 1)
		if c.name == "cut" || c.name == "list" {
			text = strings.TrimSuffix(wellPLY, c.from) + c.to
		}
		if _, _, err := meshfile.PLY([]byte(text), bound.New(0)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestMTL(t *testing.T) {
	list, err := meshfile.MTL([]byte("# wood\nKd 1 1 1\nnewmtl a b\nKd 0.5\nKs 0.5 0.5 0.5\nNs 6\nillum 2\nTr 0.25\nd 1\n"+
		"map_Kd -clamp on -imfchan r -o 1 2 dir\\a 1.png\nnewmtl b\nKd 2 -1 0\nmap_Kd 7\n"), bound.New(0))
	if err != nil || len(list) != 2 {
		t.Fatalf("%d materials, %v", len(list), err)
	}
	a, b := list[0], list[1]
	if a.Name != "a b" || a.BaseColor != (material.RGB{0.5, 0.5, 0.5}) || a.Transmission != 0 || math.Abs(a.IOR-1.5) > 1e-9 ||
		math.Abs(a.PerceptualRoughness-math.Sqrt(0.5)) > 1e-12 || a.Texture != "dir/a 1.png" {
		t.Errorf("got %+v", a)
	}
	if b.BaseColor != (material.RGB{1, 0, 0}) || b.IOR != material.Default().IOR || b.Texture != "7" {
		t.Errorf("got %+v", b)
	}
	for text, want := range map[string]string{
		"newmtl": "line 1: newmtl has no name, want one", "newmtl a\nKd 1 2": "line 2: Kd has 2 numbers, want 3",
		"newmtl a\n\nNs x": `line 3: Ns is "x", want a finite number`, "newmtl a\nd": "line 2: d has no number, want one",
		"newmtl a\nmap_Kd": "line 2: map_Kd has no file, want one",
	} {
		if _, err := meshfile.MTL([]byte(text), bound.New(0)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Groups have what their faces name, and only that.
func TestOBJGroups(t *testing.T) {
	const file = "mtllib a b.mtl c.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 3\nvt 0.25\nvt 1 0.25 9\n" +
		"g one\nf 1/1/1 2/2/1 3//1 4//-1\ng two\nusemtl x\nf -1 -2 -3\ng one\nusemtl\nf 1//1 3//1 4\n"
	groups, libraries, err := meshfile.OBJGroups([]byte(file), bound.New(0))
	if err != nil || len(groups) != 2 || fmt.Sprint(libraries) != "[a b.mtl c.mtl]" || len(libraries) != 2 {
		t.Fatalf("%d groups, libraries %q, %v", len(groups), libraries, err)
	}
	one, two := groups[0], groups[1]
	if one.Name != "one" || one.Material != "" || len(one.Mesh.Triangles) != 3 || len(one.Mesh.Normals) != 0 || one.Mesh.UVs[0] != [2]float64{0.25, 1} {
		t.Errorf("got %+v of %+v", one, one.Mesh)
	}
	if two.Name != "two" || two.Material != "x" || len(two.Mesh.Positions) != 3 || two.Mesh.UVs != nil || two.Mesh.Positions[0] != geom.V(0, 1, 0) {
		t.Errorf("got %+v of %+v", two, two.Mesh)
	}
	for text, want := range map[string]string{
		"v 0 0 0\nf 1/2/3 1 1": "line 2: face names texture coordinate 2, but 0 are read so far", "vt x": `line 1: texture coordinate is "x", want a finite number`,
		"v 0 0 0\nf 1 1 /1": `line 2: face corner is "/1", want a vertex number`, "v 0 0 0": "has 1 vertices and no face, want at least one",
	} {
		if _, _, err := meshfile.OBJGroups([]byte(text), bound.New(0)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
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
	f.Add([]byte(wellPLY))
	f.Add([]byte(strings.Replace(wellPLY, "ascii", "binary_big_endian", 1)))
	for _, files := range []hostile.Files{hostile.OBJ(), hostile.STL(), hostile.PLY()} {
		for _, data := range files.Small() {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		groups := func(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
			groups, _, err := meshfile.OBJGroups(data, memory)
			var all []*mesh.Mesh
			for _, g := range groups {
				if err := g.Mesh.Validate(); err != nil {
					t.Fatal(err)
				}
				all = append(all, g.Mesh)
			}
			return mesh.Merge(all...), err
		}
		ply := func(data []byte, memory *bound.Memory) (*mesh.Mesh, error) {
			m, mean, err := meshfile.PLY(data, memory)
			if mean != nil && !(mean[0] >= 0 && mean[0] <= 1) {
				t.Fatalf("mean color %v", *mean)
			}
			return m, err
		}
		for _, read := range []func([]byte, *bound.Memory) (*mesh.Mesh, error){meshfile.OBJ, meshfile.STL, groups, ply} {
			m, err := read(data, bound.New(64e6))
			if err != nil {
				continue
			}
			if err := m.Validate(); err != nil {
				t.Fatal(err)
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

// Every material that is read can be drawn.
func FuzzMTL(f *testing.F) {
	f.Add([]byte("newmtl a\nKd 1 0 0\nKs 1 1 1\nKe 9 9 9\nNs 7\nNi 2\nd 0.5\nTr 1\nPr 0\nPm 1\nmap_Kd -s 1 1 1 a.png\n"))
	for _, data := range hostile.MTL().Small() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := meshfile.MTL(data, bound.New(64e6))
		if err != nil {
			return
		}
		for i := range list {
			if err := list[i].Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
