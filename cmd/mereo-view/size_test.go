//go:build viewer

package main

import (
	"fmt"
	"image"
	"testing"
)

// region is the rectangle of the picture, in pixels, that a "size" event tells.
func region(e map[string]any) image.Rectangle {
	r := e["picture"].([]any)
	at := func(i int) int { return int(r[i].(float64)) }
	return image.Rect(at(0), at(1), at(2), at(3))
}

// selectLargest clicks the object that has the most pixels and returns its name; scale is how many pixels a unit has.
func (d *desktop) selectLargest(name string, picture image.Rectangle, scale int) any {
	d.t.Helper()
	d.key("3")
	d.wait("mode", nil)
	x, y := largest(d.settled(name+"-objects"), picture)
	d.key("1")
	d.wait("mode", nil)
	d.click(x/scale, y/scale)
	return d.wait("select", nil)["name"]
}

// Whatever size the window has, the picture fills its region and what is clicked is selected.
func TestSizes(t *testing.T) {
	d := launchIn(t, newSession(t, 2560, 1440, 1), "ptr", "--physics")
	d.wait("scene", nil)
	d.standard()
	for _, size := range [][2]int{{500, 400}, {640, 480}, {1100, 700}, {2560, 1440}} {
		d.forget()
		d.resize(size[0], size[1])
		e := d.wait("size", func(e map[string]any) bool { return e["width"] == float64(size[0]) && e["height"] == float64(size[1]) })
		picture := region(e)
		if got := d.wait("picture", finished); got["width"] != float64(picture.Dx()) || got["height"] != float64(picture.Dy()) {
			t.Errorf("%v: the picture is %v x %v, want %v", size, got["width"], got["height"], picture.Size())
		}
		if picture.Dx() < size[0]/2 || picture.Dy() < size[1]/2 {
			t.Errorf("%v: the picture has %v only", size, picture)
		}
		name := fmt.Sprintf("size-%d", size[0])
		if got := d.selectLargest(name, picture, 1); got != "refrigerator" {
			t.Errorf("%v: a click on the largest object selects %v, want the refrigerator", size, got)
		}
		before := d.settled(name)
		d.key("question")
		d.wait("help", nil)
		help := d.settled(name + "-help")
		wantDiffer(t, name+": help", help, before, picture, 0.02, 1)
		if size[1] == 400 { // the list is longer than the window
			d.move(picture.Min.X+100, picture.Min.Y+100)
			d.wheel(4)
			d.leaves(help, picture, 0.02)
			d.settled(name + "-help-end")
		}
		d.key("question")
		d.wait("help", nil)
		d.click(picture.Min.X+3, picture.Min.Y+3) // the wall: nothing is selected
		d.wait("select", nil)
	}
}
