//go:build cgo

package pass

import (
	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/material"
)

// maxTexture limits the side of a layer, in texels; larger pictures are shrunk to it.
const maxTexture = 2048

// Textures keeps the pictures of materials on the device from frame to frame.
type Textures struct{ color, linear layers }

// layers is an array of pictures of one size: a picture is stretched to it when it is uploaded, which changes nothing
// in texture coordinates. Layer numbers start at 1 in shaders; 0 is no picture.
type layers struct {
	format  gl.Format
	texture *gl.Texture
	at      map[*material.Texture]int
}

// NewTextures makes an empty store.
func NewTextures() *Textures {
	return &Textures{color: layers{format: gl.SRGBA8}, linear: layers{format: gl.RGBA8}}
}

// Load uploads the frame's pictures that are not there yet.
func (t *Textures) Load(f *frame.Frame) {
	var color, linear []*material.Texture
	for i := range f.Instances {
		color = append(color, f.Instances[i].Material.BaseColorTexture)
		linear = append(linear, f.Instances[i].Material.MetallicRoughnessTexture)
	}
	t.color.load(color)
	t.linear.load(linear)
}

func (l *layers) load(wanted []*material.Texture) {
	width, height := 1, 1
	var missing []*material.Texture
	have := map[*material.Texture]bool{nil: true}
	for _, t := range wanted {
		if have[t] {
			continue
		}
		have[t] = true
		width, height = max(width, min(t.Width, maxTexture)), max(height, min(t.Height, maxTexture))
		if _, ok := l.at[t]; !ok {
			missing = append(missing, t)
		}
	}
	if l.texture != nil && len(missing) == 0 {
		return
	}
	fits := l.texture != nil && len(l.at)+len(missing) <= l.texture.Layers && l.texture.Width >= width && l.texture.Height >= height
	if !fits {
		// Start again with this frame's pictures only, so that the store never outgrows what is in use by much.
		l.texture.Delete()
		l.at = map[*material.Texture]int{}
		missing = missing[:0]
		delete(have, nil)
		for _, t := range wanted {
			if have[t] {
				missing = append(missing, t)
				delete(have, t)
			}
		}
		l.texture = gl.NewMipArray(l.format, width, height, max(8, len(missing)))
	}
	for _, t := range missing {
		layer := len(l.at)
		l.at[t] = layer
		l.texture.UploadLayer(layer, stretch(t, l.texture.Width, l.texture.Height))
	}
	l.texture.MakeMips()
}

// layer is the number that the shaders use for t.
func (l *layers) layer(t *material.Texture) uint32 {
	if t == nil {
		return 0
	}
	return uint32(l.at[t] + 1)
}

// stretch resamples a picture that repeats, with linear interpolation between texel centres (in encoded values: the
// error is far below the grain of such pictures).
func stretch(t *material.Texture, width, height int) []uint8 {
	if t.Width == width && t.Height == height {
		return t.Pix
	}
	out := make([]uint8, 4*width*height)
	for y := range height {
		v := (float64(y)+0.5)*float64(t.Height)/float64(height) - 0.5 + float64(t.Height)
		y0 := int(v)
		fy := v - float64(y0)
		for x := range width {
			u := (float64(x)+0.5)*float64(t.Width)/float64(width) - 0.5 + float64(t.Width)
			x0 := int(u)
			fx := u - float64(x0)
			for c := range 4 {
				at := func(x, y int) float64 { return float64(t.Pix[4*((y%t.Height)*t.Width+x%t.Width)+c]) }
				top := at(x0, y0)*(1-fx) + at(x0+1, y0)*fx
				bottom := at(x0, y0+1)*(1-fx) + at(x0+1, y0+1)*fx
				out[4*(y*width+x)+c] = uint8(top*(1-fy) + bottom*fy + 0.5)
			}
		}
	}
	return out
}

// Bind puts both arrays on their units.
func (t *Textures) bind() {
	t.color.texture.Bind(0)
	t.linear.texture.Bind(1)
}
