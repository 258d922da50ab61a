//go:build viewer

package window

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// click selects what is under a point of the window.
func (v *viewer) click(x, y float64) {
	px, py, i, ok := v.pixelAt(x, y)
	if !ok {
		return
	}
	if what := v.overlay.pick(v.shot.frame.Camera, px, py); what != nil {
		v.tellHelper(what)
		return
	}
	p, _ := v.worldAt(px, py, i)
	e := v.entityAt(i, p)
	// A second click on an object goes to the part; the first one to the object.
	if e != nil && e.Part != 0 {
		if owner := v.ownerOf(e); owner != nil && v.selected != owner.Key && !v.inside(v.selected, owner) {
			e = owner
		}
	}
	if e == nil {
		v.selectKey("")
		return
	}
	v.selectKey(e.Key)
}

// tellHelper says what collider or contact was clicked, and selects its object.
func (v *viewer) tellHelper(what *pickable) {
	name := v.objectName(what.object)
	if e := v.entityOfObject(what.object); e != nil {
		v.selectKey(e.Key)
	}
	switch {
	case what.kind == "collider":
		v.say("collider %d of %s: convex, %d triangles", what.number, name, what.faces)
	case what.with < 0:
		v.say("contact %d: %s on what does not move, %.1f N", what.number, name, what.force)
	default:
		v.say("contact %d: %s on %s, %.1f N", what.number, name, v.objectName(what.with), what.force)
	}
	v.event("pick", map[string]any{"kind": what.kind, "object": name, "number": what.number})
}

// entityAt is what a pixel shows: a part, an object, or a region in which its point of the world lies.
func (v *viewer) entityAt(i int, p geom.Vec3) *Entity {
	object, part := v.shot.images.Object[i], v.shot.images.Part[i]
	var found, region *Entity
	smallest := math.Inf(1)
	var search func(list []Entity)
	search = func(list []Entity) {
		for k := range list {
			e := &list[k]
			switch {
			case part != 0 && e.Part == part:
				found = e
			case object != 0 && e.Object == object && e.Part == 0 && (found == nil || found.Part == 0):
				found = e
			case object == 0 && len(e.Outline) > 2 && e.Object == 0 && e.Part == 0:
				if a := area(e.Outline); a < smallest && contains(e.Outline, p.X, p.Y) {
					region, smallest = e, a
				}
			}
			search(e.Entities)
		}
	}
	search(v.scene.Entities)
	if found != nil {
		return found
	}
	return region
}

// inside tells whether a key names something in an entity.
func (v *viewer) inside(key string, e *Entity) bool {
	return slices.ContainsFunc(e.Entities, func(c Entity) bool { return c.Key == key || v.inside(key, &c) })
}

// ownerOf is the entity that holds e; nil for what is at the top.
func (v *viewer) ownerOf(e *Entity) *Entity { return v.entities[v.panels.parent[e.Key]] }

func (v *viewer) entityOfObject(object int) *Entity {
	for _, e := range v.entities {
		if int(e.Object) == object+1 && e.Part == 0 {
			return e
		}
	}
	return nil
}

func (v *viewer) objectName(object int) string {
	if e := v.entityOfObject(object); e != nil {
		return e.Name
	}
	return fmt.Sprintf("object %d", object+1)
}

// nameAt says what a pixel shows: "red chair, leg".
func (v *viewer) nameAt(i int, p geom.Vec3) string {
	e := v.entityAt(i, p)
	if e == nil {
		return ""
	}
	if owner := v.ownerOf(e); owner != nil {
		return owner.Name + ", " + e.Name
	}
	return e.Name
}

// selectKey selects an entity, or nothing.
func (v *viewer) selectKey(key string) {
	if _, ok := v.entities[key]; !ok {
		key = ""
	}
	if key == v.selected && key != "" {
		return
	}
	v.leaveHandle()
	v.selected, v.repaint, v.redraw = key, true, true
	v.panels.markTree(key)
	v.placeBox()
	v.placeGizmo()
	v.tellDetails()
	name := ""
	if key != "" {
		name = v.entities[key].Name
	}
	v.event("select", map[string]any{"key": key, "name": name})
	v.tellGizmo()
}

// selectedIDs are those of the pixels of what is selected; a part has only Part.
func (v *viewer) selectedIDs() (object, part uint16) {
	e := v.entities[v.selected]
	switch {
	case e == nil:
		return 0, 0
	case e.Part != 0:
		return 0, e.Part
	}
	return e.Object, 0
}

// selectedObject is the number of the object that is selected, or of which a part is; -1 for none.
func (v *viewer) selectedObject() int {
	e := v.entities[v.selected]
	for e != nil && (e.Part != 0 || e.Object == 0) {
		e = v.ownerOf(e)
	}
	if e == nil {
		return -1
	}
	return int(e.Object) - 1
}

// placeBox puts the box where what is selected is now.
func (v *viewer) placeBox() {
	object, part := v.selectedIDs()
	t, ok := v.selectedTarget()
	switch {
	case v.shot == nil || !ok || t.camera && v.shot.own:
		v.overlay.setBox(geom.AABB{}, false)
		return
	case t.lamp > 0:
		v.overlay.setLines(lampLines(&v.shot.whole.Lights[t.lamp-1]))
		return
	case t.camera:
		v.overlay.setLines(cameraLines(&v.base().Camera, 0.3*v.overlay.size))
		return
	case t.sun > 0:
		at, _ := middle(v.shot.whole, t)
		v.overlay.setLines([]geom.Vec3{at.AddScaled(-v.overlay.size, v.shot.whole.Suns[t.sun-1].Dir), at})
		return
	}
	v.overlay.setBox(bounds(v.shot.whole, object, part))
}
