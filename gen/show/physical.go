package show

import (
	"context"
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/settle"
)

// Physical is a sample whose objects can be let go. Objects are numbered as in Views()[0].Scene.Objects, from 0.
type Physical interface {
	Made
	// WhatIfs are what can be tried: first letting everything go as it stands, then each move of an object that the labels know.
	WhatIfs() []WhatIf
	// Film shows what becomes of the objects, until a moment after the last motion that can be seen. Poses are those of the
	// scene's objects: Instant.WorldFromSolid[i] takes the place of Objects[i].WorldFromObject. A move need not be among WhatIfs.
	Film(ctx context.Context, w WhatIf) (*settle.Film, error)
	// Start begins a run after a move that is stepped one by one, with the numbers and poses of Film.
	Start(w WhatIf) (Live, error)
	// Moved is the sample with its objects at other poses, of all objects of the scene as Film has them; labels know nothing of it.
	Moved(worldFromObject []geom.Transform) Physical
	// Verdicts judges every object after a move, with perturbed repeats. It takes as long as several films. It is nil where nobody
	// asks whether things stay where they are, since they are dropped.
	Verdicts(ctx context.Context, w WhatIf) ([]Verdict, error)
	// Bodies are how the objects weigh and slide. What was deleted has a zero one.
	Bodies() []Body
	// Colliders are the convex pieces that the objects collide with, in the frames of the objects.
	Colliders() [][]*mesh.Mesh
}

// Live is a run that is stepped.
type Live interface {
	Dt() float64 // seconds of a step
	// Step goes on by Dt, with a spring that pulls at an object unless it is nil: Pull.Thing is the number of the object, At in its frame and To
	// in the world.
	Step(pull *settle.Pull) error
	Now() settle.Instant
}

// Body is an object as physics knows it.
type Body struct {
	Mass     float64 `json:"mass"`     // kg
	Friction float64 `json:"friction"` // Coulomb's coefficient of the surface; that of two surfaces is the product of both
	// Verdict is what the labels say of it; nil where they say nothing.
	Verdict *Verdict `json:"verdict,omitempty"`
}

// WhatIf is a move of one object, everything else where it is.
type WhatIf struct {
	Name      string  `json:"name"`      // "as it stands"; "chair moved left by 0.5 m"
	Object    int     `json:"object"`    // -1 for none
	Direction string  `json:"direction"` // one of Directions; empty for none
	Distance  float64 `json:"distance"`  // meters
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

// Motion is what an object does in a film.
type Motion struct {
	Fell   float64 `json:"fell"`   // by how much its middle is lower at the end, world meters
	Turned float64 `json:"turned"` // from its start to its end about any axis, radians, 0 to pi
	Rests  bool    `json:"rests"`  // it came to rest
}

// MotionsOf are the motions of the objects of a scene. The middle of an object is that of its box in its own frame.
func MotionsOf(objects []scenes.Object, film *settle.Film) []Motion {
	first := film.Instants[0].WorldFromSolid
	out := make([]Motion, len(objects))
	for i := range objects {
		box := geom.EmptyAABB()
		for _, p := range objects[i].Parts {
			box = box.Union(p.Mesh.Bounds())
		}
		var middle geom.Vec3
		if !box.Empty() {
			middle = box.Center()
		}
		from, to := first[i], film.Ends[i].WorldFromSolid
		turn := TurnOf(to).Mul(TurnOf(from).Conj())
		out[i] = Motion{
			Fell:   from.Point(middle).Z - to.Point(middle).Z,
			Turned: 2 * geom.Atan2(geom.V(turn.X, turn.Y, turn.Z).Len(), math.Abs(turn.W)),
			Rests:  film.Ends[i].Rests,
		}
	}
	return out
}

// TurnOf is the turn of the pose of an object, which may have a scale alike in all directions.
func TurnOf(worldFromObject geom.Transform) geom.Quat {
	m := worldFromObject.M
	return geom.Mat3{X: m.X.Unit(), Y: m.Y.Unit(), Z: m.Z.Unit()}.Quat()
}
