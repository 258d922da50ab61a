package kitchen

import (
	"testing"

	"mereo/engine/geom"
)

func TestHolesGoThrough(t *testing.T) {
	for _, c := range []struct {
		pool Pool
		name string
		x, y float64
		free bool
	}{
		{Training, "chopping_board2", 0.16, 1.98, true},
		{Training, "chopping_board2", 0.12, -0.41, false},
		{Training, "chopping_board3", 0, 2.57, true},
		{Benchmark, "chopping_board", 1, -2.16, true},
		{Training, "baking_tray2", 2.32, 0, true},
		{Training, "baking_tray2", 0.54, 0, false},
		{Training, "scissors1", -0.29, 0.64, true},
		{Training, "scissors1", 0.15, 0.67, true},
		{Training, "fork1", 0, -1.6, true},
		{Training, "fork1", 0, -1.1, false},
	} {
		m, err := Get(c.pool, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if covered := m.covers(c.x, c.y); covered == c.free {
			t.Errorf("%s %s: covered at (%g, %g) is %v", c.pool, c.name, c.x, c.y, covered)
		}
	}
}

// covers reports whether a triangle lies over or under a point of the ground.
func (m *Model) covers(x, y float64) bool {
	at := geom.V(x, y, 0)
	for i := range m.Parts {
		p := m.Parts[i].Mesh
		for _, t := range p.Triangles {
			var corner [3]geom.Vec3
			for k, v := range t {
				corner[k] = p.Positions[v].Sub(at)
			}
			inside := true
			for k, a := range corner {
				b := corner[(k+1)%3]
				inside = inside && a.Cross(b).Z >= 0
			}
			if inside {
				return true
			}
		}
	}
	return false
}
