package trance

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"

	"mereo/assets/palette"
)

// paint is the color that a value of values[Color] stands for.
func paint(value int) palette.Color {
	c, ok := palette.Named(values[Color][value])
	if !ok {
		panic(fmt.Sprintf("trance: color is %q, want one of the palette", values[Color][value]))
	}
	return c
}

// segColors are the published colors of the objects' materials for identity pictures, by object.
var segColors = [ObjectCount][3]uint8{
	{135, 197, 176}, {123, 3, 170}, {108, 56, 167}, {90, 167, 112}, {226, 120, 211},
	{50, 192, 73}, {212, 238, 233}, {255, 40, 146}, {136, 76, 117}, {58, 73, 225},
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

// The meshes and materials of the published files, as in values.
var (
	shapeAssets    = [...]string{"SmoothCube_v2", "Sphere", "SmoothCylinder"}
	materialAssets = [...]string{"Rubber", "Metal", "Glass"}
)

// ordered is a JSON object whose keys keep their order, on which readers of the published files rely.
type ordered []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the entries.
func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", e.key, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// entries are those of n names.
func entries[T any](n int, name func(i int) string, value func(i int) T) (o ordered) {
	for i := range n {
		o = append(o, entry{name(i), value(i)})
	}
	return o
}

// triplet is a color as JSON has it: a list, where []uint8 would be a string.
func triplet(c [3]uint8) [3]int { return [3]int{int(c[0]), int(c[1]), int(c[2])} }

func objectName(i int) string { return fmt.Sprintf("Object_%d", i) }

// stepCounts are how far moves go.
func stepCounts() (n []int) {
	for i := range maxSteps {
		n = append(n, i+1)
	}
	return n
}

// properties is the content of properties.json: what the words of records mean in the world. Lengths are in meters.
func properties() ordered {
	word := func(a Attribute) func(i int) string { return func(i int) string { return values[a][i] } }
	render := entries(ObjectCount, objectName, func(i int) [3]int { return triplet(idColors[i]) })
	return ordered{
		{"shape", entries(len(shapeAssets), word(Shape), func(i int) string { return shapeAssets[i] })},
		{"color", entries(len(values[Color]), word(Color), func(i int) [3]int { return triplet(paint(i).RGB) })},
		{"material", entries(len(materialAssets), word(Material), func(i int) string { return materialAssets[i] })},
		{"size", entries(len(sizeRadii), word(Size), func(i int) float64 { return sizeRadii[i] })},
		{"position", ordered{
			{"direction", entries(directionCount,
				func(i int) string { return optionOrder[i].String() },
				func(i int) Point { return directionDeltas[optionOrder[i]] })},
			{"step", stepCounts()},
		}},
		{"coordinate", ordered{
			{"unit", Unit}, {"step", Unit * stepLength}, {"min_gap", Unit * minGap},
			{"x_min", -Unit * planeHalf}, {"x_max", Unit * planeHalf},
			{"y_min", -Unit * planeHalf}, {"y_max", Unit * planeHalf},
			{"vis_x_min", -Unit * visibleHalf}, {"vis_x_max", Unit * visibleHalf},
			{"vis_y_min", -Unit * visibleHalf}, {"vis_y_max", Unit * visibleHalf},
		}},
		{"seg_color", entries(ObjectCount, objectName, func(i int) [3]int { return triplet(segColors[i]) })},
		{"render_color", append(render, entry{"Background", triplet(idBackground)})},
	}
}

// valueLists is the content of values.json: the values of each attribute in the order in which pairs are numbered.
func valueLists() ordered {
	return ordered{
		{"shape", values[Shape]},
		{"size", values[Size]},
		{"position", ordered{{"direction", directionNames}, {"step", stepCounts()}}},
		{"material", values[Material]},
		{"color", values[Color]},
	}
}
