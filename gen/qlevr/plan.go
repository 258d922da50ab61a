package qlevr

import (
	"slices"

	"mereo/scenes/rng"
)

// plan is a scene in two dimensions.
type plan struct {
	planes  []planPlane  // by ascending area, without the desk
	objects []planObject // plane by plane, those of the desk last
	drawn   drawnNumbers // none where the plan was read
}

// drawnNumbers are how many a plan was to have: of planes there may be fewer, of the others all are used that come up.
type drawnNumbers struct{ planes, shapes, colors, materials int }

// planPlane is a colored area of the desk.
type planPlane struct {
	outline
	areaRatio float64 // share of the frame
	material  string
	color     string
	objects   []int // on it, ascending
}

// planObject is a solid as it stands on a plan.
type planObject struct {
	outline
	rotation int // degrees, clockwise; 0 of those with a circle as outline
	size     string
	color    string
	material string
	shape    string // of the solid
	plane    int    // on which it is: len(plan.planes) is the desk
}

// drawPlan draws the plan of a scene: planes, then objects on each of them and on the desk, by rejection; it may have fewer of
// both than were wanted, and no plane at all. Planes, places of objects and looks have streams of their own. It takes less than
// a millisecond.
func drawPlan(key rng.Key) plan {
	planes := rng.At(key, "planes")
	wanted := 1 + planes.IntN(maxPlanes)
	p := plan{planes: drawPlanes(planes, wanted)}
	values := rng.At(key, "values")
	shapes := someValues(values, objectShapes)
	p.putObjects(rng.At(key, "objects"), shapes)
	colors, materials := someValues(values, objectColors), someValues(values, objectMaterials)
	p.paint(values, shapes, colors, materials)
	p.drawn = drawnNumbers{wanted, len(shapes), len(colors), len(materials)}
	return p
}

// someValues draws two or three of the values.
func someValues(random *rng.Stream, values []string) []string {
	n := 2 + random.IntN(2)
	out := make([]string, n)
	for i, j := range random.Perm(len(values))[:n] {
		out[i] = values[j]
	}
	return out
}

// putObjects puts objects on the planes, in their order, and on the desk. Planes on which there is no place go.
func (p *plan) putObjects(random *rng.Stream, shapes []string) {
	s := objectSampler{random: random}
	for _, outline := range planeShapes {
		if slices.ContainsFunc(shapes, func(shape string) bool { return outlineOf(shape) == outline }) {
			s.shapes = append(s.shapes, outline)
		}
	}
	planes := p.planes
	p.planes = planes[:0]
	for _, plane := range planes {
		first := len(s.objects)
		s.fill(planeRegion(&plane.outline), len(p.planes), 5+random.IntN(6))
		if len(s.objects) == first {
			continue
		}
		for i := range s.objects[first:] {
			plane.objects = append(plane.objects, first+i)
		}
		p.planes = append(p.planes, plane)
	}
	s.fill(deskRegion(p.planes), len(p.planes), 8+random.IntN(5))
	p.objects = s.objects
}

// paint draws what planes and objects look like.
func (p *plan) paint(random *rng.Stream, shapes, colors, materials []string) {
	for i := range p.planes {
		p.planes[i].color = rng.Choose(random, planeColors)
		p.planes[i].material = rng.Choose(random, planeMaterials)
	}
	for i := range p.objects {
		o := &p.objects[i]
		o.color = rng.Choose(random, colors)
		o.material = rng.Choose(random, materials)
		for o.shape == "" || outlineOf(o.shape) != o.outline.shape {
			o.shape = rng.Choose(random, shapes)
		}
	}
}
