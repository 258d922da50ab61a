package trance

import (
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

// String is such as "large red rubber cube at [3, -4]".
func (o Object) String() string {
	return fmt.Sprintf("%s %s %s %s at [%d, %d]", o.Value(Size), o.Value(Color), o.Value(Material), o.Value(Shape),
		o.Position.X, o.Position.Y)
}

// radii of the circles around objects in lattice units, by size. The world's are Unit times these.
var radii = [...]int{6, 4, 2}

// radius of the object's circle in lattice units.
func (o *Object) radius() int { return radii[o.values[Size]] }

// tooClose is the published rule of overlapping: circles nearer than the smallest gap. At exactly that gap they may be.
func (o *Object) tooClose(p *Object) bool {
	dx, dy := o.Position.X-p.Position.X, o.Position.Y-p.Position.Y
	r := o.radius() + p.radius() + minGap
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

// wordAttributes are the attributes whose values are words.
var wordAttributes = [...]Attribute{Color, Material, Shape, Size}

// newObject is the object with these words for the attributes of wordAttributes. Errors begin with the attribute.
func newObject(words [len(wordAttributes)]string, at Point) (Object, error) {
	o := Object{Position: at}
	for k, a := range wordAttributes {
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
