package worlds

import (
	"mereo/assets/solid"
	"mereo/assets/worktop"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// scene is what the cameras of a plan see.
func (w *World) scene(p *plan) *scenes.Scene {
	out := &scenes.Scene{Lights: p.lamps, Suns: p.suns, WorldRadiance: w.Sky.RGB, Backdrop: w.backdrop()}
	for i := range p.things {
		out.Objects = append(out.Objects, w.object(&p.things[i]))
	}
	return out
}

// object is a thing with its looks. What was deleted keeps its id, and has no parts.
func (w *World) object(t *thing) scenes.Object {
	out := scenes.Object{Category: t.category, Model: t.model, WorldFromObject: t.pose}
	if t.gone {
		return out
	}
	var look *material.Material
	for k, p := range t.parts {
		m := p.own
		if p.dyed || m == nil {
			if look == nil || t.each != nil {
				look = w.surface(t.kind, t.valuesOf(k))
			}
			if look != nil {
				m = look
			}
		}
		out.Parts = append(out.Parts, scenes.Part{Label: p.label, Mesh: p.mesh, Material: *m})
	}
	return out
}

// meshes are those of the parts.
func (t *thing) meshes() (out []*mesh.Mesh) {
	for _, p := range t.parts {
		out = append(out, p.mesh)
	}
	return out
}

// drawing says how pictures are drawn.
func (w *World) drawing(p *plan) shoot.Options {
	r := &w.Render
	return shoot.Options{
		Quality: r.Quality, View: r.View, Realism: r.Realism, SPP: r.SPP, SubFrames: r.SubFrames, TracedSubFrames: r.TracedSubFrames, BounceRays: r.BounceRays,
		Seed: p.seed,
	}
}

// Kinds of grounds.
const (
	groundPlane = "plane"
	groundRoom  = "room"
	groundTable = "table"
	groundNone  = "none"
)

// Grounds, in the units of worlds.
const (
	planeHalf   = 60.0
	tableThick  = 0.05 // of its longer side
	tableHeight = 0.75
)

// plainGround is the reflectance of a ground without a picture or a color.
var plainGround = material.RGB{0.6, 0.6, 0.6}

// surfaceNames are those of pictures of floors.
func surfaceNames() (out []string) {
	for i := range worktop.RoomFloors {
		out = append(out, worktop.RoomFloors[i].Name)
	}
	return out
}

// ground makes what is around all scenes of the world.
func (g *Ground) surfaces() []scenes.Surface {
	v := geom.V
	paint := material.Lambert(plainGround)
	paint.PerceptualRoughness = 1
	if g.Color != nil {
		paint.BaseColor = g.Color.RGB
	}
	if g.Rough < 1 {
		paint = material.Default()
		paint.PerceptualRoughness, paint.Flat, paint.BaseColor = g.Rough, true, plainGround
		if g.Color != nil {
			paint.BaseColor = g.Color.RGB
		}
	}
	tile := 1.0
	for i := range worktop.RoomFloors {
		f := &worktop.RoomFloors[i]
		if f.Name != g.Surface {
			continue
		}
		color := f.Colors[0]
		if g.Color != nil {
			color = g.Color.RGB
		}
		paint, tile = f.Material(color), f.TileM
	}
	level := func(x, y, z float64) *mesh.Mesh {
		return quad(v(-x, -y, z), v(x, -y, z), v(x, y, z), v(-x, y, z), tile)
	}
	switch g.Kind {
	case groundNone:
		return nil
	case groundTable:
		x, y := g.Size[0]/2, g.Size[1]/2
		thick := float64(tableThick * max(g.Size[0], g.Size[1]))
		top := solid.BoxBetween(v(-x, -y, -thick), v(x, y, 0), float64(0.2*thick), 3)
		for _, p := range top.Positions {
			top.UVs = append(top.UVs, [2]float64{p.X / tile, -p.Y / tile})
		}
		floor := material.Lambert(material.RGB{0.25, 0.24, 0.23})
		return []scenes.Surface{
			{Name: "table", Mesh: top, Material: paint},
			{Name: "floor", Use: scenes.Floor, Mesh: quad(v(-planeHalf, -planeHalf, -tableHeight-thick), v(planeHalf, -planeHalf, -tableHeight-thick),
				v(planeHalf, planeHalf, -tableHeight-thick), v(-planeHalf, planeHalf, -tableHeight-thick), 1), Material: floor},
		}
	case groundRoom:
		x, y, z := g.Size[0]/2, g.Size[1]/2, g.Size[2]
		wall := material.Lambert(material.RGB{0.72, 0.7, 0.66})
		return []scenes.Surface{
			{Name: "floor", Use: scenes.Floor, Mesh: level(x, y, 0), Material: paint},
			{Name: "back wall", Use: scenes.Wall, Mesh: quad(v(-x, y, 0), v(x, y, 0), v(x, y, z), v(-x, y, z), 1), Material: wall},
			{Name: "left wall", Use: scenes.Wall, Mesh: quad(v(-x, -y, 0), v(-x, y, 0), v(-x, y, z), v(-x, -y, z), 1), Material: wall},
			{Name: "right wall", Use: scenes.Wall, Mesh: quad(v(x, y, 0), v(x, -y, 0), v(x, -y, z), v(x, y, z), 1), Material: wall},
		}
	}
	return []scenes.Surface{{Name: "ground", Use: scenes.Floor, Mesh: level(planeHalf, planeHalf, 0), Material: paint}}
}

// quad is a rectangle with its corners counter-clockwise as seen from the side that it faces, and a picture of a side on it.
func quad(a, b, c, d geom.Vec3, tile float64) *mesh.Mesh {
	right, down := b.Sub(a), a.Sub(d)
	width, height := right.Len()/tile, down.Len()/tile
	return &mesh.Mesh{
		Positions: []geom.Vec3{a, b, c, d}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
		UVs: [][2]float64{{0, height}, {width, height}, {width, 0}, {0, 0}},
	}
}
