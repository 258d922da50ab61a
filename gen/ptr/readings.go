package ptr

import (
	"maps"
	"slices"

	"mereo/gen/ask"
)

// Two careful people do not see quite the same scene: one overlooks a leg of which a sliver shows, or takes what is almost
// beside something for being in front of it. What they may see otherwise than the labels have it makes other readings of the
// scene.

// A piece with fewer pixels than specks is overlooked, and one with fewer than slivers when less of it shows than of the best
// seen piece of its name times sliverShare.
const (
	specks      = 10
	slivers     = 30
	sliverShare = 0.4
)

// overlooked tells whether a reader may overlook a piece, by its pixels and those of the best seen piece of its name.
func overlooked(pixels, best int) bool {
	return pixels < specks || pixels < slivers && float64(pixels) < float64(sliverShare*float64(best))
}

// An object is surely in a relation when it lies at least sureMeters along the direction, and to the left or right also
// surePixels of the picture; it may be in it when it lies possibleMeters along the direction, or possiblePixels. On the ground
// and in the picture left and right can differ, because the picture's columns run together in the distance.
const (
	sureMeters     = 0.4
	surePixels     = 20
	possibleMeters = 0.1
	possiblePixels = 10
)

// readings are the scene as other readers may see it: for each object with pieces that may be overlooked one without them, one
// with relations that surely hold only, and one with all that may hold. Without pixels or positions in the file there are
// none.
func readings(k *known, f *sceneFile) []*known {
	var out []*known
	for i := range k.objects {
		if o := k.objects[i].glimpsed(f.Objects[i].Parts, minPixels(k.physics)); o != nil {
			other := *k
			other.objects = slices.Clone(k.objects)
			other.objects[i] = *o
			out = append(out, &other)
		}
	}
	if len(f.Directions) == 0 {
		return out
	}
	sure, possible := *k, *k
	for r, name := range relationNames {
		sure.related[r], possible.related[r] = make([]ask.Set, len(k.objects)), make([]ask.Set, len(k.objects))
		d := vec3(f.Directions[name])
		for i := range k.objects {
			from := &f.Objects[i]
			for j := range k.objects {
				if j == i {
					continue
				}
				to := &f.Objects[j]
				meters := vec3(to.Coords).Sub(vec3(from.Coords)).Dot(d)
				isSure, isPossible := meters > sureMeters, meters > possibleMeters
				if name == "left" || name == "right" {
					pixels := to.PixelCoords[0] - from.PixelCoords[0]
					if name == "left" {
						pixels = -pixels
					}
					isSure, isPossible = isSure && pixels > surePixels, isPossible || pixels > possiblePixels
				}
				if isSure {
					sure.related[r][i] = sure.related[r][i].With(ask.Object(j))
				}
				if isPossible {
					possible.related[r][i] = possible.related[r][i].With(ask.Object(j))
				}
			}
		}
	}
	for _, other := range []*known{&sure, &possible} {
		if !slices.EqualFunc(other.related[:], k.related[:], slices.Equal[[]ask.Set]) {
			out = append(out, other)
		}
	}
	return out
}

// glimpsed is the object without the pieces that may be overlooked, nil when there are none. Pieces below hidden pixels are
// not counted to begin with.
func (o *knownObject) glimpsed(pieces []partFile, hidden int) *knownObject {
	best := map[string]int{}
	for _, p := range pieces {
		best[p.Name] = max(best[p.Name], p.Pixels)
	}
	var out *knownObject
	for _, p := range pieces {
		if p.Pixels < hidden || !overlooked(p.Pixels, best[p.Name]) || o.number(p.Name) == 0 {
			continue
		}
		if out == nil {
			c := *o
			c.parts, c.color, c.count = slices.Clone(o.parts), maps.Clone(o.color), maps.Clone(o.count)
			out = &c
		}
		if n := out.count[p.Name]; n > 1 {
			out.count[p.Name] = n - 1
			continue
		}
		delete(out.count, p.Name)
		delete(out.color, p.Name)
		out.parts = slices.DeleteFunc(out.parts, func(name string) bool { return name == p.Name })
	}
	return out
}

// bars is from how many pieces one above the other, on the average of its columns, a back looks like bars.
const bars = 1.3

// barred tells whether a back looks made of bars or slats, which a reader counts among straight parts: its mask, run lengths
// down the columns, has several runs in a column.
func barred(counts []int, pieces []partFile) bool {
	for _, p := range pieces {
		if p.Name == "back" {
			return float64(len(counts)/2) > bars*float64(p.BBox[2]-p.BBox[0])
		}
	}
	return false
}
