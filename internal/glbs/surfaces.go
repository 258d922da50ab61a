package glbs

import (
	"image"
	"image/color"
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// surfaces are what materials of the format itself have.
var surfaces = []sample{
	{name: "default-material", fill: func(f *file) { f.show("ball", sphere(0.6, 32), nil, vec{0, 0.6, 0}) }},
	{name: "metallic-row", fill: func(f *file) {
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.9, 0.6, 0.3, 0.35)
			m.PBRMetallicRoughness.MetallicFactor = &t
			return m
		})
	}},
	{name: "roughness-row", fill: func(f *file) {
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.9, 0.6, 0.3, 0.1+0.9*t)
			m.PBRMetallicRoughness.MetallicFactor = qm.Float(1)
			return m
		})
	}},
	{name: "metal-rough", fill: func(f *file) {
		// Stripes of metal, rough in the lower half.
		at := f.texture(f.image("image/png", encoded(picture(32, 32, func(x, y int) color.NRGBA {
			return color.NRGBA{0, uint8(60 + 160*(y/16)), uint8(255 * (x / 2 % 2)), 255}
		}))))
		f.show("ball", sphere(0.65, 32), &qm.Material{PBRMetallicRoughness: &qm.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{0.8, 0.5, 0.2, 1}, MetallicRoughnessTexture: &qm.TextureInfo{Index: at},
		}}, vec{0, 0.65, 0})
	}},
	{name: "normal-texture", fill: func(f *file) {
		p := f.bumps(1)
		p.Attributes[qm.TANGENT] = modeler.WriteTangent(f.Document, [][4]float32{{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}})
	}},
	{name: "normal-scale", fill: func(f *file) { f.bumps(0.3) }}, // tangents are those of the coordinates
	{name: "emission", fill: func(f *file) {
		m := paint(0, 0, 0, 0.9)
		m.EmissiveFactor = [3]float64{0.5, 0.2, 0.05}
		f.show("ball", sphere(0.6, 32), m, vec{0, 0.6, 0})
	}},
	{name: "emission-texture", fill: func(f *file) {
		m := paint(0, 0, 0, 0.9)
		m.EmissiveFactor = [3]float64{1, 1, 1}
		m.EmissiveTexture = &qm.TextureInfo{Index: f.texture(f.image("image/png", encoded(tiles())))}
		f.show("card", card(1.25), m, vec{0, 0.7, 0})
	}},
	{name: "occlusion", fill: func(f *file) {
		// It darkens what lamps do not light: little here, and nothing where light is followed.
		m := warm()
		m.OcclusionTexture = &qm.OcclusionTexture{Index: qm.Index(f.texture(f.image("image/png", encoded(tiles()))))}
		f.show("ball", sphere(0.6, 32), m, vec{0, 0.6, 0})
	}},
	{name: "mask", fill: func(f *file) { f.holes(qm.AlphaMask, nil) }},
	{name: "mask-cutoff", fill: func(f *file) { f.holes(qm.AlphaMask, qm.Float(0.9)) }},
	{name: "blend", fill: func(f *file) { f.holes(qm.AlphaBlend, nil) }},
	{name: "blend-factor", fill: func(f *file) {
		m := warm()
		m.PBRMetallicRoughness.BaseColorFactor[3], m.AlphaMode = 0.6, qm.AlphaBlend
		f.show("box", block(0.4, 0.8, 0.4), cold(), vec{0, 0.4, -0.6})
		f.show("card", card(1.2), m, vec{0.3, 0.65, 0.3})
	}},
	{name: "alpha-opaque", fill: func(f *file) { f.holes(qm.AlphaOpaque, nil) }},
	{name: "colors-float", fill: func(f *file) {
		s := sphere(0.6, 24)
		var colors [][3]float32
		for _, n := range s.normals {
			colors = append(colors, [3]float32{n[0]/2 + 0.5, n[1]/2 + 0.5, n[2]/2 + 0.5})
		}
		p := f.primitive(s, paint(1, 1, 1, 0.7))
		p.Attributes[qm.COLOR_0] = modeler.WriteColor(f.Document, colors)
		f.stand("ball", p, vec{0, 0.6, 0})
	}},
	{name: "colors-8-bit", fill: func(f *file) {
		// Alpha is cut off at one half, so that the ball is open above.
		s := sphere(0.6, 24)
		var colors [][4]uint8
		for i, n := range s.normals {
			at := func(k int) uint8 { return uint8(127.5 * (n[k] + 1)) }
			colors = append(colors, [4]uint8{at(0), at(1), at(2), uint8(255 * min(1, 2*s.coords[i][1]))})
		}
		m := doubleSided(paint(1, 1, 1, 0.7))
		m.AlphaMode = qm.AlphaMask
		p := f.primitive(s, m)
		p.Attributes[qm.COLOR_0] = modeler.WriteColor(f.Document, colors)
		f.stand("ball", p, vec{0, 0.6, 0})
	}},
}

// row shows balls side by side whose materials go from 0 to 1.
func (f *file) row(n int, at func(t float64) *qm.Material) {
	s := sphere(0.25, 32)
	for i := range n {
		t := float64(i) / float64(n-1)
		f.show("ball", s, at(t), vec{2.2 * (t - 0.5), 0.6, 0})
	}
}

// bumps shows a card with round bumps, whose light comes from the right.
func (f *file) bumps(scale float64) *qm.Primitive {
	m := warm()
	m.NormalTexture = &qm.NormalTexture{Index: qm.Index(f.texture(f.image("image/png", encoded(studs())))), Scale: &scale}
	p := f.primitive(card(1.25), m)
	f.stand("card", p, vec{0, 0.7, 0})
	return p
}

// studs are normals of four by four bumps.
func studs() image.Image {
	return picture(128, 128, func(x, y int) color.NRGBA {
		u, v := (float64(x%32)+0.5)/12-16./12, 16./12-(float64(y%32)+0.5)/12
		n := vec{0, 0, 1}
		if r := math.Hypot(u, v); r < 1 {
			n = unit(vec{u, v, math.Sqrt(1.2 - r*r)})
		}
		at := func(k int) uint8 { return uint8(math.Round(127.5 * (n[k] + 1))) }
		return color.NRGBA{at(0), at(1), at(2), 255}
	})
}

// holes shows a card before a box. Its alpha goes from 0 in the middle to 1 at the border.
func (f *file) holes(mode qm.AlphaMode, cutoff *float64) {
	m := f.painted(picture(64, 64, func(x, y int) color.NRGBA {
		r := math.Hypot(float64(x)-31.5, float64(y)-31.5) / 32
		return color.NRGBA{210, 120, 40, uint8(255 * min(1, r))}
	}))
	m.AlphaMode, m.AlphaCutoff = mode, cutoff
	f.show("box", block(0.5, 0.9, 0.5), cold(), vec{0, 0.45, -0.7})
	f.show("card", card(1.25), doubleSided(m), vec{0, 0.7, 0.3})
}
