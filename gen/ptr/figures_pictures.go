package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/figure"
)

// The beige room of the published pictures has weathered concrete on its floor and on its walls.
const (
	beigeFloor = 4
	beigeWall  = 2
)

// lightWalls are stucco and plaster.
var lightWalls = []int{3, 4}

// shownPicture is what a picture shows.
type shownPicture struct {
	record *Record
	level  float64 // mean, 0 to 255
	black  bool    // more than 1 % is pure black
}

// lookAt measures a color picture.
func lookAt(r *Record, rgb []uint8) *shownPicture {
	sum, black, pixels := 0, 0, len(rgb)/3
	for at := range pixels {
		c := rgb[3*at:][:3]
		sum += int(c[0]) + int(c[1]) + int(c[2])
		if c[0] == 0 && c[1] == 0 && c[2] == 0 {
			black++
		}
	}
	return &shownPicture{r, float64(sum) / float64(3*pixels), black*100 > pixels}
}

// pictureFigures are those of pictures.
func pictureFigures() figure.List[*shownPicture] {
	pictures := 0
	bright := func(is func(r *Record) bool, row func(level *figure.Values) gen.Figure) figure.Figure[*shownPicture] {
		return figure.Seen(func(p *shownPicture) []float64 {
			if !is(p.record) {
				return nil
			}
			return figure.One(p.level)
		}, row)
	}
	beige := func(r *Record) bool { return !r.Physics && r.Mereo.Floor == beigeFloor && r.Mereo.Wall == beigeWall }
	light := func(r *Record) bool { return r.Physics && slices.Contains(lightWalls, r.Mereo.Wall) }
	return figure.List[*shownPicture]{
		figure.Sum(&pictures, func(*shownPicture) int { return 1 }),
		figure.If(&pictures, figure.List[*shownPicture]{
			figure.Of("pictures with more than 1 % pure black", figure.None, figure.Is(func(p *shownPicture) bool { return p.black })),
		}),
		bright(beige, func(level *figure.Values) gen.Figure {
			value := fmt.Sprintf("%%.1f, %.1f to %.1f over %%d pictures", level.Low, level.High)
			return figure.Within("mean brightness of beige rooms", 70, 110, "%.0f", value)(level)
		}),
		bright(light, figure.Within("mean brightness of physical scenes with light walls", 95, 150, "%.0f", "%.1f over %d pictures")),
	}
}

// physicalFigures are those of the physical scenes.
func physicalFigures(cfg Config, t tolerances) figure.List[*measured] {
	list := figure.List[*measured]{figure.Of("physical scenes", func(name string, n, all int) gen.Figure {
		share, off := float64(n)/float64(all), 4*math.Sqrt(cfg.Physical*(1-cfg.Physical)/float64(all))
		target := fmt.Sprintf("%.3f +- %.3f", cfg.Physical, off)
		return figure.Row(name, target, math.Abs(share-cfg.Physical) <= off, "%.3f of %d", share, all).ByChance()
	}, figure.Is(func(x *measured) bool { return x.record.Physics }))}
	// part is a share of a range, wider by two standard deviations of its ends for fewer scenes than it is meant for.
	part := func(target string, lo, hi float64) figure.Judge {
		return func(name string, n, of int) gen.Figure {
			if of == 0 && hi == 1 {
				return gen.Figure{}
			}
			lo, hi := lo, hi
			if *t.scenes < publishedScenes {
				off := func(p float64) float64 { return 2 * math.Sqrt(p*(1-p)/float64(max(of, 1))) }
				lo, hi = max(0, lo-off(lo)), min(1, hi+off(hi))
			}
			got := float64(n) / float64(max(of, 1))
			return figure.Row(name, fmt.Sprintf(target, lo, hi), got >= lo && got <= hi, "%.3f of %d", got, of).ByChance()
		}
	}
	stable := func(o *shownObject) bool { return o.Stability == "yes" }
	return append(list, figure.Some(func(x *measured) *measured {
		if !x.record.Physics {
			return nil
		}
		return x
	}, figure.List[*measured]{
		figure.Of("physical scenes with other than 3 objects", figure.None,
			figure.Is(func(x *measured) bool { return len(x.objects) != physicalObjects })),
		figure.Each(func(x *measured) []*shownObject { return x.objects }, figure.List[*shownObject]{
			figure.Of("stable objects of physical scenes", part("%.3f to %.3f", 0.25, 0.75), figure.Is(stable)),
			figure.Of("unstable objects without possible_change", figure.NoneAs("%[1]d"),
				figure.Is(func(o *shownObject) bool { return !stable(o) && o.PossibleChange == nil })),
			figure.Of("stable among objects put normally with nothing on them", part("at least %.3[1]f", 0.95, 1), func(o *shownObject) (n, of int) {
				if Mode(o.Simulation.Mode) != ModeNormal || o.bears {
					return 0, 0
				}
				return figure.Is(stable)(o)
			}),
		}),
	}))
}
