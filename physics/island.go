package physics

import (
	"math"

	"mereo/engine/geom"
)

const (
	// restDrift is how far, as a share of its reach, no point of a body may stray for a while for the body to be at rest; at most
	// maxRestDrift meters. It is a way and not a speed, so that trembling does not count and creeping does.
	restDrift    = 0.003
	maxRestDrift = 0.0003
	// That while is restSwing times sqrt(reach/g), in each third of which what leaves an unstable balance or begins to fall strays much
	// farther than in the one before. It is restTime seconds at least.
	restSwing = 1.6
	restTime  = 0.5
	// fleeing is that ratio: steady acceleration has 5/3, a swing more, creep 1, and trembling none that lasts.
	fleeing = 1.5
	// restNoise is how far, as a share of what it may stray, a body trembles.
	restNoise = 0.001
)

// restState is where a body was when its rest began, or when a third of it was over.
type restState struct {
	time   float64 // seconds of rest since
	center geom.Vec3
	rot    geom.Quat
}

// displacement bounds how far any point of a body went between two poses, meters.
func (b *body) displacement(from, to *restState) float64 {
	turned := to.rot.Mul(from.rot.Conj())
	sine := math.Sqrt(float64(turned.X*turned.X) + float64(turned.Y*turned.Y) + float64(turned.Z*turned.Z))
	return to.center.Sub(from.center).Len() + float64(2*b.maxExtent*sine)
}

// timeToSleep is how long a body must rest before it sleeps, seconds.
func (w *World) timeToSleep(b *body) float64 {
	g := w.gravity.Len()
	if g == 0 {
		return restTime
	}
	return max(restTime, restSwing*math.Sqrt(b.maxExtent/g))
}

// updateRest notes how long a body has been at rest, and reports whether that is long enough.
func (w *World) updateRest(b *body, m *motion, dt float64) bool {
	now := restState{0, m.center, m.rot}
	limit := min(float64(restDrift*b.maxExtent), maxRestDrift)
	if b.displacement(&b.rest, &now) > limit {
		b.rest = now
		return false
	}
	while := w.timeToSleep(b)
	for third := range b.restThirds {
		if b.rest.time < float64(float64(third+1)/3*while) {
			b.restThirds[third] = now
		}
	}
	if b.rest.time += dt; b.rest.time < while {
		return false
	}
	first, second := b.displacement(&b.rest, &b.restThirds[0]), b.displacement(&b.restThirds[0], &b.restThirds[1])
	third := b.displacement(&b.restThirds[1], &now)
	if noise := float64(restNoise * limit); third > float64(fleeing*second)+noise && second > float64(fleeing*first)+noise {
		b.rest = now
		return false
	}
	return true
}

// sleep puts islands of resting bodies to sleep: bodies that touch or are joined, directly or through others that can move, rest
// together or not at all. They need support: something that cannot move, which they press on or are joined to; without it only what does
// not move at all and is not pulled sleeps.
func (w *World) sleep(dt float64) {
	resting := false
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		if b.typ != Dynamic {
			continue
		}
		if w.updateRest(b, m, dt) {
			resting = true
		}
		w.flags |= NotSettled
	}
	if w.noSleep || !resting {
		return
	}

	// Find islands by union-find; the root is the member with the lowest index.
	w.separate()
	for i := range w.constraints {
		k := &w.constraints[i]
		w.unite(k.a, k.b)
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		w.unite(j.a, j.b)
	}

	// An island rests when all of it does and something holds it. Its ring is closed by putting every member behind the root.
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		if b.typ != Dynamic {
			continue
		}
		if b.rest.time < w.timeToSleep(b) {
			w.parent[w.root(i)] |= restless
		}
		if w.gravity != (geom.Vec3{}) || m.v != (geom.Vec3{}) || m.w != (geom.Vec3{}) {
			w.parent[w.root(i)] |= loose
		}
	}
	w.markHeld()
	slept := false
	for _, i := range w.awake {
		b := &w.bodies[i]
		if b.typ != Dynamic {
			continue
		}
		r := w.root(i)
		if p := w.parent[r]; p&restless != 0 || p&loose != 0 && p&held == 0 {
			continue
		}
		b.asleep, slept = true, true
		b.next = i
		if r != i {
			root := &w.bodies[r]
			b.next, root.next = root.next, i
		}
		w.motions[i].v, w.motions[i].w = geom.Vec3{}, geom.Vec3{}
		w.padBody(i, dt)
	}
	if slept {
		w.listAwake = true
		w.listBodies()
		w.flags &^= NotSettled
		for _, i := range w.awake {
			if w.bodies[i].typ == Dynamic {
				w.flags |= NotSettled
			}
		}
	}
}

// separate makes every body that is awake an island.
func (w *World) separate() {
	if len(w.parent) < len(w.bodies) {
		w.parent = append(w.parent, make([]int32, len(w.bodies)-len(w.parent))...)
	}
	for _, i := range w.awake {
		w.parent[i] = i
	}
}

// Marks of the root of an island.
const (
	restless = int32(1) << (30 - iota) // a member does not rest
	loose                              // a member moves or is pulled
	held                               // something that cannot move holds a member
	marks    = restless | loose | held
)

// markHeld marks the islands that press on or are joined to what cannot move.
func (w *World) markHeld() {
	mark := func(a, b int32) {
		switch {
		case w.motions[a].invMass != 0 && w.motions[b].invMass == 0:
			w.parent[w.root(a)] |= held
		case w.motions[b].invMass != 0 && w.motions[a].invMass == 0:
			w.parent[w.root(b)] |= held
		}
	}
	for i := range w.constraints {
		k := &w.constraints[i]
		for _, p := range w.points[k.firstPoint : k.firstPoint+k.count] {
			if p.impulse > 0 {
				mark(k.a, k.b)
				break
			}
		}
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		mark(j.a, j.b)
	}
}

// root finds the island of a body, shortening the way for the next time.
func (w *World) root(i int32) int32 {
	for {
		p := w.parent[i] &^ marks
		if p == i {
			return i
		}
		if g := w.parent[p] &^ marks; g != p {
			w.parent[i] = g
		}
		i = p
	}
}

// unite joins the islands of two motions that impulses can move.
func (w *World) unite(a, b int32) {
	if w.motions[a].invMass == 0 || w.motions[b].invMass == 0 {
		return
	}
	a, b = w.root(a), w.root(b)
	if a < b {
		w.parent[b] = a
	} else {
		w.parent[a] = b
	}
}

// wake wakes a sleeping body and its island.
func (w *World) wake(i int32) {
	if !w.bodies[i].asleep {
		b := &w.bodies[i]
		b.rest = restState{0, w.motions[i].center, w.motions[i].rot}
		return
	}
	w.listAwake = true
	for w.bodies[i].asleep {
		b := &w.bodies[i]
		b.asleep = false
		b.rest = restState{0, w.motions[i].center, w.motions[i].rot}
		i = b.next
	}
}
