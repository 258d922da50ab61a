package trance

import (
	"sync"

	"mereo/assets/primitive"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// The cube's edges are rounded by cubeRounding, so its faces are flat as far as 1 - cubeRounding from their middle. The
// cylinder's rims are rounded by cylinderRim. Both are in units of the half side or radius.
const (
	cubeRounding = 0.232
	cylinderRim  = 0.09
)

// shapeMesh is the unit mesh of a shape, an index into the values of Shape, around the origin: a cube of half side 1, a
// sphere of radius 1, a cylinder of radius 1 and half height 1. They are shared: do not change them.
func shapeMesh(shape uint8) *mesh.Mesh { return unitMeshes()[shape] }

var unitMeshes = sync.OnceValue(func() (meshes []*mesh.Mesh) {
	of := map[string]*mesh.Mesh{
		"cube": primitive.Box(cubeRounding), "sphere": primitive.Sphere(), "cylinder": primitive.Cylinder(cylinderRim, 1),
	}
	for _, name := range values[Shape] {
		meshes = append(meshes, of[name])
	}
	return meshes
})

// facePlane holds the points p with normal.p == offset.
type facePlane struct {
	normal geom.Vec3 // unit, outwards
	offset float64
}

// unitPlanes are the planes of the triangles of the unit meshes.
var unitPlanes = sync.OnceValue(func() [][]facePlane {
	all := make([][]facePlane, len(values[Shape]))
	for shape := range all {
		m := shapeMesh(uint8(shape))
		for _, t := range m.Triangles {
			a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
			n := b.Sub(a).Cross(c.Sub(a)).Unit()
			all[shape] = append(all[shape], facePlane{n, n.Dot(a)})
		}
	}
	return all
})

// sizeRadii are the radii of the circles around objects in the world, in meters, by size.
var sizeRadii = [...]float64{0.9, 0.6, 0.3}

// center is the object's center in the world, meters: it stands on the ground z = 0. A cube's half side is 1/sqrt(2) of its
// circle's radius, so it is lower than a sphere or cylinder of its size.
func (o *Object) center() geom.Vec3 {
	z := sizeRadii[o.values[Size]]
	if o.Value(Shape) == "cube" {
		z *= halfSqrt2
	}
	return geom.V(Unit*float64(o.Position.X), Unit*float64(o.Position.Y), z)
}

const halfSqrt2 = 0.70710678118654752440

// pose puts the unit mesh of object i into the world: turned about the vertical, scaled alike in all directions, and moved.
// It stands on the ground, so the height of its center is the scale.
func (s *sceneSetup) pose(i int, o *Object) geom.Transform {
	at := o.center()
	m := geom.RotZ(s.rotations[i])
	return geom.Transform{M: geom.Mat3{X: m.X.Scale(at.Z), Y: m.Y.Scale(at.Z), Z: m.Z.Scale(at.Z)}, T: at}
}
