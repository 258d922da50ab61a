package physics

import (
	"encoding/binary"
	"fmt"
	"math"

	"mereo/engine/geom"
)

// codec writes the state of a world down or reads it: one walk through the fields serves both. The first error stays, and what is read
// after it is zero.
type codec struct {
	reading bool
	buf     []byte // what was written, or what is left to be read
	err     error
	scalars int // how many were gone through, so that a test sees that none is forgotten
	shapes  []*Shape
	number  map[*Shape]int // of shapes, when writing
}

func (c *codec) fail(format string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, a...)
		c.buf = nil
	}
}

// bits is a scalar of 8 bytes.
func (c *codec) bits(x uint64) uint64 {
	c.scalars++
	if !c.reading {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, x)
		return x
	}
	if len(c.buf) < 8 {
		c.fail("the data end too early")
		return 0
	}
	x = binary.LittleEndian.Uint64(c.buf)
	c.buf = c.buf[8:]
	return x
}

func (c *codec) float(xs ...*float64) {
	for _, x := range xs {
		*x = math.Float64frombits(c.bits(math.Float64bits(*x)))
	}
}

func (c *codec) float32(xs ...*float32) {
	for _, x := range xs {
		v := uint32(integer(c, int64(math.Float32bits(*x)), 0, math.MaxUint32))
		*x = math.Float32frombits(v)
	}
}

func (c *codec) vec(vs ...*geom.Vec3) {
	for _, v := range vs {
		c.float(&v.X, &v.Y, &v.Z)
	}
}

// finite is vec for what must be numbers.
func (c *codec) finite(what string, vs ...*geom.Vec3) {
	c.vec(vs...)
	for _, v := range vs {
		if c.reading && !v.IsFinite() {
			c.fail("%s is %v, want finite numbers", what, *v)
		}
	}
}

// quat is a rotation, or zero.
func (c *codec) quat(qs ...*geom.Quat) {
	for _, q := range qs {
		c.float(&q.W, &q.X, &q.Y, &q.Z)
		if c.reading && *q != (geom.Quat{}) && !(math.Abs(q.Len()-1) <= 1e-3) {
			c.fail("a rotation has length %g, want 1", q.Len())
		}
	}
}

func (c *codec) mat(ms ...*geom.Mat3) {
	for _, m := range ms {
		c.vec(&m.X, &m.Y, &m.Z)
	}
}

func (c *codec) box(b *geom.AABB) { c.finite("a box", &b.Min, &b.Max) }

func (c *codec) transform(t *geom.Transform) {
	c.mat(&t.M)
	c.finite("a place", &t.T)
}

func (c *codec) pose(p *Pose) {
	c.finite("a position", &p.Position)
	c.quat(&p.Rotation)
}

func (c *codec) flag(bs ...*bool) {
	for _, b := range bs {
		x := int64(0)
		if *b {
			x = 1
		}
		*b = integer(c, x, 0, 1) == 1
	}
}

// integer is a whole number from lo to hi.
func integer[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](c *codec, x T, lo, hi int64) T {
	c.scalars++
	if !c.reading {
		c.buf = binary.AppendVarint(c.buf, int64(x))
		return x
	}
	v, n := binary.Varint(c.buf)
	switch {
	case n <= 0:
		c.fail("the data end too early")
		return 0
	case v < lo || v > hi:
		c.fail("a number is %d, want %d to %d", v, lo, hi)
		return 0
	}
	c.buf = c.buf[n:]
	return T(v)
}

// whole is a number that nothing else depends on.
func whole[T ~uint8 | ~uint16 | ~uint32](c *codec, xs ...*T) {
	for _, x := range xs {
		*x = integer(c, *x, 0, int64(^T(0)))
	}
}

// index is the number of one of n things.
func (c *codec) index(i *int32, n int) { *i = integer(c, *i, 0, int64(n)-1) }

// length is how many things of at least so many bytes follow. None are made that the data have no room for.
func (c *codec) length(n, bytes int) int {
	return integer(c, n, 0, int64(len(c.buf)/bytes))
}

// list goes through a list of things of at least so many bytes.
func list[T any](c *codec, s *[]T, bytes int, each func(*T)) {
	n := c.length(len(*s), bytes)
	if c.reading {
		*s = make([]T, n)
	}
	for i := range *s {
		if each(&(*s)[i]); c.err != nil {
			return
		}
	}
}

// indices is a list of numbers of n things.
func (c *codec) indices(s *[]int32, n int) { list(c, s, 1, func(i *int32) { c.index(i, n) }) }
