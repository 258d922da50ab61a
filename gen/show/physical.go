package show

import (
	"mereo/engine/mesh"
	"mereo/scenes/settle"
)

// Physical is a sample whose objects can be let go. Objects are numbered as in Views()[0].Scene.Objects, from 0.
type Physical interface {
	Made
	// WhatIfs are what can be tried: first letting everything go as it stands, then each move of an object that the labels know.
	WhatIfs() []WhatIf
	// Film shows what becomes of the objects. Poses are those of the scene's objects: Instant.WorldFromSolid[i] takes the place
	// of Objects[i].WorldFromObject. A move need not be among WhatIfs.
	Film(w WhatIf) (*settle.Film, error)
	// Verdicts judges every object after a move, with perturbed repeats. It takes as long as several films.
	Verdicts(w WhatIf) ([]Verdict, error)
	// Colliders are the convex pieces that the objects collide with, in the frames of the objects.
	Colliders() [][]*mesh.Mesh
}

// WhatIf is a move of one object, everything else where it is.
type WhatIf struct {
	Name      string  `json:"name"`      // "as it stands"; "chair moved left by 0.5 m"
	Object    int     `json:"object"`    // -1 for none
	Direction string  `json:"direction"` // one of Directions; empty for none
	Distance  float64 `json:"distance"`  // metres
	// Outcome is what the labels say of it: "stable", "unstable" or "blocked"; empty where they say nothing.
	Outcome string `json:"outcome,omitempty"`
}

// Directions are those of moves: those of the set's relations where it has relations of these names, else along -x, +x, -y and +y
// of the world.
var Directions = []string{"left", "right", "front", "behind"}

// Towards says in which of Directions something is moved: "moved left", "moved to the back".
var Towards = map[string]string{"left": "left", "right": "right", "front": "to the front", "behind": "to the back"}

// Verdict is what becomes of an object.
type Verdict struct {
	Stable bool    `json:"stable"`
	Change float64 `json:"change"` // see settle.Outcome
	Margin float64 `json:"margin"` // share of the perturbed repeats that agree
}
