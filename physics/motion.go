package physics

import (
	"math"

	"mereo/engine/geom"
)

// motion is what the solver reads and writes of a body. World.motions[0] belongs to no body and never moves: static bodies
// use it.
type motion struct {
	v, w       geom.Vec3 // of the center of mass, m/s; rad/s; world frame
	before     geom.Vec3 // v when the sub-step began
	moved      geom.Vec3 // of the center of mass since the step began, meters
	turned     geom.Vec3 // rotation since the step began as the sum of w*h, radians
	invMass    float64   // 0 for what impulses do not move
	invInertia geom.Mat3 // symmetric, world axes, as it was when the step began
	center     geom.Vec3 // of mass, world, now
	rot        geom.Quat // world from body, now
}

// push applies an impulse (N s) at the offset r from the center of mass, sign times.
func (m *motion) push(p, r geom.Vec3, sign float64) {
	m.v = m.v.AddScaled(float64(sign*m.invMass), p)
	m.w = m.w.AddScaled(sign, mulSym(&m.invInertia, r.Cross(p)))
}

// mulSym returns m*v for a symmetric matrix.
func mulSym(m *geom.Mat3, v geom.Vec3) geom.Vec3 {
	return geom.Vec3{X: m.X.Dot(v), Y: m.Y.Dot(v), Z: m.Z.Dot(v)}
}

// softness are the coefficients of a constraint that acts like a damped spring, stepped implicitly:
//
//	impulse = -massScale*mass*(Cdot + biasRate*C) - impulseScale*accumulated
//
// Catto 2011, "Soft Constraints", and Macklin et al. 2019, "Small Steps in Physics Simulation": with z the damping ratio,
// o the angular frequency and h the time step, a1 = 2z + h*o, a2 = h*o*a1, a3 = 1/(1 + a2); biasRate = o/a1,
// massScale = a2*a3, impulseScale = a3. As o grows this becomes the rigid constraint (1/h, 1, 0).
type softness struct{ biasRate, massScale, impulseScale float64 }

// rigid is the constraint that does not give and does not correct errors.
var rigid = softness{0, 1, 0}

// soften returns the coefficients for a frequency in Hz; 0 Hz gives rigid.
func soften(hertz, dampingRatio, h float64) softness {
	if hertz == 0 {
		return rigid
	}
	o := float64(2*math.Pi) * hertz
	a1 := float64(2*dampingRatio) + float64(h*o)
	a2 := float64(h * o * a1)
	a3 := 1 / (1 + a2)
	return softness{o / a1, float64(a2 * a3), a3}
}
