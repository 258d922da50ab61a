package syndacate

import (
	"sync"

	"mereo/assets/glyph"
	"mereo/scenes/numpyrng"
)

// poseRanges are the half-open ranges [low, high) of the values of a pose, in storage order.
type poseRanges [8][2]float64

// Ranges of poses. Characters and words differ in thickness alone, which is in pixels.
var (
	charRanges = poseRanges{{0.5, 1}, {0, 0.5}, {-0.5, 0.5}, {0.2, 0.5}, {-1, 1}, {-1, 1}, {5, 10}, {0.5, 1}}
	wordRanges = poseRanges{{0.5, 1}, {0, 0.5}, {-0.5, 0.5}, {0.2, 0.5}, {-1, 1}, {-1, 1}, {3, 5}, {0.5, 1}}
)

// drawPose draws the values of a pose in storage order.
func drawPose(g *numpyrng.Generator, r *poseRanges) glyph.Pose {
	var v [8]float64
	for i := range v {
		v[i] = g.Uniform(r[i][0], r[i][1])
	}
	return glyph.Pose{
		Wideness: v[0], Italic: v[1], Rotation: v[2], Scale: v[3], X: v[4], Y: v[5], Thickness: v[6], Brightness: v[7],
	}
}

// sampler makes the elements of a file in their order, all from one stream of random numbers: an element depends on those
// before it. It is for one goroutine; streamStarts lets several work on one stream.
type sampler struct {
	config    samplerConfig
	generator numpyrng.Generator
	skipped   element
}

// newSampler returns a sampler before its first element. The error is that of samplerConfig.Validate.
func newSampler(c samplerConfig) (*sampler, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &sampler{config: c, generator: *numpyrng.New(c.seed)}, nil
}

// next makes the next element. What e had before is lost; its slices are used again, so that nothing is allocated for long.
func (s *sampler) next(e *element) {
	s.draw(e)
	e.build(s.config)
}

// skip goes past n elements: it draws their random numbers and makes no lines.
func (s *sampler) skip(n int) {
	for range n {
		s.draw(&s.skipped)
	}
}

// draw makes all decisions about an element. The order of draws is the published generator's.
func (s *sampler) draw(e *element) {
	s.drawObjects(e)
	c, g := &s.config, &s.generator
	if most := c.parts(); most > 0 {
		parts := e.countParts(*c)
		if parts > most {
			e.subset = choose(g, e.subset, parts, most, false)
			parts = most
		}
		if c.flipParts {
			parts *= 2
		}
		e.partSlots = choose(g, e.partSlots, c.partRows(), parts, false)
	}
	if !c.aligned() {
		e.objectSlots = choose(g, e.objectSlots, c.objectRows(), len(e.poses), false)
	}
}

// drawObjects draws how many objects an element has, their classes and poses, and forgets the rest.
func (s *sampler) drawObjects(e *element) {
	c, g := &s.config, &s.generator
	n := g.Integers(1, c.maxObjects+1)
	e.classes, e.poses = e.classes[:0], e.poses[:0]
	e.subset, e.partSlots, e.objectSlots = e.subset[:0], e.partSlots[:0], e.objectSlots[:0]
	if c.list == nil {
		for range n {
			x := g.Uniform(-1, 1)
			e.poses = append(e.poses, glyph.Pose{X: x, Y: g.Uniform(-1, 1)})
		}
		return
	}
	e.classes = choose(g, e.classes, len(c.list.names), n, c.objectReplacement || c.sampler == wordsSampler)
	for range n {
		e.poses = append(e.poses, drawPose(g, c.list.ranges))
	}
}

// choose is Generator.Choice where a valid configuration leaves no room for its errors.
func choose(g *numpyrng.Generator, dst []int, n, k int, replace bool) []int {
	dst, err := g.Choice(dst, n, k, replace)
	if err != nil {
		panic(err)
	}
	return dst
}

// streamStarts lets goroutines make parts of one stream at the same time: it keeps the generator as it is before every
// element whose index is a multiple of a stride, and goes on to those that were not needed before.
type streamStarts struct {
	config samplerConfig
	stride int

	mu     sync.Mutex
	starts []numpyrng.Generator
	last   *sampler // at the last of starts
}

// newStreamStarts keeps a start every stride elements, which is at least 1.
func newStreamStarts(c samplerConfig, stride int) (*streamStarts, error) {
	s, err := newSampler(c)
	if err != nil {
		return nil, err
	}
	return &streamStarts{config: c, stride: stride, starts: []numpyrng.Generator{s.generator}, last: s}, nil
}

// samplerAt returns a new sampler before the element with an index from 0. Starts that are there already cost less than a
// stride of skipped elements; others are made in order first. It may be called from several goroutines at once.
func (s *streamStarts) samplerAt(index int) *sampler {
	at := &sampler{config: s.config, generator: s.start(index / s.stride)}
	at.skip(index % s.stride)
	return at
}

// start returns the generator before element i*stride.
func (s *streamStarts) start(i int) numpyrng.Generator {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.starts) <= i {
		s.last.skip(s.stride)
		s.starts = append(s.starts, s.last.generator)
	}
	return s.starts[i]
}
