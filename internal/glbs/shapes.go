package glbs

import (
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// shapes are what meshes are made of.
var shapes = []sample{
	{name: "unindexed", fill: func(f *file) {
		n := f.stand("box", f.unindexed(loose(block(1, 1, 1)), warm()), vec{0, 0.5, 0})
		n.Rotation = turn(vec{0, 1, 0}, 0.5)
	}},
	{name: "indices-8-bit", fill: func(f *file) {
		s := sphere(0.6, 14) // has 120 vertices
		var small []uint8
		for _, c := range s.corners {
			small = append(small, uint8(c))
		}
		f.indexed(s, qm.ComponentUbyte, small)
	}},
	{name: "indices-16-bit", fill: func(f *file) {
		s := sphere(0.6, 32) // has 561, more than 8 bits hold
		f.indexed(s, qm.ComponentUshort, raw(s.corners...))
	}},
	{name: "indices-32-bit", fill: func(f *file) {
		s := sphere(0.6, 32)
		var wide []uint32
		for _, c := range s.corners {
			wide = append(wide, uint32(c))
		}
		f.indexed(s, qm.ComponentUint, raw(wide...))
	}},
	{name: "strip", fill: func(f *file) {
		// A curtain in waves. Its front is that of the first triangle.
		var s shape
		for i := range 49 {
			x := float64(i)/30 - 0.8
			sin, cos := math.Sincos(9 * x)
			n := single(unit(vec{-0.08 * 9 * cos, 0, 1}))
			for _, y := range []float64{1.1, 0.1} {
				s.positions = append(s.positions, single(vec{x, y, 0.08 * sin}))
				s.normals = append(s.normals, n)
			}
		}
		p := f.unindexed(s, warm())
		p.Mode = qm.PrimitiveTriangleStrip
		f.stand("curtain", p, vec{})
	}},
	{name: "fan", fill: func(f *file) {
		// A star, whose first vertex is its middle.
		s := shape{positions: [][3]float32{{}}, normals: [][3]float32{{0, 0, 1}}}
		for i := range 11 {
			r := 0.7 - 0.4*float64(i%2)
			y, x := math.Sincos(math.Pi/2 + math.Pi*float64(i)/5)
			s.positions = append(s.positions, single(vec{r * x, r * y, 0}))
			s.normals = append(s.normals, [3]float32{0, 0, 1})
		}
		p := f.unindexed(s, warm())
		p.Mode = qm.PrimitiveTriangleFan
		f.stand("star", p, vec{0, 0.75, 0})
	}},
	{name: "points-and-lines", fill: func(f *file) {
		at := modeler.WritePosition(f.Document, [][3]float32{{-1, 0.3, 0}, {-1, 1.2, 0}, {1, 1.2, 0}, {1, 0.3, 0}})
		ball := f.primitive(sphere(0.5, 24), warm())
		all := []*qm.Primitive{ball}
		for _, mode := range []qm.PrimitiveMode{qm.PrimitivePoints, qm.PrimitiveLines, qm.PrimitiveLineLoop, qm.PrimitiveLineStrip} {
			all = append(all, &qm.Primitive{Attributes: qm.PrimitiveAttributes{qm.POSITION: at}, Mode: mode})
		}
		f.add(&qm.Node{Name: "ball", Mesh: f.mesh(all...), Translation: vec{0, 0.5, 0}})
	}},
	{name: "sparse", fill: func(f *file) {
		// A box whose upper corners are drawn together.
		s := block(1, 1, 1)
		p := f.primitive(s, warm())
		delete(p.Attributes, qm.NORMAL)
		var at []uint16
		var moved []float32
		for i, v := range s.positions {
			if v[1] > 0 {
				at = append(at, uint16(i))
				moved = append(moved, v[0]/4, v[1]*1.4, v[2]/4)
			}
		}
		f.sparse(p.Attributes[qm.POSITION], at, moved, [3]float64{-0.5, -0.5, -0.5}, [3]float64{0.5, 0.7, 0.5})
		f.stand("tower", p, vec{0, 0.5, 0}).Rotation = turn(vec{0, 1, 0}, 0.5)
	}},
	{name: "sparse-on-zeros", fill: func(f *file) {
		// Without a view of its own all is zero that is not listed: the last vertex is the origin.
		p := &qm.Primitive{
			Attributes: qm.PrimitiveAttributes{qm.POSITION: f.accessor(qm.Accessor{Type: qm.AccessorVec3, Count: 4})},
			Indices:    qm.Index(modeler.WriteIndices(f.Document, []uint16{0, 3, 1, 1, 3, 2})), Material: f.material(warm()),
		}
		f.sparse(p.Attributes[qm.POSITION], []uint16{0, 1, 2}, []float32{-0.9, 1.2, 0, 0, 0.8, 0.3, 0.9, 1.2, 0}, [3]float64{-0.9, 0, 0}, [3]float64{0.9, 1.2, 0.3})
		f.stand("kite", p, vec{0, 0.05, 0})
	}},
	{name: "quantized", fill: func(f *file) {
		f.require("KHR_mesh_quantization")
		s := sphere(0.6, 24)
		var positions []int16
		var normals []int8
		for i, p := range s.positions {
			for k := range 3 {
				positions = append(positions, int16(math.Round(1000*float64(p[k]))))
				normals = append(normals, int8(math.Round(127*float64(s.normals[i][k]))))
			}
			positions, normals = append(positions, 0), append(normals, 0) // elements begin at multiples of 4
		}
		p := f.primitive(s, warm())
		p.Attributes[qm.POSITION] = f.accessor(qm.Accessor{
			BufferView: qm.Index(f.view(qm.TargetArrayBuffer, 8, raw(positions...))), ComponentType: qm.ComponentShort, Type: qm.AccessorVec3,
			Count: len(s.positions), Min: []float64{-600, -600, -600}, Max: []float64{600, 600, 600},
		})
		p.Attributes[qm.NORMAL] = f.accessor(qm.Accessor{
			BufferView: qm.Index(f.view(qm.TargetArrayBuffer, 4, raw(normals...))), ComponentType: qm.ComponentByte, Type: qm.AccessorVec3,
			Count: len(s.positions), Normalized: true,
		})
		f.stand("ball", p, vec{0, 0.6, 0}).Scale = vec{0.001, 0.001, 0.001}
	}},
	{name: "interleaved", fill: func(f *file) {
		s := sphere(0.6, 24)
		at, err := modeler.WriteAccessorsInterleaved(f.Document, s.positions, s.normals, s.coords)
		if err != nil {
			panic(err)
		}
		p := &qm.Primitive{
			Attributes: qm.PrimitiveAttributes{qm.POSITION: at[0], qm.NORMAL: at[1], qm.TEXCOORD_0: at[2]},
			Indices:    qm.Index(modeler.WriteIndices(f.Document, s.corners)), Material: f.material(f.painted(tiles())),
		}
		a := f.Accessors[at[0]]
		a.Min, a.Max = s.box()
		f.stand("ball", p, vec{0, 0.6, 0})
	}},
	{name: "offsets", fill: func(f *file) {
		// Two boxes lie in one view each of positions and of indices, behind bytes that belong to nobody. Indices of both begin at 0.
		s := block(0.6, 0.6, 0.6)
		for i := range s.positions {
			s.positions[i][1] *= 2
		}
		n := len(s.positions)
		bytes := raw(s.positions...)
		junk := raw[float32](9, 9, 9)
		positions := f.view(qm.TargetArrayBuffer, 12, append(append(junk[:12:12], bytes...), bytes...))
		indices := f.view(qm.TargetElementArrayBuffer, 0, append(append([]byte{7, 7, 7, 7}, raw(s.corners...)...), raw(s.corners...)...))
		low, high := s.box()
		for i, m := range []*qm.Material{warm(), cold()} {
			p := &qm.Primitive{Material: f.material(m), Attributes: qm.PrimitiveAttributes{qm.POSITION: f.accessor(qm.Accessor{
				BufferView: qm.Index(positions), ByteOffset: 12 + 12*n*i, Type: qm.AccessorVec3, Count: n, Min: low, Max: high,
			})}}
			p.Indices = qm.Index(f.accessor(qm.Accessor{
				BufferView: qm.Index(indices), ByteOffset: 4 + 2*len(s.corners)*i, ComponentType: qm.ComponentUshort, Count: len(s.corners),
				Min: []float64{0}, Max: []float64{float64(n - 1)},
			}))
			f.stand("box", p, vec{float64(i)*1.2 - 0.6, 0.6, 0}).Rotation = turn(vec{0, 1, 0}, 0.5)
		}
	}},
	{name: "several-primitives", fill: func(f *file) {
		ball, ring := f.primitive(sphere(0.5, 24), warm()), f.primitive(column(0.65, 0.2, 1), doubleSided(cold()))
		f.add(&qm.Node{Name: "ball and ring", Mesh: f.mesh(ball, ring), Translation: vec{0, 0.6, 0}})
	}},
	{name: "flat", fill: func(f *file) {
		p := f.primitive(sphere(0.65, 12), warm())
		delete(p.Attributes, qm.NORMAL)
		f.stand("gem", p, vec{0, 0.65, 0})
	}},
	{name: "smooth", fill: func(f *file) { f.show("ball", sphere(0.65, 12), warm(), vec{0, 0.65, 0}) }},
	{name: "degenerate", fill: func(f *file) {
		// A card with a needle, a point and a triangle without area, whose vertices have normals of length 1 all the same.
		s := card(1.2)
		s.positions = append(s.positions, [3]float32{0, 0.9, 0}, [3]float32{0, 0.9, 0}, [3]float32{0, 1.4, 0})
		s.normals = append(s.normals, s.normals[:3]...)
		s.coords = append(s.coords, s.coords[:3]...)
		s.corners = append(s.corners, 4, 5, 6, 4, 4, 4, 0, 1, 1)
		f.show("card", s, warm(), vec{0, 0.65, 0})
	}},
	{name: "many-vertices", fill: func(f *file) {
		// A vase of 2501 vertices, with tiles around it.
		s := grid(60, 40, func(u, v float64) (p, n vec) {
			r := func(v float64) float64 { return 0.4 + 0.15*math.Sin(6*v) }
			slope := (r(v+1e-4) - r(v-1e-4)) / 2e-4
			sin, cos := math.Sincos(2 * math.Pi * (u - 0.5))
			return vec{r(v) * sin, 1.3 * (1 - v), r(v) * cos}, unit(vec{sin, slope / 1.3, cos})
		})
		f.show("vase", s, doubleSided(f.painted(tiles())), vec{})
	}},
}

// indexed shows a ball by indices of a type.
func (f *file) indexed(s shape, c qm.ComponentType, indices []byte) {
	p := f.unindexed(s, warm())
	p.Indices = qm.Index(f.accessor(qm.Accessor{
		BufferView: qm.Index(f.view(qm.TargetElementArrayBuffer, 0, indices)), ComponentType: c, Count: len(s.corners),
	}))
	f.stand("ball", p, vec{0, 0.6, 0})
}

// sparse moves some elements of an accessor of positions.
func (f *file) sparse(accessor int, at []uint16, values []float32, low, high [3]float64) {
	a := f.Accessors[accessor]
	a.Min, a.Max = low[:], high[:]
	a.Sparse = &qm.Sparse{
		Count: len(at), Indices: qm.SparseIndices{BufferView: f.view(qm.TargetNone, 0, raw(at...)), ComponentType: qm.ComponentUshort},
		Values: qm.SparseValues{BufferView: f.view(qm.TargetNone, 0, raw(values...))},
	}
}

func doubleSided(m *qm.Material) *qm.Material {
	m.DoubleSided = true
	return m
}
