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
	RGB      *gl.Texture                    // RGBA8
	target   *gl.Framebuffer
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
	return &Resolve{programs: map[resolveVariant]*gl.Program{}, screen: gl.NewVertexArray(0)}
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

// ResolveInput names what the pass reads.
type ResolveInput struct {
	Frame     *frame.Frame
	View      *View // of the picture
	Drawn     *View // of the sum: View, or a view of View.Camera.Wide()
	Sum       *Sum
	SubFrames int
	Apart     bool // what needs rays was summed apart
}

// Draw divides the sum by the number of sub-frames and encodes it.
func (r *Resolve) Draw(in ResolveInput) error {
	w, h := in.View.Camera.Width, in.View.Camera.Height
	if r.RGB == nil || r.RGB.Width != w || r.RGB.Height != h {
		r.target.Delete()
		r.RGB.Delete()
		r.RGB = gl.NewTexture(gl.RGBA8, w, h)
		r.target = gl.NewFramebuffer(nil, r.RGB)
		if err := r.target.Complete(); err != nil {
			return err
		}
	}
	r.target.Bind()
	sensor := &in.Frame.Realism.Sensor
	v := resolveVariant{apart: in.Apart, view: in.Frame.View, noise: sensor.FullWell > 0}
	v.warp = in.Drawn.Camera.Distortion != in.View.Camera.Distortion
	p, err := r.program(v)
	if err != nil {
		return err
	}
	p.Use()
	p.Float("uScale", 1/float64(in.SubFrames))
	if v.warp {
		setDistortion(p, in.View)
		p.Vec4("uPinhole", in.View.pinhole())
		p.Vec4("uDrawn", in.Drawn.pinhole())
	}
	if v.noise {
		read := sensor.ReadNoise / sensor.FullWell
		p.Vec2("uNoise", 1/sensor.FullWell, read*read)
		seed := noiseSeed(in.Frame.Seed, in.View.Camera.WorldFromCamera)
		p.Uint("uSeedLow", uint32(seed))
		p.Uint("uSeedHigh", uint32(seed>>32))
	}
	in.Sum.Plain.Bind(0)
	if in.Apart {
		in.Sum.Traced.Bind(1)
	}
	r.screen.DrawScreen()
	return nil
}

// noiseSeed tells apart the views of a frame, which have one seed but are exposed one after the other.
func noiseSeed(seed uint64, pose geom.Transform) uint64 {
	for _, v := range [...]geom.Vec3{pose.M.X, pose.M.Y, pose.M.Z, pose.T} {
		for _, x := range [...]float64{v.X, v.Y, v.Z} {
			// The finaliser of Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators".
			seed = (seed ^ math.Float64bits(x)) + 0x9e3779b97f4a7c15
			seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
			seed = (seed ^ seed>>27) * 0x94d049bb133111eb
			seed ^= seed >> 31
		}
	}
	return seed
}
