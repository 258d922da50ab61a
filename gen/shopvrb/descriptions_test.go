package shopvrb

import (
	"slices"
	"strings"
	"testing"
)

// Every text of every thing that it fits tells all textual properties of the thing, and no other.
func TestDescriptionsTellWhatCannotBeSeen(t *testing.T) {
	used := map[string]map[int]bool{}
	for _, list := range [][]catalogRow{trainingInstances, benchmarkInstances} {
		for i := range list {
			for _, of := range list[i].options {
				colors := []string{of.color}
				if of.color == anyColor {
					colors = nil
					for _, c := range randomColors {
						colors = append(colors, c.Name)
					}
				}
				for _, color := range colors {
					o := ObjectRecord{Name: list[i].class, Material: of.material, Color: color}
					appendTextual(&o)
					fitting := fittingDescriptions(&o)
					if len(fitting) < 3 {
						t.Errorf("%s %s %s: %d texts, want 3 at least", color, of.material, o.Name, len(fitting))
					}
					for _, n := range fitting {
						if used[o.Name] == nil {
							used[o.Name] = map[int]bool{}
						}
						used[o.Name][n] = true
						tellsExactly(t, &o, n)
					}
				}
			}
		}
	}
	for class, list := range descriptionTable() {
		if len(list) != descriptionsPerClass || len(used[class]) != descriptionsPerClass {
			t.Errorf("%s: %d texts, of which %d fit some thing, want %d", class, len(list), len(used[class]), descriptionsPerClass)
		}
	}
}

func tellsExactly(t *testing.T, o *ObjectRecord, n int) {
	t.Helper()
	want := append([]string{o.Powering, o.Disassembly, o.Picking}, o.Attribute...)
	d := &descriptionTable()[o.Name][n]
	text, told := d.split()
	if strings.ContainsAny(text, "[]()") {
		t.Errorf("%s, text %d: marks are left in %q", o.Name, n, text)
	}
	if s := strings.Count(text, ".") + strings.Count(text, "?") + strings.Count(text, "!"); s < 2 || s > 8 {
		t.Errorf("%s, text %d: %d sentences, want 2 to 8", o.Name, n, s)
	}
	var got []string
	for _, e := range told {
		for _, v := range e.values {
			if slices.Contains(got, v) {
				continue
			}
			got = append(got, v)
			if Evidence(o.Name, n, v) == "" {
				t.Errorf("%s, text %d: no evidence of %q", o.Name, n, v)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s %s %s, text %d tells %q, want %q", o.Color, o.Material, o.Name, n, got, want)
	}
}

func TestDescriptionsDoNotQuoteTheValues(t *testing.T) {
	for class, list := range descriptionTable() {
		for n := range list {
			_, told := list[n].split()
			for _, e := range told {
				for _, v := range e.values {
					if strings.Contains(strings.ToLower(e.phrase), v) {
						t.Errorf("%s, text %d: %q quotes the value %q", class, n, e.phrase, v)
					}
				}
			}
		}
	}
}
