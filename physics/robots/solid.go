package robots

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/meshfile"
	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/physics"
	"mereo/physics/decompose"
)

// maxVertices bounds strangers' meshes, all at all scales together: hulls and masses take time for each.
const maxVertices = 1 << 22

// sheet is how thick a mesh without volume is made, as a share of its extent.
const sheet = 1e-3

// solid is a mesh as a shape: its hull, the mass of what it encloses at 1 kg/m3, and its surface.
type solid struct {
	hull    *physics.Shape
	mass    physics.MassProperties
	surface *physics.Shape
	mesh    *mesh.Mesh
	parts   []*physics.Shape // convex, of what moves; nil until a body needs them
}

type meshKey struct {
	file    string
	scale   geom.Vec3
	surface bool
}

// solid reads the mesh of an element, as a hull or, for what never moves, as a surface.
func (r *reader) solid(n *node, file string, scale geom.Vec3, surface bool) *solid {
	key := meshKey{file, scale, surface}
	if s, ok := r.meshes[key]; ok || r.err != nil {
		return s
	}
	m, name, err := r.mesh(file)
	if err != nil {
		r.fail(n, "%w", err)
		return nil
	}
	s, err := r.newSolid(m, scale, surface)
	if err != nil {
		r.fail(n, "%s: %w", name, err)
		return nil
	}
	r.meshes[key] = s
	return s
}

// shapes are what a mesh of URDF is in a body: its surface where that never moves, else its hull, or convex parts of a closed
// surface that is not convex.
func (r *reader) shapes(p *part, static bool) []*physics.Shape {
	s := r.solid(p.node, p.file, p.scale, static)
	switch {
	case s == nil: // an error, which was kept
		return nil
	case static:
		return []*physics.Shape{s.surface}
	}
	if s.parts == nil {
		s.parts = []*physics.Shape{s.hull}
		if s.mass.Mass < 0.95*s.hull.Volume() { // not convex
			parts, err := decompose.Mesh(s.mesh.Positions, s.mesh.Triangles, decompose.Options{})
			if err != nil {
				r.fail(p.node, "%w", err)
			}
			s.parts = parts.Hulls
		}
	}
	return s.parts
}

func (r *reader) newSolid(m *mesh.Mesh, scale geom.Vec3, surface bool) (*solid, error) {
	if err := r.count(len(m.Positions)); err != nil {
		return nil, err
	}
	flip := scale.X*scale.Y*scale.Z < 0
	out := &mesh.Mesh{Positions: make([]geom.Vec3, len(m.Positions))}
	for i, p := range m.Positions {
		out.Positions[i] = p.Mul(scale)
	}
	for _, t := range m.Triangles {
		if flip {
			t[1], t[2] = t[2], t[1]
		}
		a, b, c := out.Positions[t[0]], out.Positions[t[1]], out.Positions[t[2]]
		n, longest := b.Sub(a).Cross(c.Sub(a)), max(b.Sub(a).Len2(), c.Sub(b).Len2(), a.Sub(c).Len2())
		if n.Len() > float64(1e-8*longest) { // narrower ones have no direction, and the surface goes on beside them
			out.Triangles = append(out.Triangles, t)
		}
	}
	if len(out.Triangles) == 0 {
		return nil, fmt.Errorf("its triangles have no area")
	}
	s := &solid{mesh: out}
	var err error
	if surface {
		s.surface, err = physics.NewTriMesh(out.Positions, out.Triangles)
		return s, err
	}
	if s.hull, err = hullOf(out); err != nil {
		return nil, err
	}
	s.mass = physics.Collider{Shape: s.hull, Density: 1}.Mass()
	if inside, ok := enclosed(out); ok && inside.Mass <= 1.01*s.mass.Mass {
		s.mass = inside
	}
	return s, nil
}

// count adds vertices to those of all meshes.
func (r *reader) count(vertices int) error {
	if r.vertices += vertices; r.vertices > maxVertices {
		return fmt.Errorf("meshes have more than %d vertices together", maxVertices)
	}
	return nil
}

// hullOf is the hull of a mesh. One that lies in a plane is a sheet, which is given some thickness.
func hullOf(m *mesh.Mesh) (*physics.Shape, error) {
	used := make([]bool, len(m.Positions))
	for _, t := range m.Triangles {
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	var points []geom.Vec3
	for i, p := range m.Positions {
		if used[i] {
			points = append(points, p)
		}
	}
	hull, err := physics.NewHull(points)
	if err == nil {
		return hull, nil
	}
	var normal geom.Vec3 // of the largest triangle
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		if n := b.Sub(a).Cross(c.Sub(a)); n.Len2() > normal.Len2() {
			normal = n
		}
	}
	half := normal.Unit().Scale(0.5 * sheet * geom.Bounds(points).Size().Len())
	thick := make([]geom.Vec3, 0, 2*len(points))
	for _, p := range points {
		thick = append(thick, p.Sub(half), p.Add(half))
	}
	if hull, thickErr := physics.NewHull(thick); thickErr == nil {
		return hull, nil
	}
	return nil, err
}

// enclosed is the mass of what a surface encloses, at 1 kg/m3. It is not ok unless every side of a triangle is that of
// another one, in the other direction, and the surface is turned outwards.
func enclosed(m *mesh.Mesh) (physics.MassProperties, bool) {
	at := map[geom.Vec3]uint32{}
	weld := func(i uint32) uint32 {
		p := m.Positions[i]
		if _, ok := at[p]; !ok {
			at[p] = i
		}
		return at[p]
	}
	sides := map[[2]uint32]int{}
	for _, t := range m.Triangles {
		for k := range 3 {
			from, to := weld(t[k]), weld(t[(k+1)%3])
			sides[[2]uint32{from, to}]++
			sides[[2]uint32{to, from}]--
		}
	}
	for _, n := range sides {
		if n != 0 {
			return physics.MassProperties{}, false
		}
	}
	mass := physics.SolidMass(m.Positions, m.Triangles)
	return mass, mass.Mass > 0
}

// inertia is the symmetric matrix with the six numbers.
func inertia(xx, yy, zz, xy, xz, yz float64) geom.Mat3 {
	return geom.Mat3{X: geom.V(xx, xy, xz), Y: geom.V(xy, yy, yz), Z: geom.V(xz, yz, zz)}
}

// mesh reads a mesh file of the folder, by its ending.
func (r *reader) mesh(file string) (*mesh.Mesh, string, error) {
	var parse func([]byte, *bound.Memory) (*mesh.Mesh, error)
	switch ending := strings.ToLower(path.Ext(file)); ending {
	case ".obj":
		parse = meshfile.OBJ
	case ".stl":
		parse = meshfile.STL
	default:
		return nil, file, fmt.Errorf("the mesh %s ends in %q, want .obj or .stl", file, ending)
	}
	name, err := r.find(file)
	if err != nil {
		return nil, file, err
	}
	data, err := r.memory.In(r.folder, name)
	if err != nil {
		return nil, name, err
	}
	m, err := parse(data, r.memory)
	if err != nil {
		return nil, name, fmt.Errorf("%s: %w", name, err)
	}
	return m, name, nil
}

// find looks for a file where its reader would: beside the file that names it; and what begins with package:// below the
// folder, with the package's name and without. Names that lead out of the folder are refused by os.Root.
func (r *reader) find(file string) (string, error) {
	var places []string
	if rest, ok := strings.CutPrefix(file, "package://"); ok {
		_, inside, _ := strings.Cut(rest, "/")
		for _, dir := range []string{".", r.dir, path.Dir(r.dir)} {
			places = append(places, path.Join(dir, rest), path.Join(dir, inside))
		}
	} else {
		file = strings.TrimPrefix(file, "file://")
		places = []string{path.Join(r.dir, file)}
		if path.IsAbs(file) {
			places = []string{file}
		}
	}
	var first error
	for i, name := range places {
		if slices.Contains(places[:i], name) {
			continue
		}
		f, err := folder.In(r.folder, name)
		if err == nil {
			return name, f.Close()
		}
		if first == nil {
			first = err
		}
	}
	return "", first
}
