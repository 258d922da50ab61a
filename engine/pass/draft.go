//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/gl"
	"mereo/shaders"
)

// shrink is how much larger the picture of a draft is than that which is lit.
const shrink = 2

// DraftJitter moves the sample of a small pixel from its center onto that of the upper right one of the large pixels in it.
var DraftJitter = [2]float64{0.25, 0.25}

// Draft makes pictures from lit ones with half their width and height: light changes slowly but for edges of things, and where
// those are the labels say.
type Draft struct {
	cells   *gl.Program
	enlarge map[bool]*gl.Program // with an environment or not, compiled when they are first met
	screen  *gl.VertexArray
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

// Draw draws the labels of tiles, and the radiance of their pictures from one sub-frame of Half(Drawn) with DraftJitter.
func (d *Draft) Draw(tiles []*Tile, labels *Labels) error {
	if err := labels.Draw(tiles); err != nil {
		return err
	}
	d.cells.Use()
	for _, t := range tiles {
		if err := t.lit.resize(gl.RGBA32F, t.Surface.Depth.Width, t.Surface.Depth.Height); err != nil {
			return err
		}
		t.lit.target.Bind()
		setSample(d.cells, t.Drawn, [2]float64{})
		t.Sum.Plain.Bind(2)
		t.Surface.Color.Bind(3)
		t.Surface.Normal.Bind(4)
		t.Surface.Depth.Bind(5)
		d.screen.DrawScreen()
	}
	for _, t := range tiles {
		v := t.Drawn
		enlarge, err := d.program(t.Frame.Environment != nil)
		if err != nil {
			return err
		}
		if err := t.radiance.resize(gl.RGBA16F, v.Camera.Width, v.Camera.Height); err != nil {
			return err
		}
		t.radiance.target.Bind()
		enlarge.Use()
		setCamera(enlarge, v)
		setSample(enlarge, v, [2]float64{})
		world := rgb(t.Frame.WorldRadiance, 0)
		enlarge.Vec3("uWorld", [3]float32(world[:3]))
		t.Around.bind(enlarge, t.Frame, v)
		t.lit.texture.Bind(2)
		labels.reflectance.Layers[t.LabelLayer].Bind(6)
		labels.ViewZ.Layers[t.LabelLayer].Bind(13)
		labels.Normal.Layers[t.LabelLayer].Bind(14)
		d.screen.DrawScreen()
		t.Radiance = &Sum{Plain: t.radiance.texture}
	}
	return nil
}
