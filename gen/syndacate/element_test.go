package syndacate

import (
	"cmp"
	"fmt"
	"slices"

	"mereo/assets/glyph"
)

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
	all := e.countParts(c)
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

// drawElement is the picture of an element, row-major.
func drawElement(c samplerConfig, e *element) []uint8 {
	out := make([]uint8, c.width*c.height)
	e.draw(c, out)
	return out
}

// drawLines is the picture of lines in the given order.
func drawLines(lines []glyph.Line, width, height, upsample int) []uint8 {
	out := make([]uint8, width*height)
	drawLinesTo(out, lines, width, height, upsample)
	return out
}

// squaresByBrightness sorts squares into the order of painting, by the brightness of their borders.
func squaresByBrightness(squares []square) {
	slices.SortStableFunc(squares, func(a, b square) int { return cmp.Compare(a.Brightness, b.Brightness) })
}
