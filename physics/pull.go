package physics

import "mereo/engine/geom"

// The spring of Pull carries the weight of a body, swings one that it holds in its center at pullRate, radians per second, and does not let it
// swing back. It accelerates a body by mostPull at most, m/s^2, so that what is held does not burst out of what holds it.
const pullRate, mostPull = 15, 500

// Pull acts on a dynamic body during the next step as a spring between at, a point in the body's frame, and a point of the world does by which
// somebody pulls at it, and wakes it.
func (w *World) Pull(id BodyID, at, to geom.Vec3) {
	m := w.Mass(id).Mass
	if !(m > 0) {
		return
	}
	p := w.Pose(id).Transform().Point(at)
	speed := w.Velocity(id).Add(w.AngularVelocity(id).Cross(p.Sub(w.Center(id))))
	a := to.Sub(p).Scale(pullRate*pullRate).AddScaled(-2*pullRate, speed).Sub(w.gravity)
	if l := a.Len(); l > mostPull {
		a = a.Scale(mostPull / l)
	}
	w.ApplyForce(id, a.Scale(m), p)
}
