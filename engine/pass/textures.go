//go:build cgo && linux

package pass

import (
	"math"
	"sync"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/material"
)

// A layer is a square with a side from minTexture to maxTexture texels, the smallest power of two that holds the
// frame's largest picture. So its size depends on the frame alone, and seldom changes from frame to frame.
const (
	minTexture = 1024
	maxTexture = 4096
)

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

// TextureSides are the sides of the layers that a frame's pictures are on, in texels; 0 for none. Frames that share textures must
// have the same.
func TextureSides(f *frame.Frame) (color, linear int) {
	for i := range f.Instances {
		m := f.Instances[i].Material
		color, linear = max(color, sideFor(m.BaseColorTexture), sideFor(m.EmissionTexture)), max(linear, sideFor(m.MetallicRoughnessTexture), sideFor(m.NormalTexture))
	}
	return color, linear
}

func sideFor(t *material.Texture) int {
	if t == nil {
		return 0
	}
	side := minTexture
	for side < maxTexture && side < max(t.Width, t.Height) {
		side *= 2
	}
	return side
}

// Load uploads the frames' pictures that are not there yet.
func (t *Textures) Load(frames ...*frame.Frame) {
	var color, linear []*material.Texture
	for _, f := range frames {
		for i := range f.Instances {
			color = append(color, f.Instances[i].Material.BaseColorTexture, f.Instances[i].Material.EmissionTexture)
			linear = append(linear, f.Instances[i].Material.MetallicRoughnessTexture, f.Instances[i].Material.NormalTexture)
		}
	}
	t.color.load(color)
	t.linear.load(linear)
}

func (l *layers) load(wanted []*material.Texture) {
	side := 0
	var missing []*material.Texture
	have := map[*material.Texture]bool{nil: true}
	for _, t := range wanted {
		if have[t] {
			continue
		}
		have[t] = true
		side = max(side, sideFor(t))
		if _, ok := l.at[t]; !ok {
			missing = append(missing, t)
		}
	}
	if len(have) == 1 {
		// No pictures in this frame; but the shaders want something bound.
		if l.texture == nil {
			l.texture = gl.NewMipArray(l.format, 1, 1, 1)
		}
		return
	}
	if l.texture == nil || l.texture.Width != side || len(l.at)+len(missing) > l.texture.Layers {
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
		l.texture = gl.NewMipArray(l.format, side, side, max(len(missing), 8*minTexture*minTexture/(side*side)))
	}
	for _, t := range missing {
		layer := len(l.at)
		l.at[t] = layer
		w, h := l.texture.Width, l.texture.Height
		pix := stretch(t, w, h)
		for level := range l.texture.Levels {
			l.texture.UploadLevel(layer, level, pix)
			if level+1 < l.texture.Levels {
				pix, w, h = halve(pix, w, h, t.SRGB)
			}
		}
	}
}

// code is what shaders/common/picture.glsl reads of t; 0 for none.
func (l *layers) code(t *material.Texture) uint32 {
	if t == nil {
		return 0
	}
	code := uint32(l.at[t] + 1)
	if t.Second {
		code |= 1 << 11
	}
	return code | uint32(t.Wrap[0])<<12 | uint32(t.Wrap[1])<<14
}

// stretch resamples a picture, with linear interpolation between texel centers (in encoded values: the
// error is far below the grain of such pictures).
func stretch(t *material.Texture, width, height int) []uint8 {
	if t.Width == width && t.Height == height {
		return t.Pix
	}
	columns, rows := taps(t.Width, width, t.Wrap[0]), taps(t.Height, height, t.Wrap[1])
	out := make([]uint8, 0, 4*width*height)
	for _, r := range rows {
		top, bottom := t.Pix[4*t.Width*r.first:], t.Pix[4*t.Width*r.second:]
		for _, c := range columns {
			for k := range 4 {
				a := (256-c.weight)*int(top[4*c.first+k]) + c.weight*int(top[4*c.second+k])
				b := (256-c.weight)*int(bottom[4*c.first+k]) + c.weight*int(bottom[4*c.second+k])
				out = append(out, uint8(((256-r.weight)*a+r.weight*b+1<<15)>>16))
			}
		}
	}
	return out
}

// tap names the two texels between which a resampled one lies, and the weight of the second in 1/256.
type tap struct{ first, second, weight int }

func taps(from, to int, wrap material.Wrap) []tap {
	out := make([]tap, to)
	for i := range out {
		// Center of texel i in units of the source's texels, less one half, in 1/256.
		at := ((2*i+1)*from*128)/to - 128 + 256*from
		out[i] = tap{first: wrap.Texel(at/256-from, from), second: wrap.Texel(at/256+1-from, from), weight: at % 256}
	}
	return out
}

// halve averages 2 x 2 texels, in linear light where the picture is sRGB; an odd last row or column is dropped. Drivers
// do this each in their own way, and pictures should not depend on them.
func halve(pix []uint8, width, height int, srgb bool) (half []uint8, w, h int) {
	w, h = max(1, width/2), max(1, height/2)
	dx, dy := 4*min(1, width-1), 4*width*min(1, height-1)
	decode, encode := srgbTables()
	half = make([]uint8, 4*w*h)
	for y := range h {
		for x := range w {
			from, to := 4*(2*y*width*min(1, height-1)+2*x*min(1, width-1)), 4*(y*w+x)
			for k := range 4 {
				a, b, c, d := pix[from+k], pix[from+dx+k], pix[from+dy+k], pix[from+dx+dy+k]
				if srgb && k < 3 {
					half[to+k] = encode[(decode[a]+decode[b]+decode[c]+decode[d])>>2]
				} else {
					half[to+k] = uint8((int(a) + int(b) + int(c) + int(d) + 2) >> 2)
				}
			}
		}
	}
	return half, w, h
}

// srgbTables decode to 14 bits and encode from them.
var srgbTables = sync.OnceValues(func() (decode [256]int, encode [1 << 14]uint8) {
	for i := range decode {
		decode[i] = int(math.Round(material.DecodeSRGB(float64(i)/255) * (1<<14 - 1)))
	}
	for i := range encode {
		encode[i] = uint8(math.Round(material.EncodeSRGB(float64(i)/(1<<14-1)) * 255))
	}
	return decode, encode
})

// Bind puts both arrays on their units.
func (t *Textures) bind() {
	t.color.texture.Bind(0)
	t.linear.texture.Bind(1)
}
