package physics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mereo/engine/geom"
)

// massOff is how much two masses differ: of mass and inertia as a share, of the center in meters.
func massOff(a, b MassProperties) float64 {
	scale := b.Inertia.X.X + b.Inertia.Y.Y + b.Inertia.Z.Z
	i := a.Inertia.X.Sub(b.Inertia.X).Len() + a.Inertia.Y.Sub(b.Inertia.Y).Len() + a.Inertia.Z.Sub(b.Inertia.Z).Len()
	return max(math.Abs(a.Mass-b.Mass)/b.Mass, a.Center.Sub(b.Center).Len(), i/scale)
}

// Round solids against the sum over thin discs: of radius r and mass m at the height z, a disc has the inertia m r^2/2
// about the axis and m (r^2/4 + z^2) across.
func TestMassOfRoundSolids(t *testing.T) {
	for _, c := range []struct {
		shape  *Shape
		half   float64
		radius func(z float64) float64
	}{
		{shaped(t)(NewSphere(0.7)), 0.7, func(z float64) float64 { return math.Sqrt(0.49 - z*z) }},
		{shaped(t)(NewCylinder(0.4, 0.3)), 0.4, func(float64) float64 { return 0.3 }},
		{shaped(t)(NewCapsule(0.8, 0.3)), 1.1, func(z float64) float64 {
			over := max(0, math.Abs(z)-0.8)
			return math.Sqrt(0.09 - over*over)
		}},
	} {
		const n = 200_000
		var want MassProperties
		for i := range n {
			z := c.half * (2*(float64(i)+0.5)/n - 1)
			r := c.radius(z)
			m := math.Pi * r * r * 2 * c.half / n
			want.Mass += m
			want.Inertia.X.X += m * (r*r/4 + z*z)
			want.Inertia.Z.Z += m * r * r / 2
		}
		want.Inertia.Y.Y = want.Inertia.X.X
		if off := massOff(c.shape.unit, want); off > 1e-8 {
			t.Errorf("%s: %+v, want %+v", c.shape.Kind(), c.shape.unit, want)
		}
	}
}

// A box, a box as a hull, and one cut in eight are the same, however they lie.
func TestMassOfBoxes(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		half := geom.V(0.01+r.Float64(), 0.01+r.Float64(), 0.01+r.Float64())
		box := shaped(t)(NewBox(half))
		m := 8 * half.X * half.Y * half.Z
		closed := MassProperties{Mass: m, Inertia: diagonal(
			m/3*(half.Y*half.Y+half.Z*half.Z), m/3*(half.X*half.X+half.Z*half.Z), m/3*(half.X*half.X+half.Y*half.Y))}
		if off := massOff(box.unit, closed); off > 1e-14 {
			t.Errorf("seed %d: box %+v, want %+v", seed, box.unit, closed)
		}
		q, d := randomTurn(r), randomVec(r)
		want := closed.Rotated(q).Translated(d)
		points := make([]geom.Vec3, 8)
		var parts []MassProperties
		small := shaped(t)(NewBox(half.Scale(0.5))).unit
		for i, v := range box.hull.vertices {
			points[i] = q.Rotate(v).Add(d)
			parts = append(parts, small.Translated(v.Scale(0.5)).Rotated(q).Translated(d))
		}
		if off := massOff(shaped(t)(NewHull(points)).unit, want); off > 1e-12 {
			t.Errorf("seed %d: as a hull %+v, want %+v", seed, shaped(t)(NewHull(points)).unit, want)
		}
		if off := massOff(SumMasses(parts...), want); off > 1e-13 {
			t.Errorf("seed %d: in eight pieces %+v, want %+v", seed, SumMasses(parts...), want)
		}
	}
}

// Hulls against closed forms: a corner tetrahedron, and a cone by many sides.
func TestMassOfHulls(t *testing.T) {
	// The tetrahedron (0, x, y, z): volume 1/6, second moments 1/60 and 1/120 about the corner.
	h := mustHull(t, []geom.Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}})
	a, b := 2.0/60-2.0/6/16, -(1.0/120 - 1.0/6/16)
	inertia := geom.Mat3{X: geom.V(a, b, b), Y: geom.V(b, a, b), Z: geom.V(b, b, a)}
	want := MassProperties{1.0 / 6, geom.V(0.25, 0.25, 0.25), inertia}
	if got := h.mass(); massOff(got, want) > 1e-14 {
		t.Errorf("tetrahedron: %+v, want %+v", got, want)
	}

	// A cone of radius r and height h: its center at h/4, inertia 3/10 m r^2 and 3/80 m (4r^2 + h^2). n sides have
	// sin(2 pi/n)/(2 pi/n) of the area, so that r^2 is scaled to make up for it, and the second moment is off by 1/n^4.
	const n = 256
	x := 2 * math.Pi / n
	r2, height := 0.25*x/math.Sin(x), 1.5
	points := append(ringPoints(n, math.Sqrt(r2), 0), geom.V(0, 0, height))
	q, d := geom.AxisAngle(geom.V(1, 2, 3).Unit(), 1).Quat(), geom.V(1, -2, 3)
	for i, p := range points {
		points[i] = q.Rotate(p).Add(d)
	}
	m := math.Pi * 0.25 * height / 3
	across := 3.0 / 80 * m * (4*0.25 + height*height)
	want = MassProperties{m, geom.V(0, 0, height/4), diagonal(across, across, 0.3*m*0.25)}
	want = want.Rotated(q).Translated(d)
	if got := mustHull(t, points).mass(); massOff(got, want) > 1e-6 {
		t.Errorf("cone: %+v, want %+v", got, want)
	}
}

// Two balls on a rod without mass: the parallel axis theorem by hand.
func TestSumMasses(t *testing.T) {
	ball := shaped(t)(NewSphere(0.1)).unit
	two := ball.Scaled(2).Translated(geom.V(1, 0, 0))
	got := SumMasses(ball, two)
	m, i := 3*ball.Mass, 3*ball.Inertia.X.X
	reduced := 2.0 / 3 * ball.Mass
	want := MassProperties{m, geom.V(2.0/3, 0, 0), diagonal(i, i+reduced, i+reduced)}
	if off := massOff(got, want); off > 1e-14 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := SumMasses(); got != (MassProperties{}) {
		t.Errorf("the sum of nothing is %+v", got)
	}
}

// Overlapping colliders count twice, density scales, and poses turn and move.
func TestCompound(t *testing.T) {
	box := shaped(t)(NewBox(geom.V(0.1, 0.2, 0.3)))
	one, err := compound([]Collider{{Shape: box, Density: 600}})
	if err != nil {
		t.Fatal(err)
	}
	two, err := compound([]Collider{{Shape: box, Density: 300}, {Shape: box, Density: 300}})
	if err != nil {
		t.Fatal(err)
	}
	if off := massOff(two, one); off > 1e-14 || math.Abs(one.Mass-600*0.048) > 1e-12 {
		t.Errorf("two boxes in one place have %+v, want %+v", two, one)
	}
	q, d := geom.RotX(1).Mul(geom.RotZ(2)).Quat(), geom.V(1, -2, 3)
	ball := shaped(t)(NewSphere(3))
	moved, err := compound([]Collider{{Shape: box, Density: 600, Pose: Pose{d, q}}, {Shape: ball, Pose: Pose{Position: d}}})
	if err != nil {
		t.Fatal(err)
	}
	if off := massOff(moved, one.Rotated(q).Translated(d)); off > 1e-14 {
		t.Errorf("turned and moved, and with a ball without density: %+v, want %+v", moved, one.Rotated(q).Translated(d))
	}

	for _, c := range []struct {
		colliders []Collider
		want      string
	}{
		{nil, "mass of a dynamic body is 0 kg, want more than 0"},
		{[]Collider{{Shape: box}}, "mass of a dynamic body is 0 kg, want more than 0"},
		{[]Collider{{Shape: box, Density: 1}, {Shape: box, Density: -1}}, "collider 1: density is -1, want 0 or more"},
		{[]Collider{{Shape: box, Density: math.NaN()}}, "collider 0: density is NaN, want 0 or more"},
		{[]Collider{{Shape: box, Density: math.Inf(1)}}, "collider 0: density is +Inf, want 0 or more"},
		{[]Collider{{Shape: box, Density: 1}, {Shape: gridMesh(t, 1, nil), Density: 1}}, "collider 1: a triangle mesh has no mass"},
	} {
		if _, err := compound(c.colliders); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want %q", err, c.want)
		}
	}
}
