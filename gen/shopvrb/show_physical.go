package shopvrb

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/settle"
)

// How far things are moved, and how far they may be, in true meters: a unit of the scene is metersPerUnit of them.
const (
	moveDistance = 0.1
	mostDistance = 2.0
)

// bodies are the things of a plan as they collide, where they are. Meters.
func (p *plan) bodies() ([]settle.Thing, error) {
	out := make([]settle.Thing, len(p.objects))
	for i := range p.objects {
		var err error
		if out[i], err = p.objects[i].body(); err != nil {
			return nil, fmt.Errorf("shopvrb: object %d: %w", i+1, err)
		}
		out[i].WorldFromSolid = geom.Transform{
			M: p.objects[i].orientation(), T: p.objects[i].worldFromModel().T.Scale(metersPerUnit),
		}
	}
	return out, nil
}

// showMade is a scene whose things can be let go.
type showMade struct {
	*world.Loose
	*scene
}

// physics lets things go on the table. What still trembles at the end of a fall is stopped, as when it was recorded.
func (r *split) physics(m show.Made, t *world.Take[*scene]) show.Physical {
	of, key := t.Plan, r.sampler.key
	key.Index = of.sampled.index
	l := &world.Loose{
		Made: m, Set: "shopvrb", Unit: metersPerUnit, Step: moveDistance, Farthest: mostDistance, Deepest: deepest, Stage: dropStage(), Key: key,
		Poses: func() []geom.Transform { return sceneOf(&of.sampled.plan).Poses() },
		Scale: func(i int) float64 { return of.sampled.objects[i].scale },
		Again: []*settle.Stage{stillStage()}, Rests: func(e settle.Outcome) bool { return e.Change <= stillChange },
		Body: func(i int) (settle.Thing, error) {
			bodies, err := of.bodies()
			if err != nil {
				return settle.Thing{}, err
			}
			return bodies[i], nil
		},
		Direction: func(name string) geom.Vec3 {
			d := of.record.Directions
			return vector(map[string][3]float64{"left": d.Left, "right": d.Right, "front": d.Front, "behind": d.Behind}[name])
		},
	}
	called := map[int]string{}
	for i, id := range of.ids {
		l.There = append(l.There, id-1)
		called[id-1] = of.called(i)
	}
	l.Name = func(i int) string { return called[i] }
	if r.cfg.Drop && !t.Changed {
		l.Fall = func() ([]settle.Thing, error) {
			s := r.sampler
			p := s.begin(key)
			key.Attempt = of.sampled.rejects.Total() // each attempt that was given up has one reason
			h, err := s.hold(&p, key)
			if err != nil {
				return nil, err
			}
			return h.things, nil
		}
	}
	return &showMade{l, of}
}
