//go:build cgo && linux

package pass

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// crumpled is a mesh of random triangles, those with texture coordinates in colors and with second ones.
func crumpled(r *rand.Rand, vertices, triangles int, normals, uvs bool) *mesh.Mesh {
	m := &mesh.Mesh{}
	random := func() geom.Vec3 { return geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
	for range vertices {
		m.Positions = append(m.Positions, random())
		if normals {
			m.Normals = append(m.Normals, random().Unit())
		}
		if uvs {
			m.UVs = append(m.UVs, [2]float64{r.Float64(), r.Float64()})
			k := uint16(len(m.UVs))
			m.SecondUVs = append(m.SecondUVs, [2]float64{float64(k) / 7, 3 - float64(k)/5})
			m.Colors = append(m.Colors, [4]uint16{7919 * k, 104 * k, 65535 - k, 31 * k})
		}
	}
	for range triangles {
		at := r.Perm(vertices)
		m.Triangles = append(m.Triangles, [3]uint32{uint32(at[0]), uint32(at[1]), uint32(at[2])})
	}
	return m
}

// scattered is a frame with some of the meshes anywhere, one after the other, some mirrored.
func scattered(r *rand.Rand, meshes []*mesh.Mesh, instances int) *frame.Frame {
	f := &frame.Frame{Camera: camera.Pinhole{Width: 32, Height: 24, FocalPx: 30, CenterX: 16, CenterY: 12, Near: 0.1, Far: 100}}
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(9, 1, 5), geom.Vec3{}, geom.V(0, 0, 1))
	for i := range instances {
		size := geom.V(0.2+r.Float64(), 0.2+r.Float64(), 0.2+r.Float64())
		if r.IntN(3) == 0 {
			size.Y = -size.Y
		}
		turn := geom.AxisAngle(geom.V(r.Float64(), r.Float64(), 1).Unit(), 6*r.Float64())
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: meshes[i%len(meshes)], Material: &material.Material{IOR: 1}, Object: 1,
			WorldFromObject: geom.Transform{
				M: geom.Mat3{X: turn.X.Scale(size.X), Y: turn.Y.Scale(size.Y), Z: turn.Z.Scale(size.Z)},
				T: geom.V(3*r.NormFloat64(), 3*r.NormFloat64(), r.NormFloat64()),
			},
		})
	}
	return f
}

// octahedral is the normal as a vertex has it: 16 bits each, rounded.
func octahedral(n geom.Vec3) [2]float64 {
	s := 1 / (math.Abs(n.X) + math.Abs(n.Y) + math.Abs(n.Z))
	x, y := n.X*s, n.Y*s
	if n.Z < 0 {
		x, y = (1-math.Abs(y))*math.Copysign(1, x), (1-math.Abs(x))*math.Copysign(1, y)
	}
	return [2]float64{math.Round(x * 32767), math.Round(y * 32767)}
}

// checkPlaced compares what is on the device with what a frame's instances are.
func checkPlaced(f *frame.Frame, g *Geometry, t *Trace) error {
	type vertex struct {
		position [3]float32
		normal   [2]int16
		uv       [2]float32
		instance uint32
		color    [4]uint16
		second   [2]float32
	}
	var want []vertex
	var triangles [][3]uint32
	for i := range f.Instances {
		in := &f.Instances[i]
		base := uint32(len(want))
		for k, p := range in.Mesh.Positions {
			v := vertex{position: vec3(in.WorldFromObject.Point(p)), instance: uint32(i), color: mesh.White}
			if len(in.Mesh.Colors) > 0 {
				v.color = in.Mesh.Colors[k]
			}
			if len(in.Mesh.Normals) > 0 {
				n := octahedral(in.WorldFromObject.Normal(in.Mesh.Normals[k]))
				v.normal = [2]int16{int16(n[0]), int16(n[1])}
			}
			if len(in.Mesh.UVs) > 0 {
				v.uv = [2]float32{float32(in.Mesh.UVs[k][0]), float32(in.Mesh.UVs[k][1])}
				v.second = [2]float32{float32(in.Mesh.SecondUVs[k][0]), float32(in.Mesh.SecondUVs[k][1])}
			}
			want = append(want, v)
		}
		for _, c := range in.Mesh.Triangles {
			if in.WorldFromObject.M.Det() < 0 {
				c[1], c[2] = c[2], c[1]
			}
			triangles = append(triangles, [3]uint32{base + c[0], base + c[1], base + c[2]})
		}
	}

	got := make([]vertex, len(want))
	gl.Read(&g.vertices, got)
	for i := range got {
		a, b := got[i], want[i]
		off := max(math.Abs(float64(a.normal[0])-float64(b.normal[0])), math.Abs(float64(a.normal[1])-float64(b.normal[1])))
		a.normal = b.normal
		if a != b || off > 1 { // a tie may be rounded to either side
			return fmt.Errorf("vertex %d is %v, want %v, but for rounding normals", i, got[i], want[i])
		}
	}

	all := make([][3]uint32, len(triangles))
	gl.Read(&g.indices, all)
	if !slices.Equal(all, triangles) {
		return fmt.Errorf("the list of all triangles is %v, want %v", all, triangles)
	}
	drawn := make([][3]uint32, g.placed.indices)
	gl.Read(&g.indices, drawn)
	if err := checkSight(g, drawn, triangles); err != nil {
		return err
	}

	type placed struct {
		corner   [3]float32
		instance uint32
		edges    [2][4]float32
	}
	rays, corners := make([]placed, len(triangles)), make([][3][4]float32, len(triangles))
	gl.Read(&t.triangles, rays)
	tints := make([][3][4]float32, 3*len(triangles)) // corners, then colors and second coordinates of each
	if g.tinted {
		gl.Read(&t.corners, tints)
		corners, tints = tints[:len(triangles)], tints[len(triangles):]
	} else {
		gl.Read(&t.corners, corners)
	}
	for i, k := range g.Tree.Order {
		c := triangles[k]
		a := want[c[0]].position
		w := placed{corner: a, instance: want[c[0]].instance}
		for e, v := range c[1:] {
			b := want[v].position
			w.edges[e] = [4]float32{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
		}
		if rays[i] != w {
			return fmt.Errorf("triangle %d for rays is %v, want %v", i, rays[i], w)
		}
		for e, v := range c {
			n, uv := got[v].normal, got[v].uv
			w := [4]float32{float32(float64(n[0]) / 32767), float32(float64(n[1]) / 32767), uv[0], uv[1]}
			if corners[i][e] != w {
				return fmt.Errorf("corner %d of triangle %d for rays is %v, want %v", e, i, corners[i][e], w)
			}
			if s := got[v].second; g.tinted && tints[2*i+1][e] != [4]float32{s[0], s[1]} {
				return fmt.Errorf("second coordinates of corner %d of triangle %d for rays are %v, want %v", e, i, tints[2*i+1][e], s)
			}
			for c, v := range got[v].color {
				if g.tinted && math.Abs(float64(tints[2*i][e][c])-float64(v)/math.MaxUint16) > 1e-6 {
					return fmt.Errorf("color %d of corner %d of triangle %d for rays is %v, want %d/65535", c, e, i, tints[2*i][e][c], v)
				}
			}
		}
	}
	return gl.Check("read")
}

// checkSight compares the lists of the first view with triangles that it sees from the front or from behind.
func checkSight(g *Geometry, drawn, triangles [][3]uint32) error {
	s := g.sights[0]
	seen := drawn[s.seen.First/3:][:s.seen.Count/3]
	inOrder := func(some, all [][3]uint32) bool {
		for _, t := range all {
			if len(some) > 0 && some[0] == t {
				some = some[1:]
			}
		}
		return len(some) == 0
	}
	if len(seen) < len(triangles)*9/10 || !inOrder(seen, triangles) {
		return fmt.Errorf("%d of %d triangles are seen, want most of them, in order: %v", len(seen), len(triangles), seen)
	}
	var front [][3]uint32
	for _, r := range s.runs {
		front = append(front, drawn[r.indices.First/3:][:r.indices.Count/3]...)
	}
	if !inOrder(front, seen) || len(front) == 0 {
		return fmt.Errorf("%d of %d seen triangles are drawn by shading model, want them in order: %v", len(front), len(seen), front)
	}
	return nil
}

// Vertices, lists of indices and triangles for rays are those of every instance, whether the device has room for all meshes, for
// those of one frame, or for less.
func TestMeshesAreWhereTheirInstancesAre(t *testing.T) {
	onDevice(t, func() error {
		for _, most := range []int{mostMeshWords, 7800, 0} {
			r := rand.New(rand.NewPCG(uint64(most), 1))
			all := []*mesh.Mesh{
				crumpled(r, 3, 1, false, false), crumpled(r, 64, 64, true, true), crumpled(r, 200, 129, true, false), crumpled(r, 65, 63, false, true),
			}
			all[2].Closed = true
			m, err := NewMeshes()
			if err != nil {
				return err
			}
			if most < mostMeshWords {
				m.room, m.most = 10, most
				m.forget()
			}
			g, tree := newGeometry(), &Trace{}
			for k, instances := range []int{1, 5, 2, 40, 3, 40} {
				f := scattered(r, all[k:], instances) // the first meshes are not used any more
				all = append(all, crumpled(r, 20+k, 30, true, true))
				g.Load(f, Prepare(f, []*View{NewView(&f.Camera)}, Wants{Tree: true}), m, NewTextures(), tree)
				if err := checkPlaced(f, g, tree); err != nil {
					return fmt.Errorf("room for %d words, frame %d: %w", most, k, err)
				}
				if m.used > m.room || most > 0 && m.room > most {
					return fmt.Errorf("%d words of %d are used, want at most %d", m.used, m.room, most)
				}
			}
			if all := len(m.kept); most == mostMeshWords && all != 9 || most == 0 && all > 5 {
				return fmt.Errorf("room for %d words: %d meshes are kept", most, all)
			}
		}
		return nil
	})
}

// A frame of nothing is a frame.
func TestNothingIsPlaced(t *testing.T) {
	onDevice(t, func() error {
		m, err := NewMeshes()
		if err != nil {
			return err
		}
		f := scattered(rand.New(rand.NewPCG(1, 1)), nil, 0)
		g, tree := newGeometry(), &Trace{}
		g.Load(f, Prepare(f, []*View{NewView(&f.Camera)}, Wants{Tree: true}), m, NewTextures(), tree)
		return gl.Check("nothing")
	})
}

// What a device cannot hold is refused, and the sentence says how much it is: a mesh that is met often, one with many vertices, and what
// fits for one view but not for three.
func TestCheckStorage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		vertices, triangles, instances, views int
		need                                  int // bytes, counted by hand
	}{
		{30, 100, 50, 1, 48 * 5000}, {30, 100, 50, 3, 12 * 7 * 5000}, {3000, 1, 1, 1, 4 * (18*3000 + 4)}, {3000, 1, 5, 1, 44 * 15000}, {3, 0, 0, 1, 0},
	} {
		f := scattered(r, []*mesh.Mesh{crumpled(r, c.vertices, c.triangles, false, false)}, c.instances)
		if err := Check(f, c.views, c.need); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		err := Check(f, c.views, c.need-1)
		want := fmt.Sprintf("scene has %d triangles and %d vertices", c.triangles*c.instances, c.vertices*c.instances)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: a byte less: %v, want that %s", c, err, want)
		}
	}
}

// More groups than fit into a row are run, each once or, at the end, for nothing.
func TestDispatchReachesAllGroups(t *testing.T) {
	files := fstest.MapFS{"count.comp": {Data: []byte(`// Counts.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Counts { uint counts[]; };
void main() {
	uint k = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	if (k < 70000u) atomicAdd(counts[k], 1u);
}
`)}}
	onDevice(t, func() error {
		c, err := gl.NewCompute(files, "count.comp")
		if err != nil {
			return err
		}
		counts := make([]uint32, 70000)
		var b gl.Buffer
		gl.Upload(&b, counts)
		b.BindStorage(0)
		c.Use()
		gl.DispatchBuffers(len(counts))
		gl.Read(&b, counts)
		for i, n := range counts {
			if n != 1 {
				return fmt.Errorf("group %d ran %d times", i, n)
			}
		}
		return gl.Check("dispatch")
	})
}
