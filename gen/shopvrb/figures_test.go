package shopvrb

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/scenes/annot"
)

// outOf are the names of the figures that do not pass.
func outOf(figures []gen.Figure) []string {
	out := []string{}
	for _, f := range figures {
		if !f.Pass {
			out = append(out, f.Name)
		}
	}
	return out
}

// rowsOf are the figures of a list.
func rowsOf[T any](t *testing.T, l figure.List[T]) []gen.Figure {
	t.Helper()
	out, err := l.Rows()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A damaged record breaks the rules that are about what is damaged, or makes figures fail, and no other.
func TestSceneDamageIsSeen(t *testing.T) {
	const (
		orders = "scenes whose relations are total orders"
		near   = "origins in the picture that are at most 60 pixels outside of the box of their mask"
	)
	const scenes = 40
	s := setOf(t, nil)
	c := s.split(gen.Job{Seed: 3, Split: "train"})
	var samples [scenes]*sample
	var err error
	for i := range samples {
		if samples[i], err = c.sampler.Sample(i); err != nil {
			t.Fatal(err)
		}
	}
	corner := encodeMask(annot.RLE{Size: [2]int{480, 640}, Counts: []int{0, 300, 480*640 - 300}})
	for _, damaged := range []struct {
		name   string
		change func(r *Record) // of the first scene
		want   []string
	}{
		{"nothing", func(*Record) {}, nil},
		{"a color", func(r *Record) { r.Objects[0].Color = "pink" }, []string{"catalog"}},
		{"a place", func(r *Record) {
			r.Objects[1].Position = r.Objects[0].Position
			r.Relationships = Relate(r.Objects, r.Directions, relationEps)
		}, []string{"boxes", "projection", orders}},
		{"too near along a direction", func(r *Record) {
			r.Objects[1].Position = r.Objects[0].Position
			r.Objects[1].Position[0] += 0.1
			r.Relationships = Relate(r.Objects, r.Directions, relationEps)
		}, []string{"boxes", "margin", "projection", orders}},
		{"relations", func(r *Record) {
			r.Relationships.Left, r.Relationships.Right = r.Relationships.Right, r.Relationships.Left
		},
			[]string{"relations"}},
		{"an order", func(r *Record) { r.Relationships.Left = r.Relationships.Right }, []string{"relations", orders}},
		{"a direction", func(r *Record) { r.Directions.Front[0] += 1e-9 }, []string{"directions"}},
		{"a pixel", func(r *Record) { r.Objects[0].Pixel.X++ }, []string{"projection"}},
		{"a lamp", func(r *Record) { r.Extra.Lamps.Key[1] = 0 }, []string{"jitter"}},
		{"no mask", func(r *Record) { r.Objects[0].Mask = nil }, []string{"mask"}},
		{"a small mask", func(r *Record) {
			r.Objects[0].Mask = encodeMask(annot.RLE{Size: [2]int{480, 640}, Counts: []int{0, 1, 480*640 - 1}})
		}, []string{"mask-area"}},
		{"a mask twice", func(r *Record) { r.Objects[1].Mask = r.Objects[0].Mask }, []string{"masks-disjoint"}},
		{"masks in a corner", func(r *Record) {
			for i := range r.Objects {
				r.Objects[i].Mask = corner
			}
		}, []string{"masks-disjoint", near}},
		{"a property", func(r *Record) { r.Objects[0].Picking = "magnetic" }, []string{"textual"}},
	} {
		tally := figuresOfScenes(s.cfg, c.sampler)
		broken := map[string]bool{}
		for i, m := range samples {
			if damaged.name == "masks in a corner" && i > 5 {
				break // so that they count
			}
			r := c.sampler.record(m, m.seen.Object)
			if i == 0 {
				damaged.change(r)
			}
			tally.Add(&measured{record: r})
			for rule := range c.sampler.faults(r) {
				broken[rule] = true
			}
		}
		got := append(slices.Sorted(maps.Keys(broken)), outOf(rowsOf(t, tally))...)
		if !slices.Equal(got, append([]string{}, damaged.want...)) {
			t.Errorf("%s: breaks %q, want %q", damaged.name, got, damaged.want)
		}
	}
}

// Scenes that are all alike miss the shares.
func TestSharesOfScenes(t *testing.T) {
	s := setOf(t, nil)
	c := s.split(gen.Job{Seed: 3, Split: "train"})
	m, err := c.sampler.Sample(0)
	if err != nil {
		t.Fatal(err)
	}
	tally := figuresOfScenes(s.cfg, c.sampler)
	r := c.sampler.record(m, m.seen.Object)
	for range 1000 {
		tally.Add(&measured{record: r})
	}
	got := outOf(rowsOf(t, tally))
	for _, want := range []string{
		"scenes with 3 things", "scenes with 7 things", "models that occur", "share of portable things",
		"share of the class that is furthest from its share of the catalog, ",
	} {
		if !slices.ContainsFunc(got, func(name string) bool { return strings.HasPrefix(name, want) }) {
			t.Errorf("fails %q, want %q among them", got, want)
		}
	}
}

// flat is a scene with a picture of some colors: the ground, and one thing in the middle.
func flat(o ObjectRecord, ground string, back, thing [3]uint8) *shownScene {
	s := &shownScene{ground: ground, optics: publishedOptics, ids: make([]uint16, publishedWidth*publishedHeight), rgb: make([]uint8, 3*publishedWidth*publishedHeight)}
	for at := range s.ids {
		c := back
		if x, y := at%publishedWidth, at/publishedWidth; x >= 300 && x < 340 && y >= 300 && y < 340 {
			c, s.ids[at] = thing, 1
		}
		copy(s.rgb[3*at:], c[:])
	}
	w := annot.Whole(publishedWidth, publishedHeight, s.ids)
	o.Mask = encodeMask(w.Mask(1, w.Tally(1).Boxes[0]))
	s.record = &Record{Objects: []ObjectRecord{o}}
	return s
}

func TestPictureFigures(t *testing.T) {
	const (
		ground = "plain ground in the lower half of pictures, mean level"
		colors = "pairs of random colors less than 25 levels apart on the same models"
		clear  = "clear glass and the ground around it, mean difference"
	)
	clearGlass := ObjectRecord{Material: "glass", Color: "transparent"}
	mug := func(color string) ObjectRecord {
		return ObjectRecord{Material: "ceramic", Color: color, Extra: &ObjectExtra{Instance: "mug1"}}
	}
	// mugs are so many models in two colors.
	mugs := func(models int, red, blue [3]uint8) (out []*shownScene) {
		for i := range models {
			for color, c := range map[string][3]uint8{"red": red, "blue": blue} {
				m := mug(color)
				m.Extra.Instance = fmt.Sprint("mug", i)
				out = append(out, flat(m, "texture1", [3]uint8{}, c))
			}
		}
		return out
	}
	gray := func(v uint8) [3]uint8 { return [3]uint8{v, v, v} }
	exposed := func(by float64, s *shownScene) *shownScene {
		s.exposure = by
		return s
	}
	times := func(n int, s *shownScene) []*shownScene { return slices.Repeat([]*shownScene{s}, n) }
	for _, c := range []struct {
		name  string
		shown []*shownScene
		there []string
		want  []string
	}{
		{"nothing", nil, nil, nil},
		{"a gray ground", times(1, flat(mug("gray"), plainName, gray(140), gray(0))), []string{ground}, nil},
		{"a dark ground", times(1, flat(mug("gray"), plainName, gray(100), gray(0))), []string{ground}, []string{ground}},
		{"a dark ground that was exposed", times(1, exposed(2, flat(mug("gray"), plainName, gray(140), gray(0)))), []string{ground}, []string{ground}},
		{"a bright ground that was exposed", times(1, exposed(2, flat(mug("gray"), plainName, gray(180), gray(0)))), []string{ground}, nil},
		{"a texture", times(1, flat(mug("gray"), "texture1", gray(0), gray(0))), nil, nil},
		{"clear glass", times(1, flat(clearGlass, "texture1", gray(100), gray(130))), []string{clear}, nil},
		{"milky glass", times(1, flat(clearGlass, "texture1", gray(100), gray(150))), []string{clear}, []string{clear}},
		{"two colors", mugs(10, gray(100), [3]uint8{100, 100, 130}), []string{colors}, nil},
		{"a color twice", mugs(10, gray(100), gray(110)), []string{colors}, []string{colors}},
		{"too few models to tell", mugs(9, gray(100), gray(110)), nil, nil},
		{"colors as they come", append(mugs(10, gray(100), gray(150)), mugs(10, gray(150), gray(100))...), []string{colors}, []string{colors}},
	} {
		tally := pictureFigures()
		for _, s := range c.shown {
			tally.Add(s)
		}
		var there []string
		figures := rowsOf(t, tally)
		for _, f := range figures {
			there = append(there, f.Name)
		}
		if !slices.Equal(there, c.there) || !slices.Equal(outOf(figures), append([]string{}, c.want...)) {
			t.Errorf("%s: figures %q, %q fail, want %q, %q", c.name, there, outOf(figures), c.there, c.want)
		}
	}
}
