package qlevr

import (
	"fmt"
	"slices"
)

// plan is the plan of a record. It has only words that are known; that it keeps the rules of plans follows from its seed.
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
