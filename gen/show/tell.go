package show

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/engine/material"
	"mereo/scenes/annot"
)

// Key names an entity by its kind and its number: "object 3".
func Key(kind string, number int) string { return fmt.Sprintf("%s %d", kind, number) }

// IDs are the ids from 1 to n.
func IDs(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// BoxOf is a box of pixels.
func BoxOf(b annot.Box) Rect {
	return Rect{X0: float64(b.X0), Y0: float64(b.Y0), X1: float64(b.X1), Y1: float64(b.Y1)}
}

// Hex is an sRGB color as Entity.Color has it.
func Hex(c [3]uint8) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// HexOf is the color in which a screen shows a linear one, from 0 to 1.
func HexOf(linear material.RGB) string {
	var c [3]uint8
	for i, l := range linear {
		c[i] = uint8(math.Round(255 * material.EncodeSRGB(l)))
	}
	return Hex(c)
}

// Triple says a place or a direction: "(0.50, -1.00, 0.00)".
func Triple(v [3]float64) string {
	for i := range v {
		v[i] = math.Round(v[i]*100)/100 + 0 // no -0
	}
	return fmt.Sprintf("(%.2f, %.2f, %.2f)", v[0], v[1], v[2])
}

// Count says a number of things: "no objects", "1 object", "2 objects".
func Count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// longestEcho is how many characters of what somebody sent a message repeats.
const longestEcho = 60

// Cut is text for a message that repeats what somebody sent: its first 60 characters, then "…".
func Cut(text string) string {
	n := 0
	for at := range text {
		if n++; n > longestEcho {
			return text[:at] + "…"
		}
	}
	return text
}

// Sentence is a phrase, filled in as by fmt.Sprintf, as a sentence.
func Sentence(phrase string, args ...any) string {
	text := fmt.Sprintf(phrase, args...)
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// Relate lists a relation: what stands in lists[i] is so of i. Key gives the keys of both.
func Relate(name string, lists [][]int, key func(int) string) []Relation {
	var out []Relation
	for to, list := range lists {
		for _, from := range list {
			out = append(out, Relation{Name: name, From: key(from), To: key(to)})
		}
	}
	return out
}

// Add adds a value, which may be there already.
func (f Facets) Add(name, value string) {
	if !slices.Contains(f[name], value) {
		f[name] = append(f[name], value)
	}
}

// Differ tells of the first entity that is another one in the files than in the sample made again, empty where all are the same.
func Differ(files, made *Page) string {
	is, want := flat(made.Entities), flat(files.Entities)
	for i := range min(len(is), len(want)) {
		a, b := is[i], want[i]
		switch {
		case a.Key != b.Key:
			return fmt.Sprintf("there is %s where the files have %s", a.Key, b.Key)
		case a.Name != b.Name:
			return fmt.Sprintf("%s is a %s and in the files a %s", a.Key, a.Name, b.Name)
		case (a.At == nil) != (b.At == nil) || a.At != nil && *a.At != *b.At:
			return fmt.Sprintf("%s is at another place", a.Key)
		}
	}
	if len(is) != len(want) {
		return fmt.Sprintf("there are %d things, in the files %d", len(is), len(want))
	}
	return ""
}

// flat are entities and all within them.
func flat(all []Entity) (out []Entity) {
	for _, e := range all {
		out = append(append(out, e), flat(e.Entities)...)
	}
	return out
}
