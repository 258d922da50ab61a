package decompose_test

import (
	"testing"

	"mereo/engine/geom"
	"mereo/physics/decompose"
)

// Whatever the triangles, there is an error or there are hulls: at most as many as asked for, and a mass.
func FuzzMesh(f *testing.F) {
	for _, c := range things()[2:] {
		var seed []byte
		for _, tri := range c.mesh.Triangles {
			for _, v := range tri {
				p := c.mesh.Vertices[v].Scale(200)
				seed = append(seed, byte(int(p.X)), byte(int(p.Y)), byte(int(p.Z)))
			}
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var vertices []geom.Vec3
		var triangles [][3]uint32
		for ; len(data) >= 9 && len(triangles) < 500; data = data[9:] {
			n := uint32(len(vertices))
			for k := range 3 {
				vertices = append(vertices, geom.V(float64(int8(data[3*k])), float64(int8(data[3*k+1])), float64(int8(data[3*k+2]))))
			}
			triangles = append(triangles, [3]uint32{n, n + 1, n + 2})
		}
		p, err := decompose.Mesh(vertices, triangles, decompose.Options{MaxHulls: 8, Dexels: 40})
		if err != nil {
			return
		}
		if len(p.Hulls) == 0 || len(p.Hulls) > 8 || !(p.Mass.Mass > 0) || !p.Mass.Center.IsFinite() || !(p.Union > 0) {
			t.Errorf("%d hulls, mass %+v, union %v", len(p.Hulls), p.Mass, p.Union)
		}
	})
}
