package syndacate

import (
	"mereo/assets/glyph"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/numpyrng"
)

// Numbers in rows of strokes in space.
const (
	solidPartWidth = 8
	solidPoseWidth = 12
)

// The columns of poses in space.
var (
	solidPartNames = []string{"x1", "y1", "z1", "x2", "y2", "z2", "thickness", "brightness"}
	solidPoseNames = []string{"wideness", "italic", "scale", "x", "y", "z", "qw", "qx", "qy", "qz", "thickness", "brightness"}
)

// solidPixel is a pixel of thickness in units of the world.
const solidPixel = 0.02

// Bounds of angles, radians either way.
const (
	mostRoll      = 0.5
	mostPitch     = 0.6
	mostYaw       = 0.6
	mostAzimuth   = 0.6
	mostElevation = 0.4
)

// mostSolidZ bounds z either way.
const mostSolidZ = 0.5

// solidPose is the pose of an object in space; what the flat pose has is as there.
type solidPose struct {
	flat glyph.Pose // without rotation
	z    float64
	turn geom.Mat3 // worldFromObject
}

// solidRotation turns by roll about z, then by pitch about x, then by yaw about y.
func solidRotation(roll, pitch, yaw float64) geom.Mat3 {
	return geom.RotY(yaw).Mul(geom.RotX(pitch)).Mul(geom.RotZ(roll))
}

// values are the stored values, in the order of solidPoseNames.
func (p *solidPose) values() [solidPoseWidth]float64 {
	f, q := &p.flat, p.turn.Quat()
	return [...]float64{f.Wideness, f.Italic, f.Scale, f.X, f.Y, p.z, q.W, q.X, q.Y, q.Z, f.Thickness, f.Brightness}
}

// solidPoseOf is the pose of stored values, len(v) == solidPoseWidth.
func solidPoseOf(v []float32) solidPose {
	f := func(i int) float64 { return float64(v[i]) }
	return solidPose{
		flat: glyph.Pose{Wideness: f(0), Italic: f(1), Scale: f(2), X: f(3), Y: f(4), Thickness: f(10), Brightness: f(11)},
		z:    f(5), turn: geom.Quat{W: f(6), X: f(7), Y: f(8), Z: f(9)}.Unit().Mat3(),
	}
}

// solidStroke is a cuboid.
type solidStroke struct {
	ends      [2]geom.Vec3 // of its axis
	axes      geom.Mat3    // columns: from the first end to the second, across in the plane of the object, and along its normal
	half      geom.Vec3    // half its size along the axes
	thickness float64      // pixels
	bright    float64
	object    int
}

func (s *solidStroke) center() geom.Vec3 { return s.ends[0].Lerp(s.ends[1], 0.5) }

// appendSolidStrokes appends the strokes of a shape in a pose.
func appendSolidStrokes(dst []solidStroke, shape glyph.Shape, p *solidPose, object int) []solidStroke {
	flat := p.flat
	flat.X, flat.Y = 0, 0
	room := 1 - flat.Scale
	worldFromObject := geom.Transform{M: p.turn, T: geom.V(p.flat.X*room, p.flat.Y*room, p.z)}
	for _, l := range shape.Append(nil, flat) {
		from, to := geom.V(l.X1, l.Y1, 0), geom.V(l.X2, l.Y2, 0)
		length := to.Sub(from).Len()
		along := to.Sub(from).Scale(1 / length)
		half := l.Thickness * solidPixel / 2
		dst = append(dst, solidStroke{
			ends: [2]geom.Vec3{worldFromObject.Point(from), worldFromObject.Point(to)},
			axes: p.turn.Mul(geom.Mat3{X: along, Y: geom.V(-along.Y, along.X, 0), Z: geom.V(0, 0, 1)}),
			half: geom.V(length/2, half, half), thickness: l.Thickness, bright: l.Brightness, object: object,
		})
	}
	return dst
}

// solidElement is one picture's worth of objects in space. Its slices are used again for the next one.
type solidElement struct {
	classes     []int
	poses       []solidPose
	strokes     []solidStroke // of object 0, then of object 1 and so on
	partSlots   []int         // rows of the strokes, then of the same strokes the other way round
	objectSlots []int

	azimuth, elevation float64 // of the camera, radians
}

// draw makes an element out of its stream, in this order: the number of objects, classes, poses, rows of strokes, rows of
// objects, the place of the camera.
func (e *solidElement) draw(o SolidOptions, g *numpyrng.Generator) {
	c := o.config()
	n := g.Integers(1, o.Objects+1)
	e.classes = choose(g, e.classes[:0], len(c.classes()), n, true)
	e.poses, e.strokes = e.poses[:0], e.strokes[:0]
	for i, class := range e.classes {
		e.poses = append(e.poses, drawSolidPose(g, c.list.ranges))
		e.strokes = appendSolidStrokes(e.strokes, c.list.shapes[class], &e.poses[i], i)
	}
	e.partSlots = choose(g, e.partSlots[:0], o.partRows(), 2*len(e.strokes), false)
	e.objectSlots = choose(g, e.objectSlots[:0], c.objectRows(), n, false)
	e.azimuth, e.elevation = 0, 0
	if o.Orbit {
		e.azimuth = g.Uniform(-mostAzimuth, mostAzimuth)
		e.elevation = g.Uniform(-mostElevation, mostElevation)
	}
}

// drawSolidPose draws wideness, italic, scale, x, y, z, roll, pitch, yaw, thickness, brightness.
func drawSolidPose(g *numpyrng.Generator, r *poseRanges) (p solidPose) {
	f := &p.flat
	for _, v := range []struct {
		to *float64
		in [2]float64
	}{{&f.Wideness, r[0]}, {&f.Italic, r[1]}, {&f.Scale, r[3]}, {&f.X, r[4]}, {&f.Y, r[5]}} {
		*v.to = g.Uniform(v.in[0], v.in[1])
	}
	p.z = g.Uniform(-mostSolidZ, mostSolidZ)
	roll := g.Uniform(-mostRoll, mostRoll)
	pitch := g.Uniform(-mostPitch, mostPitch)
	p.turn = solidRotation(roll, pitch, g.Uniform(-mostYaw, mostYaw))
	f.Thickness = g.Uniform(r[6][0], r[6][1])
	f.Brightness = g.Uniform(r[7][0], r[7][1])
	return p
}

// row is what part_poses have of a stroke from one of its ends on.
func (s *solidStroke) row(from int) [solidPartWidth]float64 {
	a, b := s.ends[from], s.ends[1-from]
	return [...]float64{a.X, a.Y, a.Z, b.X, b.Y, b.Z, s.thickness, s.bright}
}

// put writes the rows of parts and of objects, of which classes come first.
func (e *solidElement) put(parts, objects []float32, classes int) {
	for m, slot := range e.partSlots {
		values := e.strokes[m%len(e.strokes)].row(m / len(e.strokes))
		putNumbers(tiled(parts, slot, solidPartWidth), values[:])
	}
	for i, slot := range e.objectSlots {
		row, values := tiled(objects, slot, classes+solidPoseWidth), e.poses[i].values()
		row[e.classes[i]] = 1
		putNumbers(row[classes:], values[:])
	}
}

// maskNumbers are the numbers of the objects in object_mask: their places in the order of rows, from 1.
func (e *solidElement) maskNumbers() []uint8 {
	numbers := make([]uint8, len(e.objectSlots))
	for i, slot := range e.objectSlots {
		for _, other := range e.objectSlots {
			if other <= slot {
				numbers[i]++
			}
		}
	}
	return numbers
}

// The camera looks at the origin. At its distance the square [-1, 1] fills the height of the picture.
const (
	solidDistance = 4
	solidNear     = 1
	solidFar      = 10
)

// solidCamera is the camera in the direction of unit vector z from the origin, with pictures of a size in pixels.
func solidCamera(z geom.Vec3, width, height int) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(z.Scale(solidDistance), geom.Vec3{}, geom.V(0, 1, 0)),
		Width:           width, Height: height, FocalPx: solidDistance * float64(height) / 2,
		CenterX: float64(width) / 2, CenterY: float64(height) / 2, Near: solidNear, Far: solidFar,
	}
}

// orbitDirection is where a camera stands: azimuth about y from +z towards +x, elevation towards +y.
func orbitDirection(azimuth, elevation float64) geom.Vec3 {
	sa, ca := geom.SinCos(azimuth)
	se, ce := geom.SinCos(elevation)
	return geom.V(ce*sa, se, ce*ca)
}

// clipFromWorld is the matrix of a camera as OpenGL has it, row by row: its gluPerspective times its view.
func clipFromWorld(c *camera.Pinhole) (m [16]float64) {
	rows := c.WorldFromCamera.M // its columns are the rows of the inverse
	near, far := c.Near, c.Far
	for i, r := range [...]struct {
		axis          geom.Vec3
		factor, shift float64
	}{
		{rows.X, 2 * c.FocalPx / float64(c.Width), 0},
		{rows.Y, 2 * c.FocalPx / float64(c.Height), 0},
		{rows.Z, (far + near) / (near - far), 2 * far * near / (near - far)},
		{rows.Z, -1, 0},
	} {
		a := r.axis.Scale(r.factor)
		m[4*i], m[4*i+1], m[4*i+2] = a.X, a.Y, a.Z
		m[4*i+3] = r.shift - a.Dot(c.WorldFromCamera.T)
	}
	return m
}
