package worlds

import (
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/scenes/rng"
)

// sensorMM is how wide the sensor is behind a lens, and so the picture.
const sensorMM = 32

// jittered is a place with each coordinate drawn from plus and minus a distance.
func jittered(key rng.Key, purpose string, at geom.Vec3, by float64) geom.Vec3 {
	if by == 0 {
		return at
	}
	s := rng.At(key, purpose)
	x := s.Uniform(-by, by)
	y := s.Uniform(-by, by)
	z := s.Uniform(-by, by)
	return at.Add(geom.V(x, y, z))
}

// vector is a triple, or the origin.
func vector(v []float64) geom.Vec3 {
	if len(v) != 3 {
		return geom.Vec3{}
	}
	return geom.V(v[0], v[1], v[2])
}

// views are the cameras of a sample.
func (w *World) views(key rng.Key) (out []view) {
	if len(w.Cameras) == 0 {
		return []view{{Pinhole: w.around.camera}}
	}
	for i := range w.Cameras {
		c := &w.Cameras[i]
		name := c.Name
		if name == "" && (len(w.Cameras) > 1 || c.Stereo > 0 || c.Dome != nil) {
			name = fmt.Sprintf("camera%d", i)
		}
		target := vector(c.LookAt)
		path := w.path(key, i, target)
		add := func(name string, eye geom.Vec3, right float64) {
			from := func(eye geom.Vec3) camera.Pinhole {
				seen := c.pinhole(eye, target)
				seen.WorldFromCamera.T = eye.AddScaled(right, seen.WorldFromCamera.M.X)
				return seen
			}
			v := view{name: name, Pinhole: from(eye)}
			if path != nil {
				v.moves = func(seconds float64) camera.Pinhole { return from(path(eye, seconds)) }
			}
			out = append(out, v)
		}
		eye := jittered(key, fmt.Sprintf("cameras[%d].jitter", i), vector(c.At), c.Jitter)
		switch d := c.Dome; {
		case d != nil:
			for n := range d.Views {
				add(fmt.Sprintf("%s_%02d", name, n), d.eye(n, target), 0)
			}
		case c.Stereo > 0:
			add(name+"_left", eye, 0)
			add(name+"_right", eye, c.Stereo)
		default:
			add(name, eye, 0)
		}
	}
	return out
}

// path is where a camera is in a film that looks at a target and begins somewhere; nil where it stands still. It stays as high as a third of its first
// height, and as far from the target as half of its first distance: it does not come into the ground or into things.
func (w *World) path(key rng.Key, i int, target geom.Vec3) func(eye geom.Vec3, seconds float64) geom.Vec3 {
	c := &w.Cameras[i]
	if w.Motion == nil || c.Travel.Max == 0 && c.Orbit.Max == 0 {
		return nil
	}
	s := rng.At(key, fmt.Sprintf("cameras[%d].travel", i))
	up, turn := s.Uniform(-1, 1), s.Uniform(0, 2*math.Pi)
	sin, cos := geom.SinCos(turn)
	level := math.Sqrt(1 - float64(up*up))
	velocity := geom.V(float64(level*cos), float64(level*sin), up).Scale(s.Uniform(c.Travel.Min, math.Nextafter(c.Travel.Max, math.Inf(1))))
	s = rng.At(key, fmt.Sprintf("cameras[%d].orbit", i))
	round := float64(s.Sign()*s.Uniform(c.Orbit.Min, math.Nextafter(c.Orbit.Max, math.Inf(1)))) * (math.Pi / 180)
	return func(eye geom.Vec3, seconds float64) geom.Vec3 {
		at := target.Add(geom.RotZ(float64(round*seconds)).MulVec(eye.Sub(target))).AddScaled(seconds, velocity)
		at.Z = max(at.Z, float64(eye.Z/3))
		if from, near := at.Sub(target), eye.Sub(target).Len()/2; from.Len() < near {
			at = target.AddScaled(near, from.Unit())
		}
		return at
	}
}

// views is how many views the camera has.
func (c *Camera) views() int {
	switch {
	case c.Dome != nil:
		return c.Dome.Views
	case c.Stereo > 0:
		return 2
	}
	return 1
}

// eye is where camera n of a dome is: azimuths go on by the golden angle, and heights are even, so that any number of cameras is spread
// evenly (Swinbank and Purser 2006, "Fibonacci grids: A novel approach to global modelling").
func (d *Dome) eye(n int, target geom.Vec3) geom.Vec3 {
	const golden = 2.39996322972865332 // pi (3 - sqrt 5)
	low, high := geom.Sin(d.Elevation.Min*(math.Pi/180)), geom.Sin(d.Elevation.Max*(math.Pi/180))
	z := low + float64((high-low)*((float64(n)+0.5)/float64(d.Views)))
	r := math.Sqrt(max(0, 1-float64(z*z)))
	sin, cos := geom.SinCos(math.Mod(golden*float64(n), 2*math.Pi))
	return target.AddScaled(d.Radius, geom.V(float64(r*cos), float64(r*sin), z))
}

// pinhole is a camera at a place that looks at another.
func (c *Camera) pinhole(eye, target geom.Vec3) camera.Pinhole {
	width, height := c.Size[0], c.Size[1]
	focal := c.Lens * float64(width) / sensorMM
	if c.Lens == 0 {
		half := c.FOV * (math.Pi / 360)
		focal = float64(width) / 2 * geom.Cos(half) / geom.Sin(half)
	}
	far := max(100, 20*eye.Sub(target).Len())
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(eye, target, geom.V(0, 0, 1)), Width: width, Height: height, FocalPx: focal,
		CenterX: float64(width) / 2, CenterY: float64(height) / 2, Near: min(0.1, eye.Sub(target).Len()/100), Far: far,
	}
}

// lights are the lamps and suns of a sample.
func (w *World) lights(key rng.Key) (lamps []light.Area, suns []light.Sun) {
	if f := w.around; f != nil && len(w.Lights) == 0 {
		return f.lamps, f.suns
	}
	for i := range w.Lights {
		l := &w.Lights[i]
		color := material.RGB{1, 1, 1}
		if l.Color.Given {
			color = l.Color.RGB
		}
		at, target := jittered(key, fmt.Sprintf("lights[%d].jitter", i), vector(l.At), l.Jitter), vector(l.LookAt)
		if l.Sun > 0 {
			for c := range color {
				color[c] *= l.Sun
			}
			suns = append(suns, light.Sun{Dir: target.Sub(at).Unit(), Irradiance: color, Shadows: true})
			continue
		}
		up := geom.V(0, 0, 1)
		if at.X == target.X && at.Y == target.Y { // it shines straight down or up
			up = geom.V(0, 1, 0)
		}
		lamps = append(lamps, light.Area{
			WorldFromLight: camera.LookAt(at, target, up), Size: l.Area, PowerW: l.Energy, Color: color,
		})
	}
	return lamps, suns
}
