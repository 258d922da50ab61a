package main

import (
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/studio"
)

// Flags choose the camera: that of the file, another of it, or one on an orbit, with as much height of the view in another size.
func TestRenderViews(t *testing.T) {
	f := &frame.Frame{Instances: []frame.Instance{{Mesh: &mesh.Mesh{Positions: []geom.Vec3{geom.V(-1, -1, -1), geom.V(1, 1, 1)}}, WorldFromObject: geom.Identity}}}
	first := camera.Perspective(geom.V(0, -9, 0), geom.Vec3{}, 40, 800, 600)
	second := camera.Perspective(geom.V(9, 0, 0), geom.Vec3{}, 40, 400, 400)
	f.Camera = first
	for _, c := range []struct {
		r      render
		eye    geom.Vec3
		width  int
		height int
		focal  float64
	}{
		{render{}, geom.V(0, -9, 0), 800, 600, first.FocalPx},
		{render{size: "400x300"}, geom.V(0, -9, 0), 400, 300, first.FocalPx / 2},
		{render{camera: "1"}, geom.V(9, 0, 0), 400, 400, second.FocalPx},
		{render{camera: "orbit:90,0,5", size: "100x50"}, geom.V(5, 0, 0), 100, 50, 0},
		{render{camera: "orbit:0,90,5"}, geom.V(0, 0, 5), 800, 600, 0},
	} {
		views, err := c.r.views()
		if err != nil || len(views) != 1 {
			t.Fatalf("%+v: %d views, %v", c.r, len(views), err)
		}
		got, err := views[0].of(f, []camera.Pinhole{first, second})
		if err != nil {
			t.Fatal(err)
		}
		if got.WorldFromCamera.T.Sub(c.eye).Len() > 1e-9 || got.Width != c.width || got.Height != c.height || c.focal > 0 && math.Abs(got.FocalPx-c.focal) > 1e-9 {
			t.Errorf("%q %q: camera at %v, %d x %d, focal length %g", c.r.camera, c.r.size, got.WorldFromCamera.T, got.Width, got.Height, got.FocalPx)
		}
	}
	turn, err := (&render{turntable: 4}).views()
	if err != nil || len(turn) != 4 || math.Abs(turn[1].orbit.Azimuth-studio.Overview.Azimuth-math.Pi/2) > 1e-12 {
		t.Errorf("turn of 4: %d views, %v", len(turn), err)
	}
	if _, err := (renderView{number: 2}).of(f, []camera.Pinhole{first, second}); err == nil || err.Error() != "has 2 cameras, counted from 0, and no camera 2" {
		t.Errorf("third of two cameras: %v", err)
	}
}
