package qlevr

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
)

// pictureLabels are the labels of a picture of solids.
type pictureLabels struct {
	objects, planes []uint16
	z               []float32         // meters along the camera's axis
	normal          []float32         // three for each pixel, unit, world; nil where there is no file of them
	colors          map[string]string // fingerprint of the picture by its path
}

// readLabels reads the labels of a picture of so many objects by a camera, and its colors; nil if that is not possible.
func (f *inspection) readLabels(cam *camera.Pinhole, objects int) *pictureLabels {
	w, h := cam.Width, cam.Height
	whole := true
	report := func(name string, err error) {
		if err != nil {
			f.out, whole = append(f.out, gen.Unreadable(name, err)), false
		}
	}
	var l pictureLabels
	var err error
	l.objects, err = write.ReadGray16(f.job.Root, f.files.ids, w, h)
	report(f.files.ids, err)
	l.planes, err = write.ReadGray16(f.job.Root, f.files.planes, w, h)
	report(f.files.planes, err)
	l.z, err = write.ReadNPY[float32](f.job.Root, f.files.depth, h, w)
	report(f.files.depth, err)
	if f.cfg.Normals {
		l.normal, err = write.ReadNPY[float32](f.job.Root, f.files.normals, h, w, 3)
		report(f.files.normals, err)
	}
	rgb, err := write.ReadRGB(f.job.Root, f.files.picture, w, h)
	report(f.files.picture, err)
	if !whole {
		return nil
	}
	l.colors = map[string]string{f.files.picture: fingerprint.Of(rgb, l.objects, objects).String()}
	return &l
}

// depthTolerance is how far outside of its object, in meters, a pixel may lie that was found from its depth.
const depthTolerance = 2e-3

// labels holds ids and depth against the scene: a pixel of an object lies in the upright cylinder around it, and planes are
// where depth and plan have them. One pixel of each kind is enough.
func (f *inspection) labels(l *pictureLabels, cam *camera.Pinhole, p *plan, r *Record) {
	im := &frame.Images{Width: cam.Width, Height: cam.Height, Object: l.objects, ViewZ: l.z}
	want := planeIDs(cam, p, im)
	f.normals(l, cam)
	at := 0
	for at < len(want) && l.planes[at] == want[at] {
		at++
	}
	if at < len(want) {
		f.report(f.files.planes, "", "plane-ids", "pixel (%d, %d) is of plane id %d, depth and plan have %d there",
			at%cam.Width, at/cam.Width, l.planes[at], want[at])
	}
	for at, id := range l.objects {
		if id == 0 {
			continue
		}
		x, y := at%cam.Width, at/cam.Width
		if int(id) > len(r.Objects) {
			f.report(f.files.ids, "", "object-ids", "pixel (%d, %d) has id %d, but there are %d objects", x, y, id, len(r.Objects))
			return
		}
		o := &r.Objects[id-1]
		seen := cam.WorldFromCamera.Point(cam.Direction(float64(x)+0.5, float64(y)+0.5).Scale(float64(l.z[at])))
		dx, dy, dz := seen.X-o.Position[0], seen.Y-o.Position[1], seen.Z-o.Position[2]
		off := max(math.Sqrt(float64(dx*dx)+float64(dy*dy))-outlineRadius(o.Size), math.Abs(dz)-o.Position[2])
		if !(off <= depthTolerance) {
			f.report(f.files.depth, "", "depth-objects",
				"pixel (%d, %d) is %g m outside of object %d, of which it is by its id", x, y, off, id-1)
			return
		}
	}
}

// normalTolerance is how much the length of a normal may differ from 1, and how much it may lean away from the camera, for rounding.
const normalTolerance = 1e-5

// normals are of unit length and towards the camera where something is seen, and 0 elsewhere. One pixel is enough.
func (f *inspection) normals(l *pictureLabels, cam *camera.Pinhole) {
	if l.normal == nil {
		return
	}
	for at, z := range l.z {
		x, y := at%cam.Width, at/cam.Width
		n := geom.V(float64(l.normal[3*at]), float64(l.normal[3*at+1]), float64(l.normal[3*at+2]))
		if z == 0 {
			if n != (geom.Vec3{}) {
				f.report(f.files.normals, "", "normals", "pixel (%d, %d) has the normal %v, want 0: nothing is seen there", x, y, n)
				return
			}
			continue
		}
		ray := cam.WorldFromCamera.Dir(cam.Direction(float64(x)+0.5, float64(y)+0.5))
		if !(math.Abs(n.Len()-1) <= normalTolerance) || !(n.Dot(ray) <= normalTolerance*ray.Len()) {
			f.report(f.files.normals, "", "normals", "pixel (%d, %d) has the normal %v, want one of length 1 towards the camera", x, y, n)
			return
		}
	}
}

// What may differ from the rasterizer on the CPU, away from silhouettes.
const (
	sameShare  = 0.9999 // of the pixels must be the same
	sameDepth  = 1e-4   // relative
	sameNormal = 2e-3   // of each coordinate
)

// remakeLabels holds ids and depth against the CPU's view of the scene.
func (f *inspection) remakeLabels(g *generatedScene, l *pictureLabels) {
	b := ref.Draw(sceneOf(g.toLook(), &g.view).Frame())
	w, judged, wrongID, wrongZ, wrongNormal := b.Width, 0, 0, 0, 0
	for y := 1; y < b.Height-1; y++ {
		for x := 1; x < w-1; x++ {
			at := y*w + x
			id := b.Object[at]
			if b.Object[at-1] != id || b.Object[at+1] != id || b.Object[at-w] != id || b.Object[at+w] != id {
				continue
			}
			judged++
			if l.objects[at] != id {
				wrongID++
			}
			if !(math.Abs(float64(l.z[at]-b.ViewZ[at])) <= float64(sameDepth*b.ViewZ[at])) {
				wrongZ++
			}
			if l.normal != nil && !nearNormals(l.normal[3*at:3*at+3], b.Normal[3*at:3*at+3]) {
				wrongNormal++
			}
		}
	}
	limit := int(float64(judged) * (1 - sameShare))
	if wrongID > limit {
		f.report(f.files.ids, "", "remake-ids",
			"%d of %d pixels away from silhouettes have another object than the seed gives, at most %d may", wrongID, judged, limit)
	}
	if wrongZ > limit {
		f.report(f.files.depth, "", "remake-depth",
			"%d of %d pixels away from silhouettes have another depth than the seed gives, at most %d may", wrongZ, judged, limit)
	}
	if wrongNormal > limit {
		f.report(f.files.normals, "", "remake-normals",
			"%d of %d pixels away from silhouettes have another normal than the seed gives, at most %d may", wrongNormal, judged, limit)
	}
}

func nearNormals(a, b []float32) bool {
	for i := range a {
		if !(math.Abs(float64(a[i]-b[i])) <= sameNormal) {
			return false
		}
	}
	return true
}
