package physics

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"mereo/engine/geom"
)

// saveHead begins what Save returns. The digit is raised when the fields that follow change.
const saveHead = "mereo world 1\n"

// Save writes the world down, with its shapes, for Restore, but not what RecordEvents noted: a restored world records from the call on. The
// bytes are the same on every processor.
func (w *World) Save() []byte {
	c := &codec{buf: []byte(saveHead), number: map[*Shape]int{}}
	for i := range w.colliders {
		if s := w.colliders[i].shape; s != nil {
			if _, ok := c.number[s]; !ok {
				c.number[s] = len(c.shapes)
				c.shapes = append(c.shapes, s)
			}
		}
	}
	list(c, &c.shapes, shapeBytes, c.shape)
	c.world(w)
	return binary.LittleEndian.AppendUint32(c.buf, crc32.ChecksumIEEE(c.buf))
}

// Restore returns the world that Save wrote down. It goes on as that world does, bit for bit, and BodyIDs and JointIDs of the one name the
// same in the other. What is no world gives an error, and takes no more memory than some times its size.
func Restore(data []byte) (*World, error) {
	n := len(data) - 4
	if n < len(saveHead) || string(data[:len(saveHead)]) != saveHead {
		return nil, fmt.Errorf("physics: restore: the data do not begin with %q", saveHead)
	}
	if got, want := crc32.ChecksumIEEE(data[:n]), binary.LittleEndian.Uint32(data[n:]); got != want {
		return nil, fmt.Errorf("physics: restore: the checksum is %#x, the data have %#x", want, got)
	}
	c := &codec{reading: true, buf: data[len(saveHead):n]}
	list(c, &c.shapes, shapeBytes, c.shape)
	w := new(World)
	c.world(w)
	if len(c.buf) > 0 {
		c.fail("%d bytes are left over", len(c.buf))
	}
	if c.err != nil {
		return nil, fmt.Errorf("physics: restore: %w", c.err)
	}
	return w, nil
}

// Bytes that these take at least.
const (
	shapeBytes   = 9
	contactBytes = 40
)

// world goes through what lasts from step to step. Everything else follows from it: who is awake, the trees, which bodies do not touch as a
// joint connects them, and where in memory contacts are.
func (c *codec) world(w *World) {
	c.finite("gravity", &w.gravity)
	w.substeps = integer(c, w.substeps, 1, 1000)
	c.flag(&w.noSleep, &w.placed)
	w.maxPairs = integer(c, w.maxPairs, 0, 1<<62)
	w.friction = integer(c, w.friction, 0, int64(MixAverage))
	w.rebound = integer(c, w.rebound, 0, int64(MixAverage))
	c.float(&w.lastH, &w.lastStep)
	whole(c, &w.flags)
	if c.reading && c.err == nil && !(w.lastH >= 0 && w.lastStep >= 0 && w.lastH <= math.MaxFloat64 && w.lastStep <= math.MaxFloat64) {
		c.fail("the last step was of %g and %g s, want 0 or more", w.lastStep, w.lastH)
	}

	list(c, &w.colliders, 1, c.collider)
	c.float(&w.padStep)
	list(c, &w.nearby, 1, func(b *nearBox) { c.box(&b.box); c.float(&b.pad) })
	if c.reading && c.err == nil {
		if len(w.nearby) != len(w.colliders) {
			c.fail("%d colliders have %d boxes", len(w.colliders), len(w.nearby))
			return
		}
		for i := range w.colliders {
			w.sensors = w.sensors || w.colliders[i].sensor
		}
	}
	list(c, &w.bodies, 1, func(b *body) { c.body(b, len(w.colliders)) })
	if c.reading {
		w.motions = make([]motion, len(w.bodies))
	}
	for i := range w.motions {
		c.motion(&w.motions[i])
	}
	c.indices(&w.freeBodies, len(w.bodies))
	c.indices(&w.freeColliders, len(w.colliders))
	c.indices(&w.driven, len(w.bodies))
	c.indices(&w.movedNow, len(w.colliders))
	if c.connect(w); c.err != nil {
		return
	}

	list(c, &w.joints.list, 1, func(j *joint) { c.joint(w, j) })
	c.indices(&w.joints.free, len(w.joints.list))
	c.indices(&w.activeJoint, len(w.joints.list))
	c.keepApart(w)
	c.contacts(w)
	if c.reading && c.err == nil {
		w.listAwake = true
		w.listBodies()
	}
}

// connect checks who belongs to whom, when reading, and makes the trees.
func (c *codec) connect(w *World) {
	if !c.reading || c.err != nil {
		return
	}
	if len(w.bodies) == 0 || w.bodies[0].alive || w.motions[0] != (motion{rot: geom.Quat{W: 1}}) {
		c.fail("body 0 is not that which stands for none")
		return
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		b.next = min(b.next, int32(len(w.bodies))-1)
		if !b.alive {
			continue
		}
		if b.typ != Static {
			b.motion = int32(i)
		}
		if m := &w.motions[i]; (b.typ == Dynamic) != (m.invMass > 0) || b.typ == Static && b.asleep {
			c.fail("body %d is of type %d, has the inverse mass %g, and sleeps: %t", i, b.typ, m.invMass, b.asleep)
		}
		for _, k := range b.colliders {
			o := &w.colliders[k]
			if o.shape == nil || o.body != 0 || o.shape.kind == kindTriMesh && b.typ != Static {
				c.fail("collider %d cannot be that of body %d", k, i)
				return
			}
			o.body, o.tree = int32(i), 1
			if b.typ == Static {
				o.tree = 0
			}
			o.node = w.trees[o.tree].insert(o.fat, k)
		}
	}
	c.free(w.freeBodies, len(w.bodies), func(i int) bool { return i == 0 || w.bodies[i].alive })
	c.free(w.freeColliders, len(w.colliders), func(i int) bool { return w.colliders[i].body != 0 })
	for i := range w.colliders {
		if k := &w.colliders[i]; k.body == 0 {
			*k = collider{node: -1}
		}
	}
}

// free checks that a list has every place that is not used once.
func (c *codec) free(list []int32, n int, used func(int) bool) {
	seen := make([]bool, n)
	for i := range seen {
		seen[i] = used(i)
	}
	for _, i := range list {
		if seen[i] {
			c.fail("place %d is free twice, or is used", i)
			return
		}
		seen[i] = true
	}
	if i := slices.Index(seen, false); i >= 0 {
		c.fail("place %d is neither used nor free", i)
	}
}

// keepApart lists the pairs of bodies that do not touch as they are joined, when reading, and checks which places of joints are free.
func (c *codec) keepApart(w *World) {
	if !c.reading || c.err != nil {
		return
	}
	s := &w.joints
	for i := range s.list {
		if j := &s.list[i]; j.alive && !j.def.Collide {
			s.apart = append(s.apart, pairKey(j.bodyA, j.bodyB))
		}
	}
	slices.Sort(s.apart)
	c.free(s.free, len(s.list), func(i int) bool { return i == 0 || s.list[i].alive })
	if len(s.list) > 0 && s.list[0].alive {
		c.fail("joint 0 is not that which stands for none")
	}
}

// contacts goes through the contacts in their order.
func (c *codec) contacts(w *World) {
	n := c.length(len(w.sorted), contactBytes)
	for i := range n {
		if !c.reading {
			c.contact(w.contact(w.sorted[i]))
			continue
		}
		at := w.newContact()
		k := w.contact(at)
		if c.contact(k); c.err != nil {
			return
		}
		if c.checkContact(w, k); c.err != nil {
			return
		}
		if i > 0 && comparePairs(w.contact(w.sorted[i-1]).pair, k.pair) >= 0 {
			c.fail("contacts are not in order")
			return
		}
		w.sorted = append(w.sorted, at)
		w.pairs = append(w.pairs, sortedPair{k.pair, k.manifold.count > 0})
	}
}

// checkContact refuses what broadPhase would not have made.
func (c *codec) checkContact(w *World, k *contact) {
	if int(k.a) >= len(w.colliders) || int(k.b) >= len(w.colliders) || k.a >= k.b {
		c.fail("a contact is between colliders %d and %d of %d", k.a, k.b, len(w.colliders))
		return
	}
	a, b := &w.colliders[k.a], &w.colliders[k.b]
	k.bodyA, k.bodyB, k.sensor = a.body, b.body, a.sensor || b.sensor
	if a.body == 0 || b.body == 0 || !w.meet(a, b) {
		c.fail("colliders %d and %d cannot touch", k.a, k.b)
		return
	}
	first, second := a.shape, b.shape
	triangles := int32(0)
	switch {
	case first.kind == kindTriMesh:
		triangles = int32(len(first.mesh.triangles))
	case second.kind == kindTriMesh:
		triangles = int32(len(second.mesh.triangles))
		first, second = second, first
	case goesFirst(second, first):
		first, second = second, first
	}
	if (k.triangle >= 0) != (triangles > 0) || k.triangle >= triangles {
		c.fail("a contact is with triangle %d of %d", k.triangle, triangles)
		return
	}
	if !k.cache.fits(first, second) {
		c.fail("a contact remembers features %d and %d, which the shapes do not have", k.cache.featureA, k.cache.featureB)
	}
}

// fits reports whether the shapes have the features of the cache.
func (c *pairCache) fits(first, second *Shape) bool {
	a, b := int(c.featureA), int(c.featureB)
	facesA, edgesA := first.features()
	facesB, edgesB := second.features()
	switch c.kind {
	case cacheFaceFirst, cacheFaceSecond:
		return a < facesA && b < facesB
	case cacheEdges:
		return a < edgesA && b < edgesB
	}
	return c.kind <= cacheNeighbor
}

// features is how many faces and half-edges a pairCache may name; those of a triangle mesh are of one triangle.
func (s *Shape) features() (faces, edges int) {
	switch s.kind {
	case kindBox, kindHull:
		return len(s.hull.faces), len(s.hull.edges)
	case kindTriMesh:
		return 2, 6
	}
	return 2, 0 // caps
}
