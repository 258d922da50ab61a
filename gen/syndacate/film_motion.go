package syndacate

import (
	"math"

	"mereo/assets/glyph"
	"mereo/engine/geom"
	"mereo/scenes/numpyrng"
)

// filmMotion is how an object moves where nothing but walls stops it: its center at constant speed, its rotation evenly.
type filmMotion struct {
	start          glyph.Pose
	x, y, vx, vy   float64
	omega          float64
	swings         [3]filmSwing // of scale, wideness, italic
	enters, leaves int          // frames; it is there in enters to leaves-1
}

// filmSwing is amplitude*sin(2 pi t/period) around a value.
type filmSwing struct{ amplitude, period float64 }

func (s filmSwing) at(t float64) float64 {
	if s.amplitude == 0 {
		return 0
	}
	return float64(s.amplitude * geom.Sin(2*math.Pi*t/s.period))
}

// Ranges of motion.
var (
	filmSpeeds = [2]float64{0.2, 0.8} // units of the plane per second
	filmOmegas = [2]float64{-1, 1}    // radians per second
	filmSwings = [2]float64{1, 4}     // periods in seconds
)

const (
	filmSwingShare  = 0.2 // of the range of a value is the amplitude of its swing
	filmEnterChance = 0.1 // of an object to enter after the start, and of one to leave before the end
)

// drawVelocity draws a velocity of uniform direction and speed.
func drawVelocity(g *numpyrng.Generator, speeds [2]float64) (vx, vy float64) {
	angle := g.Uniform(-math.Pi, math.Pi)
	speed := g.Uniform(speeds[0], speeds[1])
	sin, cos := geom.SinCos(angle)
	return float64(speed * cos), float64(speed * sin)
}

// drawMotions draws the motion of all objects, then their swings, then when they come and go, so that the options change
// nothing else.
func drawMotions(g *numpyrng.Generator, o FilmOptions, poses []glyph.Pose) []filmMotion {
	motions := make([]filmMotion, len(poses))
	for i, p := range poses {
		m := &motions[i]
		*m = filmMotion{start: p, leaves: o.Frames}
		m.x, m.y = centerOf(p)
		m.vx, m.vy = drawVelocity(g, filmSpeeds)
		m.omega = g.Uniform(filmOmegas[0], filmOmegas[1])
	}
	if o.Drift {
		for i := range motions {
			for j, value := range [...]int{3, 0, 1} { // of scale, wideness, italic in poseRanges
				r := charRanges[value]
				motions[i].swings[j] = drawSwing(g, filmSwingShare*(r[1]-r[0]))
			}
		}
	}
	if o.Appear {
		for i := range motions {
			m := &motions[i]
			if g.Float64() < filmEnterChance {
				m.enters = g.Integers(1, o.Frames)
			}
			if g.Float64() < filmEnterChance && m.enters+1 < o.Frames {
				m.leaves = g.Integers(m.enters+1, o.Frames)
			}
		}
	}
	return motions
}

// drawSwing draws a period and whether the value rises or falls first.
func drawSwing(g *numpyrng.Generator, amplitude float64) filmSwing {
	s := filmSwing{amplitude: amplitude, period: g.Uniform(filmSwings[0], filmSwings[1])}
	if g.Integers(0, 2) == 0 {
		s.amplitude = -amplitude
	}
	return s
}

// shape is the pose of the object at a time, but for its place and rotation.
func (m *filmMotion) shape(t float64) glyph.Pose {
	p := m.start
	p.Scale += m.swings[0].at(t)
	p.Wideness += m.swings[1].at(t)
	p.Italic += m.swings[2].at(t)
	return p
}

// pose is the pose of the object at a time, when the center is there.
func (m *filmMotion) pose(t float64) glyph.Pose {
	p := poseAt(m.shape(t), m.x, m.y)
	p.Rotation += float64(m.omega * t)
	return p
}

// step moves the center on to a time and says which walls it has met: with a bound b = 1-scale on |x|, what has gone beyond b
// comes back by as much. Reflection is exact in a step in which the scale stays the same.
func (m *filmMotion) step(t float64, met func(wall int)) {
	bound := 1 - m.shape(t).Scale
	m.x, m.vx = reflected(m.x+float64(m.vx*filmStep), m.vx, bound, func(side int) { met(leftWall + side) })
	m.y, m.vy = reflected(m.y+float64(m.vy*filmStep), m.vy, bound, func(side int) { met(bottomWall + side) })
}

// reflected returns a coordinate within its bound, and its speed turned back. Side 0 is the lower one. A wall that comes
// nearer, where an object grows, pushes it back and is met only by what moves towards it.
func reflected(x, v, bound float64, met func(side int)) (float64, float64) {
	switch {
	case x > bound:
		if v > 0 {
			met(1)
		}
		return max(-bound, 2*bound-x), -math.Abs(v)
	case x < -bound:
		if v < 0 {
			met(0)
		}
		return min(bound, -2*bound-x), math.Abs(v)
	}
	return x, v
}

// present tells whether an object is there in a frame.
func (m *filmMotion) present(frame int) bool { return m.enters <= frame && frame < m.leaves }

// follow makes the film of objects that move past each other. Objects that are absent move on unseen: their bounces are no
// events.
func follow(o FilmOptions, e element, motions []filmMotion) *filmTrack {
	track := &filmTrack{element: e}
	shapes := o.config().shapes()
	touch := make([]bool, len(motions)*len(motions)) // pairs i < j, in the step before
	poses := make([]glyph.Pose, len(motions))
	for step := range (o.Frames-1)*filmStepsPerFrame + 1 {
		t := float64(step) * filmStep
		// An object comes with the frame in which it enters, and is gone after the last frame in which it is there.
		frame := step / filmStepsPerFrame
		add := func(kind filmEventKind, a, b int) {
			track.events = append(track.events, filmEvent{step: step, kind: kind, a: a, b: b})
		}
		for i := range motions {
			m := &motions[i]
			if step > 0 {
				m.step(t, func(wall int) {
					if m.present(frame) {
						add(wallEvent, i, wall)
					}
				})
			}
			poses[i] = m.pose(t)
			if step > 0 && step == m.enters*filmStepsPerFrame {
				add(enterEvent, i, -1)
			}
			if step == m.leaves*filmStepsPerFrame {
				add(leaveEvent, i, -1)
			}
		}
		for i := range motions {
			for j := i + 1; j < len(motions); j++ {
				now := motions[i].present(frame) && motions[j].present(frame) && strokesTouch(o, shapes, e.classes, poses, i, j)
				before := &touch[i*len(motions)+j]
				if now && !*before && step > 0 {
					add(contactEvent, i, j)
				}
				*before = now
			}
		}
		if step%filmStepsPerFrame == 0 {
			objects := make([]filmObject, len(motions))
			for i := range motions {
				m := &motions[i]
				objects[i] = filmObject{pose: poses[i], velocity: [3]float64{m.vx, m.vy, m.omega}, absent: !m.present(frame)}
			}
			track.frames = append(track.frames, objects)
		}
	}
	track.sortEvents()
	return track
}
