package physics

import (
	"fmt"
	"math"
)

// springs reports whether a spring or a damper acts along what the joint leaves free.
func (j *joint) springs() bool { return j.def.Stiffness > 0 || j.def.Damping > 0 }

// checkSpring checks both for a joint of the kind.
func (k JointKind) checkSpring(stiffness, damping float64) error {
	switch {
	case !(stiffness >= 0 && damping >= 0) || math.IsInf(stiffness+damping, 0):
		return fmt.Errorf("stiffness and damping are %g and %g, want 0 or more", stiffness, damping)
	case k != Hinge && k != Slider && stiffness+damping > 0:
		return fmt.Errorf("only hinges and sliders have stiffness and damping")
	}
	return nil
}

// pull gives the axis the impulse of its spring and its damper in a sub-step, -h (stiffness x + damping v) with the position x that it had
// when the sub-step began and the speed v that it has at its end. So the spring neither gains nor loses energy (symplectic Euler), and the
// damper is stable however strong it is. A spring that swings by more than a radian in a sub-step, which that cannot follow, is taken at
// the end of the sub-step, too (implicit Euler), and is damped by it.
func (x *axis) pull(stiffness, damping, h float64, k *block, a, b *motion) {
	yields := float64(h * damping)
	if stiff := float64(h * h * stiffness); stiff > x.mass {
		yields += stiff
	}
	if x.mass == 0 {
		return
	}
	want := -float64(h*stiffness*x.begun) - float64(yields*x.speed(a, b))
	d := float64((want - x.spring) * (x.mass / (x.mass + yields)))
	x.spring += d
	x.give(d, k, a, b)
}
