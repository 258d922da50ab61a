package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// piece is a closed solid, or several that overlap, with its colliders.
type piece struct {
	solids    []*mesh.Mesh
	colliders [][]geom.Vec3
}

// convex is a piece that collides as the convex hulls of its solids.
func convex(solids ...*mesh.Mesh) piece {
	p := piece{solids: solids}
	for _, s := range solids {
		p.colliders = append(p.colliders, solid.Hull(s))
	}
	return p
}

// sliced is a bent piece: each solid collides as the hulls of n slabs across dir.
func sliced(dir geom.Vec3, n int, solids ...*mesh.Mesh) piece {
	p := piece{solids: solids}
	for _, s := range solids {
		p.colliders = append(p.colliders, solid.Slices(s, dir, n)...)
	}
	return p
}

// join is one piece of several.
func join(pieces ...piece) piece {
	var out piece
	for _, p := range pieces {
		out.solids = append(out.solids, p.solids...)
		out.colliders = append(out.colliders, p.colliders...)
	}
	return out
}

// deformed maps the points of a piece and of its colliders, which f must leave about convex.
func (p piece) deformed(f func(geom.Vec3) geom.Vec3) piece {
	var out piece
	for _, s := range p.solids {
		out.solids = append(out.solids, solid.Deform(s, f))
	}
	out.colliders = mapped(p.colliders, f)
	return out
}

// placed maps a piece rigidly.
func (p piece) placed(t geom.Transform) piece {
	var out piece
	for _, s := range p.solids {
		out.solids = append(out.solids, solid.Place(s, t))
	}
	out.colliders = mapped(p.colliders, t.Point)
	return out
}

// mapped maps the points of hulls.
func mapped(hulls [][]geom.Vec3, f func(geom.Vec3) geom.Vec3) [][]geom.Vec3 {
	out := make([][]geom.Vec3, len(hulls))
	for i, hull := range hulls {
		out[i] = make([]geom.Vec3, len(hull))
		for k, v := range hull {
			out[i][k] = f(v)
		}
	}
	return out
}

// at shifts a piece.
func (p piece) at(x, y, z float64) piece { return p.placed(geom.Translate(geom.V(x, y, z))) }

// aboutZ turns counter-clockwise, seen from above, by a radians.
func aboutZ(a float64) geom.Transform { return geom.Transform{M: geom.AxisAngle(geom.V(0, 0, 1), a)} }

// upright is a path in the plane x = 0: y, z, y, z and so on.
func upright(numbers ...float64) []geom.Vec3 {
	out := make([]geom.Vec3, len(numbers)/2)
	for i := range out {
		out[i] = geom.V(0, numbers[2*i], numbers[2*i+1])
	}
	return out
}

// strap is a bar of the given width along X and thickness, carried along a path in the plane x = 0.
func strap(path []geom.Vec3, thickness, width float64) piece {
	return sliced(geom.V(0, 0, 1), 2, solid.Sweep(path, geom.V(1, 0, 0), func(float64) solid.Outline {
		return solid.RoundedRect(thickness, width, float64(0.4*thickness), 1)
	}))
}
