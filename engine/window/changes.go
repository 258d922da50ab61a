package window

import (
	"math"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/geom"
)

// target is what can be moved: an object, a part, a lamp, a sun, or the camera of a view. Exactly one field is set.
type target struct {
	object, part uint16
	lamp, sun    int // from 1, in the frame's lists
	camera       bool
}

// change moves something in the world.
type change struct {
	what target
	view int            // in which it was made
	by   geom.Transform // from the world before it to the world after it
}

// concerns tells whether a change is seen in a view: a camera is one view's own, all else is in all views of the same things.
func (c *change) concerns(views []View, view int) bool {
	return c.view == view || !c.what.camera && views[c.view].Moves && views[view].Moves
}

// changed is a frame with a change made: the frame itself stays.
func changed(f *frame.Frame, c *change) *frame.Frame {
	out := *f
	w, by := c.what, c.by
	switch {
	case w.camera:
		out.Camera.WorldFromCamera = by.Mul(f.Camera.WorldFromCamera)
		out.Camera.WorldFromCamera.M, _ = rigid(out.Camera.WorldFromCamera.M)
	case w.lamp > 0 && w.lamp <= len(f.Lights):
		out.Lights = slices.Clone(f.Lights)
		l := &out.Lights[w.lamp-1]
		l.WorldFromLight = by.Mul(l.WorldFromLight)
		var scale float64
		l.WorldFromLight.M, scale = rigid(l.WorldFromLight.M)
		l.Size *= scale
	case w.sun > 0 && w.sun <= len(f.Suns):
		out.Suns = slices.Clone(f.Suns)
		out.Suns[w.sun-1].Dir = by.Dir(f.Suns[w.sun-1].Dir).Unit()
	default:
		out.Instances = slices.Clone(f.Instances)
		for i := range out.Instances {
			in := &out.Instances[i]
			if w.object != 0 && in.Object == w.object || w.part != 0 && in.Part == w.part {
				in.WorldFromObject = by.Mul(in.WorldFromObject)
			}
		}
	}
	return &out
}

// rigid is the rotation of a matrix of a rotation and a scale that is alike in all directions, and that scale.
func rigid(m geom.Mat3) (geom.Mat3, float64) {
	x := m.X.Unit()
	y := m.Y.AddScaled(-m.Y.Dot(x), x).Unit()
	return geom.Mat3{X: x, Y: y, Z: x.Cross(y)}, math.Cbrt(math.Abs(m.Det()))
}

// isRigid tells whether a transform changes no lengths.
func isRigid(t geom.Transform) bool {
	const little = 1e-6
	m := t.M
	return math.Abs(m.Det()-1) < little && math.Abs(m.X.Len()-1) < little && math.Abs(m.Y.Len()-1) < little && math.Abs(m.X.Dot(m.Y)) < little
}

// about is a linear map with a point that stays where it is.
func about(at geom.Vec3, m geom.Mat3) geom.Transform {
	return geom.Transform{M: m, T: at.Sub(m.MulVec(at))}
}

// stretch is the scale by s along a unit axis.
func stretch(axis geom.Vec3, s float64) geom.Mat3 {
	col := func(e geom.Vec3) geom.Vec3 { return e.AddScaled((s-1)*e.Dot(axis), axis) }
	return geom.Mat3{X: col(geom.V(1, 0, 0)), Y: col(geom.V(0, 1, 0)), Z: col(geom.V(0, 0, 1))}
}
