package physics

import (
	"math"

	"mereo/engine/geom"
)

// Distance returns how far two shapes are apart, meters, and their nearest points in the world. Where they overlap the
// distance is 0 and both points are the same one, which belongs to both. It is exact but for rounding; from rims of
// cylinders it may be too large by 1e-5 of itself. A triangle mesh is its surface: what is in a room of triangles does not
// overlap them. The transforms must be rigid.
func Distance(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) (d float64, pA, pB geom.Vec3) {
	var near nearest
	switch {
	case b.mesh != nil && a.mesh == nil:
		d, pB, pA = Distance(b, worldFromB, a, worldFromA)
		return d, pA, pB
	case b.mesh != nil:
		near = meshMesh(a, &worldFromA, b, &worldFromB)
	default:
		aFromB := worldFromA.RigidInverse().Mul(worldFromB)
		near = nearest{distance: math.Inf(1)}
		if a.mesh != nil {
			meshSolid(&near, a.mesh, b, &aFromB)
		} else {
			near = solidSolid(a, b, &aFromB)
		}
	}
	return near.distance, worldFromA.Point(near.a), worldFromA.Point(near.b)
}

// Overlaps reports whether two shapes share a point. See Distance.
func Overlaps(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) bool {
	d, _, _ := Distance(a, worldFromA, b, worldFromB)
	return d == 0
}

// Penetration returns how deep two shapes overlap, meters: how far one must move, in the best direction, to be free of the
// other. It is 0 where they do not overlap, and may be too large by 20 micrometers and one per cent, where that depth
// belongs to a face. In triangle meshes, whose triangles have a depth only where the middle of the other shape is before
// their front, it is that of the deepest triangle; between two meshes it is 0.
func Penetration(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) float64 {
	var m manifold
	var cache pairCache
	if b.mesh != nil {
		a, worldFromA, b, worldFromB = b, worldFromB, a, worldFromA
	}
	switch {
	case b.mesh != nil:
		return 0
	case a.mesh == nil:
		collide(&m, a, &worldFromA, b, &worldFromB, 0, &cache)
		return m.depth()
	}
	aFromB := worldFromA.RigidInverse().Mul(worldFromB)
	depth := 0.0
	for _, i := range a.mesh.query(boxOf(&b.bounds, &aFromB), nil) {
		cache = pairCache{}
		collideTriangle(&m, a, int(i), &worldFromA, b, &worldFromB, 0, &cache)
		depth = max(depth, m.depth())
	}
	return depth
}

// depth is that of the deepest point, 0 where no point is inside.
func (m *manifold) depth() float64 {
	d := 0.0
	for i := range m.count {
		d = max(d, -m.points[i].separation)
	}
	return d
}

// solidSolid returns the nearest points of two convex shapes, in the frame of a.
func solidSolid(a, b *Shape, aFromB *geom.Transform) nearest {
	near := gjk(a, b, aFromB)
	ra, rb := a.convexRadius(), b.convexRadius()
	if near.distance == 0 || ra+rb == 0 {
		return near
	}
	n := near.b.Sub(near.a).Scale(1 / near.distance)
	d := near.distance - ra - rb
	near.a = near.a.AddScaled(ra, n)
	if d > 0 {
		return nearest{d, near.a, near.b.AddScaled(-rb, n)}
	}
	// Along n, from the surface of a, there is a from -2*ra to 0 at least, and b from d to d+2*rb.
	p := near.a.AddScaled(float64(0.5*(max(d, -2*ra)+min(0, d+2*rb))), n)
	return nearest{0, p, p}
}

// meshSolid puts the nearest points of a mesh and a convex shape, in the frame of the mesh, into near, if they are nearer
// than what that holds. Of triangles that are equally near the one that the tree has first counts.
func meshSolid(near *nearest, m *triMesh, b *Shape, meshFromB *geom.Transform) {
	box := boxOf(&b.bounds, meshFromB)
	var stack [meshDepth]int32
	for n := 1; n > 0 && near.distance > 0; {
		n--
		at := stack[n]
		node := &m.nodes[at]
		if boxDistance(&node.box, &box) >= near.distance {
			continue
		}
		if node.count == 0 {
			first, second := at+1, node.first
			if boxDistance(&m.nodes[second].box, &box) < boxDistance(&m.nodes[first].box, &box) {
				first, second = second, first
			}
			stack[n], stack[n+1] = second, first
			n += 2
			continue
		}
		for _, i := range m.order[node.first : node.first+node.count] {
			p, q, r := m.corners(int(i))
			corners := [3]geom.Vec3{p, q, r}
			h := hull{vertices: corners[:], center: p}
			t := Shape{kind: kindHull, hull: &h}
			if found := solidSolid(&t, b, meshFromB); found.distance < near.distance {
				*near = found
			}
		}
	}
}

// meshMesh returns the nearest points of two meshes, in the frame of a.
func meshMesh(a *Shape, worldFromA *geom.Transform, b *Shape, worldFromB *geom.Transform) nearest {
	aFromB := worldFromA.RigidInverse().Mul(*worldFromB)
	near := nearest{distance: math.Inf(1)}
	for i := range b.mesh.triangles {
		p, q, r := b.mesh.corners(i)
		corners := [3]geom.Vec3{p, q, r}
		h := hull{vertices: corners[:], center: p}
		t := Shape{kind: kindHull, hull: &h, bounds: geom.Bounds(corners[:])}
		meshSolid(&near, a.mesh, &t, &aFromB)
	}
	return near
}
