package decompose

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// parts decomposes the solid: cuts, joins what needs no cut, takes off what is not solid and limits the vertices.
func (d *solid) parts() ([]*part, error) {
	parts := []*part{{hull: d.hull}}
	if d.hull.Volume() > (1+convexExcess)*d.inside.Mass {
		var err error
		if parts, err = d.pieceParts(); err != nil {
			return nil, err
		}
		parts = d.join(d.cutUp(parts))
		for _, p := range parts {
			d.trim(p)
		}
	}
	for _, p := range parts {
		p.hull = limited(p.hull, d.Vertices)
	}
	return parts, nil
}

func excessOf(parts []*part) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p.excess()
	}
	return sum
}

// cutUp cuts the part with the largest excess, again and again. It goes on to twice as many parts as there may be: what is
// joined again is chosen among more.
func (d *solid) cutUp(parts []*part) []*part {
	for len(parts) < 2*d.MaxHulls && d.MaxHulls > 1 && excessOf(parts) > d.Excess*d.dexelGrid.volume {
		worst := -1
		for i, p := range parts {
			if !p.whole && (worst < 0 || p.excess() > parts[worst].excess()) {
				worst = i
			}
		}
		if worst < 0 || parts[worst].excess() == 0 {
			break
		}
		p := parts[worst]
		at, ok := d.bestCut(p)
		if !ok {
			p.whole = true
			continue
		}
		below, above, err := d.cut(p, at)
		if err != nil {
			p.whole = true // one of the sides is too thin for a hull
			continue
		}
		parts[worst] = below
		parts = append(parts, above)
	}
	return parts
}

// join puts parts together, those whose common hull is least larger first: while there are too many, and while that costs
// nothing that counts. Parts that are apart are joined only if there are too many else. What two parts hold is known from
// theirs only where they do not overlap, so it is measured before they are joined.
func (d *solid) join(parts []*part) []*part {
	if parts = d.joinPairs(parts, false); len(parts) > d.MaxHulls {
		parts = d.joinPairs(parts, true)
	}
	return parts
}

func (d *solid) joinPairs(parts []*part, apart bool) []*part {
	type pair struct {
		cost   float64
		hull   *physics.Shape
		joined *part // nil until it is measured
	}
	growth := func(a, b *part) pair {
		p, q := a.hull.Bounds(), b.hull.Bounds()
		if !apart && !p.Pad(d.near).Overlaps(q) {
			return pair{cost: math.Inf(1)}
		}
		u, _ := a.hull.Surface()
		v, _ := b.hull.Surface()
		h, err := physics.NewHull(append(u, v...))
		if err != nil {
			return pair{cost: math.Inf(1)}
		}
		return pair{cost: max(h.Volume()-a.volume-b.volume, 0) - a.excess() - b.excess(), hull: h}
	}
	costs := make([][]pair, len(parts))
	for i := range parts {
		costs[i] = make([]pair, i)
		for j := range i {
			costs[i][j] = growth(parts[i], parts[j])
		}
	}
	left := len(parts)
	total := excessOf(parts)
	for left > 1 {
		a, b, least := 0, 0, math.Inf(1)
		for i := range parts {
			for j := range i {
				if parts[i] != nil && parts[j] != nil && costs[i][j].cost < least {
					a, b, least = i, j, costs[i][j].cost
				}
			}
		}
		if a == b || left <= d.MaxHulls && total+least > d.Excess*d.dexelGrid.volume {
			break
		}
		best := &costs[a][b]
		if best.joined == nil {
			best.joined = d.within(best.hull)
			if cost := best.joined.excess() - parts[a].excess() - parts[b].excess(); cost > least {
				best.cost = cost
				continue
			}
		}
		total += least
		parts[b], parts[a] = best.joined, nil
		left--
		for i := range parts {
			switch {
			case parts[i] == nil:
			case i < b:
				costs[b][i] = growth(parts[b], parts[i])
			case i > b:
				costs[i][b] = growth(parts[i], parts[b])
			}
		}
	}
	return slices.DeleteFunc(parts, func(p *part) bool { return p == nil })
}

// within is what is solid in a hull.
func (d *solid) within(h *physics.Shape) *part {
	p := &part{of: d.dexelGrid, hull: h}
	d.lines(convexOf(h), func(_ int, in span, solid []dexel) {
		for _, r := range solid {
			low, high := d.height(r.a), d.height(r.b)
			from, to := max(low, in.low), min(high, in.high)
			if from >= to {
				continue
			}
			r = dexel{r.a.Lerp(r.b, (from-low)/(high-low)), r.a.Lerp(r.b, (to-low)/(high-low))}
			p.dexels = append(p.dexels, r)
			p.volume += float64(d.area() * r.length())
		}
	})
	return p
}

// trim takes slices off the sides of p's hull as long as they hold more that is not solid than that is: the hull of a
// piece of a ring has a chord for a bow, and takes the middle between both. Sides that are the whole solid's stay, so that
// it stands as it should.
func (d *solid) trim(p *part) {
	const (
		slices = 40   // that are looked at, across half of the hull
		least  = 0.01 // of the part's volume, that a slice must gain
		times  = 8
	)
	type sample struct {
		p geom.Vec3
		w float64 // positive for what is not solid, negative for what is the part's
	}
	var samples []sample
	l := d.dexelGrid
	spread := func(a, b geom.Vec3, sign float64) {
		length := b.Sub(a).Len()
		n := int(length/l.width) + 1
		for i := range n {
			samples = append(samples, sample{a.Lerp(b, (float64(i)+0.5)/float64(n)), sign * length / float64(n)})
		}
	}
	toMesh := l.fromMesh.Transpose()
	l.lines(convexOf(p.hull), func(line int, in span, solid []dexel) {
		at := l.at(line%l.n[0], line/l.n[0])
		up := func(z float64) geom.Vec3 { q := at; q.Z = z; return toMesh.MulVec(q) }
		from := in.low
		for i := range solid {
			if a := l.height(solid[i].a); a > from {
				spread(up(from), up(min(a, in.high)), 1)
			}
			if from = max(from, l.height(solid[i].b)); from >= in.high {
				break
			}
		}
		if from < in.high {
			spread(up(from), up(in.high), 1)
		}
	})
	for i := range p.dexels {
		spread(p.dexels[i].a, p.dexels[i].b, -p.of.area()/l.area())
	}
	volume := p.volume / l.area()
	for range times {
		body := convexOf(p.hull)
		best, gained := halfSpace{}, float64(least*volume)
		for _, s := range body.largest(48) {
			reach, bottom := math.Inf(-1), math.Inf(1)
			for _, q := range d.outline {
				reach = max(reach, s.n.Dot(q))
			}
			if reach-s.d < 10*d.near {
				continue
			}
			for _, q := range body.corners {
				bottom = min(bottom, s.n.Dot(q))
			}
			var gain [slices]float64
			step := (s.d - bottom) / 2 / slices
			for i := range samples {
				if k := int((s.d - s.n.Dot(samples[i].p)) / step); k >= 0 && k < slices {
					gain[k] += samples[i].w
				}
			}
			sum := 0.0
			for k, g := range gain {
				if sum += g; sum > gained {
					gained, best = sum, halfSpace{s.n, s.d - float64(step*float64(k+1))}
				}
			}
		}
		if best.n == (geom.Vec3{}) {
			return
		}
		h, err := physics.NewHull(body.below(best))
		if err != nil {
			return // too thin: it stays as it is
		}
		p.hull = h
		kept := samples[:0]
		for _, s := range samples {
			if best.above(s.p) <= 0 {
				kept = append(kept, s)
			}
		}
		samples = kept
	}
}

// largest are the n largest sides.
func (c *convex) largest(n int) []halfSpace {
	order := make([]int, len(c.sides))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(c.areas[j], c.areas[i]) })
	out := make([]halfSpace, 0, n)
	for _, i := range order[:min(n, len(order))] {
		out = append(out, c.sides[i])
	}
	return out
}

// limited is a hull with at most n of h's corners: those that reach farthest along the axes, and then, one by one, that
// which is farthest outside of what there is.
func limited(h *physics.Shape, n int) *physics.Shape {
	points, _ := h.Surface()
	if len(points) <= n {
		return h
	}
	var chosen []geom.Vec3
	taken := make([]bool, len(points))
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			chosen = append(chosen, points[i])
		}
	}
	for _, axis := range [4]geom.Vec3{{X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}} {
		far := 0
		for i, p := range points {
			if axis.Dot(p) > axis.Dot(points[far]) {
				far = i
			}
		}
		take(far)
	}
	for i := 0; len(chosen) < 4; i++ {
		take(i)
	}
	best := h
	for {
		body, err := physics.NewHull(chosen)
		var sides []halfSpace
		if err == nil {
			best = body
			sides = convexOf(body).sides
		}
		if len(chosen) == n {
			return best
		}
		far, out := -1, math.Inf(-1)
		for i, p := range points {
			if taken[i] {
				continue
			}
			above := math.Inf(-1)
			for k := range sides {
				above = max(above, sides[k].above(p))
			}
			if far < 0 || above > out {
				far, out = i, above
			}
		}
		take(far)
	}
}
