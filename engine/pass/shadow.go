//go:build cgo

package pass

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/shaders"
)

const (
	faces = 6 // of the cube around a lamp; must match FACES in shaders/common/shadow.glsl
	// shadowSize is the side of a shadow map in texels: 1 cm at 5 m from the lamp for casters 10 m across.
	shadowSize = 1024
)

// faceCoordinates turns a vector of the lamp's frame into (across, across, forward) of a face.
// Must match faceCoordinates in shaders/common/shadow.glsl.
func faceCoordinates(d geom.Vec3, face int) geom.Vec3 {
	var c geom.Vec3
	switch face / 2 {
	case 0:
		c = geom.V(d.Y, d.Z, d.X)
	case 1:
		c = geom.V(d.Z, d.X, d.Y)
	default:
		c = d
	}
	if face%2 == 1 {
		c.Z = -c.Z
	}
	return c
}

// rect is a rectangle on a face: tangents of the angles across, or metres for parallel light.
type rect struct{ left, bottom, right, top float64 }

var noRect = rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (r rect) empty() bool { return !(r.right > r.left && r.top > r.bottom) }

func (r rect) grow(u, v float64) rect {
	return rect{min(r.left, u), min(r.bottom, v), max(r.right, u), max(r.top, v)}
}

func (r rect) union(s rect) rect {
	return rect{min(r.left, s.left), min(r.bottom, s.bottom), max(r.right, s.right), max(r.top, s.top)}
}

// padded has room for two texels more on each side, for the filter's sake.
func (r rect) padded() rect {
	w, h := r.right-r.left, r.top-r.bottom
	d := 2.0 / shadowSize
	return rect{r.left - d*w - 1e-6, r.bottom - d*h - 1e-6, r.right + d*w + 1e-6, r.top + d*h + 1e-6}
}

func (r rect) shader() [4]float32 {
	return [4]float32{float32(r.left), float32(r.bottom), float32(1 / (r.right - r.left)), float32(1 / (r.top - r.bottom))}
}

// onFace is the part of a face in which a box can be seen, from corners in the lamp's frame. A box that reaches behind
// the lamp is taken to fill the face.
func onFace(corners *[8]geom.Vec3, face int) rect {
	r, ahead, behind := noRect, false, false
	for _, d := range corners {
		c := faceCoordinates(d, face)
		if c.Z <= 1e-4 {
			behind = true
			continue
		}
		ahead = true
		r = r.grow(c.X/c.Z, c.Y/c.Z)
	}
	if !ahead {
		return noRect
	}
	if behind {
		return rect{-1, -1, 1, 1}
	}
	return rect{max(r.left, -1), max(r.bottom, -1), min(r.right, 1), min(r.top, 1)}
}

// Shadow draws the shadow maps of a sub-frame: one layer for each face of each lamp on which casters are seen, and one
// for the sky.
type Shadow struct {
	program *gl.Program
	Maps    *gl.Texture
	target  *gl.Framebuffer
	used    int
	pending []face
}

type face struct {
	number         int
	lightFromWorld geom.Transform
	bounds         rect
	parallel       bool
	start, length  float64
	ranges         []gl.Range
}

// NewShadow compiles the pass.
func NewShadow() (*Shadow, error) {
	p, err := gl.NewProgram(shaders.Files, "shadow/shadow.vert", "shadow/shadow.frag")
	return &Shadow{program: p, target: gl.NewFramebuffer(nil)}, err
}

// begin forgets the maps of the last sub-frame.
func (s *Shadow) begin() { s.pending = s.pending[:0] }

// lamp plans the maps of a lamp whose sample point is at p. It returns the frame, and rectangle and layer (-1: none) of
// each face.
func (s *Shadow) lamp(g *Geometry, p geom.Vec3) (frame geom.Mat3, rects [faces]rect, layer [faces]int) {
	around := geom.EmptyAABB()
	for i := range g.casts {
		if c := &g.casts[i]; !c.idleFor(p) {
			around = around.Union(c.bounds)
		}
	}
	z := geom.V(0, 0, 1)
	if !around.Empty() && around.Center() != p {
		z = around.Center().Sub(p).Unit()
	}
	frame.Z = z
	frame.X, frame.Y = geom.Basis(z)
	lightFromWorld := geom.Transform{M: frame, T: p}.Inverse()
	var found [faces]face
	for k := range found {
		found[k] = face{number: k, lightFromWorld: lightFromWorld, bounds: noRect}
	}
	for i := range g.casts {
		c := &g.casts[i]
		if c.idleFor(p) || c.bounds.Empty() {
			continue
		}
		var corners [8]geom.Vec3
		for k := range corners {
			corners[k] = lightFromWorld.Point(c.bounds.Corner(k))
		}
		for k := range found {
			if r := onFace(&corners, k); !r.empty() {
				found[k].bounds = found[k].bounds.union(r)
				found[k].ranges = append(found[k].ranges, c.indices)
			}
		}
	}
	for k := range found {
		layer[k] = -1
		if len(found[k].ranges) > 0 {
			found[k].bounds = found[k].bounds.padded()
			rects[k], layer[k] = found[k].bounds, len(s.pending)
			s.pending = append(s.pending, found[k])
		} else {
			rects[k] = rect{0, 0, 1, 1}
		}
	}
	return frame, rects, layer
}

// sky plans the map of parallel light along dir. Layer -1: nothing casts a shadow.
func (s *Shadow) sky(g *Geometry, dir geom.Vec3) (frame geom.Mat3, f face, layer int) {
	frame.Z = dir
	frame.X, frame.Y = geom.Basis(dir)
	f = face{lightFromWorld: geom.Transform{M: frame.Transpose()}, bounds: noRect, parallel: true}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range g.casts {
		c := &g.casts[i]
		if c.idleAlong(dir) || c.bounds.Empty() {
			continue
		}
		for k := range 8 {
			d := f.lightFromWorld.Point(c.bounds.Corner(k))
			f.bounds = f.bounds.grow(d.X, d.Y)
			low, high = min(low, d.Z), max(high, d.Z)
		}
		f.ranges = append(f.ranges, c.indices)
	}
	if len(f.ranges) == 0 {
		f.bounds, f.length = rect{0, 0, 1, 1}, 1
		return frame, f, -1
	}
	f.bounds = f.bounds.padded()
	f.start, f.length = low-0.01, high-low+0.02
	s.pending = append(s.pending, f)
	return frame, f, len(s.pending) - 1
}

// Draw draws the planned maps.
func (s *Shadow) Draw(g *Geometry) error {
	if s.Maps == nil || s.Maps.Layers < len(s.pending) {
		s.Maps.Delete()
		s.Maps = gl.NewDepthArray(shadowSize, shadowSize, max(4, len(s.pending)))
	}
	s.program.Use()
	gl.DepthTest(true)
	for layer := range s.pending {
		f := &s.pending[layer]
		s.target.AttachDepthLayer(s.Maps, layer)
		if layer == 0 {
			if err := s.target.Complete(); err != nil {
				return err
			}
		}
		s.target.Bind()
		s.target.ClearDepth(0)
		m := matrix(f.lightFromWorld)
		s.program.Mat4("uLightFromWorld", &m)
		s.program.Int("uFace", f.number)
		r := f.bounds.shader()
		s.program.Vec4("uRect", [4]float32{r[0], r[1], 2 * r[2], 2 * r[3]})
		parallel := 0
		if f.parallel {
			parallel = 1
			s.program.Vec2("uRange", f.start, 1/f.length)
		}
		s.program.Int("uParallel", parallel)
		g.array.Draw(f.ranges)
	}
	gl.DepthTest(false)
	return nil
}

func matrix(t geom.Transform) [16]float32 {
	x, y, z, p := vec3(t.M.X), vec3(t.M.Y), vec3(t.M.Z), vec3(t.T)
	return [16]float32{x[0], x[1], x[2], 0, y[0], y[1], y[2], 0, z[0], z[1], z[2], 0, p[0], p[1], p[2], 1}
}
