package show_test

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen/show"
	"mereo/scenes"
	"mereo/scenes/settle"
)

// A post that stands on its foot falls over and slides: its middle comes down, whatever its origin does.
func TestMotionsOf(t *testing.T) {
	post := scenes.Object{Parts: []scenes.Part{
		{Mesh: &mesh.Mesh{Positions: []geom.Vec3{{}, {X: 2, Y: 2, Z: 10}}}}, {Mesh: &mesh.Mesh{Positions: []geom.Vec3{{Z: 20}}}},
	}}
	pose := func(turn geom.Mat3, scale, x, z float64) geom.Transform {
		return geom.Transform{M: geom.Mat3{X: turn.X.Scale(scale), Y: turn.Y.Scale(scale), Z: turn.Z.Scale(scale)}, T: geom.V(x, 0, z)}
	}
	film := &settle.Film{
		Instants: []settle.Instant{{WorldFromSolid: []geom.Transform{pose(geom.Identity3, 0.1, 0, 0), pose(geom.RotX(1), 1, 0, 5)}}},
		Ends: []settle.Outcome{
			{WorldFromSolid: pose(geom.RotY(math.Pi/2), 0.1, 7, 0.2), Rests: true}, {WorldFromSolid: pose(geom.RotX(1.5), 1, 0, 2)},
		},
	}
	// The middle of the post is 1 above its foot, and lies 0.1 below where its origin is then.
	want := []show.Motion{{Fell: 0.9, Turned: math.Pi / 2, Rests: true}, {Fell: 3, Turned: 0.5}}
	for i, got := range show.MotionsOf([]scenes.Object{post, {}}, film) {
		w := want[i]
		if math.Abs(got.Fell-w.Fell) > 1e-12 || math.Abs(got.Turned-w.Turned) > 1e-12 || got.Rests != w.Rests {
			t.Errorf("object %d: got %+v, want %+v", i, got, w)
		}
	}
}
