package physics

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
)

const (
	// bounceSpeed is the approach speed, m/s, below which nothing bounces: a ball that slow would rise half a millimeter.
	bounceSpeed = 0.1
	// bouncePasses is how often the impacts of a sub-step are gone through at most: so many bodies in a row pass an impact on.
	bouncePasses = 64
	// impactPasses bounds the search for the impulses of one impact, and impactExact is how exact they are, as a share of the speed.
	impactPasses = 200
	impactExact  = 1e-10
)

// impactEntry is a point that takes part in an impact.
type impactEntry struct {
	constraint int32
	point      int32 // number in the constraint
	p          impactPoint
	target     float64   // normal speed of B against A afterwards, m/s
	before     geom.Vec3 // velocity of B's point against A's along t1, t2 and the normal, m/s
}

// listBouncing lists the constraints with restitution, those between the same two bodies one after the other.
func (w *World) listBouncing() {
	w.bouncing = w.bouncing[:0]
	for i := range w.constraints {
		if w.constraints[i].restitute > 0 {
			w.bouncing = append(w.bouncing, int32(i))
		}
	}
	slices.SortStableFunc(w.bouncing, func(i, j int32) int {
		k, l := &w.constraints[i], &w.constraints[j]
		return cmp.Or(cmp.Compare(k.a, l.a), cmp.Compare(k.b, l.b))
	})
}

// bounce gives what hits within sub-step number sub of h seconds its new velocities, before forces act.
//
// All points between two bodies are one impact, so that a box that lands flat bounces off flat; pairs of bodies come one after the
// other, until no pair approaches, so that an impact runs through a row of balls. Guendelman, Bridson and Fedkiw 2003, "Nonconvex Rigid
// Bodies with Stacking", treat collisions before contacts in the same way.
func (w *World) bounce(sub int, h float64) {
	if len(w.bouncing) == 0 {
		return
	}
	for range bouncePasses {
		again := false
		for first := 0; first < len(w.bouncing); {
			k := &w.constraints[w.bouncing[first]]
			last := first + 1
			for last < len(w.bouncing) && w.constraints[w.bouncing[last]].a == k.a && w.constraints[w.bouncing[last]].b == k.b {
				last++
			}
			if w.solveImpact(w.bouncing[first:last], h) {
				w.sumImpact(sub, h)
				again = true
			}
			first = last
		}
		if !again {
			break
		}
	}
}

// solveImpact lets two bodies bounce off each other, if they hit within h seconds, and reports whether they did. The constraints are those
// between them.
//
// Newton's law of restitution for the normals, with all points that would be in contact at once (Moreau 1988, "Unilateral Contact and
// Dry Friction in Finite Freedom Dynamics"), and Coulomb's friction of the whole impulse. Where friction makes that gain energy, as it can
// on slanting impacts (Kane and Levinson 1985), the rebound is smaller, so that none is gained.
func (w *World) solveImpact(constraints []int32, h float64) bool {
	k := &w.constraints[constraints[0]]
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	if !slices.ContainsFunc(constraints, w.approaches) {
		return false
	}
	w.impact = w.impact[:0]
	fastest := 0.0
	for _, i := range constraints {
		fastest = max(fastest, w.gatherImpact(i, h))
	}
	if fastest == 0 {
		return false
	}
	va, wa, vb, wb := ma.v, ma.w, mb.v, mb.w
	w.solveImpactNormals(ma, mb, fastest)
	if w.work(ma, mb) > 0 {
		full := [4]geom.Vec3{ma.v, ma.w, mb.v, mb.w}
		impulses := make([][3]float64, len(w.impact))
		for i := range w.impact {
			p := &w.impact[i].p
			impulses[i] = [3]float64{p.impulse, p.impulse1, p.impulse2}
			p.impulse, p.impulse1, p.impulse2 = 0, 0, 0
			w.impact[i].target = min(w.impact[i].target, 0)
		}
		ma.v, ma.w, mb.v, mb.w = va, wa, vb, wb
		w.solveImpactNormals(ma, mb, fastest)
		w.blend(ma, mb, full, impulses)
	}
	for i := range w.impact {
		q := &w.impact[i]
		if q.p.impulse > 0 { // impulses from before the impact hold no more
			c := &w.constraints[q.constraint]
			for j := c.firstPoint; j < c.firstPoint+c.count; j++ {
				w.points[j].impulse, w.points[j].friction1, w.points[j].friction2 = 0, 0, 0
			}
		}
	}
	return true
}

// approaches tells whether a point of a constraint approaches fast enough to bounce: the speed that gatherImpact finds, without what it needs
// masses for. Most contacts are at rest or roll.
func (w *World) approaches(i int32) bool {
	k := &w.constraints[i]
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	along := mb.v.Sub(ma.v).Dot(k.normal)
	for j := k.firstPoint; j < k.firstPoint+k.count; j++ {
		var turnA, turnB geom.Vec3
		if k.rolls > 0 {
			r := &w.rollingPoints[w.rolling[k.rolls-1].firstPoint+j-k.firstPoint].p
			turnA, turnB = r.a.n.turn, r.b.n.turn
		} else {
			at, half := w.impactPlace(j, k)
			turnB = at.Add(half).Sub(mb.center.Sub(mb.moved)).Cross(k.normal)
			if k.a != 0 {
				turnA = at.Sub(half).Sub(ma.center.Sub(ma.moved)).Cross(k.normal)
			}
		}
		if along+mb.w.Dot(turnB)-ma.w.Dot(turnA) < -bounceSpeed {
			return true
		}
	}
	return false
}

// impactPlace is the middle between the points of both surfaces that will meet at point j, as of the start of the step, and half of the way
// from A's to B's.
func (w *World) impactPlace(j int32, k *constraint) (at, half geom.Vec3) {
	from := &w.sources[j]
	return w.contact(from.contact).manifold.points[from.index].at, k.normal.Scale(0.5 * w.points[j].separation)
}

// gatherImpact adds the points of a constraint that touch within h seconds to those of the impact, and returns the fastest speed of
// approach of a point that bounces, 0 for none.
func (w *World) gatherImpact(i int32, h float64) float64 {
	k := &w.constraints[i]
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	acceleration := w.gravityAlong(k)
	nowA, nowB := w.inertiaNow(k.a), w.inertiaNow(k.b)
	fastest := 0.0
	moved := mb.moved.Sub(ma.moved).Dot(k.normal)
	for j := k.firstPoint; j < k.firstPoint+k.count; j++ {
		o := &w.points[j]
		q := impactEntry{constraint: i, point: j - k.firstPoint}
		p := &q.p
		at, half := w.impactPlace(j, k)
		p.b = k.arm(at.Add(half).Sub(mb.center.Sub(mb.moved)), &nowB)
		if k.a != 0 {
			p.a = k.arm(at.Sub(half).Sub(ma.center.Sub(ma.moved)), &nowA)
		}
		s := o.now
		if k.rolls > 0 {
			r := &w.rollingPoints[w.rolling[k.rolls-1].firstPoint+q.point].p
			p.a, p.b = r.a.renewed(&nowA), r.b.renewed(&nowB)
		} else {
			s = o.separation + moved + mb.turned.Dot(p.b.n.turn) - ma.turned.Dot(p.a.n.turn)
		}
		p.prepare(ma.invMass + mb.invMass)
		q.before = q.p.velocity(ma, mb, k)
		v := q.before.Z
		if s+float64(h*(v+float64(h*acceleration))) > 0 { // the solver would let it go on
			continue
		}
		s = max(s, 0)
		q.target = -s / h
		if v < -bounceSpeed {
			// Up to the surface gravity acts; off it, the same way back.
			fall := float64(2 * acceleration * s)
			hit2 := max(0, float64(v*v)-fall)
			q.target = math.Sqrt(max(0, float64(k.restitute*k.restitute*hit2)+fall))
			fastest = max(fastest, -v)
		}
		w.impact = append(w.impact, q)
	}
	return fastest
}

// gravityAlong is with which acceleration gravity brings B against A along the normal, m/s2.
func (w *World) gravityAlong(k *constraint) float64 {
	g := 0.0
	if w.motions[k.b].invMass != 0 {
		g = w.gravity.Dot(k.normal)
	}
	if w.motions[k.a].invMass != 0 {
		g -= w.gravity.Dot(k.normal)
	}
	return g
}

// renewed is an arm with another inverse inertia.
func (a *arm) renewed(invInertia *geom.Mat3) arm {
	to := func(l *lever) lever { return lever{l.turn, mulSym(invInertia, l.turn)} }
	return arm{to(&a.n), to(&a.t1), to(&a.t2)}
}

// inertiaNow is the inverse inertia of a motion along the world's axes as the body is turned now, not when the step began: impacts
// with another one would gain or lose energy.
func (w *World) inertiaNow(i int32) geom.Mat3 {
	if i == 0 {
		return geom.Mat3{}
	}
	r := w.motions[i].rot.Mat3()
	now := rotatedSym(&w.bodies[i].invInertia, &r)
	if thick := w.bodies[i].inertiaScale; thick > 1 {
		now = scaled(&now, 1/thick)
	}
	return now
}

// solveImpactNormals finds the impulses with which every point has its target speed or leaves faster, and applies them.
func (w *World) solveImpactNormals(ma, mb *motion, speed float64) {
	for range impactPasses {
		change := 0.0
		for i := range w.impact {
			q := &w.impact[i]
			k, p := &w.constraints[q.constraint], &q.p
			d := p.addNormal(float64(-p.normalMass * (q.p.velocity(ma, mb, k).Z - q.target)))
			p.push(ma, mb, k, d, 0, 0)
			v := q.p.velocity(ma, mb, k)
			d1, d2 := p.addFriction(k.friction, v.X, v.Y)
			p.push(ma, mb, k, 0, d1, d2)
			change = max(change, (abs(d)+abs(d1)+abs(d2))/p.normalMass)
		}
		if change <= float64(impactExact*speed) {
			return
		}
	}
}

// work is the energy that the impulses of the impact gave to the bodies, joules: impulse times the mean of the velocities before and
// after, over all points. What is lost by rounding counts as none.
func (w *World) work(ma, mb *motion) float64 {
	sum, size := 0.0, 0.0
	for i := range w.impact {
		q := &w.impact[i]
		p := &q.p
		v := q.p.velocity(ma, mb, &w.constraints[q.constraint]).Add(q.before)
		e := float64(p.impulse*v.Z) + float64(p.impulse1*v.X) + float64(p.impulse2*v.Y)
		sum += e
		size += float64(p.impulse * abs(q.before.Z))
	}
	if sum <= float64(1e-9*size) {
		return 0
	}
	return 0.5 * sum
}

// blend makes the velocities those between the ones without rebound, which they are, and the full ones at which no energy is gained.
func (w *World) blend(ma, mb *motion, full [4]geom.Vec3, impulses [][3]float64) {
	none := [4]geom.Vec3{ma.v, ma.w, mb.v, mb.w}
	least := make([][3]float64, len(w.impact))
	for i := range w.impact {
		p := &w.impact[i].p
		least[i] = [3]float64{p.impulse, p.impulse1, p.impulse2}
	}
	set := func(share float64) {
		ma.v, ma.w = none[0].Lerp(full[0], share), none[1].Lerp(full[1], share)
		mb.v, mb.w = none[2].Lerp(full[2], share), none[3].Lerp(full[3], share)
		for i := range w.impact {
			p := &w.impact[i].p
			p.impulse = least[i][0] + float64(share*(impulses[i][0]-least[i][0]))
			p.impulse1 = least[i][1] + float64(share*(impulses[i][1]-least[i][1]))
			p.impulse2 = least[i][2] + float64(share*(impulses[i][2]-least[i][2]))
		}
	}
	low, high := 0.0, 1.0
	for range 40 {
		middle := 0.5 * (low + high)
		if set(middle); w.work(ma, mb) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	set(low)
}
