//go:build cgo && linux

package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"mereo/engine/bounce"
	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/glctx"
	"mereo/engine/pass"
)

const defaultSubFrames = 16

// Renderer draws frames on one device. It is safe for use from several goroutines: frames are drawn in the order in
// which they arrive, and while one is read back the next is already being drawn.
type Renderer struct {
	info Info
	jobs chan *job
	done chan struct{}
}

type job struct {
	frame *frame.Frame
	out   *frame.Images
	err   error
	ready chan struct{}
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
	if err := errors.Join(f.Validate(), pass.CheckLights(f)); err != nil {
		return nil, err
	}
	j := &job{frame: f, ready: make(chan struct{})}
	r.jobs <- j
	<-j.ready
	return j.out, j.err
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

	// One frame may be in flight on the device while the next is recorded.
	var inFlight *job
	finish := func() {
		if inFlight != nil {
			if inFlight.err == nil {
				inFlight.out, inFlight.err = p.collect(inFlight.frame)
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
		err := p.draw(j.frame)
		finish()
		j.err = err
		if err == nil {
			p.startReadback(j.frame)
		}
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
	indirect *pass.Indirect
	lighting *pass.Lighting
	resolve  *pass.Resolve
	copies   struct{ ids, viewZ, normal, color gl.Readback }
}

func newPipeline() (*pipeline, error) {
	if err := gl.Init(); err != nil {
		return nil, err
	}
	p := &pipeline{geometry: pass.NewGeometry(), textures: pass.NewTextures()}
	var errs [5]error
	p.labels, errs[0] = pass.NewLabels()
	p.surface, errs[1] = pass.NewSurface()
	p.shadow, errs[2] = pass.NewShadow()
	p.indirect, errs[3] = pass.NewIndirect()
	p.lighting = pass.NewLighting()
	p.resolve, errs[4] = pass.NewResolve()
	return p, errors.Join(append(errs[:], gl.Check("start"))...)
}

// draw records a whole frame: upload, labels, bounced light, then for each sub-frame shadows, surfaces and lighting,
// and at the end tone.
func (p *pipeline) draw(f *frame.Frame) error {
	view := pass.NewView(&f.Camera)
	p.textures.Load(f)
	p.geometry.Load(f, p.textures)
	if err := p.labels.Draw(p.geometry, view); err != nil {
		return err
	}
	if f.LabelsOnly {
		return gl.Check("labels")
	}
	in := pass.LightingInput{Frame: f, View: view, Geometry: p.geometry, Textures: p.textures, Surface: p.surface, Shadow: p.shadow}
	tree := p.geometry.Tree()
	if p.geometry.NeedsRays() {
		p.trace.Load(p.geometry, tree)
		in.Trace = &p.trace
	}
	if lights := p.geometry.Bounce(f, tree); len(lights) > 0 {
		if err := p.indirect.Draw(view, p.labels, lights); err != nil {
			return err
		}
		in.Indirect = p.indirect.Full
		in.Ambient = bounce.Ambient(lights, p.geometry.Center())
	}
	n := f.SubFrames
	if n == 0 {
		n = defaultSubFrames
	}
	if err := p.lighting.Begin(view); err != nil {
		return err
	}
	p.lights.Begin(f, n)
	jitter := pass.PixelOffsets(n, f.Seed)
	for i := range n {
		p.lights.Set(i, p.geometry, p.shadow)
		if err := p.shadow.Draw(p.geometry); err != nil {
			return err
		}
		if err := p.surface.Draw(p.geometry, p.textures, view, jitter[i]); err != nil {
			return err
		}
		in.SubFrame, in.Jitter = i, jitter[i]
		if err := p.lighting.Draw(in); err != nil {
			return err
		}
	}
	return errors.Join(p.resolve.Draw(p.lighting.Sum, n), gl.Check("frame"))
}

// startReadback queues the copies of everything that Images holds.
func (p *pipeline) startReadback(f *frame.Frame) {
	p.copies.ids.Start(p.labels.IDs, gl.LayoutRG16UI)
	p.copies.viewZ.Start(p.labels.ViewZ, gl.LayoutR32F)
	p.copies.normal.Start(p.labels.Normal, gl.LayoutRGBA32F)
	if !f.LabelsOnly {
		p.copies.color.Start(p.resolve.RGB, gl.LayoutRGBA8)
	}
}

// collect waits for the copies and turns their rows round.
func (p *pipeline) collect(f *frame.Frame) (*frame.Images, error) {
	w, h := f.Camera.Width, f.Camera.Height
	n := w * h
	out := &frame.Images{Width: w, Height: h, Object: make([]uint16, n), Part: make([]uint16, n), ViewZ: make([]float32, n), Normal: make([]float32, 3*n)}
	errs := []error{
		p.copies.ids.Wait(func(b []byte) {
			eachRow(w, h, func(from, to int) {
				for x := range w {
					out.Object[to+x] = binary.NativeEndian.Uint16(b[4*(from+x):])
					out.Part[to+x] = binary.NativeEndian.Uint16(b[4*(from+x)+2:])
				}
			})
		}),
		p.copies.viewZ.Wait(func(b []byte) {
			eachRow(w, h, func(from, to int) { copy(out.ViewZ[to:to+w], floats(b)[from:from+w]) })
		}),
		p.copies.normal.Wait(func(b []byte) {
			eachRow(w, h, func(from, to int) {
				src, dst := floats(b)[4*from:4*(from+w)], out.Normal[3*to:3*(to+w)]
				for x := range w {
					dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x], src[4*x+1], src[4*x+2]
				}
			})
		}),
	}
	if !f.LabelsOnly {
		out.RGB = make([]uint8, 3*n)
		errs = append(errs, p.copies.color.Wait(func(b []byte) {
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
	for y := range h {
		use((h-1-y)*w, y*w)
	}
}

func floats(b []byte) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(&b[0])), len(b)/4)
}
