package physics

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"mereo/engine/geom"
)

// JointKind says in what a joint lets two bodies move against each other.
type JointKind uint8

const (
	Fixed  JointKind = iota // in nothing
	Hinge                   // they turn about the frames' z axis
	Slider                  // they move along the z axis of the frame on A
	Ball                    // they turn about the frames' origin
)

// JointDef describes a joint: two bodies and a frame on each. It holds the frames together but for its free motion.
type JointDef struct {
	Kind           JointKind
	A, B           BodyID // at least one is dynamic
	AFrame, BFrame Pose   // A from joint, B from joint

	// Limited bounds the free motion of B against A by Lower and Upper: the angle of a hinge in radians, counter-clockwise
	// about z, at most a full turn between -2*pi and 2*pi; the way of a slider in meters, where infinities bound nothing;
	// the angle between the two z axes of a ball joint in radians, at most Upper, Lower being 0.
	Limited      bool
	Lower, Upper float64

	// A motor drives B against A at MotorSpeed (rad/s of a hinge, m/s of a slider) with at most MotorMax (N m, N). At
	// speed 0 it is a brake, or friction; that of a ball joint is nothing else. If MotorMax is 0, there is no motor.
	MotorSpeed, MotorMax float64

	// Stiffness and Damping are a spring and a damper along the free motion of a hinge or a slider, besides the motor: they act with
	// -Stiffness*x - Damping*v at the angle or way x, which JointAngle or JointTranslation tells, and the speed v of B against A.
	// N m/rad and N m s/rad of a hinge, N/m and N s/m of a slider. A spring does not count turns: unless limits say
	// where it is, x jumps at half a turn.
	Stiffness, Damping float64

	// Hertz makes a spring of what holds the frames together: how fast the bodies would swing, and with which share of
	// critical damping. If 0, the joint is as stiff as the sub-steps allow. Limits and motors are always stiff.
	Hertz, DampingRatio float64

	// Collide lets the two bodies touch each other.
	Collide bool
}

// JointID names a joint of a world. The zero JointID names none.
type JointID struct{ index, generation uint32 }

const (
	// jointRate is how stiff joints are, as a share of the sub-step rate. Above a quarter the spring is no longer
	// resolved: at a half, five bars in a row that are fixed to each other tear themselves apart. A joint gives by
	// a/(2*pi*f)^2 under a load that would give what it joins the acceleration a: 4 micrometers for 1 g at 960 sub-steps a
	// second.
	jointRate = 0.25
	// jointDamping makes a joint that was pulled apart come together without swinging: 2 is well above the critical 1 and
	// still takes back a quarter of the error in every sub-step.
	jointDamping = 2.0
)

// joint is what a world keeps of a joint.
type joint struct {
	def          JointDef
	alive        bool
	generation   uint32
	bodyA, bodyB int32 // of World.bodies
	a, b         int32 // of World.motions
	// middle is that of a hinge's limits. Its angle is measured from there, so that the jump from pi to -pi lies as far
	// from both limits as possible.
	middle float64

	anchorA, anchorB Pose // from joint: body axes, from the center of mass; of static bodies the world
	h                float64
	soft, stop       softness   // of what holds the frames together, of limits
	begun            [6]float64 // errors of a spring when the sub-step began
	half             [6]float64 // impulses of the sub-step before the bodies moved
	pull             geom.Vec3  // of the last sub-step, N s on B
	fresh            bool       // it was not solved yet
	inTree, alone    bool       // it is solved with a tree of joints; nothing but gravity and forces acts on that tree
	block            block
	axis             axis    // of hinge and slider, and from z to z of a ball joint
	friction         [3]axis // of the friction of a ball joint, along the world's axes
}

// jointSet holds the joints of a world.
type jointSet struct {
	list  []joint // 0 stands for none
	free  []int32
	apart []uint64 // the pairs of bodies that do not touch as they are joined; sorted, one for each joint
}

// AddJoint joins two bodies and wakes them. Where the frames do not meet, the joint jerks them together. Errors name
// what is wrong with def; then the world is unchanged.
func (w *World) AddJoint(def JointDef) (JointID, error) {
	j, err := w.newJoint(def)
	if err != nil {
		return JointID{}, fmt.Errorf("physics: %w", err)
	}
	s := &w.joints
	if len(s.list) == 0 {
		s.list = append(s.list, joint{})
	}
	i := int32(len(s.list))
	if n := len(s.free); n > 0 {
		i = s.free[n-1]
		s.free = s.free[:n-1]
		j.generation = s.list[i].generation
		s.list[i] = j
	} else {
		s.list = append(s.list, j)
	}
	s.list[i].generation++
	if !def.Collide {
		key := pairKey(j.bodyA, j.bodyB)
		k, _ := slices.BinarySearch(s.apart, key)
		s.apart = slices.Insert(s.apart, k, key)
		w.dropContacts(func(c *contact) bool { return pairKey(c.bodyA, c.bodyB) == key })
	}
	w.wake(j.bodyA)
	w.wake(j.bodyB)
	return JointID{uint32(i), s.list[i].generation}, nil
}

// newJoint checks def.
func (w *World) newJoint(def JointDef) (joint, error) {
	fail := func(format string, a ...any) (joint, error) { return joint{}, fmt.Errorf("joint: "+format, a...) }
	j := joint{def: def, alive: true, fresh: true}
	var okA, okB bool
	j.bodyA, okA = w.index(def.A)
	j.bodyB, okB = w.index(def.B)
	switch {
	case def.Kind > Ball:
		return fail("kind is %d, want Fixed, Hinge, Slider or Ball", def.Kind)
	case !okA:
		return fail("body A (%d, generation %d) is not in this world", def.A.index, def.A.generation)
	case !okB:
		return fail("body B (%d, generation %d) is not in this world", def.B.index, def.B.generation)
	case j.bodyA == j.bodyB:
		return fail("A and B are the same body")
	case w.bodies[j.bodyA].typ != Dynamic && w.bodies[j.bodyB].typ != Dynamic:
		return fail("neither body is dynamic")
	case !(def.Hertz >= 0 && def.DampingRatio >= 0) || math.IsInf(def.Hertz+def.DampingRatio, 0):
		return fail("spring has %g Hz and damping ratio %g, want 0 or more", def.Hertz, def.DampingRatio)
	}
	if err := def.Kind.motor(def.MotorSpeed, def.MotorMax); err != nil {
		return fail("%w", err)
	}
	if err := def.Kind.checkSpring(def.Stiffness, def.Damping); err != nil {
		return fail("%w", err)
	}
	var err error
	if j.def.AFrame, err = def.AFrame.valid(); err != nil {
		return fail("frame on A: %w", err)
	}
	if j.def.BFrame, err = def.BFrame.valid(); err != nil {
		return fail("frame on B: %w", err)
	}

	// Limits.
	lo, hi := def.Lower, def.Upper
	switch {
	case !def.Limited:
	case def.Kind == Fixed:
		return fail("a fixed joint has no limits")
	case !(lo <= hi) || math.IsInf(lo, 1) || math.IsInf(hi, -1):
		return fail("limits are %g to %g, want the lower one first", lo, hi)
	case def.Kind == Hinge && !(hi-lo <= 2*math.Pi && lo >= -2*math.Pi && hi <= 2*math.Pi):
		return fail("limits are %g to %g, want at most a full turn between -2*pi and 2*pi", lo, hi)
	case def.Kind == Ball && (lo != 0 || hi > math.Pi):
		return fail("limits are %g to %g, want 0 to at most pi", lo, hi)
	case def.Kind == Hinge:
		j.middle = lo + float64(0.5*(hi-lo))
		sin, cos := geom.SinCos(0.5 * j.middle)
		j.def.BFrame.Rotation = j.def.BFrame.Rotation.Mul(geom.Quat{W: cos, Z: -sin})
		j.def.Lower, j.def.Upper = lo-j.middle, hi-j.middle
	}
	return j, nil
}

// RemoveJoint takes a joint out and wakes the bodies it held. It does nothing when the joint went before, alone or with
// one of its bodies.
func (w *World) RemoveJoint(id JointID) {
	if i, ok := w.joints.index(id); ok {
		w.removeJoint(i)
	}
}

func (w *World) removeJoint(i int32) {
	s := &w.joints
	j := &s.list[i]
	w.wake(j.bodyA)
	w.wake(j.bodyB)
	for _, i := range [2]int32{j.bodyA, j.bodyB} { // unless another joint says so in the next step
		w.bodies[i].jointed, w.bodies[i].secondOrder = false, false
	}
	if !j.def.Collide {
		k, _ := slices.BinarySearch(s.apart, pairKey(j.bodyA, j.bodyB))
		s.apart = slices.Delete(s.apart, k, k+1)
		// They may touch from now on: look for pairs as if one of them had moved.
		for _, c := range w.bodies[j.bodyB].colliders {
			if !w.colliders[c].moved {
				w.colliders[c].moved = true
				w.movedNow = append(w.movedNow, c)
			}
		}
	}
	*j = joint{generation: j.generation}
	s.free = append(s.free, i)
}

// removeBody removes the joints of a body.
func (s *jointSet) removeBody(w *World, body int32) {
	for i := range s.list {
		if j := &s.list[i]; j.alive && (j.bodyA == body || j.bodyB == body) {
			w.removeJoint(int32(i))
		}
	}
}

// between reports whether two bodies do not touch as a joint connects them.
func (s *jointSet) between(a, b int32) bool {
	if len(s.apart) == 0 {
		return false
	}
	_, ok := slices.BinarySearch(s.apart, pairKey(a, b))
	return ok
}

// pairKey names two bodies, in whatever order.
func pairKey(a, b int32) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// index finds a joint.
func (s *jointSet) index(id JointID) (int32, bool) {
	ok := id.index > 0 && int(id.index) < len(s.list) && s.list[id.index].alive &&
		s.list[id.index].generation == id.generation
	return int32(id.index), ok
}

// must finds a joint that the caller says exists.
func (s *jointSet) must(id JointID) *joint {
	i, ok := s.index(id)
	if !ok {
		panic(fmt.Sprintf("physics: joint %d (generation %d) is not in this world", id.index, id.generation))
	}
	return &s.list[i]
}

// SetJointMotor changes speed and strength of a motor, as in JointDef, and wakes the bodies. Errors are those of
// AddJoint; then the motor is unchanged.
func (w *World) SetJointMotor(id JointID, speed, most float64) error {
	j := w.joints.must(id)
	if err := j.def.Kind.motor(speed, most); err != nil {
		return fmt.Errorf("physics: joint: %w", err)
	}
	j.def.MotorSpeed, j.def.MotorMax = speed, most
	if most == 0 {
		j.axis.motor, j.friction = 0, [3]axis{}
	}
	w.wake(j.bodyA)
	w.wake(j.bodyB)
	return nil
}

// motor checks what drives a joint of the kind.
func (k JointKind) motor(speed, most float64) error {
	switch {
	case math.IsNaN(speed-speed) || !(most >= 0):
		return fmt.Errorf("motor has speed %g and at most %g, want a finite speed and 0 or more", speed, most)
	case k == Fixed && most > 0:
		return fmt.Errorf("a fixed joint has no motor")
	case k == Ball && speed != 0:
		return fmt.Errorf("motor of a ball joint has speed %g, want 0", speed)
	}
	return nil
}

// Joints goes through the joints in the order in which they were added; places of removed joints are used again.
func (w *World) Joints() iter.Seq[JointID] {
	return func(yield func(JointID) bool) {
		for i := range w.joints.list {
			if j := &w.joints.list[i]; j.alive && !yield(JointID{uint32(i), j.generation}) {
				return
			}
		}
	}
}

// JointAngle is by how much B is turned against A, radians: of a hinge about z, from -pi to pi or within half a turn of
// the middle of its limits; of a ball joint the angle between the z axes; of others 0.
func (w *World) JointAngle(id JointID) float64 {
	j := w.joints.must(id)
	a, b := j.frames(w)
	switch j.def.Kind {
	case Hinge:
		return j.middle + hingeAngle(&a, &b)
	case Ball:
		angle, _ := swing(&a, &b)
		return angle
	}
	return 0
}

// JointTranslation is how far B has slid along the z axis on A, meters; 0 for joints other than sliders.
func (w *World) JointTranslation(id JointID) float64 {
	j := w.joints.must(id)
	if j.def.Kind != Slider {
		return 0
	}
	a, b := j.frames(w)
	return a.axes.Z.Dot(b.origin.Sub(a.origin))
}

// JointForce is the force on B in N, along the world's axes, in the last sub-step.
func (w *World) JointForce(id JointID) geom.Vec3 {
	force, _ := w.joints.must(id).load(w)
	return force
}

// JointTorque is the torque on B in N m, along the world's axes, about the origin of B's frame, in the last sub-step.
func (w *World) JointTorque(id JointID) geom.Vec3 {
	_, torque := w.joints.must(id).load(w)
	return torque
}
