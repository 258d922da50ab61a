package settle

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
)

// wells are the energies, J, that it takes to tip things over that sleep on blocks, 0 for others.
//
// What turns about an edge of its support lifts its center of mass from the height h above it to sqrt(h^2 + d^2), with d the distance to the
// edge seen from above; with less energy it falls back. More points of support than touch would make it more.
func (r *running) wells() []float64 {
	out := make([]float64, len(r.actors))
	points := make([][]geom.Vec3, len(r.actors))
	for c := range r.world.Contacts() {
		if math.Abs(c.Normal.Z) < 0.999 {
			continue
		}
		on, other := -1, -1
		for i := range r.actors {
			switch r.actors[i].id {
			case c.A.Body:
				on, other = other, i
			case c.B.Body:
				on, other = other, i
			}
		}
		if on >= 0 || other < 0 {
			continue // between two things
		}
		for _, p := range c.Points {
			points[other] = append(points[other], p.Position)
		}
	}
	g := r.stage.rules.Gravity.Len()
	for i := range out {
		if len(points[i]) == 0 || r.things[i].Fixed || r.world.Awake(r.actors[i].id) {
			continue
		}
		center := r.world.Center(r.actors[i].id)
		top := math.Inf(-1)
		for _, p := range points[i] {
			top = max(top, p.Z)
		}
		h, d := center.Z-top, inside(center, points[i])
		out[i] = float64(r.things[i].Mass * g * (math.Sqrt(float64(h*h)+float64(d*d)) - h))
	}
	return out
}

// inside is the distance of a point from the border of the convex hull of others, all seen from above; 0 if it is outside.
func inside(p geom.Vec3, points []geom.Vec3) float64 {
	slices.SortFunc(points, func(a, b geom.Vec3) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	least := math.Inf(1)
	for range 2 { // the lower border, then the upper one from the right
		var chain []geom.Vec3
		for _, q := range points {
			for n := len(chain); n >= 2 && left(chain[n-2], chain[n-1], q) <= 0; n-- {
				chain = chain[:n-1]
			}
			chain = append(chain, q)
		}
		for i := 1; i < len(chain); i++ {
			a, b := chain[i-1], chain[i]
			long := math.Sqrt(float64((b.X-a.X)*(b.X-a.X)) + float64((b.Y-a.Y)*(b.Y-a.Y)))
			if long > 0 {
				least = min(least, left(a, b, p)/long)
			}
		}
		slices.Reverse(points)
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return max(least, 0)
}

// left is twice the area of a triangle seen from above, positive if counter-clockwise.
func left(a, b, c geom.Vec3) float64 {
	return float64((b.X-a.X)*(c.Y-a.Y)) - float64((b.Y-a.Y)*(c.X-a.X))
}
