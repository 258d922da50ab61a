package qlevr

import "mereo/scenes/rng"

// What bounds objects.
const (
	objectGap   = 10    // units between any two of them, and between those on the desk and planes
	objectTries = 20000 // on a plane, and on the desk
)

// objectSampler puts objects into a plan one after the other.
type objectSampler struct {
	random   *rng.Stream
	shapes   []string // the outlines that objects have
	objects  []planObject
	spansX   []outlineSpan // of objects
	spansY   []outlineSpan
	best     []planObject // of the region that is being filled
	proposal outline      // here, so that no try allocates
}

func (s *objectSampler) push(o planObject) {
	s.objects = append(s.objects, o)
	s.spansX = append(s.spansX, o.spanX(overlapShareX))
	s.spansY = append(s.spansY, o.spanY(overlapShareY))
}

// cut leaves the first n objects.
func (s *objectSampler) cut(n int) {
	s.objects, s.spansX, s.spansY = s.objects[:n], s.spansX[:n], s.spansY[:n]
}

// planRegion is where objects are put: a plane, or the desk around the planes.
type planRegion struct {
	lo, hi planPoint           // the box around it
	fits   func(*outline) bool // whether an object lies in it
}

func planeRegion(p *outline) planRegion {
	return planRegion{p.lo, p.hi, func(o *outline) bool { return covers(p, o) }}
}

func deskRegion(planes []planPlane) planRegion {
	return planRegion{planPoint{}, planPoint{canvas, canvas}, func(o *outline) bool { return deskFits(planes, o) }}
}

// deskFits tells whether an object is on the desk and keeps away from planes.
func deskFits(planes []planPlane, o *outline) bool {
	if !o.within(0, canvas) {
		return false
	}
	for i := range planes {
		if collide(&planes[i].outline, o, objectGap) {
			return false
		}
	}
	return true
}

// fill adds as many objects to a region as are wanted, or as fit in objectTries tries: where no outline fits any more the last
// of the region goes. What counts is the first of the times with the most objects.
func (s *objectSampler) fill(r planRegion, plane, want int) {
	first, left := len(s.objects), objectTries
	s.best = s.best[:0]
	for len(s.objects)-first < want && left > 0 {
		o, tries, found := s.add(&r, want, left)
		left -= tries
		switch {
		case found:
			o.plane = plane
			s.push(o)
			if len(s.objects)-first > len(s.best) {
				s.best = append(s.best[:0], s.objects[first:]...)
			}
		case len(s.objects) > first:
			s.cut(len(s.objects) - 1)
		}
	}
	s.cut(first)
	for _, o := range s.best {
		s.push(o)
	}
}

// add looks for a place for one object, outline after outline in uniform order, and tells how many places it tried. By the toss
// of a coin all of an outline's tries go to small objects, or the second half of them.
func (s *objectSampler) add(r *planRegion, want, left int) (o planObject, used int, found bool) {
	perShape := objectTries/(want*len(s.shapes)) + 1
	largeTries := 0
	if s.random.IntN(2) == 0 {
		largeTries = objectTries/(want*len(s.shapes)*2) + 1
	}
	for _, i := range s.random.Perm(len(s.shapes)) {
		for _, t := range [2]struct {
			size  string
			tries int
		}{{"large", largeTries}, {"small", perShape - largeTries}} {
			var tries int
			o, tries, found = s.search(formOf(s.shapes[i], t.size), r, min(t.tries, left-used))
			if used += tries; found {
				return o, used, true
			}
		}
	}
	return o, used, false
}

// search tries places for one form until it fits, and tells how many it tried. A place is a proposal point, uniform over the
// whole points of the region's box, and a turn. Only points whose coordinates leave hope are drawn; how many others come before
// each of them is drawn at once, and they count as tries.
func (s *objectSampler) search(f *objectForm, r *planRegion, tries int) (o planObject, used int, found bool) {
	if tries <= 0 {
		return planObject{}, 0, false
	}
	var roomX, roomY [canvas + 1]int16
	freeX, freeY := s.hopeful(f, r)
	xs, ys := freeX.list(roomX[:0]), freeY.list(roomY[:0])
	columns, rows := int(r.hi.x)-int(r.lo.x)+1, int(r.hi.y)-int(r.lo.y)+1
	hopeless := newGeometricDistribution(float64(len(xs)*len(ys)) / float64(columns*rows))
	for {
		used += hopeless.draw(s.random) + 1
		if used > tries {
			return planObject{}, tries, false
		}
		x, turn := int(xs[s.random.IntN(len(xs))]), s.random.IntN(len(f.turned))
		if !clearOfAll(s.spansX, f.spansX[turn].moved(x)) {
			continue // whatever y would be drawn
		}
		y := int(ys[s.random.IntN(len(ys))])
		if !clearOfAll(s.spansY, f.spansY[turn].moved(y)) {
			continue
		}
		s.proposal = f.turned[turn].moved(x, y)
		if !s.near(&s.proposal) && r.fits(&s.proposal) {
			return planObject{outline: s.proposal, rotation: turn, size: f.size}, used, true
		}
	}
}

// hopeful is the coordinates of proposal points from which a form, turned well, may lie in a region's box, clear of all objects.
func (s *objectSampler) hopeful(f *objectForm, r *planRegion) (x, y planCoordinates) {
	x, y = f.x.inside(r.lo.x, r.hi.x), f.y.inside(r.lo.y, r.hi.y)
	for i := range s.objects {
		f.x.exclude(&x, s.spansX[i])
		f.y.exclude(&y, s.spansY[i])
	}
	return x, y
}

// clearOfAll tells whether a span is clear of all others.
func clearOfAll(others []outlineSpan, s outlineSpan) bool {
	for i := range others {
		if !others[i].clear(s) {
			return false
		}
	}
	return true
}

// near tells whether an outline is too near to an object.
func (s *objectSampler) near(o *outline) bool {
	// From 37 units between centers on, objects of at most 8 units around theirs are 10 units apart along the normal of an edge
	// of one of them: some normal is within 45 degrees of the line between the centers, and 37 cos 45 - 16 > 10.
	const far = 37
	for i := range s.objects {
		a := &s.objects[i].outline
		if d := a.center.sub(o.center); d.dot(d) < far*far && collide(a, o, objectGap) {
			return true
		}
	}
	return false
}
