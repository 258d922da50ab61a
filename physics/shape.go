package physics

import (
	"fmt"

	"mereo/engine/geom"
)

// kind tells shapes apart.
type kind uint8

const (
	kindSphere kind = iota
	kindCapsule
	kindBox
	kindCylinder
	kindHull
	kindTriMesh
)

var kindNames = [...]string{"sphere", "capsule", "box", "cylinder", "hull", "mesh"}

// minSize and maxSize bound the sizes of shapes, meters, and maxSize the coordinates of their points. Contacts are not
// resolved finer than minSize, and far above maxSize rounding would be seen in them; the inertia of everything between
// is an ordinary number.
const (
	minSize = 1e-6
	maxSize = 1e6
)

// Shape is a solid in its own frame, meters. It never changes after it was made, so that any number of colliders,
// worlds and goroutines may share it. All shapes but triangle meshes are convex.
type Shape struct {
	kind       kind
	radius     float64        // of sphere, capsule and cylinder
	halfHeight float64        // of cylinder, and of capsule without its caps; along z
	half       geom.Vec3      // of box
	thick      float64        // of hull: see thickness
	hull       *hull          // of box and hull: surface for clipping and separating axes
	mesh       *triMesh       // of triangle mesh
	bounds     geom.AABB      // in the shape's frame
	unit       MassProperties // at 1 kg/m3; zero for triangle meshes
}

// NewSphere returns a ball around the origin.
func NewSphere(radius float64) (*Shape, error) {
	if err := checkSize("sphere", "radius", radius); err != nil {
		return nil, err
	}
	s := &Shape{kind: kindSphere, radius: radius, unit: sphereMass(radius)}
	s.bounds = boundsOf(geom.V(radius, radius, radius))
	return s, nil
}

// NewCapsule returns the points within radius of the segment from (0, 0, -halfHeight) to (0, 0, halfHeight).
func NewCapsule(halfHeight, radius float64) (*Shape, error) {
	if err := checkSize("capsule", "half height", halfHeight); err != nil {
		return nil, err
	}
	if err := checkSize("capsule", "radius", radius); err != nil {
		return nil, err
	}
	s := &Shape{kind: kindCapsule, halfHeight: halfHeight, radius: radius, unit: capsuleMass(halfHeight, radius)}
	s.bounds = boundsOf(geom.V(radius, radius, halfHeight+radius))
	return s, nil
}

// NewBox returns the box from -half to half.
func NewBox(half geom.Vec3) (*Shape, error) {
	for i, axis := range []string{"x", "y", "z"} {
		if err := checkSize("box", "half extent along "+axis, half.At(i)); err != nil {
			return nil, err
		}
	}
	return &Shape{kind: kindBox, half: half, hull: boxHull(half), bounds: boundsOf(half), unit: boxMass(half)}, nil
}

// NewCylinder returns a cylinder about the z axis, from -halfHeight to halfHeight.
func NewCylinder(halfHeight, radius float64) (*Shape, error) {
	if err := checkSize("cylinder", "half height", halfHeight); err != nil {
		return nil, err
	}
	if err := checkSize("cylinder", "radius", radius); err != nil {
		return nil, err
	}
	s := &Shape{kind: kindCylinder, halfHeight: halfHeight, radius: radius, unit: cylinderMass(halfHeight, radius)}
	s.bounds = boundsOf(geom.V(radius, radius, halfHeight))
	return s, nil
}

// NewHull returns the convex hull of points: at least 4, not all in one plane. The order does not matter, points inside
// and repeated points do no harm. What is flat to 2e-5 of the largest extent becomes one face, and points that lie so
// near another's face or edge are left out; no point lies farther outside than three times that. Hulls of more than 65536
// half-edges are an error, which 10,000 points never have. 32 points take some 30 us, 10,000 about 50 ms.
func NewHull(points []geom.Vec3) (*Shape, error) {
	h, err := convexHull(points)
	if err != nil {
		return nil, err
	}
	return hullShape(h), nil
}

func hullShape(h *hull) *Shape {
	s := &Shape{kind: kindHull, hull: h, bounds: geom.Bounds(h.vertices), unit: h.mass()}
	h.center = s.unit.Center
	s.thick = 2 * s.unit.Mass / h.area()
	return s
}

// thickness is how thick a shape is at least, meters: exact but for hulls, of which it is twice the volume over the surface. A triangle
// mesh has none.
func (s *Shape) thickness() float64 {
	switch s.kind {
	case kindSphere, kindCapsule:
		return 2 * s.radius
	case kindBox:
		return 2 * min(s.half.X, s.half.Y, s.half.Z)
	case kindCylinder:
		return 2 * min(s.radius, s.halfHeight)
	case kindHull:
		return s.thick
	}
	return 0
}

func boundsOf(half geom.Vec3) geom.AABB { return geom.AABB{Min: half.Neg(), Max: half} }

func checkSize(shape, what string, x float64) error {
	if !(x >= minSize && x <= maxSize) {
		return fmt.Errorf("physics: %s: %s is %g m, want %g to %g", shape, what, x, minSize, maxSize)
	}
	return nil
}

// checkPoints refuses coordinates that are no numbers or too large.
func checkPoints(shape string, points []geom.Vec3) error {
	for i, p := range points {
		if !(max(abs(p.X), abs(p.Y), abs(p.Z)) <= maxSize) {
			return fmt.Errorf("physics: %s: point %d is %v, want numbers up to %g m", shape, i, p, maxSize)
		}
	}
	return nil
}

// Kind is "sphere", "capsule", "box", "cylinder", "hull" or "mesh".
func (s *Shape) Kind() string { return kindNames[s.kind] }

// Radius is that of a sphere, capsule or cylinder, meters; 0 for others.
func (s *Shape) Radius() float64 { return s.radius }

// HalfHeight is that of a cylinder, or of a capsule without its caps, meters; 0 for others.
func (s *Shape) HalfHeight() float64 { return s.halfHeight }

// Volume is in m3; 0 for triangle meshes.
func (s *Shape) Volume() float64 { return s.unit.Mass }

// Bounds is the smallest box around the shape, in its frame.
func (s *Shape) Bounds() geom.AABB { return s.bounds }
