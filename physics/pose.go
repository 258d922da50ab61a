package physics

import "mereo/engine/geom"

// Pose is where a frame lies in another: p -> Rotation*p + Position.
type Pose struct {
	Position geom.Vec3
	Rotation geom.Quat // unit length; the zero Quat stands for the identity
}
