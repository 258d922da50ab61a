package gltf

import (
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// bent is an instance whose mesh a skin moves when all joints have their places: its number and that of the primitive.
type bent struct{ instance, primitive int }

// bend moves the meshes of nodes with a skin. The nodes' own places do not matter to them (glTF 2.0 specification, section 3.7.3 "Skins").
func (w *walk) bend() error {
	for _, b := range w.bent {
		in, i := &w.out.Frame.Instances[b.instance], w.out.Nodes[b.instance].Index
		n := w.doc.Nodes[i]
		joints, err := w.joints(*n.Skin)
		if err == nil {
			m := w.doc.Meshes[*n.Mesh]
			if in.Mesh, err = w.skinned(in.Mesh, m.Primitives[b.primitive], joints); err != nil {
				err = fmt.Errorf("mesh %d %q: primitive %d: %w", *n.Mesh, m.Name, b.primitive, err)
			}
		}
		if err != nil {
			return fmt.Errorf("node %d %q: %w", i, n.Name, err)
		}
		in.WorldFromObject = houseFromFile
	}
	return nil
}

// joints are what a skin's joints do to a mesh, to each of which its inverse bind matrix is first: maps from the mesh's frame to the file's.
// Many nodes may have one skin, so they are made once.
func (w *walk) joints(index int) ([]geom.Transform, error) {
	if out, ok := w.skins[index]; ok {
		return out, nil
	}
	if index < 0 || index >= len(w.doc.Skins) {
		return nil, fmt.Errorf("skin %d does not exist, there are %d", index, len(w.doc.Skins))
	}
	s := w.doc.Skins[index]
	wrap := func(err error) error { return fmt.Errorf("skin %d %q: %w", index, s.Name, err) }
	out, err := bound.Make[geom.Transform](w.memory, len(s.Joints))
	if err != nil {
		return nil, wrap(err)
	}
	var binds []float64
	if at := s.InverseBindMatrices; at != nil {
		if binds, err = w.floats(*at, qm.AccessorMat4); err != nil {
			return nil, wrap(fmt.Errorf("inverseBindMatrices: %w", err))
		}
		if len(binds) < 16*len(out) {
			return nil, wrap(fmt.Errorf("inverseBindMatrices has %d elements, want %d, one per joint", len(binds)/16, len(out)))
		}
	}
	fileFromHouse := houseFromFile.RigidInverse()
	for i, node := range s.Joints {
		if node < 0 || node >= len(w.doc.Nodes) {
			return nil, wrap(fmt.Errorf("joint %d: node %d does not exist, there are %d", i, node, len(w.doc.Nodes)))
		}
		if !w.seen[node] {
			return nil, wrap(fmt.Errorf("joint %d: node %d %q is not in the scene", i, node, w.doc.Nodes[node].Name))
		}
		out[i] = fileFromHouse.Mul(w.world[node])
		if binds != nil {
			out[i] = out[i].Mul(affine(binds[16*i:]))
		}
	}
	w.skins[index] = out
	return out, nil
}

// influences are joints and their weights, four for each vertex.
type influences struct{ joints, weights []float64 }

// influences are those of a primitive, of which it may have several sets.
func (r *reader) influences(p *qm.Primitive, vertices, joints int) (out []influences, err error) {
	for {
		var in influences
		set := len(out)
		for _, of := range []struct {
			name string
			to   *[]float64
		}{{"JOINTS", &in.joints}, {"WEIGHTS", &in.weights}} {
			name := fmt.Sprintf("%s_%d", of.name, set)
			at, ok := p.Attributes[name]
			if !ok && set > 0 {
				return out, nil
			}
			if !ok {
				return nil, fmt.Errorf("has no %s, but its node has a skin", name)
			}
			if *of.to, err = r.floats(at, qm.AccessorVec4); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if len(*of.to) != 4*vertices {
				return nil, fmt.Errorf("%s has %d elements, want %d as POSITION has", name, len(*of.to)/4, vertices)
			}
		}
		for i, weight := range in.weights {
			if j := in.joints[i]; !(j >= 0 && j < float64(joints) && j == math.Trunc(j)) {
				return nil, fmt.Errorf("JOINTS_%d: element %d names joint %g, but the skin has %d", set, i/4, j, joints)
			}
			if !(weight >= 0) {
				return nil, fmt.Errorf("WEIGHTS_%d: element %d has %g, want at least 0", set, i/4, weight)
			}
		}
		out = append(out, in)
	}
}

// skinned is a mesh bent by joints: the map of a vertex is the mean of those of its joints, by weight. One without any weight follows its
// first joint, as in three.js.
func (r *reader) skinned(m *mesh.Mesh, p *qm.Primitive, joints []geom.Transform) (*mesh.Mesh, error) {
	sets, err := r.influences(p, len(m.Positions), len(joints))
	if err != nil {
		return nil, err
	}
	out, err := r.copied(m)
	if err != nil {
		return nil, err
	}
	mirrored, err := bound.Make[bool](r.memory, len(m.Positions))
	if err != nil {
		return nil, err
	}
	for i := range out.Positions {
		var sum geom.Transform
		total := 0.0
		for _, s := range sets {
			for k := 4 * i; k < 4*i+4; k++ {
				if weight := s.weights[k]; weight > 0 {
					j := &joints[int(s.joints[k])]
					sum.M.X, sum.M.Y = sum.M.X.AddScaled(weight, j.M.X), sum.M.Y.AddScaled(weight, j.M.Y)
					sum.M.Z, sum.T = sum.M.Z.AddScaled(weight, j.M.Z), sum.T.AddScaled(weight, j.T)
					total += weight
				}
			}
		}
		if total == 0 {
			sum, total = joints[int(sets[0].joints[4*i])], 1
		}
		out.Positions[i] = sum.Point(out.Positions[i]).Scale(1 / total)
		if len(out.Normals) > 0 {
			out.Normals[i] = sum.Normal(out.Normals[i])
		}
		mirrored[i] = sum.M.Det() < 0
	}

	// Mirrored triangles are turned round, as mesh.Transformed does, so that they still face outwards.
	if out.Triangles, err = bound.Make[[3]uint32](r.memory, len(m.Triangles)); err != nil {
		return nil, err
	}
	for i, t := range m.Triangles {
		if mirrored[t[0]] {
			t = [3]uint32{t[0], t[2], t[1]}
		}
		out.Triangles[i] = t
	}
	return out, r.moved(out)
}

// morphed is a mesh with the morph targets of its primitive added by weight (section 3.7.2.2 "Morph Targets"); the mesh itself where
// nothing is added. No weights at all are zeros.
func (r *reader) morphed(m *mesh.Mesh, p *qm.Primitive, weights []float64) (*mesh.Mesh, error) {
	if len(p.Targets) == 0 || len(weights) == 0 {
		return m, nil
	}
	if len(weights) != len(p.Targets) {
		return nil, fmt.Errorf("has %d morph targets, but there are %d weights", len(p.Targets), len(weights))
	}
	out := m
	for i, weight := range weights {
		if weight == 0 {
			continue
		}
		if out == m {
			var err error
			if out, err = r.copied(m); err != nil {
				return nil, err
			}
		}
		for _, of := range []struct {
			name string
			to   []geom.Vec3
		}{{qm.POSITION, out.Positions}, {qm.NORMAL, out.Normals}} {
			at, ok := p.Targets[i][of.name]
			if !ok || len(of.to) == 0 {
				continue
			}
			if err := r.add(of.to, at, weight); err != nil {
				return nil, fmt.Errorf("target %d: %s: %w", i, of.name, err)
			}
		}
	}
	if out == m {
		return m, nil
	}
	return out, r.moved(out)
}

// add adds the vectors of an accessor, times a weight.
func (r *reader) add(to []geom.Vec3, index int, weight float64) error {
	f, err := r.floats(index, qm.AccessorVec3)
	if err != nil {
		return err
	}
	if len(f) != 3*len(to) {
		return fmt.Errorf("accessor %d: has %d elements, want %d as the mesh has vertices", index, len(f)/3, len(to))
	}
	for i := range to {
		to[i] = to[i].AddScaled(weight, geom.V(f[3*i], f[3*i+1], f[3*i+2]))
	}
	return nil
}

// copied is a mesh whose positions and normals are its own.
func (r *reader) copied(m *mesh.Mesh) (*mesh.Mesh, error) {
	out := *m
	for _, list := range []*[]geom.Vec3{&out.Positions, &out.Normals} {
		own, err := bound.Make[geom.Vec3](r.memory, len(*list))
		if err != nil {
			return nil, err
		}
		copy(own, *list)
		*list = own
	}
	return &out, nil
}

// moved ends what moves vertices: they are still finite, and normals have length 1.
func (r *reader) moved(m *mesh.Mesh) error {
	for i, p := range m.Positions {
		if !(p.Len() < math.MaxFloat32) {
			return fmt.Errorf("vertex %d is moved to %v, want finite numbers", i, p)
		}
	}
	return r.unitNormals(m)
}
