package window

import (
	"math"

	"mereo/engine/geom"
)

// series is what an object does in a film, a value for each of its instants.
type series struct {
	time   []float64
	height []float64 // of the middle of the object, world units
	speed  []float64 // of that, world units per second, between the instants before and after
	force  []float64 // the sum of those at its contacts, newtons
}

// seriesOf is that of an object whose middle is at a point of its frame.
func seriesOf(f *Film, object int, middle geom.Vec3) *series {
	n := len(f.Instants)
	s := &series{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	at := make([]geom.Vec3, n)
	for i := range f.Instants {
		in := &f.Instants[i]
		at[i] = in.WorldFromObject[object].Point(middle)
		s.time[i], s.height[i] = in.Time, at[i].Z
		for _, c := range in.Contacts {
			if c.A == object || c.B == object {
				s.force[i] += c.Force
			}
		}
	}
	for i := range at {
		before, after := max(0, i-1), min(n-1, i+1)
		if dt := s.time[after] - s.time[before]; dt > 0 {
			s.speed[i] = at[after].Sub(at[before]).Len() / dt
		}
	}
	return s
}

// curve draws values over time into a picture of w x h, RGBA, as a line of one color on nothing. Low is at the bottom, high at the top.
func curve(time, values []float64, low, high float64, w, h int, color [3]uint8) []uint8 {
	out := make([]uint8, 4*w*h)
	if len(time) < 2 {
		return out
	}
	row := func(v float64) float64 { return (1 - (v-low)/max(high-low, 1e-12)) * float64(h-1) }
	begin, long := time[0], max(time[len(time)-1]-time[0], 1e-12)
	k, before := 0, math.NaN()
	for x := range w {
		t := begin + long*float64(x)/float64(w-1)
		first := row(values[k])
		top, bottom := math.Inf(1), math.Inf(-1) // what the line covers of this column
		for k+1 < len(time)-1 && time[k+1] <= t {
			k++
			first = row(values[k])
			top, bottom = min(top, first), max(bottom, first)
		}
		share := min(1, max(0, (t-time[k])/max(time[k+1]-time[k], 1e-12)))
		y := row(values[k] + share*(values[k+1]-values[k]))
		top, bottom = min(top, y), max(bottom, y)
		if !math.IsNaN(before) {
			top, bottom = min(top, before), max(bottom, before)
		}
		before = y
		for r := max(0, int(math.Round(top-0.4))); r <= min(h-1, int(math.Round(bottom+0.4))); r++ {
			copy(out[4*(r*w+x):], []uint8{color[0], color[1], color[2], 255})
		}
	}
	return out
}

// span is what values lie between; it holds 0 where zero is true, and is never empty.
func span(values []float64, zero bool) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	if !(high-low > 1e-9) {
		high = low + 1e-9
	}
	return low, high
}
