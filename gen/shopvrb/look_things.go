package shopvrb

import (
	"fmt"

	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// thing is the object in the scene: it stands on the ground. What is deleted has parts without a surface.
func (o *planObject) thing() scenes.Object {
	out := scenes.Object{Category: o.model.Class, Model: o.model.Name, WorldFromObject: o.worldFromModel()}
	for i := range o.model.Parts {
		p := &o.model.Parts[i]
		surface := p.Surface
		if p.Mutable {
			surface = o.appearance.on(surface)
		}
		part := scenes.Part{Label: p.Name, Mesh: p.Mesh, Material: surface}
		if o.deleted {
			part.Mesh = &mesh.Mesh{}
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// on is what becomes of a mutable part's surface.
func (a *appearance) on(surface material.Material) material.Material {
	if a.replace != "" {
		m, ok := library[a.replace]
		if !ok {
			panic(fmt.Sprintf("shopvrb: no material is called %q", a.replace))
		}
		m.Name = a.replace
		for i, c := range a.color {
			m.BaseColor[i] = float64(c * m.BaseColor[i])
		}
		return m
	}
	if a.recolor {
		surface.BaseColor, surface.BaseColorTexture = a.color, nil
	}
	return surface
}

// library are the materials that replace others, in white; the color of a thing is multiplied with theirs. The published metal
// has a sharp and a wide lobe; a diffuse part stands for the wide one.
var library = map[string]material.Material{
	"Metal":   {BaseColor: lookGray(1), Metallic: 0.75, PerceptualRoughness: 0.15, IOR: 1.05},
	"Plastic": {BaseColor: lookGray(1), PerceptualRoughness: 0.15, IOR: 1.4},
	"Rubber":  {BaseColor: lookGray(0.95), PerceptualRoughness: 0.6, IOR: 1.2},
}
