// Package flow finds how what a picture shows moves to another picture, and where on its thing it lies. Things are rigid, so labels, poses and cameras
// say all of it: the point of a pixel, from its depth, goes with its thing. Nothing is drawn.
//
// Flow is in pixels, x to the right and y down, between pixel centers: what is at (x, y) in one picture is at (x, y) + flow in the other.
package flow

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Moment is what a camera sees at a time.
type Moment struct {
	Camera *camera.Pinhole
	// WorldFromObject is that of object i+1. Scales may change with time.
	WorldFromObject []geom.Transform
	Object          []uint16  // len W*H; 0 for the surroundings, which do not move
	ViewZ           []float32 // len W*H, meters along the camera's axis; 0 where nothing is hit
}

// Field is the flow of a picture. Where nothing is hit, what is infinitely far away goes with the camera's turn.
type Field struct {
	Width, Height int
	// Flow has for each pixel x and y. Both are NaN for what is behind the other camera.
	Flow []float32 // len 2*W*H
	// Hidden tells what is not seen in the other picture: it is outside of that, or something else is there.
	Hidden []bool // len W*H
}

// A point is seen in another picture where one of the four pixels around it shows the same object at the same depth, to within a share of it and of the
// range of depths of these four, between which a slanted surface passes.
const sameDepth = 2e-3

// Between is the flow from one moment to another. Both have the same objects; pictures may differ in size.
func Between(from, to *Moment) *Field {
	w, h := from.Camera.Width, from.Camera.Height
	out := &Field{Width: w, Height: h, Flow: make([]float32, 2*w*h), Hidden: make([]bool, w*h)}
	// By object id: where a point of the world goes.
	goes := make([]geom.Transform, 1+len(from.WorldFromObject))
	goes[0] = geom.Identity
	for i, pose := range from.WorldFromObject {
		goes[i+1] = to.WorldFromObject[i].Mul(pose.Inverse())
	}
	turn := to.Camera.WorldFromCamera.M.Transpose().Mul(from.Camera.WorldFromCamera.M)
	far := *to.Camera
	far.WorldFromCamera = geom.Identity
	for y := range h {
		for x := range w {
			i := y*w + x
			px, py := float64(x)+0.5, float64(y)+0.5
			nx, ny, z := px, py, 0.0 // z stays 0 where nothing is hit
			ahead := true
			if depth := from.ViewZ[i]; depth > 0 {
				p := from.Camera.Ray(px, py).At(float64(depth))
				nx, ny, z = to.Camera.Project(goes[from.Object[i]].Point(p))
				ahead = z > 0
			} else if !far.Orthographic && !from.Camera.Orthographic {
				var away float64
				nx, ny, away = far.Project(turn.MulVec(from.Camera.Direction(px, py)))
				ahead = away > 0
			}
			if !ahead {
				nx, ny = math.NaN(), math.NaN()
			}
			out.Flow[2*i], out.Flow[2*i+1] = float32(nx-px), float32(ny-py)
			out.Hidden[i] = !to.shows(nx, ny, z, from.Object[i])
		}
	}
	return out
}

// shows tells whether a picture shows a point of an object at a place and depth.
func (m *Moment) shows(x, y, z float64, object uint16) bool {
	w, h := m.Camera.Width, m.Camera.Height
	if !(x >= 0 && y >= 0 && x < float64(w) && y < float64(h)) {
		return false
	}
	low, high := math.Inf(1), math.Inf(-1)
	x0, y0 := int(math.Floor(x-0.5)), int(math.Floor(y-0.5))
	for k := range 4 {
		i := min(max(y0+k>>1, 0), h-1)*w + min(max(x0+k&1, 0), w-1)
		if m.Object[i] != object || (m.ViewZ[i] > 0) != (z > 0) {
			continue
		}
		low, high = min(low, float64(m.ViewZ[i])), max(high, float64(m.ViewZ[i]))
	}
	slack := float64(sameDepth*z) + (high - low)
	return low <= z+slack && z-slack <= high
}

// Coordinates are for each pixel the place of its point in the box of its object, in the object's own frame: 0 to 1 along each axis, and 0 for the
// surroundings. Wang et al. 2019, "Normalized Object Coordinate Space for Category-Level 6D Object Pose and Size Estimation". boxes are those of
// object i+1. The result has len 3*W*H.
func Coordinates(m *Moment, boxes []geom.AABB) []float32 {
	w := m.Camera.Width
	out := make([]float32, 3*len(m.Object))
	own := make([]geom.Transform, len(m.WorldFromObject))
	for i, pose := range m.WorldFromObject {
		own[i] = pose.Inverse()
	}
	for i, id := range m.Object {
		if id == 0 || m.ViewZ[i] <= 0 {
			continue
		}
		p := own[id-1].Point(m.Camera.Ray(float64(i%w)+0.5, float64(i/w)+0.5).At(float64(m.ViewZ[i])))
		box := &boxes[id-1]
		for a, v := range [3][3]float64{{p.X, box.Min.X, box.Max.X}, {p.Y, box.Min.Y, box.Max.Y}, {p.Z, box.Min.Z, box.Max.Z}} {
			if side := v[2] - v[1]; side > 0 {
				out[3*i+a] = float32(min(max((v[0]-v[1])/side, 0), 1))
			}
		}
	}
	return out
}
