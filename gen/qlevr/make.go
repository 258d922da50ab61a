package qlevr

import (
	"context"
	"fmt"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
	"mereo/internal/phase"
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
	g.scene, g.view = drawView(g.plan.toView(index), s.cfg.optics(), key)
	stream := rng.At(key, "variants")
	for range g.plan.objects {
		g.variants = append(g.variants, 1+stream.IntN(2))
	}
	return g
}

// NewMaker opens a renderer, for pictures of solids.
func (s *Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	m := &maker{sampler: newSampler(s.cfg, job.Seed, job.Split), job: job}
	if job.Pictures && s.cfg.Dimension == 3 {
		var err error
		if m.environment, err = s.cfg.Realism.Environment.Open(); err != nil {
			return nil, fmt.Errorf("qlevr: %w", err)
		}
		if m.studio, err = shoot.Open(job.GPU); err != nil {
			return nil, fmt.Errorf("qlevr: %w", err)
		}
	}
	return m, nil
}

type maker struct {
	sampler     *sampler
	job         gen.Job
	studio      *shoot.Studio      // nil without pictures of solids
	environment *light.Environment // nil for none
}

// Renderer names what draws.
func (m *maker) Renderer() string {
	if m.studio == nil {
		return ""
	}
	return m.studio.Renderer()
}

// Close gives the renderer back.
func (m *maker) Close() error {
	if m.studio != nil {
		m.studio.Close()
	}
	return nil
}

// Make samples, draws and writes one scene. The record that questions are asked about comes last, so that it means, on disk,
// that all else is there.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g := m.sampler.Sample(index)
	item := g.item(index)
	f := m.sampler.cfg.filesOf(m.job.Split, index)
	steps := []func() (write.File, error){}
	if m.job.Pictures {
		steps = append(steps, m.drawings(g, f)...)
	}
	if m.studio != nil {
		im, seen, err := m.shoot(g)
		if err != nil {
			return nil, fmt.Errorf("qlevr: %s/%d: %w", m.job.Split, index, err)
		}
		item.Colors = map[string]string{f.picture: seen.String()}
		steps = append(steps, m.pictures(g, f, im)...)
	}
	steps = append(steps,
		func() (write.File, error) { return writeRecord(m.job.Root, f.record2D, g.plan.record(index)) },
		func() (write.File, error) { return writeRecord(m.job.Root, f.record3D, g.record()) },
	)
	for _, step := range steps {
		file, err := step()
		if err != nil {
			return nil, fmt.Errorf("qlevr: %s/%d: %w", m.job.Split, index, err)
		}
		item.Files = append(item.Files, file)
	}
	return item, nil
}

// item is what the block's file says of a sample, but for its files.
func (g *generatedScene) item(index int) *gen.Item { return &gen.Item{Index: index, Tally: tallyOf(g)} }

// shoot draws the solids and their labels.
func (m *maker) shoot(g *generatedScene) (im *frame.Images, seen fingerprint.Things, err error) {
	scene := sceneOf(g.toLook(), &g.view)
	colors := scene.ObjectColors()
	o := m.sampler.cfg.shootOptions(g.key, m.environment)
	o.NoNormals = !m.sampler.cfg.Normals
	o.Fault = func(_ int, im *frame.Images) string {
		seen = fingerprint.Of(im.RGB, im.Object, len(colors)-1)
		return seen.Fault(colors)
	}
	im, err = m.studio.Shoot(scene, o)
	return im, seen, err
}

// shootOptions are how the solids of a sample are drawn.
func (c Config) shootOptions(key rng.Key, environment *light.Environment) shoot.Options {
	return shoot.Options{
		Quality: c.Quality, View: c.View, Realism: c.Realism, SPP: c.SPP, SubFrames: c.SubFrames,
		Environment: environment, Seed: rng.At(key, "picture").Uint64(),
	}
}

// drawings write the plan as pictures.
func (m *maker) drawings(g *generatedScene, f sampleFiles) []func() (write.File, error) {
	p := g.toLook()
	root := m.job.Root
	return []func() (write.File, error){
		func() (write.File, error) { return drawTexture(p).write(root, f.texture) },
		func() (write.File, error) { return drawMaterialMap(p).write(root, f.materials) },
		func() (write.File, error) { return drawFull(p).write(root, f.drawing) },
	}
}

// write writes the drawing as a PNG with an alpha channel, as published.
func (d *drawing) write(root, path string) (write.File, error) {
	return write.RGBA(root, path, d.Width, d.Height, d.RGB)
}

// pictures write what was drawn of the solids.
func (m *maker) pictures(g *generatedScene, f sampleFiles, im *frame.Images) []func() (write.File, error) {
	root, w, h := m.job.Root, im.Width, im.Height
	steps := []func() (write.File, error){
		func() (write.File, error) { return write.RGBA(root, f.picture, w, h, im.RGB) },
		func() (write.File, error) { return write.Gray16(root, f.ids, w, h, im.Object) },
		func() (write.File, error) {
			return write.Gray16(root, f.planes, w, h, planeIDs(&g.view.camera, &g.plan, im))
		},
		func() (write.File, error) { return write.NPY(root, f.depth, []int{h, w}, im.ViewZ) },
	}
	if m.sampler.cfg.Normals {
		steps = append(steps, func() (write.File, error) { return write.NPY(root, f.normals, []int{h, w, 3}, im.Normal) })
	}
	return steps
}

// topTolerance is how far from the height of the desk's top, in meters, a point of it may be that was found from its depth.
const topTolerance = 1e-3

// planeIDs says for each pixel which plane is seen, by its number plus 1; 0 where an object or no plane is.
func planeIDs(cam *camera.Pinhole, p *plan, im *frame.Images) []uint16 {
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
