package physics

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// MassProperties say how a solid moves: mass in kg, center of mass in meters and inertia in kg m2 about that center.
// Both are in the frame and along the axes of whatever holds them.
type MassProperties struct {
	Mass    float64
	Center  geom.Vec3
	Inertia geom.Mat3
}

// Rotated is m of the solid turned by q about the origin of the frame.
func (m MassProperties) Rotated(q geom.Quat) MassProperties {
	r := q.Mat3()
	return MassProperties{m.Mass, r.MulVec(m.Center), rotatedSym(&m.Inertia, &r)}
}

// Translated is m of the solid moved by d.
func (m MassProperties) Translated(d geom.Vec3) MassProperties {
	m.Center = m.Center.Add(d)
	return m
}

// Scaled is m of the solid with k times the density.
func (m MassProperties) Scaled(k float64) MassProperties {
	m.Mass = float64(m.Mass * k)
	m.Inertia = geom.Mat3{X: m.Inertia.X.Scale(k), Y: m.Inertia.Y.Scale(k), Z: m.Inertia.Z.Scale(k)}
	return m
}

// SumMasses is the mass of solids held together, all in one frame. Where they overlap, both count.
//
// Inertias are moved to the common center by the parallel axis theorem: a mass m at the offset r adds
// m*(|r|^2 - r r^T).
func SumMasses(parts ...MassProperties) MassProperties {
	var sum MassProperties
	var moment geom.Vec3
	for _, p := range parts {
		sum.Mass += p.Mass
		moment = moment.AddScaled(p.Mass, p.Center)
	}
	if sum.Mass == 0 {
		return sum
	}
	sum.Center = moment.Scale(1 / sum.Mass)
	for _, p := range parts {
		i := &p.Inertia
		r := p.Center.Sub(sum.Center)
		shift := inertiaOf(outer(r, p.Mass))
		sum.Inertia.X = sum.Inertia.X.Add(i.X).Add(shift.X)
		sum.Inertia.Y = sum.Inertia.Y.Add(i.Y).Add(shift.Y)
		sum.Inertia.Z = sum.Inertia.Z.Add(i.Z).Add(shift.Z)
	}
	return sum
}

// compound returns the mass of a dynamic body in the body's frame. Triangle meshes have none and belong to bodies that
// do not move.
func compound(colliders []Collider) (MassProperties, error) {
	parts := make([]MassProperties, 0, len(colliders))
	for i := range colliders {
		c := &colliders[i]
		switch {
		case c.Shape.kind == kindTriMesh:
			return MassProperties{}, fmt.Errorf("collider %d: a triangle mesh has no mass", i)
		case !(c.Density >= 0) || math.IsInf(c.Density, 1):
			return MassProperties{}, fmt.Errorf("collider %d: density is %g, want 0 or more", i, c.Density)
		}
		parts = append(parts, c.Mass())
	}
	sum := SumMasses(parts...)
	if !(sum.Mass > 0) || math.IsInf(sum.Mass, 1) {
		return sum, fmt.Errorf("mass of a dynamic body is %g kg, want more than 0", sum.Mass)
	}
	return sum, nil
}

// The masses below are at 1 kg/m3, centered on the origin, along the axes of the shape.

// diagonal has x, y and z on the diagonal; products among them are rounded, as by geom.V.
func diagonal(x, y, z float64) geom.Mat3 {
	return geom.Mat3{X: geom.V(x, 0, 0), Y: geom.V(0, y, 0), Z: geom.V(0, 0, z)}
}

func boxMass(half geom.Vec3) MassProperties {
	m := float64(8 * half.X * half.Y * half.Z)
	x, y, z := float64(half.X*half.X), float64(half.Y*half.Y), float64(half.Z*half.Z)
	return MassProperties{Mass: m, Inertia: diagonal(m*(y+z)/3, m*(z+x)/3, m*(x+y)/3)}
}

func sphereMass(r float64) MassProperties {
	m := float64(4 * math.Pi / 3 * r * r * r)
	i := 0.4 * m * r * r
	return MassProperties{Mass: m, Inertia: diagonal(i, i, i)}
}

func cylinderMass(h, r float64) MassProperties {
	m := float64(2 * math.Pi * r * r * h)
	x := m * (float64(0.25*r*r) + float64(h*h)/3)
	return MassProperties{Mass: m, Inertia: diagonal(x, x, 0.5*m*r*r)}
}

// capsuleMass adds a cylinder and two half balls. A half ball's center of mass lies at 3/8 of its radius from its flat
// side, and its inertia across is 2/5 m r^2 about any axis through the middle of that side.
func capsuleMass(h, r float64) MassProperties {
	c, s := cylinderMass(h, r), sphereMass(r)
	x := c.Inertia.X.X + s.Inertia.X.X + float64(s.Mass*(float64(h*h)+float64(0.75*h*r)))
	return MassProperties{Mass: c.Mass + s.Mass, Inertia: diagonal(x, x, c.Inertia.Z.Z+s.Inertia.Z.Z)}
}

// SolidMass is the mass at 1 kg/m3 of what a closed surface of triangles encloses, three indices of vertices each,
// counter-clockwise seen from outside. What the surface goes around twice counts twice; turned inside out it is negative.
//
// It integrates over the tetrahedra between a point inside and the triangles. For the tetrahedron (0, a, b, c) of volume V,
// with s = a + b + c, the integral of x x^T is V/20*(aa^T + bb^T + cc^T + ss^T).
// Blow & Binstock 2004, "How to Find the Inertia Tensor (or Other Mass Properties) of a 3D Solid Body Represented by a
// Triangle Mesh".
func SolidMass(vertices []geom.Vec3, triangles [][3]uint32) MassProperties {
	var origin geom.Vec3
	for i := range vertices {
		origin = origin.Add(vertices[i])
	}
	origin = origin.Scale(1 / float64(len(vertices)))

	var volume float64
	var moment geom.Vec3
	var second geom.Mat3
	for _, t := range triangles {
		a, b, c := vertices[t[0]].Sub(origin), vertices[t[1]].Sub(origin), vertices[t[2]].Sub(origin)
		s := a.Add(b).Add(c)
		v := a.Dot(b.Cross(c)) / 6
		volume += v
		moment = moment.AddScaled(v/4, s)
		for _, p := range [...]geom.Vec3{a, b, c, s} {
			o := outer(p, v/20)
			second.X, second.Y, second.Z = second.X.Add(o.X), second.Y.Add(o.Y), second.Z.Add(o.Z)
		}
	}

	// Move the second moments to the center of mass.
	center := moment.Scale(1 / volume)
	o := outer(center, volume)
	second.X, second.Y, second.Z = second.X.Sub(o.X), second.Y.Sub(o.Y), second.Z.Sub(o.Z)
	return MassProperties{volume, origin.Add(center), inertiaOf(second)}
}

func (h *hull) mass() MassProperties { return SolidMass(h.vertices, h.triangles()) }

// principal finds the frame in which an inertia is diagonal, as the rotation from it, and the moments there, ascending.
func principal(inertia *geom.Mat3) (axes geom.Quat, moments geom.Vec3) {
	moments, m := inertia.Eigen()
	m.Z = m.X.Cross(m.Y)
	return m.Quat(), moments
}

// area is that of the surface, m2.
func (h *hull) area() float64 {
	sum := 0.0
	for _, first := range h.faces {
		a := h.vertices[h.edges[first].origin]
		var twice geom.Vec3
		for e := h.edges[first].next; h.edges[e].next != first; e = h.edges[e].next {
			b, c := h.vertices[h.edges[e].origin], h.vertices[h.edges[h.edges[e].next].origin]
			twice = twice.Add(b.Sub(a).Cross(c.Sub(a)))
		}
		sum += float64(0.5 * twice.Len())
	}
	return sum
}

// outer is k*p*p^T.
func outer(p geom.Vec3, k float64) geom.Mat3 {
	q := p.Scale(k)
	xy, xz, yz := float64(q.X*p.Y), float64(q.X*p.Z), float64(q.Y*p.Z)
	return geom.Mat3{X: geom.V(q.X*p.X, xy, xz), Y: geom.V(xy, q.Y*p.Y, yz), Z: geom.V(xz, yz, q.Z*p.Z)}
}

// inertiaOf is the inertia that belongs to second moments of mass: trace*identity - second.
func inertiaOf(second geom.Mat3) geom.Mat3 {
	x, y, z := second.X.X, second.Y.Y, second.Z.Z
	return geom.Mat3{
		X: geom.V(y+z, -second.X.Y, -second.X.Z),
		Y: geom.V(-second.Y.X, z+x, -second.Y.Z),
		Z: geom.V(-second.Z.X, -second.Z.Y, x+y),
	}
}
