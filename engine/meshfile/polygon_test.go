package meshfile_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/meshfile"
	"mereo/internal/bound"
)

// figure is a polygon in its plane.
type figure [][2]float64

// star has points many tips.
func star(points int, inner float64) figure {
	var out figure
	for i := range 2 * points {
		sin, cos := geom.SinCos(math.Pi * float64(i) / float64(points))
		r := 1.0
		if i%2 == 1 {
			r = inner
		}
		out = append(out, [2]float64{r * cos, r * sin})
	}
	return out
}

func (f figure) area() (a float64) {
	for i, p := range f {
		q := f[(i+1)%len(f)]
		a += float64(p[0]*q[1]) - float64(p[1]*q[0])
	}
	return a / 2
}

// has tells by a ray to the right whether a point is inside.
func (f figure) has(x, y float64) (in bool) {
	for i, p := range f {
		q := f[(i+1)%len(f)]
		if (p[1] > y) != (q[1] > y) && x < p[0]+(q[0]-p[0])*(y-p[1])/(q[1]-p[1]) {
			in = !in
		}
	}
	return in
}

// Where figures are in space.
var place = geom.Transform{M: geom.AxisAngle(geom.V(1, 2, -2).Unit(), 1), T: geom.V(3, -2, 1)}

func (f figure) corners() (out []geom.Vec3) {
	for _, p := range f {
		out = append(out, place.Point(geom.V(p[0], p[1], 0)))
	}
	return out
}

// objFace has a face with a texture coordinate and a normal of its own at each corner.
func objFace(corners []geom.Vec3) []byte {
	var b, f strings.Builder
	for i, p := range corners {
		fmt.Fprintf(&b, "v %v %v %v\nvt %v 0\nvn 1 %v 0\n", p.X, p.Y, p.Z, i, i)
		fmt.Fprintf(&f, " %d/%[1]d/%[1]d", i+1)
	}
	return []byte(b.String() + "f" + f.String() + "\n")
}

// plyFace has the face before or after its corners.
func plyFace(corners []geom.Vec3, before bool) []byte {
	var vertices, face strings.Builder
	for i, p := range corners {
		fmt.Fprintf(&vertices, "%v %v %v\n", p.X, p.Y, p.Z)
		fmt.Fprintf(&face, " %d", i)
	}
	parts := [2][2]string{
		{fmt.Sprintf("element vertex %d\nproperty double x\nproperty double y\nproperty double z\n", len(corners)), vertices.String()},
		{"element face 1\nproperty list int int vertex_indices\n", fmt.Sprint(len(corners)) + face.String() + "\n"},
	}
	if before {
		parts[0], parts[1] = parts[1], parts[0]
	}
	return []byte("ply\nformat ascii 1.0\n" + parts[0][0] + parts[1][0] + "end_header\n" + parts[0][1] + parts[1][1])
}

// readFace reads a face in every way, and wants the same triangles of all.
func readFace(t *testing.T, name string, corners []geom.Vec3) *mesh.Mesh {
	t.Helper()
	m, err := meshfile.OBJ(objFace(corners), bound.New(0))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	groups, _, err := meshfile.OBJGroups(objFace(corners), bound.New(0))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	group := groups[0].Mesh
	for i, p := range group.Positions {
		if p != m.Positions[i] || group.UVs[i] != [2]float64{float64(i), 1} || group.Normals[i] != geom.V(1, float64(i), 0).Unit() {
			t.Errorf("%s: corner %d is at %v with texture coordinates %v and normal %v", name, i, p, group.UVs[i], group.Normals[i])
		}
	}
	others := []*mesh.Mesh{group}
	for _, before := range []bool{false, true} {
		m, _, err := meshfile.PLY(plyFace(corners, before), bound.New(0))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		others = append(others, m)
	}
	for i, o := range others {
		if !slices.Equal(o.Triangles, m.Triangles) || !slices.Equal(o.Positions, m.Positions) {
			t.Errorf("%s: %s has %v, OBJ has %v", name, []string{"group", "PLY", "PLY with faces first"}[i], o.Triangles, m.Triangles)
		}
	}
	return m
}

// Triangles lie in their face and cover it once, whichever way it runs and at whichever corner it begins.
func TestConcaveFaces(t *testing.T) {
	for _, c := range []struct {
		name string
		f    figure
	}{
		{"dart", figure{{0, 0}, {2, 1}, {0, 2}, {0.5, 1}}},
		{"sharp dart", figure{{0, 0}, {10, 0.01}, {0, 0.02}, {9, 0.01}}},
		{"cap of a star", star(5, 0.4)},
		{"star of many thin tips", star(60, 0.05)},
		{"L", figure{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},
		{"U with straight runs", figure{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 1}}},
		{"small notch in a large plate", figure{{0, 0}, {1, 0}, {1, 0.495}, {0.99, 0.5}, {1, 0.505}, {1, 1}, {0, 1}}},
		{"frame, bridged", figure{{0, 0}, {3, 0}, {3, 3}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 3}, {0, 3}}},
		{"L with its first corner repeated", figure{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 0}}},
	} {
		for turned := range 2 {
			for from := range c.f {
				f := append(slices.Clone(c.f[from:]), c.f[:from]...)
				normal, name := geom.V(0, 0, 1), fmt.Sprintf("%s from corner %d", c.name, from)
				if turned == 1 {
					slices.Reverse(f)
					normal, name = normal.Neg(), name+", turned"
				}
				m := readFace(t, name, f.corners())
				if len(m.Triangles) != len(f)-2 {
					t.Errorf("%s: %d triangles of %d corners", name, len(m.Triangles), len(f))
				}
				var sum float64
				var flat []figure
				for _, k := range m.Triangles {
					p := m.Positions
					a := p[k[1]].Sub(p[k[0]]).Cross(p[k[2]].Sub(p[k[0]])).Dot(place.Dir(normal)) / 2
					if a < -1e-12 {
						t.Errorf("%s: triangle %v is turned over", name, k)
					}
					sum += math.Abs(a)
					flat = append(flat, figure{f[k[0]], f[k[1]], f[k[2]]})
				}
				if want := math.Abs(f.area()); math.Abs(sum-want) > 1e-9 {
					t.Errorf("%s: triangles have the area %v, the face %v", name, sum, want)
				}
				r := rand.New(rand.NewPCG(uint64(from), 0))
				box := geom.EmptyAABB()
				for _, p := range f {
					box = box.Grow(geom.V(p[0], p[1], 0))
				}
				for range 200 {
					x, y := box.Min.X+r.Float64()*box.Size().X, box.Min.Y+r.Float64()*box.Size().Y
					n := 0
					for _, k := range flat {
						if k.has(x, y) {
							n++
						}
					}
					if in := f.has(x, y); n > 1 || in != (n == 1) {
						t.Errorf("%s: %d triangles at (%v, %v); in the face: %v", name, n, x, y, in)
					}
				}
			}
		}
	}
}

// Convex faces are fans, as are those that cannot be cut any better.
func TestFans(t *testing.T) {
	var zigzag []geom.Vec3
	for i := range 99_998 {
		zigzag = append(zigzag, geom.V(float64(i), float64(i%2), 0))
	}
	zigzag = append(zigzag, geom.V(1e5, 9, 0), geom.V(-1, 9, 0))
	run := figure{{0, 0}, {0.1, 0}, {0.7, 0}, {1, 0}, {1, 0.3}, {1, 1}, {0.9, 1}, {0.3, 1}, {0, 1}, {0, 0.1}}.corners()
	rounded := slices.Clone(run)
	for i, p := range rounded {
		rounded[i] = geom.V(float64(float32(p.X)), float64(float32(p.Y)), float64(float32(p.Z)))
	}
	large := star(5, 0.4).corners()
	small := slices.Clone(large)
	for i := range large {
		large[i], small[i] = large[i].Scale(1e200), small[i].Scale(1e-200)
	}
	for _, c := range []struct {
		name    string
		corners []geom.Vec3
	}{
		{"square", figure{{0, 0}, {1, 0}, {1, 1}, {0, 1}}.corners()},
		{"convex", star(20, 0.995).corners()},
		{"straight runs", run},
		{"straight runs in float32", rounded},
		{"bent quad", []geom.Vec3{geom.V(0, 0, 0), geom.V(1, 0, 0.4), geom.V(1, 1, 0), geom.V(0, 1, 0.4)}},
		{"dart from its notch", figure{{0.5, 1}, {0, 0}, {2, 1}, {0, 2}}.corners()},
		{"one point", make([]geom.Vec3, 6)},
		{"straight line", figure{{0, 0}, {3, 0}, {1, 0}, {2, 0}, {-1, 0}}.corners()},
		{"bow tie", figure{{0, 0}, {1, 1}, {1, 0}, {0, 1}}.corners()},
		{"lopsided bow tie", figure{{0, 0}, {1, 1}, {1, 0}, {0, 2}}.corners()},
		{"crossed star", figure{{1, 0}, {-0.8, 0.6}, {0.3, -0.95}, {0.3, 0.95}, {-0.8, -0.6}}.corners()},
		{"dart that is bent", []geom.Vec3{geom.V(0, 0, 0), geom.V(2, 1, 1), geom.V(0, 2, 0), geom.V(0.5, 1, 1)}},
		{"large numbers", large},
		{"small numbers", small},
		{"100,000 corners", zigzag},
	} {
		m, _, err := meshfile.PLY(plyFace(c.corners, false), bound.New(0))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, k := range m.Triangles {
			if want := [3]uint32{0, uint32(i + 1), uint32(i + 2)}; len(m.Triangles) != len(c.corners)-2 || k != want {
				t.Errorf("%s: triangle %d of %d is %v, want %v", c.name, i, len(m.Triangles), k, want)
				break
			}
		}
	}
}
