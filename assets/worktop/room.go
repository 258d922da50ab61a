package worktop

import (
	"math"

	"mereo/engine/material"
)

// Finish is a floor or a wall of a room: a gray picture that the color of a paint, a stain or a glaze multiplies.
type Finish struct {
	Name string
	// TileM is the side of the square that the picture covers, meters.
	TileM float64
	// Colors are what it comes in: linear reflectances where the picture is white.
	Colors  []material.RGB
	picture func() *Ground
}

// Material is the finish in one of its colors. Its picture is shared and must not be changed; the first call takes some tenths of a second.
func (f *Finish) Material(color material.RGB) material.Material {
	m := f.picture().Surface
	m.BaseColor = color
	return m
}

// finish defines one, of a side in meters.
func finish(tile, roughness, ior, relief float64, name string, paint func(u, v float64) texel, colors ...material.RGB) Finish {
	return Finish{Name: name, TileM: tile, Colors: colors, picture: define(look{
		name: name, tile: tile, relief: relief, paint: paint, surface: material.Material{PerceptualRoughness: roughness, IOR: ior, Flat: true},
	})}
}

// Colors of woods, stones, cloths and paints, none of them strong: what stands before them shall be seen.
var (
	woods = []material.RGB{
		{0.62, 0.44, 0.27}, {0.45, 0.28, 0.15}, {0.27, 0.16, 0.09}, {0.72, 0.6, 0.44}, {0.58, 0.52, 0.45}, {0.34, 0.3, 0.27},
	}
	stones = []material.RGB{{0.62, 0.6, 0.56}, {0.5, 0.3, 0.2}, {0.3, 0.32, 0.34}, {0.72, 0.68, 0.6}, {0.42, 0.46, 0.42}}
	cloths = []material.RGB{{0.56, 0.5, 0.4}, {0.26, 0.31, 0.38}, {0.36, 0.37, 0.27}, {0.45, 0.27, 0.2}, {0.4, 0.4, 0.4}}
	paints = []material.RGB{
		{0.8, 0.78, 0.72}, {0.72, 0.74, 0.72}, {0.5, 0.58, 0.48}, {0.5, 0.6, 0.66}, {0.72, 0.62, 0.46}, {0.72, 0.55, 0.48}, {0.3, 0.42, 0.43},
		{0.46, 0.46, 0.48},
	}
)

// RoomFloors and RoomWalls are what rooms can have, always in this order.
var (
	RoomFloors = []Finish{
		finish(2.4, 0.5, 1.5, 0.05, "floorboards", floorboards, woods...),
		finish(1.6, 0.5, 1.5, 0.05, "herringbone parquet", herringbone, woods...),
		finish(2.4, 0.5, 1.5, 0.08, "stone tiles", func(u, v float64) texel { return tiles(u, v, 6, 0.006, 0.14, 0) }, stones...),
		finish(2.4, 0.5, 1.5, 0.08, "checkered tiles", func(u, v float64) texel { return tiles(u, v, 8, 0.004, 0.05, 0.62) }, stones...),
		finish(2, 0.5, 1.5, 0, "terrazzo", terrazzo, stones...),
		finish(1.6, 1, 1, 0.1, "carpet", carpet, cloths...),
		finish(3, 0.6, 1.45, 0.06, "poured concrete", poured, stones...),
	}
	RoomWalls = []Finish{
		finish(3, 0.9, 1.3, 0.04, "painted wall", painting, paints...),
		finish(3, 1, 1, 0.1, "trowelled plaster", trowelled, paints...),
		finish(2, 1, 1, 0.2, "brick wall", bricks, stones[1], paints[0], stones[0]),
		finish(1.6, 1, 1, 0, "striped wallpaper", stripes, paints...),
		finish(1.2, 0.5, 1.5, 0.1, "glazed tiles", func(u, v float64) texel { return tiles(u, v, 8, 0.004, 0.04, 0) }, paints...),
	}
)

// shade is a gray texel: 1 is white.
func shade(k, height float64) texel {
	k = 255 * max(0, min(1, k))
	return texel{color: color{k, k, k}, height: height}
}

// floorboards are 15 cm wide.
func floorboards(u, v float64) texel {
	p := plankAt(u, v, 2.4, 16, 4000)
	tone, pores := grained(u, v, p.shift, 4010)
	joint := step(0.004, 0.0015, p.edge)
	return shade((0.66+float64(0.34*tone)+float64(0.22*(p.tone-0.5)))*(1-float64(0.12*pores))*(1-float64(0.6*joint)), float64(-2*joint))
}

// herringbone are blocks of 10 cm x 40 cm at right angles to each other. In row j and column i of squares as wide as a block those with
// (i - j) mod 8 of 0 to 3 belong to a lying block, the others to an upright one.
func herringbone(u, v float64) texel {
	const squares, length = 16, 4
	x, y := float64(u*squares), float64(v*squares)
	i, j := int64(math.Floor(x)), int64(math.Floor(y))
	k := wrap(i-j, 2*length)
	along, across := float64(k)+x-float64(i), y-float64(j)
	from, row := i-k, j // where a lying block begins
	if k >= length {
		along, across = float64(2*length-1-k)+y-float64(j), x-float64(i)
		from, row = i+1000, j-(2*length-1-k)
	}
	id := uniform(wrap(from, 1000+squares), wrap(row, squares), 4100)
	if k < length {
		id = uniform(wrap(from, squares), wrap(row, squares), 4101)
	}
	tone, pores := grained(along/squares, across/squares, id, 4110)
	joint := step(0.04, 0.015, min(along, length-along, across, 1-across))
	return shade((0.64+float64(0.34*tone)+float64(0.3*(id-0.5)))*(1-float64(0.12*pores))*(1-float64(0.5*joint)), float64(-2*joint))
}

// tiles are n x n squares with joints, as a share of the picture. Their tones vary by so much; every second one is darker by checker.
func tiles(u, v float64, n int64, joint, vary, checker float64) texel {
	x, y := float64(u*float64(n)), float64(v*float64(n))
	i, j := int64(math.Floor(x)), int64(math.Floor(y))
	edge := min(x-float64(i), float64(i)+1-x, y-float64(j), float64(j)+1-y) / float64(n)
	tone := 0.9 + float64(vary*(uniform(i, j, 4200)-0.5)) + float64(0.5*vary*clouds(u, v, 20, 5, 0.6, 4210)) + float64(0.02*clouds(u, v, 90, 2, 0.5, 4220))
	if (i+j)%2 != 0 {
		tone *= 1 - checker
	}
	gap := step(joint, float64(0.6*joint), edge)
	return shade(lerp(tone, 0.55, gap), float64(-1.5*step(float64(1.6*joint), float64(0.6*joint), edge)))
}

// terrazzo is cement with chips of marble, light and dark.
func terrazzo(u, v float64) texel {
	d, edge, id := cells(u, v, 56, 4300)
	chip := float64(step(0.05, 0.12, edge) * step(0.62, 0.5, d))
	small, between, other := cells(u, v, 130, 4310)
	grit := float64(0.6 * step(0.06, 0.14, between) * step(0.5, 0.4, small))
	k := 0.8 + float64(0.03*clouds(u, v, 12, 4, 0.5, 4320))
	k = lerp(k, 0.68+float64(0.28*other), grit)
	return shade(lerp(k, 0.62+float64(0.36*id), chip), 0)
}

// carpet is short pile.
func carpet(u, v float64) texel {
	pile := noise(float64(u*400), float64(v*400), 400, 400, 4400) + float64(0.7*noise(float64(u*190), float64(v*190), 190, 190, 4401))
	return shade(0.82+float64(0.16*pile)+float64(0.05*clouds(u, v, 7, 4, 0.55, 4410)), pile)
}

// poured is smooth concrete with clouds and a few pores.
func poured(u, v float64) texel {
	d, _, id := cells(u, v, 60, 4500)
	pore := 0.0
	if id < 0.06 {
		pore = step(0.16, 0.08, d)
	}
	cloud := clouds(u, v, 6, 6, 0.55, 4510)
	return shade(0.84+float64(0.14*cloud)+float64(0.03*clouds(u, v, 70, 3, 0.6, 4520))-float64(0.25*pore), float64(-pore)+float64(0.4*cloud))
}

// painting has the faint grain of a roller.
func painting(u, v float64) texel {
	roller := clouds(u, v, 160, 2, 0.5, 4600)
	return shade(0.95+float64(0.02*roller)+float64(0.015*clouds(u, v, 5, 3, 0.5, 4610)), roller)
}

// trowelled is lime plaster.
func trowelled(u, v float64) texel {
	wu := u + float64(0.02*clouds(u, v, 6, 3, 0.5, 4700))
	wv := v + float64(0.02*clouds(u, v, 6, 3, 0.5, 4710))
	mark := slanted(wu, wv, 1, 2, 30, 5, 4720) + slanted(wu, wv, -2, 1, 26, 4, 4730)
	cloud := clouds(wu, wv, 8, 5, 0.55, 4740)
	return shade(0.88+float64(0.07*cloud)+float64(0.04*mark), float64(1.5*mark)+float64(2*cloud))
}

// bricks are 25 cm x 8 cm with their joints, each row half a brick from the one below.
func bricks(u, v float64) texel {
	const columns, rows = 8, 24
	y := float64(v * rows)
	j := math.Floor(y)
	x := float64(u*columns) + 0.5*float64(wrap(int64(j), 2))
	i := math.Floor(x)
	rough := clouds(u, v, 60, 4, 0.6, 4800)
	edge := min(float64(3*min(x-i, i+1-x)), min(y-j, j+1-y)) + float64(0.02*rough)
	joint := step(0.1, 0.06, edge)
	tone := 0.78 + float64(0.36*(uniform(wrap(int64(i), columns), int64(j), 4810)-0.5)) + float64(0.12*rough)
	return shade(lerp(tone, 0.72, joint), float64(1.2*rough)-float64(2.5*step(0.16, 0.06, edge)))
}

// stripes are 10 cm wide, every second one a little darker, on laid paper.
func stripes(u, v float64) texel {
	x := float64(u * 8)
	x = math.Abs(x - 2*math.Floor(x/2) - 1) // 0 to 1 and back
	paper := noise(float64(u*60), float64(v*500), 60, 500, 4900)
	return shade(lerp(0.8, 0.97, step(0.47, 0.53, x))+float64(0.02*paper), 0)
}
