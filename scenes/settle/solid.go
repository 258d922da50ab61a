package settle

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/physics"
)

// Solid is a rigid body's surface for collisions: convex pieces, which may overlap, in the solid's own frame.
type Solid struct {
	shapes []*physics.Shape
	points [][]geom.Vec3 // of the pieces
	box    geom.AABB     // around the pieces
	outer  float64       // no point is farther from the origin, metres
	inner  func() float64
}

// flatHalf is half the thickness, in metres, that is given to pieces without any.
const flatHalf = 0.0005

// NewSolid makes a solid of the convex hulls of point sets, metres. Pieces whose points lie in one plane, on a line or at
// one place are made 1 mm thick. It keeps the slices. An error names the piece that is not of finite points.
func NewSolid(pieces [][]geom.Vec3) (*Solid, error) {
	if len(pieces) == 0 {
		return nil, fmt.Errorf("settle: solid has no pieces, want at least 1")
	}
	s := &Solid{shapes: make([]*physics.Shape, len(pieces)), points: pieces, box: geom.EmptyAABB()}
	for i, points := range pieces {
		shape, err := physics.NewHull(points)
		if err != nil && len(points) > 0 {
			shape, err = physics.NewHull(thickened(points))
		}
		if err != nil {
			return nil, fmt.Errorf("settle: piece %d of %d: %w", i+1, len(pieces), err)
		}
		s.shapes[i] = shape
		s.box = s.box.Union(shape.Bounds())
	}
	for k := range 8 {
		s.outer = max(s.outer, s.box.Corner(k).Len())
	}
	s.inner = sync.OnceValue(s.nearestFace)
	return s, nil
}

// nearestFace is a height, metres, that the origin is above a level floor at least, however the solid lies on it: the distance to the
// nearest face of the convex hull of all of it.
func (s *Solid) nearestFace() float64 {
	all, err := physics.NewHull(slices.Concat(s.points...))
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
	out := make([]*mesh.Mesh, len(s.shapes))
	for i, shape := range s.shapes {
		out[i] = new(mesh.Mesh)
		out[i].Positions, out[i].Triangles = shape.Surface()
	}
	return out
}

// Bounds is the box around the solid after a turn.
func (s *Solid) Bounds(turn *geom.Mat3) geom.AABB {
	box := geom.EmptyAABB()
	for _, points := range s.points {
		for _, p := range points {
			box = box.Grow(turn.MulVec(p))
		}
	}
	return box
}

// Reach is how far the solid reaches along a unit vector from the origin, both in its frame.
func (s *Solid) Reach(along geom.Vec3) float64 {
	far := math.Inf(-1)
	for _, points := range s.points {
		for _, p := range points {
			far = max(far, p.Dot(along))
		}
	}
	return far
}

// volume is that of the pieces in m3. Where they overlap, both count.
func (s *Solid) volume() float64 {
	sum := 0.0
	for _, shape := range s.shapes {
		sum += shape.Volume()
	}
	return sum
}

// Thing is a solid somewhere. The bridge keeps its frame along the axes of the world at the start.
type Thing struct {
	Solid          *Solid
	WorldFromSolid geom.Transform // rigid
	// Mass in kg. Unless Filled, its centre is the origin of the solid, and its inertia that of a box that just holds the
	// thing, along the axes of the world at the start.
	Mass float64
	// Filled spreads the mass evenly over the pieces, from which its centre and inertia follow. Where they overlap, both count.
	Filled bool
	// Friction is Coulomb's coefficient of the surface; that of two surfaces is the product of both.
	Friction float64
}

// corners are those of the box around the solid, in the frame of the thing's body.
func (t *Thing) corners() [8]geom.Vec3 {
	var out [8]geom.Vec3
	for k := range out {
		out[k] = t.WorldFromSolid.M.MulVec(t.Solid.box.Corner(k))
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
