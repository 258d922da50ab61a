package gltf

import (
	"encoding/json"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/material"
)

// Extensions of materials, beside those of which the name alone is needed.
const (
	clearcoat        = "KHR_materials_clearcoat"
	emissiveStrength = "KHR_materials_emissive_strength"
	sheen            = "KHR_materials_sheen"
	specular         = "KHR_materials_specular"
	volume           = "KHR_materials_volume"
)

// layers are the factors of the extensions that are drawn. Pictures of them are named by ignored.
type layers struct {
	IOR                *float64      `json:"ior"`
	Transmission       float64       `json:"transmissionFactor"`
	EmissiveStrength   *float64      `json:"emissiveStrength"`
	Specular           *float64      `json:"specularFactor"`
	SpecularColor      *material.RGB `json:"specularColorFactor"`
	Clearcoat          float64       `json:"clearcoatFactor"`
	ClearcoatRoughness float64       `json:"clearcoatRoughnessFactor"`
	SheenColor         material.RGB  `json:"sheenColorFactor"`
	SheenRoughness     float64       `json:"sheenRoughnessFactor"`
	Thickness          float64       `json:"thicknessFactor"`
	AttenuationColor   *material.RGB `json:"attenuationColor"`
	Attenuation        float64       `json:"attenuationDistance"` // meters; 0 for none
}

// extended adds to a material what extensions say of it.
func extended(out *material.Material, extensions qm.Extensions) error {
	var x layers
	for _, name := range []string{"KHR_materials_ior", "KHR_materials_transmission", emissiveStrength, specular, clearcoat, sheen, volume} {
		if raw, ok := extensions[name].(json.RawMessage); ok {
			if err := json.Unmarshal(raw, &x); err != nil {
				return fmt.Errorf("%s: %s", name, plainError(err))
			}
		}
	}
	out.Transmission = x.Transmission
	switch {
	case x.IOR != nil:
		out.IOR = *x.IOR
	case out.Transmission > 0:
		out.IOR = glassIOR
	default:
		out.IOR = opaqueIOR
	}
	if x.EmissiveStrength != nil {
		for i := range out.Emission {
			out.Emission[i] *= *x.EmissiveStrength
		}
	}
	if x.Clearcoat > 0 {
		out.Coat = &material.Coat{Share: x.Clearcoat, PerceptualRoughness: x.ClearcoatRoughness}
	}
	if x.SheenColor != (material.RGB{}) && out.Transmission == 0 {
		out.Sheen = &material.Sheen{Color: x.SheenColor, PerceptualRoughness: x.SheenRoughness}
	}
	if c := x.AttenuationColor; c != nil && x.Thickness > 0 && x.Attenuation > 0 {
		for i := range out.Absorption {
			out.Absorption[i] = -math.Log(max(c[i], 1e-6)) / x.Attenuation
		}
	}
	// What is reflected from the front is that of another index of refraction. Of glass the index is what bends light, and stays.
	if (x.Specular != nil || x.SpecularColor != nil) && out.Transmission == 0 {
		f0 := out.F0()
		if c := x.SpecularColor; c != nil {
			f0 = min(1, f0*(0.2126*c[0]+0.7152*c[1]+0.0722*c[2]))
		}
		if x.Specular != nil {
			f0 *= *x.Specular
		}
		if !(f0 >= 0 && f0 <= 1) {
			return fmt.Errorf("%s: reflects %g of the light from the front, want 0 to 1", specular, f0)
		}
		root := math.Min(math.Sqrt(f0), 0.8) // an index of 9
		out.IOR = (1 + root) / (1 - root)
	}
	return nil
}
