package furniture

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// grid is the number of steps in a meter to which coordinates are rounded: 2^20, about a micrometer. A coarser grid
// would flatten bevels, a finer one would let differences of the last bits through.
const grid = 1 << 20

// builder collects the parts of one model. Families build in a frame of their own choice with the axes of the model
// frame, usually standing on z = 0; the finished model is moved to its bounding box's center.
type builder struct {
	model Model
	errs  []error
}

// add adds a part made of one or more closed solids, which may overlap. Each solid is one collider, by its convex
// hull. It returns the part's index.
func (b *builder) add(name, label string, solids ...*mesh.Mesh) int {
	hulls := make([][]geom.Vec3, len(solids))
	for i, s := range solids {
		hulls[i] = solid.Hull(s)
	}
	return b.addHulls(name, label, hulls, solids...)
}

// addHulls is Add with colliders of the caller's own, for pieces whose convex hull would fill a hollow.
func (b *builder) addHulls(name, label string, hulls [][]geom.Vec3, solids ...*mesh.Mesh) int {
	if len(solids) == 0 {
		b.errs = append(b.errs, fmt.Errorf("furniture: part %q has no solid", name))
	}
	own := make([][]geom.Vec3, len(hulls)) // build moves the points, and the caller may use them again
	for i, h := range hulls {
		own[i] = append([]geom.Vec3(nil), h...)
	}
	b.model.Parts = append(b.model.Parts, Part{Name: name, Label: label, Mesh: mesh.Merge(solids...), Colliders: own})
	return len(b.model.Parts) - 1
}

// addSliced is Add for bent pieces: every solid is cut across dir into n convex colliders.
func (b *builder) addSliced(name, label string, dir geom.Vec3, n int, solids ...*mesh.Mesh) int {
	var hulls [][]geom.Vec3
	for _, s := range solids {
		hulls = append(hulls, solid.Slices(s, dir, n)...)
	}
	return b.addHulls(name, label, hulls, solids...)
}

// addEach adds one part for each solid, named name-1, name-2, ...
func (b *builder) addEach(name, label string, solids ...*mesh.Mesh) {
	for i, s := range solids {
		b.add(fmt.Sprintf("%s-%d", name, i+1), label, s)
	}
}

// addPair adds a part and its mirror image at x = 0, named name-right and name-left, from the solids of the right one.
func (b *builder) addPair(name, label string, solids ...*mesh.Mesh) {
	mirrored := make([]*mesh.Mesh, len(solids))
	for i, s := range solids {
		mirrored[i] = solid.MirrorX(s)
	}
	b.add(name+"-right", label, solids...)
	b.add(name+"-left", label, mirrored...)
}

// support adds a level face at height z on a part: the convex hull of an outline in the builder's frame.
func (b *builder) support(part int, z float64, o solid.Outline) {
	b.model.Supports = append(b.model.Supports, Support{Part: part, Z: z, Polygon: o.Flat(z)})
}

// build centers the model, rounds it to the grid and measures lines and planes.
func (b *builder) build() (*Model, error) {
	m := b.model
	if len(b.errs) == 0 && len(m.Parts) == 0 {
		b.errs = append(b.errs, errors.New("furniture: model has no parts"))
	}
	if len(b.errs) > 0 {
		return nil, fmt.Errorf("furniture: %s/%s/%d: %w", m.Category, m.Family, m.Seed, errors.Join(b.errs...))
	}
	c := m.Bounds().Center()
	place := func(p geom.Vec3) geom.Vec3 {
		p = p.Sub(c)
		return geom.V(snap(p.X), snap(p.Y), snap(p.Z))
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		p.Mesh = snapped(p.Mesh, place)
		for _, h := range p.Colliders {
			for k := range h {
				h[k] = place(h[k])
			}
		}
		p.Primitive = measure(m.Category, p.Label, p.Mesh)
	}
	for i := range m.Supports {
		s := &m.Supports[i]
		for k := range s.Polygon {
			s.Polygon[k] = place(s.Polygon[k])
		}
		s.Polygon = convexHull(s.Polygon)
		s.Z = s.Polygon[0].Z
	}
	return &m, nil
}

// snap rounds to the grid; zero is always positive, so that equal numbers have equal bits.
func snap(x float64) float64 { return math.Round(x*grid)/grid + 0 }

// snapped maps every position and leaves out triangles that the grid made vanish, with vertices nobody uses then.
func snapped(m *mesh.Mesh, place func(geom.Vec3) geom.Vec3) *mesh.Mesh {
	out := &mesh.Mesh{Positions: make([]geom.Vec3, 0, len(m.Positions)), Triangles: make([][3]uint32, 0, len(m.Triangles))}
	at := make([]geom.Vec3, len(m.Positions))
	for i, p := range m.Positions {
		at[i] = place(p)
	}
	id := make([]int, len(m.Positions))
	for _, t := range m.Triangles {
		if at[t[0]] == at[t[1]] || at[t[1]] == at[t[2]] || at[t[2]] == at[t[0]] {
			continue
		}
		var w [3]uint32
		for k, v := range t {
			if id[v] == 0 {
				out.Positions = append(out.Positions, at[v])
				id[v] = len(out.Positions)
			}
			w[k] = uint32(id[v] - 1)
		}
		out.Triangles = append(out.Triangles, w)
	}
	return out
}

// convexHull returns the corners of the convex hull of points at one height, counter-clockwise from above (Andrew 1979,
// "Another Efficient Algorithm for Convex Hulls in Two Dimensions").
func convexHull(points []geom.Vec3) []geom.Vec3 {
	p := append([]geom.Vec3(nil), points...)
	slices.SortFunc(p, func(a, b geom.Vec3) int {
		if c := cmp.Compare(a.X, b.X); c != 0 {
			return c
		}
		return cmp.Compare(a.Y, b.Y)
	})
	p = slices.Compact(p)
	if len(p) < 3 {
		return p
	}
	var hull []geom.Vec3
	for range 2 {
		start := len(hull)
		for _, q := range p {
			for len(hull) >= start+2 && hull[len(hull)-1].Sub(hull[len(hull)-2]).Cross(q.Sub(hull[len(hull)-1])).Z <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, q)
		}
		hull = hull[:len(hull)-1] // the first of the other half
		slices.Reverse(p)
	}
	return hull
}
