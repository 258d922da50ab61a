package ptr

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// depthTolerance is by how much, in meters, a back-projected pixel may miss the room.
const depthTolerance = 0.01

// depthRules: both depths are the same surface, room pixels lie on the room and object pixels inside their object's
// sphere.
func (f *finished) depthRules() {
	cam := f.record.pinhole()
	file := f.cfg.Write.depthFile(f.files)
	if f.rayDist != nil && f.cfg.Write.hasNPY() {
		want := rayDist(&cam, f.viewZ)
		for at := range want {
			if d := math.Abs(float64(f.rayDist[at] - want[at])); !(d <= 1e-6*float64(want[at])) {
				f.report(f.files.rayDist, -1, "depth-kinds", "pixel (%d, %d): %g along the ray, the planar depth gives %g", at%cam.Width, at/cam.Width, f.rayDist[at], want[at])
				break
			}
		}
	}
	if f.part == nil {
		return
	}
	owner := map[uint16]int{}
	for i := range f.record.Objects {
		for _, p := range f.record.Objects[i].Parts {
			owner[uint16(p.ID)] = i
		}
	}
	room := roomOf(f.record.Physics)
	told := map[string]bool{} // one pixel of each kind is enough
	for y := range cam.Height {
		for x := range cam.Width {
			at := y*cam.Width + x
			p := cam.Ray(float64(x)+0.5, float64(y)+0.5).At(float64(f.viewZ[at]))
			if f.part[at] == 0 {
				if off := room.off(p); !(off < depthTolerance) && !told["room"] {
					told["room"] = true
					f.report(file, -1, "depth-room", "pixel (%d, %d) back-projects to %v, %g m off floor and walls", x, y, p, off)
				}
				continue
			}
			i, ok := owner[f.part[at]]
			if !ok {
				continue // reported by idRules
			}
			o := &f.record.Objects[i]
			far := p.Sub(vec3(o.Coords)).Len()
			key := fmt.Sprint("object ", i)
			if limit := categoryOf(o.Category).radius + 1e-3; (!(far <= limit) || p.Z < floorZ-1e-3) && !told[key] {
				told[key] = true
				f.report(file, i, "depth-object", "pixel (%d, %d) back-projects to %v, %g m from the object's origin, at most %g are possible", x, y, p, far, limit)
			}
		}
	}
}

// normalTolerance is by how much the length of a normal may differ from 1, and that of a room's from the wall's or floor's own.
const normalTolerance = 1e-3

// normalRules: normals are unit vectors where a surface is seen and 0 elsewhere, and those of the room square to floor and walls.
func (f *finished) normalRules() {
	width := f.record.Camera.Width
	flat := [...]geom.Vec3{geom.V(0, 0, 1), geom.V(0, -1, 0), geom.V(1, 0, 0), geom.V(-1, 0, 0)}
	told := map[string]bool{} // one pixel of each rule is enough
	for at := range len(f.normal) / 3 {
		n := geom.V(float64(f.normal[3*at]), float64(f.normal[3*at+1]), float64(f.normal[3*at+2]))
		report := func(rule, format string, args ...any) {
			if !told[rule] {
				told[rule] = true
				f.report(f.files.normals, -1, rule, "pixel (%d, %d): "+format, append([]any{at % width, at / width}, args...)...)
			}
		}
		if f.viewZ != nil && f.viewZ[at] == 0 {
			if n != (geom.Vec3{}) {
				report("normal-length", "%v where nothing is seen, want 0", n)
			}
			continue
		}
		if l := n.Len(); !(math.Abs(l-1) <= normalTolerance) {
			report("normal-length", "%v of length %g, want 1", n, l)
			continue
		}
		if f.part == nil || f.part[at] != 0 {
			continue
		}
		off := math.Inf(1)
		for _, want := range flat {
			off = min(off, n.Sub(want).Len())
		}
		if !(off <= normalTolerance) {
			report("normal-room", "%v in the room, want that of the floor or of a wall", n)
		}
	}
}
