package qlevr

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/gen/record"
)

// Plans keep the rules of plans, records are theirs when they are read again, and cameras and lamps are jittered within their limits.
func TestPlansKeepTheRules(t *testing.T) {
	s := newSampler(DefaultConfig(), 23, "train")
	for index := range 150 {
		g := s.Sample(index)
		drawn := g.plan.record(index)
		for _, fault := range g.plan.faults() {
			t.Errorf("sample %d: %s", index, fault)
		}
		var stored PlanRecord
		if err := record.Read(encodeRecord(drawn), &stored, record.Lacking); err != nil {
			t.Fatal(err)
		}
		p, err := stored.plan()
		if err != nil {
			t.Fatalf("sample %d: %v", index, err)
		}
		for _, fault := range p.faults() {
			t.Errorf("sample %d, as it is read: %s", index, fault)
		}
		if again := p.record(index); !reflect.DeepEqual(again, drawn) {
			t.Errorf("sample %d is recorded in another way when it is read: %s", index, record.Differs(again, drawn))
		}
		r := g.record()
		again := recordScene(p, index, s.cfg.optics(), r.View.CameraAt, r.View.CameraTurned)
		if !reflect.DeepEqual(again, r.Scene) {
			t.Errorf("sample %d: the scene does not follow from plan and camera: %s", index, record.Differs(again, r.Scene))
		}
		for i := range r.Objects {
			if b, at := r.Objects[i].Box, r.Objects[i].Center; at[0] < b.Left || at[0] > b.Left+b.Width || at[1] < b.Top || at[1] > b.Top+b.Height {
				t.Errorf("sample %d: the box %v of object %d does not hold its pixel %v", index, b, i, at)
			}
			l := &r.ObjectRelations
			for _, j := range slices.Concat(l.Left[i], l.Front[i]) {
				if slices.Contains(l.Left[i], j) && slices.Contains(l.Right[i], j) || slices.Contains(l.Front[i], j) && slices.Contains(l.Behind[i], j) {
					t.Errorf("sample %d: object %d is on both sides of object %d", index, j, i)
				}
			}
		}
		if fault := r.jitterFault(len(p.objects)); fault != "" {
			t.Errorf("sample %d: %s", index, fault)
		}
	}
}

// jitterFault says what is jittered too far or missing.
func (r *Record) jitterFault(objects int) string {
	if fault := r.extraFault(objects); fault != "" {
		return fault
	}
	base := &cameraPresets[r.Mereo.Preset]
	if !near3(r.View.CameraAt, [3]float64{base.at.X, base.at.Y, base.at.Z}, cameraShiftJitter+planRounding) ||
		!near3(r.View.CameraTurned, [3]float64{base.pitch, 0, 0}, cameraTurnJitter+planRounding) {
		return "the camera is too far from its preset"
	}
	for _, v := range r.Mereo.Variants {
		if v != 1 && v != 2 {
			return "a variant is neither 1 nor 2"
		}
	}
	if len(r.Mereo.Lamps) != areaLampCount {
		return "lamps are missing"
	}
	for _, l := range r.Mereo.Lamps {
		if !near3(l.Shift, [3]float64{}, lampShiftJitter) || !near3(l.TurnDeg, [3]float64{}, lampTurnJitter) || math.Abs(l.PowerW) > lampPowerJitter {
			return "a lamp is too far off"
		}
	}
	return ""
}

func near3(a, b [3]float64, by float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= by) {
			return false
		}
	}
	return true
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
