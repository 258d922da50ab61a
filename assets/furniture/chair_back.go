package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// backSurface bends flat backs: it maps (x, thickness, height) to the chair. At the height z0 of the seat the back
// stands at y0; it leans back by slope meters a meter and curl meters a meter squared, and its sides come forward by
// wrap*x^2.
type backSurface struct{ y0, z0, slope, curl, wrap float64 }

func (k backSurface) at(p geom.Vec3) geom.Vec3 {
	h := p.Z - k.z0
	return geom.V(p.X, k.y0+p.Y+float64(k.slope*h)+float64(k.curl*h*math.Abs(h))-float64(k.wrap*p.X*p.X), p.Z)
}

// up is the direction in which the back rises at height z.
func (k backSurface) up(z float64) geom.Vec3 {
	return geom.V(0, k.slope+float64(2*k.curl*math.Abs(z-k.z0)), 1).Unit()
}

// post is an upright from z = lo to hi, whose middle runs from x0 to x1, in level sections; unit is scaled by r at the
// bottom and r*k at the top.
func (k backSurface) post(x0, x1, lo, hi, r, taper float64, unit solid.Outline, n int) *mesh.Mesh {
	var sections [][]geom.Vec3
	for i := range n + 1 {
		t := float64(i) / float64(n)
		z := lo + float64((hi-lo)*t)
		c := k.at(geom.V(x0+float64((x1-x0)*t), 0, z))
		f := float64(r * (1 + float64((taper-1)*t)))
		sections = append(sections, unit.Scale(f, f).In(c, geom.V(1, 0, 0), geom.V(0, 1, 0)))
	}
	return solid.Loft(sections...)
}

// slat is a level board from -half to half at height z: th thick, h high in the middle and end*h at its ends, its
// middle arch meters above its ends.
func (k backSurface) slat(half, z, h, th, arch, end float64, n int) *mesh.Mesh {
	var path []geom.Vec3
	for i := range n + 1 {
		u := 2*float64(i)/float64(n) - 1
		path = append(path, k.at(geom.V(half*u, 0, z+float64(arch*(1-float64(u*u))))))
	}
	return solid.Sweep(path, k.up(z), func(s float64) solid.Outline {
		u := 2*s - 1
		f := 1 + float64((end-1)*u*u)
		return solid.RoundedRect(th, h*f, 0.3*th, 1)
	})
}

// pad is a soft panel of width w at the bottom and w*top at the top, from z = lo to hi, th thick, its upper edge
// arched by arch meters.
func (k backSurface) pad(w, top, lo, hi, th, arch float64, nx, nz int) *mesh.Mesh {
	m := solid.SoftBox(geom.V(w, th, hi-lo), 0.45*th, 1, nx, 1, nz)
	return solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
		t := p.Z/(hi-lo) + 0.5
		u := 2 * p.X / w
		x := float64(p.X * (1 + float64((top-1)*t)))
		z := (lo+hi)/2 + p.Z + float64(arch*t*(1-float64(u*u)))
		return k.at(geom.V(x, p.Y, z))
	})
}

// frameHulls cuts solids into n pieces across x; posts and slats of a bent back stay hollow between them.
func frameHulls(n int, solids ...*mesh.Mesh) [][]geom.Vec3 {
	var out [][]geom.Vec3
	for _, s := range solids {
		b := s.Bounds().Size()
		if b.X > b.Z {
			out = append(out, solid.Slices(s, geom.V(1, 0, 0), n)...)
		} else {
			out = append(out, solid.Slices(s, geom.V(0, 0, 1), 2)...)
		}
	}
	return out
}

func squareRoot(x float64) float64 { return math.Sqrt(max(0, x)) }
