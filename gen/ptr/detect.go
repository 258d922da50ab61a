package ptr

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// The randomized detection of straight and flat parts, as the published annotations define "line" and "plane". It works
// in the model frame with +Y up and the front towards +Z, on vertices already divided by the model's scale, because its
// thresholds are lengths.

// notGeometric stands for "neither line nor plane". Its components are far outside of what a unit vector can have.
var notGeometric = geom.V(10000, 10000, 10000)

// isGeometric reports whether v is a unit vector and not the sentinel.
func isGeometric(v geom.Vec3) bool { return v != notGeometric }

const (
	detectEps     = 1e-5   // added to a length before dividing by it
	detectSamples = 100    // pairs or triples
	detectGiveUp  = 10_000 // draws without a usable pair or triple
)

// corners lists the vertices of a mesh once per triangle corner, so that vertices of many triangles weigh more.
func corners(m *mesh.Mesh, yUpFromMesh geom.Transform) []geom.Vec3 {
	v := make([]geom.Vec3, 0, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		for _, i := range t {
			v = append(v, yUpFromMesh.Point(m.Positions[i]))
		}
	}
	return v
}

// detectLine returns the unit direction of a straight part, or notGeometric. v are the corners of its mesh.
//
// The candidate joins the extreme vertices of one axis; it is kept when more than a quarter of 100 random vertex pairs
// that are at least half as far apart point the same way (a pair drawn the other way round does not count).
func detectLine(v []geom.Vec3, s *rng.Stream) geom.Vec3 {
	if len(v) < 2 {
		return notGeometric
	}
	d := longestSpan(v)
	length := d.Len()
	u := unitEps(d)
	hits := 0
	for range detectSamples {
		a, b, ok := farPair(v, length/2, s)
		if !ok {
			return notGeometric
		}
		if u.Sub(unitEps(a.Sub(b))).Len() < 0.15 {
			hits++
		}
	}
	if hits > 25 || (largest(u) > 0.95 && hits > 20) {
		return u
	}
	return notGeometric
}

// longestSpan joins the first lowest and the first highest vertex along the axis whose span is judged longest. The
// judgement looks at the largest signed component of each span, which is the published rule.
func longestSpan(v []geom.Vec3) geom.Vec3 {
	span := func(axis int) geom.Vec3 {
		lo, hi := v[0], v[0]
		for _, p := range v {
			if p.At(axis) < lo.At(axis) {
				lo = p
			}
			if p.At(axis) > hi.At(axis) {
				hi = p
			}
		}
		return hi.Sub(lo)
	}
	x, y, z := span(0), span(1), span(2)
	ex, ey, ez := largest(x), largest(y), largest(z)
	switch {
	case ex > ez && ey > ex, ex <= ez && ey > ez:
		return y
	case ex > ez:
		return x
	}
	return z
}

func farPair(v []geom.Vec3, atLeast float64, s *rng.Stream) (a, b geom.Vec3, ok bool) {
	for range detectGiveUp {
		a, b = draw(v, s), draw(v, s)
		if a.Sub(b).Len() >= atLeast {
			return a, b, true
		}
	}
	return a, b, false
}

// Which labels lie flat, stand upright, and have their normal pinned to the front or to the horizontal.
var (
	lyingLabels    = []string{"chair_seat", "pedestal", "tabletop", "shelf"}
	standingLabels = []string{"cabinet_door_surface", "door_frame", "headboard", "chair_back"}
	levelLabels    = []string{"cabinet_door_surface", "drawer_box", "door_frame", "headboard"}
	frontalLabels  = []string{"drawer_box", "headboard"}
)

// detectPlane returns the unit normal of a flat part with no negative component, or notGeometric. v are the corners of
// its mesh, label is raw.
//
// The normal is the mean over 100 random triangles of corners, each weighted by its area with absolute components;
// triangles too small along the label's axes are not used. It is kept when one component exceeds 0.95, so only planes
// within 18 degrees of an axis are planes.
func detectPlane(v []geom.Vec3, label string, s *rng.Stream) geom.Vec3 {
	if len(v) < 2 {
		return notGeometric
	}
	var (
		lying, standing = slices.Contains(lyingLabels, label), slices.Contains(standingLabels, label)
		level, frontal  = slices.Contains(levelLabels, label), slices.Contains(frontalLabels, label)
		sum             geom.Vec3
		skips           int
	)
	for used := 0; used < detectSamples; {
		a, b, c := draw(v, s), draw(v, s), draw(v, s)
		if lying && (narrow(a.X, b.X, c.X, 0.05) || narrow(a.Z, b.Z, c.Z, 0.25)) || standing && narrow(a.Y, b.Y, c.Y, 0.25) {
			if skips++; skips >= detectGiveUp {
				return notGeometric
			}
			continue
		}
		n := a.Sub(b).Cross(b.Sub(c))
		if level {
			n.Y = 0.001
		}
		if frontal {
			n.X = 0.001
		}
		sum = sum.Add(abs(n))
		used++
	}
	n := unitEps(sum.Scale(1.0 / detectSamples))
	if largest(n) > 0.95 {
		return n
	}
	return notGeometric
}

// narrow reports that three coordinates are close together; the pair first-last has a bound of its own.
func narrow(a, b, c, firstLast float64) bool {
	return math.Abs(a-b) < 0.15 && math.Abs(b-c) < 0.15 && math.Abs(a-c) < firstLast
}

// draw returns a random corner; the last is never drawn, as in the published code.
func draw(v []geom.Vec3, s *rng.Stream) geom.Vec3 { return v[s.IntN(len(v)-1)] }

func largest(v geom.Vec3) float64 { return max(v.X, v.Y, v.Z) }

func abs(v geom.Vec3) geom.Vec3 { return geom.V(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) }

func unitEps(v geom.Vec3) geom.Vec3 {
	l := v.Len() + detectEps
	return geom.V(v.X/l, v.Y/l, v.Z/l)
}
