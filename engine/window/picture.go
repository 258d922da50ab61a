//go:build viewer

package window

import (
	"cmp"
	"math"
	"time"

	"github.com/g3n/engine/gls"
	g3n "github.com/g3n/engine/window"

	"mereo/engine/frame"
)

// Qualities of pictures, in the order in which they come when nothing moves any more. With a software rasterizer what moves is drawn
// at half the width and height.
const (
	qualityMoving   = "moving"
	qualityDraft    = "draft"
	qualityStandard = "standard"
	qualityLabels   = "labels" // for modes without light
)

// restAfter is how long nothing must have changed before the standard picture is begun: while it is drawn no other can be.
const restAfter = 350 * time.Millisecond

func pow(x, y float64) float64 { return math.Pow(x, y) }

// current is the view that is shown.
func (v *viewer) current() *View { return &v.scene.Views[v.view] }

// changed has a new picture drawn, since camera or poses are others.
func (v *viewer) changed() {
	v.moved, v.drawn, v.redraw = time.Now(), "", true
}

// next is the quality that is due, and empty if everything is drawn.
func (v *viewer) next() string {
	moves := v.physics.playing || v.pulling != nil || v.drag.on && v.drag.far
	rests := time.Since(v.moved) > restAfter
	drawn := v.drawn
	switch {
	case v.scene == nil:
		return ""
	case v.mode != modeColor:
		if drawn == "" || drawn == qualityMoving {
			return qualityLabels
		}
		return ""
	case drawn == qualityLabels: // of a mode before this one
		drawn = ""
	}
	switch {
	case drawn == "" && v.info.Software && (moves || !rests):
		return qualityMoving
	case drawn == "" || drawn == qualityMoving && !moves:
		return qualityDraft
	case drawn == qualityDraft && !moves && rests:
		return qualityStandard
	}
	return ""
}

// restless tells whether a better picture will be due without anything happening.
func (v *viewer) restless() bool {
	return v.scene != nil && v.mode == modeColor && (v.drawn == qualityDraft || v.drawn == qualityMoving)
}

// ask gives the painter what is due. A picture that is not there yet is not asked for again.
func (v *viewer) ask() {
	q := v.next()
	if q == "" || v.drawn != "" && v.shown != v.asked {
		return
	}
	v.drawn = q
	_, _, w, h := v.pixels()
	if q == qualityMoving {
		w, h = (w+1)/2, (h+1)/2
	}
	at := v.instant()
	f := posed(v.seen(w, h), at)
	f.LabelsOnly = q == qualityLabels
	f.Quality = frame.Standard
	if q != qualityStandard {
		f.Quality = frame.Draft
		f.Realism.Lens, f.Realism.Motion = frame.Lens{}, frame.Motion{}
	}
	whole := f
	if !v.own {
		f = v.cutaway.open(f, f.Camera.WorldFromCamera.T)
	}
	v.asked++
	v.painter.want(job{frame: f, whole: whole, at: at, view: v.view, scene: v.scene, label: q, own: v.own, turn: v.asked})
}

// seen is the frame of the view by the camera that is used, in w x h pixels, with objects where they are without a film.
func (v *viewer) seen(w, h int) *frame.Frame {
	base := v.base()
	f := *base
	f.Camera = fit(base.Camera, w, h)
	f.Realism.Distortion = f.Camera.Distortion
	if !v.own {
		s := float64(w) / float64(v.focal.Width)
		f.Camera = v.focal
		f.Camera.Width, f.Camera.Height = w, h
		f.Camera.FocalPx, f.Camera.CenterX, f.Camera.CenterY = v.focal.FocalPx*s, v.focal.CenterX*s, v.focal.CenterY*s
		f.Camera.WorldFromCamera = v.orbit.pose()
		f.Camera.Near = min(f.Camera.Near, max(0.001, v.orbit.distance/20))
		f.Camera.Far = max(f.Camera.Far, 3*v.orbit.distance)
	}
	if v.surroundings != nil {
		f.Surround(v.surroundings)
	}
	f.ColorOnly = false
	return &f
}

// show takes a picture that was drawn.
func (v *viewer) show(s shot) {
	v.shown = s.turn
	if s.scene != v.scene || s.view != v.view {
		return
	}
	if s.err != nil {
		v.say("cannot draw: %v", s.err)
		return
	}
	v.shot = &s
	v.repaint = true
	v.placeBox()
	v.overlay.place(s.whole)
	v.overlay.setContacts(v.contacts())
	v.placeGizmo()
	v.placeSpring()
	at := 0.0
	if s.at != nil {
		at = s.at.Time
	}
	v.event("picture", map[string]any{
		"rests": s.turn == v.asked && s.label == v.drawn && v.next() == "" && !v.restless(), "time": at,
		"quality": s.label, "own": s.own, "width": s.images.Width, "height": s.images.Height, "ms": s.took.Milliseconds(),
	})
}

// paint finds the colors of the picture that is shown.
func (v *viewer) paint() {
	v.repaint = false
	im, m := v.shot.images, v.overlay.picture
	object, part := v.selectedIDs()
	filter := int32(gls.NEAREST)
	if v.mode == modeColor {
		filter = gls.LINEAR
	}
	m.picture.set(im.Width, im.Height, gls.RGBA8, gls.RGBA, gls.UNSIGNED_BYTE, filter, gls.CLAMP_TO_EDGE, colored(im, v.mode, object, part))
	m.viewZ.set(im.Width, im.Height, gls.R32F, gls.RED, gls.FLOAT, gls.NEAREST, gls.CLAMP_TO_EDGE, im.ViewZ)
	m.near, m.far = float32(v.shot.frame.Camera.Near), float32(v.shot.frame.Camera.Far)
	v.shade()
	v.tellPointer()
}

// shade darkens what the dataset's own picture does not show, while its camera is used.
func (v *viewer) shade() {
	if v.scene == nil || v.shot == nil || !v.shot.own {
		v.panels.shade(false, 0, 0, 0, 0)
		return
	}
	_, _, w, h := v.panels.region()
	x0, y0, x1, y1 := pictureIn(v.base().Camera, int(w), int(h))
	v.panels.shade(true, float32(x0), float32(y0), float32(x1), float32(y1))
}

// meters are in one unit of the scene's lengths.
func (v *viewer) meters() float64 { return cmp.Or(v.scene.Meters, 1) }

// setMode shows another picture of what is seen.
func (v *viewer) setMode(m mode) {
	v.mode, v.repaint = m, true
	v.overlay.showAlbedo(m == modeAlbedo && v.scene != nil)
	if v.shot != nil {
		v.overlay.place(v.shot.whole)
		if m != modeDepth {
			v.say("%s", modeHelp[m])
		} else {
			near, far := depthRange(v.shot.images)
			v.say("depth along the camera's axis: %.2f m is bright, %.2f m is dark", near*v.meters(), far*v.meters())
		}
	}
	v.mark()
	v.event("mode", map[string]any{"mode": modeNames[m]})
}

// toggle shows or hides something over the picture.
func (v *viewer) toggle(h helper) {
	v.on[h] = !v.on[h]
	if v.scene == nil {
		v.on[h] = false
	} else if v.on[h] && (h == helperColliders || h == helperContacts) && v.scene.Physics == nil {
		v.on[h] = false
		v.say("nothing can be let go in this scene, so it has no %s", helperNames[h])
	} else if h == helperContacts && v.on[h] {
		v.wantFilm()
	}
	v.overlay.show(h, v.on[h])
	if v.shot != nil {
		v.overlay.place(v.shot.whole)
		v.overlay.setContacts(v.contacts())
	}
	v.mark()
	v.event("helper", map[string]any{"helper": helperNames[h], "on": v.on[h]})
}

func (v *viewer) mark() {
	v.panels.mark(v.mode, v.on)
	v.redraw = true
}

// ownCamera goes back to where the dataset's picture was taken from.
func (v *viewer) ownCamera() {
	v.own = true
	v.changed()
	v.event("camera", map[string]any{"own": true})
}

// nextView shows another of the scene's pictures.
func (v *viewer) nextView() {
	if v.scene == nil || len(v.scene.Views) < 2 {
		v.say("this scene has one picture")
		return
	}
	v.setView((v.view + 1) % len(v.scene.Views))
	v.say("picture %d of %d: %s", v.view+1, len(v.scene.Views), v.current().Name)
}

// setView shows a view of the scene from its own camera.
func (v *viewer) setView(i int) {
	v.leaveHandle()
	v.view, v.own = i, true
	v.shot, v.cutaway = nil, cutaway{}
	v.overlay.load(v.current().Frame, v.colliders())
	v.overlay.showAlbedo(v.mode == modeAlbedo)
	for h := range helpers {
		v.overlay.show(h, v.on[h])
	}
	v.refocus()
	v.changed()
}

// refocus finds the lens that the orbit keeps: that of the view's camera as it is fitted into the window.
func (v *viewer) refocus() {
	if v.scene != nil {
		_, _, w, h := v.pixels()
		v.focal = fit(v.base().Camera, w, h)
	}
}

// move leaves the dataset's own camera and moves the free one.
func (v *viewer) move(how func(orbit) orbit) {
	if v.scene == nil {
		return
	}
	if v.own {
		v.own = false
		v.refocus()
		v.orbit = orbitOf(v.focal.WorldFromCamera, v.middleDistance())
	}
	v.orbit = how(v.orbit)
	v.changed()
}

// middleDistance is how far away that is, about which the camera turns: what the middle of the picture shows, or the middle of
// all objects.
func (v *viewer) middleDistance() float64 {
	if v.shot != nil {
		im := v.shot.images
		if z := im.ViewZ[im.Height/2*im.Width+im.Width/2]; z > 0 {
			return float64(z)
		}
	}
	if box, ok := bounds(v.base(), 0, 0); ok {
		return max(0.1, v.focal.WorldFromCamera.T.Sub(box.Center()).Dot(v.focal.WorldFromCamera.M.Z))
	}
	return 1
}

// lookAtSelected turns the camera to what is selected.
func (v *viewer) lookAtSelected() {
	object, part := v.selectedIDs()
	if object == 0 && part == 0 || v.shot == nil {
		v.say("nothing is selected; click an object")
		return
	}
	box, ok := bounds(v.shot.whole, object, part)
	if !ok {
		return
	}
	v.move(func(o orbit) orbit {
		o.target = box.Center()
		o.distance = max(0.2, 1.5*box.Size().Len()*v.focal.FocalPx/float64(min(v.focal.Width, v.focal.Height)))
		return o.clamped()
	})
}

func (v *viewer) onMouseDown(ev *g3n.MouseEvent) {
	x, y := float64(ev.Xpos), float64(ev.Ypos)
	if v.drag.on || ev.Button == g3n.MouseButtonLeft && ev.Mods == 0 && v.grabHandle(x, y) {
		return
	}
	if ev.Button == g3n.MouseButtonLeft && ev.Mods == g3n.ModShift|g3n.ModControl {
		v.grabBody(x, y)
		return
	}
	v.drag = dragging{on: true, x: x, y: y,
		pan: ev.Button != g3n.MouseButtonLeft || ev.Mods&g3n.ModShift != 0}
}

const clickReach = 4 // screen units that the pointer may move in a click

func (v *viewer) onCursor(ev *g3n.CursorEvent) {
	x, y := float64(ev.Xpos), float64(ev.Ypos)
	v.pointer.x, v.pointer.y = x, y
	switch {
	case v.editing.grab != nil:
		v.dragHandle(x, y)
		return
	case v.pulling != nil && v.pulling.held:
		v.pullTo(x, y)
		return
	case !v.drag.on:
		v.tellPointer()
		v.hover()
		return
	}
	dx, dy := x-v.drag.x, y-v.drag.y
	if !v.drag.far && math.Hypot(dx, dy) < clickReach {
		return
	}
	v.drag.far = true
	v.drag.x, v.drag.y = x, y
	const perUnit = 0.006 // radians
	if v.drag.pan {
		sx, _ := v.win.GetScale()
		v.move(func(o orbit) orbit {
			m := o.distance / v.focal.FocalPx * sx
			return o.panned(-dx*m, dy*m)
		})
		return
	}
	v.move(func(o orbit) orbit { return o.turned(-dx*perUnit, dy*perUnit) })
}

func (v *viewer) onMouseUp(ev *g3n.MouseEvent) {
	was := v.drag
	v.drag = dragging{}
	switch {
	case v.editing.grab != nil:
		v.dropHandle()
		return
	case v.pulling != nil && v.pulling.held:
		v.letBody()
		return
	}
	if was.on && !was.far && !was.pan {
		v.click(float64(ev.Xpos), float64(ev.Ypos))
	}
}
