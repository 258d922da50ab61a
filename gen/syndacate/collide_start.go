package syndacate

import (
	"fmt"
	"math"

	"mereo/assets/glyph"
	"mereo/engine/geom"
	"mereo/scenes/numpyrng"
)

// collideStart is how bodies begin.
type collideStart struct {
	element
	bodies  []*rigidBody
	states  []motionState
	removed int // which object may be left out, -1 where there is but one
}

// Ranges of motion, and what is tried until bodies are apart.
var (
	collideSpeeds = [2]float64{0.3, 1}    // of centers of mass, units of the plane per second
	collideOmegas = [2]float64{-1.5, 1.5} // radians per second
	crowdedScales = [2]float64{0.2, 0.35} // when there is no room for larger ones
)

const (
	collideGap   = 0.03 // units of the plane between bodies
	collideTries = 1000
)

// drawCollision draws how film i begins: objects as in still pictures, their poses again until they are apart and between the
// walls; then velocities; then which object would be missing.
func drawCollision(o FilmOptions, i int) (*collideStart, error) {
	config := o.config()
	stream := sampler{config: config, generator: *modeStream(o.Seed, interactionRandom, i)}
	g := &stream.generator
	s := &collideStart{removed: -1}
	stream.next(&s.element)
	ranges := charRanges
	if o.Words {
		ranges = wordRanges
	}
	apart := false
	for try := 0; try < 2*collideTries && !apart; try++ {
		if try == collideTries {
			ranges[3] = crowdedScales
		}
		if try > 0 {
			for j := range s.poses {
				s.poses[j] = drawPose(g, &ranges)
			}
		}
		apart = s.place(o, g, config.shapes())
	}
	if !apart {
		return nil, fmt.Errorf("syndacate: film %d: no room for %d bodies after %d tries; allow fewer objects",
			i, len(s.poses), 2*collideTries)
	}
	for j, b := range s.bodies {
		m := &s.states[j]
		m.x, m.y = b.x, b.y
		m.vx, m.vy = drawVelocity(g, collideSpeeds)
		m.omega = -g.Uniform(collideOmegas[0], collideOmegas[1])
	}
	if n := len(s.bodies); n > 1 {
		s.removed = g.Integers(0, n)
	}
	return s, nil
}

// place makes bodies of the poses and tells whether they are apart and between the walls. Second ones of pairs on a spring are
// first moved to where it has its rest length, in a random direction.
func (s *collideStart) place(o FilmOptions, g *numpyrng.Generator, shapes []glyph.Shape) bool {
	n := len(s.poses)
	s.bodies, s.states = make([]*rigidBody, n), make([]motionState, n)
	lines := make([][]glyph.Line, n)
	for j := range s.poses {
		b := newRigidBody(shapes[s.classes[j]].Append(nil, s.poses[j]), s.poses[j], o.halfWidth(s.poses[j]), o.density(s.poses[j]))
		if o.Variant == jointVariant && j%2 == 1 {
			sin, cos := geom.SinCos(g.Uniform(-math.Pi, math.Pi))
			mate := s.bodies[j-1]
			b.x, b.y = mate.x+float64(springLength*cos), mate.y+float64(springLength*sin)
			b.pose = poseAt(b.pose, b.x+b.dx, b.y+b.dy)
			s.poses[j] = b.pose
		}
		lines[j] = b.linesIn(nil, motionState{x: b.x, y: b.y})
		s.bodies[j] = b
	}
	for j := range lines {
		if wallDepth(lines[j], s.bodies[j].radius) > 0 {
			return false
		}
		for k := range j {
			if strokeDepth(lines[j], lines[k], s.bodies[j].radius+s.bodies[k].radius) > -collideGap {
				return false
			}
		}
	}
	return true
}
