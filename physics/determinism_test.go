package physics_test

import (
	"math"
	"sync"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// hashed are worlds whose states after some steps are frozen: the same on every processor, for any number of worlds
// stepped at once. A change of these numbers is a change of every physical label.
var hashed = []struct {
	name  string
	setup func() fixture.Setup
	steps int
	want  uint64
}{
	{"heap of 60", func() fixture.Setup { return fixture.Heap(60) }, 480, 0x8c545418f648a4f2},
	{"room", func() fixture.Setup { return fixture.Room(3) }, 480, 0x2bb1620e6a0b5bb8},
	{"mixed", func() fixture.Setup { return fixture.Mixed(48) }, 480, 0xc07c74e4f26789cd},
	{"stack", func() fixture.Setup { return fixture.Stack(6) }, 240, 0xab6079730553edc0},
	{"brick wall", func() fixture.Setup { return fixture.BrickWall(5) }, 240, 0x8f04e8ee14b2971e},
	{"card house", func() fixture.Setup { return fixture.CardHouse(2) }, 240, 0x4096d96ab59577e6},
	{"dominoes", func() fixture.Setup { return fixture.Dominoes(10) }, 480, 0x63d34118bf447588},
	{"chain", func() fixture.Setup { return fixture.Chain(6) }, 480, 0x7780250242a8e84c},
	{"cart", fixture.Cart, 480, 0x2dd41dab08b3da1e},
	{"tumbler", fixture.Tumbler, 480, 0xa34acdb04e499580},
}

func TestHashes(t *testing.T) {
	for _, c := range hashed {
		w, _ := c.setup().Build()
		for range c.steps {
			w.Step(fixture.Dt)
		}
		if got := w.Hash(); got != c.want {
			t.Errorf("%s: hash after %d steps is %#x, want %#x", c.name, c.steps, got, c.want)
		}
	}
}

// trail returns the hash after every step.
func trail(s fixture.Setup, steps int) []uint64 {
	w, _ := s.Build()
	out := make([]uint64, steps)
	for i := range out {
		w.Step(fixture.Dt)
		out[i] = w.Hash()
	}
	return out
}

// Worlds do not see each other: any number may be stepped at once, sharing shapes.
func TestParallelWorlds(t *testing.T) {
	const steps = 120
	s := fixture.Mixed(24)
	want := trail(s, steps)
	for _, n := range []int{1, 2, 8} {
		got := make([][]uint64, n)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i] = trail(s, steps) })
		}
		wg.Wait()
		for i := range got {
			for step := range want {
				if got[i][step] != want[step] {
					t.Fatalf("%d at once: world %d differs from step %d on", n, i, step+1)
				}
			}
		}
	}
}

// A body that touches nothing of a heap moves, to the last bit, as it does beside an awake heap and alone.
func TestSleepDoesNotReachOthers(t *testing.T) {
	const steps = 1200
	// mover adds a ball that rolls away on a shelf high above everything, hits a crate there, and goes on.
	mover := func(s fixture.Setup) (fixture.Setup, [2]int) {
		s.Fix(fixture.Box(geom.V(30, 0.5, 0.1)), fixture.At(0, -15, 19.9))
		ball := s.Add(fixture.Sphere(0.15), fixture.At(0, -15, 20.15))
		s.Bodies[ball].Velocity = geom.V(3, 0, 0)
		return s, [2]int{ball, s.Add(fixture.Box(geom.V(0.1, 0.2, 0.1)), fixture.At(2, -15, 20.1))}
	}
	type state struct {
		pose physics.Pose
		v, w geom.Vec3
	}
	run := func(s fixture.Setup, which [2]int) (out [][2]state, slept bool) {
		w, ids := s.Build()
		for range steps {
			w.Step(fixture.Dt)
			var now [2]state
			for k, i := range which {
				now[k] = state{w.Pose(ids[i]), w.Velocity(ids[i]), w.AngularVelocity(ids[i])}
			}
			out = append(out, now)
		}
		for _, i := range s.Dynamic() {
			slept = slept || i != which[0] && i != which[1] && !w.Awake(ids[i])
		}
		return out, slept
	}
	alone, which := mover(fixture.Earth())
	want, _ := run(alone, which)
	if moved := want[steps-1][0].pose.Position.X; moved < 1.5 || math.Abs(want[steps-1][1].pose.Position.X-2) < 0.05 {
		t.Fatalf("the ball came to x = %g and the crate to %g", moved, want[steps-1][1].pose.Position.X)
	}
	for _, awake := range []bool{false, true} {
		s, which := mover(fixture.Heap(30))
		s.World.NoSleep = awake
		got, slept := run(s, which)
		if slept == awake {
			t.Errorf("NoSleep is %t, and something of the heap sleeps: %t", awake, slept)
		}
		if awake {
			// Alone, too, the ball and the crate must not sleep.
			a := alone
			a.World.NoSleep = true
			want, _ = run(a, [2]int{alone.Dynamic()[0], alone.Dynamic()[1]})
		}
		for step := range want {
			if got[step] != want[step] {
				t.Fatalf("NoSleep %t: ball or crate differ from step %d on:\n got %+v\nwant %+v", awake, step+1, got[step], want[step])
			}
		}
	}
}
