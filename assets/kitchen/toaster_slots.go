package kitchen

import (
	"fmt"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// slots are the two wells of a toaster, mirrored at x = 0.
type slots struct {
	x0, x1 float64 // of the one at +x
	y0, y1 float64
	floor  float64
}

// ring is the outline of the well at +x, wider by grow on all sides.
func (s slots) ring(grow float64, seg int) solid.Outline {
	r := max(0.06+grow, 0.01)
	return plan(s.x0-grow, s.y0-grow, s.x1+grow, s.y1+grow, [4]float64{r, r, r, r}, seg)
}

// shell is a toaster's body with two wells, w wide: its plan corners are rounded by r, the upper edges of its sides by e and
// those of its ends by ends*e. For each unit of height it gets shorter by the share slant.
type shell struct {
	w, y0, y1, z0, z1 float64
	r, e, ends, slant float64
	slots             slots
}

// half is the section of the half at x > 0 at height z, inset by t.
func (s shell) half(t, z float64, seg int) []geom.Vec3 {
	q, ty := max(s.r-t, 0.2*s.r), float64(s.ends*t)
	k := 1 - float64(s.slant*(z-s.z0))
	return plan(0, float64(k*s.y0)+ty, s.w/2-t, float64(k*s.y1)-ty, [4]float64{q, 0, 0, q}, seg).Flat(z)
}

// piece is the body. It collides as its bottom, its ends, and the walls beside and between the wells.
func (s shell) piece(seg int) piece {
	sections := [][]geom.Vec3{s.half(0, s.z0, seg)}
	for _, p := range rounding(s.e, seg) {
		sections = append(sections, s.half(p.X, s.z1-p.Y, seg))
	}
	convexHalf := solid.Loft(sections...)
	sections = append(sections, s.slots.ring(0, seg).Flat(s.z1), s.slots.ring(0, seg).Flat(s.slots.floor))
	p := piece{solids: []*mesh.Mesh{twin(solid.Loft(sections...))}}
	w, in := s.w/2, s.slots
	whole := mesh.Merge(convexHalf, solid.MirrorX(convexHalf))
	for _, b := range [][2]geom.Vec3{
		{geom.V(-w, s.y0, s.z0), geom.V(w, s.y1, in.floor)},
		{geom.V(-w, s.y0, in.floor), geom.V(w, in.y0, s.z1)},
		{geom.V(-w, in.y1, in.floor), geom.V(w, s.y1, s.z1)},
		{geom.V(-w, in.y0, in.floor), geom.V(-in.x1, in.y1, s.z1)},
		{geom.V(-in.x0, in.y0, in.floor), geom.V(in.x0, in.y1, s.z1)},
		{geom.V(in.x1, in.y0, in.floor), geom.V(w, in.y1, s.z1)},
	} {
		p.colliders = append(p.colliders, within(whole, b[0], b[1]))
	}
	return p
}

// twin joins a mesh at x >= 0 with its mirror image and leaves out the wall between them.
func twin(half *mesh.Mesh) *mesh.Mesh {
	both := mesh.Merge(half, solid.MirrorX(half))
	number := map[geom.Vec3]uint32{}
	out := &mesh.Mesh{}
	index := func(v uint32) uint32 {
		p := both.Positions[v]
		p.X += 0 // the mirror image of zero is -0
		n, ok := number[p]
		if !ok {
			n = uint32(len(out.Positions))
			number[p] = n
			out.Positions = append(out.Positions, p)
		}
		return n
	}
	for _, t := range both.Triangles {
		p := both.Positions
		if p[t[0]].X == 0 && p[t[1]].X == 0 && p[t[2]].X == 0 {
			continue
		}
		out.Triangles = append(out.Triangles, [3]uint32{index(t[0]), index(t[1]), index(t[2])})
	}
	return out
}

// bothSlots are the pieces at +x and -x of one that is given for the well at +x.
func bothSlots(p piece) piece {
	return join(p, p.deformed(func(v geom.Vec3) geom.Vec3 { return geom.V(-v.X, v.Y, v.Z) }))
}

// frame is a rim around each well that stands above z.
func (s slots) frame(z, width, height float64) piece {
	const seg = 2
	ring := solid.LoftLoop(
		s.ring(width, seg).Flat(z-0.03), s.ring(width, seg).Flat(z+height/2), s.ring(width-0.02, seg).Flat(z+height),
		s.ring(0.005, seg).Flat(z+height), s.ring(-0.012, seg).Flat(z+height-0.015), s.ring(-0.012, seg).Flat(z-0.1))
	p := piece{solids: []*mesh.Mesh{ring}}
	lo, hi := z-0.1, z+height
	for _, b := range []geom.AABB{
		{Min: geom.V(s.x0-width, s.y0-width, lo), Max: geom.V(s.x0, s.y1+width, hi)},
		{Min: geom.V(s.x1, s.y0-width, lo), Max: geom.V(s.x1+width, s.y1+width, hi)},
		{Min: geom.V(s.x0-width, s.y0-width, lo), Max: geom.V(s.x1+width, s.y0, hi)},
		{Min: geom.V(s.x0-width, s.y1, lo), Max: geom.V(s.x1+width, s.y1+width, hi)},
	} {
		p.colliders = append(p.colliders, solid.BoxHull(b))
	}
	return bothSlots(p)
}

// liner is the dark lining of each well up to z.
func (s slots) liner(z float64) piece {
	const seg = 1
	cup := solid.Loft(s.ring(-0.004, seg).Flat(s.floor+0.004), s.ring(-0.004, seg).Flat(z),
		s.ring(-0.03, seg).Flat(z), s.ring(-0.03, seg).Flat(s.floor+0.05))
	p := piece{solids: []*mesh.Mesh{cup}}
	lo := s.floor
	for _, b := range []geom.AABB{
		{Min: geom.V(s.x0, s.y0, lo), Max: geom.V(s.x1, s.y1, lo+0.05)},
		{Min: geom.V(s.x0, s.y0, lo), Max: geom.V(s.x0+0.03, s.y1, z)},
		{Min: geom.V(s.x1-0.03, s.y0, lo), Max: geom.V(s.x1, s.y1, z)},
		{Min: geom.V(s.x0, s.y0, lo), Max: geom.V(s.x1, s.y0+0.03, z)},
		{Min: geom.V(s.x0, s.y1-0.03, lo), Max: geom.V(s.x1, s.y1, z)},
	} {
		p.colliders = append(p.colliders, solid.BoxHull(b))
	}
	return bothSlots(p)
}

// grid is the bread cage of each well: upright wires and one along the top, up to z.
func (s slots) grid(z float64, wires int) piece {
	const t = 0.025
	var p piece
	for _, x := range []float64{s.x0 + 0.07, s.x1 - 0.07} {
		rail := geom.AABB{Min: geom.V(x-t, s.y0+0.01, z-t), Max: geom.V(x+t, s.y1-0.01, z+t)}
		p.solids = append(p.solids, solid.BoxBetween(rail.Min, rail.Max, 0, 0))
		for i := range wires {
			y := s.y0 + float64((s.y1-s.y0)*(float64(i)+0.5)/float64(wires))
			wire := solid.BoxBetween(geom.V(x-0.6*t, y-0.6*t, s.floor+0.03), geom.V(x+0.6*t, y+0.6*t, z), 0, 0)
			p.solids = append(p.solids, wire)
		}
		p.colliders = append(p.colliders, solid.BoxHull(geom.AABB{Min: geom.V(x-t, s.y0+0.01, s.floor+0.03), Max: rail.Max}))
	}
	return bothSlots(p)
}

// fill adds what is inside the wells of a toaster whose top is at z.
func (s slots) fill(b *builder, z float64) {
	b.add("lining", mattPlastic(gray(0.012)), s.liner(z-0.05))
	b.add("bread-cage", steel(), s.grid(z-0.28, 6))
	for i, sign := range []float64{1, -1} {
		x := sign * (s.x0 + s.x1) / 2
		w := (s.x1 - s.x0) / 4
		rest := solid.BoxBetween(geom.V(x-w, s.y0+0.06, s.floor+1.2), geom.V(x+w, s.y1-0.06, s.floor+1.26), 0.02, 1)
		b.add(fmt.Sprintf("bread-rest-%d", i+1), steel(), convex(rest))
	}
}
