package syndacate

import (
	"cmp"
	"slices"

	"mereo/assets/glyph"
)

// Frames are filmInterval seconds apart; motion is followed in steps of filmStep.
const (
	filmInterval      = 0.1
	filmStepsPerFrame = 24
	filmStep          = filmInterval / filmStepsPerFrame // 1/240 s
)

// filmTrack is what happens in a film: where its objects are in every frame.
type filmTrack struct {
	element // objects as they are at the start; lines are of no use
	frames  [][]filmObject
	events  []filmEvent

	bodies  []*rigidBody // of collisions; nil for the removed one
	removed int          // the object that is, -1 for none
}

// filmObject is an object in a frame.
type filmObject struct {
	pose     glyph.Pose
	velocity [3]float64 // of the center along x and y, and of the rotation
	absent   bool
}

// filmEventKind is a number in files.
type filmEventKind int32

const (
	wallEvent    filmEventKind = iota // an object meets a wall
	contactEvent                      // the strokes of two objects begin to touch, or two bodies do
	enterEvent
	leaveEvent

	filmEventKinds = iota
)

// Walls are the second party of a wallEvent.
const (
	leftWall = iota
	rightWall
	bottomWall
	topWall
)

// filmEvents is how many rows files have for the events of a film.
const filmEvents = 32

// filmEvent is one row of events before objects are replaced by their rows.
type filmEvent struct {
	step    int // of filmStep seconds, after which it has happened
	kind    filmEventKind
	a, b    int     // objects, or an object and a wall, or an object and -1
	impulse float64 // of collisions
}

// frame is the first frame at or after the event.
func (e filmEvent) frame() int { return (e.step + filmStepsPerFrame - 1) / filmStepsPerFrame }

// rows replaces objects by their rows, the lower one first.
func (t *filmTrack) rows(e filmEvent) (a, b int) {
	a, b = t.objectSlots[e.a], e.b
	if e.kind == contactEvent {
		b = t.objectSlots[e.b]
		a, b = min(a, b), max(a, b)
	}
	return a, b
}

// sortEvents brings events into the order of files.
func (t *filmTrack) sortEvents() {
	slices.SortStableFunc(t.events, func(x, y filmEvent) int {
		xa, xb := t.rows(x)
		ya, yb := t.rows(y)
		return cmp.Or(x.step-y.step, int(x.kind-y.kind), xa-ya, xb-yb)
	})
}

// put writes the rows of a film, and paints its pictures as still pictures of the same lines are painted.
func (t *filmTrack) put(c samplerConfig, to *table, i int) {
	e := t.element
	e.poses, e.absent = make([]glyph.Pose, len(e.poses)), make([]bool, len(e.poses))
	of := func(key string, k int) []float32 {
		all := row[float32](to, key, i)
		return tiled(all, k, len(all)/len(t.frames))
	}
	images := row[uint8](to, keyImages, i)
	for k, objects := range t.frames {
		for j, o := range objects {
			e.poses[j], e.absent[j] = o.pose, o.absent
			if !o.absent {
				putNumbers(of(keyVelocities, k)[3*e.objectSlots[j]:], o.velocity[:])
			}
		}
		e.build(c)
		e.putParts(c, of(keyParts, k))
		e.putObjects(c, of(keyObjects, k))
		if images != nil {
			e.draw(c, tiled(images, k, c.width*c.height))
		}
	}
	events, impulses := row[int32](to, keyEvents, i), row[float32](to, keyImpulses, i)
	for k, event := range t.events[:min(len(t.events), filmEvents)] {
		x, y := t.rows(event)
		copy(events[k*4:], []int32{int32(event.frame()), int32(event.kind), int32(x), int32(y)})
		if impulses != nil {
			impulses[k] = float32(event.impulse)
		}
	}
	t.putBodies(to, i)
}

// putBodies writes what bodies are like.
func (t *filmTrack) putBodies(to *table, i int) {
	for j, b := range t.bodies {
		if b == nil {
			continue
		}
		slot := t.objectSlots[j]
		row[float32](to, keyMass, i)[slot], row[float32](to, keyInertia, i)[slot] = float32(b.mass), float32(b.inertia)
		x, y := b.massOffset()
		putNumbers(row[float32](to, keyMassOffsets, i)[2*slot:], []float64{x, y})
		if joints := row[int32](to, keyJoints, i); joints != nil && j%2 == 1 && t.bodies[j-1] != nil {
			other := t.objectSlots[j-1]
			copy(joints[j/2*2:], []int32{int32(min(other, slot)), int32(max(other, slot))})
		}
	}
	if removed := row[int32](to, keyRemoved, i); removed != nil && t.removed >= 0 {
		removed[0] = int32(t.objectSlots[t.removed])
	}
}

// pose is the pose of an object whose center is at (x, y).
func poseAt(p glyph.Pose, x, y float64) glyph.Pose {
	p.X, p.Y = x/(1-p.Scale), y/(1-p.Scale)
	return p
}

// centerOf is the center of a pose in the plane.
func centerOf(p glyph.Pose) (x, y float64) {
	return float64(p.X * (1 - p.Scale)), float64(p.Y * (1 - p.Scale))
}
