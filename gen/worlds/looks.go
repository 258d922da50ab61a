package worlds

import (
	"slices"

	"mereo/engine/material"
)

// checkLook checks a look.
func (w *World) checkLook(key string, l *Look) {
	w.number(key+".metallic", l.Metallic, 0, 1)
	w.number(key+".roughness", l.Roughness, 0, 1)
	w.number(key+".transmission", l.Transmission, 0, 1)
	w.number(key+".glow", l.Glow, 0, 1000)
	if l.IOR != 0 || w.given(key+".ior") {
		w.number(key+".ior", l.IOR, 1, 4)
	}
	if l.Base.Attribute == "" {
		return
	}
	a := w.attribute(l.Base.Attribute)
	if a < 0 {
		w.wrong(key+".base", "is %q, want an attribute with colors or a color: %s", l.Base.Attribute, wantColor[len("want "):])
		return
	}
	for _, v := range w.attributes[a].Values {
		if v.Color == nil {
			w.wrong(key+".base", "is the attribute %s, of which %s has no color, want {%s: \"#rrggbb\"}", l.Base.Attribute, v.Name, v.Name)
			return
		}
	}
}

// lookNames are the attributes that decide how a kind looks. It checks its look.
func (w *World) lookNames(k *kind) (out []string) {
	base := func(l *Look) {
		if l != nil && l.Base.Attribute != "" && !slices.Contains(out, l.Base.Attribute) {
			out = append(out, l.Base.Attribute)
		}
	}
	key := k.key + ".look"
	switch l := &k.Look; {
	case l.Own != nil:
		w.checkLook(key, l.Own)
		base(l.Own)
	case l.Name != "":
		found := w.Looks.Find(l.Name)
		if found == nil {
			w.wrong(key, "is %q, want one of looks: %s", l.Name, listed(w.Looks.Names()))
		}
		base(found)
	case l.By != "":
		a := w.attribute(l.By)
		if a < 0 {
			w.wrong(key+".by", "is %q, want an attribute: %s", l.By, listed(w.attributeNames()))
			return nil
		}
		out = append(out, l.By)
		for v, value := range w.attributes[a].Values {
			if k.values[a] != nil && !slices.Contains(k.values[a], v) {
				continue
			}
			found := w.Looks.Find(value.Name)
			if found == nil {
				w.wrong(key+".by", "is %s, but looks has no %s, want one for each value beside %s", l.By, value.Name, listed(w.Looks.Names()))
			}
			base(found)
		}
	}
	return out
}

// lookOf is that of a kind with values; nil where it keeps its own surfaces.
func (w *World) lookOf(k *kind, values []int) *Look {
	switch {
	case k.Look.Own != nil:
		return k.Look.Own
	case k.Look.Name != "":
		return w.Looks.Find(k.Look.Name)
	case k.Look.By != "":
		a := w.attribute(k.Look.By)
		return w.Looks.Find(w.attributes[a].Values[values[a]].Name)
	}
	return nil
}

// surface is how a kind looks with values; nil where it keeps its own surfaces.
func (w *World) surface(k *kind, values []int) *material.Material {
	l := w.lookOf(k, values)
	if l == nil {
		return nil
	}
	m := material.Default()
	m.BaseColor = material.RGB{1, 1, 1}
	if l.Base.Given {
		m.BaseColor = l.Base.RGB
	}
	if l.Base.Attribute != "" {
		a := w.attribute(l.Base.Attribute)
		m.BaseColor = w.attributes[a].Values[values[a]].Color.RGB
	}
	m.Metallic, m.PerceptualRoughness, m.Transmission = l.Metallic, l.Roughness, l.Transmission
	if l.IOR != 0 {
		m.IOR = l.IOR
	}
	m.Emission = material.RGB{m.BaseColor[0] * l.Glow, m.BaseColor[1] * l.Glow, m.BaseColor[2] * l.Glow}
	return &m
}
