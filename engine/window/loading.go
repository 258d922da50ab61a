//go:build viewer

package window

import (
	"context"
	"errors"
	"slices"

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
	v.place = to
	v.say("making scene %d of seed %d ...", to.Index, to.Seed)
	source := v.options.Source
	v.fetch(v.options.File, false, func() (Source, Place, error) { return source, to, nil })
}

// fetched is a scene that was made.
type fetched struct {
	turn      int // of the request
	source    Source
	file      string // that it comes from; empty for none
	at        Place
	scene     *Scene
	colliders [][]*mesh.Mesh
	again     bool // it is the one that is shown, made anew
	err       error
}

// fetch has a scene made beside the window, of a source that find finds there, in place of any other that is being made.
func (v *viewer) fetch(file string, again bool, find func() (Source, Place, error)) {
	if v.cancel != nil {
		v.cancel()
	}
	ctx, cancel := context.WithCancel(v.ctx)
	v.cancel, v.loading = cancel, true
	v.fetches++
	f := fetched{turn: v.fetches, file: file, again: again}
	go func() {
		// A source makes one scene at a time, and stops early when it is overtaken.
		loadLock.Lock()
		defer loadLock.Unlock()
		f.err = ctx.Err()
		if f.err == nil {
			f.source, f.at, f.err = find()
		}
		if f.err == nil {
			f.scene, f.err = f.source.Scene(ctx, f.at)
		}
		if f.err == nil && f.scene.Physics != nil {
			f.colliders = f.scene.Physics.Colliders()
		}
		v.post(func() { v.loaded(f) })
	}()
}

// loaded shows a scene that was made, unless another one is wanted by now.
func (v *viewer) loaded(f fetched) {
	if f.turn != v.fetches || errors.Is(f.err, context.Canceled) {
		return
	}
	v.loading = false
	switch {
	case f.err != nil && v.scene == nil:
		v.failure, v.quit = f.err, true
		return
	case f.err != nil:
		v.say("%v", f.err)
		v.event("failed", map[string]any{"error": f.err.Error()})
		return
	}
	s, at := f.scene, f.at
	v.options.Source, v.options.File, v.place = f.source, f.file, at
	was := struct {
		own      bool
		orbit    orbit
		view     int
		selected string
	}{v.own, v.orbit, v.view, v.selected}
	v.scene, v.pieces, v.selected = s, f.colliders, ""
	v.stopPhysics()
	v.entities = map[string]*Entity{}
	var index func(list []Entity)
	index = func(list []Entity) {
		for i := range list {
			v.entities[list[i].Key] = &list[i]
			index(list[i].Entities)
		}
	}
	v.leaveHandle()
	lost := len(v.editing.changes) > 0
	v.editing = editing{tool: v.editing.tool, over: noHandle}
	v.findOutside()
	index(s.Entities)
	index(v.editing.outside)
	if s.Physics == nil {
		v.on[helperColliders], v.on[helperContacts] = false, false
	}
	v.win.SetTitle(s.Title + " - mereo")
	v.panels.setTitle(s.Title)
	v.panels.setTree(v, append(slices.Clone(s.Entities), v.editing.outside...))
	if f.again {
		v.setView(min(was.view, len(s.Views)-1))
		v.own, v.orbit = was.own, was.orbit
		v.selectKey(was.selected)
	} else {
		v.setView(0)
	}
	v.tellDetails()
	v.mark()
	note := s.Note
	switch {
	case note != "":
	case f.again:
		note = f.file + " has changed and was read again"
		if lost {
			note += ", without what was changed here"
		}
	default:
		note = "press ? for the keys"
	}
	v.say("%s", note)
	var held gls.Stats
	v.gs.Stats(&held)
	v.event("scene", map[string]any{
		"held":  map[string]int{"arrays": held.Vaos, "buffers": held.Buffers, "textures": held.Textures},
		"title": s.Title, "seed": at.Seed, "index": at.Index, "views": len(s.Views), "entities": len(s.Entities), "physics": s.Physics != nil,
		"again": f.again,
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
