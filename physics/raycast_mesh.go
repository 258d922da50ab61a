package physics

import (
	"math"

	"mereo/engine/geom"
)

// rayCast finds the first triangle that the ray meets, from either side, at a parameter from 0 to maxT, and its normal
// on that side.
func (m *triMesh) rayCast(r geom.Ray, maxT float64) (t float64, normal geom.Vec3, ok bool) {
	if r.Dir == (geom.Vec3{}) {
		return 0, normal, false
	}
	type visit struct {
		node  int32
		enter float64
	}
	best, found := min(maxT, math.MaxFloat64), int32(-1)
	slabs, sheared := newSlabs(r), newShearedRay(r)
	var stack [meshDepth]visit
	n := 0
	if enter, ok := slabs.enter(&m.nodes[0].box, best); ok {
		stack[0], n = visit{0, enter}, 1
	}
	for n > 0 {
		n--
		v := stack[n]
		if v.enter > best {
			continue
		}
		node := &m.nodes[v.node]
		if node.count == 0 {
			// The nearer child comes first.
			a, b := visit{node: v.node + 1}, visit{node: node.first}
			var okA, okB bool
			a.enter, okA = slabs.enter(&m.nodes[a.node].box, best)
			b.enter, okB = slabs.enter(&m.nodes[b.node].box, best)
			if a.enter < b.enter {
				a, b, okA, okB = b, a, okB, okA
			}
			if okA {
				stack[n] = a
				n++
			}
			if okB {
				stack[n] = b
				n++
			}
			continue
		}
		for _, i := range m.order[node.first : node.first+node.count] {
			a, b, c := m.corners(int(i))
			if t, ok := sheared.meet(&a, &b, &c); ok && t >= 0 && (t < best || t == best && (found < 0 || i < found)) {
				best, found = t, i
			}
		}
	}
	if found < 0 {
		return 0, normal, false
	}
	normal = m.normals[found]
	if normal.Dot(r.Dir) > 0 {
		normal = normal.Neg()
	}
	return best, normal, true
}

// shearedRay is a ray prepared for tests against triangles: in the frame in which it starts at the origin and runs
// along z. Neighbors compute the same numbers for the side between them, so that no ray slips through. Woop, Benthin &
// Wald 2013, "Watertight Ray/Triangle Intersection".
type shearedRay struct {
	origin     geom.Vec3
	x, y, z    int // axes of the frame
	sx, sy, sz float64
}

func newShearedRay(r geom.Ray) shearedRay {
	s := shearedRay{origin: r.Origin}
	for k := 1; k < 3; k++ {
		if abs(r.Dir.At(k)) > abs(r.Dir.At(s.z)) {
			s.z = k
		}
	}
	s.x, s.y = (s.z+1)%3, (s.z+2)%3
	d := r.Dir.At(s.z)
	s.sx, s.sy, s.sz = r.Dir.At(s.x)/d, r.Dir.At(s.y)/d, 1/d
	return s
}

// meet returns the ray's parameter, positive or not, where it goes through a triangle.
func (s *shearedRay) meet(a, b, c *geom.Vec3) (float64, bool) {
	ax, ay, az := s.shear(a)
	bx, by, bz := s.shear(b)
	cx, cy, cz := s.shear(c)
	u := float64(cx*by) - float64(cy*bx)
	v := float64(ax*cy) - float64(ay*cx)
	w := float64(bx*ay) - float64(by*ax)
	if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) {
		return 0, false
	}
	det := u + v + w
	if det == 0 {
		return 0, false
	}
	return (float64(u*az) + float64(v*bz) + float64(w*cz)) / det, true
}

func (s *shearedRay) shear(p *geom.Vec3) (x, y, z float64) {
	d := p.Sub(s.origin)
	z = d.At(s.z)
	return d.At(s.x) - float64(s.sx*z), d.At(s.y) - float64(s.sy*z), float64(s.sz * z)
}
