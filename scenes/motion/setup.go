package motion

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/scenes/settle"
)

// Body is a thing that begins with some motion.
type Body struct {
	settle.Thing
	Velocity, Angular geom.Vec3 // of the center of mass, m/s, and rad/s, world
	// Begins is when it begins, seconds from the first frame: in the first frame after that before which its place is free. Until then nothing meets it.
	Begins float64
	// Exact is what it collides with in place of the solid's convex pieces: a ball that is a hull would roll on facets. Nil for the pieces.
	Exact *physics.Shape
	// Missing: it keeps its number and is not there.
	Missing bool
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

// begin begins a film.
func (s *Setup) begin(r Rules) (*take, error) {
	w, err := physics.NewWorld(physics.WorldDef{Gravity: s.Gravity, Substeps: 2})
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
	ids := make([]physics.BodyID, len(s.Bodies))
	var later []late
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Missing {
			continue
		}
		if b.Begins > 0 {
			later = append(later, late{i, int(math.Ceil(b.Begins * r.FPS)), s.body(b)})
			continue
		}
		if ids[i], err = w.AddBody(s.body(b)); err != nil {
			return nil, fmt.Errorf("motion: body %d: %w", i, err)
		}
	}
	return begin(w, ids, later, r), nil
}

// body is what a body begins as.
func (s *Setup) body(b *Body) physics.BodyDef {
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
	return def
}
