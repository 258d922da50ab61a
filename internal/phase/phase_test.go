package phase

import (
	"testing"
	"time"
)

// A clock that goes on by a second each time somebody looks at it.
func ticking() func() time.Time {
	at := time.Unix(0, 0)
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}

func measured(t *testing.T, now func() time.Time) {
	t.Helper()
	Measure(now)
	Take()
	t.Cleanup(func() { clock.Store(nil); Take() })
}

// Sampling from tick 1 to 6 holds two acceptances of one tick each, which are not its own.
func TestInnerPhasesAreNotCountedTwice(t *testing.T) {
	measured(t, ticking())
	outer := Begin(Sampling) // 1
	for range 2 {
		Begin(Acceptance).End() // 2 to 3, 4 to 5
	}
	outer.End()         // 6
	Begin(Encode).End() // 7 to 8
	Begin(Acceptance)   // never ended
	want := Times{Sampling: 3 * time.Second, Acceptance: 2 * time.Second, Encode: time.Second}
	got := Take()
	if got != want || got.Sum() != 6*time.Second {
		t.Errorf("got %v, want %v", got, want)
	}
	if again := Take(); again != (Times{}) {
		t.Errorf("taken twice: %v", again)
	}
	Add(want)
	Add(want)
	if got := Take(); got[Sampling] != 6*time.Second || got.Sum() != 12*time.Second {
		t.Errorf("two reports of %v add up to %v", want, got)
	}
}

// What is off sees no clock and allocates nothing.
func TestOff(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { Begin(Write).End() }); n != 0 || Take() != (Times{}) {
		t.Errorf("%g allocations, and something was measured", n)
	}
	now := ticking()
	m := Begin(Write)
	measured(t, now)
	m.End() // begun before anybody measured
	if got := Take(); got != (Times{}) {
		t.Errorf("got %v, want nothing", got)
	}
}

func TestNames(t *testing.T) {
	for p, want := range []string{"sampling", "acceptance", "draw", "read-back", "encode", "write"} {
		if got := Phase(p).String(); got != want {
			t.Errorf("phase %d is %q, want %q", p, got, want)
		}
	}
}

func BenchmarkOff(b *testing.B) {
	for b.Loop() {
		Begin(Write).End()
	}
}
