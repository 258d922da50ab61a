package export

import (
	"bytes"
	"context"
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/gen/show"
)

// glTF writes the scene of each sample as a file that other viewers open: train/000012.glb. A sample whose pictures show several
// scenes, such as what was before and after, has train/000012.1.glb and so on for the others. Pictures of one scene that differ in
// the camera are cameras of one file, named as the pictures are. A film is one file with an animation.
//
// In the extras of the scene is the Record. Nodes of objects have key, kind, class and attributes, and in samples that have physics
// body, what it weighs, how it slides and what the labels say of it, and moves, with what becomes of it then. Nodes of parts have
// key, class and attributes. Where it is asked for, what objects collide with is a second scene, "colliders", of convex pieces.
type glTF struct {
	loose
	colliders bool
}

func (glTF) wants() wants { return wants{perBlock: true, made: true} }

func (glTF) prepare(ctx context.Context, d *dataset) error { return d.mustHaveScenes(ctx, "gltf") }

func (x glTF) encode(s *Sample) (any, error) {
	views := s.Made.Views()
	var out []named
	groups := scenesOf(views)
	if s.Film != nil {
		groups = [][]int{{0}} // the other frames are an animation
	}
	for _, group := range groups {
		notes := s.notes(views, group, x.colliders)
		if s.Film != nil {
			notes.FPS, notes.Moves = s.Film.FPS, posesOf(views[:s.Film.Frames])
			for _, c := range s.Film.Cameras[1:] {
				notes.Cameras = append(notes.Cameras, gltf.NamedCamera{Name: c.Name, Pinhole: c.Pinholes[0]})
			}
		}
		var data bytes.Buffer
		if err := gltf.WriteNoted(&data, views[group[0]].Scene.Frame(), notes); err != nil {
			return nil, fmt.Errorf("%s/%d: %w", s.Split, s.Index, err)
		}
		out = append(out, named{s.numbered("/", len(out)) + ".glb", data.Bytes()})
	}
	return out, nil
}

// posesOf are the poses of each object in the frames of a film; none of those that stay where they are.
func posesOf(frames []show.View) [][]geom.Transform {
	out := make([][]geom.Transform, len(frames[0].Scene.Objects))
	for i := range out {
		first, moved := frames[0].Scene.Objects[i].WorldFromObject, false
		for k := range frames {
			pose := frames[k].Scene.Objects[i].WorldFromObject
			out[i], moved = append(out[i], pose), moved || pose != first
		}
		if !moved {
			out[i] = nil
		}
	}
	return out
}

// scenesOf are the numbers of the views of each scene, the first views first. Views show the same scene if they share its objects.
func scenesOf(views []show.View) (out [][]int) {
	for v := range views {
		at := 0
		for at < len(out) && !sameScene(views[out[at][0]], views[v]) {
			at++
		}
		if at == len(out) {
			out = append(out, nil)
		}
		out[at] = append(out[at], v)
	}
	return out
}

func sameScene(a, b show.View) bool {
	p, q := a.Scene.Objects, b.Scene.Objects
	return a.Scene == b.Scene || len(p) > 0 && len(p) == len(q) && &p[0] == &q[0]
}

// notes are what a file says beside the frame of the group's first view.
func (s *Sample) notes(views []show.View, group []int, colliders bool) gltf.Notes {
	out := gltf.Notes{Scene: map[string]any{"record": s.record()}}
	for i, v := range group {
		name := s.Page.Pictures[v].Name
		if i == 0 {
			out.Camera = name
			continue
		}
		out.Cameras = append(out.Cameras, gltf.NamedCamera{Name: name, Pinhole: views[v].Scene.Camera})
	}
	each(s.Page.Entities, nil, func(e, _ *show.Entity) {
		if e.ID < 1 {
			return
		}
		state := stateIn(e, group[0])
		extras := map[string]any{"key": e.Key, "kind": e.Kind, "class": state.Class, "attributes": state.Attributes}
		switch e.Channel {
		case show.ChannelObject:
			out.Objects, out.ObjectExtras = gltf.Put(out.Objects, e.ID, state.Name), gltf.Put(out.ObjectExtras, e.ID, extras)
		case show.ChannelPart:
			out.Parts, out.PartExtras = gltf.Put(out.Parts, e.ID, state.Name), gltf.Put(out.PartExtras, e.ID, extras)
		}
	})
	if p := s.Made.Physics(); p != nil && group[0] == 0 {
		if colliders {
			out.Colliders = p.Colliders()
		}
		moves := map[int][]show.WhatIf{}
		for _, w := range p.WhatIfs() {
			if w.Object >= 0 && w.Outcome != "" {
				moves[w.Object] = append(moves[w.Object], w)
			}
		}
		for i, b := range p.Bodies() {
			if i >= len(out.ObjectExtras) || out.ObjectExtras[i] == nil {
				continue
			}
			out.ObjectExtras[i]["body"] = b
			if moves[i] != nil {
				out.ObjectExtras[i]["moves"] = moves[i]
			}
		}
	}
	return out
}
