package trance

// moveType says between which areas a move goes.
type moveType uint8

const (
	noMove    moveType = iota // for pairs of other attributes
	innerMove                 // inside the visible area
	outMove                   // out of it
	inMove                    // into it
)

var moveTypeNames = [...]string{"", "inner", "out", "in"}

func (t moveType) String() string { return moveTypeNames[t] }

// refusal is why the generator does not allow a step.
type refusal string

// Refusals in the order in which they are looked for.
const (
	refusedNoChange        refusal = "no_change"
	refusedOutOfPlane      refusal = "out_of_plane"
	refusedInsideInvisible refusal = "inside_invisible" // moved from the invisible area into the invisible area
	refusedMoveType        refusal = "move_type_mismatch"
	refusedChangedLeaves   refusal = "transformed_moved_out" // an object leaves that was changed before
	refusedOverlap         refusal = "overlap"
	refusedOcclusion       refusal = "occlusion" // an object that is or was changed is hidden in a final view
)

// hiddenFunc tells which objects of the visible area have too few pixels in some final view.
type hiddenFunc func(s *State) [ObjectCount]bool

// trial is a step that is to be carried out if the generator's rules allow it.
type trial struct {
	step     Step
	moveType moveType          // that a move shall be of; noMove for other pairs
	changed  [ObjectCount]bool // objects that were changed before in this sample
	hidden   hiddenFunc
	// ignoreFirst lets a step pass when object 0 is the first that is hidden, whoever else is: see Published.HiddenFirst.
	ignoreFirst bool
}

// try carries a step out if the rules of the generator allow it; otherwise the state stays, and the refusal says why.
func (s *State) try(t trial) refusal {
	before := s[t.step.Object]
	why := s.applyChecked(&t)
	if why != "" {
		s[t.step.Object] = before
	}
	return why
}

// applyChecked carries a step out whatever the rules say of it.
func (s *State) applyChecked(t *trial) refusal {
	i := t.step.Object
	before := s[i]
	s.Apply(t.step)
	switch t.step.Pair.Attribute() {
	case Position:
		switch from, to := before.Position, s[i].Position; {
		case !to.Valid():
			return refusedOutOfPlane
		case !from.Visible() && !to.Visible():
			return refusedInsideInvisible
		case moveTypeOf(from, to) != t.moveType:
			return refusedMoveType
		case t.moveType == outMove && t.changed[i]:
			return refusedChangedLeaves
		case s.overlaps(i):
			return refusedOverlap
		}
	case Size:
		switch {
		case s[i] == before:
			return refusedNoChange
		case s[i].radius() > before.radius() && s.overlaps(i):
			return refusedOverlap
		}
	default: // color, material and shape may hide what they will: occlusion is asked for after moves and changes of size alone
		if s[i] == before {
			return refusedNoChange
		}
		return ""
	}
	if first := t.firstHidden(s); first >= 0 && !(t.ignoreFirst && first == 0) {
		return refusedOcclusion
	}
	return ""
}

// moveTypeOf is the type of a move of which one end is visible.
func moveTypeOf(from, to Point) moveType {
	switch {
	case !to.Visible():
		return outMove
	case !from.Visible():
		return inMove
	}
	return innerMove
}

// firstHidden is the first object that is being changed, or was before, and is hidden in a final view; -1 if there is none.
func (t *trial) firstHidden(s *State) int {
	hidden := t.hidden(s)
	for i := range s {
		if hidden[i] && (i == t.step.Object || t.changed[i]) {
			return i
		}
	}
	return -1
}
