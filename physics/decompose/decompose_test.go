package decompose

import (
	"fmt"
	"os"
	"testing"
	"time"

	"mereo/physics/fixture"
)

func TestTry(t *testing.T) {
	for _, c := range []struct {
		name string
		m    fixture.Mesh
	}{{"torus", fixture.Torus(0.05, 0.015, 64, 24)}, {"mug", fixture.Mug()}, {"chair", fixture.Chair()}, {"L", fixture.L(0.3, 0.2, 0.05, 0.1)},
		{"bowl", fixture.Bowl()}, {"plate", fixture.Plate()}, {"bigtorus", fixture.Torus(0.05, 0.01, 200, 50)}} {
		start := time.Now()
		p, err := Mesh(c.m.Vertices, c.m.Triangles, Options{})
		if err != nil {
			t.Error(c.name, err)
			continue
		}
		sum := 0.0
		f, _ := os.Create("/tmp/decompose/" + c.name + ".obj")
		base := 1
		for i, h := range p.Hulls {
			sum += h.Volume()
			v, tr := h.Surface()
			fmt.Fprintf(f, "o hull%d\n", i)
			for _, q := range v {
				fmt.Fprintf(f, "v %g %g %g\n", q.X, q.Y, q.Z)
			}
			for _, q := range tr {
				fmt.Fprintf(f, "f %d %d %d\n", base+int(q[0]), base+int(q[1]), base+int(q[2]))
			}
			base += len(v)
		}
		f.Close()
		t.Logf("%s: %d tris, %d hulls, union/mass %.4f, sum/mass %.4f, %v", c.name, len(c.m.Triangles), len(p.Hulls), p.Union/p.Mass.Mass, sum/p.Mass.Mass, time.Since(start))
	}
}
