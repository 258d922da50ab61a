//go:build viewer

package main

import (
	"image"
	"strings"
	"testing"
)

const filmsFile = "../../physics/scenario/testdata/films.json"

// small starts the program in a small window, whose pictures are drawn soon, and returns the rectangle of the picture.
func small(t *testing.T, args ...string) (*desktop, image.Rectangle) {
	t.Helper()
	d := launchIn(t, newSession(t, 900, 600, 1), append(args, "--size", "900x600")...)
	r := region(d.wait("size", nil))
	d.wait("scene", nil)
	d.wait("picture", nil)
	return d, r
}

// selectFrom clicks something that has many pixels.
func (d *desktop) selectFrom(r image.Rectangle) map[string]any {
	d.t.Helper()
	d.key("3")
	d.wait("mode", nil)
	d.wait("picture", func(e map[string]any) bool { return e["rests"] == true })
	x, y := largest(d.settled("objects"), r)
	d.key("1")
	d.wait("mode", nil)
	d.click(x, y)
	return d.wait("select", nil)
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
