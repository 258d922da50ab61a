package motion

import (
	"context"
	"fmt"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/scenes/settle"
)

// Body is a thing that begins with some motion.
type Body struct {
	settle.Thing
	Velocity, Angular geom.Vec3 // of the center of mass, m/s, and rad/s, world
	// Exact is what it collides with in place of the solid's convex pieces: a ball that is a hull would roll on facets. Nil for the pieces.
	Exact *physics.Shape
}

// Exact is the shape of a primitive with such half sides, about the axis z; nil for those that are none of the engine's. Its edges are sharp.
func Exact(primitive string, half geom.Vec3) (*physics.Shape, error) {
	switch primitive {
	case "sphere":
		return physics.NewSphere(half.Z)
	case "box":
		return physics.NewBox(half)
	case "cylinder":
		return physics.NewCylinder(half.Z, max(half.X, half.Y))
	case "capsule":
		return physics.NewCapsule(half.Z-max(half.X, half.Y), max(half.X, half.Y))
	}
	return nil, nil
}

// Setup is how a film begins.
type Setup struct {
	Gravity     geom.Vec3 // m/s2
	Blocks      []settle.Block
	Restitution float64 // of the bodies
	Rolling     float64 // coefficient of rolling friction, meters
	Bodies      []Body
}

// Film films the bodies.
func (s *Setup) Film(ctx context.Context, r Rules) (*Film, error) {
	w, err := physics.NewWorld(physics.WorldDef{Gravity: s.Gravity})
	if err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	for i := range s.Blocks {
		b := &s.Blocks[i]
		shape, err := physics.NewBox(b.Box.Size().Scale(0.5))
		if err != nil {
			return nil, fmt.Errorf("motion: block %d: %w", i, err)
		}
		if _, err := w.AddBody(physics.BodyDef{
			Type: physics.Static, Pose: physics.Pose{Position: b.Box.Center()}, Colliders: []physics.Collider{{Shape: shape, Friction: b.Friction}},
		}); err != nil {
			return nil, fmt.Errorf("motion: block %d: %w", i, err)
		}
	}
	var ids []physics.BodyID
	for i := range s.Bodies {
		b := &s.Bodies[i]
		pieces, mass := b.Solid.Body(b.Mass / b.Solid.Volume())
		if b.Exact != nil {
			pieces, mass = []physics.Collider{{Shape: b.Exact, Density: b.Mass / b.Exact.Volume()}}, nil
		}
		for k := range pieces {
			pieces[k].Friction, pieces[k].Restitution, pieces[k].RollingFriction = b.Friction, s.Restitution, s.Rolling
		}
		def := physics.BodyDef{Pose: physics.Pose{Position: b.WorldFromSolid.T, Rotation: b.WorldFromSolid.M.Quat()}, Colliders: pieces, Mass: mass}
		if b.Fixed {
			def.Type, def.Mass = physics.Static, nil
		} else {
			def.Velocity, def.AngularVelocity = b.Velocity, b.Angular
		}
		id, err := w.AddBody(def)
		if err != nil {
			return nil, fmt.Errorf("motion: body %d: %w", i, err)
		}
		ids = append(ids, id)
	}
	return Shoot(ctx, w, ids, r)
}
