package decompose

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
)

// candidates is how many places are tried for cuts along each direction, evenly spaced; up to as many lie along faces.
const (
	evenCuts = 15
	faceCuts = 8
)

// spreadCost is how much a cut costs that leaves both sides spread as far as the part is, as a share of the excess that is there. The first
// cuts of a mug or a ring reduce no excess: they have to be those that make others possible, in the middle and across what is long.
const spreadCost = 0.05

// notchGain is how much cheaper a cut is that resolves all notches of a part. Cuts between the legs of a chair take more off
// its hull at first than one along the seat, but leave more to be cut.
const notchGain = 1.5

// fixed are the directions in which every part may be cut: axes and diagonals between two of them.
var fixed = func() []geom.Vec3 {
	out := []geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}}
	for _, v := range []geom.Vec3{{X: 1, Y: 1}, {X: 1, Y: -1}, {Y: 1, Z: 1}, {Y: 1, Z: -1}, {Z: 1, X: 1}, {Z: 1, X: -1}} {
		out = append(out, v.Unit())
	}
	return out
}()

// bestCut finds the plane that leaves the least excess in the hulls of both sides.
func (d *solid) bestCut(p *part) (best halfSpace, ok bool) {
	r := newSupports(p)
	least := math.Inf(1)
	for _, n := range directions(p) {
		offsets := d.offsets(p, n)
		if len(offsets) == 0 {
			continue
		}
		solidBelow, spread := d.divided(p, n, offsets)
		below, above := r.hullVolumes(d, p, n, offsets)
		resolved := d.resolved(p, n, offsets)
		for i, c := range offsets {
			low, high := solidBelow[i], p.volume-solidBelow[i]
			if min(low, high) < minPart*d.dexelGrid.volume {
				continue
			}
			cost := max(below[i]-low, 0) + max(above[i]-high, 0) +
				float64((float64(spreadCost*spread[i])-float64(notchGain*resolved[i]))*p.excess())
			if cost < least {
				least, best, ok = cost, halfSpace{n, c}, true
			}
		}
	}
	return best, ok
}

// directions are the fixed ones and the normals of the largest faces, as far as these are flat: cuts along facets of what is round lie askew.
func directions(p *part) []geom.Vec3 {
	const (
		more = 4
		flat = 0.01 // share of the surface
	)
	whole := 0.0
	type heap struct {
		n    geom.Vec3
		area float64
	}
	var heaps []heap
	at := map[[3]int32]int{} // looked up only
	for _, f := range p.faces {
		n := f.normal
		if n.X < 0 || n.X == 0 && (n.Y < 0 || n.Y == 0 && n.Z < 0) {
			n = n.Neg()
		}
		const cell = 200 // a third of a degree
		key := [3]int32{int32(math.RoundToEven(n.X * cell)), int32(math.RoundToEven(n.Y * cell)), int32(math.RoundToEven(n.Z * cell))}
		i, ok := at[key]
		if !ok {
			i = len(heaps)
			at[key] = i
			heaps = append(heaps, heap{n: n})
		}
		area := p.areaOf(&f)
		heaps[i].area += area
		whole += area
	}
	slices.SortStableFunc(heaps, func(a, b heap) int { return cmp.Compare(b.area, a.area) })
	out := slices.Clone(fixed)
	for _, h := range heaps {
		if len(out) == len(fixed)+more || h.area < float64(flat*whole) {
			break
		}
		isNew := h.n != geom.Vec3{}
		for _, n := range out {
			isNew = isNew && math.Abs(n.Dot(h.n)) < 1-1e-9
		}
		if isNew {
			out = append(out, h.n)
		}
	}
	return out
}

func (p *part) areaOf(f *face) float64 {
	var twice geom.Vec3
	a := p.vertices[f.corners[0]]
	for k := 2; k < len(f.corners); k++ {
		twice = twice.Add(p.vertices[f.corners[k-1]].Sub(a).Cross(p.vertices[f.corners[k]].Sub(a)))
	}
	return twice.Len() / 2
}

// offsets are where p may be cut across n, ascending: along its largest faces, and evenly.
func (d *solid) offsets(p *part, n geom.Vec3) []float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range p.vertices {
		t := n.Dot(v)
		low, high = min(low, t), max(high, t)
	}
	margin := float64(4 * d.near)
	if high-low < 3*margin {
		return nil
	}
	type level struct{ t, area float64 }
	var levels []level
	for i := range p.faces {
		f := &p.faces[i]
		if math.Abs(f.normal.Dot(n)) < 1-1e-9 {
			continue
		}
		if t := n.Dot(p.vertices[f.corners[0]]); t > low+margin && t < high-margin {
			levels = append(levels, level{t, p.areaOf(f)})
		}
	}
	slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.t, b.t) })
	joined := levels[:0]
	for _, l := range levels {
		if k := len(joined) - 1; k >= 0 && l.t-joined[k].t <= 2*d.near {
			joined[k].area += l.area
		} else {
			joined = append(joined, l)
		}
	}
	slices.SortStableFunc(joined, func(a, b level) int { return cmp.Compare(b.area, a.area) })
	out := make([]float64, 0, evenCuts+faceCuts)
	for _, l := range joined[:min(len(joined), faceCuts)] {
		out = append(out, l.t)
	}
	for i := range evenCuts {
		t := low + float64((high-low)*float64(i+1)/(evenCuts+1))
		if !slices.ContainsFunc(out, func(u float64) bool { return math.Abs(t-u) < margin }) {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return out
}

// moments are the volume of some of the solid, and the integrals of the place and of its square over it.
type moments struct {
	volume float64
	first  geom.Vec3
	second float64
}

// add adds a piece of a dexel.
func (m *moments) add(a, b geom.Vec3) {
	length := b.Sub(a).Len()
	middle := a.Lerp(b, 0.5)
	m.volume += length
	m.first = m.first.AddScaled(length, middle)
	m.second += float64(length * (middle.Dot(middle) + float64(length*length/12)))
}

// spread is the integral of the square of the distance from the middle.
func (m *moments) spread() float64 {
	if m.volume <= 0 {
		return 0
	}
	return max(m.second-m.first.Dot(m.first)/m.volume, 0)
}

// divided is how much of the solid in p is below each offset, and how far both sides together are spread as a share of p's spread.
func (d *solid) divided(p *part, n geom.Vec3, offsets []float64) (below, spread []float64) {
	between := make([]moments, len(offsets)+1) // slabs between offsets
	for i := range p.dexels {
		a, b := p.dexels[i].a, p.dexels[i].b
		low, high := n.Dot(a), n.Dot(b)
		if low > high {
			a, b, low, high = b, a, high, low
		}
		k := 0
		for ; k < len(offsets) && offsets[k] <= low; k++ {
		}
		for ; k < len(offsets) && offsets[k] < high; k++ {
			at := a.Lerp(b, (offsets[k]-low)/(high-low))
			between[k].add(a, at)
			a, low = at, offsets[k]
		}
		between[k].add(a, b)
	}
	var all, under moments
	for i := range between {
		all = all.plus(between[i], 1)
	}
	for i := range offsets {
		under = under.plus(between[i], 1)
		over := all.plus(under, -1)
		below = append(below, float64(under.volume*p.of.area()))
		spread = append(spread, (under.spread()+over.spread())/max(all.spread(), math.SmallestNonzeroFloat64))
	}
	return below, spread
}

// plus adds sign times other moments.
func (m moments) plus(o moments, sign float64) moments {
	return moments{m.volume + float64(sign*o.volume), m.first.AddScaled(sign, o.first), m.second + float64(sign*o.second)}
}

// resolved is the share of the notches of p, by length and angle, that lie along each offset.
func (d *solid) resolved(p *part, n geom.Vec3, offsets []float64) []float64 {
	out := make([]float64, len(offsets))
	sum := 0.0
	for i := range p.notches {
		e := &p.notches[i]
		size := float64(e.b.Sub(e.a).Len() * e.angle)
		sum += size
		a, b := n.Dot(e.a), n.Dot(e.b)
		k, _ := slices.BinarySearch(offsets, max(a, b)-d.near)
		if k < len(offsets) && offsets[k] <= min(a, b)+d.near {
			out[k] += size
		}
	}
	for i := range out {
		out[i] /= max(sum, math.SmallestNonzeroFloat64)
	}
	return out
}
