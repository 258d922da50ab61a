package qlevr

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/show"
	"mereo/gen/world"
)

// edits: objects move, turn, change their color or go; planes change their color. The record, with its relations and with what lies on which
// plane, follows from the plan as where samples are made.
var edits = &world.Edits[*sample]{
	Within: deskRect,
	Keys: func(s *sample) string {
		return fmt.Sprintf("plane 1 to %d or object 1 to %d", len(s.plan.planes), len(s.plan.objects))
	},
	Copy: (*sample).copied, Handle: (*sample).handle,
	Finish: func(_ context.Context, _ *sample, t *world.Take[*sample]) ([]string, error) {
		s := t.Plan
		s.recordAnew()
		usual := s.usual()
		return slices.DeleteFunc(s.oddities(), func(w string) bool { return slices.Contains(usual, w) }), nil
	},
}

// copied is a copy whose plan can be changed.
func (s *sample) copied() *sample {
	out, scene := *s, *s.scene
	scene.plan = plan{planes: slices.Clone(s.plan.planes), objects: slices.Clone(s.plan.objects), drawn: s.plan.drawn}
	out.scene, out.plan, out.deleted = &scene, &scene.plan, slices.Clone(s.deleted)
	if out.deleted == nil {
		out.deleted = make([]bool, len(scene.plan.objects))
	}
	return &out
}

// handle is what can be done to the thing of a key.
func (s *sample) handle(key string) *show.Handle {
	kind, number, _ := strings.Cut(key, " ")
	id, err := strconv.Atoi(number)
	switch {
	case err != nil || id < 1:
		return nil
	case kind == "object" && id <= len(s.plan.objects):
		return s.objectHandle(id - 1)
	case kind == "plane" && id == len(s.plan.planes)+1:
		return &show.Handle{Why: "the desk stays as it is"}
	case kind == "plane" && id <= len(s.plan.planes):
		return &show.Handle{
			Colors: planeColors, Recolor: func(color string) { s.plan.planes[id-1].color = color }, Why: "planes can only be recolored",
		}
	}
	return nil
}

func (s *sample) objectHandle(i int) *show.Handle {
	o := &s.plan.objects[i]
	h := &show.Handle{
		Gone: s.deleted[i], Colors: objectColors, Recolor: func(color string) { o.color = color }, Delete: func() { s.deleted[i] = true },
		Move: func(x, y float64) {
			o.outline = o.outline.movedTo(planPoint{x * unitsPerMeter, y * unitsPerMeter})
			o.plane = s.plan.planeAt(o.center)
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

// recordAnew writes the record of a changed plan.
func (s *sample) recordAnew() {
	for i := range s.plan.planes {
		s.plan.planes[i].objects = nil
	}
	variants := []int{}
	s.ids = nil
	for i, o := range s.plan.objects {
		if s.gone(i) {
			continue
		}
		variants = append(variants, s.scene.variants[i])
		s.ids = append(s.ids, i+1)
		if o.plane < len(s.plan.planes) {
			s.plan.planes[o.plane].objects = append(s.plan.planes[o.plane].objects, i)
		}
	}
	v := &s.record.View
	s.scene.scene = recordScene(s.present(), s.index, s.split.set.cfg.optics(), v.CameraAt, v.CameraTurned)
	s.record = s.scene.record()
	s.record.Mereo.Variants = variants
}

// oddities are sentences about objects that overlap, are not wholly on what they lie on, or are hardly seen.
func (s *sample) oddities() (out []string) {
	add := func(phrase string, args ...any) { out = append(out, show.Sentence(phrase, args...)) }
	name := func(i int) string {
		o := &s.plan.objects[i]
		return fmt.Sprintf("the %s (%s)", joinWords(o.size, o.color, o.material, o.shape), show.Key("object", i+1))
	}
	for i := range s.plan.objects {
		if s.gone(i) {
			continue
		}
		o := &s.plan.objects[i]
		for j := range i {
			if !s.gone(j) && collide(&s.plan.objects[j].outline, &o.outline, 0) {
				add("%s overlaps %s", name(i), name(j))
			}
		}
		if !o.within(0, canvas) {
			add("%s lies in the border of the desk, where no object is", name(i))
		}
		for p := range s.plan.planes {
			plane := &s.plan.planes[p].outline
			if o.plane == p && !covers(plane, &o.outline) || o.plane != p && collide(plane, &o.outline, 0) {
				look := &s.plan.planes[p]
				add("%s lies on the border of the %s (%s)", name(i), joinWords(look.color, look.material, look.shape), planeKey(p))
			}
		}
	}
	for i, pixels := range pixelsOfAll(s.scene, s.present().objects) {
		if pixels == 0 {
			add("%s is out of sight", name(s.ids[i]-1))
		} else if float64(pixels) < s.split.set.cfg.optics().fewestPixels() {
			add("only %s of %s are seen", show.Count(pixels, "pixel"), name(s.ids[i]-1))
		}
	}
	return out
}

// pixelsOfAll counts the pixels of each object that no other hides.
func pixelsOfAll(g *generatedScene, objects []planObject) []int {
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
