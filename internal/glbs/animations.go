package glbs

import (
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// animations are what moves: skins and morph targets, at rest and at times, and nodes.
var animations = []sample{
	{name: "skin", fill: func(f *file) { f.bend(2) }},
	{name: "skin-two-sets", oursAlone: true, fill: func(f *file) { f.bend(7) }},
	{name: "morph", fill: func(f *file) { f.face([]float64{0.9, 0}) }},
	{name: "morph-normals", fill: func(f *file) { f.face([]float64{0.4, 0.7}) }},
	{name: "morph-animated", time: 0.5, fill: func(f *file) {
		// Halfway from the box to a wedge; later it would become a pointed roof.
		n := f.face([]float64{0, 0})
		f.animate(n, qm.TRSWeights, qm.InterpolationLinear, []float32{0, 1, 2}, []float32{0, 0, 1, 0, 0, 1})
	}},
	{name: "skin-animated", time: 0.75, fill: func(f *file) {
		joint := f.bend(2)
		f.animate(joint, qm.TRSRotation, qm.InterpolationLinear, []float32{0, 1}, turns(turn(vec{0, 0, 1}, 0.8), turn(vec{0, 0, 1}, -1.2)))
	}},
	{name: "step", time: 1.9, fill: func(f *file) {
		f.animate(f.ghosts(), qm.TRSTranslation, qm.InterpolationStep, []float32{0, 1, 2}, [][3]float32{{-0.9, 0.25, 0}, {0, 0.25, 0}, {0.9, 0.25, 0}})
	}},
	{name: "linear", time: 1.5, fill: func(f *file) {
		f.animate(f.ghosts(), qm.TRSTranslation, qm.InterpolationLinear, []float32{0, 1, 2}, [][3]float32{{-0.9, 0.25, 0}, {0, 0.25, 0}, {0, 1.05, 0}})
	}},
	{name: "slerp", time: 0.25, fill: func(f *file) {
		// A hand turns by 170 degrees and shows 42.5 after a quarter of the time; normed linear interpolation would be at 19.
		hand := f.show("hand", moved(block(0.15, 0.9, 0.1), vec{0, 0.45, 0}), warm(), vec{0, 0.6, 0.1})
		f.show("dial", block(0.05, 2, 0.02), cold(), vec{0, 0.6, -0.1}).Rotation = turn(vec{0, 0, 1}, -42.5*math.Pi/180)
		f.animate(f.number(hand), qm.TRSRotation, qm.InterpolationLinear, []float32{0, 1}, turns(turn(vec{0, 0, 1}, 0), turn(vec{0, 0, 1}, -170*math.Pi/180)))
	}},
	{name: "spline", time: 0.5, fill: func(f *file) {
		// Thrown: its tangents take it up, between two places at one height. On the middle of its way it has gone up by 4/8.
		f.animate(f.ghosts(), qm.TRSTranslation, qm.InterpolationCubicSpline, []float32{0, 1},
			[][3]float32{{}, {-0.9, 0.25, 0}, {1.8, 2, 0}, {1.8, -2, 0}, {0.9, 0.25, 0}, {}})
	}},
	{name: "scale-animated", time: 1, fill: func(f *file) {
		n := f.show("ball", sphere(0.3, 24), warm(), vec{0, 0.6, 0})
		f.animate(f.number(n), qm.TRSScale, qm.InterpolationLinear, []float32{0, 2}, [][3]float32{{1, 1, 1}, {5, 1, 1}})
	}},
	{name: "scale-to-nothing", time: 1, fill: func(f *file) {
		// The usual way to hide a node: there is a ball, and no box before it.
		f.show("ball", sphere(0.6, 24), warm(), vec{0, 0.6, 0})
		n := f.show("box", block(1, 1, 1), cold(), vec{0, 0.5, 0.8})
		f.animate(f.number(n), qm.TRSScale, qm.InterpolationStep, []float32{0, 1}, [][3]float32{{1, 1, 1}, {}})
	}},
	{name: "rotation-16-bit", time: 1, fill: func(f *file) {
		n := f.show("box", block(0.8, 0.8, 0.8), warm(), vec{0, 0.6, 0})
		q := [][4]int16{{0, 0, 0, 32767}, {0, 23170, 0, 23170}}
		f.Accessors[f.animate(f.number(n), qm.TRSRotation, qm.InterpolationLinear, []float32{0, 2}, q)].Normalized = true
	}},
}

// number is the place of a node in the file's list.
func (f *file) number(n *qm.Node) int {
	for i, m := range f.Nodes {
		if m == n {
			return i
		}
	}
	panic("glbs: the node is not in the file")
}

// animate adds a channel to the file's animation and returns the number of the accessor with its values.
func (f *file) animate(node int, path qm.TRSProperty, way qm.Interpolation, times []float32, values any) int {
	if len(f.Animations) == 0 {
		f.Animations = []*qm.Animation{{Name: "move"}}
	}
	a := f.Animations[0]
	input := modeler.WriteAccessor(f.Document, qm.TargetNone, times)
	f.Accessors[input].Min, f.Accessors[input].Max = []float64{float64(times[0])}, []float64{float64(times[len(times)-1])}
	output := modeler.WriteAccessor(f.Document, qm.TargetNone, values)
	a.Channels = append(a.Channels, &qm.AnimationChannel{Sampler: len(a.Samplers), Target: qm.AnimationChannelTarget{Node: &node, Path: path}})
	a.Samplers = append(a.Samplers, &qm.AnimationSampler{Input: input, Interpolation: way, Output: output})
	return output
}

// turns are rotations as an accessor has them.
func turns(all ...[4]float64) (out [][4]float32) {
	for _, q := range all {
		out = append(out, [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])})
	}
	return out
}

// ghosts shows three small posts on the floor and, between and before them, a ball that is to be moved; its number is returned.
func (f *file) ghosts() int {
	post := f.mesh(f.primitive(block(0.08, 0.5, 0.08), cold()))
	for i := range 3 {
		f.add(&qm.Node{Name: "post", Mesh: post, Translation: vec{0.9 * float64(i-1), 0.25, -0.4}})
	}
	return f.number(f.show("ball", sphere(0.25, 24), warm(), vec{0, 0.25, 0.5}))
}

// bend shows a column with some joints along its height, at most 8, each turned a little to the left. Every vertex follows all of them, those near it
// most, in as many sets of four as it takes. The number of the last joint is returned.
func (f *file) bend(joints int) int {
	const height = 1.3
	s := column(0.15, height, 16)
	sets := (joints + 3) / 4
	numbers, weights := make([][][4]uint8, sets), make([][][4]float32, sets)
	for _, p := range s.positions {
		var w [8]float64
		sum := 0.0
		for j := range joints {
			away := (float64(p[1])/height - (float64(j)+0.5)/float64(joints)) * float64(joints)
			w[j] = math.Exp(-2 * away * away)
			sum += w[j]
		}
		for set := range sets {
			var number [4]uint8
			var weight [4]float32
			for k := range 4 {
				if j := 4*set + k; j < joints {
					number[k], weight[k] = uint8(j), float32(w[j]/sum)
				}
			}
			numbers[set], weights[set] = append(numbers[set], number), append(weights[set], weight)
		}
	}
	p := f.primitive(s, doubleSided(warm()))
	for set := range sets {
		digit := string(rune('0' + set))
		p.Attributes["JOINTS_"+digit] = modeler.WriteJoints(f.Document, numbers[set])
		p.Attributes["WEIGHTS_"+digit] = modeler.WriteWeights(f.Document, weights[set])
	}

	// A chain of nodes, the last of which is made first.
	step := height / float64(joints)
	chain := make([]int, joints)
	binds := make([][4][4]float32, joints)
	children := []int(nil)
	for j := joints - 1; j >= 0; j-- {
		n := &qm.Node{Name: "joint", Translation: vec{0, step, 0}, Rotation: turn(vec{0, 0, 1}, 1.2/float64(joints)), Children: children}
		if j == 0 {
			n.Translation, n.Rotation = vec{0.2, 0, 0}, turn(vec{0, 0, 1}, 0)
			chain[j] = f.add(n)
		} else {
			chain[j] = f.below(n)
			children = []int{chain[j]}
		}
		binds[j] = [4][4]float32{{1, 0, 0, 0}, {0, 1, 0, float32(-step * float64(j))}, {0, 0, 1, 0}, {0, 0, 0, 1}} // row by row
	}
	f.Skins = []*qm.Skin{{Joints: chain, InverseBindMatrices: qm.Index(modeler.WriteAccessor(f.Document, qm.TargetNone, binds))}}
	n := &qm.Node{Name: "column", Mesh: f.mesh(p), Skin: qm.Index(0)}
	f.add(n)
	return chain[joints-1]
}

// face shows a box with two morph targets: its upper side is shorter on the right, and its front leans back, with normals of its own.
func (f *file) face(weights []float64) int {
	s := block(1, 1, 0.6)
	p := f.primitive(s, warm())
	wedge, roof, normals := make([][3]float32, len(s.positions)), make([][3]float32, len(s.positions)), make([][3]float32, len(s.positions))
	for i, v := range s.positions {
		if v[1] > 0 {
			wedge[i] = [3]float32{0, -0.8 * (v[0] + 0.5), 0}
			roof[i] = [3]float32{0, 0.3, -v[2]}
		}
		if n := s.normals[i]; n[2] != 0 {
			normals[i] = single(vec{0, 0.3, float64(n[2]) * -0.05})
		}
	}
	p.Targets = []qm.PrimitiveAttributes{
		{qm.POSITION: modeler.WritePosition(f.Document, wedge)}, {qm.POSITION: modeler.WritePosition(f.Document, roof), qm.NORMAL: modeler.WriteNormal(f.Document, normals)},
	}
	n := &qm.Node{Name: "box", Mesh: f.mesh(p), Translation: vec{0, 0.5, 0}, Rotation: turn(vec{0, 1, 0}, 0.4)}
	f.Meshes[*n.Mesh].Weights = weights
	return f.add(n)
}
