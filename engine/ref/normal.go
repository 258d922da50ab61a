package ref

import (
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// shader computes normals of hit triangles. It remembers the last triangle, since neighbors in a row mostly share it.
type shader struct {
	r    *Rasterizer
	f    *frame.Frame
	last uint64 // the hit that the rest was made for; 0 for none

	flat   geom.Vec3    // unit normal of the triangle, world frame, towards the camera
	smooth bool         // corners count
	corner [3]geom.Vec3 // unit normals at the corners, world frame
	weight [3]geom.Vec3 // weight of corner k along the ray R of the camera frame is weight[k].R
}

// normal returns the unit normal at the image point (x, y) of a hit, in the world frame.
func (s *shader) normal(hit uint64, x, y float64) geom.Vec3 {
	if hit != s.last {
		s.load(hit)
	}
	if !s.smooth {
		return s.flat
	}
	c := &s.f.Camera
	ray := c.Direction(x, y)
	var n geom.Vec3
	for k := range s.corner {
		n = n.AddScaled(s.weight[k].Dot(ray), s.corner[k])
	}
	n = n.Unit()
	if c.Orthographic {
		ray = geom.V(0, 0, -1)
	}
	switch {
	case !n.IsFinite() || n == geom.Vec3{}:
		return s.flat
	case n.Dot(c.WorldFromCamera.M.MulVec(ray)) > 0: // must match fragmentNormal in shaders/common/normal.glsl
		return n.Neg()
	}
	return n
}

// load prepares the triangle of a hit.
//
// With corners p0, p1, p2 in the camera frame the point at depth ViewZ along the ray R is a combination of the corners
// with weights w solving [p0 p1 p2] w = ViewZ*R; by Cramer's rule w0 = ViewZ*R.(p1 x p2)/det and so on. The common
// factor ViewZ/det falls out when the sum is normalized, its sign when the normal is turned towards the camera.
// Of an orthographic camera they are those of the shadow of the triangle on the plane at ViewZ 1, which Direction is a point of.
func (s *shader) load(hit uint64) {
	i, t := int(hit>>32)-1, uint32(hit)
	in := &s.f.Instances[i]
	idx := in.Mesh.Triangles[t]
	verts := s.r.verts[s.r.first[i]:]
	p := [3]geom.Vec3{verts[idx[0]], verts[idx[1]], verts[idx[2]]}
	n := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	eye := p[0] // the eye is the origin: a normal towards it goes against the positions
	if s.f.Camera.Orthographic {
		eye = geom.V(0, 0, -1)
	}
	if n.Dot(eye) > 0 {
		n = n.Neg()
	}
	*s = shader{r: s.r, f: s.f, last: hit, flat: s.f.Camera.WorldFromCamera.M.MulVec(n).Unit()}
	if len(in.Mesh.Normals) == 0 || in.Material != nil && in.Material.Flat {
		return
	}
	s.smooth = true
	for k := range p {
		s.corner[k] = in.WorldFromObject.Normal(in.Mesh.Normals[idx[k]])
	}
	s.weight = weights(&s.f.Camera, &p)
}

// weights are those of the corners of a triangle in the camera's frame, times a number of either sign, as their products with Direction.
func weights(c *camera.Pinhole, v *[3]geom.Vec3) (out [3]geom.Vec3) {
	p := *v
	if c.Orthographic {
		for k := range p {
			p[k].Z = -1
		}
	}
	for k := range p {
		out[k] = p[(k+1)%3].Cross(p[(k+2)%3])
	}
	return out
}
