package trance

import (
	"encoding/json"
	"fmt"
	"slices"
)

// ObjectCount is how many objects every scene has, those outside of the visible area included.
const ObjectCount = 10

// Object is one object. Values are indices into the published lists; the one of position is not used.
type Object struct {
	values   [attributeCount]uint8
	Position Point
}

// Value is the word of an attribute, which is not position: "red".
func (o *Object) Value(a Attribute) string { return values[a][o.values[a]] }

// radii of the circles around objects in lattice units, by size. The world's are Unit times these.
var radii = [...]int{6, 4, 2}

// Radius of the object's circle in lattice units.
func (o *Object) Radius() int { return radii[o.values[Size]] }

// tooClose is the published rule of overlapping: circles nearer than the smallest gap. At exactly that gap they may be.
func (o *Object) tooClose(p *Object) bool {
	dx, dy := o.Position.X-p.Position.X, o.Position.Y-p.Position.Y
	r := o.Radius() + p.Radius() + minGap
	return dx*dx+dy*dy < r*r
}

// State is the ten objects by their index.
type State [ObjectCount]Object

// overlaps tells whether object i is too close to another one.
func (s *State) overlaps(i int) bool {
	for k := range s {
		if k != i && s[i].tooClose(&s[k]) {
			return true
		}
	}
	return false
}

// storedObject is an object in a released record.
type storedObject struct {
	Color    string `json:"color"`
	Material string `json:"material"`
	Shape    string `json:"shape"`
	Size     string `json:"size"`
	Position Point  `json:"position"`
}

// UnmarshalJSON reads [x, y].
func (p *Point) UnmarshalJSON(data []byte) error {
	var xy [2]int
	var list []json.Number
	if err := json.Unmarshal(data, &list); err != nil || len(list) != 2 || json.Unmarshal(data, &xy) != nil {
		return fmt.Errorf("trance: position is %s, want two whole numbers", data)
	}
	*p = Point{xy[0], xy[1]}
	return nil
}

// MarshalJSON writes the object as released records have it.
func (o Object) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedObject{o.Value(Color), o.Value(Material), o.Value(Shape), o.Value(Size), o.Position})
}

// UnmarshalJSON reads an object of a released record; other keys are not looked at.
func (o *Object) UnmarshalJSON(data []byte) error {
	var s storedObject
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("trance: object: %w", err)
	}
	for a, word := range map[Attribute]string{Color: s.Color, Material: s.Material, Shape: s.Shape, Size: s.Size} {
		i := slices.Index(values[a], word)
		if i < 0 {
			return fmt.Errorf("trance: object: %s is %q, want one of %v", a, word, values[a])
		}
		o.values[a] = uint8(i)
	}
	o.Position = s.Position
	return nil
}

// Describe is the state as the published loaders hand it to a network: for each object x and y from 0 to 1, and for
// material, color, shape and size a one in the place of its value and zeros elsewhere.
func (s *State) Describe() (out [ObjectCount][19]float32) {
	for i := range s {
		o, row := &s[i], out[i][:0]
		row = append(row, scaled(o.Position.X), scaled(o.Position.Y))
		for _, a := range [...]Attribute{Material, Color, Shape, Size} {
			at := len(row)
			row = row[:at+len(values[a])]
			row[at+int(o.values[a])] = 1
		}
	}
	return out
}

func scaled(x int) float32 { return float32(x+planeHalf) / (2 * planeHalf) }
