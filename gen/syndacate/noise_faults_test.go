package syndacate

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// rules are those of the other source for the arrays without noise, and what the noise must not do.
func (s *noiseSource) rules(first int, arrays []npz.Array) []string {
	var noisy, clean []npz.Array
	for _, a := range arrays {
		if !strings.HasSuffix(a.Key, cleanSuffix) {
			noisy = append(noisy, a)
		}
	}
	for _, a := range noisy {
		if i := slices.IndexFunc(arrays, func(b npz.Array) bool { return b.Key == a.Key+cleanSuffix }); i >= 0 {
			key := a.Key
			a = arrays[i]
			a.Key = key
		} else if s.keepsClean(strings.TrimPrefix(a.Key, testPrefix)) {
			return []string{fmt.Sprintf("%s%s is not there", a.Key, cleanSuffix)}
		}
		clean = append(clean, a)
	}
	faults := s.base.(ruled).rules(first, clean)
	if len(faults) > 0 {
		return faults
	}
	c, t := &table{arrays: clean}, &table{arrays: noisy}
	for _, prefix := range []string{"", testPrefix} {
		objects := c.array(prefix + keyObjects)
		if objects == nil {
			continue
		}
		counts := noiseCounts{}
		for i := range objects.Shape[0] {
			e := noisyElementOf(c, t, prefix, i)
			e.test = prefix != "" || first+i < s.testElements
			images := row[uint8](c, prefix+keyImages, i)
			if fault := s.elementFault(&e, images, &counts); fault != "" {
				faults = append(faults, fmt.Sprintf("%selement %d: %s", prefix, first+i, fault))
			}
		}
		if fault := s.shareFault(counts); fault != "" {
			faults = append(faults, prefix+fault)
		}
	}
	return faults
}

// noiseCounts are how many black pixels or objects could be seen to be struck, and were.
type noiseCounts struct{ all, struck int }

// shareFault tells whether far more or fewer were struck than the level says, six deviations of a binomial share.
func (s *noiseSource) shareFault(c noiseCounts) string {
	if c.all == 0 {
		return ""
	}
	want := s.amount
	if s.kind.changesImages {
		want /= 2
	}
	share, n := float64(c.struck)/float64(c.all), float64(c.all)
	if d := 6 * math.Sqrt(want*(1-want)/n); math.Abs(share-want) > d+1/n {
		return fmt.Sprintf("noise of kind %s struck a share of %.4f, want %g", s.kind.name, share, want)
	}
	return ""
}

// elementFault says what noise did that it must not.
func (s *noiseSource) elementFault(e *noisyElement, images []uint8, counts *noiseCounts) string {
	if !s.kind.changesImages && !bytes.Equal(e.images, images) {
		return "its picture has changed"
	}
	if !s.kind.changesParts && !slices.Equal(e.parts, e.cleanParts) {
		return "part_poses have changed"
	}
	if !s.changesObjects() && !slices.Equal(e.objects, e.cleanObjects) {
		return "object_poses have changed"
	}
	switch s.kind.name {
	case "saltpepper":
		for i, v := range e.images {
			old := images[i]
			if v != old && v != 0 && v != 255 {
				return fmt.Sprintf("pixel %d is %d, want %d, 0 or 255", i, v, old)
			}
			if old == 0 { // struck ones are seen where they become white
				if counts.all++; v != 0 {
					counts.struck++
				}
			}
		}
	case "speckle":
		for i, v := range e.images {
			if v != 0 && images[i] == 0 {
				return fmt.Sprintf("pixel %d is %d, want 0", i, v)
			}
		}
	case "blur":
		again := noisyElement{images: slices.Clone(images), width: e.width, height: e.height}
		blur(s, nil, &again, nil)
		if !bytes.Equal(again.images, e.images) {
			return "its picture is not the blurred one"
		}
	case "pose":
		return poseNoiseFault(e)
	case "dropout":
		return dropoutFault(e)
	case "spurious":
		return s.spuriousFault(e)
	case "label":
		return labelFault(e, counts)
	}
	return ""
}

func poseNoiseFault(e *noisyElement) string {
	rows := rowsOfWidth(e.parts, partWidth)
	for r, row := range rowsOfWidth(e.cleanParts, partWidth) {
		if zeroRow(row) != zeroRow(rows[r]) {
			return fmt.Sprintf("row %d of part_poses and of part_poses_clean: one is zero, the other is not", r)
		}
	}
	return ""
}

// dropoutFault wants rows that are left out or as they were, both copies alike, and one of every object.
func dropoutFault(e *noisyElement) string {
	rows, clean := rowsOfWidth(e.parts, partWidth), rowsOfWidth(e.cleanParts, partWidth)
	for r, row := range clean {
		if zeroRow(row) {
			continue
		}
		if !zeroRow(rows[r]) && !slices.Equal(rows[r], row) {
			return fmt.Sprintf("row %d of part_poses has changed", r)
		}
		kept := false
		for k, other := range clean {
			kept = kept || !zeroRow(rows[k]) && other[4] == row[4] && other[5] == row[5]
			if zeroRow(rows[k]) != zeroRow(rows[r]) && isRowOf(other, lineOfRow(row)) {
				return fmt.Sprintf("row %d of part_poses is left out, its flipped copy is not", r)
			}
		}
		if !kept {
			return fmt.Sprintf("the object of row %d of part_poses_clean has no lines", r)
		}
	}
	return ""
}

// spuriousFault wants all rows that were there, and as many false ones as the level says, without objects.
func (s *noiseSource) spuriousFault(e *noisyElement) string {
	rows, clean := rowsOfWidth(e.parts, partWidth), rowsOfWidth(e.cleanParts, partWidth)
	extra := 0
	for r, row := range rows {
		if zeroRow(row) {
			continue
		}
		was := slices.IndexFunc(clean, func(o []float32) bool { return slices.Equal(o, row) })
		if was < 0 {
			extra++
		}
		if s.aligned {
			object := tiled(e.objects, r, e.objectWidth)
			if was < 0 && !zeroRow(object) || was >= 0 && !slices.Equal(object, tiled(e.cleanObjects, was, e.objectWidth)) {
				return fmt.Sprintf("row %d of object_poses is not that of row %d of part_poses", r, r)
			}
		}
	}
	for r, row := range clean {
		if !slices.ContainsFunc(rows, func(o []float32) bool { return slices.Equal(o, row) }) && !zeroRow(row) {
			return fmt.Sprintf("row %d of part_poses_clean is not in part_poses", r)
		}
	}
	if extra != s.furtherRows() {
		return fmt.Sprintf("part_poses have %d false rows, want %d", extra, s.furtherRows())
	}
	return ""
}

// labelFault wants the same poses and one class each, and test elements as they were.
func labelFault(e *noisyElement, counts *noiseCounts) string {
	rows, clean := rowsOfWidth(e.objects, e.objectWidth), rowsOfWidth(e.cleanObjects, e.objectWidth)
	for r, row := range rows {
		split := e.objectWidth - len(glyph.PoseNames)
		if !slices.Equal(row[split:], clean[r][split:]) {
			return fmt.Sprintf("the pose in row %d of object_poses has changed", r)
		}
		if zeroRow(row) {
			continue
		}
		ones := 0
		for _, v := range row[:split] {
			if v == 1 {
				ones++
			} else if v != 0 {
				return fmt.Sprintf("row %d of object_poses has the class value %g", r, v)
			}
		}
		changed := !slices.Equal(row, clean[r])
		if ones != 1 || e.test && changed {
			return fmt.Sprintf("row %d of object_poses has %d classes; changed: %t, test: %t", r, ones, changed, e.test)
		}
		if e.test || slices.IndexFunc(clean, func(o []float32) bool { return slices.Equal(o, clean[r]) }) < r {
			continue
		}
		if counts.all++; changed {
			counts.struck++
		}
	}
	return ""
}

// lineOfRow is the line of a row of part_poses.
func lineOfRow(row []float32) glyph.Line {
	return glyph.Line{
		X1: float64(row[0]), Y1: float64(row[1]), X2: float64(row[2]), Y2: float64(row[3]),
		Thickness: float64(row[4]), Brightness: float64(row[5]),
	}
}
