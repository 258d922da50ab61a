package ptr

import (
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
)

// depthTolerance is by how much, in meters, a back-projected pixel may miss the room, normalTolerance by how much the length of a normal
// may differ from 1, and that of a room's from the wall's or floor's own.
const (
	depthTolerance  = 0.01
	normalTolerance = 1e-3
)

// pictures holds depth and normals against the record. l are the labels that the files have.
func (f *finished) pictures(root string, cam *camera.Pinhole, l *show.Labels) {
	told := map[string]bool{} // one pixel of each rule and object is enough
	report := func(file string, at, object int, rule, format string, args ...any) {
		if key := fmt.Sprint(rule, object); !told[key] {
			told[key] = true
			f.report(file, object, rule, "pixel (%d, %d)"+format, append([]any{at % cam.Width, at / cam.Width}, args...)...)
		}
	}
	if l.ViewZ != nil {
		f.depthRules(root, cam, l, report)
	}
	if l.Normal != nil {
		f.normalRules(l, report)
	}
}

// reportPixel reports the first pixel of a rule, of an object or -1.
type reportPixel func(file string, at, object int, rule, format string, args ...any)

// depthRules: both depths are the same surface, room pixels lie on the room and object pixels inside their object's sphere.
func (f *finished) depthRules(root string, cam *camera.Pinhole, l *show.Labels, report reportPixel) {
	if f.cfg.Write.hasEXR() && f.cfg.Write.hasNPY() {
		dist, err := write.ReadEXR(root, f.files.rayDist, cam.Width, cam.Height)
		if err != nil {
			return // told already
		}
		for at, want := range world.RayDists(cam, l.ViewZ) {
			if d := math.Abs(float64(dist[at] - want)); !(d <= 1e-6*float64(want)) {
				report(f.files.rayDist, at, -1, "depth-kinds", ": %g along the ray, the planar depth gives %g", dist[at], want)
			}
		}
	}
	file, room := f.cfg.Write.depthFile(f.files), roomOf(f.record.Physics)
	for at, id := range l.Object {
		p := cam.Ray(float64(at%cam.Width)+0.5, float64(at/cam.Width)+0.5).At(float64(l.ViewZ[at]))
		if id == 0 {
			if off := room.off(p); !(off < depthTolerance) {
				report(file, at, -1, "depth-room", " back-projects to %v, %g m off floor and walls", p, off)
			}
			continue
		}
		o := &f.record.Objects[id-1]
		far := p.Sub(vec3(o.Coords)).Len()
		if limit := categoryOf(o.Category).radius + 1e-3; !(far <= limit) || p.Z < floorZ-1e-3 {
			report(file, at, int(id)-1, "depth-object", " back-projects to %v, %g m from the object's origin, at most %g are possible", p, far, limit)
		}
	}
}

// normalRules: normals are unit vectors where a surface is seen and 0 elsewhere, and those of the room square to floor and walls.
func (f *finished) normalRules(l *show.Labels, report reportPixel) {
	flat := [...]geom.Vec3{geom.V(0, 0, 1), geom.V(0, -1, 0), geom.V(1, 0, 0), geom.V(-1, 0, 0)}
	for at := range len(l.Normal) / 3 {
		n := geom.V(float64(l.Normal[3*at]), float64(l.Normal[3*at+1]), float64(l.Normal[3*at+2]))
		if l.ViewZ != nil && l.ViewZ[at] == 0 {
			if n != (geom.Vec3{}) {
				report(f.files.normals, at, -1, "normal-length", ": %v where nothing is seen, want 0", n)
			}
			continue
		}
		if length := n.Len(); !(math.Abs(length-1) <= normalTolerance) {
			report(f.files.normals, at, -1, "normal-length", ": %v of length %g, want 1", n, length)
			continue
		}
		if l.Object == nil || l.Object[at] != 0 {
			continue
		}
		off := math.Inf(1)
		for _, want := range flat {
			off = min(off, n.Sub(want).Len())
		}
		if !(off <= normalTolerance) {
			report(f.files.normals, at, -1, "normal-room", ": %v in the room, want that of the floor or of a wall", n)
		}
	}
}
