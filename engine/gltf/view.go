package gltf

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// Pixels of a picture where the file says nothing.
const usualWidth, usualHeight = 800, 600

// complete supplies the camera, the clip distance, the lights and the world that the file does not.
func (w *walk) complete() {
	f := w.out.Frame
	box := geom.EmptyAABB()
	lit := w.asset.WorldRadiance != nil || len(f.Lights) > 0 || len(f.Suns) > 0
	for i := range f.Instances {
		in := &f.Instances[i]
		for _, p := range in.Mesh.Positions {
			box = box.Grow(in.WorldFromObject.Point(p))
		}
	}
	center, radius := box.Center(), box.Size().Len()/2
	if !(radius > 0) {
		radius = 1
	}
	if w.photometric(center, radius) {
		w.inWatts()
	}
	if w.camera == nil {
		w.camera = w.overview(center, radius)
	}
	f.Camera = *w.camera
	if f.Camera.Far == 0 {
		f.Camera.Far = f.Camera.Near + 2*(center.Sub(f.Camera.WorldFromCamera.T).Len()+radius)
	}
	if w.asset.WorldRadiance != nil {
		f.WorldRadiance = *w.asset.WorldRadiance
	}
	if !lit {
		f.Lights = append(f.Lights,
			lamp(center, geom.V(1, -1, 1.6), 3*radius, 1.5*radius, 0.7*math.Pi),
			lamp(center, geom.V(-1.4, -0.7, 0.8), 3*radius, 2*radius, 0.2*math.Pi))
		f.WorldRadiance = material.RGB{0.12, 0.12, 0.12}
	}
}

// overview looks at the bounding sphere from the front, the right and above, 40 degrees high, so that it just fits.
func (w *walk) overview(center geom.Vec3, radius float64) *camera.Pinhole {
	c := &camera.Pinhole{Width: usualWidth, Height: usualHeight}
	w.setSize(c)
	halfAngle := 20 * math.Pi / 180
	c.FocalPx = float64(c.Height) / 2 / math.Tan(halfAngle)
	// The narrower direction decides how far away the camera must be.
	fit := math.Atan(float64(min(c.Width, c.Height)) / 2 / c.FocalPx)
	distance := 1.05 * radius / math.Sin(fit)
	eye := center.AddScaled(distance, geom.V(0.45, -1, 0.5).Unit())
	c.WorldFromCamera = camera.LookAt(eye, center, geom.V(0, 0, 1))
	c.Near, c.Far = max(distance-2*radius, distance/100), distance+2*radius
	return c
}

// lamp is a square of side size at distance from center in direction dir, turned towards it. A white diffuse surface
// that faces it at the center shines with the radiance irradiance/pi.
func lamp(center, dir geom.Vec3, distance, size, irradiance float64) light.Area {
	return light.Area{
		WorldFromLight: camera.LookAt(center.AddScaled(distance, dir.Unit()), center, geom.V(0, 0, 1)),
		Size:           size,
		PowerW:         4 * irradiance * distance * distance, // light.Area: irradiance = PowerW / (4 r^2)
		Color:          material.RGB{1, 1, 1},
	}
}
