package trance

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// segColors are the published colors of the objects' materials for identity pictures, by object.
var segColors = [ObjectCount][3]uint8{
	{135, 197, 176}, {123, 3, 170}, {108, 56, 167}, {90, 167, 112}, {226, 120, 211},
	{50, 192, 73}, {212, 238, 233}, {255, 40, 146}, {136, 76, 117}, {58, 73, 225},
}

// The meshes and materials of the published files, as in values.
var (
	shapeAssets    = [...]string{"SmoothCube_v2", "Sphere", "SmoothCylinder"}
	materialAssets = [...]string{"Rubber", "Metal", "Glass"}
)

// keyed is a JSON object whose keys keep their order, on which readers of the published files rely.
type keyed []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the entries.
func (o keyed) MarshalJSON() ([]byte, error) {
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
func entries[T any](n int, name func(i int) string, value func(i int) T) (o keyed) {
	for i := range n {
		o = append(o, entry{name(i), value(i)})
	}
	return o
}

// triplet is a color as JSON has it: a list, where []uint8 would be a string.
func triplet(c [3]uint8) [3]int { return [3]int{int(c[0]), int(c[1]), int(c[2])} }

// stepCounts are how far moves go.
func stepCounts() (n []int) {
	for i := range maxSteps {
		n = append(n, i+1)
	}
	return n
}

// properties is what properties.json says, by the constants of the program.
func properties() keyed {
	word := func(a Attribute) func(i int) string { return func(i int) string { return values[a][i] } }
	render := entries(ObjectCount, objectName, func(i int) [3]int { return triplet(idColors[i]) })
	return keyed{
		{"shape", entries(len(shapeAssets), word(Shape), func(i int) string { return shapeAssets[i] })},
		{"color", entries(len(values[Color]), word(Color), func(i int) [3]int { return triplet(paint(i).RGB) })},
		{"material", entries(len(materialAssets), word(Material), func(i int) string { return materialAssets[i] })},
		{"size", entries(len(sizeRadii), word(Size), func(i int) float64 { return sizeRadii[i] })},
		{"position", keyed{
			{"direction", entries(directionCount,
				func(i int) string { return optionOrder[i].String() },
				func(i int) Point { return directionDeltas[optionOrder[i]] })},
			{"step", stepCounts()},
		}},
		{"coordinate", keyed{
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

// valueLists is what values.json says.
func valueLists() keyed {
	return keyed{
		{"shape", values[Shape]},
		{"size", values[Size]},
		{"position", keyed{{"direction", directionNames}, {"step", stepCounts()}}},
		{"material", values[Material]},
		{"color", values[Color]},
	}
}

// The published files say of the world what the program makes; the order of keys counts.
func TestPublishedWords(t *testing.T) {
	for name, c := range map[string]struct {
		file jsontext.Value
		want keyed
	}{propertiesName: {jsontext.Value(propertiesFile), properties()}, valuesName: {jsontext.Value(valuesFile), valueLists()}} {
		want, err := json.Marshal(c.want)
		if err != nil {
			t.Fatal(err)
		}
		got := c.file.Clone()
		if err := got.Compact(); err != nil || string(got) != string(want) {
			t.Errorf("%s is\n%s\nwant\n%s (%v)", name, got, want, err)
		}
	}
}

// An identity picture has the objects' colors as a renderer makes them of the published materials.
func TestIDColors(t *testing.T) {
	var all [][3]uint8
	for i, seg := range segColors {
		var want [3]uint8
		for k, v := range seg {
			linear := float64(v) / 255
			srgb := 12.92 * linear
			if linear > 0.0031308 {
				srgb = 1.055*math.Pow(linear, 1/2.4) - 0.055
			}
			want[k] = uint8(math.Round(255 * srgb))
		}
		if idColors[i] != want {
			t.Errorf("object %d is %v, want %v", i, idColors[i], want)
		}
		if all = append(all, idColors[i]); slices.Contains(all[:i], idColors[i]) || idColors[i] == idBackground {
			t.Errorf("the colour %v of object %d is another's, too", idColors[i], i)
		}
	}
}
