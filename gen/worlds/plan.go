package worlds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/internal/phase"
	"mereo/scenes/annot"
	"mereo/scenes/motion"
	"mereo/scenes/place"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
)

// plan is all that is drawn by lot of a sample.
type plan struct {
	things  []thing
	cameras []view
	lamps   []light.Area
	suns    []light.Sun
	key     rng.Key
	seed    uint64       // of color pictures
	falls   bool         // some things fall, and lie where they came to rest
	film    *motion.Film // of a world with motion; its body i is thing i
	fps     float64
	// Of a film with a screen: what becomes of a thing behind it, how the screen lies when it has risen by an angle, when it begins to rise, seconds, which film of
	// its pair it is, and the film without the screen.
	trick  *trick
	lies   func(angle float64) geom.Transform
	rise   float64
	second int
	plain  *motion.Film
	// otherwise is what happens after the film, and what would happen if it were otherwise; nil without questions.
	otherwise []outcome
	attempt   int
	rejects   place.Rejects
	seen      func() *ref.Buffer // what the first camera sees, drawn once
	asked     []question         // of a sample of a dataset; nil before they are asked
}

// thing is a thing of a sample.
type thing struct {
	*kind
	*body
	values []int   // by attribute; -1 for those that do not show
	each   [][]int // by part and attribute: values where parts have some for themselves; nil for those without a look
	scale  float64 // world lengths over those of the model
	claim  float64 // radius of its circle on the ground
	turn   float64 // about the vertical, degrees
	pose   geom.Transform
	// In films: how it begins, m/s and rad/s, and when, seconds.
	velocity, spin geom.Vec3
	begins         float64
	// carried: it is not on the ground. vessel is the number of the thing into which it falls, counted from 1.
	carried bool
	vessel  int
	gone    bool // somebody deleted it
}

// at is the middle of the thing's box, which turns with it.
func (t *thing) at() geom.Vec3 { return t.pose.Point(t.middle()) }

// stand puts the thing upright on the ground, with its middle above a place.
func (t *thing) stand(x, y float64) {
	m := geom.RotZ(t.turn * (math.Pi / 180))
	t.pose.M = geom.Mat3{X: m.X.Scale(t.scale), Y: m.Y.Scale(t.scale), Z: m.Z.Scale(t.scale)}
	t.pose.T = geom.Vec3{}
	middle := t.pose.Point(geom.V(t.middle().X, t.middle().Y, 0))
	t.pose.T = geom.V(x-middle.X, y-middle.Y, float64(-t.box.Min.Z*t.scale))
}

// view is a camera of a sample.
type view struct {
	name           string
	camera.Pinhole                                      // in a film, at its beginning
	moves          func(seconds float64) camera.Pinhole // nil where it stands still
}

// at is the camera at a time of a film.
func (v *view) at(seconds float64) camera.Pinhole {
	if v.moves == nil {
		return v.Pinhole
	}
	return v.moves(seconds)
}

// planner draws the plans of a split.
type planner struct {
	*World
	Split
	job    gen.Job
	count  Count
	odds   [][]float64 // by attribute and value
	order  []int       // of attributes, as they are drawn: those first that scene.draw names
	forbid [][][]int   // by condition and attribute, as World.condition
}

func (w *World) planner(job gen.Job) (*planner, error) {
	s, ok := w.split(job.Split)
	if !ok {
		return nil, fmt.Errorf("%s: there is no split %q, want %s", w.Name, job.Split, listed(w.SplitNames()))
	}
	p := &planner{World: w, Split: s, job: job, count: w.Scene.Count}
	if s.Things != (Count{}) {
		p.count = s.Things
	}
	conditions := w.Scene.Forbid
	if s.Forbid != nil {
		conditions = s.Forbid
	}
	for _, c := range conditions {
		p.forbid = append(p.forbid, w.condition("", c.Named))
	}
	for _, name := range slices.Concat(w.Scene.Once.Names(), s.Draw.Names(), w.Scene.Draw.Names(), w.attributeNames()) {
		if a := w.attribute(name); !slices.Contains(p.order, a) {
			p.order = append(p.order, a)
		}
	}
	for a := range w.attributes {
		odds := w.Scene.Draw.Find(w.attributes[a].Name)
		if own := s.Draw.Find(w.attributes[a].Name); own != nil {
			odds = own
		}
		p.odds = append(p.odds, w.weights(&w.attributes[a], odds))
	}
	return p, nil
}

// weights are the odds of the values of an attribute.
func (w *World) weights(a *Attribute, odds *Odds) []float64 {
	out := make([]float64, len(a.Values))
	for v, value := range a.Values {
		out[v] = 1
		if odds != nil && len(odds.Weights) > 0 {
			out[v] = 0
			if weight := odds.Weights.Find(value.Name); weight != nil {
				out[v] = *weight
			}
		}
	}
	return out
}

// fits tells whether a kind may be drawn with values; those that are not drawn yet are -1.
func (k *kind) fits(values []int) bool {
	if k.fixed {
		return false
	}
	for a, v := range values {
		if v >= 0 && k.values[a] != nil && !slices.Contains(k.values[a], v) {
			return false
		}
	}
	return true
}

// forbidden tells whether values, all of them drawn that a condition is about, meet one.
func (p *planner) forbidden(values []int) bool {
	return slices.ContainsFunc(p.forbid, func(c [][]int) bool {
		for a, of := range c {
			if of != nil && !slices.Contains(of, values[a]) {
				return false
			}
		}
		return true
	})
}

// maxSearch is how many choices of values are looked at for one thing. What forbids nearly all combinations of many attributes can need more
// than there is time for.
const maxSearch = 200_000

// search looks for values, for at most maxSearch steps, or until its context ends.
type search struct {
	*planner
	ctx   context.Context
	steps int
}

// ended tells whether the search has to end without a result.
func (p *search) ended() bool { return p.steps > maxSearch || p.ctx.Err() != nil }

// possible tells whether values can be drawn behind those of the first n attributes in their order. It is false when the search has ended.
func (p *search) possible(values []int, n int) bool {
	if p.steps++; p.ended() || p.forbidden(values) || !slices.ContainsFunc(p.kinds, func(k *kind) bool { return k.fits(values) }) {
		return false
	}
	if n == len(values) {
		return true
	}
	a := p.order[n]
	defer func() { values[a] = -1 }()
	for v, weight := range p.odds[a] {
		values[a] = v
		if weight > 0 && p.possible(values, n+1) {
			return true
		}
	}
	return false
}

// draw draws the values of a thing, one attribute after the other, among those with which it can be finished, and then its kind. By attribute it must have
// a value; -1 for any that no thing must have; nil for any.
func (p *planner) draw(ctx context.Context, stream func(purpose string) *rng.Stream, must []int) (*kind, []int, error) {
	look := search{planner: p, ctx: ctx}
	values := make([]int, len(p.attributes))
	for a := range values {
		values[a] = -1
	}
	for n, a := range p.order {
		odds := slices.Clone(p.odds[a])
		for v := range odds {
			if must != nil && must[a] != v && (must[a] >= 0 || p.singular(a, v)) {
				odds[v] = 0
			}
			if values[a] = v; odds[v] > 0 && !look.possible(values, n+1) {
				odds[v] = 0
			}
		}
		if look.ended() {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			return nil, nil, fmt.Errorf("scene.draw and scene.forbid of split %s leave too few things: none is found among %d", p.job.Split, maxSearch)
		}
		if values[a] = -1; slices.Max(odds) <= 0 {
			return nil, nil, fmt.Errorf("no thing is left to be drawn in split %s: scene.draw and scene.forbid exclude all", p.job.Split)
		}
		values[a] = stream("scene.draw." + p.attributes[a].Name).Pick(odds)
	}
	weights := make([]float64, len(p.kinds))
	for i, k := range p.kinds {
		if k.fits(values) {
			weights[i] = k.weight
		}
	}
	k := p.kinds[stream("things").Pick(weights)]
	for a := range values {
		if !k.shows[a] {
			values[a] = -1
		}
	}
	return k, values, nil
}

// singular tells whether exactly one thing has a value.
func (w *World) singular(a, v int) bool {
	of := w.Scene.Once.Find(w.attributes[a].Name)
	return of != nil && slices.Contains(*of, w.attributes[a].Values[v].Name)
}

// once deals out the values that exactly one thing has: by thing and attribute, -1 for none; nil where there are none.
func (p *planner) once(n int, stream func(purpose string) *rng.Stream) ([][]int, error) {
	out := make([][]int, n)
	if len(p.Scene.Once) == 0 {
		return out, nil
	}
	for i := range out {
		out[i] = slices.Repeat([]int{-1}, len(p.attributes))
	}
	for _, e := range p.Scene.Once {
		if len(e.Of) > n {
			return nil, place.Reject{Reason: rejectFew}
		}
		a, order := p.attribute(e.Name), stream("scene.once."+e.Name).Perm(n)
		for k, name := range e.Of {
			out[order[k]][a] = p.attributes[a].value(name)
		}
	}
	return out, nil
}

// Reasons to draw again.
const (
	rejectFew     = "fewer things than values that one has"
	rejectRoom    = "no place for a thing"
	rejectAlike   = "two things are alike"
	rejectSmall   = "a thing shows too few pixels"
	rejectHidden  = "too much of a thing is hidden"
	rejectCutOff  = "a thing is cut off by the rim of the picture"
	rejectOutside = "a thing is outside of the picture"
)

// plan draws the sample of an index. How many things there are, and where cameras and lamps are, no attempt changes.
func (p *planner) plan(ctx context.Context, index int) (*plan, error) {
	defer phase.Begin(phase.Sampling).End()
	out := p.begin(index)
	made, _, err := place.Repeat(p.Scene.Attempts, out.rejects, func(attempt int) (*plan, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := *out
		next.seen, next.attempt = p.look(&next), attempt
		stream := p.streams(&next)
		if err := p.hold(ctx, &next, stream); err != nil {
			return nil, err
		}
		if next.falls {
			if err := p.fall(ctx, &next); err != nil {
				return nil, err
			}
		}
		if p.Motion != nil {
			if err := next.begin(p.World, stream); err != nil {
				return nil, err
			}
			if err := p.shoot(ctx, &next, false); err != nil {
				return nil, err
			}
		}
		return &next, p.accept(&next)
	})
	if err != nil {
		err = fmt.Errorf("%s: %s/%d: %w", p.Name, p.job.Split, index, err)
		if out.rejects.Total() >= p.Scene.Attempts {
			err = fmt.Errorf("%w; have fewer or smaller things, give them more room in scene.place, have cameras see more of it, or ask less of them in scene.accept", err)
		}
		return nil, err
	}
	return made, nil
}

// begin draws what no attempt changes.
func (p *planner) begin(index int) *plan {
	key := rng.Key{Seed: p.job.Seed, Set: p.Name, Split: p.job.Split, Index: index}
	second := 0
	if p.Motion != nil && p.Motion.Expect != nil { // both of a pair draw alike
		key.Index, second = index/2, index%2
	}
	out := &plan{key: key, second: second, rejects: place.Rejects{}, seed: rng.At(key, "render").Uint64()}
	if p.Motion != nil {
		out.fps = p.Motion.FPS
	}
	out.cameras = p.views(key)
	out.lamps, out.suns = p.lights(key)
	out.things = make([]thing, p.count.Min+rng.At(key, "scene.count").IntN(p.count.Max-p.count.Min+1))
	return out
}

// streams are those of a plan's attempt.
func (p *planner) streams(of *plan) func(purpose string) *rng.Stream {
	streams, key := map[string]*rng.Stream{}, of.key
	key.Attempt = of.attempt
	return func(purpose string) *rng.Stream {
		if streams[purpose] == nil {
			streams[purpose] = rng.At(key, purpose)
		}
		return streams[purpose]
	}
}

// hold draws things and puts each where it has room, or above it where things fall.
func (p *planner) hold(ctx context.Context, out *plan, stream func(purpose string) *rng.Stream) error {
	n := len(out.things)
	rule := &p.Scene.Place
	all := putter{
		World: p.World, rule: rule, directions: relate.GroundDirections(out.cameras[0].WorldFromCamera), stream: stream, things: p.fixedThings(n),
		falls: rule.Drop != nil,
	}
	drawn := make([]thing, n)
	once, err := p.once(n, stream)
	if err != nil {
		return err
	}
	for i := range drawn {
		t := &drawn[i]
		if t.kind, t.values, err = p.draw(ctx, stream, once[i]); err != nil {
			return err
		}
		if t.body, err = t.kind.body(); err != nil {
			return fmt.Errorf("%s: %w", t.model, err)
		}
		t.dye(func(a int) int {
			odds := slices.Clone(p.odds[a])
			for v := range odds {
				if t.kind.values[a] != nil && !slices.Contains(t.kind.values[a], v) {
					odds[v] = 0
				}
			}
			return stream("things.parts." + p.attributes[a].Name).Pick(odds)
		})
		t.scale = p.measure(&t.Scale, t.values, 1)
		t.claim = p.measure(&t.Radius, t.values, float64(t.radius*t.scale))
		if !rule.Turn.None {
			t.turn = stream("scene.place.turn").Uniform(rule.Turn.Min, rule.Turn.Max)
		}
	}
	if p.Scene.Distinct && alike(drawn) {
		return place.Reject{Reason: rejectAlike}
	}
	// What others carry comes after them.
	slices.SortStableFunc(drawn, func(a, b thing) int { return all.rank(&a) - all.rank(&b) })
	for i := range drawn {
		if err := all.put(&drawn[i]); err != nil {
			return err
		}
		all.things = append(all.things, drawn[i])
	}
	if out.things, out.falls = all.things, all.falls; rule.Drop != nil {
		out.lift(rule.Drop, stream)
	}
	return nil
}

// alike tells whether two things have the same values.
func alike(things []thing) bool {
	for i := range things {
		for k := range i {
			if slices.Equal(things[i].values, things[k].values) {
				return true
			}
		}
	}
	return false
}

// accept looks whether things can be seen as they must. The error is a place.Reject.
func (p *planner) accept(out *plan) error {
	rule := &p.Scene.Accept
	if *rule == (Accept{}) {
		return nil
	}
	defer phase.Begin(phase.Acceptance).End()
	cam := &out.cameras[0].Pinhole
	for i := range out.things {
		if x, y, z := cam.Project(out.things[i].at()); rule.VisiblePixels > 0 && !out.things[i].fixed && (z <= 0 || x < -float64(cam.Width) || y < -float64(cam.Height) ||
			x > 2*float64(cam.Width) || y > 2*float64(cam.Height)) {
			return place.Reject{Reason: rejectOutside}
		}
	}
	seen, alone := p.watch(out)
	tally := annot.Whole(seen.Width, seen.Height, seen.Object).Tally(len(out.things))
	for i := range out.things {
		if out.things[i].fixed {
			continue
		}
		if tally.Pixels[i] < rule.VisiblePixels {
			return place.Reject{Reason: rejectSmall}
		}
		if rule.Whole && (place.Edges{Left: true, Right: true, Top: true, Bottom: true}).Touches(tally.Boxes[i], seen.Width, seen.Height) {
			return place.Reject{Reason: rejectCutOff}
		}
		if float64(tally.Pixels[i]) < rule.VisibleShare*float64(alone[i]) {
			return place.Reject{Reason: rejectHidden}
		}
	}
	return nil
}

// watch are the ids in the first camera's picture, and how many pixels each thing would show if nothing stood before it. In rooms walls count,
// which may stand before things; else the ground is left out, since nothing is below it.
func (p *planner) watch(out *plan) (ids *show.Labels, alone []int) {
	cam := &out.cameras[0].Pinhole
	c := world.NewComposite(cam.Width, cam.Height, len(out.things))
	for i := range out.things {
		t := &out.things[i]
		alone = append(alone, c.Add(ref.DrawAlone(cam, t.pose, t.meshes()), uint16(i+1), 0))
	}
	if p.Ground.Kind == groundRoom {
		return world.LabelsOf(out.seen()), alone
	}
	return c.Labels, alone
}

// look is what the first camera of a plan sees, drawn when it is first asked for. It has normals where depth or normals are written, for
// which all labels are wanted.
func (w *World) look(p *plan) func() *ref.Buffer {
	return sync.OnceValue(func() *ref.Buffer {
		scene := w.scene(p)
		scene.Camera = p.cameras[0].Pinhole
		if w.Write.Depth == depthNone && !w.Write.Normals && !w.Write.Flow && !w.Write.Back && !w.Write.Coords {
			return ref.DrawIDs(scene.Frame())
		}
		return drawn(scene)
	})
}
