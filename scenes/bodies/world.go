package bodies

import (
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/physics"
	"mereo/scenes"
)

// World is a physics.World whose bodies are things in a scene: what is added to it is simulated and drawn.
type World struct {
	*physics.World
	scene scenes.Scene
	ids   []physics.BodyID // of the scene's objects
}

// NewWorld returns an empty world.
func NewWorld(def physics.WorldDef) (*World, error) {
	w, err := physics.NewWorld(def)
	if err != nil {
		return nil, err
	}
	return &World{World: w}, nil
}

// Add adds a body with the surface of its shapes. Static bodies are part of the backdrop, where they are now; others are the objects
// 1, 2, ... of the scene. Bodies must not be removed.
func (w *World) Add(name string, def physics.BodyDef, m material.Material) (physics.BodyID, error) {
	id, err := w.AddBody(def)
	if err != nil {
		return id, err
	}
	surface, at := look(def.Colliders), w.Pose(id).Transform()
	if def.Type == physics.Static {
		w.scene.Backdrop = append(w.scene.Backdrop, scenes.Surface{Name: name, Mesh: surface.Transformed(at), Material: m})
		return id, nil
	}
	m.Flat = false
	w.scene.Objects = append(w.scene.Objects, object(name, surface, m, at))
	w.ids = append(w.ids, id)
	return id, nil
}

// AddParts adds a body that looks like parts in its frame, whatever its shapes are. It is an object of the scene, static or not.
func (w *World) AddParts(name string, def physics.BodyDef, parts []scenes.Part) (physics.BodyID, error) {
	id, err := w.AddBody(def)
	if err != nil {
		return id, err
	}
	w.scene.Objects = append(w.scene.Objects, scenes.Object{
		Category: "body", Model: name, WorldFromObject: w.Pose(id).Transform(), Parts: parts,
	})
	w.ids = append(w.ids, id)
	return id, nil
}

// Scene shows the bodies where they are, under a bright sky and a sun with shadows. The camera is the caller's to set, and lights to change.
func (w *World) Scene() *scenes.Scene {
	s := w.scene
	s.Objects = append([]scenes.Object(nil), s.Objects...)
	for i, at := range PlacesOf(w.World, w.ids) {
		s.Objects[i].WorldFromObject = at
	}
	s.WorldRadiance = material.RGB{0.5, 0.5, 0.5}
	s.Suns = []light.Sun{{Dir: geom.V(0.4, 0.5, -1).Unit(), Irradiance: material.RGB{1.5, 1.5, 1.5}, Shadows: true}}
	return &s
}
