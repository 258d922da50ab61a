// Package ref is a small rasterizer on the CPU. It draws object ids, part ids, depth and normals of a frame.Frame,
// one sample at the center of each pixel, in pure Go and with the same bits on every processor. It decides which scenes
// are accepted and checks what the GPU drew; what it draws is published only as pictures of bare
// strokes, which shall be the same everywhere.
//
// What it promises:
//
//   - The nearest surface wins; of equally near ones (in float32 of 1/ViewZ) the first instance, then its first triangle.
//   - Both faces of a triangle are drawn. What is nearer than Camera.Near or farther than Camera.Far is not.
//   - A pixel whose center lies on an edge that two triangles share belongs to exactly one of them (top-left rule).
//     Corners are snapped to 1/256 pixel, as graphics hardware does, so coverage is decided in integers.
//   - Depth and normals are not interpolated between the snapped corners: they come from the ray through the pixel's
//     center and the plane of the triangle, so they are exact also where a surface is seen at a grazing angle.
//   - A surface with a material.Coverage is there where its alpha, linear between the texels of its picture, is at least the cutoff, or 1/2.
//   - With a distorted camera, too, a label is that of the ray through the pixel's center, Camera.Ray: the triangles stay
//     straight, and the centers move to where they lie without distortion, snapped as corners are (warp.go).
//
// Frames are the ones of the house: camera along -Z, image rows from the top, ViewZ in meters along the camera's axis.
// The file to begin with is raster.go.
package ref

import (
	"fmt"
	"math"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Buffer is what Draw saw. Rows run from the top.
type Buffer struct {
	Width, Height int
	Object        []uint16  // len W*H; 0 for background and where nothing is hit
	Part          []uint16  // len W*H
	ViewZ         []float32 // len W*H, meters along the camera's axis; 0 where nothing is hit
	// Normal has 3 numbers for each pixel: unit, world frame, towards the camera; 0 where nothing is hit. It is
	// interpolated where the mesh has normals and the material is not Flat.
	Normal []float32
}

// Window is what DrawAlone saw: the smallest rectangle of pixels that holds everything drawn. It touches a border of
// the picture if and only if a drawn pixel does. Where nothing was drawn all four bounds are 0.
type Window struct {
	X0, Y0, X1, Y1 int       // half-open, inside the picture
	Part           []uint16  // len (X1-X0)*(Y1-Y0), rows from the top: index of the mesh + 1, 0 for nothing
	ViewZ          []float32 // same length, meters along the camera's axis; 0 for nothing
}

// Empty reports whether no pixel was drawn.
func (w *Window) Empty() bool { return len(w.Part) == 0 }

// PartAt returns the part at pixel (x, y) of the picture, 0 outside the window.
func (w *Window) PartAt(x, y int) uint16 {
	if x < w.X0 || x >= w.X1 || y < w.Y0 || y >= w.Y1 {
		return 0
	}
	return w.Part[(y-w.Y0)*(w.X1-w.X0)+x-w.X0]
}

// PixelsPerPart counts the pixels of each of n parts: element i belongs to mesh i. It panics when a part of the window
// is not below n.
func (w *Window) PixelsPerPart(n int) []int {
	count := make([]int, n+1)
	for _, p := range w.Part {
		count[p]++
	}
	return count[1:]
}

// Overlap counts the pixels that are drawn in both windows of one picture, whatever is nearer.
func (w *Window) Overlap(o *Window) int {
	n := 0
	x0, x1 := max(w.X0, o.X0), min(w.X1, o.X1)
	for y := max(w.Y0, o.Y0); y < min(w.Y1, o.Y1); y++ {
		for x := x0; x < x1; x++ {
			if w.Part[(y-w.Y0)*(w.X1-w.X0)+x-w.X0] != 0 && o.Part[(y-o.Y0)*(o.X1-o.X0)+x-o.X0] != 0 {
				n++
			}
		}
	}
	return n
}

// rasterizers keeps the scratch memory of finished draws for the next ones. It holds no state that reaches a result.
var rasterizers = sync.Pool{New: func() any { return new(Rasterizer) }}

// Draw draws the frame. The frame must be valid (frame.Frame.Validate). It may be called by several goroutines at once.
func Draw(f *frame.Frame) *Buffer {
	r := rasterizers.Get().(*Rasterizer)
	defer rasterizers.Put(r)
	return r.Draw(f)
}

// DrawIDs is Draw without normals, which are nil.
func DrawIDs(f *frame.Frame) *Buffer {
	r := rasterizers.Get().(*Rasterizer)
	defer rasterizers.Put(r)
	return r.drawIDs(f)
}

// DrawAlone draws one object, made of meshes that share worldFromObject, as if nothing else were there. Camera and
// meshes must be valid. It may be called by several goroutines at once.
func DrawAlone(cam *camera.Pinhole, worldFromObject geom.Transform, meshes []*mesh.Mesh) *Window {
	r := rasterizers.Get().(*Rasterizer)
	defer rasterizers.Put(r)
	return r.DrawAlone(cam, worldFromObject, meshes)
}

// Draw is like the function of the same name; r's scratch memory is used again.
func (r *Rasterizer) Draw(f *frame.Frame) *Buffer {
	b, c := r.drawIDs(f), &f.Camera
	b.Normal = make([]float32, 3*len(b.Object))
	s := shader{r: r, f: f}
	for i, h := range r.hit[:len(b.Object)] {
		if h != 0 {
			n := s.normal(h, float64(i%c.Width)+0.5, float64(i/c.Width)+0.5)
			b.Normal[3*i], b.Normal[3*i+1], b.Normal[3*i+2] = float32(n.X), float32(n.Y), float32(n.Z)
		}
	}
	return b
}

func (r *Rasterizer) drawIDs(f *frame.Frame) *Buffer {
	c := &f.Camera
	r.begin(c)
	for i := range f.Instances {
		r.load(f.Instances[i].Mesh, f.Instances[i].WorldFromObject)
	}
	r.clear(rect{0, 0, c.Width, c.Height})
	for i := range f.Instances {
		r.draw(i, f.Instances[i].Mesh, coverageOf(c, f.Instances[i].Material))
	}
	n := c.Width * c.Height
	b := &Buffer{
		Width: c.Width, Height: c.Height,
		Object: make([]uint16, n), Part: make([]uint16, n), ViewZ: make([]float32, n),
	}
	for i, h := range r.hit[:n] {
		if h == 0 {
			continue
		}
		in := &f.Instances[h>>32-1]
		b.Object[i], b.Part[i] = in.Object, in.Part
		b.ViewZ[i] = 1 / r.inv[i]
	}
	return b
}

// DrawAlone is like the function of the same name; r's scratch memory is used again.
func (r *Rasterizer) DrawAlone(cam *camera.Pinhole, worldFromObject geom.Transform, meshes []*mesh.Mesh) *Window {
	if len(meshes) >= math.MaxUint16 {
		panic(fmt.Sprintf("ref: object has %d meshes, want fewer than %d", len(meshes), math.MaxUint16))
	}
	r.begin(cam)
	for _, m := range meshes {
		r.load(m, worldFromObject)
	}
	at := r.bounds()
	r.clear(at)
	for i, m := range meshes {
		r.draw(i, m, nil)
	}
	t := r.touched
	if t.x0 >= t.x1 {
		return &Window{}
	}
	w := &Window{X0: t.x0, Y0: t.y0, X1: t.x1, Y1: t.y1}
	width := t.x1 - t.x0
	w.Part = make([]uint16, width*(t.y1-t.y0))
	w.ViewZ = make([]float32, len(w.Part))
	for y := t.y0; y < t.y1; y++ {
		from := (y-at.y0)*(at.x1-at.x0) + t.x0 - at.x0
		to := (y - t.y0) * width
		for x := range width {
			if h := r.hit[from+x]; h != 0 {
				w.Part[to+x] = uint16(h >> 32)
				w.ViewZ[to+x] = 1 / r.inv[from+x]
			}
		}
	}
	return w
}
