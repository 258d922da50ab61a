//go:build cgo && linux

package pass

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/light"
	"mereo/engine/material"
)

const (
	maxLamps = 16 // must match MAX_LIGHTS in shaders/common/shadow.glsl
	maxSuns  = 4
	// maxInstances have a number of 16 bits; see packInstance in shaders/common/math.glsl.
	maxInstances = 32766
	// skyDirections of the sky shine in each sub-frame, with small shadow maps: their shadows must melt into each other.
	// Must match MAX_SKY there.
	skyDirections = 4
	skyTexels     = 512
	// sunTexels for each meter make a texel at most 2 cm wide, as lamps have it.
	sunTexels = 50
	// upperShare of the sky's directions lie above the horizon: what comes from below is mostly hidden by a ground.
	upperShare = 0.75
)

// lampBlock, skyBlock and lightBlock must match Light, Sky and Lighting in shaders/common/lighting.glsl (std140).
type lampBlock struct {
	position, axis, power, center, right, up [4]float32
	frame                                    [3][4]float32
	rect                                     [faces][4]float32
	layer                                    [2][4]int32
}

type skyBlock struct {
	frame [3][4]float32
	rect  [4]float32
	span  [4]float32
}

type lightBlock struct {
	lamps                 [maxLamps]lampBlock
	skies                 [skyDirections]skyBlock
	sunDir, sunIrradiance [maxSuns][4]float32
	sunMaps               [maxSuns]skyBlock
	world                 [4]float32
	facing                [6][4]float32
}

// LightPlan is the description of a frame's lights in each sub-frame, with their shadow maps.
type LightPlan []struct {
	lights lightBlock
	maps   shadowPlan
}

// Lights keeps the description of a sub-frame on the device.
type Lights struct {
	buffer   gl.Buffer
	plan     LightPlan
	subFrame int
}

// Check reports more lamps, suns or instances than the shaders have room for, and more triangles in so many views than a device whose
// storage blocks have that many bytes at most.
func Check(f *frame.Frame, views, storage int) error {
	if len(f.Lights) > maxLamps {
		return fmt.Errorf("engine: scene has %d area lights, at most %d can be drawn", len(f.Lights), maxLamps)
	}
	if len(f.Suns) > maxSuns {
		return fmt.Errorf("engine: scene has %d suns, at most %d can be drawn", len(f.Suns), maxSuns)
	}
	if f.Environment != nil && len(f.Suns) == maxSuns {
		return fmt.Errorf("engine: scene has %d suns, at most %d can be drawn in an environment", len(f.Suns), maxSuns-1)
	}
	if len(f.Instances) > maxInstances {
		return fmt.Errorf("engine: scene has %d instances, at most %d can be drawn", len(f.Instances), maxInstances)
	}
	return checkStorage(f, views, storage)
}

// PlanLights describes the lights of all sub-frames, for views of a focal length.
func (g *Prepared) PlanLights(f *frame.Frame, subFrames int, focalPx float64) LightPlan {
	place := evenPoints
	if subFrames == 1 {
		place = middle
	}
	lamps := make([][]geom.Vec3, len(f.Lights)) // for each lamp, a point of it for each sub-frame
	for i := range f.Lights {
		a := &f.Lights[i]
		depth := place(subFrames, f.Seed, uint64(200+i))
		for sub, u := range place(subFrames, f.Seed, uint64(100+i)) {
			p := geom.V((u[0]-0.5)*a.Size, (u[1]-0.5)*a.Size, 0)
			if a.Ball != nil {
				p = geom.Vec3{}
				if subFrames > 1 {
					p = inBall(u, depth[sub][0]).Scale(a.Size / 2)
				}
			}
			lamps[i] = append(lamps[i], p)
		}
	}
	sky := points(subFrames*skyDirections, f.Seed, 2)
	glare := points(subFrames*glareSuns(f), f.Seed, 5) // of the suns that stand for an environment's glare, sub-frame by sub-frame
	plan := make(LightPlan, subFrames)
	for sub := range plan {
		b, s := &plan[sub].lights, &plan[sub].maps
		*s = newShadowPlan(focalPx)
		if f.Environment == nil {
			b.world = rgb(f.WorldRadiance, f.Realism.Studio)
		}
		for k, c := range g.Bounced.Facing {
			b.facing[k] = rgb(c, 0)
		}
		for i, sun := range f.Suns {
			b.sunDir[i], b.sunIrradiance[i] = vec4(sun.Dir, 0), rgb(sun.Irradiance, 0)
			if sun.Shadows {
				b.sunMaps[i] = s.parallel(g, sun.Dir, func(r rect) area { return r.texels(s.perMeter) })
			} else {
				b.sunMaps[i] = nothingCasts
			}
		}
		s.keep()
		g.planGlare(f, b, s, glare[sub*glareSuns(f):][:glareSuns(f)], subFrames)
		for i := range f.Lights {
			b.lamps[i] = g.planLamp(&f.Lights[i], s, lamps[i][sub], subFrames)
		}
		if f.Environment == nil && f.WorldRadiance != (material.RGB{}) {
			for i := range b.skies {
				dir, perDensity := skyDirection(sky[sub*skyDirections+i])
				b.skies[i] = s.parallel(g, dir, func(rect) area { return area{skyTexels, skyTexels} })
				b.skies[i].span[2] = float32(perDensity / skyDirections)
			}
		}
	}
	return plan
}

// planLamp describes a lamp that shines from a point of its square or ball, in its own frame.
func (g *Prepared) planLamp(a *light.Area, s *shadowPlan, at geom.Vec3, subFrames int) lampBlock {
	m := a.WorldFromLight.M
	axis := m.Z.Neg()
	p := a.WorldFromLight.Point(at)
	frame, rects, layers := s.lamp(g, p, halfSpace(a))
	area := a.Side() * a.Side()
	patch := area / float64(subFrames)
	radiance := a.Radiance()
	power := material.RGB{radiance[0] * area, radiance[1] * area, radiance[2] * area}
	e := a.Emission()
	out := lampBlock{
		position: vec4(p, patch/math.Pi),
		axis:     vec4(axis, math.Sqrt(patch/math.Pi)),
		power:    rgb(power, a.Size/2),
		center:   vec4(a.WorldFromLight.T, e.Slope),
		right:    vec4(m.X, e.Offset),
		up:       vec4(m.Y, fourthPower(a.Ball)),
		frame:    [3][4]float32{vec4(frame.X, one(e.Squared)), vec4(frame.Y, one(a.Ball != nil)), vec4(frame.Z, 0)},
	}
	for k := range faces {
		out.rect[k] = rects[k]
		out.layer[k/4][k%4] = layers[k]
	}
	return out
}

// inBall is a point of the unit ball for three numbers in [0, 1). From every side the points fill the disc that is seen evenly: the density at
// r from the center is 1 / (pi^2 sqrt(1 - r^2)), whose integral along a line is the same for all lines that meet the ball.
func inBall(u [2]float64, w float64) geom.Vec3 {
	// With r = sin(t) the share of points within r is (2 t - sin(2 t)) / pi.
	low, high := 0.0, math.Pi/2
	for range 40 {
		t := (low + high) / 2
		if 2*t-math.Sin(2*t) < w*math.Pi {
			low = t
		} else {
			high = t
		}
	}
	z, r := 2*u[0]-1, math.Sin(low)
	sin, cos := math.Sincos(2 * math.Pi * u[1])
	across := math.Sqrt(max(0, 1-z*z))
	return geom.V(across*cos, across*sin, z).Scale(r)
}

// halfSpace is the axis of the half space into which a lamp shines; 0 where it shines to all sides.
func halfSpace(a *light.Area) geom.Vec3 {
	if a.Everywhere() {
		return geom.Vec3{}
	}
	return a.WorldFromLight.M.Z.Neg()
}

func hasBalls(f *frame.Frame) bool {
	return slices.ContainsFunc(f.Lights, func(l light.Area) bool { return l.Ball != nil })
}

// fourthPower is 1 / range^4 of a ball, 0 where its light does not end.
func fourthPower(b *light.Ball) float64 {
	if b == nil || b.Range == 0 {
		return 0
	}
	return 1 / (b.Range * b.Range * b.Range * b.Range)
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Begin takes a plan.
func (l *Lights) Begin(plan LightPlan) { l.plan = plan }

// use uploads the description of a sub-frame's lights and returns the plan of its maps.
func (l *Lights) use(subFrame int) *shadowPlan {
	l.subFrame = subFrame
	gl.Upload(&l.buffer, []lightBlock{l.plan[subFrame].lights})
	return l.maps()
}

// maps is the plan of the maps of the sub-frame in use.
func (l *Lights) maps() *shadowPlan { return &l.plan[l.subFrame].maps }

// bind binds what was set.
func (l *Lights) bind() { l.buffer.BindUniform(0) }

// planGlare draws the suns that stand for an environment's glare in a sub-frame, after the frame's own.
func (g *Prepared) planGlare(f *frame.Frame, b *lightBlock, s *shadowPlan, points [][2]float64, subFrames int) {
	n := len(points)
	if n == 0 {
		return
	}
	e, glare := f.Environment, f.Environment.Panorama.Parts().Glare
	share := e.Scale() / float64(n)
	// Each stands for a patch of it, which widens highlights.
	width := math.Sqrt(glare.Spread / float64(n*subFrames) / math.Pi)
	for k, at := range points {
		i := len(f.Suns) + k
		u, v, c := glare.Sample(at[0], at[1])
		dir := e.Dir(u, v).Neg()
		b.sunDir[i] = vec4(dir, width)
		b.sunIrradiance[i] = rgb(material.RGB{c[0] * share, c[1] * share, c[2] * share}, 0)
		b.sunMaps[i] = s.parallel(g, dir, func(r rect) area { return r.texels(s.perMeter) })
	}
}

// skyDirection is the way the light of one sample travels, and 1 / density over the sphere.
func skyDirection(u [2]float64) (dir geom.Vec3, perDensity float64) {
	v := u[0]
	var z float64
	if v < upperShare {
		z, perDensity = -(v / upperShare), 2*math.Pi/upperShare
	} else {
		z, perDensity = (v-upperShare)/(1-upperShare), 2*math.Pi/(1-upperShare)
	}
	r := math.Sqrt(max(0, 1-z*z))
	sin, cos := math.Sincos(2 * math.Pi * u[1])
	return geom.V(r*cos, r*sin, z), perDensity
}

func rgb(c material.RGB, w float64) [4]float32 {
	return [4]float32{float32(c[0]), float32(c[1]), float32(c[2]), float32(w)}
}
