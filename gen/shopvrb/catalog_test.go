package shopvrb

import (
	"maps"
	"math"
	"slices"
	"testing"

	"mereo/assets/kitchen"
)

var pools = []kitchen.Pool{kitchen.Training, kitchen.Benchmark}

// valuesOf are the values of an attribute.
func valuesOf(t *testing.T, key string) []string {
	t.Helper()
	for _, a := range slices.Concat(VisualAttributes, TextualAttributes) {
		if a.Key == key {
			return a.Values
		}
	}
	t.Fatalf("no attribute %q", key)
	return nil
}

// drawsOf calls f with everything that can be drawn about things of a pool, and how probable it is.
func drawsOf(pool kitchen.Pool, f func(d draw, p float64)) {
	rows := instances(pool)
	for i := range rows {
		in := &rows[i]
		p := 1 / float64(len(rows)*len(in.sizes)*len(in.options)*len(randomColors))
		for size := range in.sizes {
			for option := range in.options {
				for c := range randomColors {
					f(draw{in: in, color: c, smaller: size == 1, second: option == 1}, p)
				}
			}
		}
	}
}

func TestCatalogUsesPublishedValues(t *testing.T) {
	for _, pool := range pools {
		names := map[string]bool{}
		for _, in := range instances(pool) {
			if names[in.name] {
				t.Errorf("%s %s is there twice", pool, in.name)
			}
			names[in.name] = true
			if len(in.sizes) < 1 || len(in.sizes) > 2 || len(in.options) < 1 || len(in.options) > 2 {
				t.Errorf("%s %s has %d sizes and %d options, want 1 or 2", pool, in.name, len(in.sizes), len(in.options))
			}
		}
		drawsOf(pool, func(d draw, _ float64) {
			o := d.object()
			for key, value := range map[string]string{
				"name": d.in.class, "shape": d.in.shape, "weight": d.in.weight, "movability": d.in.movability,
				"size": o.size, "material": o.material, "color": o.color,
			} {
				if !slices.Contains(valuesOf(t, key), value) {
					t.Errorf("%s %s: %s is %q, want one of %v", pool, d.in.name, key, value, valuesOf(t, key))
				}
			}
			if d.second && o.appearance.replace == "" {
				t.Errorf("%s %s: its second option replaces no material", pool, d.in.name)
			}
		})
	}
	if n := len(trainingInstances); n != 46 {
		t.Errorf("%d things for training, want 46", n)
	}
	if n := len(benchmarkInstances); n != 20 {
		t.Errorf("%d things for the benchmark, want 20", n)
	}
}

// The shares of values that the published catalog gives, rounded to three digits there.
func TestCatalogGivesThePublishedShares(t *testing.T) {
	random := func(share float64, list map[string]float64, except ...string) map[string]float64 {
		for _, c := range randomColors {
			if !slices.Contains(except, c.Name) {
				list[c.Name] = share
			}
		}
		return list
	}
	want := map[kitchen.Pool]map[string]map[string]float64{
		kitchen.Training: {
			"shape": {
				"irregularly shaped": .304, "cylindrical": .304, "long and thin shaped": .130, "cuboid": .109, "flat": .087, "hemisphere": .065,
			},
			"weight":     {"light": .5, "medium-weight": .261, "heavy": .239},
			"movability": {"portable": .826, "movable": .174},
			"size":       {"medium-sized": .435, "large": .337, "small": .228},
			"material":   {"metal": .402, "plastic": .228, "glass": .163, "ceramic": .141, "wooden": .043, "rubber": .022},
			"color": random(.034, map[string]float64{
				"metallic": .196, "transparent": .163, "brown": .132, "white": .120, "black": .109, "red": .078, "gray": .033,
			}, "brown", "red"),
		},
		kitchen.Benchmark: {
			"shape":      {"irregularly shaped": .4, "cylindrical": .2, "flat": .15, "long and thin shaped": .15, "cuboid": .1},
			"weight":     {"light": .5, "heavy": .3, "medium-weight": .2},
			"movability": {"portable": .8, "movable": .2},
			"size":       {"medium-sized": .45, "large": .325, "small": .225},
			"material":   {"metal": .45, "plastic": .3, "glass": .125, "ceramic": .1, "rubber": .025},
			"color":      random(.068, map[string]float64{"white": .15, "metallic": .15, "transparent": .125, "gray": .05, "black": .05}),
		},
	}
	for _, pool := range pools {
		got := map[string]map[string]float64{}
		for key := range want[pool] {
			got[key] = map[string]float64{}
		}
		cam := publishedOptics.cameraAt(cameraBase)
		drawsOf(pool, func(d draw, p float64) {
			o := d.object()
			r := o.record(&cam)
			for key := range got {
				got[key][r.visual(key)] += p
			}
		})
		for key, shares := range got {
			for _, value := range slices.Sorted(maps.Keys(shares)) {
				if d := math.Abs(shares[value] - want[pool][key][value]); !(d < 6e-4) {
					t.Errorf("%s: %s %q has a share of %.4f, want %.3f", pool, key, value, shares[value], want[pool][key][value])
				}
			}
			if len(shares) != len(want[pool][key]) {
				t.Errorf("%s: %d values of %s, want %d", pool, len(shares), key, len(want[pool][key]))
			}
		}
	}
}

// estimated are the things whose published boxes were estimated from pictures, within 15 %. The others were measured.
var estimated = map[kitchen.Pool][]string{kitchen.Benchmark: {
	"blender", "bowl", "coffee_maker", "fork", "glass", "kettle", "knife", "mug", "pan", "soda_can", "spoon", "thermos", "toaster",
}}

func TestModelsHaveThePublishedBoxes(t *testing.T) {
	for _, pool := range pools {
		for _, name := range kitchen.Names(pool) {
			m, err := kitchen.Get(pool, name)
			if err != nil {
				t.Error(err)
				continue
			}
			in := instanceNamed(t, pool, name)
			if m.Class != in.class {
				t.Errorf("%s %s is a %s, want %s", pool, name, m.Class, in.class)
			}
			tolerance := 0.02
			if slices.Contains(estimated[pool], name) {
				tolerance = 0.15
			}
			for k, want := range [2]float64{in.box.w, in.box.h} {
				if got := m.Box[k]; !(math.Abs(got-want) <= tolerance*want) {
					t.Errorf("%s %s: box is %.3f along axis %d, want %.3f within %g %%", pool, name, got, k, want, 100*tolerance)
				}
			}
		}
	}
}
