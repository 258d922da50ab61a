package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b Vec3, tolerance float64) bool { return a.Sub(b).Len() <= tolerance }

func anyVec(r *rand.Rand) Vec3 { return V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }

// anyRot is a rotation by any angle about any axis.
func anyRot(r *rand.Rand) Mat3 { return AxisAngle(anyVec(r).Unit(), 10*(r.Float64()-0.5)) }

// anyMap stretches by 0.1 to 3 along each axis, mirrors half of the time, turns before and after, and moves.
func anyMap(r *rand.Rand) Transform {
	stretch := Mat3{V(0.1+2.9*r.Float64(), 0, 0), V(0, 0.1+2.9*r.Float64(), 0), V(0, 0, 0.1+2.9*r.Float64())}
	if r.IntN(2) == 0 {
		stretch.X = stretch.X.Neg()
	}
	return Transform{anyRot(r).Mul(stretch).Mul(anyRot(r)), anyVec(r)}
}

func TestVectorsKnownAnswers(t *testing.T) {
	a, b := V(1, 2, 3), V(4, -5, 6)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"Add", a.Add(b), V(5, -3, 9)},
		{"Sub", a.Sub(b), V(-3, 7, -3)},
		{"Neg", a.Neg(), V(-1, -2, -3)},
		{"Scale", a.Scale(2), V(2, 4, 6)},
		{"AddScaled", a.AddScaled(2, b), V(9, -8, 15)},
		{"Mul", a.Mul(b), V(4, -10, 18)},
		{"Dot", a.Dot(b), 12.0},
		{"Cross", a.Cross(b), V(27, 6, -13)},
		{"Cross is right-handed", V(1, 0, 0).Cross(V(0, 1, 0)), V(0, 0, 1)},
		{"Len2", a.Len2(), 14.0},
		{"Len", V(3, 4, 12).Len(), 13.0},
		{"Unit", V(0, -4, 0).Unit(), V(0, -1, 0)},
		{"Unit of zero", Vec3{}.Unit(), Vec3{}},
		{"Lerp", a.Lerp(b, 0.5), V(2.5, -1.5, 4.5)},
		{"Min", a.Min(b), V(1, -5, 3)},
		{"Max", a.Max(b), V(4, 2, 6)},
		{"At", [3]float64{a.At(0), a.At(1), a.At(2)}, [3]float64{1, 2, 3}},
		{"IsFinite", a.IsFinite(), true},
		{"IsFinite of an infinite component", V(0, math.Inf(-1), 0).IsFinite(), false},
		{"IsFinite of a component that is no number", V(0, 0, math.NaN()).IsFinite(), false},
		{"Ray.At", Ray{a, b}.At(2), V(9, -8, 15)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestAtPanicsOutside(t *testing.T) {
	defer func() {
		if got, want := recover(), "geom: component out of range"; got != want {
			t.Errorf("At(3): got panic %v, want %q", got, want)
		}
	}()
	V(1, 2, 3).At(3)
}

func TestBasisIsARightHandedFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for i := range 20_000 {
		n := anyVec(r).Unit()
		switch i {
		case 0:
			n = V(0, 0, 1)
		case 1:
			n = V(0, 0, -1)
		case 2:
			n = V(1e-9, 0, -1).Unit() // where the formula divides by almost nothing
		case 3:
			n = V(0, 1, math.Copysign(0, -1))
		}
		tangent, b := Basis(n)
		m := Mat3{tangent, b, n}
		unit := m.Mul(m.Transpose())
		if !near(unit.X, V(1, 0, 0), 1e-14) || !near(unit.Y, V(0, 1, 0), 1e-14) || !near(unit.Z, V(0, 0, 1), 1e-14) || math.Abs(m.Det()-1) > 1e-14 {
			t.Fatalf("draw %d: basis of %v: got %v, %v", i, n, tangent, b)
		}
	}
}

func TestTurnsKnownAnswers(t *testing.T) {
	q := math.Pi / 2
	for _, c := range []struct {
		name      string
		got, want Vec3
	}{
		{"RotX turns y to z", RotX(q).MulVec(V(0, 1, 0)), V(0, 0, 1)},
		{"RotY turns z to x", RotY(q).MulVec(V(0, 0, 1)), V(1, 0, 0)},
		{"RotZ turns x to y", RotZ(q).MulVec(V(1, 0, 0)), V(0, 1, 0)},
		{"a third of a turn about the diagonal", AxisAngle(V(1, 1, 1).Unit(), 2*math.Pi/3).MulVec(V(1, 2, 3)), V(3, 1, 2)},
		{"the right factor acts first", RotX(q).Mul(RotZ(q)).MulVec(V(1, 0, 0)), V(0, 0, 1)},
		{"the right map acts first", Transform{RotZ(q), V(1, 0, 0)}.Mul(Translate(V(0, 2, 0))).Point(V(0, 0, 0)), V(-1, 0, 0)},
		{"directions are not moved", Translate(V(5, 5, 5)).Dir(V(1, 2, 3)), V(1, 2, 3)},
	} {
		if !near(c.got, c.want, 1e-15) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, a := range []float64{-3, 0.1, 2} {
		for _, c := range []struct{ got, want Mat3 }{
			{AxisAngle(V(1, 0, 0), a), RotX(a)}, {AxisAngle(V(0, 1, 0), a), RotY(a)}, {AxisAngle(V(0, 0, 1), a), RotZ(a)},
		} {
			if !near(c.got.X, c.want.X, 1e-15) || !near(c.got.Y, c.want.Y, 1e-15) || !near(c.got.Z, c.want.Z, 1e-15) {
				t.Errorf("AxisAngle by %g about an axis: got %v, want %v", a, c.got, c.want)
			}
		}
	}
}

func TestQuaternionRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	branches := map[string]int{}
	for i := range 20_000 {
		m := anyRot(r)
		if i%2 == 0 { // half turns and almost half turns, where W is next to 0
			m = AxisAngle(anyVec(r).Unit(), math.Pi+1e-7*r.NormFloat64()*float64(i%4))
		}
		q := m.Quat()
		if n := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z; math.Abs(n-1) > 1e-14 || q.W < 0 {
			t.Fatalf("draw %d: %v has squared length %v, want 1, and W is to be 0 or more", i, q, n)
		}
		back := q.Mat3()
		if !near(back.X, m.X, 1e-14) || !near(back.Y, m.Y, 1e-14) || !near(back.Z, m.Z, 1e-14) {
			t.Fatalf("draw %d: matrix %v became %v", i, m, back)
		}
		branches[largest(q)]++
	}
	for _, b := range []string{"W", "X", "Y", "Z"} {
		if branches[b] < 1000 {
			t.Errorf("%d draws had %s as the largest component, want at least 1000 of 20000", branches[b], b)
		}
	}
	s := math.Sqrt(0.5)
	for _, c := range []struct {
		m    Mat3
		want Quat
	}{
		{Identity3, Quat{W: 1}}, {RotZ(math.Pi / 2), Quat{s, 0, 0, s}}, {RotX(-math.Pi / 2), Quat{s, -s, 0, 0}},
		{RotY(3 * math.Pi / 2), Quat{s, 0, -s, 0}}, // not {-s, 0, s, 0}
	} {
		got := c.m.Quat()
		if math.Abs(got.W-c.want.W)+math.Abs(got.X-c.want.X)+math.Abs(got.Y-c.want.Y)+math.Abs(got.Z-c.want.Z) > 1e-15 {
			t.Errorf("quaternion of %v: got %v, want %v", c.m, got, c.want)
		}
	}
}

func largest(q Quat) string {
	name, best := "W", math.Abs(q.W)
	for _, c := range []struct {
		name string
		v    float64
	}{{"X", q.X}, {"Y", q.Y}, {"Z", q.Z}} {
		if math.Abs(c.v) > best {
			name, best = c.name, math.Abs(c.v)
		}
	}
	return name
}

func TestMapsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for i := range 5000 {
		f, g, p := anyMap(r), anyMap(r), anyVec(r)
		if got := f.Inverse().Point(f.Point(p)); !near(got, p, 1e-12) {
			t.Fatalf("draw %d: there and back: got %v, want %v", i, got, p)
		}
		if got, want := f.Mul(g).Point(p), f.Point(g.Point(p)); !near(got, want, 1e-12) {
			t.Fatalf("draw %d: product: got %v, want %v", i, got, want)
		}
		if got, want := f.M.Mul(g.M).Det(), f.M.Det()*g.M.Det(); math.Abs(got-want) > 1e-12*math.Max(1, math.Abs(want)) {
			t.Fatalf("draw %d: determinant of the product: got %v, want %v", i, got, want)
		}
		a, b := anyVec(r), anyVec(r)
		if got, want := f.M.MulVec(a).Dot(b), a.Dot(f.M.Transpose().MulVec(b)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("draw %d: the transpose moves the matrix to the other side of a product: got %v, want %v", i, got, want)
		}
	}
}

// A normal stays perpendicular to its surface and on its outer side, however the map stretches or mirrors.
func TestNormalStaysPerpendicular(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	mirrored := 0
	for i := range 5000 {
		f, n := anyMap(r), anyVec(r).Unit()
		u, v := Basis(n)
		got := f.Normal(n)
		if f.M.Det() < 0 {
			mirrored++
		}
		if math.Abs(got.Len()-1) > 1e-14 || math.Abs(got.Dot(f.Dir(u).Unit())) > 1e-13 || math.Abs(got.Dot(f.Dir(v).Unit())) > 1e-13 || got.Dot(f.Dir(n)) <= 0 {
			t.Fatalf("draw %d: normal %v under %v: got %v", i, n, f.M, got)
		}
	}
	if mirrored < 1000 || mirrored > 4000 {
		t.Errorf("%d of 5000 maps mirror, want about half", mirrored)
	}
	flat := Transform{M: Mat3{V(1, 0, 0), V(0, 1, 0), Vec3{}}}
	if got := flat.Normal(V(0, 0, 1)); got != V(0, 0, 1) {
		t.Errorf("normal of a plate under a map that squashes it: got %v, want (0, 0, 1)", got)
	}
}

func TestBoxes(t *testing.T) {
	b := Bounds([]Vec3{V(1, 5, 2), V(-1, 3, 8)})
	if b.Min != V(-1, 3, 2) || b.Max != V(1, 5, 8) {
		t.Fatalf("bounds: got %v", b)
	}
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"Size", b.Size(), V(2, 2, 6)},
		{"Center", b.Center(), V(0, 4, 5)},
		{"Pad", b.Pad(1), AABB{V(-2, 2, 1), V(2, 6, 9)}},
		{"Grow", b.Grow(V(3, 4, 0)), AABB{V(-1, 3, 0), V(3, 5, 8)}},
		{"Union with the empty box", b.Union(EmptyAABB()), b},
		{"Empty", b.Empty(), false},
		{"the empty box is empty", EmptyAABB().Empty(), true},
		{"bounds of nothing", Bounds(nil), EmptyAABB()},
		{"Contains a corner", b.Contains(V(1, 5, 8)), true},
		{"Contains a point outside in one axis", b.Contains(V(0, 4, 8.01)), false},
		{"the empty box contains nothing", EmptyAABB().Contains(V(0, 0, 0)), false},
		{"Overlaps a box that touches", b.Overlaps(AABB{V(1, 5, 8), V(9, 9, 9)}), true},
		{"Overlaps a box beside it", b.Overlaps(AABB{V(1.01, 3, 2), V(9, 9, 9)}), false},
		{"Overlaps the empty box", b.Overlaps(EmptyAABB()), false},
		{"Corner 0", b.Corner(0), b.Min},
		{"Corner 7", b.Corner(7), b.Max},
		{"Corner 5", b.Corner(5), V(1, 3, 8)},
		{"Transformed empty box", EmptyAABB().Transformed(Identity), EmptyAABB()},
		{"Transformed by a mirror", b.Transformed(Transform{Mat3{V(-1, 0, 0), V(0, 1, 0), V(0, 0, 1)}, V(0, 0, 1)}), AABB{V(-1, 3, 3), V(1, 5, 9)}},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(9, 0))
	for i := range 1000 {
		f, p := anyMap(r), b.Min.Add(V(r.Float64(), r.Float64(), r.Float64()).Mul(b.Size()))
		if !b.Transformed(f).Pad(1e-12).Contains(f.Point(p)) {
			t.Fatalf("draw %d: %v of the box is mapped out of the mapped box", i, p)
		}
	}
}

func TestEigen(t *testing.T) {
	// Eigenvectors (1,1,0) and (1,-1,0) over the root of two, and (0,0,1) between them.
	m := Mat3{V(2.5, -1.5, 0), V(-1.5, 2.5, 0), V(0, 0, 2)}
	values, vectors := m.Eigen()
	if values.Sub(V(1, 2, 4)).Len() > 1e-12 {
		t.Errorf("eigenvalues are %v, want 1, 2, 4", values)
	}
	h := math.Sqrt(0.5)
	for _, v := range [][2]Vec3{{vectors.X, V(h, h, 0)}, {vectors.Y, V(0, 0, 1)}, {vectors.Z, V(h, -h, 0)}} {
		if d := math.Abs(v[0].Dot(v[1])); math.Abs(d-1) > 1e-12 {
			t.Errorf("an eigenvector is %v, want %v or its opposite", v[0], v[1])
		}
	}
}
