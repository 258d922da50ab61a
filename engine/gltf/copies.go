package gltf

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/geom"
	"mereo/internal/bound"
)

// meshInstances is the extension by which a node has many copies of its mesh:
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_mesh_gpu_instancing
const meshInstances = "EXT_mesh_gpu_instancing"

// copies are the places of a node's mesh in the node's frame: one, its own, without the extension, and where a skin has places of its own.
func (w *walk) copies(n *qm.Node) ([]geom.Transform, error) {
	raw, ok := n.Extensions[meshInstances].(json.RawMessage)
	if !ok || n.Skin != nil {
		return []geom.Transform{geom.Identity}, nil
	}
	var of struct {
		Attributes map[string]int `json:"attributes"`
	}
	if err := json.Unmarshal(raw, &of); err != nil {
		return nil, errors.New(plainError(err))
	}
	var out []geom.Transform
	var nodes []qm.Node
	for _, a := range []struct {
		name string
		kind qm.AccessorType
		to   func(n *qm.Node) []float64
	}{
		{"TRANSLATION", qm.AccessorVec3, func(n *qm.Node) []float64 { return n.Translation[:] }},
		{"ROTATION", qm.AccessorVec4, func(n *qm.Node) []float64 { return n.Rotation[:] }},
		{"SCALE", qm.AccessorVec3, func(n *qm.Node) []float64 { return n.Scale[:] }},
	} {
		at, ok := of.Attributes[a.name]
		if !ok {
			continue
		}
		f, err := w.floats(at, a.kind)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
		count := len(f) / a.kind.Components()
		if nodes == nil {
			if nodes, err = bound.Make[qm.Node](w.memory, count); err != nil {
				return nil, err
			}
			for i := range nodes {
				nodes[i].Rotation, nodes[i].Scale = qm.DefaultRotation, qm.DefaultScale
			}
		}
		if count != len(nodes) {
			return nil, fmt.Errorf("%s has %d elements, want %d as the other attributes", a.name, count, len(nodes))
		}
		for i := range nodes {
			copy(a.to(&nodes[i]), f[i*a.kind.Components():])
		}
	}
	for i := range nodes {
		t := local(&nodes[i])
		if !(t.M.X.Len()+t.M.Y.Len()+t.M.Z.Len()+t.T.Len() < math.MaxFloat32) {
			return nil, fmt.Errorf("copy %d: its transform is not finite: %v", i, t)
		}
		out = append(out, t)
	}
	return out, nil
}
