package models

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// loaded are the parts of a model while they are kept.
type loaded struct {
	sync.Mutex
	parts []Part
	bytes bound.Size
}

// recent are the models whose parts are kept, the one asked for last at the end.
type recent struct {
	sync.Mutex
	models []*Model
	bytes  bound.Size
}

// maxKept is what parts of all models of a library may take together while nobody uses them. Tests have less.
var maxKept bound.Size = 1 << 30

// Parts are the meshes of the model with their materials, upright and scaled. They are kept for the next time as long as there is room, and
// must not be changed. It is an error if a file is another one than when the library was opened.
func (m *Model) Parts() ([]Part, error) {
	m.parts.Lock()
	defer m.parts.Unlock()
	if m.parts.parts == nil {
		parts, err := m.read()
		if err != nil {
			return nil, fmt.Errorf("models: %w", err)
		}
		m.parts.parts, m.parts.bytes = parts, sizeOf(parts)
	}
	m.library.recent.use(m, m.parts.bytes)
	return m.parts.parts, nil
}

// use puts a model, whose parts the caller has locked, at the end, and lets others go that have no room. Those in use by others stay.
func (r *recent) use(m *Model, size bound.Size) {
	r.Lock()
	defer r.Unlock()
	if i := slices.Index(r.models, m); i >= 0 {
		r.models = append(slices.Delete(r.models, i, i+1), m)
		return
	}
	r.models = append(r.models, m)
	r.bytes += size
	r.models = slices.DeleteFunc(r.models, func(old *Model) bool {
		if r.bytes <= maxKept || old == m || !old.parts.TryLock() {
			return false
		}
		r.bytes -= old.parts.bytes
		old.parts.parts = nil
		old.parts.Unlock()
		return true
	})
}

// sizeOf is what parts take in memory.
func sizeOf(parts []Part) (n bound.Size) {
	seen := map[*material.Texture]bool{nil: true}
	for _, p := range parts {
		n += bound.Size(len(p.Mesh.Positions)*(24+24+16) + len(p.Mesh.Triangles)*12)
		if p.Material == nil {
			continue
		}
		for _, t := range p.Material.Textures() {
			if !seen[t] {
				seen[t] = true
				n += bound.Size(len(t.Pix))
			}
		}
	}
	return n
}

// read reads the parts.
func (m *Model) read() ([]Part, error) {
	dir, err := os.OpenRoot(filepath.Clean(m.library.root) + "/")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	r, err := readModel(dir, m.Path, bound.New(m.library.options.Memory))
	if err != nil {
		return nil, err
	}
	for p, sum := range r.sums {
		if m.files[p] != sum {
			return nil, fmt.Errorf("%s: has changed since it was opened; begin again", p)
		}
	}
	for i := range r.parts {
		of := r.parts[i].Mesh
		for j, p := range of.Positions {
			of.Positions[j] = m.place(p)
		}
		for j, n := range of.Normals {
			of.Normals[j] = turned(n, m.Up)
		}
		if m.Report.Inverted {
			turnRound(of)
		}
	}
	parts := clean(r.parts)
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: at scale %g %w", m.Path, m.Scale, errVanish)
	}
	for i := range parts {
		if len(parts[i].Mesh.Normals) == 0 {
			parts[i].Mesh = smoothed(parts[i].Mesh)
		}
	}
	return parts, nil
}

// turnRound makes triangles face the other way, and normals if they would face inwards then.
func turnRound(m *mesh.Mesh) {
	along := 0.0
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]uint32{t[0], t[2], t[1]}
		if len(m.Normals) > 0 {
			a, b, c := m.Positions[t[0]], m.Positions[t[2]], m.Positions[t[1]]
			along += b.Sub(a).Cross(c.Sub(a)).Dot(m.Normals[t[0]])
		}
	}
	if along < 0 {
		for i, n := range m.Normals {
			m.Normals[i] = n.Neg()
		}
	}
}
