//go:build cgo && linux

package engine

import (
	"errors"
	"slices"
	"sync"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/pass"
	"mereo/internal/phase"
)

// pipeline is a submission as a list of passes.
type pipeline struct {
	textures     *pass.Textures
	meshes       *pass.Meshes
	labels       *pass.Labels
	surface      *pass.Surface
	shadow       *pass.Shadow
	around       pass.Environment
	indirect     *pass.Indirect
	lighting     *pass.Lighting
	adaptive     *pass.Adaptive
	draft        *pass.Draft
	path         *pass.Path
	resolve      *pass.Resolve
	scenes       []*pass.Scene // one for each job
	tiles        []*pass.Tile  // one for each picture
	scratch      []*pass.Scratch
	tilesPerPass int // how many tiles a pass draws before the next pass begins
	copies       [3]copies
	turn         int
}

// copies are those of everything that Images holds, of all tiles. One set is read by the jobs' callers and one is filled by the
// device while the next submission is recorded.
type copies struct {
	ids, viewZ, normal, color gl.Readback
	readers                   sync.WaitGroup
}

// newPipeline compiles what all scenes are drawn with. With compute light is found by compute shaders.
func newPipeline(compute bool) (*pipeline, error) {
	p := &pipeline{textures: pass.NewTextures(), tilesPerPass: 1}
	var errs [7]error
	p.labels, errs[0] = pass.NewLabels()
	p.surface, errs[1] = pass.NewSurface()
	p.shadow, errs[2] = pass.NewShadow()
	p.indirect, errs[3] = pass.NewIndirect(compute)
	p.lighting = pass.NewLighting(compute)
	p.path = pass.NewPath()
	p.adaptive, errs[4] = pass.NewAdaptive()
	p.draft, errs[5] = pass.NewDraft()
	p.resolve = pass.NewResolve()
	p.meshes, errs[6] = pass.NewMeshes()
	return p, errors.Join(append(errs[:], gl.Check("start"))...)
}

// draw records all pictures of a batch: upload, labels, colors; and it queues the copies of the results.
func (p *pipeline) draw(b *batch) error {
	defer phase.Begin(phase.Draw).End()
	p.turn = (p.turn + 1) % len(p.copies)
	b.copies = &p.copies[p.turn]
	b.copies.readers.Wait()

	tiles, k := p.load(b), &b.jobs[0].kind
	// Enlarging draws labels of its own.
	enlarged := k.enlarged && !k.labelsOnly
	if !k.colorOnly || enlarged {
		if err := p.labels.Begin(tiles, enlarged); err != nil {
			return err
		}
	}
	if !k.colorOnly && !enlarged {
		draw := p.labels.Draw
		if k.distorted {
			draw = p.labels.DrawRays
		}
		if err := draw(tiles); err != nil {
			return err
		}
	}
	if !k.labelsOnly {
		if err := p.resolve.Begin(tiles); err != nil {
			return err
		}
		color := p.rasterize
		if k.quality == frame.Reference {
			color = p.tracePaths
		}
		if err := color(b, tiles); err != nil {
			return err
		}
		b.copies.color.Start(&p.resolve.RGB, len(tiles), gl.LayoutRGBA8)
	}
	if !k.colorOnly {
		b.copies.ids.Start(&p.labels.IDs, len(tiles), gl.LayoutRG16UI)
		b.copies.viewZ.Start(&p.labels.ViewZ, len(tiles), gl.LayoutR32F)
	}
	if !k.colorOnly && !k.noNormals {
		b.copies.normal.Start(&p.labels.Normal, len(tiles), gl.LayoutRGBA32F)
	}
	return gl.Check("frame")
}

// load uploads the scenes of a batch and returns its tiles, in the order of its jobs and their views.
func (p *pipeline) load(b *batch) []*pass.Tile {
	var frames []*frame.Frame
	for _, j := range b.jobs {
		frames = append(frames, j.frame)
	}
	p.textures.Load(frames...)
	p.around.Load(frames[0])
	for len(p.scenes) < len(b.jobs) {
		p.scenes = append(p.scenes, pass.NewScene())
	}
	var tiles []*pass.Tile
	for i, j := range b.jobs {
		s, k := p.scenes[i], &j.kind
		s.Frame, s.Ambient, s.BounceRays = j.frame, j.scene.Bounced, j.bounceRays
		s.Geometry.Load(j.frame, j.scene, p.meshes, p.textures, &s.Trace)
		// A mean of rays alone can be compared with those around it.
		apart := k.traced < k.subFrames || k.quality == frame.Standard && s.Geometry.NeedsRays()
		first := len(tiles)
		for v := range j.views {
			if len(p.tiles) == len(tiles) {
				p.tiles = append(p.tiles, &pass.Tile{Targets: &pass.Targets{}})
			}
			layer := len(tiles)
			place := layer % p.tilesPerPass // among those that passes draw together
			if len(p.scratch) == place {
				p.scratch = append(p.scratch, &pass.Scratch{})
			}
			t := p.tiles[layer]
			*t = pass.Tile{
				Scene: s, Targets: t.Targets, Scratch: p.scratch[place], Layer: layer, LabelLayer: layer,
				Seen: j.seen[v], Drawn: j.views[v], View: j.lit[v],
				Textures: p.textures, Around: &p.around, Blurs: k.blurs, Apart: apart, Traced: k.traced,
			}
			if k.colorOnly {
				t.LabelLayer = place // where drafts alone draw labels, for themselves
			}
			tiles = append(tiles, t)
		}
		j.tiles = tiles[first:len(tiles):len(tiles)]
	}
	return tiles
}

// rasterize draws colors: for each sub-frame shadows, surfaces, bounced light and lighting, and at the end tone.
func (p *pipeline) rasterize(b *batch, tiles []*pass.Tile) error {
	k := &b.jobs[0].kind
	n := k.subFrames
	for _, t := range tiles {
		f := t.Frame
		// A draft takes bounced light to be the same everywhere, but for the way a surface faces, unless it comes from outside.
		t.Bounces = f.Environment != nil || k.quality != frame.Draft && len(f.Lights)+len(f.Suns) > 0
		if err := t.Surface.Resize(t.View); err != nil {
			return err
		}
		if err := t.Sum.Begin(t.Surface.Depth, n, k.converges); err != nil {
			return err
		}
		t.Radiance = &t.Sum
	}
	for _, j := range b.jobs {
		j.tiles[0].Lights.Begin(j.lights)
	}
	for sub := range n {
		for _, j := range b.jobs {
			if err := p.shadow.Draw(j.tiles[0].Scene, p.textures, sub); err != nil {
				return err
			}
			for _, t := range j.tiles {
				t.SubFrame, t.Jitter = sub, j.jitter[sub]
				t.Rays = t.Geometry.NeedsRays() && sub*k.traced%n < k.traced
			}
			if k.blurs {
				j.expose(sub)
			}
		}
		for some := range slices.Chunk(tiles, p.tilesPerPass) {
			if err := p.surface.Draw(some); err != nil {
				return err
			}
			if sub == 0 || k.blurs {
				if err := p.indirect.Gather(some); err != nil {
					return err
				}
			}
			p.indirect.Upsample(some)
			if err := p.lighting.Draw(some); err != nil {
				return err
			}
			p.adaptive.Draw(some, sub+1, n)
		}
	}
	for some := range slices.Chunk(tiles, p.tilesPerPass) {
		if k.enlarged {
			if err := p.draft.Draw(some, p.labels); err != nil {
				return err
			}
		}
		for _, t := range some {
			if err := p.resolve.Draw(t, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// expose looks from where the job's cameras are in a sub-frame.
func (j *job) expose(sub int) {
	var views []*pass.View
	for i, t := range j.tiles {
		t.View = j.exposure.View(j.views[i], j.scene.Tree, sub)
		views = append(views, t.View)
	}
	j.tiles[0].Geometry.FindUnshadowed(j.frame, views...)
}

// tracePaths draws colors by following paths of light.
func (p *pipeline) tracePaths(b *batch, tiles []*pass.Tile) error {
	spp := b.jobs[0].kind.subFrames
	for i, t := range tiles {
		if i == 0 || t.Scene != tiles[i-1].Scene {
			p.path.Load(t.Frame, t.Geometry, &t.Trace)
		}
		t.Drawn = t.Seen // paths start where the lens bends them
		var err error
		if t.Radiance, err = p.path.Draw(t.Frame, t.Geometry, p.textures, t.Seen, spp); err != nil {
			return err
		}
		if err := p.resolve.Draw(t, spp); err != nil {
			return err
		}
	}
	return nil
}
