//go:build cgo && linux

package pass

import (
	"fmt"
	"math"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/shaders"
)

// Resolve turns the sum of sub-frames into 8 bits for a display. On the way it takes the picture of a camera with distortion
// out of one without, and adds the noise of the sensor.
type Resolve struct {
	programs map[resolveVariant]*gl.Program // compiled when they are first met
	RGB      gl.Stack                       // RGBA8
	targets  []*gl.Framebuffer
	screen   *gl.VertexArray
}

type resolveVariant struct {
	apart bool // what needs rays was summed apart
	view  frame.View
	warp  bool
	noise bool
}

// NewResolve makes the pass.
func NewResolve() *Resolve {
	return &Resolve{programs: map[resolveVariant]*gl.Program{}, RGB: gl.Stack{Format: gl.RGBA8}, screen: gl.NewVertexArray(0)}
}

// program compiles a variant, once.
func (r *Resolve) program(v resolveVariant) (*gl.Program, error) {
	if p, ok := r.programs[v]; ok {
		return p, nil
	}
	number := map[bool]int{true: 1}
	p, err := gl.NewProgram(shaders.Files, "post/screen.vert", "post/resolve.frag", fmt.Sprint("APART ", number[v.apart]),
		fmt.Sprint("VIEW ", int(v.view)), fmt.Sprint("WARP ", number[v.warp]), fmt.Sprint("NOISE ", number[v.noise]))
	if err == nil {
		r.programs[v] = p
	}
	return p, err
}

// Begin gives each tile a layer of RGB.
func (r *Resolve) Begin(tiles []*Tile) error {
	c := tiles[0].Seen.Camera
	if !r.RGB.Resize(c.Width, c.Height, len(tiles)) {
		return nil
	}
	for _, f := range r.targets {
		f.Delete()
	}
	r.targets = nil
	for _, t := range r.RGB.Layers {
		r.targets = append(r.targets, gl.NewFramebuffer(nil, t))
	}
	return r.targets[0].Complete()
}

// Draw divides a tile's radiance by the number of sub-frames and encodes it into its layer of RGB.
func (r *Resolve) Draw(t *Tile, subFrames int) error {
	r.targets[t.Layer].Bind()
	sensor := &t.Frame.Realism.Sensor
	v := resolveVariant{apart: t.Apart, view: t.Frame.View, noise: sensor.FullWell > 0}
	v.warp = t.Drawn.Camera.Distortion != t.Seen.Camera.Distortion
	p, err := r.program(v)
	if err != nil {
		return err
	}
	p.Use()
	p.Float("uScale", 1/float64(subFrames))
	if v.warp {
		setDistortion(p, t.Seen)
		p.Vec4("uPinhole", t.Seen.pinhole())
		p.Vec4("uDrawn", t.Drawn.pinhole())
	}
	if v.noise {
		read := sensor.ReadNoise / sensor.FullWell
		p.Vec2("uNoise", 1/sensor.FullWell, read*read)
		seed := noiseSeed(t.Frame.Seed, t.Seen.Camera.WorldFromCamera)
		p.Uint("uSeedLow", uint32(seed))
		p.Uint("uSeedHigh", uint32(seed>>32))
	}
	t.Radiance.Plain.Bind(0)
	if t.Apart {
		t.Radiance.Traced.Bind(1)
	}
	r.screen.DrawScreen()
	return nil
}

// noiseSeed tells apart the views of a frame, which have one seed but are exposed one after the other.
func noiseSeed(seed uint64, pose geom.Transform) uint64 {
	for _, v := range [...]geom.Vec3{pose.M.X, pose.M.Y, pose.M.Z, pose.T} {
		for _, x := range [...]float64{v.X, v.Y, v.Z} {
			// The finalizer of Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators".
			seed = (seed ^ math.Float64bits(x)) + 0x9e3779b97f4a7c15
			seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
			seed = (seed ^ seed>>27) * 0x94d049bb133111eb
			seed ^= seed >> 31
		}
	}
	return seed
}
