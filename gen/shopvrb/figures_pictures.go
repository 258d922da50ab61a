package shopvrb

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/engine/material"
	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/write"
)

// shownScene is a scene and its picture.
type shownScene struct {
	record   *Record
	optics   optics
	ground   string
	exposure float64 // 0 is 1
	rgb      []uint8
	ids      []uint16
	parts    []uint16 // nil if they are not known
	fixed    []bool   // by part id: keeps its own color, whatever is drawn for the thing
}

// readShown reads the picture of a scene and its ids. Of a scene that does not tell its exposure it reads nothing.
func (f *split) readShown(r *Record) (*shownScene, error) {
	if r.Extra == nil && !f.sampler.asLit {
		return nil, nil
	}
	files := filesOf(f.job.Split, r.ImageIndex)
	o := f.cfg.optics()
	rgb, err := write.ReadRGB(f.job.Root, files.picture, o.width, o.height)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	ids, err := write.ReadGray16(f.job.Root, files.ids, o.width, o.height)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	s := &shownScene{record: r, optics: o, rgb: rgb, ids: ids}
	if err := f.readFixed(s); err != nil {
		return nil, err
	}
	if r.Extra != nil {
		s.ground = r.Extra.Ground
		s.exposure = r.Extra.Exposure
	} else {
		key := f.sampler.key
		key.Index = r.ImageIndex
		s.ground = f.sampler.begin(key).ground
	}
	return s, nil
}

// asLit are the levels that pixels of each level would have with light as it is.
func (s *shownScene) asLit() (out [256]float64) {
	for v := range out {
		if out[v] = float64(v); s.exposure > 0 {
			out[v] = 255 * material.EncodeSRGB(material.DecodeSRGB(float64(v)/255)/s.exposure)
		}
	}
	return out
}

// readFixed reads which pixels show parts that keep their color, where the record tells the models.
func (f *split) readFixed(s *shownScene) error {
	file := filesOf(f.job.Split, s.record.ImageIndex).parts
	s.fixed = []bool{false}
	for i := range s.record.Objects {
		o := &s.record.Objects[i]
		rows := f.sampler.rowsOf(o)
		if o.Extra == nil || len(rows) != 1 {
			return nil
		}
		for _, p := range f.sampler.modelOf(rows[0]).Parts {
			s.fixed = append(s.fixed, !p.Mutable)
		}
	}
	parts, err := write.ReadGray16(f.job.Root, file, s.optics.width, s.optics.height)
	if err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	if int(slices.Max(parts)) >= len(s.fixed) {
		return fmt.Errorf("shopvrb: %s is not the parts picture of its scene; generate it again", file)
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
	l.addColor([3]float64{float64(rgb[0]), float64(rgb[1]), float64(rgb[2])})
}

func (l *levels) addColor(rgb [3]float64) {
	for c := range l.sum {
		l.sum[c] += rgb[c]
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

// shownThing is what a picture shows of a thing: of all its pixels, of those that have the color drawn for it, and of the ground around.
type shownThing struct {
	*ObjectRecord
	own, painted, around levels
}

// surrounding is how far around the box of a thing, in pixels of a published picture, the ground is looked at.
const surrounding = 12

// things are those that are seen. Of a thing without a mask the checks tell.
func (s *shownScene) things() (out []*shownThing) {
	w, h, room := s.optics.width, s.optics.height, s.optics.length(surrounding)
	for i := range s.record.Objects {
		t := &shownThing{ObjectRecord: &s.record.Objects[i]}
		if t.Mask == nil {
			continue
		}
		box := s.record.mask(i).Box()
		for y := max(0, box.Y0-room); y < min(h, box.Y1+room); y++ {
			for x := max(0, box.X0-room); x < min(w, box.X1+room); x++ {
				switch at := y*w + x; s.ids[at] {
				case uint16(i + 1):
					t.own.add(s.rgb[3*at:])
					if s.parts == nil || !s.fixed[s.parts[at]] {
						t.painted.add(s.rgb[3*at:])
					}
				case 0:
					t.around.add(s.rgb[3*at:])
				}
			}
		}
		if t.own.n > 0 {
			out = append(out, t)
		}
	}
	return out
}

// What pictures may show: levels of the plain ground, how far colors are apart at least, and how far clear things are from what is
// around them at most. Two colors are compared on several models, because lamps are not the same in all pictures.
const (
	darkestGround, brightestGround = 110, 165
	colorsApart                    = 25
	clearApart                     = 40
	leastCompared                  = 10
)

// pictureFigures are those of pictures. The level of the ground is one of light, whatever the exposure.
func pictureFigures() figure.List[*shownScene] {
	return figure.List[*shownScene]{
		figure.Seen(func(s *shownScene) (levels []float64) {
			asLit := s.asLit()
			for at := len(s.ids) / 2; s.ground == plainName && at < len(s.ids); at++ {
				for c := 0; s.ids[at] == 0 && c < 3; c++ {
					levels = append(levels, asLit[s.rgb[3*at+c]])
				}
			}
			return levels
		}, figure.Within("plain ground in the lower half of pictures, mean level", darkestGround, brightestGround, "%.0f", "%.0[1]f")),
		figure.Each((*shownScene).things, figure.List[*shownThing]{
			colorFigure(),
			figure.Seen(func(t *shownThing) []float64 {
				if t.Material != "glass" || t.Color != "transparent" || t.around.n == 0 {
					return nil
				}
				return figure.One(apart(t.own.mean(), t.around.mean()))
			}, func(off *figure.Values) gen.Figure {
				if off.N == 0 {
					return gen.Figure{}
				}
				return figure.Row("clear glass and the ground around it, mean difference", fmt.Sprintf("at most %d", clearApart),
					off.Mean() <= clearApart, "%.0f over %d things", off.Mean(), off.N)
			}),
		}),
	}
}

// colorFigure compares the mean colors of what takes a random color, by model and material. Metal shows what is around it, too.
func colorFigure() figure.Figure[*shownThing] {
	colored := map[string]map[string]*levels{} // by the model and its material, and by the color's name
	return figure.Counted(func(t *shownThing) {
		if t.Extra == nil || t.Material == "metal" || !isRandomColor(t.Color) || t.painted.n == 0 {
			return
		}
		key := t.Extra.Instance + " of " + t.Material
		if colored[key] == nil {
			colored[key] = map[string]*levels{}
		}
		if colored[key][t.Color] == nil {
			colored[key][t.Color] = &levels{}
		}
		colored[key][t.Color].addColor(t.painted.mean())
	}, func() []gen.Figure {
		pairs, near := 0, []string{}
		for i := range randomColors {
			for j := range i {
				a, b := randomColors[j].Name, randomColors[i].Name
				d, models := difference(colored, a, b)
				if models < leastCompared {
					continue
				}
				if pairs++; d < colorsApart {
					near = append(near, fmt.Sprintf("%s and %s %.0f", a, b, d))
				}
			}
		}
		if pairs == 0 {
			return nil
		}
		row := figure.None(fmt.Sprintf("pairs of random colors less than %d levels apart on the same models", colorsApart), len(near), pairs)
		if len(near) > 0 {
			row.Value += ": " + strings.Join(near, ", ")
		}
		return []gen.Figure{row}
	})
}

// difference is by how much things of a color differ from those of another one, mean over the models that are seen in both.
func difference(colored map[string]map[string]*levels, a, b string) (d float64, models int) {
	var sum levels
	for _, key := range slices.Sorted(maps.Keys(colored)) {
		if x, y := colored[key][a], colored[key][b]; x != nil && y != nil {
			from, to := y.mean(), x.mean()
			sum.addColor([3]float64{to[0] - from[0], to[1] - from[1], to[2] - from[2]})
		}
	}
	return apart(sum.mean(), [3]float64{}), sum.n
}
