package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// seatOutline draws the plan of a seat, w wide at the front and d deep around the origin: a trapezoid with bowed front
// and rounded corners.
func seatOutline(s *rng.Stream, w, d float64) solid.Outline {
	back := float64(w * s.Uniform(0.82, 1.0))
	bow := s.Uniform(0, 0.03)
	o := solid.Trapezoid(w, back, d)
	return bowFront(solid.Rounded(o, s.Uniform(0.015, 0.06), 2), w, bow)
}

// rimOutline divides the straight runs of an outline, so that no side is longer than l: domes need points to bend at.
func rimOutline(o solid.Outline, l float64) solid.Outline {
	var out solid.Outline
	for i, p := range o {
		q := o[(i+1)%len(o)]
		d := geom.V(q.X-p.X, q.Y-p.Y, 0).Len()
		n := max(1, int(d/l+0.5))
		for k := range n {
			t := float64(k) / float64(n)
			out = append(out, solid.P2{X: p.X + float64(t*(q.X-p.X)), Y: p.Y + float64(t*(q.Y-p.Y))})
		}
	}
	return out
}

// cushionSeat is a soft pad with the outline o from z up to z+h at its rim, and dome higher in its middle.
func cushionSeat(o solid.Outline, z, h, dome float64) *mesh.Mesh {
	m := solid.Disc(rimOutline(o, 0.13), h, min(0.42*h, 0.03), 2, 3)
	return solid.Move(solid.Deform(m, domed(m.Bounds(), h, dome)), geom.V(0, 0, z))
}

// domed lifts what lies at height h by dome in the middle of the box, falling to nothing at its sides.
func domed(box geom.AABB, h, dome float64) func(geom.Vec3) geom.Vec3 {
	return func(p geom.Vec3) geom.Vec3 {
		if p.Z < h-1e-9 {
			return p
		}
		u, v := p.X/box.Max.X, p.Y/box.Max.Y
		p.Z += float64(dome * max(0, 1-float64(u*u)) * max(0, 1-float64(v*v)))
		return p
	}
}

// boardSeat is a plank h thick with the outline o on top of z.
func boardSeat(o solid.Outline, z, h float64) *mesh.Mesh {
	return solid.Move(solid.Extrude(o, h, min(0.35*h, 0.01), 1), geom.V(0, 0, z))
}

// saddleSeat is a plank h thick, hollowed for the sitter by dish meters behind its middle, with a ridge at the front.
func saddleSeat(o solid.Outline, z, h, dish float64) *mesh.Mesh {
	m := solid.Disc(rimOutline(o, 0.1), h, 0.4*h, 2, 4)
	box := m.Bounds()
	return solid.Move(solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
		if p.Z < h-1e-9 {
			return p
		}
		u, v := p.X/box.Max.X, p.Y/box.Max.Y
		hollow := float64(max(0, 1-float64(u*u)) * max(0, 1-float64(v*v)))
		// Two troughs for the thighs leave the ridge between them.
		ridge := 0.0
		if v < 0.1 {
			ridge = float64(0.7 * (0.1 - v) * max(0, 1-float64(9*u*u)))
		}
		p.Z -= float64(dish * hollow * (1 - ridge))
		return p
	}), geom.V(0, 0, z))
}

// apron is the frame under a seat: the outline pulled in by in, from z-h to z.
func apron(o solid.Outline, in, z, h float64) *mesh.Mesh {
	return solid.Move(solid.Extrude(o.Inset(in), h, 0.004, 1), geom.V(0, 0, z-h))
}

// bowFront pushes the front half of an outline of the given width forward by bow in its middle.
func bowFront(o solid.Outline, width, bow float64) solid.Outline {
	out := append(solid.Outline(nil), o...)
	for i, p := range out {
		if p.Y < 0 {
			u := 2 * p.X / width
			out[i].Y -= float64(bow * max(0, 1-float64(u*u)))
		}
	}
	return out
}

// halfWidth is the largest x of an outline's border at height y.
func halfWidth(o solid.Outline, y float64) float64 {
	x := 0.0
	for i, p := range o {
		q := o[(i+1)%len(o)]
		if (p.Y < y) != (q.Y < y) {
			x = max(x, p.X+float64((q.X-p.X)*(y-p.Y)/(q.Y-p.Y)))
		}
	}
	return x
}
