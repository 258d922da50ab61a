package qlevr

import (
	"fmt"
	"slices"
)

// plan is the plan of a record.
func (r *PlanRecord) plan() (*plan, error) {
	if len(r.Planes) == 0 {
		return nil, fmt.Errorf("planes are missing, want the desk at least")
	}
	p := &plan{}
	on := make([]int, len(r.Objects))
	for i := range r.Objects {
		on[i] = -1
	}
	desk := len(r.Planes) - 1
	for i := range r.Planes {
		in := &r.Planes[i]
		for _, o := range in.Objects {
			if o < 0 || o >= len(on) || on[o] >= 0 {
				return nil, fmt.Errorf("internal_objs of plane %d has object %d, which is on another plane or not there", i, o)
			}
			on[o] = i
		}
		if i == desk {
			break
		}
		if in.Border.Value == nil || in.Center.Value == nil || in.AreaRatio.Value == nil {
			return nil, fmt.Errorf("plane %d lacks coordinate_points, center_coordinate or area_ratio, which only the desk may", i)
		}
		outline, err := in.Border.Value.outline(in.Shape, in.Center.Value)
		if err != nil {
			return nil, fmt.Errorf("plane %d: %w", i, err)
		}
		p.planes = append(p.planes, planPlane{outline, in.AreaRatio.Value.Value, in.Material, in.Color, in.Objects})
	}
	for i := range r.Objects {
		in := &r.Objects[i]
		if on[i] < 0 {
			return nil, fmt.Errorf("object %d is on no plane", i)
		}
		outline, err := in.Border.outline(in.Shape, &in.Center)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
		p.objects = append(p.objects, planObject{outline, in.Rotation, in.Size, in.Color, in.Material, in.Solid, on[i]})
	}
	return p, nil
}

// sameCenter is how far, in units, rounding may take a stored centre from the mean of stored corners.
const sameCenter = 1e-9

// outline is the outline of a border around a centre, which was rounded in its own way.
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
