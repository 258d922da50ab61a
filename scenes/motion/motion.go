// Package motion films rigid bodies: where they are and how they move in each frame, and which of them meet in between. Equal worlds give equal bits.
package motion

import (
	"context"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// stepsPerSecond is how many steps a second has at least.
const stepsPerSecond = 240

// Rules of a film.
type Rules struct {
	FPS    float64
	Frames int // the first one is before anything moves
	// Impacts is how many there may be at most. If 0, there is no bound.
	Impacts int
}

// Film is what bodies do.
type Film struct {
	FPS     float64
	Frames  [][]State // by frame and body
	Impacts []Impact  // in the order of time
}

// State is how a body is in a frame.
type State struct {
	Pose              physics.Pose // world from body
	Velocity, Angular geom.Vec3    // of the center of mass, m/s, and rad/s, world
}

// Impact is that two bodies met at 0.1 m/s or more.
type Impact struct {
	Time     float64 // seconds from the first frame
	A, B     int     // numbers of the bodies; -1 for one that is not filmed, such as a floor
	Position geom.Vec3
	Normal   geom.Vec3 // unit, from A to B
	Impulse  geom.Vec3 // that B got, N s, with friction
}

// Shoot lets a world go on and films bodies of it, which it changes. ctx ends it between two steps. An error is a sentence without a subject before it.
func Shoot(ctx context.Context, w *physics.World, ids []physics.BodyID, r Rules) (*Film, error) {
	numbers := map[physics.BodyID]int{}
	for i, id := range ids {
		numbers[id] = i
	}
	number := func(id physics.BodyID) int {
		if i, ok := numbers[id]; ok {
			return i
		}
		return -1
	}
	steps := math.Ceil(stepsPerSecond / r.FPS)
	dt := 1 / float64(r.FPS*steps)
	f := &Film{FPS: r.FPS}
	w.RecordEvents(true)
	f.add(w, ids)
	for k := 1; k < r.Frames; k++ {
		for i := range int(steps) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			began := (float64(k-1) + float64(i)/steps) / r.FPS
			flags := w.Step(dt)
			if flags&physics.NotFinite != 0 {
				return nil, fmt.Errorf("a thing became too fast for numbers after %.3g s; give it less speed, or more mass", began)
			}
			if flags&physics.PairsLimited != 0 {
				return nil, fmt.Errorf("too many pairs of things were near each other after %.3g s; put them farther apart", began)
			}
			for e := range w.Events() {
				if e.Kind != physics.Impact {
					continue
				}
				if r.Impacts > 0 && len(f.Impacts) >= r.Impacts {
					return nil, fmt.Errorf("more than %d contacts came about within %.3g s; make a shorter film", r.Impacts, began)
				}
				f.Impacts = append(f.Impacts, Impact{max(0, began+e.Time), number(e.A.Body), number(e.B.Body), e.Position, e.Normal, e.Impulse})
			}
		}
		f.add(w, ids)
	}
	return f, nil
}

// add adds a frame.
func (f *Film) add(w *physics.World, ids []physics.BodyID) {
	states := make([]State, len(ids))
	for i, id := range ids {
		states[i] = State{w.Pose(id), w.Velocity(id), w.AngularVelocity(id)}
	}
	f.Frames = append(f.Frames, states)
}

// Collision is that two bodies came together, whatever they do until they part.
type Collision struct {
	Impact
	Frame int // the last one before it, from 0
	// Last is the time of the last impact of the two that belongs to it; Impulse is the sum of all of them.
	Last float64
}

// Collisions are those of bodies with each other, in the order of time. Impacts of two bodies belong together that follow each other within a time.
func (f *Film) Collisions(within float64) []Collision {
	var out []Collision
	last := map[[2]int]int{} // the last collision of two bodies
	for _, m := range f.Impacts {
		if m.A < 0 || m.B < 0 {
			continue
		}
		if m.A > m.B {
			m.A, m.B, m.Normal, m.Impulse = m.B, m.A, m.Normal.Scale(-1), m.Impulse.Scale(-1)
		}
		pair := [2]int{m.A, m.B}
		if i, ok := last[pair]; ok && m.Time-out[i].Last <= within {
			out[i].Last, out[i].Impulse = m.Time, out[i].Impulse.Add(m.Impulse)
			continue
		}
		last[pair] = len(out)
		out = append(out, Collision{Impact: m, Frame: min(int(m.Time*f.FPS), len(f.Frames)-1), Last: m.Time})
	}
	return out
}
