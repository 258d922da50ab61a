package shopvrb

import (
	"fmt"
	"math"

	"mereo/gen/record"
	"mereo/scenes/annot"
)

// ParseRecord reads the record of a scene. Keys that are not published are skipped. The error says what is wrong with it: a
// record that is returned has lists of relations for all things, with things that there are, and masks that can be decoded.
func ParseRecord(data []byte) (*Record, error) {
	var r Record
	if err := record.Read(data, &r, record.Part); err != nil {
		return nil, fmt.Errorf("shopvrb: record: %w", err)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("shopvrb: record of scene %d: %w", r.ImageIndex, err)
	}
	return &r, nil
}

// check looks at what the readers of a record rely on.
func (r *Record) check() error {
	for _, relation := range []struct {
		name  string
		lists [][]int
	}{
		{"behind", r.Relationships.Behind}, {"front", r.Relationships.Front},
		{"left", r.Relationships.Left}, {"right", r.Relationships.Right},
	} {
		if len(relation.lists) != len(r.Objects) {
			return fmt.Errorf("relationships.%s has %d lists, want %d, one for each object",
				relation.name, len(relation.lists), len(r.Objects))
		}
		for i, list := range relation.lists {
			for k, j := range list {
				if j < 0 || j >= len(r.Objects) || k > 0 && j <= list[k-1] {
					return fmt.Errorf("relationships.%s[%d] is %v, want numbers of objects, ascending", relation.name, i, list)
				}
			}
		}
	}
	if e := r.Extra; e != nil && e.Calibration != nil {
		if err := checkCalibration(e.Calibration); err != nil {
			return fmt.Errorf("mereo.calibration: %w", err)
		}
	}
	for i := range r.Objects {
		if m := r.Objects[i].Mask; m != nil {
			if _, err := m.RLE(); err != nil {
				return fmt.Errorf("objects[%d].mask: %w", i, err)
			}
		}
	}
	return nil
}

// checkCalibration looks whether that can be said of a camera of this set.
func checkCalibration(c *annot.Camera) error {
	switch {
	case c.Width < 1 || c.Height < 1:
		return fmt.Errorf("width and height are %d and %d, want 1 or more", c.Width, c.Height)
	case !(c.K[0][0] > 0 && c.K[1][1] > 0) || c.K[2] != [3]float64{0, 0, 1}:
		return fmt.Errorf("K is %v, want focal lengths in its diagonal and 0, 0, 1 in its last row", c.K)
	case !isRotation(&c.R):
		return fmt.Errorf("R is %v, want a rotation", c.R)
	case !(c.Near > 0 && c.Far > c.Near):
		return fmt.Errorf("near and far are %g and %g, want more than 0, in this order", c.Near, c.Far)
	case !c.Distortion.IsZero():
		return fmt.Errorf("distortion is %v, want none", c.Distortion)
	case c.Depth != annot.Depth{Kind: "z", Unit: metersPerUnit}:
		return fmt.Errorf("depth is of kind %q with a unit of %g m, want %q and %g", c.Depth.Kind, c.Depth.Unit, "z", metersPerUnit)
	}
	return nil
}

// isRotation tells whether the rows of a matrix are unit vectors at right angles, right-handed.
func isRotation(m *[3][3]float64) bool {
	const near = 1e-9
	x, y, z := vector(m[0]), vector(m[1]), vector(m[2])
	return math.Abs(x.Len()-1) <= near && math.Abs(y.Len()-1) <= near && math.Abs(x.Dot(y)) <= near && x.Cross(y).Sub(z).Len() <= near
}
