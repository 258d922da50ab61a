package qlevr

import (
	"sync"

	"mereo/engine/light"
	"mereo/gen/show"
	"mereo/scenes"
)

// madeSample is a sample with its geometry. It is never changed: an edit makes another one.
type madeSample struct {
	shownSample
	show.NoPhysics
	scene       *generatedScene
	deleted     []bool // by number in the plan; nil for none
	environment *light.Environment
	usual       []string // oddities of the sample as its seed gives it
	labels      func() *show.Labels
}

// look sets what finds the labels of the picture of solids, once, when they are wanted.
func (m *madeSample) look() {
	m.labels = sync.OnceValue(func() *show.Labels { return m.scene.labels(m.deleted) })
	m.seen = func() *seenThings { return thingsIn(m.labels(), m.plan) }
}

// gone tells whether an object of the plan was deleted.
func (m *madeSample) gone(object int) bool { return m.deleted != nil && m.deleted[object] }

// Editor is every sample.
func (m *madeSample) Editor() show.Editable { return m }

// Views is the picture of solids. The drawing of the plan is no view.
func (m *madeSample) Views() []show.View {
	cfg := m.split.set.cfg
	if cfg.Dimension == 2 {
		return nil
	}
	return []show.View{{Scene: m.scene.solids(m.deleted), Options: cfg.shootOptions(m.scene.key, m.environment)}}
}

// solids is what is drawn. Deleted objects keep their ids and have no parts.
func (g *generatedScene) solids(gone []bool) *scenes.Scene {
	s := sceneOf(g.toLook(), &g.view)
	for i := range gone {
		if gone[i] {
			s.Objects[i].Parts = nil
		}
	}
	return s
}

// Drawing is the drawing of the plan, the last picture.
func (m *madeSample) Drawing(p int) []uint8 {
	if p != len(m.page.Pictures)-1 {
		return nil
	}
	look := m.scene.toLook()
	there := look.Objects[:0]
	for i, o := range look.Objects {
		if !m.gone(i) {
			there = append(there, o)
		}
	}
	look.Objects = there
	return drawFull(look).RGB
}

// Labels are those of the solids, or of the drawing of the plan, which has neither depth nor normals.
func (m *madeSample) Labels(p int) *show.Labels {
	if p == len(m.page.Pictures)-1 {
		return m.drawingLabels()
	}
	return m.labels()
}

// drawingLabels says for each pixel's center what is drawn there. Where objects overlap it is the last one.
func (m *madeSample) drawingLabels() *show.Labels {
	l := &show.Labels{
		Width: drawnWidth, Height: drawnRows,
		Object: make([]uint16, drawnWidth*drawnRows), Region: make([]uint16, drawnWidth*drawnRows),
	}
	for y := range planPx {
		for x := range planPx {
			const scale = canvas / float64(planPx)
			at := planPoint{float64((float64(x) + 0.5) * scale), float64((planPx - float64(y) - 0.5) * scale)}
			pixel := (drawnTop+y)*drawnWidth + drawnLeft + x
			for i := range m.plan.objects {
				if !m.gone(i) && m.plan.objects[i].holds(at) {
					l.Object[pixel] = uint16(i + 1)
				}
			}
			if l.Object[pixel] == 0 {
				l.Region[pixel] = uint16(m.plan.planeAt(at) + 1)
			}
		}
	}
	return l
}
