package shopvrb

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"mereo/assets/kitchen"
	"mereo/gen"
)

// sceneTallies adds up what the figures of scenes are made of.
type sceneTallies struct {
	cfg       Config
	sampler   *sampler
	scenes    int
	counts    map[int]int // scenes by their number of things
	things    int
	instances map[string]int // things by the name of their model, where records tell it
	classes   map[string]int
	portable  int
	faults    map[string]int // what the checks of scenes found, by rule
	ordered   int            // scenes whose relations are total orders
	// Things whose origin is in the picture, and those of them that have it near the box of their mask.
	inside, near int
}

func newSceneTallies(cfg Config, s *sampler) *sceneTallies {
	return &sceneTallies{
		cfg: cfg, sampler: s, counts: map[int]int{}, instances: map[string]int{}, classes: map[string]int{}, faults: map[string]int{},
	}
}

// add adds a scene and what its check found.
func (t *sceneTallies) add(r *Record, faults []gen.Problem) {
	t.scenes++
	t.counts[len(r.Objects)]++
	for _, p := range faults {
		t.faults[p.Rule]++
	}
	if r.Relationships.total() {
		t.ordered++
	}
	for i := range r.Objects {
		o := &r.Objects[i]
		t.things++
		t.classes[o.Name]++
		if o.Extra != nil {
			t.instances[o.Extra.Instance]++
		}
		if o.Movability == "portable" {
			t.portable++
		}
		if x, y := o.Pixel.X, o.Pixel.Y; x >= 0 && x < t.cfg.Width && y >= 0 && y < t.cfg.Height && o.Mask != nil {
			t.inside++
			b := r.mask(i).Box()
			reach := t.cfg.optics().length(originReach)
			if x >= b.X0-reach && x < b.X1+reach && y >= b.Y0-reach && y < b.Y1+reach {
				t.near++
			}
		}
	}
}

// originReach is how far, in pixels of a published picture, a thing's origin may lie outside of the box around what is seen of it.
const originReach = 60

// total tells whether left and right, and front and behind, put all things in a row and are each other's reverse.
func (r *Relationships) total() bool {
	for _, pair := range [2][2][][]int{{r.Left, r.Right}, {r.Front, r.Behind}} {
		sizes := make([]bool, len(pair[0]))
		for i, list := range pair[0] {
			if len(list) >= len(sizes) || sizes[len(list)] || len(list)+len(pair[1][i]) != len(sizes)-1 {
				return false
			}
			sizes[len(list)] = true
			for _, j := range list {
				if j == i || slices.Contains(pair[1][i], j) {
					return false
				}
			}
		}
	}
	return true
}

// figures are those of scenes, without what cannot be seen.
func (t *sceneTallies) figures() []gen.Figure {
	enough, o := t.scenes >= figureScenes, t.cfg.optics()
	var out []gen.Figure
	kinds := t.cfg.MaxObjects - t.cfg.MinObjects + 1
	for n := t.cfg.MinObjects; n <= t.cfg.MaxObjects; n++ {
		even := 100 / float64(kinds)
		out = append(out, share(fmt.Sprintf("scenes with %d things", n), t.counts[n], t.scenes, even, 5+byChance(even, t.scenes, enough)))
	}
	out = append(out, none("things that are no row of the catalog", t.faults["catalog"], t.things))
	if rows := t.sampler.rows; enough && t.cfg.Extra {
		out = append(out, gen.Figure{
			Name: "models that occur", Target: fmt.Sprint(len(rows)), Value: fmt.Sprint(len(t.instances)), Pass: len(t.instances) == len(rows),
		})
	}
	out = append(out, t.classFigure(enough))
	if t.sampler.pool == kitchen.Training && t.sampler.own == nil {
		portable, off := float64(t.portable)/float64(max(1, t.things)), byChance(83, t.things, enough)/100
		out = append(out, within("share of portable things", portable, 0.78-off, 0.88+off, "%.3f"))
	}
	if !t.cfg.Drop {
		out = append(out,
			none("pairs of things less than 0.2 apart along a direction", t.faults["margin"], t.scenes),
			none("pairs of things whose boxes overlap", t.faults["boxes"], t.scenes))
	}
	out = append(out, none("scenes whose relations do not follow from places and directions", t.faults["relations"], t.scenes))
	if !t.cfg.Drop {
		out = append(out, leastShare("scenes whose relations are total orders", t.ordered, t.scenes, 99.9))
	}
	return append(out,
		none("scenes with other directions", t.faults["directions"], t.scenes),
		none("things whose pixel_coords their camera does not project", t.faults["projection"], t.things),
		none("cameras and lamps moved too far", t.faults["jitter"], t.scenes),
		none("masks that are none of the picture's size", t.faults["mask"], t.things),
		none(fmt.Sprintf("masks of less than %d pixels", o.pixels(minPixels)), t.faults["mask-area"], t.things),
		none("masks that share pixels with others", t.faults["masks-disjoint"], t.things),
		leastShare(fmt.Sprintf("origins in the picture that are at most %d pixels outside of the box of their mask", o.length(originReach)), t.near, t.inside, 97))
}

// classFigure is the class whose share is furthest from that of the catalog.
func (t *sceneTallies) classFigure(enough bool) gen.Figure {
	rows := t.sampler.rows
	want := map[string]float64{}
	for i := range rows {
		want[rows[i].class] += 1 / float64(len(rows))
	}
	worst, off, room := "", -1.0, 0.0
	for _, class := range slices.Sorted(maps.Keys(want)) {
		w := want[class]
		r := 0.35 + byChance(100*w, t.things, enough)/(100*w)
		if d := math.Abs(float64(t.classes[class])/float64(max(1, t.things))-w) / w; d/r > off {
			worst, off, room = class, d/r, r
		}
	}
	got := float64(t.classes[worst]) / float64(max(1, t.things))
	return gen.Figure{
		Name:   "share of the class that is furthest from its share of the catalog, " + worst,
		Target: fmt.Sprintf("%.3f +- %.0f %%", want[worst], 100*room), Value: fmt.Sprintf("%.3f", got), Pass: off <= 1,
	}.ByChance()
}

// textualFigure is about what cannot be seen.
func (t *sceneTallies) textualFigure() gen.Figure {
	return none("things with other properties to be read up than their class has", t.faults["textual"], t.things)
}
