package shopvrb

import (
	"math"
	"reflect"
	"slices"

	"mereo/engine/geom"
)

// roundedPlace is by how much distances may fall short because places are rounded to float32.
const roundedPlace = 1e-6

// faults count what is wrong with a record by itself, by rule.
func (s *sampler) faults(r *Record) map[string]int {
	out := map[string]int{}
	count := func(rule string, wrong bool) {
		if wrong {
			out[rule]++
		}
	}
	p := plan{optics: s.cfg.optics(), cameraAt: s.cameraOf(r)}
	cam := p.camera()
	if e := r.Extra; e != nil {
		for _, at := range []struct {
			is, base geom.Vec3
			far      float64
		}{
			{p.cameraAt, cameraBase, cameraJitter}, {vector(e.Lamps.Key), lampBase[keyLamp], lampJitter},
			{vector(e.Lamps.Back), lampBase[backLamp], lampJitter}, {vector(e.Lamps.Fill), lampBase[fillLamp], lampJitter},
		} {
			around := geom.AABB{Min: at.base, Max: at.base}.Pad(at.far)
			count("jitter", !around.Contains(at.is))
		}
	}
	count("directions", r.Directions != s.directions(&p))
	count("relations", !reflect.DeepEqual(Relate(r.Objects, r.Directions, relationEps), r.Relationships))
	rows := make([][]*catalogRow, len(r.Objects))
	for i := range r.Objects {
		o := &r.Objects[i]
		rows[i] = s.rowsOf(o)
		count("catalog", len(rows[i]) == 0)
		want := *o
		want.Picking, want.Powering, want.Disassembly, want.Attribute = "", "", "", nil
		s.own.textualOf(o.Name).appendTo(&want)
		count("textual", !reflect.DeepEqual(want, *o))
		count("projection", pixelOf(&cam, vector(o.Position)) != o.Pixel)
	}
	s.masks(r, count)
	// Things that were dropped lie where they came to rest.
	if !s.cfg.Drop && !slices.ContainsFunc(rows, func(of []*catalogRow) bool { return len(of) == 0 }) {
		s.distances(r, rows, count)
	}
	return out
}

// distances look for things that are too near to each other. Of a thing that may be of several rows the least box counts.
func (s *sampler) distances(r *Record, rows [][]*catalogRow, count func(rule string, wrong bool)) {
	rules := spacing{directions: r.Directions, margin: cardinalMargin - roundedPlace, border: boxBorder - roundedPlace}
	spots := make([]spot, len(r.Objects))
	for i := range r.Objects {
		o := &r.Objects[i]
		least := box{math.Inf(1), math.Inf(1)}
		for _, row := range rows[i] {
			thing := s.placed(row, o)
			claim := thing.claim()
			least.w, least.h = min(least.w, claim.w), min(least.h, claim.h)
		}
		spots[i] = rules.footprint(least, rows[i][0].scale(o.Size), pose{o.Position[0], o.Position[1], o.Rotation})
		for j := range i {
			count("margin", !rules.clear(&spots[i], &spots[j]))
			count("boxes", overlap(&spots[i], &spots[j]))
		}
	}
}

// masks look at the masks alone: what is seen of a thing is enough, and no pixel is of two things.
func (s *sampler) masks(r *Record, count func(rule string, wrong bool)) {
	o := s.cfg.optics()
	taken := make([]bool, o.width*o.height)
	for i := range r.Objects {
		m := r.Objects[i].Mask
		if m == nil || m.Size != [2]int{o.height, o.width} {
			count("mask", true)
			continue
		}
		rle, shared := r.mask(i), false
		count("mask-area", rle.Area() < o.pixels(minPixels))
		rle.Runs(func(x, y0, y1 int) {
			for at := y0*o.width + x; at < y1*o.width; at += o.width {
				shared = shared || taken[at]
				taken[at] = true
			}
		})
		count("masks-disjoint", shared)
	}
}
