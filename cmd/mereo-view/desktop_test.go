//go:build viewer

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

const patience = 120 * time.Second // for whatever the window does; a software rasterizer on a busy machine is slow

// session is a display server of a test's own, with pointer and keyboard: X11, or Wayland with the tag wayland. Places are in the
// units of windows.
type session interface {
	env() []string                // for programs that are to have their windows there
	key(name string)              // presses and releases a key, called as xdotool does: "ctrl+Left"
	move(x, y int)                // of the pointer
	button(number int, down bool) // 1 left, 3 right
	wheel(down int)               // by so many notches; up if negative
	resize(w, h int)              // of the program's window
	grab() *image.RGBA            // what is on the screen, in pixels
}

// desktop is a session with the program on it.
type desktop struct {
	t *testing.T
	session
	events  chan map[string]any
	out     string // folder for what is saved
	program *exec.Cmd
	errs    *bytes.Buffer
}

// needTools skips the test without the programs that it needs, but fails it where CI=true promises them.
func needTools(t *testing.T, packages string, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s is missing; install %s", tool, packages)
			}
			t.Skipf("%s is missing; install %s to test the window", tool, packages)
		}
	}
}

// launch starts the program with its events, in a session with a screen of 1280 x 800.
func launch(t *testing.T, args ...string) *desktop {
	t.Helper()
	return launchIn(t, newSession(t, whole.Dx(), whole.Dy(), 1), args...)
}

func launchIn(t *testing.T, s session, args ...string) *desktop {
	t.Helper()
	d := &desktop{t: t, session: s, events: make(chan map[string]any, 10000), out: t.TempDir(), errs: &bytes.Buffer{}}
	d.program = exec.Command(os.Args[0], append(args, "--events", "--gpu", "software", "--out", d.out)...)
	d.program.Env = append(append(os.Environ(), asProgram+"=1"), d.env()...)
	d.program.Stderr = d.errs
	stdout, err := d.program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.program.Process.Kill(); d.program.Wait() })
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			var e map[string]any
			if json.Unmarshal(lines.Bytes(), &e) != nil {
				e = map[string]any{"event": "failed", "error": "no event: " + lines.Text()}
			}
			d.events <- e
		}
		close(d.events)
	}()
	return d
}

// wait returns the next event of a name for which ok holds; a nil ok holds for all.
func (d *desktop) wait(name string, ok func(e map[string]any) bool) map[string]any {
	d.t.Helper()
	for deadline := time.After(patience); ; {
		select {
		case e, open := <-d.events:
			if !open {
				d.t.Fatalf("the window closed before %q: %s", name, d.errs)
			}
			if e["event"] == "failed" && name != "failed" {
				d.t.Fatalf("waiting for %q: %v", name, e)
			}
			if e["event"] == name && (ok == nil || ok(e)) {
				return e
			}
		case <-deadline:
			d.t.Fatalf("no event %q after %v", name, patience)
		}
	}
}

// standard waits for the finished picture of what is to be seen now.
func (d *desktop) standard() {
	d.t.Helper()
	d.wait("picture", finished)
}

func finished(e map[string]any) bool { return e["quality"] == "standard" && e["rests"] == true }

// finishedBy waits for the finished picture by the dataset's own camera, or by the free one.
func (d *desktop) finishedBy(own bool) {
	d.t.Helper()
	d.wait("picture", func(e map[string]any) bool { return finished(e) && e["own"] == own })
}

// finishedAt waits for the finished picture of a moment of the film, seconds.
func (d *desktop) finishedAt(time float64) {
	d.t.Helper()
	d.wait("picture", func(e map[string]any) bool { return finished(e) && e["time"] == time })
}

// forget drops the events so far.
func (d *desktop) forget() {
	for {
		select {
		case <-d.events:
		default:
			return
		}
	}
}

// click moves the pointer and presses a button.
func (d *desktop) click(x, y int) {
	d.t.Helper()
	d.move(x, y)
	d.button(1, true)
	d.button(1, false)
}

// drag moves the pointer with a button held, in steps.
func (d *desktop) drag(button, x0, y0, x1, y1 int) {
	d.t.Helper()
	d.move(x0, y0)
	d.button(button, true)
	for i := 1; i <= 5; i++ {
		d.move(x0+(x1-x0)*i/5, y0+(y1-y0)*i/5)
	}
	d.button(button, false)
}

// late does something while the program stands still, so that it gets all events of it at once.
func (d *desktop) late(do func()) {
	d.t.Helper()
	if err := d.program.Process.Signal(syscall.SIGSTOP); err != nil {
		d.t.Fatal(err)
	}
	do()
	if err := d.program.Process.Signal(syscall.SIGCONT); err != nil {
		d.t.Fatal(err)
	}
}

// keys presses several keys.
func (d *desktop) keys(names ...string) {
	d.t.Helper()
	for _, k := range names {
		d.key(k)
	}
}

// keep writes a screen into the folder that MEREO_VIEW_SHOTS names, if it does.
func keep(name string, screen *image.RGBA) {
	dir := os.Getenv("MEREO_VIEW_SHOTS")
	if dir == "" {
		return
	}
	if f, err := os.Create(filepath.Join(dir, name+".png")); err == nil {
		png.Encode(f, screen)
		f.Close()
	}
}

// settled is the screen when it does not change any more. MEREO_VIEW_SHOTS names a folder that keeps it.
func (d *desktop) settled(name string) *image.RGBA {
	d.t.Helper()
	last := d.grab()
	for begun := time.Now(); time.Since(begun) < patience; {
		time.Sleep(250 * time.Millisecond)
		now := d.grab()
		if differ(last, now, now.Rect) == 0 {
			keep(name, now)
			return now
		}
		last = now
	}
	d.t.Fatalf("%s: the screen does not come to rest: %g of it changes", name, differ(last, d.grab(), last.Rect))
	return nil
}

// leaves waits until a share of a region differs from a picture, for what no event tells of.
func (d *desktop) leaves(from *image.RGBA, r image.Rectangle, share float64) {
	d.t.Helper()
	for begun := time.Now(); differ(from, d.grab(), r) < share; time.Sleep(100 * time.Millisecond) {
		if time.Since(begun) > patience {
			d.t.Fatalf("the screen does not change")
		}
	}
}

// Regions of the window at 1280 x 800.
var (
	whole   = image.Rect(0, 0, 1280, 800)
	picture = image.Rect(0, 40, 950, 732)
	side    = image.Rect(950, 40, 1280, 800)
	status  = image.Rect(0, 775, 600, 800)
)

// differ is the share of a region's pixels that are more than a little different.
func differ(a, b *image.RGBA, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			far := func(s, t uint8) bool { return max(s, t)-min(s, t) > 12 }
			if far(p.R, q.R) || far(p.G, q.G) || far(p.B, q.B) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// wantDiffer fails unless a share between low and high of a region is different.
func wantDiffer(t *testing.T, what string, a, b *image.RGBA, r image.Rectangle, low, high float64) {
	t.Helper()
	if got := differ(a, b, r); got < low || got > high {
		t.Errorf("%s: %.4f of the pixels differ, want %g to %g", what, got, low, high)
	}
}

// largest is a point of the most frequent color but the background's in a region, with the same color all round.
func largest(img *image.RGBA, region image.Rectangle) (x, y int) {
	count := map[[3]uint8]int{}
	at := func(x, y int) [3]uint8 { c := img.RGBAAt(x, y); return [3]uint8{c.R, c.G, c.B} }
	inner := region.Inset(30)
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			c := at(x, y)
			if max(c[0], c[1], c[2]) > 100 {
				count[c]++
			}
		}
	}
	var best [3]uint8
	for c, n := range count {
		if n > count[best] {
			best = c
		}
	}
	for reach := 12; reach > 0; reach-- {
		for y := inner.Min.Y; y < inner.Max.Y; y++ {
		next:
			for x := inner.Min.X; x < inner.Max.X; x++ {
				for d := -reach; d <= reach; d++ {
					if at(x+d, y) != best || at(x, y+d) != best {
						continue next
					}
				}
				return x, y
			}
		}
	}
	return 0, 0
}
