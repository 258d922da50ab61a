package geom

import "math"

// AABB is the box of points p with Min <= p <= Max in each component. EmptyAABB contains nothing.
type AABB struct{ Min, Max Vec3 }

// EmptyAABB is the neutral element of Union and Grow.
func EmptyAABB() AABB {
	i := math.Inf(1)
	return AABB{V(i, i, i), V(-i, -i, -i)}
}

// Bounds returns the smallest box around the points.
func Bounds(points []Vec3) AABB {
	b := EmptyAABB()
	for _, p := range points {
		b = b.Grow(p)
	}
	return b
}

func (b AABB) Grow(p Vec3) AABB     { return AABB{b.Min.Min(p), b.Max.Max(p)} }
func (b AABB) Union(c AABB) AABB    { return AABB{b.Min.Min(c.Min), b.Max.Max(c.Max)} }
func (b AABB) Pad(d float64) AABB   { return AABB{b.Min.Sub(V(d, d, d)), b.Max.Add(V(d, d, d))} }
func (b AABB) Empty() bool          { return b.Min.X > b.Max.X }
func (b AABB) Size() Vec3           { return b.Max.Sub(b.Min) }
func (b AABB) Center() Vec3         { return b.Min.Lerp(b.Max, 0.5) }
func (b AABB) Contains(p Vec3) bool { return b.Min.Min(p) == b.Min && b.Max.Max(p) == b.Max }

// Overlaps reports whether the closed boxes share a point.
func (b AABB) Overlaps(c AABB) bool {
	return b.Min.X <= c.Max.X && c.Min.X <= b.Max.X && b.Min.Y <= c.Max.Y && c.Min.Y <= b.Max.Y && b.Min.Z <= c.Max.Z && c.Min.Z <= b.Max.Z
}

// Corner returns corner i of 8; bit 0, 1, 2 of i choose the maximum in x, y, z.
func (b AABB) Corner(i int) Vec3 {
	p := b.Min
	if i&1 != 0 {
		p.X = b.Max.X
	}
	if i&2 != 0 {
		p.Y = b.Max.Y
	}
	if i&4 != 0 {
		p.Z = b.Max.Z
	}
	return p
}

// Transformed returns the box around the mapped corners.
func (b AABB) Transformed(t Transform) AABB {
	c := EmptyAABB()
	if b.Empty() {
		return c
	}
	for i := range 8 {
		c = c.Grow(t.Point(b.Corner(i)))
	}
	return c
}
