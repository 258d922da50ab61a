//go:build cgo && linux

package pass

import (
	"math/rand/v2"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
)

// Every point of the floor that a box hides from a point of a lamp, or from a sun, lies inside of an outline.
func TestOutlinesHoldAllShadows(t *testing.T) {
	hidden, open := 0, 0
	for seed := range 20 {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		in := func(a, b float64) float64 { return a + r.Float64()*(b-a) }
		c := camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(9, in(-3, 3), in(5, 7)), geom.Vec3{}, geom.V(0, 0, 1)),
			Width:           320, Height: 240, FocalPx: 350, CenterX: 160, CenterY: 120, Near: 0.1, Far: 100,
		}
		f := &frame.Frame{Camera: c, Lights: []light.Area{{
			WorldFromLight: camera.LookAt(geom.V(in(-5, 5), in(-5, 5), in(4, 6)), geom.Vec3{}, geom.V(0, 0, 1)), Size: 1, PowerW: 100,
		}}, Suns: []light.Sun{{Dir: geom.V(in(-1, 1), in(-1, 1), -1).Unit(), Shadows: true}}}
		floor := geom.AABB{Min: geom.V(-30, -30, 0), Max: geom.V(30, 30, 0)}
		g := &Geometry{Prepared: &Prepared{bounds: floor, casts: []caster{{bounds: floor, flat: true, plane: geom.V(0, 0, 1), above: true}}}}
		for range 2 {
			at, s := geom.V(in(-3, 3), in(-3, 3), 0), in(0.3, 1)
			box := geom.AABB{Min: at.Sub(geom.V(s, s, 0)), Max: at.Add(geom.V(s, s, 2*s))}
			g.casts, g.bounds = append(g.casts, caster{bounds: box}), g.bounds.Union(box)
		}
		v := NewView(&c)
		outlines, ok := g.outlines(f, v)
		if !ok || len(outlines) != 4 {
			t.Fatalf("seed %d: got %d outlines (%v), want 4", seed, len(outlines), ok)
		}
		for range 4000 {
			p := geom.V(in(-5, 5), in(-5, 5), 0)
			x, y, _ := c.Project(p)
			inside := false
			for _, o := range outlines {
				inside = inside || o.holds(x, y)
			}
			to := f.Suns[0].Dir.Neg().Scale(50)
			if r.IntN(2) == 0 {
				l := &f.Lights[0]
				to = l.WorldFromLight.Point(geom.V(in(-0.5, 0.5), in(-0.5, 0.5), 0)).Sub(p)
			}
			switch dark := meetsBox(g.casts[1].bounds, p, to) || meetsBox(g.casts[2].bounds, p, to); {
			case dark:
				hidden++
				if !inside {
					t.Fatalf("seed %d: %v lies in a shadow and outside of all outlines", seed, p)
				}
			case !inside:
				open++
			}
		}
	}
	if hidden < 1000 || open < 10000 {
		t.Errorf("met %d points in shadows and %d outside of outlines, want at least 1000 and 10000", hidden, open)
	}
}

// holds reports whether a place lies inside of the polygon.
func (o polygon) holds(x, y float64) bool {
	left, right := true, true
	for i, b := range o {
		a := o[(i+len(o)-1)%len(o)]
		s := (b.x-a.x)*(y-a.y) - (b.y-a.y)*(x-a.x)
		left, right = left && s >= 0, right && s <= 0
	}
	return left || right
}

// meetsBox reports whether the segment from p to p + d meets the box (slabs).
func meetsBox(b geom.AABB, p, d geom.Vec3) bool {
	t0, t1 := 1e-6, 1.0
	for k := range 3 {
		u, w := (b.Min.At(k)-p.At(k))/d.At(k), (b.Max.At(k)-p.At(k))/d.At(k)
		t0, t1 = max(t0, min(u, w)), min(t1, max(u, w))
	}
	return t0 < t1
}

// Light that leaves the scene in several directions, and what stands beside the camera, have no outlines.
func TestOutlinesGiveUp(t *testing.T) {
	c := camera.Pinhole{
		WorldFromCamera: camera.LookAt(geom.V(9, 0, 6), geom.Vec3{}, geom.V(0, 0, 1)),
		Width:           320, Height: 240, FocalPx: 350, CenterX: 160, CenterY: 120, Near: 0.1, Far: 100,
	}
	for _, x := range []struct {
		name string
		lamp geom.Vec3
		box  geom.Vec3 // its middle
		want bool
	}{
		{"lamp above", geom.V(0, 0, 5), geom.V(0, 0, 1), true},
		{"lamp at the height of the box", geom.V(5, 0, 1), geom.V(0, 0, 1), false},
		{"box behind the camera", geom.V(14, 0, 9), geom.V(14, 0, 1), false},
	} {
		down := geom.Transform{M: geom.Identity3, T: x.lamp}
		f := &frame.Frame{Lights: []light.Area{{WorldFromLight: down, Size: 0.5}, {WorldFromLight: camera.LookAt(x.lamp, x.box, geom.V(0, 1, 0)), Size: 0.5}}}
		box := geom.AABB{Min: x.box.Sub(geom.V(1, 1, 1)), Max: x.box.Add(geom.V(1, 1, 1))}
		g := &Geometry{Prepared: &Prepared{bounds: geom.AABB{Min: geom.V(-30, -30, 0), Max: geom.V(30, 30, 9)}, casts: []caster{{bounds: box}}}}
		if _, got := g.outlines(f, NewView(&c)); got != x.want {
			t.Errorf("%s: outlines found: %v, want %v", x.name, got, x.want)
		}
	}
}
