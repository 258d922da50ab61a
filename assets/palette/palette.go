// Package palette names the eight colors that parts are painted in.
//
// The values are 8-bit numbers from 0 to 255. What they mean as light is the user's choice: sRGB decodes them as screen
// colors, Linear takes them as reflectances directly, which is paler.
package palette

import "mereo/engine/material"

// Color is a named color.
type Color struct {
	Name string
	RGB  [3]uint8
}

// colors is the order in which colors are drawn at random: a change here moves every scene ever made.
var colors = [...]Color{
	{"gray", [3]uint8{87, 87, 87}},
	{"red", [3]uint8{173, 35, 35}},
	{"blue", [3]uint8{42, 75, 215}},
	{"green", [3]uint8{29, 105, 20}},
	{"brown", [3]uint8{129, 74, 25}},
	{"purple", [3]uint8{129, 38, 192}},
	{"cyan", [3]uint8{41, 208, 208}},
	{"yellow", [3]uint8{255, 238, 51}},
}

// Len is the number of colors.
const Len = len(colors)

// All returns a fresh copy of the colors in their fixed order.
func All() []Color { return append([]Color(nil), colors[:]...) }

// Named returns the color of a name; ok is false where there is none.
func Named(name string) (c Color, ok bool) {
	for _, c := range colors {
		if c.Name == name {
			return c, true
		}
	}
	return Color{}, false
}

// Linear is value/255 by channel, taken as reflectance without decoding.
func (c Color) Linear() material.RGB {
	return material.RGB{float64(c.RGB[0]) / 255, float64(c.RGB[1]) / 255, float64(c.RGB[2]) / 255}
}

// SRGB is the reflectance whose sRGB encoding has the values.
func (c Color) SRGB() material.RGB {
	l := c.Linear()
	return material.RGB{material.DecodeSRGB(l[0]), material.DecodeSRGB(l[1]), material.DecodeSRGB(l[2])}
}

// apart are told apart beside each other, the light ones first.
var apart = [...][3]uint8{
	{92, 133, 214}, {222, 96, 84}, {245, 205, 82}, {96, 168, 98}, {168, 118, 206}, {90, 205, 205}, {196, 134, 84},
	{240, 150, 60}, {236, 150, 186}, {152, 190, 70}, {56, 84, 138}, {140, 52, 60}, {120, 120, 124}, {40, 110, 100},
	{250, 225, 160},
}

// Apart is color i of 15 without names, sRGB, for things that are shown beside each other; after the last comes the first again.
func Apart(i int) Color { return Color{RGB: apart[i%len(apart)]} }
