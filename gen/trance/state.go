package trance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
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

// valued are the attributes whose values are words.
var valued = [...]Attribute{Color, Material, Shape, Size}

// objectOf is the object with these words for the attributes of valued. Errors begin with the attribute.
func objectOf(words [len(valued)]string, at Point) (Object, error) {
	o := Object{Position: at}
	for k, a := range valued {
		i := slices.Index(values[a], words[k])
		if i < 0 {
			return o, fmt.Errorf("%s is %q, want one of %q", a, words[k], values[a])
		}
		o.values[a] = uint8(i)
	}
	return o, nil
}

// visible is how many objects are in the visible area.
func (s *State) visible() (n int) {
	for i := range s {
		if s[i].Position.Visible() {
			n++
		}
	}
	return n
}

// storedObject is an object in a released record.
type storedObject struct {
	Color    string `json:"color"`
	Material string `json:"material"`
	Shape    string `json:"shape"`
	Size     string `json:"size"`
	Position *Point `json:"position"`
}

// object is the object that was written down. Errors begin with the key.
func (s *storedObject) object() (Object, error) {
	switch {
	case s.Position == nil:
		return Object{}, errors.New("position is missing")
	case !s.Position.Valid():
		return Object{}, fmt.Errorf("position is [%d, %d], want %d to %d", s.Position.X, s.Position.Y, -planeHalf, planeHalf)
	}
	return objectOf([...]string{s.Color, s.Material, s.Shape, s.Size}, *s.Position)
}

// UnmarshalJSON reads [x, y].
func (p *Point) UnmarshalJSON(data []byte) error {
	var list []*int
	if json.Unmarshal(data, &list) != nil || len(list) != 2 || list[0] == nil || list[1] == nil {
		return fmt.Errorf("no place %s, want two whole numbers", shown(data))
	}
	*p = Point{*list[0], *list[1]}
	return nil
}
