package trance

import (
	"fmt"
	"slices"
	"strconv"
)

// Attribute is one of the five, in the published (alphabetical) order.
type Attribute uint8

const (
	Color Attribute = iota
	Material
	Position
	Shape
	Size
	attributeCount = 5
)

var attributeNames = [attributeCount]string{"color", "material", "position", "shape", "size"}

func (a Attribute) String() string { return attributeNames[a] }

// values are those of every attribute but position, in the published order; an object holds their indices.
var values = [attributeCount][]string{
	Color:    {"gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"},
	Material: {"rubber", "metal", "glass"},
	Shape:    {"cube", "sphere", "cylinder"},
	Size:     {"large", "medium", "small"},
}

// Pair is an attribute and one of its values, numbered as in the published tensors: by attribute, then by value.
type Pair uint8

// PairCount is how many pairs there are.
const PairCount = 33

// firstPair is the number of an attribute's first pair; the last entry is PairCount.
var firstPair = func() (first [attributeCount + 1]Pair) {
	for a := range attributeCount {
		n := len(values[a])
		if Attribute(a) == Position {
			n = directionCount * maxSteps
		}
		first[a+1] = first[a] + Pair(n)
	}
	if first[attributeCount] != PairCount {
		panic(fmt.Sprintf("trance: %d pairs, want %d", first[attributeCount], PairCount))
	}
	return first
}()

// Attribute is what the pair is about.
func (p Pair) Attribute() Attribute {
	for a := range Attribute(attributeCount) {
		if p < firstPair[a+1] {
			return a
		}
	}
	panic(fmt.Sprintf("trance: pair %d, want less than %d", p, PairCount))
}

// value is the index of the pair's value among those of its attribute, which is not position.
func (p Pair) value() int { return int(p - firstPair[p.Attribute()]) }

// Move is what the pair does, which is one of position.
func (p Pair) Move() Move {
	k := int(p - firstPair[Position])
	return Move{Direction(k / maxSteps), 1 + k%maxSteps}
}

// Pair is the number of a move.
func (m Move) Pair() Pair { return firstPair[Position] + Pair(int(m.Direction)*maxSteps+m.Steps-1) }

// pairOf is the pair that gives an attribute, other than position, the value of an index.
func pairOf(a Attribute, value int) Pair { return firstPair[a] + Pair(value) }

// pairNames are dotted: "color.red", "position.front-left.2".
var pairNames = func() (names [PairCount]string) {
	for i := range names {
		p := Pair(i)
		if a := p.Attribute(); a == Position {
			m := p.Move()
			names[i] = "position." + m.Direction.String() + "." + strconv.Itoa(m.Steps)
		} else {
			names[i] = a.String() + "." + values[a][p.value()]
		}
	}
	return names
}()

func (p Pair) String() string { return pairNames[p] }

// MarshalText writes the dotted name.
func (p Pair) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the dotted name.
func (p *Pair) UnmarshalText(text []byte) error {
	i := slices.Index(pairNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("no pair %q, want one such as color.red, size.small or position.front-left.2", text)
	}
	*p = Pair(i)
	return nil
}
