package physics_test

import (
	"fmt"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// Worlds that are stepped at once go as they go alone.
func TestStepAll(t *testing.T) {
	const steps = 150
	var worlds []*physics.World
	var want []uint64
	for i := range 12 {
		s := fixture.Mixed(6 + 4*i)
		if i%3 == 0 {
			s = fixture.Stack(i + 1)
		}
		w, _ := s.Build()
		worlds = append(worlds, w)
		hashes := trail(s, 2*steps)
		want = append(want, hashes[len(hashes)-1])
	}
	physics.StepAll(worlds, fixture.Dt, steps)
	flags := physics.StepAll(worlds, fixture.Dt, steps)
	settled := 0
	for i, w := range worlds {
		if w.Hash() != want[i] {
			t.Errorf("world %d differs from the same world alone", i)
		}
		awake := false
		for id := range w.Bodies() {
			awake = awake || w.Mass(id).Mass > 0 && w.Awake(id)
		}
		if awake != (flags[i]&physics.NotSettled != 0) {
			t.Errorf("world %d: awake %t, flags %b", i, awake, flags[i])
		}
		if !awake {
			settled++
		}
	}
	if settled == 0 || settled == len(worlds) {
		t.Errorf("%d of %d worlds settled, want some", settled, len(worlds))
	}
}

func TestStepAllRefuses(t *testing.T) {
	w, _ := fixture.Stack(1).Build()
	for name, f := range map[string]func(){
		"no step":         func() { physics.StepAll([]*physics.World{w}, 0, 1) },
		"one world twice": func() { physics.StepAll([]*physics.World{w, w}, fixture.Dt, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// A tower is built once; every copy gets another push at the top, and all go on at once.
func ExampleStepAll() {
	tower, ids := fixture.Stack(6).Build()
	worlds := make([]*physics.World, 5)
	for i := range worlds {
		worlds[i] = tower.Clone()
		top := ids[len(ids)-1]
		worlds[i].ApplyImpulse(top, geom.V(2*float64(i), 0, 0), worlds[i].Center(top))
	}
	physics.StepAll(worlds, fixture.Dt, 480)
	for i, w := range worlds {
		fmt.Printf("%d N s: the top is %.1f m high\n", 2*i, w.Center(ids[len(ids)-1]).Z)
	}
	// Output:
	// 0 N s: the top is 1.1 m high
	// 2 N s: the top is 1.1 m high
	// 4 N s: the top is 0.1 m high
	// 6 N s: the top is 0.1 m high
	// 8 N s: the top is 0.1 m high
}
