package geom

// Transform is the affine map p -> M*p + T. A variable is named destination-from-source: worldFromObject.
type Transform struct {
	M Mat3
	T Vec3
}

// Identity maps every point to itself.
var Identity = Transform{M: Identity3}

// Translate moves by t.
func Translate(t Vec3) Transform { return Transform{Identity3, t} }

// Point maps a position.
func (t Transform) Point(p Vec3) Vec3 { return t.M.MulVec(p).Add(t.T) }

// Dir maps a difference of positions.
func (t Transform) Dir(v Vec3) Vec3 { return t.M.MulVec(v) }

// Normal maps a surface normal by the inverse transpose and returns it with unit length.
func (t Transform) Normal(n Vec3) Vec3 {
	m := t.M
	// Columns of the cofactor matrix: no division, so a squashed axis does no harm.
	c := Mat3{m.Y.Cross(m.Z), m.Z.Cross(m.X), m.X.Cross(m.Y)}
	if m.Det() < 0 {
		n = n.Neg()
	}
	return c.MulVec(n).Unit()
}

// Mul returns t*u: u acts first. worldFromPart = worldFromObject.Mul(objectFromPart).
func (t Transform) Mul(u Transform) Transform { return Transform{t.M.Mul(u.M), t.Point(u.T)} }

// Inverse of any invertible map.
func (t Transform) Inverse() Transform {
	i := t.M.Inverse()
	return Transform{i, i.MulVec(t.T).Neg()}
}

// RigidInverse is Inverse for rotations and translations, without divisions.
func (t Transform) RigidInverse() Transform {
	i := t.M.Transpose()
	return Transform{i, i.MulVec(t.T).Neg()}
}

// Ray runs from Origin along Dir, which need not have unit length.
type Ray struct{ Origin, Dir Vec3 }

// At returns Origin + t*Dir.
func (r Ray) At(t float64) Vec3 { return r.Origin.AddScaled(t, r.Dir) }
