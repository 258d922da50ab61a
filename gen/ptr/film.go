package ptr

import (
	"context"
	"fmt"
	"slices"

	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/settle"
)

// filmSteps are the steps from a frame of a film to the next: 24 frames a second.
const filmSteps = 5

// film films what the verdicts of a physical sample are about: what becomes of its objects when all of them are let go.
func (s *Sampler) film(m *Sample) error {
	if !s.cfg.Film || !m.Physical {
		return nil
	}
	film, err := judgeStage().Film(context.Background(), m.things(), settle.Variant{}, 1)
	if err != nil {
		return fmt.Errorf("ptr: %s/%d: film: %w", s.split, m.Key.Index, err)
	}
	m.fall = world.FallOf(film, filmSteps, 1)
	return nil
}

// motion is how objects move in the film, as far as it is known; nil where there is none.
func (p *plan) motion() *world.Fall {
	if p.Sample != nil {
		return p.fall
	}
	return p.stored.Motion
}

// sceneAt is what the camera sees in a frame of the film, 0 for the picture.
func (p *plan) sceneAt(frame int) *scenes.Scene {
	if frame == 0 {
		return p.scene()
	}
	out := *p.scene()
	out.Objects = slices.Clone(out.Objects)
	for i := range out.Objects {
		at, turn := p.fall.States[frame][i].At()
		out.Objects[i].WorldFromObject.M, out.Objects[i].WorldFromObject.T = turn.Mat3(), at
	}
	return &out
}

// frames are the pictures of the film. The first one is the sample's. The processor draws the labels of the others, where there are meshes.
func (p *plan) frames(picture *world.Shot) (out []world.Shot) {
	if p.motion() == nil {
		return nil
	}
	for frame := range p.motion().Frames {
		shot := world.Shot{Pinhole: picture.Pinhole, State: frame}
		switch {
		case frame == 0:
			shot.IDs = picture.IDs
		case p.Sample != nil && !p.told:
			shot.Labels = func() *show.Labels { return world.LabelsOf(ref.Draw(p.sceneAt(frame).Frame())) }
		}
		out = append(out, shot)
	}
	return out
}

// sameTurn is by how much components of a quaternion may differ that went through Euler angles.
const sameTurn = 1e-6

// motionFault is what is wrong with the film that a record tells; it is empty where nothing is.
func (r *Record) motionFault(wanted bool) string {
	f := r.Motion
	if (f != nil) != (wanted && r.Physics) {
		return fmt.Sprintf("a film is told: %v, want %v", f != nil, wanted && r.Physics)
	}
	if f == nil {
		return ""
	}
	if err := f.Check(len(r.Objects)); err != nil {
		return err.Error()
	}
	for i := range r.Objects {
		o := &r.Objects[i]
		if o.Simulation == nil {
			return fmt.Sprintf("how object %d falls is not told", i)
		}
		for _, end := range []struct {
			frame int
			at    [3]float64
			turn  Rotation
		}{{0, o.Coords, o.Rotation}, {f.Frames - 1, o.Simulation.EndCoords, Rotation{Euler: &o.Simulation.EndRotation}}} {
			is, turn := f.States[end.frame][i].At()
			want := end.turn.worldFromModel().Quat()
			same := turn.W*want.W + turn.X*want.X + turn.Y*want.Y + turn.Z*want.Z
			if !(is.Sub(vec3(end.at)).Len() < sameTurn && same*same > 1-sameTurn) {
				return fmt.Sprintf("frame %d: object %d is at %v, want %v", end.frame, i, f.States[end.frame][i], end.at)
			}
		}
	}
	return ""
}
