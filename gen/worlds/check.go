package worlds

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"mereo/engine/material"
	"mereo/gen/ask"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// maxThings is how many things a scene may have: questions know no more.
const maxThings = 64

// checkScene looks at what is drawn by lot.
func (w *World) checkScene(Folder) {
	if w.fault != nil {
		return
	}
	s := &w.Scene
	fixed := w.fixedCount()
	if len(w.Things) == 0 && !w.given("scene.count") {
		s.Count = Count{} // all that there is is fixed
	}
	count := func(key string, c Count) {
		least := min(1, max(0, 1-fixed))
		if c.Min < least || c.Max+fixed > maxThings {
			w.wrong(key, "is %d to %d, want %d to %d things", c.Min, c.Max, least, maxThings-fixed)
		}
		if c.Max > 0 && len(w.Things) == 0 {
			w.wrong(key, "is up to %d, but the document has no things to draw; give it some, or leave this out", c.Max)
		}
	}
	count("scene.count", s.Count)
	w.checkOdds("scene.draw", s.Draw)
	w.checkForbid("scene.forbid", s.Forbid)
	w.condition("scene.once", s.Once)
	w.number("scene.attempts", float64(s.Attempts), 1, 1e7)
	for i := range w.Splits {
		key, split := "splits."+w.Splits[i].Name, &w.Splits[i].Of
		if !isName(w.Splits[i].Name) {
			w.misnamed(key, "is no name of a split, want letters, digits, - and _, at most %d", maxName)
		}
		if split.Things != (Count{}) || w.given(key+".things") {
			count(key+".things", split.Things)
		}
		if split.Count == 0 && !w.given(key+".count") {
			split.Count = defaultCount
		}
		w.number(key+".count", float64(split.Count), 1, 1e9)
		w.checkOdds(key+".draw", split.Draw)
		w.checkForbid(key+".forbid", split.Forbid)
	}
	w.checkPlacing("scene.place", &s.Place)
	w.number("scene.accept.visible_pixels", float64(s.Accept.VisiblePixels), 0, float64(w.pixels()))
	w.number("scene.accept.visible_share", s.Accept.VisibleShare, 0, 1)
}

// pixels is how many pixels pictures of the first camera have.
func (w *World) pixels() int {
	if f := w.around; f != nil && len(w.Cameras) == 0 {
		return f.camera.Width * f.camera.Height
	}
	if len(w.Cameras) > 0 && len(w.Cameras[0].Size) == 2 {
		return w.Cameras[0].Size[0] * w.Cameras[0].Size[1]
	}
	return defaultSize[0] * defaultSize[1]
}

// defaultSize is that of pictures.
var defaultSize = []int{480, 320}

// defaultCount is how many samples a split has that says nothing of it.
const defaultCount = 1000

// checkOdds looks at weights of values.
func (w *World) checkOdds(key string, draw Named[Odds]) {
	for _, e := range draw {
		a := w.attribute(e.Name)
		if a < 0 {
			w.misnamed(key+"."+e.Name, "is no attribute, want %s", listed(w.attributeNames()))
			return
		}
		sum := 0.0
		for _, o := range e.Of.Weights {
			at := fmt.Sprintf("%s.%s.weights.%s", key, e.Name, o.Name)
			if w.attributes[a].value(o.Name) < 0 {
				w.misnamed(at, "is no value of %s, want %s", e.Name, listed(w.attributes[a].names()))
			}
			w.number(at, o.Of, 0, 1e9)
			sum += o.Of
		}
		if len(e.Of.Weights) > 0 && sum <= 0 {
			w.wrong(key+"."+e.Name+".weights", "are all 0, want one above 0 at least")
		}
	}
}

func (w *World) checkForbid(key string, conditions []Condition) {
	for i, c := range conditions {
		w.condition(fmt.Sprintf("%s[%d]", key, i), c.Named)
		if len(c.Named) == 0 {
			w.wrong(fmt.Sprintf("%s[%d]", key, i), "forbids everything, want values of attributes")
		}
	}
}

func (w *World) checkPlacing(key string, p *Placing) {
	if len(p.Region) != 2 || len(p.Region[0]) != 2 || len(p.Region[1]) != 2 {
		w.wrong(key+".region", "is no region, want [[x0, x1], [y0, y1]]")
		return
	}
	for i, side := range p.Region {
		for k, v := range side {
			w.number(fmt.Sprintf("%s.region[%d][%d]", key, i, k), v, -farthest, farthest)
		}
		if side[0] > side[1] {
			w.wrong(fmt.Sprintf("%s.region[%d]", key, i), "is %v, the wrong way round, want the lower number first", side)
		}
	}
	w.number(key+".gap", p.Gap, -1e6, 1e6)
	if p.Margin.Along != "" {
		w.word(key+".margin.along", p.Margin.Along, "relations")
	}
	w.number(key+".margin.at_least", p.Margin.AtLeast, 0, 1e6)
	w.number(key+".tries", float64(p.Tries), 1, 1e6)
	w.number(key+".stack", p.Stack, 0, 1)
	categories := map[string]bool{}
	for _, k := range w.kinds {
		categories[w.categoryOf(k)] = true
	}
	known := func(at string, names ...string) {
		for _, name := range names {
			if !categories[name] {
				w.wrong(at, "names %q, want categories of things: %s", name, listed(slices.Sorted(maps.Keys(categories))))
			}
		}
	}
	put := map[string]string{} // by category, where its things are
	once := func(at, category, where string) {
		if before := put[category]; before != "" {
			w.wrong(at, "says where %s is, as %s does, want one of them", category, before)
		}
		put[category] = where
	}
	carried := func(where string, of Named[Values]) {
		for _, e := range of {
			at := key + "." + where + "." + e.Name
			if !categories[e.Name] {
				w.misnamed(at, "is no category of things, want %s", listed(slices.Sorted(maps.Keys(categories))))
			}
			if known(at, e.Of...); len(e.Of) == 0 {
				w.wrong(at, "has no categories, want at least one")
			}
			once(at, e.Name, where)
		}
	}
	carried("on", p.On)
	carried("inside", p.Inside)
	known(key+".against", p.Against...)
	for _, name := range p.Against {
		once(key+".against", name, "against")
	}
	if len(p.Against) > 0 && w.Ground.Kind != groundRoom {
		w.wrong(key+".against", "needs walls, but ground.kind is %s, want room", w.Ground.Kind)
	}
	if d := p.Drop; d != nil {
		w.number(key+".drop.height", d.Height.Min, 0, 1e4)
		w.number(key+".drop.height", d.Height.Max, 0, 1e4)
		if d.Friction == 0 && !w.given(key+".drop.friction") {
			d.Friction = 0.5
		}
		w.number(key+".drop.friction", d.Friction, 0, 10)
		if len(p.On)+len(p.Inside)+len(p.Against) > 0 || p.Stack > 0 {
			w.wrong(key+".drop", "stands beside on, inside, against or stack, want it alone: everything falls")
		}
	}
	w.number(key+".turn", p.Turn.Min, -720, 720)
	w.number(key+".turn", p.Turn.Max, -720, 720)
	if p.Turn.Max-p.Turn.Min > 360 {
		w.wrong(key+".turn", "is more than a full circle, want at most 360 degrees")
	}
}

// checkSurroundings looks at the ground, lamps and cameras, and makes the ground.
func (w *World) checkSurroundings(Folder) {
	if w.fault != nil {
		return
	}
	g := &w.Ground
	if w.around != nil && len(w.around.surfaces) > 0 && !w.given("ground") {
		g.Kind = groundNone
	}
	w.word("ground.kind", g.Kind, groundPlane, groundRoom, groundTable, groundNone)
	if g.Surface != "" {
		w.word("ground.surface", g.Surface, surfaceNames()...)
	}
	w.number("ground.roughness", g.Rough, 0, 1)
	if want := map[string]int{groundRoom: 3, groundTable: 2}[g.Kind]; want != 0 && len(g.Size) == 0 {
		g.Size = map[string][]float64{groundRoom: {14, 10, 5}, groundTable: {2, 1.4}}[g.Kind]
	} else if len(g.Size) != want {
		w.wrong("ground.size", "has %d numbers, a %s has %d: [x, y] of a table, [x, y, z] of a room", len(g.Size), g.Kind, want)
	}
	for i, s := range g.Size {
		w.number(fmt.Sprintf("ground.size[%d]", i), s, 1e-3, 1e4)
	}
	if f := w.around; f != nil && !w.given("lights") {
		if !w.Sky.Given {
			w.Sky.RGB = f.sky
		}
	} else if len(w.Lights) == 0 {
		w.Lights = []Lamp{
			{Area: 1, Energy: 250, At: []float64{6.4, -2.9, 6}}, {Area: 1, Energy: 120, At: []float64{-1.2, 2.6, 5.8}},
			{Area: 1, Energy: 100, At: []float64{-4.7, -4, 5}},
		}
		if !w.Sky.Given {
			w.Sky.RGB = usualSky
		}
	}
	for i := range w.Lights {
		w.checkLamp(fmt.Sprintf("lights[%d]", i), &w.Lights[i])
	}
	if len(w.Cameras) == 0 && (w.around == nil || w.given("cameras")) {
		w.Cameras = []Camera{{At: []float64{7.2, -6.8, 5.1}}}
	}
	for i := range w.Cameras {
		w.checkCamera(fmt.Sprintf("cameras[%d]", i), &w.Cameras[i])
	}
	if w.fault != nil {
		return
	}
	views := 0
	for i := range w.Cameras {
		if views += w.Cameras[i].views(); views > maxViews {
			w.wrong(fmt.Sprintf("cameras[%d]", i), "brings more views than %d, which all cameras may have together", maxViews)
			return
		}
	}
	all := w.views(rng.Key{})
	names := map[string]bool{}
	for i := range w.Cameras {
		own := w.Cameras[i].views()
		for _, v := range all[:own] {
			if names[v.name] {
				w.wrong(fmt.Sprintf("cameras[%d]", i), "has the name %q, as one before it, want another", v.name)
			}
			names[v.name] = true
		}
		all = all[own:]
	}
	ground := *g
	w.backdrop = sync.OnceValue(func() []scenes.Surface { // pictures of floors take half a second
		out := ground.surfaces()
		if w.around != nil {
			out = append(out, w.around.surfaces...)
		}
		return out
	})
}

// usualSky is what surrounds a world without lamps of its own, so that mirrors are not black and the ground has no dark end.
var usualSky = material.RGB{0.15, 0.15, 0.16}

// maxViews is how many pictures a sample has at most.
const maxViews = 1000

func (w *World) checkLamp(key string, l *Lamp) {
	w.triple(key+".at", l.At)
	w.triple(key+".look_at", l.LookAt)
	w.number(key+".jitter", l.Jitter, 0, 1e4)
	switch {
	case len(l.At) == 0:
		w.wrong(key, "has no at, want at: [x, y, z]")
	case vector(l.At) == vector(l.LookAt):
		w.wrong(key+".at", "is where it looks, want another place")
	case w.given(key+".sun") && (l.Area != 0 || l.Energy != 0):
		w.wrong(key+".sun", "stands beside area or energy, want one of them: a sun or a lamp")
	case w.given(key + ".sun"):
		w.number(key+".sun", l.Sun, 1e-6, 1e6)
	default:
		if l.Area == 0 && !w.given(key+".area") {
			l.Area = 1
		}
		w.number(key+".area", l.Area, 1e-3, 1e4)
		if l.Energy == 0 && !w.given(key+".energy") {
			w.wrong(key, "has neither energy nor sun, want one of them")
		}
		w.number(key+".energy", l.Energy, 1e-6, 1e9)
	}
}

func (w *World) checkCamera(key string, c *Camera) {
	if c.Size == nil {
		c.Size = slices.Clone(defaultSize)
	}
	lens, fov := c.Lens != 0 || w.given(key+".lens"), c.FOV != 0 || w.given(key+".fov")
	if !lens && !fov {
		c.Lens, lens = 35, true
	}
	if len(c.Size) != 2 || slices.Min(c.Size) < 16 || slices.Max(c.Size) > 8192 {
		w.wrong(key+".size", "is %v, want [width, height] of 16 to 8192 pixels", c.Size)
	}
	if c.Name != "" && !isName(c.Name) {
		w.wrong(key+".name", "is %q, want letters, digits, - and _, at most %d", shortened(c.Name), maxName)
	}
	w.triple(key+".at", c.At)
	w.triple(key+".look_at", c.LookAt)
	w.number(key+".jitter", c.Jitter, 0, 1e4)
	w.number(key+".stereo", c.Stereo, 0, 1e4)
	w.number(key+".travel", c.Travel.Min, 0, 100)
	w.number(key+".travel", c.Travel.Max, 0, 100)
	w.number(key+".orbit", c.Orbit.Min, 0, 360)
	w.number(key+".orbit", c.Orbit.Max, 0, 360)
	for name, of := range map[string]Span{"travel": c.Travel, "orbit": c.Orbit} {
		if of.Max > 0 && w.Motion == nil {
			w.wrong(key+"."+name, "moves the camera in films, want motion as well")
		}
	}
	switch {
	case lens && fov:
		w.wrong(key+".fov", "stands beside lens, want one of them")
	case lens:
		w.number(key+".lens", c.Lens, 1, 2000)
	default:
		w.number(key+".fov", c.FOV, 1, 170)
	}
	if d := c.Dome; d != nil {
		if d.Elevation == (Span{}) && !w.given(key+".dome.elevation") {
			d.Elevation = Span{10, 80}
		}
		w.number(key+".dome.views", float64(d.Views), 1, 1000)
		w.number(key+".dome.radius", d.Radius, 1e-3, 1e5)
		w.number(key+".dome.elevation", d.Elevation.Min, -85, 85)
		w.number(key+".dome.elevation", d.Elevation.Max, -85, 85)
		if c.At != nil || c.Stereo != 0 {
			w.wrong(key+".dome", "stands beside at or stereo, want it alone")
		}
		return
	}
	at, target := vector(c.At), vector(c.LookAt)
	off := at.Sub(target)
	if len(c.At) == 0 {
		w.wrong(key, "has no at, want at: [x, y, z], or a dome")
	} else if max(math.Abs(off.X), math.Abs(off.Y)) < 1e-6*max(1, math.Abs(off.Z)) {
		w.wrong(key+".at", "looks straight down or up, or is where it looks, want a place beside that: relations need a front")
	}
}

// Relations that a document can have.
var relationKinds = append(slices.Clone(onGround), "above", "below", relationOn, relationUnder, relationInside, relationTouching)

// Values of keys of write.
const (
	recordFull  = "full"
	recordBrief = "brief"
	depthNone   = "none"
	depthNPY    = "npy"
	depthEXR    = "exr"
)

// isFolder tells whether a text can be the name of a folder.
func isFolder(s string) bool {
	return s[0] != '.' && isName(string(slices.DeleteFunc([]byte(s), func(c byte) bool { return c == '.' })))
}

// checkWords looks at synonyms.
func (w *World) checkWords(key string, words Named[[]string]) {
	for _, e := range words {
		at := key + "." + e.Name
		known := e.Name == ask.Thing || w.Questions.Parts.Find(e.Name) != nil || slices.Contains(w.Relations.Kinds, e.Name) ||
			slices.ContainsFunc(w.attributes, func(a Attribute) bool { return a.value(e.Name) >= 0 })
		if !known {
			w.misnamed(at, "has words for what is not in the document, want values of attributes, relations, or %s", ask.Thing)
		}
		if len(e.Of) == 0 {
			w.wrong(at, "has no words, want at least one")
		}
		for i, text := range e.Of {
			one, many, slash := strings.Cut(text, "/")
			if strings.TrimSpace(one) == "" || slash && strings.TrimSpace(many) == "" {
				w.wrong(fmt.Sprintf("%s[%d]", at, i), "is %q, want a word, or one with its plural such as box/boxes", text)
			}
		}
	}
}
