//go:build viewer && !wayland

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pull begins to pull at what is at a place, by so much.
func (d *desktop) pull(s *xserver, x, y, dx, dy int) {
	d.t.Helper()
	d.move(x, y)
	s.do("keydown", "ctrl", "keydown", "shift")
	d.button(1, true)
	d.wait("pull", nil)
	d.move(x+dx, y+dy)
}

// A body follows the pointer by a spring while it is pulled, falls when it is let go, and all of that is a film, from which it can be
// pulled again.
func TestPull(t *testing.T) {
	file := filepath.Join(t.TempDir(), "box.json")
	if err := os.WriteFile(file, []byte(strings.Replace(strings.Replace(oneBox, "NAME", "box", 1), "0.6]", "0.2]", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	s := newSession(t, 900, 600, 1).(*xserver)
	d := launchIn(t, s, file, "--size", "900x600")
	r := region(d.wait("size", nil))
	d.wait("scene", nil)
	d.standard()
	d.move(r.Max.X+100, r.Max.Y-20)
	before := d.settled("pull-before")
	x, y := d.prominent(r)

	d.pull(s, x, y, 30, -120)
	d.wait("picture", func(e map[string]any) bool { return e["time"].(float64) > 1 })
	lifted := d.grab()
	keep("pull-lifted", lifted)
	wantDiffer(t, "lifted", lifted, before, r, 0.2, 0.9)
	d.button(1, false)
	s.do("keyup", "ctrl", "keyup", "shift")
	d.wait("let", nil)
	e := d.wait("pulled", nil)
	length := e["seconds"].(float64)
	if length < 3 || e["instants"].(float64) < 60 {
		t.Errorf("the film is %v", e)
	}
	d.finishedAt(length)
	d.settled("pull-after")
	d.key("Home")
	d.wait("scrub", nil)
	d.finishedAt(0)
	d.move(r.Max.X+100, r.Max.Y-20)
	wantDiffer(t, "the beginning", d.settled("pull-home"), before, r, 0, 0.002)

	// Again, from the beginning; the film before it is gone, and Space ends it.
	d.pull(s, x, y, 0, -60)
	d.wait("picture", func(e map[string]any) bool { return e["time"].(float64) > 0.2 })
	s.do("keyup", "ctrl", "keyup", "shift")
	d.key("space")
	if e := d.wait("pulled", nil); e["seconds"].(float64) >= length+1 {
		t.Errorf("the film is %v", e)
	}
	d.button(1, false)
	d.key("0")
	if e := d.wait("film", nil); e["seconds"] != 1.0 {
		t.Errorf("without pulls the film is %v", e)
	}
	d.ends()
}

// Objects of a set fall from where they were moved by hand, and are pulled at, too.
func TestPhysicsOfASet(t *testing.T) {
	s := newSession(t, 900, 600, 1).(*xserver)
	d := launchIn(t, s, "ptr", "--physics", "--size", "900x600")
	r := region(d.wait("size", nil))
	d.wait("scene", nil)
	d.standard()
	x, y := d.prominent(r)
	d.click(x, y)
	var id uint16
	if key := d.wait("select", nil)["key"].(string); !strings.HasPrefix(key, "object ") {
		t.Fatalf("selected is %q", key)
	} else if _, err := fmt.Sscanf(key, "object %d", &id); err != nil {
		t.Fatal(err)
	}
	height := func() float64 {
		_, f := d.savedScene()
		for i := range f.Instances {
			if in := &f.Instances[i]; in.Object == id {
				return in.WorldFromObject.T.Z
			}
		}
		t.Fatalf("object %d is not in the scene", id)
		return 0
	}
	was := height()
	d.key("t")
	at := handles(d.wait("gizmo", nil))
	d.drag(1, at[2][0], at[2][1], at[2][0], at[2][1]-60)
	d.wait("changed", nil)
	d.standard()
	lifted := height()
	d.key("End")
	d.wait("film", nil)
	d.key("End")
	d.wait("scrub", nil)
	d.standard()
	d.settled("set-fallen")
	if fallen := height(); lifted < was+0.1 || fallen > lifted-0.1 {
		t.Errorf("an object at %g m was lifted to %g m and fell to %g m", was, lifted, fallen)
	}
	d.key("Home")
	d.wait("scrub", nil)
	d.key("ctrl+z")
	d.wait("changed", nil)
	d.key("Escape")
	d.standard()
	before := d.settled("set-before")

	d.forget()
	d.pull(s, x, y, 20, -100)
	d.wait("picture", func(e map[string]any) bool { return e["time"].(float64) > 1 })
	pulled := d.grab()
	keep("set-pulled", pulled)
	wantDiffer(t, "pulled", pulled, before, r, 0.02, 0.9)
	d.button(1, false)
	s.do("keyup", "ctrl", "keyup", "shift")
	if e := d.wait("pulled", nil); e["object"] != float64(id-1) || e["seconds"].(float64) < 3 {
		t.Errorf("the film is %v", e)
	}
	d.ends()
}
