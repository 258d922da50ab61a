package qlevr

import (
	"fmt"
	"math"
	"sync"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// unitMesh is the solid of a shape around the origin, z from -1 to 1, before it is scaled by the radius of its outline (a cube
// by the half of its side). Every mesh is closed, faces outwards and has the normals of the beveled solid that it stands for,
// so its flat faces shade flat and its bevels round. A triangle's tip points along +Y, a square's sides along the axes. Meshes
// are shared: do not change them. It panics for an unknown shape.
func unitMesh(shape string) *mesh.Mesh {
	for i, name := range objectShapes {
		if name == shape {
			return unitMeshes()[i]
		}
	}
	panic(fmt.Sprintf("qlevr: no mesh for shape %q", shape))
}

// unitMeshes are in the order of objectShapes: 88 to 528 triangles each. The largest solid is 36 pixels wide in a published
// picture, and the corners of round outlines lie at most 0.15 pixels inside of the circles.
var unitMeshes = sync.OnceValue(func() []*mesh.Mesh {
	// Radii are those of inscribed circles: half of a corner's distance from the axis in a triangle, 1/sqrt(2) of it in a
	// square. A bevel takes away 0.1 of either face beside a rim, or where the top is smaller than that, the whole top. The
	// corners are rounded so that they reach as far as those of the published solids.
	const pyramidScale = 1.0382 // across, of the published square pyramid
	const topOfPyramid = 0.0665 * pyramidScale / math.Sqrt2
	var meshes []*mesh.Mesh
	for _, name := range objectShapes {
		var m *mesh.Mesh
		switch name {
		case "triangular pyramid":
			m = taperedSolid(polygonSection(3, 0.047), 0.5, 0.0731/2, 0.0731/2)
		case "triangular prism":
			m = taperedSolid(polygonSection(3, 0.0904), 0.5, 0.5, 0.1)
		case "cone":
			m = taperedSolid(circleSection(), 1, 0.0649, 0.0649)
		case "sphere":
			m = solid.Ellipsoid(geom.V(1, 1, 1), 24, 12)
			for _, p := range m.Positions {
				m.Normals = append(m.Normals, p.Unit())
			}
		case "cylinder":
			m = taperedSolid(circleSection(), 1, 1, 0.1)
		case "cube":
			m = taperedSolid(polygonSection(4, 0.1), 1, 1, 0.1)
		case "square pyramid":
			m = taperedSolid(polygonSection(4, 0.067), pyramidScale/math.Sqrt2, topOfPyramid, topOfPyramid)
		default:
			panic(fmt.Sprintf("qlevr: no mesh for shape %q", name))
		}
		m.Closed = true
		meshes = append(meshes, m)
	}
	return meshes
})

// sectionPoint is a point of a smooth curve in a plane and the curve's unit normal there, outwards.
type sectionPoint struct{ at, normal solid.P2 }

// polygonSection is the regular polygon that stands on a side and whose inscribed circle has radius 1, counter-clockwise, with
// corners rounded to the radius rounding.
func polygonSection(sides int, rounding float64) []sectionPoint {
	const pieces = 2 // of the arc at a corner
	half := math.Pi / float64(sides)
	reach := (1 - rounding) / geom.Cos(half) // of an arc's center
	var outline []sectionPoint
	for i := range sides {
		corner := float64(half*float64(2*i+1)) - math.Pi/2
		sinCorner, cosCorner := geom.SinCos(corner)
		for k := range pieces + 1 {
			sin, cos := geom.SinCos(corner + float64(half*float64(2*k-pieces))/pieces)
			at := solid.P2{
				X: float64(reach*cosCorner) + float64(rounding*cos),
				Y: float64(reach*sinCorner) + float64(rounding*sin),
			}
			outline = append(outline, sectionPoint{at, solid.P2{X: cos, Y: sin}})
		}
	}
	return outline
}

// circleSection is the unit circle, counter-clockwise from +X.
func circleSection() []sectionPoint {
	outline := make([]sectionPoint, 32)
	for i, p := range solid.Ellipse(1, 1, len(outline)) {
		outline[i] = sectionPoint{p, p}
	}
	return outline
}

// taperedSolid runs from z = -1, where its section is the outline scaled by bottom, straight to z = 1, where it is the
// outline scaled by top. The rims are beveled as far as bevel along their faces; where that is the radius of the top, the
// solid ends in a rounded tip.
func taperedSolid(outline []sectionPoint, bottom, top, bevel float64) *mesh.Mesh {
	slope := solid.P2{X: top - bottom, Y: 2}
	length := math.Sqrt(float64(slope.X*slope.X) + float64(slope.Y*slope.Y))
	up := solid.P2{X: slope.X / length, Y: slope.Y / length}
	in := solid.P2{X: -1, Y: 0}
	profile := bevelArc(solid.P2{X: bottom, Y: -1}, in, up, bevel)
	profile = append(profile, bevelArc(solid.P2{X: top, Y: 1}, solid.P2{X: -up.X, Y: -up.Y}, in, bevel)...)
	profile[0].normal, profile[len(profile)-1].normal = solid.P2{X: 0, Y: -1}, solid.P2{X: 0, Y: 1} // exactly those of caps
	if top == bevel {
		profile[len(profile)-1].at.X = 0 // rounding must not keep it from being a tip
	}

	section := make(solid.Outline, len(outline))
	for i, p := range outline {
		section[i] = p.at
	}
	heights := make([]solid.P2, len(profile))
	for i, p := range profile {
		heights[i] = p.at
	}
	m := solid.LatheOutline(heights, section)
	for _, ring := range profile {
		if ring.at.X == 0 {
			m.Normals = append(m.Normals, geom.V(0, 0, ring.normal.Y))
			continue
		}
		for _, p := range outline {
			// The surface is (r*p, z) with the profile (r, z) and the outline p, so its normal is that of the outline times dz,
			// and upwards minus dr times the outline's distance along its normal.
			distance := float64(p.at.X*p.normal.X) + float64(p.at.Y*p.normal.Y)
			n := geom.V(ring.normal.X*p.normal.X, ring.normal.X*p.normal.Y, ring.normal.Y*distance)
			m.Normals = append(m.Normals, n.Unit())
		}
	}
	return m
}

// bevelArc is the elliptic arc that leaves the side of a corner before it at the distance bevel and joins the side after it at
// the same distance, counter-clockwise; before and after are unit vectors from the corner along its sides. It is the quarter of
// a circle with its radii along the sides, sheared to their angle, as Blender's bevels are with a profile of 0.5.
func bevelArc(corner, before, after solid.P2, bevel float64) []sectionPoint {
	const pieces = 2
	var arc []sectionPoint
	for k := range pieces + 1 {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(k) / pieces)
		along, across := float64(bevel*(1-sin)), float64(bevel*(1-cos))
		at := solid.P2{
			X: corner.X + float64(along*before.X) + float64(across*after.X),
			Y: corner.Y + float64(along*before.Y) + float64(across*after.Y),
		}
		// The way goes along -cos*before + sin*after; its right is outside.
		x, y := float64(sin*after.X)-float64(cos*before.X), float64(sin*after.Y)-float64(cos*before.Y)
		length := math.Sqrt(float64(x*x) + float64(y*y))
		arc = append(arc, sectionPoint{at, solid.P2{X: y / length, Y: -x / length}})
	}
	return arc
}

// outlineRadius is the radius of the circle around an object's outline in meters.
func outlineRadius(size string) float64 { return radiusOf(size) / unitsPerMeter }

// worldFromObject puts the unit mesh of an object's shape on the desk, turned clockwise, its center above that of its outline. It scales
// alike in all directions.
func (o *planObject) worldFromObject() geom.Transform {
	scale := outlineRadius(o.size)
	if o.shape == "cube" {
		scale = float64(scale * (math.Sqrt2 / 2)) // the half of the side of a square in the circle
	}
	turn := geom.RotZ(-float64(o.rotation) * (math.Pi / 180))
	return geom.Transform{
		M: geom.Mat3{X: turn.X.Scale(scale), Y: turn.Y.Scale(scale), Z: turn.Z.Scale(scale)},
		T: geom.V(o.center.x/unitsPerMeter, o.center.y/unitsPerMeter, scale),
	}
}
