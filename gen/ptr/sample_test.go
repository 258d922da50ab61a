package ptr

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/assets/furniture"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/record"
	"mereo/scenes/rng"
)

func sampleOf(t testing.TB, cfg Config, source Source, split string, index int) (*Sampler, *Sample) {
	t.Helper()
	s, err := NewSampler(cfg, source, 1, split)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

// TestSampleIsFrozen: the same index must give the same scene for ever. A change here moves every dataset.
func TestSampleIsFrozen(t *testing.T) {
	const want = "ea660a3d2763bc8a" // of static scenes
	cfg := DefaultConfig()
	cfg.Physical = 0
	h := sha256.New()
	for i := range 5 {
		s, m := sampleOf(t, cfg, boxSource{5000}, "train", i)
		r := s.Record(m, m.Composite())
		data := record.JSON(r)
		h.Write(data)
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("records of five scenes: got hash %s, want %s", got, want)
	}
}

// TestSplitsShareNoModel over many scenes.
func TestSplitsShareNoModel(t *testing.T) {
	in := map[string]string{}
	for _, split := range splitNames {
		for i := range 40 {
			_, m := sampleOf(t, DefaultConfig(), boxSource{100}, split, i)
			for _, o := range m.Scene.Objects {
				key := o.Category + " " + o.Model
				if had, ok := in[key]; ok && had != split {
					t.Fatalf("%s is in %s and in %s", key, had, split)
				}
				in[key] = split
			}
		}
	}
}

// TestScaledToRadius: the farthest vertex lies at the category's radius, and parts keep their colors and labels.
func TestScaledToRadius(t *testing.T) {
	for i := range 20 {
		_, m := sampleOf(t, DefaultConfig(), boxSource{500}, "train", i)
		for k, o := range m.Scene.Objects {
			far := 0.0
			for _, p := range o.Parts {
				for _, v := range p.Mesh.Positions {
					far = max(far, v.Len())
				}
			}
			if want := categoryOf(o.Category).radius; !(math.Abs(far-want) < 1e-12) {
				t.Errorf("scene %d: %s reaches %g m, want %g", i, o.Category, far, want)
			}
			if len(o.Parts) != len(m.Objects[k].raw) {
				t.Errorf("scene %d: %d parts, %d labels", i, len(o.Parts), len(m.Objects[k].raw))
			}
		}
	}
}

// brokenSource gives models that fail in one way each.
type brokenSource struct {
	boxSource
	change func(*furniture.Model) error
}

func (b brokenSource) Model(category string, n int) (*furniture.Model, string, error) {
	m, id, err := b.boxSource.Model(category, n)
	if err == nil {
		err = b.change(m)
	}
	return m, id, err
}

func TestSampleSaysWhyNot(t *testing.T) {
	cfg := DefaultConfig()
	cfg.MaxTries, cfg.MaxAttempts = 5, 2
	for _, c := range []struct {
		name   string
		only   string
		change func(*furniture.Model) error
		want   string
	}{
		{"chair without legs", "Chair", func(m *furniture.Model) error {
			m.Parts = m.Parts[:2]
			return nil
		}, "ptr: train/3: place: 2 attempts rejected, most often: chair without leg or pedestal (10 times)"},
		{"fridge without door", "Refrigerator", func(m *furniture.Model) error {
			m.Parts = m.Parts[:1]
			return nil
		}, "ptr: train/3: place: 2 attempts rejected, most often: refrigerator without door (10 times)"},
		{"wheels without legs", "Table", func(m *furniture.Model) error {
			for i := range m.Parts {
				if m.Parts[i].Label == "leg" {
					m.Parts[i].Label = "caster"
				}
			}
			return nil
		}, "ptr: train/3: place: 2 attempts rejected, most often: wheels do not match legs (10 times)"},
		{"two kinds of arms", "Chair", func(m *furniture.Model) error {
			m.Parts[2].Label, m.Parts[3].Label = "chair_arm", "arm_horizontal_bar"
			return nil
		}, "ptr: train/3: place: 2 attempts rejected, most often: chair with arm and arm bar (10 times)"},
		{"no vertices", "Chair", func(m *furniture.Model) error {
			for i := range m.Parts {
				m.Parts[i].Mesh = box(geom.Vec3{}, geom.Vec3{})
			}
			return nil
		}, "ptr: train/3: model boxes-NUMBER of Chair: farthest vertex is 0 m from the origin, want more than 0"},
		{"model that cannot be made", "Bed", func(*furniture.Model) error { return fmt.Errorf("out of wood") },
			"ptr: train/3: model NUMBER of Bed: out of wood"},
	} {
		cfg.Categories = map[string]float64{c.only: 1}
		s, err := NewSampler(cfg, brokenSource{boxSource{50}, c.change}, 1, "train")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Sample(3)
		parts := strings.Split(c.want, "NUMBER")
		if err == nil || !strings.HasPrefix(err.Error(), parts[0]) || !strings.HasSuffix(err.Error(), parts[len(parts)-1]) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestCrowdedSceneStops: what has no place any more is left out of large scenes and begins small ones again.
func TestCrowdedSceneStops(t *testing.T) {
	cfg := DefaultConfig()
	cfg.MinObjects, cfg.MaxObjects = 32, 32
	_, m := sampleOf(t, cfg, boxSource{500}, "train", 0)
	if n := len(m.Objects); n < stopObjects || n >= 32 {
		t.Errorf("got %d objects, want at least %d and fewer than asked for", n, stopObjects)
	}
	if m.Slots != 32 {
		t.Errorf("slots: got %d, want 32", m.Slots)
	}
}

// TestCommonLine: what stands for the instances of a label in the recommended set.
func TestCommonLine(t *testing.T) {
	up, right, none := geom.V(0, 1, 0), geom.V(1, 0, 0), notGeometric
	tilted := geom.V(0.25, 1, 0).Unit()
	for _, c := range []struct {
		name string
		g    []geom.Vec3
		want geom.Vec3
		fit  bool
	}{
		{"one", []geom.Vec3{right}, right, true},
		{"one that is bent", []geom.Vec3{none}, none, true},
		{"four alike", []geom.Vec3{up, up, tilted, up}, up, true},
		{"one bent among straight ones", []geom.Vec3{none, tilted, up}, tilted, true},
		{"two ways", []geom.Vec3{up, right}, none, false},
		{"opposite signs are two ways", []geom.Vec3{up, up.Neg()}, none, false},
		{"two bent, two straight", []geom.Vec3{none, none, up, up}, none, false},
		{"one straight among bent ones", []geom.Vec3{none, up}, none, true},
	} {
		got, fit := commonLine(c.g, false)
		if got != c.want || fit != c.fit {
			t.Errorf("%s: got %v, %v, want %v, %v", c.name, got, fit, c.want, c.fit)
		}
	}
}

// TestGeometryInTheWorld: a table of boxes turned by theta has vertical legs and a drawer front that faces the way the
// table faces.
func TestGeometryInTheWorld(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Categories = map[string]float64{"Table": 1}
	s, m := sampleOf(t, cfg, boxSource{500}, "train", 2)
	r := s.Record(m, m.Composite())
	for i, o := range r.Objects {
		sin, cos := geom.SinCos(o.Rotation.Yaw)
		for _, c := range []struct {
			name string
			got  [3]float64
			want geom.Vec3
		}{
			{"leg", o.LineGeo["leg"], geom.V(0, 0, 1)},
			{"top", o.PlaneGeo["top"], geom.V(0, 0, 1)},
			{"drawer", o.PlaneGeo["drawer"], geom.V(sin, -cos, 0)},
		} {
			if d := vec3(c.got).Sub(c.want).Len(); !(d < 1e-12) {
				t.Errorf("object %d: direction of %s: got %v, want %v", i, c.name, c.got, c.want)
			}
		}
		if !slices.Equal(o.QuestionType, []string{"perception", "geometry"}) {
			t.Errorf("object %d: question_type %v", i, o.QuestionType)
		}
		if want := map[string]int{"leg": 4, "drawer": 1}; !maps.Equal(o.PartCount, want) {
			t.Errorf("object %d: part_count: got %v, want %v", i, o.PartCount, want)
		}
	}
}

// TestPublishedSwitches turns each switch on alone and looks at what it is for.
func TestPublishedSwitches(t *testing.T) {
	record := func(p Published, category string) *Record {
		cfg := DefaultConfig()
		cfg.Published = p
		cfg.Categories = map[string]float64{category: 1}
		s, m := sampleOf(t, cfg, boxSource{500}, "train", 1)
		return s.Record(m, m.Composite())
	}
	if o := record(Published{Lines: true}, "Table").Objects[0]; o.LineGeo["leg"][2] != 10000 || len(o.QuestionType) != 1 {
		t.Errorf("lines: got leg %v, question_type %v, want the sentinel and perception only", o.LineGeo["leg"], o.QuestionType)
	}
	if r := record(Published{Directions: true}, "Bed"); r.Directions.Behind != [3]float64{-0.05208918824791908, 0.9986424446105957, 0} {
		t.Errorf("directions: got behind %v", r.Directions.Behind)
	}
	plain, bug := record(Published{}, "Bed"), record(Published{Projection: true}, "Bed")
	if ratio := plain.ProjectionMatrix[2][1] / bug.ProjectionMatrix[2][1]; !(math.Abs(ratio-4.0/3) < 1e-12) {
		t.Errorf("projection: vertical scale %g times the right one, want 4/3", ratio)
	}
	if o := record(Published{Counts: true}, "Refrigerator").Objects[0]; o.PartCount["door"] != 4 {
		t.Errorf("counts: got %d doors of 2, want 4", o.PartCount["door"])
	}
	if o := record(Published{}, "Refrigerator").Objects[0]; o.PartCount["door"] != 2 || o.PartColorAll[other].Fractions == false {
		t.Errorf("counts: got %d doors, want 2; other %v, want fractions", o.PartCount["door"], o.PartColorAll[other])
	}
	if o := record(Published{PartMasks: true}, "Table").Objects[0]; len(o.PartMask) != 1 || len(o.PartMask["leg"]) == 0 {
		t.Errorf("part masks: got masks of %v, want leg only", slices.Sorted(maps.Keys(o.PartMask)))
	}
	if o := record(Published{Detection: true}, "Table").Objects[0]; o.PlaneGeo["top"] == [3]float64{0, 0, 1} {
		t.Errorf("detection: got exactly %v for the top, want the mean of samples", o.PlaneGeo["top"])
	}
}

func TestDrawColor(t *testing.T) {
	counts := map[string]int{}
	for i := range 4000 {
		s := rng.Named(fmt.Sprint("color/", i))
		drawn := map[string]Color{}
		for _, label := range []string{"leg", "arm_horizontal_bar", "arm_near_vertical_bar"} {
			drawn[label] = drawColor(label, drawn, s)
		}
		if drawn["arm_horizontal_bar"] == drawn["arm_near_vertical_bar"] {
			t.Fatalf("draw %d: both kinds of arm bars are %s", i, drawn["arm_horizontal_bar"].Name)
		}
		counts[drawn["arm_near_vertical_bar"].Name]++
	}
	// 8 cells of 500: chi-squared with 7 degrees of freedom exceeds 24.3 once in a thousand times.
	chi := 0.0
	for _, n := range counts {
		chi += float64((n-500)*(n-500)) / 500
	}
	if len(counts) != 8 || chi > 24.3 {
		t.Errorf("second bar colors %v: chi-squared %.1f, want at most 24.3", counts, chi)
	}
}

func TestColorJSON(t *testing.T) {
	red := Color{Name: "red", RGB: [3]uint8{173, 35, 35}}
	for _, c := range []struct {
		in   RawColor
		want string
	}{
		{RawColor{red, false}, `["red",[173,35,35]]`},
		{RawColor{red, true}, `["red",[0.6784313725490196,0.13725490196078433,0.13725490196078433,1]]`},
	} {
		if got := string(record.JSON(c.in)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		var back RawColor
		if err := record.Read([]byte(c.want), &back, record.Exact); err != nil || back != c.in {
			t.Errorf("read back: got %+v, %v, want %+v", back, err, c.in)
		}
	}
	for _, c := range []struct{ in, want string }{
		{`["red",[1,2]]`, "has 2 components, want 3 or 4"},
		{`["red",[1,2,300]]`, "has the component 300, want 0 to 255"},
	} {
		var color RawColor
		if err := record.Read([]byte(c.in), &color, record.Item); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.in, err, c.want)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	cfg := DefaultConfig()
	cfg.Physical = 0
	s, err := NewSampler(cfg, Procedural{}, 1, "train")
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		m, err := s.Sample(i)
		if err != nil {
			b.Fatal(err)
		}
		record.Append(nil, record.Indented, s.Record(m, m.Composite()))
	}
}

// A source without models is refused before the folder is taken for a dataset.
func TestSourceWithoutModelsLeavesNothing(t *testing.T) {
	s, err := New(DefaultConfig(), FromLibraries("none"), "")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "ptr")
	_, err = loop.Run(t.Context(), s, gen.Job{Root: root, Split: "train"}, 1, loop.Options{Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "split train has no model of Chair") {
		t.Errorf("got %v, want an error that names split and category", err)
	}
	if _, err := os.Stat(root); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}
