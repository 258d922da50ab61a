package strict

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

type lens struct {
	Aperture float64 `yaml:"aperture"`
	Blades   int     `yaml:"blades"`
}

type camera struct {
	Width   int            `yaml:"width"`
	Name    string         `yaml:"name"`
	Lens    lens           `yaml:"lens"`
	Weights map[string]int `yaml:"weights"`
	Sizes   []uint8        `yaml:"sizes"`
	Axes    [2]float64     `yaml:"axes"`
	Angle   angle          `yaml:"angle"`
	Shared  lens           `yaml:",inline"`
}

type angle int

func (a *angle) UnmarshalText(name []byte) error {
	if *a = angle(slices.Index([]string{"", "narrow", "wide"}, string(name))); *a < 0 {
		return fmt.Errorf("frame: angle is %q, want narrow or wide", name)
	}
	return nil
}

func TestYAML(t *testing.T) {
	defaults := camera{Width: 4, Name: "a", Lens: lens{1.5, 6}}
	changed := func(change func(c *camera)) camera {
		c := defaults
		change(&c)
		return c
	}
	for _, c := range []struct {
		text, err string
		want      camera
	}{
		{"", "", defaults},
		{"\n# width: 3\n  \n", "", defaults},
		{"{}", "", defaults},
		{"width:\nname: ~\nlens: null\nweights:", "", defaults},
		{"---\nwidth: 5\n...\n", "", changed(func(c *camera) { c.Width = 5 })},
		{"{\n\t\"width\": 5, \"lens\": {\"aperture\": 2.5}}", "", changed(func(c *camera) { c.Width, c.Lens.Aperture = 5, 2.5 })},
		{"width: 5.0", "", changed(func(c *camera) { c.Width = 5 })},
		{"name: 2026-01-01", "", changed(func(c *camera) { c.Name = "2026-01-01" })},
		{"lens: {aperture: .inf, blades: 0x10}", "", changed(func(c *camera) { c.Lens = lens{math.Inf(1), 16} })},
		{"aperture: 0.5\nblades: 3", "", changed(func(c *camera) { c.Shared = lens{0.5, 3} })},
		{"weights: {x: &n 1}\nsizes: [*n, 2]", "", changed(func(c *camera) { c.Weights, c.Sizes = map[string]int{"x": 1}, []uint8{1, 2} })},
		{"axes: [1, 2.5]", "", changed(func(c *camera) { c.Axes = [2]float64{1, 2.5} })},
		{"angle: wide", "", changed(func(c *camera) { c.Angle = 2 })},
		{"width: 3.5", "line 1, column 8: width is 3.5, want a whole number", defaults},
		{"lens:\n  blades: 5.5\nwidth: 1.25", "line 2, column 11: lens.blades is 5.5, want a whole number", defaults},
		{"weights: {x: 1.5}", "line 1, column 14: weights.x is 1.5, want a whole number", defaults},
		{"sizes: [1, 2.5]", "line 1, column 12: sizes[1] is 2.5, want a whole number", defaults},
		{"sizes: [300]", "line 1, column 9: sizes[0] is 300, want a whole number from 0 to 255", defaults},
		{"sizes: [-1]", "line 1, column 9: sizes[0] is -1, want a whole number from 0 to 255", defaults},
		{"width: 1e+308", "line 1, column 8: width is 1e+308, want a whole number from -9223372036854775808 to 9223372036854775807", defaults},
		{"width: 99999999999999999999", "line 1, column 8: width is 99999999999999999999, want a whole number from", defaults},
		{"blades: 2.5", "line 1, column 9: blades is 2.5, want a whole number", defaults},
		{"name: b\nwidht: 3\nanother: 4", "line 2, column 1: widht is an unknown key", defaults},
		{"Width: 3", "line 1, column 1: Width is an unknown key", defaults},
		{"width: 3\nwidth: 4", "line 2, column 1: width is there twice, first in line 1", defaults},
		{"weights: {x: 1, x: 1}", "line 1, column 17: weights.x is there twice, first in line 1", defaults},
		{"width: wide", "line 1, column 8: width is wide, want a whole number", defaults},
		{"width: \"5\"", "line 1, column 8: width is 5 as a text, want a whole number", defaults},
		{"width: ''", "line 1, column 8: width is an empty text, want a whole number", defaults},
		{"angle: high", `line 1, column 8: angle is "high", want narrow or wide`, defaults},
		{"angle: [wide]", "line 1, column 8: angle is a list, want a word", defaults},
		{"lens: {aperture: true}", "line 1, column 18: lens.aperture is true, want a number", defaults},
		{"name: b\nlens: 5", "line 2, column 7: lens is 5, want a group of keys", defaults},
		{"sizes: 5", "line 1, column 8: sizes is 5, want a list", defaults},
		{"sizes: {a: 1}", "line 1, column 8: sizes is a group of keys, want a list", defaults},
		{"axes: [1, 2, 3]", "line 1, column 7: axes has 3 values, want 2", defaults},
		{"[1]", "line 1, column 1: is a list, want a group of keys", defaults},
		{"{[1]: 2}", "line 1, column 2: has a key that is no word", defaults},
		{"width: [", "line 1: is no YAML: did not find expected node content", defaults},
		{"name: *none", "is no YAML: unknown anchor 'none' referenced", defaults},
		{"width: 5\n---\nwidth: 6", "line 2, column 1: is a second document, want one", defaults},
		{"lens: !!int five", "line 1, column 7: lens is no YAML: cannot decode !!str `five` as a !!int", defaults},
	} {
		got, err := YAML([]byte(c.text), defaults)
		if !reflect.DeepEqual(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(fmt.Sprint(err), c.err) {
			t.Errorf("%q: got %+v, %v; want %+v, %s", c.text, got, err, c.want, c.err)
		}
	}
}
