package worlds

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/assets/palette"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/gen"
	"mereo/scenes"
	"mereo/scenes/place"
)

// Specimen is a thing of a world in one of its looks, alone on the ground.
type Specimen struct {
	Thing string // what brings its model, as the document has it: "furniture: Chair"
	Name  string // model and look
	Scene *scenes.Scene
	Hulls func() (*scenes.Scene, error) // the same, and in the thing's place the hulls that it collides with, a part each
}

// modelsShown is how many models of a thing are shown.
const modelsShown = 6

// Specimens are all things in all looks, each in another of its colors, for pictures of a size.
func (w *World) Specimens(size int) (out []Specimen, err error) {
	shown := map[string]int{}
	for _, k := range w.kinds {
		if shown[k.key]++; shown[k.key] > modelsShown {
			continue
		}
		b, err := k.body()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.model, err)
		}
		by := []int{-1}
		a := w.attribute(k.Look.By)
		if k.Look.By != "" {
			by = nil
			for v := range w.attributes[a].Values {
				if k.values[a] == nil || slices.Contains(k.values[a], v) {
					by = append(by, v)
				}
			}
		}
		for _, v := range by {
			t := thing{kind: k, body: b, values: make([]int, len(w.attributes))}
			for i := range t.values {
				t.values[i] = len(out) % len(w.attributes[i].Values)
				if k.values[i] != nil {
					t.values[i] = k.values[i][0]
				}
			}
			name := k.model
			if v >= 0 {
				t.values[a] = v
				name += ", " + w.attributes[a].Values[v].Name
			}
			next := len(out)
			t.dye(func(a int) int {
				next++
				if of := k.values[a]; of != nil {
					return of[next%len(of)]
				}
				return next % len(w.attributes[a].Values)
			})
			t.scale = w.measure(&k.Scale, t.values, 1)
			t.stand(0, 0)
			scene := w.portrait(&t, size)
			out = append(out, Specimen{k.Model.String(), name, scene, func() (*scenes.Scene, error) { return w.hulls(&t, *scene) }})
		}
	}
	return out, nil
}

// hulls are those of the only thing of a scene, in place of it.
func (w *World) hulls(t *thing, in scenes.Scene) (*scenes.Scene, error) {
	s, err := w.solidOf(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.model, err)
	}
	o := scenes.Object{Category: t.category, Model: t.model, WorldFromObject: s.WorldFromSolid}
	for i, m := range s.Solid.Pieces() {
		o.Parts = append(o.Parts, scenes.Part{Label: fmt.Sprintf("hull %d", i+1), Mesh: m, Material: material.Lambert(palette.Apart(i).SRGB())})
	}
	in.Objects = []scenes.Object{o}
	return &in, nil
}

// portrait is a thing on the ground under lamps that shrink with it.
func (w *World) portrait(t *thing, size int) *scenes.Scene {
	reach := t.box.Size().Len() / 2 * t.scale
	at := t.at()
	out := &scenes.Scene{
		Camera:        camera.Perspective(at.AddScaled(6*reach, geom.V(0.7, -0.62, 0.36).Unit()), at, 24, size, size),
		WorldRadiance: material.RGB{0.3, 0.3, 0.3},
		Objects:       []scenes.Object{w.object(t)},
	}
	ground := (&Ground{Kind: groundPlane, Rough: 1}).surfaces()
	ground[0].Mesh = quad(geom.V(-40*reach, -40*reach, 0), geom.V(40*reach, -40*reach, 0), geom.V(40*reach, 40*reach, 0), geom.V(-40*reach, 40*reach, 0), 1)
	out.Backdrop = ground
	for _, l := range []struct {
		at    geom.Vec3
		power float64
	}{{geom.V(4, -2, 4), 70}, {geom.V(-1, 3, 5), 30}, {geom.V(-4, -4, 3), 25}} {
		out.Lights = append(out.Lights, light.Area{
			WorldFromLight: camera.LookAt(l.at.Scale(reach), at, geom.V(0, 0, 1)), Size: reach, PowerW: l.power * reach * reach,
			Color: material.RGB{1, 1, 1},
		})
	}
	return out
}

// Summary says what a world makes.
type Summary struct {
	Attributes   Attributes
	Sizes        []Size // by thing of the document
	Models       int
	Combinations int // of values that a thing can have
	Trials       int // scenes that were drawn
	Rejects      place.Rejects
}

// Size is how long the longest sides of a thing's models are in scenes.
type Size struct {
	Thing    string // as Specimen has it
	Models   int
	Min, Max float64
}

// sizes are those of all things.
func (w *World) sizes() (out []Size, err error) {
	last := ""
	for _, k := range w.kinds {
		b, err := k.body()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.model, err)
		}
		if k.key != last {
			out = append(out, Size{Thing: k.Model.String(), Min: math.Inf(1)})
			last = k.key
		}
		of, side := &out[len(out)-1], b.box.Size()
		of.Models++
		w.each(k.Scale.Names(), map[string]Value{}, func(values map[string]Value) {
			long := max(side.X, side.Y, side.Z) * k.Scale.Value(func(name string) float64 { return *values[name].Number }, 1)
			of.Min, of.Max = min(of.Min, long), max(of.Max, long)
		})
	}
	return out, nil
}

// mostCombinations is up to where combinations are counted.
const mostCombinations = 1_000_000

// Try draws trial scenes of a split, without pictures.
func (w *World) Try(ctx context.Context, split string, trials int) (*Summary, error) {
	p, err := w.planner(gen.Job{Split: split})
	if err != nil {
		return nil, err
	}
	out := &Summary{Attributes: w.attributes, Models: len(w.kinds), Rejects: place.Rejects{}}
	if out.Sizes, err = w.sizes(); err != nil {
		return nil, err
	}
	values := make([]int, len(w.attributes))
	for i := range values {
		values[i] = -1
	}
	left := 10 * mostCombinations
	p.combinations(values, 0, &out.Combinations, &left)
	for i := range trials {
		m, err := p.plan(ctx, i)
		if err != nil {
			return nil, err
		}
		out.Trials++
		out.Rejects.Add(m.rejects)
	}
	return out, nil
}

// combinations counts the combinations of values from attribute a on, while steps are left.
func (p *planner) combinations(values []int, a int, n, left *int) {
	if *left--; *n >= mostCombinations || *left < 0 || p.forbidden(values) {
		return
	}
	if a == len(values) {
		for _, k := range p.kinds {
			if k.fits(values) {
				*n++
				return
			}
		}
		return
	}
	for v, weight := range p.odds[a] {
		if values[a] = v; weight > 0 {
			p.combinations(values, a+1, n, left)
		}
	}
	values[a] = -1
}
