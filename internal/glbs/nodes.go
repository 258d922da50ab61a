package glbs

import (
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// nodes are how scenes are put together.
var nodes = []sample{
	{name: "matrix", fill: func(f *file) {
		// A slab of a cube: turned, and thin along one of its axes.
		s, c := math.Sincos(0.6)
		f.show("slab", block(1, 1, 1), warm(), vec{}).Matrix = columns(vec{c, s, 0}, vec{-s, c, 0}, vec{0, 0, 0.2}, vec{0, 0.7, 0})
	}},
	{name: "nested", fill: func(f *file) {
		// An arm of three boxes: each is turned with the one that it hangs on.
		bar := f.mesh(f.primitive(block(0.2, 0.5, 0.2), warm()))
		children := []int(nil)
		for i := range 3 {
			n := &qm.Node{Name: "bar", Mesh: bar, Translation: vec{0, 0.5, 0}, Rotation: turn(vec{0, 0, 1}, -0.6), Children: children}
			if i == 2 {
				n.Translation, n.Rotation, n.Scale = vec{-0.4, 0.25, 0}, turn(vec{0, 1, 0}, 0.4), vec{1.2, 1, 1.2}
				f.add(n)
				break
			}
			children = []int{f.below(n)}
		}
	}},
	{name: "deep", fill: func(f *file) {
		// A spiral of 120 nodes, each below the one before it.
		bead := f.mesh(f.primitive(sphere(0.12, 8), warm()))
		children := []int(nil)
		for range 119 {
			children = []int{f.below(&qm.Node{
				Mesh: bead, Translation: vec{0.13, 0, 0}, Rotation: turn(vec{0, 0, 1}, 0.24), Scale: vec{0.98, 0.98, 0.98}, Children: children,
			})}
		}
		f.add(&qm.Node{Mesh: bead, Translation: vec{-0.1, 0.2, 0}, Children: children})
	}},
	{name: "mirrored", fill: func(f *file) {
		// A hook and its mirror image. What faces outwards still does.
		hook := f.mesh(f.primitive(join(block(0.2, 1, 0.2), moved(block(0.5, 0.2, 0.2), vec{0.35, 0.4, 0})), warm()))
		for i, x := range []float64{1, -1} {
			f.add(&qm.Node{Name: "hook", Mesh: hook, Translation: vec{0.2*x + 0.1, 0.5, float64(-i) / 2}, Scale: vec{x, 1, 1}, Rotation: turn(vec{0, 1, 0}, 0.3*x)})
		}
	}},
	{name: "instancing", fill: func(f *file) {
		const name = "EXT_mesh_gpu_instancing"
		f.require(name)
		var at [][3]float32
		var turns [][4]float32
		var sizes [][3]float32
		for i := range 5 {
			x := float64(i - 2)
			at = append(at, single(vec{0.5 * x, 0.1 * x * x, 0}))
			q := turn(vec{0, 0, 1}, 0.3*x)
			turns = append(turns, [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])})
			sizes = append(sizes, single(vec{1, 1 + 0.2*x, 1}))
		}
		n := f.show("boxes", block(0.3, 0.5, 0.3), warm(), vec{0, 0.5, 0})
		n.Extensions = qm.Extensions{name: map[string]any{"attributes": map[string]int{
			"TRANSLATION": modeler.WriteAccessor(f.Document, qm.TargetNone, at), "ROTATION": modeler.WriteAccessor(f.Document, qm.TargetNone, turns),
			"SCALE": modeler.WriteAccessor(f.Document, qm.TargetNone, sizes),
		}}}
	}},
	{name: "shared-mesh", fill: func(f *file) {
		ball := f.mesh(f.primitive(sphere(0.35, 24), warm()))
		for i := range 3 {
			f.add(&qm.Node{Name: "ball", Mesh: ball, Translation: vec{0.8 * float64(i-1), 0.4, -0.3 * float64(i)}, Scale: vec{1, 0.6 + 0.4*float64(i), 1}})
		}
	}},
	{name: "two-cameras", fill: func(f *file) {
		// The first sees the front of a box, warm; the second sees a cold side.
		box := block(0.9, 0.9, 0.9)
		front, rest := box, box
		front.corners, rest.corners = box.corners[:6], box.corners[6:]
		f.add(&qm.Node{Name: "box", Mesh: f.mesh(f.primitive(front, warm()), f.primitive(rest, cold())), Translation: vec{0, 0.45, 0}})
		f.camera("second", vec{4, 1.5, 0}, vec{0, 0.5, 0})
	}},
	{name: "orthographic", fill: func(f *file) {
		// Boxes one behind the other are equally large, and their edges parallel.
		f.Cameras[0].Perspective, f.Cameras[0].Type = nil, "orthographic"
		f.Cameras[0].Orthographic = &qm.Orthographic{Xmag: 1.4, Ymag: 1.05, Znear: 0.1, Zfar: 20}
		box := f.mesh(f.primitive(block(0.5, 0.5, 0.5), warm()))
		for i := range 2 {
			f.add(&qm.Node{Name: "box", Mesh: box, Translation: vec{0.8*float64(i) - 0.4, 0.25, 0.5 - float64(i)}})
		}
	}},
	{name: "two-scenes", fill: func(f *file) {
		// The second is shown: a ball. The first has a box in its place.
		box := f.below(&qm.Node{Name: "box", Mesh: f.mesh(f.primitive(block(1, 1, 1), cold())), Translation: vec{0, 0.5, 0}})
		f.Scenes = []*qm.Scene{{Nodes: append([]int{box}, f.shown.Nodes...)}, f.shown}
		f.Scene = qm.Index(1)
		f.show("ball", sphere(0.6, 24), warm(), vec{0, 0.6, 0})
	}},
	{name: "extras", fill: func(f *file) {
		// Whatever others write there has no meaning here.
		f.show("ball", sphere(0.6, 24), warm(), vec{0, 0.6, 0})
		for i, extras := range []*any{
			&f.Asset.Extras, &f.Document.Extras, &f.shown.Extras, &f.Nodes[1].Extras, &f.Meshes[0].Extras, &f.Meshes[0].Primitives[0].Extras,
			&f.Materials[0].Extras, &f.Materials[0].PBRMetallicRoughness.Extras, &f.Accessors[0].Extras, &f.BufferViews[0].Extras, &f.Buffers[0].Extras,
			&f.Cameras[0].Extras, &f.Cameras[0].Perspective.Extras,
		} {
			*extras = []any{map[string]any{"author": "nobody", "tags": []any{1.5, nil, true, "x"}}, []any{1, 2}, "words", 7, false}[i%5]
		}
	}},
	{name: "sides", fill: func(f *file) {
		// Two triangles that face away from the camera; the right one has two sides.
		s := card(0.9)
		s.corners = []uint16{0, 1, 2}
		f.show("one side", s, warm(), vec{-0.6, 0.6, 0})
		f.show("two sides", s, doubleSided(warm()), vec{0.6, 0.6, 0})
	}},
}

// moved is a shape in another place.
func moved(s shape, by vec) shape {
	for i := range s.positions {
		for k := range 3 {
			s.positions[i][k] += float32(by[k])
		}
	}
	return s
}
