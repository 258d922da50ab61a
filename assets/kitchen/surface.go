package kitchen

import (
	"mereo/assets/worktop"
	"mereo/engine/material"
)

// Surfaces that several things have. Reflectances are linear.
//
// Standard pictures follow few rays, so what shows the scene in a wide lobe is grainy. Where the published surface has a sharp
// and a wide lobe, this one has the sharp lobe and a diffuse part for the wide one. Brushed steel has a diffuse half, and is so
// dull that its reflections are not followed. From roughness 0.142 on, highlights come from the lamps themselves; below, rays
// have to find them.

func gray(v float64) material.RGB { return material.RGB{v, v, v} }

// plastic is smooth and colored.
func plastic(c material.RGB) material.Material {
	return material.Material{Name: "plastic", BaseColor: c, PerceptualRoughness: 0.15, IOR: 1.5}
}

// mattPlastic is the black or gray of handles and feet.
func mattPlastic(c material.RGB) material.Material {
	return material.Material{Name: "matt plastic", BaseColor: c, PerceptualRoughness: 0.5, IOR: 1.5}
}

// ceramic is glazed.
func ceramic(c material.RGB) material.Material {
	return material.Material{Name: "ceramic", BaseColor: c, PerceptualRoughness: 0.15, IOR: 1.4}
}

// enamel is a hard, slightly glossy paint over metal.
func enamel(c material.RGB) material.Material {
	return material.Material{Name: "enamel", BaseColor: c, PerceptualRoughness: 0.2, IOR: 1.5}
}

// paint is metallic paint: it reflects in its color alone.
func paint(c material.RGB) material.Material {
	return material.Material{Name: "metallic paint", BaseColor: c, Metallic: 0.75, PerceptualRoughness: 0.15, IOR: 1.05}
}

// chrome is a bright mirror.
func chrome() material.Material {
	return material.Material{Name: "chrome", BaseColor: gray(0.9), Metallic: 1, PerceptualRoughness: 0.08, IOR: 1.5}
}

// lidSteel is polished and worn: a lid is a large mirror, in which a lamp would be a white blot.
func lidSteel() material.Material {
	return material.Material{Name: "lid steel", BaseColor: gray(0.8), Metallic: 0.75, PerceptualRoughness: 0.25, IOR: 1.05}
}

// steel is brushed.
func steel() material.Material {
	return material.Material{Name: "steel", BaseColor: gray(0.7), Metallic: 0.5, PerceptualRoughness: 0.45, IOR: 1.5}
}

// cutlery is half mirror, half worn.
func cutlery() material.Material {
	return material.Material{Name: "cutlery", BaseColor: gray(0.9), Metallic: 0.75, PerceptualRoughness: 0.15, IOR: 1.05}
}

// coated is the dark coat of pans and trays.
func coated(c material.RGB) material.Material {
	return material.Material{Name: "coat", BaseColor: c, PerceptualRoughness: 0.47, IOR: 1.5}
}

// glass is clear.
func glass() material.Material {
	return material.Material{Name: "glass", BaseColor: gray(1), IOR: 1.45, Transmission: 1}
}

// wood shows its grain, fibers along u; worktop.WoodTile units of a model are 1 of texture coordinates.
func wood(c material.RGB) material.Material {
	return material.Material{Name: "wood", BaseColor: c, BaseColorTexture: worktop.SideGrain(), PerceptualRoughness: 0.55, IOR: 1.45}
}

// endGrain is a block of wood seen from its fibers' ends, with texture coordinates as for wood.
func endGrain(c material.RGB) material.Material {
	m := wood(c)
	m.Name, m.BaseColorTexture = "end grain", worktop.EndGrain()
	return m
}
