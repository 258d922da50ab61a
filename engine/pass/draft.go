//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/gl"
	"mereo/shaders"
)

// shrink is how much larger the picture of a draft is than that which is lit.
const shrink = 2

// DraftJitter moves the sample of a small pixel from its centre onto that of the upper right one of the large pixels in it.
var DraftJitter = [2]float64{0.25, 0.25}

// Draft makes pictures from lit ones with half their width and height: light changes slowly but for edges of things, and where
// those are the labels say.
type Draft struct {
	cells    *gl.Program
	enlarge  map[bool]*gl.Program // with an environment or not, compiled when they are first met
	screen   *gl.VertexArray
	lit      picture // light over reflectance; w: ViewZ
	radiance picture
}

// picture is a texture that is drawn to.
type picture struct {
	texture *gl.Texture
	target  *gl.Framebuffer
}

// resize makes it as large as it shall be.
func (p *picture) resize(format gl.Format, width, height int) error {
	if p.texture != nil && p.texture.Width == width && p.texture.Height == height {
		return nil
	}
	p.target.Delete()
	p.texture.Delete()
	p.texture = gl.NewTexture(format, width, height)
	p.target = gl.NewFramebuffer(nil, p.texture)
	return p.target.Complete()
}

// NewDraft compiles the pass.
func NewDraft() (*Draft, error) {
	d := &Draft{enlarge: map[bool]*gl.Program{}, screen: gl.NewVertexArray(0)}
	var err error
	d.cells, err = gl.NewProgram(shaders.Files, "post/screen.vert", "draft/cells.frag")
	return d, err
}

// program compiles a variant of what enlarges, once.
func (d *Draft) program(environment bool) (*gl.Program, error) {
	if p, ok := d.enlarge[environment]; ok {
		return p, nil
	}
	number := map[bool]int{true: 1}
	defines := append(known{shrink, true}.defines(), fmt.Sprint("ENVIRONMENT ", number[environment]))
	p, err := gl.NewProgram(shaders.Files, "post/screen.vert", "draft/enlarge.frag", defines...)
	if err == nil {
		d.enlarge[environment] = p
	}
	return p, err
}

// Half is the view of a picture with half the width and height, whose lower left corner is that of v's. It shows of the loaded
// geometry what v shows.
func Half(v *View) *View {
	c := *v.Camera
	c.Width, c.Height = (c.Width+shrink-1)/shrink, (c.Height+shrink-1)/shrink
	c.FocalPx /= shrink
	c.CenterX /= shrink
	c.CenterY = float64(c.Height) - (float64(v.Camera.Height)-v.Camera.CenterY)/shrink
	half := NewView(&c)
	half.number = v.number
	return half
}

// Draw draws the labels of view v, and its picture from one sub-frame of Half(v) with DraftJitter: in is what was drawn, and sum
// the result.
func (d *Draft) Draw(in LightingInput, labels *Labels, v *View, half *GBuffer, sum *Sum) (*Sum, error) {
	if err := labels.draw(in.Geometry, in.Textures, v); err != nil {
		return nil, err
	}
	enlarge, err := d.program(in.Frame.Environment != nil)
	if err != nil {
		return nil, err
	}
	if err := d.lit.resize(gl.RGBA32F, half.Depth.Width, half.Depth.Height); err != nil {
		return nil, err
	}
	if err := d.radiance.resize(gl.RGBA16F, v.Camera.Width, v.Camera.Height); err != nil {
		return nil, err
	}
	d.lit.target.Bind()
	d.cells.Use()
	setSample(d.cells, v, [2]float64{})
	sum.Plain.Bind(2)
	half.Color.Bind(3)
	half.Normal.Bind(4)
	half.Depth.Bind(5)
	d.screen.DrawScreen()

	d.radiance.target.Bind()
	enlarge.Use()
	setCamera(enlarge, v)
	setSample(enlarge, v, [2]float64{})
	world := rgb(in.Frame.WorldRadiance, 0)
	enlarge.Vec3("uWorld", [3]float32(world[:3]))
	in.Around.bind(enlarge, in.Frame, v)
	d.lit.texture.Bind(2)
	labels.reflectance.Bind(6)
	labels.ViewZ.Bind(13)
	labels.Normal.Bind(14)
	d.screen.DrawScreen()
	return &Sum{Plain: d.radiance.texture}, nil
}
