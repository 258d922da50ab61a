package robots

import (
	"mereo/engine/geom"
	"mereo/physics"
)

// earth is the gravity where a file says nothing.
var earth = geom.V(0, 0, -9.81)

// rpy is a rotation by roll, pitch and yaw: about the fixed axes x, y and z, in that order.
func rpy(v geom.Vec3) geom.Mat3 { return geom.RotZ(v.Z).Mul(geom.RotY(v.Y)).Mul(geom.RotX(v.X)) }

// pose is a rigid transform in the words of package physics, with a quaternion that stays the same, to the last bit, where
// readers set its length to 1 again.
func pose(t geom.Transform) physics.Pose {
	q := t.M.Quat()
	for range 4 {
		q = q.Unit()
	}
	return physics.Pose{Position: t.T, Rotation: q}
}

// zTo is a rotation that takes z to the unit vector u: that of the least angle.
func zTo(u geom.Vec3) geom.Mat3 {
	z := geom.V(0, 0, 1)
	axis, cos := z.Cross(u), u.Z
	if sin := axis.Len(); sin > 1e-15 {
		return geom.AxisAngle(axis.Scale(1/sin), geom.Atan2(sin, cos))
	}
	if cos < 0 {
		return geom.RotX(pi)
	}
	return geom.Identity3
}

// moved is the mass of a solid in another frame.
func moved(m physics.MassProperties, t geom.Transform) physics.MassProperties {
	return m.Rotated(t.M.Quat()).Translated(t.T)
}
