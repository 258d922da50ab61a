package kitchen

import (
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// surfaceBelow is the height of the highest point of a mesh over (x, y).
func surfaceBelow(m *mesh.Mesh, x, y float64) float64 {
	top := math.Inf(-1)
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		cross := func(p, q geom.Vec3) float64 { return (p.X-x)*(q.Y-y) - (q.X-x)*(p.Y-y) }
		u, v, w := cross(b, c), cross(c, a), cross(a, b)
		if area := u + v + w; area != 0 && min(u/area, v/area, w/area) >= 0 {
			top = max(top, (u*a.Z+v*b.Z+w*c.Z)/area)
		}
	}
	return top
}

func TestToastersHaveTwoDeepFreeSlots(t *testing.T) {
	for i := range toasters {
		e := &toasters[i]
		m, err := Get(e.pool, e.name)
		if err != nil {
			t.Fatal(err)
		}
		height := m.Bounds().Max.Z
		var frame geom.AABB
		for k := range m.Parts {
			if m.Parts[k].Name == "slot-frame" {
				frame = m.Parts[k].Mesh.Bounds()
			}
		}
		for _, side := range []float64{-1, 1} {
			// Beside the middle wire of the cage, in the middle of the well's length and width.
			x, y := side*0.47*frame.Max.X/0.75, frame.Center().Y
			for k := range m.Parts {
				p := &m.Parts[k]
				if strings.HasPrefix(p.Name, "bread-rest") {
					continue // what the toast stands on
				}
				if z := surfaceBelow(p.Mesh, x, y); z > 0.45*height {
					t.Errorf("%s %s: %s fills the slot at (%.2f, %.2f) up to %.2f", e.pool, e.name, p.Name, x, y, z)
				}
				for _, h := range p.Colliders {
					b := geom.Bounds(h)
					if b.Min.X < x && x < b.Max.X && b.Min.Y < y && y < b.Max.Y && b.Max.Z > 0.45*height {
						t.Errorf("%s %s: a collider of %s covers the slot", e.pool, e.name, p.Name)
					}
				}
			}
		}
	}
}

func TestLeversStayAboveTheFoot(t *testing.T) {
	for i := range toasters {
		e := &toasters[i]
		m, err := Get(e.pool, e.name)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for k := range m.Parts {
			p := &m.Parts[k]
			if p.Joint == nil {
				continue
			}
			found = true
			down := p.Joint.motion(p.Joint.To).Point(p.Mesh.Bounds().Min)
			if down.Z < m.Parts[0].Mesh.Bounds().Max.Z {
				t.Errorf("%s %s: pressed %s reaches down to %.2f, into the foot", e.pool, e.name, p.Name, down.Z)
			}
		}
		if !found {
			t.Errorf("%s %s: no lever", e.pool, e.name)
		}
	}
}
