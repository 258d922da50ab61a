package qlevr

import (
	"fmt"
	"slices"
	"sync"

	"mereo/assets/deskware"
	"mereo/assets/palette"
	"mereo/engine/material"
	"mereo/scenes"
)

// objectAtlas is the picture of marble, wood and leather on all shapes, in the order of objectShapes.
var objectAtlas = sync.OnceValue(func() *deskware.Atlas { return deskware.NewAtlas(unitMeshes()...) })

// objectFinish is how a material looks besides its color.
type objectFinish struct {
	pattern             string  // of deskware.Patterns; "" for none
	share               float64 // of the color that is reflected
	metallic            float64
	perceptualRoughness float64
	ior                 float64
}

var (
	metalFinish = objectFinish{share: 1, metallic: 1, perceptualRoughness: 0.15, ior: 1}
	// The published rubber lets the rest of the light through.
	rubberFinish = objectFinish{share: 0.8, perceptualRoughness: 0.55, ior: 1.2}
)

// objectFinishes are the two variants of every material. Where the renderer follows rays, wide lobes show as grain with the few
// of a standard picture. So metal is as smooth as it may be while its highlights come from the lamps themselves, not from rays
// that hit them by chance (0.25 is published), and marble and the second leather have the least roughness at which no rays are
// followed (0.3 and 0.25). The first wood reflects 0.024 from the front, which is "specular 0.3".
var objectFinishes = map[string][2]objectFinish{
	"metal":   {metalFinish, metalFinish},
	"rubber":  {rubberFinish, rubberFinish},
	"marble":  {{"marble_1", 1, 0, 0.45, lookIOR}, {"marble_2", 1, 0, 0.45, lookIOR}},
	"wooden":  {{"wood_1", 1, 0, 0.7, 1.37}, {"wood_2", 1, 0, 0.7, lookIOR}},
	"leather": {{"leather_1", 1, 0, 0.6, lookIOR}, {"leather_2", 1, 0, 0.45, lookIOR}},
}

// part is the solid and its material, in a variant. The color is a reflectance as it stands, not a screen color.
func (o *planObject) part(variant int) scenes.Part {
	variants, ok := objectFinishes[o.material]
	color, known := palette.Named(o.color)
	shape := slices.Index(objectShapes, o.shape)
	if !ok || !known || shape < 0 || variant < 1 || variant > len(variants) {
		panic(fmt.Sprintf("qlevr: nothing looks like variant %d of a %s %s %s", variant, o.color, o.material, o.shape))
	}
	f := &variants[variant-1]
	m := material.Material{
		Name: o.color + " " + o.material, Metallic: f.metallic, PerceptualRoughness: f.perceptualRoughness, IOR: f.ior,
	}
	for i, c := range color.Linear() {
		m.BaseColor[i] = float64(f.share * c)
	}
	if f.pattern == "" {
		return scenes.Part{Label: o.shape, Mesh: unitMesh(o.shape), Material: m}
	}
	m.BaseColorTexture = objectAtlas().Picture
	return scenes.Part{Label: o.shape, Mesh: objectAtlas().Mesh(shape, f.pattern), Material: m}
}
