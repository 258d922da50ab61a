//go:build viewer

package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/gltf"
	"mereo/gen/worlds"
	"mereo/internal/bound"
)

// handles are where an event says that those of a gizmo are, in the units of windows: 0 to 2 for the axes, 3 to 5 for planes, 6 for all.
func handles(e map[string]any) (out [][2]int) {
	for _, h := range e["handles"].([]any) {
		p := h.([]any)
		out = append(out, [2]int{int(math.Round(p[0].(float64))), int(math.Round(p[1].(float64)))})
	}
	return out
}

// savedScene saves the scene and reads the file.
func (d *desktop) savedScene() (string, *frame.Frame) {
	d.t.Helper()
	d.key("e")
	path := d.wait("saved", nil)["path"].(string)
	s, err := gltf.LoadScene(path, bound.New(0))
	if err != nil {
		d.t.Fatal(err)
	}
	return path, s.Frame
}

// Handles move, turn and scale what is selected, changes are taken back and made again, and saved scenes are the changed ones.
func TestGizmos(t *testing.T) {
	full(t)
	file := filepath.Join(t.TempDir(), "box.json")
	if err := os.WriteFile(file, []byte(strings.Replace(oneBox, "NAME", "box", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	d, r := small(t, file)
	d.selectFrom(r)
	d.move(r.Max.X+100, r.Max.Y-20)
	before := d.settled("gizmo-none")
	_, was := d.savedScene()
	object := func(f *frame.Frame) *frame.Instance {
		for i := range f.Instances {
			if f.Instances[i].Object == 1 {
				return &f.Instances[i]
			}
		}
		t.Fatal("the file has no object 1")
		return nil
	}
	place := func(f *frame.Frame) (x, y, z float64) {
		in := object(f)
		box := in.Mesh.Transformed(in.WorldFromObject).Bounds()
		c := box.Center()
		return c.X, c.Y, c.Z
	}
	x0, y0, z0 := place(was)

	d.key("t")
	at := handles(d.wait("gizmo", nil))
	shown := d.settled("gizmo-move")
	wantDiffer(t, "arrows", shown, before, r, 0.002, 0.1)
	d.drag(1, at[0][0], at[0][1], at[0][0]+60, at[0][1])
	if e := d.wait("changed", nil); e["how"] != "move" || e["changes"] != 1.0 {
		t.Errorf("changed: %v", e)
	}
	d.standard()
	d.move(r.Max.X+100, r.Max.Y-20)
	after := d.settled("gizmo-moved")
	wantDiffer(t, "moved", after, shown, r, 0.005, 0.5)
	changed, now := d.savedScene()
	x1, y1, z1 := place(now)
	if math.Abs(x1-x0) < 0.05 || math.Abs(y1-y0) > 1e-6 || math.Abs(z1-z0) > 1e-6 {
		t.Errorf("moved along x from (%g, %g, %g) to (%g, %g, %g)", x0, y0, z0, x1, y1, z1)
	}

	// Physics begins where the box is now.
	d.key("End")
	d.wait("film", nil)
	d.key("End")
	d.wait("scrub", nil)
	d.standard()
	_, fallen := d.savedScene()
	if x, _, z := place(fallen); math.Abs(x-x1) > 0.01 || z > z1-0.2 {
		t.Errorf("the moved box falls to x = %g, z = %g, want x = %g and the floor", x, z, x1)
	}
	d.key("Home")
	d.wait("scrub", nil)
	d.standard()

	d.key("ctrl+z")
	if e := d.wait("changed", nil); e["how"] != "undo" || e["changes"] != 0.0 {
		t.Errorf("changed: %v", e)
	}
	d.standard()
	wantDiffer(t, "taken back", d.settled("gizmo-undone"), shown, r, 0, 0.002)
	d.key("ctrl+shift+z")
	d.wait("changed", func(e map[string]any) bool { return e["how"] == "redo" })
	d.standard()
	wantDiffer(t, "made again", d.settled("gizmo-again"), after, r, 0, 0.002)

	for _, tool := range []struct {
		key, name string
		handle    int
		dx, dy    int
	}{{"y", "turn", 2, 40, 20}, {"u", "scale", 6, 60, 0}} {
		d.forget()
		d.key(tool.key)
		d.wait("tool", func(e map[string]any) bool { return e["tool"] == tool.name })
		at := handles(d.wait("gizmo", nil))[tool.handle]
		last := d.settled("gizmo-" + tool.name)
		d.drag(1, at[0], at[1], at[0]+tool.dx, at[1]+tool.dy)
		d.wait("changed", func(e map[string]any) bool { return e["how"] == tool.name })
		d.standard()
		d.move(r.Max.X+100, r.Max.Y-20)
		wantDiffer(t, tool.name, d.settled("gizmo-"+tool.name+"d"), last, r, 0.003, 0.6)
	}

	// Esc gives up what is being dragged.
	d.forget()
	d.key("t")
	at = handles(d.wait("gizmo", nil))
	last := d.settled("gizmo-last")
	d.move(at[2][0], at[2][1])
	d.button(1, true)
	d.move(at[2][0], at[2][1]-40)
	d.wait("picture", nil)
	d.key("Escape")
	d.status("nothing was changed")
	d.button(1, false)
	d.standard()
	d.move(r.Max.X+100, r.Max.Y-20)
	wantDiffer(t, "given up", d.settled("gizmo-left"), last, r, 0, 0.002)
	_, scaled := d.savedScene()
	m := object(scaled).WorldFromObject.M
	if s := m.X.Len(); s < 1.3 || math.Abs(m.X.Y) < 0.05 {
		t.Errorf("scaled and turned: %v", m)
	}
	d.key("space")
	d.status("what was scaled")

	// A file's scene is changed alike.
	d.ends()
	g, r := small(t, changed)
	g.selectFrom(r)
	g.key("t")
	g.wait("tool", nil)
	p := handles(g.wait("gizmo", nil))[5]
	g.drag(1, p[0], p[1], p[0]-50, p[1]+5)
	g.wait("changed", nil)
	g.standard()
	_, again := g.savedScene()
	if x, y, z := place(again); math.Hypot(x-x1, y-y1) < 0.05 || math.Abs(z-z1) > 1e-6 {
		t.Errorf("moved in the plane from (%g, %g, %g) to (%g, %g, %g)", x1, y1, z1, x, y, z)
	}
	g.key("Escape")
	g.wait("select", nil)
	g.settled("gizmo-file")
	g.ends()
}

// Lamps and the camera are in the list, and are moved as things are.
func TestLampAndCamera(t *testing.T) {
	d, r := small(t, "ptr", "--physics")
	d.keys("Right", "Page_Down", "Page_Down", "Page_Down")
	d.finishedBy(false)
	_, was := d.savedScene()
	row := func(n int) (x, y int) { return r.Max.X + 70, r.Min.Y + 52 + 22*n } // of the list
	d.click(r.Max.X+27, r.Min.Y+115)                                           // unfolds the lamps below three objects
	d.wait("select", nil)
	d.click(row(4))
	if e := d.wait("select", nil); e["name"] != "lamp 1" {
		t.Fatalf("selected is %v", e)
	}
	d.key("t")
	at := handles(d.wait("gizmo", nil))
	d.drag(1, at[2][0], at[2][1], at[2][0], at[2][1]+60)
	d.wait("changed", nil)
	d.finishedBy(false)
	d.settled("lamp")
	_, now := d.savedScene()
	for i := range was.Lights {
		if p, q := was.Lights[i].WorldFromLight.T, now.Lights[i].WorldFromLight.T; (p.Z-q.Z > 0.1) != (i == 0) || math.Hypot(p.X-q.X, p.Y-q.Y) > 1e-6 {
			t.Errorf("lamp %d went from %v to %v", i+1, p, q)
		}
	}

	d.click(r.Max.X+27, r.Min.Y+115)
	d.wait("select", nil)
	d.forget()
	d.click(row(4))
	if e := d.wait("select", nil); e["name"] != "camera" {
		t.Fatalf("selected is %v", e)
	}
	at = handles(d.wait("gizmo", nil))
	d.drag(1, at[2][0], at[2][1], at[2][0], at[2][1]-60)
	if e := d.wait("changed", nil); e["changes"] != 2.0 {
		t.Errorf("changed: %v", e)
	}
	d.settled("camera")
	d.key("c")
	d.finishedBy(true)
	d.settled("camera-own")
	_, seen := d.savedScene()
	if p, q := was.Camera.WorldFromCamera.T, seen.Camera.WorldFromCamera.T; math.Abs(q.Z-p.Z) < 0.1 {
		t.Errorf("the camera went from %v to %v", p, q)
	}
	d.key("w")
	world := d.wait("saved", nil)["path"].(string)
	text, err := os.ReadFile(world)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Read(world, text, worlds.Folder{Path: filepath.Dir(world)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if made, err := w.Specimens(16); err != nil || len(made) != 3 || !strings.HasPrefix(w.Name, "ptr-train-") {
		t.Errorf("the world %s has %d things, %v, want the three of the scene", w.Name, len(made), err)
	}
	if _, err := w.Try(t.Context(), "train", 1); err != nil {
		t.Error(err)
	}
	d.key("space") // lamps and cameras change nothing of the physics
	d.wait("film", nil)
	d.ends()
}
