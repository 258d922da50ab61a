package physics

import (
	"slices"

	"mereo/engine/geom"
)

const (
	// contactHertz is how stiff contacts are: what lies on the ground sinks in by g/(2*pi*f)^2, 4 micrometers at twice this
	// frequency, and a stack of 15 boxes is compressed by some millimeters. At half of it that stack leans and falls, at
	// twice it the stack trembles. Contacts may not be stiffer than a quarter of the sub-step rate, above which the spring
	// is no longer resolved. Contacts with what cannot move are twice as stiff, so that a stack is squeezed from below, not
	// from above.
	contactHertz = 120.0
	// contactDamping is far above critical: overlaps are pushed out slowly and without bounce.
	contactDamping = 10.0
	// smallReach is how far, in meters, a body reaches at most for all of its contacts to be that stiff: how deep a stack sinks in
	// does not depend on its size, and by as much one of millimeters would lean.
	smallReach = 0.01
	// maxPush is the fastest that overlap is pushed out, m/s.
	maxPush = 3.0
)

// constraint is a patch of contact while it is solved: all points between two bodies with one normal.
//
// What it needs of the bodies is how fast they move against each other and turn against each other in the frame of the patch,
// six numbers, and it acts on them by six: a force and a torque about the origin of that frame. Axes 1, 2 and 3 are t1, t2 and
// normal; the origin is the middle of the points. Levers are as of the start of the step.
type constraint struct {
	a, b       int32 // motions; a is 0 for what does not move
	flipped    bool  // a belongs to the contacts' B
	rolls      int32 // its number in World.rolling, from 1: its points are found anew in every sub-step; 0 if not
	resists    int32 // its number in World.resisting, from 1; 0 without rolling and spinning friction
	firstPoint int32
	count      int32
	soft       softness
	friction   float64
	restitute  float64
	t1, t2     geom.Vec3
	normal     geom.Vec3
	armA, armB geom.Vec3 // from the centers of mass to the origin, in the frame of the patch
	normals    symmetric // how the approach of the origin and turning about t1 and t2 give way to a force along the normal and torques about these
	rubs       patchFriction
	// cross is how impulses of the normals change the slip along t1, along t2 and about the normal: columns are a force along the
	// normal and torques about t1 and t2.
	cross geom.Mat3
}

// point is a point of a constraint.
type point struct {
	x, y float64 // in the frame of the patch
	// The separation when the step began, and now. It changes by the normal part of how the two points moved, to first order.
	separation, now      float64
	normalMass           float64 // that an impulse along the normal meets
	impulse              float64 // N s
	friction1, friction2 float64 // N s along t1 and t2
	share                float64 // of the load when the sub-step began
	aim, gain            float64 // while normals are solved: the next impulse, and by how much it falls with the speed at the point
}

// source says where a point comes from.
type source struct {
	contact int32
	index   int8 // in the contact's manifold
	corner  bool // it was chosen to stand for others
}

// symmetric is a symmetric 3x3 matrix.
type symmetric struct{ xx, xy, xz, yy, yz, zz float64 }

func (s *symmetric) mul(v geom.Vec3) geom.Vec3 {
	return geom.Vec3{
		X: float64(s.xx*v.X) + float64(s.xy*v.Y) + float64(s.xz*v.Z),
		Y: float64(s.xy*v.X) + float64(s.yy*v.Y) + float64(s.yz*v.Z),
		Z: float64(s.xz*v.X) + float64(s.yz*v.Y) + float64(s.zz*v.Z),
	}
}

// addCompliance adds the inverse mass of one of the bodies, as it is seen from the origin, to that of the patch. arm goes from its center
// of mass to the origin, in the frame of the patch.
//
// A force f and a torque m at the origin turn the body by J (m + arm x f), with its inverse inertia J in the frame of the patch.
func (k *constraint) addCompliance(m *motion, arm geom.Vec3) {
	u1, u2, u3 := mulSym(&m.invInertia, k.t1), mulSym(&m.invInertia, k.t2), mulSym(&m.invInertia, k.normal)
	j11, j12, j13 := k.t1.Dot(u1), k.t1.Dot(u2), k.t1.Dot(u3)
	j22, j23, j33 := k.t2.Dot(u2), k.t2.Dot(u3), k.normal.Dot(u3)
	p, q, r := arm.X, arm.Y, arm.Z

	n1 := float64(q*j11) - float64(p*j12)
	n2 := float64(q*j12) - float64(p*j22)
	n := &k.normals
	n.xx += m.invMass + float64(q*n1) - float64(p*n2)
	n.xy += n1
	n.xz += n2
	n.yy += j11
	n.yz += j12
	n.zz += j22

	// J times arm x t1, arm x t2.
	a := geom.Vec3{X: float64(j12*r) - float64(j13*q), Y: float64(j22*r) - float64(j23*q), Z: float64(j23*r) - float64(j33*q)}
	b := geom.Vec3{X: float64(j13*p) - float64(j11*r), Y: float64(j23*p) - float64(j12*r), Z: float64(j33*p) - float64(j13*r)}
	s := &k.rubs.compliance
	s.xx += m.invMass + float64(r*a.Y) - float64(q*a.Z)
	s.xy += float64(r*b.Y) - float64(q*b.Z)
	s.xz += a.Z
	s.yy += m.invMass - float64(r*b.X) + float64(p*b.Z)
	s.yz += b.Z
	s.zz += j33

	x := &k.cross
	x.X = x.X.Add(geom.Vec3{X: float64(q*a.X) - float64(p*a.Y), Y: float64(q*b.X) - float64(p*b.Y), Z: float64(q*j13) - float64(p*j23)})
	x.Y = x.Y.Add(geom.Vec3{X: a.X, Y: b.X, Z: j13})
	x.Z = x.Z.Add(geom.Vec3{X: a.Y, Y: b.Y, Z: j23})
}

// prepareContacts makes constraints of the patches. ratio is that of this
// step's sub-step to the last one's.
func (w *World) prepareContacts(h, ratio float64) {
	w.constraints = slices.Grow(w.constraints[:0], len(w.patches))[:len(w.patches)]
	w.points, w.sources, w.resisting = w.points[:0], w.sources[:0], w.resisting[:0]
	soft := soften(min(contactHertz, 0.25/h), contactDamping, h)
	hard := soften(min(2*contactHertz, 0.25/h), contactDamping, h)
	for i := range w.patches {
		p := &w.patches[i]
		c := w.contact(w.touching[p.first].contact)
		k := &w.constraints[i]
		*k = constraint{}
		k.a, k.b, k.flipped, k.soft = p.a, p.b, p.flipped, soft
		k.friction, k.restitute, k.normal = c.friction, c.restitution, c.manifold.normal
		if p.flipped {
			k.normal = k.normal.Neg()
		}
		small := min(w.bodies[c.bodyA].maxExtent, w.bodies[c.bodyB].maxExtent) < smallReach
		if w.motions[k.a].invMass == 0 || w.motions[k.b].invMass == 0 || small {
			k.soft = hard
		}
		k.t1, k.t2 = geom.Basis(k.normal)
		w.gatherPoints(p, ratio)
		if p.first != p.last {
			w.prunePatch(k)
		}
		w.prepare(k)
		if c.rolling > 0 || c.spinning > 0 {
			w.addResistance(k, p, ratio)
		}
	}
	w.listBouncing()
}

// candidate is a point that may become one of a constraint.
type candidate struct {
	at         geom.Vec3 // world
	separation float64
	impulse    float64
	friction   geom.Vec3 // N s on the constraint's B, world
	contact    int32
	index      int8
	// While points are thinned out: the place in the frame of the patch, and along and across the line between two corners, as a share of
	// its length and as an area; whether the point is a corner, now and in the step before.
	x, y, along, across float64
	corner, wasCorner   bool
}

// prepare computes a constraint of the points that were gathered.
func (w *World) prepare(k *constraint) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	var origin geom.Vec3
	for i := range w.candidates {
		origin = origin.Add(w.candidates[i].at)
	}
	origin = origin.Scale(1 / float64(len(w.candidates)))

	// How the bodies give way.
	k.armB = k.inFrame(origin.Sub(mb.center))
	k.addCompliance(mb, k.armB)
	if k.a != 0 {
		k.armA = k.inFrame(origin.Sub(ma.center))
		k.addCompliance(ma, k.armA)
	}

	// Points.
	first, n := len(w.points), len(w.candidates)
	k.firstPoint, k.count = int32(first), int32(n)
	w.points, w.sources = slices.Grow(w.points, n)[:first+n], slices.Grow(w.sources, n)[:first+n]
	points, sources := w.points[first:], w.sources[first:]
	for i := range w.candidates {
		p, q := &points[i], &w.candidates[i]
		r := q.at.Sub(origin)
		p.x, p.y = r.Dot(k.t1), r.Dot(k.t2)
		p.separation, p.now, p.impulse = q.separation, q.separation, q.impulse
		p.friction1, p.friction2 = q.friction.Dot(k.t1), q.friction.Dot(k.t2)
		p.normalMass = 1 / p.speed(k.normals.mul(geom.Vec3{X: 1, Y: p.y, Z: -p.x}))
		p.share, p.aim, p.gain = 0, 0, 0
		sources[i] = source{q.contact, q.index, q.corner}
	}
	k.rubs.prepare(len(w.candidates))
}

// inFrame is a vector along the axes of the patch.
func (k *constraint) inFrame(v geom.Vec3) geom.Vec3 {
	return geom.Vec3{X: v.Dot(k.t1), Y: v.Dot(k.t2), Z: v.Dot(k.normal)}
}

// outOfFrame is a vector along the axes of the world.
func (k *constraint) outOfFrame(v geom.Vec3) geom.Vec3 {
	return geom.Vec3{
		X: float64(v.X*k.t1.X) + float64(v.Y*k.t2.X) + float64(v.Z*k.normal.X),
		Y: float64(v.X*k.t1.Y) + float64(v.Y*k.t2.Y) + float64(v.Z*k.normal.Y),
		Z: float64(v.X*k.t1.Z) + float64(v.Y*k.t2.Z) + float64(v.Z*k.normal.Z),
	}
}

// speed is that of B's point against A's along the normal, when the origin goes at v.X and the bodies turn against each other
// at v.Y and v.Z about t1 and t2.
func (p *point) speed(v geom.Vec3) float64 {
	return v.X + float64(p.y*v.Y) - float64(p.x*v.Z)
}
