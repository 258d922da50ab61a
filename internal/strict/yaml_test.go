package strict

import (
	"fmt"
	"reflect"
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
	Shared  lens           `yaml:",inline"`
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
		{"width: 5", "", changed(func(c *camera) { c.Width = 5 })},
		{`{"width": 5, "lens": {"aperture": 2.5}}`, "", changed(func(c *camera) { c.Width, c.Lens.Aperture = 5, 2.5 })},
		{"width: 5.0", "", changed(func(c *camera) { c.Width = 5 })},
		{"aperture: 0.5\nblades: 3", "", changed(func(c *camera) { c.Shared = lens{0.5, 3} })},
		{"weights: {x: 1}\nsizes: [1, 2]", "", changed(func(c *camera) { c.Weights, c.Sizes = map[string]int{"x": 1}, []uint8{1, 2} })},
		{"width: 3.5", "width is 3.5, want a whole number", defaults},
		{"lens:\n  blades: 5.5\nwidth: 1.25", "lens.blades is 5.5, want a whole number; width is 1.25, want a whole number", defaults},
		{"weights: {x: 1.5}", "weights.x is 1.5, want a whole number", defaults},
		{"sizes: [1, 2.5]", "sizes[1] is 2.5, want a whole number", defaults},
		{"blades: 2.5", "blades is 2.5, want a whole number", defaults},
		{"name: b\nwidht: 3", `[2:1] unknown field "widht"`, defaults},
		{"width: 3\nwidth: 4", `[2:1] mapping key "width" already defined at [1:1]`, defaults},
		{"width: wide", "[1:8] is a text, want a whole number", defaults},
		{"lens: {aperture: true}", "[1:18] is true or false, want a number", defaults},
		{"name: b\nlens: 5", "[2:7] int was used where mapping is expected", defaults},
		{"sizes: 5", "[1:8] int was used where sequence is expected", defaults},
		{"sizes: {a: 1}", "[1:8] mapping was used where sequence is expected", defaults},
		{"width: [", "[1:8] sequence end token ']' not found", defaults},
	} {
		got, err := YAML([]byte(c.text), defaults)
		if !reflect.DeepEqual(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(fmt.Sprint(err), c.err) {
			t.Errorf("%q: got %+v, %v; want %+v, %s", c.text, got, err, c.want, c.err)
		}
	}
}
