package worlds

import (
	"testing"

	"mereo/engine/ref"
	"mereo/gen"
)

// BenchmarkPlan plans scenes of CLEVR.
func BenchmarkPlan(b *testing.B) {
	w := builtIn(b, "clevr")
	p, err := w.planner(gen.Job{Split: "train", Seed: 7})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := p.plan(b.Context(), i%200); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLook draws what a camera sees, with and without the ground.
func BenchmarkLook(b *testing.B) {
	w := builtIn(b, "clevr")
	p := plans(b, w, "train", 1)[0]
	for _, ground := range []bool{true, false} {
		s := w.scene(p)
		s.Camera = p.cameras[0].Pinhole
		if !ground {
			s.Backdrop = nil
		}
		b.Run(map[bool]string{true: "ground", false: "things"}[ground], func(b *testing.B) {
			for b.Loop() {
				ref.Draw(s.Frame())
			}
		})
	}
}
