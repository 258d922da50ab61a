package qlevr

import (
	"math"
	"slices"

	"mereo/scenes/rng"
)

// plainPlan draws a plan by the published loops, one whole proposal for each try: what drawPlan has to be distributed like.
func plainPlan(key rng.Key) plan {
	random := rng.At(key, "plain")
	p := plan{planes: plainPlanes(random, plainBetween(random, 1, 5))}
	plainObjects(random, &p)
	return p
}

// plainShuffled returns the values in uniform order.
func plainShuffled[T any](random *rng.Stream, values []T) []T {
	out := make([]T, len(values))
	for i, j := range random.Perm(len(values)) {
		out[i] = values[j]
	}
	return out
}

// plainBetween is uniform over the integers from lo to hi.
func plainBetween(random *rng.Stream, lo, hi int) int { return lo + random.IntN(hi-lo+1) }

// plainPlanes draws n planes, or fewer.
func plainPlanes(random *rng.Stream, n int) []planPlane {
	var planes, best []planPlane
	tries := 0
	for len(planes) < n && tries < 30000 {
		placed := false
		for _, shape := range plainShuffled(random, planeShapes) {
			for t := 0; t <= 30000/(3*n) && tries < 30000 && !placed; t++ {
				tries++
				o := plainPlaneProposal(random, shape, planeRates[n])
				if planeRangeOf(planeRates[n]).admits(&o) && planeFits(planes, &o) {
					planes = append(planes, planPlane{outline: o, areaRatio: o.area() / (398 * 398)})
					placed = true
				}
			}
			if placed {
				break
			}
		}
		if len(planes) > len(best) {
			best = slices.Clone(planes)
		}
		if !placed && len(planes) > 0 {
			largest := 0
			for i := range planes {
				if planes[i].areaRatio > planes[largest].areaRatio {
					largest = i
				}
			}
			planes = slices.Delete(planes, largest, largest+1)
		}
	}
	slices.SortStableFunc(best, func(a, b planPlane) int {
		if a.areaRatio < b.areaRatio {
			return -1
		}
		return 1
	})
	return best
}

func plainPlaneProposal(random *rng.Stream, shape string, rates [2]float64) outline {
	at := func() float64 { return float64(plainBetween(random, 2, 398)) }
	x, y := at(), at()
	switch shape {
	case "triangle":
		near := func(v float64) float64 {
			return float64(plainBetween(random, int(v-float64(5*398*rates[1])), int(v+float64(6*398*rates[1]))))
		}
		x1, x2, y1, y2 := near(x), near(x), near(y), near(y)
		return triangleOutline(planPoint{x, y}, planPoint{x1, y1}, planPoint{x2, y2}, 0)
	case "rectangle":
		q := random.Uniform(0.3, 1.01)
		w := float64(plainBetween(random, int(math.Sqrt(157608*rates[0]/q)), int(math.Sqrt(157608*rates[1]/q))))
		return rectangleOutline(planPoint{x, y}, w, w*q, plainBetween(random, 0, 180))
	}
	return circleOutline(planPoint{x, y},
		float64(plainBetween(random, int(math.Sqrt(157608*rates[0]/math.Pi)), int(math.Sqrt(157608*rates[1]/math.Pi)))))
}

// plainObjects fills the planes, then the desk.
func plainObjects(random *rng.Stream, p *plan) {
	shapes := plainShuffled(random, objectShapes)[:plainBetween(random, 2, 3)]
	var outlines []string
	for _, s := range objectShapes {
		if slices.Contains(shapes, s) && !slices.Contains(outlines, outlineOf(s)) {
			outlines = append(outlines, outlineOf(s))
		}
	}
	planes := p.planes
	p.planes = nil
	for _, pl := range planes {
		lo, hi := pl.lo, pl.hi
		want := plainBetween(random, 5, 10)
		before := len(p.objects)
		box := [4]int{int(lo.x), int(hi.x), int(lo.y), int(hi.y)}
		p.objects = plainFill(random, p.objects, outlines, want, box, func(o *outline) bool { return covers(&pl.outline, o) })
		if len(p.objects) > before {
			for i := before; i < len(p.objects); i++ {
				p.objects[i].plane = len(p.planes)
				pl.objects = append(pl.objects, i)
			}
			p.planes = append(p.planes, pl)
		}
	}
	before := len(p.objects)
	want, box := plainBetween(random, 8, 12), [4]int{0, 400, 0, 400}
	p.objects = plainFill(random, p.objects, outlines, want, box, func(o *outline) bool {
		if !o.within(0, 400) {
			return false
		}
		for i := range p.planes {
			if collide(&p.planes[i].outline, o, 10) {
				return false
			}
		}
		return true
	})
	for i := before; i < len(p.objects); i++ {
		p.objects[i].plane = len(p.planes)
	}
}

// plainFill adds objects whose proposal point is in a box (left, right, bottom, top).
func plainFill(random *rng.Stream, all []planObject, outlines []string, want int, box [4]int,
	fits func(*outline) bool) []planObject {
	before, tries := len(all), 0
	best := slices.Clone(all)
	limit, half := 20000/(want*len(outlines)), 20000/(want*len(outlines)*2)
	for len(all)-before < want && tries < 20000 {
		placed := false
		size := objectSizes[random.IntN(2)]
		for _, shape := range plainShuffled(random, outlines) {
			now := size
			for t := 0; t <= limit && tries < 20000 && !placed; t++ {
				if now == "large" && t > half {
					now = "small"
				}
				tries++
				x, y := plainBetween(random, box[0], box[1]), plainBetween(random, box[2], box[3])
				rotation := plainBetween(random, 0, 180)
				o := objectOutline(shape, now, x, y, rotation)
				if objectFits(all, &o) && fits(&o) {
					all = append(all, planObject{outline: o, size: now, rotation: rotation})
					placed = true
				}
			}
			if placed {
				break
			}
		}
		if len(all) > len(best) {
			best = slices.Clone(all)
		}
		if !placed && len(all) > before {
			all = all[:len(all)-1]
		}
	}
	return best
}

// objectFits tells whether an object keeps away from those that are there.
func objectFits(there []planObject, o *outline) bool {
	for i := range there {
		a := &there[i].outline
		if !a.spanX(0.25).clear(o.spanX(0.25)) || !a.spanY(0.35).clear(o.spanY(0.35)) {
			return false
		}
	}
	for i := range there {
		if collide(&there[i].outline, o, 10) {
			return false
		}
	}
	return true
}
