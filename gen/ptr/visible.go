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

// sight is what is visible of an object: the numbers of its parts, their colors, and of every part mesh whether it was there to be
// seen when the turn came to it: it has enough pixels, and no mesh before it took the color of its name away.
type sight struct {
	counts map[string]int
	colors map[string]Color
	kept   []bool
}

// visible takes the hidden part meshes off counts and colors, which stay as they are, one after the other. A hidden piece of a
// counted name lowers the count, and the last one takes the color along; for a name that is not counted one hidden piece is enough to
// lose the color.
func visible(parts []instance, counts map[string]int, colors map[string]Color, minPixels int) sight {
	s := sight{maps.Clone(counts), maps.Clone(colors), make([]bool, len(parts))}
	for i, p := range parts {
		if p.pixels >= minPixels {
			_, s.kept[i] = s.colors[p.name]
			continue
		}
		if n, ok := s.counts[p.name]; ok && n > 1 {
			s.counts[p.name] = n - 1
			continue
		}
		delete(s.counts, p.name)
		delete(s.colors, p.name)
	}
	return s
}

// masked reports which part meshes of an object get masks of their own. Hidden ones do not, nor those of names that no colored label
// of the object has.
func masked(category string, raw []string, parts []instance, minPixels int) []bool {
	out := make([]bool, len(parts))
	for i, p := range parts {
		out[i] = p.pixels >= minPixels && slices.ContainsFunc(raw, func(r string) bool { return FinalName(category, r) == p.name })
	}
	return out
}

// maskedAsPublished is the published rule. In static scenes a visible part mesh has a mask if its name is also a raw label of the
// object. In physical ones it has one if its name can be asked about and the color of that name is not lost to a mesh before it: of two
// sides of a refrigerator of which one has no pixel, the other one has a mask only if it comes first.
func maskedAsPublished(physical bool, raw []string, parts []instance, seen sight) []bool {
	if physical {
		return seen.kept
	}
	out := make([]bool, len(parts))
	for i, p := range parts {
		out[i] = p.pixels >= minPixels(physical) && p.name != other && slices.Contains(raw, p.name)
	}
	return out
}
