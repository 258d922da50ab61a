//go:build cgo && linux

package engine

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/glctx"
	"mereo/engine/pass"
	"mereo/internal/phase"
)

const (
	defaultSubFrames  = 16
	defaultBounceRays = 8
	defaultSPP        = 512

	draftBounceRays = 4

	// As many places of a lens, or moments, are needed for blur at least.
	blurSubFrames      = 32
	draftBlurSubFrames = 8
)

// Renderer draws frames on one device. It is safe for use from several goroutines: frames are drawn in the order in
// which they arrive, and while one is read back the next is already being drawn.
type Renderer struct {
	info Info
	jobs chan *job
	done chan struct{}
}

type job struct {
	frame  *frame.Frame
	views  []*pass.View // as they are drawn
	seen   []*pass.View // as they are seen; others if the camera has distortion
	scene  *pass.Prepared
	copies []*copies
	out    []*frame.Images
	err    error
	ready  chan struct{}
}

// Devices lists what a Renderer can be opened on.
func Devices() ([]Device, error) {
	list, err := glctx.Devices()
	if err != nil {
		return nil, err
	}
	out := make([]Device, len(list))
	for i, d := range list {
		out[i] = Device(d)
	}
	return out, nil
}

// New opens a context on a thread of its own and compiles the shaders. Errors wrap ErrNoGL.
func New(o Options) (*Renderer, error) {
	r := &Renderer{jobs: make(chan *job, 64), done: make(chan struct{})}
	opened := make(chan error)
	go r.run(o, opened)
	if err := <-opened; err != nil {
		return nil, fmt.Errorf("engine: %w: %w", ErrNoGL, err)
	}
	return r, nil
}

// Info names what draws.
func (r *Renderer) Info() Info { return r.info }

// Close waits for frames under way and releases the device. Render must not be called afterwards.
func (r *Renderer) Close() {
	close(r.jobs)
	<-r.done
}

// Render draws a frame. The result is a function of the frame and the driver alone.
func (r *Renderer) Render(f *frame.Frame) (*frame.Images, error) {
	out, err := r.RenderFrom(f, f.Camera.WorldFromCamera)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// RenderFrom draws a frame once from each of the poses of its camera, which replace f.Camera.WorldFromCamera. Every picture is
// what Render would draw, at less cost: the views share everything that does not depend on where the camera is.
func (r *Renderer) RenderFrom(f *frame.Frame, worldFromCamera ...geom.Transform) ([]*frame.Images, error) {
	checked := *f
	errs := []error{pass.Check(f)}
	for i, pose := range worldFromCamera {
		checked.Camera.WorldFromCamera = pose
		if i == 0 {
			errs = append(errs, checked.Validate())
		} else {
			errs = append(errs, checked.Camera.Validate())
		}
	}
	if err := errors.Join(errs...); err != nil || len(worldFromCamera) == 0 {
		return nil, err
	}
	j := newJob(f, worldFromCamera)
	r.jobs <- j
	<-j.ready
	return j.out, j.err
}

// newJob does what needs no device, so that callers do it side by side.
func newJob(f *frame.Frame, worldFromCamera []geom.Transform) *job {
	defer phase.Begin(phase.Draw).End()
	j := &job{frame: f, ready: make(chan struct{})}
	// A picture with distortion is taken out of one without; see pass.Resolve.
	wide := f.Camera.Wide()
	for _, pose := range worldFromCamera {
		c, w := f.Camera, wide
		c.WorldFromCamera, w.WorldFromCamera = pose, pose
		j.views, j.seen = append(j.views, pass.NewView(&w)), append(j.seen, pass.NewView(&c))
	}
	j.scene = pass.Prepare(f, j.views, pass.Wants{
		Tree:    !f.LabelsOnly || !f.Camera.Distortion.IsZero(),
		Bounced: !f.LabelsOnly && f.Quality != frame.Reference,
	})
	return j
}

// run owns the context: nothing else touches GL.
func (r *Renderer) run(o Options, opened chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(r.done)
	ctx, err := glctx.Open(o.GPU)
	if err != nil {
		opened <- err
		return
	}
	defer ctx.Close()
	p, err := newPipeline()
	if err != nil {
		opened <- err
		return
	}
	r.info.Vendor, r.info.Renderer, r.info.Version = gl.Strings()
	r.info.Software = strings.Contains(r.info.Renderer, "llvmpipe") || strings.Contains(r.info.Renderer, "softpipe")
	opened <- nil

	// One job may be in flight on the device while the next is recorded.
	var inFlight *job
	finish := func() {
		if inFlight != nil {
			if inFlight.err == nil {
				inFlight.out, inFlight.err = p.collect(inFlight)
			}
			close(inFlight.ready)
			inFlight = nil
		}
	}
	for {
		var j *job
		var open bool
		select {
		case j, open = <-r.jobs:
		default:
			finish()
			j, open = <-r.jobs
		}
		if !open {
			finish()
			return
		}
		err := p.draw(j)
		j.scene.Release() // all of it is uploaded
		finish()
		j.err = err
		inFlight = j
	}
}

// pipeline is the frame as a list of passes.
type pipeline struct {
	geometry *pass.Geometry
	textures *pass.Textures
	labels   *pass.Labels
	surface  *pass.Surface
	shadow   *pass.Shadow
	lights   pass.Lights
	trace    pass.Trace
	around   pass.Environment
	indirect *pass.Indirect
	lighting *pass.Lighting
	settle   *pass.Settle
	draft    *pass.Draft
	path     *pass.Path
	resolve  *pass.Resolve
	views    []*viewTargets
	// Copies of the job in flight and of the one that is being recorded, in turn.
	copies [2][]*copies
	turn   int
}

// viewTargets are what each view of a frame needs for itself.
type viewTargets struct {
	surface pass.GBuffer
	bounced pass.Bounced
	sum     pass.Sum
}

// copies are those of everything that Images holds.
type copies struct{ ids, viewZ, normal, color gl.Readback }

func newPipeline() (*pipeline, error) {
	if err := gl.Init(); err != nil {
		return nil, err
	}
	p := &pipeline{geometry: pass.NewGeometry(), textures: pass.NewTextures()}
	var errs [6]error
	p.labels, errs[0] = pass.NewLabels()
	p.surface, errs[1] = pass.NewSurface()
	p.shadow, errs[2] = pass.NewShadow()
	p.indirect, errs[3] = pass.NewIndirect()
	p.lighting = pass.NewLighting()
	p.path = pass.NewPath()
	p.settle, errs[4] = pass.NewSettle()
	p.draft, errs[5] = pass.NewDraft()
	p.resolve = pass.NewResolve()
	return p, errors.Join(append(errs[:], gl.Check("start"))...)
}

// draw records all views of a frame: upload, labels, bounced light, then for each sub-frame shadows, surfaces and lighting,
// and at the end tone; and it queues the copies of the results. With Reference, follow stands for all between labels and tone.
func (p *pipeline) draw(j *job) error {
	defer phase.Begin(phase.Draw).End()
	f, views, seen := j.frame, j.views, j.seen
	distorted := !f.Camera.Distortion.IsZero()
	p.turn = 1 - p.turn
	for len(p.copies[p.turn]) < len(views) {
		p.copies[p.turn] = append(p.copies[p.turn], &copies{})
	}
	for len(p.views) < len(views) {
		p.views = append(p.views, &viewTargets{})
	}
	j.copies = p.copies[p.turn][:len(views)]

	p.textures.Load(f)
	p.geometry.Load(f, j.scene, p.textures)
	blurs := f.Realism.Blurs()
	enlarged := f.Quality == frame.Draft && !blurs && !distorted
	if distorted {
		p.trace.Load(p.geometry)
	}
	for i, v := range views {
		if f.ColorOnly || enlarged && !f.LabelsOnly { // which draws them, too
			break
		}
		var err error
		if distorted {
			err = p.labels.DrawRays(p.geometry, &p.trace, seen[i])
		} else {
			err = p.labels.Draw(p.geometry, v)
		}
		if err != nil {
			return err
		}
		p.copyLabels(j.copies[i])
	}
	if f.LabelsOnly {
		return gl.Check("labels")
	}
	if f.Quality == frame.Reference {
		return p.follow(j)
	}
	if !distorted {
		p.trace.Load(p.geometry)
	}
	p.around.Load(f)
	n := cmp.Or(f.SubFrames, defaultSubFrames)
	rays, traced, bounceRays := p.geometry.NeedsRays(), cmp.Or(f.TracedSubFrames, n), cmp.Or(f.BounceRays, defaultBounceRays)
	enough := blurSubFrames
	if f.Quality == frame.Draft {
		n, traced, bounceRays, enough = 1, 1, min(bounceRays, draftBounceRays), draftBlurSubFrames
	}
	if blurs { // every sub-frame sees something else, and shares nothing but lamps with the others
		n = max(n, enough)
		traced, bounceRays = n, (bounceRays+n-1)/n
	}
	traced = min(traced, n)
	jitter, lit := pass.PixelOffsets(n, f.Seed), views
	if enlarged {
		jitter, lit = [][2]float64{pass.DraftJitter}, nil
		for _, v := range views {
			lit = append(lit, pass.Half(v))
		}
	}
	p.geometry.FindOpen(f, lit...)
	exposure := pass.NewExposure(f, n)
	in := pass.LightingInput{
		Frame: f, Geometry: p.geometry, Textures: p.textures, Shadow: p.shadow, Trace: &p.trace, Around: &p.around, Apart: traced < n,
		Blurs: blurs, Ambient: j.scene.Bounced.Mean, BounceRays: bounceRays,
	}
	// A draft takes bounced light to be the same everywhere, but for the way a surface faces, unless it comes from outside.
	bounced := f.Environment != nil || f.Quality != frame.Draft && len(f.Lights)+len(f.Suns) > 0
	for i, v := range lit {
		if err := p.views[i].surface.Resize(v); err != nil {
			return err
		}
		if err := p.views[i].sum.Begin(p.views[i].surface.Depth, n, blurs); err != nil {
			return err
		}
	}
	p.shadow.Fit(lit[0].Camera.FocalPx)
	p.lights.Begin(f, n, j.scene.Bounced)
	for sub := range n {
		p.lights.Set(sub, p.geometry, p.shadow)
		if err := p.shadow.Draw(p.geometry, sub); err != nil {
			return err
		}
		in.SubFrame, in.Jitter, in.Rays = sub, jitter[sub], rays && sub*traced%n < traced
		for i, v := range lit {
			t := p.views[i]
			if blurs {
				v = exposure.View(v, j.scene.Tree, sub)
				p.geometry.FindOpen(f, v)
			}
			p.surface.Draw(p.geometry, p.textures, v, jitter[sub], &t.surface)
			in.View, in.Surface, in.Indirect = v, &t.surface, nil
			if bounced {
				if sub == 0 || blurs {
					if err := p.indirect.Gather(in, &t.bounced); err != nil {
						return err
					}
				}
				p.indirect.Upsample(in, &t.bounced)
				in.Indirect = t.bounced.Full
			}
			if err := p.lighting.Draw(in, &t.sum); err != nil {
				return err
			}
			p.settle.Draw(&t.sum, sub+1, n)
		}
	}
	for i, v := range views {
		t := p.views[i]
		sum := &t.sum
		if enlarged {
			var err error
			if sum, err = p.draft.Draw(in, p.labels, v, &t.surface, sum); err != nil {
				return err
			}
			if !f.ColorOnly {
				p.copyLabels(j.copies[i])
			}
		}
		if err := p.resolve.Draw(pass.ResolveInput{
			Frame: f, View: seen[i], Drawn: v, Sum: sum, SubFrames: n, Apart: in.Apart,
		}); err != nil {
			return err
		}
		j.copies[i].color.Start(p.resolve.RGB, gl.LayoutRGBA8)
	}
	return gl.Check("frame")
}

// copyLabels queues the copies of what labels holds.
func (p *pipeline) copyLabels(c *copies) {
	c.ids.Start(p.labels.IDs, gl.LayoutRG16UI)
	c.viewZ.Start(p.labels.ViewZ, gl.LayoutR32F)
	c.normal.Start(p.labels.Normal, gl.LayoutRGBA32F)
}

// follow draws the colour pictures of a job by following paths of light.
func (p *pipeline) follow(j *job) error {
	f := j.frame
	spp := cmp.Or(f.SPP, defaultSPP)
	p.path.Load(f, p.geometry)
	for i, v := range j.seen {
		sum, err := p.path.Draw(f, p.geometry, p.textures, v, spp)
		if err == nil {
			err = p.resolve.Draw(pass.ResolveInput{Frame: f, View: v, Drawn: v, Sum: sum, SubFrames: spp})
		}
		if err != nil {
			return err
		}
		j.copies[i].color.Start(p.resolve.RGB, gl.LayoutRGBA8)
	}
	return gl.Check("paths")
}

// collect waits for the copies.
func (p *pipeline) collect(j *job) ([]*frame.Images, error) {
	defer phase.Begin(phase.Draw).End() // the wait; the copies are ReadBack
	var out []*frame.Images
	for _, c := range j.copies {
		im, err := c.collect(j.frame)
		if err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
		out = append(out, im)
	}
	return out, nil
}

// collect waits for the copies of a view and turns their rows round.
func (c *copies) collect(f *frame.Frame) (*frame.Images, error) {
	w, h := f.Camera.Width, f.Camera.Height
	n := w * h
	out := &frame.Images{Width: w, Height: h}
	var errs []error
	if !f.ColorOnly {
		out.Object, out.Part, out.ViewZ, out.Normal = make([]uint16, n), make([]uint16, n), make([]float32, n), make([]float32, 3*n)
		errs = append(errs,
			c.ids.Wait(func(b []byte) {
				eachRow(w, h, func(from, to int) {
					for x := range w {
						out.Object[to+x] = binary.NativeEndian.Uint16(b[4*(from+x):])
						out.Part[to+x] = binary.NativeEndian.Uint16(b[4*(from+x)+2:])
					}
				})
			}),
			c.viewZ.Wait(func(b []byte) {
				eachRow(w, h, func(from, to int) { copy(out.ViewZ[to:to+w], floats(b)[from:from+w]) })
			}),
			c.normal.Wait(func(b []byte) {
				eachRow(w, h, func(from, to int) {
					src, dst := floats(b)[4*from:4*(from+w)], out.Normal[3*to:3*(to+w)]
					for x := range w {
						dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x], src[4*x+1], src[4*x+2]
					}
				})
			}),
		)
	}
	if !f.LabelsOnly {
		out.RGB = make([]uint8, 3*n)
		errs = append(errs, c.color.Wait(func(b []byte) {
			eachRow(w, h, func(from, to int) {
				src, dst := b[4*from:4*(from+w)], out.RGB[3*to:3*(to+w)]
				for x := range w {
					dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x], src[4*x+1], src[4*x+2]
				}
			})
		}))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return out, nil
}

// eachRow calls use with the first pixel of every row, counted from the bottom as GL does and from the top.
func eachRow(w, h int, use func(from, to int)) {
	defer phase.Begin(phase.ReadBack).End()
	for y := range h {
		use((h-1-y)*w, y*w)
	}
}

func floats(b []byte) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(&b[0])), len(b)/4)
}
