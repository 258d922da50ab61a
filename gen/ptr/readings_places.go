package ptr

import (
	"slices"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/scenes/relate"
)

// doubt is how far relations may be judged otherwise, in meters and pixels: of two things at the two sides of the room nobody sees which is
// nearer by half a meter.
var doubt = relate.Doubt{Sure: 0.5, Possible: -0.2, SurePixels: 20, PossiblePixels: 10, Slope: 0.06}

// doubtAloft is the same in depth of what does not stand on the floor.
var doubtAloft = relate.Doubt{Sure: 1, Possible: -0.7, Slope: doubt.Slope}

// placed are readings of where objects are: with relations that surely hold, with all that may, and with those to the sides or in depth alone.
func (k *known) placed(f *sceneFile) (out []*known) {
	places, columns := make([]geom.Vec3, len(k.objects)), make([]float64, len(k.objects))
	for i := range f.Objects {
		places[i], columns[i] = vec3(f.Objects[i].Coords), f.Objects[i].PixelCoords[0]
	}
	sure, possible, sides, depths := *k, *k, *k, *k
	sure.strict, possible.strict = true, true
	for r, name := range relationNames {
		side := relate.Side(name)
		isSure, may := doubt.Along(places, vec3(f.Directions[name]), columns, side)
		one := &sides
		if side == 0 {
			surer, mayBe := doubtAloft.Along(places, vec3(f.Directions[name]), columns, side)
			for i := range isSure {
				isSure[i], may[i] = f.aloft(i, isSure[i], surer[i]), f.aloft(i, may[i], mayBe[i])
			}
			f.stack(isSure, may)
			one = &depths
		}
		sure.related[r], possible.related[r] = setsOf(isSure), setsOf(may)
		one.related[r] = possible.related[r]
	}
	for _, other := range []*known{&sure, &possible, &sides, &depths} {
		if slices.EqualFunc(other.related[:], k.related[:], slices.Equal[[]ask.Set]) {
			continue
		}
		out = append(out, other)
		for i := range f.Objects { // posts stand out, so who sees them sees the relation otherwise, too
			if o := k.objects[i].propped(&f.Objects[i], minPixels(k.physics)); o != nil {
				out = append(out, other.with(i, o))
			}
		}
	}
	for i := range f.Objects {
		s := f.Objects[i].Simulation
		if s == nil || s.Supporter == nil {
			continue
		}
		// What lies on another thing is in front of it, or behind it.
		for _, pair := range [][2]int{{i, *s.Supporter}, {*s.Supporter, i}} {
			other := *k
			for r, name := range relationNames {
				if relate.Side(name) != 0 {
					continue
				}
				a, b := pair[0], pair[1]
				if name == "behind" {
					a, b = b, a
				}
				other.related[r] = slices.Clone(k.related[r])
				other.related[r][a] = other.related[r][a].With(ask.Object(b))
				other.related[r][b] = other.related[r][b].Without(ask.Object(a))
			}
			out = append(out, &other)
		}
	}
	return out
}

// aloft are what lies in depth from object i: near where neither it nor the other is stacked, else other.
func (f *sceneFile) aloft(i int, near, other []int) (out []int) {
	stacked := func(i int) bool { return f.Objects[i].Simulation != nil && f.Objects[i].Simulation.Supporter != nil }
	for j := range f.Objects {
		list := near
		if stacked(i) || stacked(j) {
			list = other
		}
		if slices.Contains(list, j) {
			out = append(out, j)
		}
	}
	return out
}

// stack makes it doubtful whether what lies on something is in front of it or behind it, of which no floor between them tells.
func (f *sceneFile) stack(sure, possible [][]int) {
	for i := range f.Objects {
		s := f.Objects[i].Simulation
		if s == nil || s.Supporter == nil {
			continue
		}
		for _, p := range [][2]int{{i, *s.Supporter}, {*s.Supporter, i}} {
			a, b := p[0], p[1]
			sure[a] = slices.DeleteFunc(sure[a], func(o int) bool { return o == b })
			if !slices.Contains(possible[a], b) {
				possible[a] = append(possible[a], b)
			}
		}
	}
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
