//go:build cgo && linux

package pass

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/shaders"
)

// planes must match what shaders/id/ray.frag fetches of a triangle.
type planes [3][4]float32

// rayLabels draw the labels of cameras with distortion, whose pixels' rays meet in a point but do not lie on a grid: a
// rasterizer cannot, and what is nearest in a picture without distortion may be something else.
type rayLabels struct {
	programs map[[2]bool]*gl.Program // whether surfaces have a material.Coverage, and colors; compiled when they are first used: few want them
	screen   *gl.VertexArray
	planes   gl.Buffer
	texels   gl.BufferTexture
}

// draw fills the bound target. t must hold the tree of g's triangles.
func (l *rayLabels) draw(g *Geometry, t *Trace, order []int32, v *View) error {
	variant := [2]bool{g.covered, g.covered && g.tinted}
	p := l.programs[variant]
	if p == nil {
		var err error
		if p, err = gl.NewProgram(shaders.Files, "post/screen.vert", "id/ray.frag", fmt.Sprint("COVERAGE ", one(variant[0])),
			fmt.Sprint("TINTED ", one(variant[1]))); err != nil {
			return err
		}
		if l.programs == nil {
			l.programs, l.screen = map[[2]bool]*gl.Program{}, gl.NewVertexArray(0)
		}
		l.programs[variant] = p
	}
	c := v.Camera
	all := make([]planes, len(order))
	for i, k := range order {
		all[i] = planesOf(c.WorldFromCamera, [3]geom.Vec3{g.triangles[k].A, g.triangles[k].B, g.triangles[k].C})
	}
	gl.Upload(&l.planes, all)
	l.texels.View(&l.planes)
	t.bind()
	l.texels.Bind(13)
	p.Use()
	p.Int("uNodes", t.count)
	if variant[1] {
		p.Int("uTints", t.tints)
	}
	setCamera(p, v)
	setDistortion(p, v)
	p.Vec2("uInverse", 1/c.Far, 1/c.Near)
	p.Float("uSlack", 1e-6*(1+largest(g.bounds.Min)+largest(g.bounds.Max)+largest(c.WorldFromCamera.T)))
	l.screen.DrawScreen()
	return nil
}

// planesOf are those of a triangle in the world.
//
// Corners P0, P1, P2 of the camera's frame and a ray R with R.Z = -1: the side of the plane through the eye and the edge that
// faces P0 is R.(P1 x P2), and so on. On the triangle's plane n.P = d a point is P = ViewZ*R, so that 1/ViewZ = (n/d).R.
func planesOf(worldFromCamera geom.Transform, world [3]geom.Vec3) (out planes) {
	var p [3]geom.Vec3
	for k := range p {
		p[k] = worldFromCamera.M.Transpose().MulVec(world[k].Sub(worldFromCamera.T))
	}
	n := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	n = n.Scale(1 / n.Dot(p[0]))
	if !n.IsFinite() {
		return planes{} // it has no area or is seen along its plane: with 1/ViewZ = 0 it is too far
	}
	for k := range out {
		out[k] = vec4(p[(k+1)%3].Cross(p[(k+2)%3]), n.At(k))
	}
	return out
}

// largest is the greatest absolute component.
func largest(v geom.Vec3) float64 { return max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) }

// setDistortion sets what shaders/common/distortion.glsl reads.
func setDistortion(p *gl.Program, v *View) {
	d := &v.Camera.Distortion
	p.Vec3("uRadial", [3]float32{float32(d.K1), float32(d.K2), float32(d.K3)})
	p.Vec2("uTangential", d.P1, d.P2)
}
