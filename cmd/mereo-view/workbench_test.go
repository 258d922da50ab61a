//go:build viewer

package main

import (
	"image"
	"strings"
	"testing"
	"time"
)

const filmsFile = "../../physics/scenario/testdata/films.json"

// small starts the program in a small window, whose pictures are drawn soon, and returns the rectangle of the picture once
// that is finished.
func small(t *testing.T, args ...string) (*desktop, image.Rectangle) {
	t.Helper()
	d := launchIn(t, newSession(t, 900, 600, 1), append(args, "--size", "900x600")...)
	r := region(d.wait("size", nil))
	d.wait("scene", nil)
	d.standard()
	return d, r
}

// selectFrom clicks something that has many pixels.
func (d *desktop) selectFrom(r image.Rectangle) map[string]any {
	d.t.Helper()
	d.click(d.prominent(r))
	return d.wait("select", nil)
}

// prominent is the middle of an object that has many pixels.
func (d *desktop) prominent(r image.Rectangle) (x, y int) {
	d.t.Helper()
	d.key("3")
	d.wait("mode", nil)
	x, y = largest(d.settled("objects"), r)
	d.key("1")
	d.wait("mode", nil)
	return x, y
}

// status waits for a sentence that begins so.
func (d *desktop) status(begin string) string {
	d.t.Helper()
	e := d.wait("status", func(e map[string]any) bool { return strings.HasPrefix(e["text"].(string), begin) })
	return e["text"].(string)
}

// ends closes the window and wants that nothing went wrong.
func (d *desktop) ends() {
	d.t.Helper()
	d.key("q")
	d.wait("quit", nil)
	if err := d.program.Wait(); err != nil || d.errs.Len() > 0 {
		d.t.Errorf("the program ended with %v and %q", err, d.errs)
	}
}

// The key Esc closes the list of keys, then deselects, then quits.
func TestEscape(t *testing.T) {
	d, r := small(t, filmsFile, "--index", "4")
	if e := d.selectFrom(r); e["key"] == "" {
		t.Errorf("selected is %v", e)
	}
	d.key("question")
	d.wait("help", func(e map[string]any) bool { return e["on"] == true })
	d.key("Escape")
	d.wait("help", func(e map[string]any) bool { return e["on"] == false })
	d.key("Escape")
	if e := d.wait("select", nil); e["key"] != "" {
		t.Errorf("selected is %v, want nothing", e)
	}
	d.key("Escape")
	d.wait("quit", nil)
}

// Under the cursor are the numbers of the labels: pixels, names, depths, places and normals.
func TestPointer(t *testing.T) {
	d, r := small(t, "ptr", "--physics")
	d.move(r.Max.X+100, r.Max.Y-100)
	before := d.settled("pointer-away")
	d.forget()
	x, y := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2
	d.move(x, y)
	e := d.wait("pointer", func(e map[string]any) bool { return e["depth"] != nil })
	length := 0.0
	for _, n := range e["normal"].([]any) {
		length += n.(float64) * n.(float64)
	}
	pixel := e["pixel"].([]any)
	if e["depth"].(float64) <= 0 || e["name"] == "" || length < 0.99 || length > 1.01 || pixel[0].(float64) <= 0 || pixel[1].(float64) <= 0 {
		t.Errorf("in the middle of the picture is %v", e)
	}
	after := d.settled("pointer")
	wantDiffer(t, "numbers", after, before, image.Rect(r.Min.X, r.Max.Y+36, r.Max.X, r.Max.Y+68), 0.01, 1)
	d.move(x, y)
	d.key("Up") // the free camera: pixels are the window's
	d.finishedBy(false)
	d.move(r.Min.X+20, r.Min.Y+30)
	e = d.wait("pointer", func(e map[string]any) bool { return e["depth"] != nil })
	if pixel := e["pixel"].([]any); pixel[0] != 20.0 || pixel[1] != 30.0 {
		t.Errorf("20 and 30 pixels from the corner is %v", e)
	}
	d.ends()
}

// A film goes on from its beginning when it loops, and takes longer when it is slower.
func TestPace(t *testing.T) {
	full(t)
	d, _ := small(t, filmsFile, "--index", "4")
	d.key("l")
	d.wait("loops", func(e map[string]any) bool { return e["on"] == true })
	d.key("k")
	d.wait("speed", func(e map[string]any) bool { return e["speed"] == 2.0 })
	d.key("space")
	length := d.wait("film", nil)["seconds"].(float64)
	d.wait("loop", nil)
	d.wait("loop", nil)
	d.key("l")
	d.wait("loops", func(e map[string]any) bool { return e["on"] == false })
	d.wait("play", func(e map[string]any) bool { return e["playing"] == false })
	d.keys("j", "j")
	d.wait("speed", func(e map[string]any) bool { return e["speed"] == 0.5 })
	d.settled("pace")
	begun := time.Now()
	d.key("space")
	d.wait("play", func(e map[string]any) bool { return e["playing"] == true })
	d.wait("play", func(e map[string]any) bool { return e["playing"] == false })
	if took := time.Since(begun).Seconds(); took < 2*length-0.2 {
		t.Errorf("at half of its speed %g s of film took %.2f s", length, took)
	}
	d.keys("j", "j", "j", "j")
	d.wait("speed", func(e map[string]any) bool { return e["speed"] == 0.125 })
	d.ends()
}

// Plots tell what the selected object does, with a marker that goes along, and a click in them goes to a moment.
func TestPlots(t *testing.T) {
	full(t)
	d, r := small(t, filmsFile, "--index", "4")
	d.selectFrom(r)
	d.key("h")
	d.wait("plots", func(e map[string]any) bool { return e["shown"] == 3.0 })
	length := 3.0
	panel := image.Rect(r.Max.X, r.Min.Y+200, 900, 600)
	d.key("Home")
	d.wait("scrub", nil)
	d.standard()
	start := d.settled("plots-start")
	d.key("End")
	d.finishedAt(length)
	wantDiffer(t, "marker and values", d.settled("plots-end"), start, panel, 0.0005, 0.1)
	d.click(r.Max.X+12+138, r.Min.Y+448)
	if e := d.wait("scrub", nil); e["time"].(float64) < 0.3*length || e["time"].(float64) > 0.7*length {
		t.Errorf("a click in the middle of a plot goes to %v of %g s", e["time"], length)
	}
	d.key("h")
	d.wait("plots", func(e map[string]any) bool { return e["on"] == false })
	d.ends()
}
