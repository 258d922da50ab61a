package glbs

import (
	qm "github.com/qmuntal/gltf"
)

// extended are materials of Khronos' extensions.
var extended = []sample{
	{name: "unlit", fill: func(f *file) {
		m := f.painted(tiles())
		f.extend(m, "KHR_materials_unlit", struct{}{})
		f.show("card", card(1.25), m, vec{0, 0.7, 0}).Rotation = turn(vec{0, 1, 0}, -1)
	}},
	{name: "emissive-strength", fill: func(f *file) {
		m := paint(0, 0, 0, 0.9)
		m.EmissiveFactor = [3]float64{0.3, 0.15, 0.05} // dark without it
		f.extend(m, "KHR_materials_emissive_strength", map[string]any{"emissiveStrength": 2.5})
		f.show("ball", sphere(0.5, 32), m, vec{0, 0.6, 0})
	}},
	{name: "ior-row", fill: func(f *file) {
		// The higher the index, the brighter are mirror images on black balls.
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.02, 0.02, 0.02, 0.2)
			f.extend(m, "KHR_materials_ior", map[string]any{"ior": 1 + 1.5*t})
			return m
		})
	}},
	{name: "transmission", oursAlone: true, fill: func(f *file) {
		f.glass(paint(1, 1, 1, 0), map[string]any{"transmissionFactor": 1})
	}},
	{name: "transmission-rough", oursAlone: true, fill: func(f *file) {
		f.glass(paint(0.9, 0.9, 0.6, 0.4), map[string]any{"transmissionFactor": 0.9})
	}},
	{name: "volume", oursAlone: true, fill: func(f *file) {
		// Green where light has a long way through it.
		m := paint(1, 1, 1, 0)
		f.extend(m, "KHR_materials_volume", map[string]any{"thicknessFactor": 1, "attenuationDistance": 0.5, "attenuationColor": []float64{0.4, 0.9, 0.4}})
		f.glass(m, map[string]any{"transmissionFactor": 1})
	}},
	{name: "specular", fill: func(f *file) {
		// From no mirror image at all to a red one.
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.02, 0.02, 0.02, 0.2)
			f.extend(m, "KHR_materials_specular", map[string]any{"specularFactor": t, "specularColorFactor": []float64{1, 0.2, 0.2}})
			return m
		})
	}},
	{name: "clearcoat", fill: func(f *file) {
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.6, 0.05, 0.05, 0.8)
			f.extend(m, "KHR_materials_clearcoat", map[string]any{"clearcoatFactor": t, "clearcoatRoughnessFactor": 0.1})
			return m
		})
	}},
	{name: "sheen", fill: func(f *file) {
		// From a thin bright rim to velvet.
		f.row(5, func(t float64) *qm.Material {
			m := paint(0.1, 0.02, 0.15, 0.9)
			f.extend(m, "KHR_materials_sheen", map[string]any{"sheenColorFactor": []float64{0.9, 0.7, 0.8}, "sheenRoughnessFactor": 0.2 + 0.8*t})
			return m
		})
	}},
}

// extend gives a material an extension.
func (f *file) extend(m *qm.Material, name string, value any) {
	f.use(name)
	if m.Extensions == nil {
		m.Extensions = qm.Extensions{}
	}
	m.Extensions[name] = value
}

// glass shows a ball through which one sees a box.
func (f *file) glass(m *qm.Material, transmission any) {
	f.extend(m, "KHR_materials_transmission", transmission)
	f.show("box", block(0.5, 0.9, 0.5), warm(), vec{-0.5, 0.45, -0.9})
	f.show("ball", sphere(0.55, 32), m, vec{0.1, 0.6, 0.2})
}
