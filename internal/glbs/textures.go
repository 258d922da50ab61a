package glbs

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/modeler"
)

// textures are pictures on surfaces, and how they lie there.
var textures = []sample{
	{name: "texture-png", fill: func(f *file) { f.show("card", card(1.25), f.painted(tiles()), vec{0, 0.7, 0}) }},
	{name: "texture-jpeg", fill: func(f *file) {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, tiles(), &jpeg.Options{Quality: 90}); err != nil {
			panic(err)
		}
		at := f.texture(f.image("image/jpeg", b.Bytes()))
		f.show("card", card(1.25), colored(&qm.TextureInfo{Index: at}), vec{0, 0.7, 0})
	}},
	{name: "texture-data-uri", fill: func(f *file) {
		f.Images = append(f.Images, &qm.Image{URI: "data:image/png;base64," + base64.StdEncoding.EncodeToString(encoded(tiles()))})
		f.show("card", card(1.25), colored(&qm.TextureInfo{Index: f.texture(0)}), vec{0, 0.7, 0})
	}},
	{name: "texture-of-a-pixel", fill: func(f *file) {
		f.show("card", card(1.25), f.painted(picture(1, 1, func(x, y int) color.NRGBA { return color.NRGBA{40, 160, 60, 255} })), vec{0, 0.7, 0})
	}},
	{name: "texture-not-square", fill: func(f *file) {
		// 7 columns from dark to light in red, and 3 rows in green.
		f.show("card", card(1.25), f.painted(picture(7, 3, func(x, y int) color.NRGBA { return color.NRGBA{uint8(40 + 30*x), uint8(40 + 80*y), 40, 255} })), vec{0, 0.7, 0})
	}},
	{name: "texture-gray", fill: func(f *file) {
		// A picture of one channel with 16 bits: a ball on black.
		im := image.NewGray16(image.Rect(0, 0, 64, 64))
		for i := range 64 * 64 {
			x, y := i%64-32, i/64-32
			im.SetGray16(i%64, i/64, color.Gray16{uint16(max(0, 65535-60*(x*x+y*y)))})
		}
		f.show("card", card(1.25), f.painted(im), vec{0, 0.7, 0})
	}},
	{name: "wrap-repeat", fill: wrapped(qm.WrapRepeat)},
	{name: "wrap-mirror", fill: wrapped(qm.WrapMirroredRepeat)},
	{name: "wrap-clamp", fill: wrapped(qm.WrapClampToEdge)},
	{name: "filter-nearest", fill: func(f *file) {
		m := f.painted(picture(4, 4, func(x, y int) color.NRGBA {
			return color.NRGBA{uint8(80 * x), uint8(80 * y), uint8(255 * ((x + y) % 2)), 255}
		}))
		f.Samplers = []*qm.Sampler{{MagFilter: qm.MagNearest, MinFilter: qm.MinNearest}}
		f.Textures[0].Sampler = qm.Index(0)
		f.show("card", card(1.25), m, vec{0, 0.7, 0})
	}},
	{name: "texture-transform", fill: func(f *file) {
		// A quarter of the picture, turned by a quarter: the upper left one, whose upper side is on the left.
		f.use(texturetransform.ExtensionName)
		m := f.painted(tiles())
		m.PBRMetallicRoughness.BaseColorTexture.Extensions = qm.Extensions{texturetransform.ExtensionName: map[string]any{
			"offset": []float64{0, 0.5}, "rotation": 1.5707963267948966, "scale": []float64{0.5, 0.5},
		}}
		f.show("card", card(1.25), m, vec{0, 0.7, 0})
	}},
	{name: "second-coordinates", fill: func(f *file) {
		// The first coordinates are all 0; the second show the whole picture.
		s := card(1.25)
		m := f.painted(tiles())
		m.PBRMetallicRoughness.BaseColorTexture.TexCoord = 1
		p := f.primitive(s, m)
		p.Attributes[qm.TEXCOORD_1] = p.Attributes[qm.TEXCOORD_0]
		p.Attributes[qm.TEXCOORD_0] = modeler.WriteTextureCoord(f.Document, make([][2]float32, 4))
		f.stand("card", p, vec{0, 0.7, 0})
	}},
	{name: "both-coordinates", fill: func(f *file) {
		// The color repeats twice by the first coordinates; studs by the second lie once on the card, turned, and smaller by their transform.
		f.use(texturetransform.ExtensionName)
		s := card(1.25)
		m := f.painted(tiles())
		m.NormalTexture = &qm.NormalTexture{
			Index: qm.Index(f.texture(f.image("image/png", encoded(studs())))), TexCoord: 1,
			Extensions: qm.Extensions{texturetransform.ExtensionName: map[string]any{"rotation": 0.5, "scale": []float64{1.5, 1.5}}},
		}
		p := f.primitive(s, m)
		p.Attributes[qm.TEXCOORD_1] = p.Attributes[qm.TEXCOORD_0]
		for i := range s.coords {
			s.coords[i] = [2]float32{2 * s.coords[i][0], 2 * s.coords[i][1]}
		}
		p.Attributes[qm.TEXCOORD_0] = modeler.WriteTextureCoord(f.Document, s.coords)
		f.stand("card", p, vec{0, 0.7, 0})
	}},
	{name: "coordinates-16-bit", fill: func(f *file) { coordinates[uint16](f, 65535) }},
	{name: "coordinates-8-bit", fill: func(f *file) { coordinates[uint8](f, 255) }},
	{name: "texture-times-color", fill: func(f *file) {
		m := f.painted(tiles())
		m.PBRMetallicRoughness.BaseColorFactor = &[4]float64{1, 0.4, 0.4, 1}
		f.show("card", card(1.25), m, vec{0, 0.7, 0})
	}},
}

// wrapped shows a picture two and a half times along each side, from -0.75 on.
func wrapped(w qm.WrappingMode) func(f *file) {
	return func(f *file) {
		s := card(1.25)
		for i := range s.coords {
			for k := range 2 {
				s.coords[i][k] = 2.5*s.coords[i][k] - 0.75
			}
		}
		m := f.painted(tiles())
		f.Samplers = []*qm.Sampler{{WrapS: w, WrapT: w}}
		f.Textures[0].Sampler = qm.Index(0)
		f.show("card", s, m, vec{0, 0.7, 0})
	}
}

// painted is a material whose color is a picture.
func (f *file) painted(im image.Image) *qm.Material {
	return colored(&qm.TextureInfo{Index: f.texture(f.image("image/png", encoded(im)))})
}

func colored(t *qm.TextureInfo) *qm.Material {
	m := paint(1, 1, 1, 0.7)
	m.PBRMetallicRoughness.BaseColorTexture = t
	return m
}

// texture adds one of an image.
func (f *file) texture(im int) int {
	f.Textures = append(f.Textures, &qm.Texture{Source: qm.Index(im)})
	return len(f.Textures) - 1
}

// image adds one that lies in the file.
func (f *file) image(kind string, data []byte) int {
	f.Images = append(f.Images, &qm.Image{MimeType: kind, BufferView: qm.Index(f.view(qm.TargetNone, 0, data))})
	return len(f.Images) - 1
}

func encoded(im image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func picture(w, h int, at func(x, y int) color.NRGBA) *image.NRGBA {
	im := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		im.SetNRGBA(i%w, i/w, at(i%w, i/w))
	}
	return im
}

// tiles is a picture that tells where each of its corners is, and what lies on the left and on the right: the upper left quarter is red, the
// upper right one green, the lower left one blue, the lower right one yellow, with a white mark in the upper left of each.
func tiles() *image.NRGBA {
	return picture(64, 64, func(x, y int) color.NRGBA {
		c := []color.NRGBA{{200, 30, 30, 255}, {40, 160, 40, 255}, {40, 60, 200, 255}, {210, 180, 40, 255}}[2*(y/32)+x/32]
		if i, j := x%32, y%32; i >= 4 && j >= 4 && i+2*j < 36 {
			c = color.NRGBA{235, 235, 235, 255}
		}
		return c
	})
}

// coordinates is a card whose texture coordinates are integers of which most is 1.
func coordinates[T uint8 | uint16](f *file, most float32) {
	s := card(1.25)
	var whole [][2]T
	for _, c := range s.coords {
		whole = append(whole, [2]T{T(most * c[0]), T(most * c[1])})
	}
	p := f.primitive(s, f.painted(tiles()))
	p.Attributes[qm.TEXCOORD_0] = modeler.WriteTextureCoord(f.Document, whole)
	f.stand("card", p, vec{0, 0.7, 0})
}
