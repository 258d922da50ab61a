package physics

import (
	"math"

	"mereo/engine/geom"
)

const (
	// restDrift is how far, in metres, no point of a body may stray for restTime seconds for the body to be at rest. It
	// is a way and not a speed, so that trembling does not count and creeping does: what leaves an unstable balance
	// grows several-fold in that time.
	restDrift = 0.0003
	restTime  = 0.5
)

// sleep puts islands of resting bodies to sleep: bodies that touch or are joined, directly or through others that can
// move, rest together or not at all.
func (w *World) sleep(dt float64) {
	resting := false
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		if b.typ != Dynamic {
			continue
		}
		// How far the farthest point went since rest began, at most.
		d := m.center.Sub(b.restCenter).Len()
		turned := m.rot.Mul(b.restRot.Conj())
		d += float64(2 * b.reach * math.Sqrt(float64(turned.X*turned.X)+float64(turned.Y*turned.Y)+float64(turned.Z*turned.Z)))
		if d > restDrift {
			b.restTime, b.restCenter, b.restRot = 0, m.center, m.rot
		} else {
			b.restTime += dt
		}
		if b.restTime >= restTime {
			resting = true
		}
		w.flags |= NotSettled
	}
	if w.noSleep || !resting {
		return
	}

	// Find islands by union-find; the root is the member with the lowest index.
	if len(w.parent) < len(w.bodies) {
		w.parent = append(w.parent, make([]int32, len(w.bodies)-len(w.parent))...)
	}
	for _, i := range w.awake {
		w.parent[i] = i
	}
	for i := range w.constraints {
		k := &w.constraints[i]
		w.unite(k.a, k.b)
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		w.unite(j.a, j.b)
	}

	// An island rests when all of it does. Its ring is closed by putting every member behind the root.
	for _, i := range w.awake {
		if b := &w.bodies[i]; b.typ == Dynamic && b.restTime < restTime {
			w.parent[w.root(i)] |= stirred
		}
	}
	slept := false
	for _, i := range w.awake {
		b := &w.bodies[i]
		if b.typ != Dynamic {
			continue
		}
		r := w.root(i)
		if w.parent[r]&stirred != 0 {
			continue
		}
		b.asleep, slept = true, true
		b.next = i
		if r != i {
			root := &w.bodies[r]
			b.next, root.next = root.next, i
		}
		w.motions[i].v, w.motions[i].w = geom.Vec3{}, geom.Vec3{}
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

// stirred marks the root of an island that does not rest.
const stirred = int32(1) << 30

// root finds the island of a body, shortening the way for the next time.
func (w *World) root(i int32) int32 {
	for {
		p := w.parent[i] &^ stirred
		if p == i {
			return i
		}
		if g := w.parent[p] &^ stirred; g != p {
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
		b.restTime, b.restCenter, b.restRot = 0, w.motions[i].center, w.motions[i].rot
		return
	}
	w.listAwake = true
	for w.bodies[i].asleep {
		b := &w.bodies[i]
		b.asleep = false
		b.restTime, b.restCenter, b.restRot = 0, w.motions[i].center, w.motions[i].rot
		i = b.next
	}
}
