package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// shell is a moulded seat and back: a strip that follows a side profile, its edges turned up by cup meters on the seat
// and brought forward by wrap meters at the back, its four corners rounded.
type shell struct {
	profile       []geom.Vec3 // x = 0, from the front lip over the seat to the top of the back, in equal steps of f
	split         float64     // the f in [0, 1] where the seat ends and the back begins
	wSeat, wBack  float64     // widths at their widest
	cup, wrap     float64
	lip, crown    float64 // how far the corners of the lip and the top are drawn in along the profile, as shares of it
	narrow        float64 // how much narrower the top is, as a share
	neck          float64 // narrowing at the split, as a share
	thickness     float64
	lowest, depth float64 // of the seat's middle line: its lowest height, and its length in y
}

// drawShell draws the proportions of a shell whose seat lies at height h.
func drawShell(s *rng.Stream, h float64) shell {
	d := s.Uniform(0.40, 0.46)
	top := h + s.Uniform(0.30, 0.44)
	slope := s.Uniform(0.18, 0.34)
	lip := s.Uniform(0.01, 0.045)
	sink := s.Uniform(0.005, 0.03)
	y := d / 2
	key := []geom.Vec3{
		geom.V(0, -y-0.01, h-lip), geom.V(0, -y+0.06, h), geom.V(0, 0, h-sink), geom.V(0, y-0.06, h-sink+0.008),
		geom.V(0, y+0.012, h+0.07), geom.V(0, y+0.02+float64(slope*0.15), h+0.2), geom.V(0, y+float64(slope*(top-h)), top),
	}
	return shell{
		profile: solid.CatmullRom(key, 12), split: s.Uniform(0.58, 0.64),
		wSeat: s.Uniform(0.42, 0.5), wBack: s.Uniform(0.38, 0.48),
		cup: s.Uniform(0, 0.05), wrap: s.Uniform(0.01, 0.07),
		lip: s.Uniform(0.04, 0.12), crown: s.Uniform(0.04, 0.16), narrow: s.Uniform(0, 0.3),
		neck: s.Uniform(0, 0.22), thickness: s.Uniform(0.010, 0.018), lowest: h - sink, depth: d,
	}
}

// at returns the point of the shell at u in [-1, 1] across and f in [0, 1] along.
func (k shell) at(u, f float64) geom.Vec3 {
	a := math.Abs(u)
	bulge := float64(a * a * a * a)
	g := (f - k.split) / (1 - k.split) // 0 at the split, 1 at the top, negative on the seat
	half, lift := k.wSeat/2, k.cup
	if g > 0 {
		blend := float64(g * g * (3 - 2*g))
		half = k.wSeat/2 + float64((k.wBack-k.wSeat)/2*blend)
		half *= 1 - float64(k.narrow*g*g)
		lift = k.cup + float64((k.wrap-k.cup)*blend)
		f -= float64(k.crown * bulge * g * g)
	} else {
		v := 1 - f/k.split
		f += float64(k.lip * bulge * v * v)
		lift *= 1 - float64(0.6*v*v)
	}
	away := max(0, 1-float64(4*g*g))
	half *= 1 - float64(k.neck*away*away)
	c, normal := k.side(f)
	return c.Add(geom.V(half*u, 0, 0)).AddScaled(lift*a*a, normal)
}

// side returns the point of the profile at f and its normal: up on the seat, forward at the back.
func (k shell) side(f float64) (p, normal geom.Vec3) {
	n := len(k.profile) - 1
	x := float64(max(0, min(1, f)) * float64(n))
	i := min(int(x), n-1)
	p = k.profile[i].Lerp(k.profile[i+1], x-float64(i))
	tangent := func(i int) geom.Vec3 { return k.profile[min(i+1, n)].Sub(k.profile[max(i-1, 0)]).Unit() }
	t := tangent(i).Lerp(tangent(i+1), x-float64(i)).Unit()
	return p, geom.V(0, -t.Z, t.Y)
}

// strip is the sheet from f0 to f1 with nu by nv cells.
func (k shell) strip(nu, nv int, f0, f1 float64) *mesh.Mesh {
	return solid.Sheet(nu, nv, k.thickness, func(u, v float64) geom.Vec3 {
		return k.at(2*u-1, f0+float64(v*(f1-f0)))
	})
}

// add adds seat and back as parts, cut into hulls that follow the bends. pads lie loose on the seat and belong to it.
func (k shell) add(b *builder, pads ...*mesh.Mesh) {
	seat, back := k.strip(8, 7, 0, k.split), k.strip(8, 7, k.split-0.004, 1)
	var hulls [][]geom.Vec3
	for _, f := range [][2]float64{{0, 0.3}, {0.3, 0.75}, {0.75, 1}} {
		piece := k.strip(6, 3, f[0]*k.split, f[1]*k.split)
		hulls = append(hulls, solid.Slices(piece, geom.V(1, 0, 0), 4)...)
	}
	for _, p := range pads {
		hulls = append(hulls, solid.Hull(p))
	}
	i := b.addHulls("seat", "chair_seat", hulls, append(pads, seat)...)
	hulls = nil
	for _, f := range [][2]float64{{0, 0.4}, {0.4, 1}} {
		piece := k.strip(6, 3, k.split+float64(f[0]*(1-k.split)), k.split+float64(f[1]*(1-k.split)))
		hulls = append(hulls, solid.Slices(piece, geom.V(1, 0, 0), 4)...)
	}
	b.addHulls("back", "chair_back", hulls, back)
	z := k.lowest + k.cup*0.25 + k.thickness/2
	for _, p := range pads {
		z = max(z, p.Bounds().Max.Z)
	}
	b.support(i, z, solid.Rect(0.5*k.wSeat, 0.5*k.depth))
}

// shellChair is a moulded seat and back on four splayed dowels, or on a frame of bent wire.
func shellChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.41, 0.46)
	k := drawShell(s, h)
	k.add(b)
	z := k.lowest - k.thickness/2 // the frame stops under the lowest line of the seat
	xt, yf, yb := s.Uniform(0.10, 0.14), -s.Uniform(0.10, 0.13), s.Uniform(0.09, 0.12)
	st := fourLegs(xt, xt, yf, yb, z, s.Uniform(0.06, 0.11), s.Uniform(0.04, 0.09), s.Uniform(0.06, 0.11))
	if s.Bool(0.6) {
		st.add(b, taperedLimb(s.Uniform(0.014, 0.019), s.Uniform(0.5, 0.7), roundUnit()))
		// Two battens carry the shell and hold the dowels.
		for i, y := range []float64{yf, yb} {
			b.add([]string{"batten-front", "batten-back"}[i], Other, solid.BoxBetween(geom.V(-xt-0.025, y-0.022, z-0.022), geom.V(xt+0.025, y+0.022, z+0.008), 0.005, 1))
		}
		if s.Bool(0.5) {
			st.stretchers(b, xForm, z*s.Uniform(0.35, 0.5), 0, barLimb(0.005, 1))
		}
	} else {
		st.add(b, taperedLimb(s.Uniform(0.008, 0.011), 1, roundUnit()))
		bar := barLimb(0.006, 1)
		zb := float64(z * s.Uniform(0.45, 0.7))
		b.addEach("bar", "leg bar", st.link(0, 1, zb, zb, bar), st.link(2, 3, zb, zb, bar))
		b.add("plate", Other, solid.BoxBetween(geom.V(-xt-0.01, yf-0.01, z-0.012), geom.V(xt+0.01, yb+0.01, z+0.006), 0.003, 1))
	}
}

// tulipChair is a cupped shell, often with a loose pad, on a trumpet foot.
func tulipChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.42, 0.46)
	k := drawShell(s, h)
	k.cup = s.Uniform(0.04, 0.09)
	k.wrap = s.Uniform(0.06, 0.12)
	k.neck *= 0.4
	var pads []*mesh.Mesh
	if s.Bool(0.6) {
		t := s.Uniform(0.04, 0.06)
		pads = append(pads, solid.Move(solid.Cushion(geom.V(float64(0.8*k.wSeat), float64(0.8*k.depth), t), 2.4, 4, 20, 4), geom.V(0, -0.01, k.lowest+0.5*t)))
	}
	k.add(b, pads...)
	trumpet(b, s, k.lowest-k.thickness/2+0.004)
}

// trumpet adds a pedestal foot and a column whose outlines flow into each other, up to height z.
func trumpet(b *builder, s *rng.Stream, z float64) {
	r := s.Uniform(0.21, 0.27)
	waist := s.Uniform(0.022, 0.034)
	cut := s.Uniform(0.07, 0.12)
	flare := s.Uniform(0.06, 0.10)
	const sides = 20
	foot := []solid.P2{{X: r * 0.97, Y: 0}, {X: r, Y: 0.006}, {X: r * 0.97, Y: 0.014}, {X: r * 0.66, Y: 0.022}, {X: r * 0.36, Y: 0.036}, {X: r * 0.22, Y: 0.06}, {X: waist * 1.3, Y: cut}}
	b.add("pedestal", "pedestal", solid.Lathe(foot, sides))
	b.add("column", "central_support", solid.Lathe([]solid.P2{
		{X: waist * 1.3, Y: cut - 0.001}, {X: waist * 1.05, Y: cut + 0.05}, {X: waist, Y: 0.5 * (cut + z)}, {X: waist * 1.15, Y: z - 0.09}, {X: waist * 1.7, Y: z - 0.03}, {X: flare, Y: z},
	}, 14))
}
