package shopvrb

import (
	"fmt"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// setName names the set in random streams and on the command line.
const setName = "shopvrb"

// benchmarkSplit is the split of things that no other split has.
const benchmarkSplit = "benchmark"

// SceneConfig decides, together with seed, split and index, which scenes are made.
type SceneConfig struct {
	MinObjects int `json:"min_objects" yaml:"min_objects"`
	MaxObjects int `json:"max_objects" yaml:"max_objects"`
	// Width and Height are the picture's size in pixels.
	Width  int `json:"width" yaml:"width"`
	Height int `json:"height" yaml:"height"`
	// LensMM is the focal length of the lens in millimeters, before a sensor 32 mm wide: the wider the picture, the longer in pixels.
	LensMM float64 `json:"lens_mm" yaml:"lens_mm"`
	// PlainGround makes the plain gray ground as likely as each of the five textures. Otherwise it never occurs.
	PlainGround bool `json:"plain_ground" yaml:"plain_ground"`
	// OwnDirections takes left, right, front and behind from the scene's own camera. Otherwise they are the published
	// constants, those of the camera before it was moved.
	OwnDirections bool `json:"own_directions" yaml:"own_directions"`
	// Drop lets things fall onto the table and come to rest as they will, instead of standing upright. It needs Extra.
	Drop bool `json:"drop" yaml:"drop"`
	// Film adds a film of the fall, whose last frame is the picture. It needs Drop.
	Film bool `json:"film,omitzero" yaml:"film"`
	// Articulate opens scissors, lids and levers by chance.
	Articulate bool `json:"articulate" yaml:"articulate"`
	// Extra adds what the published records leave out, under the key "mereo".
	Extra bool `json:"extra" yaml:"extra"`
	// Published switches single behaviors back to those of the published generator.
	Published Published `json:"published" yaml:"published"`
	// MaxAttempts is how often all things are placed before an index is an error.
	MaxAttempts int `json:"max_attempts" yaml:"max_attempts"`
}

// DefaultSceneConfig is that of the published data.
func DefaultSceneConfig() SceneConfig {
	return SceneConfig{
		MinObjects: 3, MaxObjects: 7, Width: publishedWidth, Height: publishedHeight, LensMM: publishedLensMM,
		PlainGround: true, Extra: true, MaxAttempts: 1000,
	}
}

// maxObjects is how many things a scene may have: more than the published ones, but answers count no further.
const maxObjects = 10

// faults names every field that is out of range.
func (c SceneConfig) faults() (bad gen.Faults) {
	if c.MinObjects < 1 || c.MaxObjects < c.MinObjects || c.MaxObjects > maxObjects {
		bad.Add("min_objects and max_objects are %d and %d, want 1 to %d in this order", c.MinObjects, c.MaxObjects, maxObjects)
	}
	bad = append(bad, c.opticsFaults()...)
	if c.MaxAttempts < 1 {
		bad.Add("max_attempts is %d, want 1 or more", c.MaxAttempts)
	}
	if c.Drop && !c.Extra {
		bad.Add("drop is on and extra off, want both: how a thing lies is written among the extra keys")
	}
	if c.Film && !c.Drop {
		bad.Add("film is on and drop off, want both: films show how things fall")
	}
	return bad
}

// Bounds of pictures and lenses. With a wider lens the picture would show the sides of the table, which is 56 units wide, and nothing
// behind them; with a longer one few draws have all things in the picture: of three one is kept with 60 mm, of seven with 70 mm.
const (
	minSize, maxSize     = 16, 8192
	minLensMM, maxLensMM = 24, 60
)

// mostTall is how many focal lengths a picture may be high: a higher one would show where the table ends below the camera.
const mostTall = 2

// opticsFaults names what is out of range of the picture's size and the lens.
func (c SceneConfig) opticsFaults() (bad gen.Faults) {
	if c.Width < minSize || c.Width > maxSize || c.Height < minSize || c.Height > maxSize {
		bad.Add("width and height are %d and %d, want %d to %d", c.Width, c.Height, minSize, maxSize)
	}
	if !(c.LensMM >= minLensMM && c.LensMM <= maxLensMM) {
		bad.Add("lens_mm is %g, want %d to %d", c.LensMM, minLensMM, maxLensMM)
	}
	if most := mostTall * c.optics().focalPx; len(bad) == 0 && float64(c.Height) > most {
		bad.Add("height is %d, want %d at most where width is %d and lens_mm %g: the table ends there", c.Height, int(most), c.Width, c.LensMM)
	}
	return bad
}

// Where camera and lamps are before they are moved, and how far they are moved along each axis at most.
var (
	cameraBase = geom.V(7.481131553649902, -6.5076398849487305, 5.34366512298584)
	lampBase   = [...]geom.Vec3{
		keyLamp:  geom.V(6.4467, -2.9052, 4.2584),
		backLamp: geom.V(-1.1685, 2.6460, 5.8157),
		fillLamp: geom.V(-4.6711, -4.0136, 3.0112),
	}
)

const (
	cameraJitter = 0.5
	lampJitter   = 1.0
)

// textures is how many textures a ground has.
const textures = 5

// plainName is the ground without a texture.
const plainName = "plain"

// groundNames are all grounds.
var groundNames = []string{"texture1", "texture2", "texture3", "texture4", "texture5", plainName}

// sampler makes plans from indices. It may be used by several goroutines at once.
type sampler struct {
	cfg   SceneConfig
	key   rng.Key
	pool  kitchen.Pool
	rows  []catalogRow // of the things
	own   *ownModels   // where some of them are the user's; else nil
	asLit bool         // light is taken as it is
}

// newSampler makes the sampler of a split with the built-in things. The configuration must be valid.
func newSampler(cfg SceneConfig, seed uint64, split string) *sampler {
	pool := poolOf(split)
	return &sampler{cfg: cfg, key: rng.Key{Seed: seed, Set: setName, Split: split}, pool: pool, rows: instances(pool), asLit: cfg.Published.Dark}
}

// poolOf is where a split's grounds and built-in things come from.
func poolOf(split string) kitchen.Pool {
	if split == benchmarkSplit {
		return kitchen.Benchmark
	}
	return kitchen.Training
}

// sample is a plan that was accepted.
type sample struct {
	plan
	index int
	// seen are ids, parts and depth of the things in the picture as the CPU sees them, 0 where there is none.
	seen    *show.Labels
	rejects place.Rejects // of the attempts that were given up
	fall    *world.Fall   // nil without films
}

// Sample makes the plan of an index: it draws the things again and again until all have a place and all can be seen.
func (s *sampler) Sample(index int) (*sample, error) {
	out := &sample{index: index, rejects: place.Rejects{}}
	key := s.key
	key.Index = index
	base := s.begin(key)
	var err error
	out.plan, _, err = place.Repeat(s.cfg.MaxAttempts, out.rejects, func(attempt int) (plan, error) {
		key.Attempt = attempt
		p := base
		err := s.arrange(&p, key)
		if err == nil {
			out.seen, err = p.look()
		}
		if err == nil {
			s.expose(&p, out.seen)
		}
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %s/%d: %w", s.key.Split, index, err)
	}
	if s.cfg.Film {
		if out.fall, err = s.film(base, key); err != nil {
			return nil, fmt.Errorf("shopvrb: %s/%d: film: %w", s.key.Split, index, err)
		}
	}
	return out, nil
}

// begin draws what all attempts share. The plan has room for as many things as it is to get.
func (s *sampler) begin(key rng.Key) plan {
	p := plan{
		pool:      s.pool,
		published: s.cfg.Published,
		objects:   make([]planObject, s.cfg.MinObjects+rng.At(key, "count").IntN(s.cfg.MaxObjects-s.cfg.MinObjects+1)),
		optics:    s.cfg.optics(),
		cameraAt:  jittered(cameraBase, cameraJitter, rng.At(key, "camera")),
	}
	grounds := textures
	if s.cfg.PlainGround {
		grounds++
	}
	p.ground = plainName
	if k := rng.At(key, "ground").IntN(grounds); k < textures {
		p.ground = fmt.Sprintf("texture%d", k+1)
	}
	lamps := rng.At(key, "lamps")
	for k, at := range lampBase {
		p.lamps[k] = jittered(at, lampJitter, lamps)
	}
	return p
}

// jittered moves a point by at most far along each axis.
func jittered(at geom.Vec3, far float64, s *rng.Stream) geom.Vec3 {
	x, y, z := s.Uniform(-far, far), s.Uniform(-far, far), s.Uniform(-far, far)
	return at.Add(geom.V(x, y, z))
}

// rejectNoPlace is the reason of attempts in which a thing found no place.
const rejectNoPlace = "no place for an object"

// arrange draws the things of a plan and how they stand or lie. The error is a place.Reject.
func (s *sampler) arrange(p *plan, key rng.Key) error {
	if s.cfg.Drop {
		return s.drop(p, key)
	}
	_, err := s.furnish(p, key)
	return err
}

// furnish draws the things of a plan and where they stand. It tells how many poses were tried. The error is a place.Reject.
func (s *sampler) furnish(p *plan, key rng.Key) (tried int, err error) {
	things, joints, places := rng.At(key, "objects"), rng.At(key, "joints"), rng.At(key, "places")
	rules := spacing{directions: s.directions(p), margin: cardinalMargin, border: boxBorder}
	var spots [maxObjects]spot
	cam := p.camera()
	n := len(p.objects)
	p.objects = make([]planObject, 0, n)
	for len(p.objects) < n {
		o, err := s.object(things, joints)
		if err != nil {
			return tried, err
		}
		others := spots[:len(p.objects)]
		if !s.cfg.Published.CutOff {
			rules.whole = o.wholeAt(&cam)
		}
		at, found, k, ok := rules.find(o.claim(), o.scale, others, maxCandidates, func() pose { return drawPose(places) })
		tried += k
		if !ok {
			return tried, place.Reject{Reason: rejectNoPlace}
		}
		o.x, o.y, o.rotationDeg = at.x, at.y, at.rotationDeg
		spots[len(p.objects)] = found
		p.objects = append(p.objects, o)
	}
	return tried, nil
}

// draw draws a thing: each model of the pool is equally likely.
func (s *sampler) draw(things *rng.Stream) draw {
	d := draw{in: &s.rows[things.IntN(len(s.rows))], color: things.IntN(len(randomColors)), deep: !s.cfg.Published.Pale}
	if len(d.in.sizes) > 1 {
		d.smaller = things.Bool(0.5)
	}
	if len(d.in.options) > 1 {
		d.second = things.Bool(0.5)
	}
	return d
}

// object draws a thing, and opens it if things are opened.
func (s *sampler) object(things, joints *rng.Stream) (planObject, error) {
	o := s.draw(things).object()
	var err error
	if o.model, err = s.own.model(s.pool, o.in); err == nil && s.cfg.Articulate {
		o.open(joints)
	}
	return o, err
}

// drawPose draws a place to try.
func drawPose(s *rng.Stream) pose {
	return pose{s.Uniform(-placeHalf, placeHalf), s.Uniform(-placeHalf, placeHalf), float64(180*s.Float64()) - 120}
}

// directions are those of a plan's record.
func (s *sampler) directions(p *plan) Directions {
	if s.cfg.OwnDirections {
		cam := p.camera()
		return directionsOf(cam.WorldFromCamera)
	}
	return publishedDirections
}
