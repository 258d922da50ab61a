package ptr

import (
	"maps"
	"slices"
)

// instance is one part mesh as far as visibility goes.
type instance struct {
	name   string // final
	pixels int    // with only its own object in the picture
}

// A part mesh with fewer pixels than these counts as hidden.
const (
	minPixelsStatic   = 5
	minPixelsPhysical = 1
)

func minPixels(physical bool) int {
	if physical {
		return minPixelsPhysical
	}
	return minPixelsStatic
}

// visible takes the hidden part meshes off counts and colors, which stay as they are; it returns new ones. A hidden piece
// of a counted name lowers the count, and the last one takes the colour along; for a name that is not counted one hidden
// piece is enough to lose the colour.
func visible(parts []instance, counts map[string]int, colors map[string]Color, minPixels int) (map[string]int, map[string]Color) {
	counts, colors = maps.Clone(counts), maps.Clone(colors)
	for _, p := range parts {
		if p.pixels >= minPixels {
			continue
		}
		if n, ok := counts[p.name]; ok && n > 1 {
			counts[p.name] = n - 1
			continue
		}
		delete(counts, p.name)
		delete(colors, p.name)
	}
	return counts, colors
}

// masked reports whether the part meshes of a name get masks.
type masked func(name string) bool

// maskedRaw is the published rule for static scenes: only names that are also raw labels of the object.
func maskedRaw(raw []string) masked {
	return func(name string) bool { return slices.Contains(raw, name) }
}

// maskedColored gives masks to every name that a coloured label of the object has.
func maskedColored(category string, raw []string) masked {
	return func(name string) bool {
		return slices.ContainsFunc(raw, func(r string) bool { return FinalName(category, r) == name })
	}
}
