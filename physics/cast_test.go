package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// TestCastKnownAnswers: shapes that fall by 10 m on something at the origin, and some that go aslant.
func TestCastKnownAnswers(t *testing.T) {
	shape := shaped(t)
	ball, pill, brick, rod := shape(NewSphere(0.5)), shape(NewCapsule(0.5, 0.25)), shape(NewBox(geom.V(0.5, 0.3, 0.2))), shape(NewCylinder(0.4, 0.3))
	gem := shape(NewHull([]geom.Vec3{{X: 0.5}, {X: -0.5}, {Y: 0.5}, {Y: -0.5}, {Z: 0.5}, {Z: -0.5}}))
	sheet := shape(NewTriMesh([]geom.Vec3{{X: -2, Y: -2}, {X: 2, Y: -2}, {X: 2, Y: 2}, {X: -2, Y: 2}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}))
	down, up := geom.V(0, 0, -10), geom.V(0, 0, 1)
	aslant := geom.V(1, 0, 1).Unit()
	onSide := Pose{Rotation: geom.RotX(math.Pi / 2).Quat()}
	// A ball of 0.5 m that falls at x = d on a sphere or rod of radius r stops sqrt((0.5+r)^2-d^2) above its middle.
	over := func(r, d float64) float64 { return math.Sqrt((0.5+r)*(0.5+r) - d*d) }
	for _, c := range []struct {
		name   string
		moving *Shape
		turn   geom.Quat
		x      float64 // where it falls
		on     *Shape
		at     Pose
		want   float64 // height of the middle
		normal geom.Vec3
	}{
		{"ball, ball", ball, geom.Quat{}, 0.6, ball, Pose{}, over(0.5, 0.6), geom.V(0.6, 0, 0.8)},
		{"ball, capsule lying", ball, geom.Quat{}, 0.45, pill, onSide, over(0.25, 0.45), geom.V(0.6, 0, 0.8)},
		{"ball, capsule standing", ball, geom.Quat{}, 0, pill, Pose{}, 0.75 + 0.5, up},
		{"ball, box", ball, geom.Quat{}, 0.2, brick, Pose{}, 0.7, up},
		{"ball, edge of box", ball, geom.Quat{}, 0.8, brick, Pose{}, 0.2 + 0.4, geom.V(0.6, 0, 0.8)},
		{"ball, cylinder", ball, geom.Quat{}, 0.1, rod, Pose{}, 0.9, up},
		{"ball, rim of cylinder", ball, geom.Quat{}, 0.6, rod, Pose{}, 0.4 + 0.4, geom.V(0.6, 0, 0.8)},
		{"ball, cylinder lying", ball, geom.Quat{}, 0.48, rod, onSide, over(0.3, 0.48), geom.V(0.6, 0, 0.8)},
		{"ball, slope of hull", ball, geom.Quat{}, 0.25 + 0.5*aslant.X, gem, Pose{}, 0.25 + 0.5*aslant.Z, aslant},
		{"ball, mesh", ball, geom.Quat{}, 0.3, sheet, Pose{}, 0.5, up},
		{"box, box", brick, geom.Quat{}, 0.7, brick, Pose{}, 0.4, up},
		{"box on edge, mesh", brick, geom.RotX(math.Pi / 4).Quat(), 0.7, sheet, Pose{}, 0.5 * math.Sqrt2 / 2, up},
		{"capsule lying, ball", pill, onSide.Rotation, 0.6, ball, Pose{}, math.Sqrt(0.75*0.75 - 0.36), geom.V(0.8, 0, math.Sqrt(0.36))},
		{"cylinder, cylinder", rod, geom.Quat{}, 0.5, rod, Pose{}, 0.8, up},
		{"cylinders across", rod, geom.RotY(math.Pi / 2).Quat(), 0, rod, onSide, 0.6, up},
		{"hull, tip on box", gem, geom.Quat{}, 0.3, brick, Pose{}, 0.7, up},
		{"hull, tip on mesh", gem, geom.Quat{}, 0.3, sheet, Pose{}, 0.5, up},
		{"capsule standing, mesh", pill, geom.Quat{}, 0.3, sheet, Pose{}, 0.75, up},
		{"cylinder on its rim, mesh", rod, geom.RotY(math.Pi / 4).Quat(), 0.3, sheet, Pose{}, 0.7 * math.Sqrt2 / 2, up},
	} {
		w := newWorld(t, WorldDef{})
		id := addBody(t, w, BodyDef{Type: Static, Pose: c.at, Colliders: []Collider{{Shape: c.on}}})
		hit, ok := w.CastShape(c.moving, Pose{Position: geom.V(c.x, 0, 5), Rotation: c.turn}, down)
		if want := (5 - c.want) / 10; !ok || math.Abs(hit.T-want) > 1e-9 {
			t.Errorf("%s: T is %.12g (%t), want %.12g", c.name, hit.T, ok, want)
			continue
		}
		if c.name == "capsule lying, ball" {
			c.normal = geom.V(0.6, 0, math.Sqrt(0.75*0.75-0.36)).Unit()
		}
		if hit.Normal.Sub(c.normal).Len() > 1e-6 || hit.Shape != (ShapeRef{id, 0}) {
			t.Errorf("%s: normal %v of %v, want %v of %v", c.name, hit.Normal, hit.Shape, c.normal, id)
		}
		on := addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: hit.Point}, Colliders: []Collider{{Shape: shape(NewSphere(1e-5))}}})
		if d, _, _ := Distance(w.colliders[w.bodies[on.index].colliders[0]].shape, geom.Translate(hit.Point), c.on, c.at.Transform()); d > 1e-6 {
			t.Errorf("%s: the point is %g m off the surface", c.name, d)
		}
		if _, ok := w.CastShape(c.moving, Pose{Position: geom.V(c.x, 0, 5), Rotation: c.turn}, down.Scale(hit.T-1e-5)); ok {
			t.Errorf("%s: is met by what ends before it", c.name)
		}
	}
}

func TestCastEdgeCases(t *testing.T) {
	w := newWorld(t, WorldDef{})
	ball := shaped(t)(NewSphere(0.5))
	first := addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(3, 0, 0)}, Colliders: []Collider{{Shape: ball}}})
	addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(3, 0, 0)}, Colliders: []Collider{{Shape: ball}}})
	addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(5, 0, 0)}, Colliders: []Collider{{Shape: ball}}})
	east := geom.V(10, 0, 0)
	if hit, ok := w.CastShape(ball, Pose{}, east); !ok || hit.Shape.Body != first || math.Abs(hit.T-0.2) > 1e-9 {
		t.Errorf("of two at one place: got %+v, want the first at 0.2", hit)
	}
	if hit, ok := w.CastShape(ball, Pose{Position: geom.V(2.5, 0, 0)}, east); !ok || hit.T != 0 || hit.Normal != geom.V(-1, 0, 0) {
		t.Errorf("overlapping: got %+v, want T 0 and the normal against the way", hit)
	}
	for name, along := range map[string]geom.Vec3{
		"away": geom.V(-10, 0, 0), "past": geom.V(0, 10, 0), "nowhere": {}, "no way": geom.V(math.Inf(1), 0, 0), "too short": geom.V(1.99, 0, 0),
	} {
		if hit, ok := w.CastShape(ball, Pose{}, along); ok {
			t.Errorf("%s: got %+v, want nothing", name, hit)
		}
	}
	// Grazing: at 1 m less or more a hair beside the way.
	for _, y := range []float64{1 - 1e-6, 1 + 1e-6} {
		if _, ok := w.CastShape(ball, Pose{Position: geom.V(0, y, 0)}, east); ok != (y < 1) {
			t.Errorf("at y = %g: met: %t", y, ok)
		}
	}
}

// aim is a way towards the middle of some body, or a little short of it, or beyond.
func aim(w *World, r *rand.Rand, from geom.Vec3) geom.Vec3 {
	b := 1 + r.IntN(len(w.bodies)-1)
	return w.motions[b].center.Sub(from).Scale(0.7 + r.Float64())
}

// TestCastAgainstAll: among many shapes the cast stops where the distance to all of them is zero for the first time.
func TestCastAgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	w := queryWorld(t, r, 60)
	shape := shaped(t)
	moving := []*Shape{
		shape(NewSphere(0.3)), shape(NewCapsule(0.3, 0.2)), shape(NewBox(geom.V(0.3, 0.2, 0.1))), shape(NewCylinder(0.2, 0.3)),
		shape(NewHull([]geom.Vec3{{X: 0.4}, {X: -0.4}, {Y: 0.4}, {Y: -0.3}, {Z: 0.4}, {Z: -0.3}})),
	}
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	met := 0
	for n := range 400 {
		s := moving[n%len(moving)]
		from := Pose{geom.V(between(-8, 8), between(-8, 8), between(-8, 8)), geom.Quat{W: between(-1, 1), X: between(-1, 1), Y: between(-1, 1), Z: 0.1}.Unit()}
		along := aim(w, r, from.Position)
		nearest := func(share float64) (ClosestHit, bool) {
			at := from
			at.Position = at.Position.AddScaled(share, along)
			return w.Closest(s, at, 1)
		}
		hit, ok := w.CastShape(s, from, along)
		end := 1.0
		if ok {
			met++
			end = hit.T
			if c, ok := nearest(hit.T); !ok || c.Distance > castNear {
				t.Errorf("cast %d: at T = %g the nearest is %g m away", n, hit.T, c.Distance)
			}
		}
		for k := range 40 {
			if c, near := nearest(end*float64(k)/40 - 1e-7*float64(min(k, 1))); near && c.Distance == 0 && !(ok && hit.T == 0) {
				t.Errorf("cast %d: %v is overlapped at %g of the way to %g", n, c.Shape, float64(k)/40, end)
				break
			}
		}
	}
	if met < 100 {
		t.Errorf("%d casts met something, want 100", met)
	}
}

// TestRaysAreTinyBalls: a ball of a few micrometers meets what a ray meets.
func TestRaysAreTinyBalls(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	w := queryWorld(t, r, 60)
	dot := shaped(t)(NewSphere(2e-6))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	met := 0
	for n := range 400 {
		from := geom.V(between(-8, 8), between(-8, 8), between(-8, 8))
		along := aim(w, r, from)
		ray, ok := w.RayCast(geom.Ray{Origin: from, Dir: along}, 1)
		cast, okCast := w.CastShape(dot, Pose{Position: from}, along)
		if cast.T == 0 && okCast {
			continue // begins inside of something, which a ray does not see
		}
		if ok != okCast {
			t.Errorf("ray %d: met %t by the ray, %t by the ball", n, ok, okCast)
			continue
		}
		if !ok {
			continue
		}
		met++
		head := -ray.Normal.Dot(along) // the ball is earlier by its radius over the speed along the normal
		if d := (ray.T - cast.T) * head; cast.Shape != ray.Shape || d < -1e-9 || d > 2.1e-6 {
			t.Errorf("ray %d: the ray meets %v at %.9g, the ball %v at %.9g", n, ray.Shape, ray.T, cast.Shape, cast.T)
		}
	}
	if met < 100 {
		t.Errorf("%d rays met something, want 100", met)
	}
}
