package ptr

import (
	"math"

	"mereo/assets/surface"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/vary"
)

// Randomized is what Config.Randomize drew for a scene; nil and empty where it is off.
type Randomized struct {
	Floor, Wall *vary.Paint
	Lights      vary.Lights
	Finishes    [][]Finish // of the parts of each object
}

// Finish is the surface of a part, beside its color. Parts of an object that have a raw label in common have the same.
type Finish struct {
	Roughness float64 `json:"roughness"` // perceptual
	Metallic  float64 `json:"metallic"`
	IOR       float64 `json:"ior"`
	Grain     int     `json:"grain"`  // number of the floor picture whose grain is on the part; 0 for none
	TileM     float64 `json:"tile_m"` // side of the grain's tile in the picture's world, meters
}

// What finishes are drawn from with the amount 1; published parts are ideally matt. A part that was metal or a mirror would
// show the black above the room instead of its color, so it is varnish at most, with a trace of metal.
const (
	minRoughness = 0.45 // below, the renderer follows rays, which takes several times as long
	maxIOR       = 1.5
	maxMetallic  = 0.3
	minTileM     = 0.3
	maxTileM     = 1.5
)

// Grain multiplies a part's color with a gray picture of this mean and at most this spread, in sRGB levels: by 0.92 in the
// mean and by 0.87 to 0.97 one spread to either side, alike in all channels.
const (
	grainMean   = 245
	grainSpread = 6
)

// randomize gives an accepted scene other surfaces and lamps. Its streams are its own, so nothing else moves.
func (s *Sampler) randomize(m *Sample) {
	by := s.cfg.Randomize
	if by.Textures > 0 {
		s.repaint(m, rng.At(m.Key, "random textures"))
	}
	if by.Lights > 0 {
		r := roomOf(m.Physical)
		// Off the walls, and above what stands in the room.
		within := geom.AABB{Min: geom.V(1.5-r.sideX, -8, 4), Max: geom.V(r.sideX-1.5, r.backY-1.5, 8)}
		m.Randomized.Lights = vary.Relight(rng.At(m.Key, "random lights"), by.Lights, m.Scene.Lights, m.Scene.Suns, within)
		m.Scene.Lights, m.Scene.Suns = m.Randomized.Lights.Lamps, m.Randomized.Lights.Suns
	}
}

// repaint draws paints for the room and finishes for all parts.
func (s *Sampler) repaint(m *Sample, draws *rng.Stream) {
	amount := s.cfg.Randomize.Textures
	paint := func(own surface.Spec) *vary.Paint {
		p := vary.DrawPaint(draws, amount, own.MeanSRGB, own.StdSRGB)
		return &p
	}
	drawn := &m.Randomized
	drawn.Floor, drawn.Wall = paint(surface.FloorSpec(m.Floor)), paint(surface.WallSpec(m.Wall))
	for i := range m.Objects {
		byLabel := map[string]Finish{}
		var finishes []Finish
		for k, raw := range m.Objects[i].raw {
			f, ok := byLabel[raw]
			if !ok {
				f = drawFinish(draws, amount)
				byLabel[raw] = f
			}
			finishes = append(finishes, f)
			f.apply(&m.Scene.Objects[i].Parts[k], amount)
		}
		drawn.Finishes = append(drawn.Finishes, finishes)
	}
}

// paint puts the paints on floor and walls, whose tiles begin where the published ones do.
func (r *interior) paint(surfaces []scenes.Surface, m *Sample, drawn *Randomized) {
	floor := drawn.Floor.Material(surfaces[0].Material.Name, func(mean, spread float64) *material.Texture {
		return surface.FloorRelief(m.Floor, mean, spread)
	})
	wall := drawn.Wall.Material(surfaces[1].Material.Name, func(mean, spread float64) *material.Texture {
		return surface.WallRelief(m.Wall, mean, spread)
	})
	for i, own := range [...]struct {
		paint         *vary.Paint
		material      material.Material
		width, height float64 // of a tile, meters
	}{
		{drawn.Floor, floor, r.floorTileX, r.floorTileY},
		{drawn.Wall, wall, r.sideTile, 2}, {drawn.Wall, wall, r.sideTile, 2}, {drawn.Wall, wall, 4, 2},
	} {
		at := make([][2]float64, len(surfaces[i].Mesh.UVs))
		for k, uv := range surfaces[i].Mesh.UVs {
			at[k] = [2]float64{uv[0] * own.width, uv[1] * own.height}
		}
		surfaces[i].Mesh.UVs = own.paint.UVs(at, own.width, own.height)
		surfaces[i].Material = own.material
	}
}

// drawFinish takes the same number of draws whatever the amount.
func drawFinish(s *rng.Stream, amount float64) Finish {
	f := Finish{
		Roughness: vary.Toward(amount, 1, s.Uniform(minRoughness, 1)),
		IOR:       vary.Toward(amount, 1, s.Uniform(1, maxIOR)),
		Metallic:  vary.Toward(amount, 0, s.Uniform(0, maxMetallic)),
	}
	grain, has := 1+s.IntN(surface.Count), s.Bool(amount)
	tile := s.Uniform(minTileM, maxTileM)
	if has {
		f.Grain, f.TileM = grain, tile
	}
	return f
}

// apply puts a finish on a part.
func (f Finish) apply(p *scenes.Part, amount float64) {
	p.Material.PerceptualRoughness, p.Material.IOR, p.Material.Metallic = f.Roughness, f.IOR, f.Metallic
	if f.Grain > 0 {
		p.Material.BaseColorTexture = surface.FloorRelief(f.Grain, grainMean, float64(amount*grainSpread))
		p.Mesh = unwrap(p.Mesh, f.TileM)
	}
}

// unwrap is the mesh with a picture laid on every triangle along the axis that it faces most, tiles of a side in meters. The
// triangles stay what and where they are; each gets vertices of its own.
func unwrap(m *mesh.Mesh, tile float64) *mesh.Mesh {
	out := &mesh.Mesh{Closed: m.Closed}
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		n := b.Sub(a).Cross(c.Sub(a))
		x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)
		base := uint32(len(out.Positions))
		for _, p := range [...]geom.Vec3{a, b, c} {
			uv := [2]float64{p.X, p.Y}
			switch {
			case x >= y && x >= z:
				uv = [2]float64{p.Y, p.Z}
			case y >= z:
				uv = [2]float64{p.X, p.Z}
			}
			out.Positions = append(out.Positions, p)
			out.UVs = append(out.UVs, [2]float64{uv[0] / tile, uv[1] / tile})
		}
		out.Triangles = append(out.Triangles, [3]uint32{base, base + 1, base + 2})
	}
	return out
}
