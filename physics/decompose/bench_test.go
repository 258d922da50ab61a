package decompose_test

import (
	"testing"

	"mereo/internal/fixture"
	"mereo/physics/decompose"
)

func BenchmarkMesh(b *testing.B) {
	ring := fixture.Torus(0.05, 0.01, 200, 50)
	turned := fixture.Torus(0.05, 0.015, 64, 24)
	turned.Triangles[0][0], turned.Triangles[0][1] = turned.Triangles[0][1], turned.Triangles[0][0]
	for _, c := range append(things(), thing{name: "torus of 20000 triangles", mesh: ring}, thing{name: "torus with a triangle turned over", mesh: turned}) {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := decompose.Mesh(c.mesh.Vertices, c.mesh.Triangles, decompose.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
