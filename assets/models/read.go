package models

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/meshfile"
	"mereo/engine/texfile"
	"mereo/internal/bound"
)

// Part is a piece of a model with one material.
type Part struct {
	// Name is that of the file: of a node, an object or a group, made unique by a number; empty for all of PLY and STL.
	Name string
	// Mesh has normals where the file has them. Others are smoothed, but those of glTF, which are flat by its specification.
	Mesh     *mesh.Mesh
	Material *material.Material // nil where the file says nothing
}

const (
	// maxParts are how many parts a model has at most: with more, those of one material become one. Pictures have 65535 ids of parts.
	maxParts = 256
	// crease is the angle between two triangles from which on the edge between them is sharp, radians: 40 degrees.
	crease = 40 * math.Pi / 180
	// What a vertex or a triangle takes while meshes are cleaned and simplified, and what those that are left take while they are checked
	// and smoothed.
	cleanBytes = 40
	checkBytes = 400
)

// maxTriangles are how many a model has at most; others are simplified (solid.Simplify) to as many. Tests have fewer.
var maxTriangles = 1_000_000

// reading is the state of reading one model.
type reading struct {
	dir    *os.Root
	memory *bound.Memory
	parts  []Part            // in the axes and the unit of the file
	sums   map[string]string // of files that were read, by path
	report Report
}

// readModel reads a file and those that it names, and checks the meshes.
func readModel(dir *os.Root, p string, memory *bound.Memory) (*reading, error) {
	r := &reading{dir: dir, memory: memory, sums: map[string]string{}}
	data, err := r.file(p)
	if err != nil {
		return nil, err
	}
	switch format(p) {
	case ".obj":
		err = r.obj(data, path.Dir(p))
	case ".ply":
		err = r.ply(data)
	case ".stl":
		var m *mesh.Mesh
		m, err = meshfile.STL(data, memory)
		r.parts = []Part{{Mesh: m}}
	default:
		err = r.gltf(data, path.Dir(p))
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return r, nil
}

// Scene reads a whole glTF file below root, with its lamps and cameras, and the SHA-256, lower-case hex, of all files that it is made of, by their
// paths below root. Errors are as those of Open.
func Scene(root, p string, most bound.Size) (*gltf.Scene, map[string]string, error) {
	dir, err := os.OpenRoot(filepath.Clean(root) + "/")
	if err != nil {
		return nil, nil, fmt.Errorf("models: %w", err)
	}
	defer dir.Close()
	r := &reading{dir: dir, memory: bound.New(most), sums: map[string]string{}}
	data, err := r.file(p)
	var s *gltf.Scene
	if err == nil {
		s, err = gltf.Read(data, r.memory, func(name string) ([]byte, error) { return r.named(path.Dir(p), name) })
	}
	if err != nil {
		if !strings.HasPrefix(err.Error(), p) {
			err = fmt.Errorf("%s: %w", p, err)
		}
		return nil, nil, fmt.Errorf("models: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return s, r.sums, nil
}

// file reads a file of the folder.
func (r *reading) file(p string) ([]byte, error) {
	data, err := r.memory.In(r.dir, p)
	if err != nil {
		return nil, err
	}
	r.sums[p] = sumOf(data)
	return data, nil
}

// named reads a file that another one in a folder names.
func (r *reading) named(at, name string) ([]byte, error) {
	p := path.Join(at, name)
	data, err := r.file(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("names the file %.200q, which is not there; put it there, or take its name out", name)
	case err != nil:
		return nil, err
	}
	return data, nil
}

// beside are the sums of what was read for a file, by paths relative to it.
func (r *reading) beside(p string) map[string]string {
	out := map[string]string{}
	for name, sum := range r.sums {
		if near, err := filepath.Rel(path.Dir(p), name); err == nil && name != p {
			out[filepath.ToSlash(near)] = sum
		}
	}
	return out
}

func (r *reading) gltf(data []byte, at string) error {
	s, err := gltf.Read(data, r.memory, func(name string) ([]byte, error) { return r.named(at, name) })
	if err != nil {
		return err
	}
	r.report.Ignored = s.Ignored
	type key struct {
		node    int
		surface *material.Material
	}
	pieces, order := map[key][]*mesh.Mesh{}, []key(nil)
	names := map[int]string{}
	for i, in := range s.Frame.Instances {
		k := key{s.Nodes[i].Index, in.Material}
		if pieces[k] == nil {
			order = append(order, k)
		}
		names[k.node] = s.Nodes[i].Label
		if names[k.node] == "" {
			names[k.node] = s.Nodes[i].Name
		}
		m := in.Mesh.Transformed(in.WorldFromObject)
		for j, p := range m.Positions { // the reader has turned y up into z up
			m.Positions[j] = geom.V(p.X, p.Z, -p.Y)
		}
		for j, n := range m.Normals {
			m.Normals[j] = geom.V(n.X, n.Z, -n.Y)
		}
		if len(m.Normals) == 0 {
			m = m.Faceted()
		}
		pieces[k] = append(pieces[k], m)
	}
	for _, k := range order {
		r.parts = append(r.parts, Part{names[k.node], mesh.Merge(pieces[k]...), k.surface})
	}
	return nil
}

func (r *reading) obj(data []byte, at string) error {
	groups, libraries, err := meshfile.OBJGroups(data, r.memory)
	if err != nil {
		return err
	}
	surfaces, textures := map[string]*material.Material{}, map[string]*material.Texture{}
	for _, library := range libraries {
		if err := r.mtl(path.Join(at, library), at, library, surfaces, textures); err != nil {
			return err
		}
	}
	for _, g := range groups {
		m := surfaces[g.Material]
		if m == nil && g.Material != "" && len(libraries) > 0 {
			return fmt.Errorf("uses the material %.100q, which is not in %s; add it there, or take out its usemtl", g.Material, strings.Join(libraries, ", "))
		}
		r.parts = append(r.parts, Part{g.Name, g.Mesh, m})
	}
	return nil
}

// mtl adds the materials of a file. Textures are decoded once.
func (r *reading) mtl(p, at, name string, surfaces map[string]*material.Material, textures map[string]*material.Texture) error {
	data, err := r.named(at, name)
	if err != nil {
		return err
	}
	list, err := meshfile.MTL(data, r.memory)
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	for i := range list {
		s := &list[i]
		if s.Texture != "" {
			picture := path.Join(path.Dir(p), s.Texture)
			if textures[picture] == nil {
				data, err := r.named(path.Dir(p), s.Texture)
				if err == nil {
					textures[picture], err = texfile.Decode(data, true, r.memory)
				}
				if err != nil {
					return fmt.Errorf("%s: material %.100q: map_Kd %w", p, s.Name, err)
				}
			}
			s.BaseColorTexture = textures[picture]
		}
		surfaces[s.Name] = &s.Material
	}
	return nil
}

func (r *reading) ply(data []byte) error {
	m, mean, err := meshfile.PLY(data, r.memory)
	if err != nil {
		return err
	}
	var surface *material.Material
	if mean != nil {
		of := material.Default()
		of.BaseColor = *mean
		surface = &of
	}
	r.parts = []Part{{Mesh: m, Material: surface}}
	return nil
}

// take takes memory for each vertex and triangle.
func (r *reading) take(each bound.Size) error {
	n := triangles(r.parts)
	for _, p := range r.parts {
		n += len(p.Mesh.Positions)
	}
	return r.memory.Take(n, each)
}

// check cleans the meshes and reports on them.
func (r *reading) check() error {
	if err := r.take(cleanBytes); err != nil {
		return err
	}
	r.report.Given = triangles(r.parts)
	r.parts = clean(r.parts)
	r.report.Degenerate = r.report.Given - triangles(r.parts)
	if len(r.parts) == 0 {
		return errVanish
	}
	r.gather()
	var meshes []*mesh.Mesh
	for _, p := range r.parts {
		meshes = append(meshes, p.Mesh)
		r.report.Smoothed = r.report.Smoothed || len(p.Mesh.Normals) == 0
	}
	for i, m := range solid.Simplify(meshes, maxTriangles) {
		r.parts[i].Mesh = m
	}
	r.parts = clean(r.parts)
	if err := r.take(checkBytes); err != nil {
		return err
	}
	meshes = meshes[:0]
	for _, p := range r.parts {
		meshes = append(meshes, &mesh.Mesh{Positions: p.Mesh.Positions, Triangles: p.Mesh.Triangles})
	}
	whole := mesh.Merge(meshes...)
	r.report.Triangles, r.report.Parts = len(whole.Triangles), len(r.parts)
	r.report.Box = whole.Bounds()
	if size := r.report.Box.Size(); !(max(size.X, size.Y, size.Z) < math.MaxFloat32) {
		return fmt.Errorf("has coordinates beyond %g, want smaller ones", math.MaxFloat32)
	}
	if r.report.Closed = solid.CheckClosed(whole) == nil; r.report.Closed {
		v := whole.Volume()
		r.report.Inverted, r.report.Volume = v < 0, math.Abs(v)
	}
	return nil
}

// gather makes one part of all of a material where there are too many.
func (r *reading) gather() {
	if len(r.parts) > maxParts {
		at := map[*material.Material]int{}
		var out []Part
		var pieces [][]*mesh.Mesh
		for _, p := range r.parts {
			i, ok := at[p.Material]
			if !ok {
				i = len(out)
				at[p.Material] = i
				out, pieces = append(out, Part{Material: p.Material}), append(pieces, nil)
				if p.Material != nil {
					out[i].Name = p.Material.Name
				}
			}
			pieces[i] = append(pieces[i], p.Mesh)
		}
		for i := range out {
			out[i].Mesh = mesh.Merge(pieces[i]...)
		}
		r.parts, r.report.Gathered = out, true
	}
	used := map[string]int{}
	for i := range r.parts {
		r.parts[i].Name = unique(used, r.parts[i].Name)
	}
}

// unique is a name, with a number from the second use on.
func unique(used map[string]int, name string) string {
	if name == "" {
		name = "part"
	}
	used[name]++
	out := name
	for n := used[name]; n > 1; n++ {
		used[name] = n // the next one goes on from here
		if out = fmt.Sprintf("%s-%d", name, n); used[out] == 0 {
			used[out]++
			break
		}
	}
	return out
}

func triangles(parts []Part) (n int) {
	for _, p := range parts {
		n += len(p.Mesh.Triangles)
	}
	return n
}

// clean takes out triangles with two corners at one place, vertices of no triangle, and parts without any. Triangles whose corners are on
// a line stay: without them closed meshes would be open.
func clean(parts []Part) []Part {
	return slices.DeleteFunc(parts, func(p Part) bool {
		m := p.Mesh
		m.Triangles = slices.DeleteFunc(m.Triangles, func(t [3]uint32) bool {
			a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
			return a == b || b == c || c == a
		})
		compact(m)
		return len(m.Triangles) == 0
	})
}

// compact takes out vertices of no triangle.
func compact(m *mesh.Mesh) {
	used := make([]uint32, len(m.Positions)) // 1 and more: the new number and 1
	for _, t := range m.Triangles {
		used[t[0]], used[t[1]], used[t[2]] = 1, 1, 1
	}
	n := uint32(0)
	for i := range used {
		if used[i] == 0 {
			continue
		}
		m.Positions[n] = m.Positions[i]
		if len(m.Normals) > 0 {
			m.Normals[n] = m.Normals[i]
		}
		if len(m.UVs) > 0 {
			m.UVs[n] = m.UVs[i]
		}
		if len(m.SecondUVs) > 0 {
			m.SecondUVs[n] = m.SecondUVs[i]
		}
		if len(m.Colors) > 0 {
			m.Colors[n] = m.Colors[i]
		}
		n++
		used[i] = n
	}
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]uint32{used[t[0]] - 1, used[t[1]] - 1, used[t[2]] - 1}
	}
	m.Positions = m.Positions[:n]
	m.Normals, m.UVs = m.Normals[:min(len(m.Normals), int(n))], m.UVs[:min(len(m.UVs), int(n))]
	m.SecondUVs = m.SecondUVs[:min(len(m.SecondUVs), int(n))]
	m.Colors = m.Colors[:min(len(m.Colors), int(n))]
}

// smoothed gives a mesh normals.
func smoothed(m *mesh.Mesh) *mesh.Mesh {
	const (
		fair  = 64  // pairs of triangles around a vertex, for each corner
		small = 1e7 // pairs that are no matter
	)
	at, pairs := make(map[geom.Vec3]int, len(m.Positions)), 0
	for _, t := range m.Triangles {
		for _, v := range t {
			at[m.Positions[v]]++
		}
	}
	for _, n := range at {
		pairs = min(pairs+n*n, math.MaxInt/4)
	}
	if pairs > max(small, fair*3*len(m.Triangles)) { // a vertex has so many triangles that smoothing would take for ever
		return m.Faceted()
	}
	return solid.SmoothWelded(m, crease)
}
