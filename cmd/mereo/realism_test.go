package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/gen/ptr"
	"mereo/gen/trance"
	"mereo/scenes/vary"
)

func TestReadRealism(t *testing.T) {
	dir := t.TempDir()
	want := frame.Realism{Lens: frame.Lens{ApertureMM: 25, Focus: 2}, Motion: frame.Motion{TurnDeg: [3]float64{0, 0.5, 0}}}
	for _, c := range []struct {
		text string
		want frame.Realism
		err  string
	}{
		{"", frame.Realism{}, ""},
		{"# nothing\n", frame.Realism{}, ""},
		{"lens:\n  aperture_mm: 25\n  focus_m: 2\nmotion:\n  turn_deg: [0, 0.5, 0]\n", want, ""},
		{`{"lens": {"aperture_mm": 25, "focus_m": 2}, "motion": {"turn_deg": [0, 0.5, 0]}}`, want, ""},
		{"lense: {}\n", frame.Realism{}, `realism FILE: line 1, column 1: lense is an unknown key; docs/realism.md lists the keys`},
		{"lens: {apperture: 2}\n", frame.Realism{}, `realism FILE: line 1, column 8: lens.apperture is an unknown key; docs/realism.md lists the keys`},
		{"motion: {turn_deg: [1, 2]}\n", frame.Realism{}, "realism FILE: line 1, column 20: motion.turn_deg has 2 values, want 3"},
		{"motion: {turn_deg: [1, 2, 3, 4]}\n", frame.Realism{}, "realism FILE: line 1, column 20: motion.turn_deg has 4 values, want 3"},
		{"lens: wide\n", frame.Realism{}, "realism FILE: line 1, column 7: lens is wide, want a group of keys"},
		{"lens: {aperture_mm: -1}\nmotion: {turn_deg: [0, 0, 180]}\n", frame.Realism{},
			"realism FILE: lens.aperture_mm is -1, want 0 to 1000; motion.turn_deg is 180 degrees in all, want at most 90"},
	} {
		name := filepath.Join(dir, "realism.yaml")
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := readRealism(name)
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%q: got %v and %v, want %v", c.text, got, err, c.want)
		case c.err != "" && (err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), name, "FILE"), c.err)):
			t.Errorf("%q: got %v, want %s", c.text, err, c.err)
		}
	}
	if got, err := readRealism(""); err != nil || got != (frame.Realism{}) {
		t.Errorf("no file: got %v and %v, want nothing", got, err)
	}
}

// The configuration that docs/realism.md shows is one of both sets, and a bad one names the key.
func TestDocumentedRealism(t *testing.T) {
	texts := fenced(t, "realism.md", "yaml")
	texts = slices.DeleteFunc(texts, func(text string) bool { return strings.HasPrefix(text, "lens:") }) // of mereo render
	for i, text := range texts {
		p, err := ptr.ParseConfig("realism.md", []byte(text))
		if err != nil || i == 0 && !p.Realism.Blurs() || p.Realism == (frame.Realism{}) && p.Randomize == (vary.Amounts{}) {
			t.Errorf("ptr: got %v and %v of\n%s", p.Realism, err, text)
		}
		s, err := trance.ParseConfig("realism.md", []byte(text))
		if err != nil || s.Realism != p.Realism || s.Randomize != p.Randomize {
			t.Errorf("trance: got %v and %v, want %v", s.Realism, err, p.Realism)
		}
	}
	bad := []byte("realism: {lens: {aperture_mm: -1}}")
	want := "config bad.yaml: realism: lens.aperture_mm is -1, want 0 to 1000"
	if _, err := ptr.ParseConfig("bad.yaml", bad); err == nil || err.Error() != "ptr: "+want {
		t.Errorf("got %v, want ptr: %s", err, want)
	}
	if _, err := trance.ParseConfig("bad.yaml", bad); err == nil || err.Error() != "trance: "+want {
		t.Errorf("got %v, want trance: %s", err, want)
	}
}
