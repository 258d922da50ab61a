package decompose

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/physics"
)

// candidates is how many places are tried for cuts along each direction, evenly spaced; up to as many lie along faces.
const (
	evenCuts = 15
	faceCuts = 8
)

// unevenCost is how much a cut that divides off nothing costs more than one in the middle, as a share of the excess that is
// there. The first cuts of a mug reduce none: they have to be those that make others possible.
const unevenCost = 0.05

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
	r := newReach(p)
	least := math.Inf(1)
	for _, n := range directions(p) {
		offsets := d.offsets(p, n)
		if len(offsets) == 0 {
			continue
		}
		solidBelow := d.volumesBelow(p, n, offsets)
		below, above := r.hullVolumes(d, p, n, offsets)
		resolved := d.resolved(p, n, offsets)
		for i, c := range offsets {
			low, high := solidBelow[i], p.volume-solidBelow[i]
			if min(low, high) < minPart*d.lattice.volume {
				continue
			}
			cost := max(below[i]-low, 0) + max(above[i]-high, 0) +
				float64((float64(unevenCost*math.Abs(high-low))/p.volume-float64(notchGain*resolved[i]))*p.excess())
			if cost < least {
				least, best, ok = cost, halfSpace{n, c}, true
			}
		}
	}
	return best, ok
}

// directions are the fixed ones and the normals of the largest faces.
func directions(p *part) []geom.Vec3 {
	const more = 4
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
		heaps[i].area += p.areaOf(&f)
	}
	slices.SortStableFunc(heaps, func(a, b heap) int { return cmp.Compare(b.area, a.area) })
	out := slices.Clone(fixed)
	for _, h := range heaps {
		if len(out) == len(fixed)+more {
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

// volumesBelow is how much of the solid in p is below each offset.
func (d *solid) volumesBelow(p *part, n geom.Vec3, offsets []float64) []float64 {
	out := make([]float64, len(offsets))
	for i := range p.rods {
		r := &p.rods[i]
		a, b := n.Dot(r.a), n.Dot(r.b)
		length := r.length()
		low, high := min(a, b), max(a, b)
		k := 0
		for ; k < len(offsets) && offsets[k] <= low; k++ {
		}
		for ; k < len(offsets) && offsets[k] < high; k++ {
			out[k] += float64(length * (offsets[k] - low) / (high - low))
		}
		for ; k < len(offsets); k++ {
			out[k] += length
		}
	}
	for i := range out {
		out[i] = float64(out[i] * p.of.area())
	}
	return out
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

// ball is a triangulated sphere: an octahedron with its sides divided, turned askew.
type ball struct {
	directions []geom.Vec3
	triangles  [][3]int32
}

func newBall(sides int) *ball {
	b := &ball{}
	place := map[[3]int]int32{} // looked up only
	at := func(x, y, z int) int32 {
		key := [3]int{x, y, z}
		i, ok := place[key]
		if !ok {
			i = int32(len(b.directions))
			place[key] = i
			b.directions = append(b.directions, askew.MulVec(geom.V(float64(x), float64(y), float64(z)).Unit()))
		}
		return i
	}
	for octant := range 8 {
		sx, sy, sz := 1-octant&1*2, 1-octant>>1&1*2, 1-octant>>2&1*2
		corner := func(i, j int) int32 { return at(sx*i, sy*j, sz*(sides-i-j)) }
		add := func(p, q, r int32) {
			if sx*sy*sz < 0 {
				q, r = r, q
			}
			b.triangles = append(b.triangles, [3]int32{p, q, r})
		}
		for i := range sides {
			for j := range sides - i {
				add(corner(i, j), corner(i+1, j), corner(i, j+1))
				if i+j < sides-1 {
					add(corner(i+1, j), corner(i+1, j+1), corner(i, j+1))
				}
			}
		}
	}
	return b
}

// coarse serves to compare cuts, and coarser for parts with many vertices. Each of its points, taken to the farthest point of a convex body in its direction, makes a
// surface inside the body, a little smaller: by 4 or 9 % for a ball, not at all for a box.
var (
	coarse  = sync.OnceValue(func() *ball { return newBall(6) })
	coarser = sync.OnceValue(func() *ball { return newBall(4) })
)

// fine has 2306 points.
var fine = sync.OnceValue(func() *ball { return newBall(24) })

// hullOf is the hull of points; of very many only of those that are the farthest in some direction, which a ball of them
// is larger than by a thousandth.
func hullOf(points []geom.Vec3) (*physics.Shape, error) {
	const many = 10_000 // of which the hull can have more corners than a shape may
	h, err := physics.NewHull(points)
	if err == nil || len(points) <= many {
		return h, err
	}
	var far []geom.Vec3
	for _, n := range fine().directions {
		best, t := points[0], math.Inf(-1)
		for _, p := range points {
			if d := n.Dot(p); d > t {
				best, t = p, d
			}
		}
		far = append(far, best)
	}
	return physics.NewHull(far)
}

const manyVertices = 2000

// reach knows how far the vertices of a part reach in the directions of the ball.
type reach struct {
	directions []geom.Vec3
	triangles  [][3]int32
	far        []float64 // of vertex i, at i*len(directions)
}

func newReach(p *part) *reach {
	b := coarse()
	if len(p.vertices) > manyVertices {
		b = coarser()
	}
	r := &reach{b.directions, b.triangles, make([]float64, len(p.vertices)*len(b.directions))}
	for i, v := range p.vertices {
		r.project(v, r.far[i*len(r.directions):])
	}
	return r
}

func (r *reach) project(v geom.Vec3, to []float64) {
	for k := range r.directions {
		to[k] = r.directions[k].Dot(v)
	}
}

// farthest is the farthest point in each direction.
type farthest struct {
	t  []float64
	at []geom.Vec3
}

func (r *reach) nothing() farthest {
	f := farthest{make([]float64, len(r.directions)), make([]geom.Vec3, len(r.directions))}
	for k := range f.t {
		f.t[k] = math.Inf(-1)
	}
	return f
}

func (f *farthest) add(v geom.Vec3, t []float64) {
	for k, now := range f.t {
		if t[k] > now {
			f.t[k], f.at[k] = t[k], v
		}
	}
}

func (f *farthest) join(g *farthest) {
	for k, now := range f.t {
		if g.t[k] > now {
			f.t[k], f.at[k] = g.t[k], g.at[k]
		}
	}
}

// volume is about that of the hull.
func (r *reach) volume(f *farthest) float64 {
	if math.IsInf(f.t[0], -1) {
		return 0
	}
	origin, six := f.at[0], 0.0
	for _, t := range r.triangles {
		six += f.at[t[0]].Sub(origin).Dot(f.at[t[1]].Sub(origin).Cross(f.at[t[2]].Sub(origin)))
	}
	return six / 6
}

// hullVolumes is about the volumes of the hulls of what is below and above each offset.
func (r *reach) hullVolumes(d *solid, p *part, n geom.Vec3, offsets []float64) (below, above []float64) {
	lower, upper := make([]farthest, len(offsets)), make([]farthest, len(offsets))
	for i := range offsets {
		lower[i], upper[i] = r.nothing(), r.nothing()
	}
	height := make([]float64, len(p.vertices))
	for i, v := range p.vertices {
		height[i] = n.Dot(v)
	}

	// A vertex is below the offsets from low[i] on and above those before high[i].
	low, high := make([]int, len(p.vertices)), make([]int, len(p.vertices))
	for i := range low {
		low[i], high[i] = len(offsets), 0
	}
	scratch := make([]float64, len(r.directions))
	for i := range p.faces {
		f := &p.faces[i]
		from, to := math.Inf(1), math.Inf(-1)
		for _, c := range f.corners {
			from, to = min(from, height[c]), max(to, height[c])
		}
		slack := d.near
		if to-from <= 2*d.near { // along a cut: the solid is behind
			slack = 0
			shift := 3 * d.near
			if f.normal.Dot(n) > 0 {
				shift = -shift
			}
			from, to = from+shift, to+shift
			k, _ := slices.BinarySearch(offsets, (from+to)/2)
			for _, c := range f.corners {
				low[c], high[c] = min(low[c], k), max(high[c], k)
			}
			continue
		}
		for k, c := range f.corners {
			first, _ := slices.BinarySearch(offsets, height[c]-slack)
			end, _ := slices.BinarySearch(offsets, height[c]+slack)
			low[c], high[c] = min(low[c], first), max(high[c], end)
			e := f.corners[(k+1)%len(f.corners)]
			if height[e] < height[c] {
				continue // the face beyond has it the other way
			}
			last, _ := slices.BinarySearch(offsets, height[e]-slack)
			for m := end; m < last; m++ {
				v := p.vertices[c].Lerp(p.vertices[e], (offsets[m]-height[c])/(height[e]-height[c]))
				r.project(v, scratch)
				lower[m].add(v, scratch)
				upper[m].add(v, scratch)
			}
		}
	}
	for i, v := range p.vertices {
		t := r.far[i*len(r.directions) : (i+1)*len(r.directions)]
		if low[i] < len(offsets) {
			lower[low[i]].add(v, t)
		}
		if high[i] > 0 {
			upper[high[i]-1].add(v, t)
		}
	}
	below, above = make([]float64, len(offsets)), make([]float64, len(offsets))
	for i := range offsets {
		if i > 0 {
			lower[i].join(&lower[i-1])
		}
		below[i] = r.volume(&lower[i])
		k := len(offsets) - 1 - i
		if i > 0 {
			upper[k].join(&upper[k+1])
		}
		above[k] = r.volume(&upper[k])
	}
	return below, above
}
