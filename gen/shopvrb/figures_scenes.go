package shopvrb

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/gen/figure"
)

// originReach is how far, in pixels of a published picture, a thing's origin may lie outside of the box around what is seen of it.
const originReach = 60

// figuresOfScenes are those of scenes, without what cannot be seen.
func figuresOfScenes(cfg Config, s *sampler) figure.List[*measured] {
	scenes, o := 0, cfg.optics()
	room, counts := figure.Below(figureScenes, &scenes), figure.Numbers(cfg.MinObjects, cfg.MaxObjects)
	list := figure.List[*measured]{
		figure.Sum(&scenes, func(*measured) int { return 1 }),
		figure.Shares("scenes with %s things", counts, func(int) figure.Judge { return figure.Share(100/float64(len(counts)), 5, room) },
			func(x *measured, t *figure.Tally) { t.Add(strconv.Itoa(len(x.record.Objects))) }),
	}
	if cfg.Extra {
		list = append(list, figure.Words(func(x *measured, t *figure.Tally) {
			for i := range x.record.Objects {
				if e := x.record.Objects[i].Extra; e != nil {
					t.Add(e.Instance)
				}
			}
		}, func(t *figure.Tally) []gen.Figure {
			if scenes < figureScenes {
				return nil
			}
			return []gen.Figure{figure.Row("models that occur", fmt.Sprint(len(s.rows)), len(t.Words) == len(s.rows), "%d", len(t.Words))}
		}))
	}
	list = append(list, classFigure(s.rows, room))
	if s.pool == kitchen.Training && s.own == nil {
		list = append(list, figure.Of("share of portable things", func(name string, n, of int) gen.Figure {
			got, off := float64(n)/float64(max(1, of)), room(83, of)/100
			from, to := 0.78-off, 0.88+off
			return figure.Row(name, fmt.Sprintf("%.3f to %.3f", from, to), got >= from && got <= to, "%.3f", got).ByChance()
		}, figure.Among(thingsIn, func(o *ObjectRecord) bool { return o.Movability == "portable" })))
	}
	if !cfg.Drop {
		list = append(list, figure.Of("scenes whose relations are total orders", figure.Least(99.9, "%g", "%.2f", figure.Exactly),
			figure.Is(func(x *measured) bool { return x.record.Relationships.total() })))
	}
	reach := o.length(originReach)
	return append(list,
		figure.Of(fmt.Sprintf("origins in the picture that are at most %d pixels outside of the box of their mask", reach), figure.Least(97, "%g", "%.2f", figure.Exactly),
			func(x *measured) (near, inside int) {
				for i := range x.record.Objects {
					o := &x.record.Objects[i]
					at := o.Pixel
					if at.X < 0 || at.X >= cfg.Width || at.Y < 0 || at.Y >= cfg.Height || o.Mask == nil {
						continue
					}
					inside++
					if b := x.record.mask(i).Box(); at.X >= b.X0-reach && at.X < b.X1+reach && at.Y >= b.Y0-reach && at.Y < b.Y1+reach {
						near++
					}
				}
				return near, inside
			}))
}

// thingsIn are those of a scene.
func thingsIn(x *measured) (out []*ObjectRecord) {
	for i := range x.record.Objects {
		out = append(out, &x.record.Objects[i])
	}
	return out
}

// total tells whether left and right, and front and behind, put all things in a row and are each other's reverse.
func (r *Relationships) total() bool {
	for _, pair := range [2][2][][]int{{r.Left, r.Right}, {r.Front, r.Behind}} {
		sizes := make([]bool, len(pair[0]))
		for i, list := range pair[0] {
			if len(list) >= len(sizes) || sizes[len(list)] || len(list)+len(pair[1][i]) != len(sizes)-1 {
				return false
			}
			sizes[len(list)] = true
			for _, j := range list {
				if j == i || slices.Contains(pair[1][i], j) {
					return false
				}
			}
		}
	}
	return true
}

// classFigure is the class whose share is furthest from that of the catalog.
func classFigure(rows []catalogRow, room figure.Room) figure.Figure[*measured] {
	want := map[string]float64{}
	for i := range rows {
		want[rows[i].class] += 1 / float64(len(rows))
	}
	return figure.Words(func(x *measured, t *figure.Tally) {
		for _, o := range thingsIn(x) {
			t.Add(o.Name)
		}
	}, func(t *figure.Tally) []gen.Figure {
		share := func(class string) float64 { return float64(t.Words[class]) / float64(max(1, t.All)) }
		worst, off, most := "", -1.0, 0.0
		for _, class := range slices.Sorted(maps.Keys(want)) {
			w := want[class]
			r := 0.35 + room(100*w, t.All)/(100*w)
			if d := math.Abs(share(class)-w) / w; d/r > off {
				worst, off, most = class, d/r, r
			}
		}
		return []gen.Figure{figure.Row("share of the class that is furthest from its share of the catalog, "+worst,
			fmt.Sprintf("%.3f +- %.0f %%", want[worst], 100*most), off <= 1, "%.3f", share(worst)).ByChance()}
	})
}
