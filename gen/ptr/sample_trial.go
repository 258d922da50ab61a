package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/furniture"
	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// scale divides the model's vertices so that the farthest one lies at the category's radius.
func (t *trial) scale() error {
	far := 0.0
	for i := range t.model.Parts {
		for _, p := range t.model.Parts[i].Mesh.Positions {
			far = max(far, p.Len())
		}
	}
	scale := far / t.cat.radius
	if !(scale > 0) || math.IsInf(scale, 0) {
		return fmt.Errorf("farthest vertex is %g m from the origin, want more than 0", far)
	}
	t.placed.Scale = scale
	t.meshes = make([]*mesh.Mesh, len(t.model.Parts))
	for i := range t.model.Parts {
		m := *t.model.Parts[i].Mesh
		m.Normals, m.UVs = nil, nil // parts are flat-shaded in one color
		m.Positions = make([]geom.Vec3, len(m.Positions))
		for k, p := range t.model.Parts[i].Mesh.Positions {
			m.Positions[k] = t.scaled(p)
		}
		t.meshes[i] = &m
	}
	return nil
}

// scaled is a point of the model at the size it has in the scene.
func (t *trial) scaled(p geom.Vec3) geom.Vec3 {
	return geom.V(p.X/t.placed.Scale, p.Y/t.placed.Scale, p.Z/t.placed.Scale)
}

// fault says which model an error is about.
func (t *trial) fault(err error) error {
	return fmt.Errorf("model %s of %s: %w", t.id, t.cat.name, err)
}

// finish draws the colors of an accepted object and measures its lines and planes.
func (s *Sampler) finish(t *trial, attributes, detection *rng.Stream) {
	p := &t.placed
	n := noteLabels(p.raw, s.cfg.Published.Counts)

	// Colors: one for each label at its first occurrence, the last for everything else.
	byLabel := map[string]Color{}
	for i := range n.colors {
		l := &n.colors[i]
		l.value = drawColor(l.label, byLabel, attributes)
		byLabel[l.label] = l.value
	}
	byLabel[other] = Color(rng.Choose(attributes, palette.All()))
	for i, raw := range p.raw {
		p.colors = append(p.colors, byLabel[raw])
		p.names = append(p.names, t.model.Parts[i].Name)
	}

	// Directions.
	for i, raw := range p.raw {
		if t.cat.isLine(raw) {
			v := s.lineOf(t, i, detection)
			put(&n.lines, raw, func(g *[]geom.Vec3) { *g = append(*g, v) })
		}
		if t.cat.isPlane(raw) {
			v := s.planeOf(t, i, detection)
			put(&n.planes, raw, func(g *[]geom.Vec3) { *g = append(*g, v) })
		}
	}
	p.note = annotate(t.cat, t.worldFromObject.M, n, s.cfg.Published.Lines)
	p.note.checkParts(t.cat, s.cfg.Published.Counts) // again for what it does to the number of wheels
}

// drawColor draws uniformly from the eight colors. The two kinds of arm bars of a chair never look the same.
func drawColor(label string, drawn map[string]Color, attributes *rng.Stream) Color {
	all := palette.All()
	twin := map[string]string{
		"arm_near_vertical_bar": "arm_horizontal_bar",
		"arm_horizontal_bar":    "arm_near_vertical_bar",
	}[label]
	if taken, ok := drawn[twin]; ok {
		for i := range all {
			if all[i].Name == taken.Name {
				all = append(all[:i], all[i+1:]...)
				break
			}
		}
	}
	return Color(rng.Choose(attributes, all))
}

// lineOf returns the direction of part i in the y-up model frame, or notGeometric.
func (s *Sampler) lineOf(t *trial, i int, detection *rng.Stream) geom.Vec3 {
	if s.cfg.Published.Detection || !s.source.Exact() {
		return detectLine(corners(t.meshes[i], yUpFromHouse), detection)
	}
	if p := t.model.Parts[i].Primitive; p.Kind == furniture.Line {
		return yUpFromHouse.Dir(p.Dir)
	}
	return notGeometric
}

// planeOf returns the normal of part i in the y-up model frame, or notGeometric. A plate that leans more than 18 degrees
// from every axis is no plane, whether its normal is known or detected.
func (s *Sampler) planeOf(t *trial, i int, detection *rng.Stream) geom.Vec3 {
	if s.cfg.Published.Detection || !s.source.Exact() {
		return detectPlane(corners(t.meshes[i], yUpFromHouse), t.placed.raw[i], detection)
	}
	if slices.Contains(frontalLabels, t.placed.raw[i]) {
		// The plane of a drawer or headboard is its front by definition, whatever its body is shaped like.
		return geom.V(0, 0, 1)
	}
	if p := t.model.Parts[i].Primitive; p.Kind == furniture.Plane {
		if n := yUpFromHouse.Dir(p.Dir); largest(abs(n)) > 0.95 {
			return n
		}
		return notGeometric
	}
	return notGeometric
}

// object is the accepted trial as the renderer needs it.
func (t *trial) object() scenes.Object {
	o := scenes.Object{Category: t.cat.name, Model: t.id, WorldFromObject: t.worldFromObject}
	for i, m := range t.meshes {
		paint := material.Lambert(t.placed.colors[i].reflectance())
		paint.Name = t.placed.colors[i].Name
		o.Parts = append(o.Parts, scenes.Part{Label: t.placed.raw[i], Mesh: m, Material: paint})
	}
	return o
}
