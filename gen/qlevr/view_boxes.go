package qlevr

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// imagePoint is where a point is seen, pixels from the top left corner of the picture.
type imagePoint struct{ x, y float64 }

// projectMesh appends the image points of a mesh's vertices, which must be in front of the camera, to image.
func projectMesh(image []imagePoint, cam *camera.Pinhole, m *mesh.Mesh, worldFromObject geom.Transform) []imagePoint {
	cameraFromObject := cam.WorldFromCamera.RigidInverse().Mul(worldFromObject)
	for _, p := range m.Positions {
		v := cameraFromObject.Point(p)
		image = append(image, imagePoint{
			cam.CenterX - float64(cam.FocalPx*v.X)/v.Z,
			cam.CenterY + float64(cam.FocalPx*v.Y)/v.Z,
		})
	}
	return image
}

// objectBox is the box of the image points of a solid's vertices, cut to the camera's picture, or nothing where it has no whole pixel of
// width or height. Its edges and its size are rounded each for itself, as in the published scenes.
func objectBox(cam *camera.Pinhole, image []imagePoint) Box {
	width, height := float64(cam.Width), float64(cam.Height)
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range image {
		left, right = min(left, p.x), max(right, p.x)
		top, bottom = min(top, p.y), max(bottom, p.y)
	}
	left, right = min(max(left, 0), width), min(max(right, 0), width)
	top, bottom = min(max(top, 0), height), min(max(bottom, 0), height)
	box := Box{
		Left: math.RoundToEven(left), Top: math.RoundToEven(top),
		Width: math.RoundToEven(right - left), Height: math.RoundToEven(bottom - top),
	}
	if box.Width == 0 || box.Height == 0 {
		return Box{}
	}
	return box
}

// planeBox is the box of a plane in the picture: of a polygon that of its corners, of a circle that of the points farthest to
// the left and right, back and front on the desk, which is a little smaller than that of the ellipse that is seen.
func planeBox(cam *camera.Pinhole, p *planPlane) Box {
	if p.shape == "circle" {
		x, y, r := p.center.x, p.center.y, p.radius
		at := func(x, y float64) PixelDepth { return projectPoint(cam, deskPoint(planPoint{x, y})) }
		left, right, top, bottom := at(x-r, y), at(x+r, y), at(x, y+r), at(x, y-r)
		return Box{Left: left[0], Top: top[1], Width: right[0] - left[0], Height: bottom[1] - top[1]}
	}
	return cornersBox(cam, p.corners[:p.count])
}

// deskCorners are those of the desk, in units: half a meter beyond the plan all round.
var deskCorners = []planPoint{{-50, -50}, {-50, 450}, {450, 450}, {450, -50}}

// cornersBox is the box of the corners of a polygon on the desk, in units.
func cornersBox(cam *camera.Pinhole, corners []planPoint) Box {
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, c := range corners {
		p := projectPoint(cam, deskPoint(c))
		left, right = min(left, p[0]), max(right, p[0])
		top, bottom = min(top, p[1]), max(bottom, p[1])
	}
	return Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}
