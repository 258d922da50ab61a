package physics

import (
	"testing"

	"mereo/engine/geom"
)

// lathe is a hull with rings of n corners, like a leg of a table.
func lathe(n, rings int, h, r float64) []geom.Vec3 {
	var p []geom.Vec3
	for k := range rings {
		f := float64(k) / float64(rings-1)
		for _, q := range pillar(n, 1, r*(0.7+0.3*4*f*(1-f))) {
			if q.Z > 0 {
				p = append(p, geom.V(q.X, q.Y, h*(2*f-1)))
			}
		}
	}
	return p
}

func BenchmarkCollide(b *testing.B) {
	must := func(s *Shape, err error) *Shape {
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	floor := must(NewBox(geom.V(20, 20, 0.5)))
	box := must(NewBox(geom.V(0.2, 0.3, 0.15)))
	hull32 := must(NewHull(lathe(8, 4, 0.2, 0.15)))
	drum := must(NewCylinder(0.1, 0.2))
	capsule := must(NewCapsule(0.25, 0.07))
	sphere := must(NewSphere(0.1))
	lying := geom.RotX(1.5707963267948966)
	tilted := geom.AxisAngle(geom.V(0.6, 0.8, 0), 0.01)
	for _, c := range []struct {
		name string
		a, b *Shape
		turn geom.Mat3
		at   geom.Vec3
	}{
		{"box on floor", floor, box, geom.RotZ(0.3), geom.V(1, 2, 0.649)},
		{"box on box", box, box, geom.RotZ(0.3), geom.V(0.1, 0.05, 0.299)},
		{"box tilted on box", box, box, geom.RotZ(0.3).Mul(geom.RotX(0.7)), geom.V(0.1, 0.05, 0.43)},
		{"hull on floor", floor, hull32, tilted, geom.V(1, 2, 0.699)},
		{"hull on box", box, hull32, tilted, geom.V(0.1, 0.1, 0.349)},
		{"hull on hull", hull32, hull32, tilted, geom.V(0.03, 0.02, 0.399)},
		{"drum standing", floor, drum, geom.RotZ(1), geom.V(1, 2, 0.599)},
		{"drum lying", floor, drum, lying, geom.V(1, 2, 0.699)},
		{"drum on hull", hull32, drum, lying, geom.V(0, 0, 0.399)},
		{"capsule on floor", floor, capsule, lying, geom.V(1, 2, 0.569)},
		{"sphere on floor", floor, sphere, geom.Identity3, geom.V(1, 2, 0.599)},
		{"sphere on hull", hull32, sphere, geom.Identity3, geom.V(0, 0, 0.299)},
		{"box apart", box, box, geom.RotZ(0.3), geom.V(0.1, 0.05, 0.33)},
		{"hull apart", floor, hull32, tilted, geom.V(1, 2, 0.73)},
		{"corner to corner", box, box, geom.Identity3, geom.V(0.401, 0.601, 0.301)},
		{"drum at drum", drum, drum, lying, geom.V(0.15, 0.1, 0.2)},
	} {
		wa, wb := geom.Identity, geom.Transform{M: c.turn, T: c.at}
		var m manifold
		b.Run(c.name+"/full", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				cache := pairCache{}
				collide(&m, c.a, &wa, c.b, &wb, 0.005, &cache)
			}
			b.ReportMetric(float64(m.count), "points")
		})
		b.Run(c.name+"/cached", func(b *testing.B) {
			cache := pairCache{}
			for b.Loop() {
				collide(&m, c.a, &wa, c.b, &wb, 0.005, &cache)
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	all := solids(b)
	for _, c := range []struct{ i, j int }{{0, 0}, {0, 7}, {7, 7}, {4, 0}, {4, 5}} {
		b.Run(all[c.i].name+"-"+all[c.j].name, func(b *testing.B) {
			at := geom.Transform{M: geom.AxisAngle(geom.V(0.6, 0.8, 0), 1), T: geom.V(0.5, 0.4, 0.3)}
			for b.Loop() {
				Distance(all[c.i].Shape, geom.Identity, all[c.j].Shape, at)
			}
		})
	}
}

func BenchmarkCollideMesh(b *testing.B) {
	mesh := grid(b, 8, 0.25, func(x, y float64) float64 { return 0 })
	for _, s := range solids(b) {
		at := geom.Transform{M: geom.AxisAngle(geom.V(0.6, 0.8, 0), 0.01)}
		at.T = geom.V(0.05, 0.03, extent(s.Shape, &at, geom.V(0, 0, -1))-0.001)
		tris := mesh.mesh.query(boxOf(&s.bounds, &at), nil)
		for _, mode := range []string{"full", "cached"} {
			b.Run(s.name+"/"+mode, func(b *testing.B) {
				caches := make([]pairCache, len(tris))
				var m manifold
				for b.Loop() {
					for k, i := range tris {
						if mode == "full" {
							caches[k] = pairCache{}
						}
						collideTriangle(&m, mesh, int(i), &geom.Identity, s.Shape, &at, 0.005, &caches[k])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tris)), "ns/triangle")
			})
		}
	}
}
