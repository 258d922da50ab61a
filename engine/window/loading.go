//go:build viewer

package window

import (
	"context"
	"errors"

	"github.com/g3n/engine/gls"

	"mereo/engine/mesh"
)

// goTo has the source make another scene, beside the window. The one that is shown stays until it is there.
func (v *viewer) goTo(to Place) {
	seeds, count := v.options.Source.Places()
	switch {
	case v.scene != nil && to.Seed != v.place.Seed && !seeds:
		v.say("this scene comes from a file and has no seed")
		return
	case to.Index < 0 || count > 0 && to.Index >= count:
		if count == 1 {
			v.say("there is one scene")
		} else if to.Index < 0 {
			v.say("this is the first scene")
		} else {
			v.say("this is the last scene of %d", count)
		}
		return
	}
	if v.cancel != nil {
		v.cancel()
	}
	ctx, cancel := context.WithCancel(v.ctx)
	v.cancel, v.loading, v.place = cancel, true, to
	v.say("making scene %d of seed %d ...", to.Index, to.Seed)
	go func() {
		// A source makes one scene at a time, and stops early when it is overtaken.
		loadLock.Lock()
		defer loadLock.Unlock()
		var s *Scene
		var colliders [][]*mesh.Mesh
		err := ctx.Err()
		if err == nil {
			s, err = v.options.Source.Scene(ctx, to)
		}
		if err == nil && s.Physics != nil {
			colliders = s.Physics.Colliders()
		}
		v.post(func() { v.loaded(to, s, colliders, err) })
	}()
}

// loaded shows a scene that was made, unless another one is wanted by now.
func (v *viewer) loaded(at Place, s *Scene, colliders [][]*mesh.Mesh, err error) {
	if at != v.place || errors.Is(err, context.Canceled) {
		return
	}
	v.loading = false
	switch {
	case err != nil && v.scene == nil:
		v.failure, v.quit = err, true
		return
	case err != nil:
		v.say("%v", err)
		v.event("failed", map[string]any{"error": err.Error()})
		return
	}
	v.scene, v.pieces, v.selected = s, colliders, ""
	v.stopPhysics()
	v.entities = map[string]*Entity{}
	var index func(list []Entity)
	index = func(list []Entity) {
		for i := range list {
			v.entities[list[i].Key] = &list[i]
			index(list[i].Entities)
		}
	}
	index(s.Entities)
	if s.Physics == nil {
		v.on[helperColliders], v.on[helperContacts] = false, false
	}
	v.win.SetTitle(s.Title + " - mereo")
	v.panels.setTitle(s.Title)
	v.panels.setTree(v, s.Entities)
	v.setView(0)
	v.tellDetails()
	v.mark()
	note := s.Note
	if note == "" {
		note = "press ? for the keys"
	}
	v.say("%s", note)
	var held gls.Stats
	v.gs.Stats(&held)
	v.event("scene", map[string]any{
		"held":  map[string]int{"arrays": held.Vaos, "buffers": held.Buffers, "textures": held.Textures},
		"title": s.Title, "seed": at.Seed, "index": at.Index, "views": len(s.Views), "entities": len(s.Entities), "physics": s.Physics != nil,
	})
	if v.on[helperContacts] {
		v.wantFilm()
	}
}

// resample goes to a seed that nobody chose.
func (v *viewer) resample() {
	if seeds, _ := v.options.Source.Places(); !seeds {
		v.say("this scene comes from a file and cannot be sampled again")
		return
	}
	v.goTo(Place{v.options.Random(), v.place.Index})
}

// colliders are those of the view that is shown.
func (v *viewer) colliders() [][]*mesh.Mesh {
	if !v.current().Moves {
		return nil
	}
	return v.pieces
}
