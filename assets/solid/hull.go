package solid

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// hullDirs are directions all around, and stretchDirs others between them.
var (
	hullDirs    = append(directions(74, 0), geom.V(1, 0, 0), geom.V(-1, 0, 0), geom.V(0, 1, 0), geom.V(0, -1, 0), geom.V(0, 0, 1), geom.V(0, 0, -1))
	stretchDirs = directions(80, math.Pi/2)
)

// directions returns n unit vectors on a spiral from pole to pole with golden-angle steps (Vogel 1979, "A Better Way to
// Construct the Sunflower Head", on the sphere), turned by phase about the axis.
func directions(n int, phase float64) []geom.Vec3 {
	out := make([]geom.Vec3, n)
	golden := math.Pi * (3 - math.Sqrt(5))
	for i := range out {
		z := 1 - (2*float64(i)+1)/float64(n)
		r := math.Sqrt(1 - float64(z*z))
		s, c := geom.SinCos(phase + float64(golden*float64(i)))
		out[i] = geom.V(r*c, r*s, z)
	}
	return out
}

// Hull returns a convex point set for the whole mesh: its vertices when there are at most 48, else those that reach
// farthest in 80 directions spread evenly and in 80 spread evenly around the mesh stretched to a ball. The set's hull
// falls short of the mesh by up to 3 % of its size where that is finely rounded.
func Hull(m *mesh.Mesh) []geom.Vec3 { return extremes(m.Positions) }

// extremes returns the points themselves when there are few, else the farthest in each of hullDirs and of stretchDirs,
// these stretched with the cloud, in order of first use.
func extremes(all []geom.Vec3) []geom.Vec3 {
	if len(all) <= 48 {
		return append([]geom.Vec3(nil), all...)
	}
	var out []geom.Vec3
	used := make([]bool, len(all))
	stretch := whitening(all)
	take := func(d geom.Vec3) {
		best, far := 0, all[0].Dot(d)
		for i, p := range all {
			// The margin keeps rounding from choosing between points that mirror each other.
			if s := p.Dot(d); s > far+1e-9 {
				best, far = i, s
			}
		}
		if !used[best] {
			used[best] = true
			out = append(out, all[best])
		}
	}
	for _, d := range hullDirs {
		take(d)
	}
	for _, d := range stretchDirs {
		take(stretch(d).Unit())
	}
	return out
}

// whitening returns the map from directions around a cloud stretched to a ball to directions around the cloud itself.
// Without it a thin bar would be asked for its ends in nearly all directions and for its girth in few.
// With the covariance C = L L^T (Cholesky), the cloud L^-1 p is round, and max over p of d.(L^-1 p) is found with the
// direction L^-T d.
func whitening(points []geom.Vec3) func(geom.Vec3) geom.Vec3 {
	var mean geom.Vec3
	for _, p := range points {
		mean = mean.Add(p)
	}
	mean = mean.Scale(1 / float64(len(points)))
	var xx, xy, xz, yy, yz, zz float64
	for _, p := range points {
		q := p.Sub(mean)
		xx += float64(q.X * q.X)
		xy += float64(q.X * q.Y)
		xz += float64(q.X * q.Z)
		yy += float64(q.Y * q.Y)
		yz += float64(q.Y * q.Z)
		zz += float64(q.Z * q.Z)
	}
	// A hundredth of the size is added to every spread, for flat clouds.
	eps := float64(1e-4 * (xx + yy + zz))
	xx, yy, zz = xx+eps, yy+eps, zz+eps
	a := math.Sqrt(xx)
	b, c := xy/a, xz/a
	e := math.Sqrt(max(yy-float64(b*b), eps))
	f := (yz - float64(b*c)) / e
	g := math.Sqrt(max(zz-float64(c*c)-float64(f*f), eps))
	return func(d geom.Vec3) geom.Vec3 {
		z := d.Z / g
		y := (d.Y - float64(f*z)) / e
		return geom.V((d.X-float64(b*y)-float64(c*z))/a, y, z)
	}
}

// BoxHull returns the eight corners of b.
func BoxHull(b geom.AABB) []geom.Vec3 {
	out := make([]geom.Vec3, 8)
	for i := range out {
		out[i] = b.Corner(i)
	}
	return out
}

// Slices cuts the mesh into n slabs of equal thickness across dir and returns a convex set for each: what a bent back
// or a curved leg needs. Slabs without any of the mesh are left out.
func Slices(m *mesh.Mesh, dir geom.Vec3, n int) [][]geom.Vec3 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range m.Positions {
		lo, hi = min(lo, p.Dot(dir)), max(hi, p.Dot(dir))
	}
	var out [][]geom.Vec3
	for k := range n {
		a := lo + float64((hi-lo)*float64(k)/float64(n))
		b := lo + float64((hi-lo)*float64(k+1)/float64(n))
		pts := clip(m, dir, a, b)
		if len(pts) >= 4 {
			out = append(out, extremes(pts))
		}
	}
	return out
}

// Sectors cuts the mesh into n wedges about the Z axis and returns a convex set for each: what a ring needs. Triangles
// are assigned, not cut, so the mesh should have edges near the wedges' borders, as a Torus has with a multiple of n
// pieces around.
func Sectors(m *mesh.Mesh, n int) [][]geom.Vec3 {
	var out [][]geom.Vec3
	wedge := make([]int, len(m.Triangles))
	for i, t := range m.Triangles {
		c := m.Positions[t[0]].Add(m.Positions[t[1]]).Add(m.Positions[t[2]])
		wedge[i] = int(math.Floor((geom.Atan2(c.Y, c.X)/(2*math.Pi)+1)*float64(n))) % n
	}
	for k := range n {
		var pts []geom.Vec3
		taken := make([]bool, len(m.Positions))
		for i, t := range m.Triangles {
			for _, v := range t {
				if wedge[i] == k && !taken[v] {
					taken[v] = true
					pts = append(pts, m.Positions[v])
				}
			}
		}
		if len(pts) >= 4 {
			out = append(out, extremes(pts))
		}
	}
	return out
}

// clip returns the vertices of the mesh between the planes p.dir = a and p.dir = b and the points where its edges cross
// the planes. An edge of a closed mesh belongs to two triangles and is cut in the one that runs up its numbers. A vertex
// within a nanometer of a plane lies on it, whichever side rounding puts it.
func clip(m *mesh.Mesh, dir geom.Vec3, a, b float64) []geom.Vec3 {
	const on = 1e-9
	var out []geom.Vec3
	at := make([]float64, len(m.Positions))
	for i, p := range m.Positions {
		at[i] = p.Dot(dir)
		if at[i] >= a-on && at[i] <= b+on {
			out = append(out, p)
		}
	}
	for _, t := range m.Triangles {
		for k := range 3 {
			v, w := t[k], t[(k+1)%3]
			if v > w {
				continue
			}
			for _, s := range [2]float64{a, b} {
				if min(at[v], at[w]) < s-on && max(at[v], at[w]) > s+on {
					out = append(out, m.Positions[v].Lerp(m.Positions[w], (s-at[v])/(at[w]-at[v])))
				}
			}
		}
	}
	return out
}
