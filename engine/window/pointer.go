//go:build viewer

package window

import (
	"fmt"
	"slices"

	"mereo/engine/geom"
)

// pixelAt is the pixel of the picture under a point of the window, and false outside.
func (v *viewer) pixelAt(x, y float64) (px, py float64, i int, ok bool) {
	if v.shot == nil {
		return 0, 0, 0, false
	}
	im := v.shot.images
	px, py = v.within(x, y, im.Width, im.Height)
	if px < 0 || py < 0 || px >= float64(im.Width) || py >= float64(im.Height) {
		return 0, 0, 0, false
	}
	return px, py, int(py)*im.Width + int(px), true
}

// within is where a point of the window is in a picture of some size that fills the picture's region; it may be outside.
func (v *viewer) within(x, y float64, width, height int) (px, py float64) {
	rx, ry, rw, rh := v.panels.region()
	return (x - float64(rx)) / float64(rw) * float64(width), (y - float64(ry)) / float64(rh) * float64(height)
}

// worldAt is the point of the world that a pixel shows.
func (v *viewer) worldAt(px, py float64, i int) (p geom.Vec3, viewZ float64) {
	viewZ = float64(v.shot.images.ViewZ[i])
	return v.shot.frame.Camera.Ray(px, py).At(viewZ), viewZ
}

// pointed are the numbers of what is under the pointer, as they are said; all empty outside of the picture.
type pointed struct{ pixel, name, depth, place, normal string }

// texts are what is said where there is less and less room.
func (p pointed) texts() []string {
	var out []string
	for _, parts := range [][]string{
		{p.pixel, p.name, p.depth, p.place, p.normal}, {p.name, p.depth, p.place, p.normal}, {p.name, p.depth, p.place}, {p.name, p.depth}, {},
	} {
		text := ""
		for _, part := range parts {
			if part != "" && text != "" {
				text += "   "
			}
			text += part
		}
		out = append(out, text)
	}
	return out
}

// tellPointer says what is under the pointer.
func (v *viewer) tellPointer() {
	var said pointed
	tell := map[string]any{}
	if px, py, i, ok := v.pixelAt(v.pointer.x, v.pointer.y); ok {
		x, y, inside := v.pixelOf(px, py)
		if inside {
			said.pixel = fmt.Sprintf("pixel %d, %d", x, y)
			tell["pixel"] = []int{x, y}
		}
		if p, z := v.worldAt(px, py, i); z > 0 {
			m, n := v.meters(), v.shot.images.Normal[3*i:3*i+3]
			at, normal := rounded(p.Scale(m), 2), rounded(geom.V(float64(n[0]), float64(n[1]), float64(n[2])), 2)
			said.name = v.nameAt(i, p)
			said.depth = fmt.Sprintf("%.2f m", z*m)
			said.place = fmt.Sprintf("(%.2f, %.2f, %.2f)", at.X, at.Y, at.Z)
			said.normal = fmt.Sprintf("normal (%.2f, %.2f, %.2f)", normal.X, normal.Y, normal.Z)
			tell["name"], tell["depth"], tell["place"], tell["normal"] = said.name, z*m, []float64{p.X * m, p.Y * m, p.Z * m}, slices.Clone(n)
		}
	}
	if said == v.panels.pointed {
		return
	}
	v.panels.pointed = said
	v.panels.placeCursor()
	if v.drag.on {
		return // the picture moves under the pointer
	}
	v.event("pointer", tell)
}

// pixelOf is the pixel under a place of the picture that is shown: that of the dataset's own picture while its camera is used, false
// beside it, and else of the window's.
func (v *viewer) pixelOf(px, py float64) (x, y int, inside bool) {
	_, _, w, h := v.pixels()
	im := v.shot.images
	fx, fy := px*float64(w)/float64(im.Width), py*float64(h)/float64(im.Height)
	if v.shot.own {
		c := v.base().Camera
		x0, y0, x1, y1 := pictureIn(c, w, h)
		fx, fy, w, h = (fx-x0)/(x1-x0)*float64(c.Width), (fy-y0)/(y1-y0)*float64(c.Height), c.Width, c.Height
	}
	return int(fx), int(fy), fx >= 0 && fy >= 0 && fx < float64(w) && fy < float64(h)
}
