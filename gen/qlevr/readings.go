package qlevr

import (
	"slices"
	"strings"
)

// Careful people who look at 20 pixels see no grain: wood, marble and leather are all mottled there, and leather is as smooth as rubber.
// A pyramid of metal mirrors the desk as evenly as one of rubber is lit. Nor do they see whether a pyramid stands on three corners or on four when they look at an edge, or whether a tiny point is that of a
// pyramid or of a cone. So a scene has other readings, in which some objects are of another material or shape, whether anything of it is in
// the scene or not: nobody who looks knows what is not there.

// alikes are values that look alike of an object whose box has fewer pixels, as told from pictures of the published look: marble and leather
// are both speckled where wood has streaks.
var alikes = []struct {
	attribute attribute
	values    [2]string
	pixels    float64
	shapes    string // if not "", shapes that end in it are meant
}{
	{materialAttribute, [2]string{"wooden", "marble"}, 600, ""},
	{materialAttribute, [2]string{"wooden", "leather"}, 600, ""},
	{materialAttribute, [2]string{"marble", "leather"}, 2000, ""},
	{materialAttribute, [2]string{"leather", "rubber"}, 400, ""},
	{materialAttribute, [2]string{"metal", "rubber"}, 4000, "pyramid"},
	{shapeAttribute, [2]string{"square pyramid", "triangular pyramid"}, 2000, ""},
	{shapeAttribute, [2]string{"cone", "square pyramid"}, 300, ""},
	{shapeAttribute, [2]string{"cone", "triangular pyramid"}, 300, ""},
}

// pointed is what thresholds for materials are multiplied by for shapes that end in a point: these show about half of the pixels of their
// box, others three quarters.
const pointed = 1.5

// readings are the other readings of a scene.
type readings struct {
	labels []packedKey // what the objects are called
	others []reading
	reader reader
}

// reading is how somebody sees the objects.
type reading struct {
	names   []packedKey
	differ  uint64 // the objects that are seen otherwise
	changed attribute
}

// load finds the readings of a scene: for each object that may be seen otherwise one for each way, and one in which all such objects of a
// value have another one.
func (d *readings) load(s *Scene, x *sceneIndex) {
	d.labels, d.others, d.reader.scene = x.objectNames, d.others[:0], x
	for _, a := range alikes {
		codes := [2]int{packAttribute(a.attribute, a.values[0]).value(a.attribute), packAttribute(a.attribute, a.values[1]).value(a.attribute)}
		for from := range codes {
			d.confuse(s, a.attribute, x.values[a.attribute][codes[from]], codes[1-from], a.pixels, a.shapes)
		}
	}
}

// confuse adds readings in which some of the objects that show less have another value.
func (d *readings) confuse(s *Scene, a attribute, objects uint64, code int, pixels float64, shapes string) {
	var doubtful uint64
	for i := range s.Objects {
		o, few := &s.Objects[i], pixels
		if a == materialAttribute && (o.Shape == "cone" || strings.HasSuffix(o.Shape, "pyramid")) {
			few *= pointed
		}
		if b := &o.Box; objects>>i&1 != 0 && strings.HasSuffix(o.Shape, shapes) && b.Width > 0 && b.Width*b.Height < few {
			doubtful |= 1 << i
			d.add(a, code, 1<<i)
		}
	}
	if setSize(doubtful) > 1 {
		d.add(a, code, doubtful)
	}
}

// add adds the reading in which some objects have another value.
func (d *readings) add(a attribute, code int, objects uint64) {
	var r reading
	if n := len(d.others); n < cap(d.others) {
		r = d.others[:n+1][n] // of a scene before, for its storage
	}
	r.names, r.differ, r.changed = append(r.names[:0], d.labels...), objects, a
	for i := range r.names {
		if objects>>i&1 != 0 {
			r.names[i] = r.names[i].with(a, code)
		}
	}
	d.others = append(d.others, r)
}

// doubt tells whether a question that was drawn has another answer in another reading.
func (d *readings) doubt(p *compiledProgram, drawn []nodeResult, answer bool) bool {
	return slices.ContainsFunc(d.others, func(r reading) bool {
		if !d.concerns(&r, p, drawn) {
			return false
		}
		d.reader.names = r.names
		got, ok := d.reader.answers(p.nodes, drawn)
		return !ok || got != answer
	})
}

// concerns tells whether a question tells a reading from the labels.
func (d *readings) concerns(r *reading, p *compiledProgram, drawn []nodeResult) bool {
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.output == wordOutput && n.attribute == r.changed {
			return true
		}
		if p.template.Nodes[i].Kind != "object" && n.counting == notCounting {
			continue
		}
		for _, k := range [...]packedKey{drawn[i].key, drawn[i].second} {
			mentioned := k & attributeField[r.changed]
			if mentioned == 0 {
				continue
			}
			for j, name := range d.labels {
				if r.differ>>j&1 != 0 && name.contains(k) != r.names[j].contains(k) {
					return true
				}
			}
		}
	}
	return false
}
