package shopvrb

import (
	"reflect"
	"strings"
	"testing"
)

func TestConfigsAreRead(t *testing.T) {
	want := DefaultConfig()
	want.MinObjects, want.Drop, want.Mended.EqualCounts, want.Realism.Lens.ApertureMM = 4, true, true, 25
	for _, text := range []string{
		"min_objects: 4\ndrop: true\nmended: {equal_counts: true}\nrealism:\n  lens:\n    aperture_mm: 25\n",
		`{"min_objects": 4, "drop": true, "mended": {"equal_counts": true}, "realism": {"lens": {"aperture_mm": 25}}}`,
	} {
		got, err := ParseConfig("test", []byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "\n", "# nothing\n", "{}"} {
		if got, err := ParseConfig("test", []byte(text)); err != nil || got != DefaultConfig() {
			t.Errorf("%q: %+v, %v, want the default", text, got, err)
		}
	}
}

func TestWrongConfigsAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"min_objects: 3.5":                      "min_objects is 3.5, want a whole number; docs/shopvrb.md lists the keys",
		"min_objects: many":                     "line 1, column 14: min_objects is many, want a whole number; docs/shopvrb.md lists the keys",
		"min_object: 3":                         `line 1, column 1: min_object is an unknown key; docs/shopvrb.md lists the keys`,
		"quality: best":                         "quality",
		"max_objects: 8":                        "max_objects is 8, want 7 at most where questions are asked",
		"min_objects: 5\nmax_objects: 4":        "min_objects and max_objects are 5 and 4",
		"visual_questions: 159":                 "visual_questions is 159, want 0 to 158",
		"date: 2026-01-31":                      "date is \"2026-01-31\", want day/month/year",
		"drop: true\nextra: false":              "drop is on and extra off",
		"mended: {names: true}":                 `line 1, column 10: mended.names is an unknown key; docs/shopvrb.md lists the keys`,
		"realism: {distortion: {k1: 0.1}}":      "realism.distortion is set",
		"min_objects: [":                        "config test",
		"sub_frames: -1\ntraced_sub_frames: -1": "sub_frames is -1, want 0 to 4096; traced_sub_frames is -1",
	} {
		_, err := ParseConfig("test", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "shopvrb: config test: ") {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		} else {
			t.Log(err)
		}
	}
}
