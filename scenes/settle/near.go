package settle

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// placed is a piece of a thing in the world.
type placed struct {
	piece *piece
	at    *geom.Transform
	loose geom.AABB // in the world, holds box
	known bool      // box is
	box   geom.AABB // that of the shape, in the world
}

func (t *Thing) pieces() []placed {
	out := make([]placed, len(t.Solid.pieces))
	for i := range t.Solid.pieces {
		p := &t.Solid.pieces[i]
		out[i] = placed{piece: p, at: &t.WorldFromSolid, loose: p.loose.Transformed(t.WorldFromSolid)}
	}
	return out
}

// around is the box of the shape in the world.
func (p *placed) around() *geom.AABB {
	if !p.known {
		p.known, p.box = true, p.piece.shape().Bounds().Transformed(*p.at)
	}
	return &p.box
}

// Overlap reports whether some pieces of two things overlap by more than depth, meters.
func Overlap(a, b Thing, depth float64) bool {
	return overlap(a.pieces(), b.pieces(), depth)
}

// Distance is how far two things are apart, meters, or within if that is less. It is 0 where they overlap.
func Distance(a, b Thing, within float64) float64 {
	return max(0, nearest(a.pieces(), b.pieces(), within))
}

// Blocked reports whether a thing overlaps another one or a block by more than depth, meters.
func (s *Stage) Blocked(t Thing, others []Thing, depth float64) bool {
	own := t.pieces()
	for i := range others {
		if overlap(own, others[i].pieces(), depth) {
			return true
		}
	}
	for i := range s.walls {
		if overlap(own, s.walls[i].pieces(), depth) {
			return true
		}
	}
	return false
}

// Clear returns a shift, meters, that takes a thing out of the blocks, each along the axis where that is shortest, and then
// up in steps of a millimeter, 50 at most, until it overlaps none of the others by more than depth.
func (s *Stage) Clear(t Thing, others []Thing, depth float64) geom.Vec3 {
	box := t.Solid.Bounds(&t.WorldFromSolid.M)
	at := t.WorldFromSolid.T
	for i := range s.blocks {
		at = at.Add(pushOut(geom.AABB{Min: box.Min.Add(at), Max: box.Max.Add(at)}, s.boxes[i]))
	}
	shift := at.Sub(t.WorldFromSolid.T)
	t.WorldFromSolid.T = at
	for range 50 {
		own := t.pieces()
		if !slices.ContainsFunc(others, func(o Thing) bool { return overlap(own, o.pieces(), depth) }) {
			break
		}
		shift.Z += 0.001
		t.WorldFromSolid.T.Z += 0.001
	}
	return shift
}

// pushOut is the shortest shift along an axis that takes box a out of b.
func pushOut(a, b geom.AABB) geom.Vec3 {
	best, out := math.Inf(1), geom.Vec3{}
	try := func(d float64, axis geom.Vec3) {
		if math.Abs(d) < best {
			best, out = math.Abs(d), axis.Scale(d)
		}
	}
	if !a.Overlaps(b) {
		return out
	}
	try(b.Max.X-a.Min.X, geom.V(1, 0, 0))
	try(b.Min.X-a.Max.X, geom.V(1, 0, 0))
	try(b.Max.Y-a.Min.Y, geom.V(0, 1, 0))
	try(b.Min.Y-a.Max.Y, geom.V(0, 1, 0))
	try(b.Max.Z-a.Min.Z, geom.V(0, 0, 1))
	try(b.Min.Z-a.Max.Z, geom.V(0, 0, 1))
	return out
}

func overlap(a, b []placed, depth float64) bool {
	for i := range a {
		for k := range b {
			if a[i].loose.Overlaps(b[k].loose) && a[i].around().Overlaps(*b[k].around()) &&
				physics.Penetration(a[i].piece.shape(), *a[i].at, b[k].piece.shape(), *b[k].at) > depth {
				return true
			}
		}
	}
	return false
}

// Drop returns by how much, at most limit, a thing can be let down until it is within gap of another one, meters. What it
// overlaps from the beginning holds it where it is.
//
// The thing goes down by the distance that it has anyway, again and again (conservative advancement, Mirtich 1996,
// "Impulse-based Dynamic Simulation of Rigid Body Systems", section 2.3.2).
func Drop(t Thing, others []Thing, limit, gap float64) float64 {
	var on []placed
	for i := range others {
		on = append(on, others[i].pieces()...)
	}
	from := t.WorldFromSolid.T
	down := 0.0
	for range 100 {
		t.WorldFromSolid.T = geom.V(from.X, from.Y, from.Z-down)
		d := nearest(t.pieces(), on, limit-down+gap)
		if d <= gap {
			break
		}
		if down += d - float64(gap/2); down >= limit {
			return limit
		}
	}
	return down
}

// nearest is the distance of two sets of pieces, or within if it is more than that.
func nearest(a, b []placed, within float64) float64 {
	for i := range a {
		for k := range b {
			if boxDistance(&a[i].loose, &b[k].loose) >= within || boxDistance(a[i].around(), b[k].around()) >= within {
				continue
			}
			d, _, _ := physics.Distance(a[i].piece.shape(), *a[i].at, b[k].piece.shape(), *b[k].at)
			within = min(within, d)
		}
	}
	return within
}

// boxDistance is the distance of two boxes.
func boxDistance(a, b *geom.AABB) float64 {
	d := a.Min.Sub(b.Max).Max(b.Min.Sub(a.Max)).Max(geom.Vec3{})
	return math.Sqrt(d.Dot(d))
}
