package ref

import (
	"math"
	"sort"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// warp is where the pixel centers of a camera with distortion lie in the picture that it would see without. Triangles are
// straight there, and pixels are sampled there, so that a label is that of the ray through the pixel's center.
//
// To find the pixels that a triangle may cover, the picture is cut into strips of stripPx columns.
type warp struct {
	of     lens
	points []float64 // x and y of each pixel of the picture, rows from the top
	strips []strip
}

// lens is all of a camera that a warp depends on.
type lens struct {
	width, height             int
	focalPx, centerX, centerY float64
	distortion                camera.Distortion
}

const stripPx = 16

// strip is a range of columns. Its pixels have x from minX to maxX; those in the rows from y on have a y of at least lowest[y],
// those in the rows up to y one of at most highest[y]. Both rise with y.
type strip struct {
	minX, maxX      float64
	lowest, highest []float64
}

// lastWarp is the warp that was made last: mostly all scenes have one lens.
var lastWarp struct {
	sync.Mutex
	w *warp
}

// warpOf returns the warp of a camera, nil if it has no distortion.
func warpOf(c *camera.Pinhole) *warp {
	if c.Distortion.IsZero() {
		return nil
	}
	of := lens{c.Width, c.Height, c.FocalPx, c.CenterX, c.CenterY, c.Distortion}
	lastWarp.Lock()
	defer lastWarp.Unlock()
	if lastWarp.w == nil || lastWarp.w.of != of {
		lastWarp.w = newWarp(c, of)
	}
	return lastWarp.w
}

func newWarp(c *camera.Pinhole, of lens) *warp {
	w := &warp{of: of, points: make([]float64, 0, 2*c.Width*c.Height)}
	for y := range c.Height {
		for x := range c.Width {
			u, v := c.Undistorted(float64(x)+0.5, float64(y)+0.5)
			w.points = append(w.points, u, v)
		}
	}
	for first := 0; first < c.Width; first += stripPx {
		s := strip{math.Inf(1), math.Inf(-1), make([]float64, c.Height), make([]float64, c.Height)}
		for y := range c.Height {
			s.lowest[y], s.highest[y] = math.Inf(1), math.Inf(-1)
			for x := first; x < min(first+stripPx, c.Width); x++ {
				u, v := w.point(x, y)
				s.minX, s.maxX = min(s.minX, u), max(s.maxX, u)
				s.lowest[y], s.highest[y] = min(s.lowest[y], v), max(s.highest[y], v)
			}
		}
		for y := 1; y < c.Height; y++ {
			s.highest[y] = max(s.highest[y], s.highest[y-1])
		}
		for y := c.Height - 2; y >= 0; y-- {
			s.lowest[y] = min(s.lowest[y], s.lowest[y+1])
		}
		w.strips = append(w.strips, s)
	}
	return w
}

// point is where the center of a pixel lies.
func (w *warp) point(x, y int) (float64, float64) {
	at := 2 * (y*w.of.width + x)
	return w.points[at], w.points[at+1]
}

// rows returns the half-open range of a strip's rows that may have pixels with a y from lo to hi.
func (s *strip) rows(lo, hi float64) (int, int) {
	return sort.SearchFloat64s(s.highest, lo), sort.Search(len(s.lowest), func(y int) bool { return s.lowest[y] > hi })
}

// rect returns a rectangle that holds the pixels in the box from lo to hi of snapped coordinates, inside of the picture.
func (w *warp) rect(lo, hi snap) rect {
	out := rect{w.of.width, w.of.height, 0, 0}
	x0, y0, x1, y1 := unsnap(lo, -1, hi, 1)
	for i := range w.strips {
		s := &w.strips[i]
		if first, end := s.rows(y0, y1); s.minX <= x1 && s.maxX >= x0 && first < end {
			out.x0, out.x1 = min(out.x0, i*stripPx), min(max(out.x1, (i+1)*stripPx), w.of.width)
			out.y0, out.y1 = min(out.y0, first), max(out.y1, end)
		}
	}
	if out.x0 >= out.x1 {
		return rect{}
	}
	return out
}

// unsnap turns corners of a box into pixels, each moved by as many steps of the grid.
func unsnap(lo snap, by int32, hi snap, and int32) (x0, y0, x1, y1 float64) {
	return float64(lo.x+by) / subPixels, float64(lo.y+by) / subPixels, float64(hi.x+and) / subPixels, float64(hi.y+and) / subPixels
}

// drawWarped is drawTriangle for a camera with distortion: edges are those between the snapped corners, pixels are sampled at
// their snapped points, and depth belongs to the points themselves.
func (r *Rasterizer) drawWarped(v *[3]geom.Vec3, s *[3]snap, hit uint64, far, near float64) {
	a, b, c := s[0], s[1], s[2]
	area := int64(b.x-a.x)*int64(c.y-a.y) - int64(b.y-a.y)*int64(c.x-a.x)
	if area == 0 {
		return
	}
	if area < 0 {
		b, c = c, b
	}
	x0, y0, x1, y1 := unsnap(snap{min(a.x, b.x, c.x), min(a.y, b.y, c.y)}, -1, snap{max(a.x, b.x, c.x), max(a.y, b.y, c.y)}, 1)
	edges := [3]edge{newEdge(a, b, 0), newEdge(b, c, 0), newEdge(c, a, 0)}
	depth := newInverseDepth(r.cam, v, far, near)
	invFar := float32(1 / r.cam.Far)
	width := r.at.x1 - r.at.x0
	for i := range r.warp.strips {
		st := &r.warp.strips[i]
		if st.minX > x1 || st.maxX < x0 {
			continue
		}
		first, end := st.rows(y0, y1)
		lo, hi := max(i*stripPx, r.at.x0), min((i+1)*stripPx, r.at.x1)
		for y := max(first, r.at.y0); y < min(end, r.at.y1); y++ {
			at := (y-r.at.y0)*width - r.at.x0
			for x := lo; x < hi; x++ {
				u, w := r.warp.point(x, y)
				if u < x0 || u > x1 || w < y0 || w > y1 {
					continue
				}
				sx, sy := snapped(u), snapped(w)
				if edges[0].at(sx, sy) < 0 || edges[1].at(sx, sy) < 0 || edges[2].at(sx, sy) < 0 {
					continue
				}
				d := depth.c + float64(depth.a*u) + float64(depth.b*w)
				inv := float32(min(max(d, depth.lo), depth.hi))
				if inv > r.inv[at+x] && inv >= invFar && (r.cover == nil || r.cover.at(u, w)) {
					r.inv[at+x], r.hit[at+x] = inv, hit
					r.touched.x0, r.touched.x1 = min(r.touched.x0, x), max(r.touched.x1, x+1)
					r.touched.y0, r.touched.y1 = min(r.touched.y0, y), max(r.touched.y1, y+1)
				}
			}
		}
	}
}

// at is a new edge's function, for row 0, at a snapped point.
func (e *edge) at(x, y int64) int64 {
	// In steps of a pixel's part, from the center of pixel (0, 0).
	return e.row + (e.perCol/subPixels)*(x-subPixels/2) + (e.perRow/subPixels)*(y-subPixels/2)
}
