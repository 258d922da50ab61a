package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/figure"
	"mereo/scenes/rng"
)

// madeMeshes is what only the meshes of a scene show, meters.
type madeMeshes struct {
	lowest  []float64 // distances of lowest vertices to the floor, of objects that stand on it
	offWall []float64 // distances of leaning objects' nearest vertices to their wall
	outside float64   // largest distance of a vertex outside of the room
}

// measureMeshes measures a scene that was made again.
func measureMeshes(m *Sample) (out madeMeshes) {
	room := roomOf(m.Physical)
	for i := range m.Scene.Objects {
		o := &m.Scene.Objects[i]
		box := geom.EmptyAABB()
		for _, p := range o.Parts {
			for _, v := range p.Mesh.Positions {
				box = box.Grow(o.WorldFromObject.Point(v))
			}
		}
		if m.Objects[i].Mode != ModeSupport {
			out.lowest = append(out.lowest, math.Abs(box.Min.Z-floorZ))
		}
		if !m.Physical {
			continue
		}
		out.outside = max(out.outside, floorZ-box.Min.Z, box.Max.Y-room.backY, box.Max.X-room.sideX, -room.sideX-box.Min.X)
		if m.Objects[i].Mode == ModeWall {
			out.offWall = append(out.offWall, min(math.Abs(room.sideX-box.Max.X), math.Abs(room.sideX+box.Min.X)))
		}
	}
	return out
}

// The beige room of the published pictures has weathered concrete on its floor and on its walls.
const (
	beigeFloor = 4
	beigeWall  = 2
)

// lightWalls are stucco and plaster.
var lightWalls = []int{3, 4}

// shownPicture is what a picture shows.
type shownPicture struct {
	record      *Record
	floor, wall []float64 // distances of back-projected pixels, meters
	level       float64   // mean, 0 to 255
	black       bool      // more than 1 % is pure black
}

// lookAt back-projects random floor and back wall pixels, 100 of each, and measures the color picture.
func lookAt(r *Record, part []uint16, dist []float32, rgb []uint8) *shownPicture {
	out, cam, room := &shownPicture{record: r}, r.pinhole(), roomOf(r.Physics)
	s := rng.Named(fmt.Sprintf("ptr/figures/%s/%d", r.Split, r.ImageIndex))
	for try := 0; try < 20_000 && (len(out.floor) < 100 || len(out.wall) < 100); try++ {
		x, y := s.IntN(cam.Width), s.IntN(cam.Height)
		at := y*cam.Width + x
		if part[at] != 0 {
			continue
		}
		ray := cam.Ray(float64(x)+0.5, float64(y)+0.5)
		d := ray.Dir.Unit()
		toFloor, toWall, toSide := (floorZ-ray.Origin.Z)/d.Z, (room.backY-ray.Origin.Y)/d.Y, (math.Copysign(room.sideX, d.X)-ray.Origin.X)/d.X
		if d.Z >= 0 {
			toFloor = math.Inf(1)
		}
		p := ray.Origin.AddScaled(float64(dist[at]), d)
		// Pixels near a corner of the room may show either surface.
		switch near := 0.05; {
		case len(out.floor) < 100 && toFloor < toWall-near && toFloor < toSide-near:
			out.floor = append(out.floor, math.Abs(p.Z-floorZ))
		case len(out.wall) < 100 && toWall < toFloor-near && toWall < toSide-near:
			out.wall = append(out.wall, math.Abs(p.Y-room.backY))
		}
	}
	sum, black := 0, 0
	for at := range part {
		c := rgb[3*at:][:3]
		sum += int(c[0]) + int(c[1]) + int(c[2])
		if c[0] == 0 && c[1] == 0 && c[2] == 0 {
			black++
		}
	}
	out.level, out.black = float64(sum)/float64(3*len(part)), black*100 > len(part)
	return out
}

// pictureFigures are those of pictures.
func pictureFigures() figure.List[*shownPicture] {
	pictures := 0
	off := func(name string, of func(p *shownPicture) []float64) figure.Figure[*shownPicture] {
		return figure.Seen(of, func(off *figure.Values) gen.Figure {
			return figure.Row(name, fmt.Sprintf("below %g", depthTolerance), off.N > 0 && off.High < depthTolerance, "%.2g over %d pixels", off.High, off.N)
		})
	}
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
			off("floor pixels off the floor, metres", func(p *shownPicture) []float64 { return p.floor }),
			off("back wall pixels off the wall, metres", func(p *shownPicture) []float64 { return p.wall }),
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
		figure.Seen(func(x *measured) []float64 { return x.made.offWall }, figure.Top("leaning objects off their wall, metres", 1e-3, "%.2g over %d objects")),
		figure.Seen(func(x *measured) []float64 { return figure.One(x.made.outside) }, figure.Top("vertices of physical scenes outside of the room, metres", 1e-3, "%.2[1]g")),
	}))
}
