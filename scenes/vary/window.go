package vary

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// panel is an upright flat wall.
type panel struct {
	origin      geom.Vec3 // the lower left corner, seen from the side that it faces
	across, out geom.Vec3 // unit, level: to the right along the wall, and off it
	width, high float64
}

// panelOf is the wall that a mesh is; false for one that is not flat and upright.
func panelOf(m *mesh.Mesh) (p panel, upright bool) {
	const flat = 1e-6
	for i, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		n := b.Sub(a).Cross(c.Sub(a)).Unit()
		if i == 0 {
			p.out = n
		}
		if math.Abs(n.Z) > flat || n.Sub(p.out).Len() > flat {
			return p, false
		}
	}
	if len(m.Triangles) == 0 {
		return p, false
	}
	p.across = geom.V(-p.out.Y, p.out.X, 0)
	lo, hi := geom.V(math.Inf(1), 0, math.Inf(1)), geom.V(math.Inf(-1), 0, math.Inf(-1))
	for _, at := range m.Positions {
		on := geom.V(at.Dot(p.across), 0, at.Z)
		lo, hi = lo.Min(on), hi.Max(on)
	}
	p.origin = p.across.Scale(lo.X).Add(p.out.Scale(m.Positions[0].Dot(p.out))).Add(geom.V(0, 0, lo.Z))
	p.width, p.high = hi.X-lo.X, hi.Z-lo.Z
	return p, true
}

// box is one in the frame of the wall: to the right, off the wall, up.
func (p *panel) box(x0, out0, z0, x1, out1, z1 float64) *mesh.Mesh {
	lo, hi := geom.V(x0, out0, z0), geom.V(x1, out1, z1)
	worldFromWall := geom.Transform{M: geom.Mat3{X: p.across, Y: p.out.Neg(), Z: geom.V(0, 0, 1)}, T: p.origin}
	// The wall's y runs into it, so that its axes are right-handed.
	lo.Y, hi.Y = -out1, -out0
	return solid.BoxBetween(lo, hi, 0, 0).Transformed(worldFromWall)
}

// skyThroughPanes is the radiance of windows: bright sky, where white paper in the room has about 1.
var skyThroughPanes = material.RGB{0.95, 1.1, 1.25}

// fittings are a skirting board and perhaps windows, in lengths of life. All is white but the panes.
func (p *panel) fittings(draws *rng.Stream, meters float64) []scenes.Surface {
	m := 1 / meters
	has, count := draws.Bool(windowShare), 1+draws.IntN(3)
	width, height, sill := float64(draws.Uniform(0.9, 1.6)*m), float64(draws.Uniform(1.2, 1.7)*m), float64(draws.Uniform(0.8, 1)*m)
	white := []*mesh.Mesh{p.box(0, 0, 0, p.width, 0.015*m, 0.09*m)}
	var panes []*mesh.Mesh
	step := p.width / float64(count)
	if !has || p.high < sill+height+float64(0.2*m) || step < 1.5*width {
		count = 0
	}
	for i := range count {
		x0 := float64((float64(i)+0.5)*step) - float64(width/2)
		x1, top := x0+width, sill+height
		bar, thick, low := float64(0.07*m), float64(0.05*m), sill+float64(0.6*height)
		panes = append(panes, p.box(x0, 0, sill, x1, 0.01*m, top))
		white = append(white,
			p.box(x0-bar, 0, sill-bar, x0, thick, top+bar), p.box(x1, 0, sill-bar, x1+bar, thick, top+bar),
			p.box(x0, 0, top, x1, thick, top+bar), p.box(x0, 0, sill-bar, x1, thick, sill),
			p.box((x0+x1-float64(bar/2))/2, 0.01*m, sill, (x0+x1+float64(bar/2))/2, thick*0.7, top),
			p.box(x0, 0.01*m, low, x1, thick*0.7, low+float64(bar/2)),
			p.box(x0-float64(2*bar), 0, sill-bar-float64(0.03*m), x1+float64(2*bar), 0.12*m, sill-bar),
		)
	}
	paint := material.Lambert(material.RGB{0.8, 0.8, 0.78})
	out := []scenes.Surface{{Name: "woodwork", Mesh: mesh.Merge(white...), Material: paint, NoShadow: true}}
	if len(panes) > 0 {
		glow := material.Lambert(material.RGB{})
		glow.Emission = skyThroughPanes
		out = append(out, scenes.Surface{Name: "windows", Mesh: mesh.Merge(panes...), Material: glow, NoShadow: true})
	}
	return out
}
