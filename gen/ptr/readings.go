package ptr

import (
	"maps"
	"slices"
	"strings"
)

// Two careful people do not see quite the same scene: one overlooks a leg of which a sliver shows, or takes what is almost
// beside something for being in front of it. What they may see otherwise than the labels have it makes other readings of the
// scene.

// A piece with fewer pixels than specks is overlooked, and one with fewer than slivers, or less than thin pixels broad, when less of it
// shows than of the best seen piece of its name or its color times sliverShare: who looks for a purple bar finds the purple feet, and of a
// leg behind another an edge shows that seems to be part of that one.
const (
	specks      = 10
	slivers     = 30
	thin        = 2
	sliverShare = 0.4
)

// overlooked tells whether a reader may overlook a piece, by the pixels of the best seen piece like it.
func (p *partFile) overlooked(best int) bool {
	return p.Pixels < specks || (p.Pixels < slivers || p.narrower(thin)) && float64(p.Pixels) < float64(sliverShare*float64(best))
}

// narrower tells whether a piece shows less than so many pixels broad: its pixels over the longer side of its box.
func (p *partFile) narrower(pixels int) bool {
	return p.Pixels < pixels*max(p.BBox[2]-p.BBox[0], p.BBox[3]-p.BBox[1])
}

// slim is how broad, in pixels, doors and drawers must show to be told apart: the 4 mm between them are less than a tenth of a pixel
// where a front is seen at such an angle.
const slim = 10

// Between a share of the change that makes an object unstable and so many times it, its verdict is a near one: some call a chair unstable that
// tips by 4 cm, and what leans, lies or overhangs and moves by 40 cm seems to rest.
const nearStable, nearUnstable = 0.2, 5

// parallelDeg is how far two bars may be from parallel, in degrees, and still be called so. The published labels give parts one direction
// that are 17 degrees apart.
const parallelDeg = 5

// readings are the scene as other readers may see it, in as many ways as docs/questions.md lists. Without pixels or positions in the file there
// are few.
func readings(k *known, f *sceneFile) []*known {
	out := k.piecewise(f)
	for i := range k.objects {
		if o := k.objects[i]; o.unclear {
			o.stability, o.changes = map[string]string{"yes": "no", "no": "yes"}[o.stability], nil
			out = append(out, k.with(i, &o))
		}
		if o := k.objects[i]; len(o.splayed) > 0 {
			o.lines = slices.DeleteFunc(slices.Clone(o.lines), func(d directedPart) bool { return slices.Contains(o.splayed, d.part) })
			out = append(out, k.with(i, &o))
		}
	}
	if len(f.Directions) == 0 {
		return out
	}
	for _, bound := range []float64{sureBound, doubtBound} {
		other := *k
		other.slack = bound / nearBound
		out = append(out, &other)
	}
	return append(out, k.placed(f)...)
}

// piecewise are readings of what an object's pieces are: hidden ones count, too, of one object or of all; some are overlooked or are called otherwise,
// where the hidden ones count and where they do not.
func (k *known) piecewise(f *sceneFile) (out []*known) {
	hidden := minPixels(k.physics)
	whole, n := *k, 0
	whole.objects = slices.Clone(k.objects)
	for i := range k.objects {
		if o := k.objects[i].whole(); o != nil {
			out = append(out, k.with(i, o))
			whole.objects[i] = *o
			n++
		}
	}
	if n > 1 {
		out = append(out, &whole)
	}
	tangled := f.tangled()
	for i := range k.objects {
		o, in := &k.objects[i], &f.Objects[i]
		others := []*knownObject{
			o.glimpsed(in.Parts, hidden), o.legged(in.PartColorAll), o.ringed(in.PartColorAll), o.barless(in.model(), in.Parts, hidden),
			o.propped(in, hidden), o.curved(in.model()), o.armed(in.PartColorAll), o.lookalike(in.model()), o.slatBacked(in),
		}
		others = append(others, o.rodded(in.model())...)
		others = append(append(others, o.edgeOn(in.Parts, hidden)...), o.miscounted(in.model(), in.Parts, in.PartColorAll, hidden)...)
		if tangled[i] {
			others = append(others, o.fewer())
		}
		for _, other := range others {
			if other == nil {
				continue
			}
			if out = append(out, k.with(i, other)); n > 0 {
				out = append(out, whole.with(i, other))
			}
		}
	}
	return out
}

// tangled tells which objects lie on chairs or are chairs that carry others: nobody finds every leg and bar of the two.
func (f *sceneFile) tangled() []bool {
	out := make([]bool, len(f.Objects))
	for i := range f.Objects {
		if s := f.Objects[i].Simulation; s != nil && s.Supporter != nil && f.Objects[*s.Supporter].Category == "Chair" {
			out[i], out[*s.Supporter] = true, true
		}
	}
	return out
}

// fewer is the object with one piece less of each of which there are several.
func (o *knownObject) fewer() *knownObject {
	c := *o
	c.count = maps.Clone(o.count)
	for name, n := range c.count {
		c.count[name] = max(n-1, 1)
	}
	return &c
}

// with is the scene with another object in the place of one.
func (k *known) with(i int, o *knownObject) *known {
	other := *k
	other.objects = slices.Clone(k.objects)
	other.objects[i] = *o
	return &other
}

// glimpsed is the object without the pieces that may be overlooked, nil when there are none. Pieces below hidden pixels are
// not counted to begin with.
func (o *knownObject) glimpsed(pieces []partFile, hidden int) *knownObject {
	best, painted := map[string]int{}, map[string]int{}
	for _, p := range pieces {
		best[p.Name] = max(best[p.Name], p.Pixels)
		if p.Color != "" {
			painted[p.Color] = max(painted[p.Color], p.Pixels)
		}
	}
	var out *knownObject
	for _, p := range pieces {
		if p.Pixels < hidden || !p.overlooked(max(best[p.Name], painted[p.Color])) || o.number(p.Name) == 0 {
			continue
		}
		if out == nil {
			out = o
		}
		out = out.less(p.Name, 1)
	}
	return out
}

// less is the object with n fewer pieces of a name, without the part where none is left.
func (o *knownObject) less(name string, n int) *knownObject {
	c := *o
	c.parts, c.color, c.count = slices.Clone(o.parts), maps.Clone(o.color), maps.Clone(o.count)
	if left := c.count[name] - n; left > 0 {
		c.count[name] = left
		return &c
	}
	delete(c.count, name)
	delete(c.color, name)
	c.parts = slices.DeleteFunc(c.parts, func(part string) bool { return part == name })
	return &c
}

// whole is the object with its hidden pieces of what can be seen, nil when there are none: who sees three legs of a table knows that
// it has four.
func (o *knownObject) whole() *knownObject {
	var out *knownObject
	for name, n := range o.total {
		if seen := o.count[name]; seen == 0 || n <= seen {
			continue
		}
		if out == nil {
			c := *o
			c.count = maps.Clone(o.count)
			out = &c
		}
		out.count[name] = n
	}
	return out
}

// legged is the object with legs as others may tell them, nil where there is one way only: each of two legs that are frames, such as
// runners, stands on the floor twice, and the feet of a pedestal are legs to who looks for such.
func (o *knownObject) legged(labels map[string]paint) *knownObject {
	const leg = "leg"
	foot, footed := labels["foot"]
	footed = footed && !o.visible(leg)
	if !footed && o.count[leg] != 2 {
		return nil
	}
	c := *o
	c.count = maps.Clone(o.count)
	if footed {
		c.show(leg, foot)
	}
	c.count[leg] = 4
	return &c
}

// show adds a part that the labels do not have.
func (o *knownObject) show(part string, color paint) {
	o.parts, o.color = append(slices.Clone(o.parts), part), maps.Clone(o.color)
	slices.Sort(o.parts)
	o.color[part] = color
}

const legBar = "leg bar"

// ringed is the object with leg bars where its footrest is a ring on spokes around a column, nil for others. Nobody knows how many leg
// bars that is.
func (o *knownObject) ringed(labels map[string]paint) *knownObject {
	ring, ok := labels["footrest"]
	if _, column := labels["central_support"]; !ok || !column {
		return nil
	}
	c := *o
	c.count = maps.Clone(o.count)
	delete(c.count, legBar)
	if !c.visible(legBar) {
		c.show(legBar, ring)
	}
	return &c
}

// barless is the object without those leg bars that have another name, too: rockers, runners and stretchers that are rings; and the rails
// under the seat of a director's chair or a lounger, which look like its frame. Nil where it has none.
func (o *knownObject) barless(model string, pieces []partFile, hidden int) *knownObject {
	n := 0
	for _, p := range pieces {
		rail := model == "director" && (p.Mesh == "bar-3" || p.Mesh == "bar-4")
		rail = rail || model == "lounge" && strings.HasPrefix(p.Mesh, "rail-")
		other := rail || strings.HasPrefix(p.Mesh, "runner-") || slices.Contains([]string{"rocker", "runner", "circular_stretcher"}, p.Label)
		if other && p.Name == legBar && p.Pixels >= hidden {
			n++
		}
	}
	if n == 0 || o.number(legBar) == 0 {
		return nil
	}
	return o.less(legBar, n)
}

// propped is the object with two legs where it is a cart that stands on posts, nil for others.
func (o *knownObject) propped(in *sceneObject, hidden int) *knownObject {
	mesh, ok := propMeshes[in.model()]
	if !ok || o.total["wheel"] >= 4 || !slices.ContainsFunc(in.Parts, func(p partFile) bool { return p.Mesh == mesh && p.Pixels >= hidden }) {
		return nil
	}
	c := *o
	c.count = maps.Clone(o.count)
	c.count["leg"] = 2
	c.show("leg", in.PartColorAll[other])
	return &c
}

// moreCounted are by families of models the meshes that some people count among the pieces of a name, or twice, since another piece crosses them,
// and fewerCounted how many of n pieces some do: the panel and the beam between two legs, the board under a cabinet, the tray over drawers, the
// runners of a tube, braces, the drawers under a refrigerator's doors, two frames that are four legs.
var (
	moreCounted = map[string][]struct {
		name, mesh string
		twice      bool
	}{
		"office-frame": {{legBar, "panel-", false}, {legBar, "foot-", false}}, "desk-drawers": {{"drawer", "tray", false}},
		"tv-stand": {{"shelf", "bottom-", false}}, "sled-tube": {{legBar, "leg-", false}}, "shell": {{legBar, "batten-", false}},
		"cantilever": {{legBar, "leg-", false}}, "bench": {{legBar, "bar-4", true}},
	}
	fewerCounted = map[string]struct {
		name string
		of   func(n int) int
	}{
		"office-frame": {legBar, butOne}, "picnic": {legBar, butTwo}, "sled": {"leg", func(n int) int { return min(n, 2) }}, "trestle": {legBar, butTwo}, "tv-stand": {"shelf", butOne},
		"french-door": {"door", func(n int) int { return min(n, 2) }}, "bottom-freezer": {"door", func(n int) int { return min(n, 1) }},
	}
)

func butOne(n int) int { return n - 1 }

// butTwo is all but two, where these are not all.
func butTwo(n int) int {
	if n <= 2 {
		return n
	}
	return n - 2
}

// miscounted are the object with more and with fewer pieces of a name.
func (o *knownObject) miscounted(model string, pieces []partFile, labels map[string]paint, hidden int) (out []*knownObject) {
	if f, ok := fewerCounted[model]; ok {
		if n := o.number(f.name); n > 0 && f.of(n) < n {
			out = append(out, o.less(f.name, n-f.of(n)))
		}
	}
	for _, more := range moreCounted[model] {
		c, painted := *o, paint{}
		c.count = maps.Clone(o.count)
		for _, p := range pieces {
			if (p.Name == more.name) != more.twice || !strings.HasPrefix(p.Mesh, more.mesh) || p.Pixels < hidden {
				continue
			}
			if color, ok := labels[p.Label]; ok {
				painted = color
				if !c.visible(more.name) {
					c.show(more.name, color)
				}
			}
			c.count[more.name]++
		}
		if !c.visible(more.name) || c.count[more.name] == o.count[more.name] {
			continue
		}
		out = append(out, &c)
		if painted != (paint{}) && painted != c.color[more.name] { // who finds these alone finds their color
			other := c
			other.color = maps.Clone(c.color)
			other.color[more.name] = painted
			out = append(out, &other)
		}
	}
	return out
}

// Parts of arm rests: one piece with what holds it, or a bar on others.
const armRest, armBar, armPost = "arm", "arm horizontal bar", "arm vertical bar"

// armed is the object with arm rests as others name them, nil where it has none: with posts under those that are one piece in the labels,
// without rear posts in the color of the back or with what is behind as such, and with arms where these are bars.
func (o *knownObject) armed(labels map[string]paint) *knownObject {
	c := *o
	c.count = maps.Clone(o.count)
	if arm, ok := labels["chair_arm"]; ok && o.visible(armRest) && !o.visible(armPost) {
		c.show(armPost, arm)
		c.count[armPost] = o.number(armRest)
		return &c
	}
	if !o.visible(armBar) || o.visible(armRest) {
		return nil
	}
	if n := o.number(armPost); n > 0 && o.color[armPost] == o.color["back"] {
		if c.count[armPost] = n + 2; n > 2 {
			c.count[armPost] = n - 2
		}
	}
	c.show(armRest, o.color[armBar])
	c.count[armRest] = o.number(armBar)
	return &c
}

// mistaken are families of models that look like furniture of another category, by which of their parts has another name there: a small
// round table on three legs and a stool, a long low table and a bench.
var mistaken = map[string]struct{ category, part, is string }{
	"tripod": {"Chair", "top", "seat"}, "three-leg": {"Table", "seat", "top"}, "counter-stool": {"Table", "seat", "top"},
	"conference-six": {"Chair", "top", "seat"}, "bench": {"Table", "seat", "top"},
}

// lookalike is the object taken for one of another category, nil where it looks like its own alone.
func (o *knownObject) lookalike(model string) *knownObject {
	m, ok := mistaken[model]
	if !ok || o.visible("back") {
		return nil
	}
	c := *o
	if color, ok := o.color[m.part]; ok {
		c = *o.less(m.part, o.number(m.part))
		c.show(m.is, color)
	}
	c.category = m.category
	return &c
}

// curved is the object without the planes of a back that curves and of a foot that is a disc, nil where it has neither.
func (o *knownObject) curved(model string) *knownObject {
	curves := func(d directedPart) bool {
		return d.part == "back" && slices.Contains(curvedModels, model) || d.part == "pedestal"
	}
	if !slices.ContainsFunc(o.planes, curves) {
		return nil
	}
	c := *o
	c.planes = slices.DeleteFunc(slices.Clone(o.planes), curves)
	return &c
}

// rodded are the object with a line in place of the plane of a bed's head that is rods between rails: along the rails, and up along the rods.
func (o *knownObject) rodded(model string) (out []*knownObject) {
	const head = "back"
	n, ok := o.planes.of(head)
	if !ok || !slices.Contains(roddedModels, model) {
		return nil
	}
	for _, along := range [][3]float64{{-n[1], n[0], 0}, {0, 0, 1}} {
		c := *o
		c.planes = slices.DeleteFunc(slices.Clone(o.planes), func(d directedPart) bool { return d.part == head })
		c.lines = append(slices.Clone(o.lines), directedPart{head, along})
		out = append(out, &c)
	}
	return out
}

// edgeOn are the object with one door or drawer for each two that are seen at such an angle that nobody tells them apart, or one less where
// there is one such, and with two for each.
func (o *knownObject) edgeOn(pieces []partFile, hidden int) (out []*knownObject) {
	for _, name := range []string{"door", "drawer"} {
		n := 0
		for _, p := range pieces {
			if p.Name == name && p.Pixels >= hidden && p.narrower(slim) {
				n++
			}
		}
		if n = min(n, o.number(name)); n == 0 {
			continue
		}
		if o.number(name) > 1 {
			out = append(out, o.less(name, max(1, n/2)))
		}
		c := *o
		c.count = maps.Clone(o.count)
		c.count[name] = o.number(name) + n
		out = append(out, &c)
	}
	return out
}

// bars is from how many pieces one above the other, on the average of its columns, a back looks like bars.
const bars = 1.3

// slatBacked is a chair with bars in its back where that is one piece in the labels and looks made of bars, as behind a lounger's cushion; nil for
// others. Nobody knows how many.
func (o *knownObject) slatBacked(in *sceneObject) *knownObject {
	back, ok := o.color["back"]
	looks := in.model() == "lounge"
	for _, m := range in.PartMask.Back {
		looks = looks || barred(m.Counts, in.Parts)
	}
	if !ok || !looks || o.category != "Chair" || o.visible(backBar) || o.visible(backPost) {
		return nil
	}
	c := *o
	c.show(backBar, back)
	c.show(backPost, back)
	return &c
}

const backBar, backPost = "back horizontal bar", "back vertical bar"

// barred tells whether a back looks made of bars or slats, which a reader counts among straight parts: its mask, run lengths
// down the columns, has several runs in a column.
func barred(counts []int, pieces []partFile) bool {
	for _, p := range pieces {
		if p.Name == "back" {
			return float64(len(counts)/2) > bars*float64(p.BBox[2]-p.BBox[0])
		}
	}
	return false
}
