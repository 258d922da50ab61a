package kitchen

import (
	"errors"
	"fmt"
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// grid is the number of steps in a unit to which coordinates are rounded.
const grid = 1 << 16

// crease is the angle in radians beyond which an edge looks sharp.
const crease = 0.7

// builder collects the parts of a model.
type builder struct {
	model Model
	errs  []error
}

// add adds a part and returns it, for what is said of it beyond: Mutable, Joint. The pointer is good until the next call.
func (b *builder) add(name string, surface material.Material, p piece) *Part {
	if len(p.solids) == 0 {
		b.errs = append(b.errs, fmt.Errorf("part %q has no solid", name))
		p = convex(solid.Box(geom.V(1, 1, 1)))
	}
	b.model.Parts = append(b.model.Parts, Part{Name: name, Surface: surface, Colliders: p.colliders})
	part := &b.model.Parts[len(b.model.Parts)-1]
	part.Mesh = finished(p.solids, crease)
	return part
}

// addMutable is add for a part that takes the drawn color or material.
func (b *builder) addMutable(name string, surface material.Material, p piece) *Part {
	part := b.add(name, surface, p)
	part.Mutable = true
	return part
}

// lift is the joint of what is taken off upwards, with other parts, as far as to.
func lift(to float64, with ...string) *Joint {
	return &Joint{Slides: true, With: with, Axis: geom.V(0, 0, 1), To: to}
}

// finished is the mesh of solids on the grid, with normals that break at edges sharper than crease.
func finished(solids []*mesh.Mesh, crease float64) *mesh.Mesh {
	smooth := make([]*mesh.Mesh, len(solids))
	for i, s := range solids {
		smooth[i] = solid.Smooth(snapped(s), crease)
	}
	m := mesh.Merge(smooth...)
	m.Closed = true
	return m
}

// snapped rounds positions to the grid and leaves out triangles that vanish by that.
func snapped(m *mesh.Mesh) *mesh.Mesh {
	out := &mesh.Mesh{Positions: make([]geom.Vec3, len(m.Positions))}
	for i, p := range m.Positions {
		out.Positions[i] = OnGrid(p)
	}
	for _, t := range m.Triangles {
		a, b, c := out.Positions[t[0]], out.Positions[t[1]], out.Positions[t[2]]
		if a != b && b != c && c != a {
			out.Triangles = append(out.Triangles, t)
		}
	}
	return out
}

// OnGrid rounds a point as those of models are, to multiples of 2^-16. Zero is always positive, so that equal numbers have equal
// bits.
func OnGrid(p geom.Vec3) geom.Vec3 { return geom.V(snap(p.X), snap(p.Y), snap(p.Z)) }

func snap(x float64) float64 { return math.Round(x*grid)/grid + 0 }

// build finishes the model.
func (b *builder) build() (*Model, error) {
	m := &b.model
	if len(m.Parts) == 0 {
		b.errs = append(b.errs, errors.New("no parts"))
	}
	if len(b.errs) > 0 {
		return nil, fmt.Errorf("kitchen: %s %s: %w", m.Pool, m.Name, errors.Join(b.errs...))
	}
	for i := range m.Parts {
		for _, h := range m.Parts[i].Colliders {
			for k, v := range h {
				h[k] = OnGrid(v)
			}
		}
	}
	if m.Box == [2]float64{} {
		size := m.Bounds().Size()
		m.Box = [2]float64{size.X, size.Y}
	}
	return m, nil
}
