// Package primitive makes the simple solids of synthetic scenes: boxes, spheres, cylinders and the like, as closed meshes around the origin
// that face outwards.
//
// Lengths are in units of half the width: a box has half side 1, a sphere and a cylinder radius 1. What has a height of its own reaches
// from minus to plus Options.Height. Round surfaces have the normals of what they stand for, flat ones none.
package primitive

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Options change a solid. Zeros are the usual ones.
type Options struct {
	Bevel  float64 // radius of rounded edges of boxes, cylinders and prisms, less than 1
	Sides  int     // of the outline of prisms, usually 6, and pyramids, usually 4
	Height float64 // of a cylinder, cone, pyramid, prism or capsule over its width, usually 1; of a capsule 2, and more than 1
	Tube   float64 // radius of the tube of a torus, whose outline has radius 1, usually 0.3
}

// solids are all there are, with the options that each takes, in lower case.
var solids = []struct {
	name  string
	takes []string
}{
	{"box", []string{"bevel"}}, {"sphere", nil}, {"cylinder", []string{"bevel", "height"}}, {"cone", []string{"height"}},
	{"pyramid", []string{"sides", "height"}}, {"prism", []string{"bevel", "sides", "height"}}, {"torus", []string{"tube"}},
	{"capsule", []string{"height"}}, {"wedge", []string{"height"}}, {"tetrahedron", nil}, {"octahedron", nil}, {"dodecahedron", nil}, {"icosahedron", nil},
}

// Names are the solids that Make makes.
func Names() (out []string) {
	for _, s := range solids {
		out = append(out, s.name)
	}
	return out
}

// Takes are the options of a solid, in lower case; Make ignores others.
func Takes(name string) []string {
	for _, s := range solids {
		if s.name == name {
			return s.takes
		}
	}
	return nil
}

// Make makes a solid. Errors name what is out of range.
func Make(name string, o Options) (*mesh.Mesh, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("primitive: no solid %q", name)
	}
	sides, height, tube := o.Sides, o.Height, o.Tube
	if sides == 0 {
		sides = map[bool]int{true: 4, false: 6}[name == "pyramid"]
	}
	if height == 0 {
		height = map[bool]float64{true: 2, false: 1}[name == "capsule"]
	}
	if tube == 0 {
		tube = 0.3
	}
	switch {
	case !(o.Bevel >= 0 && o.Bevel < 1 && o.Bevel < height):
		return nil, fmt.Errorf("bevel is %g, want less than half the width and height", o.Bevel)
	case sides < 3 || sides > 100:
		return nil, fmt.Errorf("sides is %d, want 3 to 100", sides)
	case !(height >= 0.01 && height <= 100) || name == "capsule" && height <= 1:
		return nil, fmt.Errorf("height is %g, want 0.01 to 100, of a capsule more than 1", height)
	case !(tube > 0 && tube < 0.5):
		return nil, fmt.Errorf("tube is %g, want more than 0 and less than 0.5", tube)
	}
	m := solidOf(name, o.Bevel, sides, height, tube)
	m.Closed = true
	return m, nil
}

func solidOf(name string, bevel float64, sides int, height, tube float64) *mesh.Mesh {
	switch name {
	case "box":
		if bevel == 0 {
			return solid.Box(geom.V(2, 2, 2))
		}
		return Box(bevel)
	case "sphere":
		return Sphere()
	case "cylinder":
		return Cylinder(bevel, height)
	case "cone":
		cone := solid.Lathe([]solid.P2{{X: 1, Y: -height}, {X: 0, Y: height}}, outlineSegments)
		return solid.Smooth(cone, math.Pi/4)
	case "pyramid":
		return solid.LatheOutline([]solid.P2{{X: 1, Y: -height}, {X: 0, Y: height}}, polygon(sides))
	case "prism":
		if bevel == 0 {
			return solid.LatheOutline([]solid.P2{{X: 1, Y: -height}, {X: 1, Y: height}}, polygon(sides))
		}
		outline := solid.Rounded(polygon(sides), min(bevel, 0.5), 3)
		return solid.Smooth(solid.Move(solid.Extrude(outline, 2*height, bevel, 3), geom.V(0, 0, -height)), math.Pi/5)
	case "torus":
		m := solid.Torus(1-tube, tube, outlineSegments, outlineSegments/2)
		return solid.Smooth(m, math.Pi/2)
	case "capsule":
		return capsule(height)
	case "wedge":
		return wedge(height)
	}
	return platonic(name)
}

// wedge is a ramp that rises along x, with a square base.
func wedge(height float64) *mesh.Mesh {
	side := solid.Outline{{X: -1, Y: -height}, {X: 1, Y: -height}, {X: 1, Y: height}}
	x, z := geom.V(1, 0, 0), geom.V(0, 0, 1)
	return solid.Loft(side.In(geom.V(0, 1, 0), x, z), side.In(geom.V(0, -1, 0), x, z))
}

// polygon has its outermost corners, or sides for four, at distance 1: a square prism is a box.
func polygon(sides int) solid.Outline {
	if sides == 4 {
		return solid.Rect(2, 2)
	}
	return solid.Regular(1, sides)
}

// outlineSegments is how many corners the outlines of round solids have: of a circle of 48 pixels radius they lie at most 0.15 pixels
// inside, and twice as large still none can be seen.
const outlineSegments = 40

// Box has half side 1 and round edges, and 588 triangles.
//
// A point of its surface is q + r*x with q in the cube of half side 1 - r, r = bevel, and x on the superquadric
// |x|^e + |y|^e + |z|^e = 1 (Barr 1981, "Superquadrics and Angle-Preserving Transformations"). Round edges have e = 2; with
// e = 8/3 and a bevel of 0.232 the corners reach 1.596 and the edges 1.339, which is as in the published cube of CLEVR (1.60 and 1.34).
// With u on the unit sphere, x = u^(2/e) = u^(3/4) by component, and the normal is along x^(e-1) = u^(5/4).
func Box(bevel float64) *mesh.Mesh {
	m := solid.SoftBox(geom.V(2, 2, 2), bevel, 3, 1, 1, 1)
	flat := 1 - bevel
	for i, p := range m.Positions {
		q := p.Max(geom.V(-flat, -flat, -flat)).Min(geom.V(flat, flat, flat))
		u := p.Sub(q).Unit()
		quarter := fourthRoot(u)
		x := geom.V(math.Copysign(quarter.X, u.X), math.Copysign(quarter.Y, u.Y), math.Copysign(quarter.Z, u.Z))
		m.Positions[i] = q.AddScaled(bevel, x.Mul(quarter).Mul(quarter))
		m.Normals = append(m.Normals, u.Mul(quarter).Unit())
	}
	m.Closed = true
	return m
}

// fourthRoot takes that of the components' absolute values.
func fourthRoot(v geom.Vec3) geom.Vec3 {
	root := func(t float64) float64 { return math.Sqrt(math.Sqrt(math.Abs(t))) }
	return geom.V(root(v.X), root(v.Y), root(v.Z))
}

// Sphere has radius 1 and 1,520 triangles.
func Sphere() *mesh.Mesh {
	m := solid.Ellipsoid(geom.V(1, 1, 1), outlineSegments, outlineSegments/2)
	for _, p := range m.Positions {
		m.Normals = append(m.Normals, p.Unit())
	}
	m.Closed = true
	return m
}

// rimPieces are those of a quarter circle of a cylinder's rim.
const rimPieces = 3

// Cylinder has radius 1 and half height height, and rims rounded by bevel: 640 triangles.
func Cylinder(bevel, height float64) *mesh.Mesh {
	if bevel == 0 {
		return solid.Smooth(solid.Lathe([]solid.P2{{X: 1, Y: -height}, {X: 1, Y: height}}, outlineSegments), math.Pi/4)
	}
	inner, high := 1-bevel, height-bevel
	// The half below the middle from the axis outwards, and its mirror image.
	lower, upper := []solid.P2{{X: 0, Y: -height}}, []solid.P2{{X: 0, Y: height}}
	for k := range rimPieces + 1 {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(k) / rimPieces)
		x, y := inner+float64(bevel*sin), high+float64(bevel*cos)
		lower, upper = append(lower, solid.P2{X: x, Y: -y}), append(upper, solid.P2{X: x, Y: y})
	}
	for k := range upper {
		lower = append(lower, upper[len(upper)-1-k])
	}
	m := solid.Lathe(lower, outlineSegments)
	for _, p := range m.Positions {
		// The nearest point of the cylinder that is smaller by the rim all round.
		flat := geom.V(p.X, p.Y, 0)
		core := flat.Unit().Scale(min(flat.Len(), inner)).Add(geom.V(0, 0, min(max(p.Z, -high), high)))
		m.Normals = append(m.Normals, p.Sub(core).Unit())
	}
	m.Closed = true
	return m
}

// capsule has radius 1 and half height height.
func capsule(height float64) *mesh.Mesh {
	const rings = 10 // of a half sphere
	lower, upper := []solid.P2{{X: 0, Y: -height}}, []solid.P2{{X: 0, Y: height}}
	for k := 1; k <= rings; k++ {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(k) / rings)
		y := height - 1 + cos
		lower, upper = append(lower, solid.P2{X: sin, Y: -y}), append(upper, solid.P2{X: sin, Y: y})
	}
	slices.Reverse(upper)
	return solid.Smooth(solid.Lathe(append(lower, upper...), outlineSegments), math.Pi/4)
}

// golden is the golden ratio.
const golden = 1.61803398874989484820

// platonic is a regular solid with corners at distance 1, standing on a face.
func platonic(name string) *mesh.Mesh {
	var corners []geom.Vec3
	signs := []float64{-1, 1}
	switch name {
	case "tetrahedron":
		corners = []geom.Vec3{{X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}}
	case "octahedron":
		for _, s := range signs {
			corners = append(corners, geom.V(s, 0, 0), geom.V(0, s, 0), geom.V(0, 0, s))
		}
	case "icosahedron":
		for _, s := range signs {
			for _, t := range signs {
				corners = append(corners, geom.V(0, s, t*golden), geom.V(s, t*golden, 0), geom.V(t*golden, 0, s))
			}
		}
	case "dodecahedron":
		for _, s := range signs {
			for _, t := range signs {
				corners = append(corners, geom.V(s, t, 1), geom.V(s, t, -1))
				corners = append(corners, geom.V(0, s/golden, t*golden), geom.V(s/golden, t*golden, 0), geom.V(t*golden, 0, s/golden))
			}
		}
	}
	m := &mesh.Mesh{}
	for _, c := range corners {
		m.Positions = append(m.Positions, c.Unit())
	}
	down := geom.Vec3{}
	for _, face := range faces(m.Positions) {
		if down == (geom.Vec3{}) {
			for _, i := range face {
				down = down.Add(m.Positions[i])
			}
		}
		for k := 1; k+1 < len(face); k++ {
			m.Triangles = append(m.Triangles, [3]uint32{uint32(face[0]), uint32(face[k]), uint32(face[k+1])})
		}
	}
	// The first face turns down.
	z := down.Unit().Neg()
	x := m.Positions[m.Triangles[0][0]]
	x = x.Sub(z.Scale(x.Dot(z))).Unit()
	y := z.Cross(x)
	for i, p := range m.Positions {
		m.Positions[i] = geom.V(p.Dot(x), p.Dot(y), p.Dot(z))
	}
	return m
}

// faces are those of the hull of points on a sphere around the origin, each counter-clockwise as seen from outside.
func faces(p []geom.Vec3) (out [][]int) {
	seen := map[string]bool{}
	for a := range p {
		for b := range p {
			for c := range p {
				n := p[b].Sub(p[a]).Cross(p[c].Sub(p[a]))
				if a >= b || a >= c || n.Len() < 1e-9 || n.Dot(p[a]) < 0 {
					continue
				}
				n = n.Unit()
				var face []int
				outside := false
				for i := range p {
					d := p[i].Dot(n) - p[a].Dot(n)
					outside = outside || d > 1e-9
					if math.Abs(d) < 1e-9 {
						face = append(face, i)
					}
				}
				if key := fmt.Sprint(face); outside || seen[key] {
					continue
				} else {
					seen[key] = true
				}
				out = append(out, around(p, face, n))
			}
		}
	}
	return out
}

// around puts the corners of a face in the order in which they go around its normal.
func around(p []geom.Vec3, face []int, n geom.Vec3) []int {
	middle := geom.Vec3{}
	for _, i := range face {
		middle = middle.Add(p[i])
	}
	middle = middle.Scale(1 / float64(len(face)))
	x := p[face[0]].Sub(middle).Unit()
	y := n.Cross(x)
	angle := func(i int) float64 { // grows with the angle, without its last bits
		d := p[i].Sub(middle)
		u, v := d.Dot(x), d.Dot(y)
		return math.Copysign(1-u/(math.Abs(u)+math.Abs(v)), v)
	}
	slices.SortFunc(face, func(a, b int) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	return face
}
