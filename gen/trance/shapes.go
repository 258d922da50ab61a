package trance

import (
	"fmt"
	"math"
	"sync"

	"mereo/assets/solid"
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
// sphere of radius 1, a cylinder of radius 1 and half height 1. Every mesh is closed, faces outwards and has the normals of
// the surface that it stands for. They are shared: do not change them.
func shapeMesh(shape uint8) *mesh.Mesh { return unitMeshes()[shape] }

var unitMeshes = sync.OnceValue(func() (meshes []*mesh.Mesh) {
	for _, name := range values[Shape] {
		switch name {
		case "cube":
			meshes = append(meshes, unitCube())
		case "sphere":
			meshes = append(meshes, unitSphere())
		case "cylinder":
			meshes = append(meshes, unitCylinder())
		default:
			panic(fmt.Sprintf("trance: no mesh for shape %q", name))
		}
	}
	for _, m := range meshes {
		m.Closed = true
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

// unitCube has 588 triangles.
//
// A point of its surface is q + r*x with q in the cube of half side 1 - r, r = cubeRounding, and x on the superquadric
// |x|^e + |y|^e + |z|^e = 1 (Barr 1981, "Superquadrics and Angle-Preserving Transformations"). Round edges have e = 2; with
// e = 8/3 the corners reach 1.596 and the edges 1.339, which is as in the published mesh (1.60 and 1.34). With u on the unit
// sphere, x = u^(2/e) = u^(3/4) by component, and the normal is along x^(e-1) = u^(5/4).
func unitCube() *mesh.Mesh {
	m := solid.SoftBox(geom.V(2, 2, 2), cubeRounding, 3, 1, 1, 1)
	const flat = 1 - cubeRounding
	for i, p := range m.Positions {
		q := p.Max(geom.V(-flat, -flat, -flat)).Min(geom.V(flat, flat, flat))
		u := p.Sub(q).Unit()
		quarter := fourthRoot(u)
		x := geom.V(math.Copysign(quarter.X, u.X), math.Copysign(quarter.Y, u.Y), math.Copysign(quarter.Z, u.Z))
		m.Positions[i] = q.AddScaled(cubeRounding, x.Mul(quarter).Mul(quarter))
		m.Normals = append(m.Normals, u.Mul(quarter).Unit())
	}
	return m
}

// fourthRoot takes that of the components' absolute values.
func fourthRoot(v geom.Vec3) geom.Vec3 {
	root := func(t float64) float64 { return math.Sqrt(math.Sqrt(math.Abs(t))) }
	return geom.V(root(v.X), root(v.Y), root(v.Z))
}

// outlineSegments is how many corners the outlines of spheres and cylinders have. In pictures of 320 x 240 their radius is
// less than 48 pixels, so the outlines lie at most 0.15 pixels inside of the circles; twice as large they still show no
// corners.
const outlineSegments = 40

// unitSphere has 1,520 triangles.
func unitSphere() *mesh.Mesh {
	m := solid.Ellipsoid(geom.V(1, 1, 1), outlineSegments, outlineSegments/2)
	for _, p := range m.Positions {
		m.Normals = append(m.Normals, p.Unit())
	}
	return m
}

// unitCylinder has 640 triangles.
func unitCylinder() *mesh.Mesh {
	const pieces = 3 // of a quarter circle of the rim
	const inner = 1 - cylinderRim
	// The half below the middle from the axis outwards, and its mirror image.
	lower, upper := []solid.P2{{X: 0, Y: -1}}, []solid.P2{{X: 0, Y: 1}}
	for k := range pieces + 1 {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(k) / pieces)
		x, y := inner+float64(cylinderRim*sin), inner+float64(cylinderRim*cos)
		lower, upper = append(lower, solid.P2{X: x, Y: -y}), append(upper, solid.P2{X: x, Y: y})
	}
	for k := range upper {
		lower = append(lower, upper[len(upper)-1-k])
	}
	m := solid.Lathe(lower, outlineSegments)
	for _, p := range m.Positions {
		// The nearest point of the cylinder that is smaller by the rim all round.
		flat := geom.V(p.X, p.Y, 0)
		core := flat.Unit().Scale(min(flat.Len(), inner)).Add(geom.V(0, 0, min(max(p.Z, -inner), inner)))
		m.Normals = append(m.Normals, p.Sub(core).Unit())
	}
	return m
}

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
