package ptr

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// farthest is how far from the middle of the room things can be put, meters.
const farthest = 100

// Edit changes a copy. Parts with one label have one color in this set, so recoloring one of them recolors all that its object has,
// and recoloring an object all of its parts. In physical scenes everything is judged again.
func (m *made) Edit(ctx context.Context, edits []show.Edit) (show.Made, []string, error) {
	out := &made{
		reader: m.reader, sample: m.sample.clone(), asked: m.asked, options: m.options, gone: slices.Clone(m.gone),
	}
	out.labels = sync.OnceValue(out.draw)
	moved := make([]bool, len(m.gone))
	changes := show.Changes{
		Set: setName, Within: show.Around(farthest), Keys: out.entityKeys(), Handle: func(key string) *show.Handle { return out.handle(key, moved) },
	}
	if err := changes.Make(edits); err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	s := out.sample
	for i := range s.Objects {
		if moved[i] && !out.gone[i] {
			o := &s.Scene.Objects[i]
			var meshes []*mesh.Mesh
			for k := range o.Parts {
				meshes = append(meshes, o.Parts[k].Mesh)
			}
			s.Objects[i].Alone = ref.DrawAlone(&s.Scene.Camera, o.WorldFromObject, meshes)
		}
	}
	if s.Physical && slices.Contains(moved, true) {
		out.restack()
		if err := out.judge(ctx); err != nil {
			return nil, nil, fmt.Errorf("ptr: %s: %w", m.page.Title, err)
		}
	}
	ids := s.Composite()
	if labels := out.labels(); slices.Contains(moved, true) { // into a wall, perhaps
		ids = IDs{labels.Object, labels.Part}
	}
	changed, err := out.finish(ids)
	if err != nil {
		return nil, nil, err
	}
	if err := out.answers(); err != nil {
		return nil, nil, err
	}
	warnings, err := out.warnings(moved)
	return changed, warnings, err
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

// handle is what can be done to the entity of a key. Changes note whose pose they change.
func (m *made) handle(key string, moved []bool) *show.Handle {
	i, part := m.find(key)
	if i < 0 {
		return nil
	}
	o, p := &m.sample.Scene.Objects[i], &m.sample.Objects[i]
	h := &show.Handle{Gone: m.gone[i], Colors: colorNames, Recolor: func(color string) { m.paint(i, part, color) }}
	if part >= 0 {
		h.Why = fmt.Sprintf("a part can only be recolored, %s is the object it belongs to", show.Key("object", i+1))
		return h
	}
	posed := func() { p.thing.WorldFromSolid, moved[i] = o.WorldFromObject, true }
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
func (m *made) paint(i, part int, color string) {
	o, p := &m.sample.Scene.Objects[i], &m.sample.Objects[i]
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
func (m *made) find(key string) (object, part int) {
	id := 0
	for i := range m.gone {
		if key == show.Key("object", i+1) {
			return i, -1
		}
		for k := range m.sample.Objects[i].raw {
			if id++; key == show.Key("part", id) {
				return i, k
			}
		}
	}
	return -1, -1
}

// entityKeys are those that find knows.
func (m *made) entityKeys() string {
	parts := 0
	for i := range m.sample.Objects {
		parts += len(m.sample.Objects[i].raw)
	}
	return fmt.Sprintf("object 1 to object %d or part 1 to part %d", len(m.gone), parts)
}

// restack looks which stacked objects still stand on what they were stacked on.
func (m *made) restack() {
	for i := range m.sample.Objects {
		p := &m.sample.Objects[i]
		if p.Supporter < 0 || m.gone[i] {
			continue
		}
		below := m.sample.Objects[p.Supporter].thing
		if m.gone[p.Supporter] || settle.Drop(p.thing, []settle.Thing{below}, 2*stackGap, touching) >= 2*stackGap {
			p.Supporter = -1
		}
	}
}

// judge finds verdicts, margins and moves of what is there.
func (m *made) judge(ctx context.Context) error {
	var things []settle.Thing
	var objects []int
	for i, t := range m.sample.things() {
		if !m.gone[i] {
			things, objects = append(things, t), append(objects, i)
		}
	}
	play, verdicts, err := verdictsOf(things)
	if err != nil {
		return err
	}
	for n := range verdicts {
		err := addMoves(&verdicts[n], n, things, play, moveDistances(m.reader.set.cfg.Published.Distances), len(moveDirections))
		if err != nil {
			return err
		}
	}
	if err := addMargins(ctx, verdicts, things, rng.At(m.sample.Key, "margin")); err != nil {
		return err
	}
	for n, i := range objects {
		m.sample.Objects[i].Verdict = &verdicts[n]
	}
	return nil
}

// warnings are what no sample has.
func (m *made) warnings(moved []bool) ([]string, error) {
	out := []string{}
	warn := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	s := m.sample
	room := roomOf(s.Physical)
	drawn := annot.Whole(s.Scene.Camera.Width, s.Scene.Camera.Height, m.labels().Object).Tally(len(s.Objects))
	for i := range s.Objects {
		p, name := &s.Objects[i], m.called(i)
		if m.gone[i] {
			continue
		}
		if p.note.colors["arm vertical bar"].Name != "" && p.note.colors["arm vertical bar"] == p.note.colors["arm horizontal bar"] {
			warn("the arm vertical bars and the arm horizontal bars of the %s have the same color", name)
		}
		if !moved[i] {
			continue
		}
		box := s.bounds(i)
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
		case drawn.Pixels[i] == 0:
			warn("the %s is hidden", name)
		case objectEdges.Touches(annot.Box{X0: a.X0, Y0: a.Y0, X1: a.X1, Y1: a.Y1}, s.Scene.Camera.Width, s.Scene.Camera.Height):
			warn("the %s reaches beyond the edge of the picture", name)
		}
	}
	for i := range s.Objects {
		for k := range i {
			if m.gone[i] || m.gone[k] || !moved[i] && !moved[k] {
				continue
			}
			inside, err := m.overlap(i, k)
			if err != nil {
				return nil, err
			}
			switch {
			case inside:
				warn("the %s and the %s overlap", m.called(k), m.called(i))
			case s.Objects[i].Supporter != k && s.Objects[k].Supporter != i && s.Objects[i].Alone.Overlap(s.Objects[k].Alone) > maxSharedPx:
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
func (m *made) overlap(i, k int) (bool, error) {
	if !m.sample.bounds(i).Overlaps(m.sample.bounds(k)) {
		return false, nil
	}
	var things [2]settle.Thing
	for n, at := range [2]int{i, k} {
		p := &m.sample.Objects[at]
		if things[n] = p.thing; m.sample.Physical {
			continue
		}
		t, err := m.reader.sampler.model(categoryOf(p.Category), p.Number)
		if err != nil {
			return false, err
		}
		t.worldFromObject = m.sample.Scene.Objects[at].WorldFromObject
		if things[n], err = t.thing(&staticRoom); err != nil {
			return false, err
		}
	}
	return settle.Overlap(things[0], things[1], touching), nil
}
