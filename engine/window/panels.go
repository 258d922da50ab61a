//go:build viewer

package window

import (
	"fmt"
	"strings"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/gui"
	"github.com/g3n/engine/math32"
	g3n "github.com/g3n/engine/window"
)

// Measures, screen units.
const (
	topHigh    = 40
	bottomHigh = 68
	sideWide   = 330
	margin     = 12
	nameWide   = 112 // column of names in the table of attributes
)

// panels are the user interface round the picture.
type panels struct {
	root   *core.Node
	top    *gui.Panel
	side   *gui.Panel
	bottom *gui.Panel

	modes   [modes]*gui.Button
	helpers [helpers]*gui.Button
	keys    *gui.Button
	title   *gui.Label
	tree    *gui.Tree
	nodes   map[string]*gui.TreeNode
	parent  map[string]string // of parts
	keyOf   map[gui.IPanel]string
	details *gui.Scroller
	content *gui.Panel
	play    *gui.Button
	back    *gui.Button
	forth   *gui.Button
	slider  *gui.Slider
	time    *gui.Label
	said    string     // what the status line says
	status  *gui.Label // of it, if it fits
	notice  *gui.Panel // above the bottom, of what takes more lines
	cursor  *gui.Label
	pointed [2]string     // what is under the pointer: its name and distance, and its place
	shades  [4]*gui.Panel // beside the dataset's own picture
	help    *gui.Panel
	setting bool // the slider is set, not dragged

	width, height float32
	normal, on    gui.ButtonStyles
}

// bar is a panel of one color.
func bar(c math32.Color4) *gui.Panel {
	p := gui.NewPanel(10, 10)
	p.SetColor4(&c)
	return p
}

// label is text on a background of the given color.
func label(s string, fg math32.Color4) *gui.Label {
	l := gui.NewLabel(s)
	l.SetColor4(&fg)
	return l
}

func button(s string, do func()) *gui.Button {
	b := gui.NewButton(s)
	b.Subscribe(gui.OnClick, func(string, any) { do() })
	return b
}

func newPanels(v *viewer) *panels {
	p := &panels{root: core.NewNode(), normal: buttonStyles(colorButton, colorText), on: buttonStyles(colorAccent, colorText)}
	p.top, p.side, p.bottom = bar(colorBar), bar(colorPanel), bar(colorBar)
	for i := range p.shades {
		p.shades[i] = bar(colorShade)
		p.shades[i].SetEnabled(false)
		p.root.Add(p.shades[i])
	}
	p.root.Add(p.top)
	p.root.Add(p.side)
	p.root.Add(p.bottom)

	x := float32(8)
	add := func(b *gui.Button, gap float32) {
		x += gap
		b.SetPosition(x, (topHigh-b.Height())/2)
		x += b.Width() + 3
		p.top.Add(b)
	}
	for m := range modes {
		p.modes[m] = button(fmt.Sprintf("%d %s", m+1, modeNames[m]), func() { v.setMode(m) })
		add(p.modes[m], 0)
	}
	for h := range helpers {
		name := fmt.Sprintf("%d %s", h+7, helperNames[h])
		if h >= helperGrid {
			name = strings.ToUpper(helperNames[h][:1]) + " " + helperNames[h]
		}
		p.helpers[h] = button(name, func() { v.toggle(h) })
		add(p.helpers[h], map[helper]float32{helperWireframe: 12}[h])
	}
	p.keys = button("? keys", v.toggleHelp)
	p.top.Add(p.keys)

	p.title = label(" ", colorText)
	p.title.SetFontSize(headSize)
	p.title.SetPosition(margin, 10)
	p.side.Add(p.title)
	p.content = gui.NewPanel(10, 10)
	p.details = gui.NewScroller(sideWide, 100, gui.ScrollVertical, p.content)
	p.side.Add(p.details)

	p.play = button("pause", v.playPause)
	p.back = button("<", func() { v.step(-1) })
	p.forth = button(">", func() { v.step(1) })
	p.slider = gui.NewHSlider(200, 18)
	p.time = label("", colorDim)
	p.status = label(" ", colorText)
	p.cursor = label(" ", colorDim)
	for _, c := range []gui.IPanel{p.play, p.back, p.forth, p.slider, p.time, p.status, p.cursor} {
		p.bottom.Add(c)
	}
	// A click on the slider goes there; g3n's own slider only follows drags.
	p.slider.Subscribe(gui.OnMouseDown, func(_ string, ev any) {
		x, _ := p.slider.ContentCoords(ev.(*g3n.MouseEvent).Xpos, 0)
		p.slider.SetValue(x / p.slider.ContentWidth())
	})
	p.slider.Subscribe(gui.OnChange, func(string, any) {
		if !p.setting {
			v.scrub(float64(p.slider.Value()))
		}
	})
	p.notice = bar(colorBar)
	p.notice.SetVisible(false)
	p.root.Add(p.notice)
	p.makeHelp()
	return p
}

// makeHelp builds the list of keys.
func (p *panels) makeHelp() {
	p.help = gui.NewPanel(10, 10)
	c := colorPanel
	p.help.SetColor4(&c)
	p.help.SetBorders(1, 1, 1, 1)
	p.help.SetBordersColor4(&colorOver)
	p.help.SetZLayerDelta(2)
	const columns, wide, key = 2, 430, 190
	x, y, deepest := float32(24), float32(20), float32(0)
	for i, part := range keyHelp {
		if i == 2 {
			x, y = x+wide, 20
		}
		head := label(part.title, colorText)
		head.SetFontSize(headSize)
		head.SetPosition(x, y)
		p.help.Add(head)
		y += 28
		for _, k := range part.keys {
			left, right := label(k[0], colorText), label(k[1], colorDim)
			left.SetPosition(x, y)
			right.SetPosition(x+key, y)
			p.help.Add(left)
			p.help.Add(right)
			y += 22
		}
		y += 14
		deepest = max(deepest, y)
	}
	p.help.SetSize(columns*wide+20, deepest+12)
	p.help.SetVisible(false)
	p.root.Add(p.help)
}

// layout puts everything where it belongs in a window of w x h screen units.
func (p *panels) layout(w, h float32) {
	p.width, p.height = w, h
	p.top.SetPosition(0, 0)
	p.top.SetSize(w, topHigh)
	p.side.SetPosition(w-sideWide, topHigh)
	p.side.SetSize(sideWide, h-topHigh)
	p.bottom.SetPosition(0, h-bottomHigh)
	p.bottom.SetSize(w-sideWide, bottomHigh)
	p.keys.SetPosition(w-p.keys.Width()-8, (topHigh-p.keys.Height())/2)
	p.help.SetPosition(max(8, (w-sideWide-p.help.Width())/2), max(topHigh, (h-p.help.Height())/2))

	x := float32(8)
	for _, b := range []*gui.Button{p.play, p.back, p.forth} {
		b.SetPosition(x, 8)
		x += b.Width() + 4
	}
	wide := max(60, w-sideWide-x-150)
	p.slider.SetPosition(x+6, 11)
	p.slider.SetSize(wide, 20)
	p.time.SetPosition(x+wide+18, 12)
	p.status.SetPosition(margin, 42)
	p.setStatus(p.said)
	p.layoutSide()
}

// setStatus says a sentence: in the status line, or above it where that is too short.
func (p *panels) setStatus(s string) {
	p.said = s
	lines := wrapped(fontOf(textSize), s, int(p.width-sideWide-2*margin))
	long := len(lines) > 1
	p.notice.SetVisible(long)
	p.notice.DisposeChildren(true)
	if long {
		l := label(strings.Join(lines, "\n"), colorText)
		l.SetPosition(margin, 8)
		p.notice.Add(l)
		p.notice.SetSize(p.width-sideWide, l.Height()+16)
		p.notice.SetPosition(0, p.height-bottomHigh-p.notice.Height())
		s = " "
	}
	p.status.SetText(s)
	p.placeCursor()
}

// placeCursor shows as much of what is under the pointer as there is room for beside the status.
func (p *panels) placeCursor() {
	from, to := p.status.Position().X+p.status.Width()+20, p.width-sideWide-margin
	for _, text := range []string{p.pointed[0] + p.pointed[1], p.pointed[0], ""} {
		if p.cursor.Text() != text {
			p.cursor.SetText(text)
		}
		if p.cursor.Width() <= to-from {
			break
		}
	}
	p.cursor.SetPosition(to-p.cursor.Width(), 42)
}

// layoutSide shares the side between the tree and the details.
func (p *panels) layoutSide() {
	top := p.title.Position().Y + p.title.Height() + 8
	high := p.height - topHigh - top
	treeHigh := min(0.38*high, 320)
	if p.tree != nil {
		p.tree.SetPosition(margin, top)
		p.tree.SetSize(sideWide-2*margin, treeHigh)
	}
	p.details.SetPosition(0, top+treeHigh+10)
	p.details.SetSize(sideWide, high-treeHigh-10)
}

// region is where the picture is, screen units.
func (p *panels) region() (x, y, w, h float32) {
	return 0, topHigh, max(1, p.width-sideWide), max(1, p.height-topHigh-bottomHigh)
}

// shade darkens what lies beside the rectangle of the picture's region, or nothing if there is no rectangle.
func (p *panels) shade(on bool, x0, y0, x1, y1 float32) {
	x, y, w, h := p.region()
	for i, r := range [4][4]float32{{0, 0, x0, h}, {x1, 0, w - x1, h}, {x0, 0, x1 - x0, y0}, {x0, y1, x1 - x0, h - y1}} {
		p.shades[i].SetVisible(on && r[2] >= 1 && r[3] >= 1)
		p.shades[i].SetPosition(x+r[0], y+r[1])
		p.shades[i].SetSize(r[2], r[3])
	}
}

// setTree shows a scene's entities.
func (p *panels) setTree(v *viewer, entities []Entity) {
	if p.tree != nil {
		p.side.Remove(p.tree)
		p.tree.Dispose()
	}
	p.tree = gui.NewTree(10, 10)
	p.nodes, p.parent, p.keyOf = map[string]*gui.TreeNode{}, map[string]string{}, map[gui.IPanel]string{}
	leaf := func(s string) *gui.Label {
		l := label(s, colorText)
		l.SetMargins(1, 0, 1, 26) // as far as names beside arrows
		return l
	}
	for i := range entities {
		e := &entities[i]
		if len(e.Entities) == 0 {
			l := leaf(e.Name)
			p.tree.Add(l)
			p.keyOf[l] = e.Key
			continue
		}
		n := p.tree.AddNode(e.Name)
		p.nodes[e.Key], p.keyOf[n] = n, e.Key
		var addAll func(n *gui.TreeNode, e *Entity)
		addAll = func(n *gui.TreeNode, e *Entity) {
			for j := range e.Entities {
				c := &e.Entities[j]
				p.parent[c.Key] = e.Key
				if len(c.Entities) > 0 {
					below := n.AddNode(c.Name)
					p.nodes[c.Key], p.keyOf[below] = below, c.Key
					addAll(below, c)
				} else {
					l := leaf(c.Name)
					n.Add(l)
					p.keyOf[l] = c.Key
				}
			}
		}
		addAll(n, e)
	}
	p.tree.Subscribe(gui.OnChange, func(string, any) {
		if key, ok := p.keyOf[p.tree.Selected()]; ok && !p.setting {
			v.selectKey(key)
		}
	})
	p.side.Add(p.tree)
	p.layoutSide()
}

// markTree selects an entity's line, and unfolds what it is in.
func (p *panels) markTree(key string) {
	p.setting = true
	defer func() { p.setting = false }()
	for up := p.parent[key]; up != ""; up = p.parent[up] {
		p.nodes[up].SetExpanded(true)
	}
	for i := range p.tree.Len() {
		item := p.tree.List.ItemAt(i)
		here := key != "" && p.keyOf[item] == key
		p.tree.List.SelectPos(i, here)
		if here && !p.tree.ItemVisible(i) {
			p.tree.SetFirst(max(0, i-2))
		}
	}
}

// setTitle shows the scene's name.
func (p *panels) setTitle(s string) {
	p.title.SetText(strings.Join(wrapped(fontOf(headSize), s, sideWide-2*margin), "\n"))
	p.layoutSide()
}

// mark shows which modes and helpers are on.
func (p *panels) mark(m mode, on [helpers]bool) {
	style := func(b *gui.Button, on bool) {
		if on {
			b.SetStyles(&p.on)
		} else {
			b.SetStyles(&p.normal)
		}
	}
	for i := range p.modes {
		style(p.modes[i], mode(i) == m)
	}
	for i := range p.helpers {
		style(p.helpers[i], on[i])
	}
}

// enablePhysics makes the buttons of films work or not.
func (p *panels) enablePhysics(on bool) {
	for _, c := range []gui.IPanel{p.play, p.back, p.forth, p.slider} {
		c.SetEnabled(on)
	}
}

// setTime shows where in a film of length seconds one is.
func (p *panels) setTime(at, length float64, playing bool) {
	p.setting = true
	defer func() { p.setting = false }()
	word := "play"
	if playing {
		word = "pause"
	}
	if p.play.Label.Text() != word {
		p.play.Label.SetText(word)
	}
	if length <= 0 {
		p.time.SetText("")
		p.slider.SetValue(0)
		return
	}
	p.slider.SetValue(float32(at / length))
	p.time.SetText(fmt.Sprintf("%.2f of %.2f s", at, length))
}

// toggleHelp shows or hides the keys.
func (v *viewer) toggleHelp() {
	on := !v.panels.help.Visible()
	v.panels.help.SetVisible(on)
	v.redraw = true
	v.event("help", map[string]any{"on": on})
}
