//go:build viewer

package window

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/g3n/engine/gui"
	"github.com/g3n/engine/math32"
)

// tellDetails fills the panel at the side: what is selected, or the scene.
func (v *viewer) tellDetails() {
	if v.scene == nil {
		return
	}
	v.plots.series, v.plots.lines = nil, nil // the panel's are disposed of
	var blocks []block
	if e := v.entities[v.selected]; e != nil {
		head := e.Name
		if owner := v.ownerOf(e); owner != nil {
			head += " of " + owner.Name
		}
		rows := append([]Row{{"kind", e.Kind}}, e.Rows...)
		blocks = append(blocks, block{head: head})
		blocks = append(blocks, v.physicsBlocks()...)
		if object := v.selectedObject(); object >= 0 && v.scene.Physics != nil {
			blocks = append(blocks, v.plotBlocks(object)...)
		}
		now, outside := v.editRows(), e.Object == 0 && e.Part == 0
		if outside {
			rows, now = append(rows, now...), nil
		}
		blocks = append(blocks, block{rows: rows})
		if now != nil && (v.editing.tool != toolNone || len(v.editing.changes) > 0) {
			blocks = append(blocks, block{head: "now"}, block{rows: now})
		}
		of := e
		for up := v.ownerOf(e); up != nil && len(v.relationRows(of.Key)) == 0; up = v.ownerOf(up) {
			of = up // a part stands where its object does
		}
		if v.thingsMoved() {
			blocks = append(blocks, block{text: "The scene was changed by hand: what the set says of places and relations is left as it was made.", color: &colorDim})
		} else if r := v.relationRows(of.Key); len(r) > 0 {
			blocks = append(blocks, block{head: "relations: " + of.Name + " is"}, block{rows: r})
		}
	} else {
		blocks = append(blocks, block{text: "Click an object in the picture or in the list; click again for a part.", color: &colorDim})
		if len(v.scene.Rows) > 0 {
			blocks = append(blocks, block{head: "scene"}, block{rows: v.scene.Rows})
		}
	}
	v.panels.setDetails(blocks)
}

// physicsBlocks are the buttons for pushes, and what is known of the selected object.
func (v *viewer) physicsBlocks() []block {
	object := v.selectedObject()
	if v.scene.Physics == nil || object < 0 {
		return nil
	}
	if v.physics.of == nil {
		return []block{{text: v.physics.why, color: &colorDim}}
	}
	var distances, pushes []*gui.Button
	far := v.scene.PushDistances
	for i, d := range far {
		b := button(fmt.Sprintf("%.2g m", d), func() { v.setDistance(i) })
		if i == v.physics.distance {
			b.SetStyles(&v.panels.on)
		}
		distances = append(distances, b)
	}
	var labels []string
	for _, d := range directions {
		pushes = append(pushes, button(d, func() { v.push(d) }))
		if label := v.physics.of.Label(Push{Object: object, Direction: d, Distance: far[v.physics.distance]}); label != "" {
			labels = append(labels, d+" "+label)
		}
	}
	blocks := []block{{text: "push and let go:", color: &colorDim}, {buttons: distances}, {buttons: pushes}}
	if len(labels) > 0 {
		blocks = append(blocks, block{text: "the labels say: " + strings.Join(labels, ", "), color: &colorDim})
	}
	for _, line := range v.verdictLines(object) {
		var c *math32.Color4
		switch {
		case strings.Contains(line, ": unstable"):
			c = &colorBad
		case strings.Contains(line, ": stable"):
			c = &colorGood
		default:
			c = &colorDim
		}
		blocks = append(blocks, block{text: line, color: c})
	}
	return blocks
}

// relationWords say what From is, and reversed what To is where no other relation says it.
var (
	relationWords = map[string]string{"left": "left of", "right": "right of", "front": "in front of"}
	reversed      = map[string]string{"on": "under"}
)

// relationRows are the relations of an entity, by name: "left of", then the others.
func (v *viewer) relationRows(key string) []Row {
	var order []string
	to := map[string][]string{}
	add := func(name, other string) {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
		if e := v.entities[other]; e != nil {
			other = e.Name
		}
		to[name] = append(to[name], other)
	}
	for _, r := range v.scene.Relations {
		if r.From == key {
			add(cmp.Or(relationWords[r.Name], r.Name), r.To)
		} else if r.To == key && reversed[r.Name] != "" {
			add(reversed[r.Name], r.From)
		}
	}
	var rows []Row
	for _, name := range order {
		rows = append(rows, Row{name, strings.Join(to[name], "; ")})
	}
	return rows
}

// block is something in the details.
type block struct {
	head    string // a heading; or
	rows    []Row  // a table; or
	text    string // a paragraph
	color   *math32.Color4
	buttons []*gui.Button // side by side
	panel   gui.IPanel
}

// setDetails fills the lower half of the side.
func (p *panels) setDetails(blocks []block) {
	p.content.DisposeChildren(true)
	wide := int(p.sideWide) - 2*margin - 10
	nameWide := wide * 3 / 8 // column of names in tables
	y := float32(0)
	put := func(l *gui.Label, x float32) {
		l.SetPosition(x, y)
		p.content.Add(l)
	}
	for _, b := range blocks {
		switch {
		case b.head != "":
			if y > 0 {
				y += 10
			}
			l := label(strings.Join(wrapped(fontOf(headSize), b.head, wide), "\n"), colorText)
			l.SetFontSize(headSize)
			put(l, 0)
			y += l.Height() + 5
		case b.rows != nil:
			for _, r := range b.rows {
				name := label(strings.Join(wrapped(fontOf(textSize), r.Name, nameWide-6), "\n"), colorDim)
				value := label(strings.Join(wrapped(fontOf(textSize), r.Value, wide-nameWide), "\n"), colorText)
				put(name, 0)
				put(value, float32(nameWide))
				y += max(name.Height(), value.Height()) + 3
			}
		case b.buttons != nil:
			x := float32(0)
			for _, k := range b.buttons {
				if x > 0 && x+k.Width() > float32(wide) {
					x, y = 0, y+k.Height()+4
				}
				k.SetPosition(x, y)
				p.content.Add(k)
				x += k.Width() + 5
			}
			y += b.buttons[0].Height() + 6
		case b.panel != nil:
			b.panel.SetPosition(0, y)
			p.content.Add(b.panel)
			y += b.panel.Height() + 8
		default:
			c := colorText
			if b.color != nil {
				c = *b.color
			}
			l := label(strings.Join(wrapped(fontOf(textSize), b.text, wide), "\n"), c)
			put(l, 0)
			y += l.Height() + 4
		}
	}
	p.content.SetPaddings(0, 0, 0, margin)
	p.content.SetSize(float32(wide+margin), y+10)
	p.details.ScrollTo(0, 0)
	p.details.Update()
}
