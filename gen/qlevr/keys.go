package qlevr

import (
	"fmt"
	"slices"
)

// attribute is one of the four by which things are named; planes have no size.
type attribute uint8

const (
	sizeAttribute attribute = iota
	colorAttribute
	materialAttribute
	shapeAttribute
	attributeCount
)

// attributeLetters stand for the attributes in the names of slots.
const attributeLetters = "ZCMS"

// attributeWords are the values of each attribute, of objects and planes together.
var attributeWords = [attributeCount][]string{
	sizeAttribute:     objectSizes,
	colorAttribute:    append(slices.Clone(objectColors), "black", deskColor),
	materialAttribute: objectMaterials,
	shapeAttribute:    append(slices.Concat(objectShapes, planeShapes), deskShape),
}

// The codes of the two sizes.
const (
	largeSize = 1
	smallSize = 2
)

// packedKey is a key: four bits for each attribute, 0 where it is not mentioned, else one more than the place of the value in
// attributeWords.
type packedKey uint16

const (
	packedBits = 4
	packedKeys = 1 << (packedBits * attributeCount) // how many there are
)

// attributeField are the bits of each attribute.
var attributeField = [attributeCount]packedKey{0x000f, 0x00f0, 0x0f00, 0xf000}

// attributeUnions are the fields of every set of attributes.
var attributeUnions = func() (unions [1 << attributeCount]packedKey) {
	for set := range unions {
		for a, field := range attributeField {
			if set>>a&1 != 0 {
				unions[set] |= field
			}
		}
	}
	return unions
}()

// deskWords are the fields that name the desk and no other plane.
var deskWords = []packedKey{packAttribute(colorAttribute, deskColor), packAttribute(shapeAttribute, deskShape)}

// packAttribute is the key of one value, 0 if there is no such value.
func packAttribute(a attribute, word string) packedKey {
	return packedKey(slices.Index(attributeWords[a], word)+1) << (packedBits * a)
}

func (k packedKey) value(a attribute) int { return int(k >> (packedBits * a) & 0xf) }

// word is the value of an attribute as a slot has it.
func (k packedKey) word(a attribute) Value { return attributeValue(a, k.value(a)) }

func attributeValue(a attribute, code int) Value {
	if code == 0 {
		return Value{}
	}
	return saidValue(attributeWords[a][code-1])
}

func saidValue(word string) Value { return Value{Word: word, Said: true} }

// with is the key with another value of an attribute, 0 for none.
func (k packedKey) with(a attribute, code int) packedKey {
	return k&^attributeField[a] | packedKey(code)<<(packedBits*a)
}

// mentioned are the bits of the attributes that the key mentions.
func (k packedKey) mentioned() packedKey {
	// The sum carries into the top bit of a field whose lower bits are not all 0, and never out of the field.
	top := ((k & 0x7777) + 0x7777 | k) & 0x8888
	return top >> 3 * 0xf
}

// contains reports whether k says everything that general says.
func (k packedKey) contains(general packedKey) bool { return (k^general)&general.mentioned() == 0 }

// namesDesk reports whether only the desk can be called so.
func (k packedKey) namesDesk() bool {
	for _, w := range deskWords {
		if k&w.mentioned() == w {
			return true
		}
	}
	return false
}

// packWords is the key of values in the order size, color, material, shape; of a plane without the size.
func packWords(values []Value) (packedKey, error) {
	var k packedKey
	for i, v := range values {
		if !v.Said {
			continue
		}
		a := attribute(int(attributeCount) - len(values) + i)
		field := packAttribute(a, v.Word)
		if field == 0 {
			return 0, fmt.Errorf("qlevr: no such value: %q, want one of %q", v.Word, attributeWords[a])
		}
		k |= field
	}
	return k, nil
}

// directionBits are the eight directions of questions, as sets of the four of the files: bit i is directions[i]. A compound
// lies in both.
var directionBits = [8]uint8{1, 2, 4, 8, 1 | 4, 2 | 4, 1 | 8, 2 | 8}

// directionWords are their words.
var directionWords = func() (words [8]string) {
	for i, bits := range directionBits {
		for j, word := range directions {
			if bits>>j&1 == 0 {
				continue
			}
			if words[i] != "" {
				words[i] += " "
			}
			words[i] += word
		}
	}
	return words
}()

// directionOpposites are for each direction those that differ from it in one component: one for a simple direction, two, the
// adjacent ones, for a compound.
var directionOpposites = func() (opposites [8][]uint8) {
	turned := [4]uint8{2, 1, 8, 4}
	for i, bits := range directionBits {
		for j := range turned {
			if bits>>j&1 != 0 {
				other := bits&^(1<<j) | turned[j]
				opposites[i] = append(opposites[i], uint8(slices.Index(directionBits[:], other)))
			}
		}
	}
	return opposites
}()

// directionCovers reports whether all that lies in the direction narrow lies in wide.
func directionCovers(wide, narrow uint8) bool {
	return directionBits[narrow]&directionBits[wide] == directionBits[wide]
}
