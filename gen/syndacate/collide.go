package syndacate

import (
	"slices"

	"mereo/assets/glyph"
)

// Films with collisions have, after the arrays of other films,
//
//	mass          float32 (N, O)       density times area, in units of the plane
//	inertia       float32 (N, O)       about the center of mass
//	mass_offsets  float32 (N, O, 2)    from the center of the pose to the center of mass, of the object at rotation 0
//	impulses      float32 (N, 32)      of each event: the sum of its normal impulses up to its frame
//	joints        int32   (N, K/2, 2)  variant joint: pairs of rows joined by springs, -1 where there are none
//	removed       int32   (N)          option c: the row of the object that is missing, -1 where it would be the only one
//
// A body is the strokes of a letter or word with round ends; positions and velocities in the files are those of poses, whose
// center is that of the bounds and not that of mass. A contact is an event when a pair has not pushed each other in the step
// of 1/240 s before; of several in one frame there is one.
//
// Trajectories come from floating-point arithmetic of Box2D, which fuses products into sums on processors where Go does (not
// on amd64): files with collisions repeat on one kind of processor. Where their films begin is exact everywhere.

// CollideVariants are the kinds of collisions beside the plain one: elastic loses no energy, in sticky nothing bounces, in
// heavy bright objects are dense, in magnet like classes attract and others repel each other, in joint springs hold pairs.
var CollideVariants = []string{elasticVariant, stickyVariant, heavyVariant, magnetVariant, jointVariant}

const (
	elasticVariant = "elastic"
	stickyVariant  = "sticky"
	heavyVariant   = "heavy"
	magnetVariant  = "magnet"
	jointVariant   = "joint"
)

// collideRules are what bodies obey.
type collideRules struct {
	restitution, friction, gravity float64
	bounceSpeed                    float64                                  // what meets more slowly does not bounce
	force                          func(i, j int, distance float64) float64 // along the line of centers, positive attracts
}

// Numbers of the variants, in units of the plane, seconds and units of area as masses.
const (
	magnetStrength  = 0.05 // force at distance 1
	magnetCap       = 2    // largest force
	springLength    = 0.5
	springStiffness = 20
	fall            = -1.5 // per second and second, along y
)

func newCollideRules(o FilmOptions, classes []int) collideRules {
	r := collideRules{restitution: 0.9, friction: 0.2, bounceSpeed: 0.05}
	if o.Gravity {
		r.gravity = fall
	}
	switch o.Variant {
	case elasticVariant:
		r.restitution, r.friction = 1, 0
		r.bounceSpeed = 0.0005 // otherwise slow contacts would take up to a percent of the energy
	case stickyVariant:
		r.restitution = 0
	case magnetVariant:
		r.force = func(i, j int, d float64) float64 {
			f := min(magnetCap, magnetStrength/float64(d*d))
			if classes[i] != classes[j] {
				return -f
			}
			return f
		}
	case jointVariant:
		r.force = func(i, j int, d float64) float64 {
			if !jointed(i, j) {
				return 0
			}
			return float64(springStiffness * (d - springLength))
		}
	}
	return r
}

// jointed tells whether i < j are a pair: 0 and 1, 2 and 3, and so on.
func jointed(i, j int) bool { return i%2 == 0 && j == i+1 }

// density is mass per unit of area.
func (o FilmOptions) density(p glyph.Pose) float64 {
	if o.Variant == heavyVariant {
		return float64(4*p.Brightness) - 1
	}
	return 1
}

// collide makes a film of bodies.
func collide(o FilmOptions, s *collideStart) *filmTrack {
	t := &filmTrack{element: s.element, bodies: slices.Clone(s.bodies), removed: -1}
	if o.Removed && s.removed >= 0 {
		t.removed = s.removed
		t.bodies[s.removed] = nil
	}
	w := newCollideWorld(newCollideRules(o, s.classes), t.bodies, s.states)
	recorder := newPushRecorder(len(t.bodies))
	for step := range (o.Frames-1)*filmStepsPerFrame + 1 {
		if step > 0 {
			w.step()
			recorder.record(step, w.impulse)
		}
		if step%filmStepsPerFrame == 0 {
			objects := make([]filmObject, len(t.bodies))
			for i, b := range t.bodies {
				if b == nil {
					objects[i] = filmObject{pose: s.poses[i], absent: true}
				} else {
					objects[i] = b.poseIn(w.state(i))
				}
			}
			t.frames = append(t.frames, objects)
		}
	}
	t.events = recorder.events
	t.sortEvents()
	return t
}

// pushRecorder makes events out of impulses.
type pushRecorder struct {
	n      int
	pushed []bool // by pair, in the step before
	latest []int  // by pair, its last event, -1 for none
	events []filmEvent
}

func newPushRecorder(n int) *pushRecorder {
	return &pushRecorder{n: n, pushed: make([]bool, n*(n+4)), latest: slices.Repeat([]int{-1}, n*(n+4))}
}

// record takes the impulses of a step.
func (r *pushRecorder) record(step int, impulses []float64) {
	for pair, impulse := range impulses {
		before := r.pushed[pair]
		r.pushed[pair] = impulse > 0
		if impulse == 0 {
			continue
		}
		e := filmEvent{step: step, kind: contactEvent, a: pair / (r.n + 4), b: pair % (r.n + 4)}
		if e.b >= r.n {
			e.kind, e.b = wallEvent, e.b-r.n
		}
		last := r.latest[pair]
		if last >= 0 && r.events[last].frame() == e.frame() {
			r.events[last].impulse += impulse
		} else if !before {
			e.impulse = impulse
			r.latest[pair] = len(r.events)
			r.events = append(r.events, e)
		}
	}
}
