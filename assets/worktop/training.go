package worktop

import (
	"math"

	"mereo/engine/material"
)

// training are the grounds of the first set.
var training = [5]func() *Ground{
	define(look{
		name: "teal sheet metal", tile: 9, relief: 0.05, response: true, paint: scratchedSheet,
		surface: material.Material{PerceptualRoughness: 0.45, IOR: 1.6},
	}),
	define(look{
		name: "plaid flannel", tile: 8, relief: 0.1, paint: flannel,
		surface: material.Material{PerceptualRoughness: 1, IOR: 1},
	}),
	define(look{
		name: "worn plaster", tile: 10, relief: 0.12, paint: plaster,
		surface: material.Material{PerceptualRoughness: 0.55, IOR: 1.45},
	}),
	define(look{
		name: "wooden planks", tile: 9, relief: 0.06, response: true, paint: planks,
		surface: material.Material{PerceptualRoughness: 0.45, IOR: 1.5},
	}),
	define(look{
		name: "red rock", tile: 9, relief: 0.22, paint: redRock,
		surface: material.Material{PerceptualRoughness: 0.6, IOR: 1.45},
	}),
}

// scratchedSheet is blue-gray metal, mottled, with a fine cross-hatch of scratches.
func scratchedSheet(u, v float64) texel {
	warp := float64(0.03 * clouds(u, v, 5, 3, 0.5, 1000))
	mottle := clouds(u+warp, v+warp, 7, 7, 0.68, 1010)
	t := step(-0.55, 0.6, mottle)
	c := mix(color{70, 84, 104}, color{134, 168, 156}, t)
	// Scratches come and go; each layer has its direction.
	scratch := 0.0
	layers := [...]struct{ a, b, across, along int64 }{
		{2, 1, 110, 5}, {-1, 2, 110, 5}, {1, 3, 80, 4}, {3, -1, 80, 4}, {1, 1, 230, 9}, {-1, 1, 230, 9},
	}
	for i, l := range layers {
		seed := 1020 + 10*uint64(i)
		come := step(-0.25, 0.35, clouds(u, v, 7, 2, 0.5, seed+1))
		line := slanted(u, v, l.a, l.b, l.across, l.along, seed)
		scratch += float64(come*step(0.26, 0.5, line)) - float64(0.6*come*step(-0.3, -0.5, line))
	}
	grain := noise(float64(u*512), float64(v*512), 512, 512, 1090)
	stain := step(0.25, 0.6, clouds(u, v, 9, 4, 0.6, 1100))
	k := 1 + float64(0.28*scratch) + float64(0.1*grain) - float64(0.22*stain)
	return texel{
		color: times(c, k), height: float64(0.8 * scratch),
		roughness: max(0.35, min(1, 0.62-float64(0.25*mottle)+float64(0.3*stain))),
	}
}

// flannel is a check of red, black, and both threads where they cross, woven in twill.
func flannel(u, v float64) texel {
	// Cloth is never quite straight.
	u += float64(0.004 * noise(float64(u*5), float64(v*5), 5, 5, 1200))
	v += float64(0.004 * noise(float64(u*5), float64(v*5), 5, 5, 1201))
	const checks = 8
	const fringe = 0.02 // of a check, over which the colors of threads change
	// Red threads: 1 on even stripes and 0 on odd ones.
	stripe := func(x float64) float64 {
		x *= checks
		f := x - 2*math.Floor(x/2) // 0 to 2
		return step(1+fringe, 1-fringe, f) * step(-fringe, fringe, f)
	}
	warp, weft := stripe(u), stripe(v)
	// In twill each thread lies above its neighbors along a diagonal.
	const threads = 256
	x, y := float64(u*threads), float64(v*threads)
	diagonal := (x + y) / 4
	diagonal -= math.Floor(diagonal)
	over := float64(step(0.1, 0.35, diagonal) * step(0.9, 0.65, diagonal)) // 1 where the warp lies above
	ridge := over - float64(0.5*step(0.3, 0, min(diagonal, 1-diagonal)))
	red := lerp(weft, warp, over)
	fuzz := noise(float64(u*500), float64(v*170), 500, 170, 1210) + noise(float64(u*170), float64(v*500), 170, 500, 1211)
	nap := clouds(u, v, 24, 3, 0.6, 1220)
	c := mix(color{17, 14, 15}, color{158, 30, 24}, red)
	k := 0.92 + float64(0.13*ridge) + float64(0.22*fuzz) + float64(0.16*nap)
	lint := float64(9 * max(0, fuzz+float64(0.6*nap)))
	return texel{color: color{float64(c[0]*k) + lint, float64(c[1]*k) + lint, float64(c[2]*k) + lint}, height: float64(1.2 * nap)}
}

// plaster is light gray, troweled, with darker worn patches, pores and a few hair cracks.
func plaster(u, v float64) texel {
	wu := u + float64(0.03*clouds(u, v, 6, 3, 0.5, 1300))
	wv := v + float64(0.03*clouds(u, v, 6, 3, 0.5, 1310))
	blotch := clouds(wu, wv, 9, 5, 0.55, 1320)
	worn := step(-0.06, 0.5, blotch)
	fine := clouds(u, v, 60, 4, 0.7, 1330)
	trowel := slanted(wu, wv, 1, 2, 40, 6, 1340) + slanted(wu, wv, -2, 1, 34, 5, 1341)
	_, crack, _ := cells(wu, wv, 3, 1350)
	open := step(-0.05, 0.35, clouds(u, v, 4, 2, 0.5, 1355)) // how far cracks gape; they end in points
	hair := step(float64(0.009*open), float64(0.004*open)-0.001, crack)
	d, _, pit := cells(u, v, 90, 1360)
	pore := 0.0
	if pit < 0.1 {
		pore = step(float64(0.5*pit)+0.06, 0.03, d)
	}
	k := 1 + float64(0.045*fine) + float64(0.05*trowel) - float64(0.3*hair) - float64(0.25*pore)
	c := mix(color{236, 235, 232}, color{158, 155, 149}, float64(0.8*worn))
	c = mix(c, color{196, 190, 180}, float64(0.5*step(0.1, 0.5, clouds(u, v, 3, 4, 0.5, 1370))))
	return texel{color: times(c, k), height: float64(1.5*fine) + float64(1.5*trowel) - float64(2*pore) - float64(1.5*worn)}
}

// plank is one of a floor's boards: how far a place is from its edge in units, and numbers of its own.
type plank struct {
	edge        float64
	tone, shift float64 // uniform in [0, 1)
}

// plankAt divides a square of the given side into rows of boards along u, two to a row.
func plankAt(u, v, side float64, rows int64, seed uint64) plank {
	y := float64(v * float64(rows))
	row := int64(math.Floor(y))
	fromRow := min(y-float64(row), float64(row)+1-y) * side / float64(rows)
	x := float64(2*u) + uniform(wrap(row, rows), 0, seed)
	i := math.Floor(x)
	fromEnd := min(x-i, i+1-x) * side / 2
	number := wrap(int64(i), 2)
	return plank{
		edge: min(fromRow, fromEnd),
		tone: uniform(wrap(row, rows), 1+number, seed), shift: uniform(wrap(row, rows), 3+number, seed),
	}
}

// grained is the tone of wood sawn along its fibers, 0 dark to 1 light, and its pores: fibers run along u, and shift tells
// one piece from another.
func grained(u, v, shift float64, seed uint64) (tone, pores float64) {
	v += shift // by any amount: the pieces' edges hide where it does not repeat
	bend := float64(0.012*streaks(u, v, 2, 10, 2, 0.4, seed)) + float64(0.002*streaks(u, v, 8, 60, 2, 0.5, seed+5))
	at := v + bend
	// Early wood is light and turns dark slowly towards the end of a year, then begins anew at once.
	const years = 90
	wide := float64(0.6 * noise(float64(u*2), float64(at*14), 2, 14, seed+10))
	year := float64(at*years) + float64(4*wide)
	late := year - math.Floor(year)
	ring := late * late * step(1, 0.86, late)
	fiber := streaks(u, at, 10, 260, 2, 0.6, seed+20)
	cloud := streaks(u, at, 3, 22, 3, 0.5, seed+30)
	pores = step(0.3, 0.6, noise(float64(u*42), float64(v*500), 42, 500, seed+40))
	return 0.62 - float64(0.32*ring) + float64(0.16*fiber) + float64(0.3*cloud), pores
}

// planks are a floor of medium brown boards, varnished.
func planks(u, v float64) texel {
	const side, rows = 9, 9
	p := plankAt(u, v, side, rows, 1400)
	tone, pores := grained(u, v, p.shift, 1410)
	joint := step(0.022, 0.008, p.edge)
	bevel := step(0.05, 0.015, p.edge)
	t := tone + float64(0.42*(p.tone-0.5))
	c := mix(color{84, 51, 28}, color{192, 135, 82}, max(0, min(1, t)))
	k := (1 - float64(0.22*pores)) * (1 - float64(0.75*joint))
	return texel{color: times(c, k), height: -float64(3 * bevel), roughness: 0.78 + float64(0.1*pores) + float64(0.2*joint)}
}

// redRock is rough, between leather and stone: lumps with grooves and cracks between them.
func redRock(u, v float64) texel {
	wu := u + float64(0.05*clouds(u, v, 5, 6, 0.6, 1500))
	wv := v + float64(0.05*clouds(u, v, 5, 6, 0.6, 1510))
	_, crack, id := cells(wu, wv, 6, 1520)
	lump, groove, small := cells(u+float64(0.3*(wu-u)), v+float64(0.3*(wv-v)), 70, 1530)
	ridge := 1 - math.Abs(clouds(wu, wv, 14, 4, 0.6, 1535))
	rough := clouds(u, v, 12, 6, 0.68, 1540)
	grit := clouds(u, v, 150, 2, 0.7, 1550)
	deep := step(0.06, 0.0, crack) * step(-0.25, 0.2, clouds(u, v, 7, 3, 0.5, 1555))
	shallow := step(0.25, 0.02, groove) * step(-0.3, 0.3, clouds(u, v, 5, 2, 0.5, 1560))
	fold := step(0.9, 1, ridge)
	t := 0.5 + float64(0.6*rough) + float64(0.1*(id-0.5)) + float64(0.15*(small-0.5)) - float64(0.2*fold)
	c := mix(color{112, 54, 42}, color{214, 132, 108}, max(0, min(1, t)))
	k := (1 - float64(0.55*deep)) * (1 - float64(0.22*shallow)) * (1 + float64(0.16*grit))
	return texel{
		color:  times(c, k),
		height: float64(4*rough) + float64(0.6*grit) - float64(2.5*deep) - float64(1.3*shallow) - float64(1.2*lump) - float64(2*fold),
	}
}
