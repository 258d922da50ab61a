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
	rowHigh    = 36 // of buttons at the top
	bottomHigh = 68
	margin     = 12
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
	titled  string // what the title says
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
	pointed pointed
	shades  [4]*gui.Panel // beside the dataset's own picture
	help    *gui.Scroller
	list    *gui.Panel // of keys, in it
	setting bool       // the slider is set, not dragged

	width, height     float32
	topHigh, sideWide float32 // as the width asks for
	columns           int     // of the list of keys
	normal, on        gui.ButtonStyles
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

	for m := range modes {
		p.modes[m] = button(fmt.Sprintf("%d %s", m+1, modeNames[m]), func() { v.setMode(m) })
		p.top.Add(p.modes[m])
	}
	for h := range helpers {
		name := fmt.Sprintf("%d %s", h+7, helperNames[h])
		if h >= helperGrid {
			name = strings.ToUpper(helperNames[h][:1]) + " " + helperNames[h]
		}
		p.helpers[h] = button(name, func() { v.toggle(h) })
		p.top.Add(p.helpers[h])
	}
	p.keys = button("? keys", v.toggleHelp)
	p.top.Add(p.keys)

	p.title = label(" ", colorText)
	p.title.SetFontSize(headSize)
	p.title.SetPosition(margin, 10)
	p.side.Add(p.title)
	p.content = gui.NewPanel(10, 10)
	p.details = gui.NewScroller(100, 100, gui.ScrollVertical, p.content)
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
	p.list = bar(colorPanel)
	p.help = gui.NewScroller(100, 100, gui.ScrollVertical, p.list)
	p.help.SetColor4(&colorPanel)
	p.help.SetBorders(1, 1, 1, 1)
	p.help.SetBordersColor4(&colorOver)
	p.help.SetZLayerDelta(2)
	p.help.SetVisible(false)
	p.root.Add(p.help)
	return p
}

// layout puts everything where it belongs in a window of w x h screen units.
func (p *panels) layout(w, h float32) {
	p.width, p.height = w, h
	p.sideWide = min(330, max(200, 0.4*w))
	p.layoutTop()
	topHigh, sideWide := p.topHigh, p.sideWide
	p.top.SetPosition(0, 0)
	p.top.SetSize(w, topHigh)
	p.side.SetPosition(w-sideWide, topHigh)
	p.side.SetSize(sideWide, h-topHigh)
	p.bottom.SetPosition(0, h-bottomHigh)
	p.bottom.SetSize(w-sideWide, bottomHigh)
	p.layoutHelp()

	p.layoutFilm()
	p.status.SetPosition(margin, 42)
	p.setStatus(p.said)
	p.setTitle(p.titled)
}

// layoutTop puts the buttons at the top into as many rows as they need.
func (p *panels) layoutTop() {
	p.keys.SetPosition(p.width-p.keys.Width()-8, (rowHigh+4-p.keys.Height())/2)
	const left = 8
	x, row, limit := float32(left), 0, p.keys.Position().X-8
	put := func(b *gui.Button) {
		if x > left && x+b.Width() > limit {
			x, row, limit = left, row+1, p.width-8
		}
		b.SetPosition(x, float32(row*rowHigh)+(rowHigh+4-b.Height())/2)
		x += b.Width() + 3
	}
	for _, b := range p.modes {
		put(b)
	}
	if x += 12; x+p.helpers[0].Width() > limit && row == 0 {
		x = limit // the second group begins a row
	}
	for _, b := range p.helpers {
		put(b)
	}
	p.topHigh = float32((row+1)*rowHigh + 4)
}

// setStatus says a sentence: in the status line, or above it where that is too short.
func (p *panels) setStatus(s string) {
	p.said = s
	lines := wrapped(fontOf(textSize), s, int(p.width-p.sideWide-2*margin))
	long := len(lines) > 1
	p.notice.SetVisible(long)
	p.notice.DisposeChildren(true)
	if long {
		l := label(strings.Join(lines, "\n"), colorText)
		l.SetPosition(margin, 8)
		p.notice.Add(l)
		p.notice.SetSize(p.width-p.sideWide, l.Height()+16)
		p.notice.SetPosition(0, p.height-bottomHigh-p.notice.Height())
		s = " "
	}
	p.status.SetText(s)
	p.placeCursor()
}

// placeCursor shows as much of what is under the pointer as there is room for beside the status.
func (p *panels) placeCursor() {
	from, to := p.status.Position().X+p.status.Width()+20, p.width-p.sideWide-margin
	for _, text := range p.pointed.texts() {
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
	high := p.height - p.topHigh - top
	treeHigh := min(0.38*high, 320)
	if p.tree != nil {
		p.tree.SetPosition(margin, top)
		p.tree.SetSize(p.sideWide-2*margin, treeHigh)
	}
	p.details.SetPosition(0, top+treeHigh+10)
	p.details.SetSize(p.sideWide, high-treeHigh-10)
}

// region is where the picture is, screen units.
func (p *panels) region() (x, y, w, h float32) {
	return 0, p.topHigh, max(1, p.width-p.sideWide), max(1, p.height-p.topHigh-bottomHigh)
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
	p.disposeTree()
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

// disposeTree takes the tree off the device: what is unfolded, which is in the tree, and what is not, which is in no panel.
func (p *panels) disposeTree() {
	if p.tree == nil {
		return
	}
	p.side.Remove(p.tree)
	for item := range p.keyOf {
		if owner := item.Parent(); owner != nil {
			owner.GetNode().Remove(item)
		}
		item.GetNode().DisposeChildren(true)
		item.Dispose()
	}
	p.tree.DisposeChildren(true)
	p.tree.Dispose()
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
	p.titled = s
	p.title.SetText(strings.Join(wrapped(fontOf(headSize), s, int(p.sideWide-2*margin)), "\n"))
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

// setTime shows where in a film of length seconds one is, and what is said of that.
func (p *panels) setTime(at, length float64, playing bool, text string) {
	p.setting = true
	defer func() { p.setting = false }()
	word := "play"
	if playing {
		word = "pause"
	}
	if p.play.Label.Text() != word {
		p.play.Label.SetText(word)
	}
	if p.time.Text() != text {
		p.time.SetText(text)
		p.layoutFilm()
	}
	if length <= 0 {
		p.slider.SetValue(0)
		return
	}
	p.slider.SetValue(float32(at / length))
}

// layoutFilm puts the buttons of films and the slider before what is said of the time.
func (p *panels) layoutFilm() {
	x := float32(8)
	for _, b := range []*gui.Button{p.play, p.back, p.forth} {
		b.SetPosition(x, 8)
		x += b.Width() + 4
	}
	wide := max(60, p.width-p.sideWide-x-max(150, p.time.Width()+30))
	p.slider.SetPosition(x+6, 11)
	p.slider.SetSize(wide, 20)
	p.time.SetPosition(x+wide+18, 12)
}
