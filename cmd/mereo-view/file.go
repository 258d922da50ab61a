//go:build viewer

package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"mereo/engine/gltf"
	"mereo/engine/studio"
	"mereo/engine/window"
	"mereo/internal/bound"
)

// file is a glTF file with one scene.
type file struct {
	name      string
	maxMemory bound.Size
}

func (f file) Places() (seeds bool, count int) { return false, 1 }

// Scene reads the file, each time anew.
func (f file) Scene(_ context.Context, _ window.Place) (*window.Scene, error) {
	s, err := gltf.LoadScene(f.name, bound.New(f.maxMemory))
	if err != nil {
		return nil, err
	}
	if c := &s.Frame.Camera; c.Orthographic { // the window turns around things in perspective, in which their middle is as large
		center, radius := studio.Sphere(s.Frame)
		_, _, z := c.Project(center)
		c.Orthographic, c.FocalPx = false, c.FocalPx*max(z, radius)
	}
	base := filepath.Base(f.name)
	out := &window.Scene{
		Title: base, FileName: strings.TrimSuffix(base, filepath.Ext(base)),
		Views: []window.View{{Name: "picture", Frame: s.Frame}},
	}
	triangles := 0
	owners := map[uint16]int{} // in out.Entities, by id
	for i := range s.Frame.Instances {
		in, node := &s.Frame.Instances[i], s.Nodes[i]
		triangles += len(in.Mesh.Triangles)
		if in.Object == 0 {
			continue
		}
		o, ok := owners[in.Object]
		if !ok {
			o = len(out.Entities)
			owners[in.Object] = o
			key := fmt.Sprintf("object %d", in.Object)
			out.Entities = append(out.Entities, window.Entity{
				Key: key, Name: cmp.Or(node.Object, key), Kind: "object", Class: node.Class, Object: in.Object,
				Rows: []window.Row{{Name: "id", Value: fmt.Sprint(in.Object)}},
			})
		}
		name := cmp.Or(node.Label, node.Name, fmt.Sprintf("node %d", node.Index))
		parts := &out.Entities[o].Entities
		if n := len(*parts); n > 0 && (*parts)[n-1].Part == in.Part && in.Part != 0 {
			continue // another primitive of the same node
		}
		*parts = append(*parts, window.Entity{
			Key: fmt.Sprintf("part %d", in.Part), Name: name, Kind: "node", Part: in.Part,
			Rows: []window.Row{
				{Name: "node", Value: fmt.Sprintf("%d of the file", node.Index)},
				{Name: "triangles", Value: fmt.Sprint(len(in.Mesh.Triangles))},
				{Name: "material", Value: in.Material.Name},
			},
		})
	}
	for i := range out.Entities { // an object of one node that has no name is called as this is
		if e := &out.Entities[i]; len(e.Entities) == 1 && e.Name == e.Key {
			e.Name = e.Entities[0].Name
		}
	}
	c := s.Frame.Camera
	out.Rows = []window.Row{
		{Name: "triangles", Value: fmt.Sprint(triangles)},
		{Name: "picture", Value: fmt.Sprintf("%d x %d", c.Width, c.Height)},
		{Name: "lamps", Value: fmt.Sprint(len(s.Frame.Lights) + len(s.Frame.Suns))},
	}
	if len(s.Ignored) > 0 {
		out.Note = "not drawn: " + strings.Join(s.Ignored, ", ")
	}
	return out, nil
}
