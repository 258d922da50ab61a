package qlevr

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/show"
)

// Edit makes a sample with changes. Objects move, turn, change their color or go; planes change their color. The record, with
// its relations and with what lies on which plane, follows from the plan as where samples are made.
func (m *madeSample) Edit(ctx context.Context, edits []show.Edit) (show.Made, []string, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	out := m.copied()
	changes := show.Changes{
		Set: setName, Within: deskRect, Handle: out.handle,
		Keys: fmt.Sprintf("plane 1 to %d or object 1 to %d", len(out.plan.planes), len(out.plan.objects)),
	}
	if err := changes.Make(edits); err != nil {
		return nil, nil, err
	}
	out.recordAnew()
	warnings := slices.DeleteFunc(out.oddities(), func(w string) bool { return slices.Contains(m.usual, w) })
	return out, warnings, nil
}

// copied is a copy whose plan can be changed.
func (m *madeSample) copied() *madeSample {
	scene := *m.scene
	scene.plan = plan{planes: slices.Clone(m.plan.planes), objects: slices.Clone(m.plan.objects), drawn: m.plan.drawn}
	out := &madeSample{scene: &scene, environment: m.environment, usual: m.usual, deleted: slices.Clone(m.deleted)}
	out.shownSample = m.shownSample
	out.plan = &scene.plan
	if out.deleted == nil {
		out.deleted = make([]bool, len(scene.plan.objects))
	}
	out.look()
	return out
}

// handle is what can be done to the thing of a key.
func (m *madeSample) handle(key string) *show.Handle {
	kind, number, _ := strings.Cut(key, " ")
	id, err := strconv.Atoi(number)
	switch {
	case err != nil || id < 1:
		return nil
	case kind == "object" && id <= len(m.plan.objects):
		return m.objectHandle(id - 1)
	case kind == "plane" && id == len(m.plan.planes)+1:
		return &show.Handle{Why: "the desk stays as it is"}
	case kind == "plane" && id <= len(m.plan.planes):
		return &show.Handle{
			Colors: planeColors, Recolor: func(color string) { m.plan.planes[id-1].color = color }, Why: "planes can only be recolored",
		}
	}
	return nil
}

func (m *madeSample) objectHandle(i int) *show.Handle {
	o := &m.plan.objects[i]
	h := &show.Handle{
		Gone: m.deleted[i], Colors: objectColors, Recolor: func(color string) { o.color = color }, Delete: func() { m.deleted[i] = true },
		Move: func(x, y float64) {
			o.outline = o.outline.movedTo(planPoint{x * unitsPerMeter, y * unitsPerMeter})
			o.plane = m.plan.planeAt(o.center)
		},
		Why: "it is round seen from above, so that a turn would change nothing",
	}
	if o.count > 0 {
		h.Turn = func(by float64) {
			// Counter-clockwise about the vertical is against the turns of records, which are whole degrees.
			o.rotation = turnOf(o.outline.shape, o.rotation-int(math.Round(by*(180/math.Pi))))
			o.outline = formOf(o.outline.shape, o.size).turned[o.rotation].movedTo(o.center)
		}
	}
	return h
}

// turnOf is a turn that outlines have, 0 to 180 degrees, which looks like any.
func turnOf(shape string, degrees int) int {
	symmetry := 90
	if shape == "triangle" {
		symmetry = 120
	}
	if degrees < 0 || degrees >= objectTurns {
		degrees = (degrees%symmetry + symmetry) % symmetry
	}
	return degrees
}

// movedTo returns the outline moved so that its center is at a point.
func (o *outline) movedTo(center planPoint) outline {
	m, d := *o, center.sub(o.center)
	shifted := func(p planPoint) planPoint { return planPoint{p.x + d.x, p.y + d.y} }
	for i := range m.count {
		m.corners[i] = shifted(o.corners[i])
	}
	m.center, m.lo, m.hi = center, shifted(o.lo), shifted(o.hi)
	return m
}

// recordAnew writes record and page of a changed plan.
func (m *madeSample) recordAnew() {
	for i := range m.plan.planes {
		m.plan.planes[i].objects = nil
	}
	seen := m.plan.toView(m.index)
	objects, variants := seen.objects, []int{}
	seen.objects, m.ids = nil, nil
	for i := range objects {
		if m.gone(i) {
			continue
		}
		seen.objects = append(seen.objects, objects[i])
		variants = append(variants, m.scene.variants[i])
		m.ids = append(m.ids, i+1)
		if plane := objects[i].plane; plane < len(m.plan.planes) {
			m.plan.planes[plane].objects = append(m.plan.planes[plane].objects, i)
		}
	}
	v := &m.record.View
	m.scene.scene = recordScene(seen, m.split.set.cfg.optics(), v.CameraAt, v.CameraTurned)
	m.record = m.scene.record()
	m.record.Mereo.Variants = variants
	m.fillPage(func(i int) string { return m.answerOf(m.questions[i]) })
}

// oddities are sentences about objects that overlap, are not wholly on what they lie on, or are hardly seen.
func (m *madeSample) oddities() (out []string) {
	add := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	name := func(i int) string {
		o := &m.plan.objects[i]
		return fmt.Sprintf("the %s (%s)", joinWords(o.size, o.color, o.material, o.shape), show.Key("object", i+1))
	}
	var there []viewObject
	for i, seen := range m.plan.toView(m.index).objects {
		if m.gone(i) {
			continue
		}
		there = append(there, seen)
		o := &m.plan.objects[i]
		for j := range i {
			if !m.gone(j) && collide(&m.plan.objects[j].outline, &o.outline, 0) {
				add("%s overlaps %s", name(i), name(j))
			}
		}
		if !o.within(0, canvas) {
			add("%s lies in the border of the desk, where no object is", name(i))
		}
		for p := range m.plan.planes {
			plane := &m.plan.planes[p].outline
			if o.plane == p && !covers(plane, &o.outline) || o.plane != p && collide(plane, &o.outline, 0) {
				look := &m.plan.planes[p]
				add("%s lies on the border of the %s (%s)", name(i), joinWords(look.color, look.material, look.shape), planeKey(p))
			}
		}
	}
	for i, pixels := range pixelsOfAll(m.scene, there) {
		if pixels == 0 {
			add("%s is out of sight", name(m.ids[i]-1))
		} else if float64(pixels) < m.split.set.cfg.optics().fewestPixels() {
			add("only %s of %s are seen", show.Count(pixels, "pixel"), name(m.ids[i]-1))
		}
	}
	return out
}

// pixelsOfAll counts the pixels of each object that no other hides.
func pixelsOfAll(g *generatedScene, objects []viewObject) []int {
	var scratch silhouetteScratch
	seen, out := make([]silhouette, len(objects)), make([]int, len(objects))
	for i := range objects {
		seen[i] = scratch.silhouette(&g.view.camera, &objects[i])
	}
	for i := range objects {
		out[i] = pixelsSeen(&g.view.camera, objects, seen, i)
	}
	return out
}
