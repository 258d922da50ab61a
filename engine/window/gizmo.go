package window

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// tool is what dragging a gizmo's handles does.
type tool int

const (
	toolNone tool = iota
	toolMove
	toolTurn
	toolScale
)

var toolNames = [...]string{"none", "move", "turn", "scale"}

// gizmo is what hangs on something that is to be moved: arrows, rings or rods, with handles.
type gizmo struct {
	tool tool
	at   geom.Vec3    // middle, world
	axes [3]geom.Vec3 // unit, world
	long float64      // of its arms, world
	only int          // the only handle that there is, from handles; -1 for all
}

// handle is what can be dragged: 0 to 2 along or about an axis, 3 to 5 in the plane across an axis, 6 in all directions.
type handle int

const (
	noHandle    handle = -1
	planeHandle handle = 3
	allHandle   handle = 6
)

// has tells whether a gizmo has a handle.
func (g *gizmo) has(h handle) bool {
	if g.only >= 0 {
		return h == handle(g.only)
	}
	switch g.tool {
	case toolMove:
		return h < allHandle
	case toolTurn:
		return h < planeHandle
	}
	return h < planeHandle || h == allHandle
}

// Where a plane's handle is, in shares of the arms.
const planeFrom, planeTo = 0.3, 0.5

// outline is the line of a handle: an arm, a ring, a square, or a point.
func (g *gizmo) outline(h handle) []geom.Vec3 {
	switch {
	case h == allHandle:
		return []geom.Vec3{g.at}
	case h >= planeHandle:
		a, b := g.axes[(h+1)%3], g.axes[(h+2)%3]
		var out []geom.Vec3
		for _, c := range [...][2]float64{{planeFrom, planeFrom}, {planeTo, planeFrom}, {planeTo, planeTo}, {planeFrom, planeTo}, {planeFrom, planeFrom}} {
			out = append(out, g.at.AddScaled(c[0]*g.long, a).AddScaled(c[1]*g.long, b))
		}
		return out
	case g.tool == toolTurn:
		const steps = 48
		a, b := g.axes[(h+1)%3], g.axes[(h+2)%3]
		var out []geom.Vec3
		for i := range steps + 1 {
			s, c := math.Sincos(2 * math.Pi * float64(i) / steps)
			out = append(out, g.at.AddScaled(g.long*c, a).AddScaled(g.long*s, b))
		}
		return out
	}
	return []geom.Vec3{g.at.AddScaled(0.12*g.long, g.axes[h]), g.at.AddScaled(g.long, g.axes[h])}
}

// pick is the handle under a pixel of a camera's picture, of those that are at most reach pixels away the nearest.
func (g *gizmo) pick(c camera.Pinhole, x, y, reach float64) handle {
	best, nearestSoFar := noHandle, reach
	for h := handle(0); h <= allHandle; h++ {
		if !g.has(h) {
			continue
		}
		line := g.outline(h)
		flat := make([][2]float64, len(line))
		before := true
		for i, p := range line {
			px, py, z := c.Project(p)
			before = before && z > c.Near
			flat[i] = [2]float64{px, py}
		}
		if !before {
			continue
		}
		d := math.Inf(1)
		switch {
		case h == allHandle:
			d = math.Hypot(flat[0][0]-x, flat[0][1]-y) - reach/2
		case h >= planeHandle && contains(flat, x, y):
			d = 0
		default:
			for i := range len(flat) - 1 {
				d = min(d, fromSegment(x, y, flat[i], flat[i+1]))
			}
		}
		if d < nearestSoFar {
			best, nearestSoFar = h, d
		}
	}
	return best
}

// along is where on an axis through the gizmo's middle a ray comes nearest to it.
func (g *gizmo) along(axis geom.Vec3, r geom.Ray) float64 {
	w := g.at.Sub(r.Origin)
	b, c := axis.Dot(r.Dir), r.Dir.Dot(r.Dir)
	den := c - b*b
	if den < 1e-9*c {
		return 0 // it looks along the axis
	}
	return (b*r.Dir.Dot(w) - c*axis.Dot(w)) / den
}

// across is where a ray meets the plane through the gizmo's middle.
func (g *gizmo) across(normal geom.Vec3, r geom.Ray) (p geom.Vec3, ok bool) {
	d := r.Dir.Dot(normal)
	if math.Abs(d) < 1e-6*r.Dir.Len() {
		return p, false
	}
	t := g.at.Sub(r.Origin).Dot(normal) / d
	return r.At(t), t > 0
}

// Bounds of what one drag scales by.
const leastScale, mostScale = 0.01, 100

// drag is what dragging a handle from a pixel to another does, and the amounts by which: meters, radians or factors along the axes.
func (g *gizmo) drag(h handle, c camera.Pinhole, from, to [2]float64) (by geom.Transform, amounts geom.Vec3) {
	a, b := c.Ray(from[0], from[1]), c.Ray(to[0], to[1])
	switch g.tool {
	case toolMove:
		var d geom.Vec3
		if h < planeHandle {
			axis := g.axes[h]
			d = axis.Scale(g.along(axis, b) - g.along(axis, a))
		} else {
			p, ok := g.across(g.axes[h-planeHandle], a)
			q, also := g.across(g.axes[h-planeHandle], b)
			if ok && also {
				d = q.Sub(p)
			}
		}
		return geom.Translate(d), d
	case toolTurn:
		angle := math.Remainder(g.angle(h, c, to)-g.angle(h, c, from), 2*math.Pi)
		return about(g.at, geom.AxisAngle(g.axes[h], angle)), axisVec(h, angle, 0)
	}
	if h == allHandle {
		s := min(mostScale, max(leastScale, math.Exp((to[0]-from[0]-to[1]+from[1])/150)))
		return about(g.at, geom.Mat3{X: geom.V(s, 0, 0), Y: geom.V(0, s, 0), Z: geom.V(0, 0, s)}), geom.V(s, s, s)
	}
	s := 1.0
	if begin := g.along(g.axes[h], a); math.Abs(begin) > 1e-9 {
		s = min(mostScale, max(leastScale, g.along(g.axes[h], b)/begin))
	}
	return about(g.at, stretch(g.axes[h], s)), axisVec(h, s, 1)
}

// angle is where on a ring a pixel is, radians about the ring's axis: where its ray meets the ring's plane or, where that is seen from
// its edge, as it lies round the middle in the picture.
func (g *gizmo) angle(h handle, c camera.Pinhole, at [2]float64) float64 {
	axis := g.axes[h]
	toEye := c.WorldFromCamera.T.Sub(g.at).Unit().Dot(axis)
	const edge = 0.2
	if p, ok := g.across(axis, c.Ray(at[0], at[1])); ok && math.Abs(toEye) > edge {
		d := p.Sub(g.at)
		return math.Atan2(d.Dot(g.axes[(h+2)%3]), d.Dot(g.axes[(h+1)%3]))
	}
	x, y, _ := c.Project(g.at)
	angle := math.Atan2(y-at[1], at[0]-x)
	if toEye < 0 {
		return -angle
	}
	return angle
}

// axisVec has a value at an axis, and another one at the others.
func axisVec(h handle, value, others float64) geom.Vec3 {
	v := [3]float64{others, others, others}
	v[h] = value
	return geom.V(v[0], v[1], v[2])
}
