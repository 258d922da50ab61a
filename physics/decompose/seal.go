package decompose

import (
	"errors"
	"math"

	"mereo/engine/geom"
)

// sealCells is how many cells lie along the extent of a surface that is to be closed.
const sealCells = 64

// maxMarks bounds time where there are many large triangles: then cells are wider.
const maxMarks = 2e7

// cells is a grid of cubes around a surface, in which it is closed.
type cells struct {
	origin geom.Vec3
	width  float64
	n      [3]int
	state  []cellState
	sum    []geom.Vec3 // of points of the surface in the cell
	count  []float64
}

type cellState uint8

const (
	within cellState = iota // nothing of the surface in it, not reached from outside
	onSurface
	outside
)

func (c *cells) index(i [3]int) int { return (i[2]*c.n[1]+i[1])*c.n[0] + i[0] }

// sealed is a closed surface near one that is not: the border of what cannot be reached from outside in steps of cells that
// the surface does not touch, drawn back from the sides of the cells to the surface in them. What is narrower than a cell is
// closed. A sheet that encloses nothing goes to where it is from both sides and has no volume.
func (s *surface) sealed() (*surface, error) {
	marks := 0.0 // for a width of 1
	for _, t := range s.triangles {
		a, b, d := s.vertices[t[0]], s.vertices[t[1]], s.vertices[t[2]]
		marks += float64(8 * max(b.Sub(a).Len2(), d.Sub(a).Len2(), d.Sub(b).Len2()))
	}
	c := &cells{width: max(s.extent/sealCells, math.Sqrt(marks/maxMarks))}
	box := geom.Bounds(s.vertices).Pad(1.5 * c.width)
	c.origin = box.Min
	for k := range c.n {
		c.n[k] = int(box.Size().At(k)/c.width) + 2
	}
	n := c.n[0] * c.n[1] * c.n[2]
	c.state, c.sum, c.count = make([]cellState, n), make([]geom.Vec3, n), make([]float64, n)
	for _, t := range s.triangles {
		c.mark(s.vertices[t[0]], s.vertices[t[1]], s.vertices[t[2]])
	}
	c.flood()
	inner, border := 0, 0
	for _, state := range c.state {
		switch state {
		case within:
			inner++
		case onSurface:
			border++
		}
	}
	if inner < border/100+1 {
		return nil, errors.New("decompose: mesh is open and encloses nothing")
	}
	return c.border(), nil
}

// mark puts points of a triangle into cells, a quarter of a cell apart.
func (c *cells) mark(a, b, d geom.Vec3) {
	u, v := b.Sub(a), d.Sub(a)
	steps := int(4*max(u.Len(), v.Len(), v.Sub(u).Len())/c.width) + 1
	for i := range steps + 1 {
		for j := range steps + 1 - i {
			p := a.AddScaled(float64(i)/float64(steps), u).AddScaled(float64(j)/float64(steps), v)
			q := p.Sub(c.origin).Scale(1 / c.width)
			at := c.index([3]int{int(math.Floor(q.X)), int(math.Floor(q.Y)), int(math.Floor(q.Z))})
			c.state[at] = onSurface
			c.sum[at], c.count[at] = c.sum[at].Add(p), c.count[at]+1
		}
	}
}

// flood finds what can be reached from the corner, in which nothing is.
func (c *cells) flood() {
	pending := [][3]int{{}}
	c.state[0] = outside
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for k := range 6 {
			next := at
			next[k/2] += 2*(k%2) - 1
			if x := next[k/2]; x < 0 || x >= c.n[k/2] {
				continue
			}
			if i := c.index(next); c.state[i] == within {
				c.state[i] = outside
				pending = append(pending, next)
			}
		}
	}
}

// border is the surface between what is outside and what is not.
func (c *cells) border() *surface {
	out := &surface{}
	place := map[[3]int]uint32{} // looked up only
	corner := func(at [3]int) uint32 {
		i, ok := place[at]
		if !ok {
			i = uint32(len(out.vertices))
			place[at] = i
			out.vertices = append(out.vertices, c.drawn(at))
		}
		return i
	}
	for z := 1; z < c.n[2]-1; z++ {
		for y := 1; y < c.n[1]-1; y++ {
			for x := 1; x < c.n[0]-1; x++ {
				at := [3]int{x, y, z}
				if c.state[c.index(at)] == outside {
					continue
				}
				for k := range 6 {
					axis := k / 2
					beyond, side := at, at
					beyond[axis] += 2*(k%2) - 1
					if c.state[c.index(beyond)] != outside {
						continue
					}
					side[axis] += k % 2
					u, v := (axis+1)%3, (axis+2)%3
					if k%2 == 0 {
						u, v = v, u
					}
					var q [4]uint32
					for m, d := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
						r := side
						r[u], r[v] = r[u]+d[0], r[v]+d[1]
						q[m] = corner(r)
					}
					out.triangles = append(out.triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
				}
			}
		}
	}
	size := geom.Bounds(out.vertices).Size()
	out.extent = max(size.X, size.Y, size.Z)
	return out
}

// drawn is where a corner of cells goes: to the mean of the surface's middles in those around it.
func (c *cells) drawn(at [3]int) geom.Vec3 {
	var sum geom.Vec3
	n := 0.0
	for k := range 8 {
		i := c.index([3]int{at[0] - k&1, at[1] - k>>1&1, at[2] - k>>2&1})
		if c.count[i] > 0 {
			sum = sum.AddScaled(1/c.count[i], c.sum[i])
			n++
		}
	}
	return sum.Scale(1 / n) // a cell that is not outside and borders on one that is has surface in it
}
