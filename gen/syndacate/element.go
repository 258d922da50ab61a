package syndacate

import (
	"fmt"

	"mereo/assets/glyph"
)

// element is one image's worth of objects and parts, and the rows that they have in arrays.
type element struct {
	classes []int        // of each object, by their places in the list of classes; empty for squares
	poses   []glyph.Pose // of each object; squares have X and Y alone

	// subset are the lines that are kept, in this order, out of all lines of object 0, then of object 1 and so on. It is
	// empty where all are kept.
	subset      []int
	partSlots   []int // the row of each line below; empty without parts
	objectSlots []int // the row of each object; empty where these follow the parts

	// lines are what is kept, and after all of them, where parts are flipped, their flipped copies. For words they are all
	// lines. objectOf is the object that each belongs to.
	lines    []glyph.Line
	objectOf []int

	whole []glyph.Line // room for lines before some are left out
	owner []int

	painted []glyph.Line // room for lines in the order of painting
}

// newElement returns the element of given objects: poses[i] belongs to classes[i], the other arguments are as in element. It
// is an error to give no object, or what the arrays of the configuration have no room for. The slices are kept.
func newElement(c samplerConfig, classes []int, poses []glyph.Pose, subset, partSlots, objectSlots []int) (*element, error) {
	e := &element{classes: classes, poses: poses, subset: subset, partSlots: partSlots, objectSlots: objectSlots}
	if len(poses) < 1 || len(poses) > c.maxObjects {
		return nil, fmt.Errorf("syndacate: element has %d objects, want 1 to %d", len(poses), c.maxObjects)
	}
	if n := len(c.classes()); n > 0 {
		if len(classes) != len(poses) {
			return nil, fmt.Errorf("syndacate: element has %d classes for %d poses", len(classes), len(poses))
		}
		for _, class := range classes {
			if class < 0 || class >= n {
				return nil, fmt.Errorf("syndacate: class is %d, want 0 to %d", class, n-1)
			}
		}
	}
	all := e.countLines(c)
	if c.parts() > 0 {
		if err := distinct("subset", subset, all); err != nil {
			return nil, err
		}
		kept := all
		if len(subset) > 0 {
			kept = len(subset)
		}
		if kept > c.parts() {
			return nil, fmt.Errorf("syndacate: element has %d parts, want at most %d", kept, c.parts())
		}
		if c.flipParts {
			kept *= 2
		}
		if len(partSlots) != kept {
			return nil, fmt.Errorf("syndacate: %d parts have %d rows", kept, len(partSlots))
		}
		if err := distinct("row of a part", partSlots, c.partRows()); err != nil {
			return nil, err
		}
	}
	if !c.aligned() {
		if len(objectSlots) != len(poses) {
			return nil, fmt.Errorf("syndacate: %d objects have %d rows", len(poses), len(objectSlots))
		}
		if err := distinct("row of an object", objectSlots, c.objectRows()); err != nil {
			return nil, err
		}
	}
	e.build(c)
	return e, nil
}

// distinct tells what is wrong with numbers that must all differ and lie below n.
func distinct(what string, numbers []int, n int) error {
	seen := map[int]bool{}
	for _, v := range numbers {
		if v < 0 || v >= n || seen[v] {
			return fmt.Errorf("syndacate: %s is %d, want different ones from 0 to %d", what, v, n-1)
		}
		seen[v] = true
	}
	return nil
}

// countLines is the number of lines of all objects.
func (e *element) countLines(c samplerConfig) int {
	n, shapes := 0, c.shapes()
	for _, class := range e.classes {
		n += shapes[class].Len()
	}
	return n
}

// build makes the lines out of classes, poses and subset.
func (e *element) build(c samplerConfig) {
	e.whole, e.owner = e.whole[:0], e.owner[:0]
	shapes := c.shapes()
	for i, class := range e.classes {
		e.whole = shapes[class].Append(e.whole, e.poses[i])
		for len(e.owner) < len(e.whole) {
			e.owner = append(e.owner, i)
		}
	}
	e.lines, e.objectOf = e.lines[:0], e.objectOf[:0]
	if len(e.subset) == 0 {
		e.lines, e.objectOf = append(e.lines, e.whole...), append(e.objectOf, e.owner...)
	}
	for _, i := range e.subset {
		e.lines, e.objectOf = append(e.lines, e.whole[i]), append(e.objectOf, e.owner[i])
	}
	if c.parts() > 0 && c.flipParts {
		n := len(e.lines)
		e.lines, e.objectOf = append(e.lines, e.lines...), append(e.objectOf, e.objectOf...)
		glyph.Flip(e.lines[n:])
	}
}

// putParts writes the rows of part_poses. It expects zeros, len(dst) == partRows*partWidth.
func (e *element) putParts(dst []float32) {
	for i, slot := range e.partSlots {
		l := &e.lines[i]
		row := dst[slot*partWidth : (slot+1)*partWidth]
		row[0], row[1], row[2], row[3] = float32(l.X1), float32(l.Y1), float32(l.X2), float32(l.Y2)
		row[4], row[5] = float32(l.Thickness), float32(l.Brightness)
	}
}

// putObjects writes the rows of object_poses. It expects zeros, len(dst) == objectRows*objectWidth.
func (e *element) putObjects(c samplerConfig, dst []float32) {
	if c.aligned() {
		for i, slot := range e.partSlots {
			e.putObject(c, dst, slot, e.objectOf[i])
		}
		return
	}
	for i, slot := range e.objectSlots {
		e.putObject(c, dst, slot, i)
	}
}

// putObject writes object i into a row.
func (e *element) putObject(c samplerConfig, dst []float32, slot, i int) {
	p := &e.poses[i]
	if c.sampler == squaresSampler {
		dst[slot*squareWidth], dst[slot*squareWidth+1] = float32(p.X), float32(p.Y)
		return
	}
	row := dst[slot*objectWidth : (slot+1)*objectWidth]
	row[e.classes[i]] = 1
	for j, v := range p.Values() {
		row[len(row)-len(glyph.PoseNames)+j] = float32(v)
	}
}
