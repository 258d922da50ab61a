package qlevr

import (
	"math"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
)

// sameShare of the pixels away from silhouettes must be the same where the processor draws a scene.
const sameShare = 0.9999

// depthTolerance is how far outside of its object, in meters, a pixel may lie that was found from its depth.
const depthTolerance = 2e-3

// checkLabels holds ids and depth against the scene: a pixel of an object lies in the upright cylinder around it. One pixel is enough.
func checkLabels(f *world.Finding[*sample], files *sampleFiles, l *show.Labels) {
	checkNormals(f, files, l)
	cam := &f.Plan.scene.view.camera
	for at, id := range l.Object {
		if id == 0 {
			continue
		}
		x, y := at%cam.Width, at/cam.Width
		o := &f.Plan.scene.scene.Objects[id-1]
		seen := cam.WorldFromCamera.Point(cam.Direction(float64(x)+0.5, float64(y)+0.5).Scale(float64(l.ViewZ[at])))
		dx, dy, dz := seen.X-o.Position[0], seen.Y-o.Position[1], seen.Z-o.Position[2]
		off := max(math.Sqrt(float64(dx*dx)+float64(dy*dy))-outlineRadius(o.Size), math.Abs(dz)-o.Position[2])
		if !(off <= depthTolerance) {
			f.Report(files.depth, "", "depth-objects",
				"pixel (%d, %d) is %g m outside of object %d, of which it is by its id", x, y, off, id-1)
			return
		}
	}
}

// normalTolerance is how much the length of a normal may differ from 1, and how much it may lean away from the camera, for rounding.
const normalTolerance = 1e-5

// checkNormals: normals are of unit length and towards the camera where something is seen, and 0 elsewhere. One pixel is enough.
func checkNormals(f *world.Finding[*sample], files *sampleFiles, l *show.Labels) {
	if l.Normal == nil {
		return
	}
	cam := &f.Plan.scene.view.camera
	for at, z := range l.ViewZ {
		x, y := at%cam.Width, at/cam.Width
		n := geom.V(float64(l.Normal[3*at]), float64(l.Normal[3*at+1]), float64(l.Normal[3*at+2]))
		if z == 0 {
			if n != (geom.Vec3{}) {
				f.Report(files.normals, "", "normals", "pixel (%d, %d) has the normal %v, want 0: nothing is seen there", x, y, n)
				return
			}
			continue
		}
		ray := cam.WorldFromCamera.Dir(cam.Direction(float64(x)+0.5, float64(y)+0.5))
		if !(math.Abs(n.Len()-1) <= normalTolerance) || !(n.Dot(ray) <= normalTolerance*ray.Len()) {
			f.Report(files.normals, "", "normals", "pixel (%d, %d) has the normal %v, want one of length 1 towards the camera", x, y, n)
			return
		}
	}
}
