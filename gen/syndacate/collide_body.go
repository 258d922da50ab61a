package syndacate

import (
	"math"

	"mereo/assets/glyph"
	"mereo/engine/geom"
)

// rigidBody is an object as physics knows it: strokes with round ends that keep their places relative to the center of mass.
type rigidBody struct {
	lines         []glyph.Line // at the start, relative to the center of mass
	radius        float64      // half the width of the strokes, in units of the plane
	mass, inertia float64      // inertia about the center of mass
	x, y          float64      // center of mass at the start
	pose          glyph.Pose   // at the start
	dx, dy        float64      // from the center of mass to the center of the pose at the start
}

// newRigidBody makes a body out of lines in the plane. Mass, center and inertia are sums over strokes: a stroke of length L and
// radius r has the area 2rL + pi r^2, and where strokes overlap both count.
func newRigidBody(lines []glyph.Line, pose glyph.Pose, radius, density float64) *rigidBody {
	b := &rigidBody{lines: lines, radius: radius, pose: pose}
	for _, l := range lines {
		m, _ := strokeMass(l, radius, density)
		b.mass += m
		b.x += float64(m * (l.X1 + l.X2) / 2)
		b.y += float64(m * (l.Y1 + l.Y2) / 2)
	}
	b.x /= b.mass
	b.y /= b.mass
	glyph.Translate(lines, -b.x, -b.y)
	for _, l := range lines {
		m, i := strokeMass(l, radius, density)
		b.inertia += i + float64(m*squaredLength((l.X1+l.X2)/2, (l.Y1+l.Y2)/2))
	}
	x, y := centerOf(pose)
	b.dx, b.dy = x-b.x, y-b.y
	return b
}

// strokeMass is the mass of a stroke, and its inertia about its own center: a rectangle of length L and width 2r, and two half
// discs of mass h, each with the inertia h r^2/2 about the center of its straight side, which is L/2 away, and its own center
// 4r/(3 pi) further.
func strokeMass(l glyph.Line, r, density float64) (mass, inertia float64) {
	squared := squaredLength(l.X2-l.X1, l.Y2-l.Y1)
	length := math.Sqrt(squared)
	rectangle := float64(density * 2 * r * length)
	discs := float64(density * math.Pi * r * r)
	inertia = float64(rectangle*(squared+float64(4*r*r))/12) +
		float64(discs*(float64(r*r)/2+squared/4+float64(4*r*length)/(3*math.Pi)))
	return rectangle + discs, inertia
}

// turned is a vector turned by an angle, counter-clockwise as physics does.
func turned(x, y, angle float64) (float64, float64) {
	sin, cos := geom.SinCos(angle)
	return float64(cos*x) - float64(sin*y), float64(sin*x) + float64(cos*y)
}

// motionState is where a body is and how it moves: its center of mass, and its angle since the start, counter-clockwise.
type motionState struct{ x, y, angle, vx, vy, omega float64 }

// poseIn is the pose of the object, whose rotation is clockwise, and the velocity of the center of the pose.
func (b *rigidBody) poseIn(s motionState) filmObject {
	dx, dy := turned(b.dx, b.dy, s.angle)
	p := poseAt(b.pose, s.x+dx, s.y+dy)
	p.Rotation = b.pose.Rotation - s.angle
	return filmObject{pose: p, velocity: [3]float64{s.vx - float64(s.omega*dy), s.vy + float64(s.omega*dx), -s.omega}}
}

// linesIn are the strokes in a state, appended to dst.
func (b *rigidBody) linesIn(dst []glyph.Line, s motionState) []glyph.Line {
	first := len(dst)
	dst = append(dst, b.lines...)
	glyph.Rotate(dst[first:], -s.angle)
	glyph.Translate(dst[first:], s.x, s.y)
	return dst
}

// massOffset is the center of mass relative to the center of the pose, in units of the plane, of the object at rotation 0.
func (b *rigidBody) massOffset() (x, y float64) { return turned(-b.dx, -b.dy, b.pose.Rotation) }

// wallDepth is how far strokes reach beyond the walls, negative when they do not.
func wallDepth(lines []glyph.Line, radius float64) float64 {
	depth := math.Inf(-1)
	for _, l := range lines {
		depth = max(depth, math.Abs(l.X1), math.Abs(l.Y1), math.Abs(l.X2), math.Abs(l.Y2))
	}
	return depth + radius - 1
}

// strokeDepth is how far the strokes of two bodies reach into each other, negative for a gap.
func strokeDepth(a, b []glyph.Line, reach float64) float64 {
	least := math.Inf(1)
	for i := range a {
		for j := range b {
			least = min(least, lineDistance(&a[i], &b[j]))
		}
	}
	return reach - least
}
