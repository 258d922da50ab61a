package ptr

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// farthest is how far from the middle of the room things can be put, meters.
const farthest = 100

// edits change a copy. Parts with one label have one color in this set, so recoloring one of them recolors all that its object has,
// and recoloring an object all of its parts. In physical scenes everything is judged again.
func (r *reader) edits() *world.Edits[*plan] {
	return &world.Edits[*plan]{
		Within: show.Around(farthest), Keys: (*plan).entityKeys,
		Handle: func(p *plan, key string) *show.Handle { return p.handle(key, r.set.cfg.Published.Distances) },
		Copy: func(p *plan) *plan {
			out := planOf(p.Sample.clone())
			out.fall = nil
			out.asked, out.gone = p.asked, slices.Clone(p.gone)
			return out
		},
		Finish: r.finish,
	}
}

// finish looks at what was moved again, judges, and warns.
func (r *reader) finish(ctx context.Context, _ *plan, t *world.Take[*plan]) ([]string, error) {
	m := t.Plan
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i := range m.Objects {
		if m.moved[i] && !m.gone[i] {
			o := &m.Scene.Objects[i]
			var meshes []*mesh.Mesh
			for k := range o.Parts {
				meshes = append(meshes, o.Parts[k].Mesh)
			}
			m.Objects[i].Alone = ref.DrawAlone(&m.Scene.Camera, o.WorldFromObject, meshes)
		}
	}
	if m.Physical && slices.Contains(m.moved, true) {
		m.restack()
		if err := r.judge(ctx, m); err != nil {
			return nil, fmt.Errorf("ptr: %s/%d: %w", r.job.Split, t.Index, err)
		}
	}
	if _, err := r.page(t); err != nil { // which has the names of things
		return nil, err
	}
	return r.warnings(t)
}

// clone is a sample whose objects can be changed.
func (m *Sample) clone() *Sample {
	out, scene := *m, *m.Scene
	scene.Objects = slices.Clone(m.Scene.Objects)
	for i := range scene.Objects {
		scene.Objects[i].Parts = slices.Clone(scene.Objects[i].Parts)
	}
	out.Scene, out.Objects = &scene, slices.Clone(m.Objects)
	for i := range out.Objects {
		out.Objects[i].colors = slices.Clone(m.Objects[i].colors)
	}
	return &out
}

// handle is what can be done to the entity of a key. Changes note whose pose they change. published are the distances of steps.
func (m *plan) handle(key string, published bool) *show.Handle {
	i, part := m.find(key)
	if i < 0 {
		return nil
	}
	o, p := &m.Scene.Objects[i], &m.Objects[i]
	h := &show.Handle{Gone: m.gone[i], Colors: colorNames, Recolor: func(color string) { m.paint(i, part, color) }}
	if part >= 0 {
		h.Why = fmt.Sprintf("a part can only be recolored, %s is the object it belongs to", show.Key("object", i+1))
		return h
	}
	posed := func() { p.thing.WorldFromSolid, m.moved[i] = o.WorldFromObject, true }
	h.Move = func(x, y float64) {
		o.WorldFromObject.T.X, o.WorldFromObject.T.Y = x, y
		posed()
	}
	h.Turn = func(by float64) {
		turn := geom.RotZ(by)
		o.WorldFromObject.M = turn.Mul(o.WorldFromObject.M)
		p.Yaw += by
		p.note.lineGeo, p.note.planeGeo = turned(p.note.lineGeo, turn), turned(p.note.planeGeo, turn)
		posed()
	}
	if m.Physical {
		h.Step = func(change string) error {
			t, supporter, err := m.stepped(i, change, published)
			if err != nil {
				return err
			}
			turn := t.WorldFromSolid.M.Mul(o.WorldFromObject.M.Transpose())
			p.note.lineGeo, p.note.planeGeo = turned(p.note.lineGeo, turn), turned(p.note.planeGeo, turn)
			o.WorldFromObject, p.Supporter, m.once = t.WorldFromSolid, supporter, len(m.asked) == 0
			posed()
			return nil
		}
	}
	h.Delete = func() {
		for k := range o.Parts {
			o.Parts[k].Mesh = &mesh.Mesh{}
		}
		m.gone[i], p.Alone, p.Verdict, p.Supporter = true, &ref.Window{}, nil, -1
		posed()
	}
	return h
}

// paint gives all parts of an object a color, or those that have the label of one of them.
func (m *plan) paint(i, part int, color string) {
	o, p := &m.Scene.Objects[i], &m.Objects[i]
	c, _ := palette.Named(color) // it is one of colorNames
	for k, raw := range p.raw {
		if part < 0 || raw == p.raw[part] {
			p.colors[k] = Color(c)
			o.Parts[k].Material.Name, o.Parts[k].Material.BaseColor = c.Name, c.Linear()
		}
	}
	n := noteLabels(p.raw, false)
	for k := range n.colors {
		n.colors[k].value = p.colors[slices.Index(p.raw, n.colors[k].label)]
	}
	p.note.paint(categoryOf(p.Category), n.colors)
}

// turned are directions after a turn.
func turned(directions map[string]geom.Vec3, turn geom.Mat3) map[string]geom.Vec3 {
	out := maps.Clone(directions)
	for name, v := range out {
		out[name] = turn.MulVec(v)
	}
	return out
}

// find returns the object of a key, -1 for none, and the part, -1 for none.
func (m *plan) find(key string) (object, part int) {
	id := 0
	for i := range m.gone {
		if key == show.Key("object", i+1) {
			return i, -1
		}
		for k := range m.Objects[i].raw {
			if id++; key == show.Key("part", id) {
				return i, k
			}
		}
	}
	return -1, -1
}

// entityKeys are those that find knows.
func (m *plan) entityKeys() string {
	parts := 0
	for i := range m.Objects {
		parts += len(m.Objects[i].raw)
	}
	return fmt.Sprintf("object 1 to object %d or part 1 to part %d", len(m.gone), parts)
}

// restack looks which stacked objects still stand on what they were stacked on.
func (m *plan) restack() {
	for i := range m.Objects {
		p := &m.Objects[i]
		if p.Supporter < 0 || m.gone[i] {
			continue
		}
		below := m.Objects[p.Supporter].thing
		if m.gone[p.Supporter] || settle.Drop(p.thing, []settle.Thing{below}, 2*stackGap, touching) >= 2*stackGap {
			p.Supporter = -1
		}
	}
}

// judge finds verdicts of what is there, and if anybody asks margins and moves.
func (r *reader) judge(ctx context.Context, m *plan) error {
	var things []settle.Thing
	var objects []int
	for i, t := range m.things() {
		if !m.gone[i] {
			things, objects = append(things, t), append(objects, i)
		}
	}
	play, verdicts, err := verdictsOf(things)
	if err != nil {
		return err
	}
	if !m.once {
		supporters := m.supporters(objects)
		for n := range verdicts {
			err := addMoves(&verdicts[n], n, things, play, r.set.cfg.Published.Distances, len(moveDirections))
			if err != nil {
				return err
			}
		}
		if err := doubtMoves(verdicts, things, supporters); err != nil {
			return err
		}
		if err := addMargins(ctx, verdicts, things, supporters, rng.At(m.Key, "margin")); err != nil {
			return err
		}
	}
	for n, i := range objects {
		m.Objects[i].Verdict = &verdicts[n]
	}
	return nil
}

// warnings are what no sample has.
func (r *reader) warnings(t *world.Take[*plan]) ([]string, error) {
	m := t.Plan
	out := []string{}
	warn := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	room := roomOf(m.Physical)
	for i := range m.Objects {
		p, name := &m.Objects[i], m.called(i)
		if m.gone[i] {
			continue
		}
		if p.note.colors["arm vertical bar"].Name != "" && p.note.colors["arm vertical bar"] == p.note.colors["arm horizontal bar"] {
			warn("the arm vertical bars and the arm horizontal bars of the %s have the same color", name)
		}
		if !m.moved[i] {
			continue
		}
		box := m.bounds(i)
		a := p.Alone
		switch {
		case box.Min.X < -room.sideX-touching || box.Max.X > room.sideX+touching || box.Max.Y > room.backY+touching:
			warn("the %s is in a wall", name)
		case box.Min.Y < max(-room.floorY, room.frontY):
			warn("the %s is not all on the floor", name)
		}
		switch {
		case a.Empty():
			warn("the %s is out of sight", name)
		case t.Tally(0, show.ChannelObject).Pixels[i] == 0:
			warn("the %s is hidden", name)
		case objectEdges.Touches(annot.Box{X0: a.X0, Y0: a.Y0, X1: a.X1, Y1: a.Y1}, m.Scene.Camera.Width, m.Scene.Camera.Height):
			warn("the %s reaches beyond the edge of the picture", name)
		}
	}
	for i := range m.Objects {
		for k := range i {
			if m.gone[i] || m.gone[k] || !m.moved[i] && !m.moved[k] {
				continue
			}
			inside, err := r.overlap(m, i, k)
			if err != nil {
				return nil, err
			}
			switch {
			case inside:
				warn("the %s and the %s overlap", m.called(k), m.called(i))
			case m.Objects[i].Supporter != k && m.Objects[k].Supporter != i && m.Objects[i].Alone.Overlap(m.Objects[k].Alone) > maxSharedPx:
				warn("the %s and the %s cover parts of each other in the picture", m.called(k), m.called(i))
			}
		}
	}
	return out, nil
}

// bounds is the box around an object, world.
func (m *Sample) bounds(i int) geom.AABB {
	o, box := &m.Scene.Objects[i], geom.EmptyAABB()
	for k := range o.Parts {
		for _, p := range o.Parts[k].Mesh.Positions {
			box = box.Grow(o.WorldFromObject.Point(p))
		}
	}
	return box
}

// overlap tells whether two objects overlap as they collide.
func (r *reader) overlap(m *plan, i, k int) (bool, error) {
	if !m.bounds(i).Overlaps(m.bounds(k)) {
		return false, nil
	}
	var things [2]settle.Thing
	for n, at := range [2]int{i, k} {
		p := &m.Objects[at]
		if things[n] = p.thing; m.Physical {
			continue
		}
		t, err := r.sampler.model(categoryOf(p.Category), p.Number)
		if err != nil {
			return false, err
		}
		t.worldFromObject = m.Scene.Objects[at].WorldFromObject
		if things[n], err = t.thing(&staticRoom); err != nil {
			return false, err
		}
	}
	return settle.Overlap(things[0], things[1], touching), nil
}
