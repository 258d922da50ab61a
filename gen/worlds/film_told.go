package worlds

import (
	"fmt"
	"maps"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/motion"
)

// film is what things do in a sample; nil in worlds without motion.
func (s *split) film(t *world.Take[*plan]) (*show.Film, error) {
	p := t.Plan
	if p.film == nil {
		return nil, nil
	}
	setup, err := s.setup(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %s/%d: %w", s.Name, s.job.Split, t.Index, err)
	}
	out := &show.Film{
		FPS: p.film.FPS, Frames: s.frames(), StepRate: motion.StepRate(p.film.FPS), Gravity: coordinates(setup.Gravity),
	}
	for i := range p.cameras {
		out.Cameras = append(out.Cameras, show.FilmCamera{Name: p.cameras[i].name})
	}
	for i := range p.things {
		thing, body := &p.things[i], &setup.Bodies[i]
		if thing.gone {
			continue
		}
		of := show.FilmThing{
			ID: i + 1, Model: thing.model, Fixed: body.Fixed, Mass: body.Mass, Friction: body.Friction, Restitution: setup.Restitution,
			Box: geom.AABB{Min: thing.box.Min.Scale(thing.scale), Max: thing.box.Max.Scale(thing.scale)},
		}
		for frame := range out.Frames {
			state := &p.film.Frames[frame][i]
			of.States = append(of.States, show.FilmState{
				Location: state.Pose.Position, Rotation: state.Pose.Rotation, Velocity: state.Velocity, Angular: state.Angular,
			})
		}
		out.Things = append(out.Things, of)
	}
	last := float64(out.Frames-1) / out.FPS
	for _, m := range p.film.Impacts {
		if m.Time <= last {
			out.Impacts = append(out.Impacts, show.Impact{Time: m.Time, A: m.A + 1, B: m.B + 1, Position: m.Position, Normal: m.Normal, Impulse: m.Impulse})
		}
	}
	for _, c := range p.collisions() {
		if c.Frame < out.Frames-1 {
			out.Collisions = append(out.Collisions, show.FilmCollision{Frame: c.Frame, A: c.A + 1, B: c.B + 1, Position: c.Position})
		}
	}
	return out, nil
}

// instants are what thing i, of which e tells in the first frame, is in each frame of the page.
func (s *split) instants(t *world.Take[*plan], i int, e *show.Entity) (out []show.State) {
	p := t.Plan
	for shot := range t.Shots {
		frame := shot % s.frames()
		state, thing := &p.film.Frames[frame][i], p.things[i]
		if frame > 0 && !thing.fixed {
			pose := state.Pose.Transform()
			thing.lay(&pose)
		}
		at, q := coordinates(thing.at()), state.Pose.Rotation
		facts := maps.Clone(e.Facts)
		facts["position_m"], facts["rotation_deg"] = at, thing.turn
		facts["location_m"], facts["rotation_wxyz"] = coordinates(state.Pose.Position), [4]float64{q.W + 0, q.X + 0, q.Y + 0, q.Z + 0}
		facts["velocity_m_per_s"], facts["angular_velocity_rad_per_s"] = coordinates(state.Velocity), coordinates(state.Angular)
		facts["visible_px"] = t.Tally(shot, show.ChannelObject).Pixels[i]
		out = append(out, show.State{Name: e.Name, Class: e.Class, At: &at, Facts: facts})
	}
	return out
}

// happens are the collisions of a film that are in its frames.
func (s *split) happens(p *plan) []show.Facts {
	out := []show.Facts{}
	for _, c := range p.collisions() {
		if c.Frame < s.frames()-1 {
			out = append(out, show.Facts{
				"objects": []string{show.Key("object", c.A+1), show.Key("object", c.B+1)}, "time_s": c.Time, "frame": c.Frame,
				"position_m": coordinates(c.Position), "normal": coordinates(c.Normal), "impulse_n_s": coordinates(c.Impulse),
			})
		}
	}
	return out
}
