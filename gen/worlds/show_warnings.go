package worlds

import (
	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/scenes/settle"
)

// Shares of a thing's radius: how far above what is below it it hangs in the air, and how deep in another it is for people to see it.
const (
	hanging = 0.05
	overlap = 0.05
)

// warnings tell what no sample has, of a plan that somebody changed.
func (s *split) warnings(before, p *plan) (out []string, err error) {
	warn := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	rule := &s.Scene
	least := rule.Count.Min
	if of, _ := s.split(s.job.Split); of.Things != (Count{}) {
		least = of.Things.Min
	}
	var there []int
	for i := range p.things {
		if !p.things[i].gone {
			there = append(there, i)
		}
	}
	bodies, err := s.bodies(p, there)
	if err != nil {
		return nil, err
	}
	if len(there) < least {
		warn("Samples have at least %d things; this scene has %d", least, len(there))
	}
	pixels := tallied(p).things.Pixels
	moved := func(i int) bool { return p.things[i].pose != before.things[i].pose }
	for n, i := range there {
		a, name := &p.things[i], s.name(&p.things[i])
		switch seen := pixels[i]; {
		case seen == 0:
			warn("The %s is out of sight", name)
		case seen < rule.Accept.VisiblePixels:
			warn("Only %d pixels are seen of the %s, and samples show at least %d of each thing", seen, name, rule.Accept.VisiblePixels)
		}
		if at, r := a.at(), rule.Place.Region; moved(i) && (at.X < r[0][0] || at.X > r[0][1] || at.Y < r[1][0] || at.Y > r[1][1]) {
			warn("The %s is off the region in which samples have things", name)
		}
		rests := a.bounds().Min.Z < float64(hanging*a.claim)
		for m, k := range there {
			b := &p.things[k]
			if m == n {
				continue
			}
			rests = rests || b.bounds().Min.Z < a.bounds().Min.Z && settle.Distance(bodies[n], bodies[m], a.claim) < float64(hanging*a.claim)
			if m < n && (moved(i) || moved(k)) && settle.Overlap(bodies[n], bodies[m], float64(overlap*min(a.claim, b.claim))) {
				warn("The %s and the %s overlap", s.name(b), name)
			}
		}
		if !rests && a.velocity == (geom.Vec3{}) {
			warn("The %s hangs in the air", name)
		}
	}
	return out, nil
}
