package gltfmodels

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/kitchen"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// unitsPerMeter is how many units of a kitchen model a meter has: at scale 0.6, a unit of the scene is 10 cm.
const unitsPerMeter = 10 / 0.6

// ChangeableMark, in the name of a material, lets it take the drawn color; it is spelled as in the published models.
const ChangeableMark = "Changable"

// Thing says how a file becomes a kitchen model.
type Thing struct {
	Name, Class string
	Pool        kitchen.Pool
	// Scale is applied to the file's lengths, after which they are meters.
	Scale float64
	// KeepOrigin leaves the file's origin where it is; else it goes below the middle of the thing's box.
	KeepOrigin bool
	// Mutable are the names of materials that take the drawn color, beside those with ChangeableMark.
	Mutable []string
}

// Load reads a glTF file, and tells which other files it needed. Parts collide as their hulls. The file is y up; what it calls
// front, +z, becomes -Y. Each material of a node is a part with the node's name, made unique by a number, in the order of the
// file. Errors name the file. The model takes no more than the memory that the caller gives it.
func (t Thing) Load(path string, memory *bound.Memory) (m *kitchen.Model, files []string, err error) {
	s, err := gltf.LoadScene(path, memory)
	if err != nil {
		return nil, nil, fmt.Errorf("gltfmodels: %w", err)
	}
	mutable := map[string]bool{}
	for _, name := range t.Mutable {
		mutable[name] = true
	}
	m = &kitchen.Model{Pool: t.Pool, Name: t.Name, Class: t.Class}
	names := map[string]int{}
	for i := 0; i < len(s.Nodes); {
		node := s.Nodes[i]
		pieces := map[*material.Material][]*mesh.Mesh{}
		var order []*material.Material
		for ; i < len(s.Nodes) && s.Nodes[i].Index == node.Index; i++ {
			in := &s.Frame.Instances[i]
			if pieces[in.Material] == nil {
				order = append(order, in.Material)
			}
			pieces[in.Material] = append(pieces[in.Material], in.Mesh.Transformed(in.WorldFromObject))
		}
		for _, surface := range order {
			m.Parts = append(m.Parts, kitchen.Part{
				Name: unique(names, node.Name, "part"), Mesh: mesh.Merge(pieces[surface]...), Surface: *surface,
				Mutable: strings.Contains(surface.Name, ChangeableMark) || mutable[surface.Name],
			})
		}
	}
	if err := t.checkMutable(m); err != nil {
		return nil, nil, fmt.Errorf("gltfmodels: %s: %w", path, err)
	}
	t.fit(m)
	if len(m.Parts) == 0 {
		return nil, nil, fmt.Errorf("gltfmodels: %s: its triangles vanish at scale %g", path, t.Scale)
	}
	for i, name := range s.Files {
		s.Files[i] = filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
	}
	return m, s.Files, nil
}

// checkMutable looks whether the file has all materials that are to change.
func (t *Thing) checkMutable(m *kitchen.Model) error {
	have := map[string]bool{}
	for i := range m.Parts {
		have[m.Parts[i].Surface.Name] = true
	}
	for _, name := range t.Mutable {
		if !have[name] {
			return fmt.Errorf("no material is called %q, want some of %q", name, Materials(m))
		}
	}
	return nil
}

// Materials are the names of a model's surfaces, the first hundred of them.
func Materials(m *kitchen.Model) (out []string) {
	for i := range m.Parts {
		if name := m.Parts[i].Surface.Name; len(out) < 100 && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// fit scales and moves the parts to the frame of kitchen models and rounds them to the grid. Parts that vanish are left out. The
// box lies around the origin and covers the thing.
func (t *Thing) fit(m *kitchen.Model) {
	scale := float64(t.Scale * unitsPerMeter)
	var shift geom.Vec3
	if !t.KeepOrigin {
		box := m.Bounds()
		middle := box.Center()
		shift = geom.V(-middle.X, -middle.Y, -box.Min.Z)
	}
	var parts []kitchen.Part
	for _, p := range m.Parts {
		for i, v := range p.Mesh.Positions {
			p.Mesh.Positions[i] = kitchen.OnGrid(v.Add(shift).Scale(scale))
		}
		p.Mesh.Triangles = slices.DeleteFunc(p.Mesh.Triangles, func(t [3]uint32) bool {
			a, b, c := p.Mesh.Positions[t[0]], p.Mesh.Positions[t[1]], p.Mesh.Positions[t[2]]
			return a == b || b == c || c == a
		})
		if len(p.Mesh.Triangles) == 0 {
			continue
		}
		p.Colliders = [][]geom.Vec3{solid.Hull(p.Mesh)}
		parts = append(parts, p)
	}
	m.Parts = parts
	if len(parts) == 0 {
		return
	}
	box := m.Bounds()
	m.Box = [2]float64{2 * max(-box.Min.X, box.Max.X), 2 * max(-box.Min.Y, box.Max.Y)}
}
