package kitchen

import (
	"fmt"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Pool is one of the two collections of models. Their names overlap: each has a "soda_can".
type Pool int

const (
	Training  Pool = iota // 46 models
	Benchmark             // 20 others, one of each class
)

// String is "training" or "benchmark".
func (p Pool) String() string { return [...]string{"training", "benchmark"}[p] }

// Model is one thing.
type Model struct {
	Pool  Pool
	Name  string // "soda_can", unique in its pool
	Class string // "soda can"
	// Parts come from the base upwards, or from the largest to the smallest.
	Parts []Part
	// Box is the footprint that the thing claims when it is put between others: its size along X and Y, centered on the origin.
	Box [2]float64
}

// Part is one labeled piece of a thing.
type Part struct {
	Name string // unique in the model: "handle", "blade-2"
	// Mesh is closed, faces outwards, has normals, and texture coordinates where the surface has a picture.
	Mesh    *mesh.Mesh
	Surface material.Material
	// Mutable parts take the color or the material that is drawn for the thing.
	Mutable bool
	// Colliders are convex point sets that together cover the part and leave its hollows free.
	Colliders [][]geom.Vec3
	// Joint lets the part move; nil where it is fixed.
	Joint *Joint
}

// Joint is how a part moves on the real thing. In Mesh it is at 0.
type Joint struct {
	Slides bool // along Axis; else it turns about it, counter-clockwise seen from its tip
	// With are other parts that move along, by name.
	With []string
	At   geom.Vec3 // a point of the axis, model frame
	Axis geom.Vec3 // unit
	// From and To are the limits, radians or units of length. From <= 0 <= To.
	From, To float64
}

// motion is the rigid map of a joint's parts when it stands at x.
func (j *Joint) motion(x float64) geom.Transform {
	if j.Slides {
		return geom.Transform{M: geom.Identity3, T: j.Axis.Scale(x)}
	}
	turn := geom.AxisAngle(j.Axis, x)
	return geom.Transform{M: turn, T: j.At.Sub(turn.MulVec(j.At))}
}

// Names are the names of a pool's models in their fixed order.
func Names(p Pool) []string {
	var out []string
	for i := range catalog {
		if catalog[i].pool == p {
			out = append(out, catalog[i].name)
		}
	}
	return out
}

// Classes are the classes of all models, in alphabetical order.
func Classes() []string {
	var out []string
	for i := range catalog {
		out = append(out, catalog[i].class)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ClassOf is the class of a model; empty where there is no such name in the pool.
func ClassOf(p Pool, name string) string {
	for i := range catalog {
		if e := &catalog[i]; e.pool == p && e.name == name {
			return e.class
		}
	}
	return ""
}

// Get returns a model. It is made when it is first asked for, shared by all, and must not be changed. The error says that
// there is no such name in the pool.
func Get(p Pool, name string) (*Model, error) {
	for i := range catalog {
		if e := &catalog[i]; e.pool == p && e.name == name {
			return made[i]()
		}
	}
	return nil, fmt.Errorf("kitchen: no %s model %q", p, name)
}

// made makes each entry of the catalog once.
var made = func() []func() (*Model, error) {
	out := make([]func() (*Model, error), len(catalog))
	for i := range catalog {
		out[i] = sync.OnceValues(catalog[i].make)
	}
	return out
}()

// Bounds is the box around all vertices in the model frame.
func (m *Model) Bounds() geom.AABB {
	box := m.Parts[0].Mesh.Bounds()
	for i := range m.Parts[1:] {
		box = box.Union(m.Parts[1+i].Mesh.Bounds())
	}
	return box
}

// triangles counts those of all parts.
func (m *Model) triangles() int {
	n := 0
	for i := range m.Parts {
		n += len(m.Parts[i].Mesh.Triangles)
	}
	return n
}
