package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// wheelStyle is the make of the wheels of one cart.
type wheelStyle int

const (
	wheelSpoked    wheelStyle = iota // a thin rim on many round spokes
	wheelWooden                      // a broad rim on flat spokes
	wheelPneumatic                   // a fat tire on a pressed disc
	wheelDisc                        // a solid disc with a groove under the tread
	wheelCaster                      // a small plain roller
)

// wheelOf returns a wheel of radius r and width w around the origin with its axle along X. It stands on z = -r with a
// vertex of its tread. Its collider is a disc: what rolls must not catch at the spokes.
func wheelOf(style wheelStyle, r, w float64, spokes int) *assembly {
	var solids []*mesh.Mesh // axle along Z until turned
	switch style {
	case wheelSpoked:
		t := 0.5 * w
		solids = append(solids, solid.Torus(r-t, t, 24, 6))
		solids = append(solids, spokesOf(spokes, 0.10*r, r-float64(1.4*t), 0.28*w, 0.28*w, w*0.5)...)
		solids = append(solids, hub(0.13*r, 1.5*w, 10))
	case wheelWooden:
		rim := float64(0.11 * r)
		solids = append(solids, hoopWheel(r, rim, w, 24))
		solids = append(solids, spokesOf(spokes, 0.14*r, r-float64(0.6*rim), 0.085*r, 0.55*w, 0)...)
		solids = append(solids, hub(0.19*r, 1.7*w, 12))
	case wheelPneumatic:
		t := 0.5 * w
		solids = append(solids, solid.Torus(r-t, t, 20, 7))
		o := r - float64(1.5*t)
		solids = append(solids, solid.Lathe([]solid.P2{{X: o, Y: -0.30 * w}, {X: 1.02 * o, Y: -0.34 * w}, {X: 1.02 * o, Y: 0.34 * w}, {X: o, Y: 0.30 * w}, {X: 0.55 * o, Y: 0.16 * w}}, 20))
		solids = append(solids, hub(0.30*o, 1.15*w, 10))
	case wheelDisc:
		solids = append(solids, solid.Lathe([]solid.P2{
			{X: 0.70 * r, Y: -0.38 * w}, {X: 0.76 * r, Y: -0.5 * w}, {X: 0.93 * r, Y: -0.5 * w}, {X: r, Y: -0.28 * w},
			{X: r, Y: 0.28 * w}, {X: 0.93 * r, Y: 0.5 * w}, {X: 0.76 * r, Y: 0.5 * w}, {X: 0.70 * r, Y: 0.38 * w}}, 20))
		solids = append(solids, hub(0.26*r, 1.15*w, 10))
	default:
		solids = append(solids, solid.Lathe([]solid.P2{
			{X: 0.82 * r, Y: -0.5 * w}, {X: r, Y: -0.3 * w}, {X: r, Y: 0.3 * w}, {X: 0.82 * r, Y: 0.5 * w}}, 16))
		solids = append(solids, hub(0.34*r, 1.3*w, 8))
	}
	half := w / 2
	a := &assembly{}
	for _, m := range solids {
		m = solid.Turn(m, geom.RotY(math.Pi/2))
		half = max(half, m.Bounds().Max.X)
		a.solids = append(a.solids, m)
	}
	// The tread's disc and, narrower, the hub's.
	disc := func(r, half float64) []geom.Vec3 {
		var points []geom.Vec3
		for _, x := range []float64{-half, half} {
			for _, p := range solid.Ellipse(r, r, 24) {
				points = append(points, geom.V(x, p.Y, p.X))
			}
		}
		return points
	}
	a.hulls = [][]geom.Vec3{disc(r, w/2), disc(0.4*r, half)}
	return a
}

// hub is the nave: a beveled cylinder of radius r and length l around the origin.
func hub(r, l float64, sides int) *mesh.Mesh {
	return solid.Move(solid.Cylinder(r, l, 0.12*l, sides), geom.V(0, 0, -l/2))
}

// hoopWheel is a ring of outer radius r, thick meters deep and w broad, in the XY plane.
func hoopWheel(r, thick, w float64, around int) *mesh.Mesh {
	return solid.SweepLoop(solid.CircleArc(geom.Vec3{}, r-thick/2, 0, 2*math.Pi, around)[:around], geom.V(0, 0, 1), solid.RoundedRect(thick, w, float64(0.2*thick), 1))
}

// spokesOf are n bars in the XY plane from radius r0 to r1, across (in the plane) and deep (along the axle) in section.
// lean draws their inner ends apart along the axle by turns, as wire spokes are.
func spokesOf(n int, r0, r1, across, deep, lean float64) []*mesh.Mesh {
	var out []*mesh.Mesh
	for i := range n {
		s, c := geom.SinCos(2 * math.Pi * (float64(i) + 0.5) / float64(n))
		z := float64(lean * float64(1-2*(i%2)))
		a, b := geom.V(r0*c, r0*s, z), geom.V(r1*c, r1*s, 0)
		l := b.Sub(a).Len()
		// The section's X is level, that is in the wheel's plane.
		out = append(out, solid.Place(solid.Move(solid.Box(geom.V(across, deep, l)), geom.V(0, 0, l/2)), solid.Along(a, b)))
	}
	return out
}

// wheel adds a wheel of the given make at the center of its axle.
func addWheel(b *builder, name string, w *assembly, center geom.Vec3) {
	w.place(geom.Translate(center)).add(b, name, "wheel")
}

// addWheelPair adds two wheels at (+-x, y, z).
func addWheelPair(b *builder, name string, w *assembly, x, y, z float64) {
	addWheel(b, name+"-right", w, geom.V(x, y, z))
	addWheel(b, name+"-left", w, geom.V(-x, y, z))
}

// largeWheel draws the make of wheels that carry a load out of doors.
func largeWheel(s *rng.Stream, styles ...wheelStyle) (style wheelStyle, spokes int) {
	return rng.Choose(s, styles), 8 + 2*s.IntN(4)
}

// axle is a round bar through both wheels at (+-x, y, z).
func axle(x, y, z, r float64) *mesh.Mesh {
	return roundBar(geom.V(-x, y, z), geom.V(x, y, z), r, 8)
}

// casterFork is the fork, swivel and plate of a caster whose wheel of radius r and width w has its axle at center; the
// swivel stands trail meters before the axle and its plate ends at height top.
func casterFork(center geom.Vec3, r, w, trail, top float64) *assembly {
	a := &assembly{}
	head := center.Z + float64(1.18*r)
	for _, u := range []float64{-1, 1} {
		x := center.X + float64(u*(0.5*w+float64(0.22*w)))
		o := solid.Outline{{X: -0.28 * r, Y: -0.30 * r}, {X: 0.28 * r, Y: -0.30 * r}, {X: float64(0.42*r) - trail, Y: head - center.Z}, {X: float64(-0.42*r) - trail, Y: head - center.Z}}
		a.put(solid.Move(sideBoard(o, 0.16*w, 0), geom.V(x, center.Y, center.Z)))
	}
	y := center.Y - trail
	a.put(solid.Move(solid.RoundedBox(geom.V(1.7*w, 0.95*r, 0.16*r), 0.03*r, 1), geom.V(center.X, y, head)))
	if top > head+float64(0.05*r) {
		a.put(solid.Move(solid.Cylinder(0.30*r, top-head-float64(0.02*r), 0, 8), geom.V(center.X, y, head+float64(0.02*r))))
	}
	a.put(solid.Move(solid.RoundedBox(geom.V(2.0*w, 1.3*r, 0.10*r), 0.02*r, 1), geom.V(center.X, y, top-float64(0.05*r))))
	return a
}

// casters adds four casters under the corners (+-x, +-y) of a deck whose underside is at height top; the front pair
// swivels backwards.
func casters(b *builder, r, w, x, y, top float64) {
	forks := &assembly{}
	wheel := wheelOf(wheelCaster, r, w, 0)
	for _, sy := range []float64{-1, 1} {
		trail := float64(0.35 * r)
		forks = joined(forks, casterFork(geom.V(x, sy*y, r), r, w, -trail, top), casterFork(geom.V(-x, sy*y, r), r, w, -trail, top))
	}
	addWheelPair(b, "wheel-front", wheel, x, -y, r)
	addWheelPair(b, "wheel-rear", wheel, x, y, r)
	forks.add(b, "forks", Other)
}
