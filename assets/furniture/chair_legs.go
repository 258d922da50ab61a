package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// limb is the shape of a leg or bar: (radius in meters, fraction of the length) and the section of radius 1.
type limb struct {
	profile []solid.P2
	unit    solid.Outline
}

// roundUnit and squareUnit are sections of radius 1: nine sides for the circle, and a square with broken edges, whose
// radius is half its width.
func roundUnit() solid.Outline  { return solid.Ellipse(1, 1, 9) }
func squareUnit() solid.Outline { return solid.RoundedRect(2, 2, 0.3, 1) }

// taperedLimb narrows from r at the top to k*r at the foot.
func taperedLimb(r, k float64, unit solid.Outline) limb {
	return limb{[]solid.P2{{X: 0.92 * k * r, Y: 0}, {X: k * r, Y: 0.015}, {X: r, Y: 1}}, unit}
}

// turnedLimb is one of four classic turnings with radius about r; the upper part is thick enough for stretchers.
func turnedLimb(s *rng.Stream, r float64) limb {
	k := s.Uniform(0.85, 1.1)
	patterns := [][]solid.P2{
		// Foot ball, cove, long vase, bead, neck.
		{{X: .45, Y: 0}, {X: .72, Y: .025}, {X: .72, Y: .05}, {X: .48, Y: .09}, {X: .62, Y: .16}, {X: .95 * k, Y: .40}, {X: .8, Y: .56}, {X: .58, Y: .62}, {X: .92, Y: .65}, {X: .92, Y: .68}, {X: .62, Y: .71}, {X: .9, Y: .80}, {X: .9, Y: 1}},
		// Bamboo: three swellings between nodes.
		{{X: .55, Y: 0}, {X: .68 * k, Y: .12}, {X: .6, Y: .27}, {X: .72, Y: .29}, {X: .6, Y: .31}, {X: .85 * k, Y: .48}, {X: .7, Y: .62}, {X: .84, Y: .64}, {X: .7, Y: .66}, {X: .92, Y: .82}, {X: .8, Y: 1}},
		// Baluster: slim below, heavy shoulder above two rings.
		{{X: .5, Y: 0}, {X: .55, Y: .1}, {X: .6, Y: .3}, {X: .88, Y: .33}, {X: .88, Y: .36}, {X: .58, Y: .39}, {X: 1.05 * k, Y: .62}, {X: .95, Y: .72}, {X: .6, Y: .80}, {X: .9, Y: .83}, {X: .9, Y: .86}, {X: .72, Y: .9}, {X: .8, Y: 1}},
		// Spindle: a plain double taper with a foot.
		{{X: .6, Y: 0}, {X: .5, Y: .04}, {X: .62, Y: .2}, {X: 1 * k, Y: .55}, {X: .85, Y: .8}, {X: .7, Y: 1}},
	}
	p := patterns[s.IntN(len(patterns))]
	out := make([]solid.P2, len(p))
	for i, q := range p {
		out[i] = solid.P2{X: q.X * r, Y: q.Y}
	}
	return limb{out, roundUnit()}
}

// barLimb is a stretcher of radius r, swollen in the middle by the factor swell.
func barLimb(r, swell float64) limb {
	return limb{[]solid.P2{{X: r, Y: 0}, {X: float64(r * (1 + float64(0.75*(swell-1)))), Y: 0.25}, {X: float64(r * swell), Y: 0.5}, {X: float64(r * (1 + float64(0.75*(swell-1)))), Y: 0.75}, {X: r, Y: 1}}, solid.Ellipse(1, 1, 8)}
}

// flatLimb is a board: w wide across, h high.
func flatLimb(w, h float64) limb {
	return limb{[]solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}, solid.RoundedRect(w, h, 0.2*min(w, h), 1)}
}

// stand is where the legs of a chair run: from feet on the floor up to tops under the seat.
type stand struct{ foot, top []geom.Vec3 }

// fourLegs puts legs under a seat: half widths at the front and back, y of the tops, their height, and how far the
// feet stand out from the tops sideways, to the front and to the back. Order: front right, front left, back right,
// back left (x > 0 is right in the model frame).
func fourLegs(front, back, yFront, yBack, z, outX, outFront, outBack float64) stand {
	var st stand
	for _, c := range [4][4]float64{
		{front, yFront, outX, -outFront}, {-front, yFront, -outX, -outFront},
		{back, yBack, outX, outBack}, {-back, yBack, -outX, outBack},
	} {
		st.top = append(st.top, geom.V(c[0], c[1], z))
		st.foot = append(st.foot, geom.V(c[0]+c[2], c[1]+c[3], 0))
	}
	return st
}

// at returns the point of leg i at height z.
func (st stand) at(i int, z float64) geom.Vec3 {
	return st.foot[i].Lerp(st.top[i], z/st.top[i].Z)
}

// add adds a leg of shape l for each foot.
func (st stand) add(b *builder, l limb) {
	var legs []*mesh.Mesh
	for i := range st.foot {
		legs = append(legs, solid.Leg(st.foot[i], st.top[i], l.profile, l.unit))
	}
	b.addEach("leg", "leg", legs...)
}

// link returns a bar of shape l between legs i and j at heights zi and zj. It ends on the legs' axes.
func (st stand) link(i, j int, zi, zj float64, l limb) *mesh.Mesh {
	return solid.Bar(st.at(i, zi), st.at(j, zj), l.profile, l.unit)
}

// The ways of joining four legs.
const (
	boxForm  = iota // all four sides
	hForm           // both sides, and one bar between the middles of those
	sideForm        // both sides and the back
	xForm           // both diagonals
	forms
)

// stretchers adds leg bars between the four legs at about height z; the bars at the sides lie step lower than those at
// the front and back, so that no two meet in one leg.
func (st stand) stretchers(b *builder, form int, z, step float64, l limb) {
	side := func(i, j int) *mesh.Mesh { return st.link(i, j, z, z, l) }
	switch form {
	case boxForm:
		b.addEach("bar", "leg bar", side(0, 2), side(1, 3), st.link(0, 1, z+step, z+step, l), st.link(2, 3, z+step, z+step, l))
	case hForm:
		right, left := st.at(0, z).Lerp(st.at(2, z), 0.48), st.at(1, z).Lerp(st.at(3, z), 0.48)
		b.addEach("bar", "leg bar", side(0, 2), side(1, 3), solid.Bar(right, left, l.profile, l.unit))
	case sideForm:
		b.addEach("bar", "leg bar", side(0, 2), side(1, 3), st.link(2, 3, z+step, z+step, l))
	case xForm:
		b.addEach("bar", "leg bar", st.link(0, 3, z, z, l), st.link(1, 2, z, z, l))
	}
}
