package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// shape is a word, [width, height], or a group of keys.
type shape struct {
	Name  string
	Sizes []float64
	Round rounding
	Tags  []string // other keys with their values
}

type rounding struct {
	Radius float64 `yaml:"radius"`
	Steps  *int    `yaml:"steps"`
	Hidden int     `yaml:"-"`
	lens   `yaml:",inline"`
}

func (s *shape) ParseYAML(n Node) error {
	const want = "a word, sizes or a group of keys"
	if _, ok := n.Text(); ok {
		name, err := n.Word(want)
		s.Name = name
		return err
	}
	if n.List() {
		return n.Items(want, func(item Node) error {
			var size float64
			err := item.Read(&size)
			s.Sizes = append(s.Sizes, size)
			return err
		})
	}
	return n.Fields(&s.Round, want, func(name string, at Place, value Node) error {
		text, ok := value.Text()
		switch {
		case name == "odd":
			return at.Fault("is an odd key")
		case name == "other":
			return at.Unknown(&s.Round, "tag", "word")
		case !ok:
			return value.Fault("is no text")
		}
		s.Tags = append(s.Tags, name+"="+text)
		return nil
	})
}

type drawing struct {
	First  shape            `yaml:"first"`
	Second *shape           `yaml:"second"`
	Lens   *lens            `yaml:"lens"`
	Many   []shape          `yaml:"many"`
	Some   []*lens          `yaml:"some"`
	Named  map[string]shape `yaml:"named"`
	Title  string           `yaml:"title"`
	Width  *float64         `yaml:"width"`
}

func TestParsersAndPointers(t *testing.T) {
	two, half := 2, 0.5
	defaults := drawing{First: shape{Name: "default"}, Lens: &lens{Blades: 5}}
	changed := func(change func(d *drawing)) drawing {
		d := defaults
		change(&d)
		return d
	}
	for _, c := range []struct {
		text, err string
		want      drawing
	}{
		{"first: box", "", changed(func(d *drawing) { d.First.Name = "box" })},
		{"first:\nsecond: ~\nlens: null", "", defaults},
		{"second: [1, 2.5]", "", changed(func(d *drawing) { d.Second = &shape{Sizes: []float64{1, 2.5}} })},
		{"second: {radius: 1, steps: 2, blades: 3, color: red, b: '1'}", "", changed(func(d *drawing) {
			d.Second = &shape{Round: rounding{Radius: 1, Steps: &two, lens: lens{Blades: 3}}, Tags: []string{"color=red", "b=1"}}
		})},
		{"lens: {aperture: 2}", "", changed(func(d *drawing) { d.Lens = &lens{Aperture: 2} })}, // nothing of the default is left
		{"width: 0.5", "", changed(func(d *drawing) { d.Width = &half })},
		{"some: [{blades: 1}, ~]", "", changed(func(d *drawing) { d.Some = []*lens{{Blades: 1}, nil} })},
		{"many: [a, &x [1], *x, ~]\nnamed: {k: *x}", "", changed(func(d *drawing) {
			one := shape{Sizes: []float64{1}}
			d.Many, d.Named = []shape{{Name: "a"}, one, one, {}}, map[string]shape{"k": one}
		})},

		{"many: [a, [1, two]]", "line 1, column 15: many[1][1] is two, want a number", defaults},
		{"named:\n  k: {radius: wide}", "line 2, column 15: named.k.radius is wide, want a number", defaults},
		{"second: {steps: [1]}", "line 1, column 17: second.steps is a list, want a whole number", defaults},
		{"second: {steps: 1, odd: 1}", "line 1, column 20: second.odd is an odd key", defaults},
		{"second: {other: 1}", "line 1, column 10: second.other is an unknown key, want tag, word, radius, steps, aperture, blades", defaults},
		{"second: {-: {a: b}}", "line 1, column 13: second.- is no text", defaults},
		{"second: {a: b, a: c}", "line 1, column 16: second.a is there twice, first in line 1", defaults},
		{"first: ''", "line 1, column 8: first is an empty text, want a word, sizes or a group of keys", defaults},
		{"first: 0x10", "line 1, column 8: first is 0x10, which has other spellings, want it in quotes", defaults},
		{"first: True", "line 1, column 8: first is True, which has other spellings, want it in quotes", defaults},
		{"second: {a: &a [*a]}", "line 1, column 13: second.a is no text", defaults},
		{"width: [1]", "line 1, column 8: width is a list, want a number", defaults},
		{"lens: 5", "line 1, column 7: lens is 5, want a group of keys", defaults},
	} {
		got, err := YAML([]byte(c.text), defaults)
		if !reflect.DeepEqual(got, c.want) || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%q: got %+v, %v; want %+v, %s", c.text, got, err, c.want, c.err)
		}
	}
	if defaults.Lens.Blades != 5 || defaults.Lens.Aperture != 0 {
		t.Errorf("what the defaults point to has changed: %+v", *defaults.Lens)
	}
}

// each keeps what Nodes say of the values in it.
type each struct{ Said []string }

func (e *each) ParseYAML(n Node) error {
	add := func(n Node) {
		text, ok := n.Text()
		_, err := n.Word("a word")
		e.Said = append(e.Said, fmt.Sprintf("%v %q %v %v %v", n.Place(), text, ok, n.List(), err))
	}
	return n.Keys("keys", func(name string, at Place, value Node) error {
		e.Said = append(e.Said, name+" "+fmt.Sprint(at))
		add(value)
		if value.List() {
			return value.Items("a list", func(item Node) error { add(item); return nil })
		}
		return nil
	})
}

func TestNodes(t *testing.T) {
	e, err := YAML([]byte("a: 1.0\nb: ~\n"+`"c d": &x [1, "0x10", {e: f}]`+"\ng: *x\n"), each{})
	want := []string{
		"a {1 1 a}", `{1 4 a} "1.0" true false <nil>`,
		"b {2 1 b}", `{2 4 b} "" false false line 2, column 4: b is nothing, want a word`,
		"c d {3 1 c d}", `{3 8 c d} "" false true line 3, column 8: c d is a list, want a word`,
		`{3 12 c d[0]} "1" true false <nil>`, `{3 15 c d[1]} "0x10" true false <nil>`,
		`{3 23 c d[2]} "" false false line 3, column 23: c d[2] is a group of keys, want a word`,
		"g {4 1 g}", `{3 8 g} "" false true line 3, column 8: g is a list, want a word`, // where the alias leads
		`{3 12 g[0]} "1" true false <nil>`, `{3 15 g[1]} "0x10" true false <nil>`,
		`{3 23 g[2]} "" false false line 3, column 23: g[2] is a group of keys, want a word`,
	}
	if err != nil || !slices.Equal(e.Said, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(e.Said, "\n"), strings.Join(want, "\n"))
	}
	for text, want := range map[string]string{
		"[1]": "line 1, column 1: is a list, want keys", "word": "line 1, column 1: is word, want keys", "{a: 1, a: 2}": "line 1, column 8: a is there twice, first in line 1",
		"{[1]: 2}": "line 1, column 2: has a key that is no word",
	} {
		if _, err := YAML([]byte(text), each{}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestKeys(t *testing.T) {
	if got, want := strings.Join(Keys(new(rounding)), " "), "radius steps aperture blades"; got != want {
		t.Errorf("keys are %s, want %s", got, want)
	}
}

func TestLocated(t *testing.T) {
	const text = "title: a\nfirst:\n  radius: 1\n  other words: x\nsecond:\n  [1, 2]\nlens:\nmany:\n  - &x {radius: 0}\n  - *x\n"
	_, find, err := Located([]byte(text), drawing{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, value, name string }{
		{"title", "line 1, column 8 true", "line 1, column 1"},
		{"first", "line 3, column 3 true", "line 2, column 1"},
		{"first.radius", "line 3, column 11 true", "line 3, column 3"},
		{"first.other words", "line 4, column 3 false", "line 4, column 3"}, // its Parser does not read it as a value
		{"first.steps", "line 3, column 3 false", "line 3, column 3"},
		{"first.steps.more", "line 3, column 3 false", "line 3, column 3"},
		{"second", "line 6, column 3 true", "line 5, column 1"},
		{"second[1]", "line 6, column 7 true", "line 6, column 7"},
		{"second[2]", "line 6, column 3 false", "line 6, column 3"},
		{"lens", "line 7, column 6 false", "line 7, column 1"}, // nothing is not given
		{"lens.blades", "line 7, column 6 false", "line 7, column 6"},
		{"many[0].radius", "line 9, column 17 true", "line 9, column 9"},
		{"many[1]", "line 10, column 5 true", "line 10, column 5"},
		{"many[1].radius", "line 9, column 17 true", "line 9, column 9"}, // where the alias leads
		{"width", "line 1, column 1 false", "line 1, column 1"},
		{"", "line 1, column 1 true", "line 1, column 1"},
	} {
		f := find(c.key)
		value, name := fmt.Sprintf("line %d, column %d %v", f.Line, f.Column, f.Given), fmt.Sprintf("line %d, column %d", f.Name.Line, f.Name.Column)
		if value != c.value || name != c.name || f.Key != c.key || f.Name.Key != c.key {
			t.Errorf("%s: got %s, %s; want %s, %s", c.key, value, name, c.value, c.name)
		}
	}
	if got, want := find("many[1]").Fault("is %d", 3).Error(), "line 10, column 5: many[1] is 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := find("").Fault("is wrong").Error(), "line 1, column 1: is wrong"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLocatedMistakes(t *testing.T) {
	const keys = "first, second, lens, many, some, named, title, width"
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"titel: a", "line 1, column 1: titel is an unknown key, want " + keys},
		{"lens: {blade: 1}", "line 1, column 8: lens.blade is an unknown key, want aperture, blades"},
		{"title: 007", "line 1, column 8: title is 007, which has other spellings, want it in quotes"},
		{"title: '007'", ""},
		{"title: 1.50", ""},
		{"title: True", "line 1, column 8: title is True, which has other spellings, want it in quotes"},
		{"title: .nan", "line 1, column 8: title is .nan, which has other spellings, want it in quotes"},
		{"title: !!int one", "line 1, column 8: title is one, which has other spellings, want it in quotes"},
		{"title: [", "line 1: is no YAML: did not find expected node content"},
		{"some: [" + strings.Repeat("~,", 1000) + "{aperture: wide}]", "line 1, column 2019: some[1000].aperture is wide, want a number"},
		{"some: [&x {aperture: 1}, " + strings.Repeat("*x,", 20_000) + "]", ""},
		{"many: [&x [" + strings.Repeat("1,", 2000) + "], " + strings.Repeat("*x, ", 1000) + "]", "line 1, column 60: aliases make more than 524289 values of the text"},
	} {
		_, find, err := Located([]byte(c.text), drawing{})
		if fmt.Sprint(err) != c.want && (err != nil || c.want != "") {
			t.Errorf("%.60s: got %v, want %s", c.text, err, c.want)
		}
		if f := find("title.more"); f.Line != 1 || f.Column < 1 {
			t.Errorf("%.60s: title is at %+v, want line 1", c.text, f)
		}
	}
}
