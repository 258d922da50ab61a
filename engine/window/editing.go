//go:build viewer

package window

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// editing is what was changed by hand, and how it goes on.
type editing struct {
	tool    tool
	changes []change
	undone  []change // that can be made again, the last one first
	grab    *grab    // the handle that is dragged
	over    handle   // what the pointer is over
	targets map[string]target
	outside []Entity // lamps and the camera, which are no entities of the scene
}

// grab is a handle that is dragged, by the camera of the picture in which that began.
type grab struct {
	gizmo  gizmo
	handle handle
	what   target
	name   string
	camera camera.Pinhole
	from   [2]float64 // pixel
	by     geom.Transform
	text   string // what it does so far
}

const (
	armUnits = 90 // length of the gizmo's arms, screen units
	reach    = 9  // from the pointer to a handle, screen units
)

// base is the frame of the view with all changes made.
func (v *viewer) base() *frame.Frame {
	f := v.current().Frame
	for i := range v.editing.changes {
		if c := &v.editing.changes[i]; c.concerns(v.scene.Views, v.view) {
			f = changed(f, c)
		}
	}
	if g := v.editing.grab; g != nil {
		f = changed(f, &change{g.what, v.view, g.by})
	}
	return f
}

// findOutside lists the lamps and the camera of a scene's first view, which can be moved as its things can.
func (v *viewer) findOutside() {
	e := &v.editing
	e.targets, e.outside = map[string]target{}, nil
	f := v.scene.Views[0].Frame
	lamps := Entity{Key: "window lamps", Name: "lamps", Kind: "lamps"}
	put := func(key, name string, t target) {
		e.targets[key] = t
		lamps.Entities = append(lamps.Entities, Entity{Key: key, Name: name, Kind: "lamp"})
	}
	for i := range f.Lights {
		put(fmt.Sprintf("window lamp %d", i+1), fmt.Sprintf("lamp %d", i+1), target{lamp: i + 1})
	}
	for i := range f.Suns {
		put(fmt.Sprintf("window sun %d", i+1), fmt.Sprintf("sun %d", i+1), target{sun: i + 1})
	}
	if len(lamps.Entities) > 0 {
		e.outside = append(e.outside, lamps)
	}
	e.targets["window camera"] = target{camera: true}
	e.outside = append(e.outside, Entity{Key: "window camera", Name: "camera", Kind: "camera"})
}

// selectedTarget is what is selected, if that can be moved.
func (v *viewer) selectedTarget() (t target, ok bool) {
	if t, ok = v.editing.targets[v.selected]; ok {
		f := v.current().Frame
		return t, t.lamp <= len(f.Lights) && t.sun <= len(f.Suns)
	}
	t.object, t.part = v.selectedIDs()
	return t, t != target{}
}

// middle is where something is in a frame.
func middle(f *frame.Frame, t target) (geom.Vec3, bool) {
	switch {
	case t.camera:
		return f.Camera.WorldFromCamera.T, true
	case t.lamp > 0:
		return f.Lights[t.lamp-1].WorldFromLight.T, true
	case t.sun > 0: // it is nowhere: it turns over the middle of the scene
		box, ok := bounds(f, 0, 0)
		return box.Center(), ok
	}
	box, ok := bounds(f, t.object, t.part)
	return box.Center(), ok
}

// gizmo is that of what is selected, where the picture shows it; false where there is none.
func (v *viewer) gizmo() (g gizmo, ok bool) {
	t, ok := v.selectedTarget()
	if !ok || v.editing.tool == toolNone || v.shot == nil || v.shot.view != v.view || t.camera && v.shot.own {
		return g, false
	}
	f, c := v.shot.whole, &v.shot.frame.Camera
	g = gizmo{tool: v.editing.tool, axes: [3]geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}}, only: -1}
	if t.camera {
		f = v.base() // the picture's frame has the camera that it is seen by
	}
	if g.at, ok = middle(f, t); !ok {
		return g, false
	}
	_, _, z := c.Project(g.at)
	if z <= c.Near {
		return g, false
	}
	_, _, _, rh := v.panels.region()
	g.long = armUnits * float64(c.Height) / float64(rh) * z / c.FocalPx
	switch {
	case t.sun > 0 && g.tool != toolTurn, t.camera && g.tool == toolScale:
		return g, false
	case t.lamp > 0 && g.tool == toolScale:
		g.only = int(allHandle)
	case g.tool == toolScale: // along the thing's own axes, so that it keeps its right angles
		for i := range f.Instances {
			in := &f.Instances[i]
			if t.object != 0 && in.Object == t.object || t.part != 0 && in.Part == t.part {
				m := in.WorldFromObject.M
				own := [3]geom.Vec3{m.X.Unit(), m.Y.Unit(), m.Z.Unit()}
				if math.Abs(own[0].Dot(own[1]))+math.Abs(own[1].Dot(own[2]))+math.Abs(own[2].Dot(own[0])) < 1e-6 {
					g.axes = own
				}
				break
			}
		}
	}
	return g, true
}

// placeGizmo draws the gizmo where the picture shows what it hangs on.
func (v *viewer) placeGizmo() {
	g, ok := v.gizmo()
	lit := v.editing.over
	if v.editing.grab != nil {
		lit = v.editing.grab.handle
	}
	v.overlay.setGizmo(&g, ok, lit)
	v.redraw = true
}

// setTool chooses what dragging does, or puts the tool away.
func (v *viewer) setTool(t tool) {
	if v.scene == nil || v.editing.grab != nil {
		return
	}
	if t == v.editing.tool {
		t = toolNone
	}
	v.editing.tool, v.editing.over = t, noHandle
	what, selected := v.selectedTarget()
	switch {
	case t == toolNone:
		v.say("nothing is moved, turned or scaled by dragging")
	case !selected:
		v.say("%s: select an object, a part, a lamp or the camera, then drag a handle", toolNames[t])
	case what.sun > 0 && t != toolTurn:
		v.say("a sun is nowhere and has no size; Y turns it")
	case what.camera && t == toolScale:
		v.say("a camera has no size")
	case what.camera && v.own:
		v.say("%s: orbit first, since the camera is not to be seen in its own picture", toolNames[t])
	default:
		v.say("%s: drag a handle; x is red, y green, z blue", toolNames[t])
	}
	v.placeGizmo()
	v.tellDetails()
	v.event("tool", map[string]any{"tool": toolNames[t]})
	v.tellGizmo()
}

// tellGizmo says where on the screen the handles are, for who drives the window.
func (v *viewer) tellGizmo() {
	g, ok := v.gizmo()
	if !ok {
		return
	}
	c := v.shot.frame.Camera
	rx, ry, rw, _ := v.panels.region()
	s := float64(rw) / float64(c.Width)
	var at [][2]float64
	for h := handle(0); h <= allHandle; h++ {
		line := g.outline(h)
		p := line[len(line)-1]
		if h >= planeHandle && h < allHandle {
			p = line[0].Lerp(line[2], 0.5)
		}
		x, y, _ := c.Project(p)
		at = append(at, [2]float64{float64(rx) + x*s, float64(ry) + y*s})
	}
	v.event("gizmo", map[string]any{"handles": at})
}

// handleAt is the handle under a point of the window.
func (v *viewer) handleAt(x, y float64) (g gizmo, h handle, px, py float64) {
	px, py, _, ok := v.pixelAt(x, y)
	g, has := v.gizmo()
	if !ok || !has {
		return g, noHandle, px, py
	}
	_, _, rw, _ := v.panels.region()
	c := v.shot.frame.Camera
	return g, g.pick(c, px, py, reach*float64(c.Width)/float64(rw)), px, py
}

// hover lights the handle under the pointer.
func (v *viewer) hover() {
	if v.editing.tool == toolNone {
		return
	}
	if _, h, _, _ := v.handleAt(v.pointer.x, v.pointer.y); h != v.editing.over {
		v.editing.over = h
		v.placeGizmo()
	}
}

// grabHandle begins to drag the handle under a point of the window; false if there is none.
func (v *viewer) grabHandle(x, y float64) bool {
	if v.editing.tool == toolNone {
		return false
	}
	g, h, px, py := v.handleAt(x, y)
	if h == noHandle {
		return false
	}
	t, _ := v.selectedTarget()
	if (t.object != 0 || t.part != 0) && v.instant() != nil {
		if v.physics.at > 0 || v.physics.push.Object >= 0 {
			v.say("things are changed where they stand at first: press 0 and Home, then drag")
			return true
		}
		v.change(v.physics.push, false)
	}
	v.editing.grab = &grab{gizmo: g, handle: h, what: t, name: v.entities[v.selected].Name, camera: v.shot.frame.Camera, from: [2]float64{px, py}, by: geom.Identity}
	v.drag = dragging{on: true, far: true}
	return true
}

// dragHandle goes on with the handle to a point of the window.
func (v *viewer) dragHandle(x, y float64) {
	g := v.editing.grab
	px, py := v.within(x, y, g.camera.Width, g.camera.Height)
	to := [2]float64{px, py}
	by, amounts := g.gizmo.drag(g.handle, g.camera, g.from, to)
	g.by = by
	name := g.name
	switch g.gizmo.tool {
	case toolMove:
		d := rounded(amounts.Scale(v.meters()), 3)
		g.text = fmt.Sprintf("%s: moved by (%.3f, %.3f, %.3f) m", name, d.X, d.Y, d.Z)
		if p, ok := middle(v.base(), g.what); ok {
			p = rounded(p.Scale(v.meters()), 3)
			g.text += fmt.Sprintf(", to (%.3f, %.3f, %.3f)", p.X, p.Y, p.Z)
		}
	case toolTurn:
		d := amounts.Scale(180 / math.Pi)
		g.text = fmt.Sprintf("%s: turned by %.1f° about %c", name, d.X+d.Y+d.Z, "xyz"[g.handle])
	case toolScale:
		g.text = fmt.Sprintf("%s: scaled by (%.3f, %.3f, %.3f)", name, amounts.X, amounts.Y, amounts.Z)
	}
	v.panels.setStatus(g.text)
	v.changed()
}

// dropHandle makes the change that was dragged.
func (v *viewer) dropHandle() {
	g := v.editing.grab
	v.editing.grab = nil
	if g.by == geom.Identity {
		v.changed()
		return
	}
	v.editing.changes = append(v.editing.changes, change{g.what, v.view, g.by})
	v.editing.undone = nil
	v.say("%s", g.text)
	v.remade(toolNames[g.gizmo.tool])
}

// leaveHandle gives up what is being dragged.
func (v *viewer) leaveHandle() {
	if v.editing.grab == nil {
		return
	}
	v.editing.grab, v.drag = nil, dragging{}
	v.say("nothing was changed")
	v.changed()
}

// undo takes the last change back.
func (v *viewer) undo() {
	e := &v.editing
	if e.grab != nil || v.scene == nil {
		return
	}
	n := len(e.changes)
	if n == 0 {
		v.say("there is no change to take back")
		return
	}
	e.undone = append(e.undone, e.changes[n-1])
	e.changes = e.changes[:n-1]
	v.say("taken back; %d changes are left", n-1)
	v.remade("undo")
}

// redo makes the change again that was taken back last.
func (v *viewer) redo() {
	e := &v.editing
	n := len(e.undone)
	if e.grab != nil || n == 0 {
		v.say("there is no change to make again")
		return
	}
	e.changes = append(e.changes, e.undone[n-1])
	e.undone = e.undone[:n-1]
	v.say("made again")
	v.remade("redo")
}

// remade shows the scene after a change, and forgets what was found out about it before.
func (v *viewer) remade(how string) {
	v.resettle()
	v.refocus()
	v.tellDetails()
	v.changed()
	v.event("changed", map[string]any{"how": how, "changes": len(v.editing.changes)})
}

// thingsMoved tells whether things were changed, and not only lamps and cameras.
func (v *viewer) thingsMoved() bool {
	return slices.ContainsFunc(v.editing.changes, func(c change) bool { return c.what.object != 0 || c.what.part != 0 })
}

// onCommand does what a key with Ctrl says, by what it writes on this keyboard.
func (v *viewer) onCommand(name string, shift bool) {
	switch {
	case name == "z" && shift:
		v.redo()
	case name == "z":
		v.undo()
	}
}

// keyName is what a key writes on this keyboard; empty for none.
func keyName(key glfw.Key) string {
	if key < glfw.KeySpace || key > glfw.KeyWorld2 {
		return "" // GLFW wants a scancode for others
	}
	return glfw.GetKeyName(key, 0)
}

// editRows tell where a thing is now.
func (v *viewer) editRows() []Row {
	t, ok := v.selectedTarget()
	if !ok {
		return nil
	}
	f, m := v.base(), v.meters()
	var rows []Row
	if t.sun > 0 {
		d := f.Suns[t.sun-1].Dir
		return []Row{{"shines along", fmt.Sprintf("(%.2f, %.2f, %.2f)", d.X, d.Y, d.Z)}}
	}
	if p, ok := middle(f, t); ok {
		p = rounded(p.Scale(m), 3)
		rows = append(rows, Row{"middle", fmt.Sprintf("(%.3f, %.3f, %.3f) m", p.X, p.Y, p.Z)})
	}
	switch {
	case t.lamp > 0:
		l := &f.Lights[t.lamp-1]
		rows = append(rows, Row{"size", fmt.Sprintf("%.3g m", l.Size*m)}, Row{"power", fmt.Sprintf("%.4g W", l.PowerW)})
	case t.camera:
		d := f.Camera.WorldFromCamera.M.Z.Neg()
		rows = append(rows, Row{"looks along", fmt.Sprintf("(%.2f, %.2f, %.2f)", d.X, d.Y, d.Z)})
	default:
		if box, ok := bounds(f, t.object, t.part); ok {
			s := box.Size().Scale(m)
			rows = append(rows, Row{"box", fmt.Sprintf("%.3f x %.3f x %.3f m", s.X, s.Y, s.Z)})
		}
	}
	return rows
}
