package worlds

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"mereo/assets/palette"
	"mereo/engine/material"
	"mereo/internal/strict"
)

// Named is a group of keys that are names, in the order of the document.
type Named[T any] []Entry[T]

// Entry is one of a Named.
type Entry[T any] struct {
	Name string
	Of   T
}

// ParseYAML reads a group of keys.
func (l *Named[T]) ParseYAML(n strict.Node) error {
	*l = Named[T]{}
	return n.Keys("names with what they stand for", func(name string, _ strict.Place, value strict.Node) error {
		e := Entry[T]{Name: name}
		err := value.Read(&e.Of)
		*l = append(*l, e)
		return err
	})
}

// Find is the entry of a name; nil where there is none.
func (l Named[T]) Find(name string) *T {
	for i := range l {
		if l[i].Name == name {
			return &l[i].Of
		}
	}
	return nil
}

// Names are the names in their order.
func (l Named[T]) Names() (out []string) {
	for i := range l {
		out = append(out, l[i].Name)
	}
	return out
}

// Attributes are the axes on which things differ.
type Attributes []Attribute

// Attribute is one of them: a closed list of values.
type Attribute struct {
	Name   string
	Values []Value
}

// Value is one value of an attribute. A value may carry a number, for expressions, or a color, for looks.
type Value struct {
	Name   string
	Number *float64
	Color  *Color
}

// maxValues is how many values an attribute has at most: each is compared with all others.
const maxValues = 1000

const wantAttributes = "names of attributes with their values"

// ParseYAML reads attributes: a list of names, or names with numbers or colors.
func (a *Attributes) ParseYAML(n strict.Node) error {
	*a = nil
	return n.Keys(wantAttributes, func(name string, at strict.Place, value strict.Node) error {
		if !isWord(name) || strings.ContainsAny(name, "_0123456789") {
			return at.Fault("is no name of an attribute, want lower-case letters")
		}
		one := Attribute{Name: name}
		add := func(at strict.Node, v Value) error {
			for _, o := range one.Values {
				if o.Name == v.Name {
					return at.Fault("is %s again, want each value once", v.Name)
				}
			}
			if len(one.Values) == maxValues {
				return at.Fault("is one value too many, want at most %d", maxValues)
			}
			one.Values = append(one.Values, v)
			return nil
		}
		var err error
		if value.List() {
			err = value.Items("a list of values", func(item strict.Node) error {
				text, err := item.Word("a word")
				if err != nil {
					return err
				}
				return add(item, Value{Name: text})
			})
		} else {
			err = value.Keys("a list of values, or values with numbers or colors", func(name string, at strict.Place, of strict.Node) error {
				v := Value{Name: name}
				if name == "" {
					at.Key = strings.TrimSuffix(at.Key, ".")
					return at.Fault("has a value without a name, want a word")
				}
				text, ok := of.Text()
				if number, err := strconv.ParseFloat(text, 64); ok && err == nil && !math.IsNaN(number) && !math.IsInf(number, 0) {
					v.Number = &number
					return add(of, v)
				}
				v.Color = new(Color)
				if err := v.Color.parse(of, "want a number, or a color: "+wantColor[len("want "):]); err != nil {
					return err
				}
				return add(of, v)
			})
		}
		if err == nil && len(one.Values) == 0 {
			err = at.Fault("has no values, want at least one")
		}
		*a = append(*a, one)
		return err
	})
}

// isWord tells whether a text is lower-case letters, digits and underscores, and begins with a letter.
func isWord(s string) bool {
	for i, c := range s {
		if !(c >= 'a' && c <= 'z' || i > 0 && (c >= '0' && c <= '9' || c == '_')) {
			return false
		}
	}
	return s != ""
}

// Color is a color, as a linear reflectance or as the share of a lamp's light.
type Color struct {
	RGB   material.RGB
	Given bool
}

const wantColor = `want "#rrggbb", [red, green, blue] from 0 to 255, a name such as gray, or {linear: [r, g, b]} from 0 to 1`

// ParseYAML reads a color: sRGB as #rrggbb or as three numbers up to 255, the name of one of the eight colors, or linear: three numbers up
// to 1.
func (c *Color) ParseYAML(n strict.Node) error { return c.parse(n, wantColor) }

// parse is ParseYAML with what sentences say is wanted.
func (c *Color) parse(n strict.Node, want string) error {
	c.Given = true
	three := func(n strict.Node, most float64) (out [3]float64, err error) {
		if err = n.Read(&out); err == nil && (min(out[0], out[1], out[2]) < 0 || max(out[0], out[1], out[2]) > most) {
			err = n.Fault("is out of range, want numbers from 0 to %g", most)
		}
		return out, err
	}
	decoded := func(rgb [3]float64) {
		for i, v := range rgb {
			c.RGB[i] = material.DecodeSRGB(v / 255)
		}
	}
	if n.List() {
		rgb, err := three(n, 255)
		decoded(rgb)
		return err
	}
	text, ok := n.Text()
	if !ok {
		linear := false
		err := n.Keys(want[len("want "):], func(name string, at strict.Place, value strict.Node) (err error) {
			if name != "linear" {
				return at.Fault("is an unknown key, %s", want)
			}
			linear = true
			c.RGB, err = three(value, 1)
			return err
		})
		if err == nil && !linear {
			err = n.Fault("is empty, %s", want)
		}
		return err
	}
	if named, ok := palette.Named(text); ok {
		c.RGB = named.SRGB()
		return nil
	}
	digits, ok := strings.CutPrefix(text, "#")
	rgb, err := hex.DecodeString(digits)
	if !ok || err != nil || len(rgb) != 3 {
		return n.Fault("is %q, %s", text, want)
	}
	decoded([3]float64{float64(rgb[0]), float64(rgb[1]), float64(rgb[2])})
	return nil
}

// Base is the color of a look: that of an attribute, or one.
type Base struct {
	Attribute string
	Color
}

// ParseYAML reads the name of an attribute, or a color.
func (b *Base) ParseYAML(n strict.Node) error {
	text, ok := n.Text()
	if _, named := palette.Named(text); ok && isWord(text) && !named {
		b.Attribute = text
		return nil
	}
	return b.Color.ParseYAML(n)
}

// LookOf is the look of a thing: one by name, the one with the name of an attribute's value, or one of its own.
type LookOf struct {
	Name, By string
	Own      *Look
}

// ParseYAML reads the name of a look, {by: attribute}, or a look.
func (l *LookOf) ParseYAML(n strict.Node) error {
	if _, ok := n.Text(); ok {
		text, err := n.Word("the name of a look")
		l.Name = text
		return err
	}
	var own Look
	keys := 0
	count := func(string, strict.Place, strict.Node) error { keys++; return nil }
	const want = "the name of a look, {by: ATTRIBUTE}, or a look such as {base: gray}"
	err := n.Fields(&own, want, func(name string, at strict.Place, value strict.Node) (err error) {
		if name != "by" {
			return at.Unknown(&own, "by")
		}
		l.By, err = value.Word("the name of an attribute")
		return err
	})
	if err == nil {
		err = n.Keys(want, count)
	}
	switch {
	case err != nil:
	case keys == 0:
		err = n.Fault("is empty, want %s", want)
	case l.By == "":
		l.Own = &own
	case keys > 1:
		err = n.Fault("has keys beside by, want it alone: looks have the others")
	}
	return err
}

// Given tells whether a document has it.
func (l *LookOf) Given() bool { return l.Name != "" || l.By != "" || l.Own != nil }

// Values are one or several values of an attribute.
type Values []string

// ParseYAML reads a word or a list of words.
func (v *Values) ParseYAML(n strict.Node) error {
	*v = nil
	one := func(item strict.Node) error {
		text, err := item.Word("a word")
		*v = append(*v, text)
		return err
	}
	if _, ok := n.Text(); ok {
		return one(n)
	}
	return n.Items("a value or a list of values", one)
}

// Condition is what a thing must not be: values by attribute, all at once.
type Condition struct{ Named[Values] }

// ParseYAML reads values by attribute.
func (t *Thing) ParseYAML(n strict.Node) error {
	return n.Fields(t, "a group of keys", func(name string, _ strict.Place, value strict.Node) error {
		e := Entry[Values]{Name: name}
		err := value.Read(&e.Of)
		t.Is = append(t.Is, e)
		return err
	})
}

// Odds are how likely values of an attribute are.
type Odds struct{ Weights Named[float64] } // empty: uniform

// ParseYAML reads "uniform" or {weights: {VALUE: NUMBER, ...}}.
func (o *Odds) ParseYAML(n strict.Node) error {
	const want = "uniform or {weights: {VALUE: NUMBER}}"
	if text, ok := n.Text(); ok {
		if text != "uniform" {
			return n.Fault("is %s, want %s", text, want)
		}
		return nil
	}
	err := n.Keys(want, func(name string, at strict.Place, value strict.Node) error {
		if name != "weights" {
			return at.Fault("is an unknown key, want %s", want)
		}
		return value.Read(&o.Weights)
	})
	if err == nil && len(o.Weights) == 0 {
		err = n.Fault("has no weights, want %s", want)
	}
	return err
}

// Span is a range of numbers, or one number.
type Span struct{ Min, Max float64 }

// ParseYAML reads a number, or two with .. between them.
func (s *Span) ParseYAML(n strict.Node) (err error) {
	s.Min, s.Max, err = span(n, "a number, or a range such as 1..3")
	return err
}

// span reads what Span.ParseYAML reads.
func span(n strict.Node, want string) (low, high float64, err error) {
	text, ok := n.Text()
	from, to, is := strings.Cut(text, "..")
	if !is {
		to = from
	}
	low, errLow := strconv.ParseFloat(from, 64)
	high, errHigh := strconv.ParseFloat(to, 64)
	const most = 1e12 // numbers beyond are slips, and infinite ones are no numbers
	switch {
	case !ok:
		return 0, 0, n.Fault("is no number, want %s", want)
	case errLow == nil && errHigh == nil && low > high:
		return 0, 0, n.Fault("is %q, the wrong way round, want %s", text, want)
	case errLow != nil || errHigh != nil || !(low >= -most && high <= most):
		return 0, 0, n.Fault("is %q, want %s", text, want)
	}
	return low, high, nil
}

// Count is a range of whole numbers, or one.
type Count struct{ Min, Max int }

// ParseYAML reads a whole number, or two with .. between them.
func (c *Count) ParseYAML(n strict.Node) error {
	const want = "a whole number, or a range such as 3..10"
	low, high, err := span(n, want)
	if c.Min, c.Max = int(low), int(high); err == nil && (float64(c.Min) != low || float64(c.Max) != high || low < 0) {
		text, _ := n.Text()
		err = n.Fault("is %q, want %s", text, want)
	}
	return err
}

// Turn is how things are turned about the vertical.
type Turn struct {
	Span // degrees
	None bool
}

// ParseYAML reads uniform, none, or a range of degrees.
func (t *Turn) ParseYAML(n strict.Node) (err error) {
	text, _ := n.Text()
	switch text {
	case "uniform":
		t.Span = Span{0, 360}
	case "none":
		t.None = true
	default:
		t.Min, t.Max, err = span(n, "uniform, none, or a range of degrees such as -30..30")
	}
	return err
}

// listed is "a, b or c", of what is possible.
func listed(words []string) string {
	if len(words) == 0 {
		return "nothing: there are none"
	}
	if len(words) == 1 {
		return words[0]
	}
	return fmt.Sprintf("%s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
}
