//go:build cgo && linux

package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/glctx"
	"mereo/engine/light"
	"mereo/engine/pass"
	"mereo/internal/phase"
)

const (
	defaultSubFrames  = 16
	defaultBounceRays = 8
	defaultSPP        = 512

	draftBounceRays = 4

	largeBatch = 1 << 20 // 13 pictures of 320 x 240

	// An environment is so many suns at least, and rays see so much of it.
	environmentSubFrames       = 16
	environmentTracedSubFrames = 8

	// As many places of a lens, or moments, are needed for blur at least.
	blurSubFrames      = 32
	draftBlurSubFrames = 8
)

// Renderer draws frames on one device. It is safe for use from several goroutines: frames are drawn in the order in
// which they arrive, and while one is read back the next is already being drawn.
type Renderer struct {
	info        Info
	batchPixels int // pixels of a batch of several jobs, at most
	storage     int // bytes of a storage block, at most
	jobs        chan *job
	done        chan struct{}
}

// job is a frame to draw, from some places.
type job struct {
	frame *frame.Frame
	kind  kind
	alone bool         // never in one submission with other jobs
	views []*pass.View // as they are drawn
	seen  []*pass.View // as they are seen; others if the camera has distortion
	lit   []*pass.View // as light is looked for; others in drafts
	scene *pass.Prepared

	lights pass.LightPlan // none of pictures of reference quality and of labels alone

	bounceRays int
	jitter     [][2]float64 // of each sub-frame
	exposure   *pass.Exposure

	tiles []*pass.Tile // while it is drawn
	batch *batch
	first int // of its pictures in the batch
	err   error
	ready chan struct{} // closed when all is known
}

// kind is what jobs must have in common to be drawn together.
type kind struct {
	width, height         int
	quality               frame.Quality
	labelsOnly, colorOnly bool
	noNormals             bool
	subFrames             int // of reference pictures, paths through each pixel
	traced                int // sub-frames in which rays are followed
	blurs, distorted      bool
	converges             bool // sub-frames leave pixels out of which the first ones told enough
	enlarged              bool // drawn with half the width and height
	colorSide, linearSide int  // of textures, in texels
	panorama              *light.Panorama
}

// batch is what is drawn in one submission: its pictures are layers of one target, and come back in one copy.
type batch struct {
	jobs   []*job
	copies *copies
	drawn  drawn
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
	errs := []error{pass.Check(f, len(worldFromCamera), r.storage)}
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
	return j.wait()
}

// wait returns the pictures of a job in the queue. The caller copies them, so that the device gets on with the next.
func (j *job) wait() ([]*frame.Images, error) {
	<-j.ready
	if j.err != nil {
		return nil, j.err
	}
	defer j.batch.copies.readers.Done()
	var out []*frame.Images
	for i := range j.views {
		out = append(out, j.batch.drawn.images(j.frame, j.first+i))
	}
	return out, nil
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
	j.plan()
	j.scene = pass.Prepare(f, j.views, pass.Wants{
		Tree:    !f.LabelsOnly || !f.Camera.Distortion.IsZero(),
		Bounced: !f.LabelsOnly && f.Quality != frame.Reference,
	})
	j.lit = j.views
	if j.kind.enlarged {
		j.lit = nil
		for _, v := range j.views {
			j.lit = append(j.lit, pass.Half(v))
		}
	}
	if !f.LabelsOnly && f.Quality != frame.Reference {
		j.lights = j.scene.PlanLights(f, j.kind.subFrames, j.lit[0].Focal())
		if !j.kind.blurs {
			j.scene.FindUnshadowed(f, j.lit...)
		}
	}
	return j
}

// plan says how the job is drawn.
func (j *job) plan() {
	f := j.frame
	k := kind{
		width: f.Camera.Width, height: f.Camera.Height, quality: f.Quality, labelsOnly: f.LabelsOnly, colorOnly: f.ColorOnly,
		noNormals: f.NoNormals, blurs: f.Realism.Blurs(), distorted: !f.Camera.Distortion.IsZero(),
	}
	k.colorSide, k.linearSide = pass.TextureSides(f)
	if f.Environment != nil {
		k.panorama = f.Environment.Panorama
	}
	k.subFrames = cmp.Or(f.SubFrames, defaultSubFrames)
	k.traced, j.bounceRays = cmp.Or(f.TracedSubFrames, k.subFrames), cmp.Or(f.BounceRays, defaultBounceRays)
	enough := blurSubFrames
	switch f.Quality {
	case frame.Reference:
		k.subFrames = cmp.Or(f.SPP, defaultSPP)
		k.traced = k.subFrames
	case frame.Draft:
		k.subFrames, k.traced, j.bounceRays, enough = 1, 1, min(j.bounceRays, draftBounceRays), draftBlurSubFrames
		k.enlarged = !k.blurs && !k.distorted
	default:
		if f.Environment != nil {
			k.subFrames, k.traced = max(k.subFrames, environmentSubFrames), max(k.traced, environmentTracedSubFrames)
		}
	}
	if k.blurs && f.Quality != frame.Reference { // every sub-frame sees something else, and shares nothing but lamps with the others
		k.subFrames = max(k.subFrames, enough)
		k.traced, j.bounceRays = k.subFrames, (j.bounceRays+k.subFrames-1)/k.subFrames
	}
	k.traced = min(k.traced, k.subFrames)
	k.converges = !k.blurs && !pass.BroadGlare(f) && !pass.Blends(f) && !brightSky(f)
	j.kind = k
	j.alone = f.Quality == frame.Reference || k.blurs || k.distorted
	if k.labelsOnly || f.Quality == frame.Reference {
		return
	}
	j.jitter = pass.PixelOffsets(k.subFrames, f.Seed)
	if k.enlarged {
		j.jitter = [][2]float64{pass.DraftJitter}
	}
	j.exposure = pass.NewExposure(f, k.subFrames)
}

// brightSky reports whether the light from around is so strong that its shadows show. Each sub-frame has those of a few directions, so that places where
// the first ones happen to agree would stay as they are, with borders.
func brightSky(f *frame.Frame) bool {
	c := f.WorldRadiance
	return max(c[0], c[1], c[2]) >= 0.1
}

// pixels of all pictures.
func (j *job) pixels() int { return j.kind.width * j.kind.height * len(j.views) }

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
	if err := gl.Init(); err != nil {
		opened <- err
		return
	}
	r.info.Vendor, r.info.Renderer, r.info.Version = gl.Strings()
	r.info.Software = strings.Contains(r.info.Renderer, "llvmpipe") || strings.Contains(r.info.Renderer, "softpipe")
	if r.storage = gl.MaxStorage(); r.info.Software { // it says 128 MiB, and takes what it can count
		r.storage = math.MaxUint32
	}
	p, err := newPipeline(!r.info.Software || o.compute)
	if err != nil {
		opened <- err
		return
	}
	// A device that one small picture does not fill draws many at once. A rasterizer in software is full with one, and draws it best
	// while all of it is in its caches.
	if r.batchPixels = o.batchPixels; r.batchPixels == 0 && !r.info.Software {
		r.batchPixels = largeBatch
	}
	if r.batchPixels > 0 {
		p.tilesPerPass = math.MaxInt
	}
	opened <- nil

	// One batch may be in flight on the device while the next is recorded.
	var inFlight *batch
	finish := func() {
		if inFlight != nil {
			inFlight.finish()
			inFlight = nil
		}
	}
	defer finish()
	var next *job // which has been taken from the queue
	for {
		if next == nil {
			select {
			case next = <-r.jobs:
			default:
				finish()
				next = <-r.jobs
			}
		}
		if next == nil { // the queue is closed
			return
		}
		var b *batch
		b, next = r.gather(next)
		err := p.draw(b)
		for _, j := range b.jobs {
			j.scene.Release() // all of it is uploaded
			j.err = err
		}
		finish()
		inFlight = b
	}
}

// gather makes a batch of a job and those behind it in the queue that may be drawn with it. next is one that may not; nil for none.
func (r *Renderer) gather(first *job) (b *batch, next *job) {
	b = &batch{}
	pixels := 0
	for next = first; next != nil; {
		if len(b.jobs) > 0 && (next.alone || next.kind != first.kind || pixels+next.pixels() > r.batchPixels) {
			break
		}
		next.batch, next.first = b, pixels/(next.kind.width*next.kind.height)
		b.jobs, pixels = append(b.jobs, next), pixels+next.pixels()
		next = nil
		if !first.alone {
			select {
			case next = <-r.jobs:
			default:
			}
		}
	}
	return b, next
}

// finish waits for a batch and tells its callers.
func (b *batch) finish() {
	defer phase.Begin(phase.Draw).End()
	err := b.jobs[0].err
	if err == nil {
		if err = b.collect(); err != nil {
			err = fmt.Errorf("engine: %w", err)
		} else {
			b.copies.readers.Add(len(b.jobs))
		}
	}
	for _, j := range b.jobs {
		j.err = err
		close(j.ready)
	}
}

// collect waits for the copies.
func (b *batch) collect() error {
	var errs [4]error
	k := &b.jobs[0].kind
	if !k.labelsOnly {
		b.drawn.color, errs[0] = b.copies.color.Wait()
	}
	if !k.colorOnly {
		b.drawn.ids, errs[1] = b.copies.ids.Wait()
		b.drawn.viewZ, errs[2] = b.copies.viewZ.Wait()
	}
	if !k.colorOnly && !k.noNormals {
		b.drawn.normal, errs[3] = b.copies.normal.Wait()
	}
	return errors.Join(errs[:]...)
}
