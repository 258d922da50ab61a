package geom

import "math"

// Mat3 holds the three columns of a 3x3 matrix: the images of the unit axes.
type Mat3 struct{ X, Y, Z Vec3 }

// Identity3 is the unit matrix.
var Identity3 = Mat3{V(1, 0, 0), V(0, 1, 0), V(0, 0, 1)}

// MulVec returns m*v.
func (m Mat3) MulVec(v Vec3) Vec3 {
	return Vec3{
		float64(m.X.X*v.X) + float64(m.Y.X*v.Y) + float64(m.Z.X*v.Z),
		float64(m.X.Y*v.X) + float64(m.Y.Y*v.Y) + float64(m.Z.Y*v.Z),
		float64(m.X.Z*v.X) + float64(m.Y.Z*v.Y) + float64(m.Z.Z*v.Z),
	}
}

// Mul returns m*n: n acts first.
func (m Mat3) Mul(n Mat3) Mat3 { return Mat3{m.MulVec(n.X), m.MulVec(n.Y), m.MulVec(n.Z)} }

// Transpose is also the inverse of a rotation.
func (m Mat3) Transpose() Mat3 {
	return Mat3{V(m.X.X, m.Y.X, m.Z.X), V(m.X.Y, m.Y.Y, m.Z.Y), V(m.X.Z, m.Y.Z, m.Z.Z)}
}

func (m Mat3) Det() float64 { return m.X.Dot(m.Y.Cross(m.Z)) }

// Inverse divides by the determinant; a singular matrix gives infinities.
func (m Mat3) Inverse() Mat3 {
	d := 1 / m.Det()
	return Mat3{m.Y.Cross(m.Z).Scale(d), m.Z.Cross(m.X).Scale(d), m.X.Cross(m.Y).Scale(d)}.Transpose()
}

// RotX, RotY and RotZ turn by a radians about an axis, counter-clockwise seen from its tip.
func RotX(a float64) Mat3 {
	s, c := SinCos(a)
	return Mat3{V(1, 0, 0), V(0, c, s), V(0, -s, c)}
}

func RotY(a float64) Mat3 {
	s, c := SinCos(a)
	return Mat3{V(c, 0, -s), V(0, 1, 0), V(s, 0, c)}
}

func RotZ(a float64) Mat3 {
	s, c := SinCos(a)
	return Mat3{V(c, s, 0), V(-s, c, 0), V(0, 0, 1)}
}

// AxisAngle turns by a radians about the unit axis u (Rodrigues' formula).
func AxisAngle(u Vec3, a float64) Mat3 {
	s, c := SinCos(a)
	col := func(e Vec3) Vec3 {
		return e.Scale(c).Add(u.Cross(e).Scale(s)).Add(u.Scale(float64(u.Dot(e) * (1 - c))))
	}
	return Mat3{col(V(1, 0, 0)), col(V(0, 1, 0)), col(V(0, 0, 1))}
}

// Quat is a rotation; W, X, Y, Z, unit length. It is written with W >= 0.
type Quat struct{ W, X, Y, Z float64 }

// Quat returns the unit quaternion of the rotation m, with W >= 0.
// Shepperd 1978, "Quaternion from Rotation Matrix": divide by the largest component.
func (m Mat3) Quat() Quat {
	t := m.X.X + m.Y.Y + m.Z.Z
	var q Quat
	switch {
	case t >= m.X.X && t >= m.Y.Y && t >= m.Z.Z:
		q = Quat{1 + t, m.Y.Z - m.Z.Y, m.Z.X - m.X.Z, m.X.Y - m.Y.X}
	case m.X.X >= m.Y.Y && m.X.X >= m.Z.Z:
		q = Quat{m.Y.Z - m.Z.Y, 1 + m.X.X - m.Y.Y - m.Z.Z, m.Y.X + m.X.Y, m.Z.X + m.X.Z}
	case m.Y.Y >= m.Z.Z:
		q = Quat{m.Z.X - m.X.Z, m.Y.X + m.X.Y, 1 - m.X.X + m.Y.Y - m.Z.Z, m.Z.Y + m.Y.Z}
	default:
		q = Quat{m.X.Y - m.Y.X, m.Z.X + m.X.Z, m.Z.Y + m.Y.Z, 1 - m.X.X - m.Y.Y + m.Z.Z}
	}
	n := math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
	if q.W < 0 {
		n = -n
	}
	return Quat{q.W / n, q.X / n, q.Y / n, q.Z / n}
}

// Mat3 returns the rotation matrix of the unit quaternion q.
func (q Quat) Mat3() Mat3 {
	f := func(a, b float64) float64 { return float64(2 * a * b) }
	return Mat3{
		V(1-f(q.Y, q.Y)-f(q.Z, q.Z), f(q.X, q.Y)+f(q.W, q.Z), f(q.X, q.Z)-f(q.W, q.Y)),
		V(f(q.X, q.Y)-f(q.W, q.Z), 1-f(q.X, q.X)-f(q.Z, q.Z), f(q.Y, q.Z)+f(q.W, q.X)),
		V(f(q.X, q.Z)+f(q.W, q.Y), f(q.Y, q.Z)-f(q.W, q.X), 1-f(q.X, q.X)-f(q.Y, q.Y)),
	}
}

// Mul returns q*r: r turns first.
func (q Quat) Mul(r Quat) Quat {
	return Quat{
		float64(q.W*r.W) - float64(q.X*r.X) - float64(q.Y*r.Y) - float64(q.Z*r.Z),
		float64(q.W*r.X) + float64(q.X*r.W) + float64(q.Y*r.Z) - float64(q.Z*r.Y),
		float64(q.W*r.Y) - float64(q.X*r.Z) + float64(q.Y*r.W) + float64(q.Z*r.X),
		float64(q.W*r.Z) + float64(q.X*r.Y) - float64(q.Y*r.X) + float64(q.Z*r.W),
	}
}

// Conj is the inverse of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{q.W, -q.X, -q.Y, -q.Z} }

// Len is the length of q in four dimensions.
func (q Quat) Len() float64 {
	return math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
}

// Unit returns q with length 1, or the zero quaternion when q is zero. The sign stays.
func (q Quat) Unit() Quat {
	l := q.Len()
	if l == 0 {
		return Quat{}
	}
	return Quat{q.W / l, q.X / l, q.Y / l, q.Z / l}
}

// Rotate turns v.
func (q Quat) Rotate(v Vec3) Vec3 {
	// v + 2w(u x v) + 2u x (u x v) with u the vector part.
	u := Vec3{q.X, q.Y, q.Z}
	t := u.Cross(v).Scale(2)
	return v.AddScaled(q.W, t).Add(u.Cross(t))
}
