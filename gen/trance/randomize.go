package trance

import (
	"mereo/assets/surface"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/vary"
)

// randomized is what Config.Randomize drew for a sample; its parts are nil where they are off.
type randomized struct {
	lights *vary.Lights
	floor  *floorPaint
	finish *[ObjectCount]finish
}

// floorPaint is what floor and wall are painted with.
type floorPaint struct {
	Picture int `json:"picture"` // floor picture 1 to surface.Count
	vary.Paint
}

// finish is how an object would look in each material. What it is made of keeps its nature: metal mirrors, glass is clear.
type finish struct {
	metalRoughness, rubberRoughness, glassIOR float64
	darkGlass                                 bool // see Published
}

// publishedFinish is that of all objects where nothing is drawn.
var publishedFinish = finish{metalRoughness: metalRoughness, rubberRoughness: glossRoughness, glassIOR: 1.45}

// What finishes are drawn from with the amount 1.
var (
	metalRoughnesses  = [2]float64{0.05, 0.14} // rougher metal is grainy with few sub-frames
	rubberRoughnesses = [2]float64{0.45, 0.8}
	glassIORs         = [2]float64{1.35, 1.65}
)

// lampSpace is where lamps are drawn from, meters: around the objects, and above them.
var lampSpace = geom.AABB{Min: geom.V(-6, -6, 3.5), Max: geom.V(6, 6, 8)}

// The published floor has no picture: its reflectance as an sRGB level, and the side of the tiles that it is given, meters.
const (
	floorSRGB = 231
	floorTile = 2
)

// randomize draws other surfaces and lamps for a sample. key is that of the accepted attempt; the streams are of their own, so
// nothing else moves.
func (s *sceneSetup) randomize(by vary.Amounts, key rng.Key) {
	if by.Textures > 0 {
		draws := rng.At(key, "random textures")
		s.floor = &floorPaint{
			Picture: 1 + draws.IntN(surface.Count),
			Paint:   vary.DrawPaint(draws, by.Textures, [3]float64{floorSRGB, floorSRGB, floorSRGB}, 0),
		}
		s.finish = new([ObjectCount]finish)
		for i := range s.finish {
			s.finish[i] = drawFinish(draws, by.Textures)
		}
	}
	if by.Lights > 0 {
		lights := vary.Relight(rng.At(key, "random lights"), by.Lights, s.areaLights(), []light.Sun{sun}, lampSpace)
		s.lights = &lights
		for i := range s.lamps {
			s.lamps[i] = lights.Lamps[i].WorldFromLight.T
		}
	}
}

func drawFinish(s *rng.Stream, amount float64) finish {
	draw := func(own float64, from [2]float64) float64 {
		return vary.Toward(amount, own, s.Uniform(from[0], from[1]))
	}
	var f finish
	f.metalRoughness = draw(publishedFinish.metalRoughness, metalRoughnesses)
	f.rubberRoughness = draw(publishedFinish.rubberRoughness, rubberRoughnesses)
	f.glassIOR = draw(publishedFinish.glassIOR, glassIORs)
	return f
}

// finishOf is the finish of object i.
func (r *randomized) finishOf(i int) finish {
	if r.finish == nil {
		return publishedFinish
	}
	return r.finish[i]
}

// backdrop is that of pictures.
func (r *randomized) backdrop() []scenes.Surface {
	if r.floor == nil {
		return backdrop
	}
	p := r.floor
	painted := p.Material("", func(mean, spread float64) *material.Texture { return surface.FloorRelief(p.Picture, mean, spread) })
	line := painted.BaseColor
	if painted.BaseColorTexture != nil {
		line = p.Color
	}
	for c := range line {
		line[c] = min(1, line[c]*lineReflectance/floorReflectance)
	}
	var out []scenes.Surface
	for _, s := range backdrop {
		switch s.Name {
		case "floor", "wall":
			s.Material.BaseColor, s.Material.BaseColorTexture = painted.BaseColor, painted.BaseColorTexture
			s.Mesh = p.onto(s.Mesh, s.Name == "wall")
		default:
			s.Material.BaseColor = line
		}
		out = append(out, s)
	}
	return out
}

// onto is a copy of the floor's or the wall's mesh on which the paint's picture lies.
func (p *floorPaint) onto(m *mesh.Mesh, wall bool) *mesh.Mesh {
	places := make([][2]float64, len(m.Positions))
	for i, at := range m.Positions {
		places[i] = [2]float64{at.Y, at.X}
		if wall {
			places[i][1] = -at.Z
		}
	}
	painted := *m
	painted.UVs = p.UVs(places, floorTile, floorTile)
	return &painted
}

// infoLights is the record of what lamps are when they are not the published ones, in the order of lampNames, and the sun.
type infoLights struct {
	Lamps []infoLamp `json:"lamps"`
	Sun   infoSun    `json:"sun"`
}

type infoLamp struct {
	Name    string       `json:"name"`
	Size    float64      `json:"size"` // side, meters
	PowerW  float64      `json:"power_w"`
	Color   material.RGB `json:"color"`
	Kelvins float64      `json:"kelvins"` // of the filter, before white balance
}

type infoSun struct {
	Direction  [3]float64   `json:"direction"` // the way light travels
	Irradiance material.RGB `json:"irradiance"`
	Kelvins    float64      `json:"kelvins"`
}

// infoLights is nil where lamps are the published ones.
func (r *randomized) infoLights() *infoLights {
	if r.lights == nil {
		return nil
	}
	out := &infoLights{Sun: infoSun{xyz(r.lights.Suns[0].Dir), r.lights.Suns[0].Irradiance, r.lights.SunK[0]}}
	for i, l := range r.lights.Lamps {
		out.Lamps = append(out.Lamps, infoLamp{lampNames[i], l.Size, l.PowerW, l.Color, r.lights.LampsK[i]})
	}
	return out
}

// lampRange is where lamp i may stand.
func lampRange(i int, by vary.Amounts) geom.AABB {
	own := geom.AABB{Min: lampBases[i], Max: lampBases[i]}.Pad(lampJitter)
	return geom.AABB{Min: own.Min.Lerp(lampSpace.Min, by.Lights), Max: own.Max.Lerp(lampSpace.Max, by.Lights)}
}

// lampsAndSuns are those that were drawn, or the published ones.
func (s *sceneSetup) lampsAndSuns() ([]light.Area, []light.Sun) {
	if s.lights != nil {
		return s.lights.Lamps, s.lights.Suns
	}
	return s.areaLights(), []light.Sun{sun}
}
