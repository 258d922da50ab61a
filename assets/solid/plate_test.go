package solid

import (
	"math"
	"testing"
)

func TestPlatesHaveHoles(t *testing.T) {
	grid := func() (holes []Outline) {
		for i := range 4 {
			for j := range 3 {
				holes = append(holes, Ellipse(0.4, 0.3, 16).Move(float64(i)-1.5, float64(j)-1))
			}
		}
		return holes
	}()
	for name, c := range map[string]struct {
		o     Outline
		holes []Outline
	}{
		"no hole":          {RoundedRect(4, 3, 0.5, 4), nil},
		"one hole":         {RoundedRect(4, 3, 0.5, 4), []Outline{Ellipse(0.5, 0.5, 20)}},
		"a slot":           {RoundedRect(4, 3, 0.5, 4), []Outline{RoundedRect(2, 0.4, 0.19, 6).Move(0.1, 0.9)}},
		"twelve in a grid": {RoundedRect(5, 4, 0.5, 4), grid},
		"concave":          {Outline{{0, 0}, {4, 0}, {4, 3}, {2, 1}, {0, 3}}, []Outline{Rect(0.3, 0.3).Move(0.5, 1.5), Rect(0.3, 0.3).Move(3.5, 1.5), Rect(0.5, 0.2).Move(2, 0.4)}},
		"ring":             {Ellipse(1, 1, 32), []Outline{Ellipse(0.8, 0.8, 32)}},
	} {
		for _, bevel := range []float64{0, 0.03} {
			m := Plate(c.o, c.holes, 0.2, bevel, 3)
			if err := CheckClosed(m); err != nil {
				t.Errorf("%s, bevel %g: %v", name, bevel, err)
			}
			area := c.o.Area()
			for _, h := range c.holes {
				area -= h.Area()
			}
			want, slack := area*0.2, 1e-9
			if bevel > 0 {
				slack = 0.06 * want
			}
			if got := Volume(m); math.Abs(got-want) > slack {
				t.Errorf("%s, bevel %g: volume %g, want %g", name, bevel, got, want)
			}
			// No triangle of the caps lies over another one: their areas add up.
			top := 0.0
			for _, tr := range m.Triangles {
				a, b, cc := m.Positions[tr[0]], m.Positions[tr[1]], m.Positions[tr[2]]
				if a.Z == 0.2 && b.Z == 0.2 && cc.Z == 0.2 {
					n := b.Sub(a).Cross(cc.Sub(a))
					if n.Z < -1e-12 {
						t.Errorf("%s, bevel %g: a triangle of the top faces down", name, bevel)
					}
					top += math.Abs(n.Z) / 2
				}
			}
			if bevel == 0 && math.Abs(top-area) > 1e-9 {
				t.Errorf("%s: the top has area %g, want %g", name, top, area)
			}
		}
	}
}
