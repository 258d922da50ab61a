package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
)

// field is a value of the file, with the way to it: "bodies[3].pos", or nothing for the scenario itself.
type field struct {
	path string
	raw  json.RawMessage
}

func (f field) item(i int) string { return fmt.Sprintf("%s[%d]", f.path, i) }

func (f field) member(key string) string {
	if f.path == "" {
		return key
	}
	return f.path + "." + key
}

// what names the kind of value that is there.
func (f field) what() string {
	switch f.raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f', 'n':
		return string(f.raw)
	}
	return "a number"
}

// reader takes values apart. The first thing that is wrong is kept and everything read after it is zero, so that
// callers look at err once.
type reader struct{ err error }

func (r *reader) fail(path, format string, args ...any) {
	if r.err != nil {
		return
	}
	err := fmt.Errorf(format, args...)
	if path != "" {
		err = fmt.Errorf("%s %w", path, err)
	}
	r.err = err
}

// object returns the members of an object by key.
func (r *reader) object(f field) map[string]field {
	out := map[string]field{}
	if r.err != nil {
		return out
	}
	if f.raw[0] != '{' {
		r.fail(f.path, "is %s, want an object", f.what())
		return out
	}
	d := json.NewDecoder(bytes.NewReader(f.raw))
	r.token(d)
	for d.More() {
		key := r.token(d).(string)
		m := field{path: f.member(key)}
		r.value(d, &m.raw)
		if _, twice := out[key]; twice {
			r.fail(m.path, "is there twice")
		}
		out[key] = m
	}
	return out
}

// keys checks that an object has all of the keys named, and no others. A name that ends in "?" may be missing.
func (r *reader) keys(f field, members map[string]field, names ...string) {
	if r.err != nil {
		return
	}
	var known []string
	for _, name := range names {
		key, optional := strings.CutSuffix(name, "?")
		known = append(known, key)
		if _, ok := members[key]; !ok && !optional {
			r.fail(f.member(key), "is missing")
		}
	}
	var unknown []string
	for key := range members {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	if len(unknown) > 0 {
		r.fail(f.member(unknown[0]), "is unknown, want %s", either(known))
	}
}

// list returns the n items of a list.
func (r *reader) list(f field, n int) []field {
	out := r.upTo(f, math.MaxInt)
	if r.err == nil && len(out) != n {
		r.fail(f.path, "has %d values, want %d", len(out), n)
		return nil
	}
	return out
}

// upTo returns the items of a list, of most items at most.
func (r *reader) upTo(f field, most int) []field {
	if r.err != nil {
		return nil
	}
	if f.raw[0] != '[' {
		r.fail(f.path, "is %s, want a list", f.what())
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(f.raw))
	r.token(d)
	var out []field
	for d.More() {
		if len(out) == most {
			r.fail(f.path, "has more than %d values, want no more", most)
			return nil
		}
		item := field{path: f.item(len(out))}
		r.value(d, &item.raw)
		out = append(out, item)
	}
	return out
}

// token and value read on in text that is known to be well-formed.
func (r *reader) token(d *json.Decoder) json.Token {
	t, err := d.Token()
	if err != nil {
		panic(err)
	}
	return t
}

func (r *reader) value(d *json.Decoder, raw *json.RawMessage) {
	if err := d.Decode(raw); err != nil {
		panic(err)
	}
}

func (r *reader) text(f field) string {
	if r.err != nil {
		return ""
	}
	if f.raw[0] != '"' {
		r.fail(f.path, "is %s, want a text", f.what())
		return ""
	}
	var s string
	if err := json.Unmarshal(f.raw, &s); err != nil {
		panic(err)
	}
	if s == "" {
		r.fail(f.path, "is empty")
	}
	return s
}

// choice returns a text that is one of those given.
func (r *reader) choice(f field, of ...string) string {
	s := r.text(f)
	if r.err == nil && !slices.Contains(of, s) {
		r.fail(f.path, "is %q, want %s", s, either(of))
	}
	return s
}

func (r *reader) truth(f field) bool {
	if r.err != nil {
		return false
	}
	if s := string(f.raw); s != "true" && s != "false" {
		r.fail(f.path, "is %s, want true or false", f.what())
	}
	return f.raw[0] == 't'
}

// number returns a finite number.
func (r *reader) number(f field) float64 {
	if r.err != nil {
		return 0
	}
	if c := f.raw[0]; c != '-' && (c < '0' || c > '9') {
		r.fail(f.path, "is %s, want a number", f.what())
		return 0
	}
	v, err := strconv.ParseFloat(string(f.raw), 64)
	if errors.Is(err, strconv.ErrRange) {
		r.fail(f.path, "is %s, want at most %.6g", f.raw, math.MaxFloat64)
		return 0
	}
	return v
}

// positive returns a number above 0.
func (r *reader) positive(f field) float64 {
	v := r.number(f)
	if r.err == nil && v <= 0 {
		r.fail(f.path, "is %s, want more than 0", f.raw)
	}
	return v
}

// atLeast returns a number of at least min.
func (r *reader) atLeast(f field, min float64) float64 {
	v := r.number(f)
	if r.err == nil && v < min {
		r.fail(f.path, "is %s, want at least %g", f.raw, min)
	}
	return v
}

// count returns a whole number from min to max.
func (r *reader) count(f field, min, max int) int {
	v := r.number(f)
	if r.err == nil && (v != math.Trunc(v) || v < float64(min) || v > float64(max)) {
		r.fail(f.path, "is %s, want a whole number from %d to %d", f.raw, min, max)
	}
	if r.err != nil {
		return 0
	}
	return int(v)
}

// vec returns three numbers, each read by read.
func (r *reader) vec(f field, read func(field) float64) geom.Vec3 {
	items := r.list(f, 3)
	if r.err != nil {
		return geom.Vec3{}
	}
	return geom.V(read(items[0]), read(items[1]), read(items[2]))
}

// vecs returns a list of points.
func (r *reader) vecs(f field) []geom.Vec3 {
	items := r.upTo(f, maxPoints)
	out := make([]geom.Vec3, len(items))
	for i, item := range items {
		out[i] = r.vec(item, r.number)
	}
	return out
}

// quatTolerance is how far a quaternion's length may be from 1. Within it the length is rounding of whoever wrote the
// file, and is set to 1; beyond it something else was meant.
const quatTolerance = 1e-3

// quatRounding is how far the length of a unit quaternion may be from 1 by rounding.
const quatRounding = 1e-15

// quat returns a unit quaternion, written as w, x, y, z.
func (r *reader) quat(f field) geom.Quat {
	items := r.list(f, 4)
	if r.err != nil {
		return geom.Quat{}
	}
	q := geom.Quat{W: r.number(items[0]), X: r.number(items[1]), Y: r.number(items[2]), Z: r.number(items[3])}
	n := q.Len()
	if r.err == nil && !(math.Abs(n-1) <= quatTolerance) {
		r.fail(f.path, "has length %.6g, want 1", n)
	}
	if math.Abs(n-1) <= quatRounding {
		return q // as written, so that what is read and written again keeps its bits
	}
	return q.Unit()
}

// either joins words: "a, b or c".
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
