package furniture

import (
	"fmt"
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// opening is the front of one door in the plane of the cabinet's face: where it is, and on which side its handle lies.
type opening struct {
	x0, x1, z0, z1 float64
	handle         handleSide
	round          [4]float64 // corner radii: lower left, lower right, upper right, upper left; 0 is nearly sharp
}

// handleSide says where a door has its handle.
type handleSide int

const (
	handleLeft handleSide = iota
	handleRight
	handleTop // drawers
	handleNone
)

// doorStyle is the shape of all doors of one refrigerator.
type doorStyle int

const (
	doorFlat    doorStyle = iota // a slab with soft edges
	doorBowed                    // a front that bulges outwards, seen from above
	doorPanel                    // a raised panel on a slab
	doorPillow                   // widely rounded edges, as pressed sheet metal
	doorGlass                    // a frame around a window, through which the inside is seen
	doorLouvred                  // a slab with a vent strip below
)

// handleStyle is the shape of all handles of one refrigerator.
type handleStyle int

const (
	handleBar     handleStyle = iota // a straight bar on two posts
	handleBracket                    // a bent tube
	handleBow                        // a slim arch
	handleFin                        // a fin with a lip, as long as it is
	handlePocket                     // a bezel with a plate let in
	handleStrap                      // a flat strap on two blocks
	handleLever                      // a thick lever on a boss
	handleStyles
)

// front is what the doors of one refrigerator have in common.
type front struct {
	y      float64 // the cabinet's face
	thick  float64 // of a door
	seal   float64 // gap between face and door, filled by the gasket
	style  doorStyle
	handle handleStyle
	length float64 // of a handle as a share of the door's side
	bow    float64 // meters that a bowed door bulges
}

// newFront draws what is common.
func newFront(s *rng.Stream, y float64, styles ...doorStyle) front {
	return front{
		y: y, thick: s.Uniform(0.045, 0.075), seal: s.Uniform(0.010, 0.016),
		style: rng.Choose(s, styles), handle: handleStyle(s.IntN(int(handleStyles))),
		length: s.Uniform(0.35, 0.75), bow: s.Uniform(0.015, 0.035),
	}
}

// outline is the door's contour around its middle.
func (o opening) outline() solid.Outline {
	w, h := o.x1-o.x0, o.z1-o.z0
	corners := solid.Rect(w, h)
	var out solid.Outline
	for i, c := range corners {
		r := o.round[i]
		seg := 5
		if r < 0.02 {
			r, seg = 0.010, 2
		}
		// The quarter circle of this corner, which starts at angle 180 + 90 i degrees.
		cx, cz := c.X-math.Copysign(r, c.X), c.Y-math.Copysign(r, c.Y)
		for k := range seg + 1 {
			sin, cos := geom.SinCos(math.Pi + float64(math.Pi/2*(float64(i)+float64(k)/float64(seg))))
			out = append(out, solid.P2{X: cx + float64(r*cos), Y: cz + float64(r*sin)})
		}
	}
	return out
}

// add makes the door, its gasket and its handle.
func (f front) add(b *builder, number int, o opening) {
	at := geom.Translate(geom.V((o.x0+o.x1)/2, 0, (o.z0+o.z1)/2))
	w, h := o.x1-o.x0, o.z1-o.z0
	outline := o.outline()
	back := f.y - f.seal
	tip := back - f.thick // the plane of the door's front

	gasket := &assembly{}
	if f.style == doorGlass {
		gasket = ring(shrunk(outline, 0.012), 0.03, f.y+0.004, f.seal+0.008)
	} else {
		gasket.put(plate(shrunk(outline, 0.012), f.y+0.004, f.seal+0.008, 0, 0))
	}
	gasket.place(at).add(b, fmt.Sprintf("gasket-%d", number), Other)

	door := &assembly{}
	edge := 0.010
	switch f.style {
	case doorBowed:
		door.put(bowedDoor(w, h, f.thick, f.bow, back))
		tip -= f.bow // at the middle; handles lie near the edge, see below
	case doorPanel:
		door.put(plate(outline, back, 0.8*f.thick, 0.006, 1))
		margin := min(0.06, 0.12*min(w, h))
		door.put(plate(shrunk(outline, margin), back-float64(0.7*f.thick), 0.3*f.thick, 0.008, 1))
	case doorPillow:
		door.put(plate(outline, back, f.thick, 0.55*f.thick, 3))
	case doorGlass:
		margin := min(0.075, 0.16*min(w, h))
		door = ring(outline, margin, back, f.thick)
	case doorLouvred:
		door.put(plate(outline, back, f.thick, edge, 2))
		for i := range 3 {
			z := -h/2 + 0.05 + float64(0.022*float64(i))
			door.put(solid.Move(solid.RoundedBox(geom.V(0.72*w, 0.012, 0.010), 0.003, 1), geom.V(0, tip-0.002, z)))
		}
	default:
		door.put(plate(outline, back, f.thick, edge, 2))
	}
	door.place(at).add(b, fmt.Sprintf("door-%d", number), "door_frame")

	if o.handle == handleNone {
		return
	}
	// Place the handle by its middle, upright or level.
	side, inset := h, 0.045+float64(0.06*(w-0.3))
	switch f.style {
	case doorGlass:
		inset = 0.5 * min(0.075, 0.16*min(w, h))
	case doorPanel: // on the panel, clear of its edge
		inset = min(0.06, 0.12*min(w, h)) + 0.055
	case doorPillow:
		inset += 0.5 * f.thick
	}
	if o.handle == handleTop {
		side = w
	}
	l := max(0.12, min(f.length*side, side-0.10-float64(0.6*(o.round[0]+o.round[2]))))
	if f.handle == handlePocket {
		l = min(l, 0.30)
	}
	if f.handle == handleLever {
		l = min(l, 0.26)
	}
	hx, hz := 0.0, 0.0
	turn := geom.Identity3
	switch o.handle {
	case handleLeft:
		hx = -w/2 + inset
	case handleRight:
		hx = w/2 - inset
	case handleTop:
		hz = h/2 - max(inset, min(0.10, float64(0.22*h)))
		turn = geom.RotY(math.Pi / 2)
	}
	if o.handle != handleTop {
		// Low doors are gripped at their upper part, high ones at their lower part: near the height of a hand.
		hand := 1.15 - (o.z0+o.z1)/2
		low, high := max(o.round[0], 0.05), max(o.round[2], 0.05)
		hz = min(h/2-l/2-float64(0.6*high), max(-h/2+l/2+float64(0.6*low), hand))
	}
	surface := tip
	if f.style == doorBowed {
		// The parabola at the handle's place.
		u := 2 * hx / w
		surface = back - f.thick - float64(f.bow*(1-float64(u*u)))
	}
	grip := pullHandle(f.handle, l, o.handle == handleRight)
	t := at.Mul(geom.Translate(geom.V(hx, surface, hz))).Mul(geom.Transform{M: turn})
	grip.place(t).add(b, fmt.Sprintf("handle-%d", number), "handle")
}

// ring is an upright frame: the outline with a window margin meters inside it, its back at y, thick meters deep, the
// edges broken.
func ring(o solid.Outline, margin, y, thick float64) *assembly {
	inner := shrunk(o, margin)
	c := min(0.006, 0.2*thick)
	section := func(o solid.Outline, depth float64) []geom.Vec3 {
		return o.In(geom.V(0, y-depth, 0), geom.V(1, 0, 0), geom.V(0, 0, 1))
	}
	loops := [][]geom.Vec3{
		section(o, 0), section(o, thick-c), section(shrunk(o, c), thick), section(shrunk(inner, -c), thick),
		section(inner, thick-c), section(inner, 0),
	}
	a := &assembly{}
	n := len(o)
	var hulls [][]geom.Vec3
	for i := range n {
		var points []geom.Vec3
		for _, l := range loops {
			points = append(points, l[i], l[(i+1)%n])
		}
		hulls = append(hulls, points)
	}
	a.shell(solid.LoftLoop(loops...), hulls...)
	return a
}

// bowedDoor is a door of width w and height h around the origin in x and z whose front bulges by bow in the middle.
func bowedDoor(w, h, thick, bow, back float64) *mesh.Mesh {
	const n, c = 10, 0.012
	o := solid.Outline{{X: w / 2, Y: back}, {X: -w / 2, Y: back}, {X: -w / 2, Y: back - thick + c}}
	for i := range n + 1 {
		u := 2*float64(i)/n - 1
		o = append(o, solid.P2{X: float64(u * (w/2 - c)), Y: back - thick - float64(bow*(1-float64(u*u)))})
	}
	o = append(o, solid.P2{X: w / 2, Y: back - thick + c})
	return solid.Move(solid.Extrude(o, h, 0.008, 2), geom.V(0, 0, -h/2))
}

// pullHandle is an upright handle of length l around the origin on a surface in the plane y = 0 that faces -Y. A fin's
// lip points away from the door's middle, so it is mirrored on doors that have it on the right.
func pullHandle(style handleStyle, l float64, right bool) *assembly {
	a := &assembly{}
	const off = 0.055 // how far the grip stands before the door: fingers need 4 cm
	switch style {
	case handleBar:
		e := l/2 - min(0.07, float64(0.2*l))
		a.put(roundBar(geom.V(0, -off, -l/2), geom.V(0, -off, l/2), 0.014, 10))
		a.put(roundBar(geom.V(0, 0.005, -e), geom.V(0, -off, -e), 0.009, 8), roundBar(geom.V(0, 0.005, e), geom.V(0, -off, e), 0.009, 8))
	case handleBracket:
		path := solid.RoundedPath([]geom.Vec3{{Y: 0.005, Z: -l / 2}, {Y: -off, Z: -l / 2}, {Y: -off, Z: l / 2}, {Y: 0.005, Z: l / 2}}, 0.035, 4)
		a.tube(path, 0.013, 8, 1)
	case handleBow:
		path := solid.Bezier(geom.V(0, 0.005, -l/2), geom.V(0, -1.5*off, -l/2+0.08), geom.V(0, -1.5*off, l/2-0.08), geom.V(0, 0.005, l/2), 12)
		section := solid.RoundedRect(0.030, 0.016, 0.006, 1)
		m := solid.Sweep(path, geom.V(0, -1, 0), func(float64) solid.Outline { return section })
		a.shell(m, solid.Slices(m, geom.V(0, 0, 1), 6)...)
	case handleFin:
		o := solid.Outline{{X: 0.010, Y: 0.004}, {X: -0.010, Y: 0.004}, {X: -0.010, Y: -0.024}, {X: -0.036, Y: -0.030}, {X: -0.036, Y: -0.042}, {X: 0.010, Y: -0.036}}
		if right {
			o = o.Scale(-1, 1)
		}
		if o.Area() < 0 {
			o = reversed(o)
		}
		a.put(solid.Move(solid.Extrude(o, l, 0.004, 1), geom.V(0, 0, -l/2)))
	case handlePocket:
		o := solid.RoundedRect(0.085, l, 0.035, 4)
		r := ring(o, 0.016, 0.002, 0.020)
		a = joined(a, r)
		a.put(plate(shrunk(o, 0.010), 0.002, 0.008, 0, 0))
		a.put(solid.Move(solid.RoundedBox(geom.V(0.018, 0.012, 0.80*l), 0.005, 1), geom.V(0, -0.010, 0)))
	case handleStrap:
		e := l/2 - 0.03
		a.put(solid.Move(solid.RoundedBox(geom.V(0.036, 0.012, l), 0.005, 2), geom.V(0, -off, 0)))
		for _, z := range []float64{-e, e} {
			a.put(solid.Move(solid.RoundedBox(geom.V(0.028, off+0.004, 0.040), 0.006, 1), geom.V(0, -off/2+0.002, z)))
		}
	case handleLever:
		boss := solid.RoundedRect(0.060, 0.11, 0.029, 4).Move(0, l/2-0.06)
		a.put(plate(boss, 0.002, 0.030, 0.008, 2))
		path := []geom.Vec3{{Y: -0.020, Z: l/2 - 0.06}, {Y: -0.052, Z: l/2 - 0.085}, {Y: -0.060, Z: float64(0.1 * l)}, {Y: -0.048, Z: float64(-0.3 * l)}, {Y: -0.040, Z: -l / 2}}
		fine := solid.CatmullRom(path, 3)
		m := solid.Sweep(fine, geom.V(0, -1, 0), func(t float64) solid.Outline {
			return solid.RoundedRect(blend(0.030, 0.046, t), 0.020, 0.008, 2)
		})
		a.shell(m, solid.Slices(m, geom.V(0, 0, 1), 5)...)
	}
	return a
}

// reversed returns the outline the other way round.
func reversed(o solid.Outline) solid.Outline {
	out := make(solid.Outline, len(o))
	for i, p := range o {
		out[len(o)-1-i] = p
	}
	return out
}
