package gltf

import (
	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"mereo/engine/geom"
)

// moving is a node with the poses that it has in the frames of an animation.
type moving struct {
	node  int
	poses []geom.Transform
}

// move has the node of an object move, if it does. What is animated may have no matrix (glTF 2.0 specification, section 3.11).
func (e *writer) move(node, object int) {
	if object > len(e.notes.Moves) || len(e.notes.Moves[object-1]) == 0 {
		return
	}
	poses := e.notes.Moves[object-1]
	n := e.doc.Nodes[node]
	turn, scale := turnOf(&poses[0])
	n.Matrix, n.Scale, n.Translation = [16]float64{}, [3]float64{scale, scale, scale}, [3]float64{poses[0].T.X, poses[0].T.Y, poses[0].T.Z}
	n.Rotation = [4]float64{turn.X, turn.Y, turn.Z, turn.W}
	e.moving = append(e.moving, moving{node, poses})
}

// turnOf is the rotation and the scale of a pose.
func turnOf(t *geom.Transform) (geom.Quat, float64) {
	scale := t.M.X.Len()
	return geom.Mat3{X: t.M.X.Scale(1 / scale), Y: t.M.Y.Scale(1 / scale), Z: t.M.Z.Scale(1 / scale)}.Quat().Unit(), scale
}

// animation writes where nodes move: places and rotations at the time of each frame.
func (e *writer) animation() {
	if len(e.moving) == 0 {
		return
	}
	times := make([]float32, len(e.moving[0].poses))
	for k := range times {
		times[k] = float32(float64(k) / e.notes.FPS)
	}
	input := modeler.WriteAccessor(e.doc, qm.TargetNone, times)
	e.doc.Accessors[input].Min, e.doc.Accessors[input].Max = []float64{0}, []float64{float64(times[len(times)-1])}
	a := &qm.Animation{Name: "film"}
	add := func(node int, path qm.TRSProperty, values any) {
		a.Channels = append(a.Channels, &qm.AnimationChannel{Sampler: len(a.Samplers), Target: qm.AnimationChannelTarget{Node: qm.Index(node), Path: path}})
		a.Samplers = append(a.Samplers, &qm.AnimationSampler{Input: input, Output: modeler.WriteAccessor(e.doc, qm.TargetNone, values)})
	}
	for _, m := range e.moving {
		var places [][3]float32
		var turns [][4]float32
		var last geom.Quat
		for k := range m.poses {
			q, _ := turnOf(&m.poses[k])
			if q.W*last.W+q.X*last.X+q.Y*last.Y+q.Z*last.Z < 0 { // the short way between frames
				q = geom.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
			}
			last = q
			places = append(places, [3]float32{float32(m.poses[k].T.X), float32(m.poses[k].T.Y), float32(m.poses[k].T.Z)})
			turns = append(turns, [4]float32{float32(q.X), float32(q.Y), float32(q.Z), float32(q.W)})
		}
		add(m.node, qm.TRSTranslation, places)
		add(m.node, qm.TRSRotation, turns)
	}
	e.doc.Animations = append(e.doc.Animations, a)
}
