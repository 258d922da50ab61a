package qlevr

import (
	"slices"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// sampler makes scenes from indices. It may be used by several goroutines at once.
type sampler struct {
	cfg Config
	key rng.Key
}

func newSampler(cfg Config, seed uint64, split string) *sampler {
	return &sampler{cfg, rng.Key{Seed: seed, Set: setName, Split: split}}
}

// generatedScene is a scene with everything that was decided on the way.
type generatedScene struct {
	key      rng.Key
	plan     plan
	view     view
	scene    Scene
	variants []int // of the objects' materials, 1 or 2
}

// Sample makes the scene of an index. No scene is given up.
func (s *sampler) Sample(index int) *generatedScene {
	defer phase.Begin(phase.Sampling).End()
	key := s.key
	key.Index = index
	g := &generatedScene{key: key, plan: drawPlan(key)}
	g.scene, g.view = drawView(&g.plan, index, s.cfg.optics(), key)
	stream := rng.At(key, "variants")
	for range g.plan.objects {
		g.variants = append(g.variants, 1+stream.IntN(2))
	}
	return g
}

// sample is a sample of a split: what the seed or files tell of it, with what follows and was changed.
type sample struct {
	split     *split
	index     int
	scene     *generatedScene
	plan      *plan // of the scene, with the objects that were deleted
	deleted   []bool
	record    *Record // nil until it is wanted
	ids       []int   // of the record's objects; that of plan.objects[i] is i+1
	questions []*shownQuestion
	usual     func() []string // oddities of the sample as its seed gives it
}

// sampleOf is the sample of a scene as it was drawn.
func (r *split) sampleOf(index int, g *generatedScene) *sample {
	return &sample{split: r, index: index, scene: g, plan: &g.plan}
}

// Names of the pictures of pages.
const solidsName, drawingName = "picture", "drawing of the plan"

// shots are the picture of solids, where there is one, and the plan in three drawings, of which pages have the full one.
func (s *sample) shots() (out []world.Shot) {
	if s.split.set.cfg.Dimension != 2 {
		out = append(out, world.Shot{Picture: show.Picture{Name: solidsName}, Pinhole: s.scene.view.camera})
	}
	drawn := func(name string, width, height int, draw func(*plan) *drawing) world.Shot {
		return world.Shot{
			Picture: show.Picture{Name: name, Width: width, Height: height, Drawing: true}, Draw: func() []uint8 { return draw(s.present()).RGB },
		}
	}
	full := drawn(drawingName, drawnWidth, drawnRows, drawFull)
	full.Labels = s.drawingLabels
	return append(out, full, drawn("", planPx, planPx, drawTexture), drawn("", planPx, planPx, drawMaterialMap))
}

// files are those of a sample in the order of writing. The record that questions are asked about comes last.
func (r *split) files(t *world.Take[*sample]) (out []world.File) {
	f, s := r.set.cfg.filesOf(r.job.Split, t.Index), t.Plan
	full := len(t.Shots) - 3
	out = append(out, world.File{Path: f.texture, Pass: world.Color, Shot: full + 1},
		world.File{Path: f.materials, Pass: world.Color, Shot: full + 2}, world.File{Path: f.drawing, Pass: world.Color, Shot: full})
	if full > 0 {
		out = append(out, world.File{Path: f.picture, Pass: world.Color}, world.File{Path: f.ids, Pass: world.Object},
			world.File{Path: f.planes, Pass: world.Region}, world.File{Path: f.depth, Pass: world.ViewZ})
		if r.set.cfg.Normals {
			out = append(out, world.File{Path: f.normals, Pass: world.Normal})
		}
	}
	encoded := func(path string, record func() any) world.File {
		return world.File{Path: path, Bytes: func() ([]byte, error) { return encodeRecord(record()), nil }}
	}
	return append(out, encoded(f.record2D, func() any { return s.plan.record(t.Index) }),
		encoded(f.record3D, func() any { return s.scene.record() }))
}

// itemOf is what the block's file says of a sample, but for its files.
func itemOf(t *world.Take[*sample]) *gen.Item {
	return &gen.Item{Index: t.Index, Tally: tallyOf(t.Plan.scene)}
}

// solids is what is drawn, and how. Deleted objects keep their ids and have no parts.
func (s *sample) solids(int) (*scenes.Scene, shoot.Options) {
	out, c := sceneOf(s.plan, s.scene.variants, &s.scene.view), s.split.set.cfg
	for i := range out.Objects {
		if s.gone(i) {
			out.Objects[i].Parts = nil
		}
	}
	return out, shoot.Options{
		Quality: c.Quality, View: c.View, Realism: c.Realism, SPP: c.SPP, SubFrames: c.SubFrames, Seed: rng.At(s.scene.key, "picture").Uint64(),
	}
}

// gone tells whether an object of the plan was deleted.
func (s *sample) gone(object int) bool { return s.deleted != nil && s.deleted[object] }

// present is the plan without the objects that were deleted.
func (s *sample) present() *plan {
	p := &plan{planes: s.plan.planes}
	for i, o := range s.plan.objects {
		if !s.gone(i) {
			p.objects = append(p.objects, o)
		}
	}
	return p
}

// things are the objects, with one part each, and the planes with the desk.
func (s *sample) things() world.Things {
	return world.Things{Objects: len(s.plan.objects), Parts: slices.Repeat([]int{1}, len(s.plan.objects)), Regions: len(s.plan.planes) + 1}
}

// region finds the planes in the picture of solids.
func (s *sample) region(_ int, l *show.Labels) []uint16 {
	if l.Object == nil || l.ViewZ == nil {
		return nil
	}
	return planeIDs(&s.scene.view.camera, s.plan, l)
}

// topTolerance is how far from the height of the desk's top, in meters, a point of it may be that was found from its depth.
const topTolerance = 1e-3

// planeIDs says for each pixel which plane is seen, by its number plus 1; 0 where an object or no plane is.
func planeIDs(cam *camera.Pinhole, p *plan, im *show.Labels) []uint16 {
	defer phase.Begin(phase.Encode).End()
	out := make([]uint16, len(im.Object))
	for y := range im.Height {
		for x := range im.Width {
			at := y*im.Width + x
			if im.Object[at] != 0 || im.ViewZ[at] == 0 {
				continue
			}
			d := cam.Direction(float64(x)+0.5, float64(y)+0.5)
			world := cam.WorldFromCamera.Point(d.Scale(float64(im.ViewZ[at])))
			if world.Z < -topTolerance || world.Z > topTolerance || !overDesk(world) {
				continue // the sweep behind the desk passes its height, too
			}
			out[at] = uint16(p.planeAt(planPoint{world.X * unitsPerMeter, world.Y * unitsPerMeter}) + 1)
		}
	}
	return out
}

// overDesk tells whether a point is above, on or below the desk.
func overDesk(world geom.Vec3) bool {
	in := func(x float64) bool { return x >= -deskBorder && x <= deskSide+deskBorder }
	return in(world.X) && in(world.Y)
}

// planeAt is the number of the plane that a point of the desk lies on.
func (p *plan) planeAt(at planPoint) int {
	for i := range p.planes {
		if p.planes[i].holds(at) {
			return i
		}
	}
	return len(p.planes)
}
