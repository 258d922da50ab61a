package shopvrb

import (
	"math"

	"mereo/engine/geom"
)

// roundedMiddle is by how much the middle of a thing may be off.
const roundedMiddle = 1e-6

// roundedHeadingDeg is by how much the heading may be off, in degrees: it was measured before the pose became a quaternion.
const roundedHeadingDeg = 1e-9

// pose holds what a record says about how a thing lies and how far it is open against its model.
func (f *inspection) pose(where string, o *ObjectRecord, row *catalogRow) {
	fault := func(rule, format string, args ...any) { f.report(f.files.record, where, rule, format, args...) }
	opens := 0
	for i := range f.sampler.modelOf(row).Parts {
		p := &f.sampler.modelOf(row).Parts[i]
		if !f.cfg.Articulate || p.Joint == nil || comesOff(p.Joint) {
			continue
		}
		opens++
		if x, told := o.Extra.Joints[p.Name]; !told || !(x == 0 || x >= p.Joint.From && x <= p.Joint.To) {
			fault("joints", "%s is open by %g (told: %v), want %g to %g", p.Name, x, told, p.Joint.From, p.Joint.To)
		}
	}
	if n := len(o.Extra.Joints); n != opens {
		fault("joints", "%d joints are told, want %d", n, opens)
	}
	lie := o.Extra.Lie
	if (lie != nil) != f.cfg.Drop {
		fault("pose", "how it lies is told: %v, want %v", lie != nil, f.cfg.Drop)
	}
	if lie == nil {
		return
	}
	length := 0.0
	for _, x := range lie.Pose {
		length += float64(x * x)
	}
	if !(math.Abs(length-1) <= 1e-9) {
		fault("pose", "%v is no unit quaternion", lie.Pose)
		return
	}
	turn := geom.Quat{W: lie.Pose[0], X: lie.Pose[1], Y: lie.Pose[2], Z: lie.Pose[3]}.Mat3()
	if off := math.Abs(headingDeg(&turn) - o.Rotation); !(min(off, math.Abs(off-360)) <= roundedHeadingDeg) {
		fault("pose", "rotation is %g, want the heading of pose, %g", o.Rotation, headingDeg(&turn))
	}
	thing := f.sampler.placed(row, o)
	if want := triple(thing.middle()); !near3(lie.Middle, want, roundedMiddle) {
		fault("pose", "middle is %v, want %v", lie.Middle, want)
	}
}

// placed is a thing of a row as the record has it.
func (s *sampler) placed(row *catalogRow, o *ObjectRecord) planObject {
	out := planObject{
		in: row, model: s.modelOf(row), x: o.Position[0], y: o.Position[1], rotationDeg: o.Rotation, scale: row.scale(o.Size),
	}
	if o.Extra == nil {
		return out
	}
	if out.joints = o.Extra.Joints; out.joints != nil {
		at := make([]float64, len(out.model.Parts))
		for i := range at {
			at[i] = out.joints[out.model.Parts[i].Name]
		}
		out.model = out.model.Opened(at)
	}
	if lie := o.Extra.Lie; lie != nil {
		q := lie.Pose
		out.rest = &rest{at: geom.V(o.Position[0], o.Position[1], o.Position[2]), turn: geom.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}}
	}
	return out
}
