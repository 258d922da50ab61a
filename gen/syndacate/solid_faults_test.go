package syndacate

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/write/npz"
)

// The rules of strokes in space.
const (
	ruleSolidFree = iota
	ruleSolidObject
	ruleSolidStroke
	ruleSolidCamera
	ruleSolidMask
	ruleSolidDepth
	solidRules
)

// solidRuleWords say what is broken.
var solidRuleWords = [solidRules]string{
	ruleSolidFree:   "elements without a row of zeros",
	ruleSolidObject: "objects without exactly one class, or with numbers outside of their ranges",
	ruleSolidStroke: "elements whose rows of part_poses are not the strokes of their objects, each in both directions",
	ruleSolidCamera: "cameras that do not look at the origin from where they may stand",
	ruleSolidMask:   "pixels with depth and no object, or an object and no depth, or an object that is not there",
	ruleSolidDepth:  "pixels whose depth is not that of the nearest surface, on their object",
}

// rules compares poses with each other and every pixel of depth and masks with the poses.
func (s *solidSource) rules(first int, arrays []npz.Array) []string {
	o := s.options
	var parts, objects, depth, cameras []float32
	var mask []uint8
	n := 0
	for _, a := range arrays {
		switch a.Key {
		case keyParts:
			parts, _ = a.Data.([]float32)
		case keyObjects:
			objects, _ = a.Data.([]float32)
			n = a.Shape[0]
		case keyDepth:
			depth, _ = a.Data.([]float32)
		case keyMask:
			mask, _ = a.Data.([]uint8)
		case keyCamera:
			cameras, _ = a.Data.([]float32)
		}
	}
	partSize, objectSize, pixels := o.partRows()*solidPartWidth, o.config().objectRows()*(len(s.classes)+solidPoseWidth), o.Width*o.Height
	for _, array := range []struct {
		key        string
		have, each int
	}{
		{keyParts, len(parts), partSize}, {keyObjects, len(objects), objectSize}, {keyDepth, len(depth), pixels},
		{keyMask, len(mask), pixels}, {keyCamera, len(cameras), 16},
	} {
		if array.have != n*array.each {
			return []string{fmt.Sprintf("%s has %d numbers, want %d elements of %d", array.key, array.have, n, array.each)}
		}
	}
	f := solidFaults{source: s}
	for i := range n {
		f.at = first + i
		f.element(tiled(objects, i, objectSize), tiled(parts, i, partSize))
		f.pixels(tiled(depth, i, pixels), mask[i*pixels:(i+1)*pixels], tiled(cameras, i, 16))
	}
	return f.said()
}

// solidFaults finds what no source of strokes in space makes, an element at a time.
type solidFaults struct {
	source *solidSource
	counts [solidRules]int
	first  [solidRules]string

	at      int           // the element
	strokes []solidStroke // of its objects, which are numbered as in masks, from 0
	objects int
	bounds  []solidBounds // for each pixel
}

func (f *solidFaults) add(rule int, format string, args ...any) {
	if f.counts[rule]++; f.counts[rule] == 1 {
		f.first[rule] = fmt.Sprintf("element %d: ", f.at) + fmt.Sprintf(format, args...)
	}
}

// said are the rules that are broken, with the first place of each.
func (f *solidFaults) said() (out []string) {
	for rule, n := range f.counts {
		if n > 0 {
			out = append(out, fmt.Sprintf("%d %s; %s", n, solidRuleWords[rule], f.first[rule]))
		}
	}
	return out
}

// element looks at the rows of an element and makes the strokes of its objects.
func (f *solidFaults) element(objects, parts []float32) {
	f.strokes, f.objects = f.strokes[:0], 0
	objectRows, partRows := rowsOfWidth(objects, (len(f.source.classes)+solidPoseWidth)), rowsOfWidth(parts, solidPartWidth)
	if len(objectRows) > 1 && !slices.ContainsFunc(objectRows, zeroRow) {
		f.add(ruleSolidFree, "%s", keyObjects)
	}
	if !slices.ContainsFunc(partRows, zeroRow) {
		f.add(ruleSolidFree, "%s", keyParts)
	}
	for r, row := range objectRows {
		if !zeroRow(row) {
			f.object(r, row)
		}
	}
	// Strokes in both directions; each is taken by one row.
	taken := make([]bool, 2*len(f.strokes))
	for r, row := range partRows {
		if zeroRow(row) {
			continue
		}
		k := -1
		for i := range taken {
			if !taken[i] && f.strokes[i/2].isRow(row, i%2) {
				k = i
				break
			}
		}
		if k < 0 {
			f.add(ruleSolidStroke, "row %d is no stroke, or a second one", r)
			return
		}
		taken[k] = true
	}
	if i := slices.Index(taken, false); i >= 0 {
		f.add(ruleSolidStroke, "stroke %d of object %d in the order of rows is missing", i/2, f.strokes[i/2].object)
	}
}

// isRow tells whether a row is the stroke from the given end on.
func (s *solidStroke) isRow(row []float32, from int) bool {
	for k, v := range s.row(from) {
		if !(math.Abs(float64(row[k])-v) <= sameLine) {
			return false
		}
	}
	return true
}

// object looks at a row of object_poses and makes the strokes of the object.
func (f *solidFaults) object(r int, row []float32) {
	classes, values := row[:len(f.source.classes)], row[len(f.source.classes):]
	class := slices.Index(classes, 1)
	for k, v := range classes {
		if k != class && v != 0 {
			class = -1
		}
	}
	if class < 0 {
		f.add(ruleSolidObject, "row %d has the classes %g", r, classes)
		return
	}
	flat := f.source.options.config().list.ranges
	pose := solidPoseOf(values)
	q := geom.Quat{W: float64(values[6]), X: float64(values[7]), Y: float64(values[8]), Z: float64(values[9])}
	m := pose.turn
	for _, v := range []struct {
		name   string
		value  float64
		bounds [2]float64
	}{
		{"wideness", pose.flat.Wideness, flat[0]}, {"italic", pose.flat.Italic, flat[1]}, {"scale", pose.flat.Scale, flat[3]},
		{"x", pose.flat.X, flat[4]}, {"y", pose.flat.Y, flat[5]}, {"z", pose.z, [2]float64{-mostSolidZ, mostSolidZ}},
		{"length of the quaternion", q.Len(), [2]float64{1, 1}},
		// The inverse of solidRotation.
		{"roll", geom.Atan2(m.X.Y, m.Y.Y), [2]float64{-mostRoll, mostRoll}},
		{"pitch", geom.Asin(-m.Z.Y), [2]float64{-mostPitch, mostPitch}},
		{"yaw", geom.Atan2(m.Z.X, m.Z.Z), [2]float64{-mostYaw, mostYaw}},
		{"thickness", pose.flat.Thickness, flat[6]}, {"brightness", pose.flat.Brightness, flat[7]},
	} {
		if !(v.value >= v.bounds[0]-1e-6 && v.value <= v.bounds[1]+1e-6) {
			f.add(ruleSolidObject, "%s of row %d is %g, want %g to %g", v.name, r, v.value, v.bounds[0], v.bounds[1])
			return
		}
	}
	shape := f.source.options.config().shapes()[class]
	f.strokes = appendSolidStrokes(f.strokes, shape, &pose, f.objects)
	f.objects++
}

// solidBounds are what a pixel's ray meets, as depths.
type solidBounds struct {
	inner float64 // the nearest stroke, all being a little smaller than they are
	outer float64 // the nearest stroke, all being a little larger than they are
	held  bool    // the depth in the file lies in such a larger stroke of the object in the file
}

// solidSlack is how much smaller and larger, and how far depth may be off: files have poses in single precision.
const solidSlack = 1e-5

// pixels compares depth and mask with the strokes, ray by ray.
func (f *solidFaults) pixels(depth []float32, mask []uint8, matrix []float32) {
	o := f.source.options
	z := geom.V(-float64(matrix[12]), -float64(matrix[13]), -float64(matrix[14]))
	cam := solidCamera(z, o.Width, o.Height)
	azimuth, elevation := geom.Atan2(z.X, z.Z), geom.Asin(z.Y)
	fits := math.Abs(azimuth) <= mostAzimuth+1e-6 && math.Abs(elevation) <= mostElevation+1e-6 && (o.Orbit || z == geom.V(0, 0, 1))
	for k, v := range clipFromWorld(&cam) {
		fits = fits && math.Abs(float64(matrix[k])-v) <= 1e-5
	}
	if !fits {
		f.add(ruleSolidCamera, "azimuth %g, elevation %g, matrix %g", azimuth, elevation, matrix)
		return
	}
	f.bounds = append(f.bounds[:0], slices.Repeat([]solidBounds{{inner: math.Inf(1), outer: math.Inf(1)}}, len(depth))...)
	for i := range f.strokes {
		s := &f.strokes[i]
		p := s.probe(&cam)
		for y := max(0, p.y0-1); y < min(o.Height, p.y1+1); y++ {
			for x := max(0, p.x0-1); x < min(o.Width, p.x1+1); x++ {
				dir := cam.Ray(float64(x)+0.5, float64(y)+0.5).Dir
				at := y*o.Width + x
				b := &f.bounds[at]
				if near, far := p.meet(dir, solidSlack); near <= far {
					b.outer = min(b.outer, near)
					d := float64(depth[at])
					b.held = b.held || int(mask[at]) == s.object+1 && d >= near-solidSlack && d <= far+solidSlack
				}
				if near, far := p.meet(dir, -solidSlack); near <= far {
					b.inner = min(b.inner, near)
				}
			}
		}
	}
	for at, b := range f.bounds {
		d := float64(depth[at])
		x, y := at%o.Width, at/o.Width
		switch {
		case (d == 0) != (mask[at] == 0) || int(mask[at]) > f.objects:
			f.add(ruleSolidMask, "pixel (%d, %d) has depth %g and object %d of %d", x, y, d, mask[at], f.objects)
		case d == 0:
			if !math.IsInf(b.inner, 1) {
				f.add(ruleSolidDepth, "pixel (%d, %d) is empty, want depth %g", x, y, b.inner)
			}
		case !(d >= b.outer-solidSlack && d <= b.inner+solidSlack && b.held):
			f.add(ruleSolidDepth, "pixel (%d, %d) has depth %g and object %d, want depth %g to %g", x, y, d, mask[at], b.outer, b.inner)
		}
	}
}
