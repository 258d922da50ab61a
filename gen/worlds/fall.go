package worlds

import (
	"context"
	"errors"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// How things fall. Damping stops what rolls: nothing else resists it.
const (
	gravity     = 9.81
	damping     = 1.0
	fallStep    = 1.0 / 240
	fallSteps   = 960 // four seconds
	usualWeight = 500 // density, kg/m3
	lost        = 10  // meters below the ground: what fell beside a table never comes to rest
)

// Reasons to draw again.
const (
	rejectRestless = "a thing does not come to rest"
	rejectLeft     = "a thing left the region"
	rejectMissed   = "a thing fell beside what it should lie in"
	rejectOverflow = "simulation overflowed"
)

// stage is where things fall.
func (w *World) stage(friction float64) (*settle.Stage, error) {
	return settle.NewStage(settle.Rules{Gravity: geom.V(0, 0, -gravity), Damping: damping, Duration: fallSteps * fallStep, Steps: fallSteps}, w.blocks(friction))
}

// blocks are the ground and walls.
func (w *World) blocks(friction float64) []settle.Block {
	x, y := planeHalf, planeHalf
	if w.Ground.Kind == groundTable || w.Ground.Kind == groundRoom {
		x, y = w.Ground.Size[0]/2, w.Ground.Size[1]/2
	}
	const thick = 10
	box := func(x0, y0, z0, x1, y1, z1 float64) settle.Block {
		return settle.Block{Box: geom.AABB{Min: geom.V(x0, y0, z0), Max: geom.V(x1, y1, z1)}, Friction: friction}
	}
	blocks := []settle.Block{box(-x, -y, -thick, x, y, 0)}
	if w.Ground.Kind == groundRoom {
		z := w.Ground.Size[2]
		blocks = append(blocks, box(-x-thick, y, -thick, x+thick, y+thick, z), box(-x-thick, -y, -thick, -x, y, z), box(x, -y, -thick, x+thick, y, z))
	}
	return blocks
}

// friction is the root of what acts between two surfaces, which is the product of theirs.
func (w *World) friction() float64 {
	if m := w.Motion; m != nil {
		return math.Sqrt(or(m.Friction, 0.5))
	}
	if d := w.Scene.Place.Drop; d != nil {
		return math.Sqrt(d.Friction)
	}
	return math.Sqrt(0.5)
}

// solidKey names the solid of a kind at a scale.
type solidKey struct {
	of    *kind
	scale float64
}

// solid is what a thing collides with, in its own scale and the frame of its model. It is made once.
func (w *World) solid(t *thing) (*settle.Solid, error) {
	key := solidKey{t.kind, t.scale}
	if s, ok := w.solids.Load(key); ok {
		return s.(*settle.Solid), nil
	}
	s, err := t.solid()
	if err != nil {
		return nil, err
	}
	if s, err = s.Scaled(t.scale); err == nil {
		w.solids.Store(key, s)
	}
	return s, err
}

// solidOf is a thing as it collides.
func (w *World) solidOf(t *thing) (settle.Thing, error) {
	s, err := w.solid(t)
	if err != nil {
		return settle.Thing{}, err
	}
	density := w.measure(&t.Density, t.values, usualWeight)
	friction, volume := w.friction(), s.Volume()
	mass := density * volume
	if f := t.file; f != nil {
		if f.Mass != nil {
			mass = *f.Mass
		} else if f.Density != nil && !t.Density.Given() {
			mass = *f.Density * volume
		}
		if f.Friction != nil {
			friction = *f.Friction
		}
	}
	m := t.pose.M
	k := 1 / t.scale
	return settle.Thing{
		Solid: s, Filled: true, Fixed: t.fixed || t.Static, Friction: friction, Mass: mass,
		WorldFromSolid: geom.Transform{M: geom.Mat3{X: m.X.Scale(k), Y: m.Y.Scale(k), Z: m.Z.Scale(k)}, T: t.pose.T},
	}, nil
}

// lay puts a thing where its solid is.
func (t *thing) lay(worldFromSolid *geom.Transform) {
	m := worldFromSolid.M
	t.pose = geom.Transform{M: geom.Mat3{X: m.X.Scale(t.scale), Y: m.Y.Scale(t.scale), Z: m.Z.Scale(t.scale)}, T: worldFromSolid.T}
	x := m.X
	t.turn = float64(geom.Atan2(x.Y, x.X) * (180 / math.Pi))
	if t.turn < 0 {
		t.turn += 360
	}
}

// lift takes things to where they fall from.
func (p *plan) lift(d *Drop, stream func(purpose string) *rng.Stream) {
	heights, turns := stream("scene.place.drop.height"), stream("scene.place.drop.tumble")
	for i := range p.things {
		t := &p.things[i]
		if t.fixed {
			continue
		}
		if d.Tumble {
			t.tumble(turns)
		}
		t.pose.T.Z += heights.Uniform(d.Height.Min, math.Nextafter(d.Height.Max, math.Inf(1)))
	}
}

// bodies are things of a plan as they collide.
func (w *World) bodies(p *plan, of []int) (out []settle.Thing, err error) {
	for _, i := range of {
		s, err := w.solidOf(&p.things[i])
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// rounds is how often what still moves gets as much time again.
const rounds = 2

// fall lets things fall, and lays each where it comes to rest. The error may be a place.Reject.
func (p *planner) fall(ctx context.Context, out *plan) error {
	rule := &p.Scene.Place
	stage, err := p.stage(p.friction())
	if err != nil {
		return err
	}
	moving := out.moving(rule.Drop != nil)
	things, err := p.bodies(out, moving)
	if err != nil {
		return err
	}
	for round := 0; ; round++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		ends, err := stage.Run(things, settle.Variant{})
		if errors.Is(err, settle.ErrNotFinite) {
			return place.Reject{Reason: rejectOverflow}
		} else if err != nil {
			return err
		}
		for i := range ends {
			things[i].WorldFromSolid = ends[i].WorldFromSolid
			t := &out.things[moving[i]]
			if middle := ends[i].WorldFromSolid.Point(t.middle().Scale(t.scale)); middle.Z < -max(lost, t.box.Size().Len()*t.scale) {
				return place.Reject{Reason: rejectLeft}
			}
		}
		if !slices.ContainsFunc(ends, func(e settle.Outcome) bool { return !e.Rests }) {
			break
		}
		if round == rounds {
			return place.Reject{Reason: rejectRestless}
		}
	}
	for n, i := range moving {
		t := &out.things[i]
		if t.fixed {
			continue
		}
		t.lay(&things[n].WorldFromSolid)
		at := t.at()
		if at.X < rule.Region[0][0]-t.claim || at.X > rule.Region[0][1]+t.claim || at.Y < rule.Region[1][0]-t.claim || at.Y > rule.Region[1][1]+t.claim || at.Z < 0 {
			return place.Reject{Reason: rejectLeft}
		}
	}
	for i := range out.things {
		if v := out.things[i].vessel; v > 0 && !out.things[i].inside(&out.things[v-1]) {
			return place.Reject{Reason: rejectMissed}
		}
	}
	return nil
}

// moving are the things that fall, and those into which they do.
func (p *plan) moving(all bool) (out []int) {
	for i := range p.things {
		inside := func(t thing) bool { return t.vessel == i+1 }
		if all || p.things[i].vessel > 0 || slices.ContainsFunc(p.things, inside) {
			out = append(out, i)
		}
	}
	return out
}

// tumble turns a thing about its middle, in any way alike (Shoemake 1992, "Uniform Random Rotations").
func (t *thing) tumble(s *rng.Stream) {
	u, v, w := float64(s.Float64()), s.Uniform(0, 2*math.Pi), s.Uniform(0, 2*math.Pi)
	a, b := math.Sqrt(1-u), math.Sqrt(u)
	sv, cv := geom.SinCos(v)
	sw, cw := geom.SinCos(w)
	q := geom.Quat{W: float64(b * cw), X: float64(a * sv), Y: float64(a * cv), Z: float64(b * sw)}
	at := t.at()
	t.pose.M = q.Mat3().Mul(t.pose.M)
	t.pose.T = t.pose.T.Add(at.Sub(t.at()))
	low := math.Inf(1)
	for i := range 8 {
		low = min(low, t.pose.Point(t.box.Corner(i)).Z)
	}
	t.pose.T.Z -= low
}
