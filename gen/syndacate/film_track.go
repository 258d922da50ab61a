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

// pose is the pose of an object whose center is at (x, y).
func poseAt(p glyph.Pose, x, y float64) glyph.Pose {
	p.X, p.Y = x/(1-p.Scale), y/(1-p.Scale)
	return p
}

// centerOf is the center of a pose in the plane.
func centerOf(p glyph.Pose) (x, y float64) {
	return float64(p.X * (1 - p.Scale)), float64(p.Y * (1 - p.Scale))
}
