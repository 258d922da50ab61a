package kitchen

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

// maxTriangles of a model: every one is paid for in each pass of the renderer.
const maxTriangles = 6000

func TestModelsKeepTheirPromises(t *testing.T) {
	for i := range catalog {
		e := &catalog[i]
		t.Run(fmt.Sprintf("%s %s", e.pool, e.name), func(t *testing.T) {
			m, err := Get(e.pool, e.name)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// check names every broken promise of a model.
func (m *Model) check() error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if n := m.triangles(); n > maxTriangles {
		wrong("%d triangles, want %d at most", n, maxTriangles)
	}
	names := map[string]bool{}
	for i := range m.Parts {
		p := &m.Parts[i]
		if names[p.Name] {
			wrong("two parts %q", p.Name)
		}
		names[p.Name] = true
		if err := p.Mesh.Validate(); err != nil {
			wrong("%s: %w", p.Name, err)
		}
		if err := solid.CheckClosed(p.Mesh); err != nil {
			wrong("%s: %w", p.Name, err)
		}
		if p.Mesh.Volume() <= 0 {
			wrong("%s: volume %g, want it to face outwards", p.Name, p.Mesh.Volume())
		}
		if err := p.Surface.Validate(); err != nil {
			wrong("%s: %w", p.Name, err)
		}
		if p.Surface.BaseColorTexture != nil && len(p.Mesh.UVs) == 0 {
			wrong("%s: a picture without texture coordinates", p.Name)
		}
		box := geom.EmptyAABB()
		for k, h := range p.Colliders {
			b := geom.Bounds(h)
			box = box.Union(b)
			if s := b.Size(); len(h) < 4 || min(s.X, s.Y, s.Z) < 1e-3 {
				wrong("%s: collider %d is flat: %v", p.Name, k, s)
			}
		}
		own := p.Mesh.Bounds()
		if d := box.Min.Sub(own.Min); max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)) > 0.1 {
			wrong("%s: colliders begin %v from the part", p.Name, d)
		}
		if d := box.Max.Sub(own.Max); max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)) > 0.1 {
			wrong("%s: colliders end %v from the part", p.Name, d)
		}
		if j := p.Joint; j != nil {
			if math.Abs(j.Axis.Len()-1) > 1e-9 || j.From > 0 || j.To < 0 || j.From == j.To {
				wrong("%s: joint %+v", p.Name, *j)
			}
		}
	}
	for i := range m.Parts {
		if j := m.Parts[i].Joint; j != nil {
			for _, n := range j.With {
				if !names[n] {
					wrong("%s: joint moves an unknown part %q", m.Parts[i].Name, n)
				}
			}
		}
	}
	return errors.Join(errs...)
}

func TestClassesAreThoseOfTheModels(t *testing.T) {
	all := Classes()
	if len(all) != 20 || !slices.IsSorted(all) {
		t.Errorf("classes are %q, want 20 in order", all)
	}
	for i := range catalog {
		if c := catalog[i].class; !slices.Contains(all, c) {
			t.Errorf("classes are %q, want %q among them", all, c)
		}
	}
}
