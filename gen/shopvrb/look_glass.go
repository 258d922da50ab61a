package shopvrb

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// What real glass has and the renderer leaves out, because the world is black and light comes through glass as shadow only.
const (
	// glassVeil is the radiance that each surface of glass adds to what is seen through it, W/(m^2 sr): 4 % of that of a dim room.
	glassVeil = 0.002
	// glassPasses is the share of the light that reaches the table below a glass through it.
	glassPasses = 0.75
)

// clear tells whether a thing is of clear glass alone.
func (o *planObject) clear() bool {
	for i := range o.model.Parts {
		surface := o.model.Parts[i].Surface
		if o.model.Parts[i].Mutable {
			surface = o.appearance.on(surface)
		}
		if surface.Transmission < 1 {
			return false
		}
	}
	return true
}

// glazed adds to a plan's scene what glass mirrors of a room, and light that falls through glasses onto the table below their feet. Nothing
// of this can be seen but in glass: labels are those of the scene without it.
func (p *plan) glazed(s *scenes.Scene) *scenes.Scene {
	ground, lamps := s.Backdrop[0], s.Lights
	for i := range s.Objects {
		o := &p.objects[i]
		for k := range s.Objects[i].Parts {
			if m := &s.Objects[i].Parts[k].Material; m.Transmission == 1 {
				m.Emission = lookGray(glassVeil * p.gain())
			}
		}
		if o.deleted || o.rest != nil || !o.clear() {
			continue
		}
		at, radius := o.foot()
		if radius == 0 {
			continue
		}
		light := lit(groundAt(&ground, at), irradianceAt(lamps, at, geom.V(0, 0, 1)))
		for c := range light {
			light[c] *= glassPasses
		}
		glow := material.Lambert(material.RGB{})
		glow.Name, glow.Emission = "light through glass", light
		s.Backdrop = append(s.Backdrop[:len(s.Backdrop):len(s.Backdrop)], scenes.Surface{
			Name: glow.Name, Mesh: disc(at, radius), Material: glow, NoShadow: true,
		})
	}
	return s
}

// footHeight is how high above the table a foot ends, as a share of the thing's height.
const footHeight = 0.06

// foot is the middle and the radius of what a thing stands on, on the table.
func (o *planObject) foot() (middle geom.Vec3, radius float64) {
	to := o.worldFromModel()
	top := to.Point(geom.V(0, 0, o.model.Bounds().Max.Z)).Z
	around := geom.EmptyAABB()
	for i := range o.model.Parts {
		for _, v := range o.model.Parts[i].Mesh.Positions {
			if v = to.Point(v); v.Z < footHeight*top {
				around = around.Union(geom.AABB{Min: v, Max: v})
			}
		}
	}
	middle = around.Center()
	return geom.V(middle.X, middle.Y, 0), min(around.Size().X, around.Size().Y) / 2
}

// disc lies a hair above the table.
func disc(middle geom.Vec3, radius float64) *mesh.Mesh {
	const corners, above = 24, 0.001
	m := &mesh.Mesh{}
	for i := range corners {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / corners)
		m.Positions = append(m.Positions, middle.Add(geom.V(radius*cos, radius*sin, above)))
		if i > 1 {
			m.Triangles = append(m.Triangles, [3]uint32{0, uint32(i - 1), uint32(i)})
		}
	}
	return m
}
