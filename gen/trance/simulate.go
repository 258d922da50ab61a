package trance

// Step is one elementary change: an object, 0 to 9, and a pair.
type Step struct {
	Object int
	Pair   Pair
}

// Faults are what a sequence of steps did that it must not, although it was carried out.
type Faults struct {
	Overlap bool // an object was moved or resized and is too close to another
	Out     bool // an object was moved off the plane
}

func (f Faults) or(g Faults) Faults { return Faults{f.Overlap || g.Overlap, f.Out || g.Out} }

// Apply carries a step out, whatever comes of it.
func (s *State) Apply(step Step) {
	o := &s[step.Object]
	if a := step.Pair.Attribute(); a == Position {
		o.Position = o.Position.add(step.Pair.Move().Delta())
	} else {
		o.values[a] = uint8(step.Pair.value())
	}
}

// Simulate carries a step out and says what is wrong with it, as the published evaluator does: it looks at the object that
// was changed alone, and at sizes even where they shrink or stay.
func (s *State) Simulate(step Step) Faults {
	s.Apply(step)
	a := step.Pair.Attribute()
	return Faults{
		Overlap: (a == Position || a == Size) && s.overlaps(step.Object),
		Out:     a == Position && !s[step.Object].Position.Valid(),
	}
}

// Run simulates steps one after the other and returns the last state and all faults.
func (s State) Run(steps []Step) (State, Faults) {
	var all Faults
	for _, step := range steps {
		all = all.or(s.Simulate(step))
	}
	return s, all
}

// Distance is how many attributes of objects differ from those of a target. Two positions are the same when they are equal
// in the visible area, or both in the invisible part of the plane.
func (s *State) Distance(target *State) int {
	n := 0
	for i := range s {
		got, want := &s[i], &target[i]
		for _, a := range wordAttributes {
			if got.values[a] != want.values[a] {
				n++
			}
		}
		if !samePlace(got.Position, want.Position) {
			n++
		}
	}
	return n
}

func samePlace(got, want Point) bool {
	if want.Visible() {
		return got == want
	}
	return got.Valid() && !got.Visible()
}
