//go:build cgo && linux

package pass

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/material"
	"mereo/shaders"
)

// outlineMargin is how far around a shadow's outline its filtered edge may reach, and the sample lie from the pixel's
// center, in pixels.
const outlineMargin = 6

// point is a place in the picture, in pixels, y downwards.
type point struct{ x, y float64 }

// polygon has its corners in order.
type polygon []point

// outline draws the outlines of where shadows may fall in a view, so that elsewhere nobody looks for them: looking into
// shadow maps is most of what lighting a floor costs.
type outline struct {
	program *gl.Program
	array   *gl.VertexArray
}

func newOutline() (*outline, error) {
	p, err := gl.NewProgram(shaders.Files, "post/outline.vert", "shadow/shadow.frag", "COVERAGE 0")
	return &outline{program: p, array: gl.NewVertexArray(8, gl.Attribute{Location: 0, Components: 2, Type: gl.Float32})}, err
}

// FindUnshadowed looks for what no shadow can reach, in all views that were prepared for, or in what has become of them.
func (g *Prepared) FindUnshadowed(f *frame.Frame, views ...*View) {
	if f.Environment != nil || f.WorldRadiance != (material.RGB{}) {
		return // it casts shadows everywhere
	}
	g.outlinePoints, g.outlineCorners = nil, nil
	for _, v := range views {
		s := &g.sights[v.number]
		from, to := unshadowed, matt
		var polygons []polygon
		if polygons, s.has[unshadowed] = g.outlines(f, v); s.has[unshadowed] {
			from, to = matt, unshadowed
		}
		s.outlines = g.addOutlines(polygons, v)
		for i := range s.runs {
			if s.runs[i].shading == from {
				s.runs[i].shading = to
			}
		}
	}
}

// addOutlines makes triangles of polygons in a view, for the device.
func (g *Prepared) addOutlines(polygons []polygon, v *View) gl.Range {
	w, h := float64(v.Camera.Width), float64(v.Camera.Height)
	begin := len(g.outlineCorners)
	for _, hull := range polygons {
		first := uint32(len(g.outlinePoints))
		for i, p := range hull {
			g.outlinePoints = append(g.outlinePoints, [2]float32{float32(2*p.x/w - 1), float32(1 - 2*p.y/h)})
			if i >= 2 {
				g.outlineCorners = append(g.outlineCorners, [3]uint32{first, first + uint32(i) - 1, first + uint32(i)})
			}
		}
	}
	return gl.Range{First: 3 * begin, Count: 3 * (len(g.outlineCorners) - begin)}
}

// FindUnshadowed is that of the loaded frame, for what has become of its views since then.
func (g *Geometry) FindUnshadowed(f *frame.Frame, views ...*View) {
	g.Prepared.FindUnshadowed(f, views...)
	g.loadOutlines()
}

func (g *Geometry) loadOutlines() {
	if len(g.outlineCorners) > 0 {
		gl.Upload(&g.outlineVertices, g.outlinePoints)
		gl.Upload(&g.outlineIndices, g.outlineCorners)
	}
}

// outlines are convex polygons of the picture that hold all shadows together; false where no such are known.
func (g *Prepared) outlines(f *frame.Frame, v *View) (all []polygon, ok bool) {
	for i := range f.Lights {
		l := &f.Lights[i]
		var from []geom.Vec3
		layers := 1
		if l.Ball != nil {
			layers = 2
		}
		for k := range 4 * layers {
			p := geom.V(l.Size*(float64(k%2)-0.5), l.Size*(float64(k/2%2)-0.5), 0)
			if l.Ball != nil {
				p.Z = l.Size * (float64(k/4) - 0.5)
			}
			from = append(from, l.WorldFromLight.Point(p))
		}
		axis := halfSpace(l)
		for c := range g.casts {
			cast := &g.casts[c]
			if !slices.ContainsFunc(from, func(p geom.Vec3) bool { return !cast.culledFor(p, axis) }) {
				continue
			}
			var dirs [8][]geom.Vec3
			for k := range dirs {
				for _, p := range from {
					dirs[k] = append(dirs[k], cast.bounds.Corner(k).Sub(p))
				}
			}
			o, ok := g.outline(v, cast.bounds, &dirs)
			if !ok {
				return nil, false
			}
			all = append(all, o)
		}
	}
	for _, sun := range f.Suns {
		for c := range g.casts {
			cast := &g.casts[c]
			if !sun.Shadows || cast.culledAlong(sun.Dir) || cast.bounds.Empty() {
				continue
			}
			var dirs [8][]geom.Vec3
			for k := range dirs {
				dirs[k] = []geom.Vec3{sun.Dir}
			}
			o, ok := g.outline(v, cast.bounds, &dirs)
			if !ok {
				return nil, false
			}
			all = append(all, o)
		}
	}
	return all, true
}

// outline is that of a box and its shadow up to where the scene ends, from the ways in which light passes its corners. The
// shadow is the hull of the rays there if they all leave the scene through one plane; else false.
func (g *Prepared) outline(v *View, box geom.AABB, dirs *[8][]geom.Vec3) (hull polygon, ok bool) {
	side := -1
	var points []point
	add := func(p geom.Vec3) bool {
		x, y, z := v.Camera.Project(p)
		points = append(points, point{x, y})
		return z > v.Camera.Near
	}
	for k := range dirs {
		corner := box.Corner(k)
		if !add(corner) {
			return nil, false
		}
		for _, d := range dirs[k] {
			t, through := math.Inf(1), 0
			for axis := range 3 {
				s, end := 2*axis, g.bounds.Min
				if d.At(axis) > 0 {
					s, end = s+1, g.bounds.Max
				}
				if at := (end.At(axis) - corner.At(axis)) / d.At(axis); at < t { // never if d is 0 there
					t, through = at, s
				}
			}
			if side >= 0 && through != side || math.IsInf(t, 1) || !add(corner.AddScaled(t, d)) {
				return nil, false
			}
			side = through
		}
	}
	const m = outlineMargin
	var wide []point
	for _, p := range convex(points) {
		wide = append(wide, point{p.x - m, p.y - m}, point{p.x + m, p.y - m}, point{p.x - m, p.y + m}, point{p.x + m, p.y + m})
	}
	return convex(wide), true
}

// convex is the hull of points, in order. Andrew 1979, "Another Efficient Algorithm for Convex Hulls in Two Dimensions".
func convex(p []point) polygon {
	slices.SortFunc(p, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	var hull polygon
	for range 2 {
		base := len(hull)
		for _, q := range p {
			for n := len(hull); n >= base+2; n = len(hull) {
				a, b := hull[n-2], hull[n-1]
				if (b.x-a.x)*(q.y-a.y)-(b.y-a.y)*(q.x-a.x) > 0 {
					break
				}
				hull = hull[:n-1]
			}
			hull = append(hull, q)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(p)
	}
	return hull
}

// draw turns the marks of what is open into those of what is matt, inside of the outlines.
func (o *outline) draw(g *Geometry, v *View) {
	outlines := g.sights[v.number].outlines
	if outlines.Count == 0 {
		return
	}
	o.array.Attach(&g.outlineVertices, &g.outlineIndices, 8)
	o.program.Use()
	gl.StencilZero(int(unshadowed))
	o.array.Draw(outlines)
	gl.StencilOff()
}
