package ptr

import (
	"errors"
	"fmt"
	"math"

	"mereo/assets/furniture"
	"mereo/assets/surface"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/world"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
	"mereo/scenes/vary"
)

// Sampler makes scenes from indices. It may be used by several goroutines at once.
type Sampler struct {
	cfg    Config
	source Source
	seed   uint64
	split  string
	ranges []modelRange // by category
}

// modelRange is the half-open range of model numbers of a category in the split.
type modelRange struct{ lo, hi int }

// NewSampler checks that the split has models of every category that can be drawn.
func NewSampler(cfg Config, source Source, seed uint64, split string) (*Sampler, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	s := &Sampler{cfg: cfg, source: source, seed: seed, split: split}
	for _, c := range categories {
		n := source.Count(c.name)
		lo, hi, err := splitRange(split, n)
		if err != nil {
			return nil, err
		}
		if cfg.Categories[c.name] > 0 && lo >= hi {
			return nil, fmt.Errorf("ptr: split %s has no model of %s: source %s has %d of them for all splits, too few to share out", split, c.name, source.Name(), n)
		}
		s.ranges = append(s.ranges, modelRange{lo, hi})
	}
	return s, nil
}

// Sample is an accepted scene with everything that was decided on the way.
type Sample struct {
	Scene   *scenes.Scene
	Key     rng.Key // Attempt is the one that was accepted
	Slots   int     // objects that were asked for; one less may have been placed
	Floor   int     // number of its picture, from 1
	Wall    int     // number of its picture, from 1
	Objects []Placed
	Draws   map[string]int // categories drawn, rejected objects and attempts included
	Rejects place.Rejects  // of objects and attempts
	// Physical: the objects may fall, and Placed.Verdict says whether they do.
	Physical bool
	// Randomized is what is drawn besides, on request.
	Randomized Randomized

	fall *world.Fall // how objects move in the film; nil where there is none

	// What a record tells, else nil: pixelsSeen of all parts, and which of these have masks of their own.
	seen []int
	own  []bool
}

// Placed is an object of an accepted scene. Parts are in the order of scenes.Object.Parts.
type Placed struct {
	Category string
	Number   int     // of the model in its source
	Yaw      float64 // radians about the world's z; in physical scenes before it leans on a wall
	Scale    float64 // model lengths were divided by it
	// Alone is what the object shows with nothing else in the picture.
	Alone *ref.Window
	// Mode, Supporter and Verdict are those of physical scenes. Supporter is the index of the object this one is stacked on,
	// -1 if there is none.
	Mode      Mode
	Supporter int
	Verdict   *Verdict

	thing  settle.Thing // as it collides, in physical scenes
	note   annotation
	names  []string // of the parts in the model
	raw    []string // raw label of every part, "other" where it has no color of its own
	colors []Color  // of every part
}

// Reasons for which an object does not stay where it was tried, and for which a scene is begun again.
const (
	rejectUnseen  = "object out of sight"
	rejectBorder  = "object at the border"
	rejectOverlap = "object overlaps another"
	rejectCrowded = "scene without place for its next object"
	rejectNarrow  = "objects in less than a third of the picture's width"
)

// A sixth or later object that finds no place in stopTries tries is left out, if stopObjects are there.
const (
	stopObjects = 5
	stopTries   = 50
)

// maxSharedPx is how many pixels the pictures of two objects, each alone, may share.
const maxSharedPx = 5

// Sample makes the scene of an index. It returns an error naming split and index when no attempt was accepted or a model
// cannot be made.
func (s *Sampler) Sample(index int) (*Sample, error) {
	m, err := s.plan(index)
	if err == nil {
		m.Scene.Backdrop = m.backdrop()
	}
	return m, err
}

// plan is Sample without floor and walls, whose first pictures take half a second to make.
func (s *Sampler) plan(index int) (*Sample, error) {
	defer phase.Begin(phase.Sampling).End()
	key, physical, slots := s.begin(index)
	draws, rejects := map[string]int{}, place.Rejects{}
	out, _, err := place.Repeat(s.cfg.MaxAttempts, rejects, func(attempt int) (*Sample, error) {
		key.Attempt = attempt
		return s.attempt(key, physical, slots, draws, rejects)
	})
	if err != nil {
		return nil, fmt.Errorf("ptr: %s/%d: %w", s.split, index, err)
	}
	s.complete(out, draws, rejects)
	return out, s.film(out)
}

// begin is what belongs to an index, not to the attempt: the kind of scene and the number of objects. Crowded attempts that fail must not
// thin out the large scenes.
func (s *Sampler) begin(index int) (key rng.Key, physical bool, slots int) {
	key = rng.Key{Seed: s.seed, Set: setName, Split: s.split, Index: index}
	if isPhysical(key, s.cfg.Physical) {
		return key, true, physicalObjects
	}
	return key, false, s.cfg.MinObjects + rng.At(key, "count").IntN(s.cfg.MaxObjects-s.cfg.MinObjects+1)
}

// complete adds to an accepted scene what comes after its objects.
func (s *Sampler) complete(out *Sample, draws map[string]int, rejects place.Rejects) {
	out.Draws, out.Rejects = draws, rejects
	s.randomize(out)
}

// backdrop are floor and walls as they are drawn.
func (m *Sample) backdrop() []scenes.Surface {
	room := roomOf(m.Physical)
	out := room.surfaces(m.Floor, m.Wall)
	if m.Randomized.Floor != nil {
		room.paint(out, m, &m.Randomized)
	}
	return out
}

// isPhysical decides it for an index.
func isPhysical(key rng.Key, share float64) bool { return rng.At(key, "physical").Bool(share) }

// attempt makes one scene or rejects it.
func (s *Sampler) attempt(key rng.Key, physical bool, slots int, draws map[string]int, rejects place.Rejects) (*Sample, error) {
	out, err := s.arrange(key, physical, slots, nil, draws, rejects)
	if err == nil && s.cfg.Style != vary.Published && out.narrow() {
		return nil, place.Reject{Reason: rejectNarrow}
	}
	if err == nil && physical {
		err = s.judge(out)
	}
	return out, err
}

// narrow tells whether all objects together are less than a third as wide as the picture.
func (m *Sample) narrow() bool {
	left, right := m.Scene.Camera.Width, 0
	for i := range m.Objects {
		left, right = min(left, m.Objects[i].Alone.X0), max(right, m.Objects[i].Alone.X1)
	}
	return 3*(right-left) < m.Scene.Camera.Width
}

// room is an attempt before its first object is put.
func (s *Sampler) room(key rng.Key, physical bool, slots int) *Sample {
	roomStream := rng.At(key, "room")
	out := &Sample{
		Key: key, Slots: slots, Physical: physical,
		Floor: 1 + roomStream.IntN(surface.Count), Wall: 1 + roomStream.IntN(surface.Count),
	}
	out.Scene = &scenes.Scene{
		Camera: drawCamera(s.cfg.Width, s.cfg.Height, physical, rng.At(key, "camera")),
		Lights: drawLamps(physical, rng.At(key, "lights")),
		Suns:   []light.Sun{sun},
	}
	if physical && s.cfg.Style != vary.Published {
		out.Scene.Camera.FocalPx *= closer
	}
	out.Scene.Camera.Distortion = s.cfg.Realism.Distortion
	return out
}

// arrange puts all objects of a scene; known are those that it is known to have, nil for a scene of which nothing is known.
func (s *Sampler) arrange(key rng.Key, physical bool, slots int, known knownModels, draws map[string]int, rejects place.Rejects) (*Sample, error) {
	out := s.room(key, physical, slots)
	placement, attributes, detection := rng.At(key, "placement"), rng.At(key, "attributes"), rng.At(key, "detection")
	try := func() (*trial, error) { return s.stand(out, known, placement, draws) }
	if physical {
		try = (&arrangement{sampler: s, out: out, known: known, placement: placement, draws: draws}).try
	}
	for len(out.Objects) < slots {
		t, err := s.fill(out, try, rejects)
		if err != nil {
			return nil, err
		}
		if t == nil {
			break
		}
		s.finish(t, attributes, detection)
		out.Scene.Objects = append(out.Scene.Objects, t.object())
		out.Objects = append(out.Objects, t.placed)
	}
	return out, nil
}

// fill tries objects until one finds its place. It returns nil when the scene shall stay as it is, and a place.Reject
// when the tries are used up.
func (s *Sampler) fill(out *Sample, try func() (*trial, error), rejects place.Rejects) (*trial, error) {
	for n := range s.cfg.MaxTries {
		if len(out.Objects) >= stopObjects && n >= stopTries {
			return nil, nil
		}
		t, err := try()
		var r place.Reject
		if !errors.As(err, &r) {
			return t, err
		}
		rejects[r.Reason]++
	}
	return nil, place.Reject{Reason: rejectCrowded}
}

// trial is an object that is being tried.
type trial struct {
	placed          Placed
	cat             *category
	model           *furniture.Model
	id              string
	worldFromObject geom.Transform
	meshes          []*mesh.Mesh // scaled, in the model frame
}

// stand draws one object of a static scene and a place for it. It takes the same number of draws whatever the outcome.
func (s *Sampler) stand(out *Sample, known knownModels, placement *rng.Stream, draws map[string]int) (*trial, error) {
	// Draw what decides the trial.
	c := placement.Pick(s.cfg.weights())
	x, y := placement.Uniform(-5, 5), placement.Uniform(-8, 3)
	sign, turn := placement.Sign(), placement.Uniform(0, 0.6)
	number := s.ranges[c].draw(placement)
	draws[categories[c].name]++
	if known.excludes(len(out.Objects), categories[c].name, number) {
		return nil, place.Reject{Reason: rejectOther}
	}
	t, err := s.model(&categories[c], number)
	if err != nil {
		return nil, err
	}

	// Stand it on the floor.
	t.placed.Yaw = sign * (baseTurn(t.cat) + turn)
	zMin := math.Inf(1)
	for _, m := range t.meshes {
		for _, p := range m.Positions {
			zMin = min(zMin, p.Z)
		}
	}
	t.worldFromObject = geom.Transform{M: geom.RotZ(t.placed.Yaw), T: geom.V(x, y, floorZ-zMin)}
	return t, s.look(out, t)
}

// draw takes one of the models.
func (r modelRange) draw(s *rng.Stream) int { return r.lo + s.IntN(r.hi-r.lo) }

// model takes a model, looks whether its parts make sense, and scales it.
func (s *Sampler) model(cat *category, number int) (*trial, error) {
	model, id, err := s.source.Model(cat.name, number)
	if err != nil {
		return nil, fmt.Errorf("model %d of %s: %w", number, cat.name, err)
	}
	t := &trial{cat: cat, model: model, id: id}
	t.placed = Placed{Category: cat.name, Number: number, Supporter: -1, raw: rawLabels(cat, model)}
	note := annotate(cat, geom.Identity3, noteLabels(t.placed.raw, s.cfg.Published.Counts), s.cfg.Published.Lines)
	if reason := note.checkParts(cat, s.cfg.Published.Counts); reason != "" {
		return nil, place.Reject{Reason: reason}
	}
	if err := t.scale(); err != nil {
		return nil, t.fault(err)
	}
	return t, nil
}

// look sees what the object shows alone, and rejects it when that is nothing, leaves the picture, or is in the way of
// another object that it is not stacked on.
func (s *Sampler) look(out *Sample, t *trial) error {
	defer phase.Begin(phase.Acceptance).End()
	w := ref.DrawAlone(&out.Scene.Camera, t.worldFromObject, t.meshes)
	box := annot.Box{X0: w.X0, Y0: w.Y0, X1: w.X1, Y1: w.Y1}
	switch {
	case w.Empty():
		return place.Reject{Reason: rejectUnseen}
	case objectEdges.Touches(box, s.cfg.Width, s.cfg.Height):
		return place.Reject{Reason: rejectBorder}
	}
	for i := range out.Objects {
		if i != t.placed.Supporter && w.Overlap(out.Objects[i].Alone) > maxSharedPx {
			return place.Reject{Reason: rejectOverlap}
		}
	}
	t.placed.Alone = w
	return nil
}

// objectEdges are the rims no object may touch; a tall one may stick out at the top.
var objectEdges = place.Edges{Left: true, Right: true, Bottom: true}

// baseTurn is the smallest angle by which an object is turned away from facing the camera's side, radians.
func baseTurn(c *category) float64 {
	if c.name == "Cart" {
		return 0.5
	}
	return 0.2
}

// rawLabels gives every part of a model its raw label: the model's own where the category colors it, "other" elsewhere.
// A chair arm that comes after an arm bar is part of what the bars already are.
func rawLabels(c *category, m *furniture.Model) []string {
	out := make([]string, len(m.Parts))
	bars := false
	for i := range m.Parts {
		raw := EarlyLabel(c.name, m.Parts[i].Label)
		bars = bars || raw == "arm_near_vertical_bar" || raw == "arm_horizontal_bar"
		if !c.isColored(raw) || raw == "chair_arm" && bars {
			raw = other
		}
		out[i] = raw
	}
	return out
}

// noteLabels writes down labels and numbers of part meshes, with zero colors and no directions yet.
func noteLabels(raw []string, publishedCounts bool) notes {
	n := notes{parts: raw}
	for _, label := range raw {
		if label == other {
			continue
		}
		put(&n.colors, label, func(*Color) {})
		put(&n.counts, label, func(k *int) { *k++ })
		if publishedCounts {
			// The published count goes over the whole tree, where each of these pieces has a parent of the same final name.
			switch label {
			case "drawer_box":
				put(&n.counts, "drawer", func(k *int) { *k++ })
			case "door_frame":
				put(&n.counts, "door", func(k *int) { *k++ })
			}
		}
	}
	return n
}
