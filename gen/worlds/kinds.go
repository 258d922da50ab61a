package worlds

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"mereo/assets/furniture"
	"mereo/assets/kitchen"
	"mereo/assets/models"
	"mereo/assets/primitive"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/strict"
	"mereo/scenes/settle"
)

// kind is a thing of the document with one model.
type kind struct {
	*Thing
	key      string  // of the thing: things[3]
	model    string  // its name, in records
	category string  // of the model
	values   [][]int // by attribute: those it may have; nil for any
	shows    []bool  // by attribute: whether a value of it shows
	partly   []int   // attributes that parts have for themselves
	weight   float64
	fixed    bool                  // it is where scene.fixed has it, and never drawn
	file     *models.Model         // of a user; nil of other models. It may know a mass, a density and a friction
	body     func() (*body, error) // is made once
}

// body is the shape of a kind. Lengths are those of the model.
type body struct {
	parts  []part
	solid  func() (*settle.Solid, error) // what collides; made when it is asked for
	box    geom.AABB
	radius float64 // of the circle around the middle of the box, seen from above
	faces  []face  // on which others can stand
}

// part is a piece with a label.
type part struct {
	label string
	mesh  *mesh.Mesh
	own   *material.Material // what it looks like without a look; nil where it needs one
	dyed  bool               // a look of the thing is for this part
}

// newBody finds what follows from parts.
func newBody(parts []part, solid func() (*settle.Solid, error)) *body {
	b := &body{parts: parts, solid: solid, box: geom.EmptyAABB()}
	for _, p := range parts {
		for _, v := range p.mesh.Positions {
			b.box = b.box.Grow(v)
		}
	}
	m := b.middle()
	for _, p := range parts {
		for _, v := range p.mesh.Positions {
			b.radius = max(b.radius, math.Sqrt(float64((v.X-m.X)*(v.X-m.X))+float64((v.Y-m.Y)*(v.Y-m.Y))))
		}
	}
	b.faces = facesOf(parts, b.box)
	return b
}

// ofPieces is a solid whose convex pieces are known. Many overlap, so that several weigh what the parts do.
func ofPieces(pieces [][]geom.Vec3, parts []part) func() (*settle.Solid, error) {
	return sync.OnceValues(func() (*settle.Solid, error) {
		s, err := settle.NewSolid(pieces)
		if err == nil && len(pieces) > 1 {
			var meshes []*mesh.Mesh
			for _, p := range parts {
				meshes = append(meshes, p.mesh)
			}
			s.Weigh(meshes...)
		}
		return s, err
	})
}

// middle is that of the box.
func (b *body) middle() geom.Vec3 { return b.box.Center() }

// categoryName is the attribute that models with categories of their own have.
const categoryName = "category"

// maxKinds is how many models a world has at most: each is looked at for every value that is drawn.
const maxKinds = 100_000

// modelKeys are the keys of models that go with the one that says which model it is.
var modelKeys = []struct {
	of     string
	others []string
}{
	{"primitive", []string{"bevel", "sides", "height", "tube"}}, // of which a solid takes some
	{"furniture", []string{"families", "variants"}},
	{"kitchen", []string{"pool"}},
	{"file", []string{"up", "skip_broken"}},
}

// openThings finds the kinds that things are.
func (w *World) openThings(from Folder) {
	own := len(w.kinds) > 0 // some models have a category of their own
	for i := range w.Things {
		t := &w.Things[i]
		key := fmt.Sprintf("things[%d]", i)
		if t.Weight == 0 && !w.given(key+".weight") {
			t.Weight = 1
		}
		w.number(key+".weight", t.Weight, 1e-6, 1e9)
		kinds := w.models(key+".model", t, from)
		given := t.Is.Find(categoryName)
		for _, k := range kinds {
			k.Thing, k.key, k.weight = t, key, t.Weight/float64(len(kinds))
			own = own || t.Model.Primitive == "" || given != nil
			if given != nil && len(*given) == 1 {
				k.category = (*given)[0]
			}
		}
		if w.kinds = append(w.kinds, kinds...); len(w.kinds) > maxKinds {
			w.wrong(key, "brings more models than %d, which all things may have together", maxKinds)
			return
		}
		if w.fault != nil {
			return
		}
	}
	if !own || w.attribute(categoryName) >= 0 {
		return
	}
	if w.attribute("shape") >= 0 {
		w.wrong("attributes.shape", "names things beside the categories that models bring; give all things a category in its place, such as {category: cube}")
	}
	category := Attribute{Name: categoryName}
	for _, k := range w.kinds {
		if category.value(k.category) < 0 {
			category.Values = append(category.Values, Value{Name: k.category})
		}
	}
	w.attributes = append(w.attributes, category)
}

// models are those of a thing.
func (w *World) models(key string, t *Thing, from Folder) (out []*kind) {
	m := &t.Model
	given := 0
	for _, s := range []string{m.Primitive, m.Furniture, m.Kitchen, m.File} {
		if s != "" {
			given++
		}
	}
	if given != 1 {
		w.wrong(key, "has %d of primitive, furniture, kitchen and file, want one", given)
		return nil
	}
	if m.Primitive != "" {
		w.word(key+".primitive", m.Primitive, primitive.Names()...)
	}
	what, takes := m.Primitive, primitive.Takes(m.Primitive) // which model, and the keys that go with it
	for _, sort := range modelKeys {
		if m.Primitive == "" && w.given(key+"."+sort.of) {
			what, takes = sort.of, sort.others
		}
	}
	for _, sort := range modelKeys {
		for _, name := range sort.others {
			if w.given(key+"."+name) && !slices.Contains(takes, name) {
				if len(takes) == 0 {
					w.misnamed(key+"."+name, "does not go with %s, which takes no other key", what)
				}
				w.misnamed(key+"."+name, "does not go with %s, want %s", what, listed(takes))
			}
		}
	}
	switch {
	case m.Primitive != "":
		o := primitive.Options{Bevel: m.Bevel, Sides: m.Sides, Height: m.Height, Tube: m.Tube}
		_, err := primitive.Make(m.Primitive, o)
		if err != nil && w.fault == nil {
			w.wrong(key, "%v", err)
		}
		return []*kind{{model: m.Primitive, category: m.Primitive, body: sync.OnceValues(func() (*body, error) {
			shape, err := primitive.Make(m.Primitive, o)
			if err != nil {
				return nil, err
			}
			parts := []part{{label: m.Primitive, mesh: shape, dyed: true}}
			return newBody(parts, ofPieces(solidPieces(m.Primitive, shape), parts)), nil
		})}}
	case m.Furniture != "":
		return w.furniture(key, m)
	case m.Kitchen != "":
		return w.kitchen(key, m)
	}
	return w.files(key, m, from)
}

// solidPieces are convex pieces of a primitive: one, but for a ring.
func solidPieces(name string, m *mesh.Mesh) [][]geom.Vec3 {
	if name == "torus" {
		return solid.Sectors(m, 16)
	}
	return [][]geom.Vec3{m.Positions}
}

// furniture are models of a category: families take turns.
func (w *World) furniture(key string, m *Model) (out []*kind) {
	w.word(key+".furniture", m.Furniture, furniture.Categories()...)
	if m.Variants == 0 && !w.given(key+".variants") {
		m.Variants = 20
	}
	w.number(key+".variants", float64(m.Variants), 1, furniture.Count)
	if w.given(key+".families") && len(m.Families) == 0 {
		w.wrong(key+".families", "is empty, want at least one family")
	}
	if w.fault != nil {
		return nil
	}
	var families []string
	for _, f := range furniture.Families(m.Furniture) {
		families = append(families, f.Name)
	}
	for i, f := range m.Families {
		w.word(fmt.Sprintf("%s.families[%d]", key, i), f, families...)
	}
	if len(m.Families) > 0 {
		families = m.Families
	}
	if w.fault != nil {
		return nil
	}
	for n := range m.Variants {
		family := families[n%len(families)]
		out = append(out, &kind{
			model: fmt.Sprintf("%s %s %d", m.Furniture, family, n), category: strings.ToLower(m.Furniture),
			body: sync.OnceValues(func() (*body, error) {
				made, err := furniture.Make(m.Furniture, family, uint64(n))
				if err != nil {
					return nil, err
				}
				var parts []part
				var pieces [][]geom.Vec3
				for _, p := range made.Parts {
					own := material.Lambert(woodTone)
					parts = append(parts, part{label: p.Label, mesh: p.Mesh, own: &own, dyed: p.Label != furniture.Other})
					pieces = append(pieces, p.Colliders...)
				}
				return newBody(parts, ofPieces(pieces, parts)), nil
			}),
		})
	}
	return out
}

// woodTone is the color of furniture that no look dyes.
var woodTone = material.RGB{0.42, 0.26, 0.14}

// kitchen are the things of a class.
func (w *World) kitchen(key string, m *Model) (out []*kind) {
	const training, benchmark, all = "training", "benchmark", "all"
	pool := kitchen.Training
	switch m.Pool {
	case "", training:
	case benchmark:
		pool = kitchen.Benchmark
	default:
		w.word(key+".pool", m.Pool, training, benchmark)
	}
	w.word(key+".kitchen", m.Kitchen, append(kitchen.Classes(), all)...)
	for _, name := range kitchen.Names(pool) {
		class := kitchen.ClassOf(pool, name)
		if m.Kitchen != all && class != m.Kitchen {
			continue
		}
		out = append(out, &kind{model: name, category: class, body: sync.OnceValues(func() (*body, error) {
			made, err := kitchen.Get(pool, name)
			if err != nil {
				return nil, err
			}
			return kitchenBody(made), nil
		})})
	}
	if len(out) == 0 {
		w.wrong(key+".kitchen", "is %q, of which the pool has none", m.Kitchen)
	}
	return out
}

// kitchenBody is a thing of the kitchen. The look of a thing is for its mutable parts, and for all where it has none.
func kitchenBody(m *kitchen.Model) *body {
	mutable := slices.ContainsFunc(m.Parts, func(p kitchen.Part) bool { return p.Mutable })
	var parts []part
	var pieces [][]geom.Vec3
	for _, p := range m.Parts {
		parts = append(parts, part{label: p.Name, mesh: p.Mesh, own: &p.Surface, dyed: p.Mutable || !mutable})
		pieces = append(pieces, p.Colliders...)
	}
	return newBody(parts, ofPieces(pieces, parts))
}

// checkThings looks at what things have of attributes, looks and expressions.
func (w *World) checkThings(Folder) {
	if w.fault != nil {
		return
	}
	for i := range w.Looks {
		w.checkLook("looks."+w.Looks[i].Name, &w.Looks[i].Of)
	}
	last := ""
	for i := range w.Things {
		for _, e := range w.Things[i].Is {
			if w.attribute(e.Name) < 0 {
				w.misnamed(fmt.Sprintf("things[%d].%s", i, e.Name), "is neither a key of things nor an attribute, want %s",
					strings.Join(slices.Concat(strict.Keys(&w.Things[i]), w.attributeNames()), ", "))
			}
		}
	}
	for _, k := range w.kinds {
		k.values = w.condition(k.key, k.Is)
		if a := w.attribute(categoryName); a >= 0 && k.values[a] == nil && k.category != "" {
			v := w.attributes[a].value(k.category)
			if v < 0 {
				at := k.key + ".model"
				if k.fixed {
					at = k.key + ".file"
				}
				w.wrong(at, "is a %s, which is none of attributes.category, want %s", k.category, listed(w.attributes[a].names()))
			}
			k.values[a] = []int{v}
		}
		k.shows = make([]bool, len(w.attributes))
		for a := range k.values {
			k.shows[a] = k.values[a] != nil
		}
		if last != k.key {
			w.expression(k, "scale", &k.Scale)
			w.expression(k, "radius", &k.Radius)
			w.expression(k, "density", &k.Density)
			last = k.key
		}
		shown := w.lookNames(k)
		for _, name := range slices.Concat(k.Scale.Names(), shown) {
			if a := w.attribute(name); a >= 0 {
				k.shows[a] = true
			}
		}
		w.checkParts(k, shown)
		for _, e := range []struct {
			field string
			of    *Expression
		}{{"radius", &k.Radius}, {"density", &k.Density}} {
			for _, name := range e.of.Names() {
				if a := w.attribute(name); a >= 0 && !k.shows[a] { // nobody could tell why
					w.wrong(k.key+"."+e.field, "needs %s, which does not show on this thing: neither a value, its scale nor its look has to do with it", name)
				}
			}
		}
		if !k.Look.Given() && k.Model.Primitive != "" {
			w.wrong(k.key, "has no look, which its model needs; give it one of looks, or one of its own such as {base: gray}")
		}
		if w.fault != nil {
			return
		}
	}
	for a := range w.attributes {
		for v, value := range w.attributes[a].Values {
			if !slices.ContainsFunc(w.kinds, func(k *kind) bool {
				return (k.shows[a] || slices.Contains(k.partly, a)) && (k.values[a] == nil || slices.Contains(k.values[a], v))
			}) {
				w.wrong("attributes."+w.attributes[a].Name, "has %s, which shows on no thing: no model, look or scale has to do with it", value.Name)
			}
		}
	}
}

// expression checks what an expression of a thing needs.
func (w *World) expression(k *kind, field string, e *Expression) {
	for _, name := range e.Names() {
		a := w.attribute(name)
		if a < 0 {
			w.wrong(k.key+"."+field, "needs %s, which is no attribute, want %s", name, listed(w.attributeNames()))
			return
		}
		for _, v := range w.attributes[a].Values {
			if v.Number == nil {
				w.wrong(k.key+"."+field, "needs the number of %s, but %s has none, want {%s: NUMBER}", name, v.Name, v.Name)
				return
			}
		}
	}
	if !e.Given() {
		return
	}
	// All values that a thing can have.
	names := e.Names()
	n := 1
	for _, name := range names {
		if n *= len(w.attributes[w.attribute(name)].Values); n > maxNumbers {
			w.wrong(k.key+"."+field, "has more than %d values, by %s, want fewer attributes", maxNumbers, strings.Join(names, ", "))
			return
		}
	}
	w.each(names, map[string]Value{}, func(values map[string]Value) {
		v := e.Value(func(name string) float64 { return *values[name].Number }, 1)
		if v >= 1e-6 && v <= 1e6 {
			return
		}
		var where []string
		for _, name := range names {
			where = append(where, fmt.Sprintf("%s is %s", name, values[name].Name))
		}
		is := plain(v)
		if where != nil {
			is += " where " + strings.Join(where, " and ")
		}
		w.wrong(k.key+"."+field, "is %s, want more than 0 and at most a million", is)
	})
}

// maxNumbers is how many values of an expression are looked at.
const maxNumbers = 100_000

// each goes through all values of attributes.
func (w *World) each(names []string, values map[string]Value, do func(map[string]Value)) {
	if len(names) == 0 {
		do(values)
		return
	}
	for _, v := range w.attributes[w.attribute(names[0])].Values {
		values[names[0]] = v
		w.each(names[1:], values, do)
	}
}

// measure is an expression of a kind for values.
func (w *World) measure(e *Expression, values []int, otherwise float64) float64 {
	return e.Value(func(name string) float64 {
		a := w.attribute(name)
		return *w.attributes[a].Values[values[a]].Number
	}, otherwise)
}
