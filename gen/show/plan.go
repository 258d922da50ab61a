package show

import (
	"math"
	"slices"

	"mereo/engine/camera"
)

// PlanCamera is a camera seen from above: its place, world meters, and where it looks, a unit vector. A camera that looks straight
// up or down has the direction (0, 0).
type PlanCamera struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	DirX float64 `json:"dir_x"`
	DirY float64 `json:"dir_y"`
}

// PlanCameraOf is a camera as a plan shows it.
func PlanCameraOf(c *camera.Pinhole) *PlanCamera {
	at, z := c.WorldFromCamera.T, c.WorldFromCamera.M.Z
	out := &PlanCamera{X: at.X, Y: at.Y}
	if level := math.Sqrt(float64(z.X*z.X) + float64(z.Y*z.Y)); level > 1e-6 {
		out.DirX, out.DirY = 0-z.X/level, 0-z.Y/level // no -0
	}
	return out
}

// Outline is the convex hull of points of a plan, counter-clockwise: Andrew 1979, "Another Efficient Algorithm for Convex Hulls in
// Two Dimensions". It sorts the points. Up to two points are their own hull.
func Outline(points [][2]float64) [][2]float64 {
	slices.SortFunc(points, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	half := func() (out [][2]float64) {
		for _, p := range points {
			for n := len(out); n >= 2; n = len(out) {
				a, b := out[n-2], out[n-1]
				if float64((b[0]-a[0])*(p[1]-a[1]))-float64((b[1]-a[1])*(p[0]-a[0])) > 0 {
					break
				}
				out = out[:n-1]
			}
			out = append(out, p)
		}
		return out[:len(out)-1]
	}
	lower := half()
	slices.Reverse(points)
	return append(lower, half()...)
}
