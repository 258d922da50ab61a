package decompose

import (
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/physics"
)

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

// supports knows how far the vertices of a part reach in the directions of the ball.
type supports struct {
	directions []geom.Vec3
	triangles  [][3]int32
	far        []float64 // of vertex i, at i*len(directions)
}

func newSupports(p *part) *supports {
	b := coarse()
	if len(p.vertices) > manyVertices {
		b = coarser()
	}
	s := &supports{b.directions, b.triangles, make([]float64, len(p.vertices)*len(b.directions))}
	for i, v := range p.vertices {
		s.project(v, s.far[i*len(s.directions):])
	}
	return s
}

func (s *supports) project(v geom.Vec3, to []float64) {
	for k := range s.directions {
		to[k] = s.directions[k].Dot(v)
	}
}

// farthest is the farthest point in each direction.
type farthest struct {
	t  []float64
	at []geom.Vec3
}

func (s *supports) nothing() farthest {
	f := farthest{make([]float64, len(s.directions)), make([]geom.Vec3, len(s.directions))}
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
func (s *supports) volume(f *farthest) float64 {
	if math.IsInf(f.t[0], -1) {
		return 0
	}
	origin, six := f.at[0], 0.0
	for _, t := range s.triangles {
		six += f.at[t[0]].Sub(origin).Dot(f.at[t[1]].Sub(origin).Cross(f.at[t[2]].Sub(origin)))
	}
	return six / 6
}

// hullVolumes is about the volumes of the hulls of what is below and above each offset.
func (s *supports) hullVolumes(d *solid, p *part, n geom.Vec3, offsets []float64) (below, above []float64) {
	lower, upper := make([]farthest, len(offsets)), make([]farthest, len(offsets))
	for i := range offsets {
		lower[i], upper[i] = s.nothing(), s.nothing()
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
	scratch := make([]float64, len(s.directions))
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
				s.project(v, scratch)
				lower[m].add(v, scratch)
				upper[m].add(v, scratch)
			}
		}
	}
	for i, v := range p.vertices {
		t := s.far[i*len(s.directions) : (i+1)*len(s.directions)]
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
		below[i] = s.volume(&lower[i])
		k := len(offsets) - 1 - i
		if i > 0 {
			upper[k].join(&upper[k+1])
		}
		above[k] = s.volume(&upper[k])
	}
	return below, above
}
