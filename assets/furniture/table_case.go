package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// A case is a box of boards whose open front is divided into columns, and each column into cells with a drawer, a door
// or nothing before them.

// cellKind says what closes a cell.
type cellKind int

const (
	cellOpen   cellKind = iota // nothing; boards divide it
	cellDrawer                 // one drawer
	cellDoor                   // one door, hinged on the outer side of its column
	cellDoors                  // a pair of doors
)

// cell is one field of a column. size is its share of the column's height beside the sizes of the others.
type cell struct {
	kind    cellKind
	size    float64
	shelves int // boards inside, for open cells
}

// column is a stack of cells from the top down. size is its share of the case's width.
type column struct {
	size  float64
	cells []cell
}

// caseBox says where a case is and how it looks. It is open above, where a table top closes it. Fronts lie before the
// boards' front edges, at y = lo.Y.
type caseBox struct {
	lo, hi  geom.Vec3
	thick   float64 // of the boards
	front   frontStyle
	pull    pullStyle
	columns []column
	back    bool
	name    string // prefix of the part names of boards
}

// frontStyle is how the face of a drawer or door is made.
type frontStyle int

const (
	frontFlat   frontStyle = iota
	frontPanel             // a raised field
	frontFrame             // rails around a recessed field
	frontGroove            // upright grooves
	frontStyles
)

const (
	frontGap   = 0.004 // between neighboring fronts, meters: the dark line one sees
	frontThick = 0.02
)

// face is a front of width w and height h in the plane y = 0, facing -Y, its middle at the origin.
func face(style frontStyle, w, h float64) []*mesh.Mesh {
	plate := func(w, h, y0, thick float64) *mesh.Mesh {
		return solid.Move(solid.RoundedBox(geom.V(w, thick, h), 0.0025, 1), geom.V(0, y0+thick/2, 0))
	}
	rail := min(0.055, 0.22*min(w, h))
	if min(w, h) < 0.09 {
		style = frontFlat
	}
	switch style {
	case frontPanel:
		field := solid.Rect(w-float64(2.4*rail), h-float64(2.4*rail))
		raised := solid.Loft(field.Flat(0), shrunk(field, 0.012).Flat(0.007))
		return []*mesh.Mesh{plate(w, h, 0, frontThick), solid.Turn(raised, geom.RotX(math.Pi/2))}
	case frontFrame:
		out := []*mesh.Mesh{plate(w-0.01, h-0.01, 0.009, frontThick-0.009)}
		for _, side := range []float64{-1, 1} {
			out = append(out,
				solid.Move(plate(rail, h, 0, frontThick), geom.V(side*(w-rail)/2, 0, 0)),
				solid.Move(plate(w-float64(2*rail)+0.002, rail, 0.0005, frontThick-0.001), geom.V(0, 0, side*(h-rail)/2)))
		}
		return out
	case frontGroove:
		n := max(2, int(w/0.07))
		var out []*mesh.Mesh
		step := w / float64(n)
		for i := range n {
			out = append(out, solid.Move(plate(step-0.003, h, 0, frontThick), geom.V(-w/2+float64((float64(i)+0.5)*step), 0, 0)))
		}
		return append(out, plate(w-0.01, h-0.004, 0.006, frontThick-0.007))
	}
	return []*mesh.Mesh{plate(w, h, 0, frontThick)}
}

// add builds the case: boards as frame parts, then cells column by column.
func (c caseBox) add(b *builder) {
	box := func(name, label string, lo, hi geom.Vec3) {
		addNext(b, c.name+name, label, solid.BoxBetween(lo, hi, 0.0025, 1))
	}
	lo, hi, t := c.lo, c.hi, c.thick
	y0 := lo.Y + frontThick - 0.001 // the boards begin just inside the backs of the fronts
	box("side", "frame", geom.V(lo.X, y0, lo.Z), geom.V(lo.X+t, hi.Y, hi.Z))
	box("side", "frame", geom.V(hi.X-t, y0, lo.Z), geom.V(hi.X, hi.Y, hi.Z))
	box("bottom", "frame", geom.V(lo.X+t-0.001, y0, lo.Z), geom.V(hi.X-t+0.001, hi.Y, lo.Z+t))
	if c.back {
		box("back", "frame", geom.V(lo.X+t-0.001, hi.Y-0.012, lo.Z+t-0.001), geom.V(hi.X-t+0.001, hi.Y-0.002, hi.Z))
	}
	var total float64
	for _, k := range c.columns {
		total += k.size
	}
	inner := hi.X - lo.X - t
	x := lo.X // the left board of the column begins here
	for i, k := range c.columns {
		w := inner * k.size / total // from the left face of one board to that of the next
		if i > 0 {
			box("divider", "frame", geom.V(x, y0+0.002, lo.Z+t-0.001), geom.V(x+t, hi.Y-0.01, hi.Z))
		}
		// The fronts of the outer columns cover the edges of the case's sides.
		fx0, fx1 := x+t/2, x+w+t/2
		if i == 0 {
			fx0 = lo.X
		}
		if i == len(c.columns)-1 {
			fx1 = hi.X
		}
		c.fill(b, k, x+t, x+w, fx0, fx1, 2*i >= len(c.columns))
		x += w
	}
}

// fill puts the cells of a column between the boards at x0 and x1; fronts reach from fx0 to fx1. right says that single
// doors hang on the right side.
func (c caseBox) fill(b *builder, k column, x0, x1, fx0, fx1 float64, right bool) {
	var total float64
	for _, e := range k.cells {
		total += e.size
	}
	y0, y1 := c.lo.Y+frontThick-0.001, c.hi.Y-0.012
	bottom, ceiling, t := c.lo.Z, c.hi.Z, c.thick
	z1 := ceiling
	for i, e := range k.cells {
		z0 := z1 - (ceiling-bottom)*e.size/total
		if i == len(k.cells)-1 {
			z0 = bottom
		}
		w, h := fx1-fx0-frontGap, z1-z0-frontGap
		mid := geom.V((fx0+fx1)/2, c.lo.Y, (z0+z1)/2)
		at := func(parts []*mesh.Mesh, p geom.Vec3) []*mesh.Mesh {
			out := make([]*mesh.Mesh, len(parts))
			for j, m := range parts {
				out[j] = solid.Move(m, p)
			}
			return out
		}
		floor := z0
		if i == len(k.cells)-1 {
			floor = z0 + t
		}
		switch e.kind {
		case cellDrawer:
			style := c.front
			if style == frontGroove { // upright grooves cut by the gaps between drawers look like bricks
				style = frontFlat
			}
			drawer := append(at(face(style, w, h), mid),
				solid.BoxBetween(geom.V(x0+0.01, y0-0.001, floor+0.008), geom.V(x1-0.01, y1-0.03, z1-0.02), 0, 0))
			addNext(b, "drawer", "drawer_box", drawer...)
			pulls := []float64{0}
			if w > 0.75 && c.pull != pullLip {
				pulls = []float64{-0.27 * w, 0.27 * w}
			}
			for _, px := range pulls {
				addNext(b, "handle", "handle", at(pull(c.pull, 0.4*w, false), mid.Add(geom.V(px, 0, 0)))...)
			}
		case cellDoor, cellDoors:
			n := 1
			if e.kind == cellDoors {
				n = 2
			}
			each := (fx1-fx0)/float64(n) - frontGap
			for j := range n {
				p := geom.V(fx0+(float64(j)+0.5)*(fx1-fx0)/float64(n), c.lo.Y, mid.Z)
				addNext(b, "door", "cabinet_door_surface", at(face(c.front, each, h), p)...)
				side := 1.0 // where the handle sits
				if n == 2 && j == 1 || n == 1 && right {
					side = -1
				}
				hz := float64(0.12 * h)
				if c.pull == pullLip {
					hz = 0
				}
				addNext(b, "handle", "handle", at(pull(c.pull, min(0.16, float64(0.4*h)), true), p.Add(geom.V(float64(side*(each/2-0.035)), 0, hz)))...)
			}
		case cellOpen:
			for j := range e.shelves {
				z := blend(floor, z1, float64(j+1)/float64(e.shelves+1))
				addNext(b, "shelf", "shelf", solid.BoxBetween(geom.V(x0-0.001, y0+0.004, z-t/2), geom.V(x1+0.001, y1, z+t/2),
					0.0025, 1))
			}
		}
		if i > 0 && (e.kind == cellOpen) != (k.cells[i-1].kind == cellOpen) || i > 0 && e.kind == cellOpen {
			// A board closes an open cell above.
			addNext(b, "shelf", "shelf", solid.BoxBetween(geom.V(x0-0.001, y0, z1-t/2), geom.V(x1+0.001, y1, z1+t/2), 0.0025, 1))
		}
		z1 = z0
	}
}

// newCase draws the look that the cases of one piece of furniture share.
func newCase(s *rng.Stream) caseBox {
	return caseBox{thick: s.Uniform(0.016, 0.024), front: frontStyle(s.IntN(int(frontStyles))), pull: choosePull(s),
		back: true}
}

// drawers is a column of n drawers, the lower ones deeper by the factor grow each.
func drawers(n int, grow float64) []cell {
	out := make([]cell, n)
	size := 1.0
	for i := range out {
		out[i] = cell{kind: cellDrawer, size: size}
		size *= grow
	}
	return out
}

// caseFeet are legs under a case: short tapered, round, or cabriole ones, or a plinth where style is 3. They reach from
// the floor to z at the corners of the box from lo to hi, and end up inside the bottom board.
func caseFeet(b *builder, style int, lo, hi geom.Vec3, z, r float64) {
	const in = 0.05
	x, y := (hi.X-lo.X)/2-in, (hi.Y-lo.Y)/2-in
	cx, cy := (hi.X+lo.X)/2, (hi.Y+lo.Y)/2
	if style == 3 {
		addNext(b, "plinth", "frame", solid.BoxBetween(geom.V(lo.X+0.03, lo.Y+0.06, 0),
			geom.V(hi.X-0.03, hi.Y-0.02, z+0.004), 0.002, 1))
		return
	}
	eachCorner(func(sx, sy float64) {
		top := geom.V(cx+float64(sx*x), cy+float64(sy*y), z+0.005)
		switch style {
		case 0:
			foot := geom.V(top.X+float64(0.25*sx*z), top.Y+float64(0.2*sy*z), 0)
			foot.X = cx + float64(sx*min(float64(sx*(foot.X-cx)), (hi.X-lo.X)/2-0.01))
			foot.Y = cy + float64(sy*min(float64(sy*(foot.Y-cy)), (hi.Y-lo.Y)/2-0.01))
			addNext(b, "leg", "leg", roundTaper(foot, top, 0.55*r, r))
		case 1:
			addNext(b, "leg", "leg", solid.Move(taperedLeg(sx, sy, x+r, y+r, z+0.005, 2*r, 1.2*r, z), geom.V(cx, cy, 0)))
		default:
			addNext(b, "leg", "leg", solid.Move(turned(points(0.55, 0, 0.85, 0.12, 1, 0.35, 0.85, 0.6, 0.5, 0.72, 0.7, 0.8,
				0.95, 1), 1.3*r, z+0.005, 12), geom.V(top.X, top.Y, 0)))
		}
	})
}
