package shopvrb

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/write"
)

// shownScene is a scene and its picture.
type shownScene struct {
	record *Record
	optics optics
	ground string
	rgb    []uint8
	ids    []uint16
	parts  []uint16 // nil if they are not known
	fixed  []bool   // by part id: keeps its own color, whatever is drawn for the thing
}

// readShown reads the picture of a scene and its ids.
func (f *inspection) readShown(r *Record) (*shownScene, error) {
	o := f.cfg.optics()
	rgb, err := write.ReadRGB(f.job.Root, f.files.picture, o.width, o.height)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	ids, err := write.ReadGray16(f.job.Root, f.files.ids, o.width, o.height)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	s := &shownScene{record: r, optics: o, rgb: rgb, ids: ids}
	if err := f.readFixed(s); err != nil {
		return nil, err
	}
	if r.Extra != nil {
		s.ground = r.Extra.Ground
	} else {
		key := f.sampler.key
		key.Index = f.index
		s.ground = f.sampler.begin(key).ground
	}
	return s, nil
}

// readFixed reads which pixels show parts that keep their color, where the record tells the models.
func (f *inspection) readFixed(s *shownScene) error {
	s.fixed = []bool{false}
	for i := range s.record.Objects {
		o := &s.record.Objects[i]
		rows := f.rowsOf(o)
		if o.Extra == nil || len(rows) != 1 {
			return nil
		}
		for _, p := range f.sampler.modelOf(rows[0]).Parts {
			s.fixed = append(s.fixed, !p.Mutable)
		}
	}
	parts, err := write.ReadGray16(f.job.Root, f.files.parts, s.optics.width, s.optics.height)
	if err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	if int(slices.Max(parts)) >= len(s.fixed) {
		return fmt.Errorf("shopvrb: %s is not the parts picture of its scene; generate it again", f.files.parts)
	}
	s.parts = parts
	return nil
}

// levels is a sum of colors, 0 to 255.
type levels struct {
	sum [3]float64
	n   int
}

func (l *levels) add(rgb []uint8) {
	for c := range l.sum {
		l.sum[c] += float64(rgb[c])
	}
	l.n++
}

// mean is the mean color.
func (l *levels) mean() (out [3]float64) {
	for c := range out {
		out[c] = l.sum[c] / float64(max(1, l.n))
	}
	return out
}

// apart is by how much two colors differ in the channel in which they differ most.
func apart(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// pictureTallies adds up what the figures of pictures are made of.
type pictureTallies struct {
	plain  int // pictures of the plain ground
	ground levels
	// colored are the mean colors of what takes a random color, by model and material, and by the color's name.
	colored map[string]map[string]*levels
	glass   int     // clear things
	through float64 // sum of how much they differ from what is around them
}

func newPictureTallies() *pictureTallies {
	return &pictureTallies{colored: map[string]map[string]*levels{}}
}

// add adds a picture.
func (t *pictureTallies) add(s *shownScene) {
	if s.ground == plainName {
		t.plain++
		for at := len(s.ids) / 2; at < len(s.ids); at++ {
			if s.ids[at] == 0 {
				t.ground.add(s.rgb[3*at:])
			}
		}
	}
	for i := range s.record.Objects {
		t.addThing(s, i)
	}
}

// surrounding is how far around the box of a clear thing, in pixels of a published picture, the ground is looked at.
const surrounding = 12

func (t *pictureTallies) addThing(s *shownScene, i int) {
	o := &s.record.Objects[i]
	if o.Mask == nil {
		return // the checks tell of it
	}
	box := s.record.mask(i).Box()
	var own, painted, around levels
	w, h, room := s.optics.width, s.optics.height, s.optics.length(surrounding)
	for y := max(0, box.Y0-room); y < min(h, box.Y1+room); y++ {
		for x := max(0, box.X0-room); x < min(w, box.X1+room); x++ {
			switch at := y*w + x; s.ids[at] {
			case uint16(i + 1):
				own.add(s.rgb[3*at:])
				if s.parts == nil || !s.fixed[s.parts[at]] {
					painted.add(s.rgb[3*at:])
				}
			case 0:
				around.add(s.rgb[3*at:])
			}
		}
	}
	if own.n == 0 {
		return
	}
	if o.Material == "glass" && o.Color == "transparent" && around.n > 0 {
		t.glass++
		t.through += apart(own.mean(), around.mean())
	}
	if e := o.Extra; e != nil && isRandomColor(o.Color) && painted.n > 0 {
		key := e.Instance + " of " + o.Material
		if t.colored[key] == nil {
			t.colored[key] = map[string]*levels{}
		}
		if t.colored[key][o.Color] == nil {
			t.colored[key][o.Color] = &levels{}
		}
		l, mean := t.colored[key][o.Color], painted.mean()
		for c := range mean {
			l.sum[c] += mean[c]
		}
		l.n++
	}
}

// What pictures may show: levels of the plain ground, how far colors are apart at least, and how far clear things are from what is
// around them at most. Two colors are compared on several models, because lamps are not the same in all pictures.
const (
	darkestGround, brightestGround = 110, 165
	colorsApart                    = 25
	clearApart                     = 40
	leastCompared                  = 10
)

// figures are those of pictures; empty without any.
func (t *pictureTallies) figures() (out []gen.Figure) {
	if t.plain > 0 {
		mean := t.ground.mean()
		out = append(out, within("plain ground in the lower half of pictures, mean level", (mean[0]+mean[1]+mean[2])/3,
			darkestGround, brightestGround, "%.0f"))
	}
	pairs, near := 0, []string{}
	for i := range randomColors {
		for j := range i {
			a, b := randomColors[j].name, randomColors[i].name
			d, models := t.difference(a, b)
			if models < leastCompared {
				continue
			}
			pairs++
			if d < colorsApart {
				near = append(near, fmt.Sprintf("%s and %s %.0f", a, b, d))
			}
		}
	}
	if pairs > 0 {
		value := fmt.Sprintf("%d of %d", len(near), pairs)
		if len(near) > 0 {
			value += ": " + strings.Join(near, ", ")
		}
		out = append(out, gen.Figure{
			Name:   fmt.Sprintf("pairs of random colors less than %d levels apart on the same models", colorsApart),
			Target: "0", Value: value, Pass: len(near) == 0,
		})
	}
	if t.glass > 0 {
		mean := t.through / float64(t.glass)
		out = append(out, gen.Figure{
			Name: "clear glass and the ground around it, mean difference", Target: fmt.Sprintf("at most %d", clearApart),
			Value: fmt.Sprintf("%.0f over %d things", mean, t.glass), Pass: mean <= clearApart,
		})
	}
	return out
}

// difference is by how much things of a color differ from those of another one, mean over the models that are seen in both.
func (t *pictureTallies) difference(a, b string) (d float64, models int) {
	var sum [3]float64
	for _, key := range slices.Sorted(maps.Keys(t.colored)) {
		x, y := t.colored[key][a], t.colored[key][b]
		if x == nil || y == nil {
			continue
		}
		models++
		for c := range sum {
			sum[c] += x.mean()[c] - y.mean()[c]
		}
	}
	for c := range sum {
		sum[c] /= float64(max(1, models))
	}
	return apart(sum, [3]float64{}), models
}
