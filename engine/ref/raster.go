package ref

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// subPixels is how many steps a corner's image point is rounded to along each axis of a pixel. It is what graphics
// hardware and Mesa use, so that pixels beside silhouettes mostly agree too.
const subPixels = 256

// guardPx is how far outside the picture a snapped corner may lie, pixels. Triangles that reach farther are clipped.
// With it an edge function stays below 2*(2^15+2^14)^2*2^16 < 2^50, far from the end of int64.
const guardPx = 1 << 15

// Rasterizer holds the scratch memory of Draw and DrawAlone. The zero value is ready. It may be used by one goroutine
// at a time; what it returned before stays valid.
type Rasterizer struct {
	cam   *camera.Pinhole
	warp  *warp       // of cam; nil without distortion
	first []int       // index of the first vertex of each mesh, one more at the end
	verts []geom.Vec3 // vertices of all meshes, camera frame
	snaps []snap      // their image points
	clips bool        // some vertex needs clipping

	at      rect      // the pixels that are drawn
	inv     []float32 // 1/ViewZ for each pixel of at, 0 for nothing
	hit     []uint64  // (mesh index + 1) << 32 | triangle for each pixel of at, 0 for nothing
	touched rect      // the pixels that were drawn
	cover   *coverage // of the mesh that is drawn; nil where all of it is there
}

// rect is a half-open rectangle of pixels.
type rect struct{ x0, y0, x1, y1 int }

// snap is an image point in 1/subPixels of a pixel from the top left corner. A vertex that cannot be projected, being
// nearer than Near or beyond the guard band, has x == unprojected.
type snap struct{ x, y int32 }

const unprojected = math.MinInt32

func (r *Rasterizer) begin(cam *camera.Pinhole) {
	r.cam, r.warp = cam, warpOf(cam)
	r.first = append(r.first[:0], 0)
	r.verts, r.snaps = r.verts[:0], r.snaps[:0]
	r.clips = false
}

// load moves the vertices of the next mesh into the camera frame and projects them.
func (r *Rasterizer) load(m *mesh.Mesh, worldFromObject geom.Transform) {
	c := r.cam
	rot := c.WorldFromCamera.M.Transpose() // rigid: its transpose is its inverse
	cameraFromObject := geom.Transform{M: rot.Mul(worldFromObject.M), T: rot.MulVec(worldFromObject.T.Sub(c.WorldFromCamera.T))}
	for _, p := range m.Positions {
		v := cameraFromObject.Point(p)
		s := r.project(v)
		r.clips = r.clips || s.x == unprojected
		r.verts = append(r.verts, v)
		r.snaps = append(r.snaps, s)
	}
	r.first = append(r.first, len(r.verts))
}

// project snaps the image point of a vertex in the camera frame.
func (r *Rasterizer) project(v geom.Vec3) snap {
	c := r.cam
	if -v.Z < c.Near {
		return snap{unprojected, 0}
	}
	x := c.CenterX - float64(c.FocalPx*v.X)/v.Z
	y := c.CenterY + float64(c.FocalPx*v.Y)/v.Z
	if c.Orthographic {
		x, y = c.CenterX+float64(c.FocalPx*v.X), c.CenterY-float64(c.FocalPx*v.Y)
	}
	if !(x >= -guardPx && x <= float64(c.Width+guardPx) && y >= -guardPx && y <= float64(c.Height+guardPx)) {
		return snap{unprojected, 0}
	}
	return snap{int32(snapped(x)), int32(snapped(y))}
}

// snapped rounds pixels to steps of the grid.
func snapped(x float64) int64 { return int64(math.Floor(float64(x*subPixels) + 0.5)) }

// bounds returns a rectangle inside the picture that holds everything loaded. When something is clipped that is the
// whole picture.
func (r *Rasterizer) bounds() rect {
	all := rect{0, 0, r.cam.Width, r.cam.Height}
	if r.clips {
		return all
	}
	if len(r.snaps) == 0 {
		return rect{}
	}
	lo, hi := r.snaps[0], r.snaps[0]
	for _, s := range r.snaps {
		lo.x, lo.y = min(lo.x, s.x), min(lo.y, s.y)
		hi.x, hi.y = max(hi.x, s.x), max(hi.y, s.y)
	}
	if r.warp != nil {
		return r.warp.rect(lo, hi)
	}
	x0, x1 := centers(int(lo.x), int(hi.x), 0, all.x1)
	y0, y1 := centers(int(lo.y), int(hi.y), 0, all.y1)
	return rect{x0, y0, max(x0, x1), max(y0, y1)}
}

// centers returns the half-open range of pixels in [first, end) whose centers lie in the closed range lo to hi of snapped
// coordinates.
func centers(lo, hi, first, end int) (int, int) {
	return max(first, (lo+subPixels/2-1)>>8), min(end, (hi-subPixels/2)>>8+1)
}

// clear makes room for the pixels of at and empties them.
func (r *Rasterizer) clear(at rect) {
	n := (at.x1 - at.x0) * (at.y1 - at.y0)
	if cap(r.inv) < n {
		r.inv, r.hit = make([]float32, n), make([]uint64, n)
	}
	r.inv, r.hit = r.inv[:n], r.hit[:n]
	clear(r.inv)
	clear(r.hit)
	r.at = at
	r.touched = rect{at.x1, at.y1, at.x0, at.y0}
}

// draw draws mesh i, which was loaded as number i. c is nil where all of it is there.
func (r *Rasterizer) draw(i int, m *mesh.Mesh, c *coverage) {
	verts, snaps := r.verts[r.first[i]:r.first[i+1]], r.snaps[r.first[i]:r.first[i+1]]
	for t, idx := range m.Triangles {
		hit := uint64(i+1)<<32 | uint64(t)
		v := [3]geom.Vec3{verts[idx[0]], verts[idx[1]], verts[idx[2]]}
		if r.cover = c; c != nil {
			c.load(m, idx, &v)
		}
		s := [3]snap{snaps[idx[0]], snaps[idx[1]], snaps[idx[2]]}
		if r.clips && (s[0].x == unprojected || s[1].x == unprojected || s[2].x == unprojected) {
			r.drawClipped(&v, hit)
			continue
		}
		r.drawTriangle(&v, &s, hit, max(-v[0].Z, -v[1].Z, -v[2].Z), min(-v[0].Z, -v[1].Z, -v[2].Z))
	}
}

// drawTriangle draws a triangle v of the camera frame over the pixels inside its projected part s. Its ViewZ lies
// between near and far there.
func (r *Rasterizer) drawTriangle(v *[3]geom.Vec3, s *[3]snap, hit uint64, far, near float64) {
	if r.warp != nil {
		r.drawWarped(v, s, hit, far, near)
		return
	}
	// Find the pixels that may be covered.
	x0, x1 := centers(int(min(s[0].x, s[1].x, s[2].x)), int(max(s[0].x, s[1].x, s[2].x)), r.at.x0, r.at.x1)
	y0, y1 := centers(int(min(s[0].y, s[1].y, s[2].y)), int(max(s[0].y, s[1].y, s[2].y)), r.at.y0, r.at.y1)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	// Turn the corners clockwise as seen in the picture, so that edge functions are positive inside.
	a, b, c := s[0], s[1], s[2]
	area := int64(b.x-a.x)*int64(c.y-a.y) - int64(b.y-a.y)*int64(c.x-a.x)
	if area == 0 {
		return
	}
	if area < 0 {
		b, c = c, b
	}
	edges := [3]edge{newEdge(a, b, y0), newEdge(b, c, y0), newEdge(c, a, y0)}
	depth := newInverseDepth(r.cam, v, far, near)
	invFar, orthographic := float32(1/r.cam.Far), r.cam.Orthographic
	width := r.at.x1 - r.at.x0
	for y := y0; y < y1; y++ {
		lo, hi := x0, x1
		for k := range edges {
			lo, hi = edges[k].narrow(lo, hi)
			edges[k].row += edges[k].perRow
		}
		if lo >= hi {
			continue
		}
		base := depth.c + float64(depth.b*(float64(y)+0.5))
		at := (y-r.at.y0)*width - r.at.x0
		for x := lo; x < hi; x++ {
			w := base + float64(depth.a*(float64(x)+0.5))
			if orthographic {
				w = 1 / w
			}
			inv := float32(min(max(w, depth.lo), depth.hi))
			if inv > r.inv[at+x] && inv >= invFar && (r.cover == nil || r.cover.at(float64(x)+0.5, float64(y)+0.5)) {
				r.inv[at+x], r.hit[at+x] = inv, hit
				r.touched.x0, r.touched.x1 = min(r.touched.x0, x), max(r.touched.x1, x+1)
				r.touched.y0, r.touched.y1 = min(r.touched.y0, y), max(r.touched.y1, y+1)
			}
		}
	}
}

// edge is an edge function E(x, y) of pixel centers, whole numbers, in which E >= 0 means inside.
//
// For the edge from p to q, E = (q-p) x (center-p); y grows downwards and corners go clockwise, so E > 0 is inside.
// On the edge itself (E = 0) a pixel belongs to the triangle whose left or top edge it is; others get E-1.
type edge struct {
	row    int64 // E at column 0 of the row at hand
	perRow int64 // what E gains from a row to the next
	perCol int64 // what E gains from a column to the next
}

func newEdge(p, q snap, y int) edge {
	dx, dy := int64(q.x-p.x), int64(q.y-p.y)
	e := edge{perRow: dx * subPixels, perCol: -dy * subPixels}
	e.row = dx*(int64(y)*subPixels+subPixels/2-int64(p.y)) - dy*(subPixels/2-int64(p.x))
	if !(dy < 0 || dy == 0 && dx > 0) {
		e.row--
	}
	return e
}

// narrow returns the columns of [lo, hi) in which the edge function is not negative in the row at hand.
func (e *edge) narrow(lo, hi int) (int, int) {
	switch {
	case e.perCol > 0: // x >= -row/perCol, rounded up
		if at := e.row + e.perCol*int64(lo); at < 0 {
			lo += int((-at + e.perCol - 1) / e.perCol)
		}
	case e.perCol < 0: // x <= row/-perCol, rounded down
		at := e.row + e.perCol*int64(hi-1)
		if at < 0 {
			hi -= int((-at - e.perCol - 1) / -e.perCol)
		}
	case e.row < 0:
		return lo, lo
	}
	return lo, hi
}

// inverseDepth is 1/ViewZ on the plane of a triangle as a function of the image point in pixels, a*x + b*y + c, kept
// between lo and hi, the values at its farthest and nearest corner. Of an orthographic camera the function is ViewZ itself.
type inverseDepth struct{ a, b, c, lo, hi float64 }

// newInverseDepth derives it: a point of the plane n.P = d that is seen along the ray R(x, y) with R.Z = -1 is
// P = ViewZ*R, so 1/ViewZ = n.R/d, which is linear in x and y.
func newInverseDepth(cam *camera.Pinhole, v *[3]geom.Vec3, far, near float64) inverseDepth {
	n := v[1].Sub(v[0]).Cross(v[2].Sub(v[0]))
	d := n.Dot(v[0])
	i := inverseDepth{lo: 1 / far, hi: 1 / near}
	i.a = n.X / cam.FocalPx / d
	i.b = -n.Y / cam.FocalPx / d
	i.c = (float64(cam.CenterY*n.Y)-float64(cam.CenterX*n.X))/cam.FocalPx/d - n.Z/d
	if cam.Orthographic { // P = (X, Y, -ViewZ), and n.P = d
		i.a, i.b = n.X/cam.FocalPx/n.Z, -n.Y/cam.FocalPx/n.Z
		i.c = (float64(cam.CenterY*n.Y)-float64(cam.CenterX*n.X))/cam.FocalPx/n.Z - d/n.Z
	}
	if sum := i.a + i.b + i.c; math.IsNaN(sum - sum) {
		// Seen exactly along its plane: only the snapping gave it pixels.
		i.a, i.b, i.c = 0, 0, i.hi
		if cam.Orthographic {
			i.c = near
		}
	}
	return i
}
