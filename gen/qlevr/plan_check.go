package qlevr

import (
	"fmt"
	"math"
	"slices"
)

// plan is the plan of a record. It has only words that are known; whether it keeps the rules of plans is for faults to say.
func (r *PlanRecord) plan() (*plan, error) {
	if len(r.Planes) == 0 {
		return nil, fmt.Errorf("planes are missing, want the desk at least")
	}
	p := &plan{}
	var on []int // the plane of each object
	desk := len(r.Planes) - 1
	for i := range r.Planes {
		in := &r.Planes[i]
		for _, o := range in.Objects {
			if o != len(on) {
				return nil, fmt.Errorf("internal_objs of plane %d has object %d, want %d: they count plane by plane", i, o, len(on))
			}
			on = append(on, i)
		}
		if i == desk {
			break
		}
		if in.Border.Value == nil || in.Center.Value == nil || in.AreaRatio.Value == nil {
			return nil, fmt.Errorf("plane %d lacks coordinate_points, center_coordinate or area_ratio, which only the desk may", i)
		}
		material, color := attributeWord{"material", in.Material, planeMaterials}, attributeWord{"color", in.Color, planeColors}
		if err := knownWords(material, color); err != nil {
			return nil, fmt.Errorf("plane %d: %w", i, err)
		}
		outline, err := in.Border.Value.outline(in.Shape, in.Center.Value)
		if err != nil {
			return nil, fmt.Errorf("plane %d: %w", i, err)
		}
		p.planes = append(p.planes, planPlane{outline, in.AreaRatio.Value.Value, in.Material, in.Color, in.Objects})
	}
	if len(on) != len(r.Objects) {
		return nil, fmt.Errorf("internal_objs has %d objects, objects %d", len(on), len(r.Objects))
	}
	for i := range r.Objects {
		in := &r.Objects[i]
		err := knownWords(
			attributeWord{"size", in.Size, objectSizes}, attributeWord{"color", in.Color, objectColors},
			attributeWord{"material", in.Material, objectMaterials}, attributeWord{"shape_3d", in.Solid, objectShapes},
		)
		if err == nil && outlineOf(in.Solid) != in.Shape {
			err = fmt.Errorf("shape of a %s is %q, want %s", in.Solid, in.Shape, outlineOf(in.Solid))
		}
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
		outline, err := in.Border.outline(in.Shape, &in.Center)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
		p.objects = append(p.objects, planObject{outline, in.Rotation, in.Size, in.Color, in.Material, in.Solid, on[i]})
	}
	return p, nil
}

// attributeWord is a word under a key, and those that may be there.
type attributeWord struct {
	key, word string
	words     []string
}

// knownWords finds the first word that is not known.
func knownWords(words ...attributeWord) error {
	for _, w := range words {
		if !slices.Contains(w.words, w.word) {
			return fmt.Errorf("%s is %q, want one of %q", w.key, w.word, w.words)
		}
	}
	return nil
}

// sameCenter is how far, in units, rounding may take a stored center from the mean of stored corners.
const sameCenter = 1e-9

// outline is the outline of a border around a center, which was rounded in its own way.
func (b *PlanBorder) outline(shape string, center *PlanPoint) (outline, error) {
	want := map[string]int{"triangle": 3, "rectangle": 4, "circle": 1}[shape]
	if len(b.Points) != want {
		return outline{}, fmt.Errorf("coordinate_points of a %s are %d, want %d", shape, len(b.Points), want)
	}
	points := make([]planPoint, len(b.Points))
	for i, p := range b.Points {
		points[i] = planPoint{p.X.Value, p.Y.Value}
	}
	o := circleOutline(points[0], b.Radius.Value)
	if want > 1 {
		var corners [4]planPoint
		copy(corners[:], points)
		o = polygonOutline(shape, want, corners, 0)
	}
	stored := planPoint{center.X.Value, center.Y.Value}
	if d := stored.sub(o.center).length(); d > sameCenter {
		return o, fmt.Errorf("center_coordinate is %g units from the middle of coordinate_points", d)
	}
	o.center = stored
	return o, nil
}

// planRounding is how far rounding may take a plan from its rules: of distances in units, and of shares.
const planRounding = 1e-9

// faults says in which ways a plan breaks the rules of plans.
func (p *plan) faults() (out []string) {
	fault := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for i := range p.planes {
		a := &p.planes[i]
		if i > 0 && a.areaRatio < p.planes[i-1].areaRatio {
			fault("plane %d is smaller than the one before it", i)
		}
		if want := a.area() / (planeInner * planeInner); !(math.Abs(a.areaRatio-want) <= planRounding) {
			fault("plane %d has area_ratio %g, want %g", i, a.areaRatio, want)
		}
		if !a.within(planeInset, planeInner) {
			fault("plane %d reaches over the border", i)
		}
		for j := range i {
			b := &p.planes[j]
			d := a.center.sub(b.center)
			if max(d.x, -d.x) < planeOffset || max(d.y, -d.y) < planeOffset || collide(&a.outline, &b.outline, planeGap-planRounding) {
				fault("planes %d and %d are too near to each other", j, i)
			}
		}
	}
	for i := range p.objects {
		o := &p.objects[i]
		if !o.isOfForm() {
			fault("object %d has not the outline of a %s %s turned by %d degrees", i, o.size, o.outline.shape, o.rotation)
		}
		if o.plane < len(p.planes) {
			if !covers(&p.planes[o.plane].outline, &o.outline) {
				fault("object %d reaches over plane %d", i, o.plane)
			}
		} else if !o.within(0, canvas) || slices.ContainsFunc(p.planes, func(a planPlane) bool {
			return collide(&a.outline, &o.outline, objectGap-planRounding)
		}) {
			fault("object %d is too near to a plane or to the border of the desk", i)
		}
		for j := range i {
			q := &p.objects[j]
			const x, y = overlapShareX + planRounding, overlapShareY + planRounding
			if collide(&q.outline, &o.outline, objectGap-planRounding) || !q.spanX(x).clear(o.spanX(x)) || !q.spanY(y).clear(o.spanY(y)) {
				fault("objects %d and %d are too near to each other", j, i)
			}
		}
	}
	return out
}

// isOfForm tells whether an object has the outline of its size and its turn at a whole proposal point.
func (o *planObject) isOfForm() bool {
	f := formOf(o.outline.shape, o.size)
	if o.rotation < 0 || o.rotation >= len(f.turned) {
		return false
	}
	first := func(o *outline) planPoint {
		if o.count == 0 {
			return o.center
		}
		return o.corners[0]
	}
	from := &f.turned[o.rotation]
	at := first(&o.outline).sub(first(from))
	want := from.moved(int(math.Round(at.x)), int(math.Round(at.y)))
	near := func(a, b planPoint) bool { return a.sub(b).length() <= planRounding }
	for i := range want.count {
		if !near(o.corners[i], want.corners[i]) {
			return false
		}
	}
	return near(o.center, want.center) && o.radius == want.radius
}
