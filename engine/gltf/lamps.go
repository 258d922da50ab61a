package gltf

import (
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
)

// punctualLights is the extension in whose words other programs read lamps:
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_lights_punctual
const punctualLights = "KHR_lights_punctual"

// punctual is a lamp in the words of the extension.
type punctual struct {
	Name      string       `json:"name"`
	Type      string       `json:"type"`
	Color     material.RGB `json:"color"`
	Intensity float64      `json:"intensity"` // spots: candela; suns: lux
	Spot      *cone        `json:"spot,omitempty"`
}

type cone struct {
	Inner float64 `json:"innerConeAngle"`
	Outer float64 `json:"outerConeAngle"`
}

// writtenLamp is a lamp or a sun in both words.
type writtenLamp struct {
	name   string
	pose   geom.Transform // of the world; the light goes along -z
	exact  lightExtras    // what Load reads
	others punctual
}

// lampsOf are a frame's lamps and suns.
//
// For other programs a lamp is a spot whose cone is all that lies before it, and which fades from its axis on. A square of radiance L
// and area A has the radiant intensity L A c, where c is the cosine of the angle from its axis. With such a cone three.js
// (getSpotAttenuation in lights_pars_begin.glsl.js) and Cycles (kernel/light/spot.h) fade by s = 3 c^2 - 2 c^3, which is 1 on the axis
// as c is, 1/2 at 60 degrees, 0 at 90, and has the same flux: the integrals of c and of s from c = 0 to 1 are both 1/2. So L A is the
// intensity of both. At 30 degrees s is 10 % brighter than c; Cycles of Blender 3.4, which fades by c s, is 5 % darker, and c^2, which
// the extension recommends, 13 %.
//
// Units are candela and lux. One W/(m^2 sr) is written as 1 cd/m^2, as it is for emitting materials: white is radiance 1 in our
// pictures, and luminance 1 in three.js, Babylon.js and Khronos' sample viewer unless they are given an exposure.
func lampsOf(f *frame.Frame) (out []writtenLamp) {
	for i := range f.Lights {
		l := &f.Lights[i]
		p := colored("spot", l.Radiance())
		p.Intensity *= l.Size * l.Size
		p.Spot = &cone{Outer: math.Pi / 2}
		out = append(out, writtenLamp{fmt.Sprintf("lamp %d", i+1), l.WorldFromLight, lightExtras{
			Type: lightArea, Size: l.Size, PowerW: l.PowerW, Color: &l.Color,
		}, p})
	}
	for i := range f.Suns {
		s := &f.Suns[i]
		z := s.Dir.Neg()
		x, y := geom.Basis(z)
		out = append(out, writtenLamp{fmt.Sprintf("sun %d", i+1), geom.Transform{M: geom.Mat3{X: x, Y: y, Z: z}}, lightExtras{
			Type: lightSun, Irradiance: &s.Irradiance, Shadows: s.Shadows,
		}, colored("directional", s.Irradiance)})
	}
	return out
}

// colored divides light into an intensity and a color, of which the extension wants no more than 1.
func colored(kind string, c material.RGB) punctual {
	p := punctual{Type: kind, Intensity: max(c[0], c[1], c[2]), Color: material.RGB{1, 1, 1}}
	if p.Intensity > 0 {
		for i, v := range c {
			p.Color[i] = v / p.Intensity
		}
	}
	return p
}

// blenderFactor is by how much Blender's importer darkens lamps: it takes 683 lm, the luminous efficacy of green light, for a watt
// (PBR_WATTS_TO_LUMENS in io_scene_gltf2/blender/com/gltf2_blender_conversion.py), and does so with no emitting material.
const blenderFactor = 683

// lamps adds nodes for lamps and suns and returns those that hang on the world.
//
// They are there a second time, brighter, for Blender, which also imports nodes that belong to no scene. Nobody else shows these.
// There the two together are 0.15 % too bright.
func (e *writer) lamps(f *frame.Frame) (below []int) {
	var lights []punctual
	add := func(l *writtenLamp, name string, factor float64, extras any) int {
		p := l.others
		p.Name = name
		p.Intensity *= factor
		lights = append(lights, p)
		return e.node(&qm.Node{
			Name: name, Matrix: matrix(l.pose), Extras: extras,
			Extensions: qm.Extensions{punctualLights: map[string]int{"light": len(lights) - 1}},
		})
	}
	all := lampsOf(f)
	if len(all) == 0 {
		return nil
	}
	forBlender := &qm.Node{Name: "lamps for Blender", Matrix: matrix(houseFromFile.Inverse())}
	for i := range all {
		l := &all[i]
		below = append(below, add(l, l.name, 1, nodeExtras{Light: &l.exact}))
		forBlender.Children = append(forBlender.Children, add(l, l.name+" for Blender", blenderFactor, nil))
	}
	e.node(forBlender)
	e.uses(punctualLights)
	e.doc.Extensions = qm.Extensions{punctualLights: map[string][]punctual{"lights": lights}}
	return below
}
