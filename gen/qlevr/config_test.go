package qlevr

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
)

func TestParseConfig(t *testing.T) {
	text := "dimension: 2\nlocale: de\nquality: draft\nview: plain\npublished:\n  swapped_operands: true\n"
	got, err := ParseConfig("a.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultConfig()
	want.Dimension, want.Locale, want.Quality, want.View, want.Published = 2, "de", frame.Draft, frame.Plain, Published{SwappedOperands: true}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, text := range []string{"", "\n", "# nothing yet\n", "{}", "published:\n"} {
		if got, err := ParseConfig("empty", []byte(text)); err != nil || !reflect.DeepEqual(got, DefaultConfig()) {
			t.Errorf("%q: got %+v, %v, want the defaults", text, got, err)
		}
	}
	want.Realism.Sensor.FullWell = 4000
	echo, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseConfig("echo", echo); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the echo of a configuration: got %+v, %v, want %+v", got, err, want)
	}
}

func TestParseConfigSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "dimension: 2\nlocal: de\n", `qlevr: config f.yaml: line 2, column 1: local is an unknown key; docs/qlevr.md lists the keys`},
		{"unknown inner key", "published:\n  swapped: true\n", `qlevr: config f.yaml: line 2, column 3: published.swapped is an unknown key; docs/qlevr.md lists the keys`},
		{"wrong type", "questions: ten\n",
			`qlevr: config f.yaml: line 1, column 12: questions is ten, want a whole number; docs/qlevr.md lists the keys`},
		{"quality", "quality: best\n", `quality is "best", want one of standard, draft, reference; docs/qlevr.md lists the keys`},
		{"all bad fields at once", "dimension: 4\nquestions: -1\nlocale: fr\nsub_frames: 5000\nspp: -1\ndate: 2026-01-31\n",
			`qlevr: config f.yaml: dimension is 4, want 2 or 3; questions is -1, want 0 to 671; locale is "fr", want en or de; ` +
				`sub_frames is 5000, want 0 to 4096; spp is -1, want 0 to 1048576; ` +
				`date is "2026-01-31", want month/day/year such as 01/31/2026`},
		{"distortion", "realism: {distortion: {k1: 0.1}}\n",
			"qlevr: config f.yaml: realism.distortion is set, want none: the published labels are those of a pinhole"},
		{"sensor", "realism: {sensor: {full_well: -1}}\n",
			"qlevr: config f.yaml: realism: sensor.full_well is -1 electrons, want 0 or 1 to 1e+09"},
	} {
		_, err := ParseConfig("f.yaml", []byte(c.text))
		if err == nil || !strings.HasSuffix(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "qlevr: config f.yaml: ") {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

// Every field that can be out of range is named, and its bounds are not.
func TestConfigRanges(t *testing.T) {
	for _, c := range []struct {
		name  string
		field string // "" for a good configuration
		set   func(c *Config)
	}{
		{"default", "", func(c *Config) {}},
		{"drawings", "", func(c *Config) { c.Dimension = 2 }},
		{"a line", "dimension", func(c *Config) { c.Dimension = 1 }},
		{"unset", "dimension", func(c *Config) { c.Dimension = 0 }},
		{"no questions", "", func(c *Config) { c.Questions = 0 }},
		{"one of each family", "", func(c *Config) { c.Questions = 671 }},
		{"more than families", "questions", func(c *Config) { c.Questions = 672 }},
		{"no language", "locale", func(c *Config) { c.Locale = "" }},
		{"no such quality", "quality", func(c *Config) { c.Quality = 7 }},
		{"no such view", "view", func(c *Config) { c.View = -1 }},
		{"most paths", "", func(c *Config) { c.SPP = frame.MaxSPP }},
		{"too many paths", "spp", func(c *Config) { c.SPP = frame.MaxSPP + 1 }},
		{"many draws", "", func(c *Config) { c.SubFrames = 4096 }},
		{"too many draws", "sub_frames", func(c *Config) { c.SubFrames = 4097 }},
		{"a lens that bends", "realism.distortion", func(c *Config) { c.Realism.Distortion = camera.Distortion{P1: 0.1} }},
		{"a sensor", "realism", func(c *Config) { c.Realism.Sensor.FullWell = -3 }},
		{"no date", "date", func(c *Config) { c.Date = "" }},
		{"no such day", "date", func(c *Config) { c.Date = "02/30/2026" }},
	} {
		cfg := DefaultConfig()
		c.set(&cfg)
		err := cfg.Validate()
		if c.field == "" && err != nil || c.field != "" && (err == nil || !strings.HasPrefix(err.Error(), c.field)) {
			t.Errorf("%s: %v, want an error that begins with %q, or none", c.name, err, c.field)
		}
		if _, errNew := New(cfg); (errNew == nil) != (err == nil) {
			t.Errorf("%s: a set is made with %v, the configuration says %v", c.name, errNew, err)
		}
	}
}
