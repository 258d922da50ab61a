package shopvrb

import (
	"context"
	"fmt"
	"slices"

	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// filmSteps are the steps from a frame of a film to the next: 24 frames a second, since a fall takes a tenth of one.
const filmSteps = 10

// film is the fall of the things of a plan that was kept in the attempt of a key; p is the plan that all attempts begin with.
func (s *sampler) film(p plan, key rng.Key) (*world.Fall, error) {
	held, err := s.hold(&p, key)
	if err != nil {
		return nil, err
	}
	film, err := dropStage().Film(context.Background(), held.things, settle.Variant{}, 1)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(film.Ends, func(e settle.Outcome) bool { return !e.Rests }) { // as in fall, what still moves is stopped
		for i := range held.things {
			held.things[i].WorldFromSolid = film.Ends[i].WorldFromSolid
		}
		more, err := stillStage().Film(context.Background(), held.things, settle.Variant{}, 1)
		if err != nil {
			return nil, err
		}
		from := film.Instants[len(film.Instants)-1].Time
		for _, instant := range more.Instants[1:] {
			instant.Time += from
			film.Instants = append(film.Instants, instant)
		}
		film.Ends = more.Ends
	}
	return world.FallOf(film, filmSteps, metersPerUnit), nil
}

// stateOf is the plan in a state: 0 is what the picture shows, others are frames of the film, counted from 1.
func (m *sample) stateOf(state int) *plan {
	out := m.plan
	if state == 0 {
		return &out
	}
	out.objects = slices.Clone(m.objects)
	for i := range out.objects {
		at, turn := m.fall.States[state-1][i].At()
		out.objects[i].rest = &rest{at, turn}
	}
	return &out
}

// frames are the pictures of the film. The last one is the sample's.
func (p *scene) frames(picture *world.Shot) (out []world.Shot) {
	if p.sampled == nil || p.sampled.fall == nil {
		return nil
	}
	for frame := range p.sampled.fall.Frames {
		state := (frame + 1) % p.sampled.fall.Frames
		shot := world.Shot{Pinhole: picture.Pinhole, State: state}
		if shot.Labels, shot.IDs = picture.Labels, picture.IDs; state > 0 {
			shot.Labels, shot.IDs = func() *show.Labels { return labelsOf(sceneOf(p.sampled.stateOf(state))) }, nil
		}
		out = append(out, shot)
	}
	return out
}

// fallFault is what is wrong with the film that a record tells; it is empty where nothing is.
func (r *Record) fallFault(wanted bool) string {
	f := r.motion()
	if (f != nil) != wanted {
		return fmt.Sprintf("a film is told: %v, want %v", f != nil, wanted)
	}
	if f == nil {
		return ""
	}
	if err := f.Check(len(r.Objects)); err != nil {
		return err.Error()
	}
	for i, end := range f.States[f.Frames-1] {
		o := &r.Objects[i]
		if o.Extra == nil || o.Extra.Lie == nil {
			return fmt.Sprintf("how object %d lies is not told", i)
		}
		if want := (world.Pose{Location: o.Position, Rotation: o.Extra.Pose}); end != want {
			return fmt.Sprintf("object %d ends at %v, want %v", i, end, want)
		}
	}
	return ""
}

// motion is the film that a record tells; nil for none.
func (r *Record) motion() *world.Fall {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.Motion
}
