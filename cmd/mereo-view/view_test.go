//go:build viewer

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mereo/engine/gltf"
)

// The test's program is mereo-view itself where this is set.
const asProgram = "MEREO_VIEW_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

const patience = 120 * time.Second // for whatever the window does; a software rasteriser on a busy machine is slow

// desktop is an X server of a test's own with the program on it.
type desktop struct {
	t       *testing.T
	display string
	screen  string // folder where the X server keeps its picture
	events  chan map[string]any
	out     string // folder for what is saved
	program *exec.Cmd
	errs    *bytes.Buffer
}

// xserver starts an X server. Without the tools the test is skipped, but not where CI=true promises them.
func xserver(t *testing.T) (display, screen string) {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s is missing; install xvfb and xdotool", tool)
			}
			t.Skipf("%s is missing; install xvfb and xdotool to test the window", tool)
		}
	}
	screen = t.TempDir()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-fbdir", screen)
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Process.Kill(); x.Wait() })
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	return ":" + strings.TrimSpace(number), screen
}

// launch starts the program with its events.
func launch(t *testing.T, args ...string) *desktop {
	t.Helper()
	d := &desktop{t: t, events: make(chan map[string]any, 10000), out: t.TempDir(), errs: &bytes.Buffer{}}
	d.display, d.screen = xserver(t)
	d.program = exec.Command(os.Args[0], append(args, "--events", "--gpu", "software", "--out", d.out)...)
	d.program.Env = append(os.Environ(), asProgram+"=1", "DISPLAY="+d.display)
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
	d.wait("picture", func(e map[string]any) bool { return e["quality"] == "standard" && e["rests"] == true })
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

func (d *desktop) do(args ...any) {
	d.t.Helper()
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprint(a)
	}
	cmd := exec.Command("xdotool", words...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.display)
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("xdotool %v: %v: %s", words, err, out)
	}
}

func (d *desktop) key(k string) { d.t.Helper(); d.do("key", k) }

// drag moves the pointer slowly enough to be seen moving.
func (d *desktop) drag(button, x0, y0, x1, y1 int) {
	d.t.Helper()
	d.do("mousemove", x0, y0, "sleep", 0.1, "mousedown", button, "sleep", 0.1)
	for i := 1; i <= 5; i++ {
		d.do("mousemove", x0+(x1-x0)*i/5, y0+(y1-y0)*i/5, "sleep", 0.05)
	}
	d.do("mouseup", button)
}

// grab is the screen, out of the file in which Xvfb keeps it: an X window dump (X11/XWDFile.h) of 32 bits a pixel.
func (d *desktop) grab() *image.RGBA {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.screen, "Xvfb_screen0"))
	if err != nil {
		d.t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	header, w, h, bits, line, colors := word(0), word(4), word(5), word(11), word(12), word(19)
	if bits != 32 || w != whole.Dx() || h != whole.Dy() {
		d.t.Fatalf("the screen has %d x %d pixels of %d bits", w, h, bits)
	}
	out := image.NewRGBA(whole)
	for y := range h {
		row := data[header+12*colors+y*line:]
		for x := range w {
			out.SetRGBA(x, y, color.RGBA{row[4*x+2], row[4*x+1], row[4*x], 255})
		}
	}
	return out
}

// settled is the screen when it does not change any more. MEREO_VIEW_SHOTS names a folder that keeps it.
func (d *desktop) settled(name string) *image.RGBA {
	d.t.Helper()
	last := d.grab()
	for begun := time.Now(); time.Since(begun) < patience; {
		time.Sleep(250 * time.Millisecond)
		now := d.grab()
		if differ(last, now, whole) == 0 {
			if dir := os.Getenv("MEREO_VIEW_SHOTS"); dir != "" {
				f, err := os.Create(filepath.Join(dir, name+".png"))
				if err == nil {
					png.Encode(f, now)
					f.Close()
				}
			}
			return now
		}
		last = now
	}
	d.t.Fatalf("%s: the screen does not come to rest: %g of it changes", name, differ(last, d.grab(), whole))
	return nil
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

// TestWindow drives the window over a physical scene of PTR with keys and mouse, and compares what is on the screen.
func TestWindow(t *testing.T) {
	d := launch(t, "ptr", "--physics")
	// What fails in a part of the test ends that part.
	run := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			defer func(was *testing.T) { d.t = was }(d.t)
			d.t = t
			f(t)
		})
	}
	scene := d.wait("scene", nil)
	if scene["title"] != "ptr train/0, seed 0" || scene["physics"] != true {
		t.Fatalf("scene is %v", scene)
	}
	d.standard()
	d.do("mousemove", 1100, 780) // off the picture: nothing is told of what is under the pointer
	first := d.settled("color")

	shots := map[string]*image.RGBA{"color": first}
	run("modes", func(t *testing.T) {
		for i, mode := range []string{"depth", "objects", "parts", "normals", "albedo"} {
			d.key(fmt.Sprint(i + 2))
			d.wait("mode", func(e map[string]any) bool { return e["mode"] == mode })
			shot := d.settled(mode)
			for name, other := range shots {
				low := 0.2
				if name == "objects" && mode == "parts" {
					low = 0.005 // both are dark where there is no object
				}
				wantDiffer(t, mode+" and "+name, shot, other, picture, low, 1)
			}
			shots[mode] = shot
		}
		d.key("1")
		d.wait("mode", nil)
		wantDiffer(t, "color again", d.settled("color-again"), first, picture, 0, 0.001)
	})

	run("helpers", func(t *testing.T) {
		for _, h := range []struct{ key, name string }{{"7", "wireframe"}, {"8", "colliders"}, {"g", "grid"}, {"a", "axes"}} {
			d.key(h.key)
			d.wait("helper", func(e map[string]any) bool { return e["helper"] == h.name && e["on"] == true })
			wantDiffer(t, h.name, d.settled(h.name), first, picture, 0.001, 0.6)
			d.key(h.key)
			d.wait("helper", func(e map[string]any) bool { return e["helper"] == h.name && e["on"] == false })
			wantDiffer(t, h.name+" off", d.settled(h.name+"-off"), first, picture, 0, 0.001)
		}
	})

	run("camera", func(t *testing.T) {
		moves := map[string]func(){
			"orbit":  func() { d.drag(1, 400, 300, 550, 340) },
			"pan":    func() { d.drag(3, 400, 300, 500, 340) },
			"wheel":  func() { d.do("mousemove", 400, 300, "click", 4, "click", 4, "click", 4) },
			"arrows": func() { d.do("key", "Left", "key", "Left", "key", "Up") },
			"shift":  func() { d.do("key", "shift+Right", "key", "shift+Up") },
			"plus":   func() { d.do("key", "plus", "key", "plus") },
		}
		for _, name := range []string{"orbit", "pan", "wheel", "arrows", "shift", "plus"} {
			d.forget()
			moves[name]()
			d.do("mousemove", 1100, 780)
			d.wait("picture", func(e map[string]any) bool { return e["rests"] == true && e["own"] == false })
			wantDiffer(t, name, d.settled(name), first, picture, 0.1, 1)
			d.key("c")
			d.wait("picture", func(e map[string]any) bool { return e["rests"] == true && e["own"] == true })
			wantDiffer(t, "back from "+name, d.settled(name+"-back"), first, picture, 0, 0.002)
		}
	})

	// Where the picture of ids has the largest object, the middle of its pixels or the one next to it.
	x, y := largest(shots["objects"])
	run("select", func(t *testing.T) {
		d.do("mousemove", x, y, "click", 1)
		e := d.wait("select", nil)
		if key, _ := e["key"].(string); !strings.HasPrefix(key, "object ") || e["name"] == "" {
			t.Errorf("first click: %v, want an object", e)
		}
		shot := d.settled("selected")
		wantDiffer(t, "details", shot, first, side, 0.01, 1)
		wantDiffer(t, "rim", shot, first, picture, 0.0005, 0.1)
		d.do("mousemove", 1100, 700, "click", 5, "click", 5)
		wantDiffer(t, "details after turning the wheel", d.settled("scrolled"), shot, side, 0.01, 1)
		d.do("mousemove", x, y)
		d.do("click", 1)
		if e := d.wait("select", nil); !strings.HasPrefix(fmt.Sprint(e["key"]), "part ") {
			t.Errorf("second click: %v, want a part", e)
		}
		d.settled("part")
		d.key("8")
		d.do("mousemove", x+1, y, "click", 1)
		if e := d.wait("pick", nil); e["kind"] != "collider" {
			t.Errorf("click with colliders: %v", e)
		}
		d.key("8")
	})

	run("push", func(t *testing.T) {
		before := d.settled("before-push")
		d.key("ctrl+Left")
		if e := d.wait("push", nil); e["direction"] != "left" || e["distance"].(float64) <= 0 {
			t.Errorf("push is %v", e)
		}
		film := d.wait("film", nil)
		if film["instants"].(float64) < 2 || film["seconds"].(float64) <= 0 {
			t.Errorf("film is %v", film)
		}
		verdict := d.wait("verdict", nil)
		for _, key := range []string{"margin", "margin_before"} {
			if m, ok := verdict[key].(float64); !ok || m < 0 || m > 1 {
				t.Errorf("verdict is %v, want %s from 0 to 1", verdict, key)
			}
		}
		after := d.settled("pushed")
		wantDiffer(t, "status", after, before, status, 0.01, 1)
		wantDiffer(t, "details", after, before, side, 0.002, 1)
		wantDiffer(t, "picture", after, before, picture, 0.002, 1)

		d.key("Home")
		if e := d.wait("scrub", nil); e["time"] != 0.0 {
			t.Errorf("Home: %v", e)
		}
		d.standard()
		start := d.settled("film-start")
		d.key("period")
		if e := d.wait("step", nil); e["instant"] != 1.0 {
			t.Errorf("step: %v", e)
		}
		d.key("comma")
		if e := d.wait("step", nil); e["instant"] != 0.0 {
			t.Errorf("step back: %v", e)
		}
		d.do("mousemove", 472, 753, "click", 1) // the middle of the slider
		if at := d.wait("scrub", nil)["time"].(float64) / film["seconds"].(float64); at < 0.45 || at > 0.55 {
			t.Errorf("a click in the middle of the slider goes to %.2f of the film", at)
		}
		d.do("mousemove", 1100, 780)
		d.key("Home")
		d.wait("scrub", nil)
		d.key("space")
		d.wait("play", func(e map[string]any) bool { return e["playing"] == true })
		d.wait("play", func(e map[string]any) bool { return e["playing"] == false })
		d.standard()
		wantDiffer(t, "end of the film", d.settled("film-end"), start, picture, 0.0005, 1)
		d.key("9")
		d.wait("helper", func(e map[string]any) bool { return e["helper"] == "contacts" && e["on"] == true })
		wantDiffer(t, "contacts", d.settled("contacts"), after, picture, 0.0003, 1)
		d.key("9")
	})

	var saved string
	run("save", func(t *testing.T) {
		names := map[string]bool{}
		for range 2 {
			d.key("s")
			path := d.wait("saved", nil)["path"].(string)
			names[path] = true
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(f)
			f.Close()
			if err != nil || img.Bounds().Size() != picture.Size() {
				t.Errorf("%s: %v, %v, want %v", path, img.Bounds(), err, picture.Size())
			}
		}
		if len(names) != 2 {
			t.Errorf("saved twice as %v", names)
		}
		d.key("e")
		saved = d.wait("saved", nil)["path"].(string)
		s, err := gltf.LoadScene(saved)
		if err != nil {
			t.Fatal(err)
		}
		objects := map[uint16]bool{}
		for _, in := range s.Frame.Instances {
			objects[in.Object] = true
		}
		if want := int(scene["entities"].(float64)) + 1; len(objects) != want {
			t.Errorf("the file has %d ids of objects, want %d with the surroundings", len(objects), want)
		}
	})

	run("help", func(t *testing.T) {
		before := d.settled("no-help")
		d.key("question")
		d.wait("help", func(e map[string]any) bool { return e["on"] == true })
		wantDiffer(t, "help", d.settled("help"), before, picture, 0.3, 1)
		d.key("Escape")
		d.wait("help", func(e map[string]any) bool { return e["on"] == false })
		wantDiffer(t, "no help", d.settled("help-closed"), before, picture, 0, 0.001)
	})

	run("scenes", func(t *testing.T) {
		for _, c := range []struct {
			key         string
			seed, index float64
		}{{"n", 0, 1}, {"bracketright", 1, 1}, {"bracketleft", 0, 1}, {"p", 0, 0}} {
			d.key(c.key)
			if e := d.wait("scene", nil); e["seed"] != c.seed || e["index"] != c.index {
				t.Errorf("%s: %v, want seed %g, index %g", c.key, e, c.seed, c.index)
			}
		}
		d.standard()
		wantDiffer(t, "the first scene again", d.settled("first-again"), first, picture, 0, 0.002)
		d.key("p")
		d.wait("status", func(e map[string]any) bool { return e["text"] == "this is the first scene" })
		d.key("r")
		if e := d.wait("scene", nil); e["seed"] == 0.0 || e["index"] != 0.0 {
			t.Errorf("resampled: %v", e)
		}
		d.standard()
		wantDiffer(t, "resampled", d.settled("resampled"), first, picture, 0.1, 1)
	})

	d.key("q")
	d.wait("quit", nil)
	if err := d.program.Wait(); err != nil || d.errs.Len() > 0 {
		t.Errorf("the program ended with %v and %q", err, d.errs)
	}
	if saved == "" {
		t.Fatal("no scene was saved")
	}

	f := launch(t, saved)
	file := f.wait("scene", nil)
	if file["title"] != filepath.Base(saved) || file["physics"] != false {
		t.Errorf("the saved scene is %v", file)
	}
	f.standard()
	f.settled("file")
	f.key("n")
	f.wait("status", func(e map[string]any) bool { return e["text"] == "there is one scene" })
	f.key("space")
	f.wait("status", func(e map[string]any) bool { return e["text"] == "nothing can be let go in this scene" })
	f.key("Escape")
	f.wait("quit", nil)
}

// largest is a point of the most frequent color but the background's in the picture's region, with the same color all round.
func largest(img *image.RGBA) (x, y int) {
	count := map[[3]uint8]int{}
	at := func(x, y int) [3]uint8 { c := img.RGBAAt(x, y); return [3]uint8{c.R, c.G, c.B} }
	inner := picture.Inset(30)
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

// Without a display there is one sentence, and no window.
func TestNoDisplay(t *testing.T) {
	for _, c := range []struct{ display, want string }{
		{"", "mereo view: no window can be opened: DISPLAY is not set: there is no X server; " +
			"\"mereo explore DIR\" shows datasets in a browser instead, on any machine\n"},
		{":987", "mereo view: no window can be opened: the display :987 does not answer; " +
			"\"mereo explore DIR\" shows datasets in a browser instead, on any machine\n"},
	} {
		cmd := exec.Command(os.Args[0], "ptr")
		cmd.Env = append(os.Environ(), asProgram+"=1", "DISPLAY="+c.display, "WAYLAND_DISPLAY=")
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 1 || errs.String() != c.want || out.Len() > 0 {
			t.Errorf("DISPLAY=%s: %v, exit code %d, %q, want 1 and %q", c.display, err, code, errs.String(), c.want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "mereo view: 0 arguments, want 1: a set, a dataset's folder or a .glb file\nadd --help for what there is\n"},
		{"ptr --index -1", 2, "mereo view: --index is -1, want at least 0\nadd --help for what there is\n"},
		{"ptr --size 10x10", 2, "mereo view: --size is \"10x10\", want a width and a height of at least 640x480\nadd --help for what there is\n"},
		{"trance --physics", 2, "mereo view: --physics is for ptr and shopvrb, not for trance\nadd --help for what there is\n"},
		{"nothing.glb", 1, "mereo view: stat nothing.glb: no such file or directory\n"},
		{"nothing", 1, "mereo view: nothing is no set (ptr, trance, qlevr, shopvrb), no dataset's folder and no .glb file\n"},
		{"syndacate", 1, "mereo view: syndacate has drawings and no scenes; \"mereo explore\" and \"mereo inspect\" show them\n"},
	} {
		var errs strings.Builder
		if code := run(t.Context(), strings.Fields(c.args), io.Discard, &errs); code != c.code || errs.String() != c.want {
			t.Errorf("%q: exit code %d, %q, want %d, %q", c.args, code, errs.String(), c.code, c.want)
		}
	}
}
