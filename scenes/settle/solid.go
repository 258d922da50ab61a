package settle

import (
	"fmt"
	"math"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/physics"
)

// Solid is a rigid body's surface for collisions: convex pieces, which may overlap, in the solid's own frame.
type Solid struct {
	pieces []piece
	whole  *physics.MassProperties // of the surface that the pieces stand for, at 1 kg/m3; nil where they are all there is
	box    func() geom.AABB        // around the pieces
	inner  func() float64
}

// piece is a convex part. Its hull is made when it is first asked for: most of what is tried somewhere is turned down for what its boxes say.
type piece struct {
	points []geom.Vec3
	loose  geom.AABB // holds the hull
	shape  func() *physics.Shape
}

const (
	// flatHalf is half the thickness, in meters, that is given to pieces without any.
	flatHalf = 0.0005
	// Hulls of so many points with coordinates up to so many meters cannot fail, thickened if need be; those of others are made at once.
	sureCount = 1000
	sureSize  = 1e5
)

// NewSolid makes a solid of the convex hulls of point sets, meters. Pieces whose points lie in one plane, on a line or at
// one place are made 1 mm thick. It keeps the slices. An error names the piece that is not of finite points.
func NewSolid(pieces [][]geom.Vec3) (*Solid, error) {
	if len(pieces) == 0 {
		return nil, fmt.Errorf("settle: solid has no pieces, want at least 1")
	}
	s := &Solid{pieces: make([]piece, len(pieces))}
	for i, points := range pieces {
		var err error
		if s.pieces[i], err = newPiece(points); err != nil {
			return nil, fmt.Errorf("settle: piece %d of %d: %w", i+1, len(pieces), err)
		}
	}
	s.box = sync.OnceValue(func() geom.AABB {
		box := geom.EmptyAABB()
		for i := range s.pieces {
			box = box.Union(s.pieces[i].shape().Bounds())
		}
		return box
	})
	s.inner = sync.OnceValue(s.nearestFace)
	return s, nil
}

func newPiece(points []geom.Vec3) (piece, error) {
	p := piece{points: points, loose: geom.Bounds(points).Pad(2 * flatHalf)}
	sure := len(points) > 0 && len(points) <= sureCount
	for _, v := range points {
		sure = sure && max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) <= sureSize // false for what is no number
	}
	if !sure {
		shape, err := hullOf(points)
		p.shape = func() *physics.Shape { return shape }
		return p, err
	}
	p.shape = sync.OnceValue(func() *physics.Shape {
		shape, err := hullOf(points)
		if err != nil {
			panic(err)
		}
		return shape
	})
	return p, nil
}

// Scaled returns the solid with all lengths times a factor above 0. Thicknesses of flat pieces stay.
func (s *Solid) Scaled(factor float64) (*Solid, error) {
	pieces := make([][]geom.Vec3, len(s.pieces))
	for i := range pieces {
		for _, v := range s.pieces[i].points {
			pieces[i] = append(pieces[i], v.Scale(factor))
		}
	}
	out, err := NewSolid(pieces)
	if err == nil && s.whole != nil {
		cubed := float64(factor*factor) * factor
		m := s.whole.Scaled(float64(cubed*factor) * factor) // inertia, the fifth power
		m.Mass, m.Center = float64(s.whole.Mass*cubed), m.Center.Scale(factor)
		out.whole = &m
	}
	return out, err
}

// hullOf is the shape of a piece.
func hullOf(points []geom.Vec3) (*physics.Shape, error) {
	shape, err := physics.NewHull(points)
	if err != nil && len(points) > 0 {
		shape, err = physics.NewHull(thickened(points))
	}
	return shape, err
}

// boxSolid is a solid of one box around the origin.
func boxSolid(shape *physics.Shape) *Solid {
	box := shape.Bounds()
	return &Solid{
		pieces: []piece{{loose: box.Pad(flatHalf), shape: func() *physics.Shape { return shape }}},
		box:    func() geom.AABB { return box },
	}
}

// outer is a distance from the origin that no point is beyond, meters.
func (s *Solid) outer() float64 {
	box, far := s.box(), 0.0
	for k := range 8 {
		far = max(far, box.Corner(k).Len())
	}
	return far
}

// nearestFace is a height, meters, that the origin is above a level floor at least, however the solid lies on it: the distance to the
// nearest face of the convex hull of all of it.
func (s *Solid) nearestFace() float64 {
	var points []geom.Vec3
	for i := range s.pieces {
		points = append(points, s.pieces[i].points...)
	}
	all, err := physics.NewHull(points)
	if err != nil {
		return 0 // flat
	}
	vertices, triangles := all.Surface()
	nearest := math.Inf(1)
	for _, t := range triangles {
		a, b, c := vertices[t[0]], vertices[t[1]], vertices[t[2]]
		if n := b.Sub(a).Cross(c.Sub(a)); n != (geom.Vec3{}) {
			nearest = min(nearest, n.Dot(a)/n.Len())
		}
	}
	return max(nearest, 0)
}

// thickened puts the eight corners of a cube around every point.
func thickened(points []geom.Vec3) []geom.Vec3 {
	cube := geom.AABB{}.Pad(flatHalf)
	out := make([]geom.Vec3, 0, 8*len(points))
	for _, p := range points {
		for k := range 8 {
			out = append(out, p.Add(cube.Corner(k)))
		}
	}
	return out
}

// Pieces returns the surfaces of the pieces as they collide, for pictures.
func (s *Solid) Pieces() []*mesh.Mesh {
	out := make([]*mesh.Mesh, len(s.pieces))
	for i := range s.pieces {
		out[i] = new(mesh.Mesh)
		out[i].Positions, out[i].Triangles = s.pieces[i].shape().Surface()
	}
	return out
}

// Body is what a body of the solid, in a world of the caller's own, is made of: a collider for each piece, of a density in kg/m3, and its
// mass where the pieces stand for a surface; nil where that follows from the pieces.
func (s *Solid) Body(density float64) (pieces []physics.Collider, mass *physics.MassProperties) {
	for i := range s.pieces {
		pieces = append(pieces, physics.Collider{Shape: s.pieces[i].shape(), Density: density})
	}
	if s.whole != nil {
		m := s.whole.Scaled(density)
		mass = &m
	}
	return pieces, mass
}

// Bounds is the box around the solid after a turn.
func (s *Solid) Bounds(turn *geom.Mat3) geom.AABB {
	box := geom.EmptyAABB()
	for i := range s.pieces {
		for _, p := range s.pieces[i].points {
			box = box.Grow(turn.MulVec(p))
		}
	}
	return box
}

// Reach is how far the solid reaches along a unit vector from the origin, both in its frame.
func (s *Solid) Reach(along geom.Vec3) float64 {
	far := math.Inf(-1)
	for i := range s.pieces {
		for _, p := range s.pieces[i].points {
			far = max(far, p.Dot(along))
		}
	}
	return far
}

// Volume is that of the surface of which the solid was made, or else of its pieces, m3. Where they overlap, both count.
func (s *Solid) Volume() float64 {
	if s.whole != nil {
		return s.whole.Mass
	}
	sum := 0.0
	for i := range s.pieces {
		sum += s.pieces[i].shape().Volume()
	}
	return sum
}

// Thing is a solid somewhere. The bridge keeps its frame along the axes of the world at the start.
type Thing struct {
	Solid          *Solid
	WorldFromSolid geom.Transform // rigid
	// Mass in kg. Unless Filled, its center is the origin of the solid, and its inertia that of a box that just holds the
	// thing, along the axes of the world at the start.
	Mass float64
	// Filled spreads the mass evenly over the solid's volume, from which its center and inertia follow.
	Filled bool
	// Fixed keeps it where it is; its mass does not matter.
	Fixed bool
	// Friction is Coulomb's coefficient of the surface; that of two surfaces is the product of both.
	Friction float64
}

// corners are those of the box around the solid, in the frame of the thing's body.
func (t *Thing) corners() [8]geom.Vec3 {
	var out [8]geom.Vec3
	box := t.Solid.box()
	for k := range out {
		out[k] = t.WorldFromSolid.M.MulVec(box.Corner(k))
	}
	return out
}

// mass is that of the thing's body, whose axes are those of the world.
func (t *Thing) mass() physics.MassProperties {
	size := t.Solid.Bounds(&t.WorldFromSolid.M).Size()
	x, y, z := float64(size.X*size.X), float64(size.Y*size.Y), float64(size.Z*size.Z)
	k := t.Mass / 12
	return physics.MassProperties{
		Mass:    t.Mass,
		Inertia: geom.Mat3{X: geom.V(k*(y+z), 0, 0), Y: geom.V(0, k*(x+z), 0), Z: geom.V(0, 0, k*(x+y))},
	}
}

// Block is a fixed box along the axes of the world.
type Block struct {
	Box      geom.AABB
	Friction float64
}
