package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// assembly collects the solids of one part together with their colliders.
type assembly struct {
	solids []*mesh.Mesh
	hulls  [][]geom.Vec3
}

// put adds convex solids, each with its own hull.
func (a *assembly) put(solids ...*mesh.Mesh) {
	for _, m := range solids {
		a.shell(m, solid.Hull(m))
	}
}

// shell adds one solid with colliders of its own choice.
func (a *assembly) shell(m *mesh.Mesh, hulls ...[]geom.Vec3) {
	a.solids = append(a.solids, m)
	a.hulls = append(a.hulls, hulls...)
}

// tube adds a round bar along a path; each run of that many pieces has a collider.
func (a *assembly) tube(path []geom.Vec3, r float64, sides, each int) {
	a.shell(solid.Tube(path, r, sides), solid.TubePieces(path, r, each)...)
}

// hoop adds a closed bar of the given section along a loop in a plane with normal up; every piece has a collider.
func (a *assembly) hoop(loop []geom.Vec3, up geom.Vec3, section solid.Outline) {
	lo, hi := section[0], section[0]
	for _, p := range section {
		lo = solid.P2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = solid.P2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	var hulls [][]geom.Vec3
	for i, p := range loop {
		q := loop[(i+1)%len(loop)]
		// Looking along the path the section's X points right and its Y up.
		right := q.Sub(p).Unit().Cross(up)
		var points []geom.Vec3
		for _, c := range []geom.Vec3{p, q} {
			for _, x := range []float64{lo.X, hi.X} {
				points = append(points, c.AddScaled(x, right).AddScaled(lo.Y, up), c.AddScaled(x, right).AddScaled(hi.Y, up))
			}
		}
		hulls = append(hulls, points)
	}
	a.shell(solid.SweepLoop(loop, up, section), hulls...)
}

// mirrorX adds the mirror images at x = 0 of everything collected so far.
func (a *assembly) mirrorX() {
	for _, m := range a.solids {
		a.solids = append(a.solids, solid.MirrorX(m))
	}
	for _, h := range a.hulls {
		c := make([]geom.Vec3, len(h))
		for i, p := range h {
			c[i] = geom.V(-p.X, p.Y, p.Z)
		}
		a.hulls = append(a.hulls, c)
	}
}

// place returns the assembly mapped by the rigid or mirroring map t.
func (a *assembly) place(t geom.Transform) *assembly {
	c := &assembly{}
	for _, m := range a.solids {
		c.solids = append(c.solids, solid.Place(m, t))
	}
	for _, h := range a.hulls {
		moved := make([]geom.Vec3, len(h))
		for i, p := range h {
			moved[i] = t.Point(p)
		}
		c.hulls = append(c.hulls, moved)
	}
	return c
}

// add makes the collected solids a part and returns its index.
func (a *assembly) add(b *builder, name, label string) int {
	return b.addHulls(name, label, a.hulls, a.solids...)
}

// joined is one assembly of several.
func joined(parts ...*assembly) *assembly {
	c := &assembly{}
	for _, p := range parts {
		c.solids = append(c.solids, p.solids...)
		c.hulls = append(c.hulls, p.hulls...)
	}
	return c
}

// plate stands an outline up (its X stays X, its Y becomes Z) as a slab whose back is at y and whose front is thick
// meters before it, all edges rounded by bevel in seg pieces.
func plate(o solid.Outline, y, thick, bevel float64, seg int) *mesh.Mesh {
	return solid.Move(solid.Turn(solid.Extrude(o, thick, bevel, seg), geom.RotX(math.Pi/2)), geom.V(0, y, 0))
}

// trough is an open tub: outer outlines with as many points at the bottom (z0) and the rim (z1), walls and floor t
// thick. Both outlines have four corners of equally many points, as RoundedRect has. Colliders are the floor, four walls
// and, where the corners are round, four corner pieces.
func trough(bottom, rim solid.Outline, z0, z1, t float64) *assembly {
	a := &assembly{}
	ob, ot := bottom.Flat(z0), rim.Flat(z1)
	it, ib := rim.Inset(t).Flat(z1), bottom.Inset(t).Flat(z0+t)
	n := len(bottom)
	hulls := [][]geom.Vec3{append(append([]geom.Vec3(nil), ob...), ib...)}
	run := func(from, to int) {
		var points []geom.Vec3
		for i := from; i <= to; i++ {
			j := i % n
			points = append(points, ob[j], ot[j], it[j], ib[j])
		}
		hulls = append(hulls, points)
	}
	each := n / 4
	for c := range 4 {
		if each > 1 {
			run(c*each, c*each+each-1)
		}
		run(c*each+each-1, c*each+each)
	}
	a.shell(solid.Loft(ob, ot, it, ib), hulls...)
	return a
}
