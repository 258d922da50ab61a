package window

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// orbit is a camera that goes round a point, z up.
type orbit struct {
	target     geom.Vec3
	distance   float64 // meters from the target
	yaw, pitch float64 // radians; yaw 0 looks along +y, a positive pitch from above
}

const (
	steepest = 89 * math.Pi / 180
	nearest  = 0.02 // meters from the target
	farthest = 1e4
)

// orbitOf is the orbit that continues a camera's pose, about a point at viewZ meters before it.
func orbitOf(pose geom.Transform, viewZ float64) orbit {
	back := pose.M.Z
	return orbit{
		target:   pose.T.AddScaled(-viewZ, back),
		distance: viewZ,
		yaw:      math.Atan2(back.X, -back.Y),
		pitch:    math.Asin(min(1, max(-1, back.Z))),
	}.clamped()
}

func (o orbit) clamped() orbit {
	o.pitch = min(steepest, max(-steepest, o.pitch))
	o.distance = min(farthest, max(nearest, o.distance))
	return o
}

// back points from the target to the eye.
func (o orbit) back() geom.Vec3 {
	sy, cy := math.Sincos(o.yaw)
	sp, cp := math.Sincos(o.pitch)
	return geom.V(sy*cp, -cy*cp, sp)
}

// pose is worldFromCamera.
func (o orbit) pose() geom.Transform {
	return camera.LookAt(o.target.AddScaled(o.distance, o.back()), o.target, geom.V(0, 0, 1))
}

// turned goes round by angles in radians: to the right, and up.
func (o orbit) turned(right, up float64) orbit {
	o.yaw, o.pitch = o.yaw+right, o.pitch+up
	return o.clamped()
}

// panned moves eye and target by meters to the right and up as the camera sees it.
func (o orbit) panned(right, up float64) orbit {
	m := o.pose().M
	o.target = o.target.AddScaled(right, m.X).AddScaled(up, m.Y)
	return o
}

// zoomed multiplies the distance.
func (o orbit) zoomed(by float64) orbit {
	o.distance *= by
	return o.clamped()
}

// fit is a camera as a picture of w x h pixels shows it: all that it sees, and what lies beside that where the shapes differ.
// Distortion is left out, since what is drawn over the picture has none.
func fit(c camera.Pinhole, w, h int) camera.Pinhole {
	s := min(float64(w)/float64(c.Width), float64(h)/float64(c.Height))
	c.CenterX = float64(w)/2 + (c.CenterX-float64(c.Width)/2)*s
	c.CenterY = float64(h)/2 + (c.CenterY-float64(c.Height)/2)*s
	c.FocalPx *= s
	c.Width, c.Height, c.Distortion = w, h, camera.Distortion{}
	return c
}

// pictureIn is the rectangle that a camera's own picture fills in one of w x h that fit made: x0, y0, x1, y1.
func pictureIn(c camera.Pinhole, w, h int) (x0, y0, x1, y1 float64) {
	s := min(float64(w)/float64(c.Width), float64(h)/float64(c.Height))
	dx, dy := (float64(w)-s*float64(c.Width))/2, (float64(h)-s*float64(c.Height))/2
	return dx, dy, float64(w) - dx, float64(h) - dy
}

// posed is a frame with its objects where an instant has them; the frame itself if there is none.
func posed(f *frame.Frame, at *Instant) *frame.Frame {
	out := *f
	if at == nil {
		return &out
	}
	out.Instances = append([]frame.Instance(nil), f.Instances...)
	for i := range out.Instances {
		if o := int(out.Instances[i].Object); o > 0 && o <= len(at.WorldFromObject) {
			out.Instances[i].WorldFromObject = at.WorldFromObject[o-1]
		}
	}
	return &out
}

// middleOf is the middle of an object in its own frame; objects are counted from 0.
func middleOf(f *frame.Frame, object int) geom.Vec3 {
	box := geom.EmptyAABB()
	for i := range f.Instances {
		if in := &f.Instances[i]; int(in.Object) == object+1 {
			box = box.Union(in.Mesh.Bounds())
		}
	}
	if box.Empty() {
		return geom.Vec3{}
	}
	return box.Center()
}

// bounds is the box around an object's instances, or those of one of its parts; around all objects for object and part 0.
// It is false where there is nothing.
func bounds(f *frame.Frame, object, part uint16) (box geom.AABB, ok bool) {
	var corners []geom.Vec3
	for i := range f.Instances {
		in := &f.Instances[i]
		if in.Object == 0 || object != 0 && in.Object != object || part != 0 && in.Part != part {
			continue
		}
		for _, p := range in.Mesh.Positions {
			corners = append(corners, in.WorldFromObject.Point(p))
		}
	}
	return geom.Bounds(corners), len(corners) > 0
}
