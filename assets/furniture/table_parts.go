package furniture

import (
	"fmt"
	"math"
	"strings"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// addNext adds a part under the next free number of its name: leg-1, leg-2, ...
func addNext(b *builder, name, label string, solids ...*mesh.Mesh) int {
	return b.add(nextName(b, name), label, solids...)
}

// addNextHulls is addNext with colliders of the caller's own.
func addNextHulls(b *builder, name, label string, hulls [][]geom.Vec3, solids ...*mesh.Mesh) int {
	return b.addHulls(nextName(b, name), label, hulls, solids...)
}

func nextName(b *builder, name string) string {
	n := 1
	for i := range b.model.Parts {
		if strings.HasPrefix(b.model.Parts[i].Name, name+"-") {
			n++
		}
	}
	return fmt.Sprintf("%s-%d", name, n)
}

// eachCorner calls f for the four corners of a symmetric thing, front left first.
func eachCorner(f func(sx, sy float64)) {
	f(-1, -1)
	f(1, -1)
	f(1, 1)
	f(-1, 1)
}

// blend is a at t = 0 and b at t = 1. Products among the arguments are rounded before they meet the sum.
func blend(a, b, t float64) float64 {
	a, b = float64(a), float64(b)
	return a + float64((b-a)*t)
}

// edgeStyle is the profile of a table top's rim.
type edgeStyle int

const (
	edgeEased    edgeStyle = iota // square with broken edges
	edgeBullnose                  // half round
	edgeUndercut                  // the lower side cut back, which makes a top look thin
	edgeOgee                      // a rounded step, as on old tables
	edgeStyles
)

// tableSlab is a plate of the given outline, which is convex or nearly so and lies around the origin, from z to z+h.
func tableSlab(o solid.Outline, z, h float64, edge edgeStyle) *mesh.Mesh {
	var profile []solid.P2 // X how far the rim is set in, Y height
	switch edge {
	case edgeBullnose:
		const n = 5
		for k := range n {
			sin, cos := geom.SinCos(float64(math.Pi * (float64(k)/(n-1) - 0.5)))
			profile = append(profile, solid.P2{X: h / 2 * (1 - cos), Y: h / 2 * (1 + sin)})
		}
	case edgeUndercut:
		c := min(0.03, h)
		profile = points(c, 0, 0.001, 0.62*h, 0, 0.9*h, 0.1*h, h)
	case edgeOgee:
		e := min(0.014, 0.4*h)
		profile = points(e, 0, 0.35*e, 0.12*h, 0.3*e, 0.34*h, 0, 0.42*h, 0, 0.72*h, 0.3*e, 0.92*h, 0.8*e, h)
	default:
		e := min(0.004, 0.25*h)
		profile = points(e, 0, 0, e, 0, h-e, e, h)
	}
	sections := make([][]geom.Vec3, len(profile))
	for i, p := range profile {
		sections[i] = shrunk(o, p.X).Flat(z + p.Y)
	}
	return solid.Loft(sections...)
}

// shrunk scales the outline about the middle of its box so that its box loses d on each side. Unlike Inset it cannot
// turn small corner radii inside out.
func shrunk(o solid.Outline, d float64) solid.Outline {
	lo, hi := o[0], o[0]
	for _, p := range o {
		lo = solid.P2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = solid.P2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	x, y := (lo.X+hi.X)/2, (lo.Y+hi.Y)/2
	return o.Move(-x, -y).Scale(1-2*d/(hi.X-lo.X), 1-2*d/(hi.Y-lo.Y)).Move(x, y)
}

// tableOutline draws a rectangle-like outline of width w and depth d: with sharp, rounded or bowed sides.
func tableOutline(s *rng.Stream, w, d float64) solid.Outline {
	switch s.IntN(4) {
	case 0:
		return solid.RoundedRect(w, d, s.Uniform(0.004, 0.012), 1)
	case 1:
		return solid.RoundedRect(w, d, s.Uniform(0.03, 0.12), 4)
	case 2:
		sag := s.Uniform(0.015, 0.04)
		return solid.Rounded(solid.Bowed(solid.Rect(w-float64(2*sag), d-float64(2*sag)), []float64{sag, sag, sag, sag}, 5),
			0.03, 1)
	}
	// Cut corners.
	c := s.Uniform(0.03, 0.07)
	o := solid.Rect(w, d)
	var cut solid.Outline
	for i, p := range o {
		q, n := o[(i+3)%4], o[(i+1)%4]
		cut = append(cut, towards(p, q, c), towards(p, n, c))
	}
	return solid.Rounded(cut, 0.006, 1)
}

// cornerRoom is how far a corner must stand in from both sides of the box of a convex outline around the origin to lie
// inside the outline: what legs under a rounded top have to keep clear.
func cornerRoom(o solid.Outline) float64 {
	var hi solid.P2
	for _, p := range o {
		hi = solid.P2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	const step = 0.002
	room := 0.0
	for room < min(hi.X, hi.Y) && !inside(o, hi.X-room, hi.Y-room) {
		room += step
	}
	return room
}

// inside reports whether the convex outline contains (x, y); its rim belongs to it.
func inside(o solid.Outline, x, y float64) bool {
	for i, p := range o {
		q := o[(i+1)%len(o)]
		if float64((q.X-p.X)*(y-p.Y))-float64((q.Y-p.Y)*(x-p.X)) < -1e-9 {
			return false
		}
	}
	return true
}

// towards is the point at distance l from p on the way to q.
func towards(p, q solid.P2, l float64) solid.P2 {
	t := l / math.Sqrt(float64((q.X-p.X)*(q.X-p.X))+float64((q.Y-p.Y)*(q.Y-p.Y)))
	return solid.P2{X: blend(p.X, q.X, t), Y: blend(p.Y, q.Y, t)}
}

// uprightBoard stands an outline up as a plate: its X stays X, its Y becomes Z; thick meters deep around y = 0.
func uprightBoard(o solid.Outline, thick, bevel float64) *mesh.Mesh {
	m := solid.Move(solid.Extrude(o, thick, bevel, 1), geom.V(0, 0, -thick/2))
	return solid.Turn(m, geom.RotX(math.Pi/2))
}

// sideBoard is uprightBoard turned to face sideways: the outline's X becomes Y.
func sideBoard(o solid.Outline, thick, bevel float64) *mesh.Mesh {
	return solid.Turn(uprightBoard(o, thick, bevel), geom.RotZ(math.Pi/2))
}

// tableAprons are the four boards under a top that join legs standing at (+-x, +-y). Their upper edge is at z; arch is
// how far the lower edge curves up in the middle. They stand back from the legs' outer faces by set meters from the
// legs' middle.
func tableAprons(x, y, z, height, thick, arch, set float64) []*mesh.Mesh {
	strip := func(l float64) solid.Outline {
		o := solid.Rect(l, height).Move(0, z-height/2)
		if arch == 0 {
			return o
		}
		return solid.Bowed(o, []float64{-arch, 0, 0, 0}, 8)
	}
	front, side := uprightBoard(strip(2*x), thick, 0.002), sideBoard(strip(2*y), thick, 0.002)
	return []*mesh.Mesh{
		solid.Move(front, geom.V(0, -y-set, 0)), solid.Move(front, geom.V(0, y+set, 0)),
		solid.Move(side, geom.V(x+set, 0, 0)), solid.Move(side, geom.V(-x-set, 0, 0)),
	}
}

// roundBar is a round bar between two points with beveled ends.
func roundBar(a, b geom.Vec3, r float64, sides int) *mesh.Mesh {
	return solid.Place(solid.Cylinder(r, b.Sub(a).Len(), 0.15*r, sides), solid.Along(a, b))
}

// rod is a roundBar whose ends are hidden in other solids: they are not beveled.
func rod(a, b geom.Vec3, r float64, sides int) *mesh.Mesh {
	return solid.Place(solid.Cylinder(r, b.Sub(a).Len(), 0, sides), solid.Along(a, b))
}

// squareBar is a bar of rectangular section between two points: w across (level), h the other way, edges broken.
func squareBar(a, b geom.Vec3, w, h float64) *mesh.Mesh {
	l := b.Sub(a).Len()
	return solid.Place(solid.Move(solid.RoundedBox(geom.V(w, h, l), 0.12*min(w, h), 1), geom.V(0, 0, l/2)),
		solid.Along(a, b))
}

// tableCaster is a twin wheel on a stem that reaches up to z = top at (x, y): wheels of radius r standing on z = 0.
func tableCaster(x, y, top, r float64) []*mesh.Mesh {
	wheel := solid.Lathe(points(0.78*r, 0, r, 0.16*r, r, 0.5*r, 0.7*r, 0.7*r), 12)
	right := solid.Move(solid.Turn(wheel, geom.RotY(math.Pi/2)), geom.V(0.12*r, 0, r))
	hood := solid.Move(solid.RoundedBox(geom.V(0.5*r, 1.3*r, 0.8*r), 0.18*r, 1), geom.V(0, 0, 1.45*r))
	stem := solid.Move(solid.Cylinder(0.28*r, top-float64(1.6*r), 0, 8), geom.V(0, 0, 1.6*r))
	at := geom.V(x, y, 0)
	return []*mesh.Mesh{solid.Move(right, at), solid.Move(solid.MirrorX(right), at), solid.Move(hood, at),
		solid.Move(stem, at)}
}
