package shopvrb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/settle"
)

// editHalf is how far from the middle of the table things may be moved: the ground ends at 9.5.
const editHalf = 9.0

// edits change plans. What comes out is recorded by the same code as a sample of the dataset.
func (r *split) edits() *world.Edits[*scene] {
	return &world.Edits[*scene]{
		Within: show.Around(editHalf),
		Keys:   func(p *scene) string { return fmt.Sprintf("object 1 to object %d", len(p.sampled.objects)) },
		Copy: func(p *scene) *scene {
			next, m := *p, *p.sampled
			m.objects, m.fall = slices.Clone(m.objects), nil
			next.sampled, next.moved = &m, make([]bool, len(m.objects))
			if next.texts == nil {
				next.texts = textsOf(p.record)
			}
			return &next
		},
		Handle: func(p *scene, key string) *show.Handle { return p.sampled.handle(key, p.moved, !r.cfg.Published.Pale) },
		Finish: func(_ context.Context, _ *scene, t *world.Take[*scene]) ([]string, error) {
			r.follow(t.Plan)
			return r.warnings(t.Plan)
		},
	}
}

// follow records what was changed. Things keep the descriptions that they had, where these are still true; what was deleted is left out.
func (r *split) follow(p *scene) {
	p.sampled.seen, _ = p.sampled.see()
	r.sampler.expose(&p.sampled.plan, p.sampled.seen)
	next := r.sceneOf(p.sampled)
	p.record, p.bodies, p.ids = next.record, next.bodies, nil
	all := p.record.Objects
	p.record.Objects = nil
	for i := range all {
		o := &all[i]
		if p.sampled.objects[i].deleted {
			continue
		}
		if o.Extra != nil && slices.Contains(r.sampler.own.fitting(o), p.texts[i]) {
			o.Extra.Description = p.texts[i]
		}
		p.record.Objects = append(p.record.Objects, *o)
		p.ids = append(p.ids, i+1)
	}
	p.record.Relationships = Relate(p.record.Objects, p.record.Directions, relationEps)
}

// textsOf are the descriptions of a record.
func textsOf(r *Record) []int {
	out := make([]int, len(r.Objects))
	for i := range r.Objects {
		if e := r.Objects[i].Extra; e != nil {
			out[i] = e.Description
		}
	}
	return out
}

// handle is what can be done to the thing of a key. Changes note what they move.
func (p *plan) handle(key string, moved []bool, deep bool) *show.Handle {
	i := slices.IndexFunc(show.IDs(len(p.objects)), func(id int) bool { return show.Key("object", id) == key })
	if i < 0 {
		return nil
	}
	o := &p.objects[i]
	h := &show.Handle{
		Gone:   o.deleted,
		Move:   func(x, y float64) { o.move(x, y); moved[i] = true },
		Turn:   func(by float64) { o.turn(by); moved[i] = true },
		Delete: func() { o.deleted = true },
		Why:    "it has no part that takes a color",
	}
	if o.painted() {
		h.Colors, h.Recolor = randomColorNames(), func(color string) { o.paint(color, deep) }
	}
	return h
}

// move puts a thing elsewhere, as it stands or lies.
func (o *planObject) move(x, y float64) {
	o.x, o.y = float64(float32(x)), float64(float32(y))
	if o.rest != nil {
		o.rest = &rest{at: geom.V(o.x, o.y, o.rest.at.Z), turn: o.rest.turn}
	}
}

// turn turns a thing about the vertical through its origin.
func (o *planObject) turn(by float64) {
	o.rotationDeg = math.Remainder(o.rotationDeg+float64(by*(180/math.Pi)), 360)
	if o.rest != nil {
		turn := geom.RotZ(by).Mul(o.rest.turn.Mat3())
		o.rest = &rest{at: o.rest.at, turn: turn.Quat()}
		o.rotationDeg = headingDeg(&turn)
	}
}

// paint gives a thing another of the colors that are drawn by lot. What its material is made of stays.
func (o *planObject) paint(color string, deep bool) {
	c := randomColors[slices.IndexFunc(randomColors, func(c palette.Color) bool { return c.Name == color })]
	o.color = c.Name
	o.appearance.recolor = o.appearance.replace == ""
	o.appearance.color = reflectance(c, deep)
}

// warnings tell of what no sample has.
func (r *split) warnings(m *scene) (out []string, err error) {
	warn := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	p, record, moved, cfg := m.sampled, m.record, m.moved, &r.cfg
	if n := len(record.Objects); n < cfg.MinObjects {
		warn("Samples have at least %d objects; this scene has %d", cfg.MinObjects, n)
	}
	rules := spacing{directions: record.Directions, margin: cardinalMargin, border: boxBorder}
	least := cfg.optics().pixels(minPixels)
	for i := range record.Objects {
		id := m.ids[i]
		o := &p.objects[id-1]
		if seen := record.mask(i).Area(); seen == 0 {
			warn("The %s is out of sight", m.called(i))
		} else if seen < least {
			warn("Only %d pixels are seen of the %s, and samples show at least %d of each object", seen, m.called(i), least)
		}
		if !o.in.describes(&record.Objects[i]) {
			warn("No sample has a %s like this one in %s: the %s", o.in.class, o.color, m.called(i))
		}
		if at := record.Objects[i].place(); moved[id-1] && (math.Abs(at[0]) > placeHalf || math.Abs(at[1]) > placeHalf) {
			warn("The %s is off the part of the table that samples use, %g units to each side of the middle", m.called(i), placeHalf)
		}
		for k := range i {
			other := m.ids[k]
			if !moved[id-1] && !moved[other-1] {
				continue
			}
			inside, err := m.overlapping(id, other)
			switch {
			case err != nil:
				return nil, err
			case inside:
				warn("The %s and the %s overlap", m.called(k), m.called(i))
			case o.rest == nil && !rules.fits(o.spot(&rules), []spot{*p.objects[other-1].spot(&rules)}):
				warn("The %s and the %s are nearer to each other, or less clearly beside each other, than in any sample", m.called(k), m.called(i))
			}
		}
	}
	return out, nil
}

// called names thing i of the record in a sentence.
func (m *scene) called(i int) string {
	return fmt.Sprintf("%s (%s)", thingName(&m.record.Objects[i]), show.Key("object", m.ids[i]))
}

// spot is the claim of a thing that stands.
func (o *planObject) spot(rules *spacing) *spot {
	out := rules.footprint(o.claim(), o.scale, pose{o.x, o.y, o.rotationDeg})
	return &out
}

// overlapping tells whether one of two things is inside the other.
func (m *scene) overlapping(a, b int) (bool, error) {
	bodies, err := m.bodies()
	if err != nil {
		return false, err
	}
	return settle.Overlap(bodies[a-1], bodies[b-1], deepest), nil
}
