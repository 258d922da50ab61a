package shopvrb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/assets/kitchen"
	"mereo/gen/ask"
)

// chain is a program of calls, each of the result of the one before: "filter_name pot", "unique".
func chain(calls string) (p ask.Program) {
	for i, call := range strings.Split("scene, "+calls, ", ") {
		name, value, has := strings.Cut(call, " ")
		n := ask.Node{Function: name}
		if i > 0 {
			n.Inputs = []int{i - 1}
		}
		if has {
			n.Side = []ask.Value{value}
		}
		p = append(p, n)
	}
	return p
}

// readScene has things with the given properties, 2 units apart, from left to right and from front to behind.
func readScene(t *testing.T, things ...string) *known {
	t.Helper()
	var objects []string
	for i, o := range things {
		var p [attributeCount]string
		copy(p[:], strings.Split(o, ", "))
		objects = append(objects, fmt.Sprintf(`{"size": %q, "weight": %q, "color": %q, "material": %q, "movability": %q, "shape": %q, "name": %q,
			"3d_coords": [%d, %d, 0], "pixel_coords": [%d, 200, 9], "mereo": {"instance": %q}}`,
			p[0], p[1], p[2], p[3], p[4], p[5], p[6], 2*i, 2*i, 100+100*i, p[7]))
	}
	var after, before []string
	for i := range things {
		var a, b []string
		for j := range things {
			if j > i {
				a = append(a, fmt.Sprint(j))
			} else if j < i {
				b = append(b, fmt.Sprint(j))
			}
		}
		after, before = append(after, "["+strings.Join(a, ",")+"]"), append(before, "["+strings.Join(b, ",")+"]")
	}
	up, down := strings.Join(after, ","), strings.Join(before, ",")
	k, err := parseKnown(fmt.Appendf(nil, `{"objects": [%s],
		"directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "behind": [0, 1, 0], "front": [0, -1, 0]},
		"relationships": {"left": [%s], "right": [%s], "behind": [%s], "front": [%s]}}`, strings.Join(objects, ","), down, up, up, down))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// What is doubtful of a thing is its size, where things of its looks have two, and the word for its shape; nothing else is.
func TestReadings(t *testing.T) {
	const (
		largePot = "large, heavy, metallic, metal, portable, cylindrical, pot, pot1"
		smallPot = "medium-sized, heavy, metallic, metal, portable, cylindrical, pot, pot1"
		blackPot = "large, heavy, black, metal, portable, irregularly shaped, pot, pot2"
		fork     = "small, light, metallic, metal, portable, long and thin shaped, fork, fork1"
		board    = "large, light, red, plastic, portable, cuboid, chopping board, chopping_board2"
	)
	l, looks := newLibrary(), looksOf(instances(kitchen.Training))
	for _, c := range []struct {
		things   []string
		question string
		want     bool // whether there is another answer
	}{
		{[]string{largePot, fork}, "filter_name pot, unique, query_size", true},
		{[]string{largePot, fork}, "filter_name fork, unique, query_size", false},
		{[]string{largePot, fork}, "filter_name pot, unique, query_color", false},
		{[]string{largePot, fork}, "filter_size medium-sized, exist", true},
		{[]string{largePot, fork}, "filter_size small, exist", false},
		{[]string{largePot, smallPot}, "filter_size large, unique, query_color", false}, // beside each other
		{[]string{largePot, largePot}, "filter_size large, count", true},
		{[]string{blackPot, fork}, "filter_name pot, unique, query_size", false},
		{[]string{blackPot, fork}, "filter_name pot, unique, query_shape", true},
		{[]string{board, fork}, "filter_shape flat, exist", true},
		{[]string{board, fork}, "filter_shape hemisphere, exist", false},
		{[]string{board, fork}, "filter_name fork, unique, relate right, exist", false},
	} {
		k := readScene(t, c.things...)
		p := chain(c.question)
		answer := l.Answer(k, p)
		got := slices.ContainsFunc(looks.readings(k), func(other *known) bool { return l.Answer(other, p) != answer })
		if answer == ask.Invalid || got != c.want {
			t.Errorf("%v: %s: %v, another answer %v, want %v", c.things, c.question, answer, got, c.want)
		}
	}
}
