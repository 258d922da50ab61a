package deskware

import (
	"bytes"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Atlas is one picture of all patterns on several convex solids, so that a scene of any of them needs no other. A solid has a
// tile for each axis and direction: its surface as seen from there, in parallel projection. A triangle takes the tile that it
// faces most.
type Atlas struct {
	// Picture is sRGB: a base color texture that is multiplied with a color.
	Picture *material.Texture
	meshes  [][]*mesh.Mesh // [solid][pattern]
}

const (
	atlasSize = 1024
	tileSize  = 64 // texels; a solid in a picture of 960 x 720 is some 15 to 40 pixels wide
	// tileMargin is around what a solid of -1 to 1 covers, so that the first mip levels do not mix tiles.
	tileMargin = 4
	tilesInRow = atlasSize / tileSize
	axes       = 6 // +x, -x, +y, -y, +z, -z
)

// NewAtlas paints the patterns onto the solids, which must be convex and lie between -1 and 1 on every axis. It panics where
// the picture has no room for so many.
func NewAtlas(solids ...*mesh.Mesh) *Atlas {
	if n := len(solids) * len(patterns) * axes; n > tilesInRow*tilesInRow {
		panic(fmt.Sprintf("deskware: %d solids need %d tiles, want at most %d", len(solids), n, tilesInRow*tilesInRow))
	}
	white := bytes.Repeat([]byte{255}, 4*atlasSize*atlasSize)
	a := &Atlas{Picture: &material.Texture{Width: atlasSize, Height: atlasSize, SRGB: true, Pix: white}}
	for _, solid := range solids {
		var dressed []*mesh.Mesh
		for k := range patterns {
			first := (len(a.meshes)*len(patterns) + k) * axes
			dressed = append(dressed, unwrap(solid, first))
		}
		a.paint(solid, len(a.meshes)*len(patterns)*axes)
		a.meshes = append(a.meshes, dressed)
	}
	return a
}

// Mesh is solid i of those the atlas was made of with texture coordinates for a pattern of Patterns. It is shared and must not
// be changed. It panics for another pattern.
func (a *Atlas) Mesh(i int, pattern string) *mesh.Mesh {
	for k, name := range Patterns {
		if name == pattern {
			return a.meshes[i][k]
		}
	}
	panic(fmt.Sprintf("deskware: pattern is %q, want one of %q", pattern, Patterns))
}

// facing is the axis that a triangle faces most, and its outward normal, not of unit length.
func facing(m *mesh.Mesh, t [3]uint32) (axis int, normal geom.Vec3) {
	a := m.Positions[t[0]]
	normal = m.Positions[t[1]].Sub(a).Cross(m.Positions[t[2]].Sub(a))
	best := 0.0
	for k := range 3 {
		if v := normal.At(k); math.Abs(v) > best {
			best, axis = math.Abs(v), 2*k
			if v < 0 {
				axis++
			}
		}
	}
	return axis, normal
}

// across are the two axes of a tile's columns and rows.
func across(axis int) (u, v int) { return (axis/2 + 1) % 3, (axis/2 + 2) % 3 }

// texelsPerUnit is the scale of tiles.
const texelsPerUnit = (tileSize - 2*tileMargin) / 2

// corner is the texel at which a tile begins.
func corner(tile int) (x, y int) { return tile % tilesInRow * tileSize, tile / tilesInRow * tileSize }

// unwrap gives a mesh the texture coordinates of six tiles. What faces different axes shares no vertices.
func unwrap(m *mesh.Mesh, firstTile int) *mesh.Mesh {
	out := &mesh.Mesh{Closed: m.Closed}
	type vertex struct {
		index uint32
		axis  int
	}
	index := map[vertex]uint32{}
	for _, t := range m.Triangles {
		axis, _ := facing(m, t)
		u, v := across(axis)
		x, y := corner(firstTile + axis)
		var triangle [3]uint32
		for k, i := range t {
			at, ok := index[vertex{i, axis}]
			if !ok {
				at = uint32(len(out.Positions))
				index[vertex{i, axis}] = at
				p := m.Positions[i]
				out.Positions = append(out.Positions, p)
				if len(m.Normals) > 0 {
					out.Normals = append(out.Normals, m.Normals[i])
				}
				texel := func(from int, c float64) float64 { return float64(from) + tileSize/2 + float64(texelsPerUnit*c) }
				out.UVs = append(out.UVs, [2]float64{texel(x, p.At(u)) / atlasSize, texel(y, p.At(v)) / atlasSize})
			}
			triangle[k] = at
		}
		out.Triangles = append(out.Triangles, triangle)
	}
	return out
}

// facePlane is that of a triangle: normal . p = offset.
type facePlane struct {
	normal geom.Vec3
	offset float64
}

// paint fills the tiles of a solid, from firstTile on, in the order of patterns.
func (a *Atlas) paint(m *mesh.Mesh, firstTile int) {
	var planes [axes][]facePlane
	var bounds [axes]geom.AABB
	for axis := range bounds {
		bounds[axis] = geom.EmptyAABB()
	}
	for _, t := range m.Triangles {
		axis, n := facing(m, t)
		planes[axis] = append(planes[axis], facePlane{n, n.Dot(m.Positions[t[0]])})
		for _, i := range t {
			bounds[axis] = bounds[axis].Grow(m.Positions[i])
		}
	}
	for axis := range planes {
		if len(planes[axis]) == 0 {
			continue
		}
		u, v := across(axis)
		const margin = float64(tileMargin) / texelsPerUnit
		lo, hi := bounds[axis].Min, bounds[axis].Max
		for row := range tileSize {
			for column := range tileSize {
				cu := (float64(column) + 0.5 - tileSize/2) / texelsPerUnit
				cv := (float64(row) + 0.5 - tileSize/2) / texelsPerUnit
				if cu < lo.At(u)-margin || cu > hi.At(u)+margin || cv < lo.At(v)-margin || cv > hi.At(v)+margin {
					continue
				}
				p := surfaceAt(planes[axis], axis, cu, cv)
				for k, pattern := range patterns {
					x, y := corner(firstTile + k*axes + axis)
					gray := uint8(math.Floor(float64(255*material.EncodeSRGB(pattern(p))) + 0.5))
					pix := a.Picture.Pix[4*((y+row)*atlasSize+x+column):]
					pix[0], pix[1], pix[2] = gray, gray, gray
				}
			}
		}
	}
}

// surfaceAt is the point of a convex surface above (u, v), seen along an axis: of the planes of its triangles, each of which
// lies above the solid, the lowest. Beyond the solid's outline they go on.
func surfaceAt(planes []facePlane, axis int, cu, cv float64) geom.Vec3 {
	u, v := across(axis)
	sign := float64(1 - 2*(axis%2))
	lowest := math.Inf(1)
	for _, f := range planes {
		h := (f.offset - float64(f.normal.At(u)*cu) - float64(f.normal.At(v)*cv)) / f.normal.At(axis/2)
		lowest = min(lowest, sign*h)
	}
	var c [3]float64
	c[u], c[v], c[axis/2] = cu, cv, sign*lowest
	return geom.V(c[0], c[1], c[2])
}
