package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// shapeOf takes what a constructor returns.
func shapeOf(t testing.TB) func(*Shape, error) *Shape {
	return func(s *Shape, err error) *Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// touch collides two shapes without a memory.
func touch(a *Shape, ta geom.Transform, b *Shape, tb geom.Transform, margin float64) manifold {
	var m manifold
	var c pairCache
	collide(&m, a, &ta, b, &tb, margin, &c)
	return m
}

// hasPoint reports whether a point of m lies within 1e-12 of p, with the separation s.
func hasPoint(m *manifold, p geom.Vec3, s float64) bool {
	for _, q := range m.points[:m.count] {
		if q.at.Sub(p).Len() < 1e-12 && math.Abs(q.separation-s) < 1e-12 {
			return true
		}
	}
	return false
}

func wantManifold(t *testing.T, m *manifold, normal geom.Vec3, separation float64, points ...geom.Vec3) {
	t.Helper()
	if m.count != len(points) {
		t.Fatalf("%d points %v, want %d", m.count, m.points[:m.count], len(points))
	}
	if m.normal.Sub(normal).Len() > 1e-12 {
		t.Errorf("normal %v, want %v", m.normal, normal)
	}
	for _, p := range points {
		if !hasPoint(m, p, separation) {
			t.Errorf("no point at %v with separation %v, have %v", p, separation, m.points[:m.count])
		}
	}
}

// Patches that can be drawn by hand: 1 mm deep, so that the points lie 0.5 mm below the lower surface.
func TestKnownPatches(t *testing.T) {
	floor := shapeOf(t)(NewBox(geom.V(20, 20, 0.5)))
	box := shapeOf(t)(NewBox(geom.V(0.1, 0.2, 0.3)))
	sphere := shapeOf(t)(NewSphere(0.1))
	capsule := shapeOf(t)(NewCapsule(0.2, 0.1))
	cylinder := shapeOf(t)(NewCylinder(0.2, 0.1))
	wide := shapeOf(t)(NewCylinder(0.1, 1))
	slab := shapeOf(t)(NewHull(pillar(16, 0.05, 0.3)))
	lying := geom.RotX(math.Pi / 2)
	up := geom.V(0, 0, 1)
	const top, s, z = 0.5, -0.001, 0.4995
	at := func(m geom.Mat3, x, y, z float64) geom.Transform { return geom.Transform{M: m, T: geom.V(x, y, z)} }

	t.Run("box on floor", func(t *testing.T) {
		m := touch(floor, geom.Identity, box, at(geom.Identity3, 3, 4, top+0.3+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(2.9, 3.8, z), geom.V(3.1, 3.8, z), geom.V(2.9, 4.2, z), geom.V(3.1, 4.2, z))
	})
	t.Run("box near floor", func(t *testing.T) {
		m := touch(floor, geom.Identity, box, at(geom.Identity3, 3, 4, top+0.3+0.002), 0.005)
		wantManifold(t, &m, up, 0.002, geom.V(2.9, 3.8, top+0.001), geom.V(3.1, 3.8, top+0.001), geom.V(2.9, 4.2, top+0.001),
			geom.V(3.1, 4.2, top+0.001))
	})
	t.Run("box over the edge of a box", func(t *testing.T) {
		m := touch(box, geom.Identity, box, at(geom.Identity3, 0.15, 0, 0.6+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0.05, -0.2, 0.2995), geom.V(0.1, -0.2, 0.2995), geom.V(0.05, 0.2, 0.2995),
			geom.V(0.1, 0.2, 0.2995))
	})
	t.Run("box on its edge", func(t *testing.T) {
		turn := geom.RotY(math.Pi / 4)
		h := (0.1 + 0.3) / math.Sqrt2
		m := touch(floor, geom.Identity, box, at(turn, 0, 0, top+h+s), 0.005)
		x := (0.1 - 0.3) / math.Sqrt2 * -1
		if m.points[0].at.X < 0 {
			x = -x
		}
		wantManifold(t, &m, up, s, geom.V(x, -0.2, z), geom.V(x, 0.2, z))
	})
	t.Run("crossed edges", func(t *testing.T) {
		// Two boxes on their edges, one along x and one along y.
		cube := shapeOf(t)(NewBox(geom.V(0.1, 0.1, 0.1)))
		m := touch(cube, at(geom.RotX(math.Pi/4), 0, 0, 0), cube, at(geom.RotY(math.Pi/4), 0.01, 0.02, 0.2*math.Sqrt2+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0.01, 0, 0.1*math.Sqrt2+s/2))
	})
	t.Run("corner to corner", func(t *testing.T) {
		// Apart along the diagonal: no face or edge has the distance.
		m := touch(box, geom.Identity, box, at(geom.Identity3, 0.201, 0.401, 0.601), 0.005)
		n := geom.V(1, 1, 1).Unit()
		wantManifold(t, &m, n, 0.001*math.Sqrt(3), geom.V(0.1005, 0.2005, 0.3005))
	})
	t.Run("box inside a prism", func(t *testing.T) {
		m := touch(slab, geom.Identity, box, at(geom.Identity3, 0, 0, 0.05+0.3+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(-0.1, -0.2, 0.0495), geom.V(0.1, -0.2, 0.0495), geom.V(-0.1, 0.2, 0.0495),
			geom.V(0.1, 0.2, 0.0495))
	})
	t.Run("sphere on floor", func(t *testing.T) {
		m := touch(floor, geom.Identity, sphere, at(geom.Identity3, 3, 4, top+0.1+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(3, 4, z))
	})
	t.Run("sphere in a box", func(t *testing.T) { // out through the nearest face
		m := touch(box, geom.Identity, sphere, at(geom.Identity3, 0.09, 0.1, 0), 0.005)
		wantManifold(t, &m, geom.V(1, 0, 0), -0.11, geom.V(0.045, 0.1, 0))
	})
	t.Run("capsule lying", func(t *testing.T) {
		m := touch(floor, geom.Identity, capsule, at(lying, 3, 4, top+0.1+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(3, 3.8, z), geom.V(3, 4.2, z))
	})
	t.Run("capsule standing", func(t *testing.T) {
		m := touch(floor, geom.Identity, capsule, at(geom.Identity3, 3, 4, top+0.3+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(3, 4, z))
	})
	t.Run("capsule on capsule", func(t *testing.T) {
		m := touch(capsule, geom.Identity, capsule, at(geom.Identity3, 0.2+s, 0, 0.1), 0.005)
		wantManifold(t, &m, geom.V(1, 0, 0), s, geom.V(0.0995, 0, -0.1), geom.V(0.0995, 0, 0.2))
		m = touch(capsule, geom.Identity, capsule, at(lying, 0.2+s, 0.1, 0.1), 0.005)
		wantManifold(t, &m, geom.V(1, 0, 0), s, geom.V(0.0995, 0, 0.1))
	})
	t.Run("capsule over the edge of a box", func(t *testing.T) {
		m := touch(box, geom.Identity, capsule, at(lying, 0, 0.15, 0.3+0.1+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0, -0.05, 0.2995), geom.V(0, 0.2, 0.2995))
	})
	t.Run("cylinder lying", func(t *testing.T) {
		m := touch(floor, geom.Identity, cylinder, at(lying, 3, 4, top+0.1+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(3, 3.8, z), geom.V(3, 4.2, z))
	})
	t.Run("cylinder standing", func(t *testing.T) {
		m := touch(floor, geom.Identity, cylinder, at(geom.Identity3, 3, 4, top+0.2+s), 0.005)
		var rim []geom.Vec3
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			rim = append(rim, geom.V(3+0.1*cos, 4+0.1*sin, z))
		}
		wantManifold(t, &m, up, s, rim...)
	})
	t.Run("leg on a cylinder", func(t *testing.T) {
		m := touch(wide, geom.Identity, box, at(geom.Identity3, 0.3, 0, 0.1+0.3+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0.2, -0.2, 0.0995), geom.V(0.4, -0.2, 0.0995), geom.V(0.2, 0.2, 0.0995),
			geom.V(0.4, 0.2, 0.0995))
	})
	t.Run("cylinder over the edge", func(t *testing.T) {
		// Half of the rim, and the ends of the edge in the circle.
		m := touch(floor, geom.Identity, cylinder, at(geom.RotZ(math.Pi/8), 20, 4, top+0.2+s), 0.005)
		if m.count != 6 || !hasPoint(&m, geom.V(20, 3.9, z), s) || !hasPoint(&m, geom.V(20, 4.1, z), s) {
			t.Errorf("points %v, want four on the rim and where it crosses the edge", m.points[:m.count])
		}
	})
	t.Run("cylinder on cylinder", func(t *testing.T) {
		m := touch(cylinder, geom.Identity, cylinder, at(lying, 0, 0.05, 0.3+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0, -0.1, 0.1995), geom.V(0, 0.1, 0.1995))
		m = touch(cylinder, at(lying, 0, 0, 0), cylinder, at(lying, 0.2+s, 0.3, 0), 0.005)
		wantManifold(t, &m, geom.V(1, 0, 0), s, geom.V(0.0995, 0.1, 0), geom.V(0.0995, 0.2, 0))
		m = touch(cylinder, at(lying, 0, 0, 0), cylinder, at(geom.RotY(math.Pi/2), 0.1, 0.1, 0.2+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0, 0.1, 0.0995))
		m = touch(cylinder, geom.Identity, cylinder, at(geom.Identity3, 0.1, 0, 0.4+s), 0.005)
		if h := 0.05 * math.Sqrt(3); m.count < 4 || !hasPoint(&m, geom.V(0.05, h, 0.1995), s) || !hasPoint(&m, geom.V(0.05, -h, 0.1995), s) {
			t.Errorf("points %v, want a lens with the corners %v", m.points[:m.count], geom.V(0.05, h, 0.1995))
		}
	})
	t.Run("edge along a cylinder", func(t *testing.T) {
		m := touch(cylinder, at(lying, 0, 0, 0), box, at(geom.RotY(math.Pi/4), 0.1*math.Sqrt2, 0, 0.1+0.2*math.Sqrt2+s), 0.005)
		wantManifold(t, &m, up, s, geom.V(0, -0.2, 0.0995), geom.V(0, 0.2, 0.0995))
	})
}

// A cylinder on its rim has its lowest point exactly, whatever its roll, and the normal of the floor.
func TestTiltedCylinder(t *testing.T) {
	floor := shapeOf(t)(NewBox(geom.V(20, 20, 0.5)))
	const h, r, depth = 0.2, 0.1, 0.001
	cylinder := shapeOf(t)(NewCylinder(h, r))
	for _, tiltDeg := range []float64{1e-6, 1e-3, 0.1, 1, 5, 20, 44, 46, 70, 80, 89, 89.999, 90} {
		var ids []uint32
		for roll := range 40 {
			tilt := tiltDeg * math.Pi / 180
			sin, cos := math.Sincos(tilt)
			turn := geom.RotZ(0.3).Mul(geom.RotY(tilt)).Mul(geom.RotZ(0.01 + 0.16*float64(roll)))
			at := geom.Transform{M: turn, T: geom.V(1, 2, 0.5+h*cos+r*sin-depth)}
			m := touch(floor, geom.Identity, cylinder, at, 0.005)
			if m.normal.Sub(geom.V(0, 0, 1)).Len() > 1e-15 {
				t.Fatalf("%v degrees: normal %v", tiltDeg, m.normal)
			}
			want := geom.V(1, 2, 0.5-depth/2).Add(geom.RotZ(0.3).MulVec(geom.V(r*cos-h*sin, 0, 0)))
			low := 0
			for i := range m.count {
				if m.points[i].separation < m.points[low].separation {
					low = i
				}
			}
			// Nearly upright the rest of the rim is as low, and points stay with the cylinder.
			tolSeparation, tolPlace := 1e-12, 1e-12
			if tiltDeg < 0.06 {
				tolSeparation, tolPlace = 8e-6*r, 2*r
			}
			if got := m.points[low].separation; math.Abs(got+depth) > tolSeparation {
				t.Errorf("%v degrees, roll %d: lowest point at %v, want %v", tiltDeg, roll, got, -depth)
			}
			if got := m.points[low].at; tiltDeg < 90 && got.Sub(want).Len() > tolPlace {
				t.Errorf("%v degrees, roll %d: lowest point at %v, want %v", tiltDeg, roll, got, want)
			}
			if tiltDeg < 5 {
				continue
			}
			// Rolling changes no id.
			var now []uint32
			for _, p := range m.points[:m.count] {
				now = append(now, p.id)
			}
			if ids != nil && fmt.Sprint(ids) != fmt.Sprint(now) {
				t.Errorf("%v degrees, roll %d: ids %v, before %v", tiltDeg, roll, now, ids)
			}
			ids = now
		}
	}
}

// The patch moves with the pair.
func TestCollideMoved(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		for j, b := range all {
			for seed := range uint64(60) {
				rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
				ta, tb := near(rng, a.Shape, b.Shape, 0.03*(2*rng.Float64()-1))
				moved := geom.Transform{M: geom.AxisAngle(direction(rng), rng.Float64()), T: direction(rng).Scale(3)}
				m := touch(a.Shape, ta, b.Shape, tb, 0.01)
				n := touch(a.Shape, moved.Mul(ta), b.Shape, moved.Mul(tb), 0.01)
				if m.count == 0 && n.count == 0 {
					continue
				}
				if math.Abs(lowestPoint(&m)-lowestPoint(&n)) > 1e-9 {
					t.Errorf("%s-%s, seed %d: separation %g, moved %g", a.name, b.name, seed, lowestPoint(&m), lowestPoint(&n))
				}
			}
		}
	}
}

// Exchanged shapes give the same normal, the other way, and the same depth.
func TestCollideExchanged(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		for j, b := range all {
			for seed := range uint64(60) {
				rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
				ta, tb := near(rng, a.Shape, b.Shape, 0.03*(2*rng.Float64()-1))
				m := touch(a.Shape, ta, b.Shape, tb, 0.01)
				n := touch(b.Shape, tb, a.Shape, ta, 0.01)
				if m.count == 0 && n.count == 0 {
					continue
				}
				s, r := lowestPoint(&m), lowestPoint(&n)
				if math.Abs(s-r) > 5e-5+0.02*math.Abs(s) {
					t.Errorf("%s-%s, seed %d: separation %g, exchanged %g", a.name, b.name, seed, s, r)
				}
			}
		}
	}
}

// With a memory a pair that moves little by little, or by some millimeters, has almost the patch that it has without: the separations
// along the axis that is kept differ from the best by no more than twice what remember allows.
func TestCollideCached(t *testing.T) {
	all := solids(t)
	kept, incident, searched := 0, 0, 0
	for i, a := range all {
		for j, b := range all {
			for seed := range 40 * more {
				rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
				ta, tb := near(rng, a.Shape, b.Shape, 0.02*(2*rng.Float64()-1))
				fast := 1.0
				if seed >= 25 {
					fast = 80
				}
				v, w := direction(rng).Scale(4e-5*fast*rng.Float64()), direction(rng)
				speed := 1e-4 * fast * rng.Float64()
				var m manifold
				var cache pairCache
				for range 60 {
					before := cache
					collide(&m, a.Shape, &ta, b.Shape, &tb, 0.01, &cache)
					n := touch(a.Shape, ta, b.Shape, tb, 0.01)
					s, r := lowestPoint(&m), lowestPoint(&n)
					switch {
					case m.count == 0:
					case before.kind >= cacheFaceFirst && cache == before:
						kept++
					case before.kind >= cacheFaceFirst && cache.kind == before.kind && cache.featureA == before.featureA:
						incident++
					case fast == 1:
						searched++
					}
					if m.count > 0 && n.count == 0 && s < 0.01-2.1e-3 || n.count > 0 && m.count == 0 && r < 0.01-1e-6 ||
						m.count > 0 && n.count > 0 && math.Abs(s-r) > 2.1e-3 {
						t.Fatalf("%s-%s, seed %d: separation %g, without memory %g", a.name, b.name, seed, s, r)
					}
					tb.T = tb.T.Add(v)
					tb.M = geom.AxisAngle(w, speed).Mul(tb.M)
				}
			}
		}
	}
	if kept < searched/2 {
		t.Errorf("the memory was used %d times, and not %d times", kept, searched)
	}
	t.Logf("used %d times, tried with success %d times, searched %d times", kept, incident, searched)
}

// What is kept of a box that slides on a floor gives exactly the points of a full search.
func TestCachedSlide(t *testing.T) {
	floor := shapeOf(t)(NewBox(geom.V(20, 20, 0.5)))
	for _, b := range solids(t) {
		var m manifold
		var cache pairCache
		rng := rand.New(rand.NewPCG(1, 2))
		turn := geom.RotZ(0.4)
		if b.kind == kindCapsule || b.name == "pole" {
			turn = turn.Mul(geom.RotX(math.Pi / 2))
		}
		tb := geom.Transform{M: turn}
		tb.T = geom.V(1, 2, 0.5+extent(b.Shape, &tb, geom.V(0, 0, -1))-0.001)
		for step := range 200 {
			tb.T.X += 2e-4 * rng.Float64()
			tb.T.Z += 1e-5 * (rng.Float64() - 0.5)
			collide(&m, floor, &geom.Identity, b.Shape, &tb, 0.005, &cache)
			if n := touch(floor, geom.Identity, b.Shape, tb, 0.005); m != n {
				t.Fatalf("%s, step %d: %v, without memory %v", b.name, step, m, n)
			}
		}
	}
}

func TestCollideAllocates(t *testing.T) {
	all := solids(t)
	mesh := grid(t, 4, 0.3, func(x, y float64) float64 { return 0.1 * x * y })
	for i, a := range all {
		for j, b := range all {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			ta, tb := near(rng, a.Shape, b.Shape, -0.005)
			if n := testing.AllocsPerRun(10, func() {
				touch(a.Shape, ta, b.Shape, tb, 0.01)
				Distance(a.Shape, ta, b.Shape, tb)
			}); n != 0 {
				t.Errorf("%s-%s: %v allocations", a.name, b.name, n)
			}
		}
		var m manifold
		var c pairCache
		at := geom.Translate(geom.V(0.1, 0.1, 0.05))
		if n := testing.AllocsPerRun(10, func() {
			for k := range mesh.mesh.triangles {
				c = pairCache{}
				collideTriangle(&m, mesh, k, &geom.Identity, a.Shape, &at, 0.01, &c)
			}
			Distance(mesh, geom.Identity, a.Shape, at)
		}); n != 0 {
			t.Errorf("mesh-%s: %v allocations", a.name, n)
		}
	}
}

// Faces with many corners: as many as there is room for, and more.
func TestManyCorners(t *testing.T) {
	floor := shapeOf(t)(NewBox(geom.V(20, 20, 0.5)))
	for _, n := range []int{15, 21, 60, 150, 200, 500} {
		prism := shapeOf(t)(NewHull(pillar(n, 0.1, 0.3)))
		for _, tilt := range []float64{0, 1e-3} {
			turn := geom.RotY(tilt)
			at := geom.Transform{M: turn}
			at.T.Z = 0.5 + extent(prism, &at, geom.V(0, 0, -1)) - 0.001
			m := touch(floor, geom.Identity, prism, at, 0.005)
			if m.count < 6 || math.Abs(lowestPoint(&m)+0.001) > 1e-5 {
				t.Errorf("%d corners, tilt %g: %d points, separation %g, want 8, -0.001", n, tilt, m.count, lowestPoint(&m))
			}
			at.T.Z += 0.1 - 0.5
			at.T.X += 0.2
			m = touch(prism, geom.Identity, prism, at, 0.005)
			if m.count < 6 || lowestPoint(&m) > -0.001+0.6*tilt {
				t.Errorf("%d corners, tilt %g, on its like: %d points, separation %g, want 8, -0.001", n, tilt, m.count,
					lowestPoint(&m))
			}
		}
	}
}
