package physics

import (
	"testing"

	"mereo/engine/geom"
)

// One step of 20 small things on joints: pendulums, double pendulums, carts on a floor.
func BenchmarkSmallJoints(b *testing.B) {
	y := facing(geom.V(0, 1, 0))
	rods := func(b *testing.B, w *World, n int) {
		for range 20 {
			def := JointDef{Kind: Hinge, A: anchorBody(b, w), AFrame: Pose{Rotation: y}, BFrame: Pose{geom.V(-0.25, 0, 0), y}}
			for i := range n {
				def.B = addBody(b, w, BodyDef{Mass: solidBox(1, geom.V(0.25, 0.02, 0.02)), Pose: placed(0.25+0.5*float64(i), 0, 0)})
				addJoint(b, w, def)
				def.A, def.AFrame.Position = def.B, geom.V(0.25, 0, 0)
			}
		}
	}
	for _, c := range []struct {
		name  string
		build func(b *testing.B, w *World)
	}{
		{"pendulum", func(b *testing.B, w *World) { rods(b, w, 1) }},
		{"double", func(b *testing.B, w *World) { rods(b, w, 2) }},
		{"cart", func(b *testing.B, w *World) {
			ground(b, w, 1)
			cart(b, w, JointDef{})
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := earth(b)
			c.build(b, w)
			for b.Loop() {
				w.Step(jointDt)
			}
		})
	}
}
