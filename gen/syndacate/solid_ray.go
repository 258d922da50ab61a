package syndacate

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Depth and masks are made of rays and not by the rasterizer of the pictures. That one rounds corners to 1/256 pixel, by which
// the depth of a side that is seen nearly edge-on may be anywhere along the side; rays meet the cuboids where they are.

// solidProbe meets a stroke with rays from the eye of a camera.
type solidProbe struct {
	inverse geom.Mat3 // strokeFromWorld
	eye     geom.Vec3 // in the frame of the stroke
	half    geom.Vec3

	x0, y0, x1, y1 int // half-open, pixels that may see the stroke
}

func (s *solidStroke) probe(cam *camera.Pinhole) solidProbe {
	p := solidProbe{inverse: s.axes.Transpose(), half: s.half}
	p.eye = p.inverse.MulVec(cam.WorldFromCamera.T.Sub(s.center()))
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for corner := range 8 {
		h := s.half
		for k, v := range [...]*float64{&h.X, &h.Y, &h.Z} {
			if corner>>k&1 == 1 {
				*v = -*v
			}
		}
		x, y, _ := cam.Project(s.center().Add(s.axes.MulVec(h)))
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	p.x0, p.x1 = max(0, int(math.Floor(x0))), min(cam.Width, int(math.Ceil(x1)))
	p.y0, p.y1 = max(0, int(math.Floor(y0))), min(cam.Height, int(math.Ceil(y1)))
	return p
}

// meet returns where a ray from the eye enters and leaves the stroke, grown by a margin on all sides, in units of the direction
// (Kay and Kajiya 1986, "Ray Tracing Complex Scenes", slabs). It misses where near is not at most far.
func (p *solidProbe) meet(dirWorld geom.Vec3, margin float64) (near, far float64) {
	dir := p.inverse.MulVec(dirWorld)
	near, far = math.Inf(-1), math.Inf(1)
	for k := range 3 {
		e, v, h := p.eye.At(k), dir.At(k), p.half.At(k)+margin
		if v == 0 {
			if math.Abs(e) > h {
				return 1, 0
			}
			continue
		}
		a, b := (-h-e)/v, (h-e)/v
		near, far = max(near, min(a, b)), min(far, max(a, b))
	}
	return near, far
}

// solidLabels writes depth and object numbers over zeros, len(depth) == len(mask) == Width*Height. Numbers has those of
// objects. Of equally near strokes the first counts. The camera stands outside of all strokes, which lie in its range.
func solidLabels(depth []float32, mask []uint8, cam *camera.Pinhole, strokes []solidStroke, numbers []uint8) {
	for i := range strokes {
		p := strokes[i].probe(cam)
		for y := p.y0; y < p.y1; y++ {
			for x := p.x0; x < p.x1; x++ {
				near, far := p.meet(cam.Ray(float64(x)+0.5, float64(y)+0.5).Dir, 0)
				at := y*cam.Width + x
				if d := float32(near); near <= far && (mask[at] == 0 || d < depth[at]) {
					depth[at], mask[at] = d, numbers[strokes[i].object]
				}
			}
		}
	}
}
