package ptr

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseConfig(t *testing.T) {
	got, err := ParseConfig("a.yaml", []byte("width: 400\nheight: 300\npublished:\n  lines: true\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultConfig()
	want.Width, want.Height, want.Published.Lines = 400, 300, true
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got, err = ParseConfig("a.json", []byte(`{"categories": {"Chair": 1, "Cart": 0.5}}`))
	if err != nil {
		t.Fatal(err)
	}
	if w := got.weights(); !reflect.DeepEqual(w, []float64{1, 0, 0, 0, 0.5}) {
		t.Errorf("named categories replace the default ones: got weights %v, want [1 0 0 0 0.5]", w)
	}
	for _, text := range []string{"", "\n", "# nothing yet\n", "{}", "published:\n"} {
		if got, err := ParseConfig("empty", []byte(text)); err != nil || !reflect.DeepEqual(got, DefaultConfig()) {
			t.Errorf("%q: got %+v, %v, want the defaults", text, got, err)
		}
	}
	again, err := ParseConfig("echo", []byte(want.String()))
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("the echo of a configuration: got %+v, %v, want %+v", again, err, want)
	}
}

func TestParseConfigSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "width: 800\nwitdh: 3\n", `ptr: config f.yaml: line 2, column 1: witdh is an unknown key; docs/ptr.md lists the keys`},
		{"unknown inner key", "published:\n  line: true\n", `ptr: config f.yaml: line 2, column 3: published.line is an unknown key; docs/ptr.md lists the keys`},
		{"wrong type", "width: wide\n", `ptr: config f.yaml: line 1, column 8: width is wide, want a whole number; docs/ptr.md lists the keys`},
		{"all bad fields at once", "width: 4\nmin_objects: 5\nmax_objects: 3\ncategories: {Sofa: 1, Chair: -1}\n",
			"ptr: config f.yaml: category Sofa is unknown, want one of Chair, Table, Bed, Refrigerator, Cart; " +
				"max_objects is 3, want 5 to 32; no category has a weight above 0; weight of Chair is -1, want 0 to 1e9; width is 4, want 16 to 8192"},
		{"sensor", "realism: {sensor: {full_well: -1}}\n",
			"ptr: config f.yaml: realism: sensor.full_well is -1 electrons, want 0 or 1 to 1e+09"},
		{"distortion", "realism: {distortion: {k1: -1.5}}\n",
			"ptr: config f.yaml: realism.distortion: camera: distortion k1 -1.5, k2 0, k3 0, p1 0, p2 0 " +
				"folds the picture at radius 0.314, before its corner at 0.575; make the coefficients smaller"},
		{"zero weights", "categories: {Chair: 0}\n", "ptr: config f.yaml: no category has a weight above 0"},
	} {
		_, err := ParseConfig("f.yaml", []byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
	if _, err := ParseConfig("f.yaml", []byte("a: [1")); err == nil || !strings.HasPrefix(err.Error(), "ptr: config f.yaml: line 1: is no YAML") {
		t.Errorf("broken YAML: got %v, want the line", err)
	}
}

func TestSplitRange(t *testing.T) {
	for _, c := range []struct {
		split  string
		n      int
		lo, hi int
	}{
		// floor(0.14286*70)-1 = 9, floor(0.28571*70)-1 = 18
		{"val", 70, 0, 9}, {"test", 70, 9, 18}, {"train", 70, 18, 70},
		// floor(714.3)-1 and floor(1428.55)-1
		{"val", 5000, 0, 713}, {"test", 5000, 713, 1427}, {"train", 5000, 1427, 5000},
		{"val", 3, 0, 0}, {"test", 3, 0, 0}, {"train", 3, 0, 3},
	} {
		lo, hi, err := splitRange(c.split, c.n)
		if err != nil || lo != c.lo || hi != c.hi {
			t.Errorf("%s of %d: got [%d, %d), %v, want [%d, %d)", c.split, c.n, lo, hi, err, c.lo, c.hi)
		}
	}
	for n := range 300 {
		_, v, _ := splitRange("val", n)
		a, b, _ := splitRange("test", n)
		c, d, _ := splitRange("train", n)
		if v != a || b != c || d != n || a < 0 || b < a {
			t.Errorf("%d models: val to %d, test [%d, %d), train [%d, %d) do not share them out", n, v, a, b, c, d)
		}
	}
	if _, _, err := splitRange("new", 10); err == nil || err.Error() != `ptr: split is "new", want train, val or test` {
		t.Errorf("unknown split: got %v", err)
	}
}

func TestNewSamplerNeedsModels(t *testing.T) {
	_, err := NewSampler(DefaultConfig(), boxSource{10}, 1, "val")
	if want := "ptr: split val has no model of Chair: source boxes has 10 of them for all splits, too few to share out"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := NewSampler(DefaultConfig(), boxSource{10}, 1, "train"); err != nil {
		t.Errorf("train has all ten: got %v", err)
	}
}
