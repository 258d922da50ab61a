package kitchen

import (
	"slices"
	"testing"

	"mereo/engine/geom"
)

// apart says that the plane through p across the horizontal direction to a hull's middle, or the level plane through p, has the
// whole hull on one side.
func apart(p geom.Vec3, hull []geom.Vec3) bool {
	aside := geom.Bounds(hull).Center().Sub(p)
	aside.Z = 0
	for _, d := range []geom.Vec3{aside, geom.V(0, 0, -1)} {
		if !slices.ContainsFunc(hull, func(v geom.Vec3) bool { return d.Dot(v.Sub(p)) <= 0 }) {
			return true
		}
	}
	return false
}

// TestCollidersLeaveVesselsOpen looks along the axis of each vessel from its rim down to the middle of its height.
func TestCollidersLeaveVesselsOpen(t *testing.T) {
	for i := range catalog {
		e := &catalog[i]
		if !slices.Contains([]string{"bowl", "glass", "wine glass", "mug"}, e.class) {
			continue
		}
		m, err := Get(e.pool, e.name)
		if err != nil {
			t.Error(err)
			continue
		}
		body := m.Parts[0].Mesh.Bounds()
		for _, share := range []float64{0.5, 0.6, 0.7, 0.8, 0.9, 0.99} {
			p := body.Center()
			p.Z = body.Min.Z + share*body.Size().Z
			for k := range m.Parts {
				for c, hull := range m.Parts[k].Colliders {
					if !apart(p, hull) {
						t.Errorf("%s %s: collider %d of %s fills the hollow at %v", e.pool, e.name, c, m.Parts[k].Name, p)
					}
				}
			}
		}
	}
}
