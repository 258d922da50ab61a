package worktop

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
)

// benchmark are the grounds of the second set.
var benchmark = [5]func() *Ground{
	define(look{
		name: "rippled sand", tile: 9, relief: 0.14, paint: sand,
		surface: material.Material{PerceptualRoughness: 0.6, IOR: 1.3},
	}),
	define(look{
		name: "slate", tile: 10, relief: 0.12, paint: slate,
		surface: material.Material{PerceptualRoughness: 1, IOR: 1},
	}),
	define(look{
		name: "banded marble", tile: 10, relief: 0, paint: bandedMarble,
		surface: material.Material{PerceptualRoughness: 0.46, IOR: 1.5},
	}),
	define(look{
		name: "terracotta", tile: 9, relief: 0.16, paint: terracotta,
		surface: material.Material{PerceptualRoughness: 1, IOR: 1},
	}),
	define(look{
		name: "ochre paint on metal", tile: 9, relief: 0.08, response: true, paint: ochrePaint,
		surface: material.Material{PerceptualRoughness: 0.6, Metallic: 0.5, IOR: 1.5},
	}),
}

// sand has fine wavy ripples across.
func sand(u, v float64) texel {
	const ripples = 44
	bend := float64(0.75*clouds(u, v, 5, 3, 0.5, 2000)) + float64(0.2*clouds(u, v, 22, 2, 0.5, 2010))
	// Every ripple is steeper on its far side.
	wave := float64(v*ripples) + bend + float64(0.9*noise(float64(u*3), float64(v*3), 3, 3, 2020))
	crest := geom.Sin(float64(2*math.Pi*wave) + float64(0.5*geom.Sin(2*math.Pi*wave)))
	strength := 0.75 + float64(0.5*clouds(u, v, 6, 2, 0.5, 2030))
	grit := noise(float64(u*480), float64(v*480), 480, 480, 2040)
	coarse := clouds(u, v, 90, 3, 0.7, 2050)
	cloud := clouds(u, v, 4, 4, 0.5, 2060)
	t := 0.52 + float64(0.3*crest*strength) + float64(0.2*cloud) + float64(0.16*coarse)
	c := mix(color{150, 108, 58}, color{238, 198, 128}, max(0, min(1, t)))
	return texel{color: times(c, 1+float64(0.22*grit)), height: float64(1.4*crest*strength) + float64(0.7*coarse)}
}

// slate is split rock: flat layers that end in ragged steps.
func slate(u, v float64) texel {
	wu := u + float64(0.04*clouds(u, v, 5, 4, 0.55, 2100))
	wv := v + float64(0.04*clouds(u, v, 5, 4, 0.55, 2110))
	layers := float64(3.2*clouds(wu, wv, 3, 5, 0.5, 2120)) + float64(0.5*slanted(wu, wv, 1, 2, 6, 3, 2130))
	level := math.Floor(layers)
	f := layers - level
	edge := step(0.0, 0.07, f)
	height := level + edge
	tone := uniform(int64(level), 0, 2140) - 0.5
	cleft := slanted(wu, wv, 2, 1, 26, 5, 2150) + float64(0.5*slanted(wu, wv, 2, 1, 60, 9, 2151))
	grain := clouds(u, v, 110, 3, 0.75, 2160)
	rust := step(0.25, 0.6, clouds(wu, wv, 4, 4, 0.55, 2170))
	t := 0.4 + float64(0.4*tone) + float64(0.3*cleft) + float64(0.25*grain) + float64(0.25*f)
	c := mix(color{46, 50, 55}, color{138, 143, 148}, max(0, min(1, t)))
	c = mix(c, color{98, 84, 70}, float64(0.35*rust))
	return texel{color: c, height: float64(3*height) + float64(0.9*cleft) + float64(0.8*grain)}
}

// bandedMarble flows in bands of black, gray, cream and brown, as camouflage.
func bandedMarble(u, v float64) texel {
	wu := u + float64(0.16*clouds(u, v, 2, 5, 0.5, 2200))
	wv := v + float64(0.16*clouds(u, v, 2, 5, 0.5, 2210))
	field := float64(0.75*slanted(wu, wv, 1, 1, 5, 1, 2220)) + float64(0.45*slanted(wu, wv, 1, 1, 11, 3, 2225)) +
		float64(0.3*clouds(wu, wv, 6, 4, 0.5, 2230))
	fine := clouds(wu, wv, 40, 4, 0.6, 2240)
	t := field + float64(0.05*fine)
	bands := [...]struct {
		from float64
		c    color
	}{
		{-2, color{44, 42, 42}}, {-0.42, color{146, 149, 164}}, {-0.2, color{240, 228, 200}}, {-0.04, color{160, 152, 132}},
		{0.1, color{46, 44, 43}}, {0.3, color{158, 160, 172}}, {0.46, color{242, 231, 204}},
	}
	c := bands[0].c
	for _, b := range bands[1:] {
		c = mix(c, b.c, step(b.from-0.014, b.from+0.014, t))
	}
	vein := step(0.03, 0, math.Abs(clouds(wu+0.5, wv, 6, 4, 0.55, 2250)))
	c = mix(c, color{224, 216, 198}, float64(0.35*vein))
	return texel{color: times(c, 1+float64(0.12*fine))}
}

// terracotta is burnt clay with dark pits; bricks show faintly.
func terracotta(u, v float64) texel {
	wu := u + float64(0.004*clouds(u, v, 20, 3, 0.5, 2300))
	wv := v + float64(0.004*clouds(u, v, 20, 3, 0.5, 2310))
	const rows, inRow = 12, 6
	y := float64(wv * rows)
	row := math.Floor(y)
	x := float64(wu * inRow)
	if int64(row)%2 != 0 {
		x += 0.5
	}
	brick := math.Floor(x)
	edge := min(min(x-brick, brick+1-x)*rows/inRow, y-row, row+1-y)
	joint := step(0.06, 0.015, edge) * step(-0.45, 0.1, clouds(u, v, 8, 3, 0.5, 2325))
	tone := uniform(wrap(int64(brick), inRow), wrap(int64(row), rows), 2320) - 0.5
	cloud := clouds(u, v, 6, 5, 0.6, 2330)
	fine := clouds(u, v, 70, 4, 0.75, 2340)
	pit := 0.0
	for i, n := range [...]int64{26, 64} {
		d, _, id := cells(u, v, n, 2350+uint64(i))
		if id < 0.16 {
			pit = max(pit, step(0.1+float64(1.1*id), 0.04, d+float64(0.14*fine)))
		}
	}
	t := 0.5 + float64(0.34*cloud) + float64(0.2*tone) + float64(0.3*fine)
	c := mix(color{138, 66, 34}, color{214, 124, 74}, max(0, min(1, t)))
	c = mix(c, color{142, 98, 74}, float64(0.5*joint))
	return texel{
		color:  times(c, 1-float64(0.5*pit)),
		height: float64(1.6*fine) + float64(1.5*cloud) - float64(2.5*pit) - float64(2.2*joint),
	}
}

// ochrePaint is yellow paint worn down to bare metal along scratches and in patches.
func ochrePaint(u, v float64) texel {
	wu := u + float64(0.02*clouds(u, v, 8, 4, 0.55, 2400))
	wv := v + float64(0.02*clouds(u, v, 8, 4, 0.55, 2410))
	wear := clouds(wu, wv, 5, 6, 0.62, 2420)
	bare := step(0.3, 0.35, wear)
	lines := [...]int64{170, 60, 90, 50}
	for i, d := range [...][2]int64{{1, 0}, {3, 1}, {1, 2}, {-2, 3}} {
		seed := 2430 + 10*uint64(i)
		come := step(-0.3, 0.4, clouds(u, v, 6, 2, 0.5, seed+1)+float64(0.5*wear))
		line := slanted(u, v, d[0], d[1], lines[i], 4, seed)
		bare = max(bare, step(0.36, 0.46, line-float64(0.2*(1-come)))*step(0, 0.4, come))
	}
	dirt := step(-0.1, 0.5, clouds(u, v, 7, 5, 0.6, 2480))
	grain := noise(float64(u*500), float64(v*120), 500, 120, 2490)
	rim := step(0.24, 0.3, wear) * (1 - bare)
	paint := mix(color{224, 172, 34}, color{150, 108, 28}, float64(0.5*dirt))
	paint = mix(paint, color{120, 82, 30}, float64(0.5*rim))
	metal := times(color{226, 223, 214}, 1+float64(0.3*grain)-float64(0.25*dirt))
	return texel{
		color: mix(paint, metal, bare), height: -float64(1.6 * bare), roughness: lerp(0.75, 0.5, bare), metallic: bare,
	}
}
