package trance

import "mereo/engine/geom"

// MoveType says between which areas a move goes.
type MoveType uint8

const (
	NoMove MoveType = iota // for pairs of other attributes
	Inner                  // inside the visible area
	Out                    // out of it
	In                     // into it
)

var moveTypeNames = [...]string{"", "inner", "out", "in"}

func (t MoveType) String() string { return moveTypeNames[t] }

// Refusal is why the generator does not allow a step.
type Refusal string

// Refusals in the order in which they are looked for.
const (
	NoChange        Refusal = "no_change"
	OutOfPlane      Refusal = "out_of_plane"
	InsideInvisible Refusal = "inside_invisible" // moved from the invisible area into the invisible area
	TypeMismatch    Refusal = "move_type_mismatch"
	ChangedLeaves   Refusal = "transformed_moved_out" // an object leaves that was changed before
	Overlapping     Refusal = "overlap"
	Occluding       Refusal = "occlusion" // an object that is or was changed is hidden in a final view
)

// Hidden tells which objects of the visible area have too few pixels in some final view.
type Hidden func(s *State) [ObjectCount]bool

// Attempt is a step that the generator tries.
type Attempt struct {
	Step    Step
	Type    MoveType          // that a move shall be of; NoMove for other pairs
	Changed [ObjectCount]bool // objects that were changed before in this sample
	Hidden  Hidden
	// IgnoreFirst does as the published generator, which takes object 0 for nobody when it is the first that is hidden.
	IgnoreFirst bool
}

// Change carries out what is tried if the rules of the generator allow it; otherwise the state stays, and the refusal says
// why.
func (s *State) Change(a Attempt) Refusal {
	before := s[a.Step.Object]
	refusal := s.change(&a)
	if refusal != "" {
		s[a.Step.Object] = before
	}
	return refusal
}

// change is Change without putting things back.
func (s *State) change(a *Attempt) Refusal {
	i, attribute := a.Step.Object, a.Step.Pair.Attribute()
	before := s[i]
	s.Apply(a.Step)
	switch attribute {
	case Position:
		switch from, to := before.Position, s[i].Position; {
		case !to.Valid():
			return OutOfPlane
		case !from.Visible() && !to.Visible():
			return InsideInvisible
		case typeOf(from, to) != a.Type:
			return TypeMismatch
		case a.Type == Out && a.Changed[i]:
			return ChangedLeaves
		case s.overlaps(i):
			return Overlapping
		}
	case Size:
		switch {
		case s[i] == before:
			return NoChange
		case s[i].Radius() > before.Radius() && s.overlaps(i):
			return Overlapping
		}
	default:
		if s[i] == before {
			return NoChange
		}
		return "" // colour, material and shape are not tested for what they hide, as in the published generator
	}
	if first := a.firstHidden(s); first >= 0 && !(a.IgnoreFirst && first == 0) {
		return Occluding
	}
	return ""
}

// typeOf is the type of a move of which one end is visible.
func typeOf(from, to Point) MoveType {
	switch {
	case !to.Visible():
		return Out
	case !from.Visible():
		return In
	}
	return Inner
}

// firstHidden is the first object that is being changed, or was before, and is hidden in a final view; -1 if there is none.
func (a *Attempt) firstHidden(s *State) int {
	hidden := a.Hidden(s)
	for i := range s {
		if hidden[i] && (i == a.Step.Object || a.Changed[i]) {
			return i
		}
	}
	return -1
}

// Options are the moves that count as the same answer as a move from a point: for one that leaves the visible area all that
// leave it, else only itself.
func Options(from Point, m Move) []Move {
	if from.Visible() && !from.add(m.Delta()).Visible() {
		_, out := from.Moves()
		return out
	}
	return []Move{m}
}

// sizeRadii are the radii of the circles around objects in the world, in metres, by size.
var sizeRadii = [...]float64{0.9, 0.6, 0.3}

// Center is the object's centre in the world, metres: it stands on the ground z = 0. A cube's half side is 1/sqrt(2) of its
// circle's radius, so it is lower than a sphere or cylinder of its size.
func (o *Object) Center() geom.Vec3 {
	z := sizeRadii[o.values[Size]]
	if o.Value(Shape) == "cube" {
		z *= halfSqrt2
	}
	return geom.V(Unit*float64(o.Position.X), Unit*float64(o.Position.Y), z)
}

const halfSqrt2 = 0.70710678118654752440
