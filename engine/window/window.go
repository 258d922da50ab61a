//go:build viewer

package window

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"log"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/gui"
	"github.com/g3n/engine/math32"
	"github.com/g3n/engine/renderer"
	"github.com/g3n/engine/util/logger"
	g3n "github.com/g3n/engine/window"
	"github.com/go-gl/glfw/v3.3/glfw"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/light"
	"mereo/engine/mesh"
)

// ErrNoDisplay is wrapped by Run where no window can be opened.
var ErrNoDisplay = errors.New("no window can be opened")

// viewer is the window's state. All of it belongs to the goroutine that runs Run; others post what is to be done there.
type viewer struct {
	options Options
	ctx     context.Context
	win     *g3n.GlfwWindow
	gs      *gls.GLS
	draw    *renderer.Renderer
	overlay *overlay
	panels  *panels
	painter *painter
	info    engine.Info

	mu     sync.Mutex
	posted []func()
	told   []byte // events that are not yet written

	place        Place
	loading      bool // a scene is being made
	fetches      int  // requests for scenes
	watched      watched
	surroundings *light.Environment // that was dropped on the window; nil for the scene's own
	cancel       context.CancelFunc // of that
	scene        *Scene
	pieces       [][]*mesh.Mesh // colliders of its objects
	view         int

	own     bool // the camera is the dataset's own
	orbit   orbit
	focal   camera.Pinhole // what the orbit keeps of the view's camera: lens and clip distances, as fitted
	drag    dragging
	pointer struct{ x, y float64 } // screen units

	mode     mode
	on       [helpers]bool
	selected string // key of an entity; empty for none
	entities map[string]*Entity
	physics  physics
	filming  *filming // nil where no film is being saved
	pulling  *pulling // nil where nobody pulls
	settled  int      // counts the scenes, and states of them, that physics was for
	plots    plots
	editing  editing
	pace     int             // of films, in speeds
	loops    bool            // films begin again when they end
	wanted   context.Context // of what is asked of the physics; it ends when another scene or push is wanted
	unwant   context.CancelFunc

	cutaway cutaway
	shot    *shot // what is shown; nil before the first picture
	moved   time.Time
	drawn   string // quality of the job that was asked for last, for what is to be seen now
	asked   int    // jobs
	shown   int    // the last of them that came back
	redraw  bool
	repaint bool           // the picture's colors are to be found again
	saving  bool           // the next frame is to be saved
	saves   sync.WaitGroup // files that are being written
	quit    bool
	failure error // why there is nothing to show
}

// dragging is a mouse button that is held.
type dragging struct {
	on, far bool // far: it is no click any more
	pan     bool
	x, y    float64 // where it began, and then where it was last
}

// Run opens a window and shows a source's scenes until it is closed. It must be called on the main goroutine of a program, once.
// An error says why there is nothing to show: no display, no renderer, or no first scene.
func Run(ctx context.Context, o Options) error {
	logger.Default.EnableChild("GUI", false) // it tells every turn of the wheel as an error, on standard output
	runtime.LockOSThread()
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 1280, 800
	}
	v := &viewer{options: o, ctx: ctx, place: o.Start, own: true, redraw: true, pace: usualSpeed}
	if err := v.open(); err != nil {
		return fmt.Errorf("window: %w: %w", ErrNoDisplay, err)
	}
	defer v.win.Destroy()
	v.listen()
	v.painter = newPainter(o.GPU,
		func(i engine.Info, err error) { v.post(func() { v.opened(i, err) }) },
		func(s shot) { v.post(func() { v.show(s) }) })
	v.goTo(o.Start)
	for !v.quit && !v.win.ShouldClose() && ctx.Err() == nil {
		v.turn()
	}
	if v.cancel != nil {
		v.cancel()
	}
	if v.filming != nil {
		v.filming.stop()
	}
	v.event("quit", nil)
	v.tell()
	v.painter.close()
	v.saves.Wait()
	return v.failure
}

// open opens the window, with g3n in it.
func (v *viewer) open() (err error) {
	if err := display(); err != nil {
		return err
	}
	// GLFW 3.3 returns no error where no display answers: its next call panics. It also logs then, which says nothing more.
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(*glfw.Error); ok && strings.HasPrefix(e.Error(), "NotInitialized") {
				err = unanswered()
				return
			}
			panic(r)
		}
	}()
	if err := glfw.Init(); err != nil {
		return err
	}
	w, h := v.options.Width, v.options.Height
	if m := glfw.GetPrimaryMonitor(); m != nil { // no larger than what is free of the screen
		if _, _, wide, high := m.GetWorkarea(); wide > 0 && high > 0 {
			w, h = min(w, wide), min(h, high)
		}
	}
	if err := g3n.Init(w, h, "mereo"); err != nil {
		return err
	}
	v.win = g3n.Get().(*g3n.GlfwWindow)
	v.win.SetSizeLimits(480, 360, glfw.DontCare, glfw.DontCare)
	v.gs = v.win.Gls()
	v.gs.SetCheckErrors(false)
	glfw.SwapInterval(1)
	style, err := newStyle()
	if err != nil {
		return err
	}
	gui.SetStyleDefault(style)
	v.draw = renderer.NewRenderer(v.gs)
	if err := v.draw.AddDefaultShaders(); err != nil {
		return err
	}
	addPrograms(v.draw)
	v.overlay = newOverlay(v.gs)
	v.panels = newPanels(v)
	gui.Manager().Set(v.panels.root)
	v.resized()
	v.mark()
	return nil
}

// listen subscribes to what the user does.
func (v *viewer) listen() {
	v.win.Subscribe(g3n.OnWindowSize, func(string, any) { v.resized() })
	// A window that comes to a screen of another scale has another framebuffer and the same size. g3n looks at sizes only.
	sized := v.win.SetSizeCallback(nil)
	v.win.SetSizeCallback(sized)
	v.win.SetFramebufferSizeCallback(func(win *glfw.Window, _, _ int) {
		w, h := win.GetSize()
		sized(win, w, h)
	})
	// g3n takes a button to be pressed where the pointer is by the time it hears of that; on a busy machine that is elsewhere.
	v.win.SetMouseButtonCallback(func(_ *glfw.Window, button glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		name := g3n.OnMouseDown
		if action == glfw.Release {
			name = g3n.OnMouseUp
		}
		v.win.Dispatch(name, &g3n.MouseEvent{
			Xpos: float32(v.pointer.x), Ypos: float32(v.pointer.y), Button: g3n.MouseButton(button), Mods: g3n.ModifierKey(mods),
		})
	})
	// g3n takes the wheel for a horizontal one as long as Shift was down with the last key: after "?" lists would not scroll.
	v.win.SetScrollCallback(func(_ *glfw.Window, _, y float64) {
		v.win.Dispatch(g3n.OnScroll, &g3n.ScrollEvent{Yoffset: float32(y)})
	})
	v.win.SetDropCallback(func(_ *glfw.Window, files []string) { v.drop(files) })
	v.win.SetRefreshCallback(func(*glfw.Window) { v.redraw = true })
	v.win.Subscribe(g3n.OnChar, func(_ string, ev any) {
		v.redraw = true
		if ev := ev.(*g3n.CharEvent); ev.Mods&g3n.ModControl == 0 {
			v.onChar(ev.Char)
		}
	})
	key := func(_ string, ev any) {
		v.redraw = true
		v.onKey(ev.(*g3n.KeyEvent).Key, ev.(*g3n.KeyEvent).Mods)
	}
	v.win.Subscribe(g3n.OnKeyDown, key)
	v.win.Subscribe(g3n.OnKeyRepeat, key)
	for _, name := range []string{g3n.OnCursor, g3n.OnMouseDown, g3n.OnMouseUp, g3n.OnScroll} {
		v.win.Subscribe(name, func(string, any) { v.redraw = true })
	}
	v.win.Subscribe(g3n.OnCursor, func(_ string, ev any) { v.onCursor(ev.(*g3n.CursorEvent)) })
	v.win.Subscribe(g3n.OnMouseUp, func(_ string, ev any) {
		gui.Manager().SetKeyFocus(nil) // keys are the window's, whatever was clicked
		v.onMouseUp(ev.(*g3n.MouseEvent))
	})
	// What the panels leave over:
	gui.Manager().Subscribe(g3n.OnMouseDown, func(_ string, ev any) { v.onMouseDown(ev.(*g3n.MouseEvent)) })
	gui.Manager().Subscribe(g3n.OnScroll, func(_ string, ev any) {
		y := float64(ev.(*g3n.ScrollEvent).Yoffset)
		v.move(func(o orbit) orbit { return o.zoomed(pow(zoomStep, -y)) })
	})
}

// post has f called by the window's goroutine. Any goroutine may call it.
func (v *viewer) post(f func()) {
	v.mu.Lock()
	v.posted = append(v.posted, f)
	v.mu.Unlock()
	glfw.PostEmptyEvent()
}

// turn waits for something to happen and shows it.
func (v *viewer) turn() {
	wait := watchEvery.Seconds()
	switch {
	case v.redraw:
		wait = 0
	case v.physics.playing:
		wait = 0.01
	case v.restless():
		wait = 0.05
	}
	if wait == 0 {
		glfw.PollEvents()
	} else {
		glfw.WaitEventsTimeout(wait)
	}
	v.mu.Lock()
	posted := v.posted
	v.posted = nil
	v.mu.Unlock()
	for _, f := range posted {
		v.redraw = true
		f()
	}
	v.watch()
	v.advance()
	v.ask()
	if v.redraw {
		v.redraw = false
		v.frame()
	}
}

// frame draws everything.
func (v *viewer) frame() {
	if v.repaint && v.shot != nil {
		v.paint()
	}
	fw, fh := v.win.GetFramebufferSize()
	v.gs.Viewport(0, 0, int32(fw), int32(fh))
	v.gs.ClearColor(float32(nothing[0])/255, float32(nothing[1])/255, float32(nothing[2])/255, 1)
	v.gs.Clear(gls.COLOR_BUFFER_BIT | gls.DEPTH_BUFFER_BIT | gls.STENCIL_BUFFER_BIT)
	if v.shot != nil {
		x, y, w, h := v.pixels()
		v.gs.Viewport(int32(x), int32(fh-y-h), int32(w), int32(h))
		if err := v.draw.Render(v.overlay.root, newLens(v.shot.frame.Camera)); err != nil {
			v.fail(err)
		}
		if v.saving {
			v.saving = false
			// All of it: g3n takes width - x and height - y for the size.
			v.writePicture(v.gs.ReadPixels(0, 0, fw, fh, gls.RGBA, gls.UNSIGNED_BYTE), fw, image.Rect(x, fh-y-h, x+w, fh-y))
		}
		v.gs.Viewport(0, 0, int32(fw), int32(fh))
		v.gs.Clear(gls.DEPTH_BUFFER_BIT)
	}
	if err := v.draw.Render(v.panels.root, &lens{*math32.NewMatrix4(), *math32.NewMatrix4()}); err != nil {
		v.fail(err)
	}
	v.win.SwapBuffers()
	v.tell()
}

// fail closes the window, since nothing can be shown in it.
func (v *viewer) fail(err error) {
	v.failure, v.quit = fmt.Errorf("window: cannot draw: %w", err), true
}

// pixels is where the picture is in the framebuffer, from the top left.
func (v *viewer) pixels() (x, y, w, h int) {
	sx, sy := v.win.GetScale()
	fx, fy, fw, fh := v.panels.region()
	return int(float64(fx) * sx), int(float64(fy) * sy), max(1, int(float64(fw)*sx)), max(1, int(float64(fh)*sy))
}

func (v *viewer) resized() {
	w, h := v.win.GetSize()
	before := v.panels.sideWide
	v.panels.layout(float32(w), float32(h))
	if v.panels.sideWide != before {
		v.tellDetails()
	}
	v.refocus()
	v.changed()
	px, py, pw, ph := v.pixels()
	v.event("size", map[string]any{"width": w, "height": h, "picture": []int{px, py, px + pw, py + ph}})
}

// opened takes note of what draws.
func (v *viewer) opened(i engine.Info, err error) {
	if err != nil {
		v.failure, v.quit = err, true
		return
	}
	v.info = i
	v.event("renderer", map[string]any{"renderer": i.Renderer})
}

// say shows a sentence in the status line.
func (v *viewer) say(format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; ")
	v.panels.setStatus(text)
	v.redraw = true
	v.event("status", map[string]any{"text": text})
}

// event writes down what happened, for who drives the window.
func (v *viewer) event(name string, with map[string]any) {
	if v.options.Events == nil {
		return
	}
	line := map[string]any{"event": name}
	for k, x := range with {
		line[k] = x
	}
	if data, err := json.Marshal(line); err == nil {
		v.told = append(append(v.told, data...), '\n')
	}
	v.redraw = true
}

// tell writes the events, once what they tell of is on the screen.
func (v *viewer) tell() {
	if len(v.told) > 0 {
		v.options.Events.Write(v.told)
		v.told = v.told[:0]
	}
}
