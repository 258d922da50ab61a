package trance

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"mereo/assets/palette"
)

// What the published data roots hold beside their records: properties.json, what the words of records mean in the world, with lengths
// in meters, and values.json, the values of each attribute in the order in which pairs are numbered. Their readers rely on the order
// of keys.
var (
	//go:embed properties.json
	propertiesFile json.RawMessage
	//go:embed values.json
	valuesFile json.RawMessage
)

// paint is the color that a value of values[Color] stands for.
func paint(value int) palette.Color {
	c, ok := palette.Named(values[Color][value])
	if !ok {
		panic(fmt.Sprintf("trance: color is %q, want one of the palette", values[Color][value]))
	}
	return c
}

// idColors are the objects' colors in identity pictures: a seg color over 255, taken for linear light and encoded as sRGB.
var idColors = [ObjectCount][3]uint8{
	{192, 228, 216}, {185, 28, 213}, {174, 129, 212}, {160, 212, 177}, {242, 182, 235},
	{122, 225, 146}, {235, 247, 245}, {255, 110, 199}, {193, 148, 180}, {131, 146, 241},
}

// idBackground is the color of an identity picture where there is no object.
var idBackground = [3]uint8{64, 64, 64}

// idPalette are the colors of ids in identity pictures.
var idPalette = append([][3]uint8{idBackground}, idColors[:]...)

func objectName(i int) string { return fmt.Sprintf("Object_%d", i) }
