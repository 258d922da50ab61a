// Package geom is the leaf mathematics of the house: vectors, rotations, affine maps, boxes and rays in float64.
//
// The world is right-handed with +Z up, in meters and radians. Matrices act on column vectors (M*v). Every sum of
// products is written with explicit float64 conversions, so that no compiler may fuse it and the same inputs give the
// same bits on every processor.
package geom

import "math"

// Vec3 is a point or direction in a frame that the holder names.
type Vec3 struct{ X, Y, Z float64 }

// V is short for Vec3{x, y, z}. The conversions round products among the arguments, so that a sum into which V is inlined
// cannot fuse them.
func V(x, y, z float64) Vec3 { return Vec3{float64(x), float64(y), float64(z)} }

func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec3) Neg() Vec3       { return Vec3{-a.X, -a.Y, -a.Z} }

// Scale returns s*a. The conversions keep a caller into which it is inlined from fusing the products with a sum.
func (a Vec3) Scale(s float64) Vec3 {
	return Vec3{float64(a.X * s), float64(a.Y * s), float64(a.Z * s)}
}

// AddScaled returns a + s*b.
func (a Vec3) AddScaled(s float64, b Vec3) Vec3 {
	return Vec3{a.X + float64(s*b.X), a.Y + float64(s*b.Y), a.Z + float64(s*b.Z)}
}

// Mul is the product by component.
func (a Vec3) Mul(b Vec3) Vec3 {
	return Vec3{float64(a.X * b.X), float64(a.Y * b.Y), float64(a.Z * b.Z)}
}

// Dot sums the x, y and z terms in that order.
func (a Vec3) Dot(b Vec3) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z) }

func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{
		float64(a.Y*b.Z) - float64(a.Z*b.Y),
		float64(a.Z*b.X) - float64(a.X*b.Z),
		float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

func (a Vec3) Len2() float64 { return a.Dot(a) }
func (a Vec3) Len() float64  { return math.Sqrt(a.Dot(a)) }

// Unit returns a with length 1, or the zero vector when a is zero.
func (a Vec3) Unit() Vec3 {
	l := a.Len()
	if l == 0 {
		return Vec3{}
	}
	return Vec3{a.X / l, a.Y / l, a.Z / l}
}

// Lerp returns a + t*(b-a).
func (a Vec3) Lerp(b Vec3, t float64) Vec3 { return a.AddScaled(t, b.Sub(a)) }

func (a Vec3) Min(b Vec3) Vec3 { return Vec3{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }
func (a Vec3) Max(b Vec3) Vec3 { return Vec3{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// At returns component i: 0 is X, 1 is Y, 2 is Z.
func (a Vec3) At(i int) float64 {
	switch i {
	case 0:
		return a.X
	case 1:
		return a.Y
	case 2:
		return a.Z
	}
	panic("geom: component out of range")
}

// IsFinite reports whether no component is NaN or infinite.
func (a Vec3) IsFinite() bool {
	return !math.IsNaN(a.X-a.X) && !math.IsNaN(a.Y-a.Y) && !math.IsNaN(a.Z-a.Z)
}

// Basis returns two unit vectors that make a right-handed frame (t, b, n) with the unit vector n.
// Duff et al. 2017, "Building an Orthonormal Basis, Revisited", listing 3.
func Basis(n Vec3) (t, b Vec3) {
	s := math.Copysign(1, n.Z)
	a := -1 / (s + n.Z)
	c := float64(float64(n.X*n.Y) * a)
	t = Vec3{1 + float64(float64(s*n.X*n.X)*a), float64(s * c), float64(-s * n.X)}
	b = Vec3{c, s + float64(float64(n.Y*n.Y)*a), -n.Y}
	return t, b
}
