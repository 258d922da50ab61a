package gltf

import (
	"encoding/json"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
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
	Intensity float64      `json:"intensity"` // points and spots: candela; suns: lux
	Range     float64      `json:"range,omitempty"`
	Spot      *cone        `json:"spot,omitempty"`
}

type cone struct {
	Inner float64 `json:"innerConeAngle"`
	Outer float64 `json:"outerConeAngle"`
}

// UnmarshalJSON begins with what the extension says of lamps that say nothing.
func (p *punctual) UnmarshalJSON(text []byte) error {
	type plain punctual
	q := plain{Color: material.RGB{1, 1, 1}, Intensity: 1}
	err := json.Unmarshal(text, &q)
	*p = punctual(q)
	return err
}

// UnmarshalJSON is as that of punctual.
func (c *cone) UnmarshalJSON(text []byte) error {
	type plain cone
	q := plain{Outer: math.Pi / 4}
	err := json.Unmarshal(text, &q)
	*c = cone(q)
	return err
}

// ballSize is the diameter of lamps of the extension, which have none, in meters: shadows are soft as those of a bulb.
const ballSize = 0.02

// readLamps reads the document's lamps of the extension.
func (r *reader) readLamps() error {
	raw, ok := r.doc.Extensions[punctualLights].(json.RawMessage)
	if !ok {
		return nil
	}
	var doc struct {
		Lights []punctual `json:"lights"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return fmt.Errorf("%s: %s", punctualLights, plainError(err))
	}
	r.lamps = doc.Lights
	return nil
}

// punctual adds the lamp of a node.
func (w *walk) punctual(raw json.RawMessage, worldFromNode geom.Transform) error {
	var of struct {
		Light *int `json:"light"`
	}
	if err := json.Unmarshal(raw, &of); err != nil {
		return fmt.Errorf("%s: %s", punctualLights, plainError(err))
	}
	if of.Light == nil || *of.Light < 0 || *of.Light >= len(w.lamps) {
		return fmt.Errorf("%s: names no light of the file, which has %d", punctualLights, len(w.lamps))
	}
	p := &w.lamps[*of.Light]
	wrap := func(err error) error {
		return fmt.Errorf("%s: light %d %q: %w", punctualLights, *of.Light, p.Name, err)
	}
	if !(p.Intensity >= 0 && p.Intensity <= math.MaxFloat32) {
		return wrap(fmt.Errorf("intensity is %g, want at least 0", p.Intensity))
	}
	color := material.RGB{p.Color[0] * p.Intensity, p.Color[1] * p.Intensity, p.Color[2] * p.Intensity}
	pose := rigid(worldFromNode)
	ball := &light.Ball{Inner: math.Pi, Outer: math.Pi, Range: p.Range}
	switch p.Type {
	case "directional":
		w.given.suns = append(w.given.suns, len(w.out.Frame.Suns))
		return w.sun(light.Sun{Dir: pose.M.Z.Neg(), Irradiance: color, Shadows: true})
	case "point":
	case "spot":
		if p.Spot == nil {
			p.Spot = &cone{Outer: math.Pi / 4}
		}
		ball.Inner, ball.Outer = p.Spot.Inner, p.Spot.Outer
	default:
		return wrap(fmt.Errorf("type is %q, want \"point\", \"spot\" or \"directional\"", p.Type))
	}
	// An area light sends a quarter of its power along its axis.
	l := light.Area{WorldFromLight: pose, Size: ballSize, PowerW: 4, Color: color, Ball: ball}
	if err := l.Validate(); err != nil {
		return wrap(err)
	}
	w.given.lamps = append(w.given.lamps, len(w.out.Frame.Lights))
	w.out.Frame.Lights = append(w.out.Frame.Lights, l)
	return nil
}

// photometric tells files whose lamps are in candela and lux, of which a watt has 683, from those that take a watt for a lumen. Both are
// common: Blender's exporter has a setting for it. It is by which of them a white surface in the middle, which faces all lamps, is nearer to white.
func (w *walk) photometric(center geom.Vec3, radius float64) bool {
	f := w.out.Frame
	var sum float64
	for _, i := range w.given.lamps {
		l := &f.Lights[i]
		d := max(l.WorldFromLight.T.Sub(center).Len(), radius/2)
		sum += max(l.Color[0], l.Color[1], l.Color[2]) / (d * d)
	}
	for _, i := range w.given.suns {
		s := f.Suns[i].Irradiance
		sum += max(s[0], s[1], s[2])
	}
	return sum/math.Pi > math.Sqrt(lumensPerWatt)
}

// inWatts divides what the file's lamps of the extension send by the lumens of a watt.
func (w *walk) inWatts() {
	for _, i := range w.given.lamps {
		w.out.Frame.Lights[i].PowerW /= lumensPerWatt
	}
	for _, i := range w.given.suns {
		for c := range w.out.Frame.Suns[i].Irradiance {
			w.out.Frame.Suns[i].Irradiance[c] /= lumensPerWatt
		}
	}
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
		p.Intensity *= l.Side() * l.Side()
		p.Spot = &cone{Outer: math.Pi / 2}
		exact := lightExtras{Type: lightArea, Size: l.Size, PowerW: l.PowerW, Color: &l.Color}
		if b := l.Ball; b != nil {
			exact.Type, exact.Inner, exact.Outer, exact.Range = lightBall, b.Inner, b.Outer, b.Range
			p.Range = b.Range
			if p.Spot = (&cone{b.Inner, b.Outer}); b.Outer > math.Pi/2 { // the extension has no wider cones
				p.Type, p.Spot = "point", nil
			}
		}
		out = append(out, writtenLamp{fmt.Sprintf("lamp %d", i+1), l.WorldFromLight, exact, p})
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

// lumensPerWatt is by how much Blender's importer darkens lamps, and its exporter brightens them: it takes 683 lm, the luminous efficacy of
// green light, for a watt (PBR_WATTS_TO_LUMENS in io_scene_gltf2/blender/com/gltf2_blender_conversion.py), and does so with no emitting material.
const lumensPerWatt = 683

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
		forBlender.Children = append(forBlender.Children, add(l, l.name+" for Blender", lumensPerWatt, nil))
	}
	e.node(forBlender)
	e.uses(punctualLights)
	e.doc.Extensions = qm.Extensions{punctualLights: map[string][]punctual{"lights": lights}}
	return below
}
