//go:build viewer

package window

import "github.com/g3n/engine/gui"

// layoutHelp puts the list of keys in the middle of the picture, or of the window if that has no room, and fills it where
// another number of columns fits.
func (p *panels) layoutHelp() {
	const wide, edge = 440, 8
	columns := 2
	if p.width < 2*wide+2*edge+20 {
		columns = 1
	}
	if columns != p.columns {
		p.columns = columns
		p.list.DisposeChildren(true)
		fillHelp(p.list, columns, wide)
	}
	w, room := p.list.Width(), p.height-p.topHigh-2*edge
	h := min(p.list.Height(), room)
	if h < p.list.Height() {
		w += 24 // for the scroll bar
	}
	w = min(w, p.width-2*edge)
	p.help.SetSize(w+2, h+2)
	x := (p.width - p.sideWide - w) / 2
	if x < edge {
		x = (p.width - w) / 2
	}
	p.help.SetPosition(x, p.topHigh+edge+max(0, (room-bottomHigh-h)/2))
	p.help.ScrollTo(0, 0)
	p.help.Update()
}

// fillHelp writes the keys into a panel, in columns of some width.
func fillHelp(panel *gui.Panel, columns int, wide float32) {
	const key, top = 190, 16
	x, y, deepest := float32(20), float32(top), float32(0)
	for i, part := range keyHelp {
		if i == len(keyHelp)-2 && columns > 1 { // physics has as many keys as what is before it
			x, y = x+wide, top
		}
		head := label(part.title, colorText)
		head.SetFontSize(headSize)
		head.SetPosition(x, y)
		panel.Add(head)
		y += 28
		for _, k := range part.keys {
			left, right := label(k[0], colorText), label(k[1], colorDim)
			left.SetPosition(x, y)
			right.SetPosition(x+key, y)
			panel.Add(left)
			panel.Add(right)
			y += 22
		}
		y += 14
		deepest = max(deepest, y)
	}
	panel.SetSize(float32(columns)*wide+10, deepest)
}

// toggleHelp shows or hides the keys.
func (v *viewer) toggleHelp() {
	on := !v.panels.help.Visible()
	v.panels.help.SetVisible(on)
	v.redraw = true
	v.event("help", map[string]any{"on": on})
}
