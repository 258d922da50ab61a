package shopvrb

import (
	"math"

	"mereo/engine/geom"
)

// worldFromModel puts the model on the table: as it came to rest; or turned about its own origin and lifted until its lowest
// point touches. It is scaled in both cases.
func (o *planObject) worldFromModel() geom.Transform {
	if o.rest != nil {
		return o.scaled(o.orientation(), o.rest.at)
	}
	lift := -float64(o.scale * o.model.Bounds().Min.Z)
	return o.scaled(o.orientation(), geom.V(o.x, o.y, lift))
}

// orientation is how the model is turned.
func (o *planObject) orientation() geom.Mat3 {
	if o.rest != nil {
		return o.rest.turn.Mat3()
	}
	return geom.RotZ(float64(o.rotationDeg * (math.Pi / 180)))
}

// scaled turns and shifts the model at the thing's scale.
func (o *planObject) scaled(turn geom.Mat3, to geom.Vec3) geom.Transform {
	return geom.Transform{M: geom.Mat3{X: turn.X.Scale(o.scale), Y: turn.Y.Scale(o.scale), Z: turn.Z.Scale(o.scale)}, T: to}
}
