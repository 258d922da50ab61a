package show_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/show"
)

func TestPlanCameraOf(t *testing.T) {
	up := geom.V(0, 0, 1)
	for _, c := range []struct {
		name       string
		at, target geom.Vec3
		up         geom.Vec3
		want       show.PlanCamera
	}{
		{"level", geom.V(1, -2, 3), geom.V(1, 5, 3), up, show.PlanCamera{X: 1, Y: -2, DirY: 1}},
		{"from above", geom.V(3, 4, 9), geom.V(0, 0, 0), up, show.PlanCamera{X: 3, Y: 4, DirX: -0.6, DirY: -0.8}},
		{"straight down", geom.V(2, 2, 9), geom.V(2, 2, 0), geom.V(0, 1, 0), show.PlanCamera{X: 2, Y: 2}},
	} {
		got := show.PlanCameraOf(&camera.Pinhole{WorldFromCamera: camera.LookAt(c.at, c.target, c.up)})
		for _, d := range []float64{got.X - c.want.X, got.Y - c.want.Y, got.DirX - c.want.DirX, got.DirY - c.want.DirY} {
			if math.Abs(d) > 1e-12 {
				t.Errorf("%s: got %+v, want %+v", c.name, *got, c.want)
				break
			}
		}
	}
}

func TestOutline(t *testing.T) {
	for _, c := range []struct{ in, want [][2]float64 }{
		{[][2]float64{{1, 1}, {0, 0}, {0.5, 0.5}, {1, 0}, {0, 1}, {0.5, 0}, {1, 1}}, [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
		{[][2]float64{{2, 2}, {2, 2}}, [][2]float64{{2, 2}}},
		{nil, nil},
	} {
		if got := show.Outline(slices.Clone(c.in)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("outline of %v: got %v, want %v", c.in, got, c.want)
		}
	}
}
