// Package fingerprint holds color pictures against the things that they show, by the mean color of each: a picture that is black, another
// sample's, or edited has other ones, whatever driver drew it.
package fingerprint

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Things are the regions of a picture, one for each id: 0 is the background.
type Things struct {
	pixels []int
	mean   [][3]float64 // sRGB levels, 0 to 255; 0 where there are no pixels
}

// Of measures the things with the ids 0 to n in a picture, whose rgb has three levels for each of the ids. A higher id counts as the
// background.
func Of[ID uint8 | uint16](rgb []uint8, ids []ID, n int) Things {
	sums := make([][3]int, n+1)
	t := Things{make([]int, n+1), make([][3]float64, n+1)}
	for at, id := range ids {
		if int(id) > n {
			id = 0
		}
		s, c := &sums[id], rgb[3*at:3*at+3:3*at+3]
		s[0], s[1], s[2] = s[0]+int(c[0]), s[1]+int(c[1]), s[2]+int(c[2])
		t.pixels[id]++
	}
	for id, s := range sums {
		for c := range 3 {
			t.mean[id][c] = float64(s[c]) / float64(max(1, t.pixels[id]))
		}
	}
	return t
}

// unseen stands for a thing without pixels.
const unseen = "-"

// String is the fingerprint: the mean color of each thing as six hexadecimal digits, "-" for one that is not seen, with spaces between.
func (t Things) String() string {
	words := make([]string, len(t.pixels))
	for id, n := range t.pixels {
		words[id] = unseen
		if m := t.mean[id]; n > 0 {
			words[id] = fmt.Sprintf("%02x%02x%02x", int(math.Round(m[0])), int(math.Round(m[1])), int(math.Round(m[2])))
		}
	}
	return strings.Join(words, " ")
}

// Compare says in words where a fingerprint differs from another one by more than so many levels, if anywhere. Pictures of one scene
// by two drivers differ by a few.
func Compare(got, want string, levels int) string {
	a, b := strings.Fields(got), strings.Fields(want)
	if len(a) != len(b) {
		return fmt.Sprintf("there are mean colors of %d things, want %d", len(a), len(b))
	}
	for id := range a {
		if a[id] != b[id] && !near(a[id], b[id], levels) {
			return fmt.Sprintf("the mean color of id %d is %s, want %s", id, a[id], b[id])
		}
	}
	return ""
}

// near tells whether two colors are such and differ by at most so many levels in each channel.
func near(a, b string, levels int) bool {
	x, errX := strconv.ParseUint(a, 16, 24)
	y, errY := strconv.ParseUint(b, 16, 24)
	if errX != nil || errY != nil {
		return false
	}
	for shift := 0; shift < 24; shift += 8 {
		if d := int(x>>shift&255) - int(y>>shift&255); max(d, -d) > levels {
			return false
		}
	}
	return true
}

// What is judged by its color: things of so many pixels whose color is so far from gray.
const (
	leastPixels = 100
	leastHue    = 0.15
)

// leastShare is how much of their colors' distance from gray the things of a picture must have on average. Measured on rooms, tables
// and drawn lamps, single things have 0.68 to 1.25 of it.
const leastShare = 0.3

// Fault says why a picture cannot be one of these things, if it cannot. colors are linear reflectances by id; nil for what is textured,
// clear or a metal, and so may have any color. A picture without a thing of a clear hue is judged by whether it shows anything at all.
func (t Things) Fault(colors []*[3]float64) string {
	sum, judged := 0.0, 0
	blank := true
	for id := range t.pixels {
		if t.pixels[id] == 0 {
			continue
		}
		blank = blank && t.mean[id] == t.mean[0]
		if id >= len(colors) || colors[id] == nil || t.pixels[id] < leastPixels {
			continue
		}
		want, got := hue(*colors[id]), hue([3]float64{linear(t.mean[id][0]), linear(t.mean[id][1]), linear(t.mean[id][2])})
		if size := dot(want, want); size >= leastHue*leastHue {
			sum += dot(got, want) / size
			judged++
		}
	}
	switch {
	case blank && (t.mean[0] == [3]float64{} || t.mean[0] == [3]float64{255, 255, 255}):
		return "the picture is empty"
	case judged > 0 && sum < leastShare*float64(judged):
		return fmt.Sprintf("%d things have %.2f of the hue of their colors on average, want at least %g", judged, sum/float64(judged), leastShare)
	}
	return ""
}

// hue is how far a color is from gray, whatever its brightness; black is gray.
func hue(c [3]float64) [3]float64 {
	sum := c[0] + c[1] + c[2]
	if sum == 0 {
		return [3]float64{}
	}
	return [3]float64{c[0]/sum - 1.0/3, c[1]/sum - 1.0/3, c[2]/sum - 1.0/3}
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// linear is the intensity of an sRGB level, near enough.
func linear(level float64) float64 { return level * level }
