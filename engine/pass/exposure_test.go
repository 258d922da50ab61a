package pass

import (
	"math"
	"testing"

	"mereo/engine/bvh"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// Each quarter of the lens, and each inner and outer half of its area, has its share of any 2^k sub-frames from the first.
func TestLensIsWellSpread(t *testing.T) {
	for seed := range uint64(20) {
		e := NewExposure(&frame.Frame{Seed: seed}, 32)
		for n := 8; n <= 32; n *= 2 {
			seen := map[[3]bool]int{}
			times := make([]int, n)
			for k := range n {
				p := onDisc(e.lens[k])
				r2 := p[0]*p[0] + p[1]*p[1]
				if r2 >= 1 {
					t.Fatalf("seed %d: point %v lies outside of the lens", seed, p)
				}
				seen[[3]bool{p[0] > 0, p[1] > 0, r2 > 0.5}]++
				times[int(e.times[k][0]*float64(n))]++
			}
			for part, got := range seen {
				if got != n/8 {
					t.Errorf("seed %d: of %d sub-frames %d look through part %v, want %d", seed, n, got, part, n/8)
				}
			}
			for i, got := range times {
				if got != 1 {
					t.Errorf("seed %d: %d of %d sub-frames are in span %d, want 1", seed, got, n, i)
				}
			}
		}
	}
}

// A lens that says nothing is focused on what the middle of the picture shows, at its distance along the axis.
func TestFocus(t *testing.T) {
	c := &camera.Pinhole{
		WorldFromCamera: camera.LookAt(geom.V(0, 0, 5), geom.Vec3{}, geom.V(0, 1, 0)),
		Width:           64, Height: 48, FocalPx: 60, CenterX: 2, CenterY: 24, Near: 0.1, Far: 50,
	} // the middle of the picture is 26.6 degrees off the axis
	tree := bvh.Build([]bvh.Triangle{{A: geom.V(-9, -9, 1), B: geom.V(9, -9, 1), C: geom.V(0, 9, 1)}})
	if got := focusOf(&frame.Lens{}, c, tree); math.Abs(got-4) > 1e-12 {
		t.Errorf("focus is %g, want 4", got)
	}
	if got := focusOf(&frame.Lens{Focus: 2}, c, tree); got != 2 {
		t.Errorf("focus is %g, want the lens's 2", got)
	}
	c.Far = 3
	if got := focusOf(&frame.Lens{}, c, tree); !math.IsInf(got, 1) {
		t.Errorf("focus is %g where nothing is seen, want infinity", got)
	}
}
