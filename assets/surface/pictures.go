package surface

import "math"

// Products are converted before they are added, which keeps a compiler from fusing the two; a factor that is a power of two
// needs no conversion, as its product is exact.

// The numbers are the statistics of the rooms that these pictures stand in for; a test holds the pixels to them.
var (
	fineFloor = define(Spec{"light gray fine plaster", 1024, 1024, [3]float64{208, 208, 206}, 12}, func(x, y float64) [3]float64 {
		return finePlaster(x, y, 1024, 1024, 1, 11)
	})
	fineWall = define(Spec{"light gray fine plaster", 320, 320, [3]float64{208, 208, 206}, 8}, func(x, y float64) [3]float64 {
		return finePlaster(x, y, 320, 320, 0.7, 23)
	})
	linenFloor   = define(Spec{"very light gray linen", 320, 320, [3]float64{216, 216, 216}, 5}, linen)
	stuccoBoth   = define(Spec{"almost white stucco", 320, 320, [3]float64{245, 245, 245}, 10}, stucco)
	concreteBoth = define(Spec{"yellowish beige concrete", 320, 204, [3]float64{191, 182, 163}, 17}, concrete)
	oldWall      = define(Spec{"old beige-brown plaster", 320, 174, [3]float64{158, 146, 123}, 25}, oldPlaster)

	floors = [Count]*picture{fineFloor, linenFloor, stuccoBoth, concreteBoth}
	walls  = [Count]*picture{oldWall, concreteBoth, stuccoBoth, fineWall}
)

// gray is the same value in all channels.
func gray(v float64) [3]float64 { return [3]float64{v, v, v} }

// finePlaster is sanded plaster: grain of one and two pixels, faint clouds, the long flat arcs of the trowel, and a
// slow fall of brightness across the tile, which makes its edges show. size scales all features.
func finePlaster(x, y, w, h, size float64, seed uint64) [3]float64 {
	clouds := fbm(x, y, float64(220*size), 4, 0.5, seed)
	// The trowel: noise stretched along slowly turning lines.
	bend := float64(60 * size * fbm(x, y, float64(300*size), 2, 0.5, seed+10))
	trowel := noise((x+bend)/(140*size), (y+float64(0.35*x)+bend)/(9*size), seed+20)
	sand := float64(0.55*grain(x, y, seed+30)) + float64(0.9*noise(x/2.2, y/2.2, seed+31)) + float64(0.6*noise(x/5, y/5, seed+32))
	d, id := cells(x/(16*size), y/(16*size), seed+40)
	pit := 0.0
	if id < 0.12 {
		pit = float64(-1.6 * step(0.16, 0.05, d))
	}
	slope := 0.35 - 0.45*x/w - 0.3*y/h
	v := float64(0.75*clouds) + float64(0.28*trowel) + float64(0.62*sand) + pit + slope
	return [3]float64{v, v, v - float64(0.02*clouds)}
}

// linen is a woven or brushed surface: faint threads both ways, and single scratches that cross them.
func linen(x, y float64) [3]float64 {
	across := noise(x/70, y/1.4, 101) + float64(0.6*noise(x/28, y/2.6, 102))
	down := noise(x/1.4, y/60, 103) + float64(0.6*noise(x/2.6, y/24, 104))
	v := 0.5*across + float64(0.42*down) + float64(0.14*grain(x, y, 105)) + 0.5*fbm(x, y, 130, 2, 0.5, 106)
	for i := range 46 {
		v += scratch(x, y, int64(i))
	}
	return gray(v + float64(0.25*(y/320)) - float64(0.3*(x/320)))
}

// scratch is a thin straight mark, brighter or darker, of the number i, nearly level or nearly upright.
func scratch(x, y float64, i int64) float64 {
	u := func(k int64) float64 { return unit(i, k, 107) }
	if i%3 == 0 {
		x, y = y, x
	}
	half := 18 + float64(60*u(0))
	dx := x - float64(320*u(1))
	if math.Abs(dx) > half {
		return 0
	}
	off := math.Abs(y - float64(320*u(2)) - float64(0.3*(u(3)-0.5)*dx))
	tone := 0.55
	if u(4) < 0.45 {
		tone = -0.7
	}
	return float64(tone * step(1.1, 0.2, off) * step(half, float64(half*0.6), math.Abs(dx)))
}

// stuccoHeight is the relief of thrown plaster: round lumps of two sizes with small pits between some.
func stuccoHeight(x, y float64) (height, pit float64) {
	wx, wy := x+float64(4*noise(x/14, y/14, 201)), y+float64(4*noise(x/14, y/14, 202))
	big, _ := cells(wx/13, wy/13, 203)
	small, _ := cells(wx/6, wy/6, 206)
	d, id := cells(x/19, y/19, 209)
	if id < 0.42 {
		r := 0.05 + float64(0.09*id)
		pit = step(float64(r*1.6), r*0.5, d+float64(0.05*noise(x/3, y/3, 212)))
	}
	return float64(1.5*step(0.75, 0, big)) + float64(0.7*step(0.8, 0, small)) + 0.5*fbm(x, y, 40, 3, 0.5, 213) - float64(1.2*pit), pit
}

// stucco is the relief lit from the upper left; shadows lie in the pits and on the lower right of the lumps.
func stucco(x, y float64) [3]float64 {
	h, pit := stuccoHeight(x, y)
	ahead, _ := stuccoHeight(x-1.2, y-1.2)
	slope := h - ahead
	v := float64(0.35*slope) - float64(0.9*max(0, -slope-0.12)) + float64(0.14*h) - float64(1.5*pit) + float64(0.05*grain(x, y, 214))
	return gray(v + float64(0.1*fbm(x, y, 150, 2, 0.5, 215)) - float64(0.12*step(0.55, 1, max(x, y)/320)))
}

// concrete is cast and weathered: clouds of two sizes, yellow stains, small pores, and dark streaks that run down and
// gather towards the lower right.
func concrete(x, y float64) [3]float64 {
	const w, h = 320, 204
	corner := step(0.15, 1.05, 0.55*x/w+0.5*y/h)
	clouds := fbm(x, y, 90, 5, 0.55, 301)
	mottle := fbm(x, y, 22, 3, 0.6, 306)
	wander := float64(9 * noise(x/40, y/70, 309))
	streaks := noise((x+wander)/7, y/95, 310) + float64(0.7*noise((x+wander)/2.6, y/60, 311))
	stain := step(0.1, 0.45, fbm(x+30, y, 60, 3, 0.5, 312))
	d, id := cells(x/11, y/11, 315)
	pore := 0.0
	if id < 0.22 {
		pore = step(0.14, 0.05, d)
	}
	v := float64(0.62*clouds) + float64(0.3*mottle) + float64(0.16*grain(x, y, 318)) - float64(0.8*pore) -
		float64(corner*(0.55+float64(0.75*max(0, streaks))+float64(0.25*step(0, 0.5, mottle)))) + float64(0.12*streaks)
	return [3]float64{v - float64(0.02*stain), v - float64(0.07*stain), v - float64(0.3*stain) - float64(0.12*corner)}
}

// oldPlaster has lost its paint in patches, with a hard rim and a shadow under it, has cracks, and is dirty along its
// foot.
func oldPlaster(x, y float64) [3]float64 {
	const h = 174
	peel := func(x, y float64) float64 {
		wx, wy := x+float64(10*noise(x/18, y/18, 401)), y+float64(10*noise(x/18, y/18, 402))
		return fbm(wx, wy, 75, 4, 0.5, 403) + float64(0.12*(y/h))
	}
	p := peel(x, y)
	bare := step(0.2, 0.235, p)
	rim := float64(step(0.12, 0.2, p) * step(0.3, 0.22, peel(x-1.5, y-2)))
	tone := float64(0.55*fbm(x, y, 55, 4, 0.55, 410)) + float64(0.16*grain(x, y, 415)) + float64(0.22*fbm(x, y, 9, 2, 0.6, 416))
	under := -0.85 + 0.5*fbm(x, y, 14, 3, 0.6, 418)
	crack := float64(step(0.022, 0.004, math.Abs(fbm(x, y, 95, 4, 0.6, 421))) * step(-0.1, 0.25, fbm(x, y, 120, 1, 1, 425)))
	drip := float64(max(0, noise(x/5, y/80, 428)) * step(0, 1, y/h))
	foot := step(0.76, 0.93, y/h+float64(0.06*fbm(x, y, 40, 3, 0.5, 430)))
	v := lerp(tone, under, bare) - float64(0.35*rim*(1-bare)) - float64(0.8*crack) - float64(0.35*drip) - float64(1.25*foot)
	warm := float64(0.16*bare) - float64(0.08*foot)
	return [3]float64{v, v - warm, v - float64(2.2*warm)}
}
