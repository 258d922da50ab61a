package worlds

import (
	"context"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/relate"
	"mereo/scenes/settle"
)

// physics lets what fell be let go again; nil where nothing did.
func (p *planner) physics(m show.Made, t *world.Take[*plan]) show.Physical {
	of := t.Plan
	if !of.falls || of.film != nil {
		return nil
	}
	stage, err := p.stage(p.friction())
	if err != nil {
		return nil // no sample fell either
	}
	step := math.Inf(1)
	for i := range of.things {
		step = min(step, of.things[i].claim/2)
	}
	digit := 1.0 // of the largest digit of the step, which alone is kept
	for ; digit > step; digit /= 10 {
	}
	for ; 10*digit <= step; digit *= 10 {
	}
	step = math.Floor(step/digit) * digit
	directions := relate.GroundDirections(of.cameras[0].WorldFromCamera)
	l := &world.Loose{
		Made: m, Set: p.Name, Unit: 1, Step: step, Farthest: 20 * step, Deepest: float64(overlap * step), Stage: stage, Key: of.key,
		Poses: func() []geom.Transform { return p.scene(of).Poses() },
		Name:  func(i int) string { return p.name(&of.things[i]) },
		Scale: func(i int) float64 { return of.things[i].scale },
		Body:  func(i int) (settle.Thing, error) { return p.solidOf(&of.things[i]) },
		Direction: func(name string) geom.Vec3 {
			return map[string]geom.Vec3{"left": directions.Left, "right": directions.Right, "front": directions.Front, "behind": directions.Behind}[name]
		},
		Again: slices.Repeat([]*settle.Stage{stage}, rounds), Rests: func(e settle.Outcome) bool { return e.Rests },
	}
	dropped := p.Scene.Place.Drop != nil
	for _, i := range of.moving(dropped) {
		if !of.things[i].gone {
			l.There = append(l.There, i)
		}
	}
	if !t.Changed {
		l.Fall = func() ([]settle.Thing, error) {
			held := p.begin(t.Index)
			held.attempt = of.attempt
			if err := p.hold(context.Background(), held, p.streams(held)); err != nil {
				return nil, err
			}
			return p.bodies(held, held.moving(dropped))
		}
	}
	return l
}
