package physics_test

import (
	"fmt"
	"testing"

	"mereo/internal/fixture"
)

// One operation is one step of 1/240 s, unless a benchmark says otherwise. What rests is kept awake.

// BenchmarkRoom steps rooms of five pieces of furniture through their first three seconds.
func BenchmarkRoom(b *testing.B) {
	b.ReportAllocs()
	for n, seed := 0, uint64(0); n < b.N; seed = (seed + 1) % 8 {
		b.StopTimer()
		s := fixture.Room(seed)
		s.World.NoSleep = true
		w, _ := s.Build()
		b.StartTimer()
		for step := 0; step < 720 && n < b.N; step++ {
			w.Step(fixture.Dt)
			n++
		}
	}
}

// benchSteps measures steps after the first ones.
func benchSteps(b *testing.B, s fixture.Setup, awake bool, first int) {
	s.World.NoSleep = awake
	w, _ := s.Build()
	for range first {
		w.Step(fixture.Dt)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.Step(fixture.Dt)
	}
}

// BenchmarkHeap steps heaps of boxes two seconds after they were dropped.
func BenchmarkHeap(b *testing.B) {
	for _, n := range []int{100, 1000, 5000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchSteps(b, fixture.Heap(n), true, 480) })
	}
}

// BenchmarkCylinders and BenchmarkHulls are BenchmarkHeap of other shapes.
func BenchmarkCylinders(b *testing.B) { benchSteps(b, fixture.Cylinders(400), true, 480) }

func BenchmarkHulls(b *testing.B) { benchSteps(b, fixture.Hulls(400), true, 480) }

// BenchmarkPyramid steps a standing wall of 5,050 cubes, 1/60 s each time.
func BenchmarkPyramid(b *testing.B) {
	s := fixture.Pyramid(100)
	s.World.NoSleep = true
	w, _ := s.Build()
	for range 30 {
		w.Step(1.0 / 60)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.Step(1.0 / 60)
	}
}

// BenchmarkSettled steps worlds in which nothing moves any more: awake, and asleep.
func BenchmarkSettled(b *testing.B) {
	for _, awake := range []bool{true, false} {
		b.Run(fmt.Sprintf("awake=%t", awake), func(b *testing.B) { benchSteps(b, fixture.BrickWall(10), awake, 720) })
	}
}

// BenchmarkMixed steps all kinds of shapes on a triangle mesh.
func BenchmarkMixed(b *testing.B) {
	s := fixture.Mixed(60)
	s.World.NoSleep = true
	w, _ := s.Build()
	for range 480 {
		w.Step(fixture.Dt)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.Step(fixture.Dt)
	}
}

// BenchmarkOverlaps steps tables of cylinders that were created at one place: one operation is 40 steps.
func BenchmarkOverlaps(b *testing.B) {
	for b.Loop() {
		w, _ := fixture.Tables(31, 1e-3).Build()
		for range 40 {
			w.Step(fixture.Dt)
		}
	}
}
