package qlevr

import (
	"math"
	"slices"
	"sync"

	"mereo/assets/deskware"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// The desk, meters: the plan's 4 m x 4 m and a border around them.
const (
	deskSide   = canvas / unitsPerMeter
	deskBorder = 0.5
	deskDepth  = 1.0  // of the block below its top
	deskBevel  = 0.12 // radius of its edges
)

// Perceptual roughnesses of planes. The published ones are 8-bit grays that were decoded as colors: 0.85 and 0.15.
const (
	woodenPlaneRoughness = 0.694
	marblePlaneRoughness = 0.0194
)

// lookIOR is the index of refraction of what reflects 0.04 from the front, which is what "specular 0.5" means.
const lookIOR = 1.5

// planeHeight keeps planes before the desk that they lie on. It is below what the renderer takes for a step, so that they cast
// no shadows, and objects still stand on the desk: their feet are sunk into a plane by half a millimeter.
const planeHeight = 0.0005

// sweepReflectance is the published 0.347, and as much more as the published picture's film brightens what is dark; ours
// darkens it. A test holds the level of the wall.
const sweepReflectance = 0.38

// deskFurniture is the desk and what stands behind it, the same in all scenes.
var deskFurniture = sync.OnceValue(func() []scenes.Surface {
	smooth := func(reflectance float64) material.Material {
		m := material.Lambert(lookGray(reflectance))
		m.Flat = false
		return m
	}
	return []scenes.Surface{
		{Name: "desk", Mesh: deskBlock(), Material: smooth(1)},
		{Name: "sweep", Use: scenes.Wall, Mesh: deskSweep(), Material: smooth(sweepReflectance)},
	}
})

// deskBlock is a block with round edges.
func deskBlock() *mesh.Mesh {
	lo, hi := geom.V(-deskBorder, -deskBorder, -deskDepth), geom.V(deskSide+deskBorder, deskSide+deskBorder, 0)
	m := solid.BoxBetween(lo, hi, deskBevel, 8)
	m.Closed = true
	inset := geom.V(deskBevel, deskBevel, deskBevel)
	for _, p := range m.Positions {
		core := p.Max(lo.Add(inset)).Min(hi.Sub(inset))
		m.Normals = append(m.Normals, p.Sub(core).Unit())
	}
	return m
}

// deskSweep is the floor that bends up behind the desk into a wall that leans back.
func deskSweep() *mesh.Mesh {
	const left, right = -2.875, 6.875
	type point struct{ y, z float64 }
	front, bend, top := point{-1.15, -1}, [3]point{{4.52, -1}, {4.964, -1}, {5.08, -0.62}}, point{6.515, 4.1}
	profile := []point{front}
	const pieces = 8
	for i := range pieces + 1 {
		// A parabola that leaves along the floor and arrives along the wall.
		t := float64(i) / pieces
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		profile = append(profile, point{
			float64(a*bend[0].y) + float64(b*bend[1].y) + float64(c*bend[2].y),
			float64(a*bend[0].z) + float64(b*bend[1].z) + float64(c*bend[2].z),
		})
	}
	profile = append(profile, top)
	m := &mesh.Mesh{}
	for i, p := range profile {
		// The normal is at right angles to the way from the point before to the point after, but on floor and wall to them.
		before, after := profile[max(i-1, 0)], profile[min(i+1, len(profile)-1)]
		switch i {
		case 1:
			after = p
		case len(profile) - 2:
			before = p
		}
		n := geom.V(0, before.z-after.z, after.y-before.y).Unit()
		m.Positions = append(m.Positions, geom.V(left, p.y, p.z), geom.V(right, p.y, p.z))
		m.Normals = append(m.Normals, n, n)
		if i > 0 {
			k := uint32(2 * i)
			m.Triangles = append(m.Triangles, [3]uint32{k - 2, k - 1, k}, [3]uint32{k, k - 1, k + 1})
		}
	}
	return m
}

// surface is the plane as a thin sheet. Its picture lies on the whole top of the desk, of which the plane shows a part. Sheets
// have sharp edges at every size of picture, and what does not change from scene to scene stays on the device.
func (p *planPlane) surface() scenes.Surface {
	roughness := woodenPlaneRoughness
	if p.material == "marble" {
		roughness = marblePlaneRoughness
	}
	return scenes.Surface{
		Name: p.color + " " + p.material,
		Mesh: p.sheet(),
		Material: material.Material{
			BaseColor: lookGray(1), BaseColorTexture: deskware.Plane(p.material, p.color),
			PerceptualRoughness: roughness, IOR: lookIOR, Flat: true,
		},
	}
}

// sheet fills an outline with triangles, face up.
func (o *outline) sheet() *mesh.Mesh {
	m := &mesh.Mesh{}
	for _, c := range o.points(128) {
		m.Positions = append(m.Positions, deskPoint(c).Add(geom.V(0, 0, planeHeight)))
		m.UVs = append(m.UVs, [2]float64{c.x / canvas, 1 - c.y/canvas})
	}
	for i := uint32(2); i < uint32(len(m.Positions)); i++ {
		m.Triangles = append(m.Triangles, [3]uint32{0, i - 1, i})
	}
	return m
}

// points are the corners counter-clockwise; a circle has so many.
func (o *outline) points(ofCircle int) (out []planPoint) {
	if o.count == 0 {
		for i := range ofCircle {
			sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(ofCircle))
			out = append(out, planPoint{o.center.x + float64(o.radius*cos), o.center.y + float64(o.radius*sin)})
		}
		return out
	}
	out = append(out, o.corners[:o.count]...)
	if out[1].sub(out[0]).cross(out[2].sub(out[0])) < 0 {
		slices.Reverse(out)
	}
	return out
}

// drawnCenter is the mean of the corners, which rounding may keep from the center, or a circle's center.
func (o *outline) drawnCenter() planPoint {
	if o.count == 0 {
		return o.center
	}
	var sum planPoint
	for _, c := range o.corners[:o.count] {
		sum = planPoint{sum.x + c.x, sum.y + c.y}
	}
	return planPoint{sum.x / float64(o.count), sum.y / float64(o.count)}
}

// inradius is the radius of the largest circle inside of a regular outline.
func (o *outline) inradius() float64 {
	if o.count == 0 {
		return o.radius
	}
	a, b := o.corners[0], o.corners[1]
	return planPoint{(a.x + b.x) / 2, (a.y + b.y) / 2}.sub(o.drawnCenter()).length()
}
