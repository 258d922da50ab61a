//go:build viewer

package window

import (
	"math"

	"github.com/g3n/engine/graphic"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/mesh"
)

// axisColors are those of x, y and z, and of what goes in all directions.
var axisColors = [...][3]float32{{0.9, 0.2, 0.2}, {0.2, 0.75, 0.25}, {0.25, 0.45, 1}, {0.9, 0.9, 0.9}}

// setGizmo draws a gizmo over everything, with one handle lit.
func (o *overlay) setGizmo(g *gizmo, on bool, lit handle) {
	empty(o.gizmo)
	if !on {
		return
	}
	thick := 0.018 * g.long
	for h := handle(0); h <= allHandle; h++ {
		if !g.has(h) {
			continue
		}
		c := axisColors[min(3, int(h))]
		if h >= planeHandle && h < allHandle {
			c = axisColors[h-planeHandle]
		}
		alpha := float32(0.95)
		if h >= planeHandle && h < allHandle {
			alpha = 0.45
		}
		m := newFlat(c[0], c[1], c[2], alpha)
		if h == lit {
			m = newFlat(1, 0.9, 0.2, 0.98)
		}
		m.SetDepthTest(false)
		for _, shape := range g.shapes(h, thick) {
			n := graphic.NewMesh(geometryOf(shape), m)
			n.SetCullable(false)
			n.SetRenderOrder(20)
			o.gizmo.Add(n)
		}
	}
}

// shapes are what is seen of a handle.
func (g *gizmo) shapes(h handle, thick float64) []*mesh.Mesh {
	line := g.outline(h)
	switch {
	case h == allHandle:
		return []*mesh.Mesh{sphere(g.at, 4*thick)}
	case h >= planeHandle:
		return []*mesh.Mesh{{Positions: line[:4], Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}}}}
	case g.tool == toolTurn:
		ring := &mesh.Mesh{}
		for i := range len(line) - 1 {
			c := cylinder(line[i], line[i+1], thick)
			n := uint32(len(ring.Positions))
			ring.Positions = append(ring.Positions, c.Positions...)
			for _, t := range c.Triangles {
				ring.Triangles = append(ring.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
			}
		}
		return []*mesh.Mesh{ring}
	case g.tool == toolScale:
		end := line[1]
		return []*mesh.Mesh{cylinder(line[0], end, thick), cylinder(end.AddScaled(-3*thick, g.axes[h]), end.AddScaled(3*thick, g.axes[h]), 4*thick)}
	}
	return []*mesh.Mesh{cylinder(line[0], line[1], thick), cone(line[1].AddScaled(-8*thick, g.axes[h]), line[1], 4*thick)}
}

// cone is a cone from the middle of its base to its tip.
func cone(a, tip geom.Vec3, radius float64) *mesh.Mesh {
	m := cylinder(a, tip, radius)
	for i := 6; i < len(m.Positions); i++ {
		m.Positions[i] = tip
	}
	return m
}

// lampLines are the edges of a lamp, and a line to where it shines.
func lampLines(l *light.Area) (out []geom.Vec3) {
	at := func(x, y, z float64) geom.Vec3 { return l.WorldFromLight.Point(geom.V(x, y, z)) }
	h := l.Size / 2
	edge := [][2]float64{{-h, -h}, {h, -h}, {h, h}, {-h, h}, {-h, -h}}
	if l.Ball != nil {
		edge = nil
		for i := range 25 {
			s, c := math.Sincos(float64(i) * math.Pi / 12)
			edge = append(edge, [2]float64{h * c, h * s})
		}
	}
	for i := range len(edge) - 1 {
		out = append(out, at(edge[i][0], edge[i][1], 0), at(edge[i+1][0], edge[i+1][1], 0))
	}
	return append(out, at(0, 0, 0), at(0, 0, -max(2*l.Size, 0.1)))
}

// cameraLines are the edges of what a camera sees, up to a distance.
func cameraLines(c *camera.Pinhole, far float64) (out []geom.Vec3) {
	w, h := float64(c.Width), float64(c.Height)
	corners := [4]geom.Vec3{c.Ray(0, 0).At(far), c.Ray(w, 0).At(far), c.Ray(w, h).At(far), c.Ray(0, h).At(far)}
	for i, p := range corners {
		out = append(out, c.WorldFromCamera.T, p, p, corners[(i+1)%4])
	}
	return out
}

// setLines shows lines for what is selected, in place of a box.
func (o *overlay) setLines(points []geom.Vec3) {
	empty(o.box)
	if len(points) > 0 {
		o.box.Add(lines(points, newFlat(1, 0.77, 0, 0.9)))
	}
}
