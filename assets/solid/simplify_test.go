package solid_test

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Meshes that are joined stay so, and what is small enough stays as it is.
func TestSimplify(t *testing.T) {
	ball := solid.Lathe([]solid.P2{{X: 0, Y: -1}, {X: 0.6, Y: -0.8}, {X: 1, Y: 0}, {X: 0.6, Y: 0.8}, {X: 0, Y: 1}}, 400)
	half := len(ball.Triangles) / 2
	parts := []*mesh.Mesh{{Positions: ball.Positions, Triangles: ball.Triangles[:half]}, {Positions: ball.Positions, Triangles: ball.Triangles[half:]}}
	for _, most := range []int{1000, 100, 20} {
		got := mesh.Merge(solid.Simplify(parts, most)...)
		if n := len(got.Triangles); n > most || n < most/8 {
			t.Errorf("%d triangles, want at most %d and not many less", n, most)
		}
		if err := solid.CheckClosed(got); err != nil || got.Validate() != nil {
			t.Errorf("at most %d: %v, %v", most, err, got.Validate())
		}
		if v := got.Volume(); most == 1000 && math.Abs(v-ball.Volume()) > 0.05*ball.Volume() {
			t.Errorf("volume %g, want about %g", v, ball.Volume())
		}
	}
	if got := solid.Simplify(parts, len(ball.Triangles)); got[0] != parts[0] {
		t.Error("meshes with few triangles are others")
	}
	// Seams of a texture and edges stay: two sides of a square fold with normals and texture coordinates of their own.
	fold := &mesh.Mesh{}
	for side, n := range []geom.Vec3{{Z: 1}, {X: -1}} {
		base := uint32(len(fold.Positions))
		for i := range 9 {
			a, b := float64(i%3)/2, float64(i/3)/2
			fold.Positions = append(fold.Positions, []geom.Vec3{{X: a, Y: b}, {Y: b, Z: a}}[side])
			fold.Normals = append(fold.Normals, n)
			fold.UVs = append(fold.UVs, [2]float64{a + 5*float64(side), b})
		}
		for i := range uint32(4) {
			v := base + i%2 + 3*(i/2)
			fold.Triangles = append(fold.Triangles, [3]uint32{v, v + 1, v + 4}, [3]uint32{v, v + 4, v + 3})
		}
	}
	got := solid.Simplify([]*mesh.Mesh{fold}, 8)[0]
	for _, tri := range got.Triangles {
		if a, b := got.UVs[tri[0]][0], got.UVs[tri[1]][0]; math.Abs(a-b) > 1 || got.Normals[tri[0]] != got.Normals[tri[2]] {
			t.Errorf("a triangle goes from %v to %v", a, b)
		}
	}
}
