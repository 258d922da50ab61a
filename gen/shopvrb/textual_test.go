package shopvrb

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// textualFact is what is published of a class; attributes by their numbers from 1. The extra ones come last, in things of a
// material.
type textualFact struct {
	class, powering, disassembly, picking string
	attributes                            []int
	material                              string
	extra                                 []int
}

var textualFacts = []textualFact{
	{"baking tray", "non-powered", "non-dismantable", "graspable", []int{1, 2, 3, 4, 5, 6}, "rubber", []int{7, 8, 9}},
	{"blender", "socket-powered", "dismantable", "stationary", []int{6, 10, 11, 12, 13, 14, 15}, "", nil},
	{"bowl", "non-powered", "non-dismantable", "graspable", []int{7, 8, 6, 2, 11, 16}, "glass", []int{1}},
	{"chopping board", "non-powered", "non-dismantable", "graspable", []int{6, 17, 2, 18, 19}, "rubber", []int{9}},
	{"coffee maker", "socket-powered", "dismantable", "stationary", []int{12, 13, 14, 15, 20, 21, 22}, "", nil},
	{"food box", "non-powered", "non-dismantable", "graspable", []int{8, 7, 16, 2, 19, 23, 24}, "", nil},
	{"fork", "non-powered", "non-dismantable", "graspable", []int{3, 25, 2, 26, 27}, "plastic", []int{28, 29}},
	{"glass", "non-powered", "non-dismantable", "graspable", []int{5, 2, 30, 18}, "plastic", []int{28, 29}},
	{"kettle", "non-powered", "unscrewable", "handle-pickable", []int{15, 31, 24, 32, 2}, "", nil}, // if not metallic
	{"knife", "non-powered", "non-dismantable", "graspable", []int{3, 25, 2, 26, 27, 6, 17}, "plastic", []int{28, 29}},
	{"mug", "non-powered", "non-dismantable", "handle-pickable", []int{5, 2, 30, 8, 22, 33}, "", nil},
	{"pan", "non-powered", "unscrewable", "handle-pickable", []int{1, 2, 3, 4, 5, 6, 32, 34}, "", nil},
	{"plate", "non-powered", "non-dismantable", "graspable", []int{7, 8, 19, 16, 2, 26}, "", nil},
	{"pot", "non-powered", "dismantable", "handle-pickable", []int{32, 3, 4, 5, 6, 24, 2}, "", nil},
	{"scissors", "non-powered", "non-dismantable", "handle-pickable", []int{35, 17, 3, 25}, "", nil},
	{"soda can", "non-powered", "non-dismantable", "graspable", []int{30, 3, 23, 28, 29, 19}, "", nil},
	{"spoon", "non-powered", "non-dismantable", "graspable", []int{27, 3, 2, 26}, "plastic", []int{28, 29}},
	{"thermos", "non-powered", "dismantable", "graspable", []int{30, 3, 23, 36, 24}, "", nil},
	{"toaster", "socket-powered", "unscrewable", "stationary", []int{3, 5, 6, 12, 13, 14, 20}, "", nil},
	{"wine glass", "non-powered", "non-dismantable", "graspable", []int{2, 30}, "plastic", []int{28, 29}},
}

func TestTextualPropertiesFollowClassMaterialAndColor(t *testing.T) {
	all := valuesOf(t, "attribute")
	cam := publishedOptics.cameraAt(cameraBase)
	for _, pool := range pools {
		drawsOf(pool, func(d draw, _ float64) {
			o := d.object()
			got := o.record(&cam)
			appendTextual(&got)
			f := textualFacts[slices.IndexFunc(textualFacts, func(f textualFact) bool { return f.class == d.in.class })]
			numbers := f.attributes
			if f.material == o.material {
				numbers = slices.Concat(numbers, f.extra)
			}
			if f.class == "kettle" && o.color == "metallic" {
				f.powering, numbers = "socket-powered", []int{15, 31, 24, 12, 13, 21}
			}
			want := got
			want.Picking, want.Powering, want.Disassembly, want.Attribute = f.picking, f.powering, f.disassembly, nil
			for _, n := range numbers {
				want.Attribute = append(want.Attribute, all[n-1])
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s: got %+v\nwant %+v", pool, d.in.name, got, want)
			}
		})
	}
}

// Of several criteria that fit the last one in the file counts, and the default counts nowhere else than where none fits.
func TestTheLastCriterionThatFitsCounts(t *testing.T) {
	p, err := parseProperties([]byte(`{"mug": {"use": {"color:red": "a", "default": "b", "size:small": "c", "weight::light": "d"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ color, size, want string }{
		{"red", "large", "a"}, {"blue", "large", "b"}, {"blue", "small", "c"}, {"red", "small", "c"},
	} {
		o := ObjectRecord{Color: c.color, Size: c.size, Weight: "light"}
		if got := p["mug"][0].of(o.visual).word; got != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.color, c.size, got, c.want)
		}
	}
}

func TestPropertyFilesTellTheirFaults(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{`[]`, "shopvrb: file of properties: no JSON object"},
		{`{"mug": 1}`, `shopvrb: properties of "mug": no JSON object`},
		{`{"mug": {"picking": 1}}`, `shopvrb: property "picking" of "mug": neither a word nor a list of words`},
		{`{"mug": {"picking": {"color:red": "a"}}}`,
			`shopvrb: property "picking" of "mug": no "default", which things get that no criterion fits`},
		{`{"mug": {"picking": {"default": "a", "red": "b"}}}`,
			`shopvrb: property "picking" of "mug": criterion "red" has no key and value; write it as "material:rubber"`},
	} {
		if _, err := parseProperties([]byte(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got error %v, want %s", c.file, err, c.want)
		}
	}
	if _, err := parseProperties([]byte(`{"mug": `)); err == nil || !strings.HasPrefix(err.Error(), "shopvrb: file of properties: ") {
		t.Errorf("half a file: got error %v", err)
	}
}

// appendTextual adds the published properties to a thing.
func appendTextual(o *ObjectRecord) { textualProperties[o.Name].appendTo(o) }
