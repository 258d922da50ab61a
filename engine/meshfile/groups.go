package meshfile

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// Group is the faces of an OBJ file with one name and one material.
type Group struct {
	Name     string // of the object, or of the group where the file names no object; empty before the first name
	Material string // as usemtl names it; empty for none
	// Mesh has normals if all corners name one, and texture coordinates, v growing downwards, if some do.
	Mesh *mesh.Mesh
}

// OBJGroups is OBJ with names, materials, normals and texture coordinates: groups in the order of their first faces, and the names of
// the MTL files, relative to the file and with slashes. Curves, smoothing groups and colors of vertices are passed over.
func OBJGroups(data []byte, memory *bound.Memory) (groups []Group, libraries []string, err error) {
	r := groupReader{memory: memory, at: map[[2]string]*group{}}
	if err := eachLine(data, r.line); err != nil {
		return nil, nil, err
	}
	if len(r.order) == 0 {
		return nil, nil, fmt.Errorf("has %d vertices and no face, want at least one", len(r.positions))
	}
	for _, g := range r.order {
		if g.plain {
			g.mesh.Normals = nil
		}
		if !g.drawn {
			g.mesh.UVs = nil
		}
		groups = append(groups, Group{g.name, g.material, &g.mesh})
	}
	return groups, r.libraries, nil
}

// What else groups take while their lists grow: a group, and a vertex, which has its place in a map, too.
const (
	groupBytes  = 1024
	cornerBytes = 3*(24+24+16) + 120
)

// groupReader is what is known of a file so far.
type groupReader struct {
	memory             *bound.Memory
	positions, normals []geom.Vec3
	uvs                [][2]float64
	libraries          []string
	name               string
	named              bool // by "o", after which "g" does not count
	material           string
	at                 map[[2]string]*group
	order              []*group
	cut                cutter
}

// group is a mesh that grows.
type group struct {
	name, material string
	mesh           mesh.Mesh
	vertices       map[[3]uint32]uint32
	plain          bool // a corner has no normal
	drawn          bool // a corner has texture coordinates
}

func (r *groupReader) line(fields [][]byte) error {
	switch key, rest := string(fields[0]), fields[1:]; key {
	case "v":
		p, err := vertex(rest)
		if err != nil {
			return err
		}
		r.positions = append(r.positions, p)
		return r.memory.Take(1, vertexBytes)
	case "vn":
		n, err := numbers(rest, "normal", "normal component")
		if err != nil {
			return err
		}
		r.normals = append(r.normals, geom.V(n[0], n[1], n[2]).Unit())
		return r.memory.Take(1, vertexBytes)
	case "vt":
		var uv [2]float64
		if len(rest) == 0 {
			return fmt.Errorf("texture coordinate has 0 numbers, want 2")
		}
		for i := range min(len(rest), 2) {
			var err error
			if uv[i], err = finite(rest[i], "texture coordinate"); err != nil {
				return err
			}
		}
		r.uvs = append(r.uvs, [2]float64{uv[0], 1 - uv[1]}) // the file has v growing upwards
		return r.memory.Take(1, vertexBytes)
	case "f":
		return r.face(rest)
	case "o", "g":
		if key == "o" || !r.named {
			r.name, r.named = text(rest), key == "o"
		}
		return r.memory.Take(1, bound.Size(len(r.name)))
	case "usemtl":
		r.material = text(rest)
		return r.memory.Take(1, bound.Size(len(r.material)))
	case "mtllib":
		return r.library(rest)
	}
	return nil
}

// text is a name, which may have spaces.
func text(fields [][]byte) string { return string(bytes.Join(fields, []byte(" "))) }

// filePath is the name of a file, of which some programs write a path with backslashes.
func filePath(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// library adds the names of a line. A name with spaces ends with .mtl.
func (r *groupReader) library(fields [][]byte) error {
	for from := 0; from < len(fields); {
		to := from + 1
		for to < len(fields) && !strings.HasSuffix(strings.ToLower(string(fields[to-1])), ".mtl") {
			to++
		}
		name := filePath(text(fields[from:to]))
		if from = to; slices.Contains(r.libraries, name) {
			continue
		}
		if len(r.libraries) == maxLibraries {
			return fmt.Errorf("names more than %d material files, want fewer", maxLibraries)
		}
		r.libraries = append(r.libraries, name)
		if err := r.memory.Take(1, bound.Size(len(name))); err != nil {
			return err
		}
	}
	return nil
}

// maxLibraries is how many MTL files an OBJ file may name. Most name one.
const maxLibraries = 100

// face adds a face to the group whose turn it is.
func (r *groupReader) face(fields [][]byte) error {
	corners, err := face(fields, [3]int{len(r.positions), len(r.uvs), len(r.normals)}, 3, math.MaxInt)
	if err != nil {
		return err
	}
	key := [2]string{r.name, r.material}
	g := r.at[key]
	if g == nil {
		if err := r.memory.Take(1, groupBytes); err != nil {
			return err
		}
		g = &group{name: r.name, material: r.material, vertices: map[[3]uint32]uint32{}}
		r.at[key] = g
		r.order = append(r.order, g)
	}
	var first, last uint32
	for k, c := range corners {
		v, ok := g.vertices[c]
		if !ok {
			if err := r.memory.Take(1, cornerBytes); err != nil {
				return err
			}
			v = uint32(len(g.mesh.Positions))
			g.vertices[c] = v
			var n geom.Vec3
			var uv [2]float64
			if c[1] > 0 {
				uv, g.drawn = r.uvs[c[1]-1], true
			}
			if c[2] > 0 {
				n = r.normals[c[2]-1]
			}
			g.plain = g.plain || n == geom.Vec3{}
			g.mesh.Positions = append(g.mesh.Positions, r.positions[c[0]-1])
			g.mesh.Normals = append(g.mesh.Normals, n)
			g.mesh.UVs = append(g.mesh.UVs, uv)
		}
		switch {
		case k == 0:
			first = v
		case k > 1:
			if err := r.memory.Take(1, triangleBytes); err != nil {
				return err
			}
			g.mesh.Triangles = append(g.mesh.Triangles, [3]uint32{first, last, v})
		}
		last = v
	}
	r.cut.concave(g.mesh.Positions, g.mesh.Triangles[len(g.mesh.Triangles)-(len(corners)-2):])
	return nil
}
