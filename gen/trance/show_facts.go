package trance

import "mereo/gen/show"

// facts are what the page's rows say of the whole sample, as data. pictures are those of the page.
func (c Config) facts(m *generatedSample, pictures []picture) show.Facts {
	var steps, shown []show.Facts
	for k := range m.steps {
		steps = append(steps, m.stepFacts(k))
	}
	for _, p := range pictures {
		shown = append(shown, show.Facts{"stage": p.stage, "camera": viewFrom(p.camera).String()})
	}
	return show.Facts{
		"problem": c.Problem, "settings": m.settings(), "visible_objects": m.states[0].visible(), "objects": ObjectCount,
		"transformations": steps, "pictures": shown, "lattice_unit_m": Unit, "step_lattice_units": stepLength,
	}
}

// settings are the names of those in which the sample is asked.
func (m *generatedSample) settings() []string {
	out := []string{string(EventSetting), string(ViewSetting)}
	if len(m.steps) == 1 {
		out = append([]string{string(BasicSetting)}, out...)
	}
	return out
}

// stepFacts are step k as data. Words are those of answers: target is the pair, value the pair without its attribute, accepted all
// values that count as right. A move is from and to points of the lattice.
func (m *generatedSample) stepFacts(k int) show.Facts {
	step := m.steps[k]
	a := step.Pair.Attribute()
	from, to := &m.states[k][step.Object], &m.states[k+1][step.Object]
	out := show.Facts{
		"object": step.Object, "key": objectKey(step.Object), "attribute": a.String(), "value": pairWords(step.Pair),
		"target": step.Pair.String(),
	}
	if a != Position {
		out["from"], out["to"], out["accepted"] = from.Value(a), to.Value(a), []string{pairWords(step.Pair)}
		return out
	}
	move := step.Pair.Move()
	out["direction"], out["steps"], out["move_type"] = move.Direction.String(), move.Steps, m.types[k].String()
	out["from"], out["to"] = from.Position.list(), to.Position.list()
	var accepted []string
	for _, other := range acceptedMoves(from.Position, move) {
		accepted = append(accepted, pairWords(other.Pair()))
	}
	out["accepted"] = accepted
	return out
}

// in is what object i is in a picture.
func (m *generatedSample) in(p picture, i int) show.State {
	o, pixels := &m.states[p.stage][i], &m.pixels[p.stage]
	at := o.at()
	return show.State{
		Name: objectWords(i, o), Class: o.Value(Shape), At: &at,
		Facts: show.Facts{
			"object": i, "size": o.Value(Size), "color": o.Value(Color), "material": o.Value(Material), "shape": o.Value(Shape),
			"lattice": o.Position.list(), "position_m": at, "in_visible_area": o.Position.Visible(), "rotation_rad": m.rotations[i],
			"visible_px": pixels[p.camera][i],
			"status":     pixels.status(&m.states[p.stage], p.camera, i, m.enough()).String(),
		},
	}
}

// at is the object's center in the world, meters: whole centimeters along the ground, without the last digits of products.
func (o *Object) at() [3]float64 {
	return [3]float64{float64(15*o.Position.X) / 100, float64(15*o.Position.Y) / 100, o.center().Z}
}

// list is a point as facts have it.
func (p Point) list() []int { return []int{p.X, p.Y} }
