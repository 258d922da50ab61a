// Package studio supplies what somebody's scene lacks: a camera that sees all of it, and lamps.
package studio

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// Orbit is a place around a scene from which a camera looks at its middle.
type Orbit struct {
	// Azimuth and Elevation are in radians. From azimuth 0 the camera looks along +Y, at the front; from pi/2 along -X, at the right side.
	Azimuth, Elevation float64
	Distance           float64 // from the middle, meters; with 0 the sphere around the scene just fits
}

// Overview is in front, on the right and above.
var Overview = Orbit{Azimuth: math.Atan2(0.45, 1), Elevation: math.Atan2(0.5, math.Hypot(0.45, 1))}

// angle is that which a camera sees from the lowest to the highest row, radians: 40 degrees.
const angle = 40 * math.Pi / 180

// Sphere is around the box of a frame's meshes. Without any it has radius 1, as that of a point.
func Sphere(f *frame.Frame) (center geom.Vec3, radius float64) {
	box := geom.EmptyAABB()
	for i := range f.Instances {
		in := &f.Instances[i]
		for _, p := range in.Mesh.Positions {
			box = box.Grow(in.WorldFromObject.Point(p))
		}
	}
	if center, radius = box.Center(), box.Size().Len()/2; !(radius > 0) {
		radius = 1
	}
	return center, radius
}

// Camera looks at a sphere, with width x height pixels.
func Camera(center geom.Vec3, radius float64, at Orbit, width, height int) camera.Pinhole {
	c := camera.Pinhole{Width: width, Height: height, CenterX: float64(width) / 2, CenterY: float64(height) / 2}
	c.FocalPx = float64(height) / 2 / math.Tan(angle/2)
	distance := at.Distance
	if distance == 0 {
		// The narrower direction decides how far away the camera must be.
		fit := math.Atan(float64(min(width, height)) / 2 / c.FocalPx)
		distance = 1.05 * radius / math.Sin(fit)
	}
	sinA, cosA := math.Sincos(at.Azimuth)
	sinE, cosE := math.Sincos(at.Elevation)
	// Seen from right above, the front is down.
	up := geom.V(-sinA*sinE, cosA*sinE, cosE)
	c.WorldFromCamera = camera.LookAt(center.AddScaled(distance, geom.V(sinA*cosE, -cosA*cosE, sinE)), center, up)
	c.Near, c.Far = max(distance-2*radius, distance/100), distance+2*radius
	return c
}

// Light gives a frame a key and a fill lamp and a faint world.
func Light(f *frame.Frame, center geom.Vec3, radius float64) {
	f.Lights = append(f.Lights,
		lamp(center, geom.V(1, -1, 1.6), 3*radius, 1.5*radius, 0.7*math.Pi),
		lamp(center, geom.V(-1.4, -0.7, 0.8), 3*radius, 2*radius, 0.2*math.Pi))
	f.WorldRadiance = material.RGB{0.12, 0.12, 0.12}
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
