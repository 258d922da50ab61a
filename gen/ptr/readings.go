package ptr

import (
	"maps"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/scenes/relate"
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

// nearUnstable is within which factor of the change that makes an object unstable its verdict is a near one: a person who sees it
// lean does not see whether it moves by 9 or by 11 cm.
const nearUnstable = 1.5

// parallelDeg is how far two bars may be from parallel, in degrees, and still be called so. The published labels give parts one direction
// that are 17 degrees apart.
const parallelDeg = 5

// doubt is how far relations may be judged otherwise, in meters and pixels.
var doubt = relate.Doubt{Sure: 0.4, Possible: 0.1, SurePixels: 20, PossiblePixels: 10}

// readings are the scene as other readers may see it: for each object with pieces that may be overlooked one without them; for each
// with hidden pieces one where they are counted, too, and one where they are of all objects; for each with legs that may be told otherwise
// one with these; for each with splayed legs one where these have no direction; one with relations that surely hold only, and one with all
// that may hold. Without pixels or positions in the file there are none.
func readings(k *known, f *sceneFile) []*known {
	var out []*known
	for i := range k.objects {
		if o := k.objects[i].glimpsed(f.Objects[i].Parts, minPixels(k.physics)); o != nil {
			out = append(out, k.with(i, o))
		}
		if o := k.objects[i].legged(f.Objects[i].PartColorAll); o != nil {
			out = append(out, k.with(i, o))
		}
	}
	whole, n := *k, 0
	whole.objects = slices.Clone(k.objects)
	for i := range k.objects {
		if o := k.objects[i].whole(); o != nil {
			out = append(out, k.with(i, o))
			whole.objects[i] = *o
			n++
		}
	}
	if n > 1 {
		out = append(out, &whole)
	}
	for i := range k.objects {
		if o := k.objects[i]; len(o.splayed) > 0 {
			o.lines = slices.DeleteFunc(slices.Clone(o.lines), func(d directedPart) bool { return slices.Contains(o.splayed, d.part) })
			out = append(out, k.with(i, &o))
		}
	}
	if len(f.Directions) == 0 {
		return out
	}
	places, columns := make([]geom.Vec3, len(k.objects)), make([]float64, len(k.objects))
	for i := range f.Objects {
		places[i], columns[i] = vec3(f.Objects[i].Coords), f.Objects[i].PixelCoords[0]
	}
	sure, possible := *k, *k
	for r, name := range relationNames {
		isSure, may := doubt.Along(places, vec3(f.Directions[name]), columns, relate.Side(name))
		sure.related[r], possible.related[r] = setsOf(isSure), setsOf(may)
	}
	for _, other := range []*known{&sure, &possible} {
		if !slices.EqualFunc(other.related[:], k.related[:], slices.Equal[[]ask.Set]) {
			out = append(out, other)
		}
	}
	return out
}

// with is the scene with another object in the place of one.
func (k *known) with(i int, o *knownObject) *known {
	other := *k
	other.objects = slices.Clone(k.objects)
	other.objects[i] = *o
	return &other
}

// setsOf are lists as sets.
func setsOf(lists [][]int) []ask.Set {
	out := make([]ask.Set, len(lists))
	for i, list := range lists {
		for _, j := range list {
			out[i] = out[i].With(ask.Object(j))
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

// whole is the object with its hidden pieces of what can be seen, nil when there are none: who sees three legs of a table knows that
// it has four.
func (o *knownObject) whole() *knownObject {
	var out *knownObject
	for name, n := range o.total {
		if seen := o.count[name]; seen == 0 || n <= seen {
			continue
		}
		if out == nil {
			c := *o
			c.count = maps.Clone(o.count)
			out = &c
		}
		out.count[name] = n
	}
	return out
}

// legged is the object with legs as others may tell them, nil where there is one way only: each of two legs that are frames, such as
// runners, stands on the floor twice, and the feet of a pedestal are legs to who looks for such.
func (o *knownObject) legged(labels map[string]paint) *knownObject {
	const leg = "leg"
	foot, footed := labels["foot"]
	footed = footed && !o.visible(leg)
	if !footed && o.count[leg] != 2 {
		return nil
	}
	c := *o
	c.count = maps.Clone(o.count)
	if footed {
		c.parts, c.color = append(slices.Clone(o.parts), leg), maps.Clone(o.color)
		slices.Sort(c.parts)
		c.color[leg] = foot
	}
	c.count[leg] = 4
	return &c
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
