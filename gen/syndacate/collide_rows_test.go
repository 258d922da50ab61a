package syndacate

import (
	"fmt"
	"math"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// What finished films with collisions keep to.
const (
	depthLimit   = 0.005 // units of the plane that bodies may sink into each other or into walls
	depthShare   = 0.001 // of frames may exceed it
	energyChange = 0.01  // of the kinetic energy of elastic bodies
)

// bodyRules are those of all films, and of bodies: they begin apart, hardly ever sink into each other, and keep their energy where
// nothing takes it.
func (s *filmSource) bodyRules(first int, arrays []npz.Array) []string {
	deep, example := 0, ""
	var frames int
	faults := filmFaults(s.options, first, arrays, func(r *filmRows, film int, fault filmFault) {
		frames += s.options.Frames
		energy := r.kineticEnergy(film, 0)
		for frame := range s.options.Frames {
			depth := r.depth(film, frame)
			if frame == 0 && depth > -collideGap+filmTolerance {
				fault("bodies begin %v apart, want %v", -depth, collideGap)
			}
			if depth = max(depth, r.depthInWalls(film, frame)); depth > depthLimit {
				deep++
				example = fmt.Sprintf("film %d, frame %d: %v", first+film, frame, depth)
			}
			if s.options.Variant == elasticVariant && !s.options.Gravity {
				if now := r.kineticEnergy(film, frame); math.Abs(now-energy) > float64(energyChange*energy) {
					fault("frame %d: the kinetic energy is %v after %v at the start", frame, now, energy)
				}
			}
		}
	})
	if deep > max(1, int(float64(depthShare*float64(frames)))) {
		faults = append(faults, fmt.Sprintf("in %d of %d frames bodies sink by more than %v (%s)", deep, frames, depthLimit, example))
	}
	return faults
}

// strokesOf are the lines of a row and half their width; none for a row of zeros.
func (r *filmRows) strokesOf(film, frame, row int) (lines []glyph.Line, radius float64) {
	class, p, ok := r.pose(film, frame, row)
	if !ok {
		return nil, 0
	}
	return r.config.shapes()[class].Append(nil, p), r.options.halfWidth(p)
}

// depth is how far any two bodies of a frame sink into each other, negative for the least gap, -Inf for a single body.
func (r *filmRows) depth(film, frame int) float64 {
	depth := math.Inf(-1)
	for i := range r.config.objectRows() {
		a, ra := r.strokesOf(film, frame, i)
		for j := range i {
			b, rb := r.strokesOf(film, frame, j)
			depth = max(depth, strokeDepth(a, b, ra+rb))
		}
	}
	return depth
}

// depthInWalls is how far any body of a frame sinks into a wall.
func (r *filmRows) depthInWalls(film, frame int) float64 {
	depth := math.Inf(-1)
	for i := range r.config.objectRows() {
		lines, radius := r.strokesOf(film, frame, i)
		depth = max(depth, wallDepth(lines, radius))
	}
	return depth
}

// kineticEnergy is that of all bodies of a frame. Velocities are those of the centers of poses.
func (r *filmRows) kineticEnergy(film, frame int) (energy float64) {
	for i := range r.config.objectRows() {
		_, p, ok := r.pose(film, frame, i)
		if !ok {
			continue
		}
		at := film*r.config.objectRows() + i
		dx, dy := turned(float64(r.offsets[2*at]), float64(r.offsets[2*at+1]), -p.Rotation)
		v := r.velocity(film, frame, i)
		omega := -float64(v[2])
		b := rigidBody{mass: float64(r.mass[at]), inertia: float64(r.inertia[at])}
		vx, vy := float64(v[0])-float64(omega*dy), float64(v[1])+float64(omega*dx)
		energy += b.kineticEnergy(motionState{vx: vx, vy: vy, omega: omega})
	}
	return energy
}

// kineticEnergy is that of a body in a state.
func (b *rigidBody) kineticEnergy(s motionState) float64 {
	return (float64(b.mass*squaredLength(s.vx, s.vy)) + float64(b.inertia*s.omega*s.omega)) / 2
}
