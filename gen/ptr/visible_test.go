package ptr

import (
	"maps"
	"reflect"
	"slices"
	"testing"
)

// TestVisibleAtTheThreshold: what is lost and what has a mask where a part mesh has just too few pixels, or just enough.
func TestVisibleAtTheThreshold(t *testing.T) {
	type numbers = map[string]int
	bed, beds := []string{"bed_sleep_area", "headboard", "surface_base", "leg"}, []string{"sleep area", "back", "leg"}
	for _, c := range []struct {
		name     string
		physical bool
		category string
		raw      []string
		parts    []instance
		counts   numbers
		colors   []string

		wantCounts numbers
		wantColors []string
		masks      numbers // recommended
		published  numbers
	}{
		{
			"static: 4 pixels are hidden, 5 are not", false, "Bed", bed,
			[]instance{{"leg", 4}, {"leg", 5}, {"leg", 6}, {"sleep area", 5}, {"back", 4}}, numbers{"leg": 3}, beds,
			numbers{"leg": 2}, []string{"leg", "sleep area"}, numbers{"leg": 2, "sleep area": 1}, numbers{"leg": 2},
		},
		{
			"physical: none are hidden, 1 is not", true, "Bed", bed,
			[]instance{{"leg", 0}, {"leg", 1}, {"leg", 4}, {"sleep area", 1}, {"back", 0}}, numbers{"leg": 3}, beds,
			numbers{"leg": 2}, []string{"leg", "sleep area"}, numbers{"leg": 2, "sleep area": 1}, numbers{"leg": 2, "sleep area": 1},
		},
		{
			"physical: a label that cannot be asked about", true, "Bed", bed,
			[]instance{{"base", 100}, {"base", 1}, {"sleep area", 40}, {"other", 50}}, numbers{}, beds[:2],
			numbers{}, []string{"back", "sleep area"}, numbers{"base": 2, "sleep area": 1}, numbers{"sleep area": 1},
		},
		{
			"physical: a hidden piece takes the color from those after it", true, "Refrigerator", []string{"door_frame", "frame"},
			[]instance{{"body", 7}, {"body", 0}, {"body", 90}, {"door", 3}}, numbers{"door": 1}, []string{"body", "door"},
			numbers{"door": 1}, []string{"door"}, numbers{"body": 2, "door": 1}, numbers{"body": 1, "door": 1},
		},
		{
			"static: a hidden piece takes the color from those after it", false, "Refrigerator", []string{"door_frame", "frame"},
			[]instance{{"body", 7}, {"body", 4}, {"body", 90}, {"door", 5}}, numbers{"door": 1}, []string{"body", "door"},
			numbers{"door": 1}, []string{"door"}, numbers{"body": 2, "door": 1}, numbers{},
		},
		{
			"static: masks of a raw label stay without its color", false, "Chair", []string{"pedestal", "chair_seat"},
			[]instance{{"pedestal", 4}, {"pedestal", 5}, {"seat", 5}}, numbers{"seat": 1}, []string{"pedestal", "seat"},
			numbers{"seat": 1}, []string{"seat"}, numbers{"pedestal": 1, "seat": 1}, numbers{"pedestal": 1},
		},
		{
			"physical: fewer counted than there are", true, "Chair", []string{"leg", "chair_seat"},
			[]instance{{"leg", 0}, {"leg", 1}, {"seat", 1}}, numbers{"leg": 1, "seat": 1}, []string{"leg", "seat"},
			numbers{"seat": 1}, []string{"seat"}, numbers{"leg": 1, "seat": 1}, numbers{"seat": 1},
		},
		{
			"physical: the last counted piece takes the color along", true, "Cart", []string{"base_body", "wheel"},
			[]instance{{"wheel", 0}, {"wheel", 0}, {"body", 1}}, numbers{"wheel": 2}, []string{"body", "wheel"},
			numbers{}, []string{"body"}, numbers{"body": 1}, numbers{"body": 1},
		},
	} {
		colors := map[string]Color{}
		for _, name := range c.colors {
			colors[name] = Color{Name: "red"}
		}
		counts := maps.Clone(c.counts)
		seen := visible(c.parts, counts, colors, minPixels(c.physical))
		tally := func(has []bool) numbers {
			out := numbers{}
			for i, h := range has {
				if h {
					out[c.parts[i].name]++
				}
			}
			return out
		}
		for _, want := range []struct {
			what      string
			got, want any
		}{
			{"counts", seen.counts, c.wantCounts},
			{"colors", slices.Sorted(maps.Keys(seen.colors)), c.wantColors},
			{"masks", tally(masked(c.category, c.raw, c.parts, minPixels(c.physical))), c.masks},
			{"published masks", tally(maskedAsPublished(c.physical, c.raw, c.parts, seen)), c.published},
			{"counts as they were", counts, c.counts},
			{"number of colors as it was", len(colors), len(c.colors)},
		} {
			if !reflect.DeepEqual(want.got, want.want) {
				t.Errorf("%s: %s: got %v, want %v", c.name, want.what, want.got, want.want)
			}
		}
	}
}

// TestPublishedPartMasks: scene files of the published rule have the masks that it names, with the pixels of their parts.
func TestPublishedPartMasks(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical, c.Published.PartMasks = 0.5, true })
	sampler, err := NewSampler(s.cfg, s.source, 11, "train")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[bool]int{}
	for i := range 12 {
		m, err := sampler.Sample(i)
		if err != nil {
			t.Fatal(err)
		}
		kinds[m.Physical]++
		r := sampler.Record(m, m.Composite())
		for k := range r.Objects {
			o := &r.Objects[k]
			want := map[string]int{}
			for _, p := range o.Parts {
				_, raw := o.PartColorAll[p.Name]
				_, asked := o.PartColor[p.Name]
				if enough := p.PixelsAlone >= minPixels(m.Physical); enough && p.Name != other && (m.Physical && asked || !m.Physical && raw) {
					want[p.Name] += p.Pixels
				}
			}
			got := map[string]int{}
			for name, masks := range o.PartMask {
				for _, mask := range masks {
					got[name] += mask.Area()
				}
			}
			for name := range want {
				// What was lost before its last piece has fewer masks, or none.
				if _, has := o.PartColorOccluded[name]; m.Physical && !has {
					delete(want, name)
					delete(got, name)
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("scene %d, physical %v, object %d: masks of %v pixels, want %v", i, m.Physical, k, got, want)
			}
		}
	}
	if kinds[true] == 0 || kinds[false] == 0 {
		t.Errorf("%v scenes by physical, want both kinds", kinds)
	}
}
