package qlevr

import (
	"math"
	"reflect"
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
		if err := record.Read(encodeRecord(nil, drawn), &stored, record.Lacking); err != nil {
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
		again := recordScene(p.toView(index), s.cfg.optics(), r.View.CameraAt, r.View.CameraTurned)
		if !reflect.DeepEqual(again, r.Scene) {
			t.Errorf("sample %d: the scene does not follow from plan and camera: %s", index, record.Differs(again, r.Scene))
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
